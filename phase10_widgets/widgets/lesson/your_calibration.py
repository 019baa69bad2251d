"""The learner's own calibration curve, over the predictions of all lessons: a guess, the hits, and a verdict."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ...core.translatable import phrase
from ...odds.estimate import Estimate
from ...odds.exact import figure
from ...odds.simulation.tally import Tally
from ...teaching.calibration import HonestHits, Prediction, calibration, honest_hits
from ...teaching.number_text import percent
from ...views.protocol.lesson import FigureContent
from ..figures.guess import PERCENT, Guess
from ..figures.parts import Line, Part, Tone, table, text
from .learner_figure import LearnerFigure
from .reliability import reliability

FEWEST = 10
"""Fewer predictions are not judged."""


class YourCalibration(LearnerFigure):
    """The predictions that a learner made, and how many came true; made by :meth:`Learner.calibration`."""

    TITLE = phrase("Your calibration curve")
    LEAD = phrase("Each of your predictions was a bet: you said how sure you were. How many of these bets did you win?")

    @property
    def predictions(self) -> Sequence[Prediction]:
        """The predictions whose answer is known."""
        return [made for made in self._learner.progress.predictions.values() if made.came_true is not None]

    @property
    def waiting(self) -> int:
        """The number of predictions whose answer is still open."""
        return len(self._learner.progress.predictions) - len(self.predictions)

    @property
    def hits(self) -> int:
        """The number of predictions that came true."""
        return sum(bool(made.came_true) for made in self.predictions)

    def _question(self) -> Guess | None:
        n = len(self.predictions)
        if not n:
            return None
        prompt = self.words.language.plural(
            "You made {n} prediction and have seen its answer. Did it come true? Guess 0% or 100%.",
            "You made {n} predictions and have seen the answers. What share of them came true?",
            n,
        )
        return Guess(prompt, PERCENT, Fraction(self.hits, n))

    def _said(self) -> str:
        say, n = self.words.say, len(self.predictions)
        if not n:
            return say(
                "You have no predictions yet whose answer you have seen. Each question asks for one before it shows "
                "anything. Make some, in any lesson, and come back."
            )
        sure = percent(_rounded(sum(made.confidence for made in self.predictions) / n))
        if not self._open:
            return say("On average, you were {sure} sure.", sure=sure)
        found = Estimate.of(Tally("chance", n, self.hits, 0), observed=True)
        low, high = found.ends
        return say(
            "Predictions that came true: {hits} of {n}, or {share}, with a 95% confidence interval from {low} to "
            "{high}. On average, you were {sure} sure.",
            hits=self.hits,
            n=n,
            share=found.text,
            low=low,
            high=high,
            sure=sure,
        )

    def _content(self) -> FigureContent:
        """Return the view. Without predictions there is nothing to reveal, so the first one still asks for a guess."""
        return super()._content() if self.predictions else self._current()

    def _parts(self) -> list[Part]:
        n = len(self.predictions)
        parts: list[Part] = [text(self._said(), "strong" if n else "hint", key="sample")]
        if self.waiting:
            open_ones = self.words.language.plural(
                "{n} more prediction does not count yet: you have not seen its answer.",
                "{n} more predictions do not count yet: you have not seen their answers.",
                self.waiting,
            )
            parts.append(text(open_ones, "hint"))
        if not n or not self._open:
            return parts
        found = calibration(self.predictions)
        return [*parts, *self._judged(), reliability(found, self.words, intervals=True), *self._score(found.brier)]

    def _judged(self) -> list[Part]:
        """Tell what the hits show, and what they would have to be for a clear verdict."""
        say, found = self.words.say, honest_hits(self.predictions)
        if found.n < FEWEST:
            more = self.words.language.plural(
                "Fewer than ten predictions show hardly anything: luck is too strong. Do not judge the curve yet. Make "
                "{n} more prediction first, and say each time how sure you are.",
                "Fewer than ten predictions show hardly anything: luck is too strong. Do not judge the curve yet. Make "
                "{n} more predictions first, and say each time how sure you are.",
                FEWEST - found.n,
            )
            return [text(more, "hint")]
        expected = figure(_rounded(found.expected))
        told = say("If your confidence is right, {expected} of {n} come true on average.", expected=expected, n=found.n)
        sentences = " ".join((told, self._verdict(found)))
        return [text(sentences, "strong"), self._limits(found)]

    def _verdict(self, found: HonestHits) -> str:
        say = self.words.say
        if found.overconfident:
            return say(
                "You have far fewer than that, too few for luck to explain: you are overconfident. From now on, say "
                "smaller numbers, or choose wider intervals."
            )
        if found.underconfident:
            return say(
                "You have far more than that, too many for luck to explain: you are underconfident. You know more than "
                "you think. Say larger numbers, or choose narrower intervals."
            )
        return say(
            "Your result is within the reach of luck. So these predictions do not show that you are overconfident or "
            "underconfident. More predictions could."
        )

    def _limits(self, found: HonestHits) -> Part:
        """List the numbers of hits for each verdict."""
        say, n, few, many = self.words.say, found.n, found.too_few, found.too_many
        rows = [
            Line([say("overconfident"), self._from_to(0, few)], "over", self._tone(chosen=found.overconfident)),
            Line([say("nothing is shown"), self._from_to(few + 1, many - 1)], "fits"),
            Line([say("underconfident"), self._from_to(many, n)], "under", self._tone(chosen=found.underconfident)),
        ]
        title = say("What it takes to call someone with your confidence overconfident")
        return table(title, [say("verdict"), say("came true, of {n}", n=n)], rows)

    def _from_to(self, low: int, high: int) -> str:
        """Return a range of numbers of hits; a dash if it is empty."""
        if low > high:
            return "\N{EN DASH}"
        return str(low) if low == high else self.words.say("{low} to {high}", low=low, high=high)

    def _tone(self, *, chosen: bool) -> Tone:
        return "strong" if chosen else "plain"

    def _score(self, brier: float | None) -> list[Part]:
        if brier is None:
            return []
        share = Fraction(self.hits, len(self.predictions))
        score = self.words.say(
            "Your Brier score is {score}; 0 is perfect. Always saying {share}, your own share of hits, would give "
            "{always}; always saying 50% would give {half}.",
            score=figure(_rounded(brier)),
            share=percent(share),
            always=figure(_rounded(float(share * (1 - share)))),
            half=figure(Fraction(1, 4)),
        )
        return [text(score)]

    def __repr__(self) -> str:
        return f"<Your calibration curve: {len(self.predictions)} predictions>"


def _rounded(value: float) -> Fraction:
    """Return the value with two decimals."""
    return Fraction(round(100 * value), 100)
