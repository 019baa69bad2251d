"""A card that fits in several places: the hint says where, and the review sees what the wrong place costs."""

from __future__ import annotations

from phase10_widgets import Action, Observation, coach
from phase10_widgets.coach.phrasing import move
from phase10_widgets.coach.review import GRADES, Decision, Grade, graded
from phase10_widgets.languages.text import Text
from phase10_widgets.rules.actions import Hit
from phase10_widgets.ui.coach.view import advice
from phase10_widgets.ui.table.view_parts import seat_view
from tests.faults import no_faults
from tests.helpers import Json, begin, discard, group, hit, lay, seat

RUN = group("run", "R3 R4 R5 R6", start=3)
LATE = group("run", "B5 B6 B7 B8", start=5)
SET = group("set", "R9 G9 B9", number=9)

CASES = [
    (
        "both ends of the seat's own run: only the low one makes room for the 1",
        begin("classic", seat("W R1 G12", phase=2, laid=[RUN]), seat("B1 B2", phase=1)),
        hit("W", 0, 0, "low"),
        [hit("W", 0, 0, "high")],
        "Hit the W at the low end of your own group (R3 R4 R5 R6): ",
    ),
    (
        "both ends of another seat's run: the high one makes room for the 10",
        begin("classic", seat("W R10 G2", phase=2, laid=[SET]), seat("B1 B2", phase=2, laid=[LATE])),
        hit("W", 1, 0, "high"),
        [hit("W", 1, 0, "low"), hit("W", 0, 0)],
        "Hit the W at the high end of Ben's group (B5 B6 B7 B8): ",
    ),
    (
        "two groups: on the set the wild would leave the 10 stuck",
        begin("classic", seat("W R10 G2 G9", phase=2, laid=[SET]), seat("B1 B2", phase=2, laid=[LATE])),
        hit("W", 1, 0, "high"),
        [hit("W", 0, 0)],
        None,
    ),
]


def judged(view: Observation, action: Json) -> Decision:
    """Return the coach's judgment of an action."""
    found = graded(view, Action.from_dict(action))
    assert found is not None
    return found


def test_the_wrong_place_costs_the_cards_it_leaves_stuck() -> None:
    with no_faults() as faults:
        for why, game, best, others, said in CASES:
            with faults.of(why):
                view = game.observe(0)
                found = coach.hint(view)
                if said is not None:
                    assert found.action == Action.from_dict(best)
                    assert str(found.text).startswith(said)
                assert judged(view, best).grade is None
                for other in others:
                    wrong = judged(view, other)
                    assert wrong.grade == Grade.BLUNDER, f"{other} costs {wrong.cost}"
                    assert wrong.done != wrong.better.move, "the two sentences differ"


def test_the_only_right_place_is_praised_and_the_wrong_one_is_the_costliest() -> None:
    game = CASES[0][1]
    right, wrong = game.apply(CASES[0][2]), game.apply(CASES[0][3][0])
    praised = coach.review([game, right]).best()
    assert praised is not None
    assert praised.lead >= GRADES[Grade.BLUNDER]
    (costliest,) = coach.review([game, wrong]).costliest(1)
    assert isinstance(costliest.better.action, Hit)
    assert costliest.better.action.end == "low"


def test_equivalent_places_cost_the_same() -> None:
    """Two sets of nines are alike; and whether the last card is hit or discarded does not matter."""
    two = begin("classic", seat("Y9 G2", phase=2, laid=[SET]), seat("B1", phase=2, laid=[SET]))
    assert [judged(two.observe(0), hit("Y9", owner, 0)).cost for owner in (0, 1)] == [0, 0]
    last = begin("classic", seat("W R7", phase=2, laid=[RUN]), seat("B1", phase=2, laid=[SET]))
    for place in (hit("W", 0, 0, "low"), hit("W", 0, 0, "high"), hit("W", 1, 0)):
        assert judged(last.observe(0), place).grade is None, place


def test_a_card_with_one_place_needs_no_place_name() -> None:
    game = begin("classic", seat("R7 G12", phase=2, laid=[RUN]), seat("B1 B2", phase=1))
    assert str(coach.hint(game.observe(0)).move) == "Hit the R7 on your own run"


def test_wilds_are_laid_down_as_the_hint_names_them() -> None:
    game = begin("classic", seat("R6 G6 B6 R2 B3 G4 W G12 R12 Y10", phase=2), "R1 R2")
    ways = [lay("R6 G6 B6", {"cards": "R2 B3 G4 W", "start": 2}), lay("R6 G6 B6", {"cards": "W R2 B3 G4", "start": 1})]
    moves = [move(game.observe(0), Action.from_dict(way)) for way in ways]
    assert coach.hint(game.observe(0)).move in moves
    assert [Text("en").tell(each) for each in moves] == [
        f"Lay down a set of 6s and a run of 4 from {start} now" for start in (2, 1)
    ]


def test_cards_that_differ_only_on_the_other_side_are_distinguished() -> None:
    game = begin("flip", seat("G12/6 G12/2!", phase=1), seat("", phase=1))
    said = {str(judged(game.observe(0), discard(card)).done) for card in ("G12/6", "G12/2!")}
    said.add(str(coach.hint(game.observe(0)).move))
    assert len([words for words in said if "other side" in words]) == 2, said


def test_the_browsers_answer_contains_a_legal_action() -> None:
    words = Text("en")
    for why, game, *_ in CASES:
        answer = advice(game.observe(0), words, "id")
        assert answer["action"] in seat_view(game, 0, words)["legal"], f"{why}: in a game without other sides"
