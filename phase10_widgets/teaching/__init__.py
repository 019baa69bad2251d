"""The parts of a lesson, without widget or notebook: questions, hints, checks, predictions and progress."""

from __future__ import annotations

from .answer_parser import AnswerError, ParsedAnswer, parse_answer
from .calibration import Calibration, Prediction, calibration
from .capstone import Checked, Design, DesignError, check_design
from .code_task import Bug, CodeTask, CodeVerdict
from .exercise import Exercise, Verdict
from .guide import Guide, Misconception, Step, Talk
from .ladder import Ladder, LadderError, Rung, class_ladder
from .lessons import Lesson, all_numbers, lesson, numbers
from .number_text import percent
from .progress import Attempt, Program, Progress, ProgressError
from .question import Choice, DefinitionError, Distractor, Question, Reflection
from .summary import Summary, summary

__all__ = [
    "AnswerError",
    "Attempt",
    "Bug",
    "Calibration",
    "Checked",
    "Choice",
    "CodeTask",
    "CodeVerdict",
    "DefinitionError",
    "Design",
    "DesignError",
    "Distractor",
    "Exercise",
    "Guide",
    "Ladder",
    "LadderError",
    "Lesson",
    "Misconception",
    "ParsedAnswer",
    "Prediction",
    "Program",
    "Progress",
    "ProgressError",
    "Question",
    "Reflection",
    "Rung",
    "Step",
    "Summary",
    "Talk",
    "Verdict",
    "all_numbers",
    "calibration",
    "check_design",
    "class_ladder",
    "lesson",
    "numbers",
    "parse_answer",
    "percent",
    "summary",
]


def __dir__() -> list[str]:
    """Return the public names, which completion offers."""
    return __all__
