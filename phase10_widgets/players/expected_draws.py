"""Expected draws: the average number of draws until a phase is complete, given the hand's distance from it.

With distance *d* (cards missing) and the fraction *q* of unseen cards that lower it, a player who discards well still
needs about ``a - b * log(q)`` draws. Both coefficients were measured for each distance of each printed phase with
``python -m devtools.generate.expected_draws``, which plays single hands against the deck; ``expected_draws.json``
stores them.
"""

from __future__ import annotations

import json
from functools import cache, lru_cache
from math import log
from pathlib import Path
from typing import Any, NamedTuple

from ..rules.edition import Edition
from ..rules.phases import MAX_PHASE_CARDS, Phase


class DistanceRow(NamedTuple):
    """The measured coefficients at one distance."""

    a: float
    b: float
    share: float
    """The typical fraction of unseen cards that lower the distance."""


ANY = "any phase"
"""The key for the coefficients pooled over all phases on one side of an edition, which custom phases use."""


class ExpectedDraws:
    """The average number of draws until a phase is complete."""

    def __init__(self, rows: list[DistanceRow], mean: float) -> None:
        """Store the *rows* for distances 1, 2, … and the *mean* number of draws from a fresh deal."""
        self.mean = mean
        self._rows = [DistanceRow(0.0, 0.0, 1.0), *rows]
        """Rows by distance, starting at 0; for longer distances, each additional card adds the last measured step."""
        last, before = rows[-1], rows[max(len(rows) - 2, 0)]
        step = max(last.a - before.a, 1.0)
        for beyond in range(1, MAX_PHASE_CARDS + 1 - len(rows)):
            self._rows.append(last._replace(a=last.a + beyond * step))

    def __call__(self, distance: int, outs: int, size: int) -> float:
        """Return the draws still needed after a draw if *outs* of the *size* unseen cards lower the distance."""
        return self._at(distance, (outs or 0.5) / (size or 1))

    def typical(self, distance: int) -> float:
        """Return the draws still needed at this distance with a typical fraction of outs."""
        return self._at(distance, self._rows[distance].share)

    def saved(self, distance: int) -> float:
        """Return the average number of draws saved by a card certain to lower this distance, versus a random draw."""
        return (self.typical(distance) - self.typical(distance - 1)) * (1 - self._rows[distance].share)

    def _at(self, distance: int, share: float) -> float:
        a, b, _ = self._rows[distance]
        draws = a - b * log(share)
        return draws if draws > distance else float(distance)


def expected_draws(edition: Edition, phase: Phase, side: str) -> ExpectedDraws:
    """Return the expected draws for a phase on one side; editions without measurements use classic's."""
    return _expected_draws(edition.id, side, str(phase))


@lru_cache(maxsize=500)
def _expected_draws(edition: str, side: str, phase: str) -> ExpectedDraws:
    measured = _measured()
    listed = measured.get(edition, measured["classic"]).get(side, measured["classic"]["color"])
    found = listed.get(phase, listed[ANY])
    return ExpectedDraws([DistanceRow(*row) for row in found["rows"] or listed[ANY]["rows"]], found["mean"])


@cache
def _measured() -> Any:
    return json.loads(Path(__file__).with_name("expected_draws.json").read_text("utf-8"))
