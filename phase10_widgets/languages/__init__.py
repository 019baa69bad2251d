"""Languages. English is in the code; every other language is one file, ``<name>/LC_MESSAGES/phase10_widgets.po``.

The .po file is read directly: there is no compiled file that could be out of date.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from gettext import c2py
from importlib.resources import files
from importlib.resources.abc import Traversable

ENGLISH = "en"
Messages = Mapping[str, tuple[str, ...]]
"""Translations by English text: one form, or one for each plural form."""


class Language:
    """One language; texts without a translation stay English."""

    def __init__(self, name: str, messages: Messages, form: Callable[[int], int] | None = None) -> None:
        """Create a language; *form* maps a count to a plural form, by default as in English."""
        self.name = name
        self._messages = messages
        self._form = form or (lambda n: int(n != 1))

    def text(self, template: str, /, **parts: object) -> str:
        """Translate the template and fill its placeholders.

        >>> get("de").text("{name} went out.", name="Ada")
        'Ada macht Schluss.'
        """
        return self._messages.get(template, (template,))[0].format(**parts)

    def plural(self, one: str, many: str, n: int, /, **parts: object) -> str:
        """Translate the template for *n* things; *n* fills ``{n}``.

        >>> get("de").plural("{n} set of {size}", "{n} sets of {size}", 2, size=3)
        '2 Sätze aus je 3'
        """
        return self._messages.get(one, (one, many))[self._form(n)].format(n=n, **parts)


@cache
def names() -> tuple[str, ...]:
    """Return the names of all languages, English first."""
    return (ENGLISH, *sorted(folder.name for folder in files(__name__).iterdir() if _catalog(folder).is_file()))


def get(name: str) -> Language:
    """Return the language with this name, as in ``"de"``.

    Raises:
        ValueError: there is no such language.
    """
    if name not in names():
        raise ValueError(f"there is no language {name!r}; the languages are {', '.join(names())}")
    return _load(name)


@cache
def _load(name: str) -> Language:
    if name == ENGLISH:
        return Language(ENGLISH, {})
    messages = read(_catalog(files(__name__) / name).read_text("utf-8"))
    (head,) = messages.pop("")
    rule = next(line for line in head.splitlines() if line.startswith("Plural-Forms:"))
    return Language(name, messages, c2py(rule.partition("plural=")[2].rstrip(";")))


def read(text: str) -> dict[str, tuple[str, ...]]:
    """Parse the messages of a .po file; the message of the empty text is its header."""
    result = {}
    for block in text.split("\n\n"):
        fields: dict[str, str] = {}
        key = ""
        for line in block.splitlines():
            if line.startswith("#"):
                continue
            if not line.startswith('"'):
                key, *_ = line.split(" ", 1)
                fields[key] = ""
            fields[key] += json.loads(line.removeprefix(key).lstrip())
        forms = tuple(form for name, form in fields.items() if name.startswith("msgstr"))
        if forms and all(forms):
            result[fields["msgid"]] = forms
    return result


def _catalog(folder: Traversable) -> Traversable:
    return folder / "LC_MESSAGES" / "phase10_widgets.po"
