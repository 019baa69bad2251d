"""Position values: each seat's chance of winning, computed with all hands and the remaining draw pile in view.

Luck is measured with these values. Any function would do; a better one only makes the measurement more precise. Each
seat's strength is computed from a few numbers, and its chance of winning is its share of all strengths. The weights
were fitted to games between equal players (docs/decisions/0012).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import exp
from typing import NamedTuple

from ..odds.pool import Pool, face_on
from ..players.expected_draws import expected_draws
from ..players.prospects import Aim
from ..rules.cards import Card
from ..rules.edition import DEALT, Edition
from ..rules.phases import Phase
from ..rules.rounds import left_of
from ..rules.scoring import finished, points
from ..rules.state import Cards, State


class Weights(NamedTuple):
    """The weights of the numbers that make up a seat's strength."""

    work: float
    """The weight of one more completed phase (of average length)."""
    hope: float
    """The weight of the chance of completing a phase in this round."""
    score: float
    """The weight of having 100 fewer points."""
    hand: float
    """The weight of the points in the hand, multiplied by the chance that another seat goes out first."""
    pace: float
    """The exponent applied to the ratio of turns left; the higher it is, the more a lead in the race counts."""
    soft: float
    """A constant added to the turns left before their ratio is taken."""
    shed: float
    """The number of turns needed to get rid of a card that cannot be hit."""
    noise: float
    """The uncertainty, measured in phases, that remains even close to the last phase."""
    turning: float = 0.3
    """In flip, the weight (from 0 to 1) of the side that is not in play."""


TO_THE_LAST_PHASE = Weights(2.1, 2.6, 3.2, 0.6, 1.6, 0.25, 7.0, 0.5)
IN_FLIP = Weights(4.0, 2.7, 1.852, 0.667, 1.042, 0.1, 6.0, 0.096, 0.6)
"""The weights for two-sided cards."""
BY_POINTS = Weights(0.0, 0.0, 5.0, 2.0, 7.0, 0.3, 15.0, 0.01)
"""The weights for games in which the lowest score wins (V1)."""


CURVE = Weights(0.577, 0.577, 2.845, 0.716, 3.238, 0.506, 4.92, 0.351)
"""The weights fitted so that win probabilities are calibrated at the start of turns."""
FLIP_CURVE = Weights(1.473, 1.473, 4.741, 0.667, 2.829, 0.41, 1.465, 0.145, 0.96)
POINTS_CURVE = Weights(0.0, 0.0, 5.303, 2.0, 5.534, 10.0, 0.349, 0.001, 0.791)


def weights_of(edition: Edition) -> Weights:
    """Return the weights used to value an edition's positions."""
    if edition.advance == "always":
        return BY_POINTS
    return IN_FLIP if edition.two_sided else TO_THE_LAST_PHASE


def curve_weights_of(edition: Edition) -> Weights:
    """Return the weights for the win-probability curve."""
    if edition.advance == "always":
        return POINTS_CURVE
    return FLIP_CURVE if edition.two_sided else CURVE


UNREACHABLE_DRAWS = 20.0
"""The number of draws assumed for a phase that cannot be completed."""


class WinChances(tuple[float, ...]):
    """Each seat's chance of winning; the chances add up to 1."""

    __slots__ = ()


class SeatOutlook(NamedTuple):
    """A seat's outlook in a round."""

    draws: float
    """The number of draws that the seat's phase still needs (0 once it is laid down)."""
    turned: float
    """The number of draws still needed once everything is turned over, which equals ``draws`` for one-sided cards or a
    complete phase."""
    length: float
    """The phase's usual length relative to that of an average phase (0 once it is laid down)."""
    rest: int
    """The number of cards left once the phase is laid down and every possible hit has been made."""
    points: int
    """The points that the seat's cards cost."""


class Valuation:
    """A moment in a game, with hands that can be replaced."""

    def __init__(self, state: State, pile: Iterable[Card]) -> None:
        """Store the moment; *pile* holds the cards that may be drawn."""
        self.state = state
        edition = state.edition
        self.weights = weights_of(edition)
        self.pile = Counter(pile)
        self.size = sum(self.pile.values())
        here = edition.pack.side(state.side)
        sides = [here, *[side for side in edition.pack.sides if side is not here]] if edition.two_sided else [here]
        self.pools = [Pool.of(self.pile.elements(), side) for side in sides]
        self._known: dict[int, list[list[Aim]]] = {}
        self.takes = {code for at in state.playing for group in state.seats[at].laid for code in group.takes}
        self.lengths = lengths(edition)
        self.work = [self._work(at) for at in range(len(state.seats))]

    def outlook(self, seat: int, cards: Sequence[Card], *, lost: bool | None = None) -> SeatOutlook:
        """Return a seat's outlook with these cards; *lost* is True if it loses a turn (by default, as in the game)."""
        if self.state.seats[seat].laid:
            return self._shedding(cards)
        found = []
        for aims in self._aims(seat):
            states = [aim.table.hand_state(up) for aim, up in zip(aims, self._faces(cards), strict=True)]
            stand = [(one.distance, one.outs(aim.counts)) for one, aim in zip(states, aims, strict=True)]
            found.append((aims, stand))
        return self._building(seat, found, self.size, points(cards), lost)

    def with_each(self, seat: int, hand: Cards) -> dict[Card, SeatOutlook]:
        """Return a seat's outlook with one more card, for each card that may be drawn."""
        if self.state.seats[seat].laid:
            return {card: self._shedding((*hand, card)) for card in self.pile}
        ups, looks = self._faces(hand), []
        for aims in self._aims(seat):
            states = [aim.table.hand_state(up) for aim, up in zip(aims, ups, strict=True)]
            looks.append((aims, [one.lookahead(aim.counts) for one, aim in zip(states, aims, strict=True)]))
        found, cost, size = {}, points(hand), self.size - 1
        for card in self.pile:
            stands = []
            for aims, outlooks in looks:
                kinds = [aim.kind(face_on(card, pool.side)) for aim, pool in zip(aims, self.pools, strict=True)]
                stands.append((aims, [look.after(kind) for look, kind in zip(outlooks, kinds, strict=True)]))
            found[card] = self._building(seat, stands, size, cost + card.points, None)
        return found

    def chances(self, outlooks: Sequence[SeatOutlook], weights: Weights | None = None) -> WinChances:
        """Return each seat's chance of winning, optionally with different weights."""
        state, playing = self.state, self.state.playing
        weights = weights or self.weights
        draws = [outlook.draws + weights.turning * (outlook.turned - outlook.draws) for outlook in outlooks]
        out = [n + weights.shed * outlook.rest for n, outlook in zip(draws, outlooks, strict=True)]
        near = (weights.noise + max(0.0, min([self.work[at] for at in playing]))) ** 0.5
        strengths = []
        for at in playing:
            mine, others = outlooks[at], weights.soft + min([out[other] for other in playing if other != at])
            gained = mine.length * _sooner(weights.soft + draws[at], others, weights.pace)
            kept = mine.points * _sooner(others, weights.soft + out[at], weights.pace) / 100
            good = weights.hope * gained - weights.work * self.work[at]
            good -= weights.score * state.seats[at].score / 100 + weights.hand * kept
            strengths.append(exp(max(-40.0, min(40.0, good / near))))
        whole = sum(strengths)
        found = [0.0] * len(state.seats)
        for at, strength in zip(playing, strengths, strict=True):
            found[at] = strength / whole
        return WinChances(found)

    def _work(self, seat: int) -> float:
        """Return the number of phases, weighted by length, that a seat still has to complete, including this round's
        unless it has been laid down."""
        state = self.state
        edition, row = state.edition, state.seats[seat]
        if state.tie_break:
            return 0.0
        if edition.advance == "always":
            return float(rounds_left(state))
        if finished(state, row):
            return 0.0
        return sum([self.lengths[phase.number] for phase in edition.phases if phase.number not in row.completed])

    def _building(
        self,
        seat: int,
        found: Sequence[tuple[list[Aim], list[tuple[int, int]]]],
        size: int,
        cost: int,
        lost: bool | None,
    ) -> SeatOutlook:
        """Return a seat's outlook before laying down; if it may lay down several phases, the one that is furthest
        along for its length counts."""
        if not found:
            return SeatOutlook(UNREACHABLE_DRAWS, UNREACHABLE_DRAWS, 0.0, 0, cost)
        late = float(self.state.seats[seat].skipped if lost is None else lost)
        rows = []
        for aims, stands in found:
            draws = [max(aim.expected(*stand, size), 0.0) + late for aim, stand in zip(aims, stands, strict=True)]
            rows.append((draws[0] - 0.5 * aims[0].expected.mean, draws, aims[0].phase))
        _, draws, phase = min(rows, key=lambda row: row[0])
        turned = draws[-1] if draws[0] else 0.0
        return SeatOutlook(draws[0], turned, self.lengths[phase.number], max(0, DEALT - phase.size), cost)

    def _shedding(self, cards: Sequence[Card]) -> SeatOutlook:
        """Return the outlook for a seat that has laid down."""
        stuck = sum([card.code not in self.takes for card in cards])
        return SeatOutlook(0.0, 0.0, 0.0, max(0, stuck - 1), points(cards))

    def _faces(self, cards: Sequence[Card]) -> list[list[Card]]:
        """Return the cards once for each side, with that side face up."""
        return [[face_on(card, pool.side) for card in cards] for pool in self.pools]

    def _aims(self, seat: int) -> list[list[Aim]]:
        """Return the phases that a seat may lay down, each as a list of aims, one for each side of the cards."""
        found = self._known.get(seat)
        if found is None:
            edition = self.state.edition
            found = self._known[seat] = [
                [Aim(phase, pool, expected_draws(edition, phase, pool.side.name)) for pool in self.pools]
                for phase in _open(self.state, seat)
            ]
        return found


def _sooner(mine: float, others: float, pace: float) -> float:
    """Return the chance that a seat that needs *mine* turns finishes before one that needs *others* turns."""
    return 1.0 / (1.0 + float((mine / others) ** pace))


def _open(state: State, seat: int) -> list[Phase]:
    """Return the phases that a seat may lay down in this round."""
    row, edition = state.seats[seat], state.edition
    if row.phase is not None:
        return [edition.phase(row.phase)]
    gone = row.used if edition.advance == "always" else row.completed
    return [phase for phase in edition.phases if phase.number not in gone]


def rounds_left(state: State) -> int:
    """Return the number of rounds left to play under V1, including this one."""
    edition = state.edition
    if edition.chooses_phase:
        return min(len(edition.phases) - len(seat.used) for seat in state.seats)
    numbers = [phase.number for phase in edition.phases]
    return min(len(numbers) - numbers.index(seat.phase) for seat in state.seats if seat.phase in numbers)


@lru_cache(maxsize=100)
def lengths(edition: Edition) -> dict[int, float]:
    """Return each phase's length relative to the average.

    With two-sided cards, all lengths are 1: a phase that is long on one side is short on the other, so it is completed
    in most rounds.
    """
    if edition.two_sided:
        return {phase.number: 1.0 for phase in edition.phases}
    side = edition.pack.sides[0].name
    means = {phase.number: expected_draws(edition, phase, side).mean for phase in edition.phases}
    average = sum(means.values()) / len(means)
    return {number: mean / average for number, mean in means.items()}


def next_to_draw(state: State) -> int | None:
    """Return the seat that will draw next, if that is already certain."""
    if state.to_act is None:
        return None
    if state.step != "play":
        return state.to_act
    seat = state.to_act
    for _ in state.playing:
        seat = left_of(state, seat)
        if not state.seats[seat].skipped:
            return seat
    return seat
