"""Checks for every benchmark."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest


@pytest.fixture(autouse=True)
def it_says_what_it_counts(benchmark: Any) -> Iterator[None]:
    """Require each benchmark to state its unit and count; the table in docs/speed.md depends on them."""
    yield
    assert {"n", "unit"} <= set(benchmark.extra_info)
