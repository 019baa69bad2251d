"""Printed pages for a teacher: a page per lesson, sheets with their key, the summary of a class."""

from __future__ import annotations

from .classroom import class_page
from .document import Document
from .sheets import key, sheets
from .teacher import teacher_page

__all__ = ["Document", "class_page", "key", "sheets", "teacher_page"]
