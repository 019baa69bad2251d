"""The flow of turns and rounds: dealing, passing the turn, scoring, advancing, and the end of the game."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from random import Random
from typing import Protocol

from .actions import Action
from .cards import Card
from .edition import DEALT
from .events import Event, GameOver, RoundDealt, RoundEnded, TieBreak, TurnSkipped
from .scoring import finished, leaders, points
from .state import Cards, Seat, State


class Shuffle(Protocol):
    """A source of randomness that determines the order of cards."""

    def __call__(self, state: State, cards: Cards, *, deal: bool) -> Cards:
        """Return the cards, top first, for a new round's deck (*deal*) or a new draw pile (G13)."""


QUIET_TURNS = 50
"""The number of turns per playing seat, without a lay-down or a hit, after which a round ends (G20)."""


class Outcome:
    """One action's outcome, filled in step by step: the state, the events, and the randomly determined cards."""

    __slots__ = ("dealt", "done", "events", "reshuffled", "shuffle", "state")

    def __init__(self, state: State, shuffle: Shuffle) -> None:
        self.state = state
        self.shuffle = shuffle
        self.events: list[Event] = []
        self.done: Action | None = None
        """The action as recorded, with every card and choice spelled out, or None for the first deal."""
        self.reshuffled: Cards | None = None
        """The new draw pile, if the discards were reshuffled."""
        self.dealt: Cards | None = None
        """The deck of a newly dealt round, top first, or None."""


def seeded_shuffle(state: State, cards: Cards, *, deal: bool) -> Cards:
    """Shuffle the cards; the order depends only on the game's seed, the round and the shuffle number.

    The shuffle uses only ``Random.random``, whose sequence Python guarantees, so all platforms agree.
    """
    chance = Random(f"{state.seed}/{state.round}/{state.shuffles}").random
    return tuple(sorted(cards, key=lambda card: chance()))


def deal_round(outcome: Outcome, dealer: int, playing: tuple[int, ...]) -> None:
    """Shuffle all cards that are not saved, deal, and begin the round (G1, G2)."""
    before = outcome.state
    seats = tuple(_ready(before, at, playing) for at in range(len(before.seats)))
    fresh = before._replace(
        round=before.round + 1,
        dealer=dealer,
        playing=playing,
        seats=seats,
        side="color",
        shuffles=0,
        aside=(),
        quiet_turns=0,
    )
    deck = outcome.shuffle(fresh, gather(before), deal=True)
    outcome.dealt = deck
    order = dealt_to(dealer, playing)
    n_dealt = DEALT * len(order)
    hands = tuple(deck[order.index(at) : n_dealt : len(order)] if at in order else () for at in range(len(seats)))
    up = deck[n_dealt]
    outcome.state = fresh._replace(shuffles=1).at_table(hands, deck[n_dealt + 1 :], (up,), order[0], "draw")
    outcome.events.append(RoundDealt(fresh.round, dealer, tuple(order), up))
    if up.skip:
        outcome.state = outcome.state.with_seat(order[0], skipped=True)
    if fresh.edition.chooses_phase and not fresh.tie_break:
        outcome.state = outcome.state._replace(step="choose_phase")
    else:
        begin_turn(outcome, order[0])


def dealt_to(dealer: int, playing: Iterable[int]) -> list[int]:
    """Return the playing seats in dealing order, starting at the dealer's left."""
    return sorted(playing, key=lambda at: (at <= dealer, at))


def dealt_events(state: State) -> tuple[Event, ...]:
    """Return the events with which a round began."""
    seats, up = tuple(dealt_to(state.dealer, state.playing)), state.discard_pile[0]
    skipped = (TurnSkipped(seats[0]),) if up.skip and state.step != "choose_phase" else ()
    return (RoundDealt(state.round, state.dealer, seats, up), *skipped)


def gather(state: State) -> Cards:
    """Return every card outside the save piles, first side up, in a fixed order."""
    laid = (card for seat in state.seats for group in seat.laid for card in group.cards)
    everything = (*sum(state.hands, ()), *state.draw_pile, *state.discard_pile, *laid, *state.aside)
    if not state.edition.two_sided:
        return tuple(sorted(everything, key=attrgetter("code")))
    return tuple(sorted([_upright(card) for card in everything], key=attrgetter("word")))


def begin_turn(outcome: Outcome, seat: int) -> None:
    """Pass the turn to *seat*, or to a later seat if skips are pending (C5, M6); this may end the round (G13, G20)."""
    while outcome.state.seats[seat].skipped:
        quiet = outcome.state.quiet_turns + 1
        outcome.state = outcome.state.with_seat(seat, skipped=False)._replace(quiet_turns=quiet)
        outcome.events.append(TurnSkipped(seat))
        if quiet >= QUIET_TURNS * len(outcome.state.playing):
            end_round(outcome, None, "stalemate")
            return
        seat = left_of(outcome.state, seat)
    state = outcome.state
    outcome.state = state.at_table(state.hands, state.draw_pile, state.discard_pile, seat, "draw")
    if not can_draw(outcome.state, seat):
        end_round(outcome, None, "nothing to draw")


def can_draw(state: State, seat: int) -> bool:
    """Return True if there is a card that the seat may draw (G13)."""
    discards = state.discard_pile
    return bool(
        state.draw_pile or len(discards) > 1 or (discards and state.edition.may_take(discards[0])) or state.saved[seat]
    )


def left_of(state: State, seat: int) -> int:
    """Return the next playing seat, clockwise."""
    playing = state.playing
    return playing[(playing.index(seat) + 1) % len(playing)]


def end_turn(outcome: Outcome, seat: int, hands: tuple[Cards, ...], discard_pile: Cards) -> None:
    """Count the finished turn, store the resulting hands and discard pile, and pass the turn on (G20)."""
    state = outcome.state
    quiet = quiet_after(state)
    following = left_of(state, seat)
    outcome.state = state.at_table(hands, state.draw_pile, discard_pile, following, "draw", quiet_turns=quiet)
    if quiet >= QUIET_TURNS * len(state.playing):
        outcome.state = outcome.state._replace(to_act=seat, step="play")
        end_round(outcome, None, "stalemate")
    elif not state.draw_pile or state.seats[following].skipped:
        begin_turn(outcome, following)


def quiet_after(state: State) -> int:
    """Return the number of consecutive quiet turns, counting this one (G20)."""
    return 0 if state.busy else state.quiet_turns + 1


def end_round(outcome: Outcome, out: int | None, reason: str) -> None:
    """Score the round, then start the next round or a tie-break, or end the game (G14 to G18)."""
    state = outcome.state
    costs = tuple(0 if at == out or state.tie_break else points(hand) for at, hand in enumerate(state.hands))
    seats = tuple(seat._replace(score=seat.score + cost) for seat, cost in zip(state.seats, costs, strict=True))
    outcome.state = state._replace(seats=seats)
    outcome.events.append(RoundEnded(out, reason, state.hands, costs))
    if state.tie_break:
        _after_tie_break(outcome, out)
    elif state.edition.advance == "always":
        _after_round_for_all(outcome)
    else:
        _after_round(outcome)


def _after_round(outcome: Outcome) -> None:
    state = outcome.state
    winners = [at for at, seat in enumerate(state.seats) if finished(state, seat)]
    if not winners:
        deal_round(outcome, left_of(state, state.dealer), state.playing)
        return
    first = leaders(state, winners)
    if len(first) == 1:
        _finish(outcome, first)
        return
    outcome.events.append(TieBreak(first))
    outcome.state = state._replace(tie_break=True)
    deal_round(outcome, _next_among(state, first), first)


def _after_round_for_all(outcome: Outcome) -> None:
    """Advance all seats under V1; after the last phase's round, the lowest total wins, and tied seats share the win."""
    state = outcome.state
    if state.edition.chooses_phase:
        over = any(len({*seat.used, seat.phase}) >= len(state.edition.phases) for seat in state.seats)
    else:
        over = any(seat.phase == state.edition.last_phase.number for seat in state.seats)
    if over:
        _finish(outcome, leaders(state, range(len(state.seats))))
    else:
        deal_round(outcome, left_of(state, state.dealer), state.playing)


def _after_tie_break(outcome: Outcome, winner: int | None) -> None:
    """End the game if the tie-break has a winner; otherwise play it again (G17)."""
    state = outcome.state
    if winner is not None:
        _finish(outcome, (winner,))
    else:
        deal_round(outcome, left_of(state, state.dealer), state.playing)


def _finish(outcome: Outcome, winners: tuple[int, ...]) -> None:
    quiet = 0 if outcome.state.busy else outcome.state.quiet_turns
    outcome.state = outcome.state._replace(
        to_act=None, step=None, laid_this_turn=False, busy=False, quiet_turns=quiet, winners=winners
    )
    outcome.events.append(GameOver(winners))


def _next_among(state: State, seats: Iterable[int]) -> int:
    """Return the first of these seats to the left of the dealer."""
    n = len(state.seats)
    return min(seats, key=lambda at: (at - state.dealer - 1) % n)


def _ready(state: State, at: int, playing: tuple[int, ...]) -> Seat:
    """Return the seat as it starts a round, advanced to its next phase (G15, V1, V4, M3)."""
    seat, edition = state.seats[at], state.edition
    if at not in playing:
        return seat._replace(phase=None, laid=(), skipped=False, saved_this_round=False)
    used = seat.used
    if edition.chooses_phase and edition.advance == "always" and seat.phase is not None and not state.tie_break:
        used = (*used, seat.phase)
    return seat._replace(phase=_phase_to_try(state, seat), laid=(), skipped=False, saved_this_round=False, used=used)


def _phase_to_try(state: State, seat: Seat) -> int | None:
    edition = state.edition
    if state.tie_break:
        return edition.last_phase.number
    if edition.any_order:
        return None
    numbers = [phase.number for phase in edition.phases]
    if seat.phase is None:
        return numbers[0]
    moves_on = edition.advance == "always" or seat.phase in seat.completed
    return numbers[min(numbers.index(seat.phase) + moves_on, len(numbers) - 1)]


def _upright(card: Card) -> Card:
    return card.turned if card.side.index else card
