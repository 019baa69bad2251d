"""Books: what is written down comes back, older files are copied before they change, and only owners change a room."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from phase10_widgets.live.book import Book, RoomLost, StoredAnswer, StoredDeals, StoredMove, StoredTable
from phase10_widgets.live.sql_book import FileBook
from phase10_widgets.live.sql_tables import VERSION
from phase10_widgets.store.file_store import FileStore

from .playing import Line, Service, table
from .postgres import Postgres, serving

Opener = Callable[[], Book]


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    with serving() as found:
        yield found


@pytest.fixture(params=["SQLite", pytest.param("PostgreSQL", marks=pytest.mark.rotating)])
def opener(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opener]:
    """Return what opens a book, each time as another process would."""
    books: list[Book] = []
    if request.param == "PostgreSQL":
        server: Postgres = request.getfixturevalue("server")
        server.run("DROP SCHEMA IF EXISTS phase10 CASCADE;")

    def open_book() -> Book:
        if request.param == "SQLite":
            books.append(FileBook(tmp_path / "live.sqlite3"))
        else:
            from phase10_widgets.apps.tables.database_book import DatabaseBook

            books.append(DatabaseBook(server.address, lease=0.0))
        return books[-1]

    yield open_book
    for book in books:
        book.close()


def test_everything_comes_back(opener: Opener) -> None:
    book = opener()
    room = book.add_room("BCDFGH", "key", {"locked": True}, 1.5)
    ada, ben = (book.add_person(room, bytes([n]) * 32, name, host=n == 1) for n, name in ((1, "Ada"), (2, "Bén")))
    seated = StoredTable(1, {"edition": "flip"}, {"seed": 2**127}, [ada, None])
    moves = [StoredMove(1, 0, "a", {"type": "draw"}), StoredMove(2, 1, None, None)]
    book.keep_table(room, StoredTable(1, {}, None, []))
    book.keep_table(room, seated)
    for move in moves:
        book.add_move(room, 1, move)
    book.keep_asked(room, 1, {"phase": "open"})
    book.keep_asked(room, 1, {"phase": "shown"})
    for text in ("20%", "30%"):
        book.keep_answer(room, StoredAnswer(1, ben, 1, text, 0.7))
    for n in (50, 100):
        book.keep_deals(room, StoredDeals(1, ben, [n, 0.5]))
    book.add_token(room, ada, b"3" * 32)
    book.keep_room(room, "BCDFGJ", {"locked": False}, 2.5)
    book.close()
    book = opener()
    (stored,) = book.rooms()
    assert (stored.code, stored.key, stored.settings, stored.touched) == ("BCDFGJ", "key", {"locked": False}, 2.5)
    assert [(row.name, row.host, row.token[0]) for row in book.people(room)] == [("Ada", True, 1), ("Bén", False, 2)]
    assert book.more_tokens(room) == [(ada, b"3" * 32)]
    assert book.tables(room) == [seated]
    assert book.moves(room, 1) == moves
    assert book.asked(room) == [(1, {"phase": "shown"})]
    assert book.answers(room) == [StoredAnswer(1, ben, 1, "30%", 0.7)]
    assert book.deals(room) == [StoredDeals(1, ben, [100, 0.5])]
    for found in (book.find_room(code="BCDFGJ"), book.find_room(key="key"), book.find_room(token=b"3" * 32)):
        assert found == stored
    assert [book.find_room(code="BCDFGH"), book.find_room(key="x"), book.find_room(token=b"x")] == [None] * 3


def test_what_is_deleted_takes_everything_with_it(opener: Opener) -> None:
    book = opener()
    room = book.add_room("BCDFGH", "key", {}, 1.0)
    ada, ben = (book.add_person(room, bytes([n]) * 32, str(n), host=False) for n in (1, 2))
    book.add_token(room, ada, b"3" * 32)
    book.merge(room, ada, ben, bytes([2]) * 32, [])
    assert [(row.person, row.token) for row in book.people(room)] == [(ada, bytes([2]) * 32)]
    assert book.more_tokens(room) == []
    book.keep_asked(room, 1, {})
    book.keep_answer(room, StoredAnswer(1, ada, 1, "1", 0.5))
    book.drop_person(room, ada)
    book.drop_person(room, ada)
    assert (book.people(room), book.answers(room)) == ([], [])
    book.keep_table(room, StoredTable(1, {}, None, []))
    for _ in range(2):
        book.add_move(room, 1, StoredMove(1, 0, "a", {}))
        book.drop_moves(room, 1)
    book.add_move(room, 1, StoredMove(1, 0, "a", {}))
    book.drop_table(room, 1)
    assert (book.tables(room), book.moves(room, 1)) == ([], [])
    book.drop_room(room)
    assert (book.rooms(), book.asked(room)) == ([], [])


def test_one_person_has_the_answers_and_deals_of_two(opener: Opener) -> None:
    book = opener()
    room = book.add_room("BCDFGH", "key", {}, 1.0)
    ada, ben, other = (book.add_person(room, bytes([n]) * 32, str(n), host=False) for n in (1, 2, 3))
    for poll in (1, 2):
        book.keep_asked(room, poll, {})
    said = [(1, ada, 1, "old"), (1, ada, 2, "her own"), (1, ben, 1, "new"), (2, ben, 1, "more"), (1, other, 1, "else")]
    for poll, person, vote, text in said:
        book.keep_answer(room, StoredAnswer(poll, person, vote, text, 0.5))
    for person in (ada, ben):
        book.keep_deals(room, StoredDeals(1, person, [person]))
    book.merge(room, ada, ben, bytes([2]) * 32, [StoredDeals(1, ada, [7])])
    kept = {(1, ada, 1, "new"), (1, ada, 2, "her own"), (2, ada, 1, "more"), (1, other, 1, "else")}
    assert {row[:4] for row in book.answers(room)} == kept
    assert book.deals(room) == [StoredDeals(1, ada, [7])]


def test_what_cannot_be_stored_changes_nothing(opener: Opener) -> None:
    book = opener()
    room = book.add_room("BCDFGH", "key", {}, 1.0)
    ada, ben = (book.add_person(room, bytes([n]) * 32, str(n), host=False) for n in (1, 2))
    book.keep_table(room, StoredTable(1, {}, None, []))
    book.add_move(room, 1, StoredMove(1, 0, "a", {}))
    for move in (StoredMove(1, 0, "b", {}), StoredMove(2, 0, "a", {})):
        with pytest.raises(OSError, match="nothing can be stored"):
            book.add_move(room, 1, move)
    with pytest.raises(OSError, match="nothing can be stored"):
        book.keep_token(room, ada, bytes([2]) * 32)
    assert [row.token[0] for row in book.people(room)] == [1, 2]
    book.merge(room, ada, ben, bytes([2]) * 32, [])
    assert len(book.moves(room, 1)) == 1


def test_only_the_owner_changes_a_room(opener: Opener) -> None:
    late, book = opener(), opener()
    room = late.add_room("BCDFGH", "key", {}, 1.0)
    ada = late.add_person(room, b"1" * 32, "Ada", host=True)
    late.keep_table(room, StoredTable(1, {}, None, []))
    assert book.claim(room)
    before = (book.rooms(), book.people(room), book.tables(room))
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
    assert (book.rooms(), book.people(room), book.tables(room), book.more_tokens(room)) == (*before, [])
    book.add_move(room, 1, StoredMove(1, 0, "a", {}))
    assert late.claim(room), "the lease of these tests ends at once"
    late.add_move(room, 1, StoredMove(2, 0, "b", {}))
    with pytest.raises(RoomLost):
        book.add_move(room, 1, StoredMove(3, 0, "c", {}))


def test_of_two_servers_with_one_file_the_newer_one_plays(tmp_path: Path) -> None:
    older = Service(tmp_path / "live.sqlite3")
    lines = table(older, "Hanna", "Ben")
    newer = Service(tmp_path / "live.sqlite3")
    acting = next(line for line in lines if line.view["legal"])
    rev = acting.view["rev"]
    acting.say("action", action={"type": "draw", "from": "deck"})
    assert (acting.closed, acting.last("bye")["after"]) == (4421, 2.0)
    assert acting.view["rev"] == rev, "nothing is shown that is not stored"
    again = Line(newer, acting.token)
    again.say("action", action={"type": "draw", "from": "deck"})
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
        broken.setattr("phase10_widgets.live.sql_book.SCHEMA", "CREATE NOTHING")
        with pytest.raises(OSError, match="cannot be used"):
            FileBook(path)
    assert copy.stat().st_mode & 0o077 == 0
    columns = sqlite3.connect(path).execute("SELECT count(*) FROM pragma_table_info('rooms')").fetchone()
    assert columns == (5,), "a change that fails leaves the file as it was"
    newer = FileBook(path)
    assert [row.code for row in newer.rooms()] == ["BCDFGH"]
    assert newer.claim(1)
    newer.keep_asked(1, 1, {})
    assert not copy.exists(), "nothing is kept longer than its room"
    newer.close()


def test_a_newer_file_is_refused(tmp_path: Path) -> None:
    for kind in (FileBook, FileStore):
        path = tmp_path / kind.__name__
        kind(path)
        db = sqlite3.connect(path)
        db.execute(f"PRAGMA user_version = {VERSION + 1}")
        db.close()
        with pytest.raises(OSError, match="newer version"):
            kind(path)
