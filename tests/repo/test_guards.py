"""The table of the security review names every finding, and each of its tests can be shown to fail."""

from __future__ import annotations

import re

import pytest

from devtools.measure.guards import GUARDS, Guard
from tests.packages import CHECKOUT

ROWS = re.findall(
    r"(?m)^\| ([SL]\d+): .+? \| .+? \| (.+) \|$", (CHECKOUT / "docs/audit/security.md").read_text("utf-8")
)
FINDINGS = [*(f"S{number}" for number in range(1, 15)), *(f"L{number}" for number in range(1, 11))]


def test_every_finding_has_a_row_with_its_tests() -> None:
    assert [finding for finding, _ in ROWS] == FINDINGS
    for finding, tests in ROWS:
        taken_away = {guard.test for guard in GUARDS if guard.finding == finding}
        assert set(re.findall(r"`(tests/[^`]+)`", tests)) == taken_away, finding


@pytest.mark.parametrize("guard", GUARDS, ids=lambda guard: f"{guard.finding} {guard.file}")
def test_each_answer_can_be_taken_away(guard: Guard) -> None:
    """``python -m devtools.measure.guards`` does so and runs the test, which must fail."""
    assert (CHECKOUT / guard.file).read_text("utf-8").count(guard.now) == 1
    path, _, test = guard.test.partition("::")
    assert re.search(rf"^def {test}\(", (CHECKOUT / path).read_text("utf-8"), re.MULTILINE)
