"""A simple encoding of observations as arrays, written from scratch, with which the fast encoder must agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from phase10_widgets.rules.cards import Card
from phase10_widgets.rules.events import Discarded, Drawn
from phase10_widgets.rules.observation import Observation
from phase10_widgets.rules.phases import KINDS
from phase10_widgets.rules.rounds import QUIET_TURNS

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_CARDS, MOST_ROUNDS, MOST_POINTS = 11, 50, 1000
"""The numbers of cards in a hand, rounds and points that are encoded as 1; greater values are clipped to 1."""


def plain_parts(view: Observation) -> dict[str, NDArray[Any]]:
    """Return every part of the array by name and in order, as float32 numbers from 0 to 1."""
    return {name: np.clip(np.array(values, np.float32), 0, 1) for name, values in _parts(view)}


def _parts(view: Observation) -> Iterator[tuple[str, list[float]]]:
    edition, seats = view.edition, len(view.seats)
    deck, phases = edition.deck(seats), [phase.number for phase in edition.phases]
    faces = list(chain(*(side.faces for side in edition.pack.sides)))
    copies = Counter(face.code for card in deck for face in (card, card.back) if face is not None)

    def share(cards: Iterable[Card]) -> list[float]:
        """Return the fraction of each face's copies among the cards, counting the upper face of two-sided cards."""
        counts = Counter(card.code for card in cards)
        return [counts[face] / max(1, copies[face]) for face in faces]

    def only(card: Card | None) -> list[float]:
        return [card is not None and face == card.code for face in faces]

    yield "step", [view.step == step for step in ("choose_phase", "draw", "play")]
    yield "wild side", [view.side == "wild"]
    yield "laid this turn", [view.laid_this_turn]
    yield "draw pile", [view.draw_size / len(deck)]
    yield "quiet turns", [view.quiet_turns / (QUIET_TURNS * len(view.playing))]
    yield "tie break", [view.tie_break]
    yield "round", [view.round / MOST_ROUNDS]
    yield "dealer", [at == (view.dealer - view.seat) % seats for at in range(seats)]
    yield "hand", share(view.hand)
    yield "top discard", only(view.discard_pile[0] if view.discard_pile else None)
    yield "discards", share(view.discard_pile)
    if edition.saves:
        yield "saved", share(view.saved)
    if edition.two_sided:
        yield "hand backs", share(card.back for card in view.hand if card.back)
        yield "draw pile back", only(view.draw_back)
    for relative in range(seats):
        name, at = f"seat +{relative}", (view.seat + relative) % seats
        seat, log = view.seats[at], [event for event in view.log or () if getattr(event, "seat", None) == at]
        cards = [view.hand_sizes[at] / MOST_CARDS, view.saved_sizes[at] / MOST_CARDS]
        status = [bool(seat.laid), seat.skipped, seat.saved_this_round]
        yield name, [view.to_act == at, at in view.playing, *cards, seat.score / MOST_POINTS, *status]
        yield f"{name} phase", [seat.phase == number for number in phases]
        yield f"{name} completed", [number in seat.completed for number in phases]
        yield f"{name} used", [number in seat.used for number in phases]
        yield f"{name} groups", _groups(view, at)
        taken = [event.card for event in log if isinstance(event, Drawn) and event.source == "discard"]
        yield f"{name} took", share(card for card in taken if card is not None)
        yield f"{name} threw", share(event.card for event in log if isinstance(event, Discarded))
        if edition.two_sided and relative:
            yield f"{name} backs", share(view.backs[at])


def _groups(view: Observation, at: int) -> list[float]:
    """Return each group's kind, number (for a run, the lowest), length, color and suit."""
    sides, highest = view.edition.pack.sides, view.edition.pack.numbers[-1]
    colors, suits = (dict.fromkeys(chain(*marks)) for marks in zip(*((s.colors, s.suits) for s in sides), strict=True))
    found: list[float] = []
    for group in view.seats[at].laid:
        found += [group.kind == kind for kind in KINDS]
        found += [(group.number or group.start) == number for number in range(1, highest + 1)]
        found += [len(group.cards) / highest, *(group.color == color for color in colors)]
        found += [group.suit == suit for suit in suits]
    length = len(KINDS) + highest + 1 + len(colors) + len(suits)
    whole = length * max(len(phase.needs) for phase in view.edition.phases)
    return [*found, *[0.0] * whole][:whole]
