"""One test for a whole table, which checks all rows and fails once with the faults of all of them."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from functools import wraps
from inspect import signature
from pathlib import Path
from typing import Any, TypeVar

import pytest

Test = TypeVar("Test", bound=Callable[..., None])


class Faults:
    """The number of rows that a test has checked, and the faults found so far.

    >>> faults = Faults()
    >>> for text, value in {"1/2": 0.5, "3": 4}.items():
    ...     with faults.of(text):
    ...         assert value < 1, f"{value} is not a chance"
    >>> faults.rows, len(faults.found)
    (2, 1)
    """

    def __init__(self) -> None:
        self.rows = 0
        self.found: list[str] = []

    @contextmanager
    def of(self, row: object) -> Iterator[None]:
        """Record a failure in the block under the row's name, and continue with the next row."""
        self.rows += 1
        try:
            yield
        except (Exception, pytest.fail.Exception) as error:
            at = traceback.extract_tb(error.__traceback__)[-1]
            what = str(error) if isinstance(error, AssertionError) else f"{type(error).__name__}: {error}"
            self.found.append(f"{row} ({Path(at.filename).name}:{at.lineno}): {what}")


@contextmanager
def no_faults() -> Iterator[Faults]:
    """Fail at the end of the block with the faults of all rows, or if there were no rows at all.

    with no_faults() as faults:
        for lesson in LESSONS:
            with faults.of(lesson.name):
                assert lesson.questions
    """
    faults = Faults()
    yield faults
    if not faults.rows:
        pytest.fail("the table has no rows", pytrace=False)
    if faults.found:
        pytest.fail(f"{len(faults.found)} of {faults.rows}:\n" + "\n".join(faults.found), pytrace=False)


def every(names: str, rows: Collection[Any]) -> Callable[[Test], Test]:
    """Run a test once for a whole table, like `pytest.mark.parametrize` but as one case with the faults of all rows.

    A row is named after its last column if that is *why*. A test takes only the columns that it needs, and all rows
    share the fixtures.

    @every("text, phase, why", ROWS)
    def test_a_phase_is_read(text: str, phase: Phase) -> None:
        assert Phase.parse(text) == phase
    """
    columns = names.replace(",", " ").split()

    def mark(test: Test) -> Test:
        @wraps(test)
        def whole_table(**fixtures: Any) -> None:
            with no_faults() as faults:
                for row in rows:
                    values = row if len(columns) > 1 else (row,)
                    with faults.of(values[-1] if columns[-1] == "why" else _named(row)):
                        row_of = dict(zip(columns, values, strict=True))
                        test(**{name: row_of[name] for name in columns if name in taken}, **fixtures)

        taken = signature(test).parameters
        needed = [one for name, one in taken.items() if name not in columns]
        whole_table.__signature__ = signature(test).replace(parameters=needed)  # type: ignore[attr-defined]
        return whole_table  # type: ignore[return-value]

    return mark


def _named(row: object) -> str:
    """Return the row as a short text, or its type if it contains a number that is too long to print."""
    try:
        return f"{row!r:.100}"
    except ValueError:
        return f"a {type(row).__name__}"
