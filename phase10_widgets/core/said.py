"""What people read, before it is put into their language: an English sentence with gaps, and what fills them."""

from __future__ import annotations

from .cards import Card


def phrase(words: str) -> str:
    """The words as they are; marks them as something to be translated."""
    return words


class Named(str):
    """A part of a sentence that is translated itself, as an edition's name is."""

    __slots__ = ()


PLAIN = "{fault}"
"""The template of an error that only a program can cause: its sentence, the one part, stays English."""


class Refusal(ValueError):
    """An error that somebody at the table or at the setup screen can cause: its sentence is translated.

    >>> str(Refusal("there is no phase {number}", number=11))
    'there is no phase 11'
    """

    def __init__(self, template: str, /, **parts: object) -> None:
        """The sentence in English, with a ``{name}`` for each of its *parts*: texts, numbers, cards, groups, phases."""
        self.template = template
        self.parts = parts

    def __str__(self) -> str:
        return self.template.format(**{name: _plain(part) for name, part in self.parts.items()})


def _plain(part: object) -> object:
    """Cards and the like as they are written."""
    if isinstance(part, tuple):
        return " ".join(map(str, part))
    return part.word if isinstance(part, Card) else part
