"""No page of the course prints a simulated result with more digits than its standard error supports."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.repo.honest_digits import Reader

FOLDER = Path(__file__).parents[2] / "lessons"
PAGES = sorted(FOLDER.rglob("*.ipynb"))
CHI_SQUARE = {"expected[cell]:.1f", "part:.3f", "total:.3f", "erwartet[feld]:.1f", "teil:.3f", "summe:.3f"}
"""Chi-square is computed from one table of counts. It estimates nothing, so it has no standard error."""
SIMULATED = "import random\nhits = [random.random() < 0.18 for deal in range(100)]\n"
LOOSE: list[tuple[str, str]] = [
    ('print(f"a share of {sum(hits) / len(hits):.2%}")', "100 deals do not tell hundredths of a percent"),
    ('print("a share of", sum(hits) / len(hits))', "all digits that a float has"),
    ('share = sum(hits) / 100\nprint(f"{share:.1%}")', "a name in between"),
    ('typical = sqrt(sum(hits) / 100)\nprint(f"a typical miss: {100 * typical:.2f} points")', "lesson 7, as it was"),
    ('found = p10.arena.play("classic", ["greedy"] * 2)\nprint(f"won: {found.shares[0]}")', "lesson 12, as it was"),
    (
        'n = 0\nfor hit in hits:\n    if hit:\n        n += 1\nprint(f"{n / 100:.0%}")',
        "counted in a loop, as in lesson 15",
    ),
    ("print(f\"{deutsch(sum(hits) / 100, '.1%')}\")", "a German page"),
    (
        'counts = {True: 0, False: 0}\nfor hit in hits:\n    counts[hit] += 1\nprint(f"{counts[True] / 7:.1f}")',
        "a tally",
    ),
    ('estimate = p10.odds.simulate(f, 100)\nprint(f"{estimate:.2%}")', "an estimate with digits of somebody's own"),
    ('def f():\n    return random.random()\n\n\nprint(f"{f():.3f}")', "a function that draws"),
]
HONEST: list[tuple[str, str]] = [
    ('print(f"{sum(hits):,} of {len(hits):,}")', "counts are exact"),
    ('print("a share of", p10.odds.share(sum(hits), len(hits)))', "rounded by the library"),
    ('typical = sqrt(sum(hits) / 100)\nprint(f"{p10.odds.rounded(typical, 0.05)}")', "rounded with its error"),
    ('estimate = p10.odds.simulate(f, 100)\nprint(f"in 100 deals: {estimate}")', "an estimate is honest"),
    ('hits = 1 / 7\nprint(f"{hits:.4f}")', "the name stands for something exact now"),
    (
        'found = p10.arena.play("classic", [])\nlow, high = found.shares[0].ends\nprint(f"{low} to {high}")',
        "rounded ends",
    ),
]


@pytest.mark.parametrize("path", PAGES, ids=[path.stem for path in PAGES])
def test_a_simulated_result_is_rounded_by_the_library(path: Path) -> None:
    """Only estimates, ``p10.odds.share``, ``average`` and ``rounded`` write results of chance; counts are exact."""
    reader = Reader()
    for cell in json.loads(path.read_text("utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            reader.read("".join(cell["source"]))
    assert not set(reader.found) - CHI_SQUARE, "these lines choose their own digits"


@pytest.mark.parametrize(("code", "why"), LOOSE)
def test_a_loose_digit_is_found(code: str, why: str) -> None:
    reader = Reader()
    reader.read(SIMULATED + code)
    assert len(reader.found) == 1, why


@pytest.mark.parametrize(("code", "why"), HONEST)
def test_an_honest_number_is_left_alone(code: str, why: str) -> None:
    reader = Reader()
    reader.read(SIMULATED + code)
    assert not reader.found, why
