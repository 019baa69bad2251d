"""What holds for every benchmark."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest


@pytest.fixture(autouse=True)
def it_says_what_it_counts(benchmark: Any) -> Iterator[None]:
    """So many of which unit a round does; the table in docs/speed.md is made of that."""
    yield
    assert {"n", "unit"} <= set(benchmark.extra_info)
