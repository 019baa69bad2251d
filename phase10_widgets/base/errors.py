"""The base class for the package's errors."""

from __future__ import annotations


class Phase10Error(Exception):
    """Base class for the package's errors, each of which is also a built-in error, usually a ValueError.

    >>> import phase10_widgets as p10
    >>> try:
    ...     p10.Phase.parse("1 sett of 3")
    ... except p10.errors.Phase10Error as error:
    ...     print(error)
    '1 sett of 3' is not a group; write '2 sets of 3', '1 run of 7', '7 cards of one color' …
    """
