"""The doctests that are left out: a kernel's own, and where CI is not ``true``, those that need what is missing."""

from __future__ import annotations

import os
from importlib.util import find_spec

NEED_NUMPY = ("counting/batch", "counting/numpy_tables", "simulation/numpy_engine")

# A process that has imported a kernel treats widgets and progress bars as a notebook does. There is no doctest in it.
collect_ignore = ["phase10_widgets/apps/serve/served_kernel.py"]
if find_spec("pettingzoo") is None and os.environ.get("CI") != "true":
    collect_ignore += ["phase10_widgets/rl"]
if find_spec("numpy") is None and os.environ.get("CI") != "true":
    collect_ignore += [f"phase10_widgets/odds/{name}.py" for name in NEED_NUMPY]
