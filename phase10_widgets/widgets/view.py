"""What the table shows one seat: the JSON that goes to the browser. All of it comes out of an observation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..core import legal
from ..core.actions import Action, LayDown
from ..core.edition import Edition
from ..core.events import Event, RoundEnded, seen_by, to_dict
from ..core.melds import solver
from ..core.observation import Observation
from ..core.phases import Phase
from ..core.said import phrase
from ..game import Game
from ..text import Text

MOST_LAY_DOWNS = 60
"""Proposals for laying down that a view holds at most."""

NOTICE = phrase("Unofficial; not affiliated with Mattel")
TEXT = Text()


def about(edition: Edition) -> dict[str, Any]:
    """What stays the same for a whole game."""
    side = edition.pack.sides[0]
    return {
        "v": 1,
        "edition": {"id": edition.id, "name": TEXT.edition_name(edition)},
        "options": dict(edition.options),
        "option_lines": TEXT.option_lines(edition),
        "phases": [phase_to_dict(phase) for phase in edition.phases],
        "numbers": side.numbers[-1],
        "colors": list(side.colors),
        "suits": list(side.suits),
        "rules": [{"rule": note[0], "text": TEXT.note(note)} for note in edition.notes],
        "notice": TEXT.say(NOTICE),
    }


def phase_to_dict(phase: Phase) -> dict[str, Any]:
    """A phase with its groups."""
    groups = [
        {"kind": need.kind, "size": need.size, "text": TEXT.need(need), "another": need.another} for need in phase.needs
    ]
    return {"number": phase.number, "text": TEXT.phase(phase), "groups": groups}


def seat_view(game: Game, seat: int) -> dict[str, Any]:
    """The part of a view that this seat's observation gives."""
    seen = game.observe(seat)
    actions = seen.legal_actions()
    lay_downs = [action for action in actions if isinstance(action, LayDown)]
    kept = [action for action in actions if not isinstance(action, LayDown)] + lay_downs[:MOST_LAY_DOWNS]
    return {
        "observation": seen.to_dict(),
        "legal": [_action_to_dict(seen, action) for action in kept],
        "more_lay_downs": len(lay_downs) > MOST_LAY_DOWNS,
        "progress": _progress(seen),
    }


def hidden_view() -> dict[str, Any]:
    """The same part while a curtain hides the table."""
    return {"observation": None, "legal": [], "more_lay_downs": False, "progress": None}


def told(events: Iterable[Event], game: Game, seat: int | None) -> list[dict[str, Any]]:
    """The events as this seat may know them, each with a sentence."""
    found = []
    for event in events:
        known = seen_by(event, seat)
        found.append({**to_dict(known), "text": TEXT.sentence(known, game.state.seats)})
    return found


def summary(event: RoundEnded, before: Game, after: Game) -> dict[str, Any]:
    """The scores of a round that has just ended; *before* is the game as its last action found it."""
    rows = [
        {
            "seat": at,
            "name": seat.name,
            "hand": " ".join(card.word for card in event.hands[at]),
            "points": event.points[at],
            "score": after.state.seats[at].score,
            "phase": _tried(event, before, after, at),
            "laid": _laid(event, before, after, at),
        }
        for at, seat in enumerate(after.state.seats)
    ]
    side = "wild" if any(hand and hand[0].side.index for hand in event.hands) else "color"
    names = after.players
    return {
        "round": before.state.round,
        "out": event.seat,
        "side": side,
        "seats": rows,
        "text": TEXT.round_end(event, names),
    }


def over(game: Game) -> dict[str, Any] | None:
    """The final standings, once the game is over."""
    if game.to_act is not None:
        return None
    line = TEXT.game_end(game.winners, game.players)
    return {"standings": game.standings, "winners": list(game.winners), "text": line}


def _action_to_dict(seen: Observation, action: Action) -> dict[str, Any]:
    found = action.to_dict()
    if isinstance(action, LayDown):
        needs = _phase_of(seen, action).needs
        found["groups"] = [
            {"kind": need.kind, **(group if isinstance(group, dict) else {"cards": group})}
            for need, group in zip(needs, found["groups"], strict=True)
        ]
    return found


def _phase_of(seen: Observation, action: LayDown) -> Phase:
    number = action.phase if action.phase is not None else seen.me.phase
    assert number is not None, "a lay-down has a phase"
    return seen.edition.phase(number)


def _progress(seen: Observation) -> dict[str, Any] | None:
    """How far the hand is from its phase; from the nearest one where the order is free."""
    phases = legal.phases_to_lay(seen) if seen.seat in seen.playing else []
    if not phases or not seen.hand:
        return None
    side = seen.hand[0].side
    missing, number = min((solver(phase, side).missing(seen.hand), phase.number) for phase in phases)
    return {"phase": number, "missing": missing, "text": TEXT.distance(missing, number)}


def _tried(event: RoundEnded, before: Game, after: Game, at: int) -> int | None:
    """The phase that the seat tried in this round."""
    gained = _gained(before, after, at)
    return gained[0] if gained else before.state.seats[at].phase


def _laid(event: RoundEnded, before: Game, after: Game, at: int) -> bool:
    return bool(before.state.seats[at].laid or _gained(before, after, at))


def _gained(before: Game, after: Game, at: int) -> Sequence[int]:
    """The phase that the round's last action itself laid down, if it did."""
    known = before.state.seats[at].completed
    return [number for number in after.state.seats[at].completed if number not in known]
