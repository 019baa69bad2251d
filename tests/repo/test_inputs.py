"""Generated phases and files are answered or refused; ``devtools/measure/inputs.py`` sends a hundred times as many."""

from __future__ import annotations

import pytest

from devtools.measure import inputs

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("kind", ["phases", "files"])
def test_every_input_is_answered_or_refused_and_memory_stays_flat(kind: str) -> None:
    _, outcomes, wrong, grown = inputs.measure(kind, 0, 1000)
    assert wrong == []
    assert grown < inputs.FLAT
    assert min(outcomes["accepted"], outcomes["refused"]) > 100
