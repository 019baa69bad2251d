"""Set up every pytest run, regardless of its tests."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add an option that selects a subset of the tests marked `rotating`; by default, all of them run."""
    text = "of the tests marked rotating, run only the share with this number"
    parser.addoption("--share", type=int, metavar="NUMBER", help=text)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Leave out benchmarks, whose results would be useless alongside other tests and whose plugin may be missing."""
    if getattr(config.option, "benchmark_enable", None) is False:
        config.option.benchmark_disable = True
