"""A sample as the widgets show it: deals that are tried one after the other, with the running share of hits."""

from __future__ import annotations

from typing import Any

from ...odds.estimate import Estimate
from ...odds.simulation.incremental import Growing
from ...text import Text
from ...views.protocol.odds import EstimateView, SampleContent
from ..shared.numbers import ALONE

MOST_DEALS = 1_000_000
"""A sample grows no further."""


class Sample(Growing):
    """Trials as a browser draws them."""

    def to_dicts(self) -> list[dict[str, Any]]:
        """How it stood from time to time, and how it stands now: trials, hits, value, low and high."""
        return [
            {"trials": n, "hits": round(value * n), "value": value, "low": low, "high": high}
            for n, value, low, high in self.moments()
        ]

    def to_dict(self, words: Text) -> SampleContent:
        """The sample as a browser draws it; a point is trials, share, and the interval's ends."""
        return {
            "wanted": self.wanted,
            "trials": self.trials,
            "hits": self.hits,
            "points": [(n, value, low, high) for n, value, low, high in self.moments()],
            "estimate": estimate_to_dict(self.estimate(), words) if self.trials else None,
        }


def estimate_to_dict(found: Estimate, words: Text) -> EstimateView:
    """An estimate as it is read, to the digits that it supports."""
    said = {name: words.say(ALONE, number=found.explanation.parts[name]) for name in ("value", "low", "high")}
    return {
        "value": found.value,
        "low": found.low,
        "high": found.high,
        "percent": said["value"],
        "interval": (said["low"], said["high"]),
        "explanation": words.tell(found.explanation),
    }
