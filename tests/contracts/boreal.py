"""A third-party edition, group kind and players, in a module that worker processes can import."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from phase10_widgets.editions.common import SHARED_NOTES, add_numbers
from phase10_widgets.rules.actions import Action
from phase10_widgets.rules.cards import Card, Pack, Side
from phase10_widgets.rules.edition import Edition, numbered
from phase10_widgets.rules.looks import Look
from phase10_widgets.rules.observation import Observation
from phase10_widgets.rules.phases import COUNT, SIZE, Identity, InOrder, Place

COLORS = ("R", "B", "G", "Y", "O", "P")
PURPLE = Look("purple", "#6b3fa0", "#ffffff", "hexagon")


def pack() -> Pack:
    """Return a pack of six colors."""
    made = Pack("boreal", range(1, 9), looks={"P": PURPLE})
    side = made.add_side("color", COLORS)
    add_numbers(side, COLORS)
    side.add("W", points=20)
    return made


PACK = pack()


def deck(seats: int, chance: Random) -> tuple[Card, ...]:
    """Return two cards of each number and color, and eight wilds."""
    return tuple(map(PACK.card, 2 * [f"{color}{number}" for color in COLORS for number in PACK.numbers] + 8 * ["W"]))


BOREAL = Edition(
    id="boreal",
    name="Northern lights",
    pack=PACK,
    seats=range(2, 5),
    phases=numbered("2 sets of 2", "1 run of 4", "4 cards of one color"),
    build_deck=deck,
    notes=SHARED_NOTES,
)


class LeapOf(InOrder):
    """A group of every other number, as in 2 4 6; hits are allowed only at the high end."""

    __slots__ = ()
    kind = "leap"
    fields = ("start",)
    words = ("{n} leap of {size}", "{n} leaps of {size}")
    reads = (rf"{COUNT}leaps?\s+of\s+{SIZE}",)
    name = "leap"
    label = "Leap"
    called = "a leap of {n} from {start}"
    about = ("X1", "A leap is every other number.")

    @staticmethod
    def possible(side: Side, length: int) -> Iterator[Identity]:
        return (Identity(start=start) for start in range(1, side.numbers[-1] - 2 * length + 3))

    @staticmethod
    def place(identity: Identity, index: int) -> Place:
        assert identity.start is not None
        return (identity.start + 2 * index, None, None)

    @classmethod
    def openings(cls, identity: Identity, length: int, numbers: range) -> tuple[tuple[str, Place], ...]:
        place = cls.place(identity, length)
        return (("high", place),) if place[0] in numbers else ()


class Last:
    """A player that takes the last legal action."""

    def choose(self, view: Observation) -> Action:
        return view.legal_actions()[-1]


def first(view: Observation) -> Action:
    """Return the first legal action."""
    return view.legal_actions()[0]
