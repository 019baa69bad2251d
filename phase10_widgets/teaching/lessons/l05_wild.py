"""Lesson 5: conditions. The misconception: treating two conditions as one."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import comb
from random import Random

from ...core.translatable import Translatable, phrase
from ...odds.deal import deal
from ...odds.exact import figure
from ...odds.simulation.registry import question as experiment
from ..code_task import Bug, CodeTask
from ..guide import Guide, Misconception, Step, Talk
from ..number_text import number, percent
from ..question import Distractor, Params, Reflection
from .common import CARDS, WILDS, drawn, exactly, question
from .worked import by_wilds

STANDARDS = ("HSS-CP.A.3", "HSS-CP.A.5", "HSS-CP.B.6")

NATURALS = CARDS - WILDS
_deal = cache(lambda phase, cards, hand: Fraction(deal("classic", phase, cards=cards, hand=hand)))


def _deck(random: Random) -> Params:
    """Return a hand size and a house rule: how many wilds are in the deck."""
    wilds = random.choice((6, 8, 10, 12, 14))
    return {"cards": random.randint(6, 12), "wilds": wilds, "size": NATURALS + wilds}


def _at_least(wanted: int, p: Params) -> Fraction:
    """Return the chance of this many wilds or more in the hand."""
    return drawn(wanted, p["wilds"], p["cards"], p["size"])


def _another(p: Params) -> Fraction:
    """Return the chance of another wild if the first card is one."""
    return drawn(1, p["wilds"] - 1, p["cards"] - 1, p["size"] - 1)


def _given_one(p: Params) -> Callable[[Random], bool]:
    """Return a trial: deal hands until one has a wild; True if that one has two or more."""

    def trial(random: Random) -> bool:
        wilds, size, cards = int(p["wilds"]), range(p["size"]), int(p["cards"])
        while not (found := sum([card < wilds for card in random.sample(size, cards)])):
            pass
        return found >= 2

    return trial


GIVEN_ONE = question(
    id="05/given-one",
    goals=(phrase("Let the condition define a new sample space."),),
    standards=STANDARDS,
    prompt=phrase(
        "Your deck has {size} cards, and {wilds} of them are wild. You are dealt {cards} cards. A friend peeks and "
        "tells you only that you have at least one wild. How likely is it that you have two or more?"
    ),
    draw=_deck,
    answer=lambda p: _at_least(2, p) / _at_least(1, p),
    wrong=(
        Distractor(
            "the first is wild",
            _another,
            phrase(
                "That would be right if your friend had told you that the first card is wild. Many more hands have a "
                "wild somewhere, and a smaller share of them has two."
            ),
        ),
        Distractor(
            "no condition",
            lambda p: _at_least(2, p),
            phrase("That is the chance before your friend said anything. Hands without a wild are ruled out now."),
        ),
        Distractor(
            "product",
            lambda p: _at_least(1, p) * _at_least(2, p),
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
        "No wild: C(100, {cards}) of the C({size}, {cards}) hands, or {none}. So {one} have at least one. Exactly one: "
        "{wilds} times C(100, {fewer}), or {single}. So {two} have two or more. Divide {two} by {one}: {answer}."
    ),
    shown=lambda p: {
        "two": percent(_at_least(2, p)),
        "one": percent(_at_least(1, p)),
        "none": percent(1 - _at_least(1, p)),
        "single": percent(_at_least(1, p) - _at_least(2, p)),
        "fewer": p["cards"] - 1,
    },
    experiment=_given_one,
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
    numbers_of=GIVEN_ONE.id,
    goals=(phrase("Distinguish two conditions that sound alike."),),
    standards=STANDARDS,
    prompt=phrase(
        "Your deck has {size} cards, and {wilds} of them are wild. You pick up your {cards} cards one by one. The "
        "first one is wild. How likely is it that there is another wild among the rest?"
    ),
    draw=_deck,
    answer=_another,
    wrong=(
        Distractor(
            "at least one",
            lambda p: _at_least(2, p) / _at_least(1, p),
            phrase(
                "That would be right if you knew only that some card is wild. You know which one, and that tells you "
                "more."
            ),
        ),
        Distractor(
            "full deck",
            lambda p: _at_least(1, p),
            phrase(
                "You started over with a full deck and a full hand. But one wild and one card of the hand are "
                "already accounted for."
            ),
        ),
        Distractor(
            "added",
            lambda p: Fraction((p["wilds"] - 1) * (p["cards"] - 1), p["size"] - 1),
            phrase(
                "You added {fewer}/{rest} once for each card, so you counted hands with several more wilds several "
                "times."
            ),
        ),
    ),
    hints=(
        phrase("Set the first card aside. Which cards are the others dealt from?"),
        phrase(
            "They are dealt from {rest} cards, of which {fewer} are wild. It is lesson 3 again, with different numbers."
        ),
        phrase("No more wilds: 100/{rest} times 99/{next} and so on, {others} factors. Subtract that from 1."),
    ),
    solution=phrase(
        "{others} cards from {rest}, of which {fewer} are wild: 1 minus the product 100/{rest} times 99/{next} and so "
        "on is {answer}."
    ),
    shown=lambda p: {
        "others": p["cards"] - 1,
        "fewer": p["wilds"] - 1,
        "rest": p["size"] - 1,
        "next": p["size"] - 2,
    },
    experiment=lambda p: lambda random: min(random.sample(range(1, p["size"]), p["cards"] - 1)) < p["wilds"],
    reflect=Reflection(
        phrase("“At least one is wild” or “the first is wild”: which is better news, and why?"),
        phrase(
            "“The first is wild.” Hands with many wilds are more likely to start with one, so they make up a larger"
            " proportion of the hands you could have."
        ),
    ),
)


_PHASES = (
    (1, Translatable(phrase("two sets of 3")), (9, 11, 12, 13)),
    (2, Translatable(phrase("a set of 3 and a run of 4")), (9, 10, 11, 12)),
    (3, Translatable(phrase("a set of 4 and a run of 4")), (10, 11, 12, 13)),
    (4, Translatable(phrase("a run of 7")), (9, 10, 11, 12, 13)),
    (5, Translatable(phrase("a run of 8")), (9, 10, 11, 12, 13)),
    (6, Translatable(phrase("a run of 9")), (11, 12, 13)),
    (8, Translatable(phrase("7 cards of one color")), (11, 12, 13)),
    (9, Translatable(phrase("a set of 5 and a set of 2")), (10, 11, 12, 13)),
)
"""Phases with the hand sizes that give them a chance worth asking for; that of phase 1 with ten cards is well known."""
_HANDS = tuple({"number": n, "phase": phase, "cards": cards} for n, phase, sizes in _PHASES for cards in sizes)

HELD = question(
    id="05/phase-with-a-wild",
    goals=(phrase("Compare a chance with and without a condition."),),
    standards=STANDARDS,
    prompt=phrase(
        "Phase {number} is {phase}. You hold {cards} cards. The first is a wild; the other {others} are random. How "
        "likely is it that your cards contain the phase? Use the computer to count the hands or to simulate them."
    ),
    draw=lambda random: random.choice(_HANDS),
    answer=lambda p: _deal(p["number"], p["cards"], "W"),
    tolerance=Fraction(1, 100),
    digits=2,
    wrong=(
        Distractor(
            "no condition",
            lambda p: _deal(p["number"], p["cards"], ""),
            phrase(
                "That is the chance for any {cards} cards. You know one of yours, and it is the best card there is."
            ),
        ),
        Distractor(
            "eleventh card",
            lambda p: _deal(p["number"], p["cards"] + 1, "W"),
            phrase("You gave yourself the wild and {cards} more cards. The wild is one of the {cards}."),
        ),
    ),
    hints=(
        phrase("Does a wild make the phase more likely or less likely? Would you expect a small change or a big one?"),
        phrase(
            "In the figure of lesson 5, choose “the first card is wild” and “a hand that holds a phase”. Set “Phase” "
            "to {number} and “Cards of a hand” to {cards}."
        ),
        phrase(
            "In Python: p10.odds.deal('classic', {number}, cards={cards}, hand='W'). The wild counts as one of the "
            "cards."
        ),
    ),
    solution=phrase(
        "Set the wild aside. The other {others} cards come from 107, in {all} ways. The computer goes through them: "
        "with the wild, {ways} of them make the phase. Divide: {answer}. For any {cards} cards, it is {plain}."
    ),
    shown=lambda p: {
        "others": p["cards"] - 1,
        "plain": percent(_deal(p["number"], p["cards"], "")),
        "all": number(comb(CARDS - 1, p["cards"] - 1)),
        "ways": number(_deal(p["number"], p["cards"], "W") * comb(CARDS - 1, p["cards"] - 1)),
    },
    experiment=lambda p: experiment("deal", edition="classic", phase=p["number"], cards=p["cards"], hand="W"),
    reflect=Reflection(
        phrase("For which phases is a wild worth the most?"),
        phrase(
            "It multiplies the chance of a rare phase by a larger factor, and it adds more percentage points to that "
            "of a common one. Compare phase 6, a run of 9, with phase 2, a set of 3 and a run of 4."
        ),
    ),
)


_SIZES = {3: (4, 5), 4: (5, 6, 7), 5: (6, 7, 8, 9), 6: (8, 9, 10, 11), 7: (9, 10, 11, 12, 13), 8: (11, 12, 13, 14, 15)}
_SIZES |= {9: (13, 14, 15, 16, 17), 10: (17, 18, 19)}
"""The hand sizes by the cards of one color; two colors at once never fit."""
_ASKED = tuple({"wanted": wanted, "cards": cards} for wanted, sizes in _SIZES.items() for cards in sizes)


def _colors(p: Params) -> Fraction:
    """Return the chance of enough naturals of one color."""
    return 4 * drawn(p["wanted"], 24, p["cards"])


def _any_color(p: Params) -> Fraction:
    return _deal(f"{p['wanted']} cards of one color", p["cards"], "")


BLOG = question(
    id="05/blog",
    goals=(phrase("Split an event by the number of wilds, then add up the chances."),),
    standards=STANDARDS,
    prompt=phrase(
        "You are dealt {cards} cards from the Phase 10 deck. How likely is it that you can lay down {wanted} cards of "
        "one color from them? A blog (rockyroer, 2012) counted such hands like this: choose a color, choose enough of "
        "its 24 cards, and fill up the hand with any other cards. Here, this method gives {naturals}, and that is too "
        "low. Let the computer count, or sort the hands by what the blog left out."
    ),
    draw=lambda random: random.choice(_ASKED),
    answer=_any_color,
    wrong=(
        Distractor(
            "no wilds",
            _colors,
            phrase(
                "That is the blog's method. It ignores the wilds, as its author says himself. The result is too low "
                "by a factor of {times}."
            ),
        ),
        Distractor(
            "one color",
            lambda p: _any_color(p) / 4,
            phrase("That is the chance for one particular color, such as red. Any of the four will do."),
        ),
        Distractor(
            "wilds as a color",
            lambda p: 4 * drawn(p["wanted"], 24 + WILDS, p["cards"]),
            phrase(
                "You gave each color 24 + 8 cards and multiplied by 4. With many wilds, a hand can reach {wanted} "
                "cards in two colors at once, and you counted it twice."
            ),
        ),
    ),
    digits=3,
    hints=(
        phrase("The blog builds the color from number cards only. Which other cards can stand in for them?"),
        phrase(
            "Sort the hands by number of wilds: 0, 1, 2 … With w wilds, {wanted} - w naturals of one color among the "
            "other cards are enough."
        ),
        phrase("In Python: p10.odds.deal('classic', '{wanted} cards of one color', cards={cards}) adds it all up."),
    ),
    solution=phrase(
        "Sort the hands by their wilds. With w wilds, {wanted} - w cards of one color are enough. No wild: {w0}. One: "
        "{w1}. Two: {w2}. Three or more: {more}. Together: {answer}. The blog's method gives {naturals}."
    ),
    shown=lambda p: {
        "naturals": percent(_colors(p)),
        "times": figure(_any_color(p) / _colors(p), 2),
        **{f"w{wilds}": percent(chance) for wilds, chance in enumerate(by_wilds(p["wanted"], p["cards"], 2))},
        "more": percent(_any_color(p) - sum(by_wilds(p["wanted"], p["cards"], 2))),
    },
    experiment=lambda p: experiment(
        "deal", edition="classic", phase=f"{p['wanted']} cards of one color", cards=p["cards"]
    ),
    reflect=Reflection(
        phrase("The blog's author wrote that he had left out the wilds. So is his number wrong?"),
        phrase(
            "It is right for a different game. Saying what you left out lets others correct for it; that is good "
            "practice."
        ),
    ),
)

QUESTIONS = (GIVEN_ONE, FIRST, HELD, BLOG)


def _lucky(known: str, asked: str = "len(wilds) >= 2") -> str:
    """Return a program: deal until something is known, then return what is asked."""
    return f"""def lucky(random):
    while True:
        hand = random.sample(range(108), 10)
        wilds = [card for card in hand if card < 8]
        if {known}:
            return {asked}
"""


_SOME = drawn(1, WILDS, 10)

TASK = CodeTask(
    id="05/your-turn",
    name="lucky",
    kind="chance",
    exact=drawn(2, WILDS, 10) / _SOME,
    prompt=phrase(
        "A friend looks at all ten of your cards and says only that you have a wild. This code should deal hands until "
        "one fits what the friend said, and then return True if that hand has two wilds or more. It runs, but it "
        "answers a different question. Change one line. The cards 0 to 7 are the wilds."
    ),
    start=_lucky("hand[0] < 8"),
    solution=_lucky("len(wilds) >= 1"),
    bugs=(
        Bug(
            "first card",
            _lucky("hand[0] < 8"),
            drawn(1, WILDS - 1, 9, CARDS - 1),
            phrase(
                "This keeps a hand only if one particular card is wild. Your friend looked at all ten cards and did "
                "not say which of them is wild."
            ),
        ),
        Bug(
            "all hands",
            _lucky("len(wilds) >= 0"),
            drawn(2, WILDS, 10),
            phrase("This keeps every hand, as if your friend had said nothing. Hands without a wild must go."),
        ),
        Bug(
            "exactly two",
            _lucky("len(wilds) >= 1", "len(wilds) == 2"),
            exactly(2, WILDS, 10) / _SOME,
            phrase("You now count only hands with exactly two wilds. Three or more count, too."),
        ),
        Bug(
            "more than two",
            _lucky("len(wilds) >= 1", "len(wilds) > 2"),
            drawn(3, WILDS, 10) / _SOME,
            phrase("More than two means three or more. A hand with two wilds counts as well."),
        ),
        Bug(
            "two known",
            _lucky("len(wilds) >= 2"),
            Fraction(1),
            phrase("This keeps only hands that already have two wilds. You put the question into the condition."),
        ),
        Bug(
            "one known",
            _lucky("len(wilds) == 1"),
            Fraction(0),
            phrase("This keeps only hands with exactly one wild, so a second one can never be there."),
        ),
    ),
    hints=(
        phrase("Which hands get through the line that starts with if? Are these the hands your friend could mean?"),
        phrase("A hand fits what your friend said if its list wilds is not empty."),
        phrase("Compare len(wilds) with 1 in the line that starts with if. Leave the last line as it is."),
    ),
    trials=8_000,
)

GUIDE = Guide(
    aim="Once you know something, only the cases that fit it remain: rule out the others, and divide by what is left.",
    before="Lesson 3: at least one, by counting none. Trees with chances on their branches.",
    plan=(
        Step(6, "Play the hand of phase 8. How many cards did the one wild save? Everybody writes the number down."),
        Step(
            8,
            "Everybody predicts questions 1 and 2 before trying anything. Count how many expect equal answers; most "
            "will.",
        ),
        Step(
            10,
            "Guess in the figure, then compare the 1,000 hands under 'at least one card' and under 'the first card'. "
            "Take a hand whose only wild is its seventh card: in which picture does it survive? Then repair "
            "the code in Your turn.",
        ),
        Step(
            10,
            "Compute both chances, then put them back together. Go back and answer questions 1 and 2. Answer question "
            "3 with the figure.",
        ),
        Step(
            8,
            "Find the mistake: nobody opens question 4 until there are three ideas on the board. Then sort by wilds.",
        ),
        Step(
            3,
            "The two children: which of the three ways of finding out did you have in mind? Everybody writes one "
            "sentence: why did my guess differ, and what was ruled out?",
        ),
    ),
    talks=(
        Talk(
            "Your friend looks at all ten cards and says: you have a wild. Or your friend takes one card at random, "
            "shows it, and it is wild. Which of the two questions does each match?",
            "The second matches the first-card question: a hand with many wilds is more likely to show one. How you "
            "found out is part of what you know.",
        ),
        Talk(
            "The chance was 16.0%, then 28.9%, then 46.9%. Did any card change?",
            "No card changed; the set of possible hands did. A chance depends on the cards and on what you know.",
        ),
        Talk(
            "The blog's author left out the wilds and said so. What would have been worse?",
            "Leaving them out silently. His number is still useful as a lower bound, because wilds can only help.",
        ),
        Talk(
            "Are 'the first card is wild' and 'two wilds or more' independent?",
            "No: knowing the first changes the chance of the second from 16.0% to 46.9%. Independent events leave each "
            "other's chances alone.",
        ),
    ),
    misconceptions=(
        Misconception(
            "In both cases one wild is known, so nine cards and seven wilds are left both times.",
            "Ask which card can be set aside. With 'at least one', no particular card is known to be wild, so there "
            "is nothing to set aside.",
        ),
        Misconception(
            "A condition makes a chance smaller, just as 'and' does.",
            "'And' takes a part of the same total; a condition shrinks the total itself. Let them count squares for "
            "both.",
        ),
        Misconception(
            "What happens later cannot affect what came first: the tenth card says nothing about the first.",
            "Turn over the tenth card, a wild. Now 7 wilds are left for 107 places, and the first card is one of them. "
            "Information does not care about the order of events.",
        ),
    ),
    without="Each learner deals ten cards face down in a row. Everybody with a wild stands up: how many of them have "
    "two? All sit down. Now only those whose first card is wild stand up. Repeat, and add up the results.",
)
