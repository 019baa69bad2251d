"""Write docs/audit/rules.md, the tests for each rule in the rulebook: ``python -m devtools.generate.rule_table``."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from devtools import command

PAGE = Path(__file__).resolve().parents[2] / "docs" / "audit" / "rules.md"

HEAD = """\
# Rules and their tests

This table lists the tests that check each rule of [the rulebook](../rulebook.md).
`python -m devtools.generate.rule_table` writes it from the marks in `tests/rules`. One test keeps the page up to date;
another fails when a rule has no test.

| rule | what is checked | test |
|---|---|---|
"""


def page() -> str:
    from tests.rulebook import NUMBERS, checks

    found = list(checks())
    rows = []
    for number in NUMBERS:
        mine = [check for check in found if check.number == number]
        for test in dict.fromkeys(check.test for check in mine):
            sentences = dict.fromkeys(check.sentence for check in mine if check.test == test)
            rows.append(row(number, sentences, test))
    return HEAD + "".join(rows)


def row(number: str, sentences: Iterable[str], test: str) -> str:
    """Return one table row: a rule, the checks made by one test, and the test."""
    text = "; ".join(sentence.rstrip(".") for sentence in sentences).replace("|", "\\|")
    file, _, name = test.partition("::")
    return f"| [{number}](../rulebook.md#{number.lower()}) | {text} | [`{name}`](../../tests/rules/{file}) |\n"


if __name__ == "__main__":
    command.parser(__doc__).parse_args()
    PAGE.write_text(page(), "utf-8")
