"""The learner's own calibration curve for the predictions in all lessons: a guess, the hits, and a verdict."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ...base.translatable import phrase
from ...languages.number_text import percent
from ...odds.estimate import share
from ...odds.exact import figure
from ..figures.shared.guess import PERCENT, Guess
from ..figures.shared.parts import Line, Part, Tone, table, text
from ..figures.wire import FigureContent
from ..progress.predictions import FEWEST, HonestHits, Prediction, about, calibration, honest_hits, whole_percent
from .learner_screen import LearnerFigure
from .reliability import reliability


class YourCalibration(LearnerFigure):
    """The predictions that a learner made, and how many came true; made by :meth:`Learner.calibration`."""

    TITLE = phrase("Your calibration curve")
    LEAD = phrase("Each of your predictions was a bet: you said how sure you were. How many of these bets did you win?")

    @property
    def predictions(self) -> Sequence[Prediction]:
        """The predictions whose outcomes are known."""
        return [made for made in self._learner.progress.predictions.values() if made.came_true is not None]

    @property
    def waiting(self) -> int:
        """The number of predictions whose outcomes are not yet known."""
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
        return Guess(prompt, PERCENT, Fraction(whole_percent(self.hits, n).removesuffix("%")) / 100)

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
        low, high = share(self.hits, n).ends
        return say(
            "Predictions that came true: {hits} of {n}, or {share}, with a 95% confidence interval from {low} to "
            "{high}. On average, you were {sure} sure.",
            hits=self.hits,
            n=n,
            share=about(self.hits, n),
            low=low,
            high=high,
            sure=sure,
        )

    def _content(self) -> FigureContent:
        """Return the view. Without predictions there is nothing to reveal, so the question stays open until there are
        some."""
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
        """Explain the learner's hits, and how many would be needed for a clear verdict."""
        found = honest_hits(self.predictions)
        verdict = " ".join(map(self.words.tell, found.verdict))
        if found.n < FEWEST:
            return [text(verdict, "hint")]
        return [text(verdict, "strong"), self._limits(found)]

    def _limits(self, found: HonestHits) -> Part:
        """List the range of hit counts for each verdict."""
        say, n, few, many = self.words.say, found.n, found.too_few, found.too_many
        rows = [
            Line(
                [say("probably overconfident"), self._from_to(0, few)], "over", self._tone(chosen=found.overconfident)
            ),
            Line([say("nothing is shown"), self._from_to(few + 1, many - 1)], "fits"),
            Line(
                [say("probably underconfident"), self._from_to(many, n)],
                "under",
                self._tone(chosen=found.underconfident),
            ),
        ]
        title = say("What it takes to call someone with your confidence overconfident")
        return table(title, [say("verdict"), say("came true, of {n}", n=n)], rows)

    def _from_to(self, low: int, high: int) -> str:
        """Format a range of hit counts; an empty range becomes a dash."""
        if low > high:
            return "\N{EN DASH}"
        return str(low) if low == high else self.words.say("{low} to {high}", low=low, high=high)

    def _tone(self, *, chosen: bool) -> Tone:
        return "strong" if chosen else "plain"

    def _score(self, brier: float | None) -> list[Part]:
        if brier is None:
            return []
        n = len(self.predictions)
        score = self.words.say(
            "Your Brier score is {score}; 0 is perfect. Always saying {share}, your own share of hits, would give "
            "{always}; always saying 50% would give {half}.",
            score=figure(_rounded(brier)),
            share=about(self.hits, n),
            always=figure(_rounded(self.hits * (n - self.hits) / n**2)),
            half=figure(Fraction(1, 4)),
        )
        return [text(score)]

    def __repr__(self) -> str:
        return f"<Your calibration curve: {len(self.predictions)} predictions>"


def _rounded(value: float) -> Fraction:
    """Format the value with two decimals."""
    return Fraction(round(100 * value), 100)
