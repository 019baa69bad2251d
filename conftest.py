"""The doctests of modules that need NumPy or PettingZoo are left out where it is missing, except where CI=true."""

from __future__ import annotations

import os
from importlib.util import find_spec

NEED_NUMPY = ("counting/batch", "counting/numpy_tables", "simulation/numpy_engine")

collect_ignore: list[str] = []
if find_spec("pettingzoo") is None and os.environ.get("CI") != "true":
    collect_ignore += ["phase10_widgets/rl"]
if find_spec("numpy") is None and os.environ.get("CI") != "true":
    collect_ignore += [f"phase10_widgets/odds/{name}.py" for name in NEED_NUMPY]
