"""A shared-table page in a frame: the page talks to its service directly, so the kernel never sees a card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Unpack

import traitlets

from ...base.translatable import phrase
from ...ui.drawn.markup import Html
from ...ui.notebook.built_file import BuiltFile, Script
from ...ui.notebook.message_widget import MessageWidget
from ...ui.screen import Box, Handler

MOST_SITES = 5
"""The maximum number of sites that a browser may report as embedding a page."""
MOST_SITE = 200
"""The maximum length of a site's name, in characters."""
_TITLE = phrase("A shared table")
_OPEN = phrase("Open the page in its own tab")
_REFUSED = phrase("Your browser does not show the page here. Use the link.")
_OVER = phrase("This page has ended.")


class ServicePage(MessageWidget):
    """A service's page: a link and, if the browser allows it, the page itself in a frame."""

    _esm = Script("frame.js")
    _css = BuiltFile("frame.css")
    head = traitlets.Unicode().tag(sync=True)
    height = traitlets.Int().tag(sync=True)
    texts = traitlets.Dict().tag(sync=True)
    SHOWN: ClassVar[tuple[str, ...]] = ("head", "height", "texts")
    ANYTIME: ClassVar[frozenset[str]] = frozenset({"here", "ping"})

    def __init__(self, url: str, head: Html, *, height: int, language: str | None, **box: Unpack[Box]) -> None:
        """Show the page at *url* below the HTML in *head*.

        The address may contain a key, so it is sent in a reply rather than stored in a trait, because traits are saved
        with the notebook.
        """
        super().__init__(language, **box)
        self.head, self.height = str(head), height
        self._url, self._open = url, True
        say = self.words.say
        self.texts = {"title": say(_TITLE), "open": say(_OPEN), "refused": say(_REFUSED), "over": say(_OVER)}

    def allow(self, site: str) -> None:
        """Let a site's pages show this page in a frame, if this process controls that."""

    def page_link(self) -> str:
        """Return a page address to be used in one frame or tab."""
        return self._url

    def close(self) -> None:
        """Remove the page."""
        if self.comm is not None:
            self._open = False
            self.send({"kind": "page", "id": None, "url": None, "tab": None})
        super().close()

    def _here(self, content: Mapping[str, Any], message_id: str) -> None:
        """Let a browser's sites show the page, then send the browser the address."""
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
