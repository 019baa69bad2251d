"""Computations that the learner builds choice by choice; every wrong choice says what it would count."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, ClassVar

from ...base.translatable import phrase
from ...ui.interactive import Input
from ...ui.screen import Refused
from .comparing_steps import COMPARING
from .last_steps import LAST
from .later_steps import LATER
from .shared.controls import ChoiceControl
from .shared.figure import NOT_NOW, Figure
from .shared.parts import Crowd, Part, Piece, formula, text, units
from .step_texts import COMPUTATIONS, Step

ALL = COMPUTATIONS | LATER | COMPARING | LAST
"""All computations by name."""


class Steps(Figure):
    """A computation, step by step: ``Steps(of="some-wild")``. The learner chooses what comes next."""

    TITLE = phrase("Step by step")
    LEAD = phrase("What comes next? A wrong choice costs nothing: you read what it would count.")
    of = Input("some-wild", "The computation.")
    FIELDS: ClassVar = {"of": ChoiceControl(phrase("Computation"), {name: one.title for name, one in ALL.items()})}
    _at = 0
    """The number of steps done."""
    _slip = ""
    """The latest wrong choice."""

    def _chosen(self, changes: Mapping[str, Any]) -> None:
        super()._chosen(changes)
        self._at, self._slip = 0, ""

    def _pick(self, value: Any) -> None:
        now = self._next
        if now is None or not isinstance(value, str) or value not in (now.right, *now.wrong):
            raise Refused("bad_value", NOT_NOW)
        self._slip = "" if value == now.right else value
        self._at += not self._slip

    def _again(self, value: Any) -> None:
        if value is not None:
            raise Refused("bad_value", NOT_NOW)
        self._at, self._slip = 0, ""

    ACTS: ClassVar = {"pick": _pick, "again": _again}

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the computation."""
        return ALL[self.of].steps

    @property
    def exact(self) -> Fraction:
        """The result."""
        return next(step.value for step in reversed(self.steps) if step.value is not None)

    @property
    def _next(self) -> Step | None:
        return self.steps[self._at] if self._at < len(self.steps) else None

    def _said(self) -> str:
        if self._slip and self._next:
            return self.words.say(self._next.wrong[self._slip])
        return self._told_by(self.steps[self._at - 1]) if self._at else ""

    def _told_by(self, step: Step) -> str:
        return self.words.say(step.told, value="" if step.value is None else self._written(step.value))

    def _written(self, value: Fraction) -> str:
        return self._percent(value) if value < 1 else self._number(value)

    def _parts(self) -> list[Part]:
        now, said = self._next, self._said()
        ask = self.words.say(now.ask if now else ALL[self.of].title)
        parts = [text(ask, "strong"), self._buttons()]
        if said:
            parts.append(text(said, "wrong" if self._slip else "plain" if now else "right", key="now"))
        return [*parts, *self._marks(), *self._lines()]

    def _buttons(self) -> Part:
        again = self._deed("again", self.words.say("Start again"), disabled=not self._at)
        if not (now := self._next):
            return self._controls(again, only=())
        choices = [now.right, *now.wrong]
        first = (self._at + 1) % len(choices)
        deeds = [self._deed("pick", each, each) for each in (*choices[first:], *choices[:first])]
        return self._controls(*deeds, again, only=())

    def _marks(self) -> list[Part]:
        """Draw a mark for each hand or card, sorted by the latest step that sorts them."""
        say = self.words.say
        marks = next((step.marks for step in reversed(self.steps[: self._at]) if step.marks), self.steps[0].before)
        if not marks:
            return []
        whole = sum(abs(size) for _, size in marks)
        groups = [
            Crowd(say(name), abs(size), self._percent(Fraction(abs(size), whole)), "" if at else "now", faint=size < 0)
            for at, (name, size) in enumerate(marks)
        ]
        label = ", ".join(f"{group.name}: {self._number(group.size)}" for group in groups)
        order = [at for at, group in enumerate(groups) for _ in range(group.size)]
        return [
            units(
                say(ALL[self.of].picture),
                label,
                groups,
                order,
                head=[say("marks"), say("number"), say("share")],
            )
        ]

    def _lines(self) -> list[Part]:
        """Write what has been chosen so far."""
        rows: list[list[Piece]] = []
        for at, step in enumerate(self.steps[: self._at], 1):
            row: list[Piece] = [(step.right, "now" if at == self._at else "")]
            rows.append(row if step.value is None else [*row, " = ", self._written(step.value)])
        return [formula(self._said(), *rows)] if rows else []

    def _folded(self) -> list[Part] | None:
        """Return the finished figure, which is collapsed on a page without a kernel."""
        if self._next is None:
            return None
        before = self._at, self._slip
        self._at, self._slip = len(self.steps), ""
        try:
            return list(self._current()["parts"])
        finally:
            self._at, self._slip = before
