"""Every rule number has a test, and docs/audit/rules.md lists it."""

from __future__ import annotations

import re

import phase10_widgets as p10
from devtools.generate import rule_table
from phase10_widgets.rules.options import options_of
from tests.rulebook import NUMBERS, checks


def test_every_rule_has_a_test() -> None:
    assert {check.number for check in checks()} == {*NUMBERS}


def test_the_page_is_up_to_date() -> None:
    assert rule_table.PAGE.read_text("utf-8") == rule_table.page(), "run python -m devtools.generate.rule_table"


def test_editions_and_options_cite_the_rulebook() -> None:
    for name in p10.EDITIONS:
        edition = p10.edition(name)
        assert {number for number, _ in edition.notes} <= set(NUMBERS)
        assert {option.rule for option in options_of(edition)} <= set(NUMBERS)
        assert all(re.fullmatch(r".+[.…]", sentence) for _, sentence in edition.notes)
