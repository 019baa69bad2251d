"""Marks for the rules that tests check, and the list that `devtools.generate.rule_table` writes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from tests.faults import Test, every

CHAPTERS = {"G": 20, "C": 8, "V": 4, "M": 9, "S": 8, "F": 13}
"""The number of rules in each chapter of the rulebook."""
NUMBERS = tuple(f"{chapter}{number}" for chapter, most in CHAPTERS.items() for number in range(1, most + 1))

HERE = Path(__file__).parent / "rules"


class Check(NamedTuple):
    """A test, or a row in its table, that checks one rule."""

    number: str
    sentence: str
    test: str
    """The test's name in pytest without the row."""


def rule(*numbers: str) -> Callable[[Test], Test]:
    """Mark a test as a check of these rules; the first line of the test's docstring describes the check."""

    def mark(test: Test) -> Test:
        sentence = (test.__doc__ or "").strip().split("\n")[0]
        assert sentence, f"{test.__name__} must say in its docstring what it checks"
        return _noted(test, [(number, sentence) for number in numbers])

    return mark


def cases(names: str, rows: Sequence[tuple[Any, ...]]) -> Callable[[Test], Test]:
    """Run a test for a whole table, whose first column names one or more rules and whose last column gives a reason."""

    def mark(test: Test) -> Test:
        noted = [(number, str(row[-1])) for row in rows for number in str(row[0]).split()]
        return _noted(every(names, rows)(test), noted)

    return mark


def checks() -> Iterator[Check]:
    """Yield every marked check in tests/rules, ordered by file and line."""
    for path in sorted(HERE.glob("test_*.py")):
        module = import_module(f"tests.rules.{path.stem}")
        for name, test in vars(module).items():
            if not name.startswith("test_"):
                continue
            for number, sentence in getattr(test, "checks_rules", ()):
                yield Check(number, sentence, f"{path.stem}.py::{name}")


def _noted(test: Test, noted: list[tuple[str, str]]) -> Test:
    before = getattr(test, "checks_rules", [])
    test.checks_rules = [*before, *noted]  # type: ignore[attr-defined]
    return test
