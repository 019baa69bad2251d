"""The seats of a game: people, computer players and custom players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count
from typing import TypeAlias

from .. import players as player_registry
from ..base.names import checked_name
from ..base.translatable import Refusal
from ..game.game import NAME_LENGTH
from ..players.function import AnyPlayer, own_name
from ..rules.actions import Action
from ..rules.observation import Observation

NAMES = ("Ada", "Blaise", "Carl", "Daniel", "Emmy", "Florence", "Grace", "Hypatia")
"""Names for computer players that are specified by level. There are more names than seats at a table."""
STAND_IN_PLAYER = "greedy"
"""The computer player that replaces a custom player."""


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """The occupant of a seat: a person or a computer player."""

    name: str
    player: AnyPlayer | None = None
    """The name of a computer player, a custom function, class or player, or None for a person."""


class Substitute:
    """A player that plays like greedy in place of a custom player, whose code a saved game does not contain."""

    def __init__(self, name: str) -> None:
        """Create a substitute for the player with this name."""
        self.__name__ = name
        self._player = player_registry.get(STAND_IN_PLAYER)

    def __repr__(self) -> str:
        return f"<Substitute for {self.__name__}>"

    def choose(self, observation: Observation) -> Action:
        """Return greedy's choice."""
        return self._player.choose(observation)


Seated: TypeAlias = SeatPlan | AnyPlayer | tuple[str, None]
"""The accepted types for a seat's occupant: see :class:`Session`."""


OwnPlayers: TypeAlias = Mapping[str, AnyPlayer]
"""Players that a file cannot store, by name: see :meth:`Session.load`."""


def sit(seats: Sequence[Seated]) -> list[SeatPlan]:
    """Return the occupant of each seat. A string is a computer player if it names one, and a person otherwise.

    People keep their names. A computer player specified by level gets a name, such as Ada; any other uses its
    player's name. If a name is taken, the computer player gets the next free name or a number: greedy, greedy 2.

    Raises:
        ValueError: two people with the same name, a string that is almost the name of a computer player, an unknown
            level, or something other than a list of names. A :class:`SeatPlan` can give a person any name.
    """
    if isinstance(seats, str) or not isinstance(seats, Sequence):
        raise ValueError(f"players must be a list of names, not {str(seats)[:60]!r}")
    plans = [seat if isinstance(seat, SeatPlan) else _seat_plan(seat) for seat in seats]
    given = [SeatPlan(checked_name(plan.name, NAME_LENGTH), plan.player) for plan in plans]
    taken: list[str] = []
    for name in (plan.name for plan in given if plan.player is None):
        if name in taken:
            raise Refusal("two people cannot both be called '{name}'", name=name)
        taken.append(name)
    result = []
    for plan in given:
        name = plan.name
        if plan.player is not None:
            name = _free(name, taken)
            taken.append(name)
        result.append(SeatPlan(name, plan.player))
    return result


def _seat_plan(seat: AnyPlayer | tuple[str, None]) -> SeatPlan:
    name, player = own_name(seat)
    if name is not None:
        return SeatPlan(name, player)
    if not isinstance(seat, str):
        player_registry.get(player)
        return SeatPlan(player_registry.label(player), player)
    if not player_registry.is_name(seat):
        if near := player_registry.near_name(seat):
            raise Refusal("there is no computer player '{name}'; did you mean '{near}'?", name=seat[:60], near=near)
        return SeatPlan(seat)
    return SeatPlan(seat if player_registry.level_of(seat) is None else NAMES[0], seat)


def _free(name: str, taken: Sequence[str]) -> str:
    """Return the name or, if it is taken, another one from ``NAMES`` or the name followed by a number."""
    others = chain(NAMES if name in NAMES else (), (f"{name} {n}" for n in count(2)))
    return next(each for each in chain((name,), others) if each not in taken)


def is_custom(player: object) -> bool:
    """Return True for a custom function or player, which is neither a name nor a substitute."""
    return player is not None and not isinstance(player, str | Substitute)


def may_sit(player: object) -> bool:
    """Return True for a computer player's name, and for None, which means a person."""
    if not isinstance(player, str):
        return player is None
    try:
        player_registry.get(player)
    except ValueError:
        return False
    return True
