"""The standards that the questions refer to, each summarized in a few words."""

from __future__ import annotations

from collections.abc import Mapping

from ...base.translatable import phrase

STANDARDS: Mapping[str, str] = {
    "7.SP.A.2": phrase("draw conclusions about a population from random samples, and see how much they vary"),
    "7.SP.B.4": phrase("compare two populations using measures of center and spread from samples"),
    "7.SP.C.5": phrase("a probability is a number between 0 and 1 that expresses how likely something is"),
    "7.SP.C.6": phrase("approximate a probability by collecting data; predict roughly how often something will happen"),
    "7.SP.C.7": phrase("make a probability model, compare it with observations, and explain the difference"),
    "7.SP.C.8": phrase("chances of compound events by lists, tables, trees and simulation"),
    "HSS-CP.A.1": phrase("events as parts of a sample space; unions, intersections, complements"),
    "HSS-CP.A.2": phrase("independent events and the product of their probabilities"),
    "HSS-CP.A.3": phrase("the conditional probability of A given B; what it means for independence"),
    "HSS-CP.A.4": phrase("two-way tables, and conditional probabilities from them"),
    "HSS-CP.A.5": phrase("condition and independence in everyday words"),
    "HSS-CP.B.6": phrase("the probability of A given B as the fraction of B's outcomes that also belong to A"),
    "HSS-CP.B.7": phrase("the addition rule"),
    "HSS-CP.B.8": phrase("the general multiplication rule"),
    "HSS-CP.B.9": phrase("permutations and combinations for compound events"),
    "HSS-ID.A.2": phrase("compare the center and spread of two or more data sets using suitable statistics"),
    "HSS-ID.A.3": phrase("differences in shape, center and spread, including those due to outliers"),
    "HSS-ID.A.4": phrase("fit a normal distribution using the mean and standard deviation where appropriate"),
    "HSS-ID.B.5": phrase("two-way frequency tables: joint, marginal and conditional relative frequencies; association"),
    "HSS-ID.B.6": phrase("two quantitative variables in a scatter plot, and how they are related"),
    "HSS-ID.C.7": phrase("slope and intercept of a linear model, in the context of the data"),
    "HSS-ID.C.8": phrase("the correlation coefficient of a linear fit, computed and interpreted"),
    "HSS-ID.C.9": phrase("correlation is not causation"),
    "HSS-IC.A.1": phrase("statistics as learning about a population from a random sample"),
    "HSS-IC.A.2": phrase("decide whether a model agrees with observations, for example by simulation"),
    "HSS-IC.B.3": phrase("surveys, experiments and observational studies; the role of chance in them"),
    "HSS-IC.B.4": phrase("estimate a mean or a proportion from a sample; find a margin of error by simulation"),
    "HSS-IC.B.5": phrase("compare two treatments; decide by simulation whether a difference is meaningful"),
    "HSS-IC.B.6": phrase("judge reports that are based on data"),
    "HSS-MD.A.1": phrase("random variables and their distributions"),
    "HSS-MD.A.2": phrase("the expected value as the mean of a distribution"),
    "HSS-MD.A.3": phrase("a distribution from theoretical probabilities, and its expected value"),
    "HSS-MD.A.4": phrase("a distribution from observed probabilities, and its expected value"),
    "HSS-MD.B.5": phrase("weigh decisions by their expected values"),
    "HSS-MD.B.6": phrase("make fair decisions by chance"),
    "HSS-MD.B.7": phrase("judge decisions and strategies using probability"),
}
"""Summaries by code: Common Core State Standards for Mathematics (2010), grade 7 and high school."""

GAISE_STEPS = phrase(
    "GAISE II (Bargagliotti and others, 2020) names four parts of working with data, at levels A to C. Here a class "
    "formulates a question and predicts, collects data (Simulate), analyzes (Compute) and interprets (Explain, and the "
    "sentence afterwards)."
)
"""A lesson's steps, with the matching GAISE II steps."""

GAISE_WORDS: Mapping[str, str] = {
    "formulate": phrase("formulate"),
    "collect": phrase("collect"),
    "analyze": phrase("analyze"),
    "interpret": phrase("interpret"),
}
"""The names of the GAISE II steps."""
