"""What a teacher takes from the lessons: pages to print, the summary of a class, and banks of questions."""

from __future__ import annotations

from .classroom import class_page
from .document import Document
from .moodle import moodle
from .qti import qti
from .sheets import key, sheets
from .teacher import teacher_page

__all__ = ["Document", "class_page", "key", "moodle", "qti", "sheets", "teacher_page"]
