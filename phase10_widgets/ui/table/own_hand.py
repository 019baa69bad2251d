"""One seat's data about a finished round: the hand it was dealt, and the outcome."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256

from ...editions import EDITIONS
from ...game.moments import Moments, RoundResult
from ...rules.cards import Card
from ...rules.phases import Phase
from ...rules.solver import missing
from .results_wire import OwnHand
from .view_parts import tried


def own_hand(games: Moments, result: RoundResult, seat: int) -> OwnHand | None:
    """Return the round data that the seat itself saw and may keep.

    Return None if the seat did not play, or if the lessons do not use the edition.
    """
    dealt = games[result.start].observe(seat)
    number = tried(result.before, result.after, seat)
    if seat not in dealt.playing or number is None or not dealt.hand or dealt.edition.id not in EDITIONS:
        return None
    before = [tried(each.before, each.after, seat) for each in games.results if each.end < result.end]
    waited = next((at for at, phase in enumerate(reversed(before)) if phase != number), len(before))
    codes = " ".join(sorted(card.code for card in dealt.hand))
    return {
        "id": sha256(f"{dealt.edition.id} {dealt.round} {seat} {codes}".encode()).hexdigest()[:16],
        "edition": dealt.edition.id,
        "phase": number,
        "dealt": _holds(tuple(dealt.hand), dealt.edition.phase(number)),
        "wilds": sum(card.wild for card in dealt.hand),
        "points": result.event.points[seat],
        "waited": waited,
    }


@lru_cache(maxsize=256)
def _holds(hand: tuple[Card, ...], phase: Phase) -> bool:
    return missing(hand, phase) == 0
