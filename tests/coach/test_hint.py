"""Hints give the expert's move and its reason, based on the seat's view, with correct odds."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import Game, coach, odds
from phase10_widgets.base.translatable import Refusal
from phase10_widgets.languages.text import Text
from phase10_widgets.rules.observation import observe
from tests.contracts.test_hidden import moments, resampled
from tests.faults import every, no_faults
from tests.helpers import Json, begin, choose, discard, draw, group, hit, lay, play, seat
from tests.reference.playing import games, variations

LAID = [group("set", "R3 G3 B3", number=3), group("run", "R5 B6 G7 Y8", start=5)]


def to_draw(top: str, hand: str = "B4 B7 B8 R9 R10 B5 Y1 S G1 R2") -> Game:
    """Return a game with seat 0 to draw for a run of 7; the other seat has laid down already."""
    other = seat("R11 G11", phase=1, laid=[group("set", "R1 G1 B1", number=1), group("set", "R2 G2 B2", number=2)])
    return begin("classic", seat(hand, phase=4), other, discard_pile=top, step="draw")


def to_play(hand: str, **other: Any) -> Game:
    """Return a game with seat 0 to play after laying down a set and a run."""
    return begin("classic", seat(hand, laid=LAID, phase=2), seat("R1 R2", phase=2, **other))


FAR = to_draw("B6", "B4 B7 B8 R9 R11 G11 Y1 S G1 R2")
ADVICE: list[tuple[str, Game, Json, str]] = [
    (
        "a card that brings the phase nearer is taken, and compared with a blind draw",
        FAR,
        draw("discard"),
        "Take the blue 6: your phase then needs 2 more cards (",
    ),
    (
        "a card is taken beside a complete phase if it can be hit later; it completes nothing",
        begin("classic", seat("R5 B5 G5 R9 B9 G9 R1 B2 G7 Y8"), seat("R11 G11 Y3 B4"), discard_pile="W", step="draw"),
        draw("discard"),
        "Take the wild: your phase is already complete, and this card is easier to hit later than most unseen ones",
    ),
    ("a completing card is taken", to_draw("B6"), draw("discard"), "blue 6: it completes your phase; so would "),
    ("a card of no use is left", to_draw("Y12"), draw(), "but the yellow 12 would not."),
    ("a skip cannot be taken (C5)", to_draw("S"), draw(), "unseen cards would bring you closer to completing"),
    (
        "a complete phase is laid down",
        begin("classic", "R3 G3 B3 R8 G8 B8 Y1 Y2 Y5 Y10 Y12", "R1 R2"),
        lay("R3 G3 B3", "R8 G8 B8"),
        "Lay down now: your phase is complete, and 5 cards stay in your hand.",
    ),
    ("a card fits a group", to_play("R9 Y12"), hit("R9", 0, 1), "Hit the red 9 on your own run: 1 card stays in your"),
    ("the last card", to_play("Y12"), discard("Y12"), "Discard the yellow 12: it is your last card, so you go out."),
    (
        "a card that fits nowhere costs points, and the next seat cannot use it",
        to_play("Y12 R1", laid=LAID),
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
        "of several phases, the one that the cards already complete (M3)",
        begin("masters", seat("R1 R2 R3 R4 R5 R6 R7 G9 Y11 O12", phase=None), seat(phase=None), step="choose_phase"),
        choose(8),
        "Try phase 8 (7 cards of one color): your cards already complete it",
    ),
]


def test_hints_and_their_reasons() -> None:
    with no_faults() as faults:
        for why, game, action, expected in ADVICE:
            with faults.of(why):
                found = coach.hint(game.observe(game.to_act))
                assert expected in Text().tell(found.text)
                assert play(game, found.action).position() == play(game, action).position()


def test_the_odds_of_a_hint_are_the_exact_ones() -> None:
    """Both count unseen cards that bring the phase closer: after taking the discard, or on a blind draw."""
    size = odds.Situation.of(FAR.observe(0)).pool.size
    blind, taken = (odds.next_draw(at.observe(0)).nearer * size for at in (FAR, FAR.apply(draw("discard"))))
    says = f"({taken} of {size} unseen cards would help); on a blind draw, {blind} of {size} cards would help."
    assert str(coach.hint(FAR.observe(0)).text).endswith(says)


@pytest.mark.slow
@every("edition, variation", games())
def test_a_hint_is_legal_and_translated(edition: str, variation: str) -> None:
    for number, options in enumerate(variations(edition)[variation]):
        game = Game.new(edition, ["Ana", "Ben", "Cleo"], seed=number, **options)
        for _ in range(40):
            if game.to_act is None:
                break
            found = coach.hint(game.observe(game.to_act))
            assert Text("de").tell(found.text) != Text().tell(found.text)
            assert found.to_dict()["action"] == found.action.to_dict()
            game = game.apply(found.action)


@pytest.mark.slow
@every("edition", p10.EDITIONS)
def test_a_hint_ignores_hidden_cards(edition: str) -> None:
    """Two games that differ only in cards hidden from the seat get the same hint."""
    chance, looked = Random(edition), 0
    for game in moments(edition, {}, 11, 20):
        at = game.to_act
        if at is None or game.step == "choose_phase":
            continue
        seen = game.observe(at)
        assert coach.hint(observe(resampled(game.state, at, chance), at, seen.log)) == coach.hint(seen)
        looked += 1
    assert looked > 6


@every("other", [1, None])
def test_hints_are_only_for_the_seat_to_act(other: int | None) -> None:
    with pytest.raises(Refusal, match="whose turn it is"):
        coach.hint(Game.new("classic", seed=3).observe(other))
