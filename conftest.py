"""Setup of every run of pytest, whatever it tests."""

from __future__ import annotations

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Leave benchmarks out, which measure nothing useful beside other tests; their plugin may be missing."""
    if getattr(config.option, "benchmark_enable", None) is False:
        config.option.benchmark_disable = True
