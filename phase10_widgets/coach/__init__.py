"""The coach: the expert's choices, the cost of decisions, win probabilities, and luck separated from skill."""

from __future__ import annotations

from .advice import Hint, hint
from .areas import Area
from .game_rows import game_rows
from .luck_and_skill import Luck, Swing, luck, win_probability
from .review import Decision, Grade, Review, graded, review

__all__ = [
    "Area",
    "Decision",
    "Grade",
    "Hint",
    "Luck",
    "Review",
    "Swing",
    "game_rows",
    "graded",
    "hint",
    "luck",
    "review",
    "win_probability",
]


def __dir__() -> list[str]:
    """Return the public names, for tab completion."""
    return __all__
