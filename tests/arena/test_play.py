"""Contests: every deal from every seat, with any player, anywhere; and players that misbehave."""

from __future__ import annotations

import json
import math
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from functools import partial
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import Action, Discard, Draw, Game, Observation, arena
from phase10_widgets.players.greedy import GreedyPlayer
from phase10_widgets.players.random import RandomPlayer
from tests.arena.players import careful
from tests.faults import every
from tests.helpers import needs_analysis

SHORT: dict[str, Any] = {"phases": [1]}
MINE = arena.Entrant("mine", lambda seed: GreedyPlayer())


@every("edition", p10.EDITIONS)
def test_every_deal_is_played_from_every_seat(edition: str) -> None:
    """With three seats, each player sits at each seat once, and the seats get the same cards."""
    found = arena.play(edition, ["greedy", "random", "greedy"], games=6, seed=3, **SHORT)
    rows = list(found.each_game())
    assert [(row["deal"], row["rotation"]) for row in rows] == [(d, r) for d in (0, 1) for r in (0, 1, 2)]
    for deal in (0, 1):
        same = [row for row in rows if row["deal"] == deal]
        assert len({row["seed"] for row in same}) == 1
        for player in found.players:
            assert sorted(row["players"].index(player) for row in same) == [0, 1, 2]
        assert len({found.game(deal, rotation).record()["rounds"][0]["deck"] for rotation in range(3)}) == 1
    assert rows[0]["seed"] != rows[3]["seed"]


def test_counts_match_the_replayed_games() -> None:
    found = arena.play("classic", ["greedy", "random"], games=7, seed="a text", phases=[2, 4])
    assert found.games == 7
    assert sum(found.wins) == 7
    wins = {"greedy": 0, "random": 0}
    for row in found.each_game():
        game = Game.replay(found.game(row["deal"], row["rotation"]).record())
        assert [game.players[seat] for seat in game.winners] == row["winners"]
        assert [len(seat.completed) for seat in game.state.seats] == row["phases"]
        assert [seat.score for seat in game.state.seats] == row["scores"]
        assert game.state.round == row["rounds"]
        assert sum(len(one["actions"]) for one in game.record()["rounds"]) == row["moves"]
        assert row["players"] == list(game.players)
        wins[row["winners"][0]] += 1
    assert found.wins == (wins["greedy"], wins["random"])
    with pytest.raises(IndexError, match="deal 3, rotation 1"):
        found.game(3, 1)


def test_players_come_in_many_forms() -> None:
    """A player plays the same games whether given as a name, a class, an object, a function or a custom entrant."""
    forms = ["greedy", GreedyPlayer, GreedyPlayer(), careful, MINE]
    found = [arena.play("classic", [form, "random"], games=4, **SHORT) for form in forms]
    assert {one.played for one in found} == {found[0].played}
    assert [one.players[0] for one in found] == ["greedy", "GreedyPlayer", "GreedyPlayer", "careful", "mine"]


def test_a_stateful_object_starts_each_game_fresh() -> None:
    """Its random numbers depend neither on earlier games nor on the order of the games."""
    player = RandomPlayer(5)
    whole = arena.play("classic", [player, "greedy"], games=6, **SHORT)
    assert arena.play("classic", [player, "greedy"], games=6, **SHORT) == whole
    again = whole.game(2, 1)
    assert [again.players[seat] for seat in again.winners] == list(whole.each_game())[5]["winners"]
    assert again.record() == whole.game(2, 1).record()


def raises(observation: Observation) -> Action:
    raise IndexError("list index out of range")


def draws_always(observation: Observation) -> Action:
    return Draw("deck")


def throws_what_it_has_not(observation: Observation) -> Action:
    return Discard("S") if observation.step == "play" else Draw("deck")


def idle(observation: Observation) -> Action:
    """Discard the card just drawn."""
    return Draw("deck") if observation.step == "draw" else Discard(observation.hand[-1].code)


BAD: list[tuple[Any, str, int]] = [
    (raises, r"raises stopped with an error: IndexError: list index out of range \[classic", 1),
    (draws_always, r"draws_always broke a rule: You have already .* It returned \{'type': 'draw', 'from': 'deck'\}", 2),
    (lambda view: None, r"function returned no action: An action must be an object with a 'type', not None", 1),
    (throws_what_it_has_not, r"throws_what_it_has_not broke a rule: .* is not in your hand.*'S'", 2),
    (lambda view: Draw(["deck"]), r"function returned no action", 1),  # type: ignore[arg-type]
    (lambda view: "pass", r"function returned no action: .*'pass'", 1),
]


@every("player, message, move", BAD)
def test_a_misbehaving_player_is_named_with_its_fault(player: Any, message: str, move: int) -> None:
    with pytest.raises(arena.EntrantError, match=message) as caught:
        arena.play("classic", [player, "greedy"], games=10, seed=8)
    error = caught.value
    assert (error.seat, error.move) == (0, move)
    assert f"seed '{error.seed}', round 1, seat 0, move {move}]" in str(error)
    game = Game.replay(error.record)
    assert game.to_act == 0
    assert game.players[0] == error.player
    assert sum(len(one["actions"]) for one in error.record["rounds"]) == move - 1


def test_a_game_that_does_not_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("phase10_widgets.arena.deals.MOST_ACTIONS", 2000)
    with pytest.raises(arena.EntrantError, match=r"the game does not end: it has taken 2,000 actions \[standard"):
        arena.play("standard", [idle, idle], games=1)


WRONG = [
    ({"players": ["greedy"]}, "at least two players"),
    ({"players": "greedy"}, "players must be a list of players, not 'greedy'"),
    ({"players": ["greedy", "clairvoyant"]}, "there is no player 'clairvoyant'"),
    ({"players": ["greedy", 3]}, "a player must be a name, .* not 3"),
    ({"players": ["greedy", arena.Entrant("odd", lambda seed: 5)]}, "a player must be a name, .* not 5"),  # type: ignore[arg-type, return-value]
    ({"players": [object, "greedy"]}, r"^object has no method choose\(observation\), so it is not a player class$"),
    ({"players": ["greedy"] * 7}, "2 to 6 players, not 7"),
    ({"games": 0}, "games must be a whole number from 1 to 1000000000, not 0"),
    ({"games": 2.0}, "games must be a whole number"),
    ({"seed": None}, "a seed must be a whole number of at most 100 digits"),
    ({"until": "won"}, 'until must be "decided"'),
    ({"until": 2}, 'until must be "decided"'),
    ({"confidence": 1}, "confidence must be between 0 and 1"),
    ({"in_flight": 0}, "in_flight must be a whole number"),
    ({"color": "red"}, "no option 'color'"),
    ({"edition": "uno"}, "there is no edition 'uno'"),
    ({"first_dealer": 3}, "no player sits in the seat"),
]


@every("wrong, message", WRONG)
def test_invalid_arguments_are_refused_before_play(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        arena.play(**{"edition": "classic", "players": ["greedy", "random"], "games": 10, **wrong})


def test_a_shared_win_is_shared_evenly() -> None:
    """V1: equal scores share a place. A stalemate scores hands that nobody has changed (G20)."""
    found = arena.play("classic", [idle, idle], games=40, seed=1, advance="always", **SHORT)
    rows = list(found.each_game())
    shared = [row for row in rows if len(row["winners"]) == 2]
    assert 0 < len(shared) < 10
    assert all(row["scores"][0] == row["scores"][1] for row in shared)
    alone = [sum(row["winners"] == [name] for row in rows) for name in found.players]
    assert found.wins == tuple(won + len(shared) / 2 for won in alone)


def test_results_are_json_and_csv() -> None:
    found = arena.play("masters", ["greedy", "random"], games=4, seed=2, **SHORT)
    data = json.loads(json.dumps(found.to_dict()))
    assert data == found.to_dict()
    assert (data["wins"], data["options"]) == ([*found.wins], SHORT)
    assert [row["player"] for row in data["rows"]] == ["greedy", "random"]
    head, first, _ = found.to_csv().splitlines()
    assert head.startswith("player,games,wins,share,low,high,rating")
    assert first.startswith(f"greedy,4,{found.wins[0]},")
    assert "masters, phases=[1], 2 seats: 4 games, 2 deals" in str(found)


def first(view: Any) -> Any:
    return view.legal_actions()[-1] if view.step == "play" else view.legal_actions()[0]


EQUAL: list[tuple[list[Any], set[int], int]] = [
    # the players, the rotations that repeat others, how many of 12 games are left
    (["greedy"] * 4, {1, 2, 3}, 3),
    (["greedy"] * 3, {1, 2}, 4),
    (["greedy", first] * 2, {2, 3}, 6),
    ([GreedyPlayer, GreedyPlayer], {1}, 6),
    ([careful, careful], {1}, 6),
    ([MINE] * 2, {1}, 6),
    (["greedy", "random"], set(), 12),
    (["random", "random"], set(), 12),
    (["expert:1", "expert:1"], set(), 12),
    (["greedy", "greedy", "random"], set(), 12),
]


@pytest.mark.slow
@every("given, rotations, left", EQUAL)
def test_deterministic_equals_do_not_multiply_results(given: list[Any], rotations: set[int], left: int) -> None:
    found = arena.play("classic", given, games=12, seed=2, **SHORT)
    assert found.repeats == {(0, rotation) for rotation in rotations}
    assert len(list(found.each_game())) == 12, "by default, every game has its row"
    rows = list(found.each_game(repeats=False))
    assert len(rows) == left
    assert len({(row["deal"], str(row["scores"]), row["moves"]) for row in rows}) == left
    assert len(list(found.each_seat(repeats=False))) == left * len(given)
    assert (f"{12 - left} of the 12 games repeat others" in str(found)) == bool(rotations)
    assert arena.Results.from_dict(found.to_dict()).repeats == found.repeats


@pytest.mark.slow
def test_seat_shares_are_estimated_by_deal() -> None:
    """Four equal players repeat each game four times; the intervals are those of the games that are not repeated."""
    once, four = (arena.play("classic", ["greedy"] * seats, games=120, seed=3, **SHORT) for seats in (2, 4))
    assert sum(share.value for share in four.seat_shares) == pytest.approx(1)
    for found in (once, four):
        deals = found.games // found.seats
        for seat, share in enumerate(found.seat_shares):
            won = sum(row["won"] for row in found.each_seat(repeats=False) if row["seat"] == seat)
            assert share.value == pytest.approx(won / deals)
            assert share.error == pytest.approx(math.sqrt(share.value * (1 - share.value) / (deals - 1)))
            assert share.trials == found.games


@needs_analysis
def test_a_dataframe_warns_of_repeated_games() -> None:
    found = arena.play("classic", ["greedy"] * 2, games=4, **SHORT)
    with pytest.warns(UserWarning, match="2 of the 4 games repeat others: .* repeats=False leaves them out"):
        assert len(found.to_frame()) == 8
    frames = [found.to_frame(repeats=True), found.to_frame(repeats=False), found.to_frame("players")]
    assert [len(frame) for frame in frames] == [8, 4, 2]


def interrupted(*at: Any) -> Any:
    """Interrupt as Ctrl+C does: in a watcher after six games, in a player at once."""
    if len(at) == 1 or at[0] >= 6:
        raise KeyboardInterrupt


@pytest.mark.parametrize(("play", "executor"), [(arena.play, None), (arena.round_robin, ThreadPoolExecutor)])
def test_an_interrupted_play_keeps_its_games(play: Any, executor: Any) -> None:
    given = {"games": 40, "seed": 5, **SHORT}
    with executor(2) if executor else nullcontext() as workers:
        says = "interrupted: these are the results of the first 6 of 40 games"
        with pytest.warns(RuntimeWarning, match=says) as caught:
            found = play("classic", ["greedy", "random"], progress=interrupted, executor=workers, **given)
        assert caught[0].filename == __file__, "the warning points at the call"
        assert found.played == play("classic", ["greedy", "random"], **{**given, "games": 6}).played
        with pytest.raises(KeyboardInterrupt):
            play("classic", [interrupted, "random"], executor=workers, **given)


def test_an_entrant_gets_its_seed_by_keyword() -> None:
    """The first parameter of a factory may have another meaning."""
    told: list[tuple[Any, ...]] = []

    class Deep:
        choose = staticmethod(careful)

        def __init__(self, iterations: int = 40, *, seed: Any = None) -> None:
            told.append((iterations, seed))

    class Plain:
        choose = staticmethod(careful)

        def __init__(self, iterations: int = 40) -> None:
            told.append((iterations, None))

    def by_place(chance: Any) -> Any:
        told.append((40, chance))
        return careful

    def by_name(cards: int = 40, **more: Any) -> Any:
        told.append((cards, more["seed"]))
        return careful

    found: dict[str, set[Any]] = {}
    makes: list[Any] = [Deep, partial(Deep, 40), partial(Deep, iterations=40), by_place, by_name, Plain]
    for make in makes:
        told.clear()
        arena.play("classic", [arena.Entrant("one", make), "greedy"], games=4, seed=5, **SHORT)
        assert {iterations for iterations, _ in told} == {40}
        found[str(make)] = {seed for _, seed in told}
    *seeded, plain = found.values()
    assert plain == {None}
    assert all(seeds == seeded[0] and len(seeds) == 5 for seeds in seeded), "one for each game, and one to try it"
    told.clear()
    arena.play("classic", [Deep, Deep], games=4, seed=5, **SHORT)
    assert len(set(told)) >= 8, "a class that is not an entrant gets one for each game and seat as well"


@every("games, says", [(1, "1 game, 1 deal"), (2, "2 games, 1 deal"), (4, "4 games, 2 deals each")])
def test_singular_agrees(games: int, says: str) -> None:
    assert f"{says} played from every seat" in str(arena.play("classic", ["greedy", "random"], games=games, **SHORT))
