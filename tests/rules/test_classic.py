"""Chapter C: Phase 10, the original edition."""

from __future__ import annotations

from phase10_widgets import Hit
from tests.helpers import (
    Json,
    begin,
    dealt,
    discard,
    draw,
    each,
    group,
    hand,
    hit,
    laid,
    lay,
    play,
    refusal,
    refused,
    seat,
    turn,
)
from tests.rulebook import cases, rule
from tests.rules.kits import LAST, ONE

THREES = group("set", "R3 B3 G3", number=3)


def done(cards: str, row: Json = THREES, **more: object) -> Json:
    return seat(cards, **{"completed": [1], "laid": [row], **more})


@rule("C3")
def test_only_the_seats_own_groups_are_hit_in_the_turn_of_laying_down() -> None:
    """A seat may hit its own groups immediately, others' groups from its next turn on; the option lifts the limit."""
    ana, ben = seat("R4 B4 G4 Y4 Y3 Y8 Y9"), done("B1 B9")
    game = play(begin("classic", ana, ben, options=ONE, draw_pile="G9 G10 G11"), lay("R4 B4 G4"))
    assert refused(game, hit("Y3", 1, 0)) == ("only_own", "C3")
    assert {a.owner for a in game.legal_actions() if isinstance(a, Hit)} == {0}
    own = play(game, hit("Y4", 0, 0))
    later = play(own, discard("Y8"), draw(), discard("B1"), draw(), hit("Y3", 1, 0))
    assert laid(later, 1)[0]["cards"] == "R3 B3 G3 Y3"
    free = begin("classic", ana, ben, options={**ONE, "hit_others_same_turn": True})
    assert laid(play(free, lay("R4 B4 G4"), hit("Y3", 1, 0)), 1)[0]["cards"] == "R3 B3 G3 Y3"


LAST_CARD: list[tuple[str, Json, list[Json], Json, str | None, str]] = [
    ("C4", done("Y3"), [hit("Y3", 0, 0)], {}, "last_card", "the last card cannot be hit"),
    ("C4", done("Y3"), [hit("Y3", 0, 0)], {"go_out_by_hit": True}, None, "with the option, it can"),
    ("C4", seat("R4 B4 G4"), [lay("R4 B4 G4")], {}, "last_card", "the last card cannot be laid down with the phase"),
    ("C4", seat("R4 B4 G4"), [lay("R4 B4 G4")], {"go_out_by_hit": True}, None, "with the option, it can"),
    (
        "C4",
        seat("R4 B4 G4 Y4"),
        [lay("R4 B4 G4 Y4")],
        {},
        "last_card",
        "the last card cannot be laid down as an extra card",
    ),
    (
        "C4",
        seat("R4 B4 G4 Y4"),
        [lay("R4 B4 G4"), hit("Y4", 0, 0)],
        {},
        "last_card",
        "the last card cannot be hit in the same turn",
    ),
    ("C4", done("Y3"), [discard("Y3")], {}, None, "the last card can be discarded"),
    ("C4", done("S"), [discard("S")], {}, None, "even if it is a skip (C5), which skips nobody in the next round"),
    ("C4", done("Y3 W"), [hit("Y3", 0, 0), discard("W")], {}, None, "a hit, then a discard of the last card"),
]


@cases("rule, ana, actions, options, code, why", LAST_CARD)
def test_every_turn_ends_with_a_discard(ana: Json, actions: list[Json], options: Json, code: str | None) -> None:
    game = begin("classic", ana, "B8", options={**ONE, **options})
    *before, last = actions
    game = play(game, *before)
    if code is None:
        ended = play(game, last)
        assert (ended.position()["round"], each(ended, "score")) == (2, [0, 5])
        return
    assert refused(game, last) == (code, "C4")
    assert last not in [action.to_dict() for action in game.legal_actions()]


SKIPS: list[tuple[str, int, tuple[int, str], str]] = [
    ("C5", 2, (0, "draw"), "with two seats, the discarder plays again"),
    ("C5", 3, (2, "draw"), "with three, the next one loses its turn"),
    ("C5", 6, (2, "draw"), "the same with six"),
]


@cases("rule, seats, following, why", SKIPS)
def test_a_discarded_skip(seats: int, following: tuple[int, str]) -> None:
    rows = ["S R5", "B6", "B7", "B8", "B9", "B10"][:seats]
    after = play(begin("classic", *rows), discard("S"))
    assert (turn(after), after.position()["discard_pile"]) == (following, "S")
    assert each(after, "skipped") == [False] * seats, "the turn has already been skipped"
    assert [type(event).__name__ for event in after.events] == ["Discarded", "TurnSkipped"]


HANDS = [
    f"{color}1 {color}2 {color}3 {color}4 {color}5 {color}6 {color}7 {color}8 {color}9 {color}10" for color in "RBG"
]

FIRST_UP = [
    ("C6", 3, "S", None, 1, "a skip turned up first costs seat 0 its turn"),
    ("C6", 3, "W", None, 0, "a wild does not"),
    ("C6", 2, "S", None, 1, "with two seats, the dealer starts"),
    ("C6", 3, "S", 0, 2, "the skipped seat is always the one to the dealer's left"),
]


@cases("rule, seats, up, dealer, starter, why", FIRST_UP)
def test_a_skip_as_the_first_card(seats: int, up: str, dealer: int | None, starter: int) -> None:
    game = dealt("classic", HANDS[:seats], up, dealer=dealer)
    assert (turn(game), each(game, "skipped")) == ((starter, "draw"), [False] * seats)
    if up == "S":
        assert draw("discard") not in [action.to_dict() for action in game.legal_actions()]


@rule("C8")
def test_the_first_to_lay_down_wins_the_tie_break() -> None:
    """In a tie-break round, laying down the phase wins immediately, even with cards left in hand."""
    rows = [done("R3 B3 G3 Y8 Y9", laid=[], score=5), done("B8 W", laid=[], score=5)]
    game = begin("classic", *(rows), options=LAST, tie_break=[0, 1])
    over = play(game, lay("R3 B3 G3"))
    assert (over.to_act, over.winner, hand(over, 0)) == (None, 0, "Y8 Y9")
    assert each(over, "score") == [5, 5]
    assert [(row["seat"], row["place"]) for row in over.standings] == [(0, 1), (1, 2)]


@rule("C8", "C4")
def test_the_tie_break_does_not_lift_c4() -> None:
    """Even in a tie-break, a seat that lays down must keep a card."""
    game = begin("classic", done("R3 B3 G3", laid=[]), done("B8", laid=[]), options=LAST, tie_break=[0, 1])
    assert refusal(game, lay("R3 B3 G3")).code == "last_card"
