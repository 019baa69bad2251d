"""Luck and skill apart: what the deals and draws of a game gave each seat, and what is left.

At every deal and at every card that is drawn, a seat's chance of winning after it is compared with what it would
have been on average over all cards that could have come. The cards left to draw lie in random order, so each such
difference is 0 on average, whatever the players do and however the chance of winning is reckoned. What remains of the
result when all of them are taken away is therefore right on average, too, and varies less from game to game: a
control variate.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from ..core.actions import Draw
from ..core.cards import Card
from ..core.edition import DEALT, Edition
from ..core.events import Drawn, Flipped, Reshuffled, RoundDealt
from ..core.messages import NumberText, Sentence
from ..core.rounds import gather
from ..core.state import Cards, State
from ..game import Game
from .review import Played, moments
from .value import SeatOutlook, Valuation, Weights, next_to_draw

DEALS = 24
"""So many other deals each deal is compared with."""
SPREAD = {"classic": 0.35, "standard": 0.39, "masters": 0.42, "flip": 0.47}
"""How far the skill of one game between two equal players is from 0, as a standard deviation; with more it is less.

Measured by ``python -m devtools.measure.coach_check``. In flip few of the surprises are known that make a game.
"""
BY_POINTS_SPREAD = 0.44
"""The same where the lowest score wins (V1), measured in classic."""
MINUS = "\u2212"
FIRST_OF_TWO = {
    ("standard", "completed"): 0.48,
    ("standard", "always"): 0.46,
    ("flip", "completed"): 0.53,
    ("flip", "always"): 0.53,
}
"""How often the first of two equal players wins, by edition and ``advance``, where that is not half of the games.

Measured with ``greedy`` over 4,000 games or more each (standard error 0.008), by points over 2,000 or more (0.011).
"""


@dataclass(frozen=True, slots=True)
class Swing:
    """What one deal or one card did to everybody's chance of winning."""

    at: int
    """The moment of the game after it, as in ``Game.moments``."""
    round: int
    seat: int | None
    """Who drew, or for whom the card lies ready; None for a deal."""
    gains: tuple[float, ...]
    """By how much each seat's chance was better than on average; 0 on average over what could have come."""


@dataclass(frozen=True, slots=True)
class ChanceNode:
    """Something that chance decided: what came, and what could have come."""

    at: int
    round: int
    seat: int | None
    valued: Valuation
    came: Sequence[SeatOutlook]
    """How the seats stand with what came."""
    others: Sequence[tuple[int, Sequence[SeatOutlook]]]
    """The same for everything that could have come, with how often."""

    def stroke(self, weights: Weights | None = None) -> Swing:
        """What it did; with other weights if told."""
        came = self.valued.chances(self.came, weights)
        whole, total = sum([n for n, _ in self.others]), [0.0] * len(came)
        for n, outlooks in self.others:
            for at, chance in enumerate(self.valued.chances(outlooks, weights)):
                total[at] += n * chance
        gains = tuple([chance - mean / whole for chance, mean in zip(came, total, strict=True)])
        return Swing(self.at, self.round, self.seat, gains)


@dataclass(frozen=True, slots=True)
class Luck:
    """A game's luck, and what is left of the result without it; chances from 0 to 1."""

    players: tuple[str, ...]
    strokes: tuple[Swing, ...]
    start: tuple[float, ...]
    """Each seat's chance when the game began: even shares, but for two seats where the first is known to differ."""
    results: tuple[float, ...] | None
    """1 for who has won, shared by several; None while the game runs."""
    spread: float
    """How far the skill of one such game is from the true one, as a standard deviation."""

    def luck(self, seat: int) -> float:
        """What deals and draws gave a seat, its own and those of others."""
        return sum([stroke.gains[seat] for stroke in self.strokes])

    def dealt(self, seat: int) -> float:
        """The part of it that the deals gave."""
        return sum([stroke.gains[seat] for stroke in self.strokes if stroke.seat is None])

    def result(self, seat: int) -> float | None:
        """What a seat won, less its chance at the start; None while the game runs."""
        return None if self.results is None else self.results[seat] - self.start[seat]

    def skill(self, seat: int) -> float | None:
        """What is left of the result: what its own choices gave, less what those of the others gave them."""
        result = self.result(seat)
        return None if result is None else result - self.luck(seat)

    def text(self, seat: int) -> Sentence:
        """A seat's result in one sentence."""
        luck, skill, result = self.points(seat)
        if result is None or skill is None:
            return Sentence("{name}: luck {luck} so far.", name=self.players[seat], luck=luck)
        return Sentence(
            "{name}: result {result} = luck {luck} + skill {skill}.",
            name=self.players[seat],
            result=result,
            luck=luck,
            skill=skill,
        )

    def points(self, seat: int) -> tuple[NumberText, NumberText | None, NumberText | None]:
        """Luck, skill and result as points of 100, rounded so that they add up; None while the game runs."""
        result, skill = self.result(seat), self.skill(seat)
        if result is None or skill is None:
            return _points(self.luck(seat)), None, None
        return _points(result - round(skill, 2)), _points(round(skill, 2)), _points(result)

    @property
    def explanation(self) -> tuple[Sentence, ...]:
        """What the numbers mean and how sure they are, for somebody who knows no statistics."""
        return (
            self._beginning,
            Sentence(
                "Luck is what each deal and each card drawn gave, compared with all cards that could have come. "
                "It is 0 on average."
            ),
            Sentence(
                "Skill is the rest: what somebody's choices gave, and what the choices of the others gave them. "
                "The seat counts, too."
            ),
            Sentence(
                "One game says little: among equal players skill lies between \u2212{spread} and +{spread} in about "
                "two games of three. The average of many games tells more.",
                spread=NumberText(f"{100 * self.spread:.0f}"),
            ),
        )

    @property
    def _beginning(self) -> Sentence:
        """What everybody's chance was at the start."""
        if max(self.start) - min(self.start) > 1e-9 and len(self.players) == 2:
            return Sentence(
                "All numbers are points of the chance to win: "
                "at the start {first} has {one} of 100 and {second} {other}.",
                first=self.players[0],
                one=NumberText(f"{100 * self.start[0]:.0f}"),
                second=self.players[1],
                other=NumberText(f"{100 * self.start[1]:.0f}"),
            )
        return Sentence(
            "All numbers are points of the chance to win: at the start everybody has {share} of 100.",
            share=NumberText(f"{100 / len(self.players):.0f}"),
        )

    def to_dicts(self) -> list[dict[str, Any]]:
        """A row for each seat: name, result, luck, dealt (the part of the luck from deals), skill, spread, text."""
        return [
            {
                "name": name,
                "result": self.result(seat),
                "luck": self.luck(seat),
                "dealt": self.dealt(seat),
                "skill": self.skill(seat),
                "spread": self.spread,
                "text": str(self.text(seat)),
            }
            for seat, name in enumerate(self.players)
        ]

    def to_dict(self) -> dict[str, Any]:
        """The JSON form: seats (as ``to_dicts``), strokes (at, round, seat, gains), explanation."""
        return {
            "seats": self.to_dicts(),
            "strokes": [
                {"at": one.at, "round": one.round, "seat": one.seat, "gains": list(one.gains)} for one in self.strokes
            ],
            "explanation": [str(one) for one in self.explanation],
        }


def _points(share: float) -> NumberText:
    """A share of the chance to win, as points of 100 with a sign."""
    points = round(100 * share)
    return NumberText(f"{points:+d}".replace("-", MINUS) if points else "0")


def luck(played: Played) -> Luck:
    """What chance gave each seat of a game, and what it did not.

    Args:
        played: a record, a game, or the moments of one.

    Raises:
        ValueError: the record cannot be played again; the message says where.
    """
    games = moments(played)
    first, last = games[0], games[-1]
    n = len(first.players)
    start = _start(first.edition, n) if first.events else _now(first.state)
    results = None
    if last.to_act is None:
        results = tuple([(at in last.winners) / len(last.winners) for at in range(n)])
    edition = first.edition
    spread = BY_POINTS_SPREAD if edition.advance == "always" else SPREAD.get(edition.id, max(SPREAD.values()))
    return Luck(first.players, tuple([cast.stroke() for cast in casts(games)]), start, results, spread)


def casts(games: Sequence[Game]) -> Iterator[ChanceNode]:
    """Everything that chance decided in these moments, from the first to the last."""
    tops = _Tops() if games[0].edition.two_sided else None
    for at, after in enumerate(games):
        before, state = games[at - 1].state if at else None, after.state
        kinds = {type(event) for event in after.events}
        if before is not None and after.done == Draw("deck") and not (tops and tops.seen(before)):
            drawn = next(event.card for event in after.events if isinstance(event, Drawn))
            assert before.to_act is not None, "somebody drew"
            assert drawn is not None, "the whole truth"
            yield _drawn(before, at, before.to_act, _to_come(before), drawn)
        for event in after.events:
            if isinstance(event, RoundDealt):
                yield _dealt(state, at, event.seats[0])
        if tops is not None:
            top, seat = tops.after(before, state, kinds), next_to_draw(state)
            if top and seat is not None:
                yield _drawn(state, at, seat, top, top[0])


def _start(edition: Edition, seats: int) -> tuple[float, ...]:
    """Everybody's chance before the first deal, among equals."""
    if seats == 2 and edition.options.keys() <= {"advance"}:
        first = FIRST_OF_TWO.get((edition.id, edition.advance), 0.5)
        return first, 1 - first
    return (1 / seats,) * seats


def _now(state: State) -> tuple[float, ...]:
    """What everybody's chance seems to be."""
    valued = Valuation(state, _to_come(state))
    return valued.chances([valued.outlook(at, hand) for at, hand in enumerate(state.hands)])


def _to_come(state: State) -> Cards:
    """The cards of which one is drawn from the draw pile."""
    return state.draw_pile or state.discard_pile[1:]


def _drawn(state: State, at: int, seat: int, cards: Cards, drawn: Card) -> ChanceNode:
    """Of these cards just this one comes to a seat."""
    valued = Valuation(state, cards)
    outlooks = [valued.outlook(other, hand) for other, hand in enumerate(state.hands)]
    each = valued.with_each(seat, state.hands[seat])
    alike = Counter[SeatOutlook]()
    for card, outlook in each.items():
        alike[outlook] += valued.pile[card]
    stands = {outlook: [*outlooks[:seat], outlook, *outlooks[seat + 1 :]] for outlook in alike}
    others = [(n, stands[outlook]) for outlook, n in alike.items()]
    return ChanceNode(at, state.round, seat, valued, stands[each[drawn]], others)


def _dealt(state: State, at: int, first: int) -> ChanceNode:
    """A deal, beside other deals of the same cards; *first* is the seat left of the dealer.

    The others depend on the game's seed, not on its decks: other games have others, so their errors cancel out.
    """
    deck = list(gather(state))
    valued = Valuation(state, deck)
    chance, others = Random(f"coach/{state.seed}/{state.round}"), []
    for _ in range(DEALS):
        chance.shuffle(deck)
        hands = [tuple(deck[n * DEALT :][:DEALT]) if n in state.playing else () for n in range(len(state.seats))]
        others.append((1, _of_deal(valued, hands, deck[-1], first)))
    up = state.discard_pile[0]
    return ChanceNode(at, state.round, None, valued, _of_deal(valued, state.hands, up, first), others)


def _of_deal(valued: Valuation, hands: Sequence[Cards], up: Card, first: int) -> list[SeatOutlook]:
    """How the seats stand after a deal; a skip that lies open takes the first seat's turn (C5)."""
    return [valued.outlook(seat, hand, lost=up.skip and seat == first) for seat, hand in enumerate(hands)]


class _Tops:
    """Flip: everybody sees the back of the draw pile's top card (F4), so it counts as drawn when it comes to the top.

    Which cards of the pile have been on top is remembered, for the pile may be turned over.
    """

    def __init__(self) -> None:
        self._seen: list[bool] = []

    def seen(self, state: State) -> bool:
        """Whether the card that is drawn next has been seen."""
        return bool(state.draw_pile) and self._seen[0]

    def after(self, before: State | None, state: State, kinds: set[type]) -> Cards:
        """The cards of which the new top is one, itself first; none when it was seen before."""
        pile = state.draw_pile
        if RoundDealt in kinds or before is None or Reshuffled in kinds:
            self._seen = [False] * len(pile)
        elif len(pile) < len(before.draw_pile):
            del self._seen[0]
        if Flipped in kinds and RoundDealt not in kinds:
            self._seen.reverse()
        if not pile or self._seen[0]:
            return ()
        cards = tuple([card for card, seen in zip(pile, self._seen, strict=True) if not seen])
        self._seen[0] = True
        return cards
