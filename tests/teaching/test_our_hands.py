"""The pooled rounds of a class: the same numbers as counted by hand, and nobody can be identified."""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from math import comb
from random import Random
from statistics import mean
from typing import Any

import pytest

from phase10_widgets import Learner
from phase10_widgets.odds import deal
from phase10_widgets.teaching import Progress, summary
from phase10_widgets.teaching.exports import class_page, our_hands
from phase10_widgets.teaching.exports.our_hands import ENOUGH, LESSONS, Pooled, pooled
from phase10_widgets.teaching.learner.your_hands import TOPICS
from phase10_widgets.teaching.progress.played import PlayedHand, can_be
from tests.teaching.test_handouts import read, table

HAND = PlayedHand("classic", 1, False, 1, 25, 0, 20_000)


def played(seed: int, n: int = 40, game: str = "classic") -> Progress:
    """Return a learner who has played *n* rounds and climbed the phases."""
    chance, phase, waited = Random(seed), 1, 0
    progress = Progress(seed=seed, name=f"Learner number {seed}")
    for at in range(n):
        through = chance.random() < 0.6
        points = 0 if through and chance.random() < 0.4 else 5 * chance.randint(1, 20)
        wilds = chance.choice((0, 0, 1, 1, 2))
        hand = PlayedHand(game, phase, chance.random() < 0.2, wilds, points, waited, 20_000 + at)
        progress.add_hands({f"{seed}-{at}": hand})
        phase, waited = (phase % 3 + 1, 0) if through else (phase, waited + 1)
    return progress


@pytest.fixture(scope="module")
def school_class() -> list[Progress]:
    """Return 12 learners, one of whom has played another game."""
    return [*(played(seed, 5 + 4 * seed) for seed in range(11)), played(11, 30, "flip")]


def found(people: list[Progress]) -> dict[tuple[str, str, int], Pooled]:
    made, _ = pooled(summary(people).people)
    assert [one.lesson for one in made] == sorted(one.lesson for one in made)
    return {(one.edition, one.topic, one.phase): one for one in made}


def counted(hands: list[PlayedHand], phase: int) -> list[int]:
    """Return the rounds it took to leave a phase, counted one by one."""
    took, before = [], 0
    for hand in hands:
        if hand.phase == phase:
            if before and hand.waited < before:
                took.append(before)
            before = hand.waited + 1
    return [*took, before] if before else took


BY_HAND: dict[str, Callable[[list[PlayedHand], int], list[int]]] = {
    "wild": lambda hands, _: [1 if hand.wilds else 0 for hand in hands],
    "dealt": lambda hands, phase: [1 if hand.dealt else 0 for hand in hands if hand.phase == phase],
    "points": lambda hands, _: [hand.points for hand in hands if hand.points > 0],
    "waited": counted,
    "out": lambda hands, _: [1 if hand.points == 0 else 0 for hand in hands],
}
"""The results of the rounds, recomputed without the lessons' code."""


def test_the_pooled_results_match_a_direct_count(school_class: list[Progress]) -> None:
    made = found(school_class)
    assert {topic for _, topic, _ in made} == set(LESSONS.values()) == set(TOPICS) == set(BY_HAND)
    assert {phase for _, topic, phase in made if topic == "dealt"} == {1, 2, 3}
    for (name, topic, phase), one in made.items():
        own = [[hand for hand in each.hands.values() if hand.edition == name] for each in school_class]
        told = [values for hands in own if (values := BY_HAND[topic](hands, phase))]
        every = [value for values in told for value in values]
        assert (one.estimate.trials, one.learners) == (len(every), len(told))
        assert one.estimate.value == pytest.approx(mean(every))
        assert one.estimate.low <= one.estimate.value <= one.estimate.high
        assert list(one.each) == pytest.approx(sorted(mean(values) for values in told if len(values) >= ENOUGH))


def test_the_values_for_comparison_are_those_of_the_lessons(school_class: list[Progress]) -> None:
    made = found(school_class)
    assert made["classic", "wild", 0].exact == 1 - Fraction(comb(100, 10), comb(108, 10))
    assert made["classic", "dealt", 2].exact == Fraction(deal("classic", 2))
    for (name, topic, phase), one in made.items():
        figure = Learner(one.lesson).hands(topic)
        figure.choose(edition=name, **({"phase": phase} if phase else {}))
        assert one.exact == TOPICS[topic].exact(figure.edition, figure.phase)


def test_a_file_handed_in_twice_counts_once_and_so_does_the_same_deal(school_class: list[Progress]) -> None:
    again = Progress.loads(school_class[5].dumps())
    assert found([*school_class, again]) == found(school_class)
    earlier = Progress(seed=again.seed, hands=dict([*again.hands.items()][:9]))
    later = Progress(seed=again.seed, hands=dict([*again.hands.items()][3:]))
    others = [*school_class[:5], *school_class[6:]]
    assert found([earlier, *others, later]) == found([later, *others, earlier]) == found(school_class)
    three = [Progress(seed=f"the game of the day {n}") for n in range(12)]
    for n, one in enumerate(three):
        one.add_hands({"the same deal": HAND._replace(points=5 * n), f"own {n}": HAND._replace(wilds=0)})
    made = found(three)
    assert (made["classic", "wild", 0].estimate.trials, made["classic", "out", 0].estimate.trials) == (13, 24)
    assert made["classic", "wild", 0].estimate.value == 1 / 13
    for one in three:
        one.add_hands({f"{one.seed} {at}": HAND._replace(wilds=0) for at in range(3)})
    assert found(three)["classic", "wild", 0].each == (1 / 5,) * 12, "everybody finds their own dot"


def test_impossible_rounds_are_left_out_with_a_sentence(school_class: list[Progress]) -> None:
    """All of these can come from a file."""
    changes: list[dict[str, Any]] = [{"phase": 11}, {"wilds": 9}, {"points": 1000}]
    changes += [{"edition": "standard", "wilds": 11}, {"edition": "flip", "phase": 20}]
    strange = [HAND._replace(**changed) for changed in changes]
    assert not any(map(can_be, strange))
    liar = Progress(seed=99, name="Liar")
    liar.add_hands({f"liar {at}": hand for at, hand in enumerate(strange * 3)})
    made = summary([*school_class, Progress.loads(liar.dumps())])
    assert found([*school_class, liar]) == found(school_class)
    assert "15 rounds were left out: no game can have such rounds." in read(our_hands(made)).text
    assert "15 rounds were left out" in read(class_page(made)).text
    assert all(not value for key, value in made.rounds[-1].items() if key != "learner")
    one = Progress(seed=99, hands={"one": strange[0]})
    assert "1 round was left out: no game can have such a round." in read(our_hands(summary([one]))).text


def test_nobody_can_be_identified_on_the_page(school_class: list[Progress]) -> None:
    made = our_hands(summary(school_class))
    assert not [each.name for each in school_class if each.name in made.html() or each.name in made.markdown()]
    shuffled = [*reversed(school_class[:11]), school_class[11]]
    assert our_hands(summary(shuffled)).html() == made.html(), "the dots do not reveal the order of the files"
    assert "flip" not in {edition for edition, _, _ in found(school_class)}, "only one learner has played it"
    assert "Results from fewer than three learners are left out" in read(made).text
    assert "Flip" not in read(made).text
    assert found(school_class[8:10]) == {}


def test_three_learners_with_ten_rounds_are_enough_and_dots_need_three_learners_as_well() -> None:
    people = [Progress(seed=n) for n in range(3)]
    for n, rounds in enumerate((6, 2, 1)):
        people[n].add_hands({f"{n}-{at}": HAND._replace(wilds=at % 2) for at in range(rounds)})
    assert not found(people)
    people[2].add_hands({"one more": HAND})
    assert found(people)["classic", "wild", 0].each == ()
    for n in (1, 2):
        people[n].add_hands({f"more {n}-{at}": HAND for at in range(ENOUGH)})
    assert len(found(people)["classic", "wild", 0].each) == 3


def test_the_page_draws_a_dot_for_each_learner(school_class: list[Progress]) -> None:
    made, content = found(school_class), our_hands(summary(school_class)).html()
    drawn: dict[int, int] = defaultdict(int)
    for one in made.values():
        drawn[one.lesson] = max(drawn[one.lesson], len(one.each))
    assert content.count("<circle") == sum(drawn.values()) > 0
    assert content.count("<svg") == sum(map(bool, drawn.values()))
    places = [(float(x), float(y)) for x, y in re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)"', content)]
    assert all(30 <= x <= 450 and y > 0 for x, y in places)
    one = made["classic", "wild", 0]
    row = next(row for row in table(our_hands(summary(school_class))) if row[1] == "hands with a wild")
    assert row[:4] == ["3", "hands with a wild", str(one.estimate.trials), str(one.learners)]
    assert (row[4], row[6]) == (str(one.estimate.text), "55.3% (all hands that can be dealt)")


def test_all_equal_means_have_no_interval() -> None:
    """Equal rounds do not imply a spread of zero."""
    people = [Progress(seed=n) for n in range(3)]
    for n, each in enumerate(people):
        each.add_hands({f"{n}-{at}": HAND for at in range(5)})
    rows = {row[0]: row for row in table(our_hands(summary(people)))}
    assert rows["8"][4:6] == ["25", "\u2013"]


def test_the_page_is_in_the_language_of_the_class_and_says_nothing_without_rounds(school_class: list[Progress]) -> None:
    made = our_hands(summary(school_class), "de")
    assert '<html lang="de"' in made.html()
    assert "Nobody has played a round yet." in read(our_hands(summary([]))).text
    assert "Our hands" not in class_page(summary([Progress(name="Ana")])).html(), "as in the report of a live class"
    content = read(made).text
    for text in ("Hände mit einem Joker", "55,3 % (alle Hände, die ausgeteilt werden können)"):
        assert text in content
    assert "55.3%" not in content


def test_the_table_has_a_row_for_each_learner_and_adds_up(school_class: list[Progress]) -> None:
    made = summary([*school_class, Progress(seed=50, name="=1+1")])
    rows = list(csv.DictReader(made.to_csv("rounds").splitlines()))
    assert [row["learner"] for row in rows] == [*(each.name for each in school_class), "'=1+1"]
    one = found(school_class)

    def total(column: str) -> int:
        return sum(int(row[f"classic {column}"]) for row in rows)

    for topic, phase, trials, value in (
        ("wild", 0, "rounds", "with a wild"),
        ("out", 0, "rounds", "ended"),
        ("dealt", 2, "phase 2 rounds", "phase 2 dealt"),
        ("waited", 2, "phase 2 left behind", "phase 2 rounds for it"),
    ):
        estimate = one["classic", topic, phase].estimate
        assert (total(trials), total(value)) == (estimate.trials, round(estimate.value * estimate.trials)), topic
    points = one["classic", "points", 0].estimate
    assert total("points left") == round(points.value * points.trials)
    assert summary([]).to_csv("rounds") == ""
