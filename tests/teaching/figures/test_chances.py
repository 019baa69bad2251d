"""The chance tree: counted chances, dealt hands, and hands ruled out."""

from __future__ import annotations

from itertools import product
from typing import Any

from phase10_widgets import arrange, edition, odds
from phase10_widgets.teaching.figures.chances import shared_out
from phase10_widgets.teaching.figures.widgets import ChanceTree
from tests.teaching.figures.browser import near, part

DECK = edition("classic").deck(2)


def test_the_numbers_of_the_lesson() -> None:
    figure = ChanceTree().reveal()
    assert [round(float(100 * figure.given(condition)), 1) for condition in ("any", "first")] == [28.9, 46.9]
    assert figure.given("any") == odds.question("wilds", edition="classic", at_least=2, given=1).exact()
    assert figure.given("first") == odds.question("wilds", edition="classic", at_least=2, hand="W").exact()
    grid = part(ChanceTree().reveal(), "units")
    assert [group["size"] for group in grid["groups"]] == [160, 393, 447]
    figure = ChanceTree(event="phase", phase=1).reveal()
    assert figure.given("first") == odds.deal("classic", 1, hand="W")
    with_wild, without = figure.chance_of("any"), odds.deal("classic", 1, deck={"W": 0})
    assert with_wild * figure.given("any") + (1 - with_wild) * without == figure.plain == odds.deal("classic", 1)


def as_asked(hand: list[Any], event: str) -> bool:
    if event == "wilds":
        return [card.wild for card in hand].count(True) >= 2
    return arrange(hand, edition("classic").phase(1)) is not None


def test_the_cases_are_exhaustive_and_rounded_shares_add_up() -> None:
    for event, condition in product(("wilds", "phase"), ("any", "first")):
        figure = ChanceTree(event=event, condition=condition).reveal()
        cells = figure.cells
        assert sum(cells) == 1
        assert min(cells) >= 0
        assert cells.both + cells.other == figure.plain
        assert cells.both + cells.only == figure.chance_of(condition)
    for n in (1, 7, 100, 1000):
        for cards in (2, 9, 15):
            cells = ChanceTree(cards=cards, event="phase").reveal().cells
            found = shared_out(cells, n)
            assert sum(found) == n
            assert all(abs(each - share * n) < 1 for each, share in zip(found, cells, strict=True))


def test_the_grid_has_every_hand() -> None:
    for known, by_chance, size in product((True, False), (True, False), ("100", "1000")):
        figure = ChanceTree(hands=size, by_chance=by_chance, known=known, condition="first", event="phase").reveal()
        grid = part(figure, "units")
        assert len(grid["order"]) == sum(group["size"] for group in grid["groups"]) == int(size)
        assert grid["order"] == sorted(grid["order"])
        figure.choose(sorted=False)
        assert sorted(part(figure, "units")["order"]) == grid["order"] != part(figure, "units")["order"]
        assert ("out" in [group["key"] for group in grid["groups"]]) == known


def test_the_dealt_hands_are_a_sample() -> None:
    figure = ChanceTree(by_chance=True, condition="first", known=False).reveal()
    figure.do("compute")
    assert len(part(figure, "bars")["rows"]) == 1, "a chance is not revealed before a guess"
    figure.choose(known=True)
    figure.reveal()
    figure.choose(condition="any")
    figure.reveal()
    before = part(figure, "bars")["rows"]
    for row, truth in zip(before, (figure.plain, figure.given("any"), figure.given("first")), strict=True):
        counted, found = row["values"]
        assert counted["value"] == float(truth)
        n = {0: 1000, 1: 553, 2: 74}[before.index(row)]
        assert near(n * found["value"], n, truth)
    other = ChanceTree(by_chance=True, seed=2).reveal()
    other.do("compute")
    assert part(other, "bars")["rows"] != before


def leaves(figure: ChanceTree) -> list[dict[str, Any]]:
    """Return the tree's leaves in the order of the cells."""
    return [leaf for branch in part(figure, "tree")["root"]["children"] for leaf in branch["children"]]


def test_each_leaf_shows_a_hand_of_its_case() -> None:
    for (event, cards), condition in product(
        (("wilds", 10), ("phase", 10), ("wilds", 2), ("wilds", 15)), ("any", "first")
    ):
        figure = ChanceTree(event=event, cards=cards, condition=condition).reveal()
        cases = [(True, True), (True, False), (False, True), (False, False)]
        possible = [case for case, chance in zip(cases, figure.cells, strict=True) if chance]
        for leaf, case in zip(leaves(figure), possible, strict=True):
            hand = list(edition("classic").cards(leaf["cards"]))
            wild = hand[0].wild if condition == "first" else any(card.wild for card in hand)
            assert (len(hand), (wild, as_asked(hand, event))) == (cards, case)
            assert leaf["names"].split(", ") == [figure.words.card_name(card) for card in hand]


def test_the_hands_of_the_tree_follow_the_figure() -> None:
    figure = ChanceTree().reveal()
    shown = [leaf["cards"] for leaf in leaves(figure)]
    figure.choose(seed=2)
    dealt_anew = [leaf["cards"] for leaf in leaves(figure)]
    assert not set(shown) & set(dealt_anew)
    figure.choose(condition="first")
    assert {"tree", "cards"}.isdisjoint(each["kind"] for each in figure.view["parts"]), "no hand before a guess for it"
    figure.reveal()
    assert all(leaf["cards"].startswith("W ") for leaf in leaves(figure)[:2])
