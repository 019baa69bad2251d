"""A class's pooled rounds, without names or order, to show to the class."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from math import ceil
from typing import Any, NamedTuple

from ...base.translatable import phrase
from ...editions import EDITIONS, edition
from ...languages import ENGLISH
from ...languages.number_text import number, percent
from ...languages.text import Text
from ...odds.estimate import Estimate
from .. import Progress, Summary
from ..progress.played import PlayedHand, can_be
from .document import Document
from .exercise_text import check_summary

LESSONS = {3: "wild", 7: "dealt", 8: "points", 10: "waited", 12: "out"}
"""The subject of each lesson's rounds, as :meth:`Learner.hands` names it."""
DEALT_CARDS = ("wild", "dealt")
"""The questions about dealt cards, in which a deal that several learners shared counts only once."""
FEWEST, SHORTEST = 3, 10
"""The minimum numbers of learners and rounds for a result to be shown; smaller numbers could identify a learner."""
ENOUGH = 5
"""The minimum number of rounds for a learner to appear as a dot."""
OF_THE_CLASS = {
    "dealt": phrase("hands that held phase {n} when they were dealt"),
    "waited": phrase("rounds it took to complete phase {n}"),
    "out": phrase("rounds that one of us ended without a card left"),
}
"""Questions about one phase or about "you", reworded for a class."""
NOTHING = "\u2013"
WIDTH, EDGE, DOT = 480, 30, 5
"""The size of a picture, the space beside its axis, and the radius of a dot."""
Hands = dict[str, PlayedHand]
"""A learner's rounds, keyed by id."""


class Pooled(NamedTuple):
    """The answer that a class's rounds give to one question."""

    lesson: int
    topic: str
    edition: str
    phase: int
    """The phase that the question is about, or 0."""
    estimate: Estimate
    """The proportion or mean over all rounds, with its interval."""
    exact: Fraction | None
    """The value for comparison; None for a game without one."""
    learners: int
    """The number of learners who played these rounds."""
    each: tuple[float, ...]
    """The proportion or mean for each learner with enough rounds, in ascending order; empty if there are too few."""


def our_hands(summary: Summary, language: str = ENGLISH) -> Document:
    """Return a page with the whole class's rounds, to show to the class; it contains no names and identifies nobody.

    >>> from phase10_widgets.teaching import Progress, summary
    >>> "Nobody has played a round yet." in our_hands(summary([Progress(name="Ana")])).html()
    True

    Raises:
        ValueError: the language is unknown, or *summary* is not a summary.
    """
    check_summary(summary)
    words = Text(language)
    return Document(words.say("Our hands"), "our_hands", words, rounds_values(summary.people, words))


def rounds_values(people: Sequence[tuple[str, Progress]], words: Text) -> dict[str, Any]:
    """Return the values for the templates that show the rounds."""
    every = [hand for _, progress in people for hand in progress.hands.values()]
    found, hidden = pooled(people)
    strange = sum(not can_be(hand) for hand in every)
    drawn = [max(alike, key=lambda one: len(one.each)) for _, alike in groupby(found, key=lambda one: one.lesson)]
    return {
        "rounds": len(every),
        "tables": [(words.say(edition(name).name), list(_rows(name, found, words))) for name in _editions(found)],
        "dots": [_dots(one, words) for one in drawn if one.each],
        "hidden": hidden,
        "impossible": _impossible(strange, words) if strange else "",
    }


def pooled(people: Sequence[tuple[str, Progress]]) -> tuple[list[Pooled], bool]:
    """Return the pooled results of all rounds, and whether any are missing for lack of learners or rounds.

    A round counts once, no matter how often its file was handed in, and so does a deal in the questions about dealt
    cards. Impossible rounds are left out.
    """
    found: list[Pooled] = []
    hidden = False
    rounds = _of_each_learner(people)
    if not any(rounds):
        return found, hidden
    from ..learner.your_hands import BY_PHASE  # only needed for a class that has played

    for lesson, topic in LESSONS.items():
        asked = sorted({(one.edition, one.phase if topic in BY_PHASE else 0) for own in rounds for one in own.values()})
        answers = [_pooled(lesson, topic, name, phase, rounds) for name, phase in asked]
        shown = [one for one in answers if one is not None]
        hidden = hidden or len(shown) < len(answers)
        found += shown
    return found, hidden


def _of_each_learner(people: Sequence[tuple[str, Progress]]) -> list[Hands]:
    """Return each learner's rounds, sorted by day.

    Files with the same seed that share rounds belong to the same learner.
    """
    learners: list[tuple[int | str, Hands]] = []
    for _, progress in people:
        known = [hands for seed, hands in learners if seed == progress.seed and hands.keys() & progress.hands.keys()]
        if known:
            known[0].update(progress.hands)
        else:
            learners.append((progress.seed, dict(progress.hands)))
    return [
        {name: hand for name, hand in sorted(hands.items(), key=lambda one: one[1].day) if can_be(hand)}
        for _, hands in learners
    ]


def _each_deal_once(rounds: Sequence[Hands]) -> list[Hands]:
    """Return each learner's rounds, except for deals that an earlier learner also had, as in the daily game."""
    seen: set[str] = set()
    found: list[Hands] = []
    for hands in rounds:
        found.append({name: hand for name, hand in hands.items() if name not in seen})
        seen |= set(hands)
    return found


def _pooled(lesson: int, topic: str, name: str, phase: int, rounds: Sequence[Hands]) -> Pooled | None:
    """Return the answer that one game's rounds give to one question; None if there are too few rounds or learners."""
    from ..learner.your_hands import TOPICS

    def told(hands: Hands) -> list[int]:
        return TOPICS[topic].values([hand for hand in hands.values() if hand.edition == name], phase)

    each = [values for own in rounds if (values := told(own))]
    together = map(told, _each_deal_once(rounds)) if topic in DEALT_CARDS else each
    estimate = TOPICS[topic].estimate([value for values in together for value in values])
    if estimate is None or len(each) < FEWEST or estimate.trials < SHORTEST:
        return None
    means = sorted(sum(values) / len(values) for values in each if len(values) >= ENOUGH)
    measured = topic != "waited" or name == EDITIONS[0]  # computer players were measured only in one game
    exact = TOPICS[topic].exact(name, phase) if measured else None
    return Pooled(lesson, topic, name, phase, estimate, exact, len(each), tuple(means) if len(means) >= FEWEST else ())


def _editions(found: Sequence[Pooled]) -> list[str]:
    played = {one.edition for one in found}
    return [name for name in EDITIONS if name in played]


def _rows(name: str, found: Sequence[Pooled], words: Text) -> Iterator[tuple[str, ...]]:
    for one in found:
        if one.edition == name:
            low, high = one.estimate.ends
            between = words.say("{low} to {high}", low=low, high=high) if one.estimate.error else NOTHING
            yield (
                str(one.lesson),
                _what(one, words),
                *(words.number(f"{n:,}") for n in (one.estimate.trials, one.learners)),
                words.number(one.estimate.text),
                between,
                _compared(one, words),
            )


def _what(one: Pooled, words: Text) -> str:
    """Return the question that the rounds answer, including the phase."""
    from ..learner.your_hands import TOPICS

    return words.say(OF_THE_CLASS.get(one.topic, TOPICS[one.topic].asks), n=one.phase)


def _compared(one: Pooled, words: Text) -> str:
    """Return the value for comparison, with its description."""
    from ..learner.your_hands import TOPICS

    if one.exact is None:
        return NOTHING
    return f"{_exact(one, one.exact, words)} ({words.say(TOPICS[one.topic].beside)})"


def _exact(one: Pooled, value: Fraction, words: Text) -> str:
    chance = one.estimate.kind == "chance"
    return words.number(percent(value) if chance else number(Fraction(f"{float(value):.4g}")))


def _impossible(n: int, words: Text) -> str:
    return words.language.plural(
        "{n} round was left out: no game can have such a round.",
        "{n} rounds were left out: no game can have such rounds.",
        n,
    )


def _dots(one: Pooled, words: Text) -> dict[str, Any]:
    """Return a picture with one dot for each learner: the positions, and a description."""
    chance, truth = one.estimate.kind == "chance", one.exact
    step = 0.1 if chance else 5
    last = max(one.each[-1], one.estimate.high, 0 if truth is None else float(truth))
    top = min(1.0, step * ceil(last / step)) if chance else step * ceil(last / step)

    def at(value: float) -> float:
        return round(EDGE + (WIDTH - 2 * EDGE) * min(value, top) / top, 1)

    def told(value: float) -> str:
        return _exact(one, Fraction(f"{value:.3g}"), words)

    low, high = one.estimate.ends
    game = words.say(edition(one.edition).name)
    parts = {"n": len(one.each), "value": one.estimate.text, "low": low, "high": high}
    said = words.say(
        "One dot for each of the {n} learners with at least {enough} rounds, from {first} to {last}. All rounds "
        "together: {value}, with a 95% interval from {low} to {high}.",
        **parts,
        enough=ENOUGH,
        first=told(one.each[0]),
        last=told(one.each[-1]),
    )
    return {
        "title": words.say("Lesson {n}: {title}", n=one.lesson, title=f"{_what(one, words)} ({game})"),
        "said": said,
        "points": list(_stacked([at(value) for value in one.each])),
        "interval": (at(one.estimate.low), at(one.estimate.value), at(one.estimate.high)),
        "truth": None if truth is None else (at(float(truth)), _exact(one, truth, words)),
        "scale": [(at(value), told(value)) for value in (0, top / 2, top)],
    }


def _stacked(places: Sequence[float]) -> Iterator[tuple[float, int]]:
    """Yield each dot with its height: dots that would overlap are stacked."""
    last, height = -2.0 * DOT, 0
    for place in places:
        piled = place - last < 2 * DOT
        last, height = (last, height + 1) if piled else (place, 0)
        yield last, height
