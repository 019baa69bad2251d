"""Chapter M: the Masters Edition."""

from __future__ import annotations

from collections import Counter

import pytest

import phase10_widgets as p10
from phase10_widgets import Game
from tests.helpers import (
    Json,
    begin,
    choose,
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
    save,
    seat,
    turn,
    types,
)
from tests.rulebook import cases, rule

THREES = group("set", "R3 O3 G3", number=3)
FOURS = group("set", "R4 O4 G4", number=4)
ONE = {"phases": ["1 set of 3", "1 run of 3"]}
LAST = {"phases": ["1 set of 3"]}
HANDS = [
    f"{color}1 {color}2 {color}3 {color}4 {color}5 {color}6 {color}7 {color}8 {color}9 {color}10" for color in "ROG"
]


def done(cards: str, **more: object) -> Json:
    return seat(cards, **{"phase": 1, "completed": [1], "laid": [THREES], **more})


PHASES = [
    ("M2", 9, {}, "1 set of 5 + 1 run of 2", "phase 9 as printed"),
    ("M2", 9, {"phase_9": "run"}, "1 set of 5 + 1 run of 2", "the default by name"),
    ("M2", 9, {"phase_9": "set"}, "1 set of 5 + 1 set of 2", "the option takes the classic game's"),
    ("M2", 10, {"phase_9": "set"}, "1 set of 5 + 1 set of 3", "and nothing else"),
]


@cases("rule, number, options, text, why", PHASES)
def test_the_phases(rule: str, number: int, options: Json, text: str, why: str) -> None:
    assert str(p10.edition("masters", **options).phase(number)) == text, why


@rule("M2")
def test_the_other_phases_are_the_classic_ones() -> None:
    """All phases except 9 are those of the classic game; the option belongs to Masters alone."""
    classic, masters = p10.edition("classic").phases, p10.edition("masters").phases
    assert [phase.number for phase in masters if phase != classic[phase.number - 1]] == [9]
    with pytest.raises(p10.OptionError, match="phase_9"):
        p10.edition("classic", phase_9="set")


# M3


@rule("M3")
def test_every_seat_names_its_phase_before_the_round() -> None:
    """Seats see their hands and name phases openly, in order from the dealer's left; then the first turn begins."""
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


CHOICES: list[tuple[str, list[int], int, str, str, str]] = [
    ("M3", [3, 5], 3, "phase_done", "M3", "a completed phase is not tried again"),
    ("M3", [], 11, "no_such_phase", "M3", "there is no phase 11"),
    ("M3", [], 0, "no_such_phase", "M3", "nor a phase 0"),
]


@cases("rule, completed, phase, code, refused, why", CHOICES)
def test_a_choice_is_refused(rule: str, completed: list[int], phase: int, code: str, refused: str, why: str) -> None:
    rows = [seat("R1", phase=None, completed=completed), seat("O2", phase=None)]
    game = begin("masters", *rows, step="choose_phase")
    error = refusal(game, choose(phase))
    assert (error.code, error.rule) == (code, refused), why
    assert [a.to_dict()["phase"] for a in game.legal_actions()] == [n for n in range(1, 11) if n not in completed]
    assert refusal(game, draw()).rule == "M3", "nothing else before the choice"


@rule("M3")
def test_only_the_named_phase_can_be_laid_down() -> None:
    """A hand that makes another phase does not help; an unmade phase returns, and another may be tried."""
    game = begin("masters", seat("R5 O6 G7 Y8", phase=1), seat("O2", phase=1), options=ONE)
    assert "lay_down" not in types(game)
    assert refusal(game, lay("R5 O6 G7")).code == "not_the_phase"
    error = refusal(game, lay("R5 O6 G7", phase=2))
    assert (error.code, error.rule) == ("no_such_phase", "G4")
    assert each(play(begin("masters", seat("R5 O6 G7 Y8", phase=2), "", options=ONE), lay("R5 O6 G7")), "completed")[
        0
    ] == [2]
    rows = [done("Y5", completed=[1]), seat("O8", phase=4, completed=[2])]
    ended = play(begin("masters", *rows), discard("Y5"))
    assert (each(ended, "phase"), ended.step) == ([None, None], "choose_phase")
    assert ended.to_act == 1
    assert [a.to_dict()["phase"] for a in ended.legal_actions()] == [1, 3, 4, 5, 6, 7, 8, 9, 10]


# M4, M5


@rule("M4")
def test_a_turn_may_draw_a_saved_card() -> None:
    """From the draw pile, the discard pile, or the seat's own saved cards, but not another seat's."""
    rows = [seat("R5", saved="Y1 W Y1"), seat("O8", saved="G9")]
    game = begin("masters", *rows, step="draw", discard_pile="O6")
    assert [action.to_dict() for action in game.legal_actions()] == [
        draw(),
        draw("discard"),
        draw("saved", "Y1"),
        draw("saved", "W"),
    ]
    after = play(game, draw("saved", "W"))
    assert (hand(after, 0), each(after, "saved")) == ("R5 W", ["Y1 Y1", "G9"])
    assert refusal(game, draw("saved", "G9")).code == "not_held"
    assert refusal(after, draw("saved", "Y1")).code == "wrong_step", "one card a turn"


@rule("M5")
def test_a_turn_may_end_with_a_save() -> None:
    """One card goes face down to the seat's save pile; the turn ends without a discard."""
    game = begin("masters", seat("R5 W", saved="G2"), "O8", discard_pile="O6", draw_pile="Y9 Y10 Y11 G1")
    assert save("W") in [action.to_dict() for action in game.legal_actions()]
    after = play(game, save("W"))
    assert (turn(after), each(after, "saved"), each(after, "saved_this_round")) == (
        (1, "draw"),
        ["G2 W", ""],
        [True, False],
    )
    assert after.position()["discard_pile"] == "O6"
    later = play(after, draw(), discard("O8"), draw())
    assert "save" not in types(later)
    error = refusal(later, save("R5"))
    assert (error.code, error.rule) == ("saved_already", "M5")


LIMITS = [
    # 110 cards; 2 seats need 32 outside, 4 seats 52
    ("M5", 2, 77, None, "with 78 saved 32 stay outside: enough for two seats"),
    ("M5", 2, 78, "deck_too_small", "with 79 only 31 would"),
    ("M5", 4, 57, None, "with 58 saved 52 stay outside: enough for four"),
    ("M5", 4, 58, "deck_too_small", "with 59 only 51 would"),
]


@cases("rule, seats, saved, code, why", LIMITS)
def test_saving_leaves_enough_to_deal(rule: str, seats: int, saved: int, code: str | None, why: str) -> None:
    cards = [f"{color}{n}" for n in range(1, 12) for color in "ROYG" for _ in range(2)]
    rows: list[Json | str] = [seat("W W", saved=" ".join(cards[:saved])), *["R12", "O12", "G12"][: seats - 1]]
    game = begin("masters", *rows)
    assert (save("W") in [action.to_dict() for action in game.legal_actions()]) == (code is None), why
    if code is None:
        assert play(game, save("W")).to_act == 1, why
    else:
        error = refusal(game, save("W"))
        assert (error.code, error.rule) == (code, "M5"), why


@rule("M5")
def test_saved_cards_stay_from_round_to_round() -> None:
    """They are not reshuffled, score nothing and are visible to their owner only; a seat may save again."""
    rows = [done("Y5", saved="Y9 W", saved_this_round=True), seat("O8", saved="S W", phase=2)]
    before = begin("masters", *rows)
    ended = play(before, discard("Y5"))
    assert each(ended, "saved") == ["Y9 W", "S W"]
    assert each(ended, "saved_this_round") == [False, False]
    assert each(ended, "score") == [0, 5]
    position = ended.position()
    dealt_cards = " ".join([*each(ended, "hand"), position["draw_pile"], position["discard_pile"]]).split()
    assert (len(dealt_cards), Counter(dealt_cards)["W"], Counter(dealt_cards)["S"]) == (106, 10, 1)
    for at, mine in ((0, "Y9 W"), (1, "S W")):
        view = ended.observe(at).to_dict()
        assert view["saved"] == mine
        assert [row["saved_cards"] for row in view["seats"]] == [2, 2]
        assert all("saved" not in row for row in view["seats"])


# M6

TARGETS: list[tuple[str, int, list[int], str, int | None, tuple[int, str] | None, str]] = [
    # seats, seats already skipped, hand, target, next to act (None: refused), why
    ("M6", 4, [], "S R5", 2, (1, "draw"), "the chosen seat loses its next turn, not the next seat"),
    ("M6", 4, [], "S R5", 1, (2, "draw"), "the next seat may be chosen"),
    ("M6", 4, [], "S R5", 0, None, "nobody chooses himself"),
    ("M6", 4, [2], "S R5", 2, None, "a seat whose skip is pending cannot be chosen"),
    ("M6", 4, [], "S R5", None, None, "a target must be named"),
    ("M6", 4, [], "S R5", 4, None, "at which somebody sits"),
    ("M6", 4, [1, 2, 3], "S R5", None, (0, "draw"), "with nobody to choose the skip has no effect"),
    ("M6", 2, [], "S R5", None, (0, "draw"), "with one other seat the target may be left out"),
    ("M6", 2, [], "S R5", 1, (0, "draw"), "or named"),
    ("M6", 4, [], "R5 Y5", 1, None, "only a skip has a target"),
]


@cases("rule, seats, pending, cards, target, following, why", TARGETS)
def test_whose_turn_a_skip_takes(
    rule: str,
    seats: int,
    pending: list[int],
    cards: str,
    target: int | None,
    following: tuple[int, str] | None,
    why: str,
) -> None:
    rows = [seat(word, skipped=at in pending) for at, word in enumerate([cards, "O6", "O7", "O8"][:seats])]
    game = begin("masters", *rows, draw_pile="Y9 Y10 Y11 G1")
    action = discard(cards.split(maxsplit=1)[0], target)
    if following is None:
        error = refusal(game, action)
        assert (error.code, error.rule) == ("bad_target", "M6"), why
        return
    after = play(game, action)
    assert turn(after) == following, why
    if seats == 4 and target == 2:
        assert each(after, "skipped") == [False, False, True, False]
        on = play(after, draw(), discard("O6"))
        assert turn(on) == (3, "draw"), "seat 2 is passed over"
        assert each(on, "skipped") == [False] * 4


@rule("M6")
def test_the_menu_offers_every_target() -> None:
    """Each seat that can be skipped is offered once for a skip in hand."""
    rows = [seat("S R5"), seat("O6", skipped=True), seat("O7"), seat("O8")]
    game = begin("masters", *rows)
    assert [a.to_dict() for a in game.legal_actions() if a.to_dict().get("card") == "S"] == [
        discard("S", 2),
        discard("S", 3),
        save("S"),
    ]


@rule("M6")
def test_a_going_out_skip_needs_no_target() -> None:
    """As the last card a skip may be discarded with or without a target."""
    rows: list[Json | str] = [done("S"), "O6", "O7"]
    for target in (None, 1, 2):
        ended = play(begin("masters", *rows, options=ONE), discard("S", target))
        assert (ended.position()["round"], each(ended, "skipped")) == (2, [False] * 3)


@rule("M6")
def test_a_skip_turned_up_first_skips_the_first_turn() -> None:
    """The first seat names its phase and then loses its first turn."""
    game = dealt("masters", HANDS, "S")
    assert turn(game) == (0, "choose_phase")
    game = play(game, choose(1), choose(1), choose(1))
    assert turn(game) == (1, "draw")
    assert each(game, "skipped") == [False] * 3


@rule("M6", "M5", "M4")
def test_a_skip_may_be_saved_and_drawn_again() -> None:
    """Every card may be saved, even a skip."""
    game = begin("masters", "S R5", "O8", draw_pile="Y9 Y10 Y11")
    after = play(game, save("S"), draw(), discard("O8"), draw("saved", "S"))
    assert hand(after, 0) == "R5 S"


# M7 to M9


@rule("M7")
def test_hits_on_others_in_the_turn_of_laying_down() -> None:
    """A seat may hit its own and others' groups at once."""
    rows = [seat("R4 O4 G4 Y3 Y4 Y8"), done("O8 O9")]
    after = play(begin("masters", *rows, options=ONE), lay("R4 O4 G4"), hit("Y3", 1, 0), hit("Y4", 0, 0))
    assert (laid(after, 1)[0]["cards"], laid(after, 0)[0]["cards"]) == ("R3 O3 G3 Y3", "R4 O4 G4 Y4")


@rule("M8")
def test_the_lowest_total_of_several_finishers_wins() -> None:
    """Two seats finish in one round: the lower total wins; a tie is broken by laying down first in another round."""
    rows = [done("Y5", score=30), done("", laid=[FOURS], score=20)]
    assert play(begin("masters", *rows, options=LAST), discard("Y5")).winner == 1
    rows = [done("Y5", score=20), done("", laid=[FOURS], score=20)]
    tied = play(begin("masters", *rows, options=LAST), discard("Y5"))
    assert (tied.position()["tie_break"], tied.step) == ([0, 1], "draw")
    rows = [done("R3 O3 G3 Y8 Y9", laid=[], score=5), done("O8 W", laid=[], score=5)]
    over = play(begin("masters", *rows, options=LAST, tie_break=[0, 1]), lay("R3 O3 G3"))
    assert (over.winner, hand(over, 0)) == (0, "Y8 Y9"), "with cards in hand"


@rule("M9")
def test_all_ten_in_any_order() -> None:
    """The seat without a phase card left wins; nine completed phases are never enough."""
    nine = [10, 1, 2, 3, 4, 5, 6, 7, 8]
    on = play(begin("masters", done("Y5", phase=10, completed=nine), "O8"), discard("Y5"))
    assert (on.to_act, on.step) == (1, "choose_phase")
    assert [a.to_dict()["phase"] for a in play(on, choose(1)).legal_actions()] == [9]
    over = play(begin("masters", done("Y5", phase=9, completed=[*nine, 9]), "O8"), discard("Y5"))
    assert (over.to_act, over.winner) == (None, 0)


@rule("M9")
def test_a_shorter_list_gives_these_phase_cards_only() -> None:
    """Under V2 and V3 a seat that has completed the listed phases wins."""
    options = {"phases": "even"}
    rows = [done("Y5", phase=4, completed=[10, 8, 6, 2, 4]), seat("O8", phase=2)]
    assert play(begin("masters", *rows, options=options), discard("Y5")).winner == 0
    game = Game.new("masters", seed=5, phases="even")
    assert [a.to_dict()["phase"] for a in game.legal_actions()] == [2, 4, 6, 8, 10]
    assert refusal(game, choose(3)).code == "no_such_phase"
