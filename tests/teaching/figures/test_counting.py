"""The counting tree: its leaves are all the orders, and it counts every hand and every run."""

from __future__ import annotations

from itertools import combinations, permutations, product
from math import comb

from phase10_widgets.teaching.figures.widgets import CountingTree
from tests.teaching.figures.browser import part


def test_the_tree_has_every_order_and_those_of_a_hand_share_its_key() -> None:
    for (cards, drawn), order in product(((4, 2), (6, 3), (3, 1), (3, 3)), ("counts", "none")):
        figure = CountingTree(cards=cards, drawn=drawn, order=order).reveal()
        figure.do("compute")
        tree = part(figure, "tree")
        ways = [tuple(map(int, row[0].rpartition(" → " if order == "none" else "\n")[2].replace("→", "").split()))
                for row in tree["table"]]  # fmt: skip
        assert sorted(ways) == sorted(permutations(range(1, cards + 1), drawn))
        for row, way in zip(tree["table"], ways, strict=True):
            assert row[2] == " ".join(map(str, sorted(way)))
        hands = part(figure, "cards")
        names = [f"{'RBGYRB'[card]}{card + 1}" for card in range(cards)]
        assert [row["cards"] for row in hands["rows"]] == list(map(" ".join, combinations(names, drawn)))
        assert (figure.orders, figure.hands) == (len(ways), len(hands["rows"]))
    tree = part(CountingTree(cards=5, drawn=3).reveal(), "tree")
    leaves = [leaf["key"] for one in tree["root"]["children"] for two in one["children"] for leaf in two["children"]]
    assert {leaves.count(key) for key in leaves} == {6}


def test_natural_runs_are_counted_one_by_one() -> None:
    numbers = [at // 8 for at in range(96)]
    assert CountingTree(run=2).reveal().runs == sum(b - a == 1 for a, b in combinations(numbers, 2))
    assert CountingTree(run=3).reveal().runs == sum(c - b == b - a == 1 for a, b, c in combinations(numbers, 3))
    figure = CountingTree().reveal()
    figure.do("compute")
    assert figure.runs == 3 * 8**10
    assert round(comb(108, 10) / figure.runs) == 12_021
    assert "1 in 12,021" in [each["label"] for each in figure.view["parts"] if each["kind"] == "formula"][1]
