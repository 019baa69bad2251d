"""Printable pages as HTML or Markdown, each a single file, from the ``templates`` folder. All values are escaped."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from ...base.names import ISOLATES, JOINERS, isolated
from ...languages.text import Text
from ...ui.rendering import environment

_MARKS = re.compile(r"([\\`*_\[\]<>|#~$])")
_CONTROLS = ("Cc", "Cf", "Cs")
_START = re.compile(r"^(\s*)([-+=]|\d+[.)])(?=\s)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Document:
    """A printable file.

    >>> import phase10_widgets as p10
    >>> page = p10.handouts.project_sheet()
    >>> page.title, page.html().startswith("<!doctype html>"), page.markdown()[:20]
    ('Lesson 17: Design a game', True, '# Lesson 17: Design ')
    """

    title: str
    template: str
    """A file in ``templates/handouts``, without its suffix."""
    words: Text = field(default_factory=Text)
    values: Mapping[str, Any] = field(default_factory=dict)
    """The values for the template."""

    def html(self) -> str:
        """Return a self-contained HTML page for A4 and Letter, without scripts or external files."""
        return self._written("html")

    def markdown(self) -> str:
        """Return the page as Markdown."""
        lines = re.sub(r"[ ]+$", "", self._written("markdown"), flags=re.MULTILINE)
        return re.sub(r"\n{3,}", "\n\n", lines).strip() + "\n"

    def _written(self, form: str) -> str:
        template = environment_for(form).get_template(f"handouts/{self.template}.j2")
        return template.render(
            self.values,
            frame=f"handouts/{form}_frame.j2",
            blocks=f"handouts/{form}.j2",
            title=self.title,
            say=self.words.say,
            language=self.words.language.name,
        )


@cache
def environment_for(form: str) -> Environment:
    """Return a format's template environment, which applies :func:`visible` to all values and escapes them."""
    if form == "html":
        return environment().overlay(finalize=visible)
    plain = environment().overlay(autoescape=False)
    plain.filters = {**plain.filters, "marked": marked}
    return plain


def visible(value: Any) -> Any:
    """Return text without control characters, which could reverse the text after them; a line break becomes a space.

    Characters that join letters or emoji are kept. Right-to-left text is isolated from the text around it.

    >>> visible("Ana" + chr(0x202E) + chr(10) + "Ben"), visible(3)
    ('Ana Ben', 3)
    >>> joined, alef = "\N{WOMAN}\N{ZERO WIDTH JOINER}\N{ROCKET}", "\N{HEBREW LETTER ALEF}"
    >>> visible(joined) == joined, visible(alef) == f"{chr(0x2068)}{alef}{chr(0x2069)}"
    (True, True)
    """
    if not isinstance(value, str) or isinstance(value, Markup):
        return value
    line = " ".join(value.splitlines())
    fine = (*JOINERS, *ISOLATES) if line.count(ISOLATES[0]) == line.count(ISOLATES[1]) else JOINERS
    return isolated("".join(sign for sign in line if sign in fine or unicodedata.category(sign) not in _CONTROLS))


def marked(text: object) -> str:
    """Return the text escaped for Markdown, so that none of it is markup.

    >>> print(marked("2 * 3 * 4, <b>a_b</b>"))
    2 \\* 3 \\* 4, \\<b\\>a\\_b\\</b\\>
    """
    return _START.sub(r"\1\\\2", _MARKS.sub(r"\\\1", str(visible(str(text))).replace("&", "&amp;")))
