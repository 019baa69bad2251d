"""The public module for teachers' handouts and question banks: see :mod:`phase10_widgets.teaching.exports`."""

from __future__ import annotations

from .teaching.exports import (
    Document,
    class_page,
    key,
    ladder_page,
    moodle,
    our_hands,
    project_page,
    project_sheet,
    qti,
    sheets,
    teacher_page,
)

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


def __dir__() -> list[str]:
    """Return the public names, for tab completion."""
    return __all__
