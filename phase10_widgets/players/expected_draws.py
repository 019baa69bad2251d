"""How long a phase still takes: the number of draws, on average, from how near the cards are.

With distance *d* (cards lacking) and the share *q* of the cards to come that lower it, a player who throws the right
cards still needs about ``a - b * log(q)`` draws. The two numbers for each distance of each printed phase were measured
by ``python -m devtools.generate.expected_draws``, which plays hands alone with the deck; ``waits.json`` keeps them.
"""

from __future__ import annotations

import json
from functools import cache, lru_cache
from math import log
from pathlib import Path
from typing import Any, NamedTuple

from ..core.edition import Edition
from ..core.phases import MAX_PHASE_CARDS, Phase


class DistanceRow(NamedTuple):
    """What was measured at one distance."""

    a: float
    b: float
    share: float
    """The usual share of the cards to come that lower the distance."""


ANY = "any phase"
"""The rows of all phases of an edition's side together, for a phase that somebody made up."""


class ExpectedDraws:
    """How many draws a phase still takes on average."""

    def __init__(self, rows: list[DistanceRow], mean: float) -> None:
        """*rows* for the distances 1, 2, …; *mean* from a hand just dealt."""
        self.mean = mean
        self._rows = [DistanceRow(0.0, 0.0, 1.0), *rows]
        """By distance, 0 first; beyond the last measured one each further card takes as long as the last did."""
        last, before = rows[-1], rows[max(len(rows) - 2, 0)]
        step = max(last.a - before.a, 1.0)
        for beyond in range(1, MAX_PHASE_CARDS + 1 - len(rows)):
            self._rows.append(last._replace(a=last.a + beyond * step))

    def __call__(self, distance: int, outs: int, size: int) -> float:
        """The draws still needed after a draw, when *outs* of the *size* cards to come lower the distance."""
        return self._at(distance, (outs or 0.5) / (size or 1))

    def typical(self, distance: int) -> float:
        """The draws still needed at this distance, whatever the outs."""
        return self._at(distance, self._rows[distance].share)

    def saved(self, distance: int) -> float:
        """How many draws one sees saved on average by a card that surely lowers this distance instead of one drawn."""
        return (self.typical(distance) - self.typical(distance - 1)) * (1 - self._rows[distance].share)

    def _at(self, distance: int, share: float) -> float:
        a, b, _ = self._rows[distance]
        draws = a - b * log(share)
        return draws if draws > distance else float(distance)


def expected_draws(edition: Edition, phase: Phase, side: str) -> ExpectedDraws:
    """What is known of this phase with the cards of one side; an edition that was not measured is taken as classic."""
    return _waits(edition.id, side, str(phase))


@lru_cache(maxsize=500)
def _waits(edition: str, side: str, phase: str) -> ExpectedDraws:
    measured = _measured()
    listed = measured.get(edition, measured["classic"]).get(side, measured["classic"]["color"])
    found = listed.get(phase, listed[ANY])
    return ExpectedDraws([DistanceRow(*row) for row in found["rows"] or listed[ANY]["rows"]], found["mean"])


@cache
def _measured() -> Any:
    return json.loads(Path(__file__).with_name("expected_draws.json").read_text("utf-8"))
