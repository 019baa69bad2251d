"""The static site's store gives the same guarantees as the file, over an asynchronous database."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from phase10_widgets import Session
from phase10_widgets.sessions.saved_game import SaveError
from phase10_widgets.store import browser_store
from phase10_widgets.store.browser_store import FINISHED, GAMES, BrowserStore, Change
from phase10_widgets.store.file_store import FileStore
from phase10_widgets.store.store import KEPT_DAYS, Store, StoreLease, new_token
from tests.faults import no_faults
from tests.store.test_store import played

REPORT = {"edition": "masters", "names": ["You"], "rounds": 1, "winners": [0]}


class FakeDatabase:
    """An in-memory database that answers in a later turn of the loop, like the browser's."""

    def __init__(self) -> None:
        self.stores: dict[str, dict[str, str]] = {GAMES: {}, FINISHED: {}}
        self.blocked = False

    async def read(self, store: str) -> dict[str, str]:
        await asyncio.sleep(0)
        if self.blocked:
            raise OSError("blocked")
        return dict(self.stores[store])

    async def change(self, store: str, key: str, change: Change) -> None:
        await asyncio.sleep(0)
        if self.blocked:
            raise OSError("full")
        text = change(self.stores[store].get(key))
        if text is None:
            self.stores[store].pop(key, None)
        else:
            self.stores[store][key] = text


async def written(store: Store) -> None:
    """Wait until everything is written, and read what other pages have stored."""
    await asyncio.sleep(0.01)
    done = asyncio.Event()
    store.refresh(done.set)
    await asyncio.wait_for(done.wait(), 5)


Stores = Callable[[], Store]


async def a_game_comes_back(stores: Stores) -> None:
    first, token, session = stores(), new_token(), played()
    assert first.put(token, "one", session)
    await written(first)
    second = stores()
    visitor = second.shared()
    await written(second)
    (offer,) = second.offers([token, "unknown"])
    assert [offer.token] == [each.token for each in visitor.offers([token])]
    assert (offer.edition, offer.names) == ("masters", ("You", "greedy", "random"))
    found = second.take(token, "two")
    assert found.game.record() == session.game.record()
    assert found.game.position() == session.game.position()
    assert (found.seat_plans, len(found.games)) == (session.seat_plans, len(session.games))


async def only_the_last_table_may_write(stores: Stores) -> None:
    here, there = stores(), stores()
    first, second = StoreLease(here), StoreLease(there)
    first.begun = True
    first.keep(played())
    await written(here)
    await written(there)
    longer = second.take(first.token)
    longer.run()
    second.keep(longer)
    await written(there)
    first.keep(played())
    await written(here)
    assert first.lost
    assert not second.lost
    assert first.token
    assert (await fresh(stores)).read(first.token).game.position() == longer.game.position()


async def reports_outlive_their_games(stores: Stores) -> None:
    store, token = stores(), new_token()
    store.put(token, "one", played())
    store.finish(token, REPORT)
    await written(store)
    assert (await fresh(stores)).history([token]) == [], "the game was resumed"
    over = Session("classic", ["greedy", "random"], seed=5, phases=[1])
    over.run()
    store.put(token, "one", over)
    await written(store)
    (found,) = (await fresh(stores)).history([new_token(), token])
    assert (found.token, dict(found.report), found.whole) == (token, REPORT, True)
    store.forget(token)
    await written(store)
    assert (await fresh(stores)).history([token]) == []


async def what_is_forgotten_is_gone(stores: Stores) -> None:
    store, token, other = stores(), new_token(), new_token()
    for each in (token, other):
        store.put(each, "one", played())
        store.finish(each, REPORT)
    store.forget(token)
    await written(store)
    again = await fresh(stores)
    assert [offer.token for offer in again.offers([token, other])] == [other]
    with pytest.raises(SaveError, match="no longer stored here"):
        again.take(token, "two")


async def fresh(stores: Stores) -> Store:
    store = stores()
    await written(store)
    return store


SCENES = (a_game_comes_back, only_the_last_table_may_write, reports_outlive_their_games, what_is_forgotten_is_gone)


def test_both_stores(tmp_path: Path) -> None:
    with no_faults() as faults:
        for scene in SCENES:
            with faults.of(f"{scene.__name__} in files"):
                asyncio.run(scene(partial(FileStore, tmp_path / scene.__name__ / "games.sqlite3")))
            with faults.of(f"{scene.__name__} in a browser"):
                asyncio.run(scene(partial(BrowserStore, FakeDatabase())))


def test_old_and_foreign_rows_are_deleted() -> None:
    database = FakeDatabase()

    async def scene() -> None:
        store, token, old = BrowserStore(database), new_token(), new_token()
        for each in (token, old):
            store.put(each, "one", played())
            store.finish(each, REPORT)
        await written(store)
        good, *_ = (key for key, text in database.stores[GAMES].items())
        row = json.loads(database.stores[GAMES][good])
        ages = {"old": {**row, "touched": time.time() - (KEPT_DAYS + 1) * 86_400}, "of nobody": {**row, "holder": 5}}
        bad = {"no object": "[]", "no JSON": "{", "deep": "[" * 100_000, "another version": '{"v": 2}', "null": "null"}
        odd = {"no bytes": {**row, "saved": "é"}, "no time": {**row, "touched": None}, "names": {**row, "names": 3}}
        texts = {**bad, **{name: json.dumps(each) for name, each in (ages | odd).items()}}
        database.stores[GAMES].update(texts)
        database.stores[FINISHED].update({**bad, "no report": '{"v": 1, "ended": true, "report": {}}'})
        again = await fresh(lambda: BrowserStore(database))
        assert len(again.offers([token, old])) == 2
        await written(again)
        assert (len(database.stores[GAMES]), len(database.stores[FINISHED])) == (2, 2)

    asyncio.run(scene())


def test_an_invalid_row_cannot_be_taken() -> None:
    database = FakeDatabase()

    async def scene() -> None:
        store, token = BrowserStore(database), new_token()
        store.put(token, "one", played())
        await written(store)
        ((key, text),) = database.stores[GAMES].items()
        database.stores[GAMES][key] = json.dumps({**json.loads(text), "saved": "AAAA"})
        with pytest.raises(SaveError, match="cannot be read"):
            (await fresh(lambda: BrowserStore(database))).take(token, "two")

    asyncio.run(scene())


def test_a_game_continues_without_storage(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    database = FakeDatabase()
    database.blocked = True

    async def scene() -> None:
        store = BrowserStore(database)
        lease = StoreLease(store)
        lease.begun = True
        await written(store)
        for _ in range(3):
            lease.keep(played())
            await written(store)
        assert not lease.lost
        assert lease.failing
        database.blocked = False
        await asyncio.sleep(0.1)
        lease.keep(played(9))
        assert not lease.failing
        (offer,) = (await fresh(lambda: BrowserStore(database))).offers([lease.token or ""])
        assert offer.edition == "masters", "failed changes are written later"

    monkeypatch.setattr(browser_store, "RETRY_SECONDS", 0.02)
    asyncio.run(scene())
    assert caplog.text.count("could not be stored: full") == 1
    assert "cannot be read: blocked" in caplog.text


class Stumbling(FakeDatabase):
    """A database that refuses the changes with these numbers."""

    def __init__(self, refused: set[int]) -> None:
        super().__init__()
        self.refused, self.n = refused, 0

    async def change(self, store: str, key: str, change: Change) -> None:
        self.n += 1
        if self.n in self.refused:
            raise OSError("full")
        await super().change(store, key, change)


def test_the_newest_of_simultaneous_changes_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser_store, "RETRY_SECONDS", 0.01)

    async def scene(refused: set[int]) -> None:
        database = Stumbling(refused)
        store = BrowserStore(database)
        store._write(GAMES, "row", lambda _: "old")
        store._write(GAMES, "row", lambda _: "new")
        await asyncio.sleep(0.1)
        assert database.stores[GAMES] == {"row": "new"}
        assert not store._late

    for refused in ({1}, {1, 2}):
        asyncio.run(scene(refused))
