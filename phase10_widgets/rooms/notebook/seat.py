"""A seat at somebody else's shared table, from a notebook."""

from __future__ import annotations

from typing import Unpack
from urllib.parse import SplitResult, parse_qs, urlsplit

from ...base.translatable import phrase
from ...languages.text import Text
from ...ui.drawn.static_html import tag
from ...ui.screen import Box
from ..codes import read_code
from .page import ServicePage

MOST_ADDRESS = 500
"""The longest address, in characters."""
_JOIN = phrase("Join the shared table")
_BAD_ADDRESS = "{address!r} is not the address of a shared table, such as http://192.168.0.7:8866/live"
_BAD_CODE = "{code!r} is not a code: a code has six letters, such as BDFGHJ"
_NO_CODE = "This address has no key. Add the code of the room: Seat({address!r}, 'BDFGHJ')"
_TEACHERS = "This is a teacher's link. Ask for the link for pupils, or for the code"


class Seat(ServicePage):
    """A seat at a shared table: ``Seat("http://192.168.0.7:8866/live", "BDFGHJ")``.

    The page in the frame talks to the service itself. So this notebook's Python never learns a card, and neither does
    anybody else who can read the notebook.
    """

    def __init__(
        self, url: str, code: str | None = None, *, height: int = 640, language: str | None = None, **box: Unpack[Box]
    ) -> None:
        """Join the room of a code, or of an invitation's link.

        Args:
            url: the service's address, or the link of an invitation.
            code: the room's six letters; a link needs none.
            height: the height of the frame, in pixels.
            language: the language of the words around the page; the page itself asks the browser.

        Raises:
            ValueError: the address or the code is none, or the language is unknown.
        """
        self.link = page_link(url, code)
        words = Text(language or "en")
        link = tag("a", words.say(_JOIN), href=self.link, target="_blank", rel="noopener noreferrer")
        super().__init__(self.link, tag("p", link), height=height, language=language, **box)

    def __repr__(self) -> str:
        return f"Seat({self.link!r})"


def page_link(url: str, code: str | None) -> str:
    """Return the address of the page that joins a room. Only the key or the code is left of what comes after the path.

    >>> page_link("http://192.168.0.7:8866", "bdf-ghj")
    'http://192.168.0.7:8866/live#c=BDFGHJ'
    >>> page_link("https://hub.example/services/tables/live?token=x#k=abc", None)
    'https://hub.example/services/tables/live#k=abc'

    Raises:
        ValueError: the address or the code is none.
    """
    parts = _split(url)
    words = parse_qs(parts.fragment)
    if "h" in words:
        raise ValueError(_TEACHERS)
    path = parts.path if parts.path.rstrip("/").endswith("/live") else f"{parts.path.rstrip('/')}/live"
    page = f"{parts.scheme}://{parts.netloc}{path.rstrip('/')}"
    if code is not None:
        if (read := read_code(code)) is None:
            raise ValueError(_BAD_CODE.format(code=code))
        return f"{page}#c={read}"
    if key := words.get("k"):
        return f"{page}#k={key[0]}"
    raise ValueError(_NO_CODE.format(address=page))


def _split(url: object) -> SplitResult:
    """Return the parts of an address of a page, without a name and a password in it."""
    bad = ValueError(_BAD_ADDRESS.format(address=url))
    if not isinstance(url, str) or len(url) > MOST_ADDRESS or any(char.isspace() or char in "\"'<>\\" for char in url):
        raise bad
    try:
        parts = urlsplit(url)
        valid = parts.scheme in ("http", "https") and parts.hostname and "@" not in parts.netloc and parts.port != 0
    except ValueError:
        valid = False
    if not valid:
        raise bad
    return parts
