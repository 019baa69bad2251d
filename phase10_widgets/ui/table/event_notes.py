"""Events with their sentences, as JSON for the browser."""

from __future__ import annotations

from ...rules import events
from ...rules.cards import Card, words
from .moves_wire import NoteEvent, TableEvent
from .observation_view import ENDS, PILES, SIDES, group_view


def event_view(event: events.Event, text: str) -> TableEvent:
    """Return an event's ``to_dict``, plus a sentence that describes the event."""
    match event:
        case events.RoundDealt(number, dealer, seats, up):
            return {
                "type": "round_dealt",
                "round": number,
                "dealer": dealer,
                "seats": list(seats),
                "up": up.word,
                "text": text,
            }
        case events.PhaseChosen(seat, phase):
            return {"type": "phase_chosen", "seat": seat, "phase": phase, "text": text}
        case events.Drawn(seat, source, drawn, back):
            card, behind = _word(drawn), _word(back)
            return {"type": "drawn", "seat": seat, "from": PILES[source], "card": card, "back": behind, "text": text}
        case events.PhaseLaid(seat, phase, groups):
            laid = [group_view(group) for group in groups]
            return {"type": "phase_laid", "seat": seat, "phase": phase, "groups": laid, "text": text}
        case events.CardHit(seat, hit, owner, group, end):
            return {
                "type": "hit",
                "seat": seat,
                "card": hit.word,
                "owner": owner,
                "group": group,
                "end": ENDS[end],
                "text": text,
            }
        case events.Discarded(seat, gone, target):
            return {"type": "discarded", "seat": seat, "card": gone.word, "target": target, "text": text}
        case events.Saved(seat, kept):
            return {"type": "saved", "seat": seat, "card": _word(kept), "text": text}
        case events.Flipped(side):
            return {"type": "flipped", "side": SIDES[side], "text": text}
        case events.TurnSkipped(seat):
            return {"type": "turn_skipped", "seat": seat, "text": text}
        case events.Reshuffled(cards):
            return {"type": "reshuffled", "cards": cards, "text": text}
        case events.RoundEnded(out, reason, hands, points):
            return {
                "type": "round_ended",
                "seat": out,
                "reason": reason,
                "hands": [words(hand) for hand in hands],
                "points": list(points),
                "text": text,
            }
        case events.TieBreak(seats):
            return {"type": "tie_break", "seats": list(seats), "text": text}
        case events.GameOver(winners):
            return {"type": "game_over", "winners": list(winners), "text": text}


def _word(card: Card | None) -> str | None:
    return None if card is None else card.word


def note_view(text: str) -> NoteEvent:
    """Return a note about something outside the rules, such as an undone turn."""
    return {"type": "note", "text": text}
