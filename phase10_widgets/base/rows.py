"""Tables as lists of dicts, one per row, and as DataFrames and Parquet files; only the latter two need pandas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike
from typing import Any


class Rows(list[dict[str, Any]]):
    """A list of rows, each a dict with the same keys.

    >>> Rows([{"seat": 0, "score": 35}]) == [{"seat": 0, "score": 35}]
    True
    """

    def to_frame(self) -> Any:
        """Return the rows as a pandas.DataFrame; whole numbers with gaps remain whole numbers (``Int64``).

        Raises:
            ModuleNotFoundError: pandas is not installed.
        """
        return frame(self)


def frame(rows: Iterable[Mapping[str, Any]]) -> Any:
    """Return rows as a DataFrame.

    Raises:
        ModuleNotFoundError: pandas is not installed.
    """
    try:
        import pandas
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError("a DataFrame needs pandas: pip install pandas", name=error.name) from error
    listed = list(rows)
    table = pandas.DataFrame(listed)
    gaps = [name for name in table if _has_gaps([row[name] for row in listed])]
    return table.astype(dict.fromkeys(gaps, "Int64"))


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


def _has_gaps(values: list[Any]) -> bool:
    """Return True if the values are whole numbers, except for some that are None."""
    return {type(value) for value in values} == {int, type(None)}
