"""Attacks that cost one visitor little and a server much: long messages, empty frames, raised hands, reports."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from phase10_widgets.teaching import lesson, numbers

from .open_page import line

if TYPE_CHECKING:
    from .attacks import Attacker

HELLO = json.dumps({"kind": "hello", "v": 1, "visit": None, "start": "setup", "language": "en"})
LONG, TOO_LONG = 2_400_000, 5_500_000
"""The length of a message that is nearly too long, and of one that is."""
SOCKETS = 200
"""The sockets that send long messages at once."""
PIECE = 2**16
PEOPLE = 58
"""The people of a crowded room."""
PING, FRAGMENT, BEGINNING = b"\x89\x80" + bytes(4), b"\x00\x80" + bytes(4), b"\x01\x80" + bytes(4)
"""Empty frames of a page, masked with zeros: a ping, a message's next part, and its first."""
QUESTIONS = 40
"""The questions of a room whose report is long."""
LOAD = json.dumps(
    {"kind": "say", "screen": 1, "message": {"kind": "load", "v": 1, "id": "x", "rev": 0, "text": "TEXT"}}
)


async def long_messages(attacker: Attacker) -> None:
    """Send complete messages that are nearly too long, or are, from many sockets; some with wide characters."""
    texts = ["x" * LONG, "\N{GRINNING FACE}" + "x" * (LONG - 4), "x" * TOO_LONG]
    loads = [memoryview(_frame(LOAD.replace("TEXT", text).encode())) for text in texts]

    async def one(load: memoryview) -> None:
        with contextlib.suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
            async with asyncio.timeout(8), bare(attacker, "play/line") as writer:
                writer.write(_frame(HELLO.encode()))
                for _ in range(3):
                    for at in range(0, len(load), PIECE):  # all sockets share the text
                        writer.write(load[at : at + PIECE])
                        await writer.drain()
                    attacker.counted["messages"] += 1
                await asyncio.sleep(2)

    await asyncio.gather(*(one(loads[number % len(loads)]) for number in range(SOCKETS)))


def _frame(text: bytes) -> bytes:
    """Return a text as a page's frame, masked with zeros."""
    return b"\x81\xff" + len(text).to_bytes(8, "big") + bytes(4) + text


async def _read(socket: ClientConnection) -> None:
    with contextlib.suppress(WebSocketException):
        async for _ in socket:
            pass


async def deaf_lines(attacker: Attacker) -> None:
    """Ask for files from many lines and read no answer."""

    async def one() -> None:
        with contextlib.suppress(OSError, WebSocketException, TimeoutError):
            async with line(attacker.address, max_queue=1) as socket:
                await socket.send(HELLO)
                for number in range(200):
                    message = {"kind": "language", "v": 1, "id": f"x{number}", "rev": 0, "language": "de"}
                    await socket.send(json.dumps({"kind": "say", "screen": 1, "message": message}))
                    attacker.counted["messages"] += 1
                await asyncio.sleep(5)
                socket.transport.abort()

    await asyncio.gather(*(one() for _ in range(100)))


@asynccontextmanager
async def bare(attacker: Attacker, path: str) -> AsyncIterator[asyncio.StreamWriter]:
    """Open a websocket by hand, and throw away what comes; cut the connection."""
    reader, writer = await attacker.connect()
    at = urlsplit(attacker.address)
    head = f"GET /{path} HTTP/1.1\r\nHost: 127.0.0.1:{at.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    writer.write(f"{head}Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
    await reader.readuntil(b"\r\n\r\n")

    async def read() -> None:
        while await reader.read(2**16):
            pass

    reading = asyncio.create_task(read())
    try:
        yield writer
    finally:
        reading.cancel()
        writer.transport.abort()


async def empty_frames(attacker: Attacker) -> None:
    """Send pings, pongs, and empty parts of messages on one socket, as fast as they are read; leave before the end."""
    async with bare(attacker, attacker.chance.choice(("play/line", "live/line"))) as writer:
        first, frame = attacker.chance.choice(((b"", PING), (BEGINNING, FRAGMENT), (b"", b"\x8a" + PING[1:])))
        writer.write(first)
        for _ in range(2_000):
            writer.write(frame * 100)
            attacker.counted["frames"] += 100
            await writer.drain()


class Room:
    """A room of the attacker's own."""

    def __init__(self, attacker: Attacker) -> None:
        self.attacker = attacker
        self.host = self.key = ""
        self.others: list[str] = []

    async def post(self, path: str, content: Any) -> bytes:
        """Return the answer to a request; without one, b""."""
        reader, writer = await self.attacker.connect()
        body = json.dumps(content).encode()
        head = (
            f"POST /live/{path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        try:
            writer.write(head.encode() + body)
            answer = await reader.read(-1)
        finally:
            writer.close()
        self.attacker.counted[f"{path} {answer[9:12].decode()}"] += 1
        return answer.partition(b"\r\n\r\n")[2] if answer[9:12] == b"200" else b""

    @asynccontextmanager
    async def line(self, token: str) -> AsyncIterator[ClientConnection]:
        """Open somebody's line."""
        async with connect(self.attacker.address.replace("http", "ws", 1) + "live/line", max_size=None) as found:
            await found.send(json.dumps({"kind": "hello", "v": 1, "token": token, "language": "en"}))
            yield found

    async def fill(self) -> None:
        """Open it, or find it again, and let as many in as there is room for."""
        if not (told := await self.post("open", {"name": "Eve"})):
            raise OSError("no room")
        self.host = json.loads(told)["token"]
        async with self.line(self.host) as line:
            self.key = json.loads(await line.recv())["key"]
        for number in range(PEOPLE):
            if told := await self.post("join", {"key": self.key, "name": f"Eve {number}"}):
                self.others.append(json.loads(told)["token"])


_ROOMS: dict[str, Room] = {}


async def _room(attacker: Attacker) -> Room:
    """Return the attacker's room: an address may open few."""
    if attacker.address not in _ROOMS:
        room = Room(attacker)
        await room.fill()
        _ROOMS[attacker.address] = room
    return _ROOMS[attacker.address]


def often(*messages: dict[str, Any]) -> Callable[[Attacker], Awaitable[None]]:
    """Return the attack of a whole room that sends these messages in turn, as often as a page may."""

    async def attack(attacker: Attacker) -> None:
        room = await _room(attacker)

        async def one(token: str) -> None:
            async with room.line(token) as line:
                reading = asyncio.create_task(_read(line))
                try:
                    for number in itertools.count():
                        message = {**messages[number % len(messages)], "id": f"{number}"}
                        await line.send(json.dumps(message))
                        attacker.counted["messages"] += 1
                        await asyncio.sleep(0.1)
                finally:
                    reading.cancel()
                    line.transport.abort()

        async with asyncio.TaskGroup() as group:
            for token in [*room.others, *room.others, *room.others]:
                group.create_task(one(token))

    return attack


hands = often({"kind": "hand", "up": True}, {"kind": "hand", "up": False})
same_hand = often({"kind": "hand", "up": True})
seats = often({"kind": "watch", "table": 1}, {"kind": "stand"})


async def reports(attacker: Attacker) -> None:
    """Ask for the report of a long lesson, twelve times at once."""
    room = await _room(attacker)
    if "questions" not in attacker.counted:
        await _ask(room)
    forms = itertools.cycle(({"form": "page"}, {"form": "learners"}, {"form": "page", "language": "de"}))
    while attacker.goes_on:
        asked = [room.post("report", {"token": room.host, **next(forms)}) for _ in range(12)]
        await asyncio.gather(*asked)


async def _ask(room: Room) -> None:
    """Ask the room many questions."""
    ids = [question.id for each in map(lesson, numbers()) for question in each.questions][:QUESTIONS]
    async with contextlib.AsyncExitStack() as stack:
        line, *guests = [await stack.enter_async_context(room.line(one)) for one in (room.host, *room.others)]
        reading = asyncio.gather(*(_read(each) for each in (line, *guests)))
        for number, question in enumerate(ids):
            await line.send(json.dumps({"kind": "ask", "question": question, "id": f"{number} ask"}))
            await asyncio.sleep(0.3)
            await asyncio.gather(*(_predict(one, number) for one in guests))
            for at, phase in enumerate(("closed", "truth", "")):
                message = {"kind": "phase", "phase": phase} if phase else {"kind": "finish"}
                await line.send(json.dumps({**message, "id": f"{number} {at}"}))
                await asyncio.sleep(0.4)
            room.attacker.counted["questions"] += 1
        reading.cancel()


async def _predict(line: ClientConnection, number: int) -> None:
    await line.send(json.dumps({"kind": "predict", "id": f"p{number}", "text": "0.5", "confidence": 0.7}))


CHEAP: dict[str, tuple[Callable[[Attacker], Awaitable[None]], int]] = {
    "long-messages": (long_messages, 1),
    "deaf-lines": (deaf_lines, 1),
    "empty-frames": (empty_frames, 40),
    "hands": (hands, 1),
    "same-hand": (same_hand, 1),
    "seats": (seats, 1),
    "reports": (reports, 1),
}
"""These attacks, each with the number of attackers at once."""
