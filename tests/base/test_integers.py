"""Everything that ``operator.index`` accepts counts as an integer everywhere, except True; 3.0 does not count."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import arena, coach, odds, players
from phase10_widgets.base.integers import LONGEST_SEED
from phase10_widgets.odds.simulation.simulate import Simulation
from phase10_widgets.teaching.capstone import check_design
from phase10_widgets.teaching.lessons import lesson
from phase10_widgets.teaching.progress.progress import Progress
from tests.faults import every
from tests.helpers import played_out

AT = odds.Situation.with_cards("classic", 1, "R7 B7 G7 Y2 B2 R9")
RESULTS = arena.play("classic", ["greedy", "random"], 2, phases=[1])


GAME = p10.Game.new("classic", seed=1)
OPENING = [*p10.Game.moments(played_out("classic", 1, phases=[1]).record())][:8]
"""The first moments of a game; both seats have made choices by then."""


class Index:
    """An integer that is not an int, like NumPy's."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


def contest(**changed: Any) -> str:
    made = arena.Contest("classic", ["greedy", "random"], **{"games": 2, "seed": 1, "seats": 2, **changed})
    return json.dumps(made.to_dict())


def simulated(**changed: Any) -> str:
    made = Simulation(odds.question("deal", edition="classic", phase=1), **{"trials": 20, "seed": 1, **changed})
    return json.dumps(made.to_dict())


def begun(**changed: Any) -> str:
    game = p10.Game.new("classic", **{"seed": 1, "phases": [1, 2], "first_dealer": 1, **changed})
    return json.dumps(game.record())


WHERE: list[tuple[Callable[[Any], Any], int, str]] = [
    (lambda n: begun(seed=n), 7, "a game's seed"),
    (lambda n: begun(phases=[n, 2]), 1, "a phase to be played"),
    (lambda n: begun(first_dealer=n), 1, "a seat"),
    (lambda n: contest(seed=n), 7, "a contest's seed"),
    (lambda n: contest(games=n), 2, "games"),
    (lambda n: contest(seats=n), 2, "seats of a contest"),
    (lambda n: simulated(seed=n), 7, "a simulation's seed"),
    (lambda n: simulated(trials=n), 30, "trials"),
    (lambda n: simulated(chunk=n), 10, "trials of a chunk"),
    (lambda n: odds.deal("classic", n), 1, "a phase by its number"),
    (lambda n: odds.deal("classic", 1, cards=n), 10, "cards"),
    (lambda n: json.dumps(odds.question("deal", edition="classic", phase=n).to_dict()), 1, "an experiment's phase"),
    (lambda n: json.dumps(odds.question("wilds", edition="classic", at_least=n).to_dict()), 1, "a parameter"),
    (lambda n: vars(players.get("expert", level=n))["_settings"], 5, "a level"),
    (lambda n: odds.deal("classic", 1, seats=n), 3, "seats of a deal"),
    (lambda n: odds.deal("classic", 1, deck={"W": n}), 9, "cards of a deck"),
    (lambda n: odds.within(AT, n), 2, "draws"),
    (lambda n: odds.Situation.of(AT, n).phase, 2, "the phase of a situation"),
    (lambda n: p10.missing("R7 B7", n, edition="classic"), 2, "a phase that lacks cards"),
    (lambda n: GAME.observe(n).seat, 1, "a seat that looks"),
    (lambda n: coach.review(OPENING, seat=n).to_dict(), 1, "a seat that is reviewed"),
    (lambda n: coach.review(OPENING, round=n).to_dict(), 1, "a round that is reviewed"),
    (lambda n: coach.luck(OPENING).text(n), 1, "a seat that had luck"),
    (lambda n: RESULTS.game(n, n, 0).record(), 0, "a deal and a rotation"),
    (lambda n: str(RESULTS.among(n)), 1, "a player of a contest"),
    (lambda n: players.get("random", n).choose(GAME.observe(0)), 7, "a player's seed"),
    (lambda n: Progress(n).dumps(), 7, "a learner's seed"),
    (lambda n: str(lesson(3).questions[0].exercise(n).prompt), 7, "an exercise's seed"),
    (lambda n: p10.Session("classic", ["greedy", "random"], n).save(), 7, "a session's seed"),
    (lambda n: json.dumps(p10.Game.from_position(GAME.position(), n).record()), 7, "the seed of a position"),
    (lambda n: lesson(n).number, 3, "a lesson"),
    (lambda n: check_design(n, [f"1 run of {4 + at % 4}" for at in range(10)]).wilds, 8, "wilds"),
]
where = every("made, number, why", WHERE)


@where
def test_integers_of_other_types_are_accepted(made: Callable[[Any], Any], number: int) -> None:
    """Files contain them as ordinary integers."""
    assert made(Index(number)) == made(number)


NONE_IS_USUAL = {
    *("games", "seats of a contest", "trials", "trials of a chunk", "a level", "a seat", "seats of a deal"),
    *("the phase of a situation", "a seat that looks", "a seat that is reviewed", "a round that is reviewed"),
    *("a player's seed", "a session's seed"),
}
REFUSED = [
    (made, other, f"{why}: {other!r}")
    for made, _, why in WHERE
    for other in (True, 1.0, b"1", None)
    if other is not None or why not in NONE_IS_USUAL
]


@every("made, other, why", REFUSED)
def test_non_integers_are_refused(made: Callable[[Any], Any], other: Any) -> None:
    with pytest.raises((ValueError, TypeError, IndexError)):
        made(other)


@where
def test_numpy_has_integers_of_all_sizes(made: Callable[[Any], Any], number: int) -> None:
    numpy = pytest.importorskip("numpy")
    for kind in (numpy.int64, numpy.uint8):
        assert made(kind(number)) == made(number)


def test_numpy_counts_phases_of_a_column() -> None:
    numpy = pytest.importorskip("numpy")
    hands = odds.batch.matrix("classic", ["R7 B7 G7 Y1 B1 R1", "R1"])
    assert odds.batch.holds("classic", numpy.int64(1), hands).tolist() == [True, False]
    assert [odds.deal("classic", n) for n in numpy.arange(1, 3)] == [odds.deal("classic", n) for n in (1, 2)]
    with pytest.raises(ValueError, match="a list of phase numbers such as"):
        p10.Game.new("classic", phases=numpy.arange(1, 3))


@every("made", [begun, contest, simulated])
@every("seed", [10**LONGEST_SEED, "x" * (LONGEST_SEED + 1)])
def test_a_seed_that_is_too_large_is_refused_with_the_limit(made: Callable[..., str], seed: Any) -> None:
    with pytest.raises(ValueError, match=f"at most {LONGEST_SEED} digits or text of at most {LONGEST_SEED} char"):
        made(seed=seed)
    assert made(seed=10**LONGEST_SEED - 1) == made(seed=Index(10**LONGEST_SEED - 1))


def test_a_seed_is_encodable_text() -> None:
    with pytest.raises(ValueError, match=r"a seed must be .* not 'half a character: \?'"):
        p10.Game.new("classic", ["Ana", "Ben"], "half a character: \ud800")
