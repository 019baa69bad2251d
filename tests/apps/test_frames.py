"""Binary websocket messages: those from browsers and Jupyter are accepted, lying headers are not."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from devtools.measure import hostile
from phase10_widgets.apps.serve.frames import MOST_OFFSETS, V1, sound

PARTS = [b"{}", b"{}", b"{}", b'{"data": 1}']


@pytest.mark.parametrize(("subprotocol", "message"), hostile.frames())
def test_a_head_that_lies_is_seen(subprotocol: str | None, message: bytes) -> None:
    assert not sound(message, subprotocol)


@given(st.lists(st.binary(max_size=9), max_size=MOST_OFFSETS - 6), st.sampled_from(["shell", "control", "stdin"]))
def test_what_jupyter_writes_is_taken(buffers: list[bytes], channel: str) -> None:
    base = pytest.importorskip("jupyter_server.services.kernels.connection.base")
    assert sound(base.serialize_msg_to_ws_v1([*PARTS, *buffers], channel), V1)
    assert sound(base.serialize_binary_message({"header": {}, "buffers": buffers}), None)


@given(st.binary(max_size=80), st.sampled_from([V1, None]))
@example((6).to_bytes(8, "little") + b"".join(n.to_bytes(8, "little") for n in (56, 56, 56, 56, 56, 57)) + b"x", V1)
def test_what_is_taken_is_no_longer_than_the_message(message: bytes, subprotocol: str | None) -> None:
    """Jupyter splits every accepted message into parts that together are part of the message."""
    base = pytest.importorskip("jupyter_server.services.kernels.connection.base")
    if not sound(message, subprotocol):
        return
    try:
        if subprotocol == V1:
            channel, parts = base.deserialize_msg_from_ws_v1(message)
            assert len(channel) + sum(map(len, parts)) <= len(message)
        else:
            base.deserialize_binary_message(message)
    except (ValueError, KeyError, TypeError):
        pass  # not JSON, and refused for that
