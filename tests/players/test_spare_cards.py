"""The value of spare cards, and what the expert does with it in positions with one clearly right answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

import phase10_widgets as p10
from phase10_widgets import Card, Game, Phase, arena
from phase10_widgets.players.expert import LEVELS, ExpertPlayer, ExpertSettings
from phase10_widgets.players.spare_cards import (
    ONE_AWAY_CHANCE,
    OTHERS_SHARE,
    SpareCards,
    arranged,
    hit_all,
    taken_by_phase,
)
from phase10_widgets.rules.events import RoundEnded
from phase10_widgets.rules.groups import Group, group_from_dict
from tests.faults import every
from tests.helpers import Json, begin, discard, draw, group, hit, play, save, seat

CLASSIC = p10.edition("classic")
BLIND = replace(ExpertSettings(), spare=0.0)
"""The settings of an expert that values all spare cards equally."""


def cards(text: str, edition: str = "classic") -> tuple[Card, ...]:
    return p10.edition(edition).cards(text)


def groups(*rows: Json, edition: str = "classic") -> list[Group]:
    return [group_from_dict(row, p10.edition(edition).pack) for row in rows]


FIVES = group("set", "R5 B5 G5", number=5)
RUN = group("run", "R3 B4 G5 Y6", start=3)


def chances(hand: str, phase: str | None, *laid: Json, others: Sequence[str] = ()) -> dict[str, float]:
    needed = None if phase is None else Phase.parse(phase)
    found = SpareCards(cards(hand), needed, groups(*laid), [[Phase.parse(other)] for other in others])
    return {card.code: found.chance(card) for card in cards(hand)}


COLOR, SETS = OTHERS_SHARE / 4, OTHERS_SHARE * (1 - (11 / 12) ** 2)
"""A card's chances of fitting another seat's seven cards of one color, or one of its two sets."""
TWO_SETS, FOUR_FIVES, LONG_RUN = "2 sets of 3", "R5 B5 G5 Y5 R7 B7 R1 Y12", "R3 B4 G5 Y6 R7 B8 R12 G12 B12 R1 R10"
SEVEN = "7 cards of one color"
CHANCES: list[tuple[str, str | None, list[Json], list[str], dict[str, float], str]] = [
    ("R1 B1 G1 R2 B2 Y5 G12", TWO_SETS, [FIVES], [], {"Y5": 1, "R1": 0, "G12": 0}, "it fits a group"),
    (FOUR_FIVES, TWO_SETS, [], [], {"R5": 1, "B5": 1, "G5": 1, "Y5": 1}, "the fourth 5 can be hit"),
    (FOUR_FIVES, TWO_SETS, [], [], {"R1": 0, "Y12": 0, "R7": 0}, "the others are needed, or useless"),
    (LONG_RUN, "1 set of 3 + 1 run of 4", [], [], {"R3": 2 / 3, "B8": 2 / 3}, "unless the run begins or ends with it"),
    (
        LONG_RUN,
        "1 set of 3 + 1 run of 4",
        [],
        [],
        {"R1": ONE_AWAY_CHANCE, "R10": ONE_AWAY_CHANCE},
        "the run may grow to it",
    ),
    ("R5 B5 R7 B7 R9 B9 Y9 Y1", TWO_SETS, [], [], {"Y1": 0, "Y9": 0, "R9": 0}, "no 9 is left over in any way"),
    ("R5 B5 G5 Y5 R7 B7 R9 B9", TWO_SETS, [], [], {"Y5": 1, "R5": 1}, "the 5s are part of every way"),
    ("R5 B5 G5 Y5 R7 B7 R9 B9", TWO_SETS, [], [], {"R7": 0, "R9": 0}, "a pair left over fits no other set"),
    ("R5 B5 G5 R7 B7 G7 W R1", TWO_SETS, [], [], {"W": 1}, "a spare wild can be hit"),
    ("W R1", None, [FIVES], [], {"W": 1}, "once the phase is laid down as well"),
    ("R5 B5 W R7 B7 R1 G3", TWO_SETS, [], [], {"W": 0}, "a needed wild is not spare"),
    ("S R1 R5", None, [FIVES, RUN], [SEVEN], {"S": 0, "R5": 1}, "a skip can never be hit"),
    ("R1 R9 R8", None, [RUN], [], {"R1": ONE_AWAY_CHANCE, "R8": ONE_AWAY_CHANCE, "R9": 0}, "one away from a run"),
    ("R1 R9", None, [], [SEVEN], {"R1": COLOR}, "a color group takes a quarter of all colors"),
    ("R1 R9", None, [], [TWO_SETS], {"R1": SETS}, "a set takes one number in twelve"),
    ("R1 R9", None, [], [SEVEN, TWO_SETS], {"R1": 1 - (1 - COLOR) * (1 - SETS)}, "either of two seats"),
]


@every("hand, phase, laid, others, wanted, why", CHANCES)
def test_the_chance_that_a_card_can_be_hit(
    hand: str, phase: str | None, laid: list[Json], others: list[str], wanted: dict[str, float]
) -> None:
    found = chances(hand, phase, *laid, others=others)
    assert {card: found[card] for card in wanted} == pytest.approx(wanted)


def test_a_phase_takes_each_face_in_the_share_of_its_groups() -> None:
    """Of the six runs of 7, those from 2 to 6 take the number below, and those from 1 to 5 the number above."""
    found = taken_by_phase(Phase.parse("1 run of 7"), CLASSIC.pack.sides[0])
    assert [found["W"], found["S"], found["R1"]] == pytest.approx([1, 0, 1 / 6])
    assert found["R6"] == found["R7"] == pytest.approx(0)
    assert found["R5"] == found["R8"] == pytest.approx(1 / 6)


def test_a_further_card_is_valued_by_the_groups_it_fits() -> None:
    found = SpareCards(cards("R5 B5 G5 R7 B7 G7 R1"), Phase.parse(TWO_SETS), [], [])
    assert (found.chance_of_another("Y5"), found.chance_of_another("Y6")) == (1, 0)


def test_flip_cards_count_on_the_side_that_is_up() -> None:
    """A 5 on one side is a 9 on the other; the table takes 9s, whichever side is up."""
    laid = groups(group("set", "B9/5 G9/5", number=9), edition="flip")
    hand = cards("R5/9 R1/2", "flip")
    here, there = SpareCards(hand, None, laid), SpareCards([card.turned for card in hand], None, laid)
    assert here.chance(hand[0]) == 0
    assert there.chance(hand[0].turned) == 1
    assert (here.total, there.total) == (0, 1)
    run = groups(group("color run", "R4/1 R5/1 R6/2", start=4, color="R"), edition="flip")
    stars = cards("R*/5 B*/5", "flip")
    found = SpareCards(stars, None, run)
    assert [found.chance(star) for star in stars] == [1, 0], "a star of another color fits no color run"


def test_all_cards_that_fit_are_hit_one_after_another() -> None:
    table = groups(RUN, FIVES)
    grown, left = hit_all(table, cards("R9 R8 W R7 G12 B5"))
    assert [len(one.cards) for one in table] == [4, 3], "the groups given stay as they were"
    assert [card.code for card in left] == ["G12"]
    assert sorted(len(one.cards) for one in grown) == [4, 8]
    run = group("run", "R3 R4 R5 R6 R7 R8 R9 R10 R11 R12", start=3)
    _, left = hit_all(groups(run), cards("W R2 R1"))
    assert [card.code for card in left] == ["W"], "a wild takes no place that a natural needs"


def test_a_phase_is_arranged_so_that_most_other_cards_can_be_hit() -> None:
    """A run of 4 with the 6 of the set leaves three 6s; the run from 2 to 5 leaves none that cannot be hit."""
    hand = cards("R2 B3 G4 Y5 R6 B6 G6 Y6 R12")
    row = arranged(hand, Phase.parse("1 set of 3 + 1 run of 4"), [], {})
    used = [card.code for _, placed in row for card in placed]
    assert len(used) == 7
    laid = [Group("set", row[0][1], 6), Group("run", row[1][1], None, row[1][0].start)]
    rest = [card for card in hand if card.code not in used]
    assert [card.code for card in hit_all(laid, rest)[1]] == ["R12"]


def test_ties_go_to_the_arrangement_that_takes_most_unseen_cards() -> None:
    hand = cards("R1 B1 G1 R5 B5 G5 R7 B7 G7 R12")
    phase, deck = Phase.parse("1 set of 3"), {"Y1": 1, "Y5": 2, "Y7": 1}
    found = {unseen: arranged(hand, phase, [], {**deck, unseen: 9})[0][0].number for unseen in ("Y1", "Y5", "Y7")}
    assert found == {"Y1": 1, "Y5": 5, "Y7": 7}


def thrown(game: Game, settings: ExpertSettings | None = None) -> str:
    """Return the card that the expert discards."""
    action = ExpertPlayer(10, 1, settings).choose(game.observe(0)).to_dict()
    assert action["type"] == "discard"
    return str(action["card"])


OTHER = "R2 B4 G6 Y8 R11 B12 G1 Y3 R10 B8"


def test_it_keeps_the_fourth_card_of_a_set_though_it_costs_more_points() -> None:
    """Y10 costs ten points and Y2 five, but Y10 can be hit as soon as its phase is on the table."""
    game = begin("classic", "R10 B10 G10 Y10 R7 B7 Y2 B1", seat("R11 B12", phase=10))
    assert thrown(game, replace(ExpertSettings(), hands=0)) in {"Y2", "B1"}
    assert thrown(game, replace(BLIND, hands=0)) in {"R10", "B10", "G10", "Y10"}


TWELVES = [group("set", "R12 B12 G12", number=12), group("set", "R4 B4 G4", number=4)]


def test_it_keeps_cards_that_fit_the_table_until_all_have_laid_down() -> None:
    laid = seat("R2 B3 G9 Y9 R9 B9", laid=TWELVES, completed=[1])
    game = begin("classic", "R5 B5 G5 R7 B7 Y12 Y8", seat(OTHER, phase=8), laid)
    assert (thrown(game), thrown(game, BLIND)) == ("Y8", "Y12")


def test_it_lays_down_so_that_it_goes_out_at_once() -> None:
    """The set of 6s takes the fourth 6 only if the run does without it."""
    hand = "R2 B3 G4 Y5 R6 B6 G6 Y6 R12"
    game = begin("classic", seat(hand, phase=2), OTHER)
    player = ExpertPlayer(10, 1)
    while game.to_act == 0 and game.state.round == 1:
        game = play(game, player.choose(game.observe(0)))
    assert any(isinstance(event, RoundEnded) for event in game.events)


def test_it_hits_first_the_card_that_another_can_follow() -> None:
    """Above the run, the wild would let nothing follow; below it, in the place of a 3, it lets the 2 follow."""
    run = group("run", "R4 B5 G6 Y7 R8 B9 G10", start=4)
    for other, end in (("R2", "low"), ("R12", "high")):
        game = begin("classic", seat(f"W {other} Y6", laid=[run], completed=[4], phase=4), OTHER)
        assert ExpertPlayer(10, 1).choose(game.observe(0)).to_dict() == hit("W", 0, 0, end)


def costs(game: Game, settings: ExpertSettings | None = None) -> dict[str, float]:
    return {str(one.action.to_dict()): one.cost for one in ExpertPlayer(10, 1, settings).weigh(game.observe(0))}


def test_in_masters_it_saves_a_spare_card_rather_than_lose_it() -> None:
    """M4, M5: a saved card can be drawn and hit, so saving it costs no more than saving another."""
    mine = seat("R10 O10 G10 Y10 R7 O7 Y2 O1")
    game = begin("masters", mine, seat("R11 O12 G3", phase=10))
    mindful, blind = costs(game), costs(game, BLIND)
    more = {code: mindful[str(discard(code))] - blind[str(discard(code))] for code in ("Y10", "Y2")}
    assert more["Y10"] > 4 * more["Y2"]
    assert all(mindful[str(save(code))] == blind[str(save(code))] for code in more)


def test_it_draws_the_discard_that_can_be_hit_later() -> None:
    """The fourth 5 brings its phase no nearer, but costs no turn once the phase is on the table."""
    mine = "R5 B5 G5 R7 B7 Y1 R3 B9 G11 R12"
    game = begin("classic", mine, seat(OTHER, phase=10), step="draw", discard_pile="Y5")
    mindful, blind = costs(game), costs(game, BLIND)
    up, pile = str(draw("discard")), str(draw())
    assert mindful[up] - mindful[pile] < blind[up] - blind[pile]


def test_once_all_others_have_laid_down_spare_cards_are_equal() -> None:
    """Only its own phase is left to win or lose: its costs are those of the expert who ignores spare cards."""
    game = begin("classic", "R5 B5 G5 Y5 R7 B7 Y12 B8", seat("R2 B3", laid=TWELVES, completed=[1]))
    view = game.observe(0)
    assert ExpertPlayer(10, 1).weigh(view) == ExpertPlayer(10, 1, BLIND).weigh(view)


def test_only_the_best_level_counts_spare_cards() -> None:
    assert [settings.spare > 0 for _, settings in sorted(LEVELS.items())] == [False] * 9 + [True]


@pytest.mark.rotating
@pytest.mark.slow
def test_an_expert_that_counts_spare_cards_beats_one_that_does_not() -> None:
    found = arena.play("standard", [ExpertPlayer(10, 1), ExpertPlayer(10, 1, BLIND)], games=60, seed=2)
    assert found.wins[0] > 30
