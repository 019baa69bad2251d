"""An edition: its cards, phases and rules as data, with one hook that builds the deck."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, Unpack

from ..base.html import as_html
from ..base.integers import integer, shown
from ..base.registry import Registry
from ..base.translatable import Refusal, Translatable
from .cards import Card, Pack
from .phases import Phase

if TYPE_CHECKING:
    from .options import Options

DEALT = 10
"""The number of cards dealt to each seat (G1)."""


def _nothing() -> Mapping[str, Any]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True, eq=False)
class Edition:
    """The rules of one game, with the chosen options. ``edition`` finds one; :meth:`vary` changes it."""

    id: str
    """The name by which programs and files refer to the edition, such as ``"classic"``."""
    name: str
    """The name shown to users."""
    pack: Pack
    """The edition's card faces; the pack has the edition's id."""
    seats: range
    """The allowed numbers of players."""
    phases: tuple[Phase, ...]
    """The phases to play, in order; a registered edition has the printed list, numbered from 1."""
    build_deck: Callable[[int, Random], tuple[Card, ...]] = field(repr=False)
    """The function that builds an unshuffled deck for a number of seats; it uses randomness only to pair faces (F3)."""
    notes: tuple[tuple[str, str], ...] = field(repr=False)
    """The edition's rules in brief, as (rule number, sentence) pairs."""
    skip: Literal["none", "next", "chosen"] = "none"
    """The seat that loses a turn when a skip is discarded (C5, M6)."""
    saves: bool = False
    """True if seats may save cards (M4, M5)."""
    chooses_phase: bool = False
    """True if each seat names its phase before the round (M3)."""
    tie_break: Literal["laying", "going out"] = "laying"
    """The condition for winning a tie-break round (C8, S8, F12)."""
    variants: Mapping[str, Mapping[str, Mapping[int, str]]] = field(default_factory=_nothing, repr=False)
    """Options specific to this edition. Each value lists phases that replace printed ones; the first is the default."""
    hit_others_same_turn: bool = True
    """True if a seat may hit other seats' groups on the turn it lays down (C3, F13, M7, S6)."""
    go_out_by_hit: bool = True
    """True if the last card may be hit or laid down (C4, F10, M7, S6)."""
    must_lay_down: bool = False
    """True if a completed phase must be laid down before the turn ends (G5)."""
    first_dealer: int | None = None
    """The seat that deals round 1; None means the last seat (G2)."""
    advance: Literal["completed", "always"] = "completed"
    """The seats that move on to the next phase: either only those that completed theirs or all of them (V1)."""
    order: Literal["listed", "any"] = "listed"
    """The order of the phases: as listed, or any (V4)."""
    line: str = field(default="", repr=False)
    """A sentence that describes the game on the setup screen."""
    options: Mapping[str, Any] = field(default_factory=_nothing, repr=False)
    """The chosen options, as JSON values."""
    base: Edition | None = field(default=None, repr=False)
    """The same edition without options, or None if this edition has no options."""

    two_sided: bool = field(init=False, repr=False)
    """True if the cards have two faces and can be turned over."""
    _by_number: Mapping[int, Phase] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "two_sided", len(self.pack.sides) > 1)
        object.__setattr__(self, "_by_number", {phase.number: phase for phase in self.phases})

    _repr_html_ = as_html

    def __eq__(self, other: object) -> bool:
        """Return True if the rules and cards are the same."""
        if not isinstance(other, Edition):
            return NotImplemented
        return self is other or (self.id == other.id and _content(self) == _content(other))

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"<Edition {self.id}{options}>"

    def __reduce__(self) -> tuple[Callable[..., Edition], tuple[Any, ...]]:
        if REGISTERED.built_in.get(self.id) is self:
            return _built_in, (self.id,)
        values = {one.name: _plain(getattr(self, one.name)) for one in fields(self) if one.init}
        registered = REGISTERED.known(self.id) is self
        # The deck builder comes first: if its module makes the pack, that pack is used.
        return _arrived, (values.pop("build_deck"), values.pop("pack"), values, registered)

    def vary(
        self,
        id: str,
        *,
        name: str | None = None,
        deck: Mapping[str, int] | None = None,
        **options: Unpack[Options],
    ) -> Edition:
        """Return a variation with an id of its own, which ``p10.register`` makes available by name.

        >>> from phase10_widgets import edition
        >>> mine = edition("classic").vary("mine", phases=["2 sets of 3", "1 run of 7"], deck={"W": 12})
        >>> mine, len(mine.deck(seats=4)), [str(phase) for phase in mine.phases]
        (<Edition mine>, 112, ['2 sets of 3', '1 run of 7'])

        Args:
            id: 1 to 40 lowercase letters, digits, "-" or "_", beginning with a letter.
            name: the name shown to users; by default, the id.
            deck: the number of copies of some cards; the others stay as they are. Only for cards with one side.
            options: the phases and the edition's other options, which become the variation's rules.

        Raises:
            ValueError: the id belongs to a built-in edition, or a variation cannot change this; the message says why.
        """
        return VARIATIONS["varied"](self, id, name, deck, {**options})

    def may_take(self, card: Card) -> bool:
        """Return True if this card may be taken from the discard pile: a skip may not (C5, M6)."""
        return not card.skip

    @property
    def any_order(self) -> bool:
        """True if a seat may complete its phases in any order (V4, M9)."""
        return self.order == "any" or self.chooses_phase

    @property
    def last_phase(self) -> Phase:
        """The last phase on the list, which ends an ordered game and is played in tie-breaks (G17)."""
        return self.phases[-1]

    def phase(self, number: int) -> Phase:
        """Return the phase with this number; raise KeyError if the edition does not play it."""
        return self._by_number[number]

    def deck(self, seats: int, seed: int | str = 0) -> tuple[Card, ...]:
        """Return all cards for a game with this many seats, unshuffled; in flip, *seed* determines the pairs (F3)."""
        return self.build_deck(self.check_seats(seats), Random(f"{seed}/pairs"))

    def cards(self, text: str) -> tuple[Card, ...]:
        """Return the cards in text such as ``"R7 W"``; raise CardError for a word that is not a card."""
        return self.pack.cards(text)

    def check_seats(self, seats: int) -> int:
        """Return the number of seats; raise Refusal, a ValueError, if the edition does not allow it."""
        number = integer(seats)
        if number is None or number not in self.seats:
            parts = {"edition": Translatable(self.name), "fewest": self.seats[0], "most": self.seats[-1]}
            raise Refusal("{edition} is for {fewest} to {most} players, not {n}", **parts, n=shown(seats))
        return number


def numbered(*texts: str) -> tuple[Phase, ...]:
    """Parse phases and number them, starting at 1.

    >>> [str(phase) for phase in numbered("2 sets of 3", "1 run of 7")]
    ['2 sets of 3', '1 run of 7']
    """
    return tuple(Phase.parse(text, number) for number, text in enumerate(texts, 1))


REGISTERED: Registry[Edition] = Registry("editions")
"""Every edition by its id; filled in by ``editions``, which documents the requirements for adding one."""


def _built_in(id: str) -> Edition:
    return REGISTERED.built_in[id]


def _arrived(
    build_deck: Callable[[int, Random], tuple[Card, ...]], pack: Pack, values: Mapping[str, Any], registered: bool
) -> Edition:
    """Return an edition from another process, and register it if it was registered there."""
    maps = {name: MappingProxyType(values[name]) for name in ("variants", "options")}
    found = Edition(build_deck=build_deck, pack=pack, **{**values, **maps})
    known = REGISTERED.known(found.id)
    if known is not None and _content(known) == _content(found):
        return known
    if registered:
        pack.build_deck = build_deck
        REGISTERED.adopt(found.id, found)
    return found


def _content(edition: Edition) -> dict[str, Any]:
    return {one.name: getattr(edition, one.name) for one in fields(edition) if one.init}


def _plain(value: Any) -> Any:
    return {key: _plain(inner) for key, inner in value.items()} if isinstance(value, Mapping) else value


VARIATIONS: dict[str, Callable[..., Edition]] = {}
"""The function behind :meth:`Edition.vary`; set by ``variation``."""
