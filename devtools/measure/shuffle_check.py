"""Check that cards are shuffled and dealt fairly: ``python -m devtools.measure.shuffle_check [DEALS]``.

The promise: the shuffle is fair (docs/shuffle.md). The check takes a minute.

Deal the same real games each time, and answer the questions that a suspicious player would ask about each edition.
Every answer is a distance from a fair shuffle in standard errors. Print a table, and exit with 1 if a distance is too
large. ``python -m devtools.measure.shuffle_check --page`` writes the table into docs/shuffle.md.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, product
from math import sqrt
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import phase10_widgets as p10
from devtools import command
from phase10_widgets import Card, Game, odds, players
from phase10_widgets.rules.events import Drawn
from phase10_widgets.rules.rounds import seeded_shuffle
from phase10_widgets.rules.solver import solver

DEALS = 50_000
SEATS = 4
FARTHEST = 4.5
"""The largest accepted distance in standard errors; a fair shuffle exceeds it in one answer in a hundred thousand."""
PAGE = Path(__file__).resolve().parents[2] / "docs" / "shuffle.md"
BEGIN, END = "<!-- table: python -m devtools.measure.shuffle_check --page -->", "<!-- end of the table -->"


class Answer(NamedTuple):
    """A question about an edition's deals, and the answer's distance from a fair shuffle."""

    edition: str
    question: str
    expected: str
    """The observed and expected values in words, or an empty string if there are too many numbers to show."""
    found: str
    apart: float
    """The distance from a fair shuffle in standard errors."""


class Deals(NamedTuple):
    """The decks in the first rounds of many games, in the order in which cards are drawn."""

    edition: str
    decks: list[tuple[Card, ...]]


def deals(edition: str, n: int) -> Deals:
    """Return the first rounds of the games with seeds 0, 1, 2, …"""
    names = [f"Seat {at}" for at in range(SEATS)]
    found = []
    for seed in range(n):
        state = Game.new(edition, names, seed).state
        hands = [card for row in zip(*state.hands, strict=True) for card in row]
        found.append((*hands, *state.discard_pile, *state.draw_pile))
    return Deals(edition, found)


def answers(edition: str, n: int) -> Iterator[Answer]:
    dealt = deals(edition, n)
    yield every_card_everywhere(dealt)
    yield two_cards(dealt, "two cards in one hand", 0, SEATS)
    yield two_cards(dealt, "the top two cards of the draw pile", 10 * SEATS + 1, 10 * SEATS + 2)
    yield equal_neighbors(dealt)
    yield wherever_they_lay(edition, n)
    yield from wilds_by_seat(dealt)
    yield from phase_by_seat(dealt)
    yield from wilds_drawn(edition, max(n // 250, 4))


def every_card_everywhere(dealt: Deals) -> Answer:
    """Count how often each card appears at each place in the deck, and compare the counts with the expectation."""
    whole = Counter(card.code for card in dealt.decks[0])
    size, n = whole.total(), len(dealt.decks)
    total = 0.0
    for column in zip(*dealt.decks, strict=True):
        here = Counter(card.code for card in column)
        total += chi_square(here, {code: n * count / size for code, count in whole.items()})
    freedom = (size - 1) * (len(whole) - 1)
    apart = deviates(total * (size - 1) / size, freedom)
    return Answer(dealt.edition, "every card at every place in the deck", "", "", apart)


def two_cards(dealt: Deals, which: str, first: int, second: int) -> Answer:
    whole = Counter(card.code for card in dealt.decks[0])
    size, n = whole.total(), len(dealt.decks)
    found = Counter((deck[first].code, deck[second].code) for deck in dealt.decks)
    expected = {}
    for one, other in product(whole, repeat=2):
        ways = whole[one] * (whole[other] - (one == other))
        if ways:
            expected[one, other] = n * ways / (size * (size - 1))
    apart = deviates(chi_square(found, expected), len(expected) - 1)
    return Answer(dealt.edition, f"{which}, every pair", "", "", apart)


def equal_neighbors(dealt: Deals) -> Answer:
    """Count how often identical cards are adjacent in the deck, which happens too often if the deck is not shuffled
    enough."""
    whole = Counter(card.code for card in dealt.decks[0])
    size = whole.total()
    wanted = sum(count * (count - 1) for count in whole.values()) / size
    found = [sum(one.code == other.code for one, other in pairwise(deck)) for deck in dealt.decks]
    return mean_answer(dealt.edition, "equal cards side by side in a deck", wanted, found)


def wherever_they_lay(edition: str, n: int) -> Answer:
    """Test the shuffle itself with numbered cards by counting where each card in the sorted deck ends up."""
    size = len(p10.edition(edition).deck(SEATS))
    numbers: Any = tuple(range(size))
    columns = [Counter[int]() for _ in range(size)]
    for seed in range(n):
        state: Any = SimpleNamespace(seed=seed, round=2, shuffles=0)
        for column, number in zip(columns, seeded_shuffle(state, numbers, deal=True), strict=True):
            column[number] += 1  # type: ignore[index]
    expected = dict.fromkeys(range(size), n / size)
    total = sum(chi_square(column, expected) for column in columns)
    apart = deviates(total * (size - 1) / size, (size - 1) ** 2)
    return Answer(edition, "from every old place to every new place", "", "", apart)


def wilds_by_seat(dealt: Deals) -> Iterator[Answer]:
    whole = dealt.decks[0]
    wanted = 10 * sum(card.wild for card in whole) / len(whole)
    for at in range(SEATS):
        found = [sum(card.wild for card in hand_of(deck, at)) for deck in dealt.decks]
        yield mean_answer(dealt.edition, f"wilds dealt to seat {at + 1}", wanted, found)


def phase_by_seat(dealt: Deals) -> Iterator[Answer]:
    """Count how often each seat's ten cards contain phase 1, and compare the counts with the exact chance."""
    edition = p10.edition(dealt.edition)
    phase, side = edition.phases[0], edition.pack.sides[0]
    counted = float(odds.deal(edition, 1, seats=SEATS))
    missing = solver(phase, side).missing
    for at in range(SEATS):
        found = [missing(hand_of(deck, at)) == 0 for deck in dealt.decks]
        share = sum(found) / len(found)
        apart = (share - counted) / sqrt(counted * (1 - counted) / len(found))
        question = f"hands of seat {at + 1} that contain phase 1 when dealt"
        yield Answer(dealt.edition, question, f"{counted:.2%}", f"{share:.2%}", apart)


def wilds_drawn(edition: str, games: int) -> Iterator[Answer]:
    """Count the wilds that each seat draws from the draw pile in whole games.

    The expectation for a draw is the proportion of wilds in the pile at that moment, regardless of the previous play.
    """
    expected, found, spread = [0.0] * SEATS, [0] * SEATS, [0.0] * SEATS
    player = players.get("greedy")
    for seed in range(games):
        game = Game.new(edition, [f"Seat {at}" for at in range(SEATS)], seed)
        while game.to_act is not None:
            seat, pile = game.to_act, game.state.draw_pile
            game = players.move(game, player)
            drawn = next((event for event in game.events if isinstance(event, Drawn) and event.source == "deck"), None)
            if drawn is not None and drawn.card is not None and pile:
                chance = sum(card.wild for card in pile) / len(pile)
                expected[seat] += chance
                spread[seat] += chance * (1 - chance)
                found[seat] += drawn.card.wild
    for at in range(SEATS):
        apart = (found[at] - expected[at]) / sqrt(spread[at])
        question = f"wilds that seat {at + 1} draws from the pile"
        yield Answer(edition, question, f"{expected[at]:,.0f}", f"{found[at]:,}", apart)


def hand_of(deck: Sequence[Card], at: int) -> tuple[Card, ...]:
    """Return the ten cards dealt to a seat, where seats are numbered in the order in which they are dealt cards."""
    return tuple(deck[at : 10 * SEATS : SEATS])


def mean_answer(edition: str, question: str, wanted: float, found: Sequence[int]) -> Answer:
    n = len(found)
    mean = sum(found) / n
    variance = sum((one - mean) ** 2 for one in found) / (n - 1)
    apart = (mean - wanted) / sqrt(variance / n)
    return Answer(edition, question, f"{wanted:.4f}", f"{mean:.4f}", apart)


def chi_square(found: Mapping[Any, int], expected: Mapping[Any, float]) -> float:
    """Return the sum of the squared differences, each divided by its expectation."""
    return sum((found.get(what, 0) - wanted) ** 2 / wanted for what, wanted in expected.items())


def deviates(total: float, freedom: int) -> float:
    """Return a chi-square sum in standard errors above its expectation (Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    return float(((total / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread))


def table(found: Sequence[Answer]) -> str:
    """Return the answers as a Markdown table with a row for each question."""
    editions = list(dict.fromkeys(one.edition for one in found))
    cells = {(one.question, one.edition): one for one in found}
    rows = [f"| question | {' | '.join(editions)} |", "|---" * (len(editions) + 1) + "|"]
    for question in dict.fromkeys(one.question for one in found):
        rows.append(f"| {question} | {' | '.join(cell(cells[question, edition]) for edition in editions)} |")
    return "\n".join(rows)


def cell(one: Answer) -> str:
    """Return the observed value, the expected value, and the distance between them."""
    numbers = f"{one.found}, expected {one.expected}: " if one.expected else ""
    return f"{numbers}{one.apart:+.2f}"


def page(text: str, found: Sequence[Answer], n: int) -> str:
    worst = max(abs(one.apart) for one in found)
    near = sum(abs(one.apart) <= 2 for one in found)
    said = (
        f"In {n:,} deals of each game, {near} of {len(found)} answers are within 2 standard errors, where chance alone "
        f"would put about {0.954 * len(found):.0f}, and the farthest is {worst:.2f} standard errors off."
    )
    return command.between(text, BEGIN, END, f"\n{said}\n\n{table(found)}\n")


def main() -> int:
    """Print the table or write the page; return 1 if an answer is too far off."""
    words = command.parser(__doc__)
    words.add_argument("deals", nargs="?", type=int, default=DEALS, metavar="DEALS", help="default: %(default)s")
    words.add_argument("--page", action="store_true", help="write the table into docs/shuffle.md")
    options = words.parse_args()
    n = options.deals
    found = [one for edition in p10.EDITIONS for one in answers(edition, n)]
    print(table(found))
    worst = max(found, key=lambda one: abs(one.apart))
    print(f"farthest off: {worst.apart:+.2f} standard errors ({worst.edition}: {worst.question}), at most {FARTHEST}")
    if options.page:
        PAGE.write_text(page(PAGE.read_text("utf-8"), found, n), "utf-8")
    return int(abs(worst.apart) > FARTHEST)


if __name__ == "__main__":
    sys.exit(main())
