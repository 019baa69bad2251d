"""Lesson 8: means and spread. The misconception: taking the mean for the typical value."""

from __future__ import annotations

from fractions import Fraction

from ...core.translatable import Translatable, phrase
from ...editions import edition
from ...odds.pool import Pool
from ...odds.simulation.registry import question as experiment
from ..guide import Guide, Misconception, Step, Talk
from ..number_text import number
from ..question import Distractor, Params, Reflection
from .common import CARDS, WILDS, question

TITLE = phrase("What will a hand cost me?")
STANDARDS = ("7.SP.B.4", "HSS-MD.A.2", "HSS-MD.A.3", "HSS-MD.B.5")
MEAN = Fraction(72 * 5 + 24 * 10 + 4 * 15 + 8 * 25, CARDS)
"""The average points of a card in the classic deck (C7)."""


def _counted(cards: int, hand: str = "") -> Fraction:
    found = experiment("points", edition="classic", cards=cards, hand=hand).exact()
    assert found is not None
    return Fraction(found)


COST = question(
    id="08/cost",
    kind="number",
    goals=(phrase("Add means card by card."),),
    standards=STANDARDS,
    prompt=phrase(
        "The round ends while you hold {cards} cards you have not looked at. Numbers 1 to 9 cost 5 points each, "
        "numbers 10 to 12 cost 10, skips cost 15 and wilds cost 25. What do your cards cost on average? (The deck "
        "of 108 cards has 72, 24, 4 and 8 cards of these kinds.)"
    ),
    draw=lambda random: {"cards": random.randint(3, 10)},
    answer=lambda p: _counted(p["cards"]),
    wrong=(
        Distractor(
            "most frequent",
            lambda p: 5 * p["cards"],
            phrase("You used the most common cost of a card. The rarer cards cost more and pull the mean up."),
        ),
        Distractor(
            "mean of prices",
            lambda p: Fraction(5 + 10 + 15 + 25, 4) * p["cards"],
            phrase(
                "You averaged the four costs. But most cards cost 5: each cost must be weighted by how often it occurs."
            ),
        ),
        Distractor(
            "numbers only",
            lambda p: Fraction(72 * 5 + 24 * 10, 96) * p["cards"],
            phrase("You left out skips and wilds. There are only a few of them, but they cost a lot."),
        ),
    ),
    hints=(
        phrase("What does a single card cost on average?"),
        phrase("Multiply each cost by the number of cards that have it, add up the products, and divide by 108."),
        phrase("That is 860/108 per card. Multiply by {cards}: you can add means, even without replacement."),
    ),
    solution=phrase("A card costs 860/108 on average, about 7.96; {cards} cards cost {answer}."),
    experiment=lambda p: experiment("points", edition="classic", cards=p["cards"]),
    reflect=Reflection(
        phrase("Can a hand ever cost exactly the mean?"),
        phrase(
            "Hardly ever: every cost is a multiple of 5. A mean is a balance point, not a result to expect on any "
            "one hand."
        ),
    ),
)

WITH_WILD = question(
    id="08/with-a-wild",
    kind="number",
    goals=(phrase("Use exact costs for the cards you know and the mean for the rest."),),
    standards=STANDARDS,
    prompt=phrase(
        "You are caught with a wild (25 points) and {others} cards you have not looked at. What does that cost on "
        "average? The whole deck has 108 cards worth a total of 860 points."
    ),
    draw=lambda random: {"others": random.randint(5, 12)},
    answer=lambda p: _counted(p["others"] + 1, "W"),
    digits=3,
    wrong=(
        Distractor(
            "whole deck",
            lambda p: 25 + MEAN * p["others"],
            phrase(
                "Close! You used the mean of the whole deck for the other cards. But your wild is not among them: "
                "the remaining 107 cards cost 835 points."
            ),
        ),
        Distractor(
            "no news",
            lambda p: MEAN * (p["others"] + 1),
            phrase("You treated the wild like any other card. But you know what it costs."),
        ),
        Distractor(
            "others only",
            lambda p: Fraction(835, 107) * p["others"],
            phrase("That is what the other cards cost. The wild is in your hand, too."),
        ),
    ),
    hints=(
        phrase("Split the hand in two: what you know and what you do not."),
        phrase("What do the other 107 cards cost in total? What does one of them cost on average?"),
        phrase("25 points plus {others} times 835/107."),
    ),
    solution=phrase("25 plus {others} times 835/107: {answer}."),
    experiment=lambda p: experiment("points", edition="classic", cards=p["others"] + 1, hand="W"),
    reflect=Reflection(
        phrase("A wild costs the most and helps the most. When should you discard it?"),
        phrase(
            "When the round is about to end and your phase is out of reach. At that point, a wild can only cost"
            " you points."
        ),
    ),
)


def _binomial(p: Params) -> Fraction:
    return Fraction(p["cards"] * WILDS * (CARDS - WILDS), CARDS**2)


SPREAD = question(
    id="08/spread",
    kind="number",
    goals=(phrase("Measure spread when drawing without replacement."),),
    standards=STANDARDS,
    prompt=phrase(
        "You are dealt {cards} of the 108 cards, 8 of which are wild. The mean number of wilds is {mean}. What is the "
        "variance, that is, the mean squared distance from the mean?"
    ),
    draw=lambda random: {"cards": random.choice((10, 15, 20, 25, 30, 40))},
    answer=lambda p: _binomial(p) * Fraction(CARDS - p["cards"], CARDS - 1),
    wrong=(
        Distractor(
            "put back",
            _binomial,
            phrase(
                "That is the variance with replacement. Without replacement, hands vary less, because no card can "
                "be dealt twice."
            ),
        ),
        Distractor(
            "mean",
            lambda p: Fraction(WILDS * p["cards"], CARDS),
            phrase(
                "That is the mean. For rare events, it happens to be close to the variance, but it is not equal to it."
            ),
        ),
        Distractor(
            "one card",
            lambda p: Fraction(WILDS * (CARDS - WILDS), CARDS**2),
            phrase("That is the variance for a single card. You are dealt {cards} cards."),
        ),
    ),
    hints=(
        phrase("If all 108 cards were dealt, how much could the number of wilds vary?"),
        phrase(
            "With replacement, the variance is n times p times (1 - p). Without replacement, multiply by a factor "
            "less than 1."
        ),
        phrase("The factor is the number of cards not dealt divided by 107: {left}/107."),
    ),
    solution=phrase("{cards} times 8/108 times 100/108 is {binomial}. Multiply that by {left}/107 to get {answer}."),
    shown=lambda p: {
        "left": CARDS - p["cards"],
        "binomial": number(_binomial(p)),
        "mean": number(Fraction(WILDS * p["cards"], CARDS)),
    },
    experiment=lambda p: (
        lambda random: (
            (sum(at < WILDS for at in random.sample(range(CARDS), p["cards"])) - WILDS * p["cards"] / CARDS) ** 2
        )
    ),
    reflect=Reflection(
        phrase("What is the variance if the whole deck is dealt?"),
        phrase("0: the whole deck always contains all 8 wilds. The factor shows that, too: it is 0."),
    ),
)


def _below(name: str) -> Params:
    """Return the distribution of a game's card points around their mean."""
    found = edition(name)
    faces = Pool.of_deck(found).faces()
    size = sum(faces.values())
    mean = Fraction(sum(card.points * n for card, n in faces.items()), size)
    below = sum(n for card, n in faces.items() if card.points < mean)
    prices = {card.points for card in faces}
    return {
        "edition": name,
        "game": Translatable(found.name),
        "mean": number(mean),
        "below": below,
        "size": size,
        "prices": len(prices),
        "exact": mean,
    }


BELOW = question(
    id="08/below-the-mean",
    goals=(phrase("Tell the difference between the mean and the median."),),
    standards=STANDARDS,
    prompt=phrase(
        "In {game}, a card costs {mean} points on average. How likely is a single card to cost less than that?"
    ),
    draw=lambda random: _below(random.choice(("classic", "flip", "standard", "masters"))),
    answer=lambda p: Fraction(p["below"], p["size"]),
    wrong=(
        Distractor(
            "half",
            lambda p: Fraction(1, 2),
            phrase("Half below and half above: that is the median. A few high-cost cards pull the mean up."),
        ),
        Distractor(
            "prices",
            lambda p: Fraction(1, p["prices"]),
            phrase(
                "You counted the different costs: only one of the {prices} is below the mean. Count the cards "
                "with that cost instead."
            ),
        ),
    ),
    hints=(
        phrase("Which cards cost less than the mean?"),
        phrase("All the cards that cost 5 points are below the mean. How many of them are in the deck?"),
        phrase("There are {below} of them in the deck of {size} cards."),
    ),
    solution=phrase("{below} of {size} cards cost 5 points, which is less than the mean: {answer}."),
    experiment=lambda p: lambda random: _cheap(p, random.random()),
    reflect=Reflection(
        phrase("Can you think of something else where most values are below the mean?"),
        phrase("Incomes, for example: a few very large ones pull the mean far above the median."),
    ),
)


def _cheap(p: Params, chance: float) -> bool:
    """Return True if the card at that place of the deck costs less than the mean."""
    found = edition(p["edition"])
    deck = found.deck(found.seats[0])
    costs = [card.points for card in deck]
    return costs[int(chance * len(deck))] * len(deck) < sum(costs)


QUESTIONS = (COST, WITH_WILD, BELOW, SPREAD)

GUIDE = Guide(
    aim="Means may be added, also without putting back; the mean is a balance point and need not be likely.",
    before="The mean of a list; chances as fractions; what a histogram is.",
    plan=(
        Step(7, "Play the round of phase 1. Before the score is shown everybody guesses what the loser's cards cost."),
        Step(6, "Everybody predicts question 1, with how sure they are. Ask two of them what they had in mind."),
        Step(
            10,
            "Simulate: name the highest column before dealing. 1 hand a few times, then 10,000. Compare 1, 5 and 10 "
            "cards, and describe the shapes.",
        ),
        Step(
            11,
            "Compute the mean of one card, then of two by listing pairs, then of five. Answer questions 1 and 2. Name "
            "the three middles, and say to which question each is the answer.",
        ),
        Step(8, "The mean is not the most likely: the question on single cards in pairs; the spread for the quick."),
        Step(3, "Everybody writes one sentence: where did I meet a mean that nobody has?"),
    ),
    talks=(
        Talk(
            "Someone says: a hand of five costs about 40. Another says: most often 30. Who is right?",
            "Both. One answers for many hands, the other for the next one. Ask what the number is for.",
        ),
        Talk(
            "Why may means be added although the second card depends on the first?",
            "Each place in the hand gets every card equally often; a sum over all hands can be taken place by place.",
        ),
        Talk(
            "Does the same go for variances?",
            "No: there the dependence counts, and hands differ a little less than with putting back. If the whole deck "
            "is dealt, nothing varies.",
        ),
        Talk(
            "Which middle would you print for rents, for incomes, for shoe sizes in a shop?",
            "The median for what is usual, the mean for totals, the mode for what to have in store.",
        ),
    ),
    misconceptions=(
        Misconception(
            "The mean price is (5 + 10 + 15 + 25)/4.",
            "Each price counts as often as it comes. Lay the deck out in four heaps: 72, 24, 4 and 8 cards.",
        ),
        Misconception(
            "Half of all hands cost less than the mean.",
            "That is the median. Of single cards two of three cost less than the mean.",
        ),
        Misconception(
            "More cards make a hand less certain, so the mean gets less exact as well.",
            "The spread grows with the root of the cards only: 12 points for five cards, 17 for ten, of twice the "
            "mean.",
        ),
    ),
    without="Deal five cards to everybody from real decks, note the sums, and build the histogram of the class with "
    "sticky notes on the wall. Mark the class's mean, median and mode; repeat until the picture has 100 notes.",
)
