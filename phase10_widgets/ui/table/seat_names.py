"""Names that distinguish the people at one screen."""

from __future__ import annotations

from collections.abc import Sequence

from ...base.translatable import phrase
from ...languages.text import Text, is_you
from ...sessions.seating import Seated, SeatPlan, sit

PLAYER = phrase("Player {number}")


def told_apart(players: Sequence[Seated], words: Text) -> list[SeatPlan]:
    """Return the occupant of each seat; nobody is called "You" if there are several people.

    Raises:
        ValueError: as for :func:`sit`.
    """
    plans = sit(words.addressed(players))
    several = sum(plan.player is None for plan in plans) > 1
    return [
        SeatPlan(words.say(PLAYER, number=seat)) if several and plan.player is None and is_you(plan.name) else plan
        for seat, plan in enumerate(plans, 1)
    ]
