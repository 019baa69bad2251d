"""Every face in a deck, and the effect that drawing it has on a hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias

from ...odds.draw_odds import NextDraw
from ...odds.pool import Pool
from ...odds.situation import Situation
from ...rules.cards import Card

Effect: TypeAlias = Literal["completes", "nearer"]
Key: TypeAlias = tuple[int | None, str | None, str | None, bool]


class Face(NamedTuple):
    """A face, the number of its unseen copies, and the effect of drawing one (None for no effect)."""

    card: Card
    unseen: int
    effect: Effect | None


def board(situation: Situation, found: NextDraw) -> list[list[Face]]:
    """Return every face in the deck: one row per color or suit, then one for the others. Flip symbols are ignored."""
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
    """Sort cards by number, with wilds last; a face without a flip symbol precedes the same face with one."""
    return sorted(cards, key=lambda card: (card.number is None, card.number or 0, card.flips))
