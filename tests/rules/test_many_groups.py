"""Custom phases of many groups are played without long searches (V2)."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from phase10_widgets import Game
from phase10_widgets.editions import EDITIONS, edition
from phase10_widgets.odds.distance.by_solver import SolverTable
from phase10_widgets.odds.distance.estimates import EstimateTable
from phase10_widgets.odds.distance.tables import exact_table, quick_table
from phase10_widgets.rules import solver
from phase10_widgets.rules.cards import Card
from phase10_widgets.rules.legal import legal_actions
from phase10_widgets.rules.options import OptionError
from phase10_widgets.rules.phases import MOST_COMBINATIONS, Phase, count_combinations
from phase10_widgets.rules.solve_by_matching import MOST_PLACEMENTS, ColorSolver
from phase10_widgets.rules.solve_by_number import NumberSolver
from tests.faults import every
from tests.helpers import begin


@every("text", ["5 color runs of 2", "2 color runs of 2 + 2 runs of 2 + 1 set of 2"])
def test_players_estimate_where_the_exact_distance_takes_a_search(text: str) -> None:
    """Players ask thousands of times per turn. The distance itself comes from counts; a search takes far longer."""
    phase, side = Phase.parse(text), edition("classic").pack.sides[0]
    assert isinstance(solver.solver(phase, side), NumberSolver)
    assert isinstance(exact_table(phase, side), SolverTable)
    assert isinstance(quick_table(phase, side), EstimateTable)


def hands(name: str, n: int, chance: random.Random) -> list[list[Card]]:
    side = edition(name).pack.sides[0]
    deck = [card if card.side is side else card.turned for card in edition(name).deck(2)]
    wilds = [card for card in deck if card.wild]
    low = [card for card in deck if card.number is not None and card.number < 6]
    found = []
    for _ in range(n):
        some = chance.sample(wilds, min(len(wilds), chance.choice((0, 0, 1, 3, 6))))
        found.append([*some, *chance.sample(chance.choice((deck, low)), 11 - len(some))])
    return found


@pytest.mark.slow
@every("name", ["classic", "flip"])
@every("text", ["3 color runs of 2", "2 color runs of 3 + 1 set of 2", "1 color run of 4 + 2 runs of 2"])
def test_color_run_distances_match_a_full_search(name: str, text: str) -> None:
    """The solver for matchings tries every combination of identities; it knows nothing of colors and positions."""
    phase, side = Phase.parse(text), edition(name).pack.sides[0]
    quick, slow = NumberSolver(phase, side), ColorSolver(phase, side)
    for hand in hands(name, 40, random.Random(f"{name} {text}")):
        distance = slow.missing(hand)
        assert quick.missing(hand) == distance, hand
        found = solver.arrange(hand, phase)
        assert (found is None) == bool(distance)
        if found is not None:
            expected = slow.best(hand)
            assert expected is not None
            assert found.wilds == sum(card.wild for _, row in expected for card in row)


def filled(parts: Sequence[solver.Part]) -> int:
    return sum(card is not None for part in parts for card in part.row)


def test_five_color_runs_match_the_distance_table() -> None:
    phase = Phase.parse("5 color runs of 2")
    for hand in hands("classic", 20, random.Random(5)):
        assert phase.size - filled(solver.nearest(hand, phase)) == solver.missing(hand, phase)


def test_a_menu_is_bounded() -> None:
    """With eight wilds, five color runs can be laid down in over a hundred thousand ways; all listed ones are legal."""
    ready = begin("classic", "W W W W W W W W R1 B5 G9", "Y1", options={"phases": ["5 color runs of 2"]})
    lay_downs = [action for action in legal_actions(ready.observe(0)) if action.to_dict()["type"] == "lay_down"]
    assert len(lay_downs) == len(set(lay_downs)) == MOST_PLACEMENTS
    ready.apply(lay_downs[0])
    ready.apply(lay_downs[-1])


def test_printed_phases_are_far_below_every_bound() -> None:
    for name in EDITIONS:
        for phase in edition(name).phases:
            for side in edition(name).pack.sides:
                n = count_combinations(phase.needs, side)
                by_number = isinstance(solver.solver(phase, side), NumberSolver)
                assert n <= (MOST_PLACEMENTS if by_number else MOST_COMBINATIONS // 100), phase


def test_a_phase_that_takes_too_long_is_refused_by_its_name() -> None:
    text = "2 cards of one color + 2 cards of one color + 3 color runs of 2"
    with pytest.raises(
        OptionError, match=r"phase 1: '2 cards of one color .* 3 color runs of 2' can be laid down in too"
    ):
        Game.new("classic", ["Ana", "Ben"], 1, phases=[text])
