"""Render tables as a few lines of text."""

from __future__ import annotations

from ..rules.cards import Card
from ..rules.observation import SPECTATOR, Observation
from ..rules.state import Seat


def drawn(view: Observation) -> str:
    """Return the seat's view as text, one line for each seat; a spectator sees no hand."""
    side = f", {view.side} side" if view.edition.two_sided else ""
    top = view.discard_pile[0].code if view.discard_pile else "nothing"
    rows = [
        f"{view.edition.name}, round {view.round}{side}",
        f"draw pile {view.draw_size}, discard pile {len(view.discard_pile)}: {top} on top",
        *(_row(view, at, seat) for at, seat in enumerate(view.seats)),
    ]
    if view.winners:
        rows.append("won by " + ", ".join(view.seats[at].name for at in view.winners))
    if view.seat != SPECTATOR:
        saved = f"; saved: {_codes(view.saved)}" if view.saved else ""
        rows.append(f"{view.me.name} holds {_codes(view.hand)}{saved}")
    return "\n".join(rows)


def _row(view: Observation, at: int, seat: Seat) -> str:
    mark = ">" if at == view.to_act else " "
    phase = "no phase" if seat.phase is None else f"phase {seat.phase}"
    laid = "".join(f" [{group}]" for group in seat.laid)
    skipped = ", skipped" if seat.skipped else ""
    return f"{mark} {seat.name}: {phase}, {view.hand_sizes[at]} cards, {seat.score} points{skipped}{laid}"


def _codes(cards: tuple[Card, ...]) -> str:
    return " ".join(card.code for card in cards) or "nothing"
