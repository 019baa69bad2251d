"""Predictions with a confidence level, and the calibration of that confidence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...base.integers import integer_from, shown
from ...base.translatable import NumberText, Refusal, Sentence, phrase
from ...odds.estimate import share, wilson
from ...odds.exact import figure

BINS = 5
MOST_BINS = 1000
FEWEST = 10
"""The minimum number of predictions for a verdict."""
TAIL = 0.025
"""The significance level for a verdict: the maximum chance that luck alone puts the number of hits this far off."""
CLEAR = 0.001
"""The maximum value of this chance for a verdict without "probably"."""


def hits(share: float, n: int) -> int:
    """Return how many of *n* predictions came true, given the proportion.

    >>> hits(2 / 3, 3), hits(0.29, 100)
    (2, 29)
    """
    return round(n * share)


def whole_percent(hits: int, n: int) -> NumberText:
    """Return the proportion of predictions that came true as a whole percentage; half a percent is rounded up.

    >>> whole_percent(7, 12), whole_percent(23, 40)
    ('58%', '58%')
    """
    return NumberText(f"{(200 * hits + n) // (2 * n)}%")


def about(hits: int, n: int) -> NumberText | Sentence:
    """Return the percentage of predictions that came true, as a whole number, with "about" if it was rounded.

    >>> str(about(7, 12)), str(about(6, 10))
    ('about 58%', '60%')
    """
    share = whole_percent(hits, n)
    return Sentence("about {share}", share=share) if 100 * hits % n else share


@dataclass(frozen=True, slots=True)
class Prediction:
    """A guess made before anything was shown.

    >>> import phase10_widgets as p10
    >>> p10.teaching.Prediction("20%", confidence=0.8, came_true=True)
    Prediction(guess='20%', confidence=0.8, came_true=True)
    """

    guess: str
    """The guess exactly as typed."""
    confidence: float
    """The learner's confidence that the guess will come true, 0 to 1."""
    came_true: bool | None = None
    """The outcome; None until it is revealed."""

    def __post_init__(self) -> None:
        sure = self.confidence
        if isinstance(sure, bool) or not isinstance(sure, int | float) or not 0 <= sure <= 1:
            raise Refusal("your confidence must be a number from 0% to 100%")


@dataclass(frozen=True, slots=True)
class Bin:
    """The predictions in one range of confidence."""

    low: float
    high: float
    n: int
    """The number of predictions in the range."""
    confidence: float
    """The mean confidence of these predictions, 0 to 1."""
    share: float
    """The proportion of these predictions that came true."""
    interval: tuple[float, float]
    """The 95% interval (low, high) for this proportion, computed by Wilson's score method."""

    @property
    def said(self) -> NumberText:
        """The hit rate as text: a whole percentage."""
        return whole_percent(hits(self.share, self.n), self.n)

    @property
    def ends(self) -> tuple[NumberText, NumberText]:
        """The interval's ends as text, rounded outward."""
        return share(hits(self.share, self.n), self.n).ends

    def to_dict(self) -> dict[str, Any]:
        """Return a table row for a reliability plot."""
        low, high = self.interval
        about = {"from": self.low, "to": self.high, "n": self.n, "confidence": self.confidence, "share": self.share}
        return {**about, "share_low": low, "share_high": high}


@dataclass(frozen=True, slots=True)
class Calibration:
    """The calibration of a learner's confidence.

    >>> import phase10_widgets as p10
    >>> guesses = [p10.teaching.Prediction("40%", 0.8, came_true=true) for true in (True, False)]
    >>> print(p10.teaching.calibration(guesses).explanation)
    You made 2 predictions. You were 80% sure on average, and 50% came true.
    """

    n: int
    """The number of revealed predictions."""
    brier: float | None
    """The mean squared difference between confidence and outcome: 0 is perfect; always answering 50% gives 0.25."""
    confidence: float | None
    """The mean confidence."""
    share: float | None
    """The proportion of predictions that came true."""
    bins: tuple[Bin, ...]
    """The ranges of confidence that contain a prediction, lowest first."""

    @property
    def explanation(self) -> Sentence:
        """The result, in words."""
        if self.confidence is None or self.share is None:
            return Sentence("No predictions have been revealed yet.")
        return Sentence.plural(
            "You made {n} prediction. You were {sure}% sure, and your hit rate is {true}.",
            "You made {n} predictions. You were {sure}% sure on average, and {true} came true.",
            self.n,
            sure=round(100 * self.confidence),
            true=about(hits(self.share, self.n), self.n),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the calibration as JSON."""
        plain = {name: getattr(self, name) for name in ("n", "brier", "confidence", "share")}
        return {**plain, "bins": [one.to_dict() for one in self.bins]}


@dataclass(frozen=True, slots=True)
class HonestHits:
    """The hits of someone with perfectly calibrated confidence, compared with the learner's."""

    n: int
    """The number of revealed predictions."""
    hits: int
    """The number of predictions that came true."""
    expected: float
    """The mean number of predictions that come true if the confidence is right: the sum of all confidences."""
    too_few: int
    """The maximum number of hits that counts as "overconfident" (-1 if none does). The probability that luck alone
    produces this few is at most TAIL."""
    too_many: int
    """The minimum number of hits that counts as "underconfident"; more than ``n`` if no number does."""
    clear: bool
    """True if the probability that luck alone produces this few or this many hits is at most CLEAR."""

    @property
    def overconfident(self) -> bool:
        """True if fewer predictions came true than luck can explain."""
        return self.hits <= self.too_few

    @property
    def underconfident(self) -> bool:
        """True if more predictions came true than luck can explain."""
        return self.hits >= self.too_many

    @property
    def verdict(self) -> tuple[Sentence, ...]:
        """The sentences that explain what the hits show, and how clearly."""
        if self.n < FEWEST:
            few = Sentence.plural(
                "There are too few answers to tell: with fewer than ten, luck is too strong. Do not judge the curve "
                "yet. Make {n} more prediction first, and say how sure you are.",
                "There are too few answers to tell: with fewer than ten, luck is too strong. Do not judge the curve "
                "yet. Make {n} more predictions first, and say each time how sure you are.",
                FEWEST - self.n,
            )
            return (few,)
        expected = figure(Fraction(round(100 * self.expected), 100))
        told = Sentence(
            "If your confidence is right, {expected} of {n} come true on average.", expected=expected, n=self.n
        )
        return told, Sentence(self._judged)

    @property
    def _judged(self) -> str:
        if self.overconfident and self.clear:
            return phrase(
                "You have far fewer than that, too few for luck to explain: you are overconfident. From now on, say "
                "smaller numbers, or choose wider intervals."
            )
        if self.overconfident:
            return phrase(
                "You have fewer than that, and luck alone rarely leads to so few: you are probably overconfident. "
                "From now on, say smaller numbers, or choose wider intervals."
            )
        if self.underconfident and self.clear:
            return phrase(
                "You have far more than that, too many for luck to explain: you are underconfident. You know more than "
                "you think. Say larger numbers, or choose narrower intervals."
            )
        if self.underconfident:
            return phrase(
                "You have more than that, and luck alone rarely leads to so many: you are probably underconfident. "
                "Say larger numbers, or choose narrower intervals."
            )
        return phrase(
            "Luck alone could explain your result. So these predictions do not show that you are overconfident or "
            "underconfident. More predictions could."
        )


def honest_hits(predictions: Iterable[Prediction]) -> HonestHits:
    """Compare the revealed predictions with those of someone with perfectly calibrated confidence.

    Each prediction then comes true with a chance equal to its confidence, so the number of hits has a Poisson binomial
    distribution.

    >>> honest_hits([Prediction("1/2", 0.75, True)] * 5 + [Prediction("1/2", 0.75, False)] * 7)
    HonestHits(n=12, hits=5, expected=9.0, too_few=5, too_many=13, clear=False)
    """
    known = [(one.confidence, one.came_true) for one in predictions if one.came_true is not None]
    chances = [1.0]
    for sure, _ in known:
        missed = [chance * (1 - sure) for chance in chances] + [0.0]
        chances = [chance + before * sure for chance, before in zip(missed, [0.0, *chances], strict=True)]
    too_few, too_many = -1, len(known) + 1
    while sum(chances[: too_few + 2]) <= TAIL:
        too_few += 1
    while sum(chances[too_many - 1 :]) <= TAIL:
        too_many -= 1
    expected = float(sum(sure for sure, _ in known))
    found = sum(true for _, true in known)
    clear = min(sum(chances[: found + 1]), sum(chances[found:])) <= CLEAR
    return HonestHits(len(known), found, expected, too_few, too_many, clear)


def calibration(predictions: Iterable[Prediction], bins: int = BINS) -> Calibration:
    """Compare confidence with outcomes over all revealed predictions.

    The Brier score is the mean of (p - o)² over the predictions, where p is the confidence and o is 1 for a
    prediction that came true and 0 otherwise: G. W. Brier, "Verification of forecasts expressed in terms of
    probability", Monthly Weather Review 78 (1950), 1-3, who also adds the term for the complement, which doubles the
    score. The equally wide bins are those of a reliability diagram: A. H. Murphy and R. L. Winkler, "Reliability of
    subjective probability forecasts of precipitation and temperature", Applied Statistics 26 (1977), 41-47.

    >>> made = calibration([Prediction("1/2", 0.9, True), Prediction("0.2", 0.7, False), Prediction("3", 0.5)])
    >>> made.n, round(made.brier, 3), [(one.low, one.n, one.share) for one in made.bins]
    (2, 0.25, [(0.6, 1, 0.0), (0.8, 1, 1.0)])

    Raises:
        ValueError: *predictions* contains something other than predictions, or *bins* is not a valid number of bins.
    """
    given = list(predictions) if isinstance(predictions, Iterable) else [predictions]
    if not all(isinstance(one, Prediction) for one in given):
        example = "progress.predictions.values()"
        raise ValueError(f"predictions must be a list of Predictions, such as {example}, not {shown(predictions)}")
    if integer_from(1, bins, MOST_BINS) is None:
        raise ValueError(f"bins must be a whole number from 1 to {MOST_BINS}, not {shown(bins)}")
    known = [(one.confidence, one.came_true) for one in given if one.came_true is not None]
    n = len(known)
    if not n:
        return Calibration(0, None, None, None, ())
    sorted_in: dict[int, list[tuple[float, bool]]] = {}
    for sure, true in known:
        sorted_in.setdefault(min(int(sure * bins), bins - 1), []).append((sure, true))
    made = []
    for at, inside in sorted(sorted_in.items()):
        came_true, size = sum(true for _, true in inside), len(inside)
        mean = sum(sure for sure, _ in inside) / size
        made.append(Bin(at / bins, (at + 1) / bins, size, mean, came_true / size, wilson(came_true, size)))
    brier = sum((sure - true) ** 2 for sure, true in known) / n
    sure_of, came = sum(sure for sure, _ in known) / n, sum(true for _, true in known) / n
    return Calibration(n, brier, sure_of, came, tuple(made))
