"""The moments of a game: shared, never copied, with a result for each finished round."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import Game, Session
from phase10_widgets.game.moments import Moments
from phase10_widgets.rules.events import RoundEnded
from tests.faults import every
from tests.helpers import begin, discard, group, seat

Results = list[tuple[int, int, tuple[int, ...]]]


def scanned(games: Moments) -> Results:
    """Return moment, round and points of each finished round, found by looking at every moment."""
    return [
        (at, before.state.round, event.points)
        for at, (before, after) in enumerate(pairwise(games), 1)
        for event in after.events
        if isinstance(event, RoundEnded)
    ]


def noted(games: Moments) -> Results:
    return [(result.end, result.before.state.round, result.event.points) for result in games.results]


def played(edition: str = "classic", seats: tuple[str, ...] = ("greedy", "random"), **options: Any) -> Session:
    session = Session(edition, seats, seed=1, **options)
    session.run()
    return session


@every("edition", p10.EDITIONS)
def test_results_match_a_scan_of_every_moment(edition: str) -> None:
    games = played(edition, phases=[1, 2, 3]).games
    assert len(games.results) >= 3
    assert noted(games) == scanned(games) == noted(Moments(games))
    starts = [0, *(result.end for result in games.results)]
    assert [result.start for result in games.results] == starts[:-1]
    for result in games.results:
        assert (result.before, result.after) == games[result.end - 1 : result.end + 1]
        assert games.result_at(result.end) is result
        assert games.result_at(result.end - 1) is None


def test_undo_removes_results() -> None:
    session = played("classic", ("Ana", "Ben"), phases=[1, 2])
    player = p10.players.get("greedy")
    while len(session.games.results) < 2:
        assert session.game.to_act is not None
        session.act(session.game.to_act, player.choose(session.observe(session.game.to_act)))
    before = session.games
    while session.can_undo(0):
        session.undo(0)
        assert noted(session.games) == scanned(session.games)
    assert session.games.results == ()
    assert len(before.results) == 2, "an earlier answer stays as it was"
    session.act(0, session.game.legal_actions()[-1])
    assert noted(before) == scanned(before)
    assert noted(session.games) == scanned(session.games) == []


def test_a_loaded_game_has_its_results_and_so_has_a_replayed_one() -> None:
    session = played(phases=[1, 2])
    for games in (
        Session.load(session.save()).games,
        Session.from_dict(json.loads(json.dumps(session.to_dict()))).games,
        Moments(Game.moments(session.game.record())),
    ):
        assert noted(games) == noted(session.games) == scanned(games)


def test_a_round_that_began_before_the_first_moment_has_a_result() -> None:
    threes = group("set", "R3 G3 B3", number=3)
    rows = seat("R1", laid=[threes] * 2, completed=[1], score=20), seat("R5 W", score=20)
    games = Moments([begin("classic", *rows, round=2, draw_pile="R4 R6")])
    (result,) = games.then(games[-1].apply(discard("R1"))).results
    assert (result.start, result.end, result.before.state.round, result.event.points[0]) == (0, 1, 2, 0)


def test_moments_are_a_sequence_that_never_changes() -> None:
    every = list(played(phases=[1]).games)
    games = Moments(every[:5])
    more = games.then(every[5])
    other = games.then(every[7])
    assert (list(games), list(more), list(other)) == (every[:5], every[:6], [*every[:5], every[7]])
    assert more.then(every[6])[-1] is every[6]
    assert more._shared is games._shared, "a game of any length grows without reading the earlier moments"
    assert (list(more.until(3)), list(more.until(3).then(every[3]))) == (every[:3], every[:4])
    assert len(more.until(99)) == len(more) == 6
    assert (more[1:4], more[-3:]) == (tuple(every[1:4]), tuple(every[3:6]))
    assert every[2] in more
    for at in (6, -7):
        with pytest.raises(IndexError):
            more[at]
