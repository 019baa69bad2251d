"""Encode observations as fixed-length arrays and actions as numbers, for a given edition, options and seat count."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from ..base.integers import integer_from
from ..editions import edition as find_edition
from ..rules.actions import Action, ChoosePhase, Discard, Draw, Hit, LayDown
from ..rules.cards import Card
from ..rules.edition import Edition
from ..rules.observation import Observation
from ..rules.phases import Phase
from .features import Features
from .seen import Seen

if TYPE_CHECKING:
    from numpy.typing import NDArray

Key: TypeAlias = tuple[Any, ...]
"""An action in seat-independent form: its type, then its parts, with other seats numbered from the actor's left."""
ObservedPhases: TypeAlias = Literal["played", "all"]
"""The phases that an observation has room for: those that are played, or all of the edition's phases."""


class Coding:
    """An encoding of actions as numbers and of observations as arrays; the same for every seat.

    Seats are numbered from the observer: 0 is the observer, 1 its left neighbor. Cards are identified by the face in
    play, as in ``legal_actions()``. Every legal action has its own number, except that all ways to lay down a phase
    share one: see
    :meth:`menu`.

    >>> from phase10_widgets import rl
    >>> coding = rl.Coding("classic", 2)
    >>> coding.n_actions, coding.describe(2)
    (445, 'lay down')
    """

    def __init__(self, edition: Edition | str, seats: int, observe_phases: ObservedPhases = "played") -> None:
        """Build the encoding for games of this edition, with its options and this number of seats.

        Args:
            edition: the edition, with its options, or its name.
            seats: the number of players.
            observe_phases: with "played", the arrays show the phases that are played; with "all", they show all phases
                of the edition, so that their length depends only on the edition and the seats, and weights learned with
                few phases fit a game with more.

        Raises:
            ValueError: the edition is unknown or does not allow this number of seats, or "all" cannot show one of its
                phases.
        """
        self.edition = edition = find_edition(edition)
        self.seats = edition.check_seats(seats)
        self.observe_phases = observe_phases
        phases = _shown(edition, observe_phases)
        self.keys: tuple[Key, ...] = tuple(_keys(edition, self.seats, phases))
        """The action that each number stands for."""
        self._number = {key: at for at, key in enumerate(self.keys)}
        self.features = Features(edition, self.seats, phases)
        self._discards = {key[1]: at for at, key in enumerate(self.keys) if key[0] == "discard" and len(key) == 2}
        self._faces = frozenset(self.features.faces)
        self._seat_names = _seat_names(self.seats)

    def __eq__(self, other: object) -> bool:
        """Return True if both encodings assign the same meaning to every number."""
        if not isinstance(other, Coding):
            return NotImplemented
        return (self.edition, self.seats, self.observe_phases) == (other.edition, other.seats, other.observe_phases)

    def __hash__(self) -> int:
        return hash((self.edition, self.seats, self.observe_phases))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.edition.id, dict(self.edition.options), self.seats, self.observe_phases)

    def __deepcopy__(self, memo: object) -> Coding:
        return self

    @property
    def n_actions(self) -> int:
        """The number of distinct action numbers."""
        return len(self.keys)

    def menu(self, view: Observation) -> dict[int, Action]:
        """Return the seat's legal actions by number (empty if it is not its turn).

        Of the ways to lay down a phase, the menu lists only one: the one with the fewest wilds or, if several tie, the
        one of them that sheds the most points. Other cards that fit can still be hit in the same turn.
        """
        found: dict[int, Action] = {}
        ways: dict[int, list[LayDown]] = {}
        for action in view.legal_actions():
            number = self.number(action, view)
            if type(action) is LayDown:
                ways.setdefault(number, []).append(action)
            found.setdefault(number, action)
        for number, lays in ways.items():
            if len(lays) > 1:
                found[number] = self._thriftiest(lays)
        return found

    def number(self, action: Action, view: Observation) -> int:
        """Return the number of a legal action.

        Raises:
            KeyError: no such action can ever be legal.
        """
        if type(action) is Discard and action.target is None and action.card in self._discards:
            return self._discards[action.card]  # most actions are discards, and this is four times as fast
        return self._number[self._key(action, view)]

    def mask(self, view: Observation) -> NDArray[Any]:
        """Return an array with 1 for each number in the menu, and 0 elsewhere."""
        return self.mask_of([self.number(action, view) for action in view.legal_actions()])

    def mask_of(self, numbers: Any) -> NDArray[Any]:
        """Return an array with 1 for each of these action numbers, and 0 elsewhere."""
        found = bytearray(len(self.keys))
        for number in numbers:
            found[number] = 1
        return np.frombuffer(found, np.int8)  # writable, and faster than filling an array one number at a time

    def describe(self, number: int) -> str:
        """Return the meaning of an action number in words, for a log: ``"hit R7 seat +1 group 0 low"``.

        Raises:
            ValueError: there is no action with this number.
        """
        at = integer_from(0, number, len(self.keys) - 1)
        if at is None:
            raise ValueError(f"the actions are numbered 0 to {len(self.keys) - 1}; there is no action {number!r:.60}")
        return " ".join(map(str, self.keys[at]))

    def encode(self, view: Observation) -> dict[str, NDArray[Any]]:
        """Return the observation in the environment's form: ``"observation"`` and ``"action_mask"``."""
        return {"observation": Seen(self.features).array(view), "action_mask": self.mask(view)}

    def fits(self, other: Coding) -> bool:
        """Return True if numbers mean the same thing in both encodings, so that a policy for one can use the other."""
        return (
            self.edition.id == other.edition.id
            and self.keys == other.keys
            and self.features.names == other.features.names
            and (
                self.observe_phases == other.observe_phases == "all"
                or _texts(self.edition.phases) == _texts(other.edition.phases)
            )
        )

    def __str__(self) -> str:
        printed = _texts(_printed(self.edition))
        listed = [str(number) if (number, text) in printed else text for number, text in _texts(self.edition.phases)]
        any_order = ", in any order" if self.edition.order == "any" else ""
        return f"{self.edition.id}, {self.seats} seats, phases {', '.join(listed)}{any_order}"

    def __repr__(self) -> str:
        return f"<Coding of {self}>"

    def _key(self, action: Action, view: Observation) -> Key:
        match action:
            case Discard() if action.target is None:
                return ("discard", self._face(action.card, view))
            case Discard():
                return ("discard", self._face(action.card, view), self._from(view, action.target))
            case Hit():
                end = "high" if action.end == "high" else "low"
                return ("hit", self._face(action.card, view), self._from(view, action.owner), action.group, end)
            case Draw():
                return ("draw", action.source if action.card is None else self._face(action.card, view))
            case ChoosePhase():
                return ("choose", action.phase)
            case LayDown():
                if self.edition.order != "any":
                    return ("lay down",)
                return ("lay down", action.phase or self.edition.last_phase.number)
            case _:
                return (action.type, self._face(getattr(action, "card", ""), view))

    def _face(self, word: str, view: Observation) -> str:
        """Return the face that is in play on a card named by one face or by both."""
        if word in self._faces:
            return word
        card = self.edition.pack.card(word)
        return card.code if card.back is None or card.side.name == view.side else card.turned.code

    def _from(self, view: Observation, seat: int | None) -> str:
        assert seat is not None
        return self._seat_names[(seat - view.seat) % self.seats]

    def _thriftiest(self, ways: list[LayDown]) -> LayDown:
        """Return the way to lay down with the fewest wilds; break ties by the most points, then by order."""
        texts = {group.cards for action in ways for group in action.groups}
        worth = {text: _worth(self.edition.pack.cards(text)) for text in texts}

        def thrift(action: LayDown) -> tuple[int, int]:
            worths = [worth[group.cards] for group in action.groups]
            return (-sum(wilds for wilds, _ in worths), sum(points for _, points in worths))

        return max(ways, key=thrift)


def coding_of(edition: Edition, seats: int, observe_phases: ObservedPhases = "played") -> Coding:
    """Return a cached ``Coding`` for these games."""
    return _cached(edition, edition.check_seats(seats), observe_phases)


_cached = lru_cache(maxsize=20)(Coding)


def _restored(edition: str, options: dict[str, Any], seats: int, observe_phases: ObservedPhases = "played") -> Coding:
    return Coding(find_edition(edition, **options), seats, observe_phases)


def _printed(edition: Edition) -> tuple[Phase, ...]:
    """Return all phases of the edition, including those of its variants."""
    base = edition.base or edition
    varied = [chosen for values in base.variants.values() for chosen in values.values()]
    return (*base.phases, *(Phase.parse(text, number) for texts in varied for number, text in texts.items()))


def _shown(edition: Edition, observe_phases: object) -> tuple[Phase, ...]:
    """Return the phases that observations and actions have room for."""
    if observe_phases == "played":
        return edition.phases
    if observe_phases != "all":
        raise ValueError(f'observe_phases must be "played" or "all", not {observe_phases!r:.60}')
    printed = _printed(edition)
    for number, text in _texts(edition.phases):
        if (number, text) not in _texts(printed):
            raise ValueError(
                f'observe_phases="all" shows the phases of {(edition.base or edition).name} by number; '
                f"'{text}' is not phase {number} there, so leave observe_phases out"
            )
    return printed


def _worth(cards: tuple[Card, ...]) -> tuple[int, int]:
    """Return the number of wilds among these cards, and the total points of all the cards."""
    return sum([card.wild for card in cards]), sum([card.points for card in cards])


def _texts(phases: tuple[Phase, ...]) -> tuple[tuple[int, str], ...]:
    return tuple((phase.number, str(phase)) for phase in phases)


def _keys(edition: Edition, seats: int, phases: tuple[Phase, ...]) -> Iterator[Key]:
    codes = [code for side in edition.pack.sides for code in side.faces]
    faces = [face for side in edition.pack.sides for face in side.faces.values()]
    numbers = dict.fromkeys(phase.number for phase in phases)
    neighbors = _seat_names(seats)
    yield ("draw", "deck")
    yield ("draw", "discard")
    if edition.saves:
        yield from (("draw", code) for code in codes)
    if edition.chooses_phase:
        yield from (("choose", number) for number in numbers)
    if edition.order == "any":
        yield from (("lay down", number) for number in numbers)
    else:
        yield ("lay down",)
    yield from (("discard", code) for code in codes)
    if edition.skip == "chosen":
        yield from (("discard", face.code, name) for face in faces if face.skip for name in neighbors[1:])
    if edition.saves:
        yield from (("save", code) for code in codes)
    n_groups = max(len(phase.needs) for phase in phases)
    for face in faces:
        if not face.skip:
            for name in neighbors:
                for group in range(n_groups):
                    yield ("hit", face.code, name, group, "low")
                    yield ("hit", face.code, name, group, "high")


def _seat_names(seats: int) -> tuple[str, ...]:
    return tuple(f"seat +{at}" for at in range(seats))
