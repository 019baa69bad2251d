"""Lesson 9, question 1: two hands with different futures."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from ....base.translatable import Sentence, phrase
from ....editions import edition
from ....languages.number_text import percent
from ....odds.draw_odds import within
from ....odds.simulation.experiment import Trial
from ....odds.simulation.registry import question as experiment
from ....odds.situation import Situation
from ...exercises.question import Choice, Params, Reflection
from ..common import CARDS, COLORS, COPIES, WILDS, question
from ..worked import listed, pairs_of, places_of
from .outs import SETS, STANDARDS


def _two(random: Random) -> Params:
    """Return a hand with pairs and a hand with most of a run (both as codes and as cards), and the number of draws."""
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


ADA = (
    phrase("Ada needs a third card for her pair ({pairs}). There are 6 such cards."),
    phrase("Ada needs a third card for one of her pairs ({pairs}). There are 6 such cards for each pair."),
)
CARL = (
    phrase("Carl needs a card for the open place ({places}). There are 8 such cards."),
    phrase("Carl needs a card for an open place ({places}). There are 8 such cards for each place."),
)
"""The sentences about the cards that Carl needs, for one open place and for several."""


def _outs(p: Params) -> Params:
    """Return each player's outs, and the chances of drawing one of them in one draw and in all draws."""
    pairs, places = (tell([card.number for card in p[who]]) for who, tell in (("a", pairs_of), ("b", places_of)))
    found: dict[str, object] = {"ana": Sentence(ADA[len(pairs) > 1], pairs=listed(pairs))}
    found["ben"] = Sentence(CARL[len(places) > 1], places=listed(places))
    counts = ((COPIES - 2) * len(pairs) + WILDS, COPIES * len(places) + WILDS)
    for who, outs, chance in zip("ab", counts, _chances(p), strict=True):
        left = CARDS - len(p[who])
        found |= {f"outs_{who}": outs, f"left_{who}": left, f"next_{who}": percent(Fraction(outs, left))}
        found[f"within_{who}"] = percent(chance)
    return found


def _race(p: Params) -> Trial:
    """Return a trial that returns 1 if only Ada's hand is complete, and -1 if only Carl's is."""
    ana = experiment("within", edition="classic", phase=SETS, hand=p["pair"], draws=p["draws"])
    ben = experiment("within", edition="classic", phase="1 run of 7", hand=p["run"], draws=p["draws"])
    return lambda random: int(ana.trial(random)) - int(ben.trial(random))


FUTURES = question(
    id="09/pair-or-run",
    kind="choice",
    goals=(phrase("Compare two hands by the cards that help them, not by how they look."),),
    standards=STANDARDS,
    prompt=phrase(
        "Ada wants two sets of 3 and holds {a}. Carl wants a run of 7 and holds {b}. Who is more likely to complete "
        "their phase within {draws} draws?"
    ),
    draw=_two,
    answer=lambda p: "ana" if _chances(p)[0] > _chances(p)[1] else "ben",
    choices=(
        Choice(
            "ana",
            phrase("Ada with her sets"),
            phrase(
                "A pair looks safe. But count the cards that would turn it into a set, and then the cards that would "
                "fill an open place in the run."
            ),
        ),
        Choice(
            "ben",
            phrase("Carl with his run"),
            phrase("His run has few open places. Ada can turn any of her pairs into a set."),
        ),
        Choice(
            "equal",
            phrase("Both equally"),
            phrase("Both need one more card, but different numbers of cards help them."),
        ),
    ),
    hints=(
        phrase("Write down the kinds of cards that complete each hand."),
        phrase(
            "For each number that helps, count 8 cards, minus those that are already in the hand. Wilds help both "
            "players."
        ),
        phrase("A pair leaves 6 naturals of its number; an open place in a run leaves 8. Now compare."),
    ),
    solution=phrase(
        "{ana} With the 8 wilds, that makes {outs_a} of the {left_a} cards that she cannot see, or {next_a}. {ben} "
        "With the 8 wilds, that makes {outs_b} of {left_b}, or {next_b}. More draws do not change who is ahead: the "
        "computer counts {within_a} for Ada and {within_b} for Carl. (It also counts rarer ways, such as a set of "
        "three new cards.) So the answer is: {answer}."
    ),
    shown=_outs,
    experiment=_race,
    reads=lambda p, value: "ana" if value > 0 else "ben",
    reflect=Reflection(
        phrase("You can take a face-up card that makes a pair, or draw an unknown card. When is drawing better?"),
        phrase(
            "When your hand has better ways to improve without the pair. Even a sure card is worth only what it adds "
            "to your chance of finishing."
        ),
    ),
)
