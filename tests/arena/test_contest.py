"""Contests give the same results wherever they run and however often they stop, and end once settled."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest

from phase10_widgets import Game, arena
from phase10_widgets.arena import Contest
from phase10_widgets.parallel.executors import ExecutorError
from phase10_widgets.players.greedy import GreedyPlayer
from phase10_widgets.players.random import RandomPlayer
from tests.arena.players import careful, gives_up
from tests.faults import no_faults
from tests.odds.coins import stop_at

SHORT: dict[str, Any] = {"phases": [1, 2]}
PLAYERS = ["greedy", "random", RandomPlayer, careful]


@pytest.fixture(scope="module")
def processes() -> Iterator[ProcessPoolExecutor]:
    """Return a pool of two spawned processes, which every system supports."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        yield pool


@pytest.mark.slow
def test_results_are_the_same_everywhere(processes: ProcessPoolExecutor) -> None:
    here = arena.round_robin("masters", PLAYERS, 5, seed=4, **SHORT)
    assert arena.round_robin("masters", PLAYERS, 5, seed=4, executor=processes, **SHORT) == here
    with ThreadPoolExecutor(8) as threads:
        there = arena.round_robin("masters", PLAYERS, 5, seed=4, executor=threads, in_flight=3, **SHORT)
    assert there == here
    assert (there.to_dict(), str(there)) == (here.to_dict(), str(here))
    assert arena.round_robin("masters", PLAYERS, 5, seed=5, **SHORT) != here


@pytest.mark.slow
def test_until_stops_at_the_same_deal_everywhere(processes: ProcessPoolExecutor) -> None:
    """One table is settled early and the other two continue; games in progress at the first are not counted."""
    players = ["greedy", "greedy", "random"]
    here = arena.round_robin("classic", players, 60, until="decided", **SHORT)
    assert arena.round_robin("classic", players, 60, until="decided", executor=processes, **SHORT) == here
    even, *uneven = (table["games"] for table in here.to_dict()["tables"])
    assert even == 60
    assert all(games < 60 for games in uneven)


@pytest.mark.slow
def test_until_decided_ends_once_an_even_share_is_excluded() -> None:
    found = arena.play("classic", ["random", "greedy"], until="decided", **SHORT)
    assert found.any_time
    assert found.games < 100
    assert found.shares[0].high < 0.5 < found.shares[1].low
    assert found.shares[0].low == pytest.approx(1 - found.shares[1].high)
    before = arena.play("classic", ["random", "greedy"], found.games - 2, until="decided", **SHORT)
    assert before.shares[1].low <= 0.5
    assert before.played == found.played[:-1]


@pytest.mark.slow
def test_until_a_width_ends_at_that_width_and_the_total_is_estimated() -> None:
    seen: list[tuple[int, ...]] = []
    pair: dict[str, Any] = {"players": ["greedy", "random"], "phases": ["1 set of 2"]}
    found = arena.play("classic", until=0.1, progress=lambda *at: seen.append(at), **pair)
    assert 60 <= found.games < 1000
    assert seen[0] == (2, 20_000), "too few deals to tell"
    assert seen[-1] == (found.games, found.games)
    assert all(done <= most for done, most in seen)
    assert max(most for done, most in seen if done >= 60) < 3 * found.games
    assert all(share.margin <= 0.1 for share in found.shares)
    assert not found.any_time
    assert found == arena.play("classic", games=found.games, **pair)


def test_a_faulty_player_in_another_process_is_reported(processes: ProcessPoolExecutor) -> None:
    with pytest.raises(arena.EntrantError, match="gives_up stopped with an error: RuntimeError: enough") as here:
        arena.play("classic", ["greedy", gives_up], 10, seed=2)
    with pytest.raises(arena.EntrantError) as there:
        arena.play("classic", ["greedy", gives_up], 10, seed=2, executor=processes)
    assert str(there.value) == str(here.value)
    assert there.value.record == here.value.record
    game = Game.replay(there.value.record)
    assert (game.to_act, game.state.round) == (there.value.seat, 2)


def test_unpicklable_things_are_refused_before_sending(processes: ProcessPoolExecutor) -> None:
    with pytest.raises(ExecutorError, match="cannot be sent to another process"):
        arena.play("classic", ["greedy", lambda view: GreedyPlayer().choose(view)], 4, executor=processes)


def test_stopping_and_resuming_changes_nothing() -> None:
    whole = arena.round_robin("flip", ["greedy", "random", "random"], 6, seed=7, phases=[1])
    contest = Contest("flip", ["greedy", "random", "random"], 6, seed=7, seats=2, phases=[1])
    first = contest.run(progress=stop_at(contest, 8))
    assert (first.games, contest.finished) == (8, False)
    again = Contest.from_dict(json.loads(json.dumps(contest.to_dict())))
    assert again.results == first
    assert again.run() == whole
    assert again.finished
    assert contest.run() == whole
    assert contest.run() == whole, "there is nothing left to play"


def test_it_can_be_played_move_by_move() -> None:
    """A deal dropped halfway is played again, with the same results."""
    whole = arena.round_robin("classic", ["greedy", "random", "random"], 4, seed=7, **SHORT)
    contest = Contest("classic", ["greedy", "random", "random"], 4, seed=7, seats=2, **SHORT)
    moves, playing = 0, contest.by_moves()
    while contest.results.games < 6:
        next(playing)
        moves += 1
    assert moves >= sum(row["moves"] for row in contest.results.each_game())
    next(playing)
    assert sum(1 for _ in contest.by_moves()) > 0
    assert contest.results == whole
    assert list(contest.by_moves()) == []


def test_a_saved_contest_needs_custom_players_again() -> None:
    contest = Contest("classic", [careful, "random"], 4, **SHORT)
    contest.run()
    kept = contest.to_dict()
    with pytest.raises(ValueError, match="no player 'careful'"):
        Contest.from_dict(kept)
    with pytest.raises(ValueError, match="the contest file's players are careful, random, not greedy, random"):
        Contest.from_dict(kept, ["greedy", "random"])
    assert Contest.from_dict(kept, [careful, "random"]).results == contest.results


def test_a_damaged_file_is_refused() -> None:
    contest = Contest("classic", ["greedy", "random"], 4, **SHORT)
    contest.run()
    kept = contest.to_dict()
    table, deal, games = kept["played"][0]
    spoiled: list[tuple[dict[str, Any], str]] = [
        ({"options": [1]}, "'options' must be an object"),
        ({"games": -4}, "games must be a whole number"),
        ({"players": 5}, "'players' must be a list of names"),
        ({"played": 5}, "'played' must be a list of deals"),
        ({"played": [[table, 1, games]]}, "deal 0 comes next"),
    ]
    deals = [5, [9, deal, games], [table, deal, []], [table, deal, games[:1]]]
    deals += [[table, deal, [[*one, *games[0][len(one) :]], games[1]]] for one in ([[2]], [[0], "x"])]
    impossible = "contest file contains an impossible deal|number of games in deal 0 of this contest file must be 2"
    spoiled += [({"played": [one]}, impossible) for one in deals]
    with no_faults() as faults:
        for change, message in spoiled:
            with faults.of(change), pytest.raises(ValueError, match=message):
                Contest.from_dict({**kept, **change})
        with faults.of("a part is missing"), pytest.raises(ValueError, match="lacks 'played'"):
            Contest.from_dict({name: value for name, value in kept.items() if name != "played"})


def test_tables_for_three() -> None:
    """Every three of the four players meet, with the same deals for each table."""
    found = arena.round_robin("standard", ["greedy", "random", "greedy", "random"], 3, seats=3, phases=[1])
    assert found.tables == ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3))
    assert found.games == 12
    assert found.among("greedy", "random").tables == ((0, 1, 2), (0, 1, 3))
    assert sum(found.among("greedy", "random").wins) == 6
    assert sum(found.wins) == 12
    assert [share.trials for share in found.shares] == [9] * 4
