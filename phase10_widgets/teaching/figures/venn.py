"""Two events as overlapping circles for a lesson cell: a picture, a sentence, and a table of the numbers."""

from __future__ import annotations

from collections.abc import Mapping

from ...base.integers import integer
from ...languages.number_text import number
from ...languages.text import Text
from ...ui.drawn.markup import Html, joined, tag
from ...ui.drawn.static_html import SmallPicture, address, fold
from ...ui.drawn.static_numbers import table
from .shared.drawing import COLORS, FONT, INK

WIDTH, HEIGHT = 340, 200
RADIUS = 70


class Venn(SmallPicture):
    """A Venn diagram of two events. ``Venn({"red": 24, "5": 8}, both=2, of=108)``"""

    def __init__(self, events: Mapping[str, int], both: int, of: int, *, language: str = "en") -> None:
        """Draw two *events*, given as numbers of cases keyed by name; *both* of the *of* cases belong to both events.

        Raises:
            ValueError: there are not two events, the numbers of cases are impossible, or the language is unknown.
        """
        self.text = Text(language)
        if len(events) != 2:
            raise ValueError(f"a Venn diagram needs two events, not {len(events)}")
        counted = [integer(n) for n in (*events.values(), both, of)]
        first, second, common, every = (-1 if n is None else n for n in counted)
        self.names = tuple(events)
        """The names of the two events."""
        self.counts = first - common, common, second - common, every - first - second + common
        """The numbers of cases in only the first event, in both, in only the second, and in neither."""
        if common < 0 or min(self.counts) < 0:
            raise ValueError(f"the numbers of cases are impossible: {dict(events)}, both={both!r:.40}, of={of!r:.40}")

    def __repr__(self) -> str:
        return f"<Venn diagram of {self.names[0]} and {self.names[1]}>"

    def _repr_html_(self) -> str:
        say, cases = self.text.say, self._cases()
        title = say("Venn diagram: {first} and {second}", first=self.names[0], second=self.names[1])
        told = say("Two circles overlap: {cases}.", cases="; ".join(f"{name}, {written}" for name, written in cases))
        image = tag(
            "img",
            alt=told,
            src=address(WIDTH, HEIGHT, *self._drawn()),
            width=WIDTH,
            height=HEIGHT,
            style="max-width:100%;height:auto",
        )
        numbers = table(["", say("cases")], cases)
        head = tag("p", tag("b", title), style="margin:12px 0 4px")
        return str(joined([head, image, fold(say("The numbers as a table"), numbers)]))

    def _cases(self) -> list[tuple[str, str]]:
        say, (first, second) = self.text.say, self.names
        named = say("only {event}", event=first), say("both"), say("only {event}", event=second), say("neither")
        return [(name, self._number(n)) for name, n in zip(named, self.counts, strict=True)]

    def _number(self, n: int) -> str:
        return self.text.number(number(n))

    def _drawn(self) -> list[Html]:
        """Return the box, the circles and the labels in them."""
        colors, centers = (COLORS["truth"], COLORS["sample"]), (125, 215)
        box = tag("rect", x=2, y=2, width=WIDTH - 4, height=HEIGHT - 4, rx=6, fill="none", stroke=INK)
        circles = [
            tag("circle", cx=x, cy=112, r=RADIUS, fill=color, fill_opacity=0.2, stroke=color, stroke_width=2)
            for x, color in zip(centers, colors, strict=True)
        ]
        names = [self._words(x, 30, name) for x, name in zip((100, 240), self.names, strict=True)]
        numbers = [self._words(x, 117, self._number(n)) for x, n in zip((95, 170, 245), self.counts[:3], strict=True)]
        return [box, *circles, *names, *numbers, self._words(314, 188, self._number(self.counts[3]))]

    @staticmethod
    def _words(x: int, y: int, words: str) -> Html:
        return tag("text", words, x=x, y=y, text_anchor="middle", **FONT)
