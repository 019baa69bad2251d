"""Questions, hints, checks, predictions and progress: what lessons are made of, without widget or notebook."""

from __future__ import annotations

from .asked import Asked, Verdict
from .calibration import Calibration, Prediction, calibration
from .lessons import Lesson, lesson, numbers
from .progress import Progress, ProgressError, Work
from .question import Choice, DefinitionError, Distractor, Question, Reflection
from .reading import AnswerError, Reading, readings
from .summary import Summary, summary

__all__ = [
    "AnswerError",
    "Asked",
    "Calibration",
    "Choice",
    "DefinitionError",
    "Distractor",
    "Lesson",
    "Prediction",
    "Progress",
    "ProgressError",
    "Question",
    "Reading",
    "Reflection",
    "Summary",
    "Verdict",
    "Work",
    "calibration",
    "lesson",
    "numbers",
    "readings",
    "summary",
]
