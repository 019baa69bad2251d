"""A notebook widget for a seat at another person's shared table."""

from __future__ import annotations

from typing import Unpack
from urllib.parse import SplitResult, parse_qs, urlsplit

from ...base.translatable import phrase
from ...languages.text import Text
from ...ui.drawn.markup import tag
from ...ui.screen import Box
from ..codes import read_code
from .page import ServicePage

MOST_ADDRESS = 500
"""The maximum length of an address, in characters."""
_JOIN = phrase("Join the shared table")
_BAD_ADDRESS = "{address!r} is not the address of a shared table, such as http://192.168.0.7:8866/live"
_BAD_CODE = "{code!r} is not a code: a code has six letters, such as BDFGHJ"
_NO_CODE = "This address has no key. Add the room's code: Seat({address!r}, 'BDFGHJ')"
_TEACHERS = "This is a teacher's link. Ask for the pupils' link or the code"


class Seat(ServicePage):
    """A seat at a shared table: ``Seat("http://192.168.0.7:8866/live", "BDFGHJ")``.

    The page in the frame talks to the service directly, so neither the Python code in this notebook nor anyone who
    reads the notebook ever sees a card.
    """

    def __init__(
        self, url: str, code: str | None = None, *, height: int = 640, language: str | None = None, **box: Unpack[Box]
    ) -> None:
        """Join a room with its code or an invitation link.

        Args:
            url: the service's address, or an invitation link.
            code: the room's six-letter code, which is not needed with a link.
            height: the height of the frame, in pixels.
            language: the language of the text around the page; the page itself uses the browser's language.

        Raises:
            ValueError: the address or the code is invalid, or the language is unknown.
        """
        self.link = page_link(url, code)
        words = Text(language or "en")
        link = tag("a", words.say(_JOIN), href=self.link, target="_blank", rel="noopener noreferrer")
        super().__init__(self.link, tag("p", link), height=height, language=language, **box)

    def __repr__(self) -> str:
        return f"Seat({self.link!r})"


def page_link(url: str, code: str | None) -> str:
    """Return the address of the page for joining a room. Of the parts after the path, only the key or the code is kept.

    >>> page_link("http://192.168.0.7:8866", "bdf-ghj")
    'http://192.168.0.7:8866/live#c=BDFGHJ'
    >>> page_link("https://hub.example/services/tables/live?token=x#k=abc", None)
    'https://hub.example/services/tables/live#k=abc'

    Raises:
        ValueError: the address or the code is invalid.
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
    """Return the parts of a page's address, which must not contain a user name or a password."""
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
