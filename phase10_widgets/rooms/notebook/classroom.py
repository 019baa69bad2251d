"""A classroom served by a notebook: a link, its QR code, a code to type, and the teacher's page."""

from __future__ import annotations

from operator import index
from typing import Any, Unpack

from ...base.translatable import phrase
from ...languages.text import Text
from ...ui.drawn.markup import Html, tag
from ...ui.notebook.message_widget import check_box
from ...ui.screen import Box
from .page import ServicePage
from .served import ServedTables, network_address

EVERYWHERE = "0.0.0.0"
HERE = "127.0.0.1"
_JOIN = phrase("Join with this link, or with the code {code} at {address}:")
_ONLY_HERE = phrase("Only this computer can open it. Classroom(public=True) lets others on the same network join.")
_PLAIN = phrase("Nothing is encrypted: others on the same network can read everything.")


class Classroom(ServicePage):
    """A class at shared tables: ``Classroom(public=True)`` shows the teacher's page and how to join.

    The tables run in a separate process, which ends when this kernel ends or :meth:`close` is called. Everything
    about the class is then deleted. Use ``phase10 serve --class`` for a class that outlives its server.
    """

    _served: ServedTables | None = None
    """The server, or None until it is running."""

    def __init__(
        self,
        *,
        address: str | None = None,
        port: int | None = None,
        public: bool = False,
        height: int = 720,
        language: str | None = None,
        **box: Unpack[Box],
    ) -> None:
        """Start the tables.

        Args:
            address: the address to listen on; by default, only this machine can connect.
            port: the port; by default, any free one.
            public: True to listen on all of this machine's addresses.
            height: the height of the teacher's page, in pixels.
            language: the language of the text around the page; the page itself uses the browser's language.

        Raises:
            ValueError: the arguments contradict each other, or the language is unknown.
            RuntimeError: the tables cannot be served; the message says why.
        """
        check_box(Classroom, box)
        if public and address:
            raise ValueError("Use either public=True or address=…")
        words = Text(language or "en")
        listening = EVERYWHERE if public else address or HERE
        self._served = ServedTables(listening, 0 if port is None else _port(port))
        told = self._served.told
        host = network_address() if listening == EVERYWHERE else f"[{listening}]" if ":" in listening else listening
        self.address = f"http://{host}:{told['port']}/live"
        """The address of the page where people type the code."""
        self.code = str(told["code"])
        """The room's code."""
        self.link = f"{self.address}#k={told['key']}"
        """The invitation: anyone with this link may join."""
        self._allowed: set[str] = set()
        head = self._invitation(words)
        super().__init__(self.address, head, height=height, language=language, **box)

    def __repr__(self) -> str:
        if self._served is None or not self._served.running:
            return "Classroom(closed)"
        return f"Classroom: {self.link} or code {self.code} at {self.address}; teacher's page: .teacher_link"

    @property
    def teacher_link(self) -> str:
        """A new single-use link for the teacher only. It is not saved in the notebook's file."""
        assert self._served is not None, "it has been started"
        return f"{self.address}#h={self._served.teacher_key()}"

    def page_link(self) -> str:
        return self.teacher_link

    def allow(self, site: str) -> None:
        if self._served is not None and site not in self._allowed:
            self._allowed.add(site)
            self._served.allow(site)

    def close(self) -> None:
        """End the class and delete everything about it."""
        if self._served is not None:
            self._served.close()
        super().close()

    def _invitation(self, words: Text) -> Html:
        """Return the link, the code and the QR code, but nothing that is only for the teacher."""
        link = tag("a", self.link, href=self.link, target="_blank", rel="noopener noreferrer")
        note = _ONLY_HERE if self.address.startswith((f"http://{HERE}:", "http://localhost:")) else _PLAIN
        said = words.say(_JOIN, code=self.code, address=self.address)
        return tag("div", tag("p", said, " ", link), Html(qr_code(self.link)), tag("p", tag("small", words.say(note))))


def qr_code(link: str) -> str:
    """Return a link's QR code as SVG to embed in a page."""
    import segno

    return segno.make(link, micro=False, error="m").svg_inline(scale=4, border=2, light="#fff")


def _port(value: Any) -> int:
    """Return a valid port; raise ValueError for anything else."""
    number = index(value)
    if not 1 <= number <= 65535:
        raise ValueError(f"{value!r} is not a port (1 to 65535)")
    return number
