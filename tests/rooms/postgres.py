"""Run a PostgreSQL server for tests in a temporary folder, on a socket in that folder, and never as root."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import asyncpg

from devtools.browser import leash
from tests.helpers import unprivileged
from tests.packages import program

PATIENCE_SECONDS = 60.0
QUICK = ("fsync=off", "full_page_writes=off", "autovacuum=off", "shared_buffers=8MB", "max_connections=30")
"""Settings for disposable data, which still survives the end of the server process."""


class Postgres:
    """A server that can be stopped and restarted."""

    def __init__(self, folder: Path) -> None:
        """Create an empty database in a folder."""
        self._programs, self._folder = program("postgres"), folder
        self._running = ExitStack()
        self.process: subprocess.Popen[bytes] | None = None
        if "user" in unprivileged():
            os.chown(folder, unprivileged()["user"], unprivileged()["group"])
        words = ("--no-sync", "--auth=trust", "--username=phase10", "--encoding=UTF8", "--locale=C")
        command = [str(self._programs / "initdb"), f"--pgdata={folder / 'data'}", *words]
        subprocess.run(
            command, cwd=folder, check=True, timeout=PATIENCE_SECONDS, stdout=subprocess.DEVNULL, **unprivileged()
        )

    @property
    def address(self) -> str:
        """The URL of the server's database."""
        return f"postgresql://phase10@/postgres?host={self._folder}"

    def start(self) -> None:
        """Start the server unless it is running, and wait until it answers."""
        if self.process is not None and self.process.poll() is None:
            return
        options = [word for each in (*QUICK, "listen_addresses=") for word in ("-c", each)]
        with (self._folder / "log").open("ab") as log:
            started = subprocess.Popen(
                [self._programs / "postgres", "-D", self._folder / "data", "-k", self._folder, *options],
                cwd=self._folder,
                stdout=log,
                stderr=log,
                **unprivileged(),
            )
        self.process = self._running.enter_context(leash.tied(started))
        until = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                self.run("SELECT 1")
                return
            except (OSError, asyncpg.PostgresError):
                assert time.monotonic() < until, (self._folder / "log").read_text("utf-8")
                time.sleep(0.02)

    def stop(self) -> None:
        """Stop the server as a power failure would, keeping its data."""
        assert self.process is not None
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(PATIENCE_SECONDS)
        self.close()

    def run(self, words: str, *values: Any) -> list[Any]:
        """Run statements as an administrator; return the rows from the last statement."""

        async def run() -> list[Any]:
            connection = await asyncpg.connect(self.address, timeout=PATIENCE_SECONDS)
            try:
                if values or ";" not in words:
                    return list(await connection.fetch(words, *values))
                return [await connection.execute(words)]
            finally:
                await connection.close(timeout=5)

        return asyncio.run(run())

    def close(self) -> None:
        """Stop the server permanently."""
        self._running.close()


@contextmanager
def serving() -> Iterator[Postgres]:
    """Yield a running server."""
    folder = Path(tempfile.mkdtemp(prefix="p10-", dir="/tmp"))
    found = Postgres(folder)
    try:
        found.start()
        yield found
    finally:
        found.close()
        shutil.rmtree(folder)
