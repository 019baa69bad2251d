"""A browser's visit over a connection: the screens of its game, one after another."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, TypeGuard

from ... import languages
from ...languages.text import Text
from ...store.store import Store, new_token
from ..app.screen import AppHost
from ..coach.screen import CoachScreen
from ..first_game.screen import FirstGameScreen
from ..replay.screen import ReplayScreen
from ..screen import PlayScreen
from ..setup.screen import SetupScreen
from ..table.screen import TableScreen
from .connection import LineScreen, OpenPage, Visit, VisitLine
from .wire import SoloBye, SoloName

PACE = 0.6
"""The default pause between computer players' steps, in seconds."""
MOST_LINES = 3
"""The maximum number of pages that can show one visit."""
MOST_MOMENTS = 150_000
"""The maximum number of game moments that all visits together keep in memory (about 1.2 kB each)."""
KEPT = 600.0
"""The time for which a visit without a page is kept, in seconds; its game stays in the store much longer."""


MOST_UNUSED = 60
"""The maximum number, per address, of visits with neither a page nor a game, such as those from sleeping phones."""


class LineSetup(SetupScreen, LineScreen):
    """The setup screen over a connection."""

    NAME: SoloName = "setup"


class LineTable(TableScreen, LineScreen):
    """A table over a connection."""

    @property
    def moments(self) -> int:
        return len(self.session.games)


class LineFirstGame(FirstGameScreen, LineScreen):
    """The first game over a connection."""


class LineReplay(ReplayScreen, LineScreen):
    """A replay over a connection."""

    @property
    def moments(self) -> int:
        return len(self._replay.cursor.games)


class LineCoach(CoachScreen, LineScreen):
    """The coach over a connection."""

    NAME: SoloName = "coach"

    @property
    def moments(self) -> int:
        return len(self._replay.cursor.games) + (self._coming.length if self._coming else 0)


class SoloVisit(AppHost):
    """A visit, which shows its current screen on each of its pages."""

    SETUP, TABLE, FIRST_GAME, REPLAY = LineSetup, LineTable, LineFirstGame, LineReplay

    def __init__(
        self, store: Store | None, language: str | None, *, mark: str = "", address: str = "", coach: bool = False
    ) -> None:
        """Open the setup screen, or the *coach*.

        Args:
            store: as for :class:`AppHost`.
            language: as for :class:`AppHost`.
            mark: the prefix of the visit's name.
            address: the pseudonym for the visitor's address.
            coach: True to open the coach.
        """
        super().__init__(PACE, language, store)
        self.name = f"{mark}.{new_token()}"
        """The secret name with which a page reconnects."""
        self.address = address
        self.lines: dict[VisitLine, None] = {}
        self._number = 0
        self._screen: LineScreen
        if coach:
            self.show(LineCoach(language=language, store=store))
        else:
            self.set_up()

    def show(self, screen: PlayScreen) -> None:
        assert isinstance(screen, LineScreen)
        if self._number:
            self._screen.close()
        self._screen, self._number = screen, self._number + 1
        number = self._number
        screen.tell = lambda parts: self._send({"kind": "tell", "screen": number, **parts})
        self._send(self._whole())

    def greet(self, line: VisitLine, *, new: bool) -> None:
        """Send the whole current screen to a page."""
        self.lines[line] = None
        line.send({"kind": "welcome", "v": 1, "visit": self.name, "new": new})
        line.send(self._whole())
        self._screen.go_on()

    def begin(self, line: VisitLine, request: Mapping[str, Any]) -> None:
        """Welcome a new page and carry out its link's request; if it is refused, the setup screen appears."""
        self.lines[line] = None
        line.send({"kind": "welcome", "v": 1, "visit": self.name, "new": True})
        usual = self._screen.tell

        def refused(parts: Mapping[str, Any]) -> None:
            self._screen.tell = usual
            self._send(self._whole())
            self._screen.send({**parts["message"], "id": None})

        self._screen.tell = refused
        self._screen.hear(request)

    def leave(self, line: VisitLine) -> None:
        """Record that a page has left; long computations pause while nobody is watching."""
        self.lines.pop(line, None)
        if not self.lines:
            self._screen.pause()

    def hear(self, message: Mapping[str, Any]) -> None:
        """Pass a page's message to the current screen, unless it is meant for an earlier one."""
        if message.get("screen") == self._number:
            self._screen.hear(message.get("message"))

    @property
    def has_game(self) -> bool:
        """True if ending the visit would lose a game that is not stored."""
        return self.table is not None

    @property
    def moments(self) -> int:
        """The number of game moments that this visit keeps in memory."""
        kept: dict[Any, None] = dict.fromkeys(filter(None, (self._screen, self.table)))
        return sum(screen.moments for screen in kept)

    def end(self) -> None:
        """End the visit and free its memory.

        The visit and its screens refer to each other. Unless these references are cleared, all of them stay in memory
        until the garbage collector runs, and the more objects there are, the longer the collector stalls everyone.
        """
        self._screen.close()
        if self.table is not None:
            self.table.stop()
        for each in filter(None, (self._screen, self.table, self)):
            vars(each).clear()

    def _whole(self) -> Any:
        screen = self._screen
        return {
            "kind": "screen",
            "screen": self._number,
            "name": screen.NAME,
            "about": screen.about,
            "view": screen.view,
        }

    def _send(self, message: Any) -> None:
        for line in self.lines:
            line.send(message)


class Visits:
    """The visits in a process. A page that has lost its connection uses its visit's name to return to it."""

    def __init__(
        self,
        store: Store | None,
        *,
        mark: str = "",
        most: int = 1000,
        most_moments: int = MOST_MOMENTS,
        open_page: OpenPage | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Allow up to *most* visits, whose games are in *store*.

        Args:
            store: the game store; None stores nothing.
            mark: the prefix of visit names, by which other processes find this one.
            most: the maximum number of visits.
            most_moments: the maximum number of game moments that they keep in memory.
            open_page: a function that opens a visit to a lesson's page; without it, there are only games.
            clock: a function that returns a monotonic time, in seconds.
        """
        self._store, self._mark, self._most, self._clock = store, mark, most, clock
        self._most_moments, self._open_page = most_moments, open_page
        self._kept: Counter[str] = Counter()
        """The number of moments that each visit keeps, keyed by visit name."""
        self._visits: dict[str, Visit] = {}
        self._by_line: dict[VisitLine, Visit] = {}
        self._left: dict[str, float] = {}
        """The time at which each visit's last page left, keyed by visit name, earliest first."""

    def __len__(self) -> int:
        return len(self._visits)

    def hear(self, line: VisitLine, message: object) -> None:
        """Handle a page's message."""
        kind = message.get("kind") if isinstance(message, Mapping) else None
        if not isinstance(message, Mapping) or kind not in ("hello", "look", "say", "beat"):
            end(line, 4410, Text(languages.ENGLISH).say("This page sent something unexpected. Reload it."))
        elif kind == "hello":
            self._hello(line, message)
        elif kind in ("look", "say") and (visit := self._by_line.get(line)):
            visit.hear(message)
            self._note_kept(visit)

    def gone(self, line: VisitLine) -> None:
        """Record that a page has left; it may reconnect."""
        visit = self._by_line.pop(line, None)
        if visit is not None:
            visit.leave(line)
            if not visit.lines:
                self._left[visit.name] = self._clock()
                self._forget_unused(visit.address)

    def _forget_unused(self, address: str) -> None:
        """If an address has too many visits with neither a page nor a game, forget the oldest."""
        left = (self._visits[name] for name in self._left)
        unused = [visit.name for visit in left if not visit.has_game and visit.address == address]
        for name in unused[:-MOST_UNUSED]:
            self._forget(name)

    def sweep(self) -> None:
        """Forget the visits whose pages have not reconnected in time."""
        for name, at in [*self._left.items()]:
            if self._clock() - at > KEPT:
                self._forget(name)

    def _hello(self, line: VisitLine, message: Mapping[str, Any]) -> None:
        language = message.get("language")
        known = language if language in languages.names() else None
        words = Text(known or languages.ENGLISH)
        if message.get("v") != 1:
            end(line, 4409, words.say("There is a new version of this page. Reload it."))
            return
        self.gone(line)
        name = message.get("visit")
        visit = self._visits.get(name) if isinstance(name, str) else None
        new = visit is None
        if visit is None:
            if len(self._visits) >= self._most and not self._make_room():
                end(line, 1012, words.say("Too many people are playing here right now."), after=30.0)
                return
            visit = self._open(line, message, known)
            if visit is None:
                end(line, 4410, words.say("This page sent something unexpected. Reload it."))
                return
            self._visits[visit.name] = visit
        elif len(visit.lines) >= MOST_LINES:
            oldest = next(iter(visit.lines))
            self.gone(oldest)
            end(oldest, 4410, words.say("This game is open on too many pages."))
        self._left.pop(visit.name, None)
        self._by_line[line] = visit
        request = message.get("request")
        if new and isinstance(visit, SoloVisit) and _is_link_request(request):
            visit.begin(line, request)
            self._note_kept(visit)
        else:
            visit.greet(line, new=new)

    def _open(self, line: VisitLine, hello: Mapping[str, Any], language: str | None) -> Visit | None:
        """Open the visit that a greeting requests; return None if there is no such page."""
        store = self._store and self._store.shared(line.address)
        page = hello.get("page")
        if page is None:
            coach = hello.get("start") == "coach"
            return SoloVisit(store, language, mark=self._mark, address=line.address, coach=coach)
        if self._open_page is None or not isinstance(page, str):
            return None
        return self._open_page(page, store, mark=self._mark, address=line.address)

    def _make_room(self) -> bool:
        """Forget the visit that has been without pages for the longest time; return False if all visits have pages."""
        if not self._left:
            return False
        self._forget(next(iter(self._left)))
        return True

    def _note_kept(self, visit: Visit) -> None:
        """Record a visit's moment count; beyond the limit, forget visits from the address with the most moments."""
        self._kept[visit.name] = visit.moments
        while self._kept.total() > self._most_moments:
            kept: Counter[str] = Counter()
            for name, moments in self._kept.items():
                kept[self._visits[name].address] += moments
            ((address, _),) = kept.most_common(1)
            self._lighten([name for name in self._kept if self._kept[name] and self._visits[name].address == address])

    def _lighten(self, names: list[str]) -> None:
        """Forget the visit that has been without pages longest or, if all have pages, the one with the most moments.

        The game is stored, so its page can continue it.
        """
        name = next((name for name in self._left if name in names), None) or max(names, key=self._kept.__getitem__)
        for line in [*self._visits[name].lines]:
            self.gone(line)
            end(line, 1012, self._visits[name].words.say("Too many people are playing here right now."), after=30.0)
        self._forget(name)

    def _forget(self, name: str) -> None:
        del self._left[name], self._kept[name]
        self._visits.pop(name).end()


def _is_link_request(request: object) -> TypeGuard[Mapping[str, Any]]:
    kind = request.get("kind") if isinstance(request, Mapping) else None
    return isinstance(kind, str) and kind in SetupScreen.FROM_LINKS


def end(line: VisitLine, code: int, why: str, *, after: float | None = None) -> None:
    """End a connection, giving a reason."""
    bye: SoloBye = {"kind": "bye", "code": code, "why": why, "after": after}
    line.send(bye)
    line.close(code)
