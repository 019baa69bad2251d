"""The ladder: the chain against negative binomial counts and fractions, games played rung by rung, and the race."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb, sqrt
from random import Random
from statistics import stdev

import pytest

from phase10_widgets import odds
from phase10_widgets.teaching.figures.shared.ladder_chain import MEASURED, error_of, first_through, mean_rounds
from phase10_widgets.teaching.figures.widgets import PhaseLadder
from tests.teaching.figures.browser import lines, part


def floats(figure: PhaseLadder) -> tuple[float, ...]:
    return tuple(map(float, figure.chance))


def test_equal_chances_are_counted_by_misses() -> None:

    def by(n: int, p: Fraction) -> Fraction:
        return sum((comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(10, n + 1)), Fraction(0))

    for percent, players in product((25, 50, 90), (1, 4)):
        p = Fraction(percent, 100)
        chances = first_through((percent / 100,) * 10, players)
        for n in (10, 11, 15, 30):
            exact = (1 - by(n - 1, p)) ** players - (1 - by(n, p)) ** players
            assert (chances[n] if n < len(chances) else 0) == pytest.approx(float(exact), abs=1e-8)


def test_one_player_waits_for_each_phase() -> None:
    for source in ("measured", "dealt", "equal"):
        figure = PhaseLadder(chances=source, players=1).reveal()
        assert figure.mean == sum(1 / chance for chance in figure.chance)
        assert mean_rounds(floats(figure), 1) == pytest.approx(float(figure.mean), rel=1e-4)
        assert sum(first_through(floats(figure), 1)) == pytest.approx(1, abs=1e-8)


def test_the_chances_match_their_descriptions() -> None:
    assert PhaseLadder(chances="dealt").chance == tuple(odds.deal("classic", phase) for phase in range(1, 11))
    assert PhaseLadder(chances="measured").chance == tuple(Fraction(*pair) for pair in MEASURED)
    assert PhaseLadder(chances="equal", percent=35).chance == (Fraction(7, 20),) * 10
    assert PhaseLadder(chances="equal", percent=40).mean == 25
    # four players start each of 400 games at phase 1, and move on when they complete a phase
    assert all(done <= rounds for done, rounds in MEASURED)
    assert MEASURED[0][0] == 4 * 400


def measured_again(times: int) -> list[tuple[float, ...]]:
    """Return the chances that other games would have given if the measured ones were exact."""
    random = Random(10)
    return [tuple(sum(random.random() < done / n for _ in range(n)) / n for done, n in MEASURED) for _ in range(times)]


@pytest.mark.slow
def test_the_error_of_the_ladder_is_that_of_ladders_measured_again() -> None:
    again = measured_again(100)
    for players in (1, 4, 6):
        found = [mean_rounds(chances, players) for chances in again]
        assert error_of(lambda chances: mean_rounds(chances, players)) == pytest.approx(stdev(found), rel=0.3)  # noqa: B023
        short = [first_through(chances, players)[10] for chances in again]
        assert error_of(lambda chances: first_through(chances, players)[10]) == pytest.approx(stdev(short), rel=0.3)  # noqa: B023


def test_a_wait_at_a_phase_has_the_digits_that_its_rounds_support() -> None:
    """The last phase was played in only 943 rounds: its wait is known to a tenth, and that of the first to 0.01."""
    assert lines(PhaseLadder().reveal())[1] == "1.17 + 1.25 + … + 1.8 = 15.9"


@pytest.mark.slow
def test_the_lengths_of_games_agree_with_the_exact_values() -> None:
    for source, players in product(("measured", "equal", "dealt"), (1, 3)):
        figure = PhaseLadder(chances=source, players=players, seed=2).reveal()
        figure.do("play", 10_000)
        assert figure.games == 10_000
        chances = first_through(floats(figure), players)
        mean = sum(n * chance for n, chance in enumerate(chances))
        spread = sqrt(sum((n - mean) ** 2 * chance for n, chance in enumerate(chances)))
        button = sum(rounds * games for rounds, games in figure.lengths.items()) / 10_000
        assert abs(button - mean) <= 4 * spread / sqrt(10_000)
        assert mean == pytest.approx(figure.mean_of_first, rel=1e-4)


def test_a_game_is_watched_round_by_round() -> None:
    figure = PhaseLadder(chances="equal", percent=50, players=3).reveal()
    before = list(figure.rungs)
    while max(figure.rungs) < 10:
        figure.do("climb")
        assert all(0 <= now - then <= 1 for now, then in zip(figure.rungs, before, strict=True))
        before = list(figure.rungs)
        assert part(figure, "ladder")["title"] == f"Round {figure.round}"
    assert figure.round >= 10
    ladder = part(figure, "ladder")
    assert [each["rung"] for each in ladder["climbers"]] == figure.rungs
    assert len(ladder["rungs"]) == 10
    assert part(figure, "controls")["deeds"][0]["text"] == "A new game"
    figure.do("climb")
    assert (figure.game, figure.round) == (1, 1)


def test_ten_phases_are_ten_rounds_for_the_luckiest_only() -> None:
    assert PhaseLadder(chances="equal", percent=100).reveal().view["said"].startswith("Nobody ever misses")
    figure = PhaseLadder(chances="equal", percent=50, players=1).reveal()
    assert "The ten phases take only ten rounds in 0.09766% of all games" in figure.view["said"]  # 1/1024
    assert "in less than 0.0001% of all games" in PhaseLadder(chances="dealt").reveal().view["said"]
    assert part(figure, "bars")["marks"][0]["name"] == "“ten phases, ten rounds”"
