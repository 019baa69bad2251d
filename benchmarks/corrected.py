"""A learned player: the expert, whose costs are corrected by weights that were learned from games.

The expert weighs each action in turns. This player adds a linear correction to each draw and each discard, computed
from facts that its seat sees: facts of the action (the card's points, whether it fits a group on the table, ...) and
of the moment (who has laid down, how many cards are left, ...). There is one set of weights for each kind of moment.
``python -m benchmarks.train_corrected FOLDER`` learned them; they are stored in ``corrected.csv``. The player corrects
only two-seat classic; it plays any other game as the expert does.

To let it play: ``phase10 arena benchmarks.corrected:player expert --games 4000 --seed 11``.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from phase10_widgets.core.actions import Action, Discard, Draw
from phase10_widgets.core.cards import Card
from phase10_widgets.core.legal import FROM_DECK
from phase10_widgets.core.observation import Observation
from phase10_widgets.core.phases import ColorOf, Phase, RunOf, SetOf
from phase10_widgets.players.expert import LEVELS, ExpertPlayer, ExpertSettings, Weighed
from phase10_widgets.players.opponents import REMEMBERED, PickupHistory, pickup_histories

WEIGHTS = Path(__file__).with_name("corrected.csv")
MOST = 1.5
"""Actions that cost the expert this many turns more than its best are not reconsidered."""
MOMENTS = (
    "draw, nobody laid down",
    "draw, the opponent laid down",
    "draw, laid down",
    "discard, nobody laid down",
    "discard, the opponent laid down",
    "discard, laid down",
    "discard, both laid down",
)
"""The kinds of moments, each with weights of its own."""
FACTS = {
    "draw": (
        "own",
        "own near the end",
        "cost",
        "take",
        "take far from the end",
        "take while the opponent has few cards",
        "take while the hand is small",
        "take a wild",
        "take a card that hits",
        "take points",
        "take a card held already",
        "take a neighbor",
        "take a card of which few are left",
    ),
    "discard": (
        "own",
        "own near the end",
        "cost",
        "cost near the end",
        "benefit",
        "benefit far from the end",
        "points",
        "points far from the end",
        "points while the opponent has few cards",
        "points while the hand is small",
        "wild",
        "wild far from the end",
        "skip",
        "skip far from the end",
        "skip while the opponent has few cards",
        "hits",
        "hits while the opponent has few cards",
        "hits next to a hit",
        "held again",
        "neighbors held",
        "held again, own sets",
        "neighbors held, own runs",
        "same color held, own color",
        "number refused, sets",
        "neighbor refused, runs",
        "color refused, color",
        "number taken, sets",
        "neighbor taken, runs",
        "color taken, color",
        "copies unseen",
        "copies unseen, sets",
        "number",
        "far from the middle, runs",
        "drawn last",
    ),
}
"""The facts of an action that the correction adds up, for draws and for discards."""


class CorrectedPlayer:
    """The expert with learned corrections."""

    def __init__(
        self,
        seed: int | str | None = None,
        weights: Mapping[str, Any] | None = None,
        settings: ExpertSettings | None = None,
    ) -> None:
        """Make a player.

        Args:
            seed: makes it repeatable.
            weights: the weights of each kind of moment; None takes those that were learned.
            settings: those of the expert that it corrects.
        """
        self._expert = ExpertPlayer(10, seed, settings or LEVELS[10])
        self._weights = learned() if weights is None else weights

    def choose(self, view: Observation) -> Action:
        """Return the action with the lowest corrected cost."""
        return self.weigh(view)[0].action

    def weigh(self, view: Observation) -> tuple[Weighed, ...]:
        """Return the actions considered with their corrected costs, best first; as the expert's where none is."""
        found = self._expert.weigh(view)
        moment = kind_of(view, found)
        if moment is None or moment not in self._weights:
            return found
        near = considered(found)
        extra = facts(view, near) @ self._weights[moment]
        corrected = [one._replace(cost=one.cost + float(more)) for one, more in zip(near, extra, strict=True)]
        return (*sorted(corrected, key=lambda one: one.cost), *[one for one in found if one not in near])


player = CorrectedPlayer
"""The name by which the arena finds it."""


@cache
def learned() -> dict[str, Any]:
    """Return the weights that were learned."""
    return read(WEIGHTS)


def read(file: Path) -> dict[str, Any]:
    """Return the weights in a file, in the order of the facts."""
    with file.open(encoding="utf-8") as lines:
        known = {(row["moment"], row["fact"]): float(row["turns"]) for row in csv.DictReader(lines)}
    return {moment: np.array([known[moment, fact] for fact in FACTS[_decision(moment)]]) for moment in MOMENTS}


def write(weights: Mapping[str, Any], file: Path) -> None:
    """Write the weights: the turns that one unit of a fact adds to an action's cost."""
    with file.open("w", encoding="utf-8", newline="") as lines:
        rows = csv.writer(lines, lineterminator="\n")
        rows.writerow(["moment", "fact", "turns"])
        for moment in MOMENTS:
            for fact, turns in zip(FACTS[_decision(moment)], weights[moment], strict=True):
                rows.writerow([moment, fact, f"{turns:.5f}"])


def kind_of(view: Observation, found: Sequence[Weighed]) -> str | None:
    """Return the kind of moment; None where nothing is corrected: nothing to choose, a lay-down, a hit, other games."""
    if len(found) < 2 or len(view.seats) != 2 or view.edition.id != "classic" or view.edition.options:
        return None
    if not isinstance(found[0].action, Draw | Discard):
        return None
    me, other = view.me, view.seats[1 - view.seat]
    if isinstance(found[0].action, Draw):
        return MOMENTS[2 if me.laid else 1 if other.laid else 0]
    return MOMENTS[3 + 2 * bool(me.laid) + bool(other.laid)]


def considered(found: Sequence[Weighed]) -> list[Weighed]:
    """Return the draws or discards near the best one; the best is first."""
    best = found[0]
    return [one for one in found if one.cost <= best.cost + MOST and type(one.action) is type(best.action)]


def facts(view: Observation, near: Sequence[Weighed]) -> Any:
    """Return a row of facts for each of these actions, which are all draws or all discards."""
    moment = _Moment(view, near)
    rows = [moment.draw(one) if isinstance(one.action, Draw) else moment.discard(one) for one in near]
    return np.array(rows, np.float64)


def _decision(moment: str) -> str:
    return moment.partition(",")[0]


class _Moment:
    """The facts that all actions of one moment share."""

    def __init__(self, view: Observation, near: Sequence[Weighed]) -> None:
        other = view.seats[1 - view.seat]
        self.view = view
        self.best_own = min(one.own for one in near)
        self.best_cost = min(one.cost for one in near)
        self.far = self.best_own / 5
        self.small = 5 / len(view.hand)
        left = view.hand_sizes[1 - view.seat]
        self.few = max(0, 5 - left) / 4 if other.laid else 0.0
        self.numbers = [card.number for card in view.hand if card.number]
        self.groups = [group for seat in view.seats for group in seat.laid]
        self.takes = {code for group in self.groups for code in group.takes}
        self.history: PickupHistory = pickup_histories(view)[1 - view.seat]
        self.refused = self.history.refused[-REMEMBERED - 2 :]
        self.mine = _kinds(_phase(view, view.seat))
        self.its = (0.0, 0.0, 0.0) if other.laid else _kinds(_phase(view, 1 - view.seat))
        seen = [*view.hand, *view.discard_pile, *(card for group in self.groups for card in group.cards)]
        self.seen: dict[int, int] = {}
        for card in seen:
            if card.number:
                self.seen[card.number] = self.seen.get(card.number, 0) + 1

    def draw(self, one: Weighed) -> list[float]:
        """Return the facts of a draw."""
        own = one.own - self.best_own
        shared = [own, own / (1 + self.best_own), one.cost - self.best_cost]
        if one.action == FROM_DECK:
            return [*shared, *[0.0] * 10]
        card = self.view.discard_pile[0]
        n = card.number or 0
        return [
            *shared,
            1.0,
            self.far,
            self.few,
            self.small,
            float(card.wild),
            float(card.code in self.takes),
            card.points / 10,
            self.numbers.count(n) / 2,
            _near(n, self.numbers) / 2,
            self._left(card),
        ]

    def discard(self, one: Weighed) -> list[float]:
        """Return the facts of a discard."""
        card = self._card(one)
        own, cost = one.own - self.best_own, one.cost - self.best_cost
        points, n = card.points / 10, card.number or 0
        wild, skip, hits = float(card.wild), float(card.skip), float(card.code in self.takes)
        held = (self.numbers.count(n) - 1) / 2 if n else 0.0
        beside = _near(n, self.numbers) / 2
        of_color = sum(one.color == card.color for one in self.view.hand) / 5 if n else 0.0
        sets, runs, color = self.its
        refused, taken, left = self.refused, self.history.taken, self._left(card)
        return [
            own,
            own / (1 + self.best_own),
            cost,
            cost / (1 + self.best_own),
            one.benefit,
            one.benefit * self.far,
            points,
            points * self.far,
            points * self.few,
            points * self.small,
            wild,
            wild * self.far,
            skip,
            skip * self.far,
            skip * self.few,
            hits,
            hits * self.few,
            self._next_hit(card),
            held,
            beside,
            held * self.mine[0],
            beside * self.mine[1],
            of_color * self.mine[2],
            sets * _same(n, refused),
            runs * _near(n, [one.number or -9 for one in refused]) if n else 0.0,
            color * _colored(card, refused),
            sets * _same(n, taken),
            runs * _near(n, [one.number or -9 for one in taken]) if n else 0.0,
            color * _colored(card, taken),
            left,
            left * sets,
            n / 12,
            runs * abs(n - 6.5) / 6 if n else 0.0,
            float(card is self.view.hand[-1]),
        ]

    def _card(self, one: Weighed) -> Card:
        code = one.action.to_dict()["card"]
        return next(card for card in self.view.hand if card.code == code)

    def _left(self, card: Card) -> float:
        """Return the share of the eight cards of this number that the seat has not seen; 0 for a wild or a skip."""
        return (8 - self.seen.get(card.number, 0)) / 8 if card.number else 0.0

    def _next_hit(self, card: Card) -> float:
        """Return 1 for a card that would fit a run on the table after one other hit."""
        n = card.number
        if not n or card.code in self.takes:
            return 0.0
        ends = [(group.start or 0, len(group.cards)) for group in self.groups if group.kind == "run"]
        return float(any(n in (start - 2, start + length + 1) for start, length in ends))


def _phase(view: Observation, seat: int) -> Phase | None:
    number = view.seats[seat].phase
    return None if number is None else view.edition.phase(number)


def _kinds(phase: Phase | None) -> tuple[float, float, float]:
    """Return whether a phase needs sets, runs and a color, as numbers."""
    needs = phase.needs if phase else ()
    sets, runs, color = (float(any(isinstance(need, kind) for need in needs)) for kind in (SetOf, RunOf, ColorOf))
    return sets, runs, color


def _near(n: int, numbers: Sequence[int]) -> int:
    """Return how many of these numbers are next to *n*; 0 for a card without a number."""
    return sum(abs(n - other) == 1 for other in numbers) if n else 0


def _same(n: int, cards: Sequence[Card]) -> int:
    return sum(card.number == n for card in cards) if n else 0


def _colored(card: Card, cards: Sequence[Card]) -> float:
    return sum(card.color == other.color for other in cards) / 3 if card.number else 0.0
