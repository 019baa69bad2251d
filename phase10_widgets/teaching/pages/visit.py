"""A visit to a lesson's page: the screens of its notebook, each built when it comes into view."""

from __future__ import annotations

import ast
import io
import logging
from collections.abc import Mapping
from contextlib import redirect_stdout
from typing import Any

from ...languages.text import Text
from ...store.store import Store, new_token
from ...ui.solo.connection import LineScreen, VisitLine
from ...ui.solo.visit import LineTable
from ..learner.cell_code import CELL
from ..learner.learner import Learner
from .cells import PACKAGE, CodeCell
from .page import LessonPage
from .page_screens import Names

LOG = logging.getLogger(__name__)
FROM_P10 = {PACKAGE: "p10", f"{PACKAGE}.figures": "p10.figures"}
"""The modules whose names a page takes from ``p10`` instead, each with the expression that replaces the module."""


class LessonVisit:
    """A visit to a lesson. All its screens share one learner, whose progress the visitor's browser stores."""

    has_game = False
    """False because ending a visit loses no games: the tables store them."""

    def __init__(self, page: LessonPage, store: Store | None, *, mark: str = "", address: str = "") -> None:
        """Start the visit without building any screen yet.

        Args:
            page: the lesson.
            store: the store for the games at its tables; None stores nothing.
            mark: the prefix of the visit's name.
            address: a pseudonym for the visitor's address.
        """
        self.name = f"{mark}.{new_token()}"
        """The secret name that a page uses to return to the visit."""
        self.address = address
        self.words = Text(page.language)
        self.lines: dict[VisitLine, None] = {}
        self._page = page
        self._shown: list[Any] = []
        """The screens that the running cell shows."""
        self._space: dict[str, Any] = {"p10": Names(store, page.language, self._shown.append)}
        self._ran: dict[int, list[Any]] = {}
        """The screens that each finished cell shows, by cell number."""
        self._screens: dict[int, LineScreen] = {}
        """The screens that have been built, by cell number."""

    def greet(self, line: VisitLine, *, new: bool) -> None:
        """Welcome a page, which then reports the screens in view."""
        self.lines[line] = None
        line.send({"kind": "welcome", "v": 1, "visit": self.name, "new": new})
        for screen in self._screens.values():
            screen.go_on()

    def leave(self, line: VisitLine) -> None:
        """Record that a page has disconnected; pause long computations while nobody is watching."""
        self.lines.pop(line, None)
        if not self.lines:
            for screen in self._screens.values():
                screen.pause()

    def hear(self, message: Mapping[str, Any]) -> None:
        """Show a screen, or pass a message on to it."""
        number = message.get("screen")
        if type(number) is not int or number not in self._page.screens:
            return
        if message.get("kind") == "look":
            self._look(number)
        elif number in self._screens:
            self._screens[number].hear(message.get("message"))

    def _look(self, number: int) -> None:
        """Send a screen, after building it if nobody has seen it yet."""
        if number not in self._screens:
            try:
                self._screens[number] = self._build(number)
            except Exception:
                LOG.exception("a cell of a lesson failed")
                return  # the picture from the notebook stays in its place
        screen = self._screens[number]
        state = {name: getattr(screen, name) for name in screen.SHOWN}
        self._send({"kind": "screen", "screen": number, "name": screen.NAME, **state})

    def _build(self, number: int) -> LineScreen:
        """Run a cell and the cells that it needs, except any that have already run; return its screen."""
        for each in self._page.screens[number]:
            if each not in self._ran:
                self._ran[each] = []
                self._shown.clear()
                self._run(self._page.code[each])
                self._ran[each] += self._shown
        screen: LineScreen
        (screen,) = self._ran[number]
        screen.tell = lambda parts: self._send({"kind": "tell", "screen": number, **parts})
        return screen

    def _run(self, cell: CodeCell) -> None:
        """Run a cell's code; its printed output is already on the page."""
        tree = ast.parse(cell.source)
        *_, end = tree.body
        last = end.value if isinstance(end, ast.Expr) else None
        tree.body = [
            _from_p10(each) for each in tree.body if not _imports_us(each) and (each is not end or last is None)
        ]
        token = CELL.set(cell.source)
        try:
            with redirect_stdout(io.StringIO()):
                exec(compile(tree, "<lesson>", "exec"), self._space)
                if last is not None:
                    value = eval(compile(ast.Expression(last), "<lesson>", "eval"), self._space)
                    self._shown += [value.overview()] if isinstance(value, Learner) else [value]
        finally:
            CELL.reset(token)

    @property
    def moments(self) -> int:
        """The number of game positions that the visit keeps in memory."""
        return sum(screen.moments for screen in self._screens.values())

    def end(self) -> None:
        """End the visit and free its memory."""
        for screen in dict.fromkeys(self._screens.values()):
            screen.close()
            if isinstance(screen, LineTable):
                screen.stop()
            vars(screen).clear()
        self._space.clear()
        vars(self).clear()

    def _send(self, message: Any) -> None:
        for line in self.lines:
            line.send(message)


def _imports_us(statement: ast.stmt) -> bool:
    """Return True for ``import phase10_widgets as p10``: that name is already defined."""
    return isinstance(statement, ast.Import) and [each.name for each in statement.names] == [PACKAGE]


def _from_p10(statement: ast.stmt) -> ast.stmt:
    """Return a statement that imports from ``p10``, not the package, to get the screens shown over a connection."""
    match statement:
        case ast.ImportFrom(str(module), names, 0) if module in FROM_P10 and names[0].name != "*":
            made = "; ".join(f"{each.asname or each.name} = {FROM_P10[module]}.{each.name}" for each in names)
            (statement,) = ast.parse(f"if True: {made}").body
    return statement
