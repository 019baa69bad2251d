"""One test for a whole table: it goes through all of the rows, and fails once with the fault of each."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


class Faults:
    """The rows that a test has gone through, and the faults found so far.

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
        """Keep what fails inside, under the row's name, and go on with the next row."""
        self.rows += 1
        try:
            yield
        except (Exception, pytest.fail.Exception) as error:
            at = traceback.extract_tb(error.__traceback__)[-1]
            what = str(error) if isinstance(error, AssertionError) else f"{type(error).__name__}: {error}"
            self.found.append(f"{row} ({Path(at.filename).name}:{at.lineno}): {what}")


@contextmanager
def no_faults() -> Iterator[Faults]:
    """Fail at the end with the faults of all rows, or because there was no row at all.

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
