"""Phases and the kinds of groups they need: one class per kind, and the phase with its parser and printer.

A kind of group defines three things: the *identities* that a group may have (a set's number, a run's start, a
color, a suit), the *place* that each of its cards fills, and the openings for hits on a laid group. A place is
``(number, color, suit)``, with None for anything that does not matter; it is passed to :meth:`Card.fits` unchanged.
A kind also defines how people write and name it. All other code works from these definitions.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from math import comb, prod
from typing import ClassVar, NamedTuple, TypeAlias

from ..base.field_docs import with_field_docs
from ..base.html import as_html
from ..base.registry import Registry
from ..base.translatable import Refusal, phrase
from .cards import Side

Place: TypeAlias = tuple[int | None, str | None, str | None]
"""The number, color and suit required of a card at one place in a group; None means any."""

MOST_COMBINATIONS = 4000
"""The maximum number of ways to choose the groups of a phase with colors or suits; printed phases have at most 16."""
MAX_PHASE_CARDS = 40
"""The maximum number of cards that a phase may require; longer phases are refused."""

COUNT = r"(?:(?P<count>\d{1,2}|a|an|one|two|three|four|five)\s+)?"
SIZE = r"(?P<size>\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
"""Regular expressions for the number of groups and the number of cards in each."""
_SAME = r"(?:(?:the\s+)?same|a(?:\s+single)?|one|1)"


class PhaseError(Refusal):
    """Text that is not a phase, or a phase that the cards cannot make.

    >>> import phase10_widgets as p10
    >>> p10.Phase.parse("1 sett of 3")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    phase10_widgets.rules.phases.PhaseError: '1 sett of 3' is not a group; write '2 sets of 3', '1 run ...
    """


class Count(NamedTuple):
    """One or more groups of the same kind and size, as written in a phase's text."""

    one: str
    """The template for one group."""
    many: str
    n: int
    size: int

    def __str__(self) -> str:
        return (self.one if self.n == 1 else self.many).format(n=self.n, size=self.size)


@with_field_docs
class Identity(NamedTuple):
    """The number, start, color and suit of a group, or None for fields that its kind does not have.

    >>> import phase10_widgets as p10
    >>> p10.arrange("R3 W B5", "1 run of 3", edition="classic").groups[0].identity
    Identity(number=None, start=3, color=None, suit=None)
    """

    number: int | None = None
    """The number of a set."""
    start: int | None = None
    """The lowest number of a run."""
    color: str | None = None
    """The color of a one-color group."""
    suit: str | None = None
    """The suit of a one-suit group."""


@dataclass(frozen=True, slots=True)
class Need:
    """One group of a phase: at least *size* cards of one kind.

    >>> import phase10_widgets as p10
    >>> p10.Phase.parse("2 sets of 3").needs[0]
    SetOf(size=3, another=False)
    """

    kind: ClassVar[str]
    """The name used in positions and records."""
    fields: ClassVar[tuple[str, ...]]
    """The fields of :class:`Identity` that this kind has."""
    words: ClassVar[tuple[str, str]]
    """Templates for one such group and for several in a phase's text; devtools/generate/languages.py reads them."""
    reads: ClassVar[tuple[str, ...]]
    """Lowercase patterns that the parser accepts for this kind, built from ``COUNT`` and ``SIZE``."""
    name: ClassVar[str]
    """The noun for one such group in a sentence."""
    label: ClassVar[str]
    """The label for one such group in a list."""
    called: ClassVar[str]
    """The description of a group on the table, with {n} cards, a number, a start, a color or a suit."""
    about: ClassVar[tuple[str, str]]
    """The number of the rule that defines the kind, and a sentence that explains it."""
    size: int
    another: bool = False
    """True if the group's color or suit must differ from those of earlier groups of the same kind."""

    def identities(self, side: Side, length: int | None = None) -> tuple[Identity, ...]:
        """Return every identity that a group of *length* cards (default: the size) may have on this side."""
        return _identities(type(self), side, length or self.size)  # type: ignore[arg-type]  # a class can be hashed

    @staticmethod
    def possible(side: Side, length: int) -> Iterator[Identity]:
        """Yield every identity that a group of *length* cards may have on this side, without caching."""
        raise NotImplementedError

    @staticmethod
    def place(identity: Identity, index: int) -> Place:
        """Return the place of the card at *index* in the group."""
        raise NotImplementedError

    @staticmethod
    def openings(identity: Identity, length: int, numbers: range) -> tuple[tuple[str, Place], ...]:
        """Return the openings for one more card in a group of *length* cards, as (end, place) pairs (G11)."""
        raise NotImplementedError

    def count(self, n: int = 1) -> Count:
        """Return *n* such groups as they are written in a phase's text."""
        one, many = (_ANOTHER, _ANOTHER) if self.another else self.words
        return Count(one, many, n, self.size)

    def __str__(self) -> str:
        return str(self.count())

    def __reduce__(self) -> tuple[Callable[..., Need], tuple[type[Need], int, bool]]:
        return _arrived, (type(self), self.size, self.another)


class Spread(Need):
    """A kind whose cards all fill the same place, so a card may be hit anywhere.

    >>> import phase10_widgets as p10
    >>> isinstance(p10.Phase.parse("2 sets of 3").needs[0], Spread)
    True
    """

    __slots__ = ()

    @classmethod
    def openings(cls, identity: Identity, length: int, numbers: range) -> tuple[tuple[str, Place], ...]:
        return (("any", cls.place(identity, length)),)


class InOrder(Need):
    """A kind whose cards are consecutive numbers, so a card may be hit at either end.

    >>> import phase10_widgets as p10
    >>> isinstance(p10.Phase.parse("1 run of 4").needs[0], InOrder)
    True
    """

    __slots__ = ()

    @classmethod
    def openings(cls, identity: Identity, length: int, numbers: range) -> tuple[tuple[str, Place], ...]:
        start = _known(identity.start)
        ends = []
        if start > numbers[0]:
            ends.append(("low", cls.place(identity, -1)))
        if start + length <= numbers[-1]:
            ends.append(("high", cls.place(identity, length)))
        return tuple(ends)


class SetOf(Spread):
    """Cards of one number in any colors (G8)."""

    __slots__ = ()
    kind = "set"
    fields = ("number",)
    words = ("{n} set of {size}", "{n} sets of {size}")
    reads = (rf"{COUNT}sets?\s+of\s+{SIZE}",)
    name = phrase("set")
    label = phrase("Set")
    called = phrase("a set of {number}s")
    about = ("G8", phrase("A set consists of cards with the same number, in any colors."))

    @staticmethod
    def possible(side: Side, length: int) -> Iterator[Identity]:
        return (Identity(number=number) for number in side.numbers)

    @staticmethod
    def place(identity: Identity, index: int) -> Place:
        return (identity.number, None, None)


class RunOf(InOrder):
    """Consecutive numbers in any colors (G8)."""

    __slots__ = ()
    kind = "run"
    fields = ("start",)
    words = ("{n} run of {size}", "{n} runs of {size}")
    reads = (rf"{COUNT}runs?\s+of\s+{SIZE}",)
    name = phrase("run")
    label = phrase("Run")
    called = phrase("a run of {n} from {start}")
    about = (
        "G8",
        phrase(
            "A run consists of consecutive numbers, in any colors. It never wraps around from the last number to the "
            "first."
        ),
    )

    @staticmethod
    def possible(side: Side, length: int) -> Iterator[Identity]:
        return (Identity(start=start) for start in _starts(side, length))

    @staticmethod
    def place(identity: Identity, index: int) -> Place:
        return (_known(identity.start) + index, None, None)


class ColorOf(Spread):
    """Cards of one color with any numbers (G8)."""

    __slots__ = ()
    kind = "color"
    fields = ("color",)
    words = ("{size} cards of one color", "{size} cards of one color")
    reads = (rf"{SIZE}\s+(?:cards?\s+)?of\s+{_SAME}\s+colou?r",)
    name = phrase("color group")
    label = phrase("Cards of one color")
    called = phrase("{n} {color} cards")
    about = ("G8", phrase("A color group consists of cards of one color, with any numbers."))

    @staticmethod
    def possible(side: Side, length: int) -> Iterator[Identity]:
        return (Identity(color=color) for color in side.colors)

    @staticmethod
    def place(identity: Identity, index: int) -> Place:
        return (None, identity.color, None)


class FlushOf(Spread):
    """Cards of one suit, of any rank (S4)."""

    __slots__ = ()
    kind = "flush"
    fields = ("suit",)
    words = ("{n} flush of {size}", "{n} flushes of {size}")
    reads = (rf"{COUNT}flush(?:es)?\s+of\s+{SIZE}", rf"{SIZE}\s+(?:cards?\s+)?of\s+{_SAME}\s+suit")
    name = phrase("flush")
    label = phrase("Flush: cards of one suit")
    called = phrase("{n} {suit}")
    about = ("S4", phrase("A flush consists of cards of one suit, of any rank."))

    @staticmethod
    def possible(side: Side, length: int) -> Iterator[Identity]:
        return (Identity(suit=suit) for suit in side.suits)

    @staticmethod
    def place(identity: Identity, index: int) -> Place:
        return (None, None, identity.suit)


class ColorRunOf(InOrder):
    """Consecutive numbers of one color (F5); the color stays open as long as the run has only wild-side cards (F9)."""

    __slots__ = ()
    kind = "color run"
    fields = ("start", "color")
    words = ("{n} color run of {size}", "{n} color runs of {size}")
    reads = (rf"{COUNT}colou?r\s+runs?\s+of\s+{SIZE}",)
    name = phrase("color run")
    label = phrase("Color run")
    called = phrase("{color:a} run of {n} from {start}")
    about = (
        "F9",
        phrase("A color run consists of consecutive numbers, all of one color. Wild-side cards count as any color."),
    )

    @staticmethod
    def possible(side: Side, length: int) -> Iterator[Identity]:
        starts = _starts(side, length)
        return (Identity(start=start, color=color) for color in side.run_colors for start in starts)

    @staticmethod
    def place(identity: Identity, index: int) -> Place:
        return (_known(identity.start) + index, identity.color, None)


@lru_cache(maxsize=1000)
def _identities(kind: type[Need], side: Side, length: int) -> tuple[Identity, ...]:
    return tuple(kind.possible(side, length))


KINDS: Registry[type[Need]] = Registry("kinds")
"""Every kind of group by its name; ``editions.kind_check`` documents the requirements for adding one."""
KINDS.built_in = {kind.kind: kind for kind in (SetOf, RunOf, ColorOf, FlushOf, ColorRunOf)}


def _arrived(kind: type[Need], size: int, another: bool) -> Need:
    """Return a need from another process, registering its kind if this process lacks it."""
    if KINDS.known(kind.kind) is not kind:
        KINDS.adopt(kind.kind, kind)
    return kind(size, another)


@dataclass(frozen=True, slots=True)
class Phase:
    """The groups to lay down in one turn.

    >>> str(Phase.parse("1 Set of 3 & 1 Run of 4"))
    '1 set of 3 + 1 run of 4'
    """

    needs: tuple[Need, ...]
    number: int = field(default=0, compare=False)
    """The phase's number in the edition's list, starting at 1, or 0 for a phase outside a list."""
    size: int = field(init=False, compare=False, repr=False)
    """The minimum number of cards that complete the phase."""
    _hash: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", sum(need.size for need in self.needs))
        object.__setattr__(self, "_hash", hash(tuple((need.kind, need.size, need.another) for need in self.needs)))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[type[Phase], tuple[tuple[Need, ...], int]]:
        return Phase, (self.needs, self.number)  # string hashes differ between processes

    @classmethod
    def parse(cls, text: str, number: int = 0) -> Phase:
        """Parse the text of a phase, such as ``"5 cards of one suit + 3 of another"``.

        Raises:
            PhaseError: the text cannot be parsed, or asks for impossible groups.
        """
        if not isinstance(text, str):
            raise PhaseError(
                "a phase must be written as text such as '2 sets of 3', not {value}", value=repr(text)[:60]
            )
        needs: list[Need] = []
        for part in _parts(text):
            needs.extend(_read_part(part, needs))
        if sum(need.size for need in needs) > MAX_PHASE_CARDS:
            raise PhaseError("'{text}' asks for more than {most} cards", text=text[:60], most=MAX_PHASE_CARDS)
        return cls(tuple(needs), number)

    _repr_html_ = as_html

    def __repr__(self) -> str:
        return f"Phase.parse({str(self)!r}{f', {self.number}' if self.number else ''})"

    def counts(self) -> tuple[Count, ...]:
        """Return the counted groups in the phase's text, in order."""
        return tuple(_counted(self.needs))

    def __str__(self) -> str:
        return " + ".join(map(str, self.counts()))


def check_playable(phase: Phase, side: Side) -> None:
    """Raise PhaseError unless this side's cards can make every group of the phase.

    Raises:
        PhaseError: a color run without colors, a flush without suits, a run that is too long, too many groups with
            "another", or too many combinations of one-color or one-suit groups to solve a hand in time.
    """
    for at, need in enumerate(phase.needs):
        if "suit" in need.fields and not side.suits:
            raise PhaseError(
                "'{phase}' asks for suits, but only editions with ordinary playing cards have them", phase=phase
            )
        if isinstance(need, ColorRunOf) and not side.run_colors:
            raise PhaseError("'{phase}' asks for a color run, but ordinary playing cards cannot form one", phase=phase)
        if "start" in need.fields and need.size > len(side.numbers):
            last = side.numbers[-1]
            raise PhaseError(
                "a run of {size} is too long: the numbers only go from 1 to {last}", size=need.size, last=last
            )
        others = sum(other.another for other in phase.needs[:at] if type(other) is type(need))
        if need.another and others + 1 >= len(need.identities(side)):
            raise PhaseError("'{phase}' asks for more different colors or suits than there are", phase=phase)
    by_color = any(need.fields in (("color",), ("suit",)) for need in phase.needs)
    if by_color and count_combinations(phase.needs, side) > MOST_COMBINATIONS:
        raise PhaseError(
            "'{phase}' can be laid down in too many ways: use fewer groups, or no groups of one color or suit",
            phase=phase,
        )


def count_combinations(needs: Sequence[Need], side: Side) -> int:
    """Return the number of ways to assign identities to groups; the order of equal groups does not matter.

    Some of these ways may be ruled out by "another".
    """
    groups = Counter((need.kind, need.size) for need in needs)
    n_names = {(need.kind, need.size): len(need.identities(side)) for need in needs}
    return prod(comb(n_names[group] + n - 1, n) for group, n in groups.items())


def _known(value: int | None) -> int:
    assert value is not None, "the identity lacks a number that its kind has"
    return value


def _starts(side: Side, length: int) -> range:
    first, last = side.numbers[0], side.numbers[-1]
    return range(first, last - length + 2)


_WORDS = {
    w: n
    for n, w in enumerate(
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
    )
}
_OF_ANOTHER = rf"{SIZE}\s+(?:cards?\s+)?of\s+another(?:\s+(?:suit|colou?r))?"


def _parts(text: str) -> list[str]:
    plain = " ".join(text.lower().split())
    if not plain or len(plain) > 300:
        raise PhaseError("write a phase like '2 sets of 3' or '1 set of 3 + 1 run of 4'")
    return [part.strip() for part in re.split(r"\s*(?:\+|&|,|\band\b)\s*", plain)]


def _read_part(part: str, before: Sequence[Need]) -> list[Need]:
    for pattern, kind in _patterns():
        match = re.fullmatch(pattern, part)
        if not match:
            continue
        count, size = _number(match.groupdict().get("count")), _number(match["size"])
        if size < 2 or not 1 <= count <= MAX_PHASE_CARDS // 2:
            most = MAX_PHASE_CARDS // 2
            raise PhaseError(
                "'{part}': a group must have two or more cards, and a phase can have at most {most} groups",
                part=part,
                most=most,
            )
        if kind is None:
            return [_another(size, before, part)]
        return [kind(size)] * count
    raise PhaseError(
        "'{part}' is not a group; write '2 sets of 3', '1 run of 7', '7 cards of one color' …", part=part[:60]
    )


def _patterns() -> Iterator[tuple[str, type[Need] | None]]:
    yield _OF_ANOTHER, None
    for kind in KINDS.values():
        yield from ((pattern, kind) for pattern in kind.reads)


def _another(size: int, before: Sequence[Need], part: str) -> Need:
    if not before or not isinstance(before[-1], ColorOf | FlushOf):
        raise PhaseError("'{part}' must come after a group of one color or one suit", part=part)
    return type(before[-1])(size, another=True)


def _number(word: str | None) -> int:
    if word is None or word in ("a", "an"):
        return 1
    return _WORDS[word] if word in _WORDS else int(word)


_ANOTHER = phrase("{size} of another")
_ONE_SUIT = phrase("{size} cards of one suit")


def _counted(needs: Sequence[Need]) -> Iterator[Count]:
    for at, (need, same) in enumerate(groupby(needs)):
        n = len(list(same))
        if need.another or isinstance(need, ColorOf):
            yield from [need.count()] * n
        elif isinstance(need, FlushOf) and n == 1 and _followed_by_another(needs, at):
            yield Count(_ONE_SUIT, _ONE_SUIT, n, need.size)
        else:
            yield need.count(n)


def _followed_by_another(needs: Sequence[Need], at: int) -> bool:
    blocks = [need for need, _ in groupby(needs)]
    return at + 1 < len(blocks) and blocks[at + 1].another
