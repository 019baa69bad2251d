"""The sorter: its verdicts agree with the slow rule checker of the tests."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from phase10_widgets import edition
from phase10_widgets.teaching.figures.deals import GAMES
from phase10_widgets.teaching.figures.sorter.sorter import HAND
from phase10_widgets.teaching.figures.sorter.tasks import TASKS
from phase10_widgets.teaching.figures.widgets import Sorter
from tests.reference import oracle


def groups(figure: Sorter) -> list[list[str]]:
    return [[figure._cards[card].code for card in figure._of(to)] for to in range(len(figure._phase.needs))]


def may_be(figure: Sorter, words: list[str], need: oracle.Need) -> list[Any]:
    """Return every identity of these cards as a group of this kind."""
    faces = [oracle.face(figure.edition, word, figure.side) for word in words]
    found = []
    for identity in oracle.identities(figure.edition, need._replace(size=len(words)), figure.side):
        slots = oracle.slots(identity, len(words))
        places = [tuple(at for at, slot in enumerate(slots) if oracle._fits_slot(face, slot)) for face in faces]
        if oracle._matched(places, {}) == len(words):
            found.append(identity)
    return found


def legal(figure: Sorter) -> bool:
    """Return True if the phase may be laid down like this (G4, G6, G9, S4)."""
    needs = oracle.parse_phase(str(figure._phase))
    laid = groups(figure)
    if any(len(words) < need.size for words, need in zip(laid, needs, strict=True)):
        return False
    if all(oracle.face(figure.edition, word, figure.side).wild for words in laid for word in words):
        return False
    ways = [may_be(figure, words, need) for words, need in zip(laid, needs, strict=True)]
    return any(oracle._another_is_kept(needs, way) for way in product(*ways))


def test_the_ready_made_hands_can_be_solved() -> None:
    for task in TASKS:
        figure = Sorter(hand=task)
        assert len(figure._cards) == 10
        assert not figure.complete
        figure.do("solve")
        assert figure.complete
        assert legal(figure)
        assert figure.view["said"] == "The phase is complete, and you may lay it down."
        figure.do("clear")
        assert set(figure._at) == {HAND}
    figure = Sorter(hand="colors", phase=6)
    figure.do("solve")
    assert figure.view["said"] == "This hand cannot complete the phase: it is 5 cards short."


@pytest.mark.slow
def test_the_phase_is_complete_when_the_rules_say_so() -> None:
    """Starting from a solution, a few cards move at random; a phase is laid down whole, and any extra card must fit."""
    for task in TASKS:
        figure, random = Sorter(hand=task), Random(task)
        met = set()
        for _ in range(25):
            figure.do("solve")
            for _ in range(random.randrange(3)):
                to = random.randrange(-1, len(figure._phase.needs))
                figure.do("move", f"{random.randrange(10)}/{to}")
            assert figure.complete == legal(figure), groups(figure)
            met.add(figure.complete)
        assert met == {True, False}


@pytest.mark.slow
def test_every_group_is_judged_by_the_rules() -> None:
    """Random cards in a group: right if they form such a group, open if cards can still be added, otherwise wrong."""
    for game in GAMES:
        random = Random(game)
        met = set()
        thought_of = [name for name, task in TASKS.items() if task.edition == game]
        for seed in range(12):
            side = random.choice(["color", "wild"]) if game == "flip" else "color"
            figure = Sorter(edition=game, side=side, phase=random.randint(1, 10), seed=seed)
            if seed % 2:
                figure.choose(hand=random.choice(thought_of))
            needs = oracle.parse_phase(str(figure._phase))
            for _ in range(25):
                figure.do("solve")
                cards = random.sample(range(10), random.randint(1, needs[0].size + 1))
                if random.random() < 0.5:
                    cards = [*figure._of(0), *cards[:1]][: random.randint(1, needs[0].size + 1)] or cards
                figure.do("clear")
                for card in cards:
                    figure.do("move", f"{card}/0")
                words, verdict = groups(figure)[0], figure.verdicts()[0]
                more = max(0, needs[0].size - len(words))
                free = [face for face in every_face(figure) if face[1].wild]
                wilds = [(word, face) for word, face in free if face.color is None] or free
                filled = [words + [word] * more for word, _ in wilds] if more else [words]
                good = any(may_be(figure, each, needs[0]) for each in filled)
                expected = "wrong" if not good else "plain" if more else "right"
                assert verdict.tone == expected, (words, verdict)
                assert bool(verdict.rule) == (expected != "plain")
                met.add(expected)
        assert met == {"right", "plain", "wrong"}


def every_face(figure: Sorter) -> list[tuple[str, Any]]:
    side = edition(figure.edition).pack.side(figure.side)
    return [(code, oracle.face(figure.edition, code, figure.side)) for code in side.faces]


def put(figure: Sorter, words: str, to: int) -> None:
    for word in words.split():
        at = next(at for at, card in enumerate(figure._cards) if card.code == word and figure._at[at] == HAND)
        figure.do("move", f"{at}/{to}")


def test_a_verdict_names_its_rule() -> None:
    for task, to, words, tone, sentence, rule in [
        ("colors", 0, "R7 R7 B7", "right", "colors may differ or repeat", "G8"),
        ("colors", 0, "R7 Y4", "wrong", "must have the same number. These differ: yellow 4 and red 7.", "G8"),
        ("colors", 0, "S", "wrong", "A skip cannot be part of a group.", "C5"),
        ("short run", 0, "S", "wrong", "A skip cannot be part of a group.", "M6"),
        ("run", 0, "R3 B4 G5 Y6 R7 B8 G9", "right", "colors do not matter", "G8"),
        ("corner", 1, "Y11 R12 B1 G2", "wrong", "12 is never followed by 1", "G8"),
        ("corner", 1, "R8 B8", "wrong", "8 appears more than once", "G8"),
        ("corner", 1, "B1 R8", "wrong", "1 and 8 are too far apart for a run of 4", "G8"),
        ("wilds", 0, "R5 B5 W W", "right", "A wild stands in for a missing card", "G8"),
        ("wilds", 0, "R5 B5 W W W", "right", "more cards than the phase asks for", "G8"),
        ("only wilds", 1, "W W", "right", "This group consists only of wilds", "G10"),
        ("skips", 0, "R1 B4", "wrong", "these cards differ in color", "G8"),
        ("color run", 0, "R3 B4", "wrong", "these cards differ in color", "F5"),
        ("color run", 1, "G9 G*", "right", "a set of 9s", "G8"),
        ("flushes", 0, "AH KS", "wrong", "All cards in a flush must have the same suit", "S4"),
        ("flushes", 0, "AH 3H", "plain", "2 more cards", ""),
    ]:
        figure = Sorter(hand=task)
        put(figure, words, to)
        verdict = figure.verdicts()[to]
        assert (verdict.tone, verdict.rule) == (tone, rule)
        assert sentence in verdict.said
        assert figure.view["said"].startswith(verdict.said)


def test_another_suit_must_be_different() -> None:
    """S4."""
    figure = Sorter(hand="another suit")
    put(figure, "AH 3H 4H 5H 9H", 0)
    put(figure, "KH JK", 1)
    assert figure.verdicts()[1].tone == "plain"
    put(figure, "7D", 1)
    assert figure.verdicts()[1].tone == "wrong"
    figure = Sorter(edition="standard", phase=9)
    figure._cards = figure._edition.cards("AH 2H 3H 4H 5H 6H 7H 8H JK JK")
    put(figure, "AH 2H 3H 4H 5H", 0)
    put(figure, "6H 7H 8H", 1)
    told = "This group must be of a different suit from the one before it."
    assert figure.verdicts()[1] == ("wrong", told, "S4", None)
    assert not figure.complete


def test_wilds_alone_do_not_make_a_phase() -> None:
    """G9."""
    figure = Sorter(phase=1)
    figure._cards = figure._edition.cards("W W W W W W R1 R2 R3 R4")
    put(figure, "W W W", 0)
    put(figure, "W W W", 1)
    assert [verdict.tone for verdict in figure.verdicts()] == ["right", "right"]
    assert not figure.complete
    assert "A phase needs at least one card that is not wild; beyond that, any number of" in figure.view["said"]


def test_a_choice_brings_another_hand() -> None:
    figure = Sorter()
    figure.choose(hand="color run")
    assert (figure.edition, figure.side, figure.phase) == ("flip", "color", 5)
    figure.choose(side="wild")
    assert figure.hand == "dealt"
    assert all(card.side.name == "wild" for card in figure._cards)
    figure.edition = "masters"
    assert (figure.hand, figure.phase) == ("dealt", 5)
    before = figure._cards
    figure.choose(phase=3)
    assert figure._cards == before
    figure.choose(seed=9)
    assert figure._cards != before


@pytest.mark.slow
def test_a_card_moves_only_where_there_is_a_place() -> None:
    for value in ["0", "10/0", "0/2", "0/-2", "1/0 ", "٣/0", "-1/0", "0/9", "99999999999999/0", None, 3, ["0/0"]]:
        figure = Sorter()
        figure.do("move", "0/1")
        with pytest.raises(ValueError, match="0/1"):
            figure.do("move", value)
        assert figure._of(1) == [0]


def test_the_rules_follow_the_first_verdict() -> None:
    """A learner applies the rules before they can be read; an unfinished group has no verdict."""
    figure = Sorter(hand="colors")
    for words, tone, tables in (("", "plain", 0), ("R7 R7", "plain", 0), ("B7", "right", 1)):
        put(figure, words, 0)
        assert figure.verdicts()[0].tone == tone
        found = [part["title"] for part in figure.view["parts"] if part["kind"] == "table"]
        assert found == ["This game's rules for groups"] * tables
    figure.do("clear")
    assert "table" not in [part["kind"] for part in figure.view["parts"]]
