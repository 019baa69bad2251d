"""Screens over a line: what a page at the other end is told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Protocol, TypeVar

from ..store.store import Store
from ..text import Text
from ..views.protocol.solo import PageDown, PageName, SoloDown, SoloName
from .screen import PlayScreen

Kind = TypeVar("Kind", bound=PlayScreen)


class VisitLine(Protocol):
    """A page's connection."""

    address: str
    """A name of the visitor's address, from which nobody can tell it; empty if it is not known."""

    def send(self, message: SoloDown | PageDown) -> None:
        """Send a message to the page."""
        ...

    def close(self, code: int) -> None:
        """End the connection."""
        ...


class Visit(Protocol):
    """Somebody's visit to a page, which may be open in several tabs."""

    name: str
    """The secret name by which a page comes back."""
    address: str
    """The name of the visitor's address."""
    lines: dict[VisitLine, None]
    """The connections of its pages, the oldest first."""

    @property
    def words(self) -> Text:
        """The texts of its language."""
        ...

    @property
    def has_game(self) -> bool:
        """True if a game would be lost with it, unless it is stored."""
        ...

    @property
    def moments(self) -> int:
        """The number of moments of games that it keeps in memory."""
        ...

    def greet(self, line: VisitLine, *, new: bool) -> None:
        """Welcome a page; *new* is False if it comes back."""
        ...

    def leave(self, line: VisitLine) -> None:
        """Note that a page has left; where nobody watches, nothing long is computed."""
        ...

    def hear(self, message: Mapping[str, Any]) -> None:
        """Carry out a page's message, which has a kind."""
        ...

    def end(self) -> None:
        """Let nothing happen here any more, and free the memory."""
        ...


class OpenPage(Protocol):
    """Opens visits to the pages of lessons."""

    def __call__(self, page: str, store: Store | None, *, mark: str, address: str) -> Visit | None:
        """Open a visit to a page, by its name; return None if there is no such page.

        Args:
            page: the name of the page.
            store: the store of the games at its tables; None stores nothing.
            mark: the beginning of the visit's name.
            address: the name of the visitor's address.
        """
        ...


class Sent:
    """A value of a screen that goes to the browser whenever it is set."""

    def __init__(self, first: Any) -> None:
        """Begin with the *first* value, which is not sent."""
        self._first = first

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, screen: LineScreen, owner: type | None = None) -> Any:
        return screen.__dict__.get(self._name, self._first)

    def __set__(self, screen: LineScreen, value: Any) -> None:
        screen.__dict__[self._name] = value
        screen.send_state(self._name)


class LineScreen(PlayScreen):
    """A screen whose values and messages a visit's lines carry, once it is shown."""

    NAME: SoloName | PageName = "table"
    """The component that shows it."""
    about = Sent({})
    view = Sent({})
    tell: Callable[[Mapping[str, Any]], None] | None = None
    """Sends something about this screen; None while it is not shown."""

    def send(self, content: Mapping[str, Any]) -> None:
        if self.tell is not None:
            self.tell({"message": content})

    def send_state(self, names: str | Iterable[str]) -> None:
        if self.tell is not None:
            self.tell({name: getattr(self, name) for name in ([names] if isinstance(names, str) else names)})

    @property
    def moments(self) -> int:
        """The number of moments of games that it keeps in memory."""
        return 0

    def close(self) -> None:
        """Stop telling the browser anything: another screen is shown."""
        self.tell = None
        self.pause()


@cache
def on_a_line(kind: type[Kind], name: PageName) -> type[Kind]:
    """Return the class of such screens over a line; *name* is the component that shows them.

    >>> from .odds.table import OddsTable
    >>> on_a_line(OddsTable, "odds").__bases__
    (<class 'phase10_widgets.screens.odds.table.OddsTable'>, <class 'phase10_widgets.screens.line.LineScreen'>)
    """
    more = {each: Sent("") for each in kind.SHOWN if each not in LineScreen.SHOWN}
    made: type[Kind] = type(kind.__name__, (kind, LineScreen), {"NAME": name, "__doc__": kind.__doc__, **more})
    return made
