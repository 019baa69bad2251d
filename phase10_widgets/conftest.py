"""The doctests that are left out: a kernel's own, and where CI is not ``true``, those that need what is missing.

It travels with the package, so that ``pytest --pyargs phase10_widgets --doctest-modules`` works wherever that is.
"""

from __future__ import annotations

import os
from importlib.util import find_spec

SERVERS = ("jupyter_server", "psutil", "segno", "tornado", "voila")
NEED_NUMPY = ("batch", "counting/numpy_tables", "simulation/numpy_engine")
NEEDS = {
    "apps/serve": SERVERS,
    "apps/tables": SERVERS,
    "apps/tables/database.py": ("asyncpg",),
    "apps/tables/database_book.py": ("asyncpg",),
    "rl": ("pettingzoo",),
    **{f"odds/{name}.py": ("numpy",) for name in NEED_NUMPY},
}
"""The packages that a file or all files in a folder need, beyond those that are always installed."""

# A process that has imported a kernel treats widgets and progress bars as a notebook does. There is no doctest in it.
collect_ignore = ["apps/serve/served_kernel.py"]
if os.environ.get("CI") != "true":
    collect_ignore += [path for path, needed in NEEDS.items() if not all(map(find_spec, needed))]
