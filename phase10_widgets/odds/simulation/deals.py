"""Named questions about dealt cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any, ClassVar

from ...base.translatable import Sentence
from ...rules.cards import MAX_CARDS
from ...rules.edition import DEALT
from ...rules.phases import Phase
from ...rules.scoring import points
from ...rules.solver import solver
from ..deal import deal as exact_deal
from ..deal import named
from ..exact import Exact, figure
from .card_experiment import CardExperiment, dealing, listed_phase, phase_text, whole
from .experiment import Experiment, ExperimentError, Trial
from .phase_check import holds

RAREST_CHANCE = Fraction(1, 1000)
"""The smallest chance that a condition may have if deals are to be repeated until it holds."""


@dataclass(frozen=True, kw_only=True)
class HandExperiment(CardExperiment):
    """A question about dealt cards."""

    cards: int = DEALT
    """The number of cards, including those held."""

    @classmethod
    def plain(cls, given: Mapping[str, Any]) -> dict[str, Any]:
        common = super().plain(given)
        found = CardExperiment(**common)
        held = len(found.held())
        most = min(held + found.pool().size, MAX_CARDS)
        return {**common, "cards": whole("cards", given.get("cards", DEALT), max(1, held), most)}

    @property
    def parts_of_cards(self) -> dict[str, Any]:
        """Return the values that describe the cards in the question's sentences."""
        return {"cards": self.cards, "place": self._place()}

    def _place(self) -> Sentence:
        if not self.hand:
            return self.place
        return Sentence("{place} (including {hand})", place=self.place, hand=tuple(self.held()))

    @property
    def more(self) -> int:
        """The number of cards drawn."""
        return self.cards - len(self.held())


@dataclass(frozen=True, kw_only=True)
class PhaseExperiment(HandExperiment):
    """A question about dealt cards and a phase."""

    phase: str

    @classmethod
    def plain(cls, given: Mapping[str, Any]) -> dict[str, Any]:
        phase = phase_text(given["edition"], given["phase"], given.get("side"))
        return {**super().plain(given), "phase": phase}

    @property
    def wanted(self) -> Phase:
        """The phase that the question is about."""
        return listed_phase(self.edition, self.phase)


@dataclass(frozen=True, kw_only=True)
class DealExperiment(PhaseExperiment):
    """Do dealt cards contain a phase? ``odds.deal`` answers this exactly."""

    name: ClassVar[str] = "deal"
    in_batches: ClassVar[bool] = True

    def prepare(self) -> Trial:
        deal, held = dealing(self, self.cards), holds(self.wanted, self.up)
        return lambda random: held(deal(random))

    def exact(self) -> Exact:
        """Return the answer from ``odds.deal``."""
        parts = {"side": self.side, "hand": self.hand, "deck": self.deck}
        return exact_deal(self.edition, self.wanted, cards=self.cards, seats=self.seats, **parts)

    @property
    def asked(self) -> Sentence:
        return Sentence(
            "Do {cards} cards from {place} contain {phase}?", phase=named(self.wanted), **self.parts_of_cards
        )


@dataclass(frozen=True, kw_only=True)
class DistanceExperiment(PhaseExperiment):
    """The number of cards that a dealt hand still needs for a phase if those cards can be freely chosen."""

    name: ClassVar[str] = "distance"

    def prepare(self) -> Trial:
        deal, missing = dealing(self, self.cards), solver(self.wanted, self.up).missing
        return lambda random: missing(deal(random))

    @property
    def asked(self) -> Sentence:
        phase = named(self.wanted)
        return Sentence(
            "With {cards} cards from {place}, how many cards are still missing for {phase}?",
            phase=phase,
            **self.parts_of_cards,
        )


@dataclass(frozen=True, kw_only=True)
class PointsExperiment(HandExperiment):
    """The points that dealt cards cost their owner when the round ends (C7, S7, F11)."""

    name: ClassVar[str] = "points"

    def prepare(self) -> Trial:
        deal = dealing(self, self.cards)
        return lambda random: points(deal(random))

    def exact(self) -> Exact:
        """Return the points for the cards held, plus the mean for each other card."""
        pool, held = self.pool(), self.held()
        each = Fraction(sum(card.points * n for card, n in pool.faces().items()), pool.size or 1)
        n = self.more
        explanation = Sentence(
            "The cards in the hand cost {held} points; each of the {n} others costs {each} on average.",
            held=points(held),
            n=n,
            each=figure(each),
        )
        return Exact(points(held) + n * each, assumption=self.assumption, explanation=explanation, kind="mean")

    @property
    def asked(self) -> Sentence:
        return Sentence("How many points do {cards} cards from {place} cost?", **self.parts_of_cards)


@dataclass(frozen=True, kw_only=True)
class WildsExperiment(HandExperiment):
    """In deals with at least *given* wilds, are at least this many of the dealt cards wild?"""

    name: ClassVar[str] = "wilds"

    at_least: int = 1
    given: int = 0
    """The minimum number of wilds for a deal to count; other deals are repeated."""

    @classmethod
    def plain(cls, given: Mapping[str, Any]) -> dict[str, Any]:
        common = super().plain(given)
        for name, usual in (("at_least", 1), ("given", 0)):
            common |= {name: whole(name, given.get(name, usual), 0, common["cards"])}
        asked = cls(**common)
        if asked._at_least(asked.given) < RAREST_CHANCE:
            raise ExperimentError(f"{asked.given} wilds among {asked.cards} cards are too rare to wait for")
        return common

    def prepare(self) -> Trial:
        deal, at_least, given = dealing(self, self.cards), self.at_least, self.given

        def trial(random: Any) -> bool:
            while (wilds := sum([card.wild for card in deal(random)])) < given:
                pass
            return wilds >= at_least

        return trial

    def exact(self) -> Exact:
        """Return the hypergeometric chance."""
        return self.counted(self.more, self._at_least(max(self.at_least, self.given)) / self._at_least(self.given))

    def _at_least(self, wilds: int) -> Fraction:
        pool, held = self.pool(), self.held()
        there = sum(n for card, n in pool.faces().items() if card.wild)
        return at_least(wilds - sum(card.wild for card in held), there, pool.size, self.more)

    @property
    def asked(self) -> Sentence:
        parts = {"at_least": self.at_least, **self.parts_of_cards}
        if not self.given:
            return Sentence("Are at least {at_least} of {cards} cards from {place} wild?", **parts)
        return Sentence(
            "Are at least {at_least} of {cards} cards from {place} wild, given that at least {given} are?",
            given=self.given,
            **parts,
        )


@dataclass(frozen=True, kw_only=True)
class SameNumberExperiment(HandExperiment):
    """Do at least this many of the dealt cards share a number, not counting wilds?"""

    name: ClassVar[str] = "same number"

    at_least: int = 3
    number: int | None = None
    """The number to count, or None for any number."""

    @classmethod
    def plain(cls, given: Mapping[str, Any]) -> dict[str, Any]:
        common = super().plain(given)
        common["at_least"] = whole("at_least", given.get("at_least", 3), 1, common["cards"])
        number, numbers = given.get("number"), CardExperiment(edition=common["edition"]).up.numbers
        common["number"] = None if number is None else whole("number", number, numbers[0], numbers[-1])
        return common

    def prepare(self) -> Trial:
        deal, at_least, number = dealing(self, self.cards), self.at_least, self.number
        if number is not None:
            return lambda random: [card.number for card in deal(random)].count(number) >= at_least

        def trial(random: Any) -> bool:
            numbers = Counter([card.number for card in deal(random) if card.number is not None])
            return max(numbers.values(), default=0) >= at_least

        return trial

    def exact(self) -> Exact:
        """Return the hypergeometric chance or, if any number counts, 1 minus the chance that no number occurs often
        enough."""
        pool, held = self.pool(), self.held()
        n = self.more
        there = Counter(dict.fromkeys(self.up.numbers, 0))
        for card, times in pool.faces().items():
            if card.number is not None:
                there[card.number] += times
        has = Counter(card.number for card in held)
        if self.number is not None:
            return self.counted(n, at_least(self.at_least - has[self.number], there[self.number], pool.size, n))
        others = pool.size - there.total()
        few = [comb(others, drawn) for drawn in range(n + 1)]
        for number, times in there.items():
            ways = [comb(times, drawn) for drawn in range(max(0, self.at_least - has[number]))]
            few = [sum(few[at - k] * way for k, way in enumerate(ways[: at + 1])) for at in range(n + 1)]
        return self.counted(n, 1 - Fraction(few[n], comb(pool.size, n)))

    @property
    def asked(self) -> Sentence:
        parts = {"at_least": self.at_least, **self.parts_of_cards}
        if self.number is None:
            return Sentence("Do at least {at_least} of {cards} cards from {place} have the same number?", **parts)
        return Sentence(
            "Do at least {at_least} of {cards} cards from {place} have the number {number}?",
            number=self.number,
            **parts,
        )


def at_least(wanted: int, marked: int, size: int, n: int) -> Fraction:
    """Return the chance that at least *wanted* of *n* cards, drawn from *size* cards, are among the *marked* ones.

    >>> round(float(at_least(1, 8, 108, 10)), 4)
    0.553
    """
    ways = sum(comb(marked, k) * comb(size - marked, n - k) for k in range(max(0, wanted), n + 1))
    return Fraction(ways, comb(size, n))


DEALT_QUESTIONS: tuple[type[Experiment], ...] = (
    DealExperiment,
    DistanceExperiment,
    PointsExperiment,
    WildsExperiment,
    SameNumberExperiment,
)
