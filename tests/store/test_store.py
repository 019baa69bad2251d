"""Stored games are found only by their token, never half written, and deleted when they expire."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from itertools import product
from pathlib import Path

import pytest

import phase10_widgets as p10
from phase10_widgets import Session
from phase10_widgets.cli import main
from phase10_widgets.cli.listening import storage_fault
from phase10_widgets.sessions.saved_game import SaveError
from phase10_widgets.store import file_store, user_store
from phase10_widgets.store import store as shared_store
from phase10_widgets.store.file_store import FileStore
from phase10_widgets.store.place import ANYWHERE
from phase10_widgets.store.store import (
    HISTORY_DAYS,
    KEPT_DAYS,
    MOST_OWN_GAMES,
    MOST_OWN_REPORTS,
    StoreLease,
    _hashed,
    new_token,
)
from tests.ui.page import notebook_html


@pytest.fixture
def store(tmp_path: Path) -> FileStore:
    return FileStore(tmp_path / "data" / "games.sqlite3")


def played(n: int = 5) -> Session:
    session = Session("masters", ["You", "greedy", "random"], seed=5)
    for _ in range(n):
        if session.waits_for_person:
            session.act(session.people[0], session.game.legal_actions()[-1])
        else:
            session.step()
    return session


def test_missing_or_damaged_games_are_refused_and_stay_with_their_holder(store: FileStore) -> None:
    for lease, other in ((StoreLease(store), "no such token"), (StoreLease(None), "anything"), (StoreLease(store), 7)):
        with pytest.raises(SaveError, match="no longer stored here"):
            lease.take(other)
    token = new_token()
    store.put(token, "one", played())
    with closing(sqlite3.connect(store.path)) as db, db:
        db.execute("UPDATE games SET saved = x'00'")
    with pytest.raises(SaveError, match="cannot be read"):
        store.take(token, "two")
    assert store.held(token, "one")


def test_offers_are_the_unfinished_games_of_these_tokens(store: FileStore) -> None:
    running, over, foreign = new_token(), new_token(), new_token()
    store.put(running, "one", played())
    store.put(foreign, "one", played())
    finished = Session("classic", ["greedy", "greedy"], seed=3, phases=[1])
    finished.run()
    store.put(over, "one", finished)
    (offer,) = store.offers([over, running, "unknown"])
    assert (offer.token, offer.edition, offer.round) == (running, "masters", 1)
    assert offer.names == ("You", "greedy", "random")
    assert 0 <= offer.age < 60
    store.forget(running)
    assert store.offers([running]) == []
    assert store.offers([foreign]) != []


def test_old_games_are_deleted(store: FileStore) -> None:
    old, new = new_token(), new_token()
    store.put(old, "one", played())
    with closing(sqlite3.connect(store.path)) as db, db:
        db.execute("UPDATE games SET touched = ?", (time.time() - (KEPT_DAYS + 1) * 86_400,))
    store.put(new, "one", played())
    FileStore(store.path)
    assert store.offers([old]) == []
    assert store.offers([new]) != []


def test_a_visitor_evicts_only_their_own_games(store: FileStore) -> None:
    """Each process adds few games; more take the place of its oldest, never of another visitor's."""
    victim, mine = new_token(), [new_token() for _ in range(MOST_OWN_GAMES + 3)]
    FileStore(store.path).put(victim, "one", played())
    for token in mine:
        store.put(token, "two", played(1))
        store.finish(token, {"rounds": 1})
    assert [offer.token for offer in store.offers([victim, *mine])] == [victim, *mine[3:]]
    assert FileStore(store.path).offers([victim]) != [], "the next start evicts nothing either"
    for token in (more := [new_token() for _ in range(MOST_OWN_REPORTS)]):
        store.finish(token, {"rounds": 1})
    assert len(store.history([*mine, *more])) == MOST_OWN_REPORTS


def test_large_games_evict_only_their_owners_games(store: FileStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_store, "MOST_OWN_BYTES", 1)
    first, second = new_token(), new_token()
    store.put(first, "one", played())
    store.put(second, "one", played())
    store.put(second, "one", played(9))
    assert [offer.token for offer in store.offers([first, second])] == [second]


def test_a_resumed_game_is_never_evicted(store: FileStore) -> None:
    token = new_token()
    FileStore(store.path).put(token, "one", played())
    store.take(token, "two")
    store.put(token, "two", played(7))
    for _ in range(MOST_OWN_GAMES + 1):
        store.put(new_token(), "two", played(1))
    assert store.offers([token]) != []


def test_a_store_may_be_too_small_for_a_single_game(store: FileStore, monkeypatch: pytest.MonkeyPatch) -> None:
    token = new_token()
    store.put(token, "one", played())
    monkeypatch.setattr(store, "_most_bytes", 1)
    assert store.put(token, "one", played(9))


@pytest.mark.slow
def test_nobody_locks_others_out_of_a_full_store_or_evicts_their_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An attacker who returns again and again makes room for others; only visitors with as much data also do."""
    monkeypatch.setattr(file_store, "MOST_BYTES", 400_000)
    for address, reports in product(("evil", "school", ""), (False, True)):
        store, session = FileStore(tmp_path / f"{address} {reports}" / "games.sqlite3"), played()
        home = "" if address == "" else "school"
        early, late, playing = new_token(), [], store.shared(home)
        playing.put(early, "one", session)
        playing.finish(early, {"rounds": 1})
        evil = []
        for number in range(60):
            visit = store.shared(address)
            for _ in range(10):
                evil.append(new_token())
                visit.put(evil[-1], "two", session)
                if reports:
                    visit.finish(evil[-1], {"rounds": 1, "names": ["x" * 1000]})
            if number % 10 == 9:
                late.append(new_token())
                store.shared(home).put(late[-1], "one", session)
        assert [offer.token for offer in store.offers([early, *late])] == [early, *late]
        assert playing._report(_hashed(early)) is not None
        kept = len(store.offers(evil))
        assert 20 < kept < len(evil) - 20, "the newest of them"
        assert store.offers(evil[-1:]) != []
        assert store.path.stat().st_size < 1.2 * 400_000
        assert playing.put(early, "one", played(9)), "the game continues"


def test_an_older_store_is_upgraded(tmp_path: Path) -> None:
    """0.1.0 wrote no version; its games have no owner."""
    for version in (0, 1):
        path, token = tmp_path / f"{version}" / "games.sqlite3", new_token()
        FileStore(path).put(token, "one", played())
        with closing(sqlite3.connect(path)) as db, db:
            for name in ("games_owner", "finished_owner"):
                db.execute(f"DROP INDEX {name}")
            for table in ("games", "finished"):
                for column in ("address", "visit", "size"):
                    db.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
            db.execute(f"PRAGMA user_version = {version}")
        store = FileStore(path)
        assert store.take(token, "two").game.position() == played().game.position()
        rows = store._file.db().execute("SELECT address, visit = token, size = LENGTH(saved) FROM games").fetchall()
        assert rows == [("", 1, 1)]
        assert store.put(new_token(), "one", played())
        assert [each.name for each in path.parent.iterdir() if ".v" in each.name] == [], "no copy remains"
        FileStore(path)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps the folders of users apart")
def test_nobody_else_can_read_the_files(tmp_path: Path) -> None:
    """This covers the database and the files beside it, even in a folder that everybody may read."""
    tmp_path.chmod(0o755)
    store, token = FileStore(tmp_path / "games.sqlite3"), new_token()
    store.put(token, "one", played())
    assert token.encode() not in store.path.read_bytes()
    assert len(token) >= 43
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == ["games.sqlite3", "games.sqlite3-shm", "games.sqlite3-wal"]
    assert [file.stat().st_mode & 0o777 for file in files] == [0o600] * 3


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps the folders of users apart")
def test_an_unsafe_place_is_refused(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.touch()
    linked = tmp_path / "linked" / "games.sqlite3"
    linked.parent.mkdir()
    linked.symlink_to(elsewhere)
    with pytest.raises(OSError, match=r"games\.sqlite3"):
        FileStore(linked)
    assert elsewhere.read_bytes() == b""
    open_to_all = tmp_path / "open"
    open_to_all.mkdir()
    open_to_all.chmod(0o777)
    with pytest.raises(OSError, match="another user can change"):
        FileStore(open_to_all / "games.sqlite3")


def test_the_location_of_stored_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv(ANYWHERE, str(tmp_path / "here"))
    found = user_store.default_store()
    assert isinstance(found, FileStore)
    assert found.path == tmp_path / "here" / "games.sqlite3"
    monkeypatch.setenv(ANYWHERE, "none")
    assert user_store.default_store() is None
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv(ANYWHERE, str(tmp_path / "file"))
    assert user_store.default_store() is None
    assert "the kernel cannot store games" in caplog.text
    monkeypatch.setitem(sys.modules, "phase10_widgets.store.file_store", None)
    monkeypatch.setenv(ANYWHERE, str(tmp_path / "elsewhere"))
    keeper = StoreLease(user_store.default_store())
    keeper.begun = True
    keeper.keep(played())
    assert (keeper.token, keeper.lost, keeper.offers(["a"])) == (None, False, []), "without SQLite, nothing is stored"


@pytest.mark.skipif(os.name == "nt", reason="Windows knows every user's home")
def test_a_user_without_a_home_plays_without_storage(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """In a container, a user may have neither HOME nor an entry in /etc/passwd."""
    for name in ("HOME", "XDG_DATA_HOME", ANYWHERE):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("pwd.getpwuid", {}.__getitem__)
    user_store._opened.cache_clear()
    with caplog.at_level("WARNING"):
        table = p10.Table("classic", seed=1, pace=0)
    user_store._opened.cache_clear()
    (said,) = [record.getMessage() for record in caplog.records]
    assert said.startswith("the kernel cannot store games: this user has no home folder")
    assert table._keeper.store is None
    assert "Your hand" in notebook_html(table)
    assert p10.App().store is None
    assert p10.Coach().about
    assert "no home folder" in str(storage_fault())
    assert main(["lab", "--copy-only"]) == 1


CUT = """
import sys
from phase10_widgets import Session
from phase10_widgets.store.file_store import FileStore as Store
store, session, n = Store(sys.argv[1]), Session("classic", ["greedy", "greedy"], seed=1), 0
print("ready", flush=True)
while True:
    session.step() if session.game.to_act is not None else session.__init__("classic", ["greedy", "greedy"], seed=n)
    n += 1
    store.put("token", "one", session)
"""


@pytest.mark.slow
def test_an_interrupted_write_leaves_a_whole_game(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    for wait in (0.05, 0.11, 0.17):
        with subprocess.Popen([sys.executable, "-c", CUT, str(path)], stdout=subprocess.PIPE) as writer:
            assert writer.stdout is not None
            assert writer.stdout.readline() == b"ready\n"
            time.sleep(wait)
            writer.kill()
        assert FileStore(path).take("token", "one").game.players == ("greedy", "greedy 2")


def test_reports_outlive_their_games_but_not_forever(store: FileStore) -> None:
    token, now = new_token(), time.time()
    store.finish(token, {"rounds": 1})
    (found,) = store.history([new_token(), token])
    assert (found.token, found.report, found.whole) == (token, {"rounds": 1}, False)
    for days, left in ((KEPT_DAYS + 5, 1), (HISTORY_DAYS + 1, 0)):
        with closing(sqlite3.connect(store.path)) as file, file:
            file.execute("UPDATE finished SET ended = ?", (now - days * 86_400,))
        assert len(FileStore(store.path).history([token])) == left
