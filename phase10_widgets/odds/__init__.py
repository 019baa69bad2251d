"""The odds: exact where they can be counted, honest where they are simulated."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .counting import completions
from .deal import deal
from .estimate import Estimate, wilson
from .exact import Exact
from .pool import Pool
from .questions import Question, question, questions

if TYPE_CHECKING:
    from .automaton import Automaton
    from .draws import NextDraw, Out, Wait, next_draw, wait, within
    from .moves import Option, Options, options
    from .simulation import Simulation, answers, simulate
    from .situation import Situation

_LATE = {
    "automaton": ("Automaton",),
    "draws": ("NextDraw", "Out", "Wait", "next_draw", "wait", "within"),
    "moves": ("Option", "Options", "options"),
    "simulation": ("Simulation", "answers", "simulate"),
    "situation": ("Situation",),
}
"""The names that each of these files is loaded for, when one is first asked for."""

__all__ = [
    "Automaton",
    "Estimate",
    "Exact",
    "NextDraw",
    "Option",
    "Options",
    "Out",
    "Pool",
    "Question",
    "Simulation",
    "Situation",
    "Wait",
    "answers",
    "completions",
    "deal",
    "next_draw",
    "options",
    "question",
    "questions",
    "simulate",
    "wait",
    "wilson",
    "within",
]


def __getattr__(name: str) -> Any:
    for file, names in _LATE.items():
        if name in names:
            return getattr(import_module(f".{file}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
