"""A kind of group: every other number, as in 2 4 6."""

from __future__ import annotations

from collections.abc import Iterator

from phase10_widgets.extensions import COUNT, SIZE, Identity, InOrder, Place, Side


class LeapOf(InOrder):
    """Every other number, in any colors; accepts hits only at the high end."""

    __slots__ = ()
    kind = "leap"
    fields = ("start",)
    words = ("{n} leap of {size}", "{n} leaps of {size}")
    reads = (rf"{COUNT}leaps?\s+of\s+{SIZE}",)
    name = "leap"
    label = "Leap"
    called = "a leap of {n} from {start}"
    about = ("A1", "A leap consists of every other number, in any colors.")

    @staticmethod
    def possible(side: Side, length: int) -> Iterator[Identity]:
        """Yield every start at which the group does not go beyond the highest number."""
        return (Identity(start=start) for start in range(1, side.numbers[-1] - 2 * length + 3))

    @staticmethod
    def place(identity: Identity, index: int) -> Place:
        """Return the number required at this place."""
        assert identity.start is not None
        return (identity.start + 2 * index, None, None)

    @classmethod
    def openings(cls, identity: Identity, length: int, numbers: range) -> tuple[tuple[str, Place], ...]:
        """Return the place above the highest card, or an empty tuple if there is no such number."""
        place = cls.place(identity, length)
        return (("high", place),) if place[0] in numbers else ()
