"""The learner's own capstone board, as they left it, with a list of their guesses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

from ...base.translatable import phrase
from ...editions import edition
from ...ui.screen import Refused
from ..capstone import BASE, PHASES
from ..course import OWN, PART
from ..figures.design import CHOICES, DRAFT, NAMES, DesignBoard
from ..figures.shared.parts import Line, Part, table, text
from ..figures.wire import Deed
from ..progress.design_work import DesignGuess, DesignWork
from .base_learner import BaseLearner, OwnTable
from .learner_screen import LearnerFigure

MOST_SHOWN = 10
"""The maximum number of guesses listed; only the latest are shown."""
_NO_TABLE = phrase("There is no table on this page that could play your edition.")


class YourDesign(LearnerFigure, DesignBoard):
    """A capstone board that stores the learner's work; made by :meth:`Learner.design`."""

    def __init__(self, name: str, learner: BaseLearner, **chosen: Any) -> None:
        """Show the learner's work on the board with this name; *chosen* is the design that it starts with."""
        self._id = f"{PART}/{name}"
        self._start: DesignWork | None = None
        """The board before the learner changes anything; None while it is being set up."""
        super().__init__(learner, **chosen)
        self._start = self._as_it_stands(DesignWork(0, ()))
        if self._id == OWN:
            learner.first_design = self._start
        learner.refresh()

    @property
    def work(self) -> DesignWork:
        """The learner's work on this board."""
        assert self._start is not None
        return self._learner.progress.designs.get(self._id, self._start)

    def refresh(self, ack: str | None) -> None:
        """Show the board where the learner left it."""
        work = self.work
        if set(work.phases) <= set(CHOICES):
            self._set_inputs({"wilds": work.wilds, **dict(zip(NAMES, work.phases, strict=True))})
            self._placed, self._placed_for = work.guess, self._values(self.ASKED)
            self._revealed_for = None if work.right is None else self._values(self.GATED)
        self._show(ack)

    def _changed(self, ack: str | None = None) -> None:
        """Store the learner's changes, here and in the browser."""
        if self._start is None:
            super()._changed(ack)
            return
        work = self._as_it_stands(self.work)
        if work == self.work:
            self._show(ack)
            return
        self._learner.progress.keep_design(self._id, work)
        self._learner.changed([self._id], self, ack)

    def _as_it_stands(self, before: DesignWork) -> DesignWork:
        """Return the work with the board's current design; guesses are taken from *before*."""
        guess = None if self._guessed is None else int(self._guessed)
        wilds, *phases = self._values(self.ASKED)
        right = self._right() if self._open else None
        return replace(before, wilds=wilds, phases=tuple(phases), guess=guess, right=right)

    def _right(self) -> int:
        return PHASES - len(self.design.amiss)

    def _guess(self, value: Any) -> None:
        super()._guess(value)
        wilds, *phases = self._values(self.ASKED)
        one = DesignGuess(wilds, tuple(phases), int(value), self._right())
        self._learner.progress.keep_design(self._id, self.work.guessed(one))

    def _play(self, value: Any) -> None:
        """Deal a game of this edition at the learner's tables."""
        if value is not None or not self._tables:
            raise Refused("bad_value", _NO_TABLE)
        for each in self._tables:
            each.new_game()

    ACTS: ClassVar = {**DesignBoard.ACTS, "guess": _guess, "play": _play}

    @property
    def _tables(self) -> Sequence[OwnTable]:
        """The tables for playing this board's edition."""
        return self._learner.tables if self._id == OWN else ()

    def _deeds(self) -> list[Deed]:
        play = [self._deed("play", self.words.say("Play this edition"))] if self._tables else []
        return [*super()._deeds(), *play]

    def _parts(self) -> list[Part]:
        first, *others = super()._parts()
        return [first, *self._at_table(), *others, *self._history()]

    def _at_table(self) -> list[Part]:
        """Return a sentence about the edition being played at the table; nothing if there is no table."""
        if not self._tables:
            return []
        wilds, *phases = self._values(self.ASKED)
        if all(each.design == (wilds, tuple(phases)) for each in self._tables):
            return [text(self.words.say("Your table plays this edition."), "hint")]
        return [text(self.words.say("Your table is playing another edition."), "hint")]

    def _history(self) -> list[Part]:
        """Return the table of the latest guesses; nothing before the first guess."""
        say, guesses = self.words.say, self.work.guesses if self._start else ()
        if not guesses:
            return []
        first = max(0, len(guesses) - MOST_SHOWN)
        rows = [
            Line(
                [str(at), str(one.wilds), self._list_name(one.phases), str(one.guess), str(one.right)],
                f"guess{at}",
                "right" if one.guess == one.right else "plain",
            )
            for at, one in enumerate(guesses[first:], first + 1)
        ]
        head = [say("guess"), say("wilds"), say("phases"), say("you guessed"), say("right")]
        return [table(say("Your guesses so far"), head, rows)]

    def __repr__(self) -> str:
        return f"<Your design: {self.wilds} wilds, {len(self.work.guesses)} guesses>"

    def _list_name(self, phases: Sequence[str]) -> str:
        """Describe a list of phases by how it differs from the draft."""
        changed = sum(one != other for one, other in zip(phases, DRAFT, strict=True))
        if tuple(phases) == tuple(map(str, edition(BASE).phases)):
            return self.words.say("the printed list")
        if not changed:
            return self.words.say("the draft")
        return self.words.language.plural("the draft, {n} changed", "the draft, {n} changed", changed)
