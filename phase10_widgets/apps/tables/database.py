"""A connection to a PostgreSQL database whose caller never waits long: a thread of its own talks to the server."""

from __future__ import annotations

import asyncio
import concurrent.futures
import logging
import re
import threading
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from functools import cache
from typing import Any, TypeVar

import asyncpg

from ...live.sql_book import Unanswered

LOG = logging.getLogger(__name__)
PATIENCE = 1.0
"""The longest time for which a caller waits for an answer, in seconds."""
CONNECT = 5.0
"""The longest time for which a connection is tried, in seconds."""
PREPARE = 60.0
"""The longest time for which a server waits at its start, as for another one that changes the tables, in seconds."""
RETRY = 0.5
"""The time between two tries to connect, in seconds."""
BROKEN = (OSError, asyncpg.InterfaceError, asyncpg.PostgresConnectionError, asyncpg.OperatorInterventionError)
"""The errors after which nobody knows whether a statement was carried out, unless the connection is still open."""
T = TypeVar("T")
Prepare = Callable[[asyncpg.Connection], Awaitable[None]]


class DatabaseConnection:
    """A connection that comes back by itself.

    A statement that gets no answer within :data:`PATIENCE` ends the connection. While there is none, statements fail at
    once. So a database that does not answer stops its caller once, for a second.
    """

    def __init__(self, address: str, prepare: Prepare, settings: dict[str, str]) -> None:
        """Connect, and call *prepare* with the first connection.

        Args:
            address: a URL such as ``postgresql://phase10@db.example/phase10``.
            prepare: makes the tables.
            settings: settings of PostgreSQL for each connection.

        Raises:
            OSError: there is no connection, or *prepare* has failed.
        """
        self._address, self._settings = address, settings
        self._connection: asyncpg.Connection | None = None
        self._closed = False
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="phase10-database", daemon=True)
        self._thread.start()
        try:
            self._result(self._begin(prepare), PREPARE)
        except TimeoutError:
            self.close()
            raise OSError("the database does not answer") from None
        except BaseException:
            self.close()
            raise

    # in the caller's thread

    def rows(self, words: str, values: Sequence[Any]) -> list[Sequence[Any]]:
        """Return the rows of a statement.

        Raises:
            OSError: it was not carried out.
            Unanswered: it may have been.
        """
        return self._carried_out(lambda connection: connection.fetch(numbered(words), *values))

    def count(self, steps: Sequence[tuple[str, Sequence[Any]]]) -> int:
        """Carry statements out together, or none; return how many rows have changed.

        Raises:
            OSError: nothing has changed.
            Unanswered: nothing or everything has.
        """

        async def work(connection: asyncpg.Connection) -> int:
            if len(steps) == 1:
                words, values = steps[0]
                return changed(await connection.execute(numbered(words), *values))
            async with connection.transaction():
                return sum([changed(await connection.execute(numbered(words), *values)) for words, values in steps])

        return self._carried_out(work)

    def close(self) -> None:
        """Close the connection; a second call does nothing."""
        if self._closed:
            return
        self._closed = True
        with suppress(OSError, TimeoutError):
            self._result(self._end(), PATIENCE)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)
        if not self._thread.is_alive():
            self._loop.close()

    def _carried_out(self, work: Callable[[asyncpg.Connection], Awaitable[T]]) -> T:
        connection = self._connection
        if connection is not None and connection.is_closed():
            self._broken(connection)
            connection = None
        if connection is None:
            raise OSError("the database does not answer")

        async def run() -> T:
            return await work(connection)

        try:
            return self._result(run(), PATIENCE)
        except TimeoutError:
            self._broken(connection)
            raise Unanswered(f"the database has not answered within {PATIENCE} s") from None
        except BROKEN as error:
            if isinstance(error, asyncpg.InterfaceError) and not connection.is_closed():
                raise OSError(f"nothing can be stored: {said(error)}") from None
            self._broken(connection)
            raise Unanswered("the connection to the database is lost") from None
        except asyncpg.PostgresError as error:
            raise OSError(f"nothing can be stored: {said(error)}") from None

    def _result(self, work: Coroutine[Any, Any, T], seconds: float | None) -> T:
        """Wait for the thread's work."""
        running = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return running.result(seconds)
        except concurrent.futures.CancelledError:
            raise TimeoutError from None
        finally:
            running.cancel()

    def _broken(self, connection: asyncpg.Connection) -> None:
        """Let a connection go, and make a new one."""
        self._connection = None
        LOG.warning("the database does not answer")
        self._loop.call_soon_threadsafe(self._renew, connection)

    # in its own thread

    def _renew(self, broken: asyncpg.Connection) -> None:
        broken.terminate()
        self._renewing = self._loop.create_task(self._again())

    async def _again(self) -> None:
        while not self._closed:
            try:
                self._connection = await self._connect()
            except (TimeoutError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                await asyncio.sleep(RETRY)
            else:
                LOG.warning("the database answers again")
                return

    async def _connect(self) -> asyncpg.Connection:
        return await asyncpg.connect(self._address, timeout=CONNECT, server_settings=self._settings)

    async def _begin(self, prepare: Prepare) -> None:
        try:
            connection = self._connection = await self._connect()
            await prepare(connection)
        except (TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError, ValueError) as error:
            raise OSError(f"the database cannot be used: {said(error)}") from None

    async def _end(self) -> None:
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close(timeout=PATIENCE / 2)


def said(error: BaseException) -> str:
    """Return the kind of an error and the server's own sentence, but no value and no address."""
    return f"{type(error).__name__}: {getattr(error, 'message', None) or 'see the kind of the error'}"


@cache
def numbered(words: str) -> str:
    """Return a statement with numbered places for values, as PostgreSQL wants them.

    >>> numbered("SELECT ?, ?")
    'SELECT $1, $2'
    """
    counted = iter(range(1, words.count("?") + 1))
    return re.sub(r"\?", lambda _: f"${next(counted)}", words)


def changed(status: str) -> int:
    """Return the number of rows in PostgreSQL's answer to a change.

    >>> changed("INSERT 0 1"), changed("DELETE 3")
    (1, 3)
    """
    return int(status.rpartition(" ")[2])
