"""The weight of an explanation, and the choice among the buckets that its open plays may have come from.

The weight counts the assignments of cards to places in hands and piles that an explanation leaves open. An open play
affects it only through the sizes of the buckets, so the choices are counted by these sizes, hand by hand, and then by
the number of cards that all hands have played from each source.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from math import factorial, inf, lcm, log, perm, prod
from random import Random
from typing import TypeAlias, TypeVar

from ..cards import Card
from .places import FRESH, Bucket, Impossible, OpenPlay, Places, face_of

WALK_STEPS = 60
"""The number of steps in a random walk."""

T = TypeVar("T")
Sizes: TypeAlias = tuple[int, ...]
"""The number of cards in each bucket of a hand, or from each source."""


def weight(places: Places) -> Fraction:
    """Return a number proportional to the number of assignments that an explanation leaves open.

    It counts the choices of open plays as if no two of them could take the same card.
    """
    result = places.share * places.ways
    if places.open:
        counts = PlayCounts.of(places)
        return result * Fraction(sum(counts.totals.values()), counts.scale)
    for source, unseen in enumerate(places.unseen):
        glimpses = Counter(places.glimpsed(source))
        for faces in unseen:
            result *= factorial(faces.total() - glimpses.total())
        for (side, face), n in glimpses.items():
            result *= perm(sum(have for card, have in unseen[0].items() if face_of(card, side) is face), n)
    for row in places.buckets:
        result *= prod([_ways_within(bucket, places.sides) for bucket in row], start=Fraction(1))
    return result


def _ways_within(bucket: Bucket, sides: int) -> Fraction:
    """Return the number of ways to arrange a bucket's faces, divided by the number of ways to arrange its cards."""
    if sides == 1:
        return Fraction(1, factorial(bucket.n))
    if bucket.source == FRESH:
        return Fraction(factorial(bucket.n)) ** (sum(faces is not None for faces in bucket.faces) - 1)
    return Fraction(1, prod(map(factorial, Counter(bucket.glimpses).values())))


class PlayCounts:
    """Counts of the choices for all open plays in an explanation."""

    @classmethod
    def of(cls, places: Places) -> PlayCounts:
        """Return an explanation's counts, caching them in it."""
        if places.counts is None:
            places.counts = cls(places)
        counts: PlayCounts = places.counts
        return counts

    def __init__(self, places: Places) -> None:
        self.places = places
        self.hands = [_hand_counts(places, seat) for seat in range(len(places.buckets))]
        """For each hand, the number of choices after each change, keyed by bucket sizes."""
        self.played = [_by_source(places, seat, counts[-1]) for seat, counts in enumerate(self.hands)]
        """For each hand, the cards played from each source in each final state, and that state's weight."""
        self.scale = prod([factorial(sum(next(iter(counts[-1])))) for counts in self.hands])
        """The factor that scales the weights up to integers."""
        none = (0,) * len(places.unseen)
        self.sums: list[Mapping[Sizes, int]] = [{none: 1}]
        """For *k* = 0, 1, 2, …, the weights, keyed by the cards that the first *k* hands played from each source."""
        for states in self.played:
            following: dict[Sizes, int] = defaultdict(int)
            for before, ways in self.sums[-1].items():
                for played, more in states.values():
                    following[_plus(before, played)] += ways * more
            self.sums.append(following)
        self.unseen = [source[0].total() for source in places.unseen]
        self.totals = {
            played: ways * prod([factorial(have - gone) for have, gone in zip(self.unseen, played, strict=True)])
            for played, ways in self.sums[-1].items()
            if all(have >= gone for have, gone in zip(self.unseen, played, strict=True))
        }

    def settled(self, random: Random) -> Places | None:
        """Sample a choice for every open play; if two take the same card, return None so that the caller retries."""
        result = self.places.copy()
        goal = pick(self.totals.items(), random)
        for seat in reversed(range(len(self.hands))):
            before, played = self.sums[seat], self.played[seat]
            ways = [(state, more * before.get(_minus(goal, gone), 0)) for state, (gone, more) in played.items()]
            state = pick(ways, random)
            goal = _minus(goal, played[state][0])
            self._settle(result, seat, state, random)
        result.open = []
        most = result.ways
        for play in self.places.open:
            number: int = result.explained[play.at][play.nth]
            most *= copies(self.places, play.seat, number, play.card)
            try:
                result.see(result.buckets[play.seat][number].source, play.card)
            except Impossible:
                return None
        return result if random.randrange(most) < result.ways else None

    def _settle(self, result: Places, seat: int, state: Sizes, random: Random) -> None:
        """Choose the buckets for a hand's open plays, newest first, so that its buckets end up with these sizes."""
        for bucket, n in zip(result.buckets[seat], state, strict=True):
            bucket.n = n
        for change, before in zip(reversed(self.places.changes[seat]), reversed(self.hands[seat][:-1]), strict=True):
            if not isinstance(change, OpenPlay):
                state = _grown(state, change[0], -change[1])
                continue
            ways = [
                (at, before.get(_grown(state, at, 1), 0) * copies(self.places, seat, at, change.card))
                for at in change.numbers
            ]
            number = pick(ways, random)
            state = _grown(state, number, 1)
            came = list(result.explained[change.at])
            came[change.nth] = number
            result.explained[change.at] = tuple(came)


def walked(found: Sequence[Places], ends: Sequence[int], random: Random) -> Places:
    """Sample a settled explanation by a random walk (Metropolis-Hastings), for rounds too long for rejection sampling.

    Each step proposes explanations independently of the last and accepts them in proportion to their true weight, so
    that the walk's distribution approaches the exact one.
    """
    here, score = None, -inf
    steps = 0
    while steps < WALK_STEPS:
        places = pick_by_weight(found, ends, random)
        proposed = _proposed(places, random)
        steps += here is not None
        if proposed is None:
            continue
        there, found_score = proposed
        if here is None or log(1 - random.random()) < found_score - score:
            here, score = there, found_score
    assert here is not None, "the walk begins with a proposal"
    return here


def _proposed(places: Places, random: Random) -> tuple[Places, float] | None:
    """Sample a choice for each open play, without using more copies of a card than its source has.

    Return the choices and the logarithm of their weight divided by the probability of proposing them, or None at a dead
    end.
    """
    result, score = places.copy(), -_log(weight(places))
    result.open = []
    for seat, changes in enumerate(places.changes):
        sizes = _first(places, seat)
        for change in changes:
            if isinstance(change, OpenPlay):
                rows = [(at, sizes[at] * _chance(result, seat, at, change.card)) for at in change.numbers]
                total = sum([share for _, share in rows])
                if not total:
                    return None
                number = random.choices([at for at, _ in rows], [share for _, share in rows])[0]
                score -= log(dict(rows)[number] / total)
                result.see(result.buckets[seat][number].source, change.card)
                came = list(result.explained[change.at])
                came[change.nth] = number
                result.explained[change.at] = tuple(came)
                sizes[number] -= 1
            else:
                sizes[change[0]] += change[1]
                if sizes[change[0]] < 0:
                    return None
        for bucket, n in zip(result.buckets[seat], sizes, strict=True):
            bucket.n = n
    return result, score + _log(weight(result))


def _chance(places: Places, seat: int, number: int, card: Card) -> float:
    """Return the chance that a hidden card in a bucket equals this one."""
    total = places.unseen[places.buckets[seat][number].source][0].total()
    return copies(places, seat, number, card) / total if total else 0.0


def copies(places: Places, seat: int, number: int, card: Card) -> int:
    """Return the number of copies of this card among the unseen cards of a bucket's source."""
    return places.unseen[places.buckets[seat][number].source][0][card]


def _log(value: Fraction) -> float:
    return log(value.numerator) - log(value.denominator)


def _hand_counts(places: Places, seat: int) -> list[Mapping[Sizes, int]]:
    """Count the choices for a hand's open plays after each change, keyed by bucket sizes."""
    found: list[Mapping[Sizes, int]] = [{tuple(_first(places, seat)): 1}]
    for change in places.changes[seat]:
        following: dict[Sizes, int] = defaultdict(int)
        rows = (
            [(at, -1, copies(places, seat, at, change.card)) for at in change.numbers]
            if isinstance(change, OpenPlay)
            else [(*change, 1)]
        )
        for state, ways in found[-1].items():
            for number, n, more in rows:
                if state[number] + n >= 0:
                    following[_grown(state, number, n)] += ways * more
        found.append(following)
    return found


def _first(places: Places, seat: int) -> list[int]:
    """Return the sizes of a hand's buckets at the start of the round."""
    sizes = [bucket.n for bucket in places.buckets[seat]]
    for change in places.changes[seat]:
        if not isinstance(change, OpenPlay):
            sizes[change[0]] -= change[1]
    return sizes


def _by_source(places: Places, seat: int, final: Mapping[Sizes, int]) -> dict[Sizes, tuple[Sizes, int]]:
    """Return the cards that open plays took from each source in each final state, and the state's weight."""
    result = {}
    for state, ways in final.items():
        played = [0] * len(places.unseen)
        for bucket, n in zip(places.buckets[seat], state, strict=True):
            played[bucket.source] += bucket.n - n
        result[state] = tuple(played), ways * factorial(sum(state)) // prod(map(factorial, state))
    return result


def pick(choices: Iterable[tuple[T, int]], random: Random) -> T:
    """Sample one of these items in proportion to its weight."""
    rows = list(choices)
    ends = list(accumulate([ways for _, ways in rows]))
    return rows[bisect_right(ends, random.randrange(ends[-1]))][0]


def weight_ends(found: Sequence[Places]) -> list[int]:
    """Return the running totals of the explanations' weights, as integers."""
    weights = [weight(places) for places in found]
    whole = lcm(*[ways.denominator for ways in weights])
    return list(accumulate([int(ways * whole) for ways in weights]))


def pick_by_weight(found: Sequence[Places], ends: Sequence[int], random: Random) -> Places:
    """Sample one of these explanations in proportion to its weight; *ends* are their :func:`weight_ends`."""
    return found[0] if len(found) == 1 else found[bisect_right(ends, random.randrange(ends[-1]))]


def _grown(state: Sizes, number: int, n: int) -> Sizes:
    return (*state[:number], state[number] + n, *state[number + 1 :])


def _plus(one: Sequence[int], other: Sequence[int]) -> Sizes:
    return tuple([a + b for a, b in zip(one, other, strict=True)])


def _minus(one: Sequence[int], other: Sequence[int]) -> Sizes:
    return tuple([a - b for a, b in zip(one, other, strict=True)])
