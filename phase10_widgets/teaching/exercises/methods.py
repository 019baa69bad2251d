"""The lessons' methods by name, and the record of the one that fits a question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ...base.translatable import phrase

METHODS = {
    "count": phrase("Count what fits, out of everything that can happen (equally likely outcomes)"),
    "product": phrase("Choose step by step and multiply (product rule)"),
    "combinations": phrase("Count hands, regardless of order (combinations)"),
    "addition": phrase("Add up chances (addition rule)"),
    "complement": phrase("Find what does not count, and subtract it (complement)"),
    "hypergeometric": phrase("Draw without putting back, and count the hits (hypergeometric distribution)"),
    "binomial": phrase("Repeat independent tries, and count the hits (binomial distribution)"),
    "independent": phrase("Take the same chance every time (independence)"),
    "conditional": phrase("Look only at the cases that are left (conditional probability)"),
    "total": phrase("Split into cases and add them up (total probability, tree)"),
    "bayes": phrase("Turn a condition around (Bayes' theorem)"),
    "mean": phrase("Average over everything that can happen (expected value)"),
    "variance": phrase("Measure how far values lie from their mean (variance)"),
    "normal": phrase("Add up many results, and look under the bell (normal curve, central limit theorem)"),
    "error": phrase("Ask how far a proportion can be off (standard error, confidence interval)"),
    "waiting": phrase("Wait for the first hit of independent tries (geometric distribution)"),
    "gaps": phrase("Spread the misses evenly over the gaps (waiting time without replacement)"),
    "chain": phrase("Go on from step to step (Markov chain)"),
    "computer": phrase("Go through all hands by computer (enumeration, simulation)"),
    "test": phrase("Suppose that only luck is at work (hypothesis test)"),
    "regression": phrase("Tell the skill that stays from the luck that does not (regression to the mean)"),
}
"""Each method in a learner's words, with the term that exams use, in the order in which choices are listed."""


@dataclass(frozen=True, slots=True)
class MethodFit:
    """The method that fits a question, and the results that some other methods would give instead."""

    right: str
    """The id of the method that fits."""
    why: str
    wrong: Mapping[str, str]
    """For each other plausible method, the result that it would give instead."""
    asks: str = ""
    """The prompt to use in mixed sets if the question's own prompt names the method."""

    def __post_init__(self) -> None:
        unknown = {self.right, *self.wrong} - set(METHODS)
        if unknown or self.right in self.wrong:
            raise ValueError(f"these are unknown, or both right and wrong: {', '.join(sorted(unknown)) or self.right}")

    @property
    def choices(self) -> tuple[str, ...]:
        """The ids of the methods to choose from, in order."""
        return tuple(name for name in METHODS if name == self.right or name in self.wrong)


def fit(right: str, why: str, *, asks: str = "", **wrong: str) -> MethodFit:
    """Return a question's fit; if *asks* is given, mixed sets use it as the prompt.

    >>> fit("count", "One card comes.", binomial="That is for several tries.").choices
    ('count', 'binomial')

    Raises:
        ValueError: a method is unknown, or the right one is among the wrong ones.
    """
    return MethodFit(right, why, wrong, asks)
