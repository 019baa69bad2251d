"""The coach: what the expert would do and why, what decisions cost, and luck and skill apart."""

from __future__ import annotations

from .advice import Hint, hint
from .luck_and_skill import Luck, Stroke, luck
from .review import Decision, Review, review

__all__ = ["Decision", "Hint", "Luck", "Review", "Stroke", "hint", "luck", "review"]
