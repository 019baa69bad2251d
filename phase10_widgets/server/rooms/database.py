"""A PostgreSQL connection that never delays its caller for long, because a separate thread talks to the database."""

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

from ...rooms.storage.sql_store import Unanswered

LOG = logging.getLogger(__name__)
PATIENCE_SECONDS = 1.0
"""The maximum time, in seconds, that a caller waits for a response."""
CONNECT_SECONDS = 5.0
"""The timeout for connecting, in seconds."""
PREPARE_SECONDS = 60.0
"""The longest wait, in seconds, when a server starts, for example while another server is changing the tables."""
RETRY_SECONDS = 0.5
"""The number of seconds between attempts to connect."""
BROKEN = (OSError, asyncpg.InterfaceError, asyncpg.PostgresConnectionError, asyncpg.OperatorInterventionError)
"""The errors that leave a statement's outcome unknown unless the connection is still open."""
T = TypeVar("T")
Prepare = Callable[[asyncpg.Connection], Awaitable[None]]


class DatabaseConnection:
    """A connection that reconnects automatically.

    A statement that gets no response within :data:`PATIENCE_SECONDS` ends the connection. Without a connection,
    statements fail immediately, so an unresponsive database delays its caller only once, for a second.
    """

    def __init__(self, address: str, prepare: Prepare, settings: dict[str, str]) -> None:
        """Connect, and call *prepare* on the first connection.

        Args:
            address: a URL such as ``postgresql://phase10@db.example/phase10``.
            prepare: a function that creates the tables.
            settings: the PostgreSQL settings for each connection.

        Raises:
            OSError: the connection or *prepare* failed.
        """
        self._address, self._settings = address, settings
        self._connection: asyncpg.Connection | None = None
        self._closed = False
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="phase10-database", daemon=True)
        self._thread.start()
        try:
            self._result(self._begin(prepare), PREPARE_SECONDS)
        except TimeoutError:
            self.close()
            raise OSError("the database is not responding") from None
        except BaseException:
            self.close()
            raise

    # in the caller's thread

    def rows(self, words: str, values: Sequence[Any]) -> list[Sequence[Any]]:
        """Return a statement's rows.

        Raises:
            OSError: the statement was not executed.
            Unanswered: the statement may have been executed.
        """
        return self._carried_out(lambda connection: connection.fetch(numbered(words), *values))

    def count(self, steps: Sequence[tuple[str, Sequence[Any]]]) -> int:
        """Execute statements in one transaction; return the number of changed rows.

        Raises:
            OSError: nothing has changed.
            Unanswered: either nothing or everything has changed.
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
            self._result(self._end(), PATIENCE_SECONDS)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE_SECONDS)
        if not self._thread.is_alive():
            self._loop.close()

    def _carried_out(self, work: Callable[[asyncpg.Connection], Awaitable[T]]) -> T:
        connection = self._connection
        if connection is not None and connection.is_closed():
            self._broken(connection)
            connection = None
        if connection is None:
            raise OSError("the database is not responding")

        async def run() -> T:
            return await work(connection)

        try:
            return self._result(run(), PATIENCE_SECONDS)
        except TimeoutError:
            self._broken(connection)
            raise Unanswered(f"the database did not respond within {PATIENCE_SECONDS} s") from None
        except BROKEN as error:
            if isinstance(error, asyncpg.InterfaceError) and not connection.is_closed():
                raise OSError(f"nothing can be stored: {said(error)}") from None
            self._broken(connection)
            raise Unanswered("the connection to the database is lost") from None
        except asyncpg.PostgresError as error:
            raise OSError(f"nothing can be stored: {said(error)}") from None

    def _result(self, work: Coroutine[Any, Any, T], seconds: float | None) -> T:
        """Wait for the thread to finish its work."""
        running = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return running.result(seconds)
        except concurrent.futures.CancelledError:
            raise TimeoutError from None
        finally:
            running.cancel()

    def _broken(self, connection: asyncpg.Connection) -> None:
        """Drop a connection and open a new one."""
        self._connection = None
        LOG.warning("the database is not responding")
        self._loop.call_soon_threadsafe(self._renew, connection)

    # in the connection's thread

    def _renew(self, broken: asyncpg.Connection) -> None:
        broken.terminate()
        self._renewing = self._loop.create_task(self._again())

    async def _again(self) -> None:
        while not self._closed:
            try:
                self._connection = await self._connect()
            except (TimeoutError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                await asyncio.sleep(RETRY_SECONDS)
            else:
                LOG.warning("the database is responding again")
                return

    async def _connect(self) -> asyncpg.Connection:
        return await asyncpg.connect(self._address, timeout=CONNECT_SECONDS, server_settings=self._settings)

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
            await connection.close(timeout=PATIENCE_SECONDS / 2)


def said(error: BaseException) -> str:
    """Return an error's type and the server's message, without values or addresses."""
    return f"{type(error).__name__}: {getattr(error, 'message', None) or 'see the error type'}"


@cache
def numbered(words: str) -> str:
    """Return a statement with numbered parameters, as PostgreSQL requires.

    >>> numbered("SELECT ?, ?")
    'SELECT $1, $2'
    """
    counted = iter(range(1, words.count("?") + 1))
    return re.sub(r"\?", lambda _: f"${next(counted)}", words)


def changed(status: str) -> int:
    """Return the number of changed rows from PostgreSQL's response to a statement.

    >>> changed("INSERT 0 1"), changed("DELETE 3")
    (1, 3)
    """
    return int(status.rpartition(" ")[2])
