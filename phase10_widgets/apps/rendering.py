"""Pages from the files in ``templates/``: all values are escaped, and ``say`` translates the English."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from ..text import Text

TEMPLATES = Path(__file__).with_name("templates")


def rendered(template: str, words: Text, /, **values: Any) -> str:
    """Return the page of a template such as ``"pages/start.html"``, in the language of *words*.

    Raises:
        UndefinedError: the template uses a name without a value.
    """
    return environment().get_template(template).render(say=words.say, language=words.language.name, **values)


@cache
def environment() -> Environment:
    """Return the Jinja2 environment of all templates."""
    return Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
