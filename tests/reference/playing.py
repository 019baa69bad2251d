"""Whole games with checks of invariants after every action and properties of the finished game."""

from __future__ import annotations

import json
from collections import Counter
from itertools import chain
from random import Random
from typing import Any

import phase10_widgets as p10
from phase10_widgets import Action, Card, Game, Session
from phase10_widgets.rules.events import to_dict as event_to_dict
from phase10_widgets.rules.groups import group_from_dict
from phase10_widgets.rules.state import State
from tests.helpers import NAMES, Json

OWN_PHASES = ["1 set of 3 + 1 run of 3", "2 sets of 2"]
LONGEST = 400_000
"""The number of actions after which a game is considered endless."""


def variations(edition: str) -> dict[str, list[Json]]:
    """Return the options for each variation of the edition, which games use in rotation."""
    last = p10.edition(edition).phases[-1].number
    found: dict[str, list[Json]] = {
        "plain": [{}],
        "V1": [{"advance": "always"}],
        "V2": [{"phases": phases} for phases in ([1, 2, 3, 4, 5], [3, min(8, last)], OWN_PHASES)],
        "V3": [{"phases": "even"}, {"phases": "odd"}],
    }
    if not p10.edition(edition).chooses_phase:
        found["V4"] = [{"order": "any"}]
    return found


def games() -> list[tuple[str, str]]:
    """Return every edition with each of its variations."""
    return [(edition, variation) for edition in p10.EDITIONS for variation in variations(edition)]


def watched(edition: str, options: Json, player: str, seed: int, sample: int) -> Game:
    """Play a game to its end with players of one type, checking about one moment in *sample* closely."""
    found = p10.edition(edition)
    chance = Random(f"{edition}/{player}/{seed}")
    n = (2, 3, 4, found.seats[-1], 2, 3)[(seed + (player == "greedy")) % 6]  # the first games cover all sizes
    players = [p10.players.get(player, seed=f"{seed}/{at}") for at in range(n)]
    game = Game.new(edition, list(NAMES[:n]), seed, **options)
    cards = Conserved(game.state)
    actions = 0
    while game.to_act is not None:
        assert actions < LONGEST, "the game did not end"
        action = players[game.to_act].choose(game.observe(game.to_act))
        if chance.random() * sample < 1:
            look_closely(game, action)
        game = game.apply(action)
        cards.check(game.state)
        actions += 1
    return game


class Weights(dict[Card, int]):
    """A random number for each card, regardless of which face is up."""

    def __init__(self) -> None:
        super().__init__()
        self.chance = Random(0)
        self.words: dict[str, int] = {}

    def __missing__(self, card: Card) -> int:
        if card.word not in self.words:
            self.words[card.word] = self.chance.getrandbits(64)
        self[card] = self.words[card.word]
        return self[card]


class Conserved:
    """A check that no card is lost or duplicated, regardless of which face is up."""

    def __init__(self, state: State) -> None:
        self.weights = Weights()
        self.all = self.total(state)

    def total(self, state: State) -> int:
        """Return the sum of the cards' random numbers, which differs between different collections."""
        piles = [*state.hands, *state.saved, state.draw_pile, state.discard_pile]
        piles += [group.cards for seat in state.seats for group in seat.laid]
        return sum(map(self.weights.__getitem__, chain.from_iterable(piles)))

    def check(self, state: State) -> None:
        assert self.total(state) == self.all, "a card was lost or duplicated"


def look_closely(game: Game, action: Action) -> None:
    """Check one moment: every form must survive a JSON round trip, and every offered action must be accepted."""
    position = game.position()
    again = Game.from_position(through_json(position), game.state.seed)
    assert again.position() == position
    assert again.legal_actions() == game.legal_actions()
    offered = game.legal_actions()
    assert len(set(offered)) == len(offered)
    assert len(offered) > 0, "there must always be a legal action"
    for one in offered:
        assert Action.from_dict(through_json(one.to_dict())) == one
        assert game.apply(one).state is not game.state
    assert Action.from_dict(through_json(action.to_dict())) == action
    for seat in range(len(game.players)):
        view = game.observe(seat)
        assert through_json(view.to_dict()) == view.to_dict()
        assert view.legal_actions() == (offered if seat == game.to_act else ())
    for row in game.state.seats:
        for group in row.laid:
            assert group_from_dict(through_json(group.to_dict()), game.edition.pack) == group
    for event in game.events:
        assert through_json(event_to_dict(event))["type"]
    assert game.position() == position, "these checks must not change the game"


def finished(game: Game) -> None:
    """Check that the record, the position and the saved form of a finished game all produce the same game."""
    record, position = game.record(), game.position()
    again = Game.replay(through_json(record))
    assert again.position() == position
    assert again.record() == record
    assert (again.winners, again.standings, again.events) == (game.winners, game.standings, game.events)
    there = Game.from_position(through_json(position), game.state.seed)
    assert (there.position(), there.winners, there.standings) == (position, game.winners, game.standings)
    assert game.winners
    assert game.legal_actions() == ()
    assert [row["place"] for row in game.standings][: len(game.winners)] == [1] * len(game.winners)
    assert Counter(row["seat"] for row in game.standings) == Counter(range(len(game.players)))


def saved(game: Game) -> None:
    """Save the game as a session, load it, and save it again."""
    seats = [{"name": name, "player": None} for name in game.players]
    head = {"format": "phase10-session", "version": 2, "seats": seats}
    data = {**head, "record": game.record(), "position": game.position()}
    session = Session.from_dict(through_json(data))
    text = session.save()
    assert session.to_dict() == data
    assert Session.load(text).save() == text


def through_json(value: Any) -> Any:
    """Return the value after a JSON round trip."""
    return json.loads(json.dumps(value))
