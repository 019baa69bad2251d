"""A game in progress for learning programs: observations as arrays, actions as numbers, and rewards."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from math import inf
from numbers import Real
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import numpy as np

from ..base.integers import check_seed, integer, seed_of
from ..game.game import Game
from ..rules.actions import Action, IllegalAction
from ..rules.observation import Observation
from ..rules.state import State
from .central import CentralState
from .coding import Coding
from .seen import Seen

if TYPE_CHECKING:
    from numpy.typing import NDArray

Illegal: TypeAlias = Literal["replace", "refuse"]


class _MissingUntilReset:
    """A placeholder for an attribute that ``reset`` sets on the object; afterward, access costs nothing extra."""

    def __init__(self, kind: type[Exception]) -> None:
        self._kind = kind

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, holder: object, owner: type | None = None) -> _MissingUntilReset:
        if holder is None:
            return self
        raise self._kind(f"there is no {self._name} yet; call reset() first")


def missing_until_reset(kind: type[Exception] = RuntimeError) -> Any:
    """Return a class attribute that raises this error until the object has its own attribute."""
    return _MissingUntilReset(kind)


class ToAct(NamedTuple):
    """The observation and the legal actions of the seat whose turn it is."""

    game: Game
    view: Observation
    menu: dict[int, Action]
    mask: NDArray[Any]


class EncodedGame:
    """A series of games with one coding, played one at a time; every environment contains such a series."""

    game: Game = missing_until_reset()
    """The game being played; not set before the first :meth:`deal`."""

    def __init__(self, coding: Coding, *, shaping: float = 0.0, illegal: Illegal = "replace") -> None:
        """Prepare the games; see :class:`raw_env` for the settings.

        Raises:
            ValueError: a setting is invalid.
        """
        if illegal not in ("replace", "refuse"):
            raise ValueError(f'illegal must be "replace" or "refuse", not {illegal!r:.60}')
        self.coding = coding
        self._shaping = _weight(shaping)
        self._illegal = illegal
        self._series: int | str = secrets.randbits(32)
        """The last seed given, from which the games' seeds are derived."""
        self._n_games = 0
        self._forget()

    def __getstate__(self) -> dict[str, Any]:
        """Return the attributes without caches, which nest more deeply as the game gets longer."""
        return {name: value for name, value in vars(self).items() if name not in ("central", "_seen", "_turn")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._forget()

    def __deepcopy__(self, memo: object) -> EncodedGame:
        """Return an independent copy; games never change, so both copies share the same one."""
        copied = object.__new__(EncodedGame)
        copied.__setstate__(self.__getstate__())
        return copied

    def _forget(self) -> None:
        self.central = CentralState(self.coding.features)
        self._seen = [Seen(self.coding.features) for _ in range(self.coding.seats)]
        self._turn: ToAct | None = None

    def deal(self, names: Sequence[str], seed: int | str | None = None) -> int | str:
        """Start a game and return its seed: *seed* or, by default, the next in the series that the last *seed* began.

        Raises:
            ValueError: the seed is invalid.
        """
        chance = check_seed(seed) if seed is not None else seed_of(self._series, self._n_games)
        self.game = Game.new(self.coding.edition, names, chance)
        if seed is not None:
            self._series, self._n_games = chance, 0
        self._n_games += 1
        return chance

    def menu(self) -> dict[int, Action]:
        """Return the legal actions of the seat whose turn it is, by number, as ``Coding.menu`` does."""
        return self._now().menu

    def mask(self, seat: int) -> NDArray[Any]:
        """Return an array with 1 for each legal action of this seat (all 0 during another seat's turn)."""
        if seat != self.game.to_act:
            return np.zeros(self.coding.n_actions, np.int8)
        return self._now().mask.copy()

    def observation(self, seat: int) -> NDArray[Any]:
        """Return this seat's observation as numbers from 0 to 1."""
        view = self._now().view if seat == self.game.to_act else self.game.observe(seat)
        return self._seen[seat].array(view)

    def encode(self, seat: int) -> dict[str, NDArray[Any]]:
        """Return this seat's observation, as ``Coding.encode`` does."""
        if seat == self.game.to_act:
            turn = self._now()
            return {"observation": self._seen[seat].array(turn.view), "action_mask": turn.mask.copy()}
        return {"observation": self.observation(seat), "action_mask": self.mask(seat)}

    def state(self) -> NDArray[Any]:
        """Return the whole game, hidden cards included, as numbers from 0 to 1."""
        return self.central.array(self.observation(0), self.game.state)

    def read(self, number: object) -> tuple[Action, dict[str, Any]]:
        """Return the action with this number, and the entries for the agent's info.

        With the "replace" setting, an illegal number is replaced by the lowest legal one and kept in the info.

        Raises:
            TypeError: it is not an integer, which is a programming error under either setting.
            IllegalAction: the action is not legal, and the setting is "refuse".
        """
        menu, wanted = self._now().menu, integer(number)
        if wanted is None:
            raise TypeError(
                f"an action of seat_{self.game.to_act} must be an integer, "
                f"such as one returned by coding.number, not {number!r:.60}"
            )
        if wanted in menu:
            return menu[wanted], {}
        if self._illegal == "refuse":
            told = self.coding.describe(wanted) if 0 <= wanted < self.coding.n_actions else "no action"
            raise IllegalAction(
                "malformed", "G3", "Action {number} ({told}) is not legal here.", number=number, told=told
            )
        return menu[min(menu)], {"illegal": wanted}

    def _now(self) -> ToAct:
        """Return the observation and legal actions of the seat whose turn it is, computed once for each game."""
        if self._turn is None or self._turn.game is not self.game:
            view = self.game.observe(self.game.to_act)
            menu = self.coding.menu(view) if self.game.to_act is not None else {}
            self._turn = ToAct(self.game, view, menu, self.coding.mask_of(menu))
        return self._turn

    def rewards(self, before: State) -> list[float] | None:
        """Return each seat's reward since the state *before*, or None if all are 0."""
        state = self.game.state
        if not self._shaping:
            return shares(state.winners, self.coding.seats) if state.winners else None
        gains = shares(state.winners, self.coding.seats)
        rises = [_progress(state, at) - _progress(before, at) for at in range(len(gains))]
        others = len(rises) - 1
        return [
            gain + self._shaping * (rise - (sum(rises) - rise) / others)
            for gain, rise in zip(gains, rises, strict=True)
        ]


def cycles(max_cycles: object) -> int | None:
    """Return the ``max_cycles`` setting as an int or None.

    Raises:
        ValueError: it is neither None nor a whole number of at least 1.
    """
    found = integer(max_cycles)
    if max_cycles is not None and (found or 0) < 1:
        raise ValueError(f"max_cycles must be None or a whole number of at least 1, not {max_cycles!r:.60}")
    return found


def _weight(shaping: object) -> float:
    """Return the ``shaping`` setting as a float, or raise ValueError."""
    if isinstance(shaping, Real) and not isinstance(shaping, bool) and 0 <= (weight := float(shaping)) < inf:
        return weight
    raise ValueError(f"shaping must be a number of at least 0, not {shaping!r:.60}")


def shares(winners: tuple[int, ...], seats: int) -> list[float]:
    """Return the final rewards: winners share 1, losers share -1 (all 0 while the game runs or if everyone has won)."""
    losers = seats - len(winners)
    if not winners or not losers:
        return [0.0] * seats
    return [1 / len(winners) if at in winners else -1 / losers for at in range(seats)]


def _progress(state: State, at: int) -> float:
    seat = state.seats[at]
    return len(seat.completed) / len(state.edition.phases) - seat.score / 1000
