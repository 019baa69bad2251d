"""Lesson 5: conditions. The misconception: treating two conditions as one."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from ...core.translatable import Translatable, phrase
from ...odds.deal import deal
from ...odds.exact import figure
from ...odds.simulation.registry import question as experiment
from ..guide import Guide, Misconception, Step, Talk
from ..number_text import percent
from ..question import Distractor, Params, Reflection
from .common import CARDS, WILDS, drawn, question

TITLE = phrase("What is a wild worth?")
STANDARDS = ("HSS-CP.A.3", "HSS-CP.A.5", "HSS-CP.B.6")

_deal = cache(lambda phase, cards, hand: Fraction(deal("classic", phase, cards=cards, hand=hand)))


GIVEN_ONE = question(
    id="05/given-one",
    goals=(phrase("Let the condition define a new sample space."),),
    standards=STANDARDS,
    prompt=phrase(
        "You are dealt {cards} of the 108 cards, 8 of which are wild. A friend peeks and tells you only that you have "
        "a wild. How likely is it that you have two or more?"
    ),
    draw=lambda random: {"cards": random.randint(8, 12)},
    answer=lambda p: drawn(2, WILDS, p["cards"]) / drawn(1, WILDS, p["cards"]),
    wrong=(
        Distractor(
            "the first is wild",
            lambda p: drawn(1, WILDS - 1, p["cards"] - 1, CARDS - 1),
            phrase(
                "That would be right if your friend had told you that the first card is wild. Many more hands have a "
                "wild somewhere, and most of them have just one."
            ),
        ),
        Distractor(
            "no condition",
            lambda p: drawn(2, WILDS, p["cards"]),
            phrase("That is the chance before your friend said anything. Hands without a wild are ruled out now."),
        ),
        Distractor(
            "product",
            lambda p: drawn(1, WILDS, p["cards"]) * drawn(2, WILDS, p["cards"]),
            phrase(
                "You multiplied. The condition shrinks the sample space, so you divide by the chance of the condition."
            ),
        ),
    ),
    hints=(
        phrase("Imagine 1,000 hands. Which of them could be yours, given what your friend said?"),
        phrase("Which of these have two or more wilds?"),
        phrase("Divide the chance of two or more, {two}, by the chance of one or more, {one}."),
    ),
    solution=phrase(
        "{two} of all hands have two or more, and {one} have at least one. The first divided by the second: {answer}."
    ),
    shown=lambda p: {"two": percent(drawn(2, WILDS, p["cards"])), "one": percent(drawn(1, WILDS, p["cards"]))},
    experiment=lambda p: experiment("wilds", edition="classic", cards=p["cards"], at_least=2, given=1),
    reflect=Reflection(
        phrase("Why does it matter how your friend found out about the wild?"),
        phrase(
            "Because it determines what is ruled out: all hands without a wild, or all hands whose first card is not "
            "wild."
        ),
    ),
)

FIRST = question(
    id="05/first-wild",
    goals=(phrase("Distinguish two conditions that sound alike."),),
    standards=STANDARDS,
    prompt=phrase(
        "You pick up your {cards} cards one by one. The first one is wild! (8 of the 108 cards are wild.) How "
        "likely is it that there is another wild among the rest?"
    ),
    draw=lambda random: {"cards": random.randint(8, 12)},
    answer=lambda p: drawn(1, WILDS - 1, p["cards"] - 1, CARDS - 1),
    wrong=(
        Distractor(
            "at least one",
            lambda p: drawn(2, WILDS, p["cards"]) / drawn(1, WILDS, p["cards"]),
            phrase(
                "That would be right if you knew only that some card is wild. You know which one, and that tells you "
                "more."
            ),
        ),
        Distractor(
            "full deck",
            lambda p: drawn(1, WILDS, p["cards"]),
            phrase(
                "You started over with a full deck and a full hand. But one wild and one card of the hand are "
                "already accounted for."
            ),
        ),
        Distractor(
            "added",
            lambda p: Fraction((WILDS - 1) * (p["cards"] - 1), CARDS - 1),
            phrase("You added 7/107 once for each card, so you counted hands with several more wilds several times."),
        ),
    ),
    hints=(
        phrase("Set the first card aside. Which cards are the others dealt from?"),
        phrase("They are dealt from 107 cards with 7 wilds. It is lesson 3 again, with different numbers."),
        phrase("No more wilds: 100/107 times 99/106 and so on, {others} factors. Subtract that from 1."),
    ),
    solution=phrase(
        "{others} cards from 107 with 7 wilds: 1 minus the product 100/107 times 99/106 and so on is {answer}."
    ),
    shown=lambda p: {"others": p["cards"] - 1},
    experiment=lambda p: lambda random: min(random.sample(range(1, CARDS), p["cards"] - 1)) < WILDS,
    reflect=Reflection(
        phrase("“At least one is wild” or “the first is wild”: which is better news, and why?"),
        phrase(
            "“The first is wild.” Hands with many wilds are more likely to start with one, so they make up a larger"
            " proportion of the hands you could have."
        ),
    ),
)


_PHASES = (
    {"number": 1, "phase": Translatable(phrase("two sets of 3"))},
    {"number": 2, "phase": Translatable(phrase("a set of 3 and a run of 4"))},
    {"number": 4, "phase": Translatable(phrase("a run of 7"))},
    {"number": 5, "phase": Translatable(phrase("a run of 8"))},
)

HELD = question(
    id="05/phase-with-a-wild",
    goals=(phrase("Compare a chance with and without a condition."),),
    standards=STANDARDS,
    prompt=phrase(
        "Phase {number} is {phase}. Your first card is a wild; the other nine are random. How likely is it that the"
        " ten cards contain the phase? Use the computer to count the hands or to simulate them."
    ),
    draw=lambda random: random.choice(_PHASES),
    answer=lambda p: _deal(p["number"], 10, "W"),
    tolerance=Fraction(1, 100),
    digits=2,
    wrong=(
        Distractor(
            "no condition",
            lambda p: _deal(p["number"], 10, ""),
            phrase("That is the chance for any ten cards. You know one of yours, and it is the best card there is."),
        ),
        Distractor(
            "eleventh card",
            lambda p: _deal(p["number"], 11, "W"),
            phrase("You gave yourself the wild and ten more cards. The wild is one of the ten."),
        ),
    ),
    hints=(
        phrase(
            "In the figure, choose “the first card is wild” and “a hand that holds a phase”, and set “Phase” to "
            "{number}."
        ),
        phrase("In Python: p10.odds.deal('classic', {number}, hand=…) counts the hands that contain given cards."),
        phrase("Write hand='W' and leave cards at 10; the cards you hold count toward the 10."),
    ),
    solution=phrase("Any ten cards: {plain}. Starting with a wild: {answer}."),
    shown=lambda p: {"plain": percent(_deal(p["number"], 10, ""))},
    experiment=lambda p: experiment("deal", edition="classic", phase=p["number"], hand="W"),
    reflect=Reflection(
        phrase("For which phases is a wild worth the most?"),
        phrase(
            "For rare phases, it multiplies the chance by the largest factor; for common ones, it adds the most"
            " percentage points."
        ),
    ),
)


def _colors(p: Params) -> Fraction:
    """Return the chance of seven naturals of one color; two colors at once would take 14 cards."""
    return 4 * drawn(7, 24, p["cards"])


BLOG = question(
    id="05/blog",
    goals=(phrase("Split an event by the number of wilds, then add up the chances."),),
    standards=STANDARDS,
    prompt=phrase(
        "A blog (rockyroer, 2012) asked how likely you are to be dealt 7 cards of one color. As the author himself "
        "says, he left out the wilds. With {cards} cards, that gives {naturals}. What is the actual chance, with "
        "the 8 wilds? Let the computer count, or add up the chances for each number of wilds."
    ),
    draw=lambda random: {"cards": random.randint(9, 12)},
    answer=lambda p: _deal(8, p["cards"], ""),
    wrong=(
        Distractor(
            "no wilds",
            _colors,
            phrase("That is the blog's method, which ignores the wilds. The result is too low by a factor of {times}."),
        ),
        Distractor(
            "one color",
            lambda p: _deal(8, p["cards"], "") / 4,
            phrase("That is the chance for one particular color, such as red. The phase accepts any of the four."),
        ),
        Distractor(
            "wilds as a color",
            lambda p: 4 * drawn(7, 24 + WILDS, p["cards"]),
            phrase(
                "You gave each color 24 + 8 cards and multiplied by 4. That counts a hand with 5 wilds and 2 cards "
                "in each of two colors twice, once for each color."
            ),
        ),
    ),
    digits=3,
    hints=(
        phrase(
            "Sort the hands by number of wilds: 0, 1, 2 … With each extra wild, you need one fewer card of the same"
            " color."
        ),
        phrase("With w wilds, 7 - w naturals of one color among the other cards in the hand are enough."),
        phrase("In Python: p10.odds.deal('classic', 8, cards={cards}) adds it all up."),
    ),
    solution=phrase("The sum over all possible numbers of wilds is {answer}. Without wilds, it would be {naturals}."),
    shown=lambda p: {
        "naturals": percent(_colors(p)),
        "times": figure(_deal(8, p["cards"], "") / _colors(p), 2),
    },
    experiment=lambda p: experiment("deal", edition="classic", phase=8, cards=p["cards"]),
    reflect=Reflection(
        phrase("The blog's author wrote that he had left out the wilds. So is his number wrong?"),
        phrase(
            "It is right for a different game. Saying what you left out lets others correct for it; that is good "
            "practice."
        ),
    ),
)

QUESTIONS = (GIVEN_ONE, FIRST, HELD, BLOG)

GUIDE = Guide(
    aim="What is known is the new whole: rule out what cannot be, and divide by what is left.",
    before="Lesson 3: at least one, by the complement. Trees with chances on their branches.",
    plan=(
        Step(6, "Play the hand of phase 8. How many cards did the one wild save? Note it for everybody."),
        Step(
            8,
            "Everybody predicts questions 1 and 2 before either is tried out. Count who expects equal answers; most "
            "do.",
        ),
        Step(
            10,
            "Rule hands out: 1,000 squares under 'any card', then under 'the first card'. Point at a hand with one "
            "wild in seventh place: in which picture is it?",
        ),
        Step(
            10,
            "Compute both, then mix them again to the whole. Answer questions 1 and 2; question 3 with the figure.",
        ),
        Step(8, "Find the mistake: nobody opens question 4 before three ideas are on the board. Then sort by wilds."),
        Step(
            3,
            "The two children: which of the three ways did you have in mind? A sentence by everybody: what was ruled "
            "out?",
        ),
    ),
    talks=(
        Talk(
            "Your friend looks at all ten cards and says: there is a wild. Or your friend takes one card at random, "
            "shows it, and it is wild. Which of the two questions is that?",
            "The second is like the first card: a hand rich in wilds shows one more often. How one came to know it "
            "is part of what one knows.",
        ),
        Talk(
            "The chance was 16.0%, then 28.9%, then 46.9%. Did any card change?",
            "None. What changed is which hands it could be. A chance tells of cards and of what one knows of them.",
        ),
        Talk(
            "The blog's author left out the wilds and said so. What would have been worse?",
            "Leaving them out and not saying so. And its number is a bound: wilds can only help.",
        ),
    ),
    misconceptions=(
        Misconception(
            "Both conditions say 'one wild is there', so nine cards and seven wilds are left both times.",
            "Ask which wild and which place are gone. Under 'at least one' there is no certain place, so nothing "
            "can be put aside.",
        ),
        Misconception(
            "A condition makes a chance smaller, since 'and' does.",
            "'And' takes a part of the same whole; a condition makes the whole itself smaller. Let them count "
            "squares in both.",
        ),
        Misconception(
            "What happens later cannot matter for what came first: the tenth card says nothing about the first.",
            "Show the tenth card, a wild: now 7 wilds are left for 107 places, the first one among them. Order in time "
            "makes no difference to what one knows.",
        ),
    ),
    without="Each learner deals ten cards, face down in a row. Those with a wild stand up; how many of them have "
    "two? All sit down; now only those whose first card is wild stand. Repeat, and add up.",
)
