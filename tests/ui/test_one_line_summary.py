"""The summary of a win is true, checked against the scores of every round."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from phase10_widgets import Session
from phase10_widgets.languages.text import Text
from phase10_widgets.ui.table.one_line_summary import CLOSE, FAR, STREAK, tale

ENGLISH, GERMAN = Text("en"), Text("de")
OPTIONS: list[dict[str, Any]] = [{"phases": [1, 2, 3, 4, 5]}, {"phases": [1, 2]}, {}, {"advance": "always"}]


def finished(seed: int, options: dict[str, Any]) -> Session:
    session = Session("classic", ["greedy", "random", "greedy"], seed=seed, **options)
    session.run()
    return session


@pytest.mark.slow
def test_every_summary_is_true() -> None:
    kinds = Counter[str]()
    for seed in range(40):
        session = finished(seed, OPTIONS[seed % len(OPTIONS)])
        kinds[check(session)] += 1
    assert set(kinds) >= {"every", "streak", "last"}, kinds


def check(session: Session) -> str:
    """Check the summary of this game; return its kind."""
    results, game = session.games.results, session.game
    said = tale(results, ENGLISH)
    if len(game.winners) != 1 or len(results) < 2:
        assert said == ""
        return "none"
    won = game.winners[0]
    done = [[len(seat.completed) for seat in result.after.state.seats] for result in results]
    gains = [now[won] > before[won] for before, now in zip([[0] * 3, *done], done, strict=False)]
    if not said:
        last = game.edition.phases[-1].number
        assert not gains[-1] or last not in game.state.seats[won].completed
        return "none"
    assert tale(results, GERMAN) not in ("", said)
    if found := re.fullmatch(r"After round (\d+), (.+) was (\d+) phases ahead.*", said):
        at = int(found[1]) - 1
        assert max(done[at]) - done[at][won] == int(found[3]) >= FAR
        assert done[at][game.players.index(found[2])] == max(done[at])
        return "behind"
    if said.endswith("in every round."):
        assert all(gains)
        return "every"
    if found := re.search(r"each of the last (\d+) rounds", said):
        n = int(found[1])
        assert n >= STREAK
        assert all(gains[-n:])
        assert not gains[-n - 1]
        return "streak"
    if found := re.search(r"Only (\d+) points", said):
        scores = [seat.score for at, seat in enumerate(game.state.seats) if at != won and done[-1][at] == done[-1][won]]
        assert min(scores) - game.state.seats[won].score == int(found[1])
        assert 0 < int(found[1]) <= CLOSE
        return "close"
    assert said.endswith(f"laid down the last phase in round {results[-1].before.state.round}.")
    assert gains[-1]
    assert game.edition.phases[-1].number in game.state.seats[won].completed
    return "last"


def test_a_game_of_one_round_has_no_summary() -> None:
    assert tale(finished(1, {"phases": [1]}).games.results[:1], ENGLISH) == ""
