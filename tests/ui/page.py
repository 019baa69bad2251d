"""A simulated browser that sends messages to a widget and receives the widget's answers."""

from __future__ import annotations

from itertools import count
from typing import Any

IDS = count(1)


class Page:
    """A page with one widget; message ids are unique across all pages."""

    def __init__(self, widget: Any) -> None:
        self.widget = widget
        self.heard: list[dict[str, Any]] = []
        self.last_id = ""
        widget.send = lambda content, buffers=None: self.heard.append(content)

    def answers(self, kind: str, **fields: Any) -> list[dict[str, Any]]:
        """Send a message; return the widget's answers."""
        self.last_id, before = f"page:{next(IDS)}", len(self.heard)
        message = {"kind": kind, "v": 1, "id": self.last_id, "rev": self.widget.rev, **fields}
        self.widget._handle_custom_msg(message, [])
        return self.heard[before:]

    def say(self, kind: str, **fields: Any) -> dict[str, Any] | None:
        """Send a message; return the refusal, or None."""
        return next((answer for answer in self.answers(kind, **fields) if answer["kind"] == "reject"), None)

    def tell(self, kind: str, **fields: Any) -> str:
        """Send a message; return the refusal's sentence, or an empty text."""
        refusal = self.say(kind, **fields)
        return str(refusal["why"]) if refusal else ""


def bundle(widget: Any) -> dict[str, Any]:
    """Return the representations of a widget that a saved notebook contains, by MIME type."""
    found = widget._repr_mimebundle_()
    return dict(found[0] if isinstance(found, tuple) else found)


def notebook_html(widget: Any) -> str:
    """Return the HTML that a saved notebook shows for a widget."""
    return str(bundle(widget)["text/html"])
