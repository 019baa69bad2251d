"""A simulation's progress, shown as a bar in a terminal or notebook or reported to a callback."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

Watcher: TypeAlias = Callable[[int, int], object]
"""A progress callback that receives the number of finished trials and the total number expected."""


LARGE_TOTAL = 100_000
"""The total at which a bar starts to abbreviate its numbers."""


@contextmanager
def watching(progress: bool | Watcher | None, done: int, most: int, unit: str = "trials") -> Iterator[Watcher]:
    """Yield the callback to run after each chunk; a bar counts in *unit*, adjusts if the total changes, and closes at
    the end.

    Raises:
        ImportError: a bar is requested, but tqdm is not installed.
        ValueError: *progress* is neither a bool nor a function.
    """
    if progress is None or progress is False:
        yield lambda done, most: None
    elif callable(progress):
        yield progress
    elif progress is True:
        with _bar(done, most, unit) as watch:
            yield watch
    else:
        raise ValueError(f"progress must be True, False or a function, not {progress!r:.60}")


@contextmanager
def _bar(done: int, most: int, unit: str) -> Iterator[Watcher]:
    try:
        from tqdm.auto import tqdm
    except ImportError:
        raise ImportError(
            "a progress bar needs tqdm (pip install tqdm); or set progress to a function that takes (done, most)"
        ) from None
    with tqdm(total=most, initial=done, unit=f" {unit}", unit_scale=most >= LARGE_TOTAL) as bar:

        def watch(done: int, most: int) -> None:
            bar.total = most
            bar.update(done - bar.n)

        yield watch
