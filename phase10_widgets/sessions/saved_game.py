"""Saved-game files: their format, their limits, and the players seated when one is loaded."""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any

from .. import players as player_registry
from ..base import files
from ..base.translatable import UNTRANSLATED, Refusal, phrase
from ..game.game import Game
from ..players.function import AnyPlayer
from .seating import OwnPlayers, SeatPlan, Substitute, may_sit

FORMAT = "phase10-session"
VERSION = 2
OWN_PREFIX = "own "
"""The prefix of a custom player's entry in a saved game; the player's name follows."""
MOST_NAME_CHARACTERS = 100
"""The maximum length of a custom player's name in a saved game."""
NOTE = "This file holds the whole deal, hidden cards too."
MAX_FILE_CHARACTERS = 2_000_000
"""The maximum length of a saved game, packed or unpacked, in characters: twice that of the longest possible game."""
MOST_ACTIONS = 20_000
"""The maximum number of actions accepted in a saved game; a game with six people takes about a thousand."""


NOT_KEPT = phrase(
    "{name} was a custom player, {player}, which a file cannot store. In Python, load the game with "
    "Session.load(text, players={{'{player}': …}})."
)


class SaveError(Refusal):
    """Raised when a game cannot be saved or loaded; nothing has changed.

    >>> import phase10_widgets as p10
    >>> p10.Session.load("{}")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    phase10_widgets.sessions.saved_game.SaveError: this is not a saved game file: its 'format' is not ...
    """


FILE = files.FileKind(phrase("saved game"), FORMAT, VERSION, SaveError, MAX_FILE_CHARACTERS)


def written_player(player: AnyPlayer | None) -> str | None:
    """Return a player's entry for a saved game; for a custom player, only the name is saved."""
    return player if player is None or isinstance(player, str) else OWN_PREFIX + own_label(player)


def own_label(player: AnyPlayer) -> str:
    """Return the name under which a saved game records a custom player."""
    return player_registry.label(player)[:MOST_NAME_CHARACTERS]


def parsed(text: files.Source) -> Any:
    """Return the unchecked dict from a saved game's text or file, enforcing the limits on a game's length.

    Raises:
        SaveError: the text is truncated, is from a newer version, or is not a saved game.
    """
    data = _unpacked_file(text)
    check_length(data.get("record") if isinstance(data, dict) else None)
    return data


def _unpacked_file(text: files.Source) -> Any:
    """Parse the text of a saved game; version 1 was not compressed."""
    data = files.parsed(text, FILE)
    if not isinstance(data, dict) or "packed" not in data:
        return data
    content = files.checked(data, FILE)["packed"]
    try:
        unpacked = _unpacked(content).decode()
    except (ValueError, TypeError, zlib.error) as error:
        raise FILE.damaged() from error
    return files.parsed(unpacked, FILE)


def _unpacked(content: str) -> bytes:
    unpack = zlib.decompressobj()
    result = unpack.decompress(base64.b64decode(content, validate=True), MAX_FILE_CHARACTERS)
    if not unpack.eof:
        raise ValueError("it is truncated or far too long")
    return result


def check_length(record: object) -> None:
    """Refuse an unchecked record from a file if it has more than :data:`MOST_ACTIONS` actions.

    Raises:
        SaveError: it has too many actions.
    """
    if actions_in(record) > MOST_ACTIONS:
        raise SaveError("The file has more than {most} actions.", most=MOST_ACTIONS)


def actions_in(record: object) -> int:
    """Return the number of actions in an unchecked record."""
    rounds = record.get("rounds") if isinstance(record, dict) else None
    found = [row.get("actions") for row in rounds if isinstance(row, dict)] if isinstance(rounds, list) else []
    return sum([len(actions) for actions in found if isinstance(actions, list)])


def packed(data: dict[str, Any]) -> str:
    """Return this saved game as text for a file, compressed and not human-readable.

    Raises:
        SaveError: it has too many actions.
    """
    check_length(data["record"])
    content = base64.b64encode(zlib.compress(json.dumps(data).encode())).decode()
    return json.dumps({"format": FORMAT, "version": VERSION, "note": NOTE, "packed": content}, indent=1)


def check_header(data: Any) -> None:
    """Refuse an unchecked dict from a file if any part is missing, or if it isn't a saved game of this version.

    Raises:
        SaveError: it is not a complete saved game of this version.
    """
    files.checked(data, FILE)
    for key in ("seats", "record", "position"):
        if key not in data:
            raise SaveError("The saved game is incomplete: it has no '{key}'.", key=key)


def loaded_seats(rows: Any, game: Game, players: OwnPlayers, *, substitute: bool) -> tuple[SeatPlan, ...]:
    """Return the occupants of a loaded game's seats; the arguments are those of :meth:`Session.load`.

    Raises:
        SaveError: a seat has no known player, or *players* has a player without a seat.
    """
    if not isinstance(rows, list) or len(rows) != len(game.players):
        raise SaveError("The saved game does not name a player for every seat.")
    result, used = [], set[str]()
    for row, name in zip(rows, game.players, strict=True):
        player: Any = row.get("player") if isinstance(row, dict) else 0
        own = player[len(OWN_PREFIX) :] if isinstance(player, str) and player.startswith(OWN_PREFIX) else ""
        if 0 < len(own) <= MOST_NAME_CHARACTERS and own.isprintable():
            key = name if name in players else own
            if key in players:
                player = players[key]
                used.add(key)
            elif substitute:
                player = Substitute(own)
            else:
                raise SaveError(NOT_KEPT, name=name, player=own[:60])
        elif not may_sit(player):
            player = 0
        if player == 0 or row.get("name") != name:
            raise SaveError("The saved game has an unknown player in {name}'s seat.", name=name)
        result.append(SeatPlan(name, player))
    for key in players:
        if key not in used:
            raise SaveError(UNTRANSLATED, fault=f"players= names {key!r:.60}, but the file has no such player")
    return tuple(result)
