"""Lesson 1: sets, runs and colors. The misconception: rules of other games."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from random import Random

from ...core.cards import Card
from ...core.translatable import Sentence, Translatable, phrase
from ...editions import edition
from ...hands import arrange, fits
from ...odds.pool import Pool
from ..code_task import Bug, CodeTask
from ..guide import Guide, Misconception, Step, Talk
from ..question import Choice, Distractor, Reflection
from .common import CARDS, COLORS, COPIES, SKIPS, WILDS, Params, cards_of, question, unseen
from .worked import ends_of_run, group_steps

STANDARDS = ("7.SP.C.7", "HSS-CP.A.1")
KINDS = {"set": "1 set of 4", "run": "1 run of 4", "color": "4 cards of one color"}


def _fitting(cards: tuple[Card, ...], kind: str, others: tuple[Card, ...] = (), **about: int | str) -> Fraction:
    """Return the share of the unseen cards that may be added to a group; *others* can be seen, too."""
    words = " ".join(card.code for card in cards)
    pool = Pool.of_deck(edition("classic"), without=(*cards, *others))
    good = sum(n for face, n in pool.faces().items() if fits(face, {"kind": kind, "cards": words, **about}))
    return Fraction(good, pool.size)


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
    return {"cards": cards_of(words), "kind": kind}


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
    solution=phrase("{why} So the answer is: {answer}."),
    shown=lambda p: {"why": group_steps(p["cards"], _verdict(p))},
    experiment=lambda p: lambda random: _by_hand(p),
    reads=lambda p, value: ("set", "run", "color", "none")[round(value)],
    tries=False,
    reflect=Reflection(
        phrase("Which other games have stricter rules for sets or runs?"),
        phrase("In many rummy games, a run must be all one suit, and a set cannot contain the same suit twice."),
    ),
)


_RUNS = [(n, ends) for n in range(3, 11) for ends in (1, 2) if (n, ends) not in ((4, 1), (7, 2), (9, 1))]
"""The lengths of runs with the number of their open ends, without those whose chance stands on the page."""


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
            phrase("You counted the right naturals, but not the wilds: each of the 8 wilds fits, too."),
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
            "Divide the number of cards that fit by the number of cards you cannot see: 108 minus the {length} in "
            "the run."
        ),
    ),
    solution=phrase("{what} With the 8 wilds, {fitting} cards fit, out of 108 minus {length}: {answer}."),
    shown=lambda p: {"what": ends_of_run(p["start"], p["length"])},
    experiment=lambda p: lambda random: random.choice(unseen(p["cards"])).lstrip(COLORS) in p["fits"],
    reflect=Reflection(
        phrase("Compare a run that starts at 1 with a run that is open at both ends. How do the chances differ?"),
        phrase("Nothing fits below 1, so only one end is open: 8 fewer cards fit."),
    ),
)


def _set(random: Random) -> Params:
    """Return a set on the table and a hand; no mistake gives nearly the right answer."""
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
        phrase("You looked for a color that is not in the set yet. A set can have the same color two or three times."),
    ),
    Distractor(
        "no wilds",
        lambda p: Fraction(8 - p["seen"], CARDS - p["all"]),
        phrase("You counted the naturals correctly. But any wild can be added to a set, too."),
    ),
    Distractor(
        "own hand",
        lambda p: Fraction(8 - p["n"] + WILDS, CARDS - p["n"]),
        phrase("You left out your own hand. The cards in it are not in the draw pile either, so you cannot draw them."),
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
        phrase("Is a set of 4 harder to extend than a set of 2, and by how much?"),
        phrase(
            "Yes, but only a little: two fewer naturals fit, out of two fewer cards. Most of the cards that fit are"
            " still wilds."
        ),
    ),
)


def _colored(random: Random) -> Params:
    """Return cards of one color, and the rest of a hand of at most ten cards: naturals of other colors."""
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
                "You left wilds and skips out of both the numerator and the denominator. A wild goes with any color."
            ),
        ),
    ),
    hints=(
        phrase("Each color has the numbers 1 to 12. Does each number appear only once?"),
        phrase("24 cards have that color; {n} of them are yours. Do not forget the cards that fit anywhere."),
        phrase("The 8 wilds and 24 minus {n} naturals, out of all the cards you cannot see."),
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
    """Return some of the cards that the page lists, and their number."""
    low = random.randint(1, 10)
    high = random.randint(low + 2, 12)
    numbers = high - low + 1
    return random.choice(
        (
            {"things": Translatable(phrase("naturals of one particular color")), "n": 24},
            {"things": Translatable(phrase("cards without a number")), "n": 12},
            {"things": Sentence("numbers {low} to {high}", low=low, high=high), "n": 8 * numbers},
            {"things": Sentence("red cards from {low} to {high}", low=low, high=high), "n": 2 * numbers},
        )
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
    draw=_listed,
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

_FITS = """def fits(random):
    deck = [(color, number) for color in "RBGY" for number in range(1, 13)] * 2
    deck += [("wild", 0)] * 8 + [("skip", 0)] * 4
    for seen in [("R", 5), ("B", 6), ("G", 7), ("Y", 8), ("R", 4), ("B", 4), ("G", 4)]:
        deck.remove(seen)
    color, number = random.choice(deck)
    return ___
"""


def _filled(condition: str) -> str:
    return _FITS.replace("___", condition)


TASK = CodeTask(
    id="01/your-turn",
    name="fits",
    kind="chance",
    exact=Fraction(5 + 8 + WILDS, 101),
    prompt=phrase(
        "The run R5 B6 G7 Y8 and the set R4 B4 G4 are on the table. The code turns over one of the other 101 cards. "
        'Return True if that card can be added to the run. A wild has the color "wild" and the number 0. Replace ___ '
        "with a condition."
    ),
    start=_FITS,
    solution=_filled('number in (4, 9) or color == "wild"'),
    bugs=(
        Bug(
            "no wilds",
            _filled("number in (4, 9)"),
            Fraction(5 + 8, 101),
            phrase("Your list has the 4s and the 9s. But a wild can stand for either of them, so it fits, too."),
        ),
        Bug(
            "one end",
            _filled('number == 9 or color == "wild"'),
            Fraction(8 + WILDS, 101),
            phrase("You extended the run at its high end only. It can grow at its low end, too."),
        ),
        Bug(
            "one color",
            _filled('number in (4, 9) and color == "R" or color == "wild"'),
            Fraction(1 + 2 + WILDS, 101),
            phrase("You accepted only red numbers. A run may have any colors."),
        ),
        Bug(
            "inside",
            _filled('number in range(4, 10) or color == "wild"'),
            Fraction(5 + 4 * 7 + 8 + WILDS, 101),
            phrase("You also accepted 5, 6, 7 and 8. The run has them already, and no number can come twice."),
        ),
        Bug(
            "skips",
            _filled("number in (0, 4, 9)"),
            Fraction(5 + 8 + WILDS + SKIPS, 101),
            phrase("The number 0 belongs to the wilds and to the skips. A skip is never part of a group."),
        ),
    ),
    hints=(
        phrase("Two numbers fit, one at each end of the run. And one kind of card always fits."),
        phrase("Use number in (…, …) for the two numbers, and join it to the other case with or."),
        phrase('The other case is color == "wild". Do not test for the number 0: skips have it, too.'),
    ),
    trials=50_000,
)

GUIDE = Guide(
    aim="To find a chance, write two lists: the sample space and the event. Only the rules decide the second.",
    before="Fractions and percentages. Nobody needs to know the game; one round is enough to learn it.",
    plan=(
        Step(
            8,
            "Play the round of phase 2, in pairs at one screen. Ask those who know the game what a set and a run are. "
            "Write every version on the board and judge none of them.",
        ),
        Step(4, "Everybody predicts and answers question 1. Count the votes for each of the four choices."),
        Step(
            8,
            "Sort the hands of the figure: A color twice, A run in four colors, Around the corner, Wilds fill gaps, "
            "Nothing but wilds. On the board, underline what the rules allow and cross out what they refuse.",
        ),
        Step(
            12,
            "Sample space and event. Start with question 2, and say nothing about the deck: let the class find the "
            "wrong sum. Then do the set of sevens card by card, and ask what an extra rule would cost.",
        ),
        Step(
            10,
            "Your turn and questions 3 to 5, in pairs. Before they divide, one partner reads both lists aloud to the "
            "other. Pairs that finish early compare a set, a run and a color.",
        ),
        Step(3, "Everybody completes this sentence: I used to play by a rule that does not exist, namely …"),
    ),
    talks=(
        Talk(
            "Why do so many people ask for different colors in a set?",
            "Other games do, rummy among them. A rule is a decision. Two tables may decide differently, and then their "
            "chances differ, too.",
        ),
        Talk(
            "You see three cards on the table. Does the sample space have 108 cards or 105?",
            "105: a card on the table cannot be turned over. Your information changes the list. Lesson 5 continues "
            "from here.",
        ),
        Talk(
            "There are 110 cards in the box and 108 in the deck. Is the page wrong?",
            "If you pack boxes, it is right. If you want to know which card comes next, it is wrong. Every number "
            "belongs to a question.",
        ),
    ),
    misconceptions=(
        Misconception(
            "An event is a single outcome, so the chance of a card that fits is 1/103.",
            "Lay out the 11 cards one by one and count them. The event is the whole list.",
        ),
        Misconception(
            "Either it fits or it does not. There are two outcomes, so the chance is one half.",
            'Ask which outcomes are equally likely. The cards are; the words "fits" and "does not fit" are not.',
        ),
        Misconception(
            "A wild in a set of sevens is a seven for good, in other groups and for other players.",
            "It is a seven only in that set (G10). A wild in the draw pile can still stand for any number.",
        ),
    ),
    without="Give each group ten real cards and a phase. One group sorts its cards; another plays the rules and may "
    "answer only with the number of a rule. Then count the cards that fit in the rest of the deck.",
)
