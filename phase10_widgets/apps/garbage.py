"""When a process of many games looks for garbage: seldom, because nobody is answered meanwhile.

Games refer to each other in circles, so only a look at every object finds those that nobody plays any more. Python
takes such a look whenever many objects are new, and each takes tenths of a second once hundreds of games are open.
"""

from __future__ import annotations

import asyncio
import gc
import sys

SECONDS = 5.0
"""The seconds between two looks at the memory."""
GROWN = 1_000_000
"""The further small blocks of memory after which it looks for garbage; about 80 MiB."""
NEVER = 2**30


async def collect_seldom() -> None:
    """Collect the garbage of this process whenever its memory has grown, until the task is canceled."""
    gc.freeze()  # what a process imports stays, and is many times what a garbage collection has to look at
    thresholds = gc.get_threshold()
    gc.set_threshold(*thresholds[:2], NEVER)
    before = sys.getallocatedblocks()
    try:
        while True:
            await asyncio.sleep(SECONDS)
            if sys.getallocatedblocks() - before > GROWN:
                gc.collect()
                before = sys.getallocatedblocks()
    finally:
        gc.set_threshold(*thresholds)
