"""Simulate a service without a network in which everybody plays a part, and check each person's view."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any
from unittest import mock

from phase10_widgets import EDITIONS, Game
from phase10_widgets.base.untrusted_json import loads
from phase10_widgets.rooms import same_cards, shared_table
from phase10_widgets.rooms.code_attempts import EntryRefused
from phase10_widgets.rooms.lesson import room_lesson
from phase10_widgets.rooms.room import Room
from phase10_widgets.rooms.shared_table import SharedTable
from phase10_widgets.ui.table import observation_view as observation
from tests.contracts.test_hidden import resampled
from tests.contracts.test_lines import replaced, shown
from tests.rooms.playing import Line, Service, act

from .hostile import Facts, texts

if TYPE_CHECKING:
    from .messages import Met

PARTS = (
    *("host", "pupil", "pupil", "other pupil", "waiting", "watcher", "wall", "second page", "friend", "other host"),
    *("nobody", "removed", "asking"),
)
"""Everybody who sends messages: pupils at the first table, other pupils at the second, and friends elsewhere."""
ASKED = ("join", "open", "recover", "report")
PLAY_EVERY, TICK_EVERY, LOOK_EVERY, MEND_EVERY, COMPARE_EVERY = 5, 4, 20, 50, 50
"""The intervals, in messages, at which an honest pupil plays, time passes, all views are checked, honest people
return to their tables, and hidden cards are exchanged.
"""
PROBED = 0.2
"""The fraction of ineffective messages that are sent again with different hidden cards."""
MOST_KEPT = 300


def parsed(text: str) -> Any:
    """Return the value that a connection passes on for a string, or None if the string is invalid."""
    try:
        return loads(text)
    except (ValueError, RecursionError):
        return None


class Later(Executor):
    """An executor that does its work on request, imitating a thread alongside the event loop."""

    def __init__(self) -> None:
        self._work: list[tuple[Future[Any], Callable[[], Any]]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Add work to the queue."""
        future: Future[Any] = Future()
        self._work.append((future, lambda: fn(*args, **kwargs)))
        return future

    def run(self) -> None:
        """Do all queued work."""
        work, self._work = self._work, []
        for future, compute in work:
            try:
                future.set_result(compute())
            except Exception as error:
                future.set_exception(error)


@contextmanager
def world(number: int, met: Met) -> Iterator[World]:
    """Yield a world in which only names and codes are random."""
    chance = random.Random(f"seeds {number}")

    def seed() -> int:
        return chance.getrandbits(128)

    def key() -> str:
        return str(seed())

    with ExitStack() as stack:
        for module in (shared_table, same_cards):
            stack.enter_context(mock.patch.object(module, "new_seed", seed))
        stack.enter_context(mock.patch.object(room_lesson, "new_key", key))
        found = World(number, met)
        try:
            yield found
        finally:
            found.service.desk.close()


class World:
    """Two rooms, their people, and the faults found."""

    def __init__(self, number: int, met: Met) -> None:
        """Fill both rooms based on this number, and record events in *met*; see :func:`world`."""
        self.number, self.met, self.counted = number, met, met.counted
        self.chance = random.Random(f"world {number}")
        self.later = Later()
        self.service = Service(open_to_all=True, executor=self.later)
        self.lines: dict[str, list[Line]] = {}
        self._facts = {part: Facts() for part in PARTS}
        self._texts = {part: texts(self.chance, self._facts[part]) for part in PARTS}
        self._sent = 0
        self.gather()

    def fault(self, what: str) -> None:
        """Record a fault."""
        self.met.fault(f"desk {self.number}: {what}")

    def gather(self) -> None:
        """Open a room with two running games and a room for friends, unless they still exist."""
        service, chance = self.service, self.chance
        host = service.host("Hanna")
        self.key = host.last("welcome")["key"]
        self.code = host.last("welcome")["code"]
        edition = EDITIONS[self.number % len(EDITIONS)]
        same = self.number % 3 == 0
        pupils = [service.guest(host, name, language=chance.choice(("en", "de"))) for name in ("Ada", "Ben")]
        others = [service.guest(host, name) for name in ("Cleo", "Dan")]
        plan = {"edition": edition, "preset": "full", "seats": 4, "level": 3}
        host.ask("tables", n=2)
        for table, those in ((1, pupils), (2, others)):
            host.ask("plan", table=table, **plan)
            for each in those:
                each.ask("sit", table=table)
        host.ask("same", on=same)
        host.ask("start", table=None)
        watcher, waiting, gone = (service.guest(host, name) for name in ("Wanda", "Wim", "Rita"))
        watcher.ask("watch", table=1 + self.number % 2)
        host.ask("kick", person=gone.last("welcome")["person"])
        self.lines |= {
            "host": [host],
            "pupil": pupils,
            "other pupil": others,
            "waiting": [waiting],
            "watcher": [watcher],
            "wall": [Line(service, host.token, wall=True)],
            "second page": [Line(service, pupils[0].token)],
            "removed": [gone],
            "nobody": [Line(service, "nobody's token")],
        }
        if self.lines.get("other host", [gone])[0].closed is not None:
            friend = service.host("Fritz")
            friends = [friend, service.guest(friend, "Gus")]
            friend.ask("plan", table=1, **{**plan, "edition": "classic"})
            for each in friends:
                each.ask("sit", table=1)
            friend.ask("start", table=1)
            self.lines |= {"other host": [friend], "friend": [friends[1]]}
        self.counted["rooms"] += 1

    def everybody(self) -> list[Line]:
        return [line for those in self.lines.values() for line in those if line.closed is None]

    def page_of(self, line: Line) -> Any:
        """Return the desk's page for a connection, or None."""
        return self.service.desk.pages.get(line)

    def again(self, part: str, line: Line) -> Line:
        """Return a new page for a person whose connection has ended, or for a newcomer in that person's place."""
        found = Line(self.service, line.token, language=line.language, **line.hello)
        if found.closed is not None and part not in ("nobody", "removed", "asking"):
            try:
                joined = self.service.desk.join({"key": self.key, "name": f"N{self._sent}"}, "192.0.2.1")
            except EntryRefused:
                return found
            found = Line(self.service, joined["token"])
        return found

    def step(self) -> None:
        """Send a message from a random person."""
        self._sent += 1
        part = self.chance.choice(PARTS)
        if part == "asking":
            self._ask()
        else:
            at = self.chance.randrange(len(self.lines[part]))
            line = self.lines[part][at]
            if line.closed is not None and self.chance.random() < 0.7:
                line = self.lines[part][at] = self.again(part, line)
            self._send(part, line)
        if self.service.desk.pages.get(self.lines["host"][0]) is None:
            self._revive()
        if self._sent % PLAY_EVERY == 0:
            self._play()
        if self._sent % TICK_EVERY == 0:
            self._tick()
        if self._sent % LOOK_EVERY == 0:
            self.look()
        if self._sent % MEND_EVERY == 0:
            self._mend()
        if self._sent % COMPARE_EVERY == 0:
            self.compare()

    def _revive(self) -> None:
        """Bring back the host, or everybody if the room is closed."""
        host = self.lines["host"][0] = self.again("host", self.lines["host"][0])
        if host.last("welcome")["role"] != "host" if host.closed is None else True:
            self.gather()

    def _mend(self) -> None:
        """Let honest people return to their tables, and restart games that are over."""
        host = self.lines["host"][0]
        if host.closed is not None:
            return
        for kind in ("lock", "pause"):
            host.ask(kind, on=False)
        host.ask("tables", n=2)
        for part, number in (("pupil", 1), ("other pupil", 2), ("friend", 1), ("other host", 1)):
            those = self.lines[part]
            those[:] = [line if line.closed is None else self.again(part, line) for line in those]
            for line in those:
                page = self.page_of(line)
                if page is not None and (page.table()[0] is None or page.table()[1] is None):
                    line.ask("sit", table=number)
        for line in (host, *self.lines["other host"]):
            if line.closed is None:
                line.ask("start", table=None)

    def _learn(self, part: str, line: Line) -> Facts:
        """Return the facts to use in a page's next message."""
        facts = self._facts[part]
        facts.token = line.token
        view = last_view(line)
        facts.rev, facts.legal = (view["rev"], view["legal"]) if view else (2, [])
        rooms = self.service.desk._rooms.values()
        facts.people = [person for room in rooms for person in room.people]
        facts.ids = [each for room in rooms for table in room.tables.values() for each in list(table._ids)[-3:]]
        return facts

    def _send(self, part: str, line: Line) -> None:
        self._learn(part, line)
        way, text = next(self._texts[part])
        self.counted[way] += 1
        page, before = self.page_of(line), len(line.sent)
        was = self._state(page)
        self._hear(line, text)
        if way != "broken" and was is not None and was == self._state(page) and self.chance.random() < PROBED:
            self._probe(line, page, text, line.sent[before:])
        if len(line.sent) > MOST_KEPT:
            shorten(line)

    def _hear(self, line: Line, text: str) -> None:
        """Pass a string to the desk, as a connection would."""
        self.met.take(text, lambda: self.service.desk.hear(line, parsed(text)), self.fault)

    def _ask(self) -> None:
        """Send a request that does not require a connection."""
        chance = self.chance
        pages = self.everybody()
        values = [chance.choice(pages).token, self.code, self.key, "x", "", None, 7, [], {"a": 1}, "\u202e", "BCDFGH"]
        fields = {name: chance.choice(values) for name in ("code", "key", "name", "token", "form", "language")}
        content = {name: each for name, each in fields.items() if chance.random() < 0.6}
        what, address = chance.choice(ASKED), f"198.51.100.{chance.randrange(250)}"
        self.met.take(f"{what} {content}", lambda: self._enter(what, content, address), self.fault)
        self.counted["asked"] += 1

    def _enter(self, what: str, content: Any, address: str) -> None:
        desk = self.service.desk
        try:
            match what:
                case "join":
                    desk.join(content, address)
                case "open":
                    desk.open(content.get("name"), address)
                case "recover":
                    desk.recover(content, address)
                case "report":
                    desk.report(content.get("token"))[2]()
        except EntryRefused as refused:
            self.counted[f"{what} refused: {refused.code}"] += 1

    def _play(self) -> None:
        """Let an honest pupil continue the game."""
        line = self.chance.choice([*self.lines["pupil"], *self.lines["other pupil"], *self.lines["friend"]])
        page = self.page_of(line)
        if page is None or page.shown is None or last_view(line) is None:
            return
        before = page.table()[0].n if page.table()[0] else 0
        act(line, self.chance)
        table = page.table()[0]
        self.counted["honest actions"] += int(table is not None and table.n > before)

    def _tick(self) -> None:
        self.service.now += self.chance.choice((0.05, 0.3, 1.0, 1.0, 12.0 if self.chance.random() < 0.1 else 0.5))
        self.later.run()
        for line in self.everybody():
            if self.chance.random() < 0.5:
                self.service.desk.hear(line, {"kind": "beat"})
        slowest = self.met.slowest
        self.met.take("time", self.service.desk.tick, self.fault)
        self.met.ticks.append(self.met.times.pop())
        self.met.slowest = slowest  # only messages count

    def look(self) -> None:
        """Check that each page shows its table as the seat sees it."""
        for line in self.everybody():
            page = self.page_of(line)
            if page is None:
                continue
            table, seat = page.table()
            if table is None or table.session is None:
                continue
            view = last_view(line)
            self.counted["views checked"] += 1
            expected = table.view(seat, page.words, paused=page.room.paused, pace=page.room.pace)
            if view is None or page.shown is not table or bare(view) != bare(expected):
                self.fault(f"a page shows an old view: {differences(view, expected)}")
            elif view["summary"] is None and not (seat is None and table.secret):
                self.counted["observations compared"] += 1
                if view["observation"] != observation.observation_view(table.game.observe(seat)):
                    self.fault("a view is not the seat's observation")

    def compare(self) -> None:
        """Check that each page would receive the same messages with different hidden cards."""
        room, table = self._table()
        if room is None or table is None or table.game.to_act is None:
            return
        by_seat: dict[int | None, list[Line]] = {}
        for line in self.everybody():
            page = self.page_of(line)
            if page is not None and page.table()[0] is table and len(page.person.connections) < 3:
                by_seat.setdefault(page.table()[1], []).append(line)
        for seat, pages in by_seat.items():
            shown(pages)  # a person who was away is back now, which may change a view
            before = shown(pages)
            with self._unheard(), other_cards(table, seat, self.chance) as changed:
                if shown(pages) != before:
                    self.fault("a page's messages depend on hidden cards")
                self.counted["comparisons"] += changed

    @contextmanager
    def _unheard(self) -> Iterator[None]:
        """Make pages discard messages sent during the block, because they show cards that nobody has."""
        lengths = [(line, len(line.sent)) for line in self.everybody()]
        yield
        for line, length in lengths:
            del line.sent[length:]

    def _probe(self, line: Line, page: Any, text: str, sent: list[Any]) -> None:
        """Resend a message that changed nothing, and check that its answers do not depend on hidden cards."""
        table, seat = page.table()
        if self.page_of(line) is not page or table is None or table.session is None or table.game.to_act is None:
            return
        was, before = self._state(page), len(line.sent)
        with self._unheard(), other_cards(table, seat, self.chance) as changed:
            self.service.desk.hear(line, loads(text))
            if line.closed is None and self._state(page) != was:
                self.fault(f"the validity of this message depends on hidden cards: {text[:200]}")
            again = [told(each) for each in line.sent[before:] if told(each)]
        if again != [told(each) for each in sent if told(each)]:
            self.fault(f"an answer depends on hidden cards: {text[:200]}")
        self.counted["answers compared"] += changed

    def _table(self) -> tuple[Room | None, SharedTable | None]:
        """Return a room and one of its tables that has a running game."""
        every = [(room, table) for room in self.service.desk._rooms.values() for table in room.tables.values()]
        found = [(room, table) for room, table in every if table.session is not None]
        return self.chance.choice(found) if found else (None, None)

    def _state(self, page: Any) -> Any:
        """Return the state that a message from this page may change, or None if the page does not show a game."""
        if page is None or self.page_of(page.connection) is not page:
            return None
        table, seat = page.table()
        if table is None or table.session is None or page.shown is not table:
            return None
        room = page.room
        ended = [(one.person, one.ended is None, one.stand_in, one.away, one.again) for one in table.seats]
        reacted = [one.reacted for one in room.people.values()]
        others = [(one.plan, one.n, [status.person for status in one.seats]) for one in room.tables.values()]
        polls = [(poll.phase, poll.over, poll.pool is None) for poll in room.lesson.polls]
        settings = room._settings(), page.words.language.name
        return table.number, seat, table.n, ended, settings, [*room.people], others, polls, reacted


@contextmanager
def other_cards(table: SharedTable, seat: int | None, chance: random.Random) -> Iterator[bool]:
    """Temporarily change a table's hidden cards in a way that a seat (or, with None, a spectator) cannot notice.

    Yield True if any card has changed.
    """
    game = table.game
    state = resampled(game.state, -1 if seat is None else seat, chance)
    replaced(table, Game(state, game.events, game._log, game._recalls, game._trail, game._start))
    try:
        yield bool(state != game.state)
    finally:
        replaced(table, game)


def last_view(line: Line) -> Any:
    """Return the last view that a page has received, or None before the first view."""
    return next((each["view"] for each in reversed(line.sent) if each["kind"] == "tell" and "view" in each), None)


def bare(view: Any) -> Any:
    """Return a view without the parts that belong to a single message."""
    return json.loads(json.dumps({**view, "events": [], "ack": None}))


def differences(view: Any, expected: Any) -> str:
    """Return the names of the fields in which two views differ."""
    if view is None:
        return "it has no view"
    one, other = bare(view), bare(expected)
    return ", ".join(sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name)))


def told(message: Any) -> Any:
    """Return a message from the table as JSON, or None for any other message."""
    return json.dumps(message) if message["kind"] == "tell" else None


def shorten(line: Line) -> None:
    """Discard a page's old messages, except those that it still shows."""
    kept: dict[Any, Any] = {}
    for each in line.sent:
        what = next((part for part in ("about", "view", "message") if part in each), "")
        kept[each["kind"], what] = each
        if what == "about":
            kept["tell", "view"] = each
    recent = line.sent[-20:]
    line.sent[:] = [each for each in kept.values() if not any(each is one for one in recent)] + recent
