"""Lesson 9: waiting and choosing. The misconception: "a sure pair beats an unknown card"."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from ...core.translatable import Sentence, phrase
from ...editions import edition
from ...odds.draw_odds import next_draw, within
from ...odds.simulation.experiment import Trial
from ...odds.simulation.registry import question as experiment
from ...odds.situation import Situation
from ..code_task import Bug, CodeTask
from ..guide import Guide, Misconception, Step, Talk
from ..number_text import percent
from ..question import Choice, Distractor, Params, Reflection
from .common import CARDS, COLORS, COPIES, WILDS, cards_of, drawn, question
from .worked import falling, listed, pairs_of, places_of

STANDARDS = ("7.SP.C.8", "HSS-CP.B.8", "HSS-MD.B.5", "HSS-MD.B.7")
SETS = "2 sets of 3"
_SIZES = tuple((pairs, others) for pairs in (1, 2, 3) for others in range(8 - 2 * pairs))
"""The numbers of pairs and of other cards beside a set of 3 in a hand of at most ten cards."""


def _hand(random: Random) -> Params:
    """Return a set of 3 and some pairs, with cards that match nothing, and draws of which not just half help."""
    n, others = random.choice(_SIZES)
    whole, *numbers = random.sample(range(1, 13), 1 + n + others)
    pairs = sorted(numbers[:n])
    words = [f"{color}{whole}" for color in random.sample(COLORS, 3)]
    words += [f"{color}{pair}" for pair in pairs for color in random.sample(COLORS, 2)]
    words += [f"{random.choice(COLORS)}{number}" for number in numbers[n:]]
    left, outs = CARDS - len(words), (COPIES - 2) * n + WILDS
    p = {"hand": cards_of(words), "n": n, "pairs": listed(pairs), "left": left, "outs": outs, "stretches": outs + 1}
    clear = [draws for draws in (2, 3, 4) if abs(drawn(1, outs, draws, left) - Fraction(1, 2)) > Fraction(1, 100)]
    return {**p, "misses": left - outs, "draws": random.choice(clear)}


def _at(p: Params) -> Situation:
    return Situation.with_cards("classic", SETS, p["hand"])


def _words(p: Params) -> str:
    return " ".join(card.code for card in p["hand"])


ENOUGH = (
    phrase("A third card for the pair ({pairs}) is enough."),
    phrase("A third card for one of the pairs ({pairs}) is enough."),
)
HELPS = (
    phrase("A third card for the pair ({pairs}) helps: there are 6 such cards."),
    phrase("A third card for one of the pairs ({pairs}) helps: there are 6 such cards for each pair."),
)
"""The same for one pair and for several."""


def _third(p: Params) -> Params:
    """Return what a third card for a pair does, in words."""
    several = p["n"] > 1
    return {name: Sentence(of[several], pairs=p["pairs"]) for name, of in (("enough", ENOUGH), ("helps", HELPS))}


NEXT = question(
    id="09/next-card",
    goals=(phrase("Count the cards that help, and all the cards you might draw."),),
    standards=STANDARDS,
    prompt=phrase("You want two sets of 3. You hold {hand}. How likely is it that the next card completes the phase?"),
    draw=_hand,
    answer=lambda p: next_draw(_at(p)).completes,
    wrong=(
        Distractor(
            "no wilds",
            lambda p: Fraction((COPIES - 2) * p["n"], p["left"]),
            phrase("You have the naturals right. But a wild would also complete the set."),
        ),
        Distractor(
            "not gone",
            lambda p: Fraction(COPIES * p["n"] + WILDS, p["left"]),
            phrase("You counted 8 cards for each pair. But two of them are in your hand, so you cannot draw them."),
        ),
        Distractor(
            "full deck",
            lambda p: Fraction(p["outs"], CARDS),
            phrase(
                "You have the helpful cards right. But you cannot draw your own cards: there are {left} others, not "
                "108."
            ),
        ),
    ),
    hints=(
        phrase("Which group is complete, and what is the other one missing?"),
        phrase("{enough} Count those that are not in your hand, plus the wilds."),
        phrase("Divide by the number of cards you cannot see: 108 minus your hand."),
    ),
    digits=2,
    solution=phrase("{helps} With the 8 wilds, that makes {outs} of the {left} unseen cards: {answer}."),
    shown=_third,
    experiment=lambda p: experiment("within", edition="classic", phase=SETS, hand=_words(p), draws=1),
    reflect=Reflection(
        phrase("Some of the helpful cards may be in other players' hands. Why does the chance stay the same?"),
        phrase("You cannot see who holds which cards, so every unseen card is equally likely to be the next one."),
    ),
)

DRAWS = question(
    id="09/some-draws",
    goals=(phrase("Use the chance of no success to find the chance of at least one."),),
    standards=STANDARDS,
    prompt=phrase(
        "You want two sets of 3. You hold {hand}. Of the {left} cards you cannot see, {outs} would complete the phase "
        "right away. How likely are you to draw at least one of these {outs} in {draws} draws?"
    ),
    draw=_hand,
    answer=lambda p: drawn(1, p["outs"], p["draws"], p["left"]),
    wrong=(
        Distractor(
            "added",
            lambda p: p["draws"] * Fraction(p["outs"], p["left"]),
            phrase(
                "You added up the chances for the individual draws. That counts every series of draws with two "
                "helpful cards twice."
            ),
        ),
        Distractor(
            "never",
            lambda p: 1 - drawn(1, p["outs"], p["draws"], p["left"]),
            phrase("That is the chance that none of the {draws} draws helps. The question asks about the opposite."),
        ),
        Distractor(
            "one draw",
            lambda p: Fraction(p["outs"], p["left"]),
            phrase("That is the chance for a single draw. You have {draws}."),
        ),
    ),
    hints=(
        phrase("How could you fail? Look at the draws one by one."),
        phrase("The first draw misses in {misses} of {left} cases. After that, there is one fewer card."),
        phrase("Multiply {draws} such fractions and subtract the product from 1."),
    ),
    solution=phrase(
        "The chance that none of the {draws} draws helps is {product}, or {none}. Subtract that from 100% to find the "
        "chance of drawing at least one of the {outs}: {answer}."
    ),
    shown=lambda p: {
        "all": percent(within(_at(p), p["draws"])),
        "product": falling(p["misses"], p["left"], p["draws"]),
        "none": percent(1 - drawn(1, p["outs"], p["draws"], p["left"])),
    },
    experiment=lambda p: lambda random: min(random.sample(range(p["left"]), p["draws"])) < p["outs"],
    reflect=Reflection(
        phrase(
            "According to the computer, the chance of completing the phase within {draws} draws is {all}. With which "
            "hands is it higher than the chance that you found?"
        ),
        phrase(
            "With hands in which other cards can also make the second set of 3: a single card and two draws that match "
            "it. With three draws or more, new cards alone can do it."
        ),
    ),
)

WAIT = question(
    id="09/wait",
    kind="number",
    digits=3,
    goals=(phrase("Find a mean waiting time by symmetry."),),
    standards=STANDARDS,
    prompt=phrase(
        "You want two sets of 3. You hold {hand}. Of the {left} cards you cannot see, {outs} would complete the phase "
        "right away. If all the unseen cards are in one pile, how many draws does it take on average to draw one of "
        "these {outs}?"
    ),
    draw=_hand,
    answer=lambda p: Fraction(p["left"] + 1, p["stretches"]),
    wrong=(
        Distractor(
            "put back",
            lambda p: Fraction(p["left"], p["outs"]),
            phrase(
                "Very close: that is the answer with replacement. Cards that missed cannot be drawn again, so it "
                "takes fewer draws."
            ),
        ),
        Distractor(
            "half",
            lambda p: Fraction(p["left"], 2 * p["outs"]),
            phrase(
                "You cut the wait in half, as if the first helpful card were in the middle of its stretch of the pile."
            ),
        ),
        Distractor(
            "worst case",
            lambda p: p["misses"] + 1,
            phrase("That is the longest possible wait, with all the misses first. The question asks for the mean."),
        ),
    ),
    hints=(
        phrase(
            "The {outs} helpful cards cut the shuffled pile into stretches of misses. How many stretches are there?"
        ),
        phrase("There are {stretches} stretches, all the same length on average. The first one is your wait."),
        phrase("Divide the {misses} misses by the {stretches} stretches, then add 1 for the helpful card itself."),
    ),
    solution=phrase(
        "The {outs} helpful cards cut the pile into {stretches} stretches, and on average, the {misses} misses are "
        "spread evenly over them. So, on average, {misses}/{stretches} misses come first, then the card that helps: "
        "{answer} draws."
    ),
    experiment=lambda p: lambda random: 1 + min(random.sample(range(p["left"]), p["outs"])),
    reflect=Reflection(
        phrase("How likely are you to wait longer than the mean?"),
        phrase("It happens less than half the time: a few very long waits pull the mean up."),
    ),
)


def _two(random: Random) -> Params:
    """Return a hand with pairs and a hand with most of a run, as codes and cards, and the number of draws."""
    whole, *pairs = random.sample(range(1, 13), random.choice((2, 3, 3)))
    words = [f"{color}{whole}" for color in random.sample(COLORS, 3)]
    words += [f"{color}{number}" for number in pairs for color in random.sample(COLORS, 2)]
    first = random.randint(1, 6)
    lacking = random.choice((first, random.randint(first + 1, first + 5), first + 6))
    places = [number for number in range(first, first + 7) if number != lacking]
    pair, run = " ".join(words), " ".join(f"{random.choice(COLORS)}{number}" for number in places)
    cards = edition("classic").cards
    return {"pair": pair, "run": run, "a": cards(pair), "b": cards(run), "draws": random.randint(3, 4)}


def _chances(p: Params) -> tuple[Fraction, Fraction]:
    pair = within(Situation.with_cards("classic", SETS, p["pair"]), p["draws"])
    return pair, within(Situation.with_cards("classic", "1 run of 7", p["run"]), p["draws"])


ANA = (
    phrase("Ana needs a third card for her pair ({pairs}). There are 6 such cards."),
    phrase("Ana needs a third card for one of her pairs ({pairs}). There are 6 such cards for each pair."),
)
BEN = (
    phrase("Ben needs a card for the open place ({places}). There are 8 such cards."),
    phrase("Ben needs a card for an open place ({places}). There are 8 such cards for each place."),
)
"""The same for one pair or place, and for several."""


def _outs(p: Params) -> Params:
    """Return what helps each player, and their chances with one draw and with all draws."""
    pairs, places = (tell([card.number for card in p[who]]) for who, tell in (("a", pairs_of), ("b", places_of)))
    found: dict[str, object] = {"ana": Sentence(ANA[len(pairs) > 1], pairs=listed(pairs))}
    found["ben"] = Sentence(BEN[len(places) > 1], places=listed(places))
    counts = ((COPIES - 2) * len(pairs) + WILDS, COPIES * len(places) + WILDS)
    for who, outs, chance in zip("ab", counts, _chances(p), strict=True):
        left = CARDS - len(p[who])
        found |= {f"outs_{who}": outs, f"left_{who}": left, f"next_{who}": percent(Fraction(outs, left))}
        found[f"within_{who}"] = percent(chance)
    return found


def _race(p: Params) -> Trial:
    """Return a trial: 1 if only Ana's hand is complete, -1 if only Ben's is."""
    ana = experiment("within", edition="classic", phase=SETS, hand=p["pair"], draws=p["draws"])
    ben = experiment("within", edition="classic", phase="1 run of 7", hand=p["run"], draws=p["draws"])
    return lambda random: int(ana.trial(random)) - int(ben.trial(random))


FUTURES = question(
    id="09/pair-or-run",
    kind="choice",
    goals=(phrase("Compare two hands by the cards that help them, not by how they look."),),
    standards=STANDARDS,
    prompt=phrase(
        "Ana wants two sets of 3 and holds {a}. Ben wants a run of 7 and holds {b}. Who is more likely to complete "
        "their phase within {draws} draws?"
    ),
    draw=_two,
    answer=lambda p: "ana" if _chances(p)[0] > _chances(p)[1] else "ben",
    choices=(
        Choice(
            "ana",
            phrase("Ana with her sets"),
            phrase(
                "A pair looks like a safe bet. But count the cards that would turn it into a set, then the cards "
                "that would fill each open place in the run."
            ),
        ),
        Choice(
            "ben",
            phrase("Ben with his run"),
            phrase("His run has few places left to fill. Ana can complete any of her pairs."),
        ),
        Choice(
            "equal",
            phrase("Both equally"),
            phrase("Both need one more card, but the numbers of cards that would help them differ."),
        ),
    ),
    hints=(
        phrase("Write down the kinds of cards that complete each hand."),
        phrase("For each number that helps, count 8 cards minus those already in the hand. Wilds help both players."),
        phrase("A pair leaves 6 naturals of its number; an open place in a run leaves 8. Now compare."),
    ),
    solution=phrase(
        "{ana} With the 8 wilds, that makes {outs_a} of the {left_a} cards she cannot see, or {next_a}. {ben} With "
        "the 8 wilds, that makes {outs_b} of {left_b}, or {next_b}. More draws do not change who is ahead: the "
        "computer counts {within_a} for Ana and {within_b} for Ben. (It also counts rarer ways, such as a set of "
        "three new cards.) So the answer is: {answer}."
    ),
    shown=_outs,
    experiment=_race,
    reads=lambda p, value: "ana" if value > 0 else "ben",
    reflect=Reflection(
        phrase("You can take a face-up card that makes a pair, or draw an unknown card. When is drawing better?"),
        phrase(
            "When your hand has better ways to improve without the pair. A sure card is worth only as much "
            "as it improves your chances."
        ),
    ),
)

QUESTIONS = (FUTURES, NEXT, DRAWS, WAIT)

UNSEEN = 99
"""The cards that cannot be seen beside a hand of eight and the open card."""
RUN_OUTS = 24
"""Those that complete a run of six with two open ends."""
CODE = phrase("Draw without replacement until an out comes. Return the number of draws.")


def _program(begin: int, left: int, outs: int, *, replaced: bool = False) -> str:
    lines = [
        "def draws(random):",
        f'    """{CODE}"""',
        f"    drawn = {begin}",
        f"    left = {left}",
        f"    while random.random() >= {outs} / left:",
        "        drawn += 1",
        *([] if replaced else ["        left -= 1"]),
        "    return drawn",
    ]
    return "\n".join(lines) + "\n"


TASK = CodeTask(
    id="09/your-turn",
    name="draws",
    kind="mean",
    exact=Fraction(UNSEEN + 1, RUN_OUTS + 1),
    prompt=phrase(
        "There are 99 cards that you cannot see, and 24 of them are outs. Simulate the wait: draw cards from these 99, "
        "without replacement, until the first out comes. Return the number of draws, and count the out as well."
    ),
    start=f'def draws(random):\n    """{CODE}"""\n    return ___\n',
    solution=_program(1, UNSEEN, RUN_OUTS),
    bugs=(
        Bug(
            "put back",
            _program(1, UNSEEN, RUN_OUTS, replaced=True),
            Fraction(UNSEEN, RUN_OUTS),
            phrase(
                "Your code draws with replacement, so a card that missed can come again. In the pile, each miss makes "
                "the outs a little more likely."
            ),
        ),
        Bug(
            "misses",
            _program(0, UNSEEN, RUN_OUTS),
            Fraction(UNSEEN - RUN_OUTS, RUN_OUTS + 1),
            phrase("That is the number of misses. The draw that brings the out counts, too."),
        ),
        Bug(
            "no wilds",
            _program(1, UNSEEN, RUN_OUTS - WILDS),
            Fraction(UNSEEN + 1, RUN_OUTS - WILDS + 1),
            phrase("You count 16 outs. There are 24: eight cards for each end of the run, and eight wilds."),
        ),
        Bug(
            "full deck",
            _program(1, CARDS, RUN_OUTS),
            Fraction(CARDS + 1, RUN_OUTS + 1),
            phrase("You draw from all 108 cards. But nine of them are in front of you and cannot be drawn."),
        ),
        Bug(
            "pair first",
            _program(2, UNSEEN, RUN_OUTS),
            Fraction(UNSEEN + 1, RUN_OUTS + 1) + 1,
            phrase("Your count is one too high. Does it begin at 1 for the first draw?"),
        ),
    ),
    hints=(
        phrase("What do you need to remember from one draw to the next? How many cards are left, and what else?"),
        phrase(
            "A loop can draw one card at a time. The next card misses if random.random() >= 24 / left; then there is "
            "one card fewer."
        ),
        phrase(
            "Or let random.sample(range(99), 24) pick the places of the outs in the pile. The smallest of them tells "
            "you how many misses come first."
        ),
    ),
    trials=60_000,
)

GUIDE = Guide(
    aim="A card is worth as much as it raises the chance to finish in time, however certain it is.",
    before="The complement (lesson 3), and that a mean need not be a likely value (lesson 8).",
    plan=(
        Step(7, "Play the round of phase 4. Everyone lists the cards they took mainly because they could see them."),
        Step(6, "Everyone predicts question 1 and says how sure they are. Ask for reasons, not for results."),
        Step(
            10,
            "Simulate the two futures, one hand after the other. For each hand, pairs of students write down which way "
            "leads after how many turns.",
        ),
        Step(
            11,
            "Compute: count outs, then four draws by way of none, then the mean wait by stretches. Lay out the "
            "stretches with real cards. Answer questions 1, 2 and 3. Your turn is for the computer room.",
        ),
        Step(8, "The sure pair: when is it right, when is it wrong, and when does it depend? Then question 4."),
        Step(3, "Everyone writes one sentence: what will I ask before I take a face-up card?"),
    ),
    talks=(
        Talk(
            "Is 'a sure pair beats an unknown card' always wrong?",
            "No. It is right when the phase needs the pair anyway, and wrong when the pair leads nowhere. In between, "
            "it depends on the turns that are left.",
        ),
        Talk(
            "Some outs may be in other players' hands. Why do we still count them?",
            "Nobody knows which ones, so each unseen card is equally likely to be next. Leave out only cards you see.",
        ),
        Talk(
            "What does it tell the others if you take a face-up card?",
            "A pick is evidence (lesson 6). Drawing from the pile tells them nothing, and that has its value, too.",
        ),
        Talk(
            "The mean wait is 4 draws. Why are 3 draws enough more than half the time?",
            "Long waits are rare but long. They pull up the mean, but not the median (lesson 8).",
        ),
        Talk(
            "What does the chance to finish within four turns leave out?",
            "Points, opponents, skips and the cards you leave for others. A good class finds all four.",
        ),
    ),
    misconceptions=(
        Misconception(
            "Each draw adds the same chance: four draws, four times 24%.",
            "That makes 97%, but the true chance is 68%. A series of draws with two outs is counted twice (lesson 3).",
        ),
        Misconception(
            "After three misses, the fourth draw has to help.",
            "It helps only a little more often: 24 of 96 cards instead of 24 of 99. The misses are used up, that is "
            "all. The pile does not owe you anything (lesson 7).",
        ),
        Misconception(
            "Both hands lack one card, so both are equally close.",
            "Count the outs. A run with a gap has 16, a run with two open ends has 24.",
        ),
    ),
    without="Lay out the hand (the run from 3 to 8, a 12 and a 1) and the open 12. Mark the 2s, the 9s and the wilds "
    "of a real deck. Shuffle the 99 unseen cards and count the draws until a marked card comes. Thirty tries give a "
    "mean near 4 and a median near 3.",
)
