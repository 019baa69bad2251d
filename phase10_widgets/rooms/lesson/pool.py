"""Pools: everybody in a room runs deals, which together yield one estimate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from math import isfinite
from random import Random
from typing import Any

from ...base.translatable import Refusal
from ...languages.text import Text
from ...odds.estimate import Estimate
from ...odds.simulation.experiment import Answer, read_experiment
from ...odds.simulation.tally import Tally, count
from ...teaching import Exercise

DEALS_AT_ONCE = 50
"""The number of deals in each batch that a person runs."""
MOST_DEALS = 1000
"""The maximum number of deals per person."""
MOST_PATH = 60
"""The maximum number of points on the running mean's path; beyond that, every other point is dropped."""


class DealPool:
    """Everybody's deals for one question."""

    def __init__(self, exercise: Exercise) -> None:
        """Start a pool of deals for this question."""
        self._exercise = exercise
        self.tallies: dict[int, Tally] = {}
        """Each person's deals; negative keys stand for people who have been removed."""
        self.path: list[tuple[int, float]] = []
        """The running mean of all deals, as pairs of deal count and mean."""

    def dealt(self, person: int) -> int:
        """Return the number of deals that a person has run."""
        return self.tallies[person].trials if person in self.tallies else 0

    def check(self, person: int) -> None:
        """Check that a person may run more deals.

        Raises:
            Refusal: they have run enough deals.
        """
        if self.dealt(person) >= MOST_DEALS:
            raise Refusal("You have dealt {n} times. That is enough.", n=MOST_DEALS)

    def deals(self, person: int) -> partial[Sequence[Answer]]:
        """Return a function that runs a person's next deals, which depend only on the person and on how many deals they
        have already run."""
        question, exercise = self._exercise.question, self._exercise
        seed = f"pool/{exercise.seed}/{person}/{self.dealt(person)}"
        return partial(_run, question.experiment, exercise.params, seed)

    def after(self, person: int, found: Sequence[Answer]) -> Tally:
        """Return a person's tally including these deals."""
        tally = count([*found])
        return self.tallies[person].plus(tally) if person in self.tallies else tally

    def keep(self, person: int, tally: Tally) -> None:
        """Record a person's deals."""
        self.tallies[person] = tally
        whole = self.whole
        if whole is not None:
            self.path.append((whole.trials, whole.mean))
        if len(self.path) > MOST_PATH:
            self.path = self.path[1::2]

    def forget(self, person: int) -> None:
        """Keep a removed person's deals anonymously."""
        if person in self.tallies:
            self.tallies[min([0, *self.tallies]) - 1] = self.tallies.pop(person)

    def of_both(self, person: int, newcomer: int) -> Tally:
        """Return the combined deals of a person and a newcomer who has run some."""
        more = self.tallies[newcomer]
        return self.tallies[person].plus(more) if person in self.tallies else more

    def merge(self, person: int, newcomer: int) -> None:
        """Add a newcomer's deals to a person's."""
        self.tallies[person] = self.of_both(person, newcomer)
        del self.tallies[newcomer]

    @property
    def whole(self) -> Tally | None:
        """All deals combined, or None before the first one."""
        total: Tally | None = None
        for tally in self.tallies.values():
            total = tally if total is None else total.plus(tally)
        return total

    @property
    def estimate(self) -> Estimate | None:
        """The estimate from all deals."""
        whole = self.whole
        return None if whole is None else Estimate.of(whole)

    def said(self, words: Text) -> str:
        """Return the estimate in words that follow the number of deals (empty before the first deal)."""
        found = self.estimate
        if found is None:
            return ""
        low, high = found.ends
        if found.kind == "chance":
            return words.say(
                "It happened in {value} of them. The true chance is probably between {low} and {high}.",
                value=found.text,
                low=low,
                high=high,
            )
        if not isfinite(found.error):
            return words.say("Their mean is {value}.", value=found.text)
        return words.say(
            "Their mean is {value}. The true mean is probably between {low} and {high}.",
            value=found.text,
            low=low,
            high=high,
        )

    def own(self, person: int, words: Text) -> str:
        """Return a person's result in words."""
        tally = self.tallies.get(person)
        if tally is None:
            return ""
        if tally.kind == "chance":
            return words.say("It happened in {n} of your {of} deals.", n=int(tally.total), of=tally.trials)
        found = Estimate.of(tally)
        return words.say("The mean of your {of} deals is {mean}.", of=tally.trials, mean=found.text)

    def means(self) -> list[float]:
        """Return each person's mean, lowest first."""
        return sorted(tally.mean for tally in self.tallies.values())


def _run(experiment: Any, params: Mapping[str, Any], seed: str) -> Sequence[Answer]:
    trial, chance = read_experiment(experiment(params)).prepared(), Random(seed)
    return [trial(chance) for _ in range(DEALS_AT_ONCE)]
