"""Write docs/odds.md, the chance of being dealt each printed phase: ``python -m devtools.generate.odds_table``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import phase10_widgets as p10
from devtools import command
from phase10_widgets import odds
from phase10_widgets.odds import Exact

PAGE = Path(__file__).resolve().parents[2] / "docs" / "odds.md"
SIZES = (10, 11)

HEAD = """\
# The odds of every phase

This page lists the chance that you already hold a phase: in the 10 cards dealt, and in 11 cards after the first draw.
Each number is exact: the proportion of all possible hands that contain the phase. "Fraction" gives it in lowest terms.
In a checkout, `python -m devtools.generate.odds_table` writes this page, and a test keeps it up to date.

You can compute any entry in Python. The last one on this page, for example, is

```python
import phase10_widgets as p10

p10.odds.deal({call})
```

The result is a `Fraction` with an explanation:
"{explanation}"
"""


class Section(NamedTuple):
    """A table for an edition, a side and a number of players."""

    edition: str
    side: str | None
    players: tuple[int, ...]
    """The numbers of players for which this deck is used, if the deck depends on the number of players."""

    @property
    def seats(self) -> int | None:
        return self.players[-1] if self.players else None

    @property
    def title(self) -> str:
        name = p10.edition(self.edition).name
        if self.side:
            return f"{name}: {self.side} side"
        return f"{name}: {' or '.join(map(str, self.players))} players" if self.players else name

    def deal(self, phase: int, cards: int) -> Exact:
        """Return the chance for one entry."""
        return odds.deal(self.edition, phase, cards=cards, seats=self.seats, side=self.side)

    def call(self, phase: int, cards: int) -> str:
        call = f'"{self.edition}", {phase}, cards={cards}'
        if self.seats:
            call += f", seats={self.seats}"
        return call + (f', side="{self.side}"' if self.side else "")

    def row(self, phase: int) -> str:
        """Return one row of the table."""
        cells = [str(phase), str(p10.edition(self.edition).phase(phase))]
        for cards in SIZES:
            chance = self.deal(phase, cards)
            cells += [chance.percent, f"{chance.numerator}/{chance.denominator}"]
        return f"| {' | '.join(cells)} |\n"


def sections() -> Iterator[Section]:
    """Yield every table: one for each side of the cards and each number of players that has a different deck."""
    for name in p10.EDITIONS:
        edition = p10.edition(name)
        decks: dict[int, tuple[int, ...]] = {}
        for seats in edition.seats:
            size = len(edition.deck(seats))
            decks[size] = (*decks.get(size, ()), seats)
        for side in edition.pack.sides:
            for players in decks.values():
                yield Section(name, side.name if edition.two_sided else None, players if len(decks) > 1 else ())


def page() -> str:
    tables = []
    for section in sections():
        heads = "".join(f" {cards} cards | fraction |" for cards in SIZES)
        rows = "".join(section.row(phase.number) for phase in p10.edition(section.edition).phases)
        head = f"| number | phase |{heads}\n|---:|---|{'---:|---|' * len(SIZES)}\n"
        tables.append(f"\n## {section.title}\n\n{head}{rows}")
    call = section.call(phases := len(p10.edition(section.edition).phases), SIZES[-1])
    return HEAD.format(call=call, explanation=section.deal(phases, SIZES[-1]).explanation) + "".join(tables)


if __name__ == "__main__":
    command.parser(__doc__).parse_args()
    PAGE.write_text(page(), "utf-8")
