"""``devtools.generate.expected_draws``: hands played alone, and the lines fitted to their draws."""

from __future__ import annotations

from itertools import pairwise
from math import exp, isclose
from random import Random

import phase10_widgets as p10
from devtools.generate.expected_draws import ENOUGH, LONGEST, Seen, fitted, guess, play
from phase10_widgets.core.melds import missing
from phase10_widgets.odds.pool import face_on
from phase10_widgets.players.expected_draws import ExpectedDraws
from tests.faults import every
from tests.odds.lessons import SIDES


def line(distance: int, a: int, b: int, times: int = ENOUGH) -> list[Seen]:
    """Return moments on a line: shares whose logarithms are whole numbers."""
    return [Seen(distance, exp(-k), a + b * k) for k in range(1, 5) for _ in range(times)]


def test_known_lines_are_found_again_and_more_outs_never_take_longer() -> None:
    moments = line(1, 1, 2) + line(2, 4, 3) + line(3, 20, 0)
    Random(1).shuffle(moments)
    rows = fitted([*moments, *[Seen(0, 0.5, 0)] * 300])
    assert [(row.a, row.b) for row in rows] == [(1, 2), (4, 3), (20, 0)]
    share = sum(exp(-k) for k in range(1, 5)) / 4
    assert all(isclose(row.share, share, abs_tol=0.001) for row in rows)
    odd = [Seen(1, exp(-k), 20 - 3 * k) for k in range(1, 5) for _ in range(ENOUGH)]
    found = ExpectedDraws(fitted(odd), 5.0)
    assert found(1, 60, 90) <= found(1, 30, 90) <= found(1, 3, 90), "even if hands with many outs took longer"


def test_a_distance_that_was_hardly_seen_is_left_out_with_all_beyond() -> None:
    few = [Seen(2, 0.3, 9)] * (ENOUGH - 1)
    assert len(fitted([*line(1, 1, 2), *few])) == 1
    assert len(fitted([*line(1, 1, 2), *few, *line(3, 20, 1)])) == 1
    assert len(fitted([*line(1, 1, 2), *few, few[0]])) == 2
    assert fitted([Seen(0, 0.5, 0)] * 300) == []


@every("edition, side", SIDES)
def test_a_hand_is_played_until_its_phase_is_complete(edition: str, side: str) -> None:
    """The moments run from the dealt cards to the deck's last card; each knows the number of draws that follow."""
    rules, played = p10.edition(edition), 0
    for phase in rules.phases:
        seed = f"{edition}/{side}/{phase}"
        deck = [face_on(card, rules.pack.side(side)) for card in rules.deck(2)]
        Random(seed).shuffle(deck)
        hand, rest = [*deck[:10], deck[-1]], deck[10:-1]
        seen = play(rules, phase, side, guess(phase), Random(seed))
        assert bool(seen) == bool(missing(hand[:10], phase))
        if not seen:
            continue
        played += 1
        here = missing(hand, phase)
        outs = sum(missing([*hand, card], phase) < here for card in rest)
        assert (seen[0].distance, seen[0].share) == (here, outs / len(rest))
        assert seen[-1].distance == 0
        assert all(moment.distance > 0 for moment in seen[:-1])
        assert [moment.waited for moment in seen] == list(range(len(seen)))[::-1]
        assert len(seen) < LONGEST
        drops = [one.distance - other.distance for one, other in pairwise(seen)]
        assert max(drops, default=0) <= 1, "a draw brings one card"
    assert played > 0
