"""Luck and skill: the effect that a game's deals and draws have on each seat, and the remainder of the seat's result.

For every deal and every card drawn, each seat's chance of winning afterward is compared with the average over all cards
that could have come up. The remaining cards are in random order, so each difference is 0 on average, no matter what the
players do or how the chance of winning is estimated. Subtracting all of them from the result therefore leaves an
unbiased remainder that varies less from game to game: a control variate.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from ..base.html import as_html
from ..base.integers import check_seat
from ..base.translatable import NumberText, Sentence
from ..game.game import Game
from ..rules.actions import Draw
from ..rules.cards import Card
from ..rules.edition import DEALT, Edition
from ..rules.events import Drawn, Flipped, Reshuffled, RoundDealt
from ..rules.rounds import gather
from ..rules.state import Cards, State
from .review import Played, moments
from .value import SeatOutlook, Valuation, Weights, curve_weights_of, next_to_draw

COMPARED_DEALS = 24
"""The number of other deals with which each deal is compared."""
SPREAD = {"classic": 0.35, "standard": 0.39, "masters": 0.42, "flip": 0.47}
"""The standard deviation of skill in one game between two equal players; it is smaller with more players.

Measured over whole games (docs/players.md). It is largest in flip, where many of the deciding factors stay hidden.
"""
BY_POINTS_SPREAD = 0.44
"""The standard deviation of skill in one game if the lowest score wins (V1), measured in classic."""
NO_ROUNDS_SPREAD = 0.5
"""The standard deviation of a two-player game's result, all of which remains unexplained in a very short game."""
FULL_ROUNDS = 10
"""The number of rounds in a full game, for which SPREAD was measured; the shorter the game, the larger the spread."""
TELLING_ROUNDS = 5
"""The minimum number of rounds after which it is worth separating luck from skill.

In classic games between equal players, the standard deviation of skill is 0.48 after one round, 0.45 after three and
0.40 after five (250 games each), compared with 0.50 for the result itself.
"""
MINUS = "\u2212"
FIRST_OF_TWO = {
    ("standard", "completed"): 0.48,
    ("standard", "always"): 0.46,
    ("flip", "completed"): 0.53,
    ("flip", "always"): 0.53,
}
"""The proportion of games that the first of two equal players wins, by edition and ``advance``, where it is not one
half.

Each value was measured with ``greedy`` over at least 4,000 games (standard error 0.008), or at least 2,000 where the
lowest score wins (standard error 0.011).
"""


@dataclass(frozen=True, slots=True)
class Swing:
    """The change in every seat's chance of winning due to one deal or one card.

    >>> import phase10_widgets as p10
    >>> game = p10.Session("classic", ["greedy", "random"], seed=1, phases=[1]).run()
    >>> biggest = max(p10.coach.luck(game).strokes, key=lambda swing: abs(swing.gains[0]))
    >>> biggest.round, biggest.seat, round(biggest.gains[0], 3)
    (1, None, -0.04)
    """

    at: int
    """The moment in the game after the change, as in ``Game.moments``."""
    round: int
    seat: int | None
    """The seat that drew the card or may draw it next, or None for a deal."""
    gains: tuple[float, ...]
    """Each seat's chance minus its average over everything that could have come up."""


@dataclass(frozen=True, slots=True)
class ChanceNode:
    """A chance node: the actual outcome, and every possible outcome."""

    at: int
    round: int
    seat: int | None
    valued: Valuation
    came: Sequence[SeatOutlook]
    """Every seat's outlook after the actual outcome."""
    others: Sequence[tuple[int, Sequence[SeatOutlook]]]
    """Every seat's outlook after each possible outcome, with the outcome's frequency."""

    def stroke(self, weights: Weights | None = None) -> Swing:
        """Return the swing that the chance node caused, optionally computed with different weights."""
        came = self.valued.chances(self.came, weights)
        gains = tuple([chance - mean for chance, mean in zip(came, self.mean(weights), strict=True)])
        return Swing(self.at, self.round, self.seat, gains)

    def mean(self, weights: Weights | None = None) -> tuple[float, ...]:
        """Return each seat's chance, averaged over every possible outcome."""
        whole, total = sum([n for n, _ in self.others]), [0.0] * len(self.came)
        for n, outlooks in self.others:
            for at, chance in enumerate(self.valued.chances(outlooks, weights)):
                total[at] += n * chance
        return tuple([chance / whole for chance in total])


@dataclass(frozen=True, slots=True)
class Luck:
    """A game's luck, and the result without it, as chances from 0 to 1.

    >>> import phase10_widgets as p10
    >>> game = p10.Session("classic", ["greedy", "random"], seed=1, phases=[1]).run()
    >>> p10.coach.luck(game).results
    (0.0, 1.0)
    """

    players: tuple[str, ...]
    strokes: tuple[Swing, ...]
    start: tuple[float, ...]
    """Each seat's chance at the start of the game, which is the same for all seats, except in two-seat games with
    a known difference."""
    results: tuple[float, ...] | None
    """The result: 1 for the winner (or divided among several winners), or None while the game is running."""
    skill_deviation: float
    """The standard deviation of one game's measured skill around the true skill."""
    rounds: int
    """The number of rounds dealt."""

    @property
    def telling(self) -> bool:
        """True if the game was long enough to tell luck from skill."""
        return self.rounds >= TELLING_ROUNDS

    def luck(self, seat: int) -> float:
        """Return the effect that all deals and draws had on a seat, both its own and those of the other seats.

        Raises:
            Refusal: there is no such seat.
        """
        at = self._seat(seat)
        return sum([swing.gains[at] for swing in self.strokes])

    def dealt(self, seat: int) -> float:
        """Return the part of a seat's luck that came from deals."""
        at = self._seat(seat)
        return sum([swing.gains[at] for swing in self.strokes if swing.seat is None])

    def result(self, seat: int) -> float | None:
        """Return a seat's result minus its chance at the start, or None while the game is running."""
        at = self._seat(seat)
        return None if self.results is None else self.results[at] - self.start[at]

    def skill(self, seat: int) -> float | None:
        """Return a seat's result without its luck: the effect of all choices, both its own and those of the other
        seats."""
        result = self.result(seat)
        return None if result is None else result - self.luck(seat)

    def text(self, seat: int) -> Sentence:
        """Return a seat's result in one sentence."""
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
        """Return luck, skill and result as percentage points that add up; the last two are None while the game is
        running."""
        result, skill = self.result(seat), self.skill(seat)
        if result is None or skill is None:
            return _points(self.luck(seat)), None, None
        return _points(result - round(skill, 2)), _points(round(skill, 2)), _points(result)

    def _seat(self, seat: int) -> int:
        return check_seat(seat, len(self.players))

    @property
    def explanation(self) -> tuple[Sentence, ...]:
        """The meaning and accuracy of the numbers, in sentences for readers who do not know statistics."""
        return (
            self._beginning,
            Sentence(
                "Luck is the total effect of the deals and the drawn cards, each compared with the average over all"
                " the cards that could have come up. It is 0 on average."
            ),
            Sentence(
                "Skill is the rest: the effect of the player's own choices and the other players' choices. It also "
                "includes the effect of seat order."
            ),
            Sentence(
                "One game tells you little: between equal players, skill falls between \u2212{spread} and +{spread} in "
                "about two games out of three. The average of many games tells you more.",
                spread=self.error,
            ),
        )

    @property
    def error(self) -> NumberText:
        """The standard deviation of skill in percentage points."""
        return NumberText(f"{100 * self.skill_deviation:.0f}")

    @property
    def _beginning(self) -> Sentence:
        """Every player's chance at the start, in one sentence."""
        if max(self.start) - min(self.start) > 1e-9 and len(self.players) == 2:
            return Sentence(
                "All values are changes in the win probability, in percentage points. At the start, it is {one}% "
                "for {first} and {other}% for {second}.",
                first=self.players[0],
                one=NumberText(f"{100 * self.start[0]:.0f}"),
                second=self.players[1],
                other=NumberText(f"{100 * self.start[1]:.0f}"),
            )
        return Sentence(
            "All values are changes in the win probability, in percentage points. At the start, it is {share}% for"
            " everyone.",
            share=NumberText(f"{100 / len(self.players):.0f}"),
        )

    _repr_html_ = as_html

    def __repr__(self) -> str:
        return f"<Luck of {', '.join(f'{name} {self.points(seat)[0]}' for seat, name in enumerate(self.players))}>"

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return a row for each seat with name, result, luck, dealt (luck from deals), skill, skill_deviation and
        text."""
        return [
            {
                "name": name,
                "result": self.result(seat),
                "luck": self.luck(seat),
                "dealt": self.dealt(seat),
                "skill": self.skill(seat),
                "skill_deviation": self.skill_deviation,
                "text": str(self.text(seat)),
            }
            for seat, name in enumerate(self.players)
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form: seats (as in ``to_dicts``), strokes (at, round, seat, gains) and explanation."""
        return {
            "seats": self.to_dicts(),
            "strokes": [
                {"at": one.at, "round": one.round, "seat": one.seat, "gains": list(one.gains)} for one in self.strokes
            ],
            "explanation": [str(one) for one in self.explanation],
        }


def _points(share: float) -> NumberText:
    """Return a change in the chance of winning as signed percentage points."""
    points = round(100 * share)
    return NumberText(f"{points:+d}".replace("-", MINUS) if points else "0")


def luck(played: Played) -> Luck:
    """Return each seat's luck in a game, and its result without that luck.

    >>> import phase10_widgets as p10
    >>> game = p10.Session("classic", ["greedy", "random"], seed=1, phases=[1]).run()
    >>> p10.coach.luck(game).rounds
    1

    Args:
        played: a record, a game, or its moments.

    Raises:
        ValueError: the record cannot be replayed; the message says where.
    """
    games = moments(played)
    return luck_from(games, [node.stroke() for node in casts(games)])


def luck_from(games: Sequence[Game], swings: Sequence[Swing]) -> Luck:
    """Return each seat's luck in these moments, given their swings."""
    first, last = games[0], games[-1]
    n = len(first.players)
    start = starting_shares(first.edition, n) if first.events else estimate(first.state)
    results = None
    if last.to_act is None:
        results = tuple([(at in last.winners) / len(last.winners) for at in range(n)])
    rounds = len({swing.round for swing in swings})
    return Luck(first.players, tuple(swings), start, results, _spread(first.edition, rounds), rounds)


def win_probability(game: Game) -> tuple[float, ...]:
    """Return every seat's estimated win probability at the start of a turn, with all cards known; each lies between 0
    and 1, and together they add up to 1.

    A moment with a deal is valued before the deal, so that the luck of the deal does not show until the next turn
    and the value reveals nothing about a hand. At the end, it is 1 for the winner (or divided among several winners).

    >>> win_probability(Game.new("classic", ["Ana", "Ben"], seed=3))
    (0.5, 0.5)

    Raises:
        ValueError: *game* is not a game.
    """
    if not isinstance(game, Game):
        raise ValueError(f"win probabilities need a Game, not {game!r:.60}")
    n = len(game.players)
    if game.to_act is None:
        return tuple([(seat in game.winners) / len(game.winners) for seat in range(n)])
    deal = next((event for event in game.events if isinstance(event, RoundDealt)), None)
    if deal is None:
        return estimate(game.state)
    if game.state.round == 1:
        return starting_shares(game.edition, n)
    return _dealt(game.state, 0, deal.seats[0]).mean(curve_weights_of(game.edition))


def _spread(edition: Edition, rounds: int) -> float:
    """Return the standard deviation of skill in a game with this number of rounds."""
    full = BY_POINTS_SPREAD if edition.advance == "always" else SPREAD.get(edition.id, max(SPREAD.values()))
    return NO_ROUNDS_SPREAD - (NO_ROUNDS_SPREAD - full) * min(1.0, rounds / FULL_ROUNDS)


def casts(games: Sequence[Game]) -> Iterator[ChanceNode]:
    """Yield every chance node in these moments, from first to last."""
    tops = _Tops() if games[0].edition.two_sided else None
    for at, after in enumerate(games):
        before, state = games[at - 1].state if at else None, after.state
        kinds = {type(event) for event in after.events}
        if before is not None and after.done == Draw("deck") and not (tops and tops.seen(before)):
            drawn = next(event.card for event in after.events if isinstance(event, Drawn))
            assert before.to_act is not None, "somebody drew"
            assert drawn is not None, "all cards are known"
            yield _drawn(before, at, before.to_act, _to_come(before), drawn)
        for event in after.events:
            if isinstance(event, RoundDealt):
                yield _dealt(state, at, event.seats[0])
        if tops is not None:
            top, seat = tops.after(before, state, kinds), next_to_draw(state)
            if top and seat is not None:
                yield _drawn(state, at, seat, top, top[0])


def starting_shares(edition: Edition, seats: int) -> tuple[float, ...]:
    """Return every seat's chance before the first deal if all players are equal."""
    if seats == 2 and edition.options.keys() <= {"advance"}:
        first = FIRST_OF_TWO.get((edition.id, edition.advance), 0.5)
        return first, 1 - first
    return (1 / seats,) * seats


def estimate(state: State) -> tuple[float, ...]:
    """Return every seat's estimated chance of winning at the start of a turn."""
    valuation, outlooks = valued(state)
    return valuation.chances(outlooks, curve_weights_of(state.edition))


def valued(state: State) -> tuple[Valuation, list[SeatOutlook]]:
    """Return a moment's valuation and every seat's outlook."""
    valuation = Valuation(state, _to_come(state))
    return valuation, [valuation.outlook(at, hand) for at, hand in enumerate(state.hands)]


def _to_come(state: State) -> Cards:
    """Return the cards that a draw from the pile may yield."""
    return state.draw_pile or state.discard_pile[1:]


def _drawn(state: State, at: int, seat: int, cards: Cards, drawn: Card) -> ChanceNode:
    """Return the chance node for a seat that receives one of *cards*."""
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
    """Return the chance node for a deal, compared with other deals of the same cards; *first* sits to the dealer's
    left.

    The other deals depend on the game's seed, not on its decks; across many games, their errors cancel out.
    """
    deck = list(gather(state))
    valued = Valuation(state, deck)
    chance, others = Random(f"coach/{state.seed}/{state.round}"), []
    for _ in range(COMPARED_DEALS):
        chance.shuffle(deck)
        hands = [tuple(deck[n * DEALT :][:DEALT]) if n in state.playing else () for n in range(len(state.seats))]
        others.append((1, _of_deal(valued, hands, deck[-1], first)))
    up = state.discard_pile[0]
    return ChanceNode(at, state.round, None, valued, _of_deal(valued, state.hands, up, first), others)


def _of_deal(valued: Valuation, hands: Sequence[Cards], up: Card, first: int) -> list[SeatOutlook]:
    """Return the seats' outlooks after a deal; if the card turned up is a skip, the first seat loses its turn (C5)."""
    return [valued.outlook(seat, hand, lost=up.skip and seat == first) for seat, hand in enumerate(hands)]


class _Tops:
    """A record of the cards that have been on top of the draw pile, kept because the pile may be turned over.

    In flip, the back of the top card is visible (F4), so a card counts as drawn once it is on top.
    """

    def __init__(self) -> None:
        self._seen: list[bool] = []

    def seen(self, state: State) -> bool:
        """Return True if the next card to be drawn has been seen."""
        return bool(state.draw_pile) and self._seen[0]

    def after(self, before: State | None, state: State, kinds: set[type]) -> Cards:
        """Return the cards that the new top card could have been, with the actual one first (none if it was
        seen before)."""
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
