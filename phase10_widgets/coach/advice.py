"""Hints: the expert's choice, explained in one sentence with its odds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from ..base.html import as_html
from ..base.translatable import UNTRANSLATED, NumberText, Refusal, Sentence
from ..odds.distance.hand_state import HandState
from ..odds.distance.tables import exact_table, is_quick
from ..odds.pool import Pool, face_on
from ..odds.situation import unseen, unseen_turned
from ..players.expected_draws import ExpectedDraws, expected_draws
from ..players.expert import ExpertPlayer, Weighed
from ..players.opponents import OpponentModel, next_seat, pickup_histories
from ..players.prospects import Aim
from ..players.spare_cards import left_after
from ..rules import legal
from ..rules.actions import Action, ChoosePhase, Discard, Draw, Hit, LayDown, Save
from ..rules.cards import Card, remove
from ..rules.observation import SPECTATOR, Observation
from ..rules.phases import Phase
from .phrasing import in_hand, move

HANDS = 200
"""The number of hands sampled to estimate the chance that the next seat can use a card."""
HARDLY_CHANCE, PROBABLY_CHANCE = 0.15, 0.5
"""The chance below which a seat is very unlikely to be able to use a card, and the chance at or above which it probably
can."""


@dataclass(frozen=True, slots=True)
class Hint:
    """The expert's choice and the reason for it.

    >>> from phase10_widgets import Game, coach
    >>> hint = coach.hint(Game.new("classic", ["Ana", "Ben"], seed=7).observe(0))
    >>> hint.action, str(hint.move)
    (Draw(source='deck', card=None), 'Draw from the pile')
    """

    action: Action
    move: Sentence
    """The action in words, as in "Take the blue 9"."""
    why: Sentence
    """The reason, including odds. Counts of unseen cards are exact; guesses are marked as estimates."""

    @property
    def text(self) -> Sentence:
        """The move and its reason in one sentence."""
        return Sentence("{move}: {why}.", move=self.move, why=self.why)

    _repr_html_ = as_html

    def __repr__(self) -> str:
        return f"<Hint {str(self.text)!r}>"

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, with action and text."""
        return {"action": self.action.to_dict(), "text": str(self.text)}


def hint(view: Observation) -> Hint:
    """Return the expert's choice for the seat whose turn it is, based only on what that seat knows.

    >>> from phase10_widgets import Game
    >>> print(hint(Game.new("classic", seed=7).observe(0)).text)
    Draw from the pile: ...

    Raises:
        Refusal: it is another seat's turn, or *view* is not an observation.
    """
    return explained(view, weighed(view))


def weighed(view: Observation) -> tuple[Weighed, ...]:
    """Return every action the expert considers, best first.

    Raises:
        Refusal: it is another seat's turn, or *view* is not an observation.
    """
    if not isinstance(view, Observation):
        fault = f"a hint needs an observation, such as game.observe(0), not {view!r:.60}"
        raise Refusal(UNTRANSLATED, fault=fault)
    if view.seat == SPECTATOR or view.to_act != view.seat:
        raise Refusal("hints are available only for the seat whose turn it is")
    found = ExpertPlayer(seed="coach").weigh(view)
    return tuple(sorted(_with_stuck_cards(view, found), key=lambda one: one.cost))


def _with_stuck_cards(view: Observation, costs: Sequence[Weighed]) -> list[Weighed]:
    """Raise each hit's cost by one turn for every card that it leaves stuck but the best hit does not.

    The card to discard does not count. The expert itself needs only the order of the hits, because it plays the best
    one.
    """
    stuck = {one.action: _stuck(view, one.action) for one in costs if isinstance(one.action, Hit)}
    fewest = min(stuck.values(), default=0)
    return [
        one._replace(cost=one.cost + stuck[one.action] - fewest) if isinstance(one.action, Hit) else one
        for one in costs
    ]


def _stuck(view: Observation, action: Hit) -> int:
    """Return the number of cards in the hand that fit nowhere after this hit, not counting the one to discard."""
    here = view.laid_this_turn and not view.edition.hit_others_same_turn
    seats = [view.seat] if here else view.playing
    places = [(seat, at) for seat in seats for at in range(len(view.seats[seat].laid))]
    table = [view.seats[seat].laid[at] for seat, at in places]
    card, at = in_hand(view, action.card), places.index((action.owner, action.group))
    end = action.end or table[at].ends(card)[0]
    return max(left_after(table, at, end, card, view.hand) - 1, 0)


def explained(view: Observation, costs: Sequence[Weighed]) -> Hint:
    """Return the hint for the first of these actions."""
    action = costs[0].action
    return Hint(action, move(view, action), _Reasons(view, costs).why(action))


class _Reasons:
    """The reasons for actions at one moment in a game, from one seat's point of view."""

    def __init__(self, view: Observation, costs: Sequence[Weighed]) -> None:
        self.view = view
        self.costs = costs
        self.pool: Pool = unseen(view, view.edition.pack.side(view.side))

    def why(self, action: Action) -> Sentence:
        match action:
            case ChoosePhase():
                return self._chosen(action)
            case Draw(source="deck"):
                return self._blind()
            case Draw():
                top = self.view.discard_pile[0] if action.source == "discard" else self._saved(action)
                return self._taken(action, top)
            case LayDown():
                return self._laid(action)
            case Hit():
                return self._left(self.view.hand_sizes[self.view.seat] - 1)
            case Discard():
                return self._thrown(in_hand(self.view, action.card), action)
            case Save():
                return self._kept(in_hand(self.view, action.card))
        raise TypeError(f"{type(action).__name__} is not an action")

    @cached_property
    def phases(self) -> list[Phase]:
        return legal.phases_to_lay(self.view)

    @cached_property
    def takes(self) -> set[str]:
        """The codes of all faces that some group on the table accepts."""
        view = self.view
        return {code for at in view.playing for group in view.seats[at].laid for code in group.takes}

    def aim(self, cards: Sequence[Card]) -> tuple[Aim, HandState]:
        """Return the phase closest to completion with these cards, and its hand state, with exact outs."""
        found = []
        for phase in self.phases:
            aim = Aim(phase, self.pool, self._expected(phase))
            hand_state = aim.table.hand_state(cards)
            draws = aim.expected(hand_state.distance, hand_state.outs(aim.counts), self.pool.size)
            found.append((draws, phase))
        _, nearest = min(found, key=lambda one: one[0])
        aim = Aim(nearest, self.pool, self._expected(nearest), table=exact_table)
        return aim, aim.table.hand_state(cards)

    def called(self, phase: Phase) -> Sentence:
        """Return the phase in words, including its number only if there are several phases."""
        if len(self.phases) > 1:
            return Sentence("phase {number}", number=phase.number)
        return Sentence("your phase")

    def _expected(self, phase: Phase) -> ExpectedDraws:
        return expected_draws(self.view.edition, phase, self.view.side)

    def _needs(self, aim: Aim, hand_state: HandState) -> Sentence:
        """Return the number of cards that a phase still needs, and the number of unseen cards that help."""
        return Sentence.plural(
            "{phase} then needs {n} more card ({outs} of {size} unseen cards would do)",
            "{phase} then needs {n} more cards ({outs} of {size} unseen cards would help)",
            hand_state.distance,
            phase=self.called(aim.phase),
            outs=hand_state.outs(aim.counts),
            size=self.pool.size,
        )

    def _chosen(self, action: ChoosePhase) -> Sentence:
        phase = self.view.edition.phase(action.phase)
        known = self._expected(phase)
        aim = Aim(phase, self.pool, known)
        hand_state = aim.table.hand_state(self.view.hand)
        if not hand_state.distance:
            return Sentence(
                "your cards already complete it; it usually takes about {mean} draws", mean=_turns(known.mean)
            )
        turns = known(hand_state.distance, hand_state.outs(aim.counts), self.pool.size)
        lacks = Sentence.plural(
            "it needs {n} more card, which takes about {turns} draws (an estimate)",
            "it needs {n} more cards, which takes about {turns} draws (an estimate)",
            hand_state.distance,
            turns=_turns(turns),
        )
        if turns > known.mean:
            return lacks
        return Sentence("{lacks}, compared with the usual {mean}", lacks=lacks, mean=_turns(known.mean))

    def _blind(self) -> Sentence:
        """Return the reason to draw from the draw pile."""
        view = self.view
        pile = view.discard_pile
        top = pile[0] if pile and view.edition.may_take(pile[0]) else None
        if not self.phases:
            n = self.pool.count(self.takes)
            if top is None or top.code in self.takes:
                return Sentence("{outs} of {size} unseen cards can be hit", outs=n, size=self.pool.size)
            return Sentence(
                "{outs} of {size} unseen cards can be hit, but the {card} cannot", outs=n, size=self.pool.size, card=top
            )
        aim, hand_state = self.aim(view.hand)
        if not hand_state.distance:
            return Sentence("{phase} is already complete", phase=self.called(aim.phase))
        reason = Sentence(
            "{outs} of {size} unseen cards would bring you closer to completing {phase}",
            outs=hand_state.outs(aim.counts),
            size=self.pool.size,
            phase=self.called(aim.phase),
        )
        if top is None:
            return reason
        if not hand_state.improves(aim.kind(top)):
            return Sentence("{outs}, but the {card} would not", outs=reason, card=top)
        return Sentence(
            "{outs}; so would the {card}, but a blind draw is worth more (an estimate)", outs=reason, card=top
        )

    def _taken(self, action: Draw, card: Card) -> Sentence:
        """Return the reason to take a known card."""
        if not self.phases:
            n = self.pool.count(self.takes)
            if card.code in self.takes:
                return Sentence(
                    "you can hit it right away; {outs} of the {size} unseen cards could also be hit",
                    outs=n,
                    size=self.pool.size,
                )
            return Sentence("no other draw is better (an estimate)")
        aim, after = self.aim((*self.view.hand, card))
        before = aim.table.hand_state(self.view.hand)
        blind = before.outs(aim.counts)
        if not before.distance and any(one.action == legal.FROM_DECK for one in self.costs):
            return Sentence(
                "{phase} is already complete, and this card is easier to hit later than most unseen ones (an estimate)",
                phase=self.called(aim.phase),
            )
        if not before.distance:
            return Sentence("{phase} is already complete", phase=self.called(aim.phase))
        if not after.distance:
            return Sentence(
                "it completes {phase}; so would {blind} of {size} unseen cards",
                phase=self.called(aim.phase),
                blind=blind if before.distance == 1 else 0,
                size=self.pool.size,
            )
        if after.distance < before.distance:
            return Sentence(
                "{needs}; on a blind draw, {blind} of {size} cards would help",
                needs=self._needs(aim, after),
                blind=blind,
                size=self.pool.size,
            )
        outs = after.outs(aim.counts)
        if outs > blind:
            return Sentence(
                "{outs} of {size} unseen cards would then bring you closer to completing {phase}; without this "
                "card, only {blind} would",
                phase=self.called(aim.phase),
                outs=outs,
                blind=blind,
                size=self.pool.size,
            )
        return Sentence("no other draw is better (an estimate)")

    def _saved(self, action: Draw) -> Card:
        return next(card for card in self.view.saved if action.card in (card.code, card.word))

    def _laid(self, action: LayDown) -> Sentence:
        n = len(self.view.hand) - sum(len(group.cards.split()) for group in action.groups)
        phase = self.view.edition.phase(action.phase or self.view.me.phase or 1)
        return Sentence("{phase} is complete, and {left}", phase=self.called(phase), left=self._left(n))

    def _left(self, n: int) -> Sentence:
        if not n:
            return Sentence("you go out")
        return Sentence.plural("{n} card stays in your hand", "{n} cards stay in your hand", n)

    def _thrown(self, card: Card, action: Discard) -> Sentence:
        view = self.view
        if len(view.hand) == 1:
            return Sentence("it is your last card, so you go out")
        own, other = self._without(card), self._others(card, action)
        return own if other is None else Sentence("{own}, and {other}", own=own, other=other)

    def _kept(self, card: Card) -> Sentence:
        return Sentence("{own}, and you can draw it when you need it", own=self._without(card))

    def _without(self, card: Card) -> Sentence:
        """Return the effect that losing a card has on the seat's own hand."""
        if not self.phases:
            if card.code in self.takes:
                return Sentence("your phase is already on the table")
            return Sentence.plural(
                "it fits no group and costs {n} point", "it fits no group and costs {n} points", card.points
            )
        if card.flips:
            return self._turning(card)
        left = remove(self.view.hand, card)
        aim, hand_state = self.aim(left)
        if aim.table.hand_state(self.view.hand).is_redundant(aim.kind(card)):
            return Sentence("{phase} does not need it", phase=self.called(aim.phase))
        return self._needs(aim, hand_state)

    def _turning(self, card: Card) -> Sentence:
        """Return the effect of turning everything over (F8)."""
        left = remove(self.view.hand, card)
        pool = unseen_turned(self.view)
        there = min(
            exact_table(phase, pool.side).hand_state([face_on(one, pool.side) for one in left]).distance
            for phase in self.phases
        )
        aim, here = self.aim(left)
        if not there:
            return Sentence(
                "it turns all the cards over; on the other side, {phase} is complete (cards still missing "
                "on this side: {here})",
                phase=self.called(aim.phase),
                here=here.distance,
            )
        return Sentence.plural(
            "it turns all the cards over; on the other side, {phase} needs {n} more card (on this side: {here})",
            "it turns all the cards over; on the other side, {phase} needs {n} more cards (on this side: {here})",
            there,
            phase=self.called(aim.phase),
            here=here.distance,
        )

    def _others(self, card: Card, action: Discard) -> Sentence | None:
        """Return the effect that a discard has on the seat that may take the card next."""
        view = self.view
        if card.skip:
            if action.target is not None:
                return None  # the move itself names the target
            at = view.playing[(view.playing.index(view.seat) + 1) % len(view.playing)]
            return Sentence("{name} will lose a turn", name=view.seats[at].name)
        seat = next_seat(view)
        if seat is None or card.flips:
            return None
        name = view.seats[seat].name
        if view.seats[seat].laid:
            if card.code in self.takes:
                return Sentence("{name} can hit it, but your other cards are worth more to you", name=name)
            return Sentence("{name} cannot hit it", name=name)
        chance = self.wanted(card, seat)
        if chance is None:
            return None
        percent = round(100 * chance)
        if chance < HARDLY_CHANCE:
            return Sentence(
                "this card is very unlikely to help {name} (estimated chance: {percent}%)",
                name=name,
                percent=percent,
            )
        if chance < PROBABLY_CHANCE:
            return Sentence(
                "this card probably will not help {name} (estimated chance that it will: {percent}%)",
                name=name,
                percent=percent,
            )
        return Sentence("this card may well help {name} (estimated chance: {percent}%)", name=name, percent=percent)

    def wanted(self, card: Card, seat: int) -> float | None:
        """Return the estimated chance that a card helps another seat with its phase, or None if computing it would take
        too long."""
        view = self.view
        phases = legal.phases_to_lay(view._replace(seat=seat))
        phases = sorted(phases, key=lambda phase: self._expected(phase).mean)[:2]
        if not phases:
            return None
        side = self.pool.side
        aims = [(exact_table(phase, side), self._expected(phase)) for phase in phases if is_quick(phase, side)]
        if not aims:
            return None
        chance = Random(f"coach/{view.round}/{view.draw_size}")
        opponent = OpponentModel.of(pickup_histories(view)[seat], view.hand_sizes[seat], self.pool, aims, chance, HANDS)
        return opponent.wants(card)


def _turns(turns: float) -> NumberText:
    return NumberText(f"{turns:.1f}")
