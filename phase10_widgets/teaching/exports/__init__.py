"""Lesson exports for teachers: pages to print, class summaries, and question banks."""

from __future__ import annotations

from .classroom import class_page
from .document import Document
from .ladder import ladder_page
from .moodle import moodle
from .our_hands import our_hands
from .project import project_page, project_sheet
from .qti import qti
from .sheets import key, sheets
from .teacher import teacher_page

__all__ = [
    "Document",
    "class_page",
    "key",
    "ladder_page",
    "moodle",
    "our_hands",
    "project_page",
    "project_sheet",
    "qti",
    "sheets",
    "teacher_page",
]
