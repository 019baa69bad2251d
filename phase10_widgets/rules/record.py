"""Game records: store every deck and every action as JSON, and replay them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ..base.translatable import Refusal
from .actions import Action, IllegalAction
from .apply import apply, start
from .cards import CardError, words
from .edition import DEALT, Edition
from .position import left_over
from .rounds import Outcome, dealt_to
from .state import Cards, State, build

FORMAT = "phase10-record/1"


class RecordError(Refusal):
    """A record that cannot be read or replayed; the message says where.

    >>> import phase10_widgets as p10
    >>> p10.Game.replay({})
    Traceback (most recent call last):
    phase10_widgets.rules.record.RecordError: this is 'None', not a record in the format phase10-record/1
    """


class Trail(NamedTuple):
    """One link in a chain of recorded steps: an action with the cards that it drew at random, or a deal."""

    before: Trail | None
    seat: int
    """The acting seat; -1 for the first link."""
    action: Action | None
    reshuffled: Cards | None
    dealt: tuple[int, tuple[int, ...], Cards | None] | None
    """The dealer, seats and deck of a round that began here; the deck is None if the round began from a position."""


def begun(state: State, deck: Cards | None) -> Trail:
    """Return the first link."""
    return Trail(None, -1, None, None, (state.dealer, state.playing, deck))


def followed(before: Trail, seat: int, outcome: Outcome) -> Trail:
    """Return the link for one action."""
    deck = outcome.dealt
    dealt = None if deck is None else (outcome.state.dealer, outcome.state.playing, deck)
    return build(Trail, (before, seat, outcome.done, outcome.reshuffled, dealt))


def to_rounds(last: Trail) -> list[dict[str, Any]]:
    """Return the ``rounds`` of a record."""
    links: list[Trail] = []
    link: Trail | None = last
    while link is not None:
        links.append(link)
        link = link.before
    rounds: list[dict[str, Any]] = []
    for _, seat, action, reshuffled, dealt in reversed(links):
        if action is not None:
            row = {"seat": seat, **action.to_dict()}
            if reshuffled is not None:
                row["reshuffled"] = words(reshuffled)
            rounds[-1]["actions"].append(row)
        if dealt is not None:
            dealer, seats, deck = dealt
            drawn = {} if deck is None else {"deck": words(deck)}
            rounds.append({"dealer": dealer, "seats": list(seats), **drawn, "actions": []})
    return rounds


class RecordReplay:
    """A replay of a record's rounds, using its decks in place of random ones."""

    def __init__(self, edition: Edition, rounds: Any) -> None:
        if not isinstance(rounds, list) or not rounds:
            raise RecordError("a record needs a list of rounds")
        for at, row in enumerate(rounds, 1):
            if not isinstance(row, Mapping) or not isinstance(row.get("actions"), list):
                raise RecordError(
                    "round {round} of the record must be an object with 'dealer', 'seats', 'deck' and 'actions'",
                    round=at,
                )
        self.edition = edition
        self.rounds = rounds
        self.round = 1
        self.step = 0
        """The current action's number within the round (0 before the first action)."""
        self._reshuffled: Any = None
        self._decks = iter([(at, row.get("deck")) for at, row in enumerate(rounds, 1)])

    def start(self, names: tuple[str, ...], seed: int | str) -> Outcome:
        """Deal the first round."""
        deck = self._cards(self.rounds[0].get("deck"), "deck")
        try:
            whole = self.edition.deck(len(names))
            missing = left_over(whole, deck, lambda card: card.face) + left_over(whole, deck, lambda card: card.back)
        except ValueError as error:
            raise self._here(error) from error
        if missing:
            raise self._fault("the deck is missing cards ({n}), including {card}", n=len(missing), card=missing[0])
        return start(self.edition, names, seed, self._chance, deck)

    def first_deck(self, state: State) -> Cards | None:
        """Return the first round's deck for a game that began from a position, or None if its round had already begun.

        Raises:
            RecordError: this deck leads to a different position.
        """
        _, text = next(self._decks)
        if text is None:
            return None
        deck, seats = self._cards(text, "deck"), dealt_to(state.dealer, state.playing)
        hands = [deck[at : DEALT * len(seats) : len(seats)] for at in range(len(seats))]
        up, pile = deck[DEALT * len(seats) :][:1], deck[DEALT * len(seats) + 1 :]
        if ([state.hands[seat] for seat in seats], state.discard_pile, state.draw_pile) != (hands, up, pile):
            raise self._fault("the starting position is not the one that this deck deals")
        return deck

    def actions(self, state: State) -> Iterator[tuple[int, Outcome]]:
        """Yield the acting seat and the outcome of each action, in order."""
        for at, row in enumerate(self.rounds, 1):
            self.round, self.step = at, 0
            if row.get("dealer") != state.dealer or row.get("seats") != list(state.playing) or state.to_act is None:
                raise self._fault("the dealer or the seats in the record do not match the game")
            ended = False
            for step, data in enumerate(row["actions"], 1):
                self.round, self.step = at, step
                if ended:
                    raise self._fault("the round was over, but more actions follow")
                seat, outcome = self._one(state, data)
                state, ended = outcome.state, outcome.dealt is not None or outcome.state.to_act is None
                yield seat, outcome
            if at < len(self.rounds) and not ended:
                self.round, self.step = at, 0
                raise self._fault("the round was not over when the next one began")

    def _one(self, state: State, data: Any) -> tuple[int, Outcome]:
        if not isinstance(data, Mapping):
            raise self._fault("this is not an object")
        seat, self._reshuffled = data.get("seat"), data.get("reshuffled")
        if seat != state.to_act or seat is None:
            raise self._fault("seat {seat} acts, but it is seat {to_act}'s turn", seat=seat, to_act=state.to_act)
        try:
            plain = {key: value for key, value in data.items() if key not in ("seat", "reshuffled")}
            outcome = apply(state, Action.from_dict(plain), self._chance)
        except IllegalAction as error:
            raise self._fault("{fault} ({rule})", fault=error, rule=error.rule) from error
        if self._reshuffled is not None and outcome.reshuffled is None:
            raise self._fault("there was nothing to shuffle")
        return seat, outcome

    def _chance(self, state: State, cards: Cards, *, deal: bool) -> Cards:
        """Return the cards in the recorded order."""
        if not deal:
            recorded = self._cards(self._reshuffled, "reshuffled")
            if self.edition.two_sided and state.side == "wild":
                recorded = tuple(card.turned for card in recorded)
        else:
            at, text = next(self._decks, (len(self.rounds) + 1, None))
            self.round, self.step = at, 0
            recorded = self._cards(text, "deck")
        if Counter(recorded) != Counter(cards):
            raise self._fault("these are not the cards that should have been shuffled")
        return recorded

    def _cards(self, text: Any, what: str) -> Cards:
        if not isinstance(text, str):
            raise self._fault("'{key}' is missing", key=what)
        try:
            return self.edition.cards(text)
        except CardError as error:
            raise self._here(error) from error

    def _fault(self, template: str, /, **parts: object) -> RecordError:
        """Build an error that says where in the record the fault is."""
        return self._here(RecordError(template, **parts))

    def _here(self, fault: Exception) -> RecordError:
        if self.step == 0:
            return RecordError("round {round}: {fault}", round=self.round, fault=fault)
        return RecordError("round {round}, action {action}: {fault}", round=self.round, action=self.step, fault=fault)
