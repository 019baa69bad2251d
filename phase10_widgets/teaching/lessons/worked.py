"""Steps in worked solutions: how four cards form a group, which cards help a hand, and sums written out in full."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from math import comb
from typing import Any

from ...base.translatable import NumberText, Sentence, phrase
from ...editions import edition
from ...languages.number_text import number, percent
from ...rules.cards import Card

LAST = 12
"""The highest number on a card."""

GROUPS = {
    ("set", False): phrase(
        "Sort the cards by number: {sorted}. All four have the number {low}. Their colors do not matter."
    ),
    ("set", True): phrase(
        "Set the wild aside and sort the others by number: {sorted}. All three have the number {low}, and the wild "
        "is the fourth. Colors do not matter."
    ),
    ("run", False): phrase(
        "Sort the cards by number: {sorted}. The numbers are in a row, from {low} to {high}. Colors do not matter."
    ),
    ("run", True): phrase(
        "Set the wild aside and sort the others by number: {sorted}. From {low} to {high}, only the {gap} is missing. "
        "The wild takes its place. Colors do not matter."
    ),
    ("color", False): phrase(
        "Sort the cards by number: {sorted}. The numbers are neither the same nor in a row. But all four cards have "
        "one color."
    ),
    ("color", True): phrase(
        "Set the wild aside and sort the others by number: {sorted}. One wild makes neither a set nor a run of them. "
        "But all three have one color, and the wild can have it, too."
    ),
    ("none", False): phrase(
        "Sort the cards by number: {sorted}. The numbers are not the same. They are not in a row, either: a run never "
        "goes on from 12 to 1. And the colors differ."
    ),
}
"""Explanations of why four cards form a group, keyed by the group's type and by whether it contains a wild."""


def group_steps(cards: Sequence[Card], kind: str) -> Sentence:
    """Return the steps that identify the cards as a group of this type."""
    naturals = sorted((card for card in cards if not card.wild), key=lambda card: card.number or 0)
    numbers = [card.number or 0 for card in naturals]
    parts: dict[str, object] = {"sorted": tuple(naturals), "low": numbers[0], "high": numbers[-1]}
    parts["gap"] = next((n for n in range(numbers[0], numbers[-1]) if n not in numbers), 0)
    template = GROUPS[kind, len(naturals) < len(cards)]
    return Sentence(template, **{name: part for name, part in parts.items() if f"{{{name}}}" in template})


ENDS = {
    2: phrase("This run is open at both ends: 8 cards numbered {low} fit below, and 8 numbered {high} above."),
    1: phrase(
        "A run never goes on from 12 to 1, so this one is open at one end only: 8 cards numbered {open} fit there."
    ),
}
"""Sentences about the naturals that fit a run, keyed by the run's number of open ends."""


def ends_of_run(start: int, length: int) -> Sentence:
    """Return a sentence about the naturals that fit the ends of a run.

    >>> print(ends_of_run(9, 4))
    A run never goes on from 12 to 1, so this one is open at one end only: 8 cards numbered 8 fit there.
    """
    below, above = start - 1, start + length
    if below and above <= LAST:
        return Sentence(ENDS[2], low=below, high=above)
    return Sentence(ENDS[1], open=below or above)


def one_after_the_other(sentences: Iterable[str]) -> Sentence:
    """Join sentences that have no placeholders into a single text, in the given order.

    >>> print(one_after_the_other(["A wild helps.", "A skip does not."]))
    A wild helps. A skip does not.
    """
    return reduce(
        lambda before, after: Sentence("{first} {second}", first=before, second=after), map(Sentence, sentences)
    )


def pairs_of(numbers: Iterable[int]) -> list[int]:
    """Return the numbers that occur exactly twice, in ascending order.

    >>> pairs_of([8, 8, 8, 1, 1])
    [1]
    """
    listed = list(numbers)
    return sorted({n for n in listed if listed.count(n) == 2})


def places_of(numbers: Iterable[int]) -> list[int]:
    """Return the numbers missing from a run or, if none is missing, the numbers that would extend it at either end.

    >>> places_of([6, 7, 8, 9, 11, 12]), places_of([3, 4, 5, 6, 7, 8]), places_of([1, 2, 3, 4, 5, 6])
    ([10], [2, 9], [7])
    """
    held = sorted(numbers)
    gaps = [n for n in range(held[0], held[-1]) if n not in held]
    return gaps or [n for n in (held[0] - 1, held[-1] + 1) if 1 <= n <= LAST]


def listed(values: Iterable[object]) -> str:
    """Return the values as a comma-separated string, such as "2, 9"."""
    return ", ".join(map(str, values))


def falling(top: int, bottom: int, factors: int) -> str:
    """Return the chance of a series of draws without replacement, as a product of fractions.

    >>> falling(84, 98, 3)
    '84/98 · 83/97 · 82/96'
    """
    return " · ".join(f"{top - gone}/{bottom - gone}" for gone in range(factors))


def total(terms: Iterable[NumberText]) -> Sentence | NumberText:
    """Return the terms joined by plus signs.

    >>> str(total([number(2), number(3), number(4)]))
    '2 + 3 + 4'
    """
    return reduce(_plus, terms)  # type: ignore[arg-type]


def _plus(first: Sentence | NumberText, second: NumberText) -> Sentence:
    return Sentence(phrase("{first} + {second}"), first=first, second=second)


def by_wilds(wanted: int, cards: int, most: int) -> list[Fraction]:
    """Return the chances that *cards* dealt cards contain 0, 1, ..., *most* wilds and *wanted* cards of one color."""
    chances = []
    for wilds in range(min(most, cards) + 1):
        needed = max(1, wanted - wilds)  # a phase needs a card that is not wild
        others, few = cards - wilds, [comb(24, k) for k in range(needed)]
        ways = [comb(4, k) for k in range(others + 1)]  # the skips
        for _ in range(4):
            ways = [sum(ways[n - k] * some for k, some in enumerate(few) if k <= n) for n in range(others + 1)]
        chances.append(Fraction(comb(8, wilds) * (comb(100, others) - ways[others]), comb(108, cards)))
    return chances


def counted(
    chance: Callable[..., Fraction], game: str, phase: int | str, cards: int, *side: str, **others: Fraction
) -> Mapping[str, NumberText]:
    """Return the number of hands, the number with the phase (computed from *chance*), and *others* as percentages."""
    found = edition(game)
    hands = comb(len(found.deck(found.seats[0])), cards)
    ways = hands * chance(game, phase, cards, *side)
    return {"all": number(hands), "ways": number(ways), **{name: percent(each) for name, each in others.items()}}


def fair_share(wins: int, games: int) -> Fraction:
    """Return the chance that one of two equal players wins exactly this many games.

    >>> fair_share(1, 2)
    Fraction(1, 2)
    """
    return Fraction(comb(games, wins), 2**games)


def first_terms(wins: int, games: int) -> Mapping[str, Any]:
    """Return the first three terms of the sum that gives the chance of *wins* or more wins."""
    return {name: percent(fair_share(wins + k, games)) for k, name in enumerate(("exact", "next", "after"))}


def at_checks(stopped: Callable[[int], Fraction], checks: int) -> Sentence | NumberText:
    """Write out the sum of the proportions of contests that stop at each check; *stopped* returns the total up to a
    given check."""
    return total(percent(stopped(at) - (stopped(at - 1) if at > 1 else 0)) for at in range(1, checks + 1))


def best_of(players: int, games: int) -> Sentence | NumberText:
    """Write out the sum of the chances that the best of several equal players wins at least 1, 2, ... games."""
    fewer = [sum((fair_share(k, games) for k in range(wins)), Fraction(0)) for wins in range(1, games + 1)]
    return total(number(1 - each**players) for each in fewer)
