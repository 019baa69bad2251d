"""The knowledge of every seat at every moment of a shared table's game, from the service's own store."""

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
from phase10_widgets.ui.table import view as views

PASSING = {"ack", "events", "paused", "thinking"}
"""The parts of a view that depend on more than the moment; of them, only the events name cards."""
REVIEW = ("review", "luck")
"""The parts of a result that the coach adds later (tests/rooms/test_reviews.py)."""
CARD = re.compile(r"(?<![\w#])[RGBY]\d{1,2}(?!\w)")
"""A card's code, as it would appear in a message."""


class Sight(NamedTuple):
    """Something that a page has received or shown."""

    who: str
    seat: int | None
    language: str
    rev: int
    what: Any
    """A view, a story, or the cards in the page."""

    @property
    def looking(self) -> bool:
        """True if the seat still sees the result of a round."""
        return self.rev % 2 == 1

    @property
    def n(self) -> int:
        """The number of moves so far."""
        return (self.rev + self.looking) // 2 - 1


class Record:
    """A game as the service stores it."""

    def __init__(self, data: Path, code: str, number: int = 1) -> None:
        """Read a copy of the store: the game at one table of the room with this code."""
        with closing(sqlite3.connect(data / "live.sqlite3")) as live, closing(sqlite3.connect(data / "copy")) as copy:
            live.backup(copy)
        store = SqliteStore(data / "copy")
        room = next(row.room for row in store.rooms() if row.code == code)
        row = next(row for row in store.tables(room) if row.number == number)
        assert row.begun is not None
        self.table = SharedTable(store, room, number, Plan.read(row.plan))
        self.table.seats = [SeatStatus(person) for person in row.chairs]
        self.table._begin(row.begun)
        self.moves = [*store.moves(room, number)]
        store.close()

    def moments(self) -> Iterator[SharedTable]:
        """Yield the table after each move, from the deal on; only once."""
        yield self.table
        for move in self.moves:
            self.table._replay(move)
            yield self.table

    def faults(self, seen: Iterable[Sight]) -> list[str]:
        """Return the differences between these sights and the knowledge of their seats; empty if there are none."""
        by_moment = defaultdict(list)
        for sight in seen:
            by_moment[sight.n].append(sight)
        found = []
        for n, table in enumerate(self.moments()):
            for sight in by_moment.pop(n, ()):
                found += [f"{sight.who}, move {n}: {fault}" for fault in differences(table, sight)]
        return [*found, *(f"there is no move {n}" for n in by_moment)]


def differences(table: SharedTable, sight: Sight) -> Iterator[str]:
    """Yield the content that a seat should not have received or shown at this moment."""
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
        may = {*CARD.findall(json.dumps(plain(views.public_view(game)))), *hand}
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
        events = (game.events, *views.split_round(game.events))
        if view["events"] not in [[], *(plain(views.event_views(each, game, seat, text)) for each in events)]:
            yield f"other events: {view['events']}"
    if status is not None:
        status.ended = None


def without_parts(view: Any) -> Any:
    """Return a view without its variable parts: the groups on the phase card, and later additions of the coach."""
    results = {
        part: view[part] and {name: value for name, value in view[part].items() if name not in REVIEW}
        for part in ("summary", "over")
    }
    return {**view, **results, "progress": view["progress"] and {**view["progress"], "parts": []}}


def plain(value: Any) -> Any:
    """Return a value after a round trip through JSON."""
    return json.loads(json.dumps(value))


def sights(who: str, seat: int | None, language: str, frames: Iterable[Any]) -> Iterator[Sight]:
    """Yield every view and story among the frames of a page.

    Raises:
        AssertionError: another message names a card.
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
