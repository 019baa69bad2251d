"""Screens over a connection, which report their changes to the page at the other end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Protocol, TypeVar

from ...languages.text import Text
from ...store.store import Store
from ..screen import PlayScreen
from .wire import PageDown, PageName, SoloDown, SoloName

Kind = TypeVar("Kind", bound=PlayScreen)


class VisitLine(Protocol):
    """A page's connection."""

    address: str
    """A pseudonym for the visitor's address that does not reveal it; empty if the address is unknown."""

    def send(self, message: SoloDown | PageDown) -> None:
        """Send a message to the page."""
        ...

    def close(self, code: int) -> None:
        """End the connection."""
        ...


class Visit(Protocol):
    """A visit to a page, which may be open in several tabs."""

    name: str
    """The secret name with which a page reconnects."""
    address: str
    """The pseudonym for the visitor's address."""
    lines: dict[VisitLine, None]
    """The connections of the visit's pages, oldest first."""

    @property
    def words(self) -> Text:
        """The interface text in the visit's language."""
        ...

    @property
    def has_game(self) -> bool:
        """True if ending the visit would lose a game that is not stored."""
        ...

    @property
    def moments(self) -> int:
        """The number of game moments that this visit keeps in memory."""
        ...

    def greet(self, line: VisitLine, *, new: bool) -> None:
        """Welcome a page; *new* is False if it is reconnecting."""
        ...

    def leave(self, line: VisitLine) -> None:
        """Record that a page has left; long computations pause while nobody is watching."""
        ...

    def hear(self, message: Mapping[str, Any]) -> None:
        """Handle a page's message, which always has a kind."""
        ...

    def end(self) -> None:
        """End the visit and free its memory."""
        ...


class OpenPage(Protocol):
    """A function that opens visits to lesson pages."""

    def __call__(self, page: str, store: Store | None, *, mark: str, address: str) -> Visit | None:
        """Open a visit to the page with this name; return None if there is no such page.

        Args:
            page: the name of the page.
            store: the store for the games at the page's tables; None stores nothing.
            mark: the prefix of the visit's name.
            address: the pseudonym for the visitor's address.
        """
        ...


class Sent:
    """A screen's value, which is sent to the browser whenever it is set."""

    def __init__(self, first: Any) -> None:
        """Start with the *first* value, which is not sent."""
        self._first = first

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, screen: LineScreen, owner: type | None = None) -> Any:
        return screen.__dict__.get(self._name, self._first)

    def __set__(self, screen: LineScreen, value: Any) -> None:
        screen.__dict__[self._name] = value
        screen.send_state(self._name)


class LineScreen(PlayScreen):
    """A screen whose values and messages travel over a visit's connections once it is shown."""

    NAME: SoloName | PageName = "table"
    """The browser component that shows the screen."""
    about = Sent({})
    view = Sent({})
    tell: Callable[[Mapping[str, Any]], None] | None = None
    """A function that sends a message about this screen, or None while the screen is not shown."""

    def send(self, content: Mapping[str, Any]) -> None:
        if self.tell is not None:
            self.tell({"message": content})

    def send_state(self, names: str | Iterable[str]) -> None:
        if self.tell is not None:
            self.tell({name: getattr(self, name) for name in ([names] if isinstance(names, str) else names)})

    @property
    def moments(self) -> int:
        """The number of game moments that this visit keeps in memory."""
        return 0

    def close(self) -> None:
        """Stop sending to the browser, because another screen is shown."""
        self.tell = None
        self.pause()


@cache
def on_a_line(kind: type[Kind], name: PageName) -> type[Kind]:
    """Return a subclass that runs over a connection; *name* is the browser component that shows it.

    >>> from ..odds.table_screen import OddsTable
    >>> on_a_line(OddsTable, "odds").__bases__
    (<class 'phase10_widgets.ui.odds.table_screen.OddsTable'>, <class 'phase10_widgets.ui.solo.connection.LineScreen'>)
    """
    more = {each: Sent("") for each in kind.SHOWN if each not in LineScreen.SHOWN}
    made: type[Kind] = type(kind.__name__, (kind, LineScreen), {"NAME": name, "__doc__": kind.__doc__, **more})
    return made
