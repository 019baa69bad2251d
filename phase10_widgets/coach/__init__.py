"""The coach: the expert's choice and its reason, the cost of decisions, and luck separated from skill."""

from __future__ import annotations

from ..lazy_names import renamed
from .advice import Hint, hint
from .luck_and_skill import Luck, Swing, luck
from .review import Decision, Review, review

__all__ = ["Decision", "Hint", "Luck", "Review", "Swing", "hint", "luck", "review"]

__getattr__ = renamed(__name__, Stroke="Swing")
