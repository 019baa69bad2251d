"""The server's kernels: how they start, what they may use, and how they share the processor."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import psutil
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from voila.request_info_handler import RequestInfoSocketHandler

from .kernel_bounds import LEAST, give_way
from .notebooks import APP

KERNEL = (f"--IPKernelApp.kernel_class={__package__}.served_kernel.ServedKernel", "--HistoryManager.enabled=False")
"""The words with which a kernel is started; nobody types code here, so no history of it is kept."""
LONGEST_PATH = 100
"""The longest path of a socket, in bytes, that every system allows."""
SHORT_ROOT = "/tmp"
"""A folder for temporary files with a short path, on every system that has such sockets."""
BUSY = (0.25, 0.5)
"""The shares of a core above which a kernel's niceness is raised to the values in :data:`NICE`."""
CROWDED = 0.3
"""The part of these shares that counts as much on a machine without idle time, where no kernel gets its whole share."""
NICE = (15, 19)
NOBODY = 19
"""The niceness of a busy kernel without a browser."""


def place() -> tuple[str, str]:
    """Return how the server talks to kernels, "ipc" or "tcp", and where it makes the folder for their files.

    Every user of the machine can read what goes over TCP on 127.0.0.1. So kernels talk over sockets in a folder of the
    server's user, wherever their paths are short enough; on a Mac, those of the usual folder are not.
    """
    usual = tempfile.gettempdir()
    if hasattr(socket, "AF_UNIX"):
        for root in (usual, SHORT_ROOT):
            path = Path(root, "voila_12345678", f"kernel-{uuid.UUID(int=0)}.json-ipc-5")
            if len(os.fsencode(path)) <= LONGEST_PATH and os.access(root, os.W_OK):
                return "ipc", root
    return "tcp", usual


class Kernels(AsyncMappingKernelManager):
    """A kernel manager whose kernels have bounds, and end when `seats` says so."""

    fill_if_needed: Any
    """Voilà's way to start kernels for a notebook that wait for visitors."""

    def in_waiting(self) -> set[str]:
        """Return the kernels that are started but not visited yet."""
        return {started["kernel_id"] for started in self._started()}

    def ready(self) -> int:
        """Return how many of them have run their notebook: a visitor gets such a page at once."""
        return sum(_succeeded(started["task"]) for started in self._started())

    def _started(self) -> Iterator[Mapping[str, Any]]:
        pools: Iterable[list[Any]] = getattr(self, "_pools", {}).values()
        for pool in pools:
            yield from (task.result() for task in pool if _succeeded(task))

    async def start_kernel(self, **kwargs: Any) -> str:
        # A kernel may print anything to its terminal; the log contains only this server's own lines.
        quiet = {"stderr": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
        kernel_id = str(await super().start_kernel(extra_arguments=[*KERNEL], **quiet, **kwargs))
        if sys.platform != "win32" and (process := self.process(kernel_id)):
            with contextlib.suppress(OSError):
                give_way(process.pid, LEAST)
        return kernel_id

    async def bury(self) -> int:
        """Remove kernels that have ended by themselves, or were ended by the system; return their number.

        A new process would know nothing of the page, so none is started in place of a visitor's; waiting ones are
        replaced.
        """
        waiting = self.in_waiting()
        gone = [kernel_id for kernel_id in self.list_kernel_ids() if not await self.is_alive(kernel_id)]
        for kernel_id in gone:
            await self.shutdown_kernel(kernel_id, now=True)
        if waiting & {*gone}:
            self.fill_if_needed(delay=None, notebook_name=APP)
        return len(gone)

    async def shutdown_kernel(self, kernel_id: str, *args: Any, **kwargs: Any) -> None:
        for pool in getattr(self, "_pools", {}).values():  # Voilà asks every start for its result, failed ones too
            pool[:] = [task for task in pool if not task.done() or not (task.cancelled() or task.exception())]
        RequestInfoSocketHandler._cache.pop(kernel_id, None)  # otherwise kept forever
        await super().shutdown_kernel(kernel_id, *args, **kwargs)

    async def shutdown_all(self, *args: Any, **kwargs: Any) -> None:
        """Shut down all kernels, after waiting for those that Jupyter does not list yet: starting and ending ones."""
        await asyncio.gather(*self._pending_kernels.values(), return_exceptions=True)
        await super().shutdown_all(*args, **kwargs)

    def process(self, kernel_id: str) -> psutil.Process | None:
        """Return a kernel's process; None if there is none any more."""
        provisioner = getattr(self._kernels.get(kernel_id), "provisioner", None)
        pid = getattr(provisioner, "pid", None)
        try:
            return None if pid is None else psutil.Process(pid)
        except psutil.NoSuchProcess:
            return None


def _succeeded(task: asyncio.Future[Any]) -> bool:
    return task.done() and not task.cancelled() and not task.exception()


class Courtesy:
    """The kernels' order at the processor: who has used much of it lately waits for those who have not."""

    def __init__(self, kernels: Kernels) -> None:
        """Order these kernels."""
        self._kernels = kernels
        self._used: dict[str, tuple[float, float]] = {}
        """By kernel: when we looked, and the processor time it had used by then, in seconds."""

    def look(self, visited: Iterable[str], alone: Iterable[str], now: float, *, crowded: bool = False) -> None:
        """Set each kernel's niceness by its use of the processor since the last look.

        Args:
            visited: the ids of the kernels with visitors.
            alone: those of them without a socket.
            now: the time, in seconds.
            crowded: True if the machine has had no idle time.
        """
        if sys.platform == "win32":
            return
        before, self._used, lonely = self._used, {}, set(alone)
        for kernel_id in visited:
            process = self._kernels.process(kernel_id)
            if process is None:
                continue
            with contextlib.suppress(psutil.Error, OSError):
                times = process.cpu_times()
                used = times.user + times.system
                self._used[kernel_id] = now, used
                at, then = before.get(kernel_id, (now, used))
                share = (used - then) / (now - at) if now > at else 0.0
                wanted = nice(share / CROWDED if crowded else share)
                if wanted > LEAST and kernel_id in lonely:
                    wanted = NOBODY
                if process.nice() != wanted:
                    give_way(process.pid, wanted)


def nice(share: float) -> int:
    """Return the niceness for a share of a core.

    >>> nice(0.1), nice(0.3), nice(1.0)
    (10, 15, 19)
    """
    return max((value for bound, value in zip(BUSY, NICE, strict=True) if share > bound), default=LEAST)
