"""Every face of a deck, each with what one such card more would do for a hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias

from ...core.cards import Card
from ...odds.draw_odds import NextDraw
from ...odds.pool import Pool
from ...odds.situation import Situation

Effect: TypeAlias = Literal["completes", "nearer"]
Key: TypeAlias = tuple[int | None, str | None, str | None, bool]


class Face(NamedTuple):
    """A face, how many cards that show it are unseen, and what one of them would do; None is nothing."""

    card: Card
    unseen: int
    effect: Effect | None


def board(situation: Situation, found: NextDraw) -> list[list[Face]]:
    """Every face of the deck, a row for each color or suit, then those without; a flip symbol makes no difference."""
    effects: dict[Key, Effect] = {_key(out.card): "completes" if out.completes else "nearer" for out in found.outs}
    deck = Pool.of_deck(situation.edition, None, situation.pool.side.name).faces()
    rows: dict[str, dict[Key, Face]] = {}
    for card in _plain_first(deck):
        row = rows.setdefault(card.suit or card.color or "", {})
        shown = row.get(_key(card)) or Face(card, 0, effects.get(_key(card)))
        row[_key(card)] = shown._replace(unseen=shown.unseen + situation.pool.counts.get(card.code, 0))
    return [list(row.values()) for row in rows.values()]


def _key(card: Card) -> Key:
    return card.number, card.color, card.suit, card.skip


def _plain_first(cards: Iterable[Card]) -> list[Card]:
    """By number, the wild ones last; of two faces that count alike the one without a flip symbol first."""
    return sorted(cards, key=lambda card: (card.number is None, card.number or 0, card.flips))
