"""A column chart for a lesson cell: a picture, a sentence, and a table of the numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ...base.integers import integer
from ...languages.number_text import number
from ...languages.text import Text
from ...odds.estimate import share
from ...ui.drawn.static_html import SmallPicture
from .shared.parts import TableRow, Value, bars
from .shared.static import part_html

MOST = 60
"""The maximum number of columns that can be told apart."""


class Columns(SmallPicture):
    """A column chart of whole numbers, showing each column's proportion: ``Columns([3, 7, 12], width=10)``."""

    def __init__(self, values: Iterable[int], width: int = 1, *, language: str = "en") -> None:
        """Count the *values* in each column; a column covers *width* whole numbers.

        Raises:
            ValueError: a value is not a whole number, there are no values, or they need too many columns; the width is
                not a whole number above 0; the language is unknown.
        """
        self.text = Text(language)
        self.values = tuple(values)
        wide = integer(width)
        if wide is None or wide < 1:
            raise ValueError(f"width must be a whole number above 0, not {width!r:.40}")
        wrong = [value for value in self.values if integer(value) is None]
        if wrong or not self.values:
            raise ValueError(f"values must be whole numbers, not {wrong[0]!r:.40}" if wrong else "there are no values")
        self.width = wide
        first, last = min(self.values) // wide, max(self.values) // wide
        if last - first >= MOST:
            raise ValueError(f"{last - first + 1} columns are too many; choose a larger width")
        found = Counter(value // wide for value in self.values)
        self.counts = {at * wide: found[at] for at in range(first, last + 1)}
        """The number of values in each column, keyed by the smallest number that the column covers."""

    def __repr__(self) -> str:
        return f"<Columns of {len(self.values):,} values, {len(self.counts)} of width {self.width}>"

    def _repr_html_(self) -> str:
        say, n = self.text.say, len(self.values)
        top = max(self.counts, key=self.counts.__getitem__)
        rows = [TableRow(self._name(low), [Value(times / n, self._share(low))]) for low, times in self.counts.items()]
        chart = bars(
            say("{n} values in steps of {width}", n=number(n), width=number(self.width)),
            say("The highest column is {column}, with {share}.", column=self._name(top), share=self._share(top)),
            series=[("sample", say("share"))],
            rows=rows,
            axis=say("value"),
            head=say("values"),
            upright=True,
        )
        return str(part_html(chart, self.text))

    def _share(self, low: int) -> str:
        """Format a column's proportion like a simulated value, with only the digits that its standard error
        supports."""
        return self.text.number(share(self.counts[low], len(self.values)).text)

    def _name(self, low: int) -> str:
        first, last = (self.text.number(number(end)) for end in (low, low + self.width - 1))
        return first if first == last else self.text.say("{low} to {high}", low=first, high=last)
