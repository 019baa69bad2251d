"""Hints at positions with one provably best move."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

import phase10_widgets as p10
from devtools.generate.puzzles import KINDS, Puzzle, puzzles
from phase10_widgets import coach, odds
from phase10_widgets.core.actions import Discard
from phase10_widgets.core.cards import Card

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def hundred() -> list[Puzzle]:
    return puzzles()


def test_there_are_a_hundred_of_every_edition_and_kind(hundred: list[Puzzle]) -> None:
    counts = Counter((puzzle.view.edition.id, puzzle.kind) for puzzle in hundred)
    assert len(hundred) == len({str(puzzle.game.position()) for puzzle in hundred}) == 100
    assert set(counts) == {(edition, kind) for edition in p10.EDITIONS for kind in KINDS}
    assert min(counts.values()) >= 8


def test_the_best_move_is_first_among_the_counted_options(hundred: list[Puzzle]) -> None:
    """``odds.options`` finds the same move, and no other that is as good."""
    for puzzle in hundred:
        best: dict[str | None, Fraction] = {}
        for option in odds.options(puzzle.view):
            card = option.discard.code if isinstance(option.discard, Card) else None
            key = card if puzzle.kind == "keep" else option.draw
            best[key] = max(best.get(key, Fraction(0)), option.next_turn)
        first, second = sorted(best, key=lambda key: -best[key])[:2]
        assert best[first] > best[second]
        view = puzzle.view
        wanted = puzzle.best
        if isinstance(wanted, Discard):
            assert first in {card.code for card in view.hand if wanted.card in (card.code, card.word)}
        else:
            assert first == wanted.to_dict()["from"]


def test_the_hint_solves_ninety_five_at_least(hundred: list[Puzzle]) -> None:
    wrong = [
        str(coach.hint(puzzle.view).text) for puzzle in hundred if not puzzle.solved(coach.hint(puzzle.view).action)
    ]
    assert len(wrong) <= 5, wrong
