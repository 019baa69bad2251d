"""The shuffle passes the tests of docs/shuffle.md; each of those tests detects some uneven shuffle."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from math import comb
from pathlib import Path
from random import Random
from typing import Any

import pytest

import phase10_widgets as p10
from devtools.measure import shuffle_check
from devtools.measure.shuffle_check import FARTHEST, SEATS, Answer, Deals
from phase10_widgets import Session
from tests.faults import every

DEALS = 4000
every_edition = every("edition", p10.EDITIONS)


@pytest.mark.rotating
@pytest.mark.slow
@every_edition
def test_the_shuffle_is_even(edition: str) -> None:
    """Run every test, with fewer deals than on the page."""
    found = list(shuffle_check.answers(edition, DEALS))
    assert len(found) == 5 + 3 * SEATS
    assert {one.question: one.apart for one in found if abs(one.apart) > FARTHEST} == {}


Shuffle = Callable[[list[Any], Random], list[Any]]


def swaps_with_any(cards: list[Any], chance: Random) -> list[Any]:
    """Shuffle with the well-known mistake: each card is swapped with any other."""
    for at in range(len(cards)):
        other = chance.randrange(len(cards))
        cards[at], cards[other] = cards[other], cards[at]
    return cards


def three_riffles(cards: list[Any], chance: Random) -> list[Any]:
    """Shuffle as people do at a table: cut the cards in two and interleave the halves."""
    for _ in range(3):
        tags = [chance.random() < 0.5 for _ in cards]
        rest = iter(cards)
        zeros = [next(rest) for tag in tags if not tag]
        ones = list(rest)
        cards = [ones.pop(0) if tag else zeros.pop(0) for tag in tags]
    return cards


def favors_a_seat(cards: list[Any], chance: Random) -> list[Any]:
    """Deal the second seat a wild in place of another card in one deal out of ten."""
    chance.shuffle(cards)
    if chance.random() < 0.1:
        wild = next((at for at in range(10 * SEATS + 1, len(cards)) if cards[at].wild), None)
        if wild is not None:
            cards[1], cards[wild] = cards[wild], cards[1]
    return cards


def dealt(shuffle: Shuffle) -> Deals:
    deck, chance = p10.edition("classic").deck(SEATS), Random(1)
    deck = tuple(sorted(deck, key=str))
    return Deals("classic", [tuple(shuffle(list(deck), chance)) for _ in range(DEALS)])


def seats(ask: Callable[[Deals], Iterator[Answer]]) -> Callable[[Deals], Answer]:
    return lambda found: max(ask(found), key=lambda one: abs(one.apart))


UNEVEN: list[tuple[Shuffle, Callable[[Deals], Answer]]] = [
    (swaps_with_any, shuffle_check.every_card_everywhere),
    (three_riffles, shuffle_check.every_card_everywhere),
    (favors_a_seat, seats(shuffle_check.wilds_by_seat)),
    (lambda cards, chance: cards, lambda found: shuffle_check.two_cards(found, "", 0, SEATS)),
    (three_riffles, seats(shuffle_check.phase_by_seat)),
]


@pytest.mark.slow
@every("shuffle, ask", UNEVEN)
def test_an_uneven_shuffle_is_noticed(shuffle: Shuffle, ask: Callable[[Deals], Answer]) -> None:
    assert abs(ask(dealt(shuffle)).apart) > FARTHEST


PAGE = Path(shuffle_check.PAGE).read_text("utf-8")


def test_the_page_covers_every_question_with_plausible_answers() -> None:
    whole = PAGE.split(shuffle_check.BEGIN)[1].split(shuffle_check.END)[0]
    assert f"In {shuffle_check.DEALS:,} deals of each game" in whole
    assert f" of {4 * (5 + 3 * SEATS)} answers" in whole
    found = [float(number) for number in re.findall(r"([+-]\d\.\d\d) (?=\|)", whole)]
    assert len(found) == len(p10.EDITIONS) * (5 + 3 * SEATS)
    assert max(map(abs, found)) <= FARTHEST


def test_streaks_match_the_page() -> None:
    none = comb(108 - 8, 10) / comb(108, 10)
    assert f"{100 * none:.0f} out of 100 dealt hands contain no wilds" in PAGE
    assert f"{100 * none**4:.0f} times in 100" in PAGE


@every_edition
def test_the_pages_programs_check_games(edition: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The programs of the page accept a game from a file and detect a manipulated one."""
    session = Session(edition, ["greedy", "greedy", "random"], seed="my own", phases=[1, 2, 3])
    session.run()
    assert session.game.winners
    (tmp_path / "game.json").write_text(session.save(), "utf-8")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"Path": Path}
    first, again = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(first.replace('open("game.json").read()', 'Path("game.json").read_text()'), names)
    exec(again, names)
    record = names["record"]
    assert len(record["rounds"]) > 2
    deck = record["rounds"][1]["deck"].split()
    other = next(at for at, word in enumerate(deck) if word != deck[0])
    deck[0], deck[other] = deck[other], deck[0]
    record["rounds"][1]["deck"] = " ".join(deck)
    with pytest.raises(AssertionError, match="round 2 was tampered with"):
        names["check"](record)
