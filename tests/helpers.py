"""Short helpers for tests: positions, actions, stacked decks, refusals, and unprivileged users."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from typing import Any, TypeAlias

import pytest
from _pytest.mark import ParameterSet

from phase10_widgets import Action, Game, IllegalAction
from phase10_widgets.players.greedy import GreedyPlayer
from tests.reference import oracle

Json: TypeAlias = dict[str, Any]

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gil", "Hana")
PILES = {"classic": "Y12", "masters": "Y12", "standard": "KC", "flip": "Y12!/12"}
"""The draw pile in a small position, unless a test sets a different one."""

needs_analysis = pytest.mark.skipif(
    any(find_spec(name) is None for name in ("pandas", "pyarrow")) and os.environ.get("CI") != "true",
    reason="the extra analysis is not installed",
)
"""The mark for tests that write Parquet, which fail without PyArrow in CI."""


# Cases


def rotating(*values: object, id: str | None = None) -> ParameterSet:
    """Return a case for ``pytest.mark.parametrize`` that does not have to run for every change."""
    return pytest.param(*values, id=id, marks=pytest.mark.rotating)


# Positions


def seat(hand: str = "", **more: Any) -> Json:
    """Return one seat in a position."""
    return {"hand": hand, **more}


def group(kind: str, cards: str, **identity: Any) -> Json:
    """Return a group on the table."""
    return {"kind": kind, "cards": cards, **identity}


def begin(edition: str, *seats: Json | str, seed: int = 1, options: Json | None = None, **more: Any) -> Game:
    """Start a game from a small position in which seat 0 has drawn and is to play, unless *more* overrides this."""
    return Game.from_position(position(edition, *seats, options=options, **more), seed)


def position(edition: str, *seats: Json | str, options: Json | None = None, **more: Any) -> Json:
    """Return the position for :func:`begin`; in masters, a seat tries phase 1 by default."""
    chosen = {"phase": 1} if edition == "masters" else {}
    rows = [
        {"name": name, **chosen, **(row if isinstance(row, dict) else {"hand": row})}
        for name, row in zip(NAMES, seats, strict=False)
    ]
    return {
        "edition": edition,
        "options": options or {},
        "dealer": len(rows) - 1,
        "to_act": 0,
        "step": "play",
        "draw_pile": PILES[edition],
        "seats": rows,
        **more,
    }


# Actions


def choose(phase: int) -> Json:
    return {"type": "choose_phase", "phase": phase}


def draw(source: str = "deck", card: str | None = None) -> Json:
    return {"type": "draw", "from": source, **({} if card is None else {"card": card})}


def lay(*groups: str | Json, phase: int | None = None) -> Json:
    return {"type": "lay_down", "groups": list(groups), **({} if phase is None else {"phase": phase})}


def hit(card: str, owner: int, group: int, end: str | None = None) -> Json:
    found = {"type": "hit", "card": card, "owner": owner, "group": group}
    return found if end is None else {**found, "end": end}


def discard(card: str, target: int | None = None) -> Json:
    return {"type": "discard", "card": card, **({} if target is None else {"target": target})}


def save(card: str) -> Json:
    return {"type": "save", "card": card}


def play(game: Game, *actions: Action | Mapping[str, Any]) -> Game:
    """Return the game after the seats to act take these actions."""
    for action in actions:
        game = game.apply(action)
    return game


def refusal(game: Game, action: Action | Mapping[str, Any]) -> IllegalAction:
    """Return the refusal of *action*, after checking that the game is unchanged."""
    before = (game.position(), game.record(), game.legal_actions(), game.events, game.standings)
    with pytest.raises(IllegalAction) as caught:
        game.apply(action)
    assert (game.position(), game.record(), game.legal_actions(), game.events, game.standings) == before
    return caught.value


def played_out(edition: str, seed: int | str = 4, names: Sequence[str] = NAMES[:2], **options: Any) -> Game:
    """Return a finished game between greedy players."""
    game, player = Game.new(edition, list(names), seed, **options), GreedyPlayer()
    while game.to_act is not None:
        game = game.apply(player.choose(game.observe(game.to_act)))
    return game


def refused(game: Game, action: Action | Mapping[str, Any]) -> tuple[str, str]:
    """Return the code and rule in the refusal of *action*."""
    error = refusal(game, action)
    return error.code, error.rule


# Cards by location


def hand(game: Game, at: int) -> str:
    """Return a seat's cards in position notation."""
    return str(game.position()["seats"][at]["hand"])


def laid(game: Game, at: int) -> list[Json]:
    """Return a seat's groups."""
    found: list[Json] = game.position()["seats"][at]["laid"]
    return found


def each(game: Game, key: str) -> list[Any]:
    """Return the value of one entry for every seat in the position."""
    return [row[key] for row in game.position()["seats"]]


def turn(game: Game) -> tuple[int | None, str | None]:
    """Return the seat to act and its step."""
    return game.to_act, game.step


def types(game: Game) -> list[str]:
    """Return the distinct types of the legal actions, in order."""
    return list(dict.fromkeys(action.to_dict()["type"] for action in game.legal_actions()))


# Decks and records


def deck(edition: str, seats: int, named: Sequence[str] = ()) -> list[str]:
    """Return the whole deck in a fixed order; *named* flip cards keep both faces, while others get arbitrary backs."""
    if edition != "flip":
        return oracle.deck(edition, seats)
    faces = [oracle.deck("flip", seats, side) for side in ("color", "wild")]
    for word in named:
        for side, part in zip(faces, word.split("/"), strict=True):
            side.remove(part)
    return [*named, *map("/".join, zip(*faces, strict=True))]


def stacked(edition: str, hands: Sequence[str], up: str, draws: str = "", seats: int | None = None) -> str:
    """Return a deck that deals *hands* card by card, starting with the first hand, turns *up*, and draws *draws*."""
    top = [word for row in zip(*(cards.split() for cards in hands), strict=True) for word in row]
    top += [up, *draws.split()]
    rest = deck(edition, seats or len(hands), top if edition == "flip" else ())
    for word in top:
        rest.remove(word)
    return " ".join(top + rest)


def record(edition: str, players: int, *rounds: Json, options: Json | None = None) -> Json:
    """Return a record with these rounds."""
    return {
        "format": "phase10-record/1",
        "edition": edition,
        "options": options or {},
        "players": list(NAMES[:players]),
        "seed": 1,
        "rounds": list(rounds),
    }


def dealt(
    edition: str, hands: Sequence[str], up: str, draws: str = "", options: Json | None = None, dealer: int | None = None
) -> Game:
    """Return a game whose first round deals *hands*, starting with the hand to the left of the dealer."""
    n = len(hands)
    at = n - 1 if dealer is None else dealer
    if dealer is not None:
        options = {**(options or {}), "first_dealer": dealer}
    entry = {"dealer": at, "seats": list(range(n)), "deck": stacked(edition, hands, up, draws), "actions": []}
    return Game.replay(record(edition, n, entry, options=options))


Change: TypeAlias = Callable[[Json], Any]
"""A function that corrupts a record or a saved game."""


def put(*path: Any, to: Any) -> Change:
    """Return a change that sets the value at this path."""

    def change(data: Any) -> None:
        for part in path[:-1]:
            data = data[part]
        data[path[-1]] = to

    return change


def drop(*path: Any) -> Change:
    """Return a change that removes the value at this path."""

    def change(data: Any) -> None:
        for part in path[:-1]:
            data = data[part]
        del data[path[-1]]

    return change


# Processes


def unprivileged() -> dict[str, Any]:
    """Return arguments that start a process without root privileges."""
    if os.name == "nt" or os.geteuid() != 0:
        return {}
    import pwd  # not available on Windows

    user = pwd.getpwnam("nobody")
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
