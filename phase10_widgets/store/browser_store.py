"""The store on the static site: the IndexedDB database "phase10-games" in the visitor's browser.

The worker queries the database directly, so hidden cards never pass through a message to the page. IndexedDB is
asynchronous, so memory also holds all rows: each change is applied there immediately and then written in one
transaction. Rows may have been written by another version or by hand.
"""

from __future__ import annotations

import asyncio
import json
import logging
import math
import time
from base64 import b64decode, b64encode
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Protocol, Self, TypeGuard

from .store import HISTORY_DAYS, KEPT_DAYS, Store, StoredGame

LOG = logging.getLogger(__name__)
NAME = "phase10-games"
GAMES, FINISHED = STORES = ("games", "finished")
VERSION = 1
RETRY_SECONDS = 30.0
"""The delay before a failed write is retried, in seconds."""
PATIENCE_SECONDS = 2.0
"""The number of seconds to wait for the database before the page continues without it."""

Change = Callable[[str | None], str | None]
"""A function that maps a row's text (None if the row does not exist) to its new text (None to delete the row)."""


class Database(Protocol):
    """A database whose stores map keys to strings."""

    async def read(self, store: str) -> dict[str, str]:
        """Return everything in a store."""
        ...

    async def change(self, store: str, key: str, change: Change) -> None:
        """Change a row in one transaction."""
        ...


class BrowserStore(Store):
    """The games stored in one browser."""

    def __init__(self, database: Database) -> None:
        super().__init__()
        self._database = database
        self._games: dict[str, StoredGame] = {}
        self._reports: dict[str, tuple[float, Mapping[str, Any]]] = {}
        self._newest: dict[tuple[str, str], Change] = {}
        """The newest unwritten change to each row."""
        self._late: dict[tuple[str, str], Change] = {}
        """The changes that could not be written."""
        self._waits = False
        """True while a retry is scheduled."""
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def failing(self) -> bool:
        return self._waits

    def shared(self, address: str = "") -> Self:
        """Return this store, because a browser has only one visitor."""
        return self

    def refresh(self, then: Callable[[], None]) -> None:
        """Reread the database, and call *then* afterward, whether or not the database answered."""

        async def read() -> None:
            try:
                await asyncio.wait_for(self._read(), PATIENCE_SECONDS)
            except Exception as error:  # blocked, as in some private windows, or deleted
                LOG.warning("the stored games cannot be read: %s", error)
            then()

        self._begin(read())

    async def _read(self) -> None:
        """Load the stored rows, and delete expired and invalid ones."""
        now = time.time()
        texts = await self._database.read(GAMES)
        games = {key: game for key, text in texts.items() if (game := _game_in(text))}
        self._games = {key: game for key, game in games.items() if now - game.touched < KEPT_DAYS * 86_400}
        ended = await self._database.read(FINISHED)
        reports = {key: report for key, text in ended.items() if (report := _report_in(text))}
        self._reports = {key: found for key, found in reports.items() if now - found[0] < HISTORY_DAYS * 86_400}
        for key in texts.keys() - self._games.keys():
            self._write(GAMES, key, lambda _: None)
        for key in ended.keys() - self._reports.keys():
            self._write(FINISHED, key, lambda _: None)

    def _keep(self, key: str, game: StoredGame) -> bool:
        if self._holder(key) not in (None, game.holder):
            return False
        self._games[key] = game

        def unless_taken(text: str | None) -> str | None:
            other = _game_in(text)
            if other is None or other.holder == game.holder:
                return _game_text(game)
            self._games[key] = other  # a table on another page has taken over
            return text

        self._write(GAMES, key, unless_taken)
        return True

    def _hand_over(self, key: str, holder: str) -> None:
        game = self._games[key]._replace(holder=holder)
        self._games[key] = game
        self._write(GAMES, key, lambda _: _game_text(game))

    def _holder(self, key: str) -> str | None:
        game = self._games.get(key)
        return None if game is None else game.holder

    def _game(self, key: str) -> StoredGame | None:
        return self._games.get(key)

    def _keep_report(self, key: str, ended: float, report: Mapping[str, Any]) -> None:
        self._reports[key] = ended, report
        self._write(FINISHED, key, lambda _: json.dumps({"v": VERSION, "ended": ended, "report": report}))

    def _report(self, key: str) -> tuple[float, Mapping[str, Any]] | None:
        return self._reports.get(key)

    def _drop(self, key: str) -> None:
        self._games.pop(key, None)
        self._write(GAMES, key, lambda _: None)

    def _drop_report(self, key: str) -> None:
        self._reports.pop(key, None)
        self._write(FINISHED, key, lambda _: None)

    def _write(self, store: str, key: str, change: Change) -> None:
        """Schedule a change to a row without holding up the game; a failed change is retried from time to time."""
        self._late.pop((store, key), None)
        self._newest[store, key] = change
        self._begin(self._try(store, key, change))

    async def _try(self, store: str, key: str, change: Change) -> None:
        try:
            await self._database.change(store, key, change)
            if self._newest.get((store, key)) is change:
                del self._newest[store, key]
        except Exception as error:  # full, blocked or deleted
            if self._newest.get((store, key)) is not change:
                return  # a newer change is pending or written
            self._late[store, key] = change
            if not self._waits:
                LOG.warning("a game could not be stored: %s", error)
                self._begin(self._try_again())

    async def _try_again(self) -> None:
        """Write the failed changes once the database answers again."""
        self._waits = True
        while self._late:
            await asyncio.sleep(RETRY_SECONDS)
            for (store, key), change in [*self._late.items()]:
                self._late.pop((store, key), None)
                await self._try(store, key, change)
        self._waits = False

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _game_text(game: StoredGame) -> str:
    return json.dumps({"v": VERSION, **game._asdict(), "saved": b64encode(game.saved).decode()})


def _game_in(text: str | None) -> StoredGame | None:
    """Return the game in a row, or None if the row is invalid."""
    found = _object_in(text)
    try:
        row = {name: found[name] for name in StoredGame._fields}
        row["saved"] = b64decode(row["saved"], validate=True)
        row["names"] = tuple(row["names"])
    except (KeyError, TypeError, ValueError):
        return None
    game = StoredGame(**row)
    texts = all(isinstance(each, str) for each in (game.holder, game.edition, *game.names))
    numbers = type(game.round) is int and _is_time(game.touched)
    return game if texts and numbers and type(game.over) is bool else None


def _report_in(text: str) -> tuple[float, Mapping[str, Any]] | None:
    """Return the time when a row's game ended, together with the game's report, or None if the row is invalid."""
    found = _object_in(text)
    ended, report = found.get("ended"), found.get("report")
    return (ended, report) if _is_time(ended) and isinstance(report, dict) else None


def _object_in(text: str | None) -> dict[str, Any]:
    try:
        found = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) and found.get("v") == VERSION else {}


def _is_time(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


class IndexedDatabase:
    """The browser's database, accessed through Pyodide."""

    def __init__(self) -> None:
        self._db: Any = None

    async def read(self, store: str) -> dict[str, str]:
        """Return everything in a store."""
        objects = (await self._open()).transaction(store, "readonly").objectStore(store)
        keys, values = _Request(objects.getAllKeys()), _Request(objects.getAll())
        found = zip((await keys.answer).to_py(), (await values.answer).to_py(), strict=True)
        return {key: value for key, value in found if isinstance(key, str) and isinstance(value, str)}

    async def change(self, store: str, key: str, change: Change) -> None:
        """Change a row in one transaction; it ends when no request is pending, so the write must immediately
        follow the read."""
        objects = (await self._open()).transaction(store, "readwrite").objectStore(store)

        def write(found: Any) -> None:
            text = change(found if isinstance(found, str) else None)
            if text is None:
                objects.delete(key)
            else:
                objects.put(text, key)

        await _Request(objects.get(key), write).answer

    async def _open(self) -> Any:
        if self._db is None:
            from js import indexedDB  # type: ignore[import-not-found]
            from pyodide.ffi import create_once_callable, create_proxy  # type: ignore[import-not-found]

            opening = indexedDB.open(NAME, VERSION)

            def build(event: Any) -> None:
                for name in STORES:
                    opening.result.createObjectStore(name)

            def let_go(event: Any) -> None:
                """Close the connection because another page is deleting the database or has a newer version."""
                self._db.close()
                self._db = None

            opening.onupgradeneeded = create_once_callable(build)
            found = await _Request(opening).answer
            found.onversionchange = create_proxy(let_go)
            self._db = found
        return self._db


class _Request:
    """A database request and the future for its answer."""

    def __init__(self, request: Any, then: Callable[[Any], None] | None = None) -> None:
        """Wait for the answer, and call *then* with it before the transaction ends."""
        from pyodide.ffi import create_proxy

        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

        def succeed(event: Any) -> None:
            if then is not None:
                then(request.result)
            self._settle(lambda: self.answer.set_result(request.result))

        def fail(event: Any) -> None:
            self._settle(lambda: self.answer.set_exception(OSError(str(request.error))))

        self._proxies = create_proxy(succeed), create_proxy(fail)
        request.onsuccess, request.onerror = self._proxies

    def _settle(self, settle: Callable[[], None]) -> None:
        if not self.answer.done():  # because the caller may have stopped waiting
            settle()
