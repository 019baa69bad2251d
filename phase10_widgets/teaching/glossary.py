"""The glossary: each lesson term in table talk, exam language and symbols."""

from __future__ import annotations

from typing import NamedTuple

from ..base.translatable import phrase


class Term(NamedTuple):
    """A term used in the lessons, in English; all of its strings can be translated."""

    lesson: int
    """The lesson that introduces the term."""
    exam: str
    """The standard term, or two terms separated by a comma."""
    table: str
    """The lessons' wording for the term, as used at the table."""
    symbol: str
    """The term's symbol or formula; empty if there is none."""


TERMS = (
    Term(1, phrase("probability"), phrase("the chance: how likely something is, from 0 to 1"), phrase("P(A)")),
    Term(1, phrase("outcome"), phrase("one line of the first list: one thing that can happen"), phrase("ω")),
    Term(
        1, phrase("sample space"), phrase("the first list, or the whole: everything that can happen"), phrase("Ω, or S")
    ),
    Term(1, phrase("event"), phrase("the second list: what you are waiting for"), phrase("A")),
    Term(
        1,
        phrase("equally likely outcomes"),
        phrase("a well-shuffled deck: any card may be on top"),
        phrase("P(A) = |A| / |Ω|"),
    ),
    Term(
        1,
        phrase("mutually exclusive events, disjoint events"),
        phrase("they cannot happen together: no card is both a seven and a wild"),
        phrase("P(A and B) = 0"),
    ),
    Term(1, phrase("joker"), phrase("a wild: it stands for the card that you need"), ""),
    Term(1, phrase("regular card"), phrase("a natural: any card with a number, so neither a wild nor a skip"), ""),
    Term(1, phrase("trial of a random experiment"), phrase("one try: one deal, or one draw"), phrase("n trials")),
    Term(
        1,
        phrase("relative frequency, sample proportion"),
        phrase("the share of your tries in which it happened"),
        phrase("p̂ = k / n"),
    ),
    Term(
        1,
        phrase("95% confidence interval"),
        phrase("the numbers in parentheses; of 100 such intervals, about 95 contain the truth"),
        phrase("p̂ ± 1.96 · SE"),
    ),
    Term(
        2,
        phrase("product rule, counting principle"),
        phrase("first this, then that: multiply the choices"),
        phrase("m · n"),
    ),
    Term(2, phrase("sum rule"), phrase("this or that: add the choices"), phrase("m + n")),
    Term(2, phrase("permutation"), phrase("cards in one particular order"), phrase("n!, or n! / (n − k)! for k of n")),
    Term(
        2,
        phrase("combination, binomial coefficient"),
        phrase("a hand: its order does not matter"),
        phrase("C(n, k) = n! / (k! · (n − k)!)"),
    ),
    Term(
        2, phrase("multiplicity"), phrase("how many hands look just like yours"), phrase("2¹⁰ for ten different cards")
    ),
    Term(
        2,
        phrase("Fermi estimate"),
        phrase("multiply rough numbers, and trust only the size of the result"),
        phrase("≈"),
    ),
    Term(3, phrase("complement"), phrase('"none", if the question says "at least one"'), phrase("P(not A) = 1 − P(A)")),
    Term(3, phrase("without replacement"), phrase("a dealt card does not go back"), phrase("8/108 · 7/107 · …")),
    Term(
        3,
        phrase("expected value"),
        phrase("what you get on average, in the long run"),
        phrase("E(X) = μ = Σ x · P(X = x)"),
    ),
    Term(
        4,
        phrase("with replacement"),
        phrase("you put each card back before the next draw"),
        phrase("8/108 · 8/108 · …"),
    ),
    Term(
        4,
        phrase("independent events"),
        phrase("one tells you nothing about the other"),
        phrase("P(A and B) = P(A) · P(B)"),
    ),
    Term(
        4,
        phrase("random variable"),
        phrase("a number that depends on chance, such as the number of fives in your hand"),
        phrase("X"),
    ),
    Term(
        4,
        phrase("probability distribution"),
        phrase("the columns: all the possible values, each with its probability"),
        phrase("P(X = x)"),
    ),
    Term(
        4,
        phrase("hypergeometric distribution"),
        phrase("the fives in a hand, if you keep each card"),
        phrase("P(X = k) = C(K, k) · C(N − K, n − k) / C(N, n)"),
    ),
    Term(
        4,
        phrase("binomial distribution"),
        phrase("the fives in ten draws, if you put each card back"),
        phrase("P(X = k) = C(n, k) · pᵏ · (1 − p)ⁿ⁻ᵏ"),
    ),
    Term(
        4,
        phrase("addition rule"),
        phrase("add both, then take away what you counted twice"),
        phrase("P(A or B) = P(A) + P(B) − P(A and B)"),
    ),
    Term(
        4,
        phrase("union bound, Boole's inequality"),
        phrase("a sum of probabilities: never too low, often too high"),
        phrase("P(A or B) ≤ P(A) + P(B)"),
    ),
    Term(
        5,
        phrase("conditional probability"),
        phrase("the probability after some news: a share of the hands that are left"),
        phrase("P(A | B) = P(A and B) / P(B)"),
    ),
    Term(5, phrase("tree diagram"), phrase("the tree: one branch for each case"), ""),
    Term(
        5,
        phrase("multiplication rule"),
        phrase("multiply along a path of the tree"),
        phrase("P(A and B) = P(B) · P(A | B)"),
    ),
    Term(
        5,
        phrase("law of total probability"),
        phrase("add up all the cases of the tree, each with its weight"),
        phrase("P(A) = P(B) · P(A | B) + P(not B) · P(A | not B)"),
    ),
    Term(6, phrase("two-way table, contingency table"), phrase("line everybody up and write down who does what"), ""),
    Term(6, phrase("natural frequencies"), phrase("probabilities as numbers of people or hands: 80 of 215"), ""),
    Term(
        6,
        phrase("Bayes' rule, Bayes' theorem"),
        phrase("keep only those who did the same as your opponent, and count how many of them collect"),
        phrase("P(A | B) = P(A) · P(B | A) / P(B)"),
    ),
    Term(6, phrase("prior probability"), phrase("what you believe before you see the pick"), phrase("P(A)")),
    Term(
        6, phrase("posterior probability"), phrase("what you believe after you have seen the pick"), phrase("P(A | B)")
    ),
    Term(
        6,
        phrase("inverse conditional, prosecutor's fallacy"),
        phrase("how many collectors take it is not how many takers collect"),
        phrase("P(A | B) ≠ P(B | A)"),
    ),
    Term(6, phrase("odds"), phrase("collectors to others, such as 1 to 9"), phrase("P(A) / P(not A)")),
    Term(
        6,
        phrase("likelihood ratio"),
        phrase("how many times as often collectors take it as others do"),
        phrase("P(B | A) / P(B | not A)"),
    ),
    Term(
        6,
        phrase("conditional independence"),
        phrase("once you know what they collect, one pick tells you nothing about the next"),
        phrase("P(B and C | A) = P(B | A) · P(C | A)"),
    ),
    Term(7, phrase("success, failure"), phrase("a hit, a miss"), phrase("p, 1 − p")),
    Term(7, phrase("variance"), phrase("the mean of the squared errors"), phrase("Var(X) = σ²")),
    Term(7, phrase("standard deviation"), phrase("a typical error, in the unit you started with"), phrase("σ")),
    Term(7, phrase("standard error"), phrase("a typical error of a share"), phrase("SE = √(p · (1 − p) / n)")),
    Term(
        7,
        phrase("sampling distribution"),
        phrase("the shares that many other people would get"),
        phrase("p̂ ≈ N(p, p · (1 − p) / n)"),
    ),
    Term(7, phrase("margin of error"), phrase("half the width of the interval"), phrase("z · SE")),
    Term(
        7,
        phrase("law of large numbers"),
        phrase("in many deals, the share of hits comes close to the probability: luck is watered down"),
        phrase("p̂ → p as n grows"),
    ),
    Term(7, phrase("gambler's fallacy"), phrase("the mistaken belief that a hit is due"), ""),
    Term(8, phrase("histogram"), phrase("the columns: one for each cost, as high as its share of the hands"), ""),
    Term(8, phrase("mean"), phrase("the balance point of the columns"), phrase("μ, or x̄ for data")),
    Term(
        8,
        phrase("median"),
        phrase("the middle: at least half of the hands cost this much or less, and at least half this much or more"),
        phrase("x̃"),
    ),
    Term(8, phrase("mode"), phrase("the highest column"), ""),
    Term(
        8,
        phrase("linearity of expectation"),
        phrase("averages always add up, even if the cards depend on each other"),
        phrase("E(X + Y) = E(X) + E(Y)"),
    ),
    Term(8, phrase("loss"), phrase("what a wrong guess costs you"), phrase("L(x, a), such as (x − a)²")),
    Term(8, phrase("skewness"), phrase("how much longer one tail is than the other"), phrase("E((X − μ)³) / σ³")),
    Term(8, phrase("skewed to the right, positively skewed"), phrase("with a long tail on the right"), ""),
    Term(
        8,
        phrase("central limit theorem"),
        phrase("add up many cards, and the columns look like a bell"),
        phrase("X₁ + … + Xₙ ≈ N(n · μ, n · σ²)"),
    ),
    Term(8, phrase("statistical model"), phrase("a simplified picture of the game, so that you can count at all"), ""),
    Term(9, phrase("favorable outcomes"), phrase("the outs: the cards that complete your phase"), phrase("|A|")),
    Term(
        9,
        phrase("negative hypergeometric distribution"),
        phrase("the wait for the first out in a pile"),
        phrase("E(X) = (N + 1) / (K + 1)"),
    ),
    Term(
        9,
        phrase("geometric distribution"),
        phrase("the wait for a hit, if the probability never changes"),
        phrase("P(X = k) = (1 − p)ᵏ⁻¹ · p, E(X) = 1/p"),
    ),
    Term(
        10, phrase("Markov chain"), phrase("the ladder: what comes next depends only on your rung"), phrase("P(i → j)")
    ),
    Term(
        10, phrase("absorbing state"), phrase("the top of the ladder: those who reach it stay"), phrase("P(i → i) = 1")
    ),
    Term(
        11,
        phrase("confidence interval of the difference"),
        phrase("one interval for how far apart two shares are"),
        phrase("p̂₁ − p̂₂ ± 1.96 · √(SE₁² + SE₂²)"),
    ),
    Term(
        11,
        phrase("power of a test"),
        phrase("the probability of noticing a difference that is really there"),
        phrase("1 − β"),
    ),
    Term(
        11,
        phrase("confounding variable"),
        phrase("something else that differs between the two groups, and that affects the result"),
        "",
    ),
    Term(11, phrase("observational study"), phrase("you only watch"), ""),
    Term(11, phrase("experiment"), phrase("you change one thing and keep the rest the same"), ""),
    Term(11, phrase("random assignment"), phrase("chance decides who gets what"), ""),
    Term(11, phrase("Simpson's paradox"), phrase("better in each group, and worse overall"), ""),
    Term(12, phrase("parameter"), phrase("the strength: the truth that nobody sees"), phrase("p")),
    Term(12, phrase("null hypothesis"), phrase("it was luck, and there is nothing to find"), phrase("H₀: p = 0.5")),
    Term(12, phrase("alternative hypothesis"), phrase("my player is better"), phrase("Hₐ, or H₁: p > 0.5")),
    Term(
        12, phrase("p-value"), phrase("how often luck alone does at least as well"), phrase("P(X ≥ k), if H₀ is true")
    ),
    Term(12, phrase("significance level"), phrase("the line that you draw beforehand"), phrase("α, often 5%")),
    Term(
        12,
        phrase("statistically significant"),
        phrase("striking: luck alone rarely does so well"),
        phrase("p-value ≤ α"),
    ),
    Term(12, phrase("type I error, false positive"), phrase("a false alarm"), phrase("P ≤ α")),
    Term(
        12,
        phrase("type II error, false negative"),
        phrase("a difference that is there, but that you missed"),
        phrase("P = β"),
    ),
    Term(12, phrase("one-sided test"), phrase("you ask only whether your player is better"), phrase("Hₐ: p > 0.5")),
    Term(12, phrase("two-sided test"), phrase("you ask whether either player is better"), phrase("Hₐ: p ≠ 0.5")),
    Term(
        12,
        phrase("multiple comparisons"),
        phrase("the best of many tries looks good by luck"),
        phrase("1 − (1 − α)ᵐ for m tries"),
    ),
    Term(
        12,
        phrase("optional stopping"),
        phrase("peeking: you look again and again, and stop when you like what you see"),
        "",
    ),
    Term(
        12,
        phrase("regression to the mean"),
        phrase("this year's champion is usually closer to the mean next year"),
        "",
    ),
    Term(13, phrase("Venn diagram"), phrase("two circles that overlap, in a box for everything"), ""),
    Term(13, phrase("joint probability"), phrase("one cell of the table, out of everybody"), phrase("P(A and B)")),
    Term(
        13, phrase("marginal probability"), phrase("a total at the edge of the table, out of everybody"), phrase("P(A)")
    ),
    Term(
        13,
        phrase("dependent events, association"),
        phrase("one does tell you about the other"),
        phrase("P(A | B) ≠ P(A)"),
    ),
    Term(
        13,
        phrase("expected count"),
        phrase("what a cell would hold if one told you nothing about the other"),
        phrase("E = row total · column total / n"),
    ),
    Term(
        13,
        phrase("chi-square test"),
        phrase("a check: are all the cells together farther from their expected counts than luck would explain?"),
        phrase("χ² = Σ (O − E)² / E"),
    ),
    Term(
        13,
        phrase("degrees of freedom"),
        phrase("one degree of freedom: with the totals given, one cell decides the other three"),
        phrase("(rows − 1) · (columns − 1)"),
    ),
    Term(14, phrase("bimodal"), phrase("two heaps with little between them"), ""),
    Term(
        14,
        phrase("convolution"),
        phrase("one more card: each old total with each price"),
        phrase("P(X + Y = s) = Σ P(X = x) · P(Y = s − x)"),
    ),
    Term(14, phrase("normal distribution, normal curve, Gaussian curve"), phrase("the bell"), phrase("N(μ, σ²)")),
    Term(
        14,
        phrase("z-score, standardized value"),
        phrase("standardizing: how many standard deviations from the mean"),
        phrase("z = (x − μ) / σ"),
    ),
    Term(
        14,
        phrase("68–95–99.7 rule"),
        phrase("two in three are within one typical error of the mean, 19 in 20 within two"),
        phrase("P(|X − μ| ≤ 2σ) ≈ 95%"),
    ),
    Term(
        14,
        phrase("Wald interval"),
        phrase("the quick interval: your share in place of the truth"),
        phrase("p̂ ± z · √(p̂ · (1 − p̂) / n)"),
    ),
    Term(
        14,
        phrase("Wilson interval"),
        phrase("every truth that your share does not rule out"),
        phrase("|p̂ − p| ≤ z · √(p · (1 − p) / n)"),
    ),
    Term(
        14,
        phrase("plus four interval, Agresti–Coull interval"),
        phrase("two hits and two misses that never happened, then the quick interval"),
        phrase("(k + 2) / (n + 4) in place of p̂"),
    ),
    Term(
        14, phrase("coverage"), phrase("how often such intervals contain the truth"), phrase("P(interval contains p)")
    ),
    Term(
        14,
        phrase("continuity correction"),
        phrase("half a step more, since a curve has no steps"),
        phrase("P(X ≤ k) ≈ Φ((k + 0.5 − μ) / σ)"),
    ),
    Term(14, phrase("t interval"), phrase("a wider interval for the mean of few results"), phrase("x̄ ± t · s / √n")),
    Term(
        14,
        phrase("pooled proportion"),
        phrase("the share of both groups together"),
        phrase("p̂ = (k₁ + k₂) / (n₁ + n₂)"),
    ),
    Term(
        14,
        phrase("two-sample z-test"),
        phrase("do two shares differ by more than luck would explain?"),
        phrase("z = (p̂₁ − p̂₂) / SE"),
    ),
    Term(15, phrase("true score and error"), phrase("result = skill + luck"), phrase("X = T + E")),
    Term(15, phrase("reliability"), phrase("the share of the variance that is skill"), phrase("Var(T) / Var(X)")),
    Term(
        15,
        phrase("scatterplot"),
        phrase("one dot for each player: first season across, second season up"),
        phrase("(x, y)"),
    ),
    Term(
        15,
        phrase("correlation coefficient"),
        phrase("correlation: how close the points are to a line, from −1 to 1"),
        phrase("r"),
    ),
    Term(
        15,
        phrase("regression line, least-squares line"),
        phrase("your best guess for the second season, based on the first"),
        phrase("ŷ = a + b · x"),
    ),
    Term(
        15,
        phrase("SD line"),
        phrase("the line that you might have drawn: as far above the mean as last time"),
        phrase("(y − ȳ) / s₂ = (x − x̄) / s₁"),
    ),
    Term(15, phrase("shrinkage"), phrase("move a result toward the mean before you trust it"), ""),
    Term(15, phrase("control group"), phrase("those who do not get the treatment, so that you can compare"), ""),
    Term(15, phrase("selection effect"), phrase("you look only at the winners"), ""),
    Term(16, phrase("fair game"), phrase("on average, nobody gains or loses"), phrase("E(X) = 0")),
    Term(
        16,
        phrase("house edge"),
        phrase("what the bank keeps of each point that you stake, on average"),
        phrase("−E(X) / stake"),
    ),
    Term(
        16, phrase("decision tree"), phrase("one branch for each choice, then one for each thing that can happen"), ""
    ),
    Term(16, phrase("utility"), phrase("what a result is worth to you, which need not be its points"), phrase("u(x)")),
    Term(16, phrase("expected utility"), phrase("what a bet is worth to you on average"), phrase("E(u(X))")),
    Term(16, phrase("risk aversion"), phrase("you would take less if it were certain"), phrase("u(E(X)) > E(u(X))")),
    Term(16, phrase("proportional betting"), phrase("stake the same share of your purse each time"), ""),
    Term(
        16,
        phrase("Kelly criterion"),
        phrase("the share of your purse to bet, if you want it to grow fastest in the long run"),
        phrase("f = p − (1 − p) / b"),
    ),
    Term(
        16,
        phrase("calibration"),
        phrase("calibrated: when you say 75% sure, you are right three times in four"),
        phrase("P(right | 75% sure) = 75%"),
    ),
    Term(
        16,
        phrase("Brier score"),
        phrase("what your confidence was worth: the mean squared error"),
        phrase("mean of (p − x)², with x = 0 or 1"),
    ),
    Term(16, phrase("proper scoring rule"), phrase("a score that rewards honesty: say what you think"), ""),
    Term(
        16,
        phrase("overconfidence, underconfidence"),
        phrase("overconfident: right less often than you say; underconfident: more often"),
        "",
    ),
    Term(16, phrase("base rate"), phrase("the share that you start from, before any evidence"), phrase("P(A)")),
    Term(
        17,
        phrase("constraint"),
        phrase("what you want, said so exactly that it can be checked"),
        phrase("0.02 ≤ p ≤ 0.30"),
    ),
)
"""All terms, in the order of the lessons."""
