"""Base classes for the screens that show chances, with the editions that they offer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Unpack

from ...editions import edition as find_edition
from ...editions import names
from ...languages.text import Text
from ...rules.edition import Edition
from ..drawn.edition_art import SIDES, own_looks
from ..interactive import Input, InteractiveScreen
from ..screen import Box
from .wire import EditionOffer, OddsAbout, OddsKind

KINDS: Mapping[str, OddsKind] = {"deal": "deal", "draw": "draw", "table": "table"}


class NumbersScreen(InteractiveScreen):
    """A screen that shows chances."""

    ANYTIME = frozenset({"ping", "language", "choose", "deal", "reset"})

    def __init__(self, language: str | None, editions: Iterable[Edition] = (), **box: Unpack[Box]) -> None:
        """Offer all registered editions, with *editions* in place of those with the same ids."""
        self._editions = {name: find_edition(name) for name in names()} | {found.id: found for found in editions}
        super().__init__(language, **box)

    def _about(self) -> Mapping[str, object]:
        about: OddsAbout = {**self._introduction(), "widget": KINDS[self.KIND], "editions": self._offers()}
        if looks := own_looks(*self._editions.values(), words=self.words):
            about["looks"] = looks
        return about

    def _offers(self) -> list[EditionOffer]:
        """Return the editions that this screen offers."""
        return [edition_to_dict(found, self.words) for found in self._editions.values()]


class PhaseNumbersScreen(NumbersScreen):
    """A screen about one phase of one game."""

    edition = Input("", "The edition's id.")
    side = Input("", 'Flip only: the side that counts, "color" or "wild".')
    phase = Input(0, "The phase's number.")

    def _offer(self, edition: Edition) -> None:
        """Offer this edition in place of the one with the same id."""
        if self._editions.get(edition.id) is not edition:
            self._editions[edition.id] = edition
            self._introduce()


def edition_to_dict(edition: Edition, words: Text) -> EditionOffer:
    """Return an edition, its sides and its phases for the browser to offer."""
    return {
        "id": edition.id,
        "name": words.edition_name(edition),
        "sides": [{"id": side.name, "name": words.say(SIDES[side.name])} for side in edition.pack.sides],
        "phases": [
            {"number": phase.number, "text": words.phase(phase), "size": phase.size} for phase in edition.phases
        ],
    }


def game_name(edition: Edition, side: str, words: Text) -> str:
    """Return the game's name, with the side if it is two-sided."""
    name = words.edition_name(edition)
    return f"{name}, {words.say(SIDES[side])}" if edition.two_sided else name
