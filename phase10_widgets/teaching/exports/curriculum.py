"""Each lesson's place in five curricula, its homework, and courses of 1, 4 and 12 weeks.

The Common Core standards of a lesson are those that its questions name; their summaries are in ``standards.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..course import CAPSTONE, PARTS

GCSE: Mapping[str, str] = {
    "N5": "systematic listing, and the product rule for counting",
    "P1": "frequencies of outcomes, in tables and frequency trees",
    "P2": "randomness, fairness and equally likely events; expected outcomes of future experiments",
    "P3": "relative frequency and theoretical probability, on the scale from 0 to 1",
    "P4": "probabilities of all outcomes, or of mutually exclusive events that cover everything, sum to 1",
    "P5": "unbiased samples tend towards the theoretical probability as they grow",
    "P6": "sets and combinations of sets, in tables, grids, Venn diagrams and tree diagrams",
    "P7": "possibility spaces of equally likely outcomes",
    "P8": "independent and dependent combined events, with tree diagrams and other representations",
    "P9": "conditional probability from expected frequencies, two-way tables, tree and Venn diagrams",
    "S1": "properties of a population from a sample, and the limitations of sampling",
    "S4": "comparing distributions by median, mean, mode and spread",
    "S6": "scatter graphs and correlation, which does not indicate causation",
}
"""Summaries by number: the subject content of GCSE mathematics in England (used by AQA 8300 and Edexcel 1MA1)."""

AP_TOPICS: Mapping[str, str] = {
    "1.6": "Describing the Distribution of a Quantitative Variable",
    "1.7": "Summary Statistics for a Quantitative Variable",
    "1.10": "The Normal Distribution",
    "2.2": "Representing Two Categorical Variables",
    "2.3": "Statistics for Two Categorical Variables",
    "2.4": "Representing the Relationship Between Two Quantitative Variables",
    "2.5": "Correlation",
    "2.6": "Linear Regression Models",
    "2.8": "Least Squares Regression",
    "3.5": "Introduction to Experimental Design",
    "3.7": "Inference and Experiments",
    "4.2": "Estimating Probabilities Using Simulation",
    "4.3": "Introduction to Probability",
    "4.4": "Mutually Exclusive Events",
    "4.5": "Conditional Probability",
    "4.6": "Independent Events and Unions of Events",
    "4.7": "Introduction to Random Variables and Probability Distributions",
    "4.8": "Mean and Standard Deviation of Random Variables",
    "4.9": "Combining Random Variables",
    "4.10": "Introduction to the Binomial Distribution",
    "4.12": "The Geometric Distribution",
    "5.1": "Introducing Statistics: Why Is My Sample Not Like Yours?",
    "5.2": "The Normal Distribution, Revisited",
    "5.3": "The Central Limit Theorem",
    "5.5": "Sampling Distributions for Sample Proportions",
    "6.2": "Constructing a Confidence Interval for a Population Proportion",
    "6.4": "Setting Up a Test for a Population Proportion",
    "6.5": "Interpreting p-Values",
    "6.6": "Concluding a Test for a Population Proportion",
    "6.7": "Potential Errors When Performing Tests",
    "6.8": "Confidence Intervals for the Difference of Two Proportions",
    "6.9": "Justifying a Claim Based on a Confidence Interval for the Difference of Two Proportions",
    "6.10": "Setting Up a Test for the Difference of Two Population Proportions",
    "6.11": "Carrying Out a Test for the Difference of Two Population Proportions",
    "8.4": "Expected Counts in Two-Way Tables",
    "8.5": "Setting Up a Chi-Square Test for Homogeneity or Independence",
    "8.6": "Carrying Out a Chi-Square Test for Homogeneity or Independence",
}
"""Titles by number: AP Statistics topics in the nine-unit course description (2020)."""

AP_SKILLS: Mapping[str, str] = {
    "2.A": "describe data presented numerically or graphically",
    "2.C": "calculate summary statistics and relative positions",
    "2.D": "compare distributions",
    "3.A": "determine probabilities by simulation or calculation",
    "3.B": "determine parameters of probability distributions",
    "3.D": "construct a confidence interval",
    "3.E": "calculate a test statistic and find a p-value",
    "4.A": "draw an appropriate conclusion",
    "4.B": "interpret results to give them meaning or to assess a claim",
    "4.D": "justify a claim based on a confidence interval",
    "4.E": "justify a claim based on a significance test",
}
"""Summaries by number: AP Statistics skills in the nine-unit course description (2020)."""

GAISE: Mapping[str, str] = {
    "A formulate": "ask what a small set of data, such as the cards in one deck, can answer",
    "A collect": "sort outcomes into categories; data are numbers and names with a context",
    "A analyze": "show how often each outcome occurs, in lists, tables and pictures",
    "A interpret": "answer the question for these data, and check what others say about them",
    "B formulate": "ask about more than the sample, and compare groups",
    "B collect": "collect data with the help of chance, and see how samples differ",
    "B analyze": "compare distributions by center, spread and shape; look for association in two-way tables",
    "B interpret": "answer in the context of the data, and say how far to trust a sample",
    "C formulate": "ask questions about comparison, prediction and cause that data can decide",
    "C collect": "plan how to obtain the data; distinguish experiments from observational studies",
    "C analyze": "intervals, p-values and sampling distributions from simulation; correlation and regression",
    "C interpret": "decide what is plausible given chance variation, and what a study cannot show",
}
"""Our summaries of the GAISE II framework (2020) by level and step; levels A to C represent increasing experience."""

KMK: Mapping[str, str] = {
    "Sek I: Kenngrößen": "Daten unter Verwendung von Kenngrößen interpretieren",
    "Sek I: Argumente": "Argumente, die auf einer Datenanalyse basieren, reflektieren und bewerten",
    "Sek I: Zufall": "Zufallserscheinungen in alltäglichen Situationen beschreiben",
    "Sek I: Wahrscheinlichkeit": "Wahrscheinlichkeiten bei Zufallsexperimenten bestimmen",
    "AHR: Erhebung": "exemplarisch statistische Erhebungen planen und beurteilen",
    "AHR: Stichprobe": "Lage- und Streumaße einer Stichprobe bestimmen und deuten",
    "AHR: Erwartungswert": "Erwartungswert und Standardabweichung diskreter Zufallsgrößen bestimmen und deuten",
    "AHR: Bedingung": "mit Baumdiagrammen oder Vierfeldertafeln Probleme zu bedingten Wahrscheinlichkeiten lösen",
    "AHR: Unabhängigkeit": "Teilvorgänge mehrstufiger Zufallsexperimente auf stochastische Unabhängigkeit untersuchen",
    "AHR: Binomialverteilung": "die Binomialverteilung und ihre Kenngrößen nutzen",
    "AHR: Simulation": "Simulationen zur Untersuchung stochastischer Situationen verwenden",
    "AHR: Gesamtheit": "in einfachen Fällen aufgrund von Stichproben auf die Gesamtheit schließen",
    "AHR+: Schätzung": "die Unsicherheit von Aussagen über eine unbekannte Wahrscheinlichkeit begründen",
    "AHR+: Hypothesentest": "Hypothesentests interpretieren und ihre Unsicherheit begründen",
    "AHR+: Glockenform": "die Glockenform als Grundvorstellung von normalverteilten Zufallsgrößen nutzen",
}
"""Statements from the German Bildungsstandards, Leitidee "Daten und Zufall" (L5), keyed by our keywords."""


class Scope(NamedTuple):
    """A lesson's place in the curricula, and the follow-up work."""

    gcse: tuple[str, ...]
    ap: tuple[str, ...]
    skills: tuple[str, ...]
    kmk: tuple[str, ...]
    homework: tuple[int, ...] = ()
    """The numbers of the questions that learners can answer on their own."""
    check: int | None = None
    """The number of the question to ask again, with new numbers, at the beginning of the next period."""
    standards: tuple[str, ...] = ()
    """The Common Core standards of a lesson whose questions name none."""
    gaise: tuple[str, ...] = ()
    """Each GAISE II level and step practiced in the lesson."""


SCOPE: Mapping[int, Scope] = {
    1: Scope(
        ("P4", "P6", "P7"),
        ("4.3", "4.4"),
        ("3.A",),
        ("Sek I: Zufall", "Sek I: Wahrscheinlichkeit"),
        (5,),
        4,
        gaise=("A formulate", "A collect", "A analyze"),
    ),
    2: Scope(
        ("N5", "P6", "P7"),
        ("4.3",),
        ("3.A",),
        ("Sek I: Wahrscheinlichkeit",),
        (5,),
        3,
        gaise=("A analyze", "A interpret"),
    ),
    3: Scope(
        ("P4", "P8"),
        ("4.2", "4.3"),
        ("3.A",),
        ("Sek I: Wahrscheinlichkeit", "AHR: Simulation"),
        (4, 5),
        3,
        gaise=("B collect", "B analyze"),
    ),
    4: Scope(
        ("P2", "P8"),
        ("4.4", "4.6", "4.7", "4.10"),
        ("3.A",),
        ("AHR: Unabhängigkeit", "AHR: Binomialverteilung"),
        (4,),
        1,
        gaise=("B collect", "B analyze"),
    ),
    5: Scope(
        ("P8", "P9"),
        ("4.5",),
        ("3.A", "4.B"),
        ("AHR: Bedingung",),
        (3,),
        2,
        gaise=("B analyze", "B interpret"),
    ),
    6: Scope(
        ("P1", "P9"),
        ("2.2", "4.5", "4.6"),
        ("3.A", "4.B"),
        ("Sek I: Argumente", "AHR: Bedingung", "AHR: Unabhängigkeit"),
        (4,),
        2,
        gaise=("B analyze", "B interpret"),
    ),
    7: Scope(
        ("P3", "P5", "S1"),
        ("4.2", "5.1", "5.5", "6.2"),
        ("3.A", "3.D", "4.B"),
        ("Sek I: Zufall", "AHR: Simulation", "AHR+: Schätzung"),
        (4,),
        3,
        gaise=("B collect", "C analyze", "C interpret"),
    ),
    8: Scope(
        ("P2", "S4"),
        ("1.6", "1.7", "4.7", "4.8", "4.9"),
        ("2.A", "2.C", "3.B"),
        ("Sek I: Kenngrößen", "AHR: Erwartungswert"),
        (4,),
        3,
        gaise=("B analyze", "B interpret"),
    ),
    9: Scope(
        ("P8",),
        ("4.8", "4.12"),
        ("3.A", "3.B"),
        ("Sek I: Wahrscheinlichkeit", "AHR: Erwartungswert"),
        (4,),
        2,
        gaise=("B formulate", "B analyze", "B interpret"),
    ),
    10: Scope(
        ("P2", "P8"),
        ("4.8", "4.9", "4.12"),
        ("3.A", "3.B"),
        ("AHR: Erwartungswert", "AHR: Simulation"),
        (4, 5),
        2,
        gaise=("B collect", "B analyze"),
    ),
    11: Scope(
        ("S1",),
        ("2.3", "3.5", "3.7", "6.8", "6.9"),
        ("3.D", "4.B", "4.D"),
        ("Sek I: Argumente", "AHR: Erhebung", "AHR: Gesamtheit"),
        (3, 4),
        2,
        gaise=("B formulate", "C collect", "C analyze"),
    ),
    12: Scope(
        ("P5", "S1"),
        ("4.10", "6.4", "6.5", "6.6", "6.7"),
        ("3.E", "4.E"),
        ("AHR: Binomialverteilung", "AHR+: Hypothesentest"),
        (4,),
        2,
        gaise=("C formulate", "C collect", "C analyze", "C interpret"),
    ),
    13: Scope(
        ("P6", "P8", "P9"),
        ("2.2", "2.3", "4.5", "4.6", "8.4", "8.5", "8.6"),
        ("3.A", "3.E"),
        ("AHR: Bedingung", "AHR: Unabhängigkeit"),
        (4,),
        1,
        gaise=("B analyze", "C analyze", "C interpret"),
    ),
    14: Scope(
        ("P5", "S1"),
        ("1.10", "5.2", "5.3", "5.5", "6.2", "6.10", "6.11"),
        ("3.A", "3.D", "4.E"),
        ("AHR: Gesamtheit", "AHR+: Schätzung", "AHR+: Glockenform"),
        (4,),
        2,
        gaise=("C analyze", "C interpret"),
    ),
    15: Scope(
        ("S1", "S6"),
        ("2.4", "2.5", "2.6", "2.8", "3.5"),
        ("2.C", "2.D", "4.B"),
        ("Sek I: Kenngrößen", "Sek I: Argumente", "AHR: Stichprobe"),
        (4,),
        1,
        gaise=("C formulate", "C analyze", "C interpret"),
    ),
    16: Scope(
        ("P2",),
        ("4.7", "4.8"),
        ("3.B", "4.B"),
        ("Sek I: Argumente", "AHR: Erwartungswert"),
        (4,),
        1,
        gaise=("B formulate", "B interpret"),
    ),
    CAPSTONE: Scope(
        ("P3", "P5"),
        ("4.2", "4.3"),
        ("3.A", "4.A"),
        ("Sek I: Argumente", "AHR: Simulation"),
        standards=("7.SP.C.7", "HSS-IC.A.2", "HSS-MD.B.7"),
        gaise=("B formulate", "B collect", "B analyze", "B interpret"),
    ),
}
"""Each lesson's place in the curricula, keyed by lesson number."""


class Period(NamedTuple):
    """The work for one 45-minute period: a lesson, or some of its parts."""

    lesson: int
    parts: tuple[int, ...]


def _part(lesson: int, first: int = 1, last: int | None = None) -> Period:
    """Return a period for parts *first* to *last* of a lesson; by default, for all of its parts."""
    return Period(lesson, tuple(range(first, (last or len(PARTS[lesson])) + 1)))


def _each(*lessons: int) -> tuple[Period, ...]:
    return tuple(map(_part, lessons))


COURSES: Mapping[int, tuple[tuple[Period, ...], ...]] = {
    1: ((_part(1, last=5),), *(_each(number) for number in (3, 5, 7)), (_part(12, last=4),)),
    4: (
        _each(1, 2, 3),
        _each(4, 5, 6),
        (_part(13, last=5), *_each(7, 8)),
        (_part(12, last=5), _part(14, last=6), _part(CAPSTONE, last=3)),
    ),
    12: (
        _each(1, 2),
        _each(3, 4),
        _each(5, 6),
        (_part(13, last=3), _part(13, 4)),
        _each(7, 8),
        _each(9, 10),
        _each(11, 12),
        (_part(14, last=3), _part(14, 4)),
        (_part(15, last=3), _part(15, 4)),
        (_part(16, last=3), _part(16, 4)),
        (_part(CAPSTONE, last=3), _part(CAPSTONE, 4, 4)),
        (_part(CAPSTONE, 5),),
    ),
}
"""The courses, keyed by length in weeks: the days of the one-week course or the weeks of a longer one, each
with its periods."""

BRIDGES: Mapping[int, Mapping[int, str]] = {
    1: {
        2: "Before lesson 3, spend ten minutes at the board: C(n, k) counts the ways to choose k of n cards, in any "
        "order. List all 10 pairs of five cards, and compare with C(5, 2).",
    },
    4: {
        11: "Before lesson 14, explain the interval for a difference: the variances of two independent proportions add "
        "up, and two overlapping intervals settle nothing. Before the capstone, point out that being dealt a phase "
        "and playing it are two different things.",
    },
}
"""The explanations that replace omitted prerequisite lessons, keyed by the course's length in weeks and by lesson."""
