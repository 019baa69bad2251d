"""The learner's own rounds as data: their mean or proportion with its interval, a guess, and a comparison."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from ...base.translatable import phrase
from ...editions import EDITIONS, edition
from ...odds.deal import deal
from ...odds.estimate import Estimate
from ...odds.simulation.deals import at_least
from ...odds.simulation.tally import Tally
from ...ui.interactive import Input
from ..figures.score_histogram import cost
from ..figures.shared.controls import ChoiceControl, SliderControl
from ..figures.shared.guess import PERCENT, Guess
from ..figures.shared.ladder_chain import measured
from ..figures.shared.parts import Part, Value, text
from ..progress.played import PlayedHand, waits
from .base_learner import BaseLearner
from .learner_screen import LearnerFigure

DEALT = 10
LEFT = 5
"""The number of random cards whose cost is compared with the points left at the end."""
NUMBERS = SliderControl(phrase("Your guess"), 0, 100, 1, "{n}")


class Topic(NamedTuple):
    """A question about the learner's own rounds."""

    asks: str
    """A description of the number that every round yields."""
    share: bool
    """True for a proportion of the rounds, False for a mean."""
    values: Callable[[Sequence[PlayedHand], int], list[int]]
    """The number that a round yields for a phase; 1 or 0 for a proportion."""
    beside: str
    """A description of the exact value."""
    exact: Callable[[str, int], Fraction]
    """The exact value for an edition and a phase."""

    def estimate(self, values: Sequence[int]) -> Estimate | None:
        """Return the proportion or mean over these rounds, with its interval; None if there are too few."""
        if len(values) < 2:
            return None
        n, total = len(values), sum(values)
        if self.share:
            return Estimate.of(Tally("chance", n, total, 0.0), observed=True)
        spread = (n * sum(value * value for value in values) - total * total) / n
        return Estimate.of(Tally("mean", n, total, spread))


def _with_wild(name: str, _: int) -> Fraction:
    deck = edition(name).deck(edition(name).seats[0])
    return at_least(1, sum(card.wild for card in deck), len(deck), DEALT)


TOPICS: Mapping[str, Topic] = {
    "wild": Topic(
        phrase("hands with a wild"),
        True,
        lambda hands, _: [int(hand.wilds > 0) for hand in hands],
        phrase("all hands that can be dealt"),
        _with_wild,
    ),
    "dealt": Topic(
        phrase("hands that held the phase when they were dealt"),
        True,
        lambda hands, number: [int(hand.dealt) for hand in hands if hand.phase == number],
        phrase("all hands that can be dealt"),
        lambda name, number: Fraction(deal(name, number)),
    ),
    "points": Topic(
        phrase("points left in hand, in rounds that somebody else ended"),
        False,
        lambda hands, _: [hand.points for hand in hands if hand.points],
        phrase("five cards drawn at random"),
        lambda name, _: cost(name, LEFT).mean,
    ),
    "waited": Topic(
        phrase("rounds it took to complete the phase"),
        False,
        waits,
        phrase("computer players"),
        lambda _, number: 1 / measured()[number - 1],
    ),
    "out": Topic(
        phrase("rounds that you ended without a card left"),
        True,
        lambda hands, _: [int(not hand.points) for hand in hands],
        phrase("two equal players"),
        lambda _, __: Fraction(1, 2),
    ),
}
BY_PHASE = ("dealt", "waited")
"""The topics that concern a single phase."""


class YourHands(LearnerFigure):
    """The rounds that a learner played in this browser; made by :meth:`Learner.hands`."""

    TITLE = phrase("Your own rounds")
    LEAD = phrase("Every round that you play in this browser is counted here. Nobody else sees it.")
    edition = Input("classic", "The edition's id.")
    phase = Input(1, "The phase, 1 to 10, for topics about one phase.")
    FIELDS: ClassVar = {
        "edition": ChoiceControl(phrase("Game"), {name: edition(name).name for name in EDITIONS}),
        "phase": SliderControl(phrase("Phase"), 1, 10),
    }
    ASKED = GATED = ("edition", "phase")

    def __init__(self, topic: str, learner: BaseLearner) -> None:
        """Set up the question about this topic (one of TOPICS) for a learner's rounds."""
        self._topic = TOPICS[topic]
        self._by_phase = topic in BY_PHASE
        super().__init__(learner)

    @property
    def values(self) -> list[int]:
        """The numbers that the learner's rounds yield."""
        return self._topic.values(self._rounds, self.phase)

    @property
    def _rounds(self) -> list[PlayedHand]:
        return [hand for hand in self._learner.progress.hands.values() if hand.edition == self.edition]

    @property
    def estimate(self) -> Estimate | None:
        """The proportion or mean over these rounds, with its interval; None if there are too few."""
        return self._topic.estimate(self.values)

    def _question(self) -> Guess | None:
        if self.estimate is None:
            return None
        prompt = self.words.say("What do you expect in the long run: {what}?", what=self.words.say(self._topic.asks))
        exact = self._topic.exact(self.edition, self.phase)
        return Guess(
            prompt, PERCENT if self._topic.share else NUMBERS, exact, "percent" if self._topic.share else "number"
        )

    def _sampled(self) -> Value | None:
        found = self.estimate
        return None if found is None else Value(found.value, self._told(found.text), found.low, found.high)

    def _said(self) -> str:
        say, values, found = self.words.say, self.values, self.estimate
        if found is None:
            return self.words.language.plural(
                "{n} round so far. Play a few, here or in the app, and come back.",
                "{n} rounds so far. Play a few, here or in the app, and come back.",
                len(values),
            )
        low, high = found.ends
        parts: dict[str, Any] = {
            "n": len(values),
            "what": say(self._topic.asks),
            "value": found.text,
            "low": low,
            "high": high,
        }
        if self._topic.share:
            return say(
                "Your {n} rounds so far: {hits} {what}. That is {value}, with a 95% confidence interval from {low} to "
                "{high}.",
                hits=sum(values),
                **parts,
            )
        return say(
            "Your {n} rounds so far, {what}: {value} on average, with a 95% confidence interval from {low} to {high}.",
            **parts,
        )

    def _parts(self) -> list[Part]:
        fields = ("edition", "phase") if self._by_phase else ("edition",)
        said = text(self._said(), "strong" if self.estimate is not None else "hint", key="guess")
        parts: list[Part] = [self._controls(only=fields), said]
        if self._open and self.estimate is not None:
            beside = self.words.say("The exact value is that of {what}.", what=self.words.say(self._topic.beside))
            parts.append(text(beside, "hint"))
        return parts

    def __repr__(self) -> str:
        return f"<Your own rounds: {self._topic.asks}>"
