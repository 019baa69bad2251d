"""A table for the learner's own edition, which follows the capstone board until a card has been played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...languages.text import Text
from ...rules.edition import Edition
from ...sessions.seating import Seated
from ...sessions.session import Session
from ...store.store import StoreLease
from ...ui.table.screen import TableScreen
from ..capstone import edition_of
from ..figures.design import DRAFT, DRAFT_WILDS
from .base_learner import BaseLearner


class YourTable(TableScreen):
    """A table for playing the learner's own edition; made by :meth:`Learner.table`.

    The game lasts as long as its kernel; the edition is part of the learner's progress.
    """

    def __init__(
        self, learner: BaseLearner, players: Sequence[Seated], seed: int | str | None, **settings: Any
    ) -> None:
        """Seat these players at a table for this learner's edition; *settings* are as for a :class:`Table`."""
        self._learner = learner
        self._first_seed = seed
        self.design = self._wanted()
        """The number of wilds and the phases in the game."""
        made = self._edition(Text(learner.language))
        super().__init__(made, players, seed, language=learner.language, keeper=StoreLease(None), **settings)
        self._followed: Session | None = self._session
        """The last game of the learner's edition that was dealt."""

    def follow(self) -> None:
        """Deal a game of the edition on the learner's board unless a game has already begun."""
        begun = self._keeper.begun or self._session is not self._followed
        if not begun and self._wanted() != self.design:
            self._deal(self._first_seed)

    def _wanted(self) -> tuple[int, tuple[str, ...]]:
        """Return the number of wilds and the phases in the learner's own edition, or in the draft if they have no
        board."""
        own = self._learner.own_design
        return (DRAFT_WILDS, DRAFT) if own is None else (own.wilds, own.phases)

    def _edition(self, words: Text) -> Edition:
        wilds, phases = self.design
        name = words.language.plural("Your edition, {n} wild", "Your edition, {n} wilds", wilds)
        return edition_of(wilds, phases, name)

    def _deal(self, seed: int | str | None, ack: str | None = None) -> None:
        self._keeper.begin()
        self.design = self._wanted()
        self._sit_down(Session(self._edition(self.words), self._session.seat_plans, seed), ack)
        self._followed = self._session
        self._welcome(None)
