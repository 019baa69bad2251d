"""Each seat's knowledge at every moment in a shared table's game, from the service's own store."""

from __future__ import annotations

import json
import re
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from phase10_widgets.languages.text import Text
from phase10_widgets.rooms.plan import Plan
from phase10_widgets.rooms.seat_status import SeatStatus
from phase10_widgets.rooms.shared_table import SharedTable
from phase10_widgets.rooms.storage.sql_store import SqliteStore
from phase10_widgets.rules.cards import words
from phase10_widgets.ui.table.view_parts import event_views, public_view, split_round

PASSING = {"ack", "events", "paused", "thinking"}
"""The parts of a view that do not depend only on the moment; of these, only the events name cards."""
REVIEW = ("review", "luck")
"""The parts of a result that the coach adds later (tests/rooms/test_reviews.py)."""
CARD = re.compile(r"(?<![\w#])[RGBY]\d{1,2}(?!\w)")
"""The pattern of a card's code in a message."""


class Sight(NamedTuple):
    """One thing that a page has received or shown."""

    who: str
    seat: int | None
    language: str
    rev: int
    what: Any
    """A view, a story, or the cards on the page."""

    @property
    def looking(self) -> bool:
        """True if the seat is still looking at the result of a round."""
        return self.rev % 2 == 1

    @property
    def n(self) -> int:
        """The number of moves made so far."""
        return (self.rev + self.looking) // 2 - 1


class Record:
    """A game as stored by the service."""

    def __init__(self, data: Path, code: str, number: int = 1) -> None:
        """Read the game at one table in the room with this code from a copy of the store."""
        with closing(sqlite3.connect(data / "live.sqlite3")) as live, closing(sqlite3.connect(data / "copy")) as copy:
            live.backup(copy)
        store = SqliteStore(data / "copy")
        room = next(row.room for row in store.rooms() if row.code == code)
        row = next(row for row in store.tables(room) if row.number == number)
        assert row.begun is not None
        self.table = SharedTable(store, room, number, Plan.read(row.plan))
        self.table.seats = [SeatStatus(person) for person in row.seated]
        self.table._begin(row.begun)
        self.moves = [*store.moves(room, number)]
        store.close()

    def moments(self) -> Iterator[SharedTable]:
        """Yield the table after each move, starting with the deal; this works only once."""
        yield self.table
        for move in self.moves:
            self.table._replay(move)
            yield self.table

    def faults(self, seen: Iterable[Sight]) -> list[str]:
        """Return the differences between these sights and their seats' knowledge, or an empty list."""
        by_moment = defaultdict(list)
        for sight in seen:
            by_moment[sight.n].append(sight)
        found = []
        for n, table in enumerate(self.moments()):
            for sight in by_moment.pop(n, ()):
                found += [f"{sight.who}, move {n}: {fault}" for fault in differences(table, sight)]
        return [*found, *(f"there is no move {n}" for n in by_moment)]


def differences(table: SharedTable, sight: Sight) -> Iterator[str]:
    """Yield the content that a page should not have received or shown at this moment."""
    seat, text = sight.seat, Text(sight.language)
    game, results = table.game, table._session.games.results
    status = None if seat is None else table.seats[seat]
    if status is not None:
        status.ended = results[-1] if sight.looking else None
    hand = Counter() if seat is None or sight.looking else Counter(words(game.state.hands[seat]).split())
    if "lines" in sight.what:
        if sight.what != plain(table.story(seat, text)):
            yield "another story"
    elif "shown" in sight.what:
        may = {*CARD.findall(json.dumps(plain(public_view(game)))), *hand}
        if Counter(sight.what["hand"]) != hand:
            yield f"the page has the hand {sight.what['hand']}, not {hand}"
        if not may.issuperset(sight.what["shown"]):
            yield f"the page shows {set(sight.what['shown']) - may}"
    else:
        view = sight.what
        if view["observation"] and Counter(view["observation"]["hand"].split()) != hand:
            yield f"the hand {view['observation']['hand']}, not {hand}"
        parts = [card for part in (view["progress"] or {}).get("parts", ()) for card in part["row"] if card]
        if Counter(parts) - hand:
            yield f"the phase card shows {Counter(parts) - hand}"
        expected, known = (without_parts(each) for each in (plain(table.view(seat, text)), view))
        yield from (f"another {name}" for name in expected if name not in PASSING and expected[name] != known[name])
        events = (game.events, *split_round(game.events))
        if view["events"] not in [[], *(plain(event_views(each, game, seat, text)) for each in events)]:
            yield f"different events: {view['events']}"
    if status is not None:
        status.ended = None


def without_parts(view: Any) -> Any:
    """Return a view without its variable parts: the groups on the phase card, and the coach's later additions."""
    results = {
        part: view[part] and {name: value for name, value in view[part].items() if name not in REVIEW}
        for part in ("summary", "over")
    }
    return {**view, **results, "progress": view["progress"] and {**view["progress"], "parts": []}}


def plain(value: Any) -> Any:
    """Return a value after a round trip through JSON."""
    return json.loads(json.dumps(value))


def sights(who: str, seat: int | None, language: str, frames: Iterable[Any]) -> Iterator[Sight]:
    """Yield every view and story among a page's frames.

    Raises:
        AssertionError: a different message names a card.
    """
    for frame in frames:
        if frame["kind"] != "tell":
            assert not CARD.search(json.dumps(frame)), frame
            continue
        if view := frame.get("view"):
            yield Sight(who, seat, language, view["rev"], view)
        message = frame.get("message", {})
        if message.get("kind") == "story":
            yield Sight(who, seat, language, message["rev"], message)
        else:
            assert not CARD.search(json.dumps(message)), frame
