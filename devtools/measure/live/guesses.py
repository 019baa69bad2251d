"""Guess codes while a class joins: ``python -m devtools.measure.live.guesses [--guesses N] [--addresses N]``.

The promise: nobody guesses the code of a room (docs/live.md). It takes some minutes.

A server behind a proxy, as it believes, gets wrong codes as fast as it answers, from one address or from many. In the
meantime, forty pupils behind one other address join by the code, every second of them after yesterday's code. Print how
long they took, how many guesses were looked up, and how long guessers were told to wait. Exit with 0 if every pupil was
in within five seconds and no guess was right.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect

from devtools import command
from devtools.measure.common import ranked
from devtools.measure.server import Server, started
from phase10_widgets.live.codes import CODE_LENGTH, LETTERS, new_code

PUPILS = 40
SCHOOL = "192.0.2.1"
QUICK = 5.0
AT_ONCE = 8


@dataclass
class Guessed:
    """The outcome of the guesses, and of those who joined meanwhile."""

    tried: Counter[str] = field(default_factory=Counter)
    """The answers to the guesses, by their codes."""
    waits: list[float] = field(default_factory=list)
    joined: list[float] = field(default_factory=list)
    """The seconds that each pupil took, the lookup of yesterday's code included."""
    wrong: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    @property
    def failed(self) -> bool:
        """True if a pupil waited or was refused, or a guess was right."""
        slow = max(self.joined, default=QUICK) > QUICK
        return bool(self.wrong) or slow or len(self.joined) < PUPILS or self.tried["right"] > 0

    def tell(self) -> None:
        looked, codes = self.tried["unknown"], len(LETTERS) ** CODE_LENGTH
        print(f"{self.tried.total():,} guesses in {self.seconds:.0f} s: {dict(self.tried)}")
        print(f"told to wait: {ranked(self.waits)}")
        print(f"{looked:,} were looked up; the chance that one finds a certain room: {looked / codes:.1e}")
        print(f"pupils: {ranked(self.joined)}; wrong: {dict(self.wrong)}")


class Guesser:
    """A connection that asks again and again."""

    def __init__(self, address: str, guessed: Guessed) -> None:
        """Take the server's address, and where to count."""
        self._at, self._guessed = urlsplit(address), guessed
        self._reader: asyncio.StreamReader
        self._writer: asyncio.StreamWriter | None = None

    async def guess(self, address: str, code: str) -> None:
        """Try a code from an address."""
        status, answer = await self.ask("live/join", {"code": code, "name": "Eve"}, address)
        self._guessed.tried["right" if status == 200 else answer["code"]] += 1
        if "after" in answer:
            self._guessed.waits.append(answer["after"])

    async def ask(self, path: str, content: Any, address: str) -> tuple[int, Any]:
        """Return the status and content of an answer; the connection stays open."""
        status, answer = await self.ask_text(path, json.dumps(content), address)
        return status, json.loads(answer)

    async def ask_text(self, path: str, text: str, address: str = "127.0.0.1") -> tuple[int, bytes]:
        """Return the status and content of an answer to any text."""
        if self._writer is None or self._writer.is_closing():
            self._reader, self._writer = await asyncio.open_connection(self._at.hostname, self._at.port)
        body = text.encode("utf-8", "surrogatepass")
        head = [f"POST /{path} HTTP/1.1", f"Host: {self._at.netloc}", f"X-Forwarded-For: {address}"]
        self._writer.write("\r\n".join([*head, f"Content-Length: {len(body)}", "", ""]).encode() + body)
        answer = await self._reader.readuntil(b"\r\n\r\n")
        heads = (line.partition(b":") for line in answer.lower().split(b"\r\n"))
        length = next((int(value) for name, _, value in heads if name == b"content-length"), None)
        if length is None:
            raise ConnectionError("an answer without a length")
        return int(answer.split(b" ", 2)[1]), await self._reader.readexactly(length)

    def close(self) -> None:
        if self._writer is not None:
            self._writer.transport.abort()


def address_of(number: int, addresses: int) -> str:
    at = number % addresses
    return f"198.51.{at // 250}.{at % 250 + 1}"


async def guess(server: Server, guesses: int, addresses: int, room: str) -> Guessed:
    """Guess codes while a class joins a room whose code is *room*."""
    guessed, numbers = Guessed(), iter(range(guesses))
    began = time.monotonic()

    async def go_on() -> None:
        one = Guesser(server.address, guessed)
        try:
            for number in numbers:
                code = new_code()
                await one.guess(address_of(number, addresses), code if code != room else new_code())
        finally:
            one.close()

    guessing = [asyncio.create_task(go_on()) for _ in range(AT_ONCE)]
    lines: list[ClientConnection] = []
    try:
        for number in range(PUPILS):
            while guessed.tried.total() < number * guesses / PUPILS / 1.5 and not all(task.done() for task in guessing):
                await asyncio.sleep(0.02)
            lines.append(await _join(server, guessed, room, number))
        await asyncio.gather(*guessing)
    finally:
        for task in guessing:
            task.cancel()
        guessed.seconds = time.monotonic() - began
        for line in lines:
            line.transport.abort()  # a line that has not read everything would wait for the other end
    guessed.wrong += server.failed()
    return guessed


async def _join(server: Server, guessed: Guessed, room: str, number: int) -> ClientConnection:
    """Let a pupil join; return their line once they are welcome."""
    began, one = time.monotonic(), Guesser(server.address, guessed)
    if number % 2:
        status, answer = await one.ask("live/join", {"code": "BCDFGH", "name": "x"}, SCHOOL)
        if (status, answer["code"]) != (403, "unknown"):
            guessed.wrong[f"yesterday's code was answered with {status} {answer}"] += 1
    status, answer = await one.ask("live/join", {"code": room.lower(), "name": f"Pupil {number + 1}"}, SCHOOL)
    one.close()
    if status != 200:
        guessed.wrong[f"a pupil was refused: {answer}"] += 1
    at = server.address.replace("http", "ws", 1)
    line = await connect(f"{at}live/line", max_size=2**22)
    hello = {"kind": "hello", "v": 1, "token": answer.get("token", ""), "language": "en"}
    await line.send(json.dumps(hello))
    if json.loads(await line.recv())["kind"] == "welcome":
        guessed.joined.append(time.monotonic() - began)
    return line


async def over_http(guesses: int, addresses: int) -> Guessed:
    """Start a server and guess there."""
    with tempfile.TemporaryDirectory() as home, started(Path(home), "tables", "--trust-proxy", "--open") as server:
        _, opened = await asyncio.to_thread(server.ask, "live/open", {"name": "Teacher"})
        at = server.address.replace("http", "ws", 1)
        async with connect(f"{at}live/line", max_size=2**22) as host:
            await host.send(json.dumps({"kind": "hello", "v": 1, "token": opened["token"], "language": "en"}))
            room = json.loads(await host.recv())["code"]
            before = await asyncio.to_thread(server.used)
            guessed = await guess(server, guesses, addresses, room)
            after = await asyncio.to_thread(server.used)
        each = 1000 * (after[0] - before[0]) / max(1, guesses)
        print(f"the server took {each:.2f} ms for a guess; its memory grew by {(after[1] - before[1]) / 2**20:.1f} MiB")
        return guessed


def main() -> int:
    words = command.parser(__doc__)
    words.add_argument("--guesses", type=int, default=5000, help="default: %(default)s")
    words.add_argument("--addresses", type=int, default=1, help="from which codes are guessed; default: %(default)s")
    chosen = words.parse_args()
    guessed = asyncio.run(over_http(chosen.guesses, chosen.addresses))
    guessed.tell()
    return int(guessed.failed)


if __name__ == "__main__":
    sys.exit(main())
