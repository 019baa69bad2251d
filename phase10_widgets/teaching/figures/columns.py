"""Numbers as columns, for a cell of a lesson: a picture, a sentence, and the numbers as a table."""

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
"""The most columns that can be told apart."""


class Columns(SmallPicture):
    """Whole numbers as columns, each as high as its share of them. ``Columns([3, 7, 12], width=10)``"""

    def __init__(self, values: Iterable[int], width: int = 1, *, language: str = "en") -> None:
        """Count how many of the *values* are in each column; *width* is how many whole numbers share one.

        Raises:
            ValueError: a value is not a whole number, there is none, or they need too many columns; the width is not a
                whole number above 0; the language is unknown.
        """
        self.text = Text(language)
        self.values = tuple(values)
        wide = integer(width)
        if wide is None or wide < 1:
            raise ValueError(f"width must be a whole number above 0, not {width!r:.40}")
        wrong = [value for value in self.values if integer(value) is None]
        if wrong or not self.values:
            raise ValueError(f"columns need whole numbers, not {wrong[0]!r:.40}" if wrong else "there are no values")
        self.width = wide
        first, last = min(self.values) // wide, max(self.values) // wide
        if last - first >= MOST:
            raise ValueError(f"{last - first + 1} columns are too many; choose a larger width")
        found = Counter(value // wide for value in self.values)
        self.counts = {at * wide: found[at] for at in range(first, last + 1)}
        """The smallest number of each column, and how many values are in it."""

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
        """Write the share of a column with the digits that its standard error supports: values are mostly simulated."""
        return self.text.number(share(self.counts[low], len(self.values)).text)

    def _name(self, low: int) -> str:
        first, last = (self.text.number(number(end)) for end in (low, low + self.width - 1))
        return first if first == last else self.text.say("{low} to {high}", low=first, high=last)
