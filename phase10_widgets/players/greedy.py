"""The baseline player, which looks only one card ahead, and only at its own phase."""

from __future__ import annotations

from operator import attrgetter

from ..rules import legal
from ..rules.actions import Action, ChoosePhase, Discard, Draw, Save
from ..rules.cards import Card, distinct
from ..rules.observation import Observation
from ..rules.phases import Phase
from ..rules.solver import solver
from ..rules.state import Cards
from .base import check_turn
from .shared_moves import lay_down, leader

_points = attrgetter("points")


class GreedyPlayer:
    """A player that takes cards for its phase, lays down and hits immediately, and discards the least useful card."""

    def __repr__(self) -> str:
        return "<GreedyPlayer>"

    def choose(self, view: Observation) -> Action:
        check_turn(view)
        if view.step == "draw":
            return _draw(view)
        if view.step == "choose_phase":
            return ChoosePhase(_nearest(view.hand, legal.open_phases(view)).number)
        return _shed(view) if view.me.laid else _build(view)


def _draw(view: Observation) -> Action:
    """Draw the top discard or a saved card if it brings the phase closer; otherwise draw from the draw pile."""
    if view.draw_size and view.me.laid:
        return legal.FROM_DECK
    found: list[tuple[Action, Card]] = []
    if view.discard_pile and view.edition.may_take(view.discard_pile[0]):
        found.append((legal.FROM_DISCARD, view.discard_pile[0]))
    if view.saved:
        found += [(Draw("saved", code), card) for code, card in distinct(view.saved).items()]
    phases = legal.phases_to_lay(view)
    if phases:
        aim = solver(_nearest(view.hand, phases), view.hand[0].side)
        for action, card in found:
            if aim.nearer_with(view.hand, card):
                return action
    if view.draw_size or len(view.discard_pile) > 1:
        return legal.FROM_DECK
    return found[0][0]


def _build(view: Observation) -> Action:
    """Lay down the phase if the hand completes it; otherwise discard the card that the phase needs least."""
    hand, phases = view.hand, legal.phases_to_lay(view)
    if not phases:
        return _end_turn(view, max(hand, key=_points))
    aim = _nearest(hand, phases)
    distances = solver(aim, hand[0].side).missing_without(hand)
    is_redundant = 1 if view.edition.go_out_by_hit else 0
    ready = legal.completed_by_hand(view) if min(distances) <= is_redundant else []
    if ready:
        return lay_down(view, ready[0])
    return _end_turn(view, _least_needed(hand, aim, distances))


def _shed(view: Observation) -> Action:
    """Hit if possible; otherwise discard the card worth the most points."""
    hit = next(legal.hits(view), None)
    if hit is not None:
        return hit
    return _end_turn(view, max(view.hand, key=_points))


def _end_turn(view: Observation, card: Card) -> Action:
    """Discard the card, or save it if it is wild (M5); aim a skip at the leader (M6)."""
    if view.edition.saves and card.wild and legal.may_save(view):
        return Save(card.code)
    if card.skip and view.edition.skip == "chosen":
        return Discard(card.code, leader(view))
    return legal.discard(card.code if card.back is None else card.word)


def _least_needed(hand: Cards, phase: Phase, here: list[int]) -> Card:
    """Return the card whose loss leaves the phase closest to completion, with ties broken by points. *here* contains
    the distances.

    A two-sided card with the flip symbol brings the other side into play (F8). If cards tie on the side in play, the
    other side decides.
    """
    if hand[0].side.turns:
        turned = tuple(card.turned for card in hand)
        there = solver(phase, turned[0].side).missing_without(turned)
        cost = [(t, h) if card.flips else (h, t) for h, t, card in zip(here, there, hand, strict=True)]
        least = min(cost)
        return max([card for pair, card in zip(cost, hand, strict=True) if pair == least], key=_points)
    nearest = min(here)
    return max([card for distance, card in zip(here, hand, strict=True) if distance == nearest], key=_points)


def _nearest(hand: Cards, phases: list[Phase]) -> Phase:
    if len(phases) == 1:
        return phases[0]
    return min(phases, key=lambda phase: solver(phase, hand[0].side).missing(hand))
