"""A book that stops answering: messages are refused at once, nothing is lost, and the tables go on once it answers."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from phase10_widgets.live import sql_book
from phase10_widgets.live.book import HOUR
from phase10_widgets.live.guesses import EntryRefused
from phase10_widgets.live.sql_book import FileBook

from .playing import Line, Service, act, play, table

STORED = "This could not be stored, so nothing has changed. Try again."
Trouble = Callable[[Service], Callable[[], object]]


class Timed(Service):
    """A service whose book has its clock."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, lambda: FileBook(path, clock=lambda: self.now))


@pytest.fixture
def service(tmp_path: Path) -> Service:
    return Timed(tmp_path / "live.sqlite3")


def db_of(service: Service) -> sqlite3.Connection:
    book = service.desk._book
    assert isinstance(book, FileBook)
    return book._db


def locked(service: Service) -> Callable[[], object]:
    """Have another program change the file."""
    other = sqlite3.connect(service.path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    return other.close


def read_only(service: Service) -> Callable[[], object]:
    """Let the file be read, but not changed."""
    db = db_of(service)
    db.execute("PRAGMA query_only = ON")
    return lambda: db.execute("PRAGMA query_only = OFF")


def full(service: Service) -> Callable[[], object]:
    """Let the file not grow."""
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
def test_nobody_waits_and_the_tables_go_on(
    service: Service, trouble: Trouble, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sql_book, "BUSY", 20)
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
    assert db_of(service).execute("PRAGMA busy_timeout").fetchone() == (0,), "another program is never waited for"
    tried: list[str] = []
    db_of(service).set_trace_callback(tried.append)
    for line in lines:
        act(line, chance)
    assert tried == [], "nor is the disk, until the next try"
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
    assert "answers again" in caplog.text
    service.start()
    assert [row.n for row in service.desk._book.moves(1, 1)][-1] >= 6
    assert Line(service, lines[0].token).view["observation"] == lines[0].view["observation"]


def test_a_book_that_is_removed_is_written_again(service: Service) -> None:
    lines, chance = table(service, "Ana", "Ben", preset="full"), random.Random(1)
    play(service, lines, 3, chance)
    for file in Path(service.path).parent.glob("live.sqlite3*"):
        file.unlink()
    play(service, lines, 3, chance)
    assert Path(service.path).stat().st_mode & 0o077 == 0
    service.start()
    assert Line(service, lines[0].token).view["observation"] == lines[0].view["observation"]


def test_a_book_that_is_replaced_is_read_again(service: Service, tmp_path: Path) -> None:
    lines, chance = table(service, "Ana", "Ben", preset="full"), random.Random(1)
    for file in Path(service.path).parent.glob("live.sqlite3*"):
        file.unlink()
    FileBook(service.path).close()
    for line in lines:
        act(line, chance)
    assert [line.closed for line in lines] == [4421, 4421], "this room is not in it"
    assert service.host().closed is None


def test_a_full_service_says_so_while_nothing_can_be_stored(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    service.host()
    service.desk.pages.clear()
    monkeypatch.setattr("phase10_widgets.live.entrance.MOST_ROOMS", 1)
    service.now += 2 * HOUR
    mend = locked(service)
    with pytest.raises(EntryRefused) as refused:
        service.desk.open_room("Hanna")
    assert refused.value.code == "soon"
    mend()


def test_what_cannot_be_stored_does_not_change(tmp_path: Path) -> None:
    changes: dict[str, dict[str, Any]] = {
        "lock": {"on": True},
        "pause": {"on": True},
        "clock": {"seconds": 60},
        "pace": {"seconds": 2},
        "names": {"on": True},
        "recovery": {},
        "kick": {},
    }
    for kind, fields in changes.items():
        service = Timed(tmp_path / f"{kind}.sqlite3")
        host, ada = table(service, "Hanna", "Ada", preset="full")
        room = service.desk._rooms[1]
        before, person = room._settings(), ada.last("welcome")["person"]
        mend = locked(service)
        host.ask(kind, **fields, person=person)
        assert host.refusal == STORED
        assert room._settings() == before
        assert ada.closed is None
        mend()
        service.now += sql_book.REST[1]
        host.ask(kind, **fields, person=person)
        assert room._settings() != before


def test_a_hand_that_cannot_be_stored_stays_down(service: Service) -> None:
    _, ada = table(service, "Hanna", "Ada", preset="full")
    mend = locked(service)
    ada.ask("hand", up=True)
    assert ada.refusal == STORED
    assert not service.desk._rooms[1].hands
    mend()
    service.now += sql_book.REST[1]
    ada.ask("hand", up=True)
    assert service.desk._rooms[1].hands


def test_a_hosts_link_works_once_even_if_that_could_not_be_stored_at_first(service: Service) -> None:
    host = service.host()
    link = service.desk.host_link(host.token)
    found = service.desk.recover({"link": link}, "192.0.2.1")["token"]
    mend = locked(service)
    assert Line(service, found).closed == 1012
    mend()
    service.now += sql_book.REST[1]
    assert Line(service, found).closed is None
    with pytest.raises(EntryRefused):
        service.desk.recover({"link": link}, "192.0.2.1")
