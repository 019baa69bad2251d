"""HTML and SVG elements as text, with everything else escaped."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape


class Html(str):
    """Text that is already HTML; any other text is escaped when it becomes part of a page."""

    __slots__ = ()


def joined(parts: Iterable[object]) -> Html:
    """Return the concatenated parts.

    >>> joined([tag("b", "a"), " < ", 1])
    '<b>a</b> &lt; 1'
    """
    return Html("".join(part if isinstance(part, Html) else escape(str(part)) for part in parts))


def tag(name: str, /, *children: object, **attributes: object) -> Html:
    """Return an element. ``aria_label`` is written ``aria-label``; an attribute that is None is left out.

    >>> tag("p", "a < b ", tag("i", "c"), title='"', aria_label=None)
    '<p title="&quot;">a &lt; b <i>c</i></p>'
    """
    pairs = ((key.replace("_", "-"), value) for key, value in attributes.items() if value is not None)
    written = "".join(f' {key}="{_quoted(value)}"' for key, value in pairs)
    return Html(f"<{name}{written}/>" if name == "img" else f"<{name}{written}>{joined(children)}</{name}>")


def _quoted(value: object) -> str:
    """Return an attribute's value, escaped for double quotes."""
    return escape(str(value), quote=False).replace('"', "&quot;")
