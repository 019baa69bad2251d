"""Hints at positions with one provably best move."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

import phase10_widgets as p10
from devtools.generate.puzzles import KINDS, puzzles
from phase10_widgets import coach, odds
from phase10_widgets.rules.actions import Discard
from phase10_widgets.rules.cards import Card


@pytest.mark.rotating
@pytest.mark.slow
def test_the_best_move_is_first_among_the_counted_options_and_the_hint_finds_at_least_ninety_five() -> None:
    """``odds.options`` finds the same move, and no other that is as good."""
    hundred, wrong = puzzles(), []
    assert len(hundred) == len({str(puzzle.game.position()) for puzzle in hundred}) == 100
    counts = Counter((puzzle.view.edition.id, puzzle.kind) for puzzle in hundred)
    assert len(counts) == len(p10.EDITIONS) * len(KINDS)
    assert min(counts.values()) >= 8
    for puzzle in hundred:
        best: dict[str | None, Fraction] = {}
        for option in odds.options(puzzle.view):
            card = option.discard.code if isinstance(option.discard, Card) else None
            key = card if puzzle.kind == "keep" else option.draw
            best[key] = max(best.get(key, Fraction(0)), option.next_turn)
        first, second = sorted(best, key=lambda key: -best[key])[:2]
        assert best[first] > best[second]
        wanted = puzzle.best
        if isinstance(wanted, Discard):
            assert first in {card.code for card in puzzle.view.hand if wanted.card in (card.code, card.word)}
        else:
            assert first == wanted.to_dict()["from"]
        hint = coach.hint(puzzle.view)
        wrong += [] if puzzle.solved(hint.action) else [str(hint.text)]
    assert len(wrong) <= 5, wrong
