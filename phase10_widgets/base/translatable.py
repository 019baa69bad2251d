"""Messages for users, before translation: English templates with named placeholders and their values."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .errors import Phase10Error


def phrase(words: str) -> str:
    """Return the text unchanged; this call marks it for translation.

    >>> phrase("an even run")
    'an even run'
    """
    return words


def stopped(text: str) -> str:
    """Return the text without a final period that follows other closing punctuation, such as a question mark.

    >>> stopped("Python cannot read line 2: did you mean '=='?."), stopped("and so on ...")
    ("Python cannot read line 2: did you mean '=='?", 'and so on ...')
    """
    return text[:-1] if text.endswith(("?.", "!.", "….")) else text


class Translatable(str):
    """A placeholder value that is itself translated, such as an edition's name."""

    __slots__ = ()


class NumberText(str):
    """A placeholder value that is a number with a decimal point, which some languages write as a comma."""

    __slots__ = ()


_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
UNTRANSLATED = "{fault}"
"""The template of an error that only code can cause; its message stays in English."""


class Refusal(Phase10Error, ValueError):
    """An error that a player can cause, at the table or during setup; its message is translated.

    >>> str(Refusal("there is no phase {number}", number=11))
    'there is no phase 11'
    """

    def __init__(self, template: str, /, **parts: object) -> None:
        """Store the English template and its *parts*: a string, number, card, group or phase for each ``{name}``."""
        self.template = template
        self.parts = parts

    def __str__(self) -> str:
        """Return the message in English, on one line, with unprintable characters escaped."""
        parts = {name: _printable(part) if isinstance(part, str) else part for name, part in self.parts.items()}
        return _filled(self.template, parts)


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Sentence:
    """A translatable sentence: ``str`` returns it in English, ``Text.tell`` translates it. Hashable if its parts are.

    >>> str(Sentence("Dealt {cards} cards, {name} wins.", cards=10, name="Ana"))
    'Dealt 10 cards, Ana wins.'
    """

    template: str
    many: str
    """The plural template for sentences that count ``{n}`` things (empty for other sentences)."""
    items: tuple[tuple[str, object], ...]
    """The parts as (name, value) pairs, in the order given."""

    def __init__(self, template: str, /, **parts: object) -> None:
        """Store the English template and its *parts*, one for each ``{name}``; a part may be a sentence."""
        self._set(template, "", parts)

    @classmethod
    def plural(cls, one: str, many: str, n: int, /, **parts: object) -> Sentence:
        """Choose the singular or plural template for *n* things; *n* fills ``{n}``.

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
        """The values of the placeholders, by name."""
        return dict(self.items)

    def __str__(self) -> str:
        parts = self.parts
        return _filled(self.many if self.many and parts["n"] != 1 else self.template, parts)

    def __repr__(self) -> str:
        return f"<Sentence {str(self)!r}>"


def _filled(template: str, parts: dict[str, object]) -> str:
    return stopped(template.format(**{name: _plain(part) for name, part in parts.items()}))


def _printable(text: str) -> str:
    """Return the text with control characters, lone surrogates and direction marks escaped.

    >>> _printable("\\x1b[31mred"), _printable("Zoë")
    ('\\\\x1b[31mred', 'Zoë')
    """
    return _UNPRINTABLE.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def _plain(part: object) -> object:
    """Return a card or a tuple of cards as text, and anything else unchanged."""
    if isinstance(part, tuple):
        return " ".join(map(str, part))
    return getattr(part, "word", part)


class Reason(str):
    """The reason why a file or a player is missing, in English.

    >>> reason = Reason(Sentence("there is no such file"))
    >>> reason, reason.said.template
    ('there is no such file', 'there is no such file')
    """

    said: Refusal | Sentence
    """The reason as a translatable sentence."""

    def __new__(cls, said: Refusal | Sentence, text: str | None = None) -> Reason:
        """Build the reason from *said*; *text* is its English form if that differs from ``str(said)``."""
        made = super().__new__(cls, said if text is None else text)
        made.said = said
        return made
