"""The search behind ``options``: every draw and discard in a turn, and the draw in the next turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import mul
from typing import Literal, NamedTuple, TypeAlias

from ..rules.cards import Card, distinct, remove
from ..rules.phases import Phase
from ..rules.state import Cards
from .distance.hand_state import HandState, Kind
from .distance.tables import table
from .pool import Pool, face_on
from .situation import Situation

Source: TypeAlias = Literal["deck", "discard", "saved"]
"""The source of a draw, as in the game's actions."""

Thrown: TypeAlias = Card | Literal["drawn", "best"]
"""A discard: a card from the hand, the drawn card itself, or the best choice after seeing the drawn card."""


class OutcomeShares(NamedTuple):
    """An option's outcome, scaled so that the turn's ``whole`` stands for a chance of 1 and for a distance of 1."""

    now: int
    next_turn: int
    distance: int
    nearer: int


class TurnOption(NamedTuple):
    """A draw, the drawn card if known in advance, a discard, and their outcome."""

    draw: Source | None
    card: Card | None
    discard: Thrown
    shares: OutcomeShares


class _Value(NamedTuple):
    """The value of a hand after the discard, scaled like an outcome (larger is better)."""

    next_turn: int
    ahead: int
    """The negated distance after the next draw."""
    here: int
    """The negated distance before the next draw."""


class _Ahead:
    """The cards that may be drawn in the next turn, on one side of the pack."""

    def __init__(self, phase: Phase, pool: Pool) -> None:
        self.table = table(phase, pool.side)
        self.pool = pool
        self.kinds = self._by_kind(pool.counts.items())
        """The number of cards of each kind."""
        self._counts = self.table.counts(self.kinds)

    def turning(self) -> dict[Kind, int]:
        """Return the number of cards with a flip symbol, by kind."""
        return self._by_kind((face.code, n) for face, n in self.pool.faces().items() if face.flips)

    def _by_kind(self, counts: Iterable[tuple[str, int]]) -> dict[Kind, int]:
        result: dict[Kind, int] = {}
        for code, n in counts:
            kind = self.table.kinds[code]
            result[kind] = result.get(kind, 0) + n
        return result

    def value(self, hand_state: HandState, one: int, gone: tuple[Kind, ...] = (), saved: Sequence[Kind] = ()) -> _Value:
        """Return the value of a hand state if the next turn brings a card from the pool, which no longer contains
        the cards in *gone*.

        *one* stands for a chance of 1. A card from *saved* that is certain to bring the phase closer is drawn instead.
        """
        if any(map(hand_state.improves, saved)):
            return _value(hand_state.distance, 1, one, one)
        outs = hand_state.outs(self._counts) - sum(map(hand_state.improves, gone))
        return _value(hand_state.distance, outs, one // max(1, self.pool.size - len(gone)), one)

    def values(self, hand_state: HandState, one: int, saved: Sequence[Kind]) -> Callable[[Kind], _Value]:
        """Return a function that gives the value of drawing a card of a given kind now if the next turn brings
        another card."""
        if saved:
            return lambda kind: self.value(hand_state.plus(kind), one, (kind,), saved)
        after, each = hand_state.lookahead(self._counts).after, one // max(1, self.pool.size - 1)
        return lambda kind: _value(*after(kind), each, one)


def _value(distance: int, outs: int, each: int, one: int) -> _Value:
    improves = outs * each
    return _Value(improves if distance == 1 else 0, improves - distance * one, -distance * one)


def _sum(values: Sequence[_Value], times: Sequence[int]) -> _Value:
    """Return the sum of the weighted values."""
    return _Value(*[sum(map(mul, part, times)) for part in zip(*values, strict=True)]) if values else _Value(0, 0, 0)


def _shares(value: _Value, now: int = 0) -> OutcomeShares:
    """Convert a value to an outcome; in a fraction *now* of the cases, the phase is complete immediately."""
    return OutcomeShares(now, now + value.next_turn, -value.here, value.ahead - value.here)


class TurnSearch:
    """All moves in a turn before the phase is laid down."""

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self._ahead = _Ahead(situation.phase, situation.pool)
        self._kinds = self._ahead.table.kinds
        self._hand_state = self._ahead.table.hand_state(situation.hand)
        self._saved = [self._kinds[card.code] for card in situation.saved]
        self._turned = None if situation.turned is None else _Ahead(situation.phase, situation.turned)
        self._one = max(1, situation.pool.size - 1) * max(1, situation.turned.size if situation.turned else 1)
        """The unit that stands for a chance of 1 once the drawn card is known, fine enough for the next draw on either
        side."""
        self.whole = max(1, situation.pool.size) * self._one
        self._kept: dict[bool | None, _Value] = {}
        """The cached values of the hand after discarding the drawn card, keyed by what that card is: an out (True), any
        other card (False), or a flip card (None)."""

    def rows(self) -> Iterator[TurnOption]:
        """Yield every combination of draw and discard."""
        at = self.situation
        if at.drawn:
            yield from self._known(None, None)
            return
        if at.pool.size:
            yield from self._from_deck()
        if at.top is not None:
            yield from self._known("discard", at.top)
        for card in distinct(at.saved).values():
            yield from self._known("saved", card)

    def _known(self, source: Source | None, card: Card | None) -> Iterator[TurnOption]:
        """Yield the options for a card that is known before the draw, or for a hand that has already drawn."""
        hand_state, cards, saved = self._hand_state, self.situation.hand, self._saved
        if card is not None:
            hand_state, cards = hand_state.plus(self._kinds[card.code]), (*cards, card)
        if source == "saved" and card is not None:
            saved = [self._kinds[left.code] for left in remove(self.situation.saved, card)]
        known: dict[Kind, _Value] = {}
        for code, thrown in distinct(cards).items():
            kind = self._kinds[code]
            if not hand_state.distance:
                yield TurnOption(source, card, thrown, OutcomeShares(self.whole, self.whole, 0, 0))
                continue
            if self._turns(thrown):
                value = self._after_turning(remove(cards, thrown), self.whole)
            else:
                value = known.get(kind) or self._ahead.value(hand_state.minus(kind), self.whole, (), saved)
                known[kind] = value
            yield TurnOption(source, card, thrown, _shares(value))

    def _from_deck(self) -> Iterator[TurnOption]:
        """Yield the options for an unknown card from the pool, summed over all possible cards."""
        cards, one = distinct(self.situation.hand), self._one
        turning: dict[Kind | str, _Value] = {
            code: self._after_turning(self._left_with_back(card), one)
            for code, card in cards.items()
            if self._turns(card)
        }
        keys = {code: code if code in turning else self._key(card) for code, card in cards.items()}
        plain = {self._key(card) for code, card in cards.items() if code not in turning}
        rests = {kind: self._ahead.values(self._hand_state.minus(kind), one, self._saved) for kind in plain}
        draws = [draw for draw in self._draws() if self._hand_state.distance != self._hand_state.improves(draw[0])]
        values = {code: [value] * len(draws) for code, value in turning.items()}
        values.update((key, [after(kind) for kind, _, _ in draws]) for key, after in rests.items())
        drawn: list[_Value] = []
        best: list[_Value] = []
        times: list[int] = []
        for draw, highest in zip(draws, map(max, zip(*values.values(), strict=True)), strict=True):
            for value, n in self._returned(*draw):
                drawn.append(value)
                best.append(max(value, highest))
                times.append(n)
        now = self.situation.pool.size - sum(times)
        counts = [n for _, n, _ in draws]
        sums = {key: _sum(column, counts) for key, column in values.items()}
        totals: list[tuple[Thrown, _Value]] = [("best", _sum(best, times)), ("drawn", _sum(drawn, times))]
        totals += [(card, sums[keys[code]]) for code, card in cards.items()]
        for thrown, total in totals:
            yield TurnOption("deck", None, thrown, _shares(total, now * one))

    def _draws(self) -> Iterator[tuple[Kind, int, int]]:
        """Yield each kind in the pool with its number of cards and the number of those that would turn all cards
        over."""
        turning = self._ahead.turning() if self._turned else {}
        for kind, n in self._ahead.kinds.items():
            yield kind, n, turning.get(kind, 0)

    def _returned(self, kind: Kind, n: int, n_turning: int) -> Iterator[tuple[_Value, int]]:
        """Yield the values of the hand when the drawn card itself is discarded, each with the number of such cards."""
        if n > n_turning:
            out = self._hand_state.improves(kind)
            if out not in self._kept:
                self._kept[out] = self._ahead.value(self._hand_state, self._one, (kind,), self._saved)
            yield self._kept[out], n - n_turning
        if n_turning:
            if None not in self._kept:
                self._kept[None] = self._after_turning(self.situation.hand, self._one)
            yield self._kept[None], n_turning

    def _key(self, card: Card) -> Kind:
        """Return a key that is the same for cards whose loss has the same effect: their kind, or None for redundant
        cards."""
        kind = self._kinds[card.code]
        return None if self._hand_state.is_redundant(kind) else kind

    def _turns(self, card: Card) -> bool:
        """Return True if discarding the card turns all cards over (F8) and the situation takes turning into account."""
        return card.flips and self._turned is not None

    def _left_with_back(self, thrown: Card) -> Cards:
        """Return the hand without this card, but with the draw pile's top card, whose other face is already visible
        (F4)."""
        back = self.situation.back
        return remove(self.situation.hand, thrown) + (() if back is None else (back,))

    def _after_turning(self, left: Cards, one: int) -> _Value:
        """Return the value of the remaining hand's other side once everything is turned over."""
        assert self._turned is not None, "turning the cards over is taken into account"
        other = self._turned.pool.side
        hand_state = self._turned.table.hand_state([face_on(card, other) for card in left])
        return self._turned.value(hand_state, one) if hand_state.distance else _Value(one, 0, 0)
