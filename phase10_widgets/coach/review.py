"""Reviews: what each decision in a game cost compared with the expert's choice, given the same knowledge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Any

from ..base.html import as_html
from ..base.integers import check_seat, integer_from, shown
from ..base.rows import frame
from ..base.translatable import UNTRANSLATED, NumberText, Refusal, Sentence
from ..editions import check_registered
from ..game.game import Game
from ..players.expert import Weighed
from ..rules.actions import Action, Discard, Draw, Hit, LayDown, Save
from ..rules.cards import Card, remove
from ..rules.groups import Group
from ..rules.observation import Observation
from .advice import Hint, explained, weighed
from .areas import Area, area_of
from .phrasing import in_hand, laid_groups, move

Played = Mapping[str, Any] | Game | Sequence[Game]
"""A game to review: its record, the game itself, or its moments in order."""


class Grade(StrEnum):
    """The grade of a decision, based on its cost.

    >>> import phase10_widgets as p10
    >>> game = p10.Session("classic", ["greedy", "random"], seed=1, phases=[1]).run()
    >>> p10.coach.review(game, seat=1).costliest(1)[0].grade
    <Grade.BLUNDER: 'blunder'>
    """

    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


GRADES = {Grade.BLUNDER: 0.75, Grade.MISTAKE: 0.3, Grade.INACCURACY: 0.1}
"""The minimum cost for each grade, in turns; a decision that costs less is considered as good as the expert's.

docs/analyse.md states how often players of different strengths blunder.
"""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision that a seat made when it had a choice.

    >>> import phase10_widgets as p10
    >>> game = p10.Session("classic", ["greedy", "random"], seed=1, phases=[1]).run()
    >>> worst = p10.coach.review(game, seat=1).costliest(1)[0]
    >>> worst.round, str(worst.action), str(worst.better.action)
    (1, 'discard R10', 'lay Y1 W W[number=1] | R6 Y6 W[number=6]')
    """

    at: int
    """The moment in the game at which it was made, as in ``Game.moments`` (0 is the beginning)."""
    round: int
    seat: int
    action: Action
    done: Sentence
    """The action in words, as in "Take the blue 9"."""
    cost: float
    """Its cost in turns compared with the best action, as estimated by the expert (never negative)."""
    better: Hint
    """The expert's choice and the reason for it."""
    lead: float
    """The second-best action's cost in turns compared with the best one (never negative)."""
    area: Area

    @property
    def grade(self) -> Grade | None:
        """The grade, or None if the decision is as good as the expert's."""
        return next((grade for grade, least in GRADES.items() if self.cost >= least), None)

    @property
    def outstanding(self) -> bool:
        """True for the expert's choice if every other action was a mistake."""
        return self.grade is None and self.lead >= GRADES[Grade.MISTAKE]

    @property
    def text(self) -> Sentence:
        """The decision, its cost and the better choice, in one sentence."""
        if self.outstanding:
            return self.praise
        if self.grade is None:
            return Sentence("{done}: the expert could not have done better.", done=self.done)
        return Sentence(
            "{done}: that cost about {turns} turns (an estimate). Better: {better}",
            done=self.done,
            turns=NumberText(f"{self.cost:.1f}"),
            better=self.better.text,
        )

    @property
    def praise(self) -> Sentence:
        """The decision, its reason and the cost of any other action, in one sentence."""
        return Sentence(
            "{done}: the best move, because {why}. Any other would have cost at least {turns} turns (an estimate).",
            done=self.done,
            why=self.better.why,
            turns=NumberText(f"{self.lead:.1f}"),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return a table row with at, round, seat, area, action, cost, grade, better (an action) and text."""
        return {
            "at": self.at,
            "round": self.round,
            "seat": self.seat,
            "area": str(self.area),
            "action": self.action.to_dict(),
            "cost": self.cost,
            "grade": self.grade and str(self.grade),
            "better": self.better.action.to_dict(),
            "text": str(self.text),
        }


@dataclass(frozen=True, slots=True)
class Review:
    """The decisions in a game, in the order in which they were made.

    >>> import phase10_widgets as p10
    >>> game = p10.Session("classic", ["greedy", "random"], seed=1, phases=[1]).run()
    >>> p10.coach.review(game).grades(1)
    {<Grade.INACCURACY: 'inaccuracy'>: 9, <Grade.MISTAKE: 'mistake'>: 6, <Grade.BLUNDER: 'blunder'>: 6}
    """

    players: tuple[str, ...]
    decisions: tuple[Decision, ...]

    def costliest(self, n: int | None = None, *, round: int | None = None, seat: int | None = None) -> list[Decision]:
        """Return the *n* costliest decisions that have a grade, optionally for just one round or seat."""
        found = [one for one in self.select(round=round, seat=seat) if one.grade]
        return sorted(found, key=lambda one: -one.cost)[:n]

    def best(self, *, round: int | None = None, seat: int | None = None) -> Decision | None:
        """Return the best decision to praise: the expert's choice if every other action was a mistake. Laying down is
        left out because it is rarely a choice. Return None if there is no such decision.
        """
        found = [
            one
            for one in self.select(round=round, seat=seat)
            if one.outstanding and not isinstance(one.action, LayDown)
        ]
        return max(found, key=lambda one: one.lead, default=None)

    def select(self, *, round: int | None = None, seat: int | None = None) -> Iterator[Decision]:
        """Return the decisions in order, optionally for just one round or seat.

        Raises:
            Refusal: there is no such seat.
        """
        who = None if seat is None else check_seat(seat, len(self.players))
        return (one for one in self.decisions if round in (None, one.round) and who in (None, one.seat))

    def grades(self, seat: int) -> dict[Grade, int]:
        """Return the number of a seat's decisions with each grade: inaccuracy, mistake and blunder."""
        got = [one.grade for one in self.select(seat=seat)]
        return {grade: got.count(grade) for grade in Grade}

    def cost(self, seat: int) -> float:
        """Return the total cost of a seat's decisions, in turns."""
        return sum([one.cost for one in self.select(seat=seat)])

    _repr_html_ = as_html

    def __repr__(self) -> str:
        graded = sum(one.grade is not None for one in self.decisions)
        return f"<Review of {', '.join(self.players)}: {len(self.decisions)} decisions, {graded} with a grade>"

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return a row for each decision, round by round, with the costliest first in each round."""
        ordered = sorted(self.decisions, key=lambda one: (one.round, -one.cost, one.at))
        return [{**one.to_dict(), "name": self.players[one.seat]} for one in ordered]

    def to_frame(self) -> Any:
        """Return a pandas.DataFrame with the rows of :meth:`to_dicts` in the order of play, with actions as text.

        Raises:
            ModuleNotFoundError: pandas is not installed.
        """
        texts = [{"action": str(one.action), "better": str(one.better.action)} for one in self.decisions]
        return frame(
            {**one.to_dict(), **text, "name": self.players[one.seat]}
            for one, text in zip(self.decisions, texts, strict=True)
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form: players, costs (one total per seat) and decisions (as in ``to_dicts``)."""
        return {
            "players": list(self.players),
            "costs": [self.cost(seat) for seat in range(len(self.players))],
            "decisions": self.to_dicts(),
        }


def review(played: Played, seat: int | None = None, *, round: int | None = None) -> Review:
    """Return every decision with its cost compared with the expert's choice, which is based on the same knowledge.

    >>> import phase10_widgets as p10
    >>> game = p10.Session("classic", ["greedy", "random"], seed=1, phases=[1]).run()
    >>> p10.coach.review(game, seat=1)
    <Review of greedy, random: 57 decisions, 21 with a grade>

    Args:
        played: a record, a game, or its moments.
        seat: the seat to review; by default, all seats.
        round: the round to review, starting at 1; by default, all rounds.

    Raises:
        ValueError: the record cannot be replayed (the message says where), or there is no such seat or round.
    """
    games = moments(played)
    players, rounds = games[0].players, games[-1].state.round
    who = None if seat is None else check_seat(seat, len(players))
    only = None if round is None else integer_from(games[0].state.round, round, rounds)
    if round is not None and only is None:
        raise Refusal("there is no round {round}; the last one is {last}", round=shown(round), last=rounds)
    return Review(players, tuple(decisions(games, who, only)))


def decisions(games: Sequence[Game], seat: int | None = None, round: int | None = None) -> Iterator[Decision]:
    """Yield the decisions one by one, for callers that display them as they are found."""
    for at, (before, after) in enumerate(pairwise(games)):
        who = before.to_act
        if who is None or seat not in (None, who) or round not in (None, before.state.round):
            continue
        assert after.done is not None, "an action led here"
        found = graded(before.observe(who), after.done, at)
        if found is not None:
            yield found


def graded(view: Observation, action: Action, at: int = 0) -> Decision | None:
    """Return an action by the seat whose turn it is, with its cost and the expert's choice, or None if no other action
    was possible.

    *at* is the moment's number.

    >>> from phase10_widgets import Game
    >>> graded(Game.new("classic", seed=7).observe(0), Draw("deck")).grade is None
    True

    Raises:
        Refusal: it is another seat's turn.
    """
    costs = weighed(view)
    if len(costs) < 2:
        return None
    best, second = costs[0], costs[1]
    return Decision(
        at=at,
        round=view.round,
        seat=view.seat,
        action=action,
        done=move(view, action),
        cost=max(0.0, cost_of(view, action, costs) - best.cost),
        better=explained(view, costs),
        lead=second.cost - best.cost,
        area=area_of(view, action, weighed_as(view, action, costs), best),
    )


def moments(played: Played) -> list[Game]:
    """Return the game at every moment, in order."""
    if isinstance(played, Game):
        check_registered(played.edition, "the game could not be replayed")
        played = played.record()
    if isinstance(played, Mapping):
        return list(Game.moments(played))
    games = list(played) if isinstance(played, Iterable) and not isinstance(played, str) else []
    if not games or not all(isinstance(game, Game) for game in games):
        fault = f"a game to review must be a record, a Game or its moments, not {played!r:.60}"
        raise Refusal(UNTRANSLATED, fault=fault)
    return games


def cost_of(view: Observation, action: Action, costs: Iterable[Weighed]) -> float:
    """Return an action's cost, looked up among the actions that the expert weighed.

    Of several equivalent actions, the expert weighs only one. Another way to lay down the same phase costs one more
    turn for each additional card that stays in the hand and cannot be hit.
    """
    found = weighed_as(view, action, costs)
    if isinstance(action, LayDown) and isinstance(found.action, LayDown):
        return found.cost + _stay(view, action) - _stay(view, found.action)
    return found.cost


def weighed_as(view: Observation, action: Action, costs: Iterable[Weighed]) -> Weighed:
    """Return the weighed action that is equivalent to this one."""
    alike = [one for one in costs if _alike(view, one.action) == _alike(view, action)]
    if not alike:  # equal cards are weighed only once
        alike = [one for one in costs if type(one.action) is type(action)]
    return min(alike, key=lambda one: one.cost)


def _alike(view: Observation, action: Action) -> object:
    """Return a key that equivalent actions share."""
    match action:
        case LayDown():
            return LayDown, action.phase
        case Draw(source="saved", card=str(word)):
            return Draw, next((card.code for card in view.saved if word in (card.code, card.word)), word)
        case Hit():
            card = in_hand(view, action.card)
            end = action.end or view.seats[action.owner].laid[action.group].ends(card)[0]
            return Hit, card.code, action.owner, action.group, end
        case Discard() | Save():
            return type(action), in_hand(view, action.card)
        case _:
            return action


def _stay(view: Observation, action: LayDown) -> int:
    """Return the number of cards left in hand after laying this down and making every possible hit."""
    groups = list(laid_groups(view, action))
    left = view.hand
    for card in [card for group in groups for card in group.cards]:
        left = remove(left, card)
    if view.edition.hit_others_same_turn:
        groups += [group for at in view.playing for group in view.seats[at].laid]
    return len(_after_hits(left, groups))


def _after_hits(left: Sequence[Card], groups: list[Group]) -> Sequence[Card]:
    """Return the cards left after every possible hit, with naturals hit first."""
    for card in sorted(left, key=lambda card: card.wild):
        for at, group in enumerate(groups):
            ends = group.ends(card)
            if ends:
                rest = list(left)
                rest.remove(card)
                return _after_hits(rest, [*groups[:at], group.hit(card, ends[0]), *groups[at + 1 :]])
    return left
