"""Bad phases and files are refused; ``devtools.measure.inputs`` sends a hundred times as many."""

from __future__ import annotations

import pytest

from devtools.measure import inputs
from devtools.measure.common import FLAT
from tests.helpers import rotating

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("kind", "count"), [("phases", 100), ("files", 300), rotating("phases", 1000), rotating("files", 1000)]
)
def test_every_input_is_answered_or_refused_and_memory_stays_flat(kind: str, count: int) -> None:
    _, outcomes, wrong, grown = inputs.measure(kind, 0, count)
    assert wrong == []
    assert grown < FLAT
    assert min(outcomes["accepted"], outcomes["refused"]) > count / 10
