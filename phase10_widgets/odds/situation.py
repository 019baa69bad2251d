"""A game situation for the odds: a hand, its phase, and the unseen cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

from ..base.translatable import UNTRANSLATED, Refusal, Sentence
from ..editions import edition as find_edition
from ..game.hands import read_cards, read_phase
from ..rules import legal
from ..rules.cards import Card, CardError, Side
from ..rules.edition import Edition
from ..rules.observation import SPECTATOR, Observation
from ..rules.phases import Phase, check_playable
from ..rules.state import Cards
from .pool import FIRST_SIDE, Deck, Pool


@dataclass(frozen=True, slots=True)
class Situation:
    """A seat's knowledge and goal. Only the face-up side of each card counts.

    Every card in the pool is assumed to be equally likely to come next. Draws from the discard pile are not remembered:
    the cards taken count as unseen, like all cards in other hands. For two-sided cards, the pool contains the faces
    that count. The other faces, which everyone sees (F4), reveal nothing about them: faces are paired at random (F3),
    so an unseen card is equally likely to show each unseen face, whatever is on its back.
    """

    edition: Edition
    phase: Phase
    hand: Cards
    pool: Pool
    """The cards that may be drawn from the draw pile: all unseen cards, or, if the pile is empty, all discards but the
    top one, which are shuffled to form a new pile (G13)."""
    drawn: bool = False
    """True if the seat has drawn this turn, so that it must discard next."""
    top: Card | None = None
    """The top card of the discard pile if the seat may take it now; a skip may never be taken (C5, M6)."""
    saved: Cards = ()
    """The seat's saved cards, one of which it may draw instead (M4)."""
    turned: Pool | None = None
    """The unseen cards' other faces, in case everything is turned over (F8), or None to ignore that possibility."""
    back: Card | None = None
    """The inactive face of the draw pile's top card if it is visible (F4)."""
    reshuffled: bool = False
    """True if the draw pile is empty, so the discards become the draw pile (G13)."""

    @classmethod
    def of(cls, view: Observation | Situation, phase: Phase | int | str | None = None) -> Situation:
        """Build the situation from an observation. *phase*, a number or text, is needed only if the game leaves it
        open.

        Raises:
            Refusal: the view is a spectator's, the seat has laid down or is not playing this round, the game is over,
                or no phase has been chosen (V4, M3) or given.
            PhaseError: the given phase cannot be parsed or played.
        """
        if isinstance(view, Situation):
            return view if phase is None else replace(view, phase=_phase(view.edition, phase, view.pool.side))
        if not isinstance(view, Observation):
            fault = f"the odds need an observation, such as game.observe(0), or a Situation, not {view!r:.60}"
            raise Refusal(UNTRANSLATED, fault=fault)
        if view.seat == SPECTATOR:
            raise Refusal("a spectator has no cards: use the view of a seat instead")
        if view.to_act is None:
            raise Refusal("the game is over: there is no next card")
        if view.seat not in view.playing:
            raise Refusal("{name} is not playing in this round", name=view.me.name)
        if view.me.laid:
            raise Refusal(
                "{name}'s phase is already on the table: there is nothing left to complete this round",
                name=view.me.name,
            )
        side = view.edition.pack.side(view.side)
        wanted = _settled(view) if phase is None else _phase(view.edition, phase, side)
        mine, top = view.seat == view.to_act, view.discard_pile[0] if view.discard_pile else None
        may_take = mine and view.step == "draw" and top is not None and view.edition.may_take(top)
        return cls(
            view.edition,
            wanted,
            view.hand,
            unseen(view, side),
            drawn=mine and view.step == "play",
            top=top if may_take else None,
            saved=view.saved,
            turned=unseen_turned(view) if view.edition.two_sided and view.draw_size > 1 else None,
            back=view.draw_back if view.draw_size > 1 else None,
            reshuffled=not view.draw_size,
        )

    @classmethod
    def with_cards(
        cls,
        edition: str | Edition,
        phase: Phase | int | str,
        hand: str | Sequence[Card],
        *,
        seats: int | None = None,
        side: str | None = None,
        seen: str | Sequence[Card] = "",
        top: str | Card | None = None,
        saved: str | Sequence[Card] = "",
        drawn: bool = False,
        deck: Deck = "",
    ) -> Situation:
        """Build a situation from scratch: a hand, with all other cards unseen except *seen*, *top* and *saved*.

        >>> Situation.with_cards("classic", 1, "R7 B7 G7 Y2 B2", seen="G2 R2").pool
        <Pool of 101 cards>

        Args:
            phase: a phase, its number in the edition, or its text.
            seats: the number of players that the deck is for; by default, the minimum.
            side: for flip only, "color" or "wild"; by default, the side that the hand's cards show.
            seen: other cards that cannot be drawn, for example because they are on the table.
            top: the top of the discard pile.
            drawn: True if the seat has already drawn, so that the hand has one extra card.
            deck: a custom deck, as in :func:`deal`.

        Raises:
            ValueError: the edition, phase or side is unknown, a code is not a card, or there are more copies of a card
                than the deck has.
        """
        rules = find_edition(edition)
        held = _read(rules, hand, side or "")
        up = rules.pack.side(side or _side_shown(held))
        tops = () if top is None else _read(rules, [top] if isinstance(top, Card) else top, up.name)
        if len(tops) > 1:
            raise Refusal("the discard pile can have only one top card, not {n}", n=len(tops))
        others = _read(rules, seen, up.name)
        kept = _read(rules, saved, up.name)
        held = _read(rules, held, up.name)
        return cls(
            rules,
            _phase(rules, phase, up),
            held,
            Pool.of_deck(rules, seats, up.name, (*held, *tops, *others, *kept), deck=deck),
            drawn=bool(drawn),
            top=tops[0] if tops and rules.may_take(tops[0]) and not drawn else None,
            saved=kept,
        )

    @property
    def assumption(self) -> Sentence:
        """The assumption about future cards."""
        if self.reshuffled:
            return Sentence(
                "The discards are shuffled to form the draw pile: each is equally likely to be the next card."
            )
        if self.turned is not None:
            return Sentence(
                "Every card that you cannot see is equally likely to be the next one, whatever its other side shows; "
                "nobody else turns the cards over."
            )
        if self.edition.two_sided:
            return Sentence(
                "Every card that you cannot see is equally likely to be the next one; the cards are not turned over."
            )
        return Sentence("Every card that you cannot see is equally likely to be the next one.")


Asked: TypeAlias = Observation | Situation
"""The input that all mid-game odds accept."""


def _settled(view: Observation) -> Phase:
    """Return the phase that the seat is attempting."""
    open_phases = legal.phases_to_lay(view)
    if len(open_phases) != 1:
        raise Refusal("the phase has not been chosen yet: specify one, such as phase=3")
    return open_phases[0]


def _phase(edition: Edition, phase: Phase | int | str, side: Side) -> Phase:
    """Return the phase with this number or text.

    Raises:
        Refusal: there is no such phase, or this side's cards cannot make it.
    """
    result = read_phase(phase, edition)
    check_playable(result, side)
    return result


@lru_cache(maxsize=100)
def _whole(edition: Edition, seats: int, side: str) -> Pool:
    return Pool.of_deck(edition, seats, side)


def unseen(view: Observation, side: Side) -> Pool:
    """Return the faces, on one side, of all cards that this seat may draw from the draw pile."""
    if view.draw_size:
        return hidden(view, side)
    before_draw = view.seat == view.to_act and view.step == "draw"
    return Pool.of(view.discard_pile[1:] if before_draw else view.discard_pile, side)


def hidden(view: Observation, side: Side) -> Pool:
    """Return the faces, on one side, of all cards in the draw pile and in other seats' hands and save piles."""
    return _whole(view.edition, len(view.seats), side.name).without(_seen(view))


def unseen_turned(view: Observation) -> Pool:
    """Return the other faces of the cards in :func:`hidden`, except those visible in other hands and on the draw pile
    (F4).

    The draw pile's top card joins this seat's hand, or goes to the bottom when the pile is turned over.
    """
    other = next(side for side in view.edition.pack.sides if side.name != view.side)
    backs = [card for hand in view.backs for card in hand]
    top = [view.draw_back] if view.draw_back else []
    return _whole(view.edition, len(view.seats), other.name).without([*_seen(view), *backs, *top])


def _seen(view: Observation) -> list[Card]:
    """Return every card of which this seat sees both faces, no matter where the card is."""
    laid = [card for seat in view.seats for group in seat.laid for card in group.cards]
    return [*view.hand, *view.saved, *view.discard_pile, *laid]


def _read(edition: Edition, cards: str | Sequence[Card], side: str) -> Cards:
    """Return the cards with this side up, if a side is given."""
    if not isinstance(cards, str | Sequence):
        raise CardError(f"cards must be given as a single string such as {edition.pack.example!r}, or as Card values")
    found = edition.cards(cards) if isinstance(cards, str) else tuple(cards)
    for card in found:
        if isinstance(card, Card) and card.side.pack is not edition.pack:
            raise CardError(f"{card.code} is not a card in the {edition.id} edition")
    return read_cards(found, edition, side) if side else found


def _side_shown(cards: Cards) -> str:
    """Return the side of the first one-faced card, or the first side if there is none."""
    return next((card.side.name for card in cards if isinstance(card, Card) and card.back is None), FIRST_SIDE)
