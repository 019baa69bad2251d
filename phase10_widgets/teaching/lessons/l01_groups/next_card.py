"""Lesson 1, questions 2 to 5: the chance that the next card fits."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from random import Random

from ....base.translatable import Sentence, Translatable, phrase
from ....editions import edition
from ....game.hands import fits
from ....odds.pool import Pool
from ....rules.cards import Card
from ...exercises.question import Distractor, Reflection
from ..common import CARDS, COLORS, COPIES, WILDS, Params, cards_of, question, unseen
from ..worked import ends_of_run
from .which_group import STANDARDS


def _fitting(cards: tuple[Card, ...], kind: str, others: tuple[Card, ...] = (), **about: int | str) -> Fraction:
    """Return the proportion of unseen cards that can be added to a group when *others* are also visible."""
    words = " ".join(card.code for card in cards)
    pool = Pool.of_deck(edition("classic"), without=(*cards, *others))
    good = sum(n for face, n in pool.faces().items() if fits(face, {"kind": kind, "cards": words, **about}))
    return Fraction(good, pool.size)


_RUNS = [(n, ends) for n in range(3, 11) for ends in (1, 2) if (n, ends) not in ((4, 1), (7, 2), (9, 1))]
"""Run lengths paired with numbers of open ends, except the pairs whose chances are given on the lesson's page."""


def _run(random: Random) -> Params:
    """Return a run on the table."""
    length, ends = random.choice(_RUNS)
    start = random.randint(2, 12 - length) if ends == 2 else random.choice((1, 13 - length))
    words = [f"{random.choice(COLORS)}{start + at}" for at in range(length)]
    words[-1] = words[0][0] + str(start + length - 1)
    p = {"start": start, "length": length, "ends": ends, "fitting": COPIES * ends + WILDS}
    return {**p, "cards": cards_of(words), "fits": ("W", str(start - 1), str(start + length))}


RUN = question(
    id="01/longer-run",
    goals=(phrase("List the favorable outcomes, then all the possible outcomes."),),
    standards=STANDARDS,
    prompt=phrase(
        "The run {cards} is on the table. You see no other cards. How likely is it that the next card from the draw "
        "pile can be added to it?"
    ),
    draw=_run,
    answer=lambda p: _fitting(p["cards"], "run", start=p["start"]),
    wrong=(
        Distractor(
            "one color",
            lambda p: Fraction(2 * p["ends"] + WILDS, CARDS - p["length"]),
            phrase("You counted only one color. Any color can go in a run, so there are 8 cards of each number."),
        ),
        Distractor(
            "no wilds",
            lambda p: Fraction(8 * p["ends"], CARDS - p["length"]),
            phrase("You counted the naturals correctly, but you forgot the wilds: each of the 8 wilds fits, too."),
        ),
        Distractor(
            "ends",
            lambda p: Fraction(8 if p["ends"] == 2 else 8 + 8 + WILDS, CARDS - p["length"]),
            phrase("{what} And wilds fit anywhere."),
        ),
    ),
    hints=(
        phrase("Which kinds of cards fit? Check the low end, the high end, and the cards that fit anywhere."),
        phrase("{what} Which other cards fit?"),
        phrase(
            "Divide the number of cards that fit by the number of cards that you cannot see: 108 minus the "
            "{length} in the run."
        ),
    ),
    solution=phrase("{what} With the 8 wilds, {fitting} cards fit, out of 108 minus {length}: {answer}."),
    shown=lambda p: {"what": ends_of_run(p["start"], p["length"])},
    experiment=lambda p: lambda random: random.choice(unseen(p["cards"])).lstrip(COLORS) in p["fits"],
    reflect=Reflection(
        phrase(
            "Compare a run that starts at 1 with an equally long run that is open at both ends. How do the "
            "probabilities differ?"
        ),
        phrase("Nothing fits below 1, so only one end is open. Of the same number of unseen cards, 8 fewer fit."),
    ),
)


def _set(random: Random) -> Params:
    """Return a set on the table and a hand, chosen so that no typical mistake comes close to the right answer."""
    while True:
        number, n, held, wild = random.randint(1, 12), random.randint(2, 4), random.randint(0, 2), random.randint(0, 2)
        colors = random.sample(COLORS, n)
        cards = cards_of(f"{color}{number}" for color in colors)
        deck = unseen(cards)
        hand = random.sample([word for word in deck if word[1:] == str(number)], held) + ["W"] * wild
        fresh = 2 * (4 - n) + WILDS - sum(word[0] not in colors for word in hand)
        hand += random.sample([word for word in deck if word not in "WS" and word[1:] != str(number)], 5)
        hand = hand[: random.randint(max(3, held + wild), len(hand))]
        random.shuffle(hand)
        about = {"number": number, "n": n, "seen": n + held, "wild": wild, "all": n + len(hand), "fresh": fresh}
        p: Params = {**about, "cards": cards, "hand": cards_of(hand), "fitting": COPIES - n - held + WILDS - wild}
        values = [Fraction(p["fitting"], CARDS - p["all"]), *(Fraction(one.compute(p)) for one in _SET_MISTAKES)]
        if min(abs(one - other) for one, other in combinations(values, 2)) > Fraction(1, 150):
            return p


_SET_MISTAKES = (
    Distractor(
        "new colors",
        lambda p: Fraction(p["fresh"], CARDS - p["all"]),
        phrase(
            "You only counted colors that are not in the set yet. But a set may contain the same color more than once."
        ),
    ),
    Distractor(
        "no wilds",
        lambda p: Fraction(8 - p["seen"], CARDS - p["all"]),
        phrase("You counted the naturals correctly. But any wild can be added to a set, too."),
    ),
    Distractor(
        "own hand",
        lambda p: Fraction(8 - p["n"] + WILDS, CARDS - p["n"]),
        phrase("You forgot your own hand. Its cards are not in the draw pile either, so you cannot draw them."),
    ),
    Distractor(
        "full deck",
        lambda p: Fraction(8 + WILDS, CARDS),
        phrase(
            "You counted as if the deck were full. The cards in the set and in your hand are no longer in the deck, "
            "so you cannot draw them."
        ),
    ),
)


SET = question(
    id="01/bigger-set",
    goals=(phrase("Count only the cards that are left."),),
    standards=STANDARDS,
    prompt=phrase(
        "The set {cards} is on the table. You hold {hand}. You see no other cards. How likely is it that the next card "
        "from the draw pile can be added to the set?"
    ),
    draw=_set,
    answer=lambda p: _fitting(p["cards"], "set", p["hand"], number=p["number"]),
    wrong=_SET_MISTAKES,
    hints=(
        phrase("How many cards of each number are in the deck? Where are some of them now?"),
        phrase("Colors do not matter in a set, and some cards fit any set."),
        phrase(
            "You see {seen} of the 8 cards numbered {number} and {wild} of the 8 wilds. The rest of the "
            "{number}s and wilds fit. How many is that?"
        ),
    ),
    solution=phrase(
        "You see {seen} of the 8 cards numbered {number} and {wild} of the 8 wilds. That leaves {fitting} cards that "
        "fit, out of 108 minus {all}: {answer}."
    ),
    experiment=lambda p: (
        lambda random: random.choice(unseen((*p["cards"], *p["hand"]))).lstrip(COLORS) in ("W", str(p["number"]))
    ),
    reflect=Reflection(
        phrase("Is a set of 4 harder to extend than a set of 2? By how much?"),
        phrase(
            "Yes, but only a little: two fewer naturals fit, and there are also two fewer cards to draw "
            "from. The wilds fit either way."
        ),
    ),
)


def _colored(random: Random) -> Params:
    """Return cards of one color and naturals of other colors, which together make a hand of at most ten cards."""
    color, n = random.choice(COLORS), random.randint(3, 6)
    own, others = (sorted(random.sample(range(1, 13), k)) for k in (n, random.randint(1, min(5, 10 - n))))
    rest = cards_of(f"{random.choice(COLORS.replace(color, ''))}{number}" for number in others)
    return {"cards": cards_of(f"{color}{number}" for number in own), "others": rest, "n": n, "all": n + len(rest)}


COLOR = question(
    id="01/more-of-a-color",
    goals=(phrase("Recognize that a group of one color can contain the same number twice."),),
    standards=STANDARDS,
    prompt=phrase(
        "You are collecting cards of one color and have {cards}. The rest of your hand is {others}. You see no other "
        "cards. How likely is it that the next card from the draw pile goes with your color?"
    ),
    draw=_colored,
    answer=lambda p: _fitting(p["cards"], "color", p["others"], color=p["cards"][0].code[0]),
    wrong=(
        Distractor(
            "new numbers",
            lambda p: Fraction(12 - p["n"] + WILDS, CARDS - p["all"]),
            phrase("You counted each number once. Each color includes two cards of every number, and both count."),
        ),
        Distractor(
            "no wilds",
            lambda p: Fraction(24 - p["n"], CARDS - p["all"]),
            phrase(
                "You counted all the naturals of that color. But a wild can be any color, so the 8 wilds count, too."
            ),
        ),
        Distractor(
            "number cards",
            lambda p: Fraction(24 - p["n"], 96 - p["all"]),
            phrase(
                "You left the wilds and the skips out of both the numerator and the denominator. But all of "
                "them can be drawn, and a wild goes with any color."
            ),
        ),
    ),
    hints=(
        phrase("Each color has the numbers 1 to 12. Does each number appear only once?"),
        phrase("24 cards have that color, and you have {n} of them. Do not forget the cards that fit anywhere."),
        phrase("The 8 wilds and 24 minus {n} naturals fit. Divide by the number of cards that you cannot see."),
    ),
    solution=phrase(
        "The 8 wilds and 24 minus {n} naturals go with your color, out of 108 minus {all} cards: {answer}."
    ),
    experiment=lambda p: (
        lambda random: random.choice(unseen((*p["cards"], *p["others"])))[0] in ("W", p["cards"][0].code[0])
    ),
    reflect=Reflection(
        phrase("Which is easiest to add to: a set, a run or a group of one color?"),
        phrase(
            "A group of one color: even when it has six cards, 26 others fit. A set never takes more than 14, and a "
            "run never more than 24."
        ),
    ),
)


def _listed(random: Random) -> Params:
    """Return a type of card listed on the lesson's page, and the number of cards of that type."""
    low = random.randint(1, 10)
    high = random.randint(low + 2, 12)
    numbers = high - low + 1
    return random.choice(
        (
            {"things": Translatable(phrase("naturals of one particular color")), "n": 24},
            {"things": Translatable(phrase("cards without a number")), "n": 12},
            {"things": Sentence("cards with a number from {low} to {high}", low=low, high=high), "n": 8 * numbers},
            {"things": Sentence("red cards with a number from {low} to {high}", low=low, high=high), "n": 2 * numbers},
        )
    )


PAGE = question(
    id="01/page",
    goals=(phrase("Check a source by adding up the numbers it gives."),),
    standards=STANDARDS,
    prompt=phrase(
        "A web page (gamexpla.in) says that the deck has 110 cards: two sets numbered 1 to 12 in four "
        "colors, eight wilds and four skips. One of these numbers is wrong. Of the cards in the deck, {n} "
        "are {things}. You turn over the top card of a shuffled deck. How likely is it really that it is "
        "one of them?"
    ),
    draw=_listed,
    answer=lambda p: Fraction(p["n"], CARDS),
    digits=3,
    wrong=(
        Distractor(
            "page",
            lambda p: Fraction(p["n"], 110),
            phrase("You used the page's total of 110. Add up the parts that the page itself lists."),
        ),
        Distractor(
            "no specials",
            lambda p: Fraction(p["n"], 2 * 96),
            phrase("You counted twice as many number cards as there are: two sets of 12 in four colors make 96 cards."),
        ),
    ),
    hints=(
        phrase("The whole is the sum of its parts. Is that true on this page?"),
        phrase("2 times 12 numbers times 4 colors, plus eight wilds and four skips: what is the total?"),
        phrase("Divide {n} by that sum."),
    ),
    solution=phrase("2 times 12 times 4 is 96; adding 8 and 4 makes 108. So the chance is {n} out of 108: {answer}."),
    experiment=lambda p: lambda random: random.randrange(2 * 12 * 4 + 8 + 4) < p["n"],
    reflect=Reflection(
        phrase("Where might the 110 come from?"),
        phrase("The box also contains two reference cards. They count when you pack the box, not when you deal."),
    ),
)
