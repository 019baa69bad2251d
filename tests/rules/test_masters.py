"""Chapter M: the Masters Edition."""

from __future__ import annotations

from collections import Counter
from functools import partial

import pytest

import phase10_widgets as p10
from tests.helpers import (
    Json,
    begin,
    choose,
    dealt,
    discard,
    draw,
    each,
    hand,
    hit,
    laid,
    lay,
    play,
    refusal,
    refused,
    save,
    seat,
    turn,
    types,
)
from tests.rulebook import cases, rule
from tests.rules import kits
from tests.rules.kits import KITS, LAST, ONE

HANDS = [" ".join(f"{color}{n}" for n in range(1, 11)) for color in "ROG"]
done = partial(kits.done, KITS["masters"])


PHASES = [
    ("M2", 9, {}, "1 set of 5 + 1 run of 2", "phase 9 is as printed"),
    ("M2", 9, {"phase_9": "run"}, "1 set of 5 + 1 run of 2", "the default can be given by name"),
    ("M2", 9, {"phase_9": "set"}, "1 set of 5 + 1 set of 2", "the option restores the classic phase 9"),
    ("M2", 10, {"phase_9": "set"}, "1 set of 5 + 1 set of 3", "no other phase changes"),
]


@cases("rule, number, options, text, why", PHASES)
def test_the_phases(number: int, options: Json, text: str) -> None:
    assert str(p10.edition("masters", **options).phase(number)) == text


@rule("M2")
def test_the_other_phases_are_the_classic_ones() -> None:
    """All phases except 9 are those of the classic game; only Masters has the option."""
    classic, masters = p10.edition("classic").phases, p10.edition("masters").phases
    assert [phase.number for phase in masters if phase != classic[phase.number - 1]] == [9]
    with pytest.raises(p10.errors.OptionError, match="phase_9"):
        p10.edition("classic", phase_9="set")


@rule("M3")
def test_every_seat_names_its_phase_before_the_round() -> None:
    """Seats see their hands and announce their phases, starting to the dealer's left; then the first turn begins."""
    game = dealt("masters", HANDS, "Y9", dealer=0)
    order = []
    for phase in (4, 8, 4):
        at = game.to_act
        assert at is not None
        assert game.step == "choose_phase"
        order.append(at)
        assert len(game.observe(at).hand) == 10
        game = play(game, choose(phase))
        for other in range(3):
            assert game.observe(other).to_dict()["seats"][at]["phase"] == phase, "openly"
    assert order == [1, 2, 0]
    assert (turn(game), each(game, "phase")) == ((1, "draw"), [4, 4, 8])


@rule("M3")
def test_only_the_named_phase_can_be_laid_down() -> None:
    """A hand that completes a different phase does not help; a phase not completed may be tried again later."""
    game = begin("masters", seat("R5 O6 G7 Y8", phase=1), seat("O2", phase=1), options=ONE)
    assert "lay_down" not in types(game)
    assert refusal(game, lay("R5 O6 G7")).code == "not_the_phase"
    assert refused(game, lay("R5 O6 G7", phase=2)) == ("no_such_phase", "G4")
    made = play(begin("masters", seat("R5 O6 G7 Y8", phase=2), "", options=ONE), lay("R5 O6 G7"))
    assert each(made, "completed")[0] == [2]
    rows = [done("Y5", completed=[1]), seat("O8", phase=4, completed=[2])]
    ended = play(begin("masters", *rows), discard("Y5"))
    assert (each(ended, "phase"), ended.step) == ([None, None], "choose_phase")
    assert ended.to_act == 1
    assert [a.to_dict()["phase"] for a in ended.legal_actions()] == [1, 3, 4, 5, 6, 7, 8, 9, 10]


@rule("M4")
def test_a_turn_may_draw_a_saved_card() -> None:
    """A seat may draw from either pile or from its own saved cards, but not from another seat's."""
    rows = [seat("R5", saved="Y1 W Y1"), seat("O8", saved="G9")]
    game = begin("masters", *rows, step="draw", discard_pile="O6")
    offered = [action.to_dict() for action in game.legal_actions()]
    assert offered == [draw(), draw("discard"), draw("saved", "Y1"), draw("saved", "W")]
    after = play(game, draw("saved", "W"))
    assert (hand(after, 0), each(after, "saved")) == ("R5 W", ["Y1 Y1", "G9"])
    assert refusal(game, draw("saved", "G9")).code == "not_held"
    assert refusal(after, draw("saved", "Y1")).code == "wrong_step", "one card a turn"


@rule("M5")
def test_a_turn_may_end_with_a_save() -> None:
    """One card goes face down onto the seat's save pile; the turn ends without a discard."""
    game = begin("masters", seat("R5 W", saved="G2"), "O8", discard_pile="O6", draw_pile="Y9 Y10 Y11 G1")
    assert save("W") in [action.to_dict() for action in game.legal_actions()]
    after = play(game, save("W"))
    assert turn(after) == (1, "draw")
    assert (each(after, "saved"), each(after, "saved_this_round")) == (["G2 W", ""], [True, False])
    assert after.position()["discard_pile"] == "O6"
    later = play(after, draw(), discard("O8"), draw())
    assert "save" not in types(later)
    assert refused(later, save("R5")) == ("saved_already", "M5")


LIMITS = [
    # 110 cards; 2 seats need 32 outside, 4 seats 52
    ("M5", 2, 77, None, "with 78 cards saved, 32 remain: enough for two seats"),
    ("M5", 2, 78, "deck_too_small", "with 79, only 31 would remain"),
    ("M5", 4, 57, None, "with 58 cards saved, 52 remain: enough for four seats"),
    ("M5", 4, 58, "deck_too_small", "with 59, only 51 would remain"),
]


@cases("rule, seats, saved, code, why", LIMITS)
def test_saving_leaves_enough_to_deal(seats: int, saved: int, code: str | None) -> None:
    cards = [f"{color}{n}" for n in range(1, 12) for color in "ROYG" for _ in range(2)]
    rows: list[Json | str] = [seat("W W", saved=" ".join(cards[:saved])), *["R12", "O12", "G12"][: seats - 1]]
    game = begin("masters", *rows)
    assert (save("W") in [action.to_dict() for action in game.legal_actions()]) == (code is None)
    if code is None:
        assert play(game, save("W")).to_act == 1
    else:
        assert refused(game, save("W")) == (code, "M5")


@rule("M5")
def test_saved_cards_stay_from_round_to_round() -> None:
    """Saved cards are not reshuffled, score nothing and are visible only to their owner; a seat may save again."""
    rows = [done("Y5", saved="Y9 W", saved_this_round=True), seat("O8", saved="S W", phase=2)]
    before = begin("masters", *rows)
    ended = play(before, discard("Y5"))
    assert (each(ended, "saved"), each(ended, "saved_this_round")) == (["Y9 W", "S W"], [False, False])
    assert each(ended, "score") == [0, 5]
    position = ended.position()
    dealt_cards = " ".join([*each(ended, "hand"), position["draw_pile"], position["discard_pile"]]).split()
    assert (len(dealt_cards), Counter(dealt_cards)["W"], Counter(dealt_cards)["S"]) == (106, 10, 1)
    for at, mine in ((0, "Y9 W"), (1, "S W")):
        view = ended.observe(at).to_dict()
        assert view["saved"] == mine
        assert [row["saved_cards"] for row in view["seats"]] == [2, 2]
        assert all("saved" not in row for row in view["seats"])


TARGETS: list[tuple[str, int, list[int], str, int | None, tuple[int, str] | None, str]] = [
    # seats, seats already skipped, hand, target, next to act (None: refused), why
    ("M6", 4, [], "S R5", 2, (1, "draw"), "the chosen seat, not the next one, loses its next turn"),
    ("M6", 4, [], "S R5", 1, (2, "draw"), "the next seat may be chosen"),
    ("M6", 4, [], "S R5", 0, None, "no seat can choose itself"),
    ("M6", 4, [2], "S R5", 2, None, "a seat whose skip is pending cannot be chosen"),
    ("M6", 4, [], "S R5", None, None, "a target must be named"),
    ("M6", 4, [], "S R5", 4, None, "the target must be at the table"),
    ("M6", 4, [1, 2, 3], "S R5", None, (0, "draw"), "with no seat to choose, the skip has no effect"),
    ("M6", 2, [], "S R5", None, (0, "draw"), "with one other seat, the target may be left out"),
    ("M6", 2, [], "S R5", 1, (0, "draw"), "with one other seat, the target may be named"),
    ("M6", 4, [], "R5 Y5", 1, None, "only a skip has a target"),
]


@cases("rule, seats, pending, cards, target, following, why", TARGETS)
def test_whose_turn_a_skip_takes(
    seats: int, pending: list[int], cards: str, target: int | None, following: tuple[int, str] | None
) -> None:
    rows = [seat(word, skipped=at in pending) for at, word in enumerate([cards, "O6", "O7", "O8"][:seats])]
    game = begin("masters", *rows, draw_pile="Y9 Y10 Y11 G1")
    action = discard(cards.split(maxsplit=1)[0], target)
    if following is None:
        assert refused(game, action) == ("bad_target", "M6")
        return
    after = play(game, action)
    assert turn(after) == following
    if seats == 4 and target == 2:
        assert each(after, "skipped") == [False, False, True, False]
        on = play(after, draw(), discard("O6"))
        assert turn(on) == (3, "draw"), "seat 2 is passed over"
        assert each(on, "skipped") == [False] * 4


@rule("M6")
def test_the_menu_offers_every_target() -> None:
    """For a skip in hand, each seat that can be skipped is offered exactly once."""
    game = begin("masters", seat("S R5"), seat("O6", skipped=True), seat("O7"), seat("O8"))
    offered = [a.to_dict() for a in game.legal_actions() if a.to_dict().get("card") == "S"]
    assert offered == [discard("S", 2), discard("S", 3), save("S")]


@rule("M6")
def test_a_going_out_skip_needs_no_target() -> None:
    """A seat that goes out with a skip may name a target but does not have to."""
    rows: list[Json | str] = [done("S"), "O6", "O7"]
    for target in (None, 1, 2):
        ended = play(begin("masters", *rows, options=ONE), discard("S", target))
        assert (ended.position()["round"], each(ended, "skipped")) == (2, [False] * 3)


@rule("M6")
def test_a_skip_turned_up_first_skips_the_first_turn() -> None:
    """The seat that starts announces its phase and then loses its first turn."""
    game = dealt("masters", HANDS, "S")
    assert turn(game) == (0, "choose_phase")
    game = play(game, choose(1), choose(1), choose(1))
    assert (turn(game), each(game, "skipped")) == ((1, "draw"), [False] * 3)


@rule("M7")
def test_hits_on_others_in_the_turn_of_laying_down() -> None:
    """A seat may hit its own and others' groups on the turn in which it lays down."""
    rows = [seat("R4 O4 G4 Y3 Y4 Y8"), done("O8 O9")]
    after = play(begin("masters", *rows, options=ONE), lay("R4 O4 G4"), hit("Y3", 1, 0), hit("Y4", 0, 0))
    assert (laid(after, 1)[0]["cards"], laid(after, 0)[0]["cards"]) == ("R3 O3 G3 Y3", "R4 O4 G4 Y4")


@rule("M8")
def test_the_first_to_lay_down_wins_the_tie_break() -> None:
    """In a tie-break round, laying down the phase wins immediately, even with cards left in hand."""
    rows = [done("R3 O3 G3 Y8 Y9", laid=[], score=5), done("O8 W", laid=[], score=5)]
    over = play(begin("masters", *rows, options=LAST, tie_break=[0, 1]), lay("R3 O3 G3"))
    assert (over.winner, hand(over, 0)) == (0, "Y8 Y9"), "with cards in hand"


@rule("M9")
def test_all_ten_in_any_order() -> None:
    """The seat with no phase cards left wins; nine completed phases are never enough."""
    nine = [10, 1, 2, 3, 4, 5, 6, 7, 8]
    on = play(begin("masters", done("Y5", phase=10, completed=nine), "O8"), discard("Y5"))
    assert (on.to_act, on.step) == (1, "choose_phase")
    assert [a.to_dict()["phase"] for a in play(on, choose(1)).legal_actions()] == [9]
    over = play(begin("masters", done("Y5", phase=9, completed=[*nine, 9]), "O8"), discard("Y5"))
    assert (over.to_act, over.winner) == (None, 0)
