"""A page of shared tables in a frame: the page talks to its service itself, so the kernel learns no card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Unpack

import traitlets

from ...base.translatable import phrase
from ...ui.drawn.static_html import Html
from ...ui.notebook.built_file import BuiltFile, Script
from ...ui.notebook.message_widget import MessageWidget
from ...ui.screen import Box, Handler

MOST_SITES = 5
"""The most sites around a page that one browser names."""
MOST_SITE = 200
"""The longest name of a site, in characters."""
_TITLE = phrase("A shared table")
_OPEN = phrase("Open the page in a tab of its own")
_REFUSED = phrase("Your browser does not show the page here. Use the link.")
_OVER = phrase("This page has ended.")


class ServicePage(MessageWidget):
    """A page of a service, in a frame where the browser shows it, and behind a link."""

    _esm = Script("frame.js")
    _css = BuiltFile("frame.css")
    head = traitlets.Unicode().tag(sync=True)
    height = traitlets.Int().tag(sync=True)
    texts = traitlets.Dict().tag(sync=True)
    SHOWN: ClassVar[tuple[str, ...]] = ("head", "height", "texts")
    ANYTIME: ClassVar[frozenset[str]] = frozenset({"here", "ping"})

    def __init__(self, url: str, head: Html, *, height: int, language: str | None, **box: Unpack[Box]) -> None:
        """Show the page at *url* below the HTML of *head*.

        The address may hold a key, so it travels in an answer and is in no trait: those are saved with a notebook.
        """
        super().__init__(language, **box)
        self.head, self.height = str(head), height
        self._url, self._open = url, True
        say = self.words.say
        self.texts = {"title": say(_TITLE), "open": say(_OPEN), "refused": say(_REFUSED), "over": say(_OVER)}

    def allow(self, site: str) -> None:
        """Let the pages of a site show this page in a frame, where that is ours to say."""

    def page_link(self) -> str:
        """Return the page's address, for one frame or tab."""
        return self._url

    def close(self) -> None:
        """Take the page away."""
        if self.comm is not None:
            self._open = False
            self.send({"kind": "page", "id": None, "url": None, "tab": None})
        super().close()

    def _here(self, content: Mapping[str, Any], message_id: str) -> None:
        """Answer a browser with the address, once its sites may show the page."""
        sites = content.get("sites")
        for site in sites[:MOST_SITES] if isinstance(sites, list) else ():
            if isinstance(site, str) and len(site) <= MOST_SITE:
                self.allow(site)
        url, tab = (self.page_link() if self._open else None for _ in range(2))
        self.send({"kind": "page", "id": message_id, "url": url, "tab": tab})

    HANDLERS: ClassVar[Mapping[str, Handler]] = {**MessageWidget.HANDLERS, "here": _here}

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle = super()._repr_mimebundle_(**options)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        data = {**(data or {}), "text/plain": repr(self), "text/html": str(self.head)}
        return data, metadata
