"""The computations of lessons 11 and 12, which compare phases and players; see step_texts for the others."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from ...base.translatable import phrase
from .step_texts import Computation, Step

_HELD = 1_071_555_721_624
"""The number of hands that contain seven cards of one color."""

ROWS = Computation(
    phrase("Phase 8, counted row by row"),
    phrase("1,000 hands"),
    (
        Step(
            phrase("How many hands have 3 red cards, 2 blue, 1 green, 2 yellow, 1 wild and 1 skip?"),
            "C(24, 3) · C(24, 2) · 24 · C(24, 2) · 8 · 4",
            {
                "C(24, 3) + C(24, 2) + 24 + C(24, 2) + 8 + 4": phrase(
                    "Each choice of reds goes with each choice of blues, and so on: multiply."
                ),
                "24³ · 24² · 24 · 24² · 8 · 4": phrase("That lets the same card come twice, and it counts orders."),
            },
            phrase("{value} hands look like this. Call it one row."),
            Fraction(comb(24, 3) * comb(24, 2) * 24 * comb(24, 2) * 8 * 4),
            before=((phrase("hands"), 1_000),),
        ),
        Step(
            phrase("How many rows are there? Lay out ten cards, and put five bars between the six kinds."),
            "C(15, 5)",
            {
                "C(10, 5)": phrase("The bars need places, too: ten cards and five bars are 15 places."),
                "6¹⁰": phrase("That gives each card a kind, one after the other. A row has no order."),
            },
            phrase("{value} rows, each with its number of hands."),
            Fraction(3003),
        ),
        Step(
            phrase("A row has m cards of its most frequent color, and w wilds. When is it phase 8?"),
            "m + w ≥ 7",
            {
                "m ≥ 7": phrase("A wild can stand for a card of that color."),
                "m + w = 7": phrase("Eight or more contain seven, too."),
            },
            phrase("And m must be at least 1: one of them must be a real card of that color."),
        ),
        Step(
            phrase(
                "925 rows pass. Together, they have 1,071,555,721,624 hands: call this number H. How likely is phase 8?"
            ),
            "H/C(108, 10)",
            {
                "925/3003": phrase("Rows are not equally likely: each stands for its own number of hands."),
                "H/3003": phrase("That divides hands by rows. Divide by all hands of ten cards."),
            },
            phrase("Phase 8 is dealt in {value} of all hands."),
            Fraction(_HELD, comb(108, 10)),
            ((phrase("seven of one color"), 28), (phrase("other hands"), -972)),
        ),
    ),
)

GAP = Computation(
    phrase("A difference, and how many deals settle it"),
    "",
    (
        Step(
            phrase("A share p was found in n = 10,000 hands. What is its standard error s?"),
            "√(p · (1 − p)/n)",  # noqa: RUF001
            {
                "√(p · (1 − p))": phrase("That is the spread of a single hand. You dealt 10,000."),  # noqa: RUF001
                "p · (1 − p)/n": phrase("That is the variance. The standard error is its square root."),  # noqa: RUF001
            },
            phrase("For phase 8, s is {value}. For phase 9, t is about the same."),
            Fraction("0.0017"),
        ),
        Step(
            phrase("What is the standard error e of the difference?"),
            "√(s² + t²)",
            {
                "s + t": phrase("Luck rarely pushes both shares that far apart. Their squares add up."),
                "s − t": phrase("Both shares are off by luck, so the difference varies more than either."),  # noqa: RUF001
            },
            phrase("{value}: more than each of them, and less than their sum."),
            Fraction("0.0024"),
        ),
        Step(
            phrase("The difference d is 0.2 points in favor of phase 9. Where do you look for the true one?"),
            "d ± 2 · e",
            {
                "d ± e": phrase("Such an interval contains the truth only two times out of three."),
                "d ± 2 · (s + t)": phrase("That asks whether the two intervals overlap."),
            },
            phrase("From −0.3 to 0.7 points. It contains 0, so these deals do not settle which is easier."),  # noqa: RUF001
        ),
        Step(
            phrase("The true difference is exactly 1.96 standard errors. How many experiments notice it?"),
            "1/2",
            {
                "95/100": phrase("That is how often an interval contains the truth, not how often it leaves out 0."),
                "5/100": phrase("That is how often luck fools you if there is no difference."),
            },
            phrase("{value}: half of all experiments measure less, and their intervals contain 0."),
            Fraction(1, 2),
        ),
        Step(
            phrase(
                "With 0.84 standard errors more, only one in five measures too little: z = 1.96 + 0.84 = 2.8. Phase 9 "
                "has the chance p, phase 8 has q, so p − q must be z standard errors. How many deals?"  # noqa: RUF001
            ),
            "z² · (p · (1 − p) + q · (1 − q))/(p − q)²",  # noqa: RUF001
            {
                "z · (p · (1 − p) + q · (1 − q))/(p − q)": phrase("The standard error has a root: square both sides."),  # noqa: RUF001
                "z²/(p − q)²": phrase("That leaves out how much a single hand varies."),  # noqa: RUF001
            },
            phrase("About {value} deals of each phase."),
            Fraction(38_000),
        ),
        Step(
            phrase("And if the difference were only half as large?"),
            "4 · 38000",
            {
                "2 · 38000": phrase("The difference is squared in the formula."),
                "38000/2": phrase("A smaller difference is harder to notice."),
            },
            phrase("Half the difference needs four times as many: {value}."),
            Fraction(152_000),
        ),
    ),
)

BY_LUCK = Computation(
    phrase("56 wins by luck"),
    phrase("1,000 contests of equal players"),
    (
        Step(
            phrase("Suppose that both are equally good. In how many ways can 100 games come out?"),
            "2¹⁰⁰",
            {
                "100²": phrase("Each game doubles the number of ways."),
                "2 · 100": phrase("Two games come out in four ways, three games in eight. Multiply."),
            },
            phrase("All of them are equally likely, like the tosses of a coin."),
            before=((phrase("contests"), 1_000),),
        ),
        Step(
            phrase("How likely are exactly 56 wins?"),
            "C(100, 56)/2¹⁰⁰",
            {
                "56/100": phrase("That is the share of games won. How often does luck win that many?"),
                "1/2⁵⁶": phrase("That is 56 wins in a row."),
            },
            phrase("{value}. But 57 wins or 80 would have convinced Blaise as well."),
            Fraction(comb(100, 56), 2**100),
        ),
        Step(
            phrase("So which results do you count?"),
            "P(56) + P(57) + … + P(100)",
            {
                "P(56)": phrase("Every exact number is rare. Even 50 wins come in only 8% of contests."),
                "P(0) + P(1) + … + P(56)": phrase("Those are the results that are no better."),
            },
            phrase("By luck alone, an equal player wins 56 or more in {value} of all contests."),
            Fraction(sum(comb(100, wins) for wins in range(56, 101)), 2**100),
            ((phrase("56 wins or more"), 136), (phrase("fewer wins"), -864)),
        ),
        Step(
            phrase("58 wins or more come in 6.66% of contests, 59 or more in 4.43%. Which result is rarer than 5%?"),
            "59",
            {
                "58": phrase("6.66% is more than 5%."),
                "95": phrase("The 5% are contests, not games."),
            },
            phrase("From 59 wins on, luck alone does as well in less than 5% of contests."),
        ),
    ),
)

COMPARING = {
    "rows": ROWS,
    "gap": GAP,
    "by-luck": BY_LUCK,
}
