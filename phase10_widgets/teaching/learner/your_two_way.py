"""The learner's own rounds in a two-way table: dealt cards with or without a wild, and with or without the phase."""

from __future__ import annotations

from collections.abc import Mapping

from ...base.translatable import phrase
from ..figures.shared.parts import Line, Part, table
from .base_learner import BaseLearner
from .your_hands import YourHands

TOPIC = "wild and phase"
WILD: Mapping[bool | None, str] = {
    True: phrase("with a wild"),
    False: phrase("without a wild"),
    None: phrase("together"),
}
HELD: Mapping[bool | None, str] = {
    True: phrase("held the phase"),
    False: phrase("did not hold it"),
    None: phrase("together"),
}


class YourTwoWay(YourHands):
    """A two-way table of rounds by wild and phase, below the question about wilds; made by :meth:`Learner.hands`."""

    def __init__(self, learner: BaseLearner) -> None:
        """Count this learner's rounds."""
        super().__init__("wild", learner)

    @property
    def counts(self) -> dict[tuple[bool, bool], int]:
        """The number of rounds, keyed by whether the dealt cards had a wild and whether they contained the phase."""
        found = dict.fromkeys(((True, True), (True, False), (False, True), (False, False)), 0)
        for hand in self._rounds:
            found[hand.wilds > 0, hand.dealt] += 1
        return found

    def _parts(self) -> list[Part]:
        parts = super()._parts()
        return [*parts, self._table()] if self._rounds else parts

    def _table(self) -> Part:
        say, counts = self.words.say, self.counts

        def count(wild: bool | None, held: bool | None) -> str:
            found = (n for (w, h), n in counts.items() if wild in (None, w) and held in (None, h))
            return self.words.number(f"{sum(found):,}")

        rows = [Line([say(name), *(count(wild, held) for held in HELD)]) for wild, name in WILD.items()]
        return table(say("The ten dealt cards of your rounds"), ["", *map(say, HELD.values())], rows)

    def __repr__(self) -> str:
        return "<Your own rounds: a wild and the phase>"
