"""What a phase asks for: one class per kind of group, and the phase with its parser and printer.

A kind of group says three things: which *identities* a group may have (a set's number, a run's start, a
colour, a suit), which *place* each of its cards fills, and where a laid group is open for a hit. A place is
``(number, color, suit)``, with None for whatever does not matter; :meth:`Card.fits` takes it as it is. Beside that
it says how people write and call it. Everything else works from these answers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from typing import ClassVar, NamedTuple, TypeAlias

from .cards import Side
from .messages import Refusal, phrase

Place: TypeAlias = tuple[int | None, str | None, str | None]
"""What a card must be to stand somewhere in a group: number, colour, suit; None is anything."""

MAX_PHASE_CARDS = 40
"""The most cards that a phase may ask for; a longer text is refused."""

COUNT = r"(?:(?P<count>\d{1,2}|a|an|one|two|three|four|five)\s+)?"
SIZE = r"(?P<size>\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
"""How many groups, and of how many cards each, in the patterns by which a phase's text is read."""
_SAME = r"(?:(?:the\s+)?same|a(?:\s+single)?|one|1)"


class PhaseError(Refusal):
    """A text that names no phase, or a phase that cannot be played with these cards."""


class Count(NamedTuple):
    """Some groups of one kind and size, as a phase's text names them."""

    one: str
    """The words where there is one."""
    many: str
    n: int
    size: int

    def __str__(self) -> str:
        return (self.one if self.n == 1 else self.many).format(n=self.n, size=self.size)


class Identity(NamedTuple):
    """What a group is a group of; fields that its kind does not have are None."""

    number: int | None = None
    start: int | None = None
    color: str | None = None
    suit: str | None = None


@dataclass(frozen=True, slots=True)
class Need:
    """One group of a phase: at least *size* cards of one kind."""

    kind: ClassVar[str]
    """Name in positions and records."""
    fields: ClassVar[tuple[str, ...]]
    """The fields of :class:`Identity` that this kind has."""
    words: ClassVar[tuple[str, str]]
    """How a phase's text names one such group, and several; devtools/generate/languages.py finds it here."""
    reads: ClassVar[tuple[str, ...]]
    """Patterns of all that a phase's text may say for it, in small letters, with ``COUNT`` and ``SIZE``."""
    name: ClassVar[str]
    """What one is called in a sentence, …"""
    label: ClassVar[str]
    """… in a list, …"""
    called: ClassVar[str]
    """… and when it lies on the table: n cards, a number, a start, a color or a suit."""
    about: ClassVar[tuple[str, str]]
    """What it is, in a sentence, with the rule's number before it."""
    size: int
    another: bool = False
    """Whether its colour or suit must differ from the groups of its kind before it."""

    def identities(self, side: Side, length: int | None = None) -> tuple[Identity, ...]:
        """Every identity that a group of *length* cards (default: the size) may have with this side's cards."""
        return _identities(self.kind, side, length or self.size)

    @staticmethod
    def possible(side: Side, length: int) -> Iterator[Identity]:
        """The same, without keeping them."""
        raise NotImplementedError

    @staticmethod
    def place(identity: Identity, index: int) -> Place:
        """What the card at *index* of the group must be."""
        raise NotImplementedError

    @staticmethod
    def openings(identity: Identity, length: int, numbers: range) -> tuple[tuple[str, Place], ...]:
        """Where a group of *length* cards takes a further card: pairs of end and place (G11)."""
        raise NotImplementedError

    def count(self, n: int = 1) -> Count:
        """So many such groups."""
        one, many = (_ANOTHER, _ANOTHER) if self.another else self.words
        return Count(one, many, n, self.size)

    def __str__(self) -> str:
        return str(self.count())


class Spread(Need):
    """A kind whose cards all fill the same place, so that a hit may be put anywhere."""

    __slots__ = ()

    @classmethod
    def openings(cls, identity: Identity, length: int, numbers: range) -> tuple[tuple[str, Place], ...]:
        return (("any", cls.place(identity, length)),)


class InOrder(Need):
    """A kind whose cards are consecutive numbers, so that a hit goes to one of its ends."""

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
    """Cards of one number, whatever the colour (G8)."""

    __slots__ = ()
    kind = "set"
    fields = ("number",)
    words = ("{n} set of {size}", "{n} sets of {size}")
    reads = (rf"{COUNT}sets?\s+of\s+{SIZE}",)
    name = phrase("set")
    label = phrase("Set")
    called = phrase("a set of {number}s")
    about = ("G8", phrase("A set is cards of one number, whatever the color."))

    @staticmethod
    def possible(side: Side, length: int) -> Iterator[Identity]:
        return (Identity(number=number) for number in side.numbers)

    @staticmethod
    def place(identity: Identity, index: int) -> Place:
        return (identity.number, None, None)


class RunOf(InOrder):
    """Consecutive numbers, colours free (G8)."""

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
            "A run is numbers in a row without a gap, whatever the color. It does not go on from the last to the first."
        ),
    )

    @staticmethod
    def possible(side: Side, length: int) -> Iterator[Identity]:
        return (Identity(start=start) for start in _starts(side, length))

    @staticmethod
    def place(identity: Identity, index: int) -> Place:
        return (_known(identity.start) + index, None, None)


class ColorOf(Spread):
    """Cards of one colour, numbers free (G8)."""

    __slots__ = ()
    kind = "color"
    fields = ("color",)
    words = ("{size} cards of one color", "{size} cards of one color")
    reads = (rf"{SIZE}\s+(?:cards?\s+)?of\s+{_SAME}\s+colou?r",)
    name = phrase("color group")
    label = phrase("Cards of one color")
    called = phrase("{n} {color} cards")
    about = ("G8", phrase("A color group is cards of one color, whatever the number."))

    @staticmethod
    def possible(side: Side, length: int) -> Iterator[Identity]:
        return (Identity(color=color) for color in side.colors)

    @staticmethod
    def place(identity: Identity, index: int) -> Place:
        return (None, identity.color, None)


class FlushOf(Spread):
    """Cards of one suit, ranks free (S4)."""

    __slots__ = ()
    kind = "flush"
    fields = ("suit",)
    words = ("{n} flush of {size}", "{n} flushes of {size}")
    reads = (rf"{COUNT}flush(?:es)?\s+of\s+{SIZE}", rf"{SIZE}\s+(?:cards?\s+)?of\s+{_SAME}\s+suit")
    name = phrase("flush")
    label = phrase("Flush: cards of one suit")
    called = phrase("{n} {suit}")
    about = ("S4", phrase("A flush is cards of one suit, whatever the rank."))

    @staticmethod
    def possible(side: Side, length: int) -> Iterator[Identity]:
        return (Identity(suit=suit) for suit in side.suits)

    @staticmethod
    def place(identity: Identity, index: int) -> Place:
        return (None, None, identity.suit)


class ColorRunOf(InOrder):
    """Consecutive numbers of one colour (F5); of wild-side cards only it has no colour yet (F9)."""

    __slots__ = ()
    kind = "color run"
    fields = ("start", "color")
    words = ("{n} color run of {size}", "{n} color runs of {size}")
    reads = (rf"{COUNT}colou?r\s+runs?\s+of\s+{SIZE}",)
    name = phrase("color run")
    label = phrase("Color run")
    called = phrase("{color:a} run of {n} from {start}")
    about = ("F9", phrase("A color run is numbers in a row, all of one color. Wild-side cards have any color."))

    @staticmethod
    def possible(side: Side, length: int) -> Iterator[Identity]:
        starts = _starts(side, length)
        return (Identity(start=start, color=color) for color in side.run_colors for start in starts)

    @staticmethod
    def place(identity: Identity, index: int) -> Place:
        return (_known(identity.start) + index, identity.color, None)


@lru_cache(maxsize=1000)
def _identities(kind: str, side: Side, length: int) -> tuple[Identity, ...]:
    return tuple(KINDS[kind].possible(side, length))


KINDS: dict[str, type[Need]] = {kind.kind: kind for kind in (SetOf, RunOf, ColorOf, FlushOf, ColorRunOf)}
"""Every kind of group by its name."""


@dataclass(frozen=True, slots=True)
class Phase:
    """The groups to be laid down in one turn.

    >>> str(Phase.parse("1 Set of 3 & 1 Run of 4"))
    '1 set of 3 + 1 run of 4'
    """

    needs: tuple[Need, ...]
    number: int = field(default=0, compare=False)
    """Its number in the edition's list, 1 and up; 0 for a phase on its own."""
    size: int = field(init=False, compare=False, repr=False)
    """The fewest cards that complete it."""
    _hash: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", sum(need.size for need in self.needs))
        object.__setattr__(self, "_hash", hash(tuple((need.kind, need.size, need.another) for need in self.needs)))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[type[Phase], tuple[tuple[Need, ...], int]]:
        return Phase, (self.needs, self.number)  # the hash of a text differs from process to process

    @classmethod
    def parse(cls, text: str, number: int = 0) -> Phase:
        """The phase that a text names, as in ``"5 cards of one suit + 3 of another"``.

        Raises:
            PhaseError: the text cannot be read, or asks for groups that cannot be.
        """
        if not isinstance(text, str):
            raise PhaseError("a phase is written as a text such as '2 sets of 3', not {value}", value=repr(text)[:60])
        needs: list[Need] = []
        for part in _parts(text):
            needs.extend(_read_part(part, needs))
        if sum(need.size for need in needs) > MAX_PHASE_CARDS:
            raise PhaseError("'{text}' asks for more than {most} cards", text=text[:60], most=MAX_PHASE_CARDS)
        return cls(tuple(needs), number)

    def counts(self) -> tuple[Count, ...]:
        """What its text names, in order."""
        return tuple(_counted(self.needs))

    def __str__(self) -> str:
        return " + ".join(map(str, self.counts()))


def check_playable(phase: Phase, side: Side) -> None:
    """Nothing, if every group of the phase can be made with this side's cards.

    Raises:
        PhaseError: a colour run without colours, a flush without suits, a run that is too long, too many "another".
    """
    for at, need in enumerate(phase.needs):
        if "suit" in need.fields and not side.suits:
            raise PhaseError("'{phase}' asks for suits: only an edition with ordinary cards has them", phase=phase)
        if isinstance(need, ColorRunOf) and not side.run_colors:
            raise PhaseError("'{phase}' asks for a color run: ordinary cards have none", phase=phase)
        if "start" in need.fields and need.size > len(side.numbers):
            last = side.numbers[-1]
            raise PhaseError("a run of {size} is longer than the numbers 1 to {last}", size=need.size, last=last)
        others = sum(other.another for other in phase.needs[:at] if type(other) is type(need))
        if need.another and others + 1 >= len(need.identities(side)):
            raise PhaseError("'{phase}' asks for more different colors or suits than there are", phase=phase)


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
        raise PhaseError("a phase is written like '2 sets of 3' or '1 set of 3 + 1 run of 4'")
    return [part.strip() for part in re.split(r"\s*(?:\+|&|,|\band\b)\s*", plain)]


def _read_part(part: str, before: Sequence[Need]) -> list[Need]:
    for pattern, kind in _patterns():
        found = re.fullmatch(pattern, part)
        if not found:
            continue
        count, size = _number(found.groupdict().get("count")), _number(found["size"])
        if size < 2 or not 1 <= count <= MAX_PHASE_CARDS // 2:
            most = MAX_PHASE_CARDS // 2
            raise PhaseError(
                "'{part}': a group has two or more cards, and a phase at most {most} groups", part=part, most=most
            )
        if kind is None:
            return [_another(size, before, part)]
        return [kind(size)] * count
    raise PhaseError(
        "'{part}' names no group; write '2 sets of 3', '1 run of 7', '7 cards of one color' …", part=part[:60]
    )


def _patterns() -> Iterator[tuple[str, type[Need] | None]]:
    for kind in KINDS.values():
        yield from ((pattern, kind) for pattern in kind.reads)
    yield _OF_ANOTHER, None


def _another(size: int, before: Sequence[Need], part: str) -> Need:
    if not before or not isinstance(before[-1], ColorOf | FlushOf):
        raise PhaseError("'{part}' must follow cards of one color or of one suit", part=part)
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
