"""When a server looks for garbage: now and then, because nobody is answered meanwhile.

Games refer to each other in circles, so only a look at every object finds those that nobody plays any more. Python
takes such a look whenever many objects are new, and each takes tenths of a second once hundreds of games are open.
"""

from __future__ import annotations

import asyncio
import gc

SECONDS = 60.0
"""The seconds between two looks at every object."""
ENOUGH = 20
"""Such a look is taken if there have been more looks than this at the newest objects."""
NEVER = 2**30


async def collect_now_and_then() -> None:
    """Collect the garbage of this process until the task is canceled."""
    gc.freeze()  # what a server imports stays, and is many times what a garbage collection has to look at
    before = gc.get_threshold()
    gc.set_threshold(*before[:2], NEVER)
    try:
        while True:
            await asyncio.sleep(SECONDS)
            if gc.get_count()[2] > ENOUGH:
                gc.collect()
    finally:
        gc.set_threshold(*before)
