"""Reading positions: defaults, round trips, and refusals with a message."""

from __future__ import annotations

import copy
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import Game
from tests.faults import every
from tests.helpers import Json, each, group, hand, laid, put, seat
from tests.reference.playing import through_json

THREES = group("set", "R3 B3 G3", number=3)
ANA = seat("R5 W", phase=1, completed=[1], score=10, laid=[THREES, group("set", "R4 B4 W", number=4)])
BEN = seat("B6 S", phase=1, completed=[], score=0, laid=[], skipped=False)
OPEN_RUN = group("color run", "4/R9 5/B2", start=4, color=None)
GOOD: dict[str, Json] = {
    "classic": {
        "edition": "classic",
        "options": {},
        "round": 2,
        "dealer": 1,
        "to_act": 0,
        "step": "play",
        "side": "color",
        "draw_pile": "R1 R2",
        "discard_pile": "B1",
        "tie_break": None,
        "quiet_turns": 0,
        "seats": [{**ANA, "name": "Ana", "laid_this_turn": True}, {**BEN, "name": "Ben"}],
    },
    "flip": {
        "edition": "flip",
        "to_act": 1,
        "step": "play",
        "side": "wild",
        "draw_pile": "R1/2",
        "discard_pile": "B1/3",
        "seats": [seat("R5!/9", name="Ana", laid=[OPEN_RUN], completed=[1]), seat("B*/12! G2/1", name="Ben")],
    },
    "masters": {
        "edition": "masters",
        "to_act": 0,
        "step": "draw",
        "draw_pile": "R1",
        "seats": [seat("R5", name="Ana", phase=3, saved="W S", saved_this_round=True), seat("O5", name="Ben", phase=4)],
    },
    "standard": {
        "edition": "standard",
        "to_act": 0,
        "step": "draw",
        "draw_pile": "AH",
        "seats": [seat("10S", name="Ana"), seat("JK", name="Ben", laid=[group("flush", "2H 3H", suit="H")])],
    },
}


@every("edition", GOOD)
def test_positions_survive_a_round_trip(edition: str) -> None:
    given = GOOD[edition]
    position = Game.from_position(given).position()
    assert Game.from_position(through_json(position)).position() == position
    assert position | {**given, "seats": position["seats"]} == position
    for restored, row in zip(position["seats"], given["seats"], strict=True):
        assert restored | row == restored


@every("edition", p10.EDITIONS)
def test_missing_keys_take_their_defaults(edition: str) -> None:
    card = {"classic": "R1", "masters": "R1", "standard": "AH", "flip": "R1/2"}[edition]
    row = {"phase": 1} if edition == "masters" else {}
    position = Game.from_position({"edition": edition, "draw_pile": card, "seats": [row, row]}).position()
    assert (position["round"], position["dealer"], position["to_act"], position["step"]) == (1, 1, 0, "draw")
    assert (position["side"], position["discard_pile"], position["tie_break"]) == ("color", "", None)
    assert (position["quiet_turns"], position["options"]) == (0, {})
    for restored in position["seats"]:
        assert (restored["hand"], restored["phase"], restored["score"], restored["completed"]) == ("", 1, 0, [])
        assert (restored["laid"], restored["saved"], restored["skipped"]) == ([], "", False)


def test_words_may_be_written_freely() -> None:
    game = Game.from_position({"edition": "standard", "draw_pile": "ah", "seats": [seat(" th  Td jk "), seat("qc")]})
    assert (hand(game, 0), hand(game, 1)) == ("10H 10D JK", "QC")
    flip = Game.from_position({"edition": "flip", "draw_pile": "r1/2", "seats": [seat("b*/12!"), seat()]})
    assert (hand(flip, 0), each(flip, "completed")) == ("B*/12!", [[], []])
    open_run = Game.from_position(GOOD["flip"])
    assert laid(open_run, 0)[0]["color"] is None


def changed(edition: str, path: str, value: Any) -> Json:
    """Return a valid position with one change; a path is written like ``seats.0.hand``."""
    position = copy.deepcopy(GOOD[edition])
    put(*(int(part) if part.isdigit() else part for part in path.split(".")), to=value)(position)
    return position


FAULTS: list[tuple[str, str, Any, str, str]] = [
    ("classic", "edition", "uno", "no edition 'uno'", "an unknown edition"),
    ("classic", "options", {"speed": 9}, "no option 'speed'", "an unknown option"),
    ("classic", "options", {"name": "x"}, "no option 'name'", "an option named like a parameter"),
    ("classic", "extra", 1, "position cannot have the key 'extra'", "an unknown key"),
    ("classic", "round", 0, "round", "a round before the first"),
    ("classic", "dealer", 2, "dealer", "a dealer who is not there"),
    ("classic", "dealer", True, "dealer", "true is not a seat"),
    ("classic", "to_act", 5, "to_act", "an empty seat"),
    ("classic", "to_act", None, "step", "a step, but nobody to act"),
    ("classic", "step", "sleep", "step", "an unknown step"),
    ("classic", "step", "choose_phase", "no phase to choose", "nothing to choose in classic"),
    ("classic", "side", "wild", "no wild side", "classic cards have one side"),
    ("classic", "side", "blue", "side", "an unknown side"),
    ("classic", "draw_pile", "R1 R99", "draw_pile: 'R99'", "a word that is not a card"),
    ("classic", "seats", [], "2 to 6 seats", "nobody"),
    ("classic", "seats", [{}] * 7, "2 to 6 seats", "too many seats"),
    ("classic", "seats.0", "Ana", "seat 0", "a seat that is a word"),
    ("classic", "seats.0.cards", "R5", "seat 0 cannot have the key 'cards'", "a key that a seat does not have"),
    ("classic", "seats.0.name", "", "seat 0: a name", "no name"),
    ("classic", "seats.1.name", "x" * 99, "seat 1: a name", "a name that is too long"),
    ("classic", "seats.0.hand", "R5 R5 R5", "3 copies of R5", "more copies of a card than the deck has"),
    ("classic", "seats.0.hand", "R5 Q5", "hand of seat 0: 'Q5'", "a word that is not a card"),
    ("classic", "seats.0.hand", "", "seat 0 must play", "nothing to play with"),
    ("classic", "seats.0.hand", None, "hand of seat 0", "a hand that is not text"),
    ("classic", "seats.1.phase", 11, "seat 1: there is no phase 11", "a phase that is not played"),
    ("classic", "seats.1.completed", [1, 1], "seat 1: completed", "a phase completed twice"),
    ("classic", "seats.1.completed", [99], "seat 1: completed", "a phase that is not played"),
    ("classic", "seats.1.score", -5, "seat 1: score", "a score below zero"),
    ("classic", "seats.0.laid_this_turn", 1, "laid_this_turn", "a number for a flag"),
    ("classic", "seats.1.saved", "R1", "no saved cards", "classic has no save piles"),
    ("classic", "seats.0.laid", [group("heap", "R3 B3")], "seat 0: a group", "an unknown kind"),
    ("classic", "seats.0.laid", [group([], "R3 B3")], "seat 0: a group", "a kind that is a list"),  # type: ignore[arg-type]
    ("classic", "seats.0.laid", [group("set", "R3 B4", number=3)], "seat 0: the set", "a 4 in a set of 3s"),
    ("classic", "seats.0.laid", [group("set", "W W")], "seat 0: the set", "a set without its number"),
    ("classic", "seats.0.laid", [group("run", "R3 R5", start=3)], "seat 0: the run", "a gap in a run"),
    ("classic", "seats.0.laid", [group("set", "", number=3)], "seat 0: a set", "a group without cards"),
    ("classic", "seats.0.laid", [group("set", "R3 B3", number=3, suit="H")], "seat 0: a set has no 'suit'", "a suit"),
    ("classic", "seats.0.laid", [group("set", "R3 S", number=3)], "seat 0: the set", "a skip in a set"),
    ("classic", "seats.0.laid", [group("flush", "R3 B3", suit="H")], "seat 0: the flush", "suits in classic"),
    ("classic", "quiet_turns", 100, "quiet_turns", "a round that should be over (G20)"),
    ("classic", "tie_break", [0], "tie_break", "a tie-break of one"),
    ("classic", "tie_break", [1, 0], "tie_break", "not in order"),
    ("classic", "tie_break", [0, 2], "tie_break", "an empty seat"),
    ("flip", "draw_pile", "R1", "draw_pile: .*both faces", "one face of a two-sided card"),
    ("flip", "draw_pile", "2/R1", "draw_pile: .*color face first", "the wrong face first"),
    ("flip", "draw_pile", "R1/B2", "draw_pile: .*same side", "two faces of one side"),
    ("flip", "seats.0.hand", "R5!/9 R5!/8", "2 copies of R5!", "more copies of a face than are printed"),
    ("flip", "seats.0.laid", [group("set", "R3 B3", number=3)], "seat 0: .*both faces", "a lone face on the table"),
    ("flip", "seats.0.laid", [group("color run", "R3/1 B4/2", start=3)], "seat 0: the color run", "two colors"),
    ("masters", "seats.0.phase", None, "seat 0: its phase", "nobody plays before the phases are named"),
    ("masters", "draw_pile", "B1", "draw_pile: 'B1'", "masters has no blue"),
    ("standard", "draw_pile", "1H", "draw_pile: '1H'", "the ace is written A"),
    ("standard", "draw_pile", "", "nothing to draw", "a draw without a card"),
]


@every("edition, path, value, message, why", FAULTS)
def test_a_fault_is_named(edition: str, path: str, value: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        Game.from_position(changed(edition, path, value))
    assert len(str(caught.value)) < 400


@every("thing", [None, 3, "classic", [GOOD["classic"]]])
def test_non_positions_are_refused(thing: Any) -> None:
    with pytest.raises(ValueError, match="a position must be an object"):
        Game.from_position(thing)
