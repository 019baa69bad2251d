"""The odds: exact where they can be counted, honest where they are simulated."""

from __future__ import annotations

from .automaton import Automaton
from .counting import completions
from .deal import deal
from .estimate import Estimate, wilson
from .exact import Exact
from .pool import Pool
from .questions import Question, question, questions
from .simulation import Simulation, answers, simulate

__all__ = [
    "Automaton",
    "Estimate",
    "Exact",
    "Pool",
    "Question",
    "Simulation",
    "answers",
    "completions",
    "deal",
    "question",
    "questions",
    "simulate",
    "wilson",
]
