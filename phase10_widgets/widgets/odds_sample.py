"""A sample that grows deal by deal, with the running share of hits."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from time import perf_counter
from typing import Any, NamedTuple

from ..odds.estimate import Estimate, wilson
from ..odds.questions import Question
from ..odds.streams import Tally, stream
from ..text import Text
from .asking import SLICE
from .odds_numbers import ALONE

MOST_DEALS = 1_000_000
"""A sample grows no further."""
A_DECADE = 24
"""The running share is kept so many times while the deals grow tenfold."""


class Moment(NamedTuple):
    """How it stood after some deals."""

    trials: int
    hits: int


class Sample:
    """Deals one after the other. It rests on question and seed alone, and is what ``odds.simulate`` makes of them."""

    def __init__(self, ask: Callable[[], Question], seed: int) -> None:
        """*ask* makes the question, once there is something to deal."""
        self._ask = ask
        self.seed = seed
        self.wanted = 0
        """So many deals were asked for so far."""
        self.trials = 0
        self.hits = 0
        self._moments: list[Moment] = []
        self._next = 1

    @cached_property
    def question(self) -> Question:
        """What each deal is asked."""
        return self._ask()

    def deal(self, seconds: float = SLICE) -> bool:
        """Deal for so long, or until all is dealt that was asked for; whether there is more to deal."""
        until = perf_counter() + seconds
        trial = self.question.prepared()
        while self.trials < self.wanted and perf_counter() < until:
            if self.trials % self.question.chunk == 0:
                self._random = stream(self.seed, self.trials // self.question.chunk)
            self.hits += bool(trial(self._random))
            self.trials += 1
            if self.trials == self._next:
                self._moments.append(Moment(self.trials, self.hits))
                self._next = max(self.trials + 1, round(self.trials * 10 ** (1 / A_DECADE)))
        return self.trials < self.wanted

    def estimate(self) -> Estimate:
        """The share of hits with its interval; there must have been a deal."""
        n, hits = self.trials, self.hits
        asked, assumption = self.question.asked, self.question.assumption
        tally = Tally("chance", n, hits, hits * (n - hits) / n)
        return Estimate.of(tally, seed=self.seed, asked=asked, assumption=assumption)

    def to_dicts(self) -> list[dict[str, Any]]:
        """How it stood from time to time, and how it stands now: trials, hits, value, low and high."""
        now = Moment(self.trials, self.hits)
        moments = self._moments if not now.trials or now in self._moments[-1:] else [*self._moments, now]
        return [_row(moment) for moment in moments]

    def to_dict(self, words: Text) -> dict[str, Any]:
        """The sample as a browser draws it; a point is trials, share, and the interval's ends."""
        points = [[row["trials"], row["value"], row["low"], row["high"]] for row in self.to_dicts()]
        return {
            "wanted": self.wanted,
            "trials": self.trials,
            "hits": self.hits,
            "points": points,
            "estimate": estimate_to_dict(self.estimate(), words) if points else None,
        }


def _row(moment: Moment) -> dict[str, Any]:
    low, high = wilson(moment.hits, moment.trials)
    return {**moment._asdict(), "value": moment.hits / moment.trials, "low": low, "high": high}


def estimate_to_dict(found: Estimate, words: Text) -> dict[str, Any]:
    """An estimate as it is read, to the digits that it supports."""
    said = {name: words.say(ALONE, number=found.explanation.parts[name]) for name in ("value", "low", "high")}
    return {
        "value": found.value,
        "low": found.low,
        "high": found.high,
        "percent": said["value"],
        "interval": [said["low"], said["high"]],
        "explanation": words.tell(found.explanation),
    }
