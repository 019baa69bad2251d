"""The exact chances of all phases of an edition, as rows."""

from __future__ import annotations

from collections.abc import Iterable

from ..base.rows import Rows
from ..editions import edition as find_edition
from ..rules.edition import Edition
from .deal import deal
from .pool import Deck


def table(
    edition: str | Edition, cards: int | Iterable[int] = (10, 11), *, seats: int | None = None, deck: Deck = ""
) -> Rows:
    """Return the exact chance of being dealt each phase, as a list of dicts: edition, side, phase (its number), text,
    cards, value (a float), fraction and percent. ``to_frame()`` returns a pandas.DataFrame.

    >>> rows = table("classic")
    >>> len(rows), rows[0]["text"], rows[0]["cards"], rows[0]["percent"], rows[1]["percent"]
    (20, '2 sets of 3', 10, '18.28%', '28.29%')

    Args:
        edition: an edition's id, or an edition with options.
        cards: how many cards are dealt, or several such numbers; after the first draw, a seat has 11.
        seats: the number of players, if the deck depends on it (S1); by default, the fewest allowed.
        deck: a custom deck, as in :func:`deal`; not for two-sided cards.

    Raises:
        ValueError: as for :func:`deal`.
    """
    rules = find_edition(edition)
    numbers = list(cards) if isinstance(cards, Iterable) else [cards]
    return Rows(
        {
            "edition": rules.id,
            "side": side.name,
            "phase": phase.number,
            "text": str(phase),
            "cards": n,
            **{name: value for name, value in found.to_dict().items() if name in ("value", "fraction", "percent")},
        }
        for side in rules.pack.sides
        for phase in rules.phases
        for n in numbers
        for found in [deal(rules, phase, cards=n, seats=seats, side=side.name, deck=deck)]
    )
