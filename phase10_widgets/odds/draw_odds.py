"""Exact odds that the next cards from the draw pile will help with a phase."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import comb
from typing import Any

from ..base.html import as_html
from ..base.integers import integer_from, shown
from ..base.translatable import Refusal, Sentence
from ..rules.cards import Card
from ..rules.phases import Phase
from .counting.completions import completions
from .distance.tables import table
from .exact import Exact, Kind, figure
from .situation import Asked, Situation


@dataclass(frozen=True, slots=True)
class Out:
    """A face that brings the phase closer to completion.

    >>> import phase10_widgets as p10
    >>> at = p10.odds.Situation.with_cards("classic", "2 sets of 3", "R7 B7 G7 Y2 B2 R9")
    >>> p10.odds.next_draw(at).outs[0].to_dict()
    {'card': 'W', 'unseen': 8, 'effect': 'completes'}
    """

    card: Card
    unseen: int
    """The number of unseen cards with this face."""
    completes: bool
    """True if it completes the phase."""

    def to_dict(self) -> dict[str, Any]:
        """Return a table row with card, unseen and effect ("completes" or "nearer")."""
        return {
            "card": self.card.code,
            "unseen": self.unseen,
            "effect": "completes" if self.completes else "nearer",
        }


@dataclass(frozen=True, slots=True)
class NextDraw:
    """The possible effects of the next card from the draw pile.

    >>> import phase10_widgets as p10
    >>> at = p10.odds.Situation.with_cards("classic", "2 sets of 3", "R7 B7 G7 Y2 B2 R9")
    >>> p10.odds.next_draw(at)
    <NextDraw completes 13.73%, nearer 13.73%>
    """

    completes: Exact
    """The chance that the card completes the phase."""
    nearer: Exact
    """The chance that the card brings the phase closer or completes it (0 if the hand already makes the phase)."""
    outs: tuple[Out, ...]
    """The faces that bring the phase closer, most frequent first."""

    @property
    def assumption(self) -> Sentence:
        """The assumption behind the chances."""
        return self.completes.assumption

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return one table row per out."""
        return [out.to_dict() for out in self.outs]

    _repr_html_ = as_html

    def __repr__(self) -> str:
        return f"<NextDraw completes {self.completes.text}, nearer {self.nearer.text}>"


def next_draw(asked: Asked, phase: Phase | int | str | None = None) -> NextDraw:
    """Return the odds for the next card from the draw pile if every card in the hand is kept.

    >>> lesson = Situation.with_cards("classic", "2 sets of 3", "R7 B7 G7 Y2 B2 R9")
    >>> found = next_draw(lesson)  # the six other 2s and the eight wilds, among 108 - 6 cards
    >>> found.completes, str(found.completes.explanation)
    (Exact(7, 51), '14 of the 102 cards you might draw would complete your phase.')

    Raises:
        Refusal: as for :meth:`Situation.of`.
    """
    at = Situation.of(asked, phase)
    distances, outs = table(at.phase, at.pool.side), []
    hand_state = distances.hand_state(at.hand)
    for face, n in at.pool.faces().items():
        if hand_state.improves(distances.kinds[face.code]):
            outs.append(Out(face, n, hand_state.distance == 1))
    outs.sort(key=lambda out: -out.unseen)
    n = sum(out.unseen for out in outs)
    size = at.pool.size
    if not hand_state.distance:
        explanation = Sentence("Your cards already make the phase.")
        return NextDraw(_exact(at, Fraction(1), explanation), _exact(at, Fraction(0), explanation), ())
    completing = Sentence.plural(
        "{n} of the {size} cards you might draw would complete your phase.",
        "{n} of the {size} cards you might draw would complete your phase.",
        n if hand_state.distance == 1 else 0,
        size=size,
    )
    bringing = Sentence.plural(
        "{n} of the {size} cards you might draw would bring you closer to completing your phase.",
        "{n} of the {size} cards you might draw would bring you closer to completing your phase.",
        n,
        size=size,
    )
    chance = Fraction(n, max(1, size))
    completes = chance if hand_state.distance == 1 else Fraction(0)
    return NextDraw(_exact(at, completes, completing), _exact(at, chance, bringing), tuple(outs))


def within(asked: Asked, n: int, phase: Phase | int | str | None = None) -> Exact:
    """Return the chance that the hand makes the phase after *n* more cards from the draw pile if all cards are kept.

    >>> within(Situation.with_cards("classic", "2 sets of 3", "R7 B7 G7 Y2 B2 R9"), 1)
    Exact(7, 51)

    Raises:
        Refusal: as for :meth:`Situation.of`; *n* is negative or larger than the number of unseen cards.
    """
    at = Situation.of(asked, phase)
    n = _draws(n, at.pool.size)
    return _by_then(at, completions(at.phase, at.hand, at.pool, n)[n], n)


@dataclass(frozen=True)
class Wait:
    """The distribution of the number of draws until the hand makes the phase if all cards are kept.

    >>> import phase10_widgets as p10
    >>> at = p10.odds.Situation.with_cards("classic", "2 sets of 3", "R7 B7 G7 Y2 B2 R9")
    >>> found = p10.odds.wait(at)
    >>> found.median, found.cumulative(10).percent
    (5, '89.71%')
    """

    situation: Situation = field(repr=False)
    favorable: tuple[int, ...] = field(repr=False)
    """For n = 0, 1, 2 …, the number of ways to choose n cards from the pool that complete the phase."""

    @cached_property
    def probabilities(self) -> tuple[Fraction, ...]:
        """For n = 0, 1, 2 … up to the whole pool, the chance of needing exactly n draws."""
        found = self._cumulative
        return (found[0], *[now - before for before, now in pairwise(found)])

    def cumulative(self, n: int) -> Exact:
        """Return the chance that *n* draws are enough, as :func:`within` does.

        Raises:
            Refusal: *n* is negative or larger than the number of unseen cards.
        """
        n = _draws(n, self.situation.pool.size)
        return _by_then(self.situation, self.favorable[n], n)

    @property
    def never(self) -> Exact:
        """The chance (0 or 1) that not even drawing every card would complete the phase."""
        explanation = Sentence("If you keep drawing, you are certain to complete your phase.")
        if self._cumulative[-1] == 0:
            explanation = Sentence("You cannot complete your phase, no matter how many cards you draw.")
        return _exact(self.situation, 1 - self._cumulative[-1], explanation)

    @property
    def mean(self) -> Exact | None:
        """The expected number of draws, or None if the phase cannot be completed."""
        if self._cumulative[-1] == 0:
            return None
        mean = sum([1 - chance for chance in self._cumulative[:-1]], Fraction(0))
        explanation = Sentence("On average, it takes {n} draws to complete your phase.", n=figure(mean))
        return _exact(self.situation, mean, explanation, "mean")

    @property
    def median(self) -> int | None:
        """The smallest number of draws that is enough in at least half of all cases, or None if the phase cannot be
        completed."""
        return next((n for n, chance in enumerate(self._cumulative) if 2 * chance >= 1), None)

    @property
    def explanation(self) -> Sentence:
        """The median in one sentence."""
        n = self.median
        if n is None:
            return Sentence("You cannot complete your phase, no matter how many cards you draw.")
        if n == 0:
            return Sentence("Your cards already make the phase.")
        return Sentence.plural(
            "At least half the time, {n} draw is enough to complete your phase.",
            "At least half the time, {n} draws are enough to complete your phase.",
            n,
        )

    @property
    def assumption(self) -> Sentence:
        """The assumption behind the chances."""
        return self.situation.assumption

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return one table row per number of draws: draws, chance (of exactly that many), and by_then (that many or
        fewer)."""
        rows = zip(self.probabilities, self._cumulative, strict=True)
        return [{"draws": n, "chance": float(p), "by_then": float(c)} for n, (p, c) in enumerate(rows)]

    _repr_html_ = as_html

    def __repr__(self) -> str:
        return f"<Wait, median {self.median}, phase {self.situation.phase}>"

    @cached_property
    def _cumulative(self) -> tuple[Fraction, ...]:
        size = self.situation.pool.size
        return tuple([Fraction(ways, comb(size, n)) for n, ways in enumerate(self.favorable)])


def wait(asked: Asked, phase: Phase | int | str | None = None) -> Wait:
    """Return the distribution of the number of draws until the hand makes the phase.

    >>> lesson = Situation.with_cards("classic", "2 sets of 3", "R7 B7 G7 Y2 B2 R9")
    >>> found = wait(lesson)
    >>> found.probabilities[:2], found.median
    ((Fraction(0, 1), Fraction(7, 51)), 5)

    Raises:
        Refusal: as for :meth:`Situation.of`.
    """
    at = Situation.of(asked, phase)
    return Wait(at, tuple(completions(at.phase, at.hand, at.pool, at.pool.size)))


def _by_then(at: Situation, ways: int, n: int) -> Exact:
    chance = Fraction(ways, comb(at.pool.size, n))
    explanation = Sentence.plural(
        "With {n} more card, your chance of completing your phase is {percent}%.",
        "With {n} more cards, your chance of completing your phase is {percent}%.",
        n,
        percent=figure(100 * chance),
    )
    return _exact(at, chance, explanation)


def _draws(n: object, size: int) -> int:
    number = integer_from(0, n, size)
    if number is None:
        raise Refusal("the number of draws must be a whole number from 0 to {size}, not {n}", size=size, n=shown(n))
    return number


def _exact(at: Situation, value: Fraction, explanation: Sentence, kind: Kind = "chance") -> Exact:
    return Exact(value, assumption=at.assumption, explanation=explanation, kind=kind)
