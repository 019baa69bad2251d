"""Boxes such as ``HBox`` on pages without a kernel: a saved notebook keeps the HTML of our widgets inside them."""

from __future__ import annotations

from typing import Any

import ipywidgets
from IPython.core.getipython import get_ipython


def show_boxes() -> None:
    """Have IPython keep the HTML of our widgets in boxes; without IPython, do nothing."""
    formatter = getattr(get_ipython(), "display_formatter", None)
    if formatter is not None:
        formatter.mimebundle_formatter.for_type(ipywidgets.Box, bundle_of)


def bundle_of(box: ipywidgets.Box, include: Any = None, exclude: Any = None) -> Any:
    """Return the MIME bundle of a box, with the HTML of those children that have some; boxes without stay as they are.

    >>> from phase10_widgets import Table
    >>> table = Table("classic", ["You", "greedy"], seed=7)
    >>> "text/html" in bundle_of(ipywidgets.HBox([table, ipywidgets.IntSlider()]))
    True
    >>> "text/html" in bundle_of(ipywidgets.HBox([ipywidgets.IntSlider()]))
    False
    """
    data = _data(box._repr_mimebundle_(include=include, exclude=exclude))
    inside = (bundle_of(one) if isinstance(one, ipywidgets.Box) else _bundle(one) for one in box.children)
    html = [found["text/html"] for found in inside if "text/html" in found]
    return {**data, "text/html": "\n".join(html)} if html and data and "text/html" not in data else data


def _bundle(widget: Any) -> Any:
    return _data(widget._repr_mimebundle_())


def _data(bundle: Any) -> Any:
    """Return the data of a bundle, which may come with metadata, or be missing."""
    return (bundle[0] if isinstance(bundle, tuple) else bundle) or {}
