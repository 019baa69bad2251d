"""Rows as a pandas.DataFrame or as Parquet; only this module needs pandas."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from os import PathLike
from typing import Any


def frame(tables: Mapping[str, Callable[[], Iterable[Mapping[str, Any]]]], of: str) -> Any:
    """Return one of several tables as a DataFrame.

    Raises:
        ModuleNotFoundError: pandas is not installed.
        ValueError: there is no such table.
    """
    if of not in tables:
        raise ValueError(f"of must be {' or '.join(map(repr, tables))}, not {of!r:.60}")
    try:
        import pandas
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError("a DataFrame needs pandas: pip install pandas", name=error.name) from error
    return pandas.DataFrame(list(tables[of]()))


def parquet(table: Any, path: str | PathLike[str] | None) -> bytes | None:
    """Write a DataFrame to a Parquet file, or return the file's bytes.

    Raises:
        ModuleNotFoundError: PyArrow is not installed.
    """
    try:
        import pyarrow  # noqa: F401
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError("Parquet needs PyArrow: pip install pyarrow", name=error.name) from error
    written: bytes | None = table.to_parquet(path, engine="pyarrow", index=False)
    return written
