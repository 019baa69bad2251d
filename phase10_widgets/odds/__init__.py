"""The odds: exact where they can be counted, honest where they are simulated."""

from __future__ import annotations

from .estimate import Estimate, wilson
from .exact import Exact
from .pool import Pool
from .questions import Question, question, questions
from .simulation import Simulation, answers, simulate

__all__ = [
    "Estimate",
    "Exact",
    "Pool",
    "Question",
    "Simulation",
    "answers",
    "question",
    "questions",
    "simulate",
    "wilson",
]
