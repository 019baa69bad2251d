"""Languages. English is in the code; every other language is a catalog, ``<name>/LC_MESSAGES/phase10_widgets.po``.

The build compiles the catalogs for gettext (``devtools/build/catalogs.py``).
"""

from __future__ import annotations

from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from importlib.resources.abc import Traversable

ENGLISH = "en"


class Language:
    """One language; texts without a translation stay English."""

    def __init__(self, name: str, translations: NullTranslations) -> None:
        """Create a language from gettext's translations."""
        self.name = name
        self._translations = translations

    def text(self, template: str, /, **parts: object) -> str:
        """Translate the template and fill its placeholders.

        >>> get("de").text("{name} went out.", name="Ada")
        'Ada macht Schluss.'
        """
        if not template:  # gettext's entry for it is the catalog's header
            return ""
        found = self._translations.gettext(template)
        if found == template:  # Python 3.11.2 does not look among the texts that have a plural
            found = self._translations.ngettext(template, template, 1)
        return found.format(**parts)

    def plural(self, one: str, many: str, n: int, /, **parts: object) -> str:
        """Translate the template for *n* things; *n* fills ``{n}``.

        >>> get("de").plural("{n} set of {size}", "{n} sets of {size}", 2, size=3)
        '2 Sätze aus je 3'
        """
        return self._translations.ngettext(one, many, n).format(n=n, **parts)


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
        return Language(ENGLISH, NullTranslations())
    with _catalog(files(__name__) / name).open("rb") as file:
        return Language(name, GNUTranslations(file))


def _catalog(folder: Traversable) -> Traversable:
    return folder / "LC_MESSAGES" / "phase10_widgets.mo"
