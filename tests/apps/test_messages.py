"""Binary websocket messages: those of our pages are accepted, lying headers and other kinds are not."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from devtools.measure import bad_messages
from devtools.measure.open_page import packed
from phase10_widgets.apps.serve.messages import ALL_STATES, CONTROL, KINDS, MOST_OFFSETS, check, cost, parts

PARTS = [b'{"msg_type": "comm_msg"}', b"{}", b"{}", b'{"data": 1}']


def test_what_our_pages_send_is_taken_and_what_no_page_sends_is_refused() -> None:
    assert all(map(bad_messages.refused, bad_messages.frames()))
    for kind in sorted(KINDS):
        check(packed({"msg_type": kind}, {"target_name": CONTROL}))
    # A page asks for all states once; whoever does on and on makes Python and the server work hard for each.
    assert cost(packed({"msg_type": "comm_msg"}, {"data": {"method": "request_states"}})) == ALL_STATES
    assert cost(packed({"msg_type": "comm_msg"}, {"data": {"method": "custom", "content": {}}})) == 1


@pytest.mark.slow
@given(st.lists(st.binary(max_size=9), max_size=MOST_OFFSETS - 6))
def test_what_jupyter_writes_is_taken(buffers: list[bytes]) -> None:
    base = pytest.importorskip("jupyter_server.services.kernels.connection.base")
    message = base.serialize_msg_to_ws_v1([*PARTS, *buffers], "shell")
    check(message)
    channel, *others = map(bytes, parts(message))
    assert (channel.decode(), others) == base.deserialize_msg_from_ws_v1(message)


@given(st.binary(max_size=80))
@example((6).to_bytes(8, "little") + b"".join(n.to_bytes(8, "little") for n in (56, 56, 56, 56, 56, 57)) + b"x")
def test_what_is_taken_is_no_longer_than_the_message(message: bytes) -> None:
    """Jupyter splits every accepted message into parts that together are part of the message."""
    base = pytest.importorskip("jupyter_server.services.kernels.connection.base")
    try:
        check(message)
    except ValueError:
        return
    channel, found = base.deserialize_msg_from_ws_v1(message)
    assert len(channel) + sum(map(len, found)) <= len(message)
