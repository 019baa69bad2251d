"""The way to a notebook: values name it as their ``_repr_html_``, and the package's root says who draws them."""

from __future__ import annotations

from collections.abc import Callable

_painters: list[Callable[[object], str]] = []


def draw_with(painter: Callable[[object], str]) -> None:
    """Let this function draw all values from now on."""
    _painters[:] = [painter]


def as_html(value: object) -> str:
    """Return the value as HTML."""
    return _painters[0](value)
