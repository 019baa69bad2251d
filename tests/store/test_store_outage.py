"""A store that stops answering: one message appears, nobody waits, and changes are written once it answers again."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from phase10_widgets.sessions.saved_game import SaveError
from phase10_widgets.store import store_file, user_store
from phase10_widgets.store.file_store import FileStore
from phase10_widgets.store.place import ANYWHERE
from phase10_widgets.store.store import StoreLease, new_token
from phase10_widgets.store.store_file import StoreFile
from phase10_widgets.ui.table.stored_game import NOT_STORED, STORED_AGAIN
from tests.store.test_store import played
from tests.ui.visiting import visit_of

from ..ui.visiting import Line, Service, act, start

Trouble = Callable[[FileStore], Callable[[], object]]


@pytest.fixture(autouse=True)
def _tries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the store retry only when a test says so."""
    monkeypatch.setattr(store_file, "PATIENCE_SECONDS", 0.02)
    monkeypatch.setattr(store_file, "OPENING_SECONDS", 0.02)
    monkeypatch.setattr(StoreFile, "_try_later", lambda file: None)


@pytest.fixture
def store(tmp_path: Path) -> FileStore:
    return FileStore(tmp_path / "games.sqlite3")


def locked(store: FileStore) -> Callable[[], object]:
    """Let another program lock the file for a change."""
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    return other.close


def closed_to_all(store: FileStore) -> Callable[[], object]:
    """Let another program lock the file exclusively, so that nobody can even read it."""
    store._file.db().execute("PRAGMA journal_mode = DELETE")
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    return other.close


def full(store: FileStore) -> Callable[[], object]:
    """Keep the file from growing."""
    db = store._file.db()
    (n_pages,) = db.execute("PRAGMA page_count").fetchone()
    db.execute(f"PRAGMA max_page_count = {n_pages}")
    with db:
        while True:
            try:
                db.execute("INSERT INTO finished VALUES (?, 0, ?, '', '', 0)", (new_token(), "x" * 500))
            except sqlite3.OperationalError:
                break
    return lambda: None


def read_only(store: FileStore) -> Callable[[], object]:
    """Make the file read-only."""
    store._file.db().execute("PRAGMA query_only = ON")
    return lambda: None


def damaged(store: FileStore) -> Callable[[], object]:
    """Write nonsense over the file."""
    store._file.db().execute("PRAGMA wal_checkpoint(TRUNCATE)")
    whole = store.path.read_bytes()
    with store.path.open("r+b") as file:
        file.write(b"nonsense" * (len(whole) // 8))
    store._file.db().execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def mend() -> None:
        with store.path.open("r+b") as file:
            file.write(whole)

    return mend


def in_the_way(store: FileStore) -> Callable[[], object]:
    """Replace the file with something that cannot be a store."""
    store.path.rename(store.path.with_suffix(".old"))
    store.path.mkdir()
    return store.path.rmdir


TROUBLES: list[Trouble] = [locked, closed_to_all, full, read_only, damaged, in_the_way]


def notes(line: Line) -> list[str]:
    views = [each["view"] for each in line.sent if "view" in each]
    return [event["text"] for view in views for event in view.get("events", ()) if event["type"] == "note"]


class Counted:
    """A counter of attempts to use a file."""

    def __init__(self, use: Callable[..., Any]) -> None:
        self._use, self.writes = use, 0

    def __get__(self, file: StoreFile, owner: type | None = None) -> Callable[..., Any]:
        def use(step: Callable[..., Any], *, mute: bool) -> Any:
            self.writes += not mute
            return self._use(file, step, mute=mute)

        return use


@pytest.mark.slow
@pytest.mark.parametrize("trouble", TROUBLES)
def test_nobody_waits_and_nothing_is_lost(
    store: FileStore, trouble: Trouble, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    line, chance = Line(Service(store)), random.Random(1)
    start(line, phases=[1])
    line.say("hello", tokens=[])
    act(line, chance)
    end = trouble(store)
    while not store.failing:
        assert act(line, chance), "the game is too short"
    waits, db = list[float](), StoreFile.db

    def watched(file: StoreFile, patience: float = 1.0) -> sqlite3.Connection:
        waits.append(patience)
        return db(file, patience)

    with monkeypatch.context() as patch:
        patch.setattr(StoreFile, "db", watched)
        patch.setattr(StoreFile, "_use", counted := Counted(StoreFile._use))
        for _ in range(30):
            act(line, chance)
    assert not any(waits), "nobody waits for another program"
    assert counted.writes == 0
    assert notes(line).count(str(NOT_STORED)) == 1
    assert len(caplog.records) == 1
    assert caplog.records[0].exc_info is None
    token = line.told("welcome")["token"]
    table = visit_of(line).table
    assert table is not None
    end()
    store._file._try()
    assert not store.failing
    assert FileStore(store.path).read(token).game.record() == table.game.record(), "the newest state"
    act(line, chance)
    assert notes(line).count(str(STORED_AGAIN)) <= 1
    assert len(caplog.records) == 2


@pytest.mark.slow
def test_the_store_retries_by_itself(store: FileStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(store_file, "RETRY_SECONDS", 0.05)
    end, token = locked(store), new_token()
    assert store.put(token, "one", played())
    assert FileStore(store.path).offers([token]) == []
    end()
    for _ in range(200):
        if store.failing:
            time.sleep(0.05)
    assert FileStore(store.path).offers([token]) != []


def test_a_store_that_is_locked_at_the_start_is_used_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ANYWHERE, str(tmp_path / "here"))
    first = FileStore(tmp_path / "here" / "games.sqlite3")
    end, token = closed_to_all(first), new_token()
    store = user_store.default_store()
    assert isinstance(store, FileStore)
    assert store.put(token, "one", played())
    assert [offer.token for offer in store.offers([token])] == [token], "this process knows the game"
    end()
    store._file._try()
    assert FileStore(store.path).read(token).game.record() == played().game.record()


def test_a_slow_disk_makes_nobody_wait_twice(store: FileStore, monkeypatch: pytest.MonkeyPatch) -> None:
    token = new_token()
    with monkeypatch.context() as patch:
        patch.setattr(store_file, "SLOW_SECONDS", -1.0)
        assert store.put(token, "one", played())
        patch.setattr(StoreFile, "db", lambda *_: pytest.fail("somebody waits"))
        assert store.put(token, "one", played(9))
        assert store.history([token, new_token()]) == []
        lease = StoreLease(store)
        lease.begun = True
        assert not lease.lost
        with pytest.raises(SaveError, match="cannot be read right now"):
            store.read(new_token())
    store._file._try()
    assert FileStore(store.path).read(token).game.record() == played(9).game.record()


@pytest.mark.parametrize("other", [False, True])
def test_a_game_continues_in_a_new_file_if_the_old_one_is_removed_or_replaced(store: FileStore, other: bool) -> None:
    token, elsewhere = new_token(), new_token()
    store.put(token, "one", played())
    if other:
        FileStore(store.path.with_name("other")).put(elsewhere, "one", played())
    for file in [*store.path.parent.glob("games*")]:
        file.unlink()
    if other:
        with closing(sqlite3.connect(store.path.with_name("other"))) as db, closing(sqlite3.connect(store.path)) as new:
            db.backup(new)
    assert store.put(token, "one", played(9))
    found = FileStore(store.path)
    assert found.read(token).game.record() == played(9).game.record()
    assert [offer.token for offer in found.offers([elsewhere])] == [elsewhere] * other


@pytest.mark.parametrize("here", [True, False], ids=["in this process", "in another process"])
def test_a_game_resumed_elsewhere_belongs_to_its_last_holder(store: FileStore, here: bool) -> None:
    token = new_token()
    store.put(token, "one", played())
    end = locked(store)
    store.put(token, "one", played(9))
    if here:
        assert store.take(token, "two").game.record() == played(9).game.record()
        assert not store.held(token, "one")
        assert not store.put(token, "one", played(11))
    end()
    if not here:
        FileStore(store.path).take(token, "two")
    store._file._try()
    found = FileStore(store.path)
    assert (found.held(token, "two"), found.held(token, "one"), store.held(token, "one")) == (True, False, False)
    assert found.read(token).game.record() == played(9 if here else 5).game.record(), "nothing is overwritten"


def test_deletions_and_reports_are_written_later(store: FileStore) -> None:
    kept, gone = new_token(), new_token()
    store.put(gone, "one", played())
    end = locked(store)
    store.forget(gone)
    store.finish(kept, {"rounds": 2})
    assert store.offers([gone]) == []
    assert [found.token for found in store.history([kept, gone])] == [kept]
    end()
    store._file._try()
    found = FileStore(store.path)
    assert found.offers([gone]) == []
    assert [report.token for report in found.history([kept])] == [kept]


def test_few_bytes_wait_in_memory(store: FileStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_file, "MOST_LATE_BYTES", 10_000)
    locked(store)
    tokens = [new_token() for _ in range(40)]
    for token in tokens:
        store.shared().put(token, "one", played(1))
    found = [offer.token for offer in store.offers(tokens)]
    assert 0 < len(found) < 40
    assert found == tokens[-len(found) :], "the newest"


AT_THE_END = """
import sqlite3, sys
from phase10_widgets import Session
from phase10_widgets.store.file_store import FileStore
store = FileStore(sys.argv[1])
other = sqlite3.connect(sys.argv[1], isolation_level=None)
other.execute("BEGIN EXCLUSIVE")
store.put("token", "one", Session("classic", ["greedy", "greedy"], seed=1))
assert store.failing
other.close()
"""


@pytest.mark.slow
def test_an_ending_process_writes_waiting_changes(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    subprocess.run([sys.executable, "-c", AT_THE_END, str(path)], check=True, cwd=tmp_path)
    assert FileStore(path).read("token").game.players == ("greedy", "greedy 2")
