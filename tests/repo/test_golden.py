"""The golden files, which the browser's tests read, match Python's current output and input."""

from __future__ import annotations

from itertools import islice

import pytest

from devtools.generate import compact, golden

MOST_SHOWN = 40


@pytest.mark.slow
def test_the_golden_files_match_python() -> None:
    found = list(islice(compact.differences(golden.committed(), golden.contents()), MOST_SHOWN))
    assert not found, "\n".join(["run `python -m devtools.generate.golden` if this is right:", *found])


def test_every_kind_of_message_is_in_a_golden_file() -> None:
    """All kinds of the protocol are there; each message was handled when the files were made."""
    games = [*map(golden.game, golden.GAMES), golden.shared()]
    messages = [message for game in games for message in game["messages"].values()]
    assert {message["kind"] for message in messages} == {
        *("action", "undo", "continue", "ready", "again"),
        *("pace", "pause", "language", "replay", "seek", "eyes", "back"),
    }
    actions = {message["action"]["type"] for message in messages if message["kind"] == "action"}
    assert actions == {"draw", "choose_phase", "lay_down", "hit", "discard", "save"}
