"""Plays by the odds: counts what each action costs in turns, its own and those that it gives away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from random import Random
from typing import NamedTuple

from ..core import legal
from ..core.actions import Action, ChoosePhase, Discard, Draw, Save
from ..core.cards import Card, Side, distinct
from ..core.observation import Observation
from ..core.phases import Phase
from ..odds.distance.hand_state import DistanceTable
from ..odds.distance.tables import table
from ..odds.pool import Pool
from ..odds.situation import hidden, unseen, unseen_turned
from .expected_draws import ExpectedDraws, expected_draws
from .opponents import OpponentModel, next_seat, pickup_histories
from .prospects import Aim, Prospects
from .shared_moves import lay_down, leader


class Weighed(NamedTuple):
    """An action and what it costs, all in turns."""

    action: Action
    cost: float
    """The lower the better; only differences between the actions of one moment mean something."""
    own: float
    """How many more draws the seat's own phase takes on average; 0 once it is laid down."""
    benefit: float = 0.0
    """How many draws the next seat saves on average if it takes the card."""


@dataclass(frozen=True, slots=True)
class ExpertSettings:
    """How a player judges; the numbers were found by playing (docs/players.md)."""

    hands: int = 24
    """So many hands of the next seat are made up; with 0 the others are not thought of."""
    ahead: bool = True
    """Whether the next draw is looked at, or only the cards as they are."""
    noise: float = 0.0
    """How far a judgement is off, in turns: the scale of an error with a mean of 0."""
    opponent_weight: float = 1.0
    """What a turn given to the only other seat costs, in turns of one's own."""
    opponent_weight_of_many: float = 0.5
    """The same where there are more seats."""
    hit: float = 0.6
    """What a card that can be hit is worth to a seat that has laid down."""
    skip: float = 0.7
    """What it is worth that another seat loses its turn."""
    turning: float = 0.25
    """Flip: how much the side that is not in play counts."""
    points: float = 0.002
    """What a point in the hand costs."""
    points_that_win: float = 0.05
    """The same where the lowest score wins (V1)."""
    commitment: float = 0.5
    """Where phases may be chosen: how much of a phase's usual length speaks for doing it while it is near."""
    aims: int = 3
    """Where several phases may be laid down: how many of them are kept in mind."""
    saved_wild_value: float = 1.5
    """Masters: what a saved wild is worth."""


LEVELS = {
    1: ExpertSettings(hands=0, ahead=False, noise=0.42),
    2: ExpertSettings(hands=0, ahead=False, noise=0.13),
    3: ExpertSettings(hands=0, noise=0.41),
    4: ExpertSettings(hands=8, noise=0.55),
    5: ExpertSettings(hands=12, noise=0.47),
    6: ExpertSettings(hands=12, noise=0.4),
    7: ExpertSettings(hands=16, noise=0.32),
    8: ExpertSettings(hands=20, noise=0.21),
    9: ExpertSettings(noise=0.14),
    10: ExpertSettings(),
}
"""From beginner to the best: a weaker player looks less far, thinks less of the others, and errs more."""

USUAL = 4.0
"""A phase that takes more draws than this is the less likely to be laid down, so that points count for more (V1)."""

LAID = 3.0
"""What it is worth to lay down at once."""


class ExpertPlayer:
    """Throws and takes what brings its own phase soonest and the next seat's latest."""

    def __init__(self, level: int = 10, seed: int | str | None = None, settings: ExpertSettings | None = None) -> None:
        self._settings = settings or LEVELS[level]
        self._seed = seed

    def choose(self, view: Observation) -> Action:
        """The action that costs least."""
        return self.weigh(view)[0].action

    def weigh(self, view: Observation) -> tuple[Weighed, ...]:
        """What may be done now and what it costs, the best first."""
        found = _Judge(view, self._settings, self._chance(view, "hands")).weighed()
        if self._settings.noise:
            error = self._chance(view, "slip").gauss
            found = [one._replace(cost=one.cost + error(0.0, self._settings.noise)) for one in found]
        return tuple(sorted(found, key=lambda one: one.cost))

    def _chance(self, view: Observation, what: str) -> Random:
        """Random numbers of this moment: they depend on the seed and on what the seat sees, and on nothing else."""
        happened = sum(1 for _ in view.log or ())
        hand = " ".join([card.code for card in view.hand])
        return Random(f"{self._seed}/{what}/{view.round}/{view.seat}/{happened}/{hand}")


class _Judge:
    """One moment of a game as one seat judges it."""

    def __init__(self, view: Observation, settings: ExpertSettings, chance: Random) -> None:
        self.view = view
        self.settings = settings
        self.chance = chance
        self.side = view.edition.pack.side(view.side)

    def weighed(self) -> list[Weighed]:
        """Every action that is thought of."""
        view = self.view
        if view.step == "choose_phase":
            return self._phases()
        if view.step == "draw":
            return self._draws()
        ready = [] if view.me.laid else legal.completed_by_hand(view)
        found: list[Weighed] = []
        if ready:
            found = [Weighed(lay_down(view, phase), self._handicap(phase) - LAID, 0.0) for phase in ready]
            if view.edition.must_lay_down:
                return found
        return [*found, *self._hits(), *self._ends()]

    def _handicap(self, phase: Phase) -> float:
        """What speaks for a phase beside the draws that it still takes, where there are several to choose from."""
        several = len(legal.phases_to_lay(self.view)) != 1
        return -self.settings.commitment * self._mean(phase) if several else 0.0

    def _mean(self, phase: Phase) -> float:
        return expected_draws(self.view.edition, phase, self.side.name).mean

    def _pool(self) -> Pool:
        return unseen(self.view, self.side)

    def _prospects(self, phases: Sequence[Phase], pool: Pool, cards: Sequence[Card]) -> Prospects:
        """The aims kept in mind: of several phases those that are nearest, for their length."""
        edition, side = self.view.edition, pool.side.name
        if len(phases) == 1:
            return Prospects(
                [Aim(phases[0], pool, expected_draws(edition, phases[0], side))], pool, ahead=self.settings.ahead
            )
        aims = []
        for phase in phases:
            known = expected_draws(edition, phase, side)
            distance = table(phase, pool.side).hand_state(cards).distance
            handicap = self._handicap(phase)
            aims.append((known.typical(distance) + handicap, Aim(phase, pool, known, handicap)))
        aims.sort(key=itemgetter(0))
        return Prospects([aim for _, aim in aims[: self.settings.aims]], pool, ahead=self.settings.ahead)

    def _phases(self) -> list[Weighed]:
        """Which phase to attempt (M3)."""
        pool, found = self._pool(), []
        for phase in legal.open_phases(self.view):
            prospects = self._prospects([phase], pool, self.view.hand)
            own = prospects.after_draw(prospects.hand(self.view.hand))
            found.append(Weighed(ChoosePhase(phase.number), own - self.settings.commitment * self._mean(phase), own))
        return found

    def _draws(self) -> list[Weighed]:
        view, found = self.view, list[tuple[Draw, Card]]()
        may_take_deck = view.draw_size or len(view.discard_pile) > 1
        if view.discard_pile and not view.discard_pile[0].skip:
            found.append((legal.FROM_DISCARD, view.discard_pile[0]))
        found += [(Draw("saved", code), card) for code, card in distinct(view.saved).items()]
        if not found:
            return [Weighed(legal.FROM_DECK, 0.0, 0.0)]
        pool, phases = self._pool(), legal.phases_to_lay(view)
        known: list[Weighed] = []
        if not phases:
            takes = _taken(view)
            if may_take_deck:
                share = sum([n for code, n in pool.counts.items() if code in takes]) / max(pool.size, 1)
                known.append(Weighed(legal.FROM_DECK, -share, 0.0))
            return [*known, *[Weighed(action, -float(card.code in takes), 0.0) for action, card in found]]
        prospects = self._prospects(phases, pool, view.hand)
        hand = prospects.hand(view.hand)
        if may_take_deck:
            own = prospects.after_draw(hand)
            known.append(Weighed(legal.FROM_DECK, own, own))
        for action, card in found:
            own = prospects.now(prospects.plus(hand, card))
            spent = self.settings.saved_wild_value if action.source == "saved" and card.wild else 0.0
            known.append(Weighed(action, own + spent, own))
        return known

    def _hits(self) -> Iterator[Weighed]:
        for hit in legal.hits(self.view):
            yield Weighed(hit, -1.0, 0.0)

    def _ends(self) -> Iterator[Weighed]:
        """Every way to end the turn."""
        view, settings = self.view, self.settings
        cards = list(dict.fromkeys(view.hand))
        phases, pool = legal.phases_to_lay(view), self._pool()
        own = self._own(phases, pool, cards)
        benefits = self._benefits(pool, cards)
        hope, point = 1.0, settings.points
        if view.edition.advance == "always":
            hope, point = self._scored(min(own.values()))
        may_skip = bool(legal.skip_targets(view))
        for card in cards:
            cost = hope * own[card] - point * card.points
            taken = settings.skip if card.skip and may_skip else 0.0
            yield Weighed(self._discard(card), cost + benefits[card] - taken, own[card], benefits[card])
            if view.edition.saves and legal.may_save(view):
                yield Weighed(Save(card.code), cost - (settings.saved_wild_value if card.wild else 0.0), own[card])

    def _scored(self, needed: float) -> tuple[float, float]:
        """Where the lowest score wins (V1): what a draw and a point cost when so many draws are needed."""
        sizes, seats = self.view.hand_sizes, self.view.seats
        left = min([2.0 * sizes[at] for at in self.view.playing if seats[at].laid], default=needed)
        hope = min(1.0, left / max(needed, 1.0))
        return hope, self.settings.points_that_win * max(1.0, needed / USUAL)

    def _discard(self, card: Card) -> Action:
        if card.skip and self.view.edition.skip == "chosen":
            return Discard(card.code, self._target())
        return legal.discard(card.code if card.back is None else card.word)

    def _target(self) -> int | None:
        """Whose turn a skip takes (M6): that of the seat with the fewest cards left, if any has laid down."""
        seats, sizes = self.view.seats, self.view.hand_sizes
        near = [at for at in legal.skip_targets(self.view) if seats[at].laid]
        return min(near, key=lambda at: sizes[at]) if near else leader(self.view)

    def _own(self, phases: Sequence[Phase], pool: Pool, cards: Sequence[Card]) -> dict[Card, float]:
        """For each card the draws that the seat's own phase still takes after the next one without it."""
        view = self.view
        if not phases:
            return dict.fromkeys(cards, 0.0)
        here = self._without_each(phases, pool, view.hand)
        if not view.edition.two_sided:
            return {card: here[card.code] for card in cards}
        turned = tuple([card.turned for card in view.hand])
        there = self._without_each(phases, unseen_turned(view), turned)
        found = {}
        for card in cards:
            stays, turns = here[card.code], there[card.turned.code]
            if card.flips:
                stays, turns = turns, stays
            found[card] = stays + self.settings.turning * (turns - stays)
        return found

    def _without_each(self, phases: Sequence[Phase], pool: Pool, cards: Sequence[Card]) -> dict[str, float]:
        return self._prospects(phases, pool, cards).without_each(cards)

    def _benefits(self, pool: Pool, cards: Sequence[Card]) -> dict[Card, float]:
        """For each card what it costs that the next seat may take it, or that the cards are turned over."""
        view, settings = self.view, self.settings
        seat = next_seat(view)
        if seat is None or not settings.hands:
            return dict.fromkeys(cards, 0.0)
        if view.seats[seat].laid:
            takes = _taken(view)
            found = {card: settings.hit * (card.code in takes) for card in cards}
        else:
            rival = self._rival(seat, pool)
            found = {card: rival.benefit(card) for card in cards}
        if any(card.flips for card in cards):
            turning = self._turning(seat, pool)
            found.update((card, turning) for card in cards if card.flips)
        opponent_weight = settings.opponent_weight if len(view.playing) == 2 else settings.opponent_weight_of_many
        return {card: opponent_weight * benefit for card, benefit in found.items()}

    def _rival(self, seat: int, pool: Pool) -> OpponentModel:
        """What a seat that has not laid down may hold."""
        view = self.view
        story, size = pickup_histories(view)[seat], view.hand_sizes[seat]
        others = hidden(view, pool.side)
        return OpponentModel.of(story, size, others, self._aims_of(seat, others.side), self.chance, self.settings.hands)

    def _turning(self, following: int, pool: Pool) -> float:
        """The draws that the others save when all cards are turned over (F8); what they will hold then is seen (F4)."""
        view = self.view
        other = next(side for side in view.edition.pack.sides if side is not pool.side)
        saved = 0.0
        for seat in view.playing:
            if seat == view.seat or view.seats[seat].laid:
                continue
            then = OpponentModel.known(view.backs[seat], self._aims_of(seat, other))
            saved += self._rival(seat, pool).wait - then.wait
            if seat == following and view.discard_pile:
                saved += then.benefit(view.discard_pile[-1].turned)
        return saved

    def _aims_of(self, seat: int, side: Side) -> list[tuple[DistanceTable, ExpectedDraws]]:
        edition = self.view.edition
        return [(table(phase, side), expected_draws(edition, phase, side.name)) for phase in self._phases_of(seat)]

    def _phases_of(self, seat: int) -> list[Phase]:
        """What another seat tries to lay down; of many phases the two that take least."""
        view = self.view
        phases = legal.phases_to_lay(view._replace(seat=seat))
        return sorted(phases, key=self._mean)[:2]


def _taken(view: Observation) -> set[str]:
    """The words of the faces that can be hit somewhere."""
    return {code for at in view.playing for group in view.seats[at].laid for code in group.takes}
