"""Languages. English is in the code; every other language is a catalog, ``<name>/LC_MESSAGES/phase10_widgets.po``.

The build compiles the catalogs for gettext (``devtools/build/catalogs.py``). A plugin adds a language with a package
that contains its compiled catalog, ``phase10_widgets.mo``. The catalog also contains the browser's strings: see
``browser_words``.
"""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Iterator
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from ..base.registry import RegistrationError, Registry
from ..base.translatable import stopped

ENGLISH = "en"
CATALOG = "phase10_widgets.mo"
"""The name of the catalog file in a language's folder."""
BROWSER = "browser"
"""The context of the browser's strings in a catalog; their ids are names such as ``table.round(n)``."""
OWN_NAMES = {"en": "English", "de": "Deutsch"}
"""The name of each built-in language, in that language."""


class Language:
    """One language; strings without a translation stay in English."""

    def __init__(self, name: str, translations: NullTranslations) -> None:
        """Create a language from a gettext translations object."""
        self.name = name
        self._translations = translations

    def text(self, template: str, /, **parts: object) -> str:
        """Translate the template and fill its placeholders.

        >>> get("de").text("{name} went out.", name="Ada")
        'Ada macht Schluss.'
        """
        if not template:  # gettext's entry for an empty string is the catalog's header
            return ""
        found = self._translations.gettext(template)
        if found == template:  # Python 3.11.2 does not look up strings that have a plural form
            found = self._translations.ngettext(template, template, 1)
        return stopped(found.format(**parts))

    def plural(self, one: str, many: str, n: int, /, **parts: object) -> str:
        """Translate the template for *n* things; *n* fills ``{n}``.

        >>> get("de").plural("{n} set of {size}", "{n} sets of {size}", 2, size=3)
        '2 Sätze aus je 3'
        """
        return stopped(self._translations.ngettext(one, many, n).format(n=n, **parts))


REGISTERED: Registry[Traversable | None] = Registry("languages")
"""Each language's catalog folder (None for English), keyed by the language's name."""


def _accepted(package: Any, name: str | None) -> tuple[str, Traversable]:
    """Return a language's name and its folder, if the package contains a catalog."""
    if name is None or not re.fullmatch("[a-z]{2,3}(-[A-Za-z]{2,4})?", name):
        raise RegistrationError(f"a language's name must be its code, such as 'fr' or 'pt-BR', not {name!r:.40}")
    folder = files(package)
    if not (folder / CATALOG).is_file():
        raise RegistrationError(f"the language {name!r} has no catalog {CATALOG} in {package!r:.80}")
    with (folder / CATALOG).open("rb") as file:
        GNUTranslations(file)
    return name, folder


REGISTERED.accept = _accepted


def names() -> tuple[str, ...]:
    """Return the names of all languages, with English first and those from installed plugins last."""
    return tuple(REGISTERED)


def get(name: str) -> Language:
    """Return the language with this name, such as ``"de"``.

    Raises:
        ValueError: there is no such language.
    """
    if name not in REGISTERED:
        raise ValueError(f"there is no language {name!r}; the languages are {', '.join(names())}")
    return _load(name)


def own_name(name: str) -> str:
    """Return a language's name in that language; a plugin's catalog provides it as the translation of ``English``.

    >>> own_name("de")
    'Deutsch'
    """
    return OWN_NAMES.get(name) or get(name).text(OWN_NAMES[ENGLISH])


def browser_words(name: str) -> str:
    """Return the JavaScript module with a plugin language's strings for the browser (empty for a built-in language).

    The catalog lists them under the context ``browser``. Strings that it lacks stay in English.
    """
    folder = REGISTERED.known(name)
    if folder is None or name in REGISTERED.built_in:
        return ""
    texts = {id.partition("\4")[2]: text for id, text in _messages(folder) if id.startswith(f"{BROWSER}\4")}
    made = f"catalogs({json.dumps(name)}, {json.dumps(texts)})"
    script = (files(__name__) / "browser_texts.js").read_text("utf-8")
    return f"{script}\nexport const language = {json.dumps(name)};\nexport const words = {made};\n"


def added() -> list[tuple[str, str]]:
    """Return the languages from installed plugins, each with its native name."""
    return [(name, own_name(name)) for name in names() if name not in OWN_NAMES]


def offered() -> str:
    """Return the line of JavaScript that lists plugin languages for a browser (empty if there are none)."""
    return f"export const languages = {json.dumps(added())};\n" if added() else ""


def _messages(folder: Traversable) -> Iterator[tuple[str, str]]:
    """Yield the ids and strings in a compiled catalog, which gettext's public API does not expose."""
    data = (folder / CATALOG).read_bytes()
    order = "<" if data[:4] == b"\xde\x12\x04\x95" else ">"
    count, ids, texts = struct.unpack_from(f"{order}3I", data, 8)
    for at in range(count):
        pair = [struct.unpack_from(f"{order}2I", data, table + 8 * at) for table in (ids, texts)]
        id, text = (data[start : start + length].decode("utf-8") for length, start in pair)
        yield id, text


@cache
def _load(name: str) -> Language:
    folder = REGISTERED[name]
    if folder is None:
        return Language(name, NullTranslations())
    with (folder / CATALOG).open("rb") as file:
        return Language(name, GNUTranslations(file))


def _built_in() -> Iterator[tuple[str, Traversable]]:
    for folder in sorted(files(__name__).iterdir(), key=lambda folder: folder.name):
        if (folder / "LC_MESSAGES" / CATALOG).is_file():
            yield folder.name, folder / "LC_MESSAGES"


REGISTERED.built_in = {ENGLISH: None, **dict(_built_in())}
