"""Every refusal of the rules: code, rule, and an unchanged game."""

from __future__ import annotations

import re
from typing import Any, get_args

from phase10_widgets import Action, Discard, Draw, Game, IllegalAction
from phase10_widgets.base.translatable import Refusal, Sentence
from phase10_widgets.languages.text import Text
from phase10_widgets.rules import actions as core_actions
from tests.faults import every
from tests.helpers import Json, begin, choose, discard, draw, group, hit, lay, play, refusal, save, seat
from tests.rulebook import cases

THREES = group("set", "R3 B3 G3", number=3)
RUN = group("run", "R4 B5 G6", start=4)
ONE = {"phases": ["1 set of 3", "1 run of 3"]}


def done(cards: str, **more: Any) -> Json:
    return seat(cards, **{"completed": [1], "laid": [THREES], **more})


FRESH = begin("classic", "R5 B8 G9", "Y1", step="draw", discard_pile="S R9", options=ONE)
DRAWN = begin("classic", "R5 B8 G9 W", done("Y1"), options=ONE)
HOLDS = begin("classic", "R4 B4 G4 W W W Y8", done("Y1"), options=ONE)
LAID = begin(
    "classic", done("Y3 R7 W Y8", laid=[THREES, RUN]), done("Y1"), options={"phases": ["1 set of 3 + 1 run of 3"]}
)
JUST_LAID = play(begin("classic", "R4 B4 G4 Y3 Y8", done("Y1"), options=ONE), lay("R4 B4 G4"))
ONE_LEFT = begin("classic", done("Y3"), done("Y1", laid=[RUN]), options=ONE)
MUST = begin("classic", "R4 B4 G4 Y8", "Y1", options={**ONE, "must_lay_down": True})
EMPTY = begin("classic", "R5", "Y1", step="draw", discard_pile="R9", draw_pile="", options=ONE)
BARE = begin("classic", "R5", "Y1", step="draw", discard_pile="", options=ONE)
OVER = play(begin("classic", done("Y8"), "Y1", options={"phases": [1]}), discard("Y8"))
CHOICE = begin("masters", seat("R5", phase=None, completed=[4]), seat("O6", phase=None), step="choose_phase")
MASTERS = begin("masters", "R5 S W", seat("O6", skipped=True), "O7", "O8")
SAVED = begin("masters", seat("R5 S", saved_this_round=True), "O6")
FULL = begin(
    "masters", seat("W W", saved=" ".join(f"{c}{n}" for n in range(1, 12) for c in "ROYG" for _ in "12")), "R12"
)
STANDARD = begin("standard", seat("2H 3H 4H 5H 6H 7H 8H 9H KC", phase=9), "KS")
COLOR_RUN = group("color run", "R4/5 R5/6", start=4, color="R")
FLIP = begin("flip", seat("R4/1 R6/2 R*/3 R*/3 R5!/9", completed=[1], laid=[COLOR_RUN]), "Y8!/4")

REFUSALS: list[tuple[str, str, Game, Json, str]] = [
    ("G3", "malformed", DRAWN, {}, "a missing type"),
    ("G3", "malformed", DRAWN, {"type": "pass"}, "an unknown type"),
    ("G3", "malformed", DRAWN, {"type": "discard"}, "a discard without a card"),
    ("G3", "malformed", DRAWN, discard("X9"), "a word that is not a card"),
    ("G3", "malformed", DRAWN, {**discard("R5"), "end": "low"}, "a key that discards do not have"),
    ("G3", "malformed", FRESH, draw("table"), "an unknown pile"),
    ("G3", "malformed", FRESH, draw("saved"), "a draw that does not name the saved card"),
    ("G3", "malformed", FRESH, draw("deck", "R7"), "a card that is still hidden"),
    ("G3", "malformed", HOLDS, lay(), "a phase without groups"),
    ("G3", "malformed", HOLDS, lay(""), "a group without cards"),
    ("G3", "malformed", HOLDS, lay({"cards": "R4 B4 G4", "numbers": 4}), "an unknown declaration"),
    ("G3", "malformed", LAID, {**hit("Y3", 0, 0), "end": "left"}, "an unknown end"),
    ("G3", "malformed", LAID, {**hit("Y3", 0, 0), "owner": True}, "an owner that is not a number"),
    ("G16", "game_over", OVER, draw(), "a draw after the end of the game"),
    ("G16", "game_over", OVER, discard("Y1"), "a discard after the end of the game"),
    ("G2", "wrong_seat", DRAWN, {**discard("Y1"), "seat": 1}, "an action during another seat's turn"),
    ("G3", "wrong_step", FRESH, discard("R5"), "a discard before the draw"),
    ("G3", "wrong_step", FRESH, lay("R5 B8 G9"), "a phase before the draw"),
    ("G3", "wrong_step", DRAWN, draw(), "a second draw"),
    ("M3", "wrong_step", DRAWN, choose(2), "a choice when no phase has to be chosen"),
    ("G3", "not_held", DRAWN, discard("Y12"), "a card that is not in the hand"),
    ("G3", "not_held", LAID, hit("B3", 0, 0), "a card on the table"),
    ("G3", "not_held", HOLDS, lay("R4 B4 G4 W W W W"), "one wild too many"),
    ("G3", "not_held", HOLDS, lay("R4 R4 B4"), "the same card twice"),
    ("G3", "not_held", FRESH, draw("saved", "R5"), "a card that was not saved"),
    ("G3", "not_held", FLIP, discard("9"), "a face that is not in play"),
    ("G3", "not_held", FLIP, discard("R4/2"), "faces that are on different cards"),
    ("G13", "nothing_there", EMPTY, draw(), "no draw pile, and nothing below the top discard"),
    ("G13", "nothing_there", BARE, draw("discard"), "no discards"),
    ("C5", "skip_not_taken", FRESH, draw("discard"), "a draw that takes a skip"),
    ("M3", "no_such_phase", CHOICE, choose(11), "a phase that is not played"),
    ("G4", "no_such_phase", HOLDS, lay("R4 B4 G4", phase=2), "a phase that is not the seat's current one"),
    ("M3", "phase_done", CHOICE, choose(4), "the choice of a completed phase"),
    ("G4", "already_laid", LAID, lay("Y3 R7 W"), "a second phase in the same round"),
    ("C4", "last_card", ONE_LEFT, hit("Y3", 0, 0), "a hit with the last card"),
    ("M5", "last_card", begin("masters", "R5", "O6"), save("R5"), "a save of the last card"),
    ("G6", "not_the_phase", HOLDS, lay("R4 B4"), "too few cards"),
    ("G6", "not_the_phase", HOLDS, lay("R4 B4 G4", "W W W"), "too many groups"),
    ("G8", "not_the_phase", HOLDS, lay("R4 B4 Y8"), "cards of two numbers"),
    ("G6", "not_the_phase", HOLDS, lay({"cards": "R4 B4 G4", "kind": "run"}), "a different kind"),
    ("G8", "not_the_phase", HOLDS, lay({"cards": "R4 B4 W", "number": 5}), "a false declaration"),
    ("G8", "not_the_phase", HOLDS, lay({"cards": "R4 B4 W", "start": 4}), "a declaration that does not apply to sets"),
    ("G9", "no_natural", HOLDS, lay({"cards": "W W W", "number": 4}), "a phase of wilds only"),
    ("S4", "same_color", STANDARD, lay("2H 3H 4H 5H 6H", "7H 8H 9H"), "another group of the same suit"),
    ("G5", "must_lay_down", MUST, discard("Y8"), "a discard although the phase is complete"),
    ("G12", "not_laid", DRAWN, hit("W", 1, 0), "a hit before the seat's own phase"),
    ("C3", "only_own", JUST_LAID, hit("Y3", 1, 0), "a hit on another seat's group right after laying down"),
    ("G11", "no_such_group", LAID, hit("Y3", 0, 2), "a group that does not exist"),
    ("G11", "no_such_group", LAID, hit("Y3", 0, -1), "a negative index"),
    ("G11", "no_such_group", LAID, hit("Y3", 2, 0), "a seat that does not exist"),
    ("G11", "no_such_group", LAID, hit("Y3", -1, 0), "a negative index"),
    ("G11", "does_not_fit", LAID, hit("Y8", 0, 0), "an 8 on a set of 3s"),
    ("G11", "does_not_fit", LAID, hit("R7", 0, 1, "low"), "a 7 at the low end of 4 5 6"),
    ("F9", "does_not_fit", FLIP, hit("R4", 0, 0), "a 4 on 4 5 of one color"),
    ("G11", "say_which_end", LAID, hit("W", 0, 1), "a wild that fits both ends"),
    ("G11", "say_which_end", FLIP, hit("R*", 0, 0), "a star that fits both ends"),
    ("M6", "bad_target", MASTERS, discard("S"), "a skip without a target"),
    ("M6", "bad_target", MASTERS, discard("S", 7), "a seat that does not exist"),
    ("M5", "no_saving", DRAWN, save("R5"), "a save in classic"),
    ("M5", "no_saving", FLIP, save("R5"), "a save in flip"),
    ("M5", "saved_already", SAVED, save("S"), "a second save in the same round"),
    ("M5", "deck_too_small", FULL, save("W"), "too few cards would remain for the next deal"),
]


@cases("rule, code, game, action, why", REFUSALS)
def test_an_action_is_refused(rule: str, code: str, game: Game, action: Json) -> None:
    error = refusal(game, action)
    assert (error.code, error.rule) == (code, rule)
    assert re.fullmatch(r"[^a-z].*\.", str(error)), "a sentence"


def test_a_refused_group_is_named_by_its_cards() -> None:
    """A phase has several groups: the sentence says which one is wrong."""
    short, other = lay("R4 B4"), lay({"cards": "R4 B4 G4", "kind": "run"})
    assert str(refusal(HOLDS, short)) == "1 set of 3 needs 3 cards, but this group has only 2: R4 B4."
    assert str(refusal(HOLDS, other)) == "This group must be 1 set of 3: R4 B4 G4."


def test_every_code_occurs() -> None:
    codes = set(get_args(core_actions.Code))
    assert {code for _, code, *_ in REFUSALS} == codes
    assert len(codes) >= 20
    assert all(code in (IllegalAction.__doc__ or "") for code in codes), "each is explained"


OBJECTS: list[tuple[Any, str]] = [
    (None, "nothing"),
    ("draw", "a word"),
    (7, "a number"),
    ([draw()], "a list"),
    (Action(), "no particular action"),
    (Discard("R77"), "an Action with a word that is not a card"),
    (Draw("saved"), "an Action that lacks its card"),
    (Draw("elsewhere", "R5"), "an Action with an unknown pile"),  # type: ignore[arg-type]
]


@every("thing, why", OBJECTS)
def test_non_actions_are_malformed(thing: Any) -> None:
    for game in (FRESH, DRAWN):
        if isinstance(thing, Draw | Discard) and (game.step == "draw") != isinstance(thing, Draw):
            continue
        assert refusal(game, thing).code == "malformed"


@every("language", ["en", "de"])
@every("mark", [".", "?", "!", "…", "..."])
def test_a_refusal_ends_with_one_mark(mark: str, language: str) -> None:
    """This includes messages whose last part has its own mark, like Python's "Did you mean …?"."""
    words = Text(language)
    assert words.refusal(Refusal("that is odd" + mark)) == f"That is odd{mark}"
    told = Sentence("Your code stopped with {why}.", why="a fault" + mark)
    counted = Sentence.plural("{n} card: {why}.", "{n} cards: {why}.", 2, why="a fault" + mark)
    for sentence in (str(told), words.tell(told), str(Refusal(told.template, **told.parts)), words.tell(counted)):
        assert sentence.endswith(f"a fault{mark}" if mark in "?!…" else f"a fault{mark}.")
    assert words.refusal(Refusal("it is {why}", why="odd")).endswith("odd.")
