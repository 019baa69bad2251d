"""The golden files, which the browser's tests read, match Python's current output and input."""

from __future__ import annotations

import pytest

from devtools.generate import golden


@pytest.mark.parametrize("name", sorted(golden.files()))
def test_a_golden_file_is_what_python_writes_now(name: str) -> None:
    committed = (golden.FOLDER / name).read_text("utf-8")
    assert committed == golden.files()[name], "run `python -m devtools.generate.golden` and look at the difference"


def test_no_golden_file_is_left_over() -> None:
    assert {path.name for path in golden.FOLDER.glob("*.json")} == set(golden.files())


def test_every_kind_of_message_is_in_a_golden_file() -> None:
    """The kinds of the protocol; each message was handled when the files were made."""
    games = [*map(golden.game, golden.GAMES), golden.shared()]
    messages = [message for game in games for message in game["messages"].values()]
    assert {message["kind"] for message in messages} == {
        *("action", "undo", "continue", "ready", "again"),
        *("pace", "pause", "language", "replay", "seek", "eyes", "back"),
    }
    actions = {message["action"]["type"] for message in messages if message["kind"] == "action"}
    assert actions == {"draw", "choose_phase", "lay_down", "hit", "discard", "save"}
