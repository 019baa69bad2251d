"""Generate a hundred positions with one provably best move, to test the coach.

The positions are the same each time. To create one, a hand is made to draw and discard until it is one card short. The
other seat has laid down, so it needs no card for a phase, and the best move gives it no card to hit with. The seat's
own phase then decides everything:

- "take": the open card completes the phase, which no other draw is certain to achieve;
- "leave": the open card changes nothing, and a card from the draw pile completes the phase in a fifth of all cases;
- "keep": one discard leaves more completing cards than any other, by a wide margin.

The proof counts with ``odds.completions``, which shares no code with the expert's judgment.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import count
from random import Random
from typing import NamedTuple

import phase10_widgets as p10
from phase10_widgets import Game
from phase10_widgets.coach.phrasing import in_hand
from phase10_widgets.odds import completions
from phase10_widgets.odds.situation import unseen
from phase10_widgets.rules import legal
from phase10_widgets.rules.actions import Action, Discard, Draw
from phase10_widgets.rules.cards import Card, distinct, remove, words
from phase10_widgets.rules.edition import Edition
from phase10_widgets.rules.observation import Observation
from phase10_widgets.rules.phases import Phase
from phase10_widgets.rules.solver import solver
from phase10_widgets.rules.state import Cards

MARGIN = Fraction(1, 40)
"""The minimum lead of the best move: the difference in the chance of completing the phase with the next card."""

KINDS = ("take", "keep", "leave")


class Puzzle(NamedTuple):
    """A position with a single best move."""

    game: Game
    best: Action
    kind: str

    def solved(self, action: Action) -> bool:
        """Return True if an action is the best one, comparing two-sided cards by the face that counts."""
        if isinstance(action, Discard) and isinstance(self.best, Discard):
            return in_hand(self.view, action.card).code == in_hand(self.view, self.best.card).code
        return action == self.best

    @property
    def view(self) -> Observation:
        """The observation for the seat whose turn it is."""
        assert self.game.to_act is not None, "it is a seat's turn"
        return self.game.observe(self.game.to_act)


def puzzles(n: int = 100) -> list[Puzzle]:
    """Return the first *n* puzzles, distributed over all editions and types."""
    found, sources = list[Puzzle](), {edition: _of(edition) for edition in p10.EDITIONS}
    while len(found) < n:
        found += [next(source) for source in sources.values()]
    return found[:n]


def _of(edition: str) -> Iterator[Puzzle]:
    """Yield puzzles for one edition, cycling through the types, each with a new hand."""
    wanted = 0
    for number in count():
        kind = KINDS[wanted % len(KINDS)]
        found = _posed(p10.edition(edition), kind, Random(f"puzzle/{edition}/{number}"))
        if found:
            wanted += 1
            yield found


def _posed(edition: Edition, kind: str, chance: Random) -> Puzzle | None:
    """Return a puzzle of this type, or None if the attempt fails."""
    phase = edition.phases[int(chance.random() * len(edition.phases))]
    cards = [card for card in _shuffled(edition, chance) if not card.skip and not card.flips]
    laid = _set(cards)
    hand = _nearly(phase, cards)
    if hand is None:
        return None
    if kind == "keep":
        return _discard(_game(edition, phase, hand, laid, cards, "play"))
    thrown = min(hand, key=lambda card: solver(phase, card.side).missing(remove(hand, card)))
    top = _top(phase, remove(hand, thrown), cards, completing=kind == "take")
    if top is None:
        return None
    cards.remove(top)
    return _draw(_game(edition, phase, remove(hand, thrown), laid, [top, *cards], "draw"), kind)


def _shuffled(edition: Edition, chance: Random) -> list[Card]:
    return sorted(edition.deck(2, chance.random().hex()), key=lambda card: chance.random())


def _set(cards: list[Card]) -> list[Card]:
    """Remove and return three cards with the same number, as laid down by the other seat."""
    number = next(card.number for card in cards if card.number)
    found = [card for card in cards if card.number == number][:3]
    for card in found:
        cards.remove(card)
    return found


def _nearly(phase: Phase, cards: list[Card]) -> Cards | None:
    """Return eleven of these cards, collected as a player would, that are one card short of the phase."""
    hand = tuple(cards[:10])
    del cards[:10]
    for _ in range(15):
        hand = (*hand, cards.pop(0))
        plans = solver(phase, hand[0].side)
        if plans.missing(hand) == 1:
            return hand
        distances = plans.missing_without(hand)
        hand = remove(hand, hand[distances.index(min(distances))])
    return None


def _top(phase: Phase, hand: Cards, cards: Sequence[Card], *, completing: bool) -> Card | None:
    """Return a card that completes the phase, or one that does not help, depending on *completing*."""
    plans = solver(phase, hand[0].side)
    return next((card for card in cards if plans.nearer_with(hand, card) == completing and not card.wild), None)


def _game(edition: Edition, phase: Phase, hand: Cards, laid: Sequence[Card], cards: Sequence[Card], step: str) -> Game:
    """Return a game with these hands and piles; the first of *cards* is on the discard pile."""
    up, *rest = cards
    group = {"kind": "set", "cards": words(laid), "number": laid[0].number}
    ana = {"name": "Ana", "hand": words(hand), "phase": phase.number}
    ben = {"name": "Ben", "hand": words(rest[:7]), "phase": phase.number, "laid": [group]}
    piles = {"draw_pile": words(rest[7:]), "discard_pile": words([up])}
    turn = {"edition": edition.id, "round": phase.number, "dealer": 1, "to_act": 0, "step": step}
    return Game.from_position({**turn, **piles, "seats": [ana, ben]})


def _draw(game: Game, kind: str) -> Puzzle | None:
    """Return a draw puzzle (take a completing card, or leave a useless one), or None if it is not clear-cut."""
    view = game.observe(0)
    top, (phase,) = view.discard_pile[0], legal.phases_to_lay(view)
    pool = unseen(view, view.edition.pack.side(view.side))
    now, after = completions(phase, view.hand, pool, 1), completions(phase, (*view.hand, top), pool, 1)
    if now[0]:
        return None
    if kind == "take":
        return Puzzle(game, Draw("discard"), kind) if after[0] else None
    if after == now and Fraction(now[1], pool.size) > Fraction(1, 5):
        return Puzzle(game, Draw("deck"), kind)
    return None


def _discard(game: Game) -> Puzzle | None:
    """Return a discard puzzle (stay one card short with the most completing cards), or None if it is not clear-cut."""
    view = game.observe(0)
    (phase,) = legal.phases_to_lay(view)
    pool = unseen(view, view.edition.pack.side(view.side))
    left = {card: completions(phase, remove(view.hand, card), pool, 1)[1] for card in distinct(view.hand).values()}
    shares = {card: Fraction(n, pool.size) for card, n in left.items()}
    first, second = sorted(shares, key=lambda card: -shares[card])[:2]
    takes = {code for group in view.seats[1].laid for code in group.takes}
    if shares[first] - shares[second] < MARGIN or first.code in takes:
        return None
    return Puzzle(game, Discard(first.code if first.back is None else first.word), "keep")
