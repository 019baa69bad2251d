"""Every reader of files parses untrusted JSON or refuses it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phase10_widgets import HouseRules, Session
from phase10_widgets.base.untrusted_json import MOST_LEVELS, loads
from phase10_widgets.rules.record import FORMAT
from phase10_widgets.teaching import Progress
from phase10_widgets.ui.replay.screen import read_game
from tests.faults import every

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@pytest.mark.slow
@given(VALUES)
def test_valid_json_is_parsed(value: Any) -> None:
    assert loads(json.dumps(value)) == value
    assert loads(json.dumps(value, ensure_ascii=False, indent=1)) == value


@pytest.mark.slow
@given(st.text(alphabet='"\\[]{}:,a1 ') | st.text())
def test_invalid_json_is_refused(text: str) -> None:
    try:
        expected = json.loads(text)
    except json.JSONDecodeError:
        with pytest.raises(json.JSONDecodeError):
            loads(text)
    else:
        assert repr(loads(text)) == repr(expected)  # NaN does not equal itself


@every("text", ['"\ud800"', r'"\ud800"', r'{"\uDFFF": 1}', r'["\ud83d", "\ude00"]'])
def test_lone_surrogates_are_refused(text: str) -> None:
    """They can be neither written to a file nor sent to a browser."""
    with pytest.raises(ValueError, match="half a character"):
        loads(text)
    assert loads(r'["\ud83d\ude00", "\\ud800"]') == ["\N{GRINNING FACE}", r"\ud800"]


@every(
    "text, why",
    [
        ("[" * MOST_LEVELS + "]" * MOST_LEVELS, "as deep as allowed"),
        ("[" + "[]," * 1000 + "[]]", "many, but side by side"),
        (json.dumps("[" * 1000), "brackets in a text"),
        (json.dumps('\\"' + "{" * 1000), "brackets after a quotation mark in a text"),
    ],
)
def test_nesting_has_a_limit(text: str) -> None:
    assert loads(text) == json.loads(text)


@every("read", [Session.load, Progress.loads, HouseRules.read, read_game])
@every("inner", ["[" * 50_000, '{"a":' * 50_000, f'{{"format": "{FORMAT}", "a": ' + "[" * 50_000])
def test_deep_nesting_never_crashes_python(read: Callable[[str], object], inner: str) -> None:
    """A browser's Python has a small stack: input that is nested too deeply is refused before it is parsed."""
    with pytest.raises(ValueError, match=r"read|damaged|not a|no game|no file"):
        read(inner)
