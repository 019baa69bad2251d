"""The modules that need NumPy; without NumPy, tests that import this are skipped, or fail in CI."""

from __future__ import annotations

import os
from importlib.util import find_spec

import pytest

if find_spec("numpy") is None and os.environ.get("CI") != "true":
    pytest.skip("these tests need NumPy: pip install 'phase10_widgets[fast]'", allow_module_level=True)

import numpy as np

from phase10_widgets.odds import batch
from phase10_widgets.odds.counting import numpy_tables as tables
from phase10_widgets.odds.simulation import numpy_engine as sampling

__all__ = ["batch", "np", "sampling", "tables"]
