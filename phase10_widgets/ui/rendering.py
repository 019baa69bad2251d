"""Pages rendered from the ``templates`` folders, with all values escaped and the English text translated by ``say``."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, PrefixLoader, StrictUndefined

from ..languages.text import Text

_PACKAGE = Path(__file__).parents[1]
TEMPLATES = {
    "handouts": _PACKAGE / "teaching" / "exports" / "templates",
    **{name: _PACKAGE / "server" / "templates" / name for name in ("pages", "shared")},
}
"""The template folders, keyed by the first part of their templates' names."""


def rendered(template: str, words: Text, /, **values: Any) -> str:
    """Return the page for a template, such as ``"pages/start.html"``, in the language of *words*.

    Raises:
        UndefinedError: the template uses a name without a value.
    """
    return environment().get_template(template).render(say=words.say, language=words.language.name, **values)


@cache
def environment() -> Environment:
    """Return the Jinja2 environment for all templates."""
    return Environment(
        loader=PrefixLoader({name: FileSystemLoader(folder) for name, folder in TEMPLATES.items()}),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
