"""A player that plays by the odds, weighing each action by its cost in turns, including the turns it saves others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from random import Random
from typing import NamedTuple

from ..odds.distance.hand_state import DistanceTable
from ..odds.distance.tables import is_quick, quick_table
from ..odds.pool import Pool
from ..odds.situation import hidden, unseen, unseen_turned
from ..rules import legal
from ..rules.actions import Action, ChoosePhase, Discard, Draw, LayDown, Save
from ..rules.cards import Card, Side, distinct
from ..rules.groups import Group
from ..rules.observation import Observation
from ..rules.phases import Phase
from .base import check_turn
from .expected_draws import ExpectedDraws, expected_draws
from .opponents import OpponentModel, next_seat, pickup_histories
from .prospects import Aim, Prospects
from .shared_moves import lay_down, leader, placed_down
from .spare_cards import SpareCards, arranged, left_after


class Weighed(NamedTuple):
    """An action and its cost in turns."""

    action: Action
    cost: float
    """The cost (lower is better); only differences between actions at the same moment are meaningful."""
    own: float
    """The average number of draws until the seat's own phase is complete, or 0 once it is laid down."""
    benefit: float = 0.0
    """The average number of draws that the next seat saves by taking the card."""


@dataclass(frozen=True, slots=True)
class ExpertSettings:
    """An expert's settings; the numbers were tuned by playing games (docs/players.md)."""

    hands: int = 24
    """The number of hands sampled for the next seat; with 0, opponents are ignored."""
    ahead: bool = True
    """True to look ahead to the next draw; False to count only the cards in hand."""
    noise: float = 0.0
    """The scale, in turns, of the error added to each cost; the mean error is 0."""
    opponent_weight: float = 1.0
    """The cost of saving the only opponent a turn, in the player's own turns."""
    opponent_weight_of_many: float = 0.5
    """The cost of saving one of several opponents a turn, in the player's own turns."""
    hit: float = 0.6
    """The value of a hittable card to a seat that has laid down."""
    skip: float = 0.7
    """The value of making another seat lose its turn."""
    turning: float = 0.25
    """In flip, the weight of the side that is not in play."""
    points: float = 0.002
    """The cost of a point left in the hand."""
    points_that_win: float = 0.05
    """The cost of a point left in the hand if the lowest score wins (V1)."""
    commitment: float = 0.5
    """If seats choose their phases, the fraction of a phase's usual length deducted from its cost, which favors nearly
    complete phases."""
    aims: int = 3
    """The number of phases considered, if several may be laid down."""
    saved_wild_value: float = 1.5
    """In Masters, the value of a saved wild."""
    spare: float = 2.0
    """The value, to a seat that may lay down now, of a spare card that can be hit; with 0, all spare cards are worth
    the same."""


LEVELS = {
    1: ExpertSettings(hands=0, ahead=False, noise=0.42, spare=0.0),
    2: ExpertSettings(hands=0, ahead=False, noise=0.13, spare=0.0),
    3: ExpertSettings(hands=0, noise=0.41, spare=0.0),
    4: ExpertSettings(hands=8, noise=0.55, spare=0.0),
    5: ExpertSettings(hands=12, noise=0.47, spare=0.0),
    6: ExpertSettings(hands=12, noise=0.4, spare=0.0),
    7: ExpertSettings(hands=16, noise=0.32, spare=0.0),
    8: ExpertSettings(hands=20, noise=0.21, spare=0.0),
    9: ExpertSettings(noise=0.14, spare=0.0),
    10: ExpertSettings(),
}
"""The settings by level: a weaker player looks ahead less, gives opponents less weight and makes more errors."""

USUAL_DRAWS = 4.0
"""The number of draws above which a phase is less likely to be laid down, so that points count for more (V1)."""

STUCK_CARD_TURNS = 0.01
"""The cost of each card that a hit leaves unplayable; it only determines which of several hits comes first."""

LAY_DOWN_TURNS = 3.0
"""The value of laying down immediately."""


class ExpertPlayer:
    """A player that draws and discards to complete its own phase soon and to delay the next seat's phase."""

    def __init__(self, level: int = 10, seed: int | str | None = None, settings: ExpertSettings | None = None) -> None:
        self._settings = settings or LEVELS[level]
        self._seed = seed

    def __repr__(self) -> str:
        return "<ExpertPlayer>"

    def choose(self, view: Observation) -> Action:
        """Return the action with the lowest cost."""
        return self.weigh(view)[0].action

    def weigh(self, view: Observation) -> tuple[Weighed, ...]:
        """Return the actions considered at this moment with their costs, best first."""
        check_turn(view)
        found = _Judge(view, self._settings, self._chance(view, "hands")).weighed()
        if self._settings.noise:
            error = self._chance(view, "slip").gauss
            found = [one._replace(cost=one.cost + error(0.0, self._settings.noise)) for one in found]
        return tuple(sorted(found, key=lambda one: one.cost))

    def _chance(self, view: Observation, what: str) -> Random:
        """Return a random number generator for this moment; it depends only on the seed and the observation."""
        happened = sum(1 for _ in view.log or ())
        hand = " ".join([card.code for card in view.hand])
        return Random(f"{self._seed}/{what}/{view.round}/{view.seat}/{happened}/{hand}")


class _Judge:
    """One moment of a game, evaluated from one seat's point of view."""

    def __init__(self, view: Observation, settings: ExpertSettings, chance: Random) -> None:
        self.view = view
        self.settings = settings
        self.chance = chance
        self.side = view.edition.pack.side(view.side)

    def weighed(self) -> list[Weighed]:
        """Return every action considered, with its cost."""
        view = self.view
        if view.step == "choose_phase":
            return self._phases()
        if view.step == "draw":
            return self._draws()
        ready = [] if view.me.laid else legal.completed_by_hand(view)
        found: list[Weighed] = []
        if ready:
            found = [Weighed(self._lay_down(phase), self._handicap(phase) - LAY_DOWN_TURNS, 0.0) for phase in ready]
            if view.edition.must_lay_down:
                return found
        return [*found, *self._hits(), *self._ends()]

    def _lay_down(self, phase: Phase) -> LayDown:
        """Return a way to lay down a completed phase; if spare cards count, the one that allows the most hits."""
        view = self.view
        if not self.settings.spare or not is_quick(phase, self.side):
            return lay_down(view, phase)
        return placed_down(view, phase, arranged(view.hand, phase, self._table(), self._pool().counts))

    def _table(self) -> list[Group]:
        """Return every group on the table."""
        return [group for at in self.view.playing for group in self.view.seats[at].laid]

    def _handicap(self, phase: Phase) -> float:
        """Return a phase's handicap in draws if several phases may be laid down, or 0 otherwise."""
        several = len(legal.phases_to_lay(self.view)) != 1
        return -self.settings.commitment * self._mean(phase) if several else 0.0

    def _mean(self, phase: Phase) -> float:
        return expected_draws(self.view.edition, phase, self.side.name).mean

    def _pool(self) -> Pool:
        return unseen(self.view, self.side)

    def _prospects(self, phases: Sequence[Phase], pool: Pool, cards: Sequence[Card]) -> Prospects:
        """Return the aims considered; if there are several phases, those closest to completion relative to their
        length."""
        edition, side = self.view.edition, pool.side.name
        if len(phases) == 1:
            return Prospects(
                [Aim(phases[0], pool, expected_draws(edition, phases[0], side))], pool, ahead=self.settings.ahead
            )
        nearest = self._by_nearness(phases, cards)[: self.settings.aims]
        aims = [Aim(phase, pool, expected_draws(edition, phase, side), self._handicap(phase)) for phase in nearest]
        return Prospects(aims, pool, ahead=self.settings.ahead)

    def _by_nearness(self, phases: Sequence[Phase], cards: Sequence[Card]) -> list[Phase]:
        """Return the phases sorted by how close each is to completion relative to its length, closest first."""
        edition, side = self.view.edition, cards[0].side
        found = []
        for phase in phases:
            distance = quick_table(phase, side).hand_state(cards).distance
            found.append((expected_draws(edition, phase, side.name).typical(distance) + self._handicap(phase), phase))
        return [phase for _, phase in sorted(found, key=itemgetter(0))]

    def _phases(self) -> list[Weighed]:
        """Weigh the phases that may be attempted (M3)."""
        pool, found = self._pool(), []
        for phase in legal.open_phases(self.view):
            prospects = self._prospects([phase], pool, self.view.hand)
            own = prospects.after_draw(prospects.hand(self.view.hand))
            found.append(Weighed(ChoosePhase(phase.number), own - self.settings.commitment * self._mean(phase), own))
        return found

    def _draws(self) -> list[Weighed]:
        view, found = self.view, list[tuple[Draw, Card]]()
        may_take_deck = view.draw_size or len(view.discard_pile) > 1
        if view.discard_pile and view.edition.may_take(view.discard_pile[0]):
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
        value = self._value_of_spare(prospects.now(hand))
        spare = self._spare_cards(phases, view.hand) if value else None

        def gain(code: str) -> float:
            """Return the value of a spare card with this face."""
            if spare is None or prospects.improved_by(hand, code):
                return 0.0
            return value * spare.chance_of_another(code)

        if may_take_deck:
            own = prospects.after_draw(hand)
            mean = sum([n * gain(code) for code, n in pool.counts.items()]) / max(pool.size, 1)
            known.append(Weighed(legal.FROM_DECK, own - mean, own))
        for action, card in found:
            own = prospects.now(prospects.plus(hand, card))
            spent = self.settings.saved_wild_value if action.source == "saved" and card.wild else 0.0
            known.append(Weighed(action, own + spent - gain(card.code), own))
        return known

    def _hits(self) -> Iterator[Weighed]:
        """Yield every hit; if spare cards count, a hit costs less the more other cards can be hit after it."""
        view, hits = self.view, list(legal.hits(self.view))
        if not self.settings.spare or len(hits) == 1:
            yield from [Weighed(hit, -1.0, 0.0) for hit in hits]
            return
        cards = distinct(view.hand)
        places = [(seat, at) for seat in view.playing for at in range(len(view.seats[seat].laid))]
        table = self._table()
        for hit in hits:
            at = places.index((hit.owner, hit.group))
            left = left_after(table, at, hit.end or "any", cards[hit.card], view.hand)
            yield Weighed(hit, STUCK_CARD_TURNS * left - 1.0, 0.0)

    def _ends(self) -> Iterator[Weighed]:
        """Yield every way to end the turn."""
        view, settings = self.view, self.settings
        cards = list(dict.fromkeys(view.hand))
        phases, pool = legal.phases_to_lay(view), self._pool()
        own = self._own(phases, pool, cards)
        benefits = self._benefits(pool, cards)
        lost = self._lost(phases, min(own.values()), cards)
        hope, point = 1.0, settings.points
        if view.edition.advance == "always":
            hope, point = self._scored(min(own.values()))
        may_skip = bool(legal.skip_targets(view))
        for card in cards:
            cost = hope * own[card] - point * card.points
            given = benefits[card] - (settings.skip if card.skip and may_skip else 0.0)
            yield Weighed(self._discard(card), cost + lost[card] + given, own[card], benefits[card])
            if view.edition.saves and legal.may_save(view):
                yield Weighed(Save(card.code), cost - (settings.saved_wild_value if card.wild else 0.0), own[card])

    def _value_of_spare(self, needed: float) -> float:
        """Return the value in turns of a spare card that can be hit, with *needed* draws to go.

        Going out sooner gains nothing but points once all others have laid down.
        """
        seats, settings = self.view.seats, self.settings
        others = [at for at in self.view.playing if at != self.view.seat]
        if self.view.edition.advance != "always" and all(seats[at].laid for at in others):
            return 0.0
        return settings.spare / (1 + needed)

    def _spare_cards(self, phases: Sequence[Phase], cards: Sequence[Card]) -> SpareCards:
        """Return the spare cards among these; if there are several phases, only the closest one counts."""
        view = self.view
        phase = (phases[0] if len(phases) == 1 else self._by_nearness(phases, cards)[0]) if phases else None
        if phase and not is_quick(phase, cards[0].side):
            phase = None
        others = [self._phases_of(at) for at in view.playing if at != view.seat and not view.seats[at].laid]
        return SpareCards(cards, phase, self._table(), others)

    def _lost(self, phases: Sequence[Phase], needed: float, cards: Sequence[Card]) -> dict[Card, float]:
        """Return, for each card, the value of the spare cards lost by discarding it.

        A saved card is not lost: it can be drawn and hit later (M4).
        """
        value = self._value_of_spare(needed)
        if not value:
            return dict.fromkeys(cards, 0.0)
        here = self._spare_cards(phases, self.view.hand)
        if not self.view.edition.two_sided:
            return {card: value * here.chance(card) for card in cards}
        there = self._spare_cards(phases, tuple([card.turned for card in self.view.hand]))
        found = {}
        for card in cards:
            stays, turns = here.total - here.chance(card), there.total - there.chance(card.turned)
            if card.flips:
                stays, turns = turns, stays
            found[card] = value * (here.total - stays - self.settings.turning * (turns - stays))
        return found

    def _scored(self, needed: float) -> tuple[float, float]:
        """Return the cost of a draw and of a point if the lowest score wins (V1), with *needed* draws to go."""
        sizes, seats = self.view.hand_sizes, self.view.seats
        left = min([2.0 * sizes[at] for at in self.view.playing if seats[at].laid], default=needed)
        hope = min(1.0, left / max(needed, 1.0))
        return hope, self.settings.points_that_win * max(1.0, needed / USUAL_DRAWS)

    def _discard(self, card: Card) -> Action:
        if card.skip and self.view.edition.skip == "chosen":
            return Discard(card.code, self._target())
        return legal.discard(card.code if card.back is None else card.word)

    def _target(self) -> int | None:
        """Return the seat to skip (M6): the one with the fewest cards that has laid down, or the leader if none has."""
        seats, sizes = self.view.seats, self.view.hand_sizes
        near = [at for at in legal.skip_targets(self.view) if seats[at].laid]
        return min(near, key=lambda at: sizes[at]) if near else leader(self.view)

    def _own(self, phases: Sequence[Phase], pool: Pool, cards: Sequence[Card]) -> dict[Card, float]:
        """Return, for each card, the draws that the seat's own phase still needs once the card is discarded and another
        drawn."""
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
        """Return, for each card, the cost of the next seat taking it, or of turning all cards over."""
        view, settings = self.view, self.settings
        seat = next_seat(view)
        if seat is None or not settings.hands:
            return dict.fromkeys(cards, 0.0)
        if view.seats[seat].laid:
            takes = _taken(view)
            found = {card: settings.hit * (card.code in takes) for card in cards}
        else:
            opponent = self._opponent(seat, pool)
            found = {card: opponent.benefit(card) for card in cards}
        if any(card.flips for card in cards):
            turning = self._turning(seat, pool)
            found.update((card, turning) for card in cards if card.flips)
        opponent_weight = settings.opponent_weight if len(view.playing) == 2 else settings.opponent_weight_of_many
        return {card: opponent_weight * benefit for card, benefit in found.items()}

    def _opponent(self, seat: int, pool: Pool) -> OpponentModel:
        """Return the model of a seat that has not laid down."""
        view = self.view
        history, size = pickup_histories(view)[seat], view.hand_sizes[seat]
        others = hidden(view, pool.side)
        return OpponentModel.of(
            history, size, others, self._aims_of(seat, others.side), self.chance, self.settings.hands
        )

    def _turning(self, following: int, pool: Pool) -> float:
        """Return the draws that opponents save if all cards are turned over (F8); the backs are visible (F4)."""
        view = self.view
        other = next(side for side in view.edition.pack.sides if side is not pool.side)
        saved = 0.0
        for seat in view.playing:
            if seat == view.seat or view.seats[seat].laid:
                continue
            then = OpponentModel.known(view.backs[seat], self._aims_of(seat, other))
            saved += self._opponent(seat, pool).wait - then.wait
            if seat == following and view.discard_pile:
                saved += then.benefit(view.discard_pile[-1].turned)
        return saved

    def _aims_of(self, seat: int, side: Side) -> list[tuple[DistanceTable, ExpectedDraws]]:
        """Return a seat's aims, excluding those that are too slow to evaluate repeatedly."""
        edition = self.view.edition
        return [
            (quick_table(phase, side), expected_draws(edition, phase, side.name))
            for phase in self._phases_of(seat)
            if is_quick(phase, side)
        ]

    def _phases_of(self, seat: int) -> list[Phase]:
        """Return the phases that another seat may lay down, or the two shortest if there are many."""
        view = self.view
        phases = legal.phases_to_lay(view._replace(seat=seat))
        return sorted(phases, key=self._mean)[:2]


def _taken(view: Observation) -> set[str]:
    """Return the codes of all faces that some group on the table accepts."""
    return {code for at in view.playing for group in view.seats[at].laid for code in group.takes}
