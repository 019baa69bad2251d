"""Named questions about draws from the draw pile without discards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from random import Random
from typing import Any, ClassVar

from ...base.translatable import Sentence
from ...editions import edition as find_edition
from ...game.hands import read_cards
from ...rules.cards import MAX_CARDS
from ...rules.phases import Phase
from ..counting.completions import completions
from ..deal import named
from ..exact import Exact, figure
from ..pool import Pool
from .card_experiment import CardExperiment, cards_of, dealing, in_order, listed_phase, phase_text, whole, words
from .experiment import Experiment, ExperimentError, Trial
from .phase_check import holds


@dataclass(frozen=True, kw_only=True)
class DrawExperiment(CardExperiment):
    """A question about adding drawn cards to a hand and keeping them all."""

    phase: str
    hand: str
    seen: str = ""
    """Cards that cannot be drawn, such as those on the discard pile."""

    @classmethod
    def plain(cls, given: Mapping[str, Any]) -> dict[str, Any]:
        common = super().plain(given)
        found = CardExperiment(**common)
        seen = cards_of("seen", given, find_edition(found.edition), found.up)
        found.pool().without(seen)
        phase = phase_text(given["edition"], given["phase"], given.get("side"))
        return {**common, "phase": phase, "seen": words(seen)}

    def pool(self) -> Pool:
        return super().pool().without(read_cards(self.seen, self.edition, self.side))

    @property
    def wanted(self) -> Phase:
        """The phase that the question is about."""
        return listed_phase(self.edition, self.phase)

    def complete(self, most: int) -> list[Fraction]:
        """Return the chances that the phase is complete after 0, 1, …, *most* draws."""
        pool = self.pool()
        ways = completions(self.wanted, self.held(), pool, most)
        return [Fraction(good, comb(pool.size, drawn)) for drawn, good in enumerate(ways)]

    @property
    def parts_of_cards(self) -> dict[str, Any]:
        """Return the values that describe the cards in the question's sentences."""
        return {"hand": tuple(self.held()), "phase": named(self.wanted), "place": self.place}


@dataclass(frozen=True, kw_only=True)
class WithinExperiment(DrawExperiment):
    """Does a hand contain a phase after some draws if all cards are kept?"""

    name: ClassVar[str] = "within"

    draws: int = 1

    @classmethod
    def plain(cls, given: Mapping[str, Any]) -> dict[str, Any]:
        common = super().plain(given)
        most = min(cls(**common).pool().size, MAX_CARDS - len(common["hand"].split()))
        return {**common, "draws": whole("draws", given.get("draws", 1), 0, most)}

    def prepare(self) -> Trial:
        deal = dealing(self, len(self.held()) + self.draws)
        held = holds(self.wanted, self.up)
        return lambda random: held(deal(random))

    def exact(self) -> Exact:
        """Return the chance, counted over all ways to draw."""
        return self.counted(self.draws, self.complete(self.draws)[-1])

    @property
    def asked(self) -> Sentence:
        return Sentence(
            "Starting with {hand}, is {phase} complete after {draws} draws from {place}?",
            draws=self.draws,
            **self.parts_of_cards,
        )


@dataclass(frozen=True, kw_only=True)
class WaitExperiment(DrawExperiment):
    """The number of draws until a hand contains a phase if all cards are kept (0 if it already does)."""

    name: ClassVar[str] = "wait"

    @classmethod
    def plain(cls, given: Mapping[str, Any]) -> dict[str, Any]:
        common = super().plain(given)
        asked = cls(**common)
        everything = [*asked.held(), *in_order(asked.pool())]
        if not holds(asked.wanted, asked.up)(everything):
            raise ExperimentError(f"all {len(everything)} cards together do not contain {asked.phase}")
        return common

    def prepare(self) -> Trial:
        held, rest = self.held(), in_order(self.pool())
        complete = holds(self.wanted, self.up)

        def trial(random: Random) -> int:
            cards, left, chance = held.copy(), rest.copy(), random.random
            while not complete(cards):
                at = int(chance() * len(left))
                left[at], left[-1] = left[-1], left[at]
                cards.append(left.pop())
            return len(cards) - len(held)

        return trial

    def exact(self) -> Exact:
        """Return the mean number of draws, which is the sum over n of the chance that n draws are not enough."""
        mean = sum((1 - chance for chance in self.complete(self.pool().size)), Fraction(0))
        explanation = Sentence(
            "Some waits are shorter, some longer; on average, it takes {mean} draws.", mean=figure(mean)
        )
        return Exact(mean, assumption=self.assumption, explanation=explanation, kind="mean")

    @property
    def asked(self) -> Sentence:
        return Sentence(
            "Starting with {hand}, how many draws from {place} does it take to complete {phase}?", **self.parts_of_cards
        )


DRAWN_QUESTIONS: tuple[type[Experiment], ...] = (WithinExperiment, WaitExperiment)
