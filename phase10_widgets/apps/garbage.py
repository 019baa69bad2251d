"""When a server looks for garbage: seldom, because nobody is answered meanwhile.

Games and connections refer to each other in circles, so only a look at every object finds those that nobody needs any
more. Python takes such a look whenever many objects are new, and each takes tenths of a second once hundreds of games
are open. Here what a look has found to be in use is left out of the next ones, until memory has doubled.
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

LOOK = 5.0
"""The seconds between two looks at the memory."""
GROWN = 300_000
"""The further small blocks of memory after which it looks for garbage among the new ones; about 24 MiB."""
DOUBLED = 2.0
"""How many times the blocks after the last look at everything there may be before it looks at everything again."""
SECONDS = 600.0
"""The time after which it does so in any case, as garbage may hold large messages, which are no small blocks."""
LARGE = 24 * 2**20
"""The growth of the memory, in bytes, after which it does so too: then garbage does hold large messages."""
APART = 15.0
"""The minimum seconds between two such looks, and between two returns of free memory to the system."""
ENOUGH = 10
"""If nobody is there, it does not: Python must have looked at the newest objects more often than this."""
NEVER = 2**30
PAGE = mmap.PAGESIZE


class Garbage:
    """The garbage of this process, and when it was looked for."""

    def __init__(self) -> None:
        """Leave out what there is now: what a process imports stays, and is much to look at."""
        gc.freeze()
        self._newest = self._whole = sys.getallocatedblocks()
        """The blocks after the last look, and after the last one at everything."""
        self._latest = time.monotonic()
        self._resident = resident()
        self._returned = self._latest

    def look(self) -> None:
        """Look for garbage if it is due."""
        blocks, now = sys.getallocatedblocks(), time.monotonic()
        due = now - self._latest > SECONDS and gc.get_count()[2] > ENOUGH
        large = resident() - self._resident > LARGE and now - self._latest > APART
        if due or large or blocks > DOUBLED * self._whole:
            gc.unfreeze()
            gc.collect()
            give_back()
            self._whole, self._latest, self._resident = sys.getallocatedblocks(), now, resident()
        elif blocks - self._newest > GROWN:
            gc.collect()
        else:
            self._newest = min(self._newest, blocks)
            if now - self._returned > APART:
                self._returned = now
                give_back()
            return
        gc.freeze()
        self._newest = sys.getallocatedblocks()


def resident() -> int:
    """Return the memory that this process takes, in bytes; 0 where the system does not say."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE
    return 0


def give_back() -> None:
    """Return free memory to the system, also from between used memory, where the C library can do that."""
    if sys.platform == "linux" and (trim := getattr(ctypes.CDLL(None), "malloc_trim", None)) is not None:
        trim(0)


async def collect_seldom() -> None:
    """Collect the garbage of this process now and then, until the task is canceled."""
    garbage = Garbage()
    thresholds = gc.get_threshold()
    gc.set_threshold(*thresholds[:2], NEVER)
    try:
        while True:
            await asyncio.sleep(LOOK)
            garbage.look()
    finally:
        gc.unfreeze()
        gc.set_threshold(*thresholds)
