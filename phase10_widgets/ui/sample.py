"""A sample of deals for the widgets, with the running proportion of hits."""

from __future__ import annotations

from typing import Any

from ..languages.text import Text
from ..odds.estimate import Estimate
from ..odds.simulation.incremental import IncrementalSimulation
from .odds.wire import EstimateView, SampleContent

MOST_DEALS = 1_000_000
"""The maximum size of a sample."""


class Sample(IncrementalSimulation):
    """Sample deals in the form that the browser needs to draw them."""

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return snapshots of the sample, each with trials, hits, value, low, and high."""
        return [
            {"trials": n, "hits": round(value * n), "value": value, "low": low, "high": high}
            for n, value, low, high in self.moments()
        ]

    def to_dict(self, words: Text) -> SampleContent:
        """Return the sample for the browser; each point is (trials, proportion, low end, high end)."""
        return {
            "wanted": self.wanted,
            "trials": self.trials,
            "hits": self.hits,
            "points": [(n, value, low, high) for n, value, low, high in self.moments()],
            "estimate": estimate_to_dict(self.estimate(), words) if self.trials else None,
        }


def estimate_to_dict(found: Estimate, words: Text) -> EstimateView:
    """Return an estimate as text, with only the digits that it supports."""
    low, high = found.ends
    return {
        "value": found.value,
        "low": found.low,
        "high": found.high,
        "percent": words.number(found.text),
        "interval": (words.number(low), words.number(high)),
        "explanation": words.tell(found.explanation),
    }
