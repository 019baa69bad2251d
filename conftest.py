"""Setup of every run of pytest, whatever it tests."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add an option: which of the tests marked `rotating` run; without it, all."""
    text = "of the tests marked rotating, run one share only: the one of this number"
    parser.addoption("--share", type=int, metavar="NUMBER", help=text)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Leave benchmarks out, which measure nothing useful beside other tests; their plugin may be missing."""
    if getattr(config.option, "benchmark_enable", None) is False:
        config.option.benchmark_disable = True
