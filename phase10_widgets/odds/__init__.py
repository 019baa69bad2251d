"""The odds: exact where they can be counted, honest where they are simulated."""

from __future__ import annotations

from .automaton import Automaton
from .counting import completions
from .deal import deal
from .draws import NextDraw, Out, Wait, next_draw, wait, within
from .estimate import Estimate, wilson
from .exact import Exact
from .options import Option, Options, options
from .pool import Pool
from .questions import Question, question, questions
from .simulation import Simulation, answers, simulate
from .situation import Situation

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
