"""Leave out doctests that need missing packages, unless CI is ``true``.

This file ships with the package, so that ``pytest --pyargs phase10_widgets --doctest-modules`` works anywhere.
"""

from __future__ import annotations

import os
from importlib.util import find_spec

SERVERS = ("mistune", "segno", "tornado")
NEED_NUMPY = ("batch", "counting/numpy_tables", "simulation/numpy_engine")
NEEDS = {
    "server": SERVERS,
    "server/own_machine.py": ("voila",),
    "server/voila_acts.py": ("nbconvert",),
    "server/rooms/extension.py": ("jupyter_server",),
    "server/rooms/database.py": ("asyncpg",),
    "server/rooms/database_store.py": ("asyncpg",),
    "rl": ("pettingzoo",),
    **{f"odds/{name}.py": ("numpy",) for name in NEED_NUMPY},
}
"""The packages that a file (or every file in a folder) needs in addition to those that are always installed."""

collect_ignore = [
    path for path, needed in NEEDS.items() if os.environ.get("CI") != "true" and not all(map(find_spec, needed))
]
