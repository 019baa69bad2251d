"""Observations: everything that one seat may know. No other code reveals hidden cards.

A seat knows both faces of its own cards (it saw the other one while the card lay on a pile, F4), everything on
the table, the size of each hand, and the events of this round. With two-sided cards it also sees the inactive
face of every card in the other hands and of the top card of the draw pile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import zip_longest
from random import Random
from typing import Any, NamedTuple, TypeAlias

from ..base.field_docs import with_field_docs
from ..base.html import as_html
from . import legal
from .actions import Action
from .cards import Card, words
from .edition import Edition
from .events import Drawn, Event, Flipped, RoundDealt, Saved, public
from .state import Cards, Seat, State, Step, build, put


class Log:
    """A linked list of events, newest first; links are shared, so every moment of a game can keep its own log."""

    __slots__ = ("before", "event")

    def __init__(self, before: Log | None, event: Event) -> None:
        self.before = before
        self.event = event

    def __iter__(self) -> Iterator[Event]:
        """Yield the events, newest first."""
        entry: Log | None = self
        while entry is not None:
            yield entry.event
            entry = entry.before

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Log):
            return NotImplemented
        return self is other or all(mine == its for mine, its in zip_longest(self, other))

    def __hash__(self) -> int:
        return hash(self.event)


def logged(log: Log | None, events: Iterable[Event]) -> Log | None:
    """Return the log extended by these events; a new round starts a new log."""
    for event in events:
        kind = type(event)
        seen = public(event) if kind is Drawn or kind is Saved else event
        log = Log(None if kind is RoundDealt else log, seen)
    return log


SPECTATOR = -1
"""The seat number of a spectator."""


@with_field_docs
class Observation(NamedTuple):
    """Everything that a seat may know, and nothing else; for ``SPECTATOR``, everything that is public."""

    seat: int
    """The observing seat."""
    hand: Cards
    """The seat's own cards with both faces, newest last."""
    hand_sizes: tuple[int, ...]
    """The number of cards in each seat's hand."""
    draw_size: int
    """The number of cards in the draw pile."""
    discard_pile: Cards
    """The discard pile, top card first."""
    to_act: int | None
    """The seat whose turn it is, or None if the game is over."""
    step: Step | None
    """The step that the current seat must take."""
    laid_this_turn: bool
    """True if the current seat has laid down this turn."""
    quiet_turns: int
    """The number of consecutive full turns without a lay-down or a hit (G20)."""
    side: str
    """The side in play: ``"color"`` or ``"wild"``."""
    seats: tuple[Seat, ...]
    """Public information about each seat."""
    saved: Cards
    """The seat's own saved cards."""
    saved_sizes: tuple[int, ...]
    """The number of cards that each seat has saved."""
    round: int
    """The round number, starting at 1."""
    dealer: int
    """The seat that deals."""
    playing: tuple[int, ...]
    """The seats in this round: all of them except in a tie-break (G17)."""
    tie_break: bool
    """True if this round is a tie-break."""
    winners: tuple[int, ...]
    """The winning seats (empty while the game is in progress)."""
    edition: Edition
    """The rules in force, options included."""
    backs: tuple[Cards, ...]
    """The inactive faces of every other seat's cards, sorted (empty for one-sided cards and for the seat itself)."""
    draw_back: Card | None
    """The inactive face of the draw pile's top card."""
    log: Log | None
    """The public events of this round, newest first."""
    recall: Recall = ()
    """The rest of the seat's memory of this round, oldest first: the round's start, and the cards that only this seat
    saw."""

    @property
    def me(self) -> Seat:
        """Public information about this seat."""
        return self.seats[self.seat]

    def legal_actions(self) -> tuple[Action, ...]:
        """Return every action the seat may take now (none unless it is the seat's turn). See ``rules.legal``."""
        return legal.legal_actions(self)

    def history(self) -> tuple[Event, ...]:
        """Return the public events of this round, oldest first."""
        return tuple(self.log or ())[::-1]

    def sample(self, random: Random) -> Any:
        """Return a :class:`Game` that this seat cannot tell from the true one, sampled with *random*.

        The unseen cards are dealt anew to the places that the seat cannot see, and every assignment that fits is
        equally likely: no assumptions are made about the players. An assignment fits if the round could have led to it
        under the rules, given everything that this seat saw: cards picked up openly, both faces of turned cards, cards
        shuffled back into the draw pile, phases not laid down (G5), and saved cards (M5). Among equal cards, those that
        everyone saw a seat take are the first to leave its hand. With G5, an assignment is weighted by the fraction of
        its possible pasts that the rule allows.

        The new game begins with this round. Its seed is fresh, so its later shuffles are independent of those in the
        true game. A spectator's observation can be sampled as well.

        >>> from phase10_widgets import Game
        >>> seen = Game.new("classic", seed=7).observe(0)
        >>> seen.sample(Random(1)).observe(0) == seen
        True

        Raises:
            Refusal: the game is over, or the edition has two-sided cards and saves.
            ValueError: *random* is not a :class:`random.Random`.
        """
        if not isinstance(random, Random):
            raise ValueError(f"a sample must be drawn with a random.Random, such as Random(1), not {random!r:.60}")
        return SAMPLERS["game"](self, random)

    def sampler(self, seed: int | str = 0) -> Any:
        """Return a sampler, whose ``sample()`` returns games distributed like those of :meth:`sample`, several times
        as fast, for a search that samples often.

        Its games begin at this moment: their records do not contain the past of this round, which is not worked out,
        and the other seats do not remember it. ``sampled.observe(seat)`` equals this observation. With
        ``must_lay_down`` (G5), which cards fit depends on the past, so the games are those of :meth:`sample`.

        >>> from phase10_widgets import Game
        >>> seen = Game.new("classic", seed=7).observe(0)
        >>> sampler = seen.sampler(seed=1)
        >>> [sampler.sample().observe(0) == seen for _ in range(3)]
        [True, True, True]

        Raises:
            Refusal: the game is over, or the edition has two-sided cards and saves.
            ValueError: *seed* is neither a whole number nor a short text.
        """
        return SAMPLERS["sampler"](self, seed)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, which has the same structure as a position."""
        return {
            "seat": None if self.seat == SPECTATOR else self.seat,
            "edition": self.edition.id,
            "options": dict(self.edition.options),
            "round": self.round,
            "dealer": self.dealer,
            "to_act": self.to_act,
            "step": self.step,
            "side": self.side,
            "hand": words(self.hand),
            "saved": words(self.saved),
            "draw_pile": {"cards": self.draw_size, "back": self.draw_back.code if self.draw_back else None},
            "discard_pile": words(self.discard_pile),
            "seats": [self._seat_to_dict(at) for at in range(len(self.seats))],
            "tie_break": list(self.playing) if self.tie_break else None,
            "quiet_turns": self.quiet_turns,
        }

    def _repr_html_(self) -> str:
        return as_html(self)

    def __repr__(self) -> str:
        who = "a spectator" if self.seat == SPECTATOR else f"seat {self.seat}"
        hand = f", hand {words(self.hand)}" if self.hand else ""
        return f"<Observation of {who}, {self.edition.id}, round {self.round}{hand}>"

    def _seat_to_dict(self, at: int) -> dict[str, Any]:
        seat = self.seats[at]
        used = {"used": list(seat.used)} if self.edition.chooses_phase and self.edition.advance == "always" else {}
        return {
            **used,
            "name": seat.name,
            "cards": self.hand_sizes[at],
            "backs": words(self.backs[at]) if self.backs else "",
            "phase": seat.phase,
            "completed": list(seat.completed),
            "score": seat.score,
            "saved_cards": self.saved_sizes[at],
            "saved_this_round": seat.saved_this_round,
            "skipped": seat.skipped,
            "laid_this_turn": self.laid_this_turn and at == self.to_act,
            "laid": [group.to_dict() for group in seat.laid],
        }


SAMPLERS: dict[str, Callable[[Observation, Any], Any]] = {}
"""The functions behind ``Observation.sample`` and ``Observation.sampler``; set by ``game``."""


class RecallStart(NamedTuple):
    """The start of a seat's recall: the first moment of the round, or of a game that began from a position."""

    public: Observation
    """The spectator's view of the first moment."""
    hand: Cards
    saved: Cards


class BacksSeen(NamedTuple):
    """The inactive faces that everyone could see just before all cards were turned over (F8)."""

    hands: tuple[Cards, ...]
    """The inactive faces of each seat's cards, sorted."""
    draw_pile: Card | None
    """The inactive face of the draw pile's top card, or None."""


Recall: TypeAlias = tuple[RecallStart | Drawn | Saved | BacksSeen, ...]
"""A seat's memory of a round, oldest first: the round's start, the seat's own hidden draws and saves, and each flip."""


def opened(state: State) -> tuple[Recall, ...]:
    """Return every seat's recall at the start of a round or a game, followed by the spectator's."""
    public = watch(state)
    mine = tuple((RecallStart(public, *own),) for own in zip(state.hands, state.saved, strict=True))
    return (*mine, (RecallStart(public, (), ()),))


def recalled(recalls: tuple[Recall, ...], before: State, events: Iterable[Event], after: State) -> tuple[Recall, ...]:
    """Return the recalls extended by one action, which led from *before* to *after* with these events."""
    for event in events:
        kind = type(event)
        if kind is Drawn or kind is Saved:
            if kind is Saved or event.source != "discard":  # type: ignore[union-attr]
                at: int = event.seat  # type: ignore[union-attr, assignment]
                recalls = put(recalls, at, (*recalls[at], event))  # type: ignore[arg-type]
        elif kind is Flipped:
            top = before.draw_pile[0].back if before.draw_pile else None
            seen = BacksSeen(_backs(before, SPECTATOR), top)
            recalls = tuple([(*recall, seen) for recall in recalls])
        elif kind is RoundDealt:
            recalls = opened(after)
    return recalls


def watch(state: State, log: Log | None = None, recall: Recall = ()) -> Observation:
    """Return the public part of the state: no hands, no saved cards, no legal actions."""
    backs = _backs(state, SPECTATOR) if state.edition.two_sided else ()
    return observe(state, 0, log, recall)._replace(seat=SPECTATOR, hand=(), saved=(), backs=backs)


def observe(state: State, seat: int, log: Log | None = None, recall: Recall = ()) -> Observation:
    """Return everything that this seat may know about the state; *log* and *recall* contain what it saw earlier."""
    edition, hands = state.edition, state.hands
    return build(
        Observation,
        (
            seat,
            hands[seat],
            tuple(map(len, hands)),
            len(state.draw_pile),
            state.discard_pile,
            state.to_act,
            state.step,
            state.laid_this_turn,
            0 if state.busy else state.quiet_turns,
            state.side,
            state.seats,
            state.saved[seat],
            tuple(map(len, state.saved)) if edition.saves else (0,) * len(hands),
            state.round,
            state.dealer,
            state.playing,
            state.tie_break,
            state.winners,
            edition,
            _backs(state, seat) if edition.two_sided else (),
            state.draw_pile[0].back if edition.two_sided and state.draw_pile else None,
            log,
            recall,
        ),
    )


def _backs(state: State, seat: int) -> tuple[Cards, ...]:
    return tuple(
        () if at == seat else tuple(sorted([card.back for card in hand if card.back], key=str))
        for at, hand in enumerate(state.hands)
    )
