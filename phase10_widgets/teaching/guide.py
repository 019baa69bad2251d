"""What a teacher needs for a lesson beside its questions: a plan, what to talk about, what to look out for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

MINUTES = 45
"""What the steps of a plan take together."""


class Step(NamedTuple):
    """A part of the lesson."""

    minutes: int
    what: str
    """What the class does, in one or two sentences."""


class Talk(NamedTuple):
    """Something to talk about, and what to listen for."""

    prompt: str
    listen: str


class Misconception(NamedTuple):
    """What learners believe, how it shows, and what helps; beside those that the questions confront by themselves."""

    belief: str
    help: str


@dataclass(frozen=True, slots=True)
class Guide:
    """One lesson for its teacher. Goals, standards, answers and what wrong answers tell come from the questions.

    >>> Guide(
    ...     aim="Count the complement instead of adding up.",
    ...     before="Chances as fractions; multiplying along a tree.",
    ...     plan=(Step(10, "Play a hand."), Step(35, "The questions.")),
    ...     talks=(Talk("Why more than 100 %?", "Hands with two wilds are counted twice."),),
    ...     misconceptions=(Misconception("More cards, more of the same chance.", "Deal 14 cards."),),
    ...     without="Deal from a real deck and keep a tally on the board.",
    ... ).plan[0].minutes
    10

    Raises:
        ValueError: the plan does not take 45 minutes, or something is missing.
    """

    aim: str
    """What everybody should take home, in one sentence."""
    before: str
    """What learners should know before."""
    plan: tuple[Step, ...]
    talks: tuple[Talk, ...]
    misconceptions: tuple[Misconception, ...]
    without: str
    """How to teach it when there are no computers."""

    def __post_init__(self) -> None:
        minutes = sum(step.minutes for step in self.plan)
        if minutes != MINUTES:
            raise ValueError(f"the steps of a plan take {MINUTES} minutes together, not {minutes}")
        if not (self.aim and self.before and self.talks and self.misconceptions and self.without):
            raise ValueError(
                "a guide has an aim, what comes before, talks, misconceptions, and a way without computers"
            )
