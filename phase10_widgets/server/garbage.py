"""Collect garbage rarely, because requests stall during a collection.

Games and connections form reference cycles, so only a full collection frees them. Python runs one whenever
there are many new objects, and each one takes tenths of a second when hundreds of games are open. Here, until memory
has doubled, collections skip the objects that survived an earlier one.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import gc
import mmap
import sys
import time
from pathlib import Path

CHECK_SECONDS = 5.0
"""The number of seconds between memory checks."""
NEW_BLOCKS = 300_000
"""The number of new small memory blocks (about 24 MiB) after which the new objects are collected."""
GROWTH_FACTOR = 2.0
"""The factor by which the block count must grow after a full collection to trigger another."""
FULL_SECONDS = 600.0
"""The number of seconds after which a full collection runs anyway, because small blocks do not include large
messages."""
GROWTH_BYTES = 24 * 2**20
"""The memory growth, in bytes, that triggers a full collection, because the garbage then contains large messages."""
APART_SECONDS = 15.0
"""The minimum number of seconds between full collections, and between attempts to return free memory to the system."""
IDLE_COLLECTIONS = 10
"""The maximum number of collections of new objects in an idle server, which needs no full collection."""
NEVER = 2**30
PAGE = mmap.PAGESIZE


class Garbage:
    """Garbage collection in this process."""

    def __init__(self) -> None:
        """Exclude all existing objects: imported modules are never freed, and scanning them takes a long time."""
        gc.freeze()
        self._newest = self._whole = sys.getallocatedblocks()
        """The number of blocks after the last collection, and after the last full collection."""
        self._latest = time.monotonic()
        self._resident = resident()
        self._returned = self._latest

    def look(self) -> None:
        """Collect garbage if it is due."""
        blocks, now = sys.getallocatedblocks(), time.monotonic()
        due = now - self._latest > FULL_SECONDS and gc.get_count()[2] > IDLE_COLLECTIONS
        large = resident() - self._resident > GROWTH_BYTES and now - self._latest > APART_SECONDS
        if due or large or blocks > GROWTH_FACTOR * self._whole:
            gc.unfreeze()
            gc.collect()
            give_back()
            self._whole, self._latest, self._resident = sys.getallocatedblocks(), now, resident()
        elif blocks - self._newest > NEW_BLOCKS:
            gc.collect()
        else:
            self._newest = min(self._newest, blocks)
            if now - self._returned > APART_SECONDS:
                self._returned = now
                give_back()
            return
        gc.freeze()
        self._newest = sys.getallocatedblocks()


def resident() -> int:
    """Return this process's memory use in bytes, or 0 if the system does not report it."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE
    return 0


def give_back() -> None:
    """Return free memory to the system, including gaps between used blocks if the C library supports that."""
    if sys.platform == "linux" and (trim := getattr(ctypes.CDLL(None), "malloc_trim", None)) is not None:
        trim(0)


async def collect_rarely() -> None:
    """Collect this process's garbage rarely, until the task is canceled."""
    garbage = Garbage()
    thresholds = gc.get_threshold()
    gc.set_threshold(*thresholds[:2], NEVER)
    try:
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            garbage.look()
    finally:
        gc.unfreeze()
        gc.set_threshold(*thresholds)
