"""The languages. English stands in the code; any other is one gettext file: ``<name>/LC_MESSAGES/phase10_widgets.po``.

The file is read as it is, so there is nothing to compile and nothing that can be out of date.
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
"""What is said for an English text: one form, or one for each plural form."""


class Language:
    """Says in one language what the code says in English; what has no translation stays English."""

    def __init__(self, name: str, messages: Messages, form: Callable[[int], int] | None = None) -> None:
        """A language; *form* says which plural form a count takes, as in English unless told otherwise."""
        self.name = name
        self._messages = messages
        self._form = form or (lambda n: int(n != 1))

    def text(self, template: str, /, **parts: object) -> str:
        """The sentence with its gaps filled.

        >>> get("de").text("{name} went out.", name="Ada")
        'Ada macht Schluss.'
        """
        return self._messages.get(template, (template,))[0].format(**parts)

    def plural(self, one: str, many: str, n: int, /, **parts: object) -> str:
        """The sentence for *n* things, which it calls ``{n}``.

        >>> get("de").plural("{n} set of {size}", "{n} sets of {size}", 2, size=3)
        '2 Sätze aus je 3'
        """
        return self._messages.get(one, (one, many))[self._form(n)].format(n=n, **parts)


@cache
def names() -> tuple[str, ...]:
    """The names of all languages, English first."""
    return (ENGLISH, *sorted(folder.name for folder in files(__name__).iterdir() if _catalog(folder).is_file()))


def get(name: str) -> Language:
    """The language of this name, as in ``"de"``.

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
    """The messages of a gettext file; the one of the empty text is its head."""
    found = {}
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
        forms = tuple(said for name, said in fields.items() if name.startswith("msgstr"))
        if forms and all(forms):
            found[fields["msgid"]] = forms
    return found


def _catalog(folder: Traversable) -> Traversable:
    return folder / "LC_MESSAGES" / "phase10_widgets.po"
