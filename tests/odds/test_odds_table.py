"""docs/odds.md contains the values of `odds.deal`."""

from __future__ import annotations

import re

import pytest

from devtools.generate import odds_table

SECTIONS = list(odds_table.sections())
QUICK = (2, 3, 9)
"""These phases represent flip's color side: the others take too long for a test."""


def rows() -> dict[tuple[str, int], str]:
    """Return the page's rows by section and phase."""
    found: dict[tuple[str, int], str] = {}
    for section in odds_table.PAGE.read_text("utf-8").split("\n## ")[1:]:
        title = section.partition("\n")[0].strip()
        found |= {(title, int(row[1])): row[0] for row in re.finditer(r"(?m)^\| (\d+) \|.*\n", section)}
    return found


def test_every_edition_side_deck_and_phase_has_a_row() -> None:
    assert list(rows()) == [(section.title, phase) for section in SECTIONS for phase in range(1, 11)]
    assert len(SECTIONS) == 1 + 2 + 4 + 1


@pytest.mark.slow
@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.title)
def test_the_page_is_up_to_date(section: odds_table.Section) -> None:
    for phase in QUICK if section.side == "color" else range(1, 11):
        assert rows()[section.title, phase] == section.row(phase), "run python -m devtools.generate.odds_table"


def test_the_example_of_the_page_is_its_last_entry() -> None:
    page = odds_table.PAGE.read_text("utf-8")
    (call,) = re.findall(r"p10\.odds\.deal\((.*)\)", page)
    *_, section = SECTIONS
    assert call == section.call(10, 11)
    assert str(section.deal(10, 11).explanation) in page
