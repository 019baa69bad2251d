"""Areas of play, which classify decisions by subject so that mistakes of each type can be counted."""

from __future__ import annotations

from enum import StrEnum

from ..players.expert import Weighed
from ..rules.actions import Action, ChoosePhase, Draw, Hit, LayDown
from ..rules.observation import Observation


class Area(StrEnum):
    """The subject of a decision.

    >>> import phase10_widgets as p10
    >>> game = p10.Session("classic", ["greedy", "random"], seed=1, phases=[1]).run()
    >>> review = p10.coach.review(game, seat=1)
    >>> review.costliest(1)[0].area
    <Area.LAY: 'lay'>
    """

    CHOICE = "choice"
    """Choosing the phase to try."""
    DRAW = "draw"
    """Taking a known card or drawing a hidden one."""
    KEEP = "keep"
    """Choosing the cards to keep for the phase."""
    GIVE = "give"
    """Withholding cards that would help the next player."""
    LAY = "lay"
    """Choosing when to lay down."""
    SHED = "shed"
    """Getting rid of cards after laying down."""


def area_of(view: Observation, action: Action, played: Weighed, best: Weighed) -> Area:
    """Return a decision's area; *played* and *best* are the expert's weights for the chosen action and the best one."""
    if isinstance(action, ChoosePhase):
        return Area.CHOICE
    if isinstance(action, Draw):
        return Area.DRAW
    if isinstance(action, LayDown) or isinstance(best.action, LayDown):
        return Area.LAY
    if view.me.laid or isinstance(action, Hit):
        return Area.SHED
    return Area.GIVE if played.benefit - best.benefit > played.own - best.own else Area.KEEP
