"""Legal actions, computed from an observation: legality never depends on a hidden card."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from .actions import Action, ChoosePhase, Discard, Draw, Hit, Laid, LayDown, Save
from .cards import Card, distinct
from .edition import DEALT, Edition
from .phases import Phase
from .solve_by_matching import Placed
from .solver import menu, solver

if TYPE_CHECKING:
    from .observation import Observation

FROM_DECK, FROM_DISCARD = FROM_EITHER = (Draw("deck"), Draw("discard"))
discard, _save, _hit = cache(Discard), cache(Save), lru_cache(maxsize=10_000)(Hit)


def legal_actions(view: Observation) -> tuple[Action, ...]:
    """Return every action that would be accepted now; cards with equal faces count as one.

    Lay-downs are listed once for each combination of numbers, starts, colors and suits, at minimum size and with
    the fewest wilds. The list is empty if it is not the seat's turn.
    """
    if view.to_act != view.seat or view.step is None:
        return ()
    if view.step == "draw":
        return _draws(view)
    if view.step == "play":
        return _plays(view)
    return tuple(ChoosePhase(phase.number) for phase in open_phases(view))


def open_phases(view: Observation) -> list[Phase]:
    """Return the phases that this seat may still attempt (M3, V4; V1: each phase card is used once)."""
    gone = view.me.used if view.edition.advance == "always" else view.me.completed
    return [phase for phase in view.edition.phases if phase.number not in gone]


def phases_to_lay(view: Observation) -> list[Phase]:
    """Return the phases that this seat may lay down this round, regardless of its hand."""
    me, edition = view.seats[view.seat], view.edition
    if me.laid:
        return []
    if edition.order == "any" and not view.tie_break:
        return open_phases(view)
    return [] if me.phase is None else [edition.phase(me.phase)]


def completed_by_hand(view: Observation) -> list[Phase]:
    """Return the phases that the hand completes and may lay down now (none if C4 forbids it)."""
    hand = view.hand
    room = len(hand) - (0 if view.edition.go_out_by_hit else 1)
    return [
        phase for phase in phases_to_lay(view) if phase.size <= room and not solver(phase, hand[0].side).missing(hand)
    ]


def skip_targets(view: Observation) -> list[int]:
    """Return the seats that a player may choose to skip (M6)."""
    return [at for at in view.playing if at != view.seat and not view.seats[at].skipped]


def may_save(view: Observation) -> bool:
    """Return True if the turn may end with a save (M5)."""
    if not view.edition.saves or view.me.saved_this_round or len(view.hand) < 2:
        return False
    return deck_size(view.edition, len(view.seats)) - sum(view.saved_sizes) - 1 >= needed_outside(len(view.seats))


def needed_outside(seats: int) -> int:
    """Return the number of cards that must stay outside the save piles so that the next round can be dealt (M5)."""
    return DEALT * seats + 12


@lru_cache(maxsize=100)
def deck_size(edition: Edition, seats: int) -> int:
    """Return the size of the deck for this many seats."""
    return len(edition.deck(seats))


def _draws(view: Observation) -> tuple[Action, ...]:
    if view.draw_size and view.discard_pile and view.edition.may_take(view.discard_pile[0]) and not view.saved:
        return FROM_EITHER
    result: list[Action] = []
    if view.draw_size or len(view.discard_pile) > 1:
        result.append(FROM_DECK)
    if view.discard_pile and view.edition.may_take(view.discard_pile[0]):
        result.append(FROM_DISCARD)
    result += [Draw("saved", code) for code in distinct(view.saved)]
    return tuple(result)


def _plays(view: Observation) -> tuple[Action, ...]:
    result: list[Action] = []
    if view.me.laid:
        result += hits(view)
    else:
        ready = completed_by_hand(view)
        for phase in ready:
            result += _lay_downs(view, phase)
        if ready and view.edition.must_lay_down:
            return tuple(result)
    faces = distinct(view.hand)
    plain = faces
    if view.edition.skip == "chosen":
        plain = {code: card for code, card in faces.items() if not card.skip}
        result += [action for card in faces.values() if card.skip for action in _skips(view, card)]
    result += map(discard, plain)
    if view.edition.saves and may_save(view):
        result += map(_save, faces)
    return tuple(result)


def hits(view: Observation) -> Iterator[Hit]:
    """Yield every hit that is possible now (G11, G12, C3, C4)."""
    if not view.me.laid:
        return
    if len(view.hand) == 1 and not view.edition.go_out_by_hit:
        return
    only_own = view.laid_this_turn and not view.edition.hit_others_same_turn
    owners = (view.seat,) if only_own else view.playing
    groups = [(owner, at, group.takes) for owner in owners for at, group in enumerate(view.seats[owner].laid)]
    for code in distinct(view.hand):
        for owner, at, takes in groups:
            if code in takes:
                for end in takes[code]:
                    yield _hit(code, owner, at, end)


def _skips(view: Observation, card: Card) -> Iterator[Action]:
    targets = skip_targets(view)
    if not targets:
        yield Discard(card.code)
    for target in targets:
        yield Discard(card.code, target)


def _lay_downs(view: Observation, phase: Phase) -> Iterator[Action]:
    number = phase.number if view.edition.order == "any" and not view.tie_break else None
    known: dict[Placed, Laid] = {}
    for placed in menu(view.hand, phase):
        groups = []
        for group in placed:
            laid = known.get(group)
            if laid is None:
                name, cards = group
                laid = known[group] = Laid(" ".join([card.code for card in cards]), *name)
            groups.append(laid)
        yield LayDown(tuple(groups), number)
