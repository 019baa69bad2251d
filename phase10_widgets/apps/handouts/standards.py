"""The standards that questions name, each summarized in a few words."""

from __future__ import annotations

from collections.abc import Mapping

STANDARDS: Mapping[str, str] = {
    "7.SP.A.2": "draw conclusions about a population from random samples, and see how much they vary",
    "7.SP.B.4": "compare two populations by measures of center and spread of samples",
    "7.SP.C.5": "a probability is a number between 0 and 1 that tells how likely something is",
    "7.SP.C.6": "come near a probability by collecting data; tell roughly how often something will happen",
    "7.SP.C.7": "make a probability model, compare it with what is observed, explain the difference",
    "7.SP.C.8": "chances of compound events by lists, tables, trees and simulation",
    "HSS-CP.A.1": "events as parts of a sample space; unions, intersections, complements",
    "HSS-CP.A.2": "independent events, by the product of their chances",
    "HSS-CP.A.3": "the conditional probability of A given B; what it means for independence",
    "HSS-CP.A.4": "two-way tables, and conditional probabilities from them",
    "HSS-CP.A.5": "condition and independence in everyday words",
    "HSS-CP.B.6": "the probability of A given B as the share of B's outcomes that also belong to A",
    "HSS-CP.B.7": "the addition rule",
    "HSS-CP.B.8": "the general multiplication rule",
    "HSS-CP.B.9": "permutations and combinations for compound events",
    "HSS-ID.A.2": "compare center and spread of two or more data sets by suitable statistics",
    "HSS-ID.A.3": "differences in shape, center and spread, also those due to outliers",
    "HSS-ID.A.4": "fit a normal distribution by mean and standard deviation, where that is appropriate",
    "HSS-ID.B.5": "two-way frequency tables: joint, marginal and conditional relative frequencies; association",
    "HSS-ID.B.6": "two quantitative variables in a scatter plot, and how they are related",
    "HSS-ID.C.7": "slope and intercept of a linear model, in the context of the data",
    "HSS-ID.C.8": "the correlation coefficient of a linear fit, computed and interpreted",
    "HSS-ID.C.9": "correlation is not causation",
    "HSS-IC.A.1": "statistics tells something about a population from a random sample",
    "HSS-IC.A.2": "decide whether a model agrees with what was observed, for example by simulation",
    "HSS-IC.B.3": "surveys, experiments and observational studies; what chance has to do with them",
    "HSS-IC.B.4": "estimate a mean or a share from a sample; a margin of error from simulation",
    "HSS-IC.B.5": "compare two treatments; decide by simulation whether a difference means something",
    "HSS-IC.B.6": "judge reports that are based on data",
    "HSS-MD.A.1": "random variables and their distributions",
    "HSS-MD.A.2": "the expected value as the mean of a distribution",
    "HSS-MD.A.3": "a distribution from theoretical probabilities, and its expected value",
    "HSS-MD.A.4": "a distribution from observed probabilities, and its expected value",
    "HSS-MD.B.5": "weigh decisions by their expected values",
    "HSS-MD.B.6": "decide fairly by chance",
    "HSS-MD.B.7": "judge decisions and strategies by probability",
}
"""Summaries by code: Common Core State Standards for Mathematics (2010), grade 7 and high school."""

GAISE_STEPS = (
    "GAISE II (Bargagliotti and others, 2020) names four parts of working with data, at levels A to C. Here a class "
    "formulates a question and predicts, collects data (Simulate), analyzes (Compute) and interprets (Explain, and the "
    "sentence afterwards)."
)
"""The steps of a lesson beside those of GAISE II."""
