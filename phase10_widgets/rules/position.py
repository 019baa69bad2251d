"""Positions: convert the complete state of a game to JSON and back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, NoReturn, TypeVar

from ..base.errors import Phase10Error
from ..base.integers import integer, integer_from, shown
from .cards import Card, CardError, words
from .edition import Edition
from .groups import Group, GroupError, group_from_dict
from .rounds import QUIET_TURNS, can_draw
from .scoring import finished, leaders
from .state import Cards, Seat, State

T = TypeVar("T")


class PositionError(Phase10Error, ValueError):
    """An impossible position; the message says where and why.

    >>> import phase10_widgets as p10
    >>> p10.Game.from_position({"edition": "classic"})
    Traceback (most recent call last):
    phase10_widgets.rules.position.PositionError: a position in Phase 10 must have a list of 2 to 6 seats
    """


def to_position(state: State) -> dict[str, Any]:
    """Return the complete state as JSON; cards are written first side first, and piles top card first."""
    return {
        "edition": state.edition.id,
        "options": dict(state.edition.options),
        "round": state.round,
        "dealer": state.dealer,
        "to_act": state.to_act,
        "step": state.step,
        "side": state.side,
        "draw_pile": words(state.draw_pile),
        "discard_pile": words(state.discard_pile),
        "seats": [_seat_to_dict(state, at) for at in range(len(state.seats))],
        "tie_break": list(state.playing) if state.tie_break else None,
        "quiet_turns": 0 if state.busy else state.quiet_turns,
    }


def to_start(state: State) -> dict[str, Any]:
    """Return a position in which a game can begin and go on as it would have: it also tells of hits this turn (G20)."""
    hit = {"hit_this_turn": True} if state.busy and not state.laid_this_turn else {}
    return {**to_position(state), **hit}


def _seat_to_dict(state: State, at: int) -> dict[str, Any]:
    seat = state.seats[at]
    result = {
        "name": seat.name,
        "hand": words(state.hands[at]),
        "phase": seat.phase,
        "completed": list(seat.completed),
        "score": seat.score,
        "saved": words(state.saved[at]),
        "saved_this_round": seat.saved_this_round,
        "skipped": seat.skipped,
        "laid_this_turn": state.laid_this_turn and at == state.to_act,
        "laid": [group.to_dict() for group in seat.laid],
    }
    if state.edition.chooses_phase and state.edition.advance == "always":
        result["used"] = list(seat.used)
    return result


def from_position(data: Mapping[str, Any], edition: Edition, seed: int | str = 0) -> State:
    """Build the state of a position; missing keys get their default values.

    Raises:
        PositionError: an unknown key, too many copies of a card, or anything else that is impossible.
    """
    return _Reader(data, edition, seed).state()


class _Reader:
    """A parser for one position that stops at the first fault."""

    def __init__(self, data: Mapping[str, Any], edition: Edition, seed: int | str) -> None:
        self.data = _only(data, "position", _KEYS)
        self.edition = edition
        self.seed = seed
        rows = data.get("seats")
        if not isinstance(rows, list) or len(rows) not in edition.seats:
            few, most = edition.seats[0], edition.seats[-1]
            raise PositionError(f"a position in {edition.name} must have a list of {few} to {most} seats")
        self.rows = [_only(row, f"seat {at}", _SEAT_KEYS) for at, row in enumerate(rows)]
        self.side = _one_of(data.get("side", "color"), "side", ("color", "wild"))
        if self.side == "wild" and not edition.two_sided:
            raise PositionError(f"{edition.name} has no wild side")
        self.numbers = [phase.number for phase in edition.phases]

    def state(self) -> State:
        n = len(self.rows)
        hands = tuple(self._cards(row.get("hand", ""), f"hand of seat {at}") for at, row in enumerate(self.rows))
        saved = tuple(
            self._cards(row.get("saved", ""), f"saved cards of seat {at}") for at, row in enumerate(self.rows)
        )
        if any(saved) and not self.edition.saves:
            raise PositionError(f"{self.edition.name} has no saved cards")
        playing = self._playing(n)
        dealer = _whole(self.data.get("dealer", n - 1), "dealer", range(n))
        to_act = self._to_act(playing, dealer)
        laid_now = [at for at, row in enumerate(self.rows) if _flag(row, "laid_this_turn")]
        quiet = _whole(self.data.get("quiet_turns", 0), "quiet_turns", range(QUIET_TURNS * n + (to_act is None)))
        state = State(
            hands=hands,
            draw_pile=self._cards(self.data.get("draw_pile", ""), "draw_pile"),
            discard_pile=self._cards(self.data.get("discard_pile", ""), "discard_pile"),
            to_act=to_act,
            step=self._step(to_act),
            laid_this_turn=bool(laid_now),
            busy=bool(laid_now) or _flag(self.data, "hit_this_turn"),
            quiet_turns=quiet,
            side=self.side,
            seats=tuple(self._seat(at) for at in range(n)),
            saved=saved,
            round=_whole(self.data.get("round", 1), "round", range(1, 100_000)),
            dealer=dealer,
            playing=playing,
            tie_break=self.data.get("tie_break") is not None,
            winners=(),
            aside=(),
            shuffles=1,
            seed=self.seed,
            edition=self.edition,
        )
        if laid_now not in ([], [to_act]):
            self._no("only the current seat can have laid down this turn")
        state = state._replace(aside=_left_out(state))
        self._check_turn(state)
        return state._replace(winners=_winners(state)) if to_act is None else state

    def _cards(self, text: Any, where: str) -> Cards:
        try:
            cards = self.edition.cards(text)
        except CardError as error:
            raise PositionError(f"{where}: {error}") from error
        if not self.edition.two_sided:
            return cards
        if any(card.back is None for card in cards):
            raise PositionError(f"{where}: a flip card must be written with both faces, as in R5!/9")
        if any(card.side.index for card in cards):
            raise PositionError(f"{where}: write the color face first, as in R5!/9")
        return tuple(card.turned for card in cards) if self.side == "wild" else cards

    def _playing(self, n: int) -> tuple[int, ...]:
        listed = self.data.get("tie_break")
        if listed is None:
            return tuple(range(n))
        seats = tuple(_whole(at, "tie_break", range(n)) for at in listed) if isinstance(listed, list) else ()
        if len(seats) < 2 or sorted(set(seats)) != list(seats):
            raise PositionError("tie_break must be a list of two or more seats in order, or null")
        return seats

    def _to_act(self, playing: tuple[int, ...], dealer: int) -> int | None:
        left = min(playing, key=lambda at: (at - dealer - 1) % len(self.rows))
        to_act = self.data.get("to_act", left)
        if to_act is None:
            return None
        seat = _whole(to_act, "to_act", range(len(self.rows)))
        if seat not in playing:
            raise PositionError(f"to_act: seat {seat} is not playing in this tie-break")
        return seat

    def _step(self, to_act: int | None) -> Any:
        if to_act is None:
            return None if self.data.get("step") is None else self._no("step must be null if it is nobody's turn")
        return _one_of(self.data.get("step", "draw"), "step", ("choose_phase", "draw", "play"))

    def _seat(self, at: int) -> Seat:
        row, where = self.rows[at], f"seat {at}"
        name = row.get("name", f"Seat {at}")
        if not isinstance(name, str) or not 0 < len(name) <= 60:
            raise PositionError(f"{where}: a name must be a string of at most 60 characters")
        completed = self._phases(row.get("completed", []), f"{where}: completed")
        following = [number for number in self.numbers if number not in completed] or self.numbers[-1:]
        phase = row.get("phase", None if self.edition.any_order else following[0])
        if phase is not None:
            self._phase(phase, where)
        laid = row.get("laid", [])
        if not isinstance(laid, list) or len(laid) > 20:
            raise PositionError(f"{where}: laid must be a list of groups")
        return Seat(
            name,
            phase,
            completed,
            _whole(row.get("score", 0), f"{where}: score", range(1_000_000)),
            tuple(self._group(group, where) for group in laid),
            _flag(row, "skipped"),
            _flag(row, "saved_this_round"),
            self._phases(row.get("used", []), f"{where}: used"),
        )

    def _group(self, data: Any, where: str) -> Group:
        try:
            group = group_from_dict(data, self.edition.pack)
        except (GroupError, CardError) as error:
            raise PositionError(f"{where}: {error}") from error
        if self.edition.two_sided and any(card.back is None for card in group.cards):
            raise PositionError(f"{where}: a laid flip card must be written with both faces, the upper one first")
        return group

    def _phase(self, number: Any, where: str) -> int:
        found = integer(number)
        if found not in self.numbers:
            raise PositionError(f"{where}: there is no phase {number!r} in this game")
        return found

    def _phases(self, numbers: Any, where: str) -> tuple[int, ...]:
        if not isinstance(numbers, list):
            raise PositionError(f"{where} must be a list of phase numbers")
        result = tuple(self._phase(number, where) for number in numbers)
        if len(set(result)) < len(result):
            raise PositionError(f"{where} names a phase twice")
        return result

    def _check_turn(self, state: State) -> None:
        """Raise PositionError unless the current seat has a card to play, a card to draw or a phase to choose."""
        seat = state.to_act
        if seat is None:
            return
        if state.step == "choose_phase" and (not self.edition.chooses_phase or state.tie_break):
            self._no("there is no phase to choose in this game")
        if state.step != "choose_phase" and self.edition.chooses_phase:
            for at in state.playing:
                if state.seats[at].phase is None:
                    self._no(f"seat {at}: its phase must be named before anybody plays")
        if state.step == "play" and not state.hands[seat]:
            self._no(f"seat {seat} must play but holds no card")
        if state.step == "draw" and not can_draw(state, seat):
            self._no(f"seat {seat} must draw, but there is nothing to draw")

    def _no(self, message: str) -> NoReturn:
        raise PositionError(message)


_KEYS = ("edition", "options", "round", "dealer", "to_act", "step", "side", "draw_pile", "discard_pile", "seats",
         "tie_break", "quiet_turns", "hit_this_turn")  # fmt: skip
_SEAT_KEYS = ("name", "hand", "phase", "completed", "score", "saved", "saved_this_round", "skipped", "laid_this_turn",
              "laid", "used")  # fmt: skip


def everything(state: State) -> Cards:
    """Return every card in the position, saved ones included, first side up."""
    laid = [card for seat in state.seats for group in seat.laid for card in group.cards]
    cards = (*sum(state.hands, ()), *sum(state.saved, ()), *state.draw_pile, *state.discard_pile, *laid)
    return tuple(card.turned if card.side.index else card for card in cards)


def left_over(whole: Sequence[Card], there: Sequence[Card], side: Callable[[Card], Card | None]) -> list[Card]:
    """Return the faces of *whole* that are not in *there*; *side* selects the face to compare.

    Raises:
        PositionError: *there* has more copies of a face than the deck.
    """
    deck, found = Counter(map(side, whole)), Counter(map(side, there))
    for face, count in found.items():
        if count > deck[face]:
            raise PositionError(f"there are {count} copies of {face}, but the deck has {deck[face]}")
    return [face for face in (deck - found).elements() if face is not None]


def _left_out(state: State) -> Cards:
    """Return the deck's cards that the position does not show; the seed determines how flip faces are paired (F3)."""
    deck, there = state.edition.deck(len(state.seats), state.seed), everything(state)
    fronts = left_over(deck, there, lambda card: card.face)
    if not state.edition.two_sided:
        return tuple(fronts)
    backs = left_over(deck, there, lambda card: card.back)
    chance = Random(f"{state.seed}/left out").random
    backs.sort(key=lambda face: (chance(), face.code))
    return tuple(state.edition.pack.pair(front, back) for front, back in zip(fronts, backs, strict=True))


def _winners(state: State) -> tuple[int, ...]:
    """Return the winners of a finished game."""
    if state.tie_break:
        by_laying = state.edition.tie_break == "laying"
        won = [at for at in state.playing if (state.seats[at].laid if by_laying else not state.hands[at])]
        return tuple(won[:1]) or state.playing
    if state.edition.advance == "always":
        return leaders(state, range(len(state.seats)))
    done = [at for at, seat in enumerate(state.seats) if finished(state, seat)]
    if not done:
        raise PositionError("it is nobody's turn, but nobody has completed the last phase")
    return leaders(state, done)


def _only(data: Any, where: str, keys: Sequence[str]) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise PositionError(f"{where} must be an object, not {type(data).__name__}")
    for key in data:
        if key not in keys:
            raise PositionError(f"{where} cannot have the key {str(key)[:40]!r}; its keys are {', '.join(keys)}")
    return data


def _whole(value: Any, where: str, allowed: range) -> int:
    number = integer_from(allowed[0], value, allowed[-1])
    if number is None:
        raise PositionError(
            f"{where} must be a whole number from {allowed[0]} to {allowed[-1]}, not {shown(value, 40)}"
        )
    return number


def _one_of(value: T, where: str, allowed: tuple[T, ...]) -> T:
    if value not in allowed:
        raise PositionError(f"{where} must be one of {', '.join(map(str, allowed))}, not {str(value)[:40]}")
    return value


def _flag(row: Mapping[str, Any], name: str) -> bool:
    value = row.get(name, False)
    if type(value) is not bool:
        raise PositionError(f"{name} must be true or false, not {str(value)[:40]}")
    return value
