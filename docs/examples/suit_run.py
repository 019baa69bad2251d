"""An example kind of group: consecutive cards of one suit, as in rummy, for the game with ordinary cards."""

from __future__ import annotations

from collections.abc import Iterator

from phase10_widgets.extensions import COUNT, SIZE, Identity, InOrder, Place, Side, phrase


class SuitRunOf(InOrder):
    """Consecutive cards of one suit."""

    __slots__ = ()
    kind = "suit run"
    fields = ("start", "suit")
    words = ("{n} suit run of {size}", "{n} suit runs of {size}")
    reads = (rf"{COUNT}suit\s+runs?\s+of\s+{SIZE}",)
    name = phrase("suit run")
    label = phrase("Suit run")
    called = phrase("a run of {n} {suit} from {start}")
    about = ("S2", phrase("A suit run consists of consecutive cards of one suit."))

    @staticmethod
    def possible(side: Side, length: int) -> Iterator[Identity]:
        """Yield every possible start, in each suit."""
        starts = range(side.numbers[0], side.numbers[-1] - length + 2)
        return (Identity(start=start, suit=suit) for suit in side.suits for start in starts)

    @staticmethod
    def place(identity: Identity, index: int) -> Place:
        """Return the number and the suit of the card at this place; its color follows from the suit."""
        assert identity.start is not None
        return (identity.start + index, None, identity.suit)
