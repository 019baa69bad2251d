"""Visitors without a kernel who send very much, and processes that read no more."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import signal
from collections.abc import Callable

import pytest

pytest.importorskip("voila", reason="the extra app is not installed")

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from phase10_widgets.apps.serve import frames, solo, solo_worker, traffic
from phase10_widgets.apps.serve.frames import MOST_MESSAGE
from phase10_widgets.session import MAX_FILE
from tests.apps.test_solo import Service, folder, hello, say, served, start, until

__all__ = ["folder"]


def stop(pid: int) -> None:
    os.kill(pid, signal.SIGSTOP)


def starve(pid: int) -> None:
    """Let a process have no more memory than it has."""
    resource = pytest.importorskip("resource", reason="no bounds on memory here")
    if not hasattr(resource, "prlimit"):
        pytest.skip("another process's bounds cannot be set here")
    resource.prlimit(pid, resource.RLIMIT_DATA, (2**20, 2**20))


@pytest.mark.parametrize("trouble", [stop, starve])
def test_a_process_that_reads_no_more_is_replaced(
    monkeypatch: pytest.MonkeyPatch, trouble: Callable[[int], None]
) -> None:
    """However little it notices itself: it has stopped, or has no memory to read with."""
    monkeypatch.setattr(solo, "AGAIN", 0.05)
    usual = solo.SIGN

    async def run(service: Service) -> None:
        async with service.line() as line:
            visit = (await hello(line))["visit"]
            pid = service.workers.all[int(visit[0])].pid
            trouble(pid)
            monkeypatch.setattr(solo, "SIGN", 0.3)
            if trouble is starve:
                await line.send(load("x" * 2_000_000))
            assert (await until(line, "bye"))["code"] == 1012
        monkeypatch.setattr(solo, "SIGN", usual)  # the next one may be slow
        while service.workers.all[int(visit[0])].pid in (0, pid):
            await asyncio.sleep(0.05)
        async with service.line() as line:
            await start_at(line)

    served(run)


def test_a_process_that_only_talks_does_not_count_as_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its games may go on although it hears nothing anymore; only an answer through the pipe it reads counts."""
    monkeypatch.setattr(solo, "SIGN", 0.01)

    async def listened(kind: frames.Kind) -> bool:
        worker, stream = solo.Worker("0"), asyncio.StreamReader()
        listening = asyncio.create_task(worker._listen(stream))
        for _ in range(100):
            stream.feed_data(frames.packed(1, kind, "news"))
            await asyncio.sleep(0.01)
        ended = listening.done()
        listening.cancel()
        return ended

    assert [asyncio.run(listened(kind)) for kind in (frames.Kind.VIEW, frames.Kind.SIGN)] == [True, False]


def test_a_process_without_memory_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever has caught that has logged it; errors of games do not end it."""
    for error in [MemoryError(), MemoryError("in a game")]:
        ended: list[int] = []
        monkeypatch.setattr(os, "_exit", ended.append)
        log = logging.Logger("test")
        log.addHandler(solo_worker.Ends())
        log.error("a message failed", exc_info=ValueError())
        log.error("nothing")
        assert ended == []
        log.error("a message failed", exc_info=error)
        assert ended == [1]


def load(text: str) -> str:
    message = {"kind": "load", "v": 1, "id": "test:load", "rev": 0, "text": text}
    return json.dumps({"kind": "say", "screen": 1, "message": message}, ensure_ascii=False)


async def start_at(line: ClientConnection) -> None:
    await hello(line)
    await start(line)


def test_the_longest_file_fits() -> None:
    """A file as long as a saved game may be is answered with a sentence; its quotes make the message longer."""
    action = '{"seat":0,"type":"draw","from":"deck"},'
    text = f"[{action * ((MAX_FILE - 9) // len(action))}1]"
    message = load(text)
    assert MAX_FILE * 0.99 < len(text) <= MAX_FILE < len(message) <= MOST_MESSAGE

    async def run(service: Service) -> None:
        async with service.line() as line:
            await hello(line)
            await line.send(message)
            while (told := await until(line, "tell")).get("message", {}).get("id") != "test:load":
                pass
            assert told["message"]["kind"] == "reject"

    served(run)


@pytest.mark.slow
def test_a_crowd_with_long_messages_takes_little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Complete messages count like unfinished ones; a bounded part of them is on the way to a process."""
    most = 0
    way = frames.Passage._admit

    def admit(passage: frames.Passage) -> None:
        nonlocal most
        way(passage)
        most = max(most, passage._taken.total())

    monkeypatch.setattr(frames.Passage, "_admit", admit)
    kept: list[int] = []

    async def run(service: Service) -> None:
        async def crowd(text: str) -> None:
            with contextlib.suppress(ConnectionClosed, OSError):
                async with service.line() as line:
                    await hello(line)
                    for _ in range(3):
                        await line.send(load(text))

        async def look() -> None:
            while True:
                kept.append(sum(each.kept for each in traffic.TRAFFIC._open))
                await asyncio.sleep(0.01)

        looking = asyncio.create_task(look())
        async with service.line() as line:
            await start_at(line)
            texts = ["x" * 2_400_000, "\N{GRINNING FACE}" + "x" * 2_300_000]
            crowded = [asyncio.create_task(crowd(texts[at % 2])) for at in range(30)]
            while not most:
                await asyncio.sleep(0.01)
            await say(line, 2, "action", rev=1, action={"type": "draw", "from": "deck"})
            while (await until(line, "tell")).get("view", {}).get("rev") != 2:
                pass
            for each in crowded:
                each.cancel()
            await asyncio.gather(*crowded, return_exceptions=True)
        looking.cancel()

    served(run)
    assert 0 < most <= frames.MOST
    assert max(kept) < 2 * traffic.MOST_KEPT


def test_long_messages_wait_until_there_is_room() -> None:
    """One address leaves room for others, and whoever leaves gives theirs back, even while they wait."""

    async def run() -> list[str]:
        way, entered = frames.Passage(), list[str]()

        async def enter(who: str, size: int) -> None:
            await way.enter(who.partition(" ")[0], size)
            entered.append(who)

        big = frames.MOST_OF_ONE
        tasks = [asyncio.create_task(enter(*each)) for each in (("a 1", big), ("a 2", 10), ("b 1", big), ("c", 10))]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert entered == ["a 1", "c"]
        tasks[2].cancel()
        await asyncio.sleep(0)
        way.leave("a", big)
        await asyncio.sleep(0)
        assert way._taken == {"a": 10, "c": 10}
        return entered

    assert asyncio.run(run()) == ["a 1", "c", "a 2"]
