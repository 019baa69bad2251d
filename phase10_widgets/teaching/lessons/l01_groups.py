"""Lesson 1: sets, runs and colors. The misconception: wishful rules."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from random import Random

from ...core.cards import Card
from ...core.translatable import Translatable, phrase
from ...editions import edition
from ...hands import arrange, fits
from ...odds.pool import Pool
from ..guide import Guide, Misconception, Step, Talk
from ..question import Choice, Distractor, Reflection
from .common import CARDS, SKIPS, WILDS, Params, question

TITLE = phrase("What is a set, a run, a color?")
STANDARDS = ("7.SP.C.7", "HSS-CP.A.1")
COLORS = "RBGY"
KINDS = {"set": "1 set of 4", "run": "1 run of 4", "color": "4 cards of one color"}


def _cards(words: Iterable[str]) -> tuple[Card, ...]:
    return edition("classic").cards(" ".join(words))


def _fitting(cards: tuple[Card, ...], kind: str, **about: int | str) -> Fraction:
    """Return the share of the unseen cards that may be added to a group."""
    words = " ".join(card.code for card in cards)
    pool = Pool.of_deck(edition("classic"), without=cards)
    good = sum(n for face, n in pool.faces().items() if fits(face, {"kind": kind, "cards": words, **about}))
    return Fraction(good, pool.size)


def _unseen(cards: tuple[Card, ...]) -> list[str]:
    """Return the codes of all other cards of the deck, listed without using the engine."""
    deck = [f"{color}{number}" for color in COLORS for number in range(1, 13)] * 2 + ["W"] * WILDS + ["S"] * SKIPS
    for card in cards:
        deck.remove(card.code)
    return deck


def _group(random: Random) -> Params:
    """Return four cards that form one kind of group, or nearly one."""
    kind = random.choice(("set", "run", "color", "none"))
    number, colors = random.randint(2, 9), random.sample(COLORS, 4)
    if kind == "set":
        words = [f"{colors[0]}{number}", f"{colors[0]}{number}", f"{colors[1]}{number}", f"{colors[2]}{number}"]
    elif kind == "run":
        words = [f"{colors[at]}{number + at}" for at in range(4)]
    elif kind == "color":
        words = [f"{colors[0]}{n}" for n in (number, number, number + 3, 12)]
    else:
        words = [f"{colors[at]}{n}" for at, n in enumerate((11, 12, 1, 2))]
    if kind != "none" and random.random() < 0.5:
        words[random.randrange(1, 3)] = "W"
    random.shuffle(words)
    return {"cards": _cards(words), "kind": kind}


def _verdict(p: Params) -> str:
    return next((kind for kind, phase in KINDS.items() if arrange(p["cards"], phase)), "none")


def _by_hand(p: Params) -> int:
    """Return the group's kind by its place in the list of choices, found by trying all values of the wilds."""
    words = [card.code for card in p["cards"]]
    plain = [word for word in words if word != "W"]
    numbers = sorted(int(word[1:]) for word in plain)
    if len(set(numbers)) == 1:
        return 0
    if any(set(numbers) <= set(range(low, low + 4)) for low in range(1, 10)) and len(set(numbers)) == len(numbers):
        return 1
    return 2 if len({word[0] for word in plain}) == 1 else 3


WHICH = question(
    id="01/which-group",
    kind="choice",
    goals=(phrase("Recognize sets, runs and groups of one color, using only the rules."),),
    standards=STANDARDS,
    prompt=phrase("You are holding {cards}. What do these four cards make?"),
    draw=_group,
    answer=_verdict,
    choices=(
        Choice(
            "set",
            phrase("A set of 4"),
            phrase(
                "All the cards in a set have the same number. These numbers differ, and a wild can replace only one "
                "card."
            ),
        ),
        Choice(
            "run",
            phrase("A run of 4"),
            phrase("A run here is four numbers in a row, from low to high. It never wraps around from 12 to 1."),
        ),
        Choice(
            "color",
            phrase("4 cards of one color"),
            phrase("In a group of one color, all the naturals must be the same color. Check their colors again."),
        ),
        Choice(
            "none",
            phrase("None of these"),
            phrase(
                "These cards do form a group. A set does not need different colors, and a run does not need a "
                "single color. Try again without those restrictions."
            ),
        ),
    ),
    hints=(
        phrase("Set any wild aside for a moment. Look at the other cards' numbers first, then at their colors."),
        phrase("Sort the numbers. Are they all the same, are they in a row, or neither?"),
        phrase("A wild can stand for the missing card, but it cannot change what the other cards are."),
    ),
    solution=phrase(
        "The correct answer is: {answer}. The rules require cards with the same number, with numbers in a "
        "row, or of the same color."
    ),
    experiment=lambda p: lambda random: _by_hand(p),
    reads=lambda p, value: ("set", "run", "color", "none")[round(value)],
    tries=False,
    reflect=Reflection(
        phrase("Which other games have stricter rules for sets or runs?"),
        phrase("In many rummy games, a run must be all one suit, and a set cannot contain the same suit twice."),
    ),
)


def _run(random: Random) -> Params:
    length, start = random.randint(3, 5), random.randint(2, 6)
    words = [f"{random.choice(COLORS)}{start + at}" for at in range(length)]
    words[-1] = words[0][0] + str(start + length - 1)
    return {"cards": _cards(words), "start": start, "length": length, "low": start - 1, "high": start + length}


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
            lambda p: Fraction(2 * 2 + WILDS, CARDS - p["length"]),
            phrase("You counted only one color. Any color can go in a run, so there are 8 cards of each number."),
        ),
        Distractor(
            "no wilds",
            lambda p: Fraction(16, CARDS - p["length"]),
            phrase("You counted both ends but not the wilds: each of the 8 wilds fits, too."),
        ),
        Distractor(
            "one end",
            lambda p: Fraction(8, CARDS - p["length"]),
            phrase("A run can grow at both ends: {low} fits below and {high} above. And wilds fit anywhere."),
        ),
    ),
    hints=(
        phrase("Which kinds of cards fit? Check the low end, the high end, and the cards that fit anywhere."),
        phrase("There are 8 cards numbered {low} and 8 numbered {high}, in four colors, plus the wilds."),
        phrase(
            "Divide the number of cards that fit by the number of cards you cannot see: 108 minus the {length} in "
            "the run."
        ),
    ),
    solution=phrase(
        "8 cards numbered {low}, 8 numbered {high} and 8 wilds fit, out of 108 minus {length} cards: {answer}."
    ),
    experiment=lambda p: (
        lambda random: (
            (word := random.choice(_unseen(p["cards"]))) == "W" or word[1:] in (str(p["low"]), str(p["high"]))
        )
    ),
    reflect=Reflection(
        phrase("How would the chance change if the run started at 1?"),
        phrase("Nothing fits below 1, so only one end would be open: 8 fewer cards would fit."),
    ),
)


def _set(random: Random) -> Params:
    number, n = random.randint(1, 12), random.randint(2, 4)
    return {"cards": _cards(f"{color}{number}" for color in random.sample(COLORS, n)), "number": number, "n": n}


SET = question(
    id="01/bigger-set",
    goals=(phrase("Count only the cards that are left."),),
    standards=STANDARDS,
    prompt=phrase(
        "The set {cards} is on the table. You see no other cards. How likely is it that the next card from the draw "
        "pile can be added to it?"
    ),
    draw=_set,
    answer=lambda p: _fitting(p["cards"], "set", number=p["number"]),
    wrong=(
        Distractor(
            "new colors",
            lambda p: Fraction(2 * (4 - p["n"]) + WILDS, CARDS - p["n"]),
            phrase(
                "You looked for a color that is not in the set yet. A set can have the same color two or three times."
            ),
        ),
        Distractor(
            "no wilds",
            lambda p: Fraction(8 - p["n"], CARDS - p["n"]),
            phrase("You counted the naturals correctly. But any wild can be added to a set, too."),
        ),
        Distractor(
            "full deck",
            lambda p: Fraction(8 + WILDS, CARDS),
            phrase(
                "You counted as if the deck were full. The cards in the set are no longer in the deck, so you "
                "cannot draw them."
            ),
        ),
    ),
    hints=(
        phrase("There are 8 cards of each number in the deck. Where are some of them now?"),
        phrase("Colors do not matter in a set, and some cards fit any set."),
        phrase("The 8 wilds and 8 minus {n} naturals fit. How many cards could come next?"),
    ),
    solution=phrase("The 8 wilds and 8 minus {n} naturals fit, out of 108 minus {n} cards: {answer}."),
    experiment=lambda p: (
        lambda random: (word := random.choice(_unseen(p["cards"]))) == "W" or word[1:] == str(p["number"])
    ),
    reflect=Reflection(
        phrase("Is a set of 4 harder to extend than a set of 2, and by how much?"),
        phrase(
            "Yes, but only a little: two fewer naturals fit, out of two fewer cards. Most of the cards that fit are"
            " still wilds."
        ),
    ),
)


def _colored(random: Random) -> Params:
    color, n = random.choice(COLORS), random.randint(3, 6)
    return {"cards": _cards(f"{color}{number}" for number in sorted(random.sample(range(1, 13), n))), "n": n}


COLOR = question(
    id="01/more-of-a-color",
    goals=(phrase("Recognize that a group of one color can contain the same number twice."),),
    standards=STANDARDS,
    prompt=phrase(
        "You are collecting cards of one color and have {cards}. You see no other cards. How likely is it that the "
        "next card from the draw pile goes with them?"
    ),
    draw=_colored,
    answer=lambda p: _fitting(p["cards"], "color", color=p["cards"][0].code[0]),
    wrong=(
        Distractor(
            "new numbers",
            lambda p: Fraction(12 - p["n"] + WILDS, CARDS - p["n"]),
            phrase("You counted each number once. Each color includes two cards of every number, and both count."),
        ),
        Distractor(
            "no wilds",
            lambda p: Fraction(24 - p["n"], CARDS - p["n"]),
            phrase(
                "You counted all the naturals of that color. But a wild can be any color, so the 8 wilds count, too."
            ),
        ),
        Distractor(
            "number cards",
            lambda p: Fraction(24 - p["n"], 96 - p["n"]),
            phrase(
                "You left wilds and skips out of both the numerator and the denominator. A wild goes with any color."
            ),
        ),
    ),
    hints=(
        phrase("Each color has the numbers 1 to 12. Does each number appear only once?"),
        phrase("24 cards have that color; {n} of them are yours. Do not forget the cards that fit anywhere."),
        phrase("The 8 wilds and 24 minus {n} naturals, out of all the cards you cannot see."),
    ),
    solution=phrase("The 8 wilds and 24 minus {n} naturals go with them, out of 108 minus {n} cards: {answer}."),
    experiment=lambda p: (
        lambda random: (word := random.choice(_unseen(p["cards"]))) == "W" or word[0] == p["cards"][0].code[0]
    ),
    reflect=Reflection(
        phrase("Which is easiest to add to: a set, a run or a group of one color?"),
        phrase(
            "A group of one color: about 30 cards can be added to it, compared with only about 14 for a set and 24 "
            "for a run with two open ends."
        ),
    ),
)


PAGE = question(
    id="01/page",
    goals=(phrase("Check a source by adding up the numbers it gives."),),
    standards=STANDARDS,
    prompt=phrase(
        "A web page (gamexpla.in) says that the deck contains 110 cards: two sets numbered 1 to 12 in four colors, "
        "eight wilds and four skips. One of these numbers is wrong. What is the actual chance that the top card of "
        "a shuffled deck is one of the {things} ({n} cards)?"
    ),
    draw=lambda random: random.choice(
        (
            {"things": Translatable(phrase("naturals of one color")), "n": 24},
            {"things": Translatable(phrase("naturals")), "n": 96},
            {"things": Translatable(phrase("numbers 10 to 12")), "n": 24},
            {"things": Translatable(phrase("numbers 1 to 6")), "n": 48},
            {"things": Translatable(phrase("cards without a number")), "n": 12},
        )
    ),
    answer=lambda p: Fraction(p["n"], CARDS),
    digits=3,
    wrong=(
        Distractor(
            "page",
            lambda p: Fraction(p["n"], 110),
            phrase("You used the page's total of 110. Add up the parts the page itself lists."),
        ),
        Distractor(
            "no specials",
            lambda p: Fraction(p["n"], 2 * 96),
            phrase(
                "You have twice as many number cards as there really are: two sets of 12 in four colors make 96 cards."
            ),
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

QUESTIONS = (WHICH, PAGE, RUN, SET, COLOR)

GUIDE = Guide(
    aim="Whoever wants a chance writes two lists, the sample space and the event, and lets the rules alone decide what "
    "is on the second.",
    before="Fractions and percent. The game itself need not be known; one round is enough to learn it.",
    plan=(
        Step(
            8,
            "Play the round of phase 2, in pairs at one screen. Who has played before says aloud what a set and a "
            "run are; write every version on the board and judge none.",
        ),
        Step(4, "Everybody predicts and answers question 1. Count the hands for each of the four choices."),
        Step(
            10,
            "Sort the hands of the figure: A color twice, A run in four colors, Round the corner, Wilds fill gaps, "
            "Nothing but wilds. Cross out on the board what the rules refuse, underline what they allow.",
        ),
        Step(
            12,
            "Sample space and event. Question 2 first, without a word about the deck: let them find the wrong sum. "
            "Then the set of sevens, card by card, and the price of a wish.",
        ),
        Step(8, "Questions 3 to 5 in pairs, each list said aloud before anything is divided."),
        Step(3, "Everybody writes one sentence: which rule did I play by that is no rule? Look at the sureness."),
    ),
    talks=(
        Talk(
            "Why do so many people play with different colors in a set?",
            "Other games ask for it, rummy among them. A rule is a decision; two tables may decide differently, and "
            "then their chances differ, too.",
        ),
        Talk(
            "You see three cards on the table. Is the sample space 108 cards or 105?",
            "105: a card that lies there cannot be turned over. What you know changes the list. Lesson 5 goes on "
            "from here.",
        ),
        Talk(
            "110 cards in the box, 108 in the deck. Is the page wrong?",
            "For a packer it is right. For who asks what can be turned over it is wrong: every number belongs to a "
            "question.",
        ),
    ),
    misconceptions=(
        Misconception(
            "An event is one outcome: there is one chance for 'a card that fits', namely 1 of 103.",
            "Lay the 11 cards out, one by one, and count them. The event is the whole list.",
        ),
        Misconception(
            "Two outcomes, it fits or it does not, so the chance is one half.",
            "Both lists count cards, and each card is equally likely. The two words for them are not.",
        ),
        Misconception(
            "A wild that lies in a set of sevens is a seven for good, also in other groups and for everybody.",
            "It is a seven only there (G10). In the pile it is still any card that one needs.",
        ),
    ),
    without="Give each group ten real cards and a phase. They sort, another group is the rules and answers with the "
    "number of a rule only. Then count the cards that fit from the open deck.",
)
