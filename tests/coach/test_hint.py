"""Hints give the expert's move and its reason, based on the seat's view, with correct odds."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import Game, coach, odds
from phase10_widgets.core.observation import observe
from phase10_widgets.core.translatable import Refusal
from phase10_widgets.text import Text
from tests.contracts.test_hidden import moments, resampled
from tests.faults import no_faults
from tests.helpers import Json, begin, choose, discard, draw, group, hit, lay, play, seat
from tests.reference.playing import games, variations

LAID = [group("set", "R3 G3 B3", number=3), group("run", "R5 B6 G7 Y8", start=5)]


def to_draw(edition: str, hand: str, top: str, *, phase: int = 1, **more: Any) -> Game:
    """Return a game with seat 0 to draw; the other seat has laid down already."""
    other = seat("R11 G11", phase=1, laid=[group("set", "R1 G1 B1", number=1), group("set", "R2 G2 B2", number=2)])
    return begin(edition, seat(hand, phase=phase), other, discard_pile=top, step="draw", **more)


ADVICE: list[tuple[str, Game, Json, str]] = [
    (
        "a card that brings the phase nearer is taken, and compared with a blind draw",
        to_draw("classic", "B4 B7 B8 R9 R11 G11 Y1 S G1 R2", "B6", phase=4),
        draw("discard"),
        "Take the blue 6: your phase then needs 2 more cards (",
    ),
    (
        "a card is taken beside a complete phase if it can be hit later; it completes nothing",
        begin("classic", seat("R5 B5 G5 R9 B9 G9 R1 B2 G7 Y8"), seat("R11 G11 Y3 B4"), discard_pile="W", step="draw"),
        draw("discard"),
        "Take the wild: your phase is already complete, and this card is easier to hit later than most unseen ones",
    ),
    (
        "a card that completes the phase is taken",
        to_draw("classic", "B4 B7 B8 R9 R10 B5 Y1 S G1 R2", "B6", phase=4),
        draw("discard"),
        "Take the blue 6: it completes your phase; so would ",
    ),
    (
        "a card of no use is left",
        to_draw("classic", "B4 B7 B8 R9 R10 B5 Y1 S G1 R2", "Y12", phase=4),
        draw(),
        "but the yellow 12 would not.",
    ),
    (
        "a skip cannot be taken (C5)",
        to_draw("classic", "B4 B7 B8 R9 R10 B5 Y1 S G1 R2", "S", phase=4),
        draw(),
        "unseen cards would bring you closer to completing your phase.",
    ),
    (
        "a complete phase is laid down",
        begin("classic", "R3 G3 B3 R8 G8 B8 Y1 Y2 Y5 Y10 Y12", "R1 R2"),
        lay("R3 G3 B3", "R8 G8 B8"),
        "Lay down now: your phase is complete, and 5 cards stay in your hand.",
    ),
    (
        "a card that fits is hit",
        begin("classic", seat("R9 Y12", laid=LAID, phase=2), seat("R1 R2", phase=2)),
        hit("R9", 0, 1),
        "Hit the red 9 on your own run: 1 card stays in your hand.",
    ),
    (
        "the last card ends the round",
        begin("classic", seat("Y12", laid=LAID, phase=2), seat("R1 R2", phase=2)),
        discard("Y12"),
        "Discard the yellow 12: it is your last card, so you go out.",
    ),
    (
        "what fits nowhere costs points, and the next seat cannot use it",
        begin("classic", seat("Y12 R1", laid=LAID, phase=2), seat("R1 R2", laid=LAID, phase=2)),
        discard("Y12"),
        "Discard the yellow 12: it fits no group and costs 10 points, and Ben cannot hit it.",
    ),
    (
        "a skip that takes a turn is thrown first (C5)",
        begin("classic", seat("R3 G3 S", phase=1), seat("R1 R2", phase=1)),
        discard("S"),
        "Discard the skip: your phase does not need it, and Ben will lose a turn.",
    ),
    (
        "of several phases the one that the cards make already (M3)",
        begin(
            "masters",
            seat("R1 R2 R3 R4 R5 R6 R7 G9 Y11 O12", phase=None),
            seat("R8 R9 R10 R11 R12 G1 G2 G3 G4 G5", phase=None),
            step="choose_phase",
            discard_pile="Y1",
        ),
        choose(8),
        "Try phase 8 (7 cards of one color): your cards already complete it",
    ),
]


def test_what_is_advised_and_why() -> None:
    with no_faults() as faults:
        for why, game, action, expected in ADVICE:
            with faults.of(why):
                assert game.to_act is not None
                found = coach.hint(game.observe(game.to_act))
                text = Text().tell(found.text)
                assert expected in text
                after = play(game, found.action)
                wanted = play(game, action)
                assert after.position() == wanted.position()


def test_the_odds_of_a_hint_are_the_exact_ones() -> None:
    """Taking: the distance with that card, over unseen cards; drawing blind: the outs of the next card."""
    game = to_draw("classic", "B4 B7 B8 R9 R11 G11 Y1 S G1 R2", "B6", phase=4)
    view = game.observe(0)
    blind = odds.next_draw(view)
    taken = odds.next_draw(game.apply(draw("discard")).observe(0))
    size = odds.Situation.of(view).pool.size
    assert taken.nearer * size == sum(out.unseen for out in taken.outs)
    text = str(coach.hint(view).text)
    assert text.endswith(
        f"({taken.nearer * size} of {size} unseen cards would help); "
        f"on a blind draw, {blind.nearer * size} of {size} cards would help."
    )


@pytest.mark.slow
def test_a_hint_is_legal_and_told_in_german() -> None:
    with no_faults() as faults:
        for edition, variation in games():
            with faults.of(f"{edition}, {variation}"):
                for number, options in enumerate(variations(edition)[variation]):
                    game, german = Game.new(edition, ["Ana", "Ben", "Cleo"], seed=number, **options), Text("de")
                    for _ in range(40):
                        if game.to_act is None:
                            break
                        found = coach.hint(game.observe(game.to_act))
                        assert german.tell(found.text) != Text().tell(found.text)
                        assert found.to_dict()["action"] == found.action.to_dict()
                        game = game.apply(found.action)


def test_a_hint_rests_on_nothing_hidden() -> None:
    """Two games that differ only in cards hidden from the seat get the same hint."""
    for edition in p10.EDITIONS:
        chance, looked = Random(edition), 0
        for game in moments(edition, {}, 11, 60):
            at = game.to_act
            if at is None or game.step == "choose_phase":
                continue
            seen = game.observe(at)
            other = observe(resampled(game.state, at, chance), at, seen.log)
            assert coach.hint(other) == coach.hint(seen)
            looked += 1
        assert looked > 20


def test_there_is_no_hint_for_who_is_not_to_act() -> None:
    game = Game.new("classic", seed=3)
    for other in (1, None):
        with pytest.raises(Refusal, match="whose turn it is"):
            coach.hint(game.observe(other))
