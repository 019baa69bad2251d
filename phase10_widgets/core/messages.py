"""What people read, before it is put into their language: an English sentence with gaps, and what fills them."""

from __future__ import annotations

from dataclasses import dataclass

from .cards import Card


def phrase(words: str) -> str:
    """The words as they are; marks them as something to be translated."""
    return words


class Translatable(str):
    """A part of a sentence that is translated itself, as an edition's name is."""

    __slots__ = ()


class NumberText(str):
    """A part of a sentence that is a number with a decimal point; other languages may write a comma."""

    __slots__ = ()


UNTRANSLATED = "{fault}"
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
        return _filled(self.template, self.parts)


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Sentence:
    """A sentence as a value: English as text, and ``Text.tell`` says it in another language. Its parts are hashable.

    >>> str(Sentence("Dealt {cards} cards, {name} wins.", cards=10, name="Ana"))
    'Dealt 10 cards, Ana wins.'
    """

    template: str
    many: str
    """The template for several things, where the sentence counts ``{n}`` of them; else empty."""
    items: tuple[tuple[str, object], ...]
    """Its parts, in the order given."""

    def __init__(self, template: str, /, **parts: object) -> None:
        """The sentence in English, with a ``{name}`` for each of its *parts*, sentences among them."""
        self._set(template, "", parts)

    @classmethod
    def plural(cls, one: str, many: str, n: int, /, **parts: object) -> Sentence:
        """One of two sentences, for *n* things, which it calls ``{n}``.

        >>> str(Sentence.plural("{n} card helps.", "{n} cards help.", 2))
        '2 cards help.'
        """
        made = cls.__new__(cls)
        made._set(one, many, {"n": n, **parts})
        return made

    def _set(self, template: str, many: str, parts: dict[str, object]) -> None:
        for name, value in (("template", template), ("many", many), ("items", tuple(parts.items()))):
            object.__setattr__(self, name, value)

    @property
    def parts(self) -> dict[str, object]:
        """What fills the gaps, by name."""
        return dict(self.items)

    def __str__(self) -> str:
        parts = self.parts
        return _filled(self.many if self.many and parts["n"] != 1 else self.template, parts)

    def __repr__(self) -> str:
        return f"<Sentence {str(self)!r}>"


def _filled(template: str, parts: dict[str, object]) -> str:
    return template.format(**{name: _plain(part) for name, part in parts.items()})


def _plain(part: object) -> object:
    """Cards and the like as they are written."""
    if isinstance(part, tuple):
        return " ".join(map(str, part))
    return part.word if isinstance(part, Card) else part
