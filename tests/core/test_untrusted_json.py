"""Every reader of files parses untrusted JSON or refuses it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phase10_widgets import HouseRules, Session
from phase10_widgets.core.record import FORMAT
from phase10_widgets.core.untrusted_json import DEEPEST, loads
from phase10_widgets.screens.replay import read_game
from phase10_widgets.teaching import Progress
from tests.faults import every

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@pytest.mark.slow
@given(VALUES)
def test_json_is_read_as_it_is(value: Any) -> None:
    assert loads(json.dumps(value)) == value
    assert loads(json.dumps(value, ensure_ascii=False, indent=1)) == value


@pytest.mark.slow
@given(st.text(alphabet='"\\[]{}:,a1 ') | st.text())
def test_what_is_none_is_refused(text: str) -> None:
    try:
        expected = json.loads(text)
    except json.JSONDecodeError:
        with pytest.raises(json.JSONDecodeError):
            loads(text)
    else:
        assert repr(loads(text)) == repr(expected)  # not a number does not equal itself


@every("text", ['"\ud800"', r'"\ud800"', r'{"\uDFFF": 1}', r'["\ud83d", "\ude00"]'])
def test_half_a_character_is_refused(text: str) -> None:
    """It could be neither written to a file nor sent to a browser, whoever tried it first."""
    with pytest.raises(ValueError, match="half a character"):
        loads(text)
    assert loads(r'["\ud83d\ude00", "\\ud800"]') == ["\N{GRINNING FACE}", r"\ud800"]


@every(
    "text, why",
    [
        ("[" * DEEPEST + "]" * DEEPEST, "as deep as may be"),
        ("[" + "[]," * 1000 + "[]]", "many, but beside each other"),
        (json.dumps("[" * 1000), "brackets in a text"),
        (json.dumps('\\"' + "{" * 1000), "brackets after a quotation mark in a text"),
    ],
)
def test_how_deep_it_may_be(text: str) -> None:
    assert loads(text) == json.loads(text)


@every("read", [Session.load, Progress.loads, HouseRules.read, read_game])
@every("inner", ["[" * 50_000, '{"a":' * 50_000, f'{{"format": "{FORMAT}", "a": ' + "[" * 50_000])
def test_depth_ends_no_python(read: Callable[[str], object], inner: str) -> None:
    """A browser's Python has a small stack: input that is nested too deeply is refused before it is parsed."""
    with pytest.raises(ValueError, match=r"read|damaged|not a|no game|no file"):
        read(inner)
