"""The yardstick: looks at its own phase only, one card ahead, and never thinks of the others."""

from __future__ import annotations

from ..core import legal
from ..core.actions import Action, ChoosePhase, Discard, Draw, Hit, Laid, LayDown, Save
from ..core.cards import Card, distinct
from ..core.melds import arrange, solver
from ..core.observation import Observation
from ..core.phases import Phase
from ..core.state import Cards


class GreedyPlayer:
    """Takes what brings its phase nearer, lays down and hits at once, throws what it needs least."""

    def choose(self, view: Observation) -> Action:
        if view.step == "draw":
            return _draw(view)
        if view.step == "choose_phase":
            return ChoosePhase(_nearest(view.hand, legal.open_phases(view)).number)
        return _lay_down(view) if not view.me.laid else _shed(view)


def _draw(view: Observation) -> Action:
    """The discard if it brings the phase nearer, else a saved card that does, else the draw pile."""
    found: list[tuple[Action, Card]] = []
    if view.discard_pile and not view.discard_pile[0].skip:
        found.append((legal.FROM_DISCARD, view.discard_pile[0]))
    if view.saved:
        found += [(Draw("saved", code), card) for code, card in distinct(view.saved).items()]
    phases = legal.phases_to_lay(view)
    if phases and found:
        distance = _distance(view.hand, phases)
        for action, card in found:
            if _distance((*view.hand, card), phases) < distance:
                return action
    if view.draw_size or len(view.discard_pile) > 1:
        return legal.FROM_DECK
    return found[0][0]


def _distance(hand: Cards, phases: list[Phase]) -> int:
    """How far the nearest of the phases is."""
    return min([_missing(hand, phase) for phase in phases]) if len(phases) > 1 else _missing(hand, phases[0])


def _lay_down(view: Observation) -> Action:
    """The phase, if the hand completes it and may lay it; else a turn's end."""
    ready = legal.completed_by_hand(view)
    if not ready:
        return _end_turn(view)
    phase = ready[0]
    found = arrange(view.hand, phase)
    assert found is not None, "a completed phase can be arranged"
    groups = tuple(Laid(str(group), *group.identity) for group in found.groups)
    return LayDown(groups, phase.number if view.edition.order == "any" and not view.tie_break else None)


def _shed(view: Observation) -> Action:
    """A hit where there is one; else the turn's end."""
    for hit in legal.hits(view):
        return hit
    return _end_turn(view)


def _end_turn(view: Observation) -> Action:
    """Discard what the phase needs least, of equals what costs most; wilds of no use are saved (M5)."""
    card = _least_needed(view)
    if card.wild and view.edition.saves and legal.may_save(view):
        return Save(card.code)
    if card.skip and view.edition.skip == "chosen":
        return Discard(card.code, _leader(view))
    return Discard(card.code if card.back is None else card.word)


def _least_needed(view: Observation) -> Card:
    hand = view.hand
    phases = legal.phases_to_lay(view)
    if not phases:
        return max(hand, key=_points)
    phase = phases[0] if len(phases) == 1 else _nearest(hand, phases)
    here = solver(phase, hand[0].side).missing_without(hand)
    if not hand[0].side.turns:
        return min(zip(here, hand, strict=True), key=_cost)[1]
    turned = tuple(card.turned for card in hand)
    there = solver(phase, turned[0].side).missing_without(turned)
    return min(zip(here, there, hand, strict=True), key=_cost_of_both)[2]


def _cost(row: tuple[int, Card]) -> tuple[int, int]:
    """What throwing a card leaves: the distance, and of equals the dearest first."""
    distance, card = row
    return (distance, -card.points)


def _cost_of_both(row: tuple[int, int, Card]) -> tuple[int, int, int]:
    """The same for two-sided cards: the distance on the side then in play, then on the other."""
    here, there, card = row
    return (there, here, -card.points) if card.flips else (here, there, -card.points)


def _nearest(hand: Cards, phases: list[Phase]) -> Phase:
    return min(phases, key=lambda phase: _missing(hand, phase))


def _missing(hand: Cards, phase: Phase) -> int:
    return solver(phase, hand[0].side).missing(hand)


def _leader(view: Observation) -> int | None:
    """Of the seats that a skip may hit, the one that has completed most, then the one with the lowest score."""
    targets = legal.skip_targets(view)
    return min(targets, key=lambda at: (-len(view.seats[at].completed), view.seats[at].score), default=None)


def _points(card: Card) -> int:
    return card.points
