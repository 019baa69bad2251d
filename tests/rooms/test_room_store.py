"""Stores: stored data comes back, only owners change a room, and a store may stop answering for a while."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from phase10_widgets.rooms.code_attempts import EntryRefused
from phase10_widgets.rooms.storage import sql_store
from phase10_widgets.rooms.storage.room_store import (
    HOUR,
    RoomLost,
    RoomStore,
    StoredAnswer,
    StoredDeals,
    StoredMove,
    StoredTable,
)
from phase10_widgets.rooms.storage.sql_store import SqliteStore
from phase10_widgets.rooms.storage.sql_tables import VERSION
from phase10_widgets.store.file_store import FileStore
from tests.helpers import rotating

from .playing import DRAW, STORED, Line, Service, act, begun, number, play, room_of, table
from .postgres import Postgres, serving

Opener = Callable[[], RoomStore]


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    with serving() as found:
        yield found


@pytest.fixture(params=["SQLite", rotating("PostgreSQL")])
def opener(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opener]:
    """Return a function that opens a store, each time as another process would."""
    stores: list[RoomStore] = []
    if request.param == "PostgreSQL":
        server: Postgres = request.getfixturevalue("server")
        server.run("DROP SCHEMA IF EXISTS phase10 CASCADE;")

    def open_book() -> RoomStore:
        if request.param == "SQLite":
            stores.append(SqliteStore(tmp_path / "live.sqlite3"))
        else:
            from phase10_widgets.server.rooms.database_store import DatabaseStore

            stores.append(DatabaseStore(server.address, lease=0.0))
        return stores[-1]

    yield open_book
    for store in stores:
        store.close()


def test_everything_stored_comes_back(opener: Opener) -> None:
    store = opener()
    room = store.add_room("BCDFGH", "key", {"locked": True}, 1.5)
    ada, ben = (store.add_person(room, bytes([n]) * 32, name, host=n == 1) for n, name in ((1, "Ada"), (2, "Bén")))
    seated = StoredTable(1, {"edition": "flip"}, {"seed": 2**127}, [ada, None])
    moves = [StoredMove(1, 0, "a", {"type": "draw"}), StoredMove(2, 1, None, None)]
    store.keep_table(room, StoredTable(1, {}, None, []))
    store.keep_table(room, seated)
    for move in moves:
        store.add_move(room, 1, move)
    store.keep_asked(room, 1, {"phase": "open"})
    store.keep_asked(room, 1, {"phase": "shown"})
    for text in ("20%", "30%"):
        store.keep_answer(room, StoredAnswer(1, ben, 1, text, 0.7))
    for n in (50, 100):
        store.keep_deals(room, StoredDeals(1, ben, [n, 0.5]))
    store.add_token(room, ada, b"3" * 32)
    store.keep_room(room, "BCDFGJ", {"locked": False}, 2.5)
    store.close()
    store = opener()
    (stored,) = store.rooms()
    assert (stored.code, stored.key, stored.settings, stored.touched) == ("BCDFGJ", "key", {"locked": False}, 2.5)
    assert [(row.name, row.host, row.token[0]) for row in store.people(room)] == [("Ada", True, 1), ("Bén", False, 2)]
    assert store.more_tokens(room) == [(ada, b"3" * 32)]
    assert store.tables(room) == [seated]
    assert store.moves(room, 1) == moves
    assert store.asked(room) == [(1, {"phase": "shown"})]
    assert store.answers(room) == [StoredAnswer(1, ben, 1, "30%", 0.7)]
    assert store.deals(room) == [StoredDeals(1, ben, [100, 0.5])]
    for found in (store.find_room(code="BCDFGJ"), store.find_room(key="key"), store.find_room(token=b"3" * 32)):
        assert found == stored
    assert [store.find_room(code="BCDFGH"), store.find_room(key="x"), store.find_room(token=b"x")] == [None] * 3


def test_deleting_something_deletes_all_that_belongs_to_it(opener: Opener) -> None:
    store = opener()
    room = store.add_room("BCDFGH", "key", {}, 1.0)
    ada, ben = (store.add_person(room, bytes([n]) * 32, str(n), host=False) for n in (1, 2))
    store.add_token(room, ada, b"3" * 32)
    store.merge(room, ada, ben, bytes([2]) * 32, [])
    assert [(row.person, row.token) for row in store.people(room)] == [(ada, bytes([2]) * 32)]
    assert store.more_tokens(room) == []
    store.keep_asked(room, 1, {})
    store.keep_answer(room, StoredAnswer(1, ada, 1, "1", 0.5))
    store.drop_person(room, ada)
    store.drop_person(room, ada)
    assert (store.people(room), store.answers(room)) == ([], [])
    store.keep_table(room, StoredTable(1, {}, None, []))
    for _ in range(2):
        store.add_move(room, 1, StoredMove(1, 0, "a", {}))
        store.drop_moves(room, 1)
    store.add_move(room, 1, StoredMove(1, 0, "a", {}))
    store.drop_table(room, 1)
    assert (store.tables(room), store.moves(room, 1)) == ([], [])
    store.keep_table(room, StoredTable(2, {}, None, []))
    store.add_move(room, 2, StoredMove(1, 0, "a", {}))
    store.drop_room(room)
    assert (store.rooms(), store.asked(room), store.tables(room), store.moves(room, 2)) == ([], [], [], [])


def test_a_merged_person_has_the_answers_and_deals_of_two(opener: Opener) -> None:
    store = opener()
    room = store.add_room("BCDFGH", "key", {}, 1.0)
    ada, ben, other = (store.add_person(room, bytes([n]) * 32, str(n), host=False) for n in (1, 2, 3))
    for poll in (1, 2):
        store.keep_asked(room, poll, {})
    said = [(1, ada, 1, "old"), (1, ada, 2, "her own"), (1, ben, 1, "new"), (2, ben, 1, "more"), (1, other, 1, "else")]
    for poll, person, vote, text in said:
        store.keep_answer(room, StoredAnswer(poll, person, vote, text, 0.5))
    for person in (ada, ben):
        store.keep_deals(room, StoredDeals(1, person, [person]))
    store.merge(room, ada, ben, bytes([2]) * 32, [StoredDeals(1, ada, [7])])
    kept = {(1, ada, 1, "new"), (1, ada, 2, "her own"), (2, ada, 1, "more"), (1, other, 1, "else")}
    assert {row[:4] for row in store.answers(room)} == kept
    assert store.deals(room) == [StoredDeals(1, ada, [7])]


def test_a_failed_write_changes_nothing(opener: Opener) -> None:
    store = opener()
    room = store.add_room("BCDFGH", "key", {}, 1.0)
    ada, ben = (store.add_person(room, bytes([n]) * 32, str(n), host=False) for n in (1, 2))
    store.keep_table(room, StoredTable(1, {}, None, []))
    store.add_move(room, 1, StoredMove(1, 0, "a", {}))
    for move in (StoredMove(1, 0, "b", {}), StoredMove(2, 0, "a", {})):
        with pytest.raises(OSError, match="nothing can be stored"):
            store.add_move(room, 1, move)
    with pytest.raises(OSError, match="nothing can be stored"):
        store.keep_token(room, ada, bytes([2]) * 32)
    assert [row.token[0] for row in store.people(room)] == [1, 2]
    store.merge(room, ada, ben, bytes([2]) * 32, [])
    assert len(store.moves(room, 1)) == 1


def test_only_the_owner_changes_a_room(opener: Opener) -> None:
    late, store = opener(), opener()
    room = late.add_room("BCDFGH", "key", {}, 1.0)
    ada = late.add_person(room, b"1" * 32, "Ada", host=True)
    late.keep_table(room, StoredTable(1, {}, None, []))
    assert store.claim(room)
    before = (store.rooms(), store.people(room), store.tables(room))
    writes: list[Callable[[], object]] = [
        lambda: late.keep_room(room, "BCDFGH", {"locked": True}, 2.0),
        lambda: late.drop_room(room),
        lambda: late.add_person(room, b"2" * 32, "Ben", host=False),
        lambda: late.drop_person(room, ada),
        lambda: late.add_token(room, ada, b"2" * 32),
        lambda: late.keep_token(room, ada, b"2" * 32),
        lambda: late.keep_table(room, StoredTable(2, {}, None, [])),
        lambda: late.drop_table(room, 1),
        lambda: late.add_move(room, 1, StoredMove(1, 0, "a", {})),
        lambda: late.drop_moves(room, 1),
        lambda: late.keep_asked(room, 1, {}),
        lambda: late.keep_answer(room, StoredAnswer(1, ada, 1, "1", 0.5)),
        lambda: late.keep_deals(room, StoredDeals(1, ada, [])),
    ]
    for write in writes:
        with pytest.raises(RoomLost):
            write()
    assert (store.rooms(), store.people(room), store.tables(room), store.more_tokens(room)) == (*before, [])
    store.add_move(room, 1, StoredMove(1, 0, "a", {}))
    assert late.claim(room), "leases in these tests end at once"
    late.add_move(room, 1, StoredMove(2, 0, "b", {}))
    with pytest.raises(RoomLost):
        store.add_move(room, 1, StoredMove(3, 0, "c", {}))


def test_the_newer_of_two_servers_with_one_file_plays(tmp_path: Path) -> None:
    acting, _ = begun(Service(tmp_path / "live.sqlite3"))
    newer = Service(tmp_path / "live.sqlite3")
    rev = acting.view["rev"]
    acting.say("action", action=DRAW)
    assert (acting.closed, acting.last("bye")["after"]) == (4421, 2.0)
    assert acting.view["rev"] == rev, "only stored moves are shown"
    again = Line(newer, acting.token)
    again.say("action", action=DRAW)
    assert again.view["rev"] > rev


V1 = """
CREATE TABLE rooms (room INTEGER PRIMARY KEY, code TEXT UNIQUE NOT NULL, key TEXT NOT NULL, settings TEXT NOT NULL,
                    touched REAL NOT NULL);
INSERT INTO rooms VALUES (1, 'BCDFGH', 'key', '{}', 1.0);
PRAGMA user_version = 1;
"""


def test_an_older_book_is_copied_before_it_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, copy = tmp_path / "live.sqlite3", tmp_path / "live.sqlite3.v1"
    older = sqlite3.connect(path)
    older.executescript(V1)
    older.close()
    with monkeypatch.context() as broken:
        broken.setattr("phase10_widgets.rooms.storage.sql_store.SCHEMA", "CREATE NOTHING")
        with pytest.raises(OSError, match="cannot be used"):
            SqliteStore(path)
    assert copy.stat().st_mode & 0o077 == 0
    columns = sqlite3.connect(path).execute("SELECT count(*) FROM pragma_table_info('rooms')").fetchone()
    assert columns == (5,), "a change that fails leaves the file as it was"
    newer = SqliteStore(path)
    assert [row.code for row in newer.rooms()] == ["BCDFGH"]
    assert newer.claim(1)
    newer.keep_asked(1, 1, {})
    assert not copy.exists(), "nothing outlives its room"
    newer.close()


def test_a_newer_file_is_refused(tmp_path: Path) -> None:
    for kind in (SqliteStore, FileStore):
        path = tmp_path / kind.__name__
        kind(path)
        db = sqlite3.connect(path)
        db.execute(f"PRAGMA user_version = {VERSION + 1}")
        db.close()
        with pytest.raises(OSError, match="newer version"):
            kind(path)


# a store that stops answering: nothing is lost, and the tables continue once it answers

Trouble = Callable[[Service], Callable[[], object]]


class Timed(Service):
    """A service whose store uses its clock."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, lambda: SqliteStore(path, clock=lambda: self.now))


@pytest.fixture
def service(tmp_path: Path) -> Service:
    return Timed(tmp_path / "live.sqlite3")


def db_of(service: Service) -> sqlite3.Connection:
    store = service.desk._store
    assert isinstance(store, SqliteStore)
    return store._db


def locked(service: Service) -> Callable[[], object]:
    """Have another program change the file."""
    other = sqlite3.connect(service.path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    return other.close


def read_only(service: Service) -> Callable[[], object]:
    """Allow reading the file, but not changing it."""
    db = db_of(service)
    db.execute("PRAGMA query_only = ON")
    return lambda: db.execute("PRAGMA query_only = OFF")


def full(service: Service) -> Callable[[], object]:
    """Keep the file from growing."""
    db = db_of(service)
    db.execute("CREATE TABLE filler (text TEXT)")
    (n_pages,) = db.execute("PRAGMA page_count").fetchone()
    db.execute(f"PRAGMA max_page_count = {n_pages}")
    size = 4000
    while size:
        try:
            db.execute("INSERT INTO filler VALUES (?)", ("x" * size,))
        except sqlite3.OperationalError:
            size //= 2

    return lambda: db.execute("PRAGMA max_page_count = 100000")


@pytest.mark.parametrize("trouble", [locked, read_only, full])
def test_nobody_waits_and_the_tables_continue(
    service: Service, trouble: Trouble, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sql_store, "BUSY_MILLISECONDS", 20)
    lines, chance = table(service, "Ana", "Ben", preset="full"), random.Random(1)
    play(service, lines, 3, chance)
    end = trouble(service)
    db_of(service).execute("PRAGMA busy_timeout = 20")
    before = [line.view["rev"] for line in lines]
    for _ in range(400):
        for line in lines:
            act(line, chance)
        if any(line.refusal == STORED for line in lines):
            break
    else:
        pytest.fail("everything was stored")
    assert db_of(service).execute("PRAGMA busy_timeout").fetchone() == (0,), "it never waits for another program"
    tried: list[str] = []
    db_of(service).set_trace_callback(tried.append)
    for line in lines:
        act(line, chance)
    assert tried == [], "nor for the disk, until the next attempt"
    db_of(service).set_trace_callback(None)
    service.wait(40, *lines)
    assert all(line.closed is None for line in lines), "nobody is sent away"
    said = [record.getMessage() for record in caplog.records]
    assert len(said) == 1
    assert caplog.records[0].exc_info is None
    end()
    service.wait(2, *lines)
    play(service, lines, 5, chance)
    assert min(line.view["rev"] - old for line, old in zip(lines, before, strict=True)) > 0
    assert "responding again" in caplog.text
    service.start()
    assert [row.n for row in service.desk._store.moves(1, 1)][-1] >= 6
    assert Line(service, lines[0].token).view["observation"] == lines[0].view["observation"]


def test_a_removed_book_is_rewritten_and_a_replaced_one_is_reread(service: Service) -> None:
    def remove() -> None:
        for file in Path(service.path).parent.glob("live.sqlite3*"):
            file.unlink()

    lines, chance = table(service, "Ana", "Ben", preset="full"), random.Random(1)
    play(service, lines, 3, chance)
    remove()
    play(service, lines, 3, chance)
    assert Path(service.path).stat().st_mode & 0o077 == 0
    seen = lines[0].view["observation"]
    lines = service.start_again(*lines)
    assert lines[0].view["observation"] == seen
    remove()
    SqliteStore(service.path).close()
    for line in lines:
        act(line, chance)
    assert [line.closed for line in lines] == [4421, 4421], "this room is not in it"
    assert service.host().closed is None


def test_a_full_service_says_so_while_nothing_can_be_stored(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    service.host()
    service.desk.pages.clear()
    monkeypatch.setattr("phase10_widgets.rooms.entrance.MOST_ROOMS", 1)
    service.now += 2 * HOUR
    mend = locked(service)
    with pytest.raises(EntryRefused) as refused:
        service.desk.open_room("Hanna")
    assert refused.value.code == "soon"
    mend()


CHANGES: dict[str, dict[str, Any]] = {
    **{kind: {"on": True} for kind in ("lock", "pause", "names")},
    "clock": {"seconds": 60},
    "pace": {"seconds": 2},
    "hand": {"up": False},
    **{kind: {} for kind in ("recovery", "kick", "reseat")},
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", CHANGES)
def test_a_change_that_cannot_be_stored_is_not_made(kind: str, service: Service) -> None:
    host, ada = table(service, "Hanna", "Ada", preset="full")
    again = service.guest(host, "Ada 2")
    ada.ask("hand", up=True)
    fields = {"person": number(ada), "newcomer": number(again), **CHANGES[kind]}

    def state() -> Any:
        return room_of(host)._settings(), [*room_of(host).people]

    before = state()
    mend = locked(service)
    host.ask(kind, **fields)
    assert (host.refusal, state()) == (STORED, before)
    assert [line.closed for line in (host, ada, again)] == [None] * 3
    mend()
    service.now += sql_store.REST_SECONDS[1]
    host.ask(kind, **fields)
    assert state() != before


def test_a_hosts_link_works_once_even_if_that_could_not_be_stored_at_first(service: Service) -> None:
    host = service.host()
    link = service.desk.host_link(host.token)
    found = service.desk.recover({"link": link}, "192.0.2.1")["token"]
    mend = locked(service)
    assert Line(service, found).closed == 1012
    mend()
    service.now += sql_store.REST_SECONDS[1]
    assert Line(service, found).closed is None
    with pytest.raises(EntryRefused):
        service.desk.recover({"link": link}, "192.0.2.1")
