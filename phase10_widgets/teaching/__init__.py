"""Questions, hints, checks, predictions and progress: what lessons are made of, without widget or notebook."""

from __future__ import annotations

from .answer_parser import AnswerError, Reading, readings
from .calibration import Calibration, Prediction, calibration
from .capstone import Checked, Design, check_design
from .exercise import Asked, Verdict
from .guide import Guide, Misconception, Step, Talk
from .lessons import Lesson, lesson, numbers
from .progress import Progress, ProgressError, Work
from .question import Choice, DefinitionError, Distractor, Question, Reflection
from .summary import Summary, summary

__all__ = [
    "AnswerError",
    "Asked",
    "Calibration",
    "Checked",
    "Choice",
    "DefinitionError",
    "Design",
    "Distractor",
    "Guide",
    "Lesson",
    "Misconception",
    "Prediction",
    "Progress",
    "ProgressError",
    "Question",
    "Reading",
    "Reflection",
    "Step",
    "Summary",
    "Talk",
    "Verdict",
    "Work",
    "calibration",
    "check_design",
    "lesson",
    "numbers",
    "readings",
    "summary",
]
