"""A seat's observation, legal actions and laid groups, as JSON for the browser."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ...rules import actions, groups
from ...rules.cards import words
from ...rules.observation import SPECTATOR, Observation
from ...rules.phases import KINDS, Phase
from ...rules.phases import Identity as CoreIdentity
from .moves_wire import Action, DiscardAction, DrawAction, LayDownAction, LayDownGroup
from .rules_wire import End, Group, Identity, IdentityField, Pile, Side
from .wire import ObservationView, SeatView

SIDES: Mapping[str, Side] = {"color": "color", "wild": "wild"}
ENDS: Mapping[str, End] = {"any": "any", "low": "low", "high": "high"}
PILES: Mapping[str, Pile] = {"deck": "deck", "discard": "discard", "saved": "saved"}
FIELDS: Mapping[str, IdentityField] = {"number": "number", "start": "start", "color": "color", "suit": "suit"}


def observation_view(seen: Observation) -> ObservationView:
    """Return the JSON form of an observation, the same as its ``to_dict``."""
    return {
        "seat": None if seen.seat == SPECTATOR else seen.seat,
        "edition": seen.edition.id,
        "options": dict(seen.edition.options),
        "round": seen.round,
        "dealer": seen.dealer,
        "to_act": seen.to_act,
        "step": seen.step,
        "side": SIDES[seen.side],
        "hand": words(seen.hand),
        "saved": words(seen.saved),
        "draw_pile": {"cards": seen.draw_size, "back": seen.draw_back.code if seen.draw_back else None},
        "discard_pile": words(seen.discard_pile),
        "seats": [_seat_view(seen, at) for at in range(len(seen.seats))],
        "tie_break": list(seen.playing) if seen.tie_break else None,
        "quiet_turns": seen.quiet_turns,
    }


def _seat_view(seen: Observation, at: int) -> SeatView:
    seat = seen.seats[at]
    view: SeatView = {
        "name": seat.name,
        "cards": seen.hand_sizes[at],
        "backs": words(seen.backs[at]) if seen.backs else "",
        "phase": seat.phase,
        "completed": list(seat.completed),
        "score": seat.score,
        "saved_cards": seen.saved_sizes[at],
        "saved_this_round": seat.saved_this_round,
        "skipped": seat.skipped,
        "laid_this_turn": seen.laid_this_turn and at == seen.to_act,
        "laid": [group_view(group) for group in seat.laid],
    }
    if seen.edition.chooses_phase and seen.edition.advance == "always":
        view["used"] = list(seat.used)
    return view


def group_view(group: groups.Group) -> Group:
    """Return a group with the fields of its kind; each card's face-up side comes first."""
    cards = " ".join(card.as_it_lies for card in group.cards)
    return {"kind": group.kind, "cards": cards, **identity_view(group.identity, KINDS[group.kind].fields)}


def identity_view(identity: CoreIdentity, fields: Iterable[str]) -> Identity:
    """Return the fields with these names from a group's identity."""
    view: Identity = {}
    for name in fields:
        match name:
            case "number":
                view["number"] = identity.number
            case "start":
                view["start"] = identity.start
            case "color":
                view["color"] = identity.color
            case "suit":
                view["suit"] = identity.suit
    return view


def declared(identity: CoreIdentity) -> Identity:
    """Return the known fields of a group's identity."""
    return identity_view(identity, [name for name, value in identity._asdict().items() if value is not None])


def action_view(seen: Observation, action: actions.Action) -> Action:
    """Return a legal action, including the kind of every group."""
    match action:
        case actions.ChoosePhase(phase):
            return {"type": "choose_phase", "phase": phase}
        case actions.Draw(source, card):
            drawn: DrawAction = {"type": "draw", "from": PILES[source]}
            return drawn if card is None else {**drawn, "card": card}
        case actions.LayDown():
            return _lay_down(seen, action)
        case actions.Hit(word, owner, group, end):
            return {"type": "hit", "card": word, "owner": owner, "group": group, "end": ENDS[end or "any"]}
        case actions.Discard(word, target):
            discard: DiscardAction = {"type": "discard", "card": word}
            return discard if target is None else {**discard, "target": target}
        case actions.Save(word):
            return {"type": "save", "card": word}
    raise TypeError(f"not an action in the rules: {action!r}")


def _lay_down(seen: Observation, action: actions.LayDown) -> LayDownAction:
    needs = _phase_of(seen, action).needs
    groups = [_group_asked(need.kind, laid) for need, laid in zip(needs, action.groups, strict=True)]
    view: LayDownAction = {"type": "lay_down", "groups": groups}
    if action.phase is not None:
        view["phase"] = action.phase
    return view


def _group_asked(kind: str, laid: actions.Laid) -> LayDownGroup:
    identity = CoreIdentity(laid.number, laid.start, laid.color, laid.suit)
    return {"kind": laid.kind or kind, "cards": laid.cards, **declared(identity)}


def _phase_of(seen: Observation, action: actions.LayDown) -> Phase:
    number = action.phase if action.phase is not None else seen.me.phase
    assert number is not None, "a lay-down must have a phase"
    return seen.edition.phase(number)
