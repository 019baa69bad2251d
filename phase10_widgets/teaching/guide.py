"""Teacher's guides: a plan, discussion prompts and misconceptions for each lesson."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ..base.field_docs import with_field_docs

MINUTES = 45
"""The total length of a plan, in minutes."""


@with_field_docs
class Step(NamedTuple):
    """One step of the lesson plan.

    >>> import phase10_widgets as p10
    >>> p10.teaching.lesson(3).guide.plan[0].minutes
    6
    """

    minutes: int
    """The length of the step, in minutes."""
    what: str
    """The class's activity, in one or two sentences."""


@with_field_docs
class Talk(NamedTuple):
    """A discussion prompt and the answers to listen for.

    >>> import phase10_widgets as p10
    >>> p10.teaching.lesson(3).guide.talks[0].prompt
    'Ten times 8/108 is 74%. What does that number count?'
    """

    prompt: str
    """The question for the class."""
    listen: str
    """A note for the teacher on what the likely answers mean."""


@with_field_docs
class Misconception(NamedTuple):
    """A common misconception that the questions do not address, with its signs and its remedy.

    >>> import phase10_widgets as p10
    >>> p10.teaching.lesson(3).guide.misconceptions[0].belief
    'Each of the ten cards has an 8/108 chance of being wild, so the cards do not depend on each other.'
    """

    belief: str
    """The learners' belief and its signs."""
    help: str
    """The remedy."""


@dataclass(frozen=True, slots=True)
class Guide:
    """The teacher's guide to one lesson. Goals, standards, answers and common mistakes come from the questions.

    >>> Guide(
    ...     aim="Count the complement instead of adding up.",
    ...     before="Chances as fractions; multiplying along a tree.",
    ...     plan=(Step(10, "Play a hand."), Step(35, "The questions.")),
    ...     talks=(Talk("Why more than 100%?", "Hands with two wilds are counted twice."),),
    ...     misconceptions=(Misconception("More cards, more of the same chance.", "Deal 14 cards."),),
    ...     without="Deal from a real deck and keep a tally on the board.",
    ... ).plan[0].minutes
    10

    Raises:
        ValueError: the plan does not take 45 minutes, or something is missing.
    """

    aim: str
    """The one thing that everybody should remember, in one sentence."""
    before: str
    """The prior knowledge that learners need."""
    plan: tuple[Step, ...]
    talks: tuple[Talk, ...]
    misconceptions: tuple[Misconception, ...]
    without: str
    """A way to teach the lesson without computers."""

    def texts(self) -> Iterator[str]:
        """Yield every string; the language catalogs list the strings from the course's guides."""
        yield from (self.aim, self.before, *(step.what for step in self.plan))
        yield from (text for pair in (*self.talks, *self.misconceptions) for text in pair)
        yield self.without

    def __post_init__(self) -> None:
        minutes = sum(step.minutes for step in self.plan)
        if minutes != MINUTES:
            raise ValueError(f"the steps of a plan must take {MINUTES} minutes in total, not {minutes}")
        if not (self.aim and self.before and self.talks and self.misconceptions and self.without):
            raise ValueError(
                "a guide needs an aim, prior knowledge, talks, misconceptions, and a way to teach without computers"
            )
