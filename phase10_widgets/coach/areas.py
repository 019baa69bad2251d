"""Areas of play: the subject of a decision, so that mistakes of one kind can be counted."""

from __future__ import annotations

from enum import StrEnum

from ..players.expert import Weighed
from ..rules.actions import Action, ChoosePhase, Draw, Hit, LayDown
from ..rules.observation import Observation


class Area(StrEnum):
    """The subject of a decision."""

    CHOICE = "choice"
    """The phase to try."""
    DRAW = "draw"
    """Taking a known card or drawing a hidden one."""
    KEEP = "keep"
    """The cards to keep for the phase."""
    GIVE = "give"
    """The cards that help the next player."""
    LAY = "lay"
    """The moment to lay down."""
    SHED = "shed"
    """Getting rid of cards after laying down."""


def area_of(view: Observation, action: Action, played: Weighed, best: Weighed) -> Area:
    """Return the area of a decision; *played* and *best* are the expert's weights of the action and the best one."""
    if isinstance(action, ChoosePhase):
        return Area.CHOICE
    if isinstance(action, Draw):
        return Area.DRAW
    if isinstance(action, LayDown) or isinstance(best.action, LayDown):
        return Area.LAY
    if view.me.laid or isinstance(action, Hit):
        return Area.SHED
    return Area.GIVE if played.benefit - best.benefit > played.own - best.own else Area.KEEP
