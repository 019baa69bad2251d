"""A tutorial game with a stacked deal and a single phase, which you win in eleven short steps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..base.translatable import phrase
from ..game.game import Game
from ..rules.actions import Action, Discard, Draw, Hit, LayDown
from .seating import NAMES, SeatPlan
from .session import Session

LESSONS = 5
"""The number of lessons: draw, phase, lay down, hit, go out."""

YOUR_HAND = "R5 B5 G5 Y5 B11 G11 Y1 Y2 G7 R12"
ADAS_HAND = "R1 B1 G1 R2 B2 R3 B3 R4 B4 R6"
DRAWS = "R8 Y11 G2 W"
"""The cards that you and Ada take turns drawing; you take the 11 that she discards."""
PILE = "B6 G10 Y9 B12 R10 G6 Y8 B9 R6 G12"
SEED = 1


@dataclass(frozen=True, slots=True)
class GuidedStep:
    """One move of the first game, and the text shown before it."""

    lesson: int
    """The lesson that the step belongs to, from 1 to :data:`LESSONS`."""
    text: str
    """The text as an English template; its translations are in the catalog."""
    allows: Callable[[Action], bool]
    """A function that returns True for actions that complete the step."""
    card: str | None = None
    """The card to play from the hand."""


def _draw(source: str) -> Callable[[Action], bool]:
    return lambda action: isinstance(action, Draw) and action.source == source


def _discard(card: str) -> Callable[[Action], bool]:
    return lambda action: isinstance(action, Discard) and action.card == card


def _hit(*cards: str) -> Callable[[Action], bool]:
    return lambda action: isinstance(action, Hit) and action.card in cards


def _lay_down(action: Action) -> bool:
    return isinstance(action, LayDown)


STEPS = (
    GuidedStep(1, phrase("Every turn starts with a draw. Draw a card."), _draw("deck")),
    GuidedStep(
        2,
        phrase("Your phase is two sets of 3. You have the 5s; one 11 is missing. The 12 costs the most: discard it."),
        _discard("R12"),
        "R12",
    ),
    GuidedStep(2, phrase("{name} discarded an 11, just what you need. Take it."), _draw("discard")),
    GuidedStep(3, phrase("Both sets are complete. Lay down your phase."), _lay_down),
    GuidedStep(
        4,
        phrase("Cards that fit may join a group: that is a hit. Hit the last 5 on your 5s."),
        _hit("R5", "B5", "G5", "Y5"),
    ),
    GuidedStep(4, phrase("Nothing else fits. End your turn: discard the 8."), _discard("R8"), "R8"),
    GuidedStep(5, phrase("{name} has laid down as well. Now get rid of your last cards. Draw first."), _draw("deck")),
    GuidedStep(5, phrase("You may also hit other players' groups. Hit your 1 on {name}'s 1s."), _hit("Y1"), "Y1"),
    GuidedStep(5, phrase("The 2 also fits: hit it."), _hit("Y2"), "Y2"),
    GuidedStep(5, phrase("A wild stands for any card. Hit it wherever you like."), _hit("W"), "W"),
    GuidedStep(
        5, phrase("Discard your last card to go out. {name} pays for the cards she still holds."), _discard("G7"), "G7"
    ),
)


def begin(you: str) -> Session:
    """Return the first game with its stacked deal; *you* is the name of the person who plays it."""
    position = {
        "edition": "classic",
        "options": {"phases": [1]},
        "round": 1,
        "dealer": 1,
        "to_act": 0,
        "step": "draw",
        "draw_pile": f"{DRAWS} {PILE}",
        "discard_pile": "Y10",
        "seats": [{"name": you, "hand": YOUR_HAND}, {"name": NAMES[0], "hand": ADAS_HAND}],
    }
    seats = [SeatPlan(you), SeatPlan(NAMES[0], "greedy")]
    return Session.from_game(Game.from_position(position, seed=SEED), seats)


def current(session: Session) -> GuidedStep | None:
    """Return the step that the person must take now, or None during the computer player's turn and at the end."""
    game = session.game
    if game.to_act != 0:
        return None
    done = sum(earlier.to_act == 0 for earlier in session.games[:-1])
    return STEPS[done] if done < len(STEPS) else None
