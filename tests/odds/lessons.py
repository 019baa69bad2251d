"""Situations for testing the odds: small custom decks, arbitrary hands, and moments in games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import phase10_widgets as p10
from phase10_widgets import Card, Edition, Game, Observation, Phase
from phase10_widgets.odds import Situation
from phase10_widgets.rules.solver import solver
from tests.helpers import NAMES

SIDES = [
    (edition, side) for edition in p10.EDITIONS for side in (("color", "wild") if edition == "flip" else ("color",))
]
"""Every edition, with each side of its cards."""

CUSTOM = {
    "classic": ["1 color run of 4 + 1 set of 3", "2 color runs of 3 + 1 run of 3", "1 set of 3 + 3 cards of one color"],
    "flip": ["1 color run of 4 + 1 run of 3", "1 run of 6", "3 cards of one color + 1 set of 2", "1 color run of 7"],
    "standard": ["1 set of 3 + 1 flush of 3", "3 flushes of 2", "4 cards of one color + 3 of another"],
    "masters": ["1 color run of 3 + 1 set of 4", "2 runs of 3", "3 sets of 2"],
}
"""Phases that are not printed in any edition, for every counting method."""


def phases(edition: str) -> list[str]:
    """Return every printed phase and some custom phases."""
    return [*map(str, p10.edition(edition).phases), *CUSTOM[edition]]


def small(edition: str, deck: str) -> Edition:
    """Return the edition with this deck."""
    found = p10.edition(edition)
    cards = found.cards(deck)
    return replace(found, build_deck=lambda seats, chance: cards)


def dealt(edition: str, side: str, chance: Random, hand: int, pool: int) -> tuple[list[Card], list[Card]]:
    """Return a hand and a pool with more wilds than usual from the deck with this side up."""
    found = p10.edition(edition)
    up = found.pack.side(side)
    cards = [
        card.face if card.side is up else card.turned.face
        for card in found.deck(found.seats[0], chance.getrandbits(32))
    ]
    cards.sort(key=lambda card: chance.random() * (0.3 if card.wild else 1))
    mine = cards[: hand + pool]
    chance.shuffle(mine)
    return mine[:hand], mine[hand:]


def lesson(edition: str, side: str, phase: str, hand: Sequence[Card], pool: Sequence[Card], **more: Any) -> Situation:
    """Return the situation with exactly this pool."""
    rules = small(edition, " ".join(card.code for card in (*hand, *pool)))
    return Situation.with_cards(rules, phase, tuple(hand), side=side, **more)


def distance(phase: Phase, side: str, edition: str) -> Callable[[Sequence[Card]], int]:
    """Return the core's distance from a cache."""
    found = solver(phase, p10.edition(edition).pack.side(side))
    known: dict[tuple[str, ...], int] = {}

    def of(cards: Sequence[Card]) -> int:
        key = tuple(sorted(card.code for card in cards))
        if key not in known:
            known[key] = found.missing(cards)
        return known[key]

    return of


def mean(values: Sequence[Any]) -> Fraction:
    """Return the mean, or 0 if there are no values."""
    return Fraction(sum(values), max(1, len(values)))


def views(edition: str, seed: int, count: int, **options: Any) -> Iterator[tuple[Game, Observation]]:
    """Yield moments in a game between random and greedy players, as each seat sees them."""
    chance = Random(f"{edition}/{seed}")
    n = min(chance.choice((2, 3, 4)), p10.edition(edition).seats[-1])
    players = [p10.players.get(chance.choice(("random", "greedy")), seed=f"{seed}/{at}") for at in range(n)]
    game = Game.new(edition, NAMES[:n], seed, **options)
    for _ in range(count):
        for seat in range(n):
            yield game, game.observe(seat)
        for _ in range(chance.choice((1, 2, 3, 7, 20))):
            if game.to_act is None:
                return
            game = game.apply(players[game.to_act].choose(game.observe(game.to_act)))
