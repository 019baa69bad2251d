"""A table with the chance of being dealt each phase in each game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from time import perf_counter
from typing import Any, ClassVar, NamedTuple, Unpack

from ... import languages, odds
from ...base.translatable import phrase
from ...editions import EDITIONS
from ...editions import edition as find_edition
from ...rules.edition import DEALT, Edition
from ...rules.phases import Phase
from ..drawn.markup import Html
from ..drawn.static_numbers import table_html
from ..interactive import SLICE, Input, whole_number
from ..screen import Box, Handler
from .counted import counted, known, slow
from .numbers import aligned, row
from .numbers_screen import NumbersScreen, game_name
from .request import MOST_CARDS
from .wire import AssumedChance, OddsTableContent, TableCell

_NO_CARDS = phrase("The table covers {low} to {high} cards, not {value}.")


class Cell(NamedTuple):
    """A phase of a game, on one side of the game's cards."""

    edition: Edition
    side: str
    phase: Phase


class OddsTable(NumbersScreen):
    """The exact chance of being dealt each phase in each game: ``OddsTable(cards=10)``.

    The table appears immediately and fills in while the chances are computed. ``shown.cards = 11`` shows them for
    eleven cards; ``shown.to_dicts()`` returns the numbers.
    """

    KIND = "table"
    INPUTS = ("cards",)
    cards = Input(0, "The number of cards dealt, 10 to 15.")

    def __init__(
        self,
        cards: int = DEALT,
        editions: Iterable[str | Edition] = EDITIONS,
        *,
        language: str | None = languages.ENGLISH,
        **box: Unpack[Box],
    ) -> None:
        """Show the table for 10 to 15 dealt cards and these editions.

        The *language* defaults to the browser's preferred one.

        Raises:
            ValueError: the number of cards is out of range, or the edition or language is unknown.
        """
        found = [find_edition(edition) for edition in editions]
        sided = [(edition, side.name) for edition in found for side in edition.pack.sides]
        self._games = {
            (edition, side): [Cell(edition, side, phase) for phase in edition.phases] for edition, side in sided
        }
        super().__init__(language, found, **box)
        self._take(whole_number(cards, _NO_CARDS, DEALT, MOST_CARDS))

    def choose(self, **changes: Any) -> None:
        """Change the number of *cards*; raise ValueError unless it is between 10 and 15."""
        self._take(whole_number(changes.get("cards"), _NO_CARDS, DEALT, MOST_CARDS))

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return a row for each cell: edition, side, phase, its text, cards, value (a float), fraction, and percent."""
        self._count_all()
        return [
            {
                "edition": cell.edition.id,
                "side": cell.side,
                "phase": cell.phase.number,
                "text": str(cell.phase),
                "cards": self.cards,
                **row(found),
            }
            for cell, found in self._found.items()
            if found is not None
        ]

    def __repr__(self) -> str:
        return f"OddsTable(cards={self.cards})"

    def html(self) -> Html:
        """Return the table for pages without Python, with all chances that can be computed quickly."""
        self._count_all(quickly=True)
        return table_html(self.about, self.view, self.words)

    def _take(self, cards: int, ack: str | None = None) -> None:
        """Show the table for hands of *cards* cards."""
        self._set_inputs({"cards": cards})
        every = [cell for column in self._games.values() for cell in column]
        self._found = {cell: known(cell.edition, cell.phase, cards, cell.side) for cell in every}
        self._show(ack)
        self._go_on()

    def _count(self, cell: Cell) -> odds.Exact:
        return counted(cell.edition, cell.phase, self.cards, cell.side)

    def _left(self) -> list[Cell]:
        """Return the cells still to be computed, starting with the fast ones."""
        left = [cell for cell, found in self._found.items() if found is None]
        return sorted(left, key=lambda cell: slow(cell.edition, cell.side))

    def _count_all(self, *, quickly: bool = False) -> None:
        """Compute the remaining cells or, if *quickly* is True, only those that cause no noticeable delay."""
        left = [cell for cell in self._left() if not (quickly and slow(cell.edition, cell.side))]
        self._found |= {cell: self._count(cell) for cell in left}
        if left:
            self._show()

    def _step(self) -> bool:
        left, until = self._left(), perf_counter() + SLICE
        for cell in left:
            self._found[cell] = self._count(cell)
            if perf_counter() > until:
                break
        if left:
            self._show()
        return None in self._found.values()

    def _content(self) -> OddsTableContent:
        return {
            "asked": {"cards": self.cards},
            "limits": {"cards": (DEALT, MOST_CARDS)},
            "left": sum(found is None for found in self._found.values()),
            "games": [
                {
                    "edition": edition.id,
                    "side": side,
                    "name": game_name(edition, side, self.words),
                    "cells": [self._cell(cell) for cell in column],
                }
                for (edition, side), column in self._games.items()
            ],
        }

    def _cell(self, cell: Cell) -> TableCell:
        found, words = self._found[cell], self.words
        return {
            "phase": cell.phase.number,
            "text": words.phase(cell.phase),
            "chance": None if found is None else self._chance(found),
        }

    def _chance(self, found: odds.Exact) -> AssumedChance:
        words = self.words
        return {
            **aligned(found, words),
            "explanation": words.tell(found.explanation),
            "assumption": words.tell(found.assumption),
        }

    def _chosen(self, content: Mapping[str, Any], message_id: str) -> None:
        self._take(whole_number(content.get("cards"), _NO_CARDS, DEALT, MOST_CARDS), message_id)

    HANDLERS: ClassVar[Mapping[str, Handler]] = {**NumbersScreen.HANDLERS, "choose": _chosen}
