"""When a server looks for garbage: seldom, because nobody is answered meanwhile.

Games and connections refer to each other in circles, so only a look at every object finds those that nobody needs any
more. Python takes such a look whenever many objects are new, and each takes tenths of a second once hundreds of games
are open.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import time

LOOK = 5.0
"""The seconds between two looks at the memory."""
GROWN = 1_000_000
"""The further small blocks of memory after which it looks for garbage; about 80 MiB."""
SECONDS = 120.0
"""The time after which it does so in any case, as garbage may hold large messages, which are no small blocks."""
ENOUGH = 10
"""If nobody is there, it does not: Python must have looked at the newest objects more often than this."""
NEVER = 2**30


async def collect_seldom() -> None:
    """Collect the garbage of this process now and then, until the task is canceled."""
    gc.freeze()  # what a process imports stays, and is many times what a garbage collection has to look at
    thresholds = gc.get_threshold()
    gc.set_threshold(*thresholds[:2], NEVER)
    before, latest = sys.getallocatedblocks(), time.monotonic()
    try:
        while True:
            await asyncio.sleep(LOOK)
            due = time.monotonic() - latest > SECONDS and gc.get_count()[2] > ENOUGH
            if due or sys.getallocatedblocks() - before > GROWN:
                gc.collect()
                before, latest = sys.getallocatedblocks(), time.monotonic()
    finally:
        gc.set_threshold(*thresholds)
