"""The two-way table: exact chances against a count card by card, deals that agree, and silence before the guess."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from time import perf_counter
from typing import Any

import pytest

from phase10_widgets.editions import edition
from phase10_widgets.rules.cards import Card
from phase10_widgets.teaching.figures.two_way_table.dealing import EXCLUSIVE, HAND, HAPPENED, NEWS, WANTED, Dealing
from phase10_widgets.teaching.figures.widgets import TwoWayTable
from tests.teaching.figures.browser import lines, near, part, words

PAIRS = [(a, b, put_back) for a, b, put_back in product(NEWS, WANTED, (False, True))]


DECK = Counter((card.wild, card.skip, card.color, card.number == 5) for card in edition("classic").deck(2))
Kind = tuple[bool, bool, str | None, bool]


@cache
def later(at: int, wilds: int, skips: int, put_back: bool) -> Mapping[tuple[bool, bool, bool], int]:
    """Deal the cards from this place on, with *wilds* and *skips* gone; return the ways to get a wild and a skip in
    your hand and a wild in the other one."""
    if at == 2 * HAND:
        return {(False, False, False): 1}
    found: dict[tuple[bool, bool, bool], int] = defaultdict(int)
    gone = (0, 0, 0) if put_back else (wilds, skips, at - wilds - skips)
    for kind, (n, out) in enumerate(zip((8, 4, 96), gone, strict=True)):
        is_wild, is_skip, mine = kind == 0, kind == 1, at < HAND
        for (wild, skip, theirs), ways in later(at + 1, wilds + is_wild, skips + is_skip, put_back).items():
            case = (wild or (is_wild and mine), skip or (is_skip and mine), theirs or (is_wild and not mine))
            found[case] += ways * max(0, n - out)
    return found


@cache
def dealt(put_back: bool) -> Mapping[tuple[Kind, Kind, bool, bool, bool], Fraction]:
    """Deal two hands; return the chance of the first two cards, of a wild and a skip in your hand, and of a wild in the
    other one."""
    found: dict[tuple[Kind, Kind, bool, bool, bool], int] = defaultdict(int)
    for (first, n), (second, m) in product(DECK.items(), repeat=2):
        ways = n * (m - (first == second and not put_back))
        for (wild, skip, theirs), more in later(2, first[0] + second[0], first[1] + second[1], put_back).items():
            case = (first, second, wild or first[0] or second[0], skip or first[1] or second[1], theirs)
            found[case] += ways * more
    every = sum(found.values())
    return {case: Fraction(ways, every) for case, ways in found.items()}


def happens(event: str, first: Kind, second: Kind, wild: bool, skip: bool, theirs: bool) -> bool:
    return {
        "hand_wild": wild,
        "hand_skip": skip,
        "first_wild": first[0],
        "first_red": first[2] == "R",
        "theirs_wild": theirs,
        "no_wild": not wild,
        "second_wild": second[0],
        "second_red": second[2] == "R",
        "first_five": first[3],
        "first_blue": first[2] == "B",
    }[event]


def counted(put_back: bool, *events: str) -> Fraction:
    """Return the chance that all these events happen, counted card by card."""
    chances = dealt(put_back).items()
    return sum((chance for case, chance in chances if all(happens(event, *case) for event in events)), Fraction(0))


@pytest.mark.slow
def test_exact_chances_are_those_of_a_count_card_by_card() -> None:
    for a, b, put_back in PAIRS:
        figure = TwoWayTable(a=a, b=b, put_back=put_back)
        assert figure.chance_a == counted(put_back, a)
        assert figure.chance_b == counted(put_back, b)
        assert figure.both.chance == counted(put_back, a, b)
        assert ((a, b) in EXCLUSIVE) == (not figure.both.chance)


def test_the_derivations_lead_to_their_chances() -> None:
    """The written arithmetic gives the computed value; a sum over j is written as a sum."""
    for a, b, put_back in PAIRS:
        dealing = Dealing(put_back=put_back)
        for derived in (dealing.one(a), dealing.one(b), dealing.both(a, b)):
            assert evaluated(derived.how) == derived.chance, derived.how


def evaluated(how: str) -> Fraction:
    code = how.replace("·", "*").replace("\N{MINUS SIGN}", "-").replace("^", "**")
    before, summed, term = code.partition("Σ ")
    if summed:
        term, _, bounds = term.partition(", j = ")
        low, high = map(int, bounds.split(" … "))
        code = f"{before} sum(({term}) for j in range({low}, {high} + 1))"
    for whole in ("108", "107"):
        code = code.replace(f"/{whole}", f"/F({whole})")
    return Fraction(eval(code, {"C": lambda n, k: Fraction(comb(n, k)), "F": Fraction}))


def test_every_answer_is_right_for_some_pair() -> None:
    answers = Counter(TwoWayTable(a=a, b=b, put_back=put_back).answer for a, b, put_back in PAIRS)
    assert set(answers) == {"more", "less", "same", "never"}
    assert all(put_back for a, b, put_back in PAIRS if TwoWayTable(a=a, b=b, put_back=put_back).answer == "same")


@pytest.mark.slow
def test_the_deals_agree() -> None:
    for a, b, put_back in PAIRS:
        figure = TwoWayTable(a=a, b=b, put_back=put_back, seed=4).reveal()
        begun = perf_counter()
        figure.do("deal", 10_000)
        assert perf_counter() - begun < 3
        assert figure.dealt == 10_000
        for found, chance in (
            (figure.counts[True, True], figure.both.chance),
            (figure.counts[True, True] + figure.counts[True, False], figure.chance_a),
            (figure.counts[True, True] + figure.counts[False, True], figure.chance_b),
        ):
            assert near(found, 10_000, chance)


def test_the_tables_hold_counts_margins_and_expected_counts() -> None:
    figure = TwoWayTable().reveal()
    figure.do("deal", 100)
    counts = [[int(cell) for cell in row["cells"][1:]] for row in part(figure, "table", "counted")["rows"]]
    (both, only_a, a), (only_b, neither, not_a), (b, not_b, n) = counts
    assert (both + only_a, only_b + neither, both + only_b, only_a + neither) == (a, not_a, b, not_b)
    assert n == a + not_a == 100
    expected = part(figure, "table", "Expected")["rows"]
    assert expected[0]["cells"][1] == figure._number(Fraction(a * b, 100))
    assert expected[1]["cells"][2] == figure._number(Fraction(not_a * not_b, 100))
    assert [row["cells"][-1] for row in expected] == [str(a), str(not_a), "100"]
    exact = part(figure, "table", "exact")["rows"]
    assert [row["cells"][-1] for row in exact] == ["55.3%", "44.7%", "100%"]
    assert exact[0]["cells"][1] == "28.85%"


def test_the_last_deal_is_shown_in_order() -> None:
    figure = TwoWayTable(a="first_red", b="second_red", put_back=True, seed=2).reveal()
    figure.do("deal", 1)
    mine, theirs = (row["cards"].split() for row in part(figure, "cards")["rows"])
    assert len(mine) == len(theirs) == HAND
    dealt_cards: list[Card] = [edition("classic").pack.card(word) for word in (*mine, *theirs)]
    assert figure.counts == {(HAPPENED["first_red"](dealt_cards), HAPPENED["second_red"](dealt_cards)): 1}


def test_it_states_the_effect_of_a_on_b() -> None:
    rows: list[Any] = [
        ({}, "A makes B less likely: 55.3% becomes 52.18%."),
        ({"a": "first_red", "b": "first_five"}, "A makes B more likely: 7.407% becomes 8.333%."),
        ({"a": "first_wild", "b": "second_wild", "put_back": True}, "independent: the probability of B is 7.407%"),
        ({"a": "first_red", "b": "first_blue"}, "A and B are mutually exclusive"),
    ]
    for chosen, told in rows:
        assert told in words(TwoWayTable(**chosen).reveal())


def test_the_rules_are_written_out() -> None:
    told = lines(TwoWayTable(a="first_red", b="first_five").reveal())
    assert "P(A ∩ B) = 2/108 = 1.852%" in told
    assert "P(B | A) = P(A ∩ B) / P(A) = 1.852% / 22.22% = 8.333%" in told
    assert " = 22.22% + 7.407% \N{MINUS SIGN} 1.852% = 27.78%" in told
