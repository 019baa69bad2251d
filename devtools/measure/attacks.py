"""The attacks for :mod:`.siege`, one per process: ``python -m devtools.measure.attacks NAME ADDRESS SECONDS [CODE]``.

Each process repeats its attack at the lowest priority until its time is up, and then exits without closing anything.
CODE is the code of a room with a running game. The last line of output is JSON with the counts and the processor time
used.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import itertools
import json
import os
import random
import resource
import sys
import time
import uuid
import zlib
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from devtools import command
from phase10_widgets.rooms.codes import new_code
from phase10_widgets.sessions.session import Session
from phase10_widgets.teaching import lesson, numbers
from phase10_widgets.teaching.pages.pages import own_pages
from phase10_widgets.ui.coach.screen import MOST_MOMENTS

from .live.hostile import PAGES, SCREENS, Facts, texts
from .open_page import HELLO, LostError, Page, line, opened

SLOW_PHASES = ("5 color runs of 2", "2 color runs of 2 + 2 runs of 2 + 1 set of 2", "4 color runs of 2 + 1 set of 2")
BOMB_BYTES = 20_000_000
ELSEWHERE = "192.0.2."
"""The address prefix of attackers who do not share the honest visitors' address."""
WRONG = "wrong: "
"""The prefix for counts of events that must not happen."""
BREATH = 0.5
"""The number of seconds that an attacker waits after being turned away."""
LONG, TOO_LONG = 2_400_000, 5_500_000
"""The lengths of a message that is nearly too long and of one that is too long."""
SOCKETS = 200
BURST = 18
"""The number of messages on one connection to a shared table; after a few more, a page would have to wait."""
PIECE = 2**16
PING, FRAGMENT, BEGINNING = b"\x89\x80" + bytes(4), b"\x00\x80" + bytes(4), b"\x01\x80" + bytes(4)
"""Empty frames from a page, masked with zeros: a ping, the next part of a message, and the first part of a message."""
PEOPLE, QUESTIONS = 58, 40
"""The number of people in a crowded room, and the number of questions in a room with a long report."""
ENDS = (LostError, OSError, WebSocketException, TimeoutError, ValueError, asyncio.IncompleteReadError)


class Attacker:
    """A hostile visitor, with a method for each attack."""

    def __init__(self, address: str, until: float, code: str) -> None:
        """Attack the server at this address until this time on the event loop's clock, which is `time.monotonic`."""
        self.address, self.until, self.code = address, until, code
        self.counted: Counter[str] = Counter()
        self.chance = random.Random(1)
        self.room: Room | None = None
        self.tokens: list[str] = []
        """The tokens with which the attacker enters shared tables."""

    @property
    def goes_on(self) -> bool:
        return time.monotonic() < self.until

    async def repeat(self, attack: Callable[[], Awaitable[None]]) -> None:
        """Repeat an attack, no matter how it ends."""
        while self.goes_on:
            try:
                async with asyncio.timeout_at(self.until):
                    await attack()
            except ENDS as gone:
                self.counted[f"ended: {type(gone).__name__}"] += 1
                await asyncio.sleep(BREATH)

    async def request(self, path: str, text: str, *more: str) -> tuple[int, str]:
        """Send a string with these headers; return the status and content of the answer."""
        (reader, writer), body = await self.connect(), text.encode("utf-8", "surrogatepass")
        lines = [f"POST /{path} HTTP/1.1", "Host: 127.0.0.1", "Connection: close", f"Content-Length: {len(body)}"]
        writer.write("\r\n".join([*lines, *more, "", ""]).encode() + body)
        try:
            answer = await reader.read(-1)
        finally:
            writer.close()
        content = answer.partition(b"\r\n\r\n")[2].decode("utf-8", "replace")
        return int(answer.split(b" ", 2)[1]) if answer else 0, content

    async def post(self, path: str, content: Any, *more: str) -> str:
        """Return the content of the answer to a request about shared tables, or "" if the request was refused."""
        status, answer = await self.request(f"live/{path}", json.dumps(content), *more)
        self.counted[f"{path} {status}"] += 1
        return answer if status == 200 else ""

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        at = urlsplit(self.address)
        return await asyncio.open_connection(at.hostname, at.port)

    async def half_requests(self) -> None:
        """Begin 700 requests, some with half a body, without finishing any of them."""
        ends = [await self.connect() for _ in range(700)]
        for number, (_, writer) in enumerate(ends):
            body = "POST /live/poll HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\nx"
            writer.write((body if number % 4 == 0 else "GET / HTTP/1.1\r\nHost: x\r\nX: ").encode())
        self.counted["requests"] += len(ends)
        await asyncio.gather(*(reader.read(-1) for reader, _ in ends), return_exceptions=True)
        for _, writer in ends:
            writer.transport.abort()

    async def tournaments(self) -> None:
        """Start a tournament of 280,000 games and vanish."""
        async with self.page(68, page="tournament") as page:
            (screen,) = own_pages().read("tournament").screens
            await page.socket.send(json.dumps({"kind": "look", "screen": screen}))
            name = await page.shown("view", "asked")
            choice = {"edition": "masters", "players": ["expert"] * 8, "games": 10_000}
            chosen = await page.say(name, kind="choose", rev=page.view(name)["rev"], **choice)
            await page.until(lambda: chosen in page.answered, chosen)
            await page.say(name, kind="start", rev=page.view(name)["rev"])
            await page.until(lambda: page.view(name)["state"] == "running")
            self.counted["tournaments"] += 1

    async def flood(self) -> None:
        """Send thousands of messages that will be refused."""
        async with line(self.address) as socket:
            await socket.send(HELLO)
            reading = asyncio.create_task(_read(socket))
            try:
                for _ in range(15_000):
                    await socket.send(_said("nothing", text="x" * 200))
                    self.counted["messages"] += 1
            finally:
                reading.cancel()
                socket.transport.abort()

    async def vanish(self) -> None:
        """Begin a message that never ends, and drop the connection."""
        async with self.page() as page:
            page.socket.transport.write(bytes([0x82, 0xFF]) + (2**22).to_bytes(8, "big") + bytes(4) + bytes(70_000))
            self.counted["halves"] += 1
            await asyncio.sleep(self.chance.uniform(0, 2))

    async def searches(self) -> None:
        """Play as a classmate with phases that take a long time to solve, ask for hints, and vanish."""
        async with self.page() as page:
            table = await self._table(page, phases=[self.chance.choice(SLOW_PHASES)])
            for _ in range(20):
                await page.say(table, kind="hint", rev=page.view(table)["rev"])
                self.counted["hints"] += 1
            await asyncio.sleep(1)

    async def checks(self) -> None:
        """Request checks of phases that take a long time, and load files that are too big."""
        bomb = _bomb()
        check = {"kind": "check", "rev": 0, "edition": "classic", "options": {}}
        async with self.page(66) as page:
            setup = await page.shown("about", "presets")
            while self.goes_on:
                for phase in SLOW_PHASES:
                    await page.say(setup, phases=[phase] * 10, **check)
                await page.say(setup, kind="load", text=self.chance.choice((bomb, _long_file(20_000))))
                self.counted["messages"] += 1 + len(SLOW_PHASES)

    async def reviews(self) -> None:
        """Have the coach review one long game after another, and leave during a review."""
        async with self.page(69, start="coach") as page:
            coach = await page.shown("about", "coach")
            for _ in range(3):
                await page.say(coach, kind="load", text=_long_game())
                self.counted["reviews"] += 1
                await asyncio.sleep(self.chance.uniform(1, 5))
                self.counted["progress"] += "progress" in page.states[coach]["about"]["coach"]

    async def lesson_messages(self) -> None:
        """Send arbitrary messages to the screens on lesson pages from a different address."""
        facts = Facts(token="eve", requests=SCREENS["lesson"], offered={"do": [{"name": "deal", "value": 1}]})
        async with line(self.address, additional_headers={"X-Forwarded-For": f"{ELSEWHERE}70"}) as socket:
            await socket.send(json.dumps({**json.loads(HELLO), "page": self.chance.choice(PAGES)}))
            for _, text in itertools.islice(texts(self.chance, facts), 200):
                look = json.dumps({"kind": "look", "screen": facts.screen})
                facts.screen = self.chance.randrange(13)
                await socket.send(self.chance.choice((text, text, look)))
                self.counted["messages"] += 1

    async def guesses(self) -> None:
        """Guess room codes from a different address, as fast as the server answers."""
        if await self.post("join", {"code": new_code(), "name": "Eve"}, f"X-Forwarded-For: {ELSEWHERE}71"):
            self.counted[f"{WRONG}a guessed code was right"] += 1

    async def room_messages(self) -> None:
        """Send arbitrary messages to shared tables from a room with a running game, another room, or no room."""
        if not self.tokens:
            self.tokens += ["nobody's", ""]  # people who arrive while others join start with these requests
            asked = [{"code": self.code, "name": f"Eve {at}"} for at in range(8)]
            joined = [await self.post("join", each) for each in asked]
            self.tokens += [json.loads(told)["token"] for told in joined if told]
            room = await self._crowded(2)
            self.tokens += [room.host, *room.others]
        token, polls = self.chance.choice(self.tokens), self.chance.random() < 0.5
        facts = Facts(token=token, people=[*range(1, 16)])
        said = (text for _, text in texts(self.chance, facts))
        wall = {"wall": True} if self.chance.random() < 0.1 else {}
        hello = json.dumps({"kind": "hello", "v": 1, "token": token, "language": "de", **wall})
        await (self._poll if polls else self._talk)(facts, hello, said)

    async def _talk(self, facts: Facts, hello: str, said: Iterator[str]) -> None:
        """Send messages over a websocket and check the answers."""
        async with connect(f"{self.address.replace('http', 'ws', 1)}live/line", max_size=2**22) as socket:

            async def read() -> None:
                with contextlib.suppress(WebSocketException):
                    async for text in socket:
                        self._hear(facts, json.loads(text))

            reading = asyncio.create_task(read())
            if self.chance.random() < 0.9:
                await socket.send(hello)
            for text in itertools.islice(said, BURST):
                await socket.send(text)
                self.counted["messages"] += 1
                await asyncio.sleep(0.01)
            if self.chance.random() < 0.3:
                socket.transport.abort()
            await asyncio.sleep(0.1)
            reading.cancel()

    async def _poll(self, facts: Facts, hello: str, said: Iterator[str]) -> None:
        """Send messages in requests and check the answers."""
        name, some = "null", hello
        for _ in range(BURST // 3):
            wait = "true" if name != "null" and self.chance.random() < 0.3 else "false"
            status, answer = await self.request("live/poll", f'{{"line": {name}, "say": [{some}], "wait": {wait}}}')
            self.counted[f"poll {status}"] += 1
            if status >= 500 and status != 503:
                self.counted[f"{WRONG}a poll was answered with {status}"] += 1
            if status != 200:
                return
            told = json.loads(answer)
            for message in told["messages"]:
                self._hear(facts, message)
            name, some = json.dumps(told["line"]), ", ".join(itertools.islice(said, 3))
            self.counted["messages"] += 3

    def _hear(self, facts: Facts, message: Any) -> None:
        """Learn from an answer; an attacker may sit down, but must not see anyone else's hand."""
        self.counted["heard"] += 1
        if (view := message.get("view")) is None:
            return
        facts.rev, facts.legal = view["rev"], view["legal"]
        if view["you"] is None and (view["observation"] or {}).get("hand"):
            self.counted[f"{WRONG}a spectator sees a hand"] += 1
        if view["you"] is not None and view["observation"]["seat"] != view["you"]:
            self.counted[f"{WRONG}a seat sees the hand of another seat"] += 1

    async def lines(self) -> None:
        """Use up all page connections from a single address."""
        source = {"X-Forwarded-For": f"{ELSEWHERE}68"}
        async with contextlib.AsyncExitStack() as stack:
            for _ in range(650):
                with contextlib.suppress(OSError, WebSocketException):
                    socket = await stack.enter_async_context(line(self.address, additional_headers=source))
                    stack.callback(socket.transport.abort)
                    await socket.send(HELLO)
                    self.counted["lines"] += 1
            await asyncio.sleep(10)

    async def long_messages(self) -> None:
        """Over many sockets, send complete messages that are too long or nearly so, some with wide characters."""
        texts = ["x" * LONG, "\N{GRINNING FACE}" + "x" * (LONG - 4), "x" * TOO_LONG]
        loads = [memoryview(_frame(_said("load", text=text))) for text in texts]

        async def one(load: memoryview) -> None:
            with contextlib.suppress(*ENDS):
                async with asyncio.timeout(8), self.by_hand("play/line") as writer:
                    writer.write(_frame(HELLO))
                    for _ in range(3):
                        for at in range(0, len(load), PIECE):  # all sockets share this data
                            writer.write(load[at : at + PIECE])
                            await writer.drain()
                        self.counted["messages"] += 1
                    await asyncio.sleep(2)

        await asyncio.gather(*(one(loads[number % len(loads)]) for number in range(SOCKETS)))

    async def deaf_lines(self) -> None:
        """Request files over many connections without reading any of the answers."""

        async def one() -> None:
            with contextlib.suppress(*ENDS):
                async with line(self.address, max_queue=1) as socket:
                    await socket.send(HELLO)
                    for _ in range(200):
                        await socket.send(_said("language", language="de"))
                        self.counted["messages"] += 1
                    await asyncio.sleep(5)
                    socket.transport.abort()

        await asyncio.gather(*(one() for _ in range(100)))

    @asynccontextmanager
    async def by_hand(self, path: str) -> AsyncIterator[asyncio.StreamWriter]:
        """Open a websocket manually, discard everything that it receives, and drop the connection at the end."""
        reader, writer = await self.connect()
        head = f"GET /{path} HTTP/1.1\r\nHost: {urlsplit(self.address).netloc}\r\nUpgrade: websocket\r\n"
        head += "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
        writer.write(f"{head}\r\n".encode())
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

    async def empty_frames(self) -> None:
        """Send pings, pongs and empty message parts over one socket as fast as they are read, and leave early."""
        async with self.by_hand(self.chance.choice(("play/line", "live/line"))) as writer:
            first, frame = self.chance.choice(((b"", PING), (BEGINNING, FRAGMENT), (b"", b"\x8a" + PING[1:])))
            writer.write(first)
            for _ in range(2_000):
                writer.write(frame * 100)
                self.counted["frames"] += 100
                await writer.drain()

    async def hands(self) -> None:
        await self._often({"kind": "hand", "up": True}, {"kind": "hand", "up": False})

    async def seats(self) -> None:
        """Have everyone in a room start and stop watching a table."""
        await self._often({"kind": "watch", "table": 1}, {"kind": "stand"})

    async def _often(self, *messages: dict[str, Any]) -> None:
        """Have everyone in a room cycle through these messages, as often as a page is allowed to send them."""
        room = await self._crowded()

        async def one(token: str) -> None:
            async with room.line(token) as socket:
                for number in itertools.count():
                    await socket.send(json.dumps({**messages[number % len(messages)], "id": f"{number}"}))
                    self.counted["messages"] += 1
                    await asyncio.sleep(0.1)

        async with asyncio.TaskGroup() as group:
            for token in [*room.others, *room.others, *room.others]:
                group.create_task(one(token))

    async def reports(self) -> None:
        """Send twelve simultaneous requests for a long lesson's report."""
        room = await self._crowded()
        if "questions" not in self.counted:
            await room.ask()
        forms = itertools.cycle(({"form": "page"}, {"form": "learners"}, {"form": "page", "language": "de"}))
        while self.goes_on:
            await asyncio.gather(*(self.post("report", {"token": room.host, **next(forms)}) for _ in range(12)))

    async def _crowded(self, people: int = PEOPLE) -> Room:
        """Return the attacker's room with this many people, reusing it because an address may open only a few rooms."""
        if self.room is None:
            room = Room(self)
            await room.fill(people)
            self.room = room
        return self.room

    @asynccontextmanager
    async def page(self, number: int = 0, **hello: str) -> AsyncIterator[Page]:
        """Open a page, and leave by dropping the connection; with a *number*, use a different address."""
        headers = {"X-Forwarded-For": f"{ELSEWHERE}{number}"} if number else {}
        async with opened(self.address, Counter(), additional_headers=headers) as page:
            self.counted["pages"] += 1
            page.hello |= hello
            await page.begin()
            try:
                yield page
            finally:
                page.socket.transport.abort()

    async def _table(self, page: Page, **options: Any) -> str:
        """Start a game; return the table's screen."""
        setup = await page.shown("about", "presets")
        players = [{"name": "Eve", "player": None}, {"name": "Bo", "player": "expert"}]
        message_id = await page.say(setup, kind="start", edition="classic", players=players, options=options)
        return await page.shown("view", "legal", message_id)


class Room:
    """The attacker's own room."""

    def __init__(self, attacker: Attacker) -> None:
        self.attacker = attacker
        self.host = self.key = ""
        self.others: list[str] = []

    @asynccontextmanager
    async def line(self, token: str) -> AsyncIterator[ClientConnection]:
        """Open a person's connection, read only its first message, and drop the connection."""
        async with connect(self.attacker.address.replace("http", "ws", 1) + "live/line", max_size=None) as socket:
            await socket.send(json.dumps({"kind": "hello", "v": 1, "token": token, "language": "en"}))
            self.key = json.loads(await socket.recv()).get("key") or self.key
            reading = asyncio.create_task(_read(socket))
            try:
                yield socket
            finally:
                reading.cancel()
                socket.transport.abort()

    async def fill(self, people: int) -> None:
        """Open the room and let this many people in."""
        if not (told := await self.attacker.post("open", {"name": "Eve"})):
            raise OSError("no room")
        self.host = json.loads(told)["token"]
        async with self.line(self.host):
            pass
        for number in range(people):
            if told := await self.attacker.post("join", {"key": self.key, "name": f"Eve {number}"}):
                self.others.append(json.loads(told)["token"])

    async def ask(self) -> None:
        ids = [question.id for each in map(lesson, numbers()) for question in each.questions][:QUESTIONS]
        async with contextlib.AsyncExitStack() as stack:
            host, *guests = [await stack.enter_async_context(self.line(one)) for one in (self.host, *self.others)]
            for number, question in enumerate(ids):
                await host.send(json.dumps({"kind": "ask", "question": question, "id": f"{number} ask"}))
                await asyncio.sleep(0.3)
                guess = {"kind": "predict", "id": f"p{number}", "text": "0.5", "confidence": 0.7}
                await asyncio.gather(*(one.send(json.dumps(guess)) for one in guests))
                for at, phase in enumerate(("closed", "truth", "")):
                    message = {"kind": "phase", "phase": phase} if phase else {"kind": "finish"}
                    await host.send(json.dumps({**message, "id": f"{number} {at}"}))
                    await asyncio.sleep(0.4)
                self.attacker.counted["questions"] += 1


async def _read(socket: ClientConnection) -> None:
    with contextlib.suppress(WebSocketException):
        async for _ in socket:
            pass


def _said(kind: str, **fields: Any) -> str:
    """Return a message to the first screen on a page."""
    message = {"kind": kind, "v": 1, "id": uuid.uuid4().hex, "rev": 0, **fields}
    return json.dumps({"kind": "say", "screen": 1, "message": message})


def _frame(text: str) -> bytes:
    """Return a string as a frame from a page, masked with zeros."""
    body = text.encode()
    return b"\x81\xff" + len(body).to_bytes(8, "big") + bytes(4) + body


def _packed(text: bytes) -> str:
    """Return a saved game with these bytes as its content."""
    packed = base64.b64encode(zlib.compress(text, 9)).decode()
    return json.dumps({"format": "phase10-session", "version": 2, "packed": packed})


def _bomb() -> str:
    return _packed(b"[" + b"[]," * (BOMB_BYTES // 3) + b"[]]")


def _long_file(actions: int) -> str:
    """Return a saved game with more actions than any real game has."""
    data = Session("classic", ["Eve", "greedy"], 1).to_dict()
    data["record"]["rounds"][0]["actions"] = [{"seat": 0, "type": "draw", "from": "deck"}] * actions
    return _packed(json.dumps(data).encode())


@cache
def _long_game() -> str:
    session = Session("classic", ["random", "random"], 7)
    session.run()
    assert MOST_MOMENTS * 0.9 < len(session.games) <= MOST_MOMENTS, "choose a different seed"
    return session.save()


AT_ONCE = {
    1: "half-requests lines long-messages deaf-lines hands seats reports",
    2: "flood",
    4: "vanish tournaments",
    8: "searches checks reviews lesson-messages guesses",
    24: "room-messages",
    40: "empty-frames",
}
"""The names of the attacks, by number of simultaneous attackers."""
ATTACKS = {name: times for times, names in AT_ONCE.items() for name in names.split()}


async def run(name: str, address: str, seconds: float, code: str) -> Counter[str]:
    """Attack for this many seconds; return the counts."""
    attacker = Attacker(address, time.monotonic() + seconds, code)
    attack = getattr(attacker, name.replace("-", "_"))
    await asyncio.gather(*(attacker.repeat(attack) for _ in range(ATTACKS[name])))
    return attacker.counted


def main() -> int:
    words = command.parser(__doc__)
    words.add_argument("name", choices=[*ATTACKS], metavar="NAME", help=", ".join(ATTACKS))
    words.add_argument("address", metavar="ADDRESS")
    words.add_argument("seconds", type=float, metavar="SECONDS")
    words.add_argument("code", nargs="?", default="", metavar="CODE")
    chosen = words.parse_args()
    os.nice(19)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    counted = asyncio.run(run(chosen.name, chosen.address, chosen.seconds, chosen.code))
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(json.dumps({"counted": counted, "processor_seconds": round(used.ru_utime + used.ru_stime, 1)}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
