"""The attacks on a server, each a hostile visitor: ``python -m devtools.measure.attacks NAME ADDRESS SECONDS``.

Each repeats its attack until its time is over, at the lowest priority, and then leaves without a word. The last line
it prints is JSON: what it counted, and the processor time that it took.
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
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from devtools import command
from phase10_widgets.apps.serve.kernel_bounds import give_way
from phase10_widgets.screens.coach import MOST_MOMENTS
from phase10_widgets.session import Session
from phase10_widgets.teaching import lesson, numbers

from . import open_page
from .bad_messages import frames
from .live.hostile import PAGES, SCREENS, Facts, texts
from .open_page import HELLO, KERNEL, PAGE, LightPage, LostError, Page, Shown, connection, line, packed

LESSON = "voila/render/lessons/12_is_my_player_better.ipynb"
COACH = "voila/render/replay.ipynb"
SLOW_PHASES = ("5 color runs of 2", "2 color runs of 2 + 2 runs of 2 + 1 set of 2", "4 color runs of 2 + 1 set of 2")
BOMB_BYTES = 20_000_000
ELSEWHERE = "192.0.2."
"""The beginning of the addresses of attackers who do not come from where honest visitors come from."""
BREATH = 0.5
"""The seconds that an attacker waits who finds no seat."""
LONG, TOO_LONG = 2_400_000, 5_500_000
"""The length of a message that is nearly too long, and of one that is."""
SOCKETS = 200
PIECE = 2**16
PING, FRAGMENT, BEGINNING = b"\x89\x80" + bytes(4), b"\x00\x80" + bytes(4), b"\x01\x80" + bytes(4)
"""Empty frames of a page, masked with zeros: a ping, a message's next part, and its first."""
PEOPLE, QUESTIONS = 58, 40
"""The people of a crowded room, and the questions of a room whose report is long."""
ENDS = (LostError, OSError, WebSocketException, TimeoutError, ValueError, asyncio.IncompleteReadError)


class Attacker:
    """A hostile visitor of one kind."""

    def __init__(self, address: str, until: float) -> None:
        """Attack the server at this address until a moment of the event loop's clock, which is `time.monotonic`."""
        self.address, self.until = address, until
        self.counted: Counter[str] = Counter()
        self.chance = random.Random(1)
        self.room: Room | None = None

    @property
    def goes_on(self) -> bool:
        return time.monotonic() < self.until

    async def repeat(self, attack: Callable[[], Awaitable[None]]) -> None:
        """Repeat an attack, however it ends."""
        while self.goes_on:
            try:
                async with asyncio.timeout_at(self.until):
                    await attack()
            except ENDS as gone:
                self.counted[f"ended: {type(gone).__name__}"] += 1
                await asyncio.sleep(BREATH)

    async def request(self, path: str, body: bytes = b"", **headers: str) -> tuple[int, str]:
        """Ask for a page with these headers, or send a body; return the status and the text."""
        reader, writer = await self.connect()
        lines = [f"{'POST' if body else 'GET'} /{path} HTTP/1.1", "Host: 127.0.0.1", "Connection: close"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        lines += [f"Content-Length: {len(body)}"] if body else []
        writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        try:
            answer = await reader.read(-1)
        finally:
            writer.close()
        return int(answer.split(b" ", 2)[1]) if answer else 0, answer.decode("utf-8", "replace")

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        at = urlsplit(self.address)
        return await asyncio.open_connection(at.hostname, at.port)

    @asynccontextmanager
    async def page(self, path: str = PAGE) -> AsyncIterator[Page]:
        """Open a page, and leave by cutting the connection."""
        async with open_page.opened(self.address, Counter(), path) as (_, page):
            self.counted["pages"] += 1
            await page.begin()
            try:
                yield page
            finally:
                page.socket.transport.abort()

    @asynccontextmanager
    async def bare(self, **options: Any) -> AsyncIterator[tuple[str, ClientConnection]]:
        """Open the socket of a page and read nothing; yield the kernel and the socket."""
        status, text = await self.request(PAGE, Sec_Fetch_Dest="document")
        match = KERNEL.search(text)
        if match is None:
            raise LostError(f"no page: {status}")
        self.counted["pages"] += 1
        kernel = next(filter(None, match.groups()))
        async with connection(self.address, kernel, uuid.uuid4().hex, **options) as socket:
            try:
                yield kernel, socket
            finally:
                socket.transport.abort()

    async def lying_frames(self) -> None:
        """Send the frames that no page sends (S1), each over a socket of its own."""
        async with self.bare() as (kernel, first):
            for frame in frames():
                async with connection(self.address, kernel, uuid.uuid4().hex) as socket:
                    await socket.send(frame)
                    self.counted["frames"] += 1
                    with contextlib.suppress(WebSocketException):
                        async for _ in socket:
                            pass
            await first.close()

    async def rush(self) -> None:
        """Ask for 200 pages at once (S2), and open none of their sockets."""
        asked = [self.request(PAGE, Sec_Fetch_Dest="document") for _ in range(200)]
        for answer in await asyncio.gather(*asked, return_exceptions=True):
            self.counted[str(answer[0]) if isinstance(answer, tuple) else type(answer).__name__] += 1

    async def other_sites(self) -> None:
        """Ask for 60 pages as pictures and 60 as frames of another site (S4)."""
        for dest in ("image", "iframe"):
            words: dict[str, Any] = {
                "Sec_Fetch_Site": "cross-site",
                "Sec_Fetch_Dest": dest,
                "Origin": "http://evil.example",
            }
            asked = [self.request(PAGE, **words) for _ in range(60)]
            for answer in await asyncio.gather(*asked, return_exceptions=True):
                self.counted["asked"] += 1
                if isinstance(answer, tuple):
                    self.counted["kernels"] += bool(KERNEL.search(answer[1]))

    async def abandoned_tournament(self) -> None:
        """Start a tournament of 280,000 games (S3) and vanish."""
        async with self.page(LESSON) as page:
            widget = await page.shown("view", "raw")
            choice = {"edition": "masters", "players": ["expert"] * 8, "games": 10_000}
            await page.say(widget, kind="choose", rev=page.view(widget)["rev"], **choice)
            await asyncio.sleep(2)
            await page.say(widget, kind="start", rev=page.view(widget)["rev"])
            await asyncio.sleep(2)
            self.counted["tournaments"] += 1

    async def long_searches(self) -> None:
        """Play a game whose phases take long to solve (S3, S5), ask for a hint, and vanish."""
        async with self.page() as page:
            table = await self._table(page, phases=[self.chance.choice(SLOW_PHASES)])
            await page.say(table, kind="hint", rev=page.view(table)["rev"])
            self.counted["hints"] += 1
            await asyncio.sleep(1)

    async def bombs(self) -> None:
        """Load small files that unpack to something big (S5)."""
        await self._load(_bomb())

    async def long_files(self) -> None:
        """Load files of many actions (S5), and one that is just short enough."""
        await self._load(*map(_long_file, (200_000, 20_000)))

    async def _load(self, *files: str) -> None:
        async with self.page() as page:
            setup = await page.shown("about", "presets")
            while self.goes_on:
                message_id = await page.say(setup, kind="load", text=self.chance.choice(files))
                await page.until(lambda message_id=message_id: message_id in page.rejected)
                self.counted["files"] += 1

    async def models(self) -> None:
        """Open widgets of one's own that fill a kernel's memory (S6)."""
        async with self.bare() as (kernel, first):
            await first.close()
            data = {"state": {"_model_name": "TextModel", "value": "x" * 4_000_000}}
            for target in ("jupyter.widget", "jupyter.widget.control"):
                async with connection(self.address, kernel, uuid.uuid4().hex) as socket:
                    for _ in range(40):
                        content = {"comm_id": uuid.uuid4().hex, "target_name": target, "data": data}
                        await socket.send(packed(open_page.header("comm_open", uuid.uuid4().hex, "x"), content))
                        self.counted["models"] += 1

    async def half_requests(self) -> None:
        """Begin 700 requests, some with half a body, and end none (S7)."""
        ends = [await self.connect() for _ in range(700)]
        for number, (_, writer) in enumerate(ends):
            body = "POST /voila/api/shutdown/x HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\nx"
            writer.write((body if number % 4 == 0 else "GET / HTTP/1.1\r\nHost: x\r\nX: ").encode())
        self.counted["requests"] += len(ends)
        await asyncio.gather(*(reader.read(-1) for reader, _ in ends), return_exceptions=True)
        for _, writer in ends:
            writer.transport.abort()

    async def rows(self) -> None:
        """Store game after game (S8)."""
        text = Session("classic", ["Eve", "greedy"], 1).save()
        async with self.page() as page:
            table = await self._table(page)
            while self.goes_on:
                await page.say(table, kind="load", text=text)
                rev = page.view(table)["rev"]
                await page.until(lambda rev=rev: page.view(table)["rev"] > rev)
                view = page.view(table)
                if view["legal"]:
                    await page.say(table, kind="action", rev=view["rev"], action=view["legal"][0])
                self.counted["games"] += 1

    async def flood(self) -> None:
        """Send thousands of messages that are refused (S10)."""
        async with self.bare() as (kernel, first):
            await first.close()
            asked = packed(open_page.header("execute_request", "x", "x"), {"code": "while True: pass", "silent": False})
            while self.goes_on:
                async with connection(self.address, kernel, uuid.uuid4().hex) as socket:
                    for _ in range(15_000):
                        await socket.send(asked)
                        self.counted["messages"] += 1

    async def deaf(self) -> None:
        """Ask for much and read nothing (S11)."""
        async with self.bare(max_queue=1) as (_, socket):
            control, session = uuid.uuid4().hex, uuid.uuid4().hex
            content: dict[str, Any] = {"comm_id": control, "target_name": "jupyter.widget.control", "data": {}}
            await socket.send(packed(open_page.header("comm_open", uuid.uuid4().hex, session), content))
            await asyncio.sleep(1)
            for _ in range(3_000):
                content = {"comm_id": control, "data": {"method": "request_states"}}
                await socket.send(packed(open_page.header("comm_msg", uuid.uuid4().hex, session), content))
                self.counted["messages"] += 1

    async def vanish(self) -> None:
        """Begin a message that never ends, and cut the connection."""
        async with self.page() as page:
            page.socket.transport.write(bytes([0x82, 0xFF]) + (2**22).to_bytes(8, "big") + bytes(4) + bytes(70_000))
            self.counted["halves"] += 1
            await asyncio.sleep(self.chance.uniform(0, 2))

    async def drip(self) -> None:
        """Ask for a page by a letter a second, and for a socket likewise."""
        reader, writer = await self.connect()
        try:
            for letter in f"GET /{PAGE} HTTP/1.1\r\nHost: x\r\nSec-Fetch-Dest: document\r\n\r\n":
                writer.write(letter.encode())
                await writer.drain()
                self.counted["letters"] += 1
                await asyncio.sleep(1)
            await reader.read(100)
        finally:
            writer.transport.abort()

    async def light_searches(self) -> None:
        """Play as a classmate, without a kernel, with phases that take long to solve; ask for hints, and vanish."""
        async with self.light() as page:
            table = await self._table(page, phases=[self.chance.choice(SLOW_PHASES)])
            for _ in range(20):
                await page.say(table, kind="hint", rev=page.view(table)["rev"])
                self.counted["hints"] += 1
            await asyncio.sleep(1)

    async def light_checks(self) -> None:
        """Have phases checked that take long, and load files that are too big."""
        bomb = _bomb()
        check = {"kind": "check", "rev": 0, "edition": "classic", "options": {}}
        async with self.light(66) as page:
            setup = await page.shown("about", "presets")
            while self.goes_on:
                for phase in SLOW_PHASES:
                    await page.say(setup, phases=[phase] * 10, **check)
                await page.say(setup, kind="load", text=self.chance.choice((bomb, _long_file(20_000))))
                self.counted["messages"] += 1 + len(SLOW_PHASES)

    async def light_tables(self) -> None:
        """Play without a kernel, against five experts and without a pause."""
        async with self.light(67) as page:
            table = await self._table(page, opponents=5)
            await page.say(table, kind="pace", seconds=0)
            while self.goes_on:
                view = page.view(table)
                if view["over"]:
                    return
                if view["summary"]:
                    await page.say(table, kind="continue", rev=view["rev"])
                elif view["legal"]:
                    action = self.chance.choice(view["legal"])
                    await page.say(table, kind="action", rev=view["rev"], action=action)
                    self.counted["actions"] += 1
                await page.until(lambda rev=view["rev"]: page.view(table)["rev"] > rev)

    async def reviews(self) -> None:
        """Have the coach look at one long game after another."""
        async with self.page(COACH) as page:
            await self._review(page)

    async def light_reviews(self) -> None:
        """Have the coach look at one long game after another, without a kernel; leave in the middle of one."""
        async with self.light(69, start="coach") as page:
            await self._review(page)

    async def _review(self, page: Shown) -> None:
        coach = await page.shown("about", "coach")
        for _ in range(3):
            await page.say(coach, kind="load", text=_long_game())
            self.counted["reviews"] += 1
            await asyncio.sleep(self.chance.uniform(1, 5))
            self.counted["progress"] += "progress" in page.states[coach]["about"]["coach"]

    async def lesson_messages(self) -> None:
        """Send anything to the screens of lessons' pages, from somewhere else."""
        facts = Facts(token="eve", requests=SCREENS["lesson"], offered={"do": [{"name": "deal", "value": 1}]})
        async with line(self.address, additional_headers={"X-Forwarded-For": f"{ELSEWHERE}70"}) as socket:
            await socket.send(json.dumps({**json.loads(HELLO), "page": self.chance.choice(PAGES)}))
            for _, text in itertools.islice(texts(self.chance, facts), 200):
                look = json.dumps({"kind": "look", "screen": facts.screen})
                facts.screen = self.chance.randrange(13)
                await socket.send(self.chance.choice((text, text, look)))
                self.counted["messages"] += 1

    async def light_lines(self) -> None:
        """Come from one address and take all connections of pages without a kernel."""
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
        """Send complete messages that are nearly too long, or are, from many sockets; some with wide characters."""
        texts = ["x" * LONG, "\N{GRINNING FACE}" + "x" * (LONG - 4), "x" * TOO_LONG]
        loads = [memoryview(_frame(_said("load", text=text))) for text in texts]

        async def one(load: memoryview) -> None:
            with contextlib.suppress(*ENDS):
                async with asyncio.timeout(8), self.by_hand("play/line") as writer:
                    writer.write(_frame(HELLO))
                    for _ in range(3):
                        for at in range(0, len(load), PIECE):  # all sockets share the text
                            writer.write(load[at : at + PIECE])
                            await writer.drain()
                        self.counted["messages"] += 1
                    await asyncio.sleep(2)

        await asyncio.gather(*(one(loads[number % len(loads)]) for number in range(SOCKETS)))

    async def deaf_lines(self) -> None:
        """Ask for files from many lines and read no answer."""

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
        """Open a websocket by hand, and throw away what comes; cut the connection."""
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
        """Send pings, pongs, and empty parts of messages on one socket, as fast as they are read; leave early."""
        async with self.by_hand(self.chance.choice(("play/line", "live/line"))) as writer:
            first, frame = self.chance.choice(((b"", PING), (BEGINNING, FRAGMENT), (b"", b"\x8a" + PING[1:])))
            writer.write(first)
            for _ in range(2_000):
                writer.write(frame * 100)
                self.counted["frames"] += 100
                await writer.drain()

    async def hands(self) -> None:
        await self._often({"kind": "hand", "up": True}, {"kind": "hand", "up": False})

    async def same_hand(self) -> None:
        """Raise all hands of a room again and again."""
        await self._often({"kind": "hand", "up": True})

    async def seats(self) -> None:
        """Let a whole room sit down to watch, and stand up."""
        await self._often({"kind": "watch", "table": 1}, {"kind": "stand"})

    async def _often(self, *messages: dict[str, Any]) -> None:
        """Let a whole room send these messages in turn, as often as a page may."""
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
        """Ask for the report of a long lesson, twelve times at once."""
        room = await self._crowded()
        if "questions" not in self.counted:
            await room.ask()
        forms = itertools.cycle(({"form": "page"}, {"form": "learners"}, {"form": "page", "language": "de"}))
        while self.goes_on:
            await asyncio.gather(*(room.post("report", {"token": room.host, **next(forms)}) for _ in range(12)))

    async def _crowded(self) -> Room:
        """Return the attacker's room: an address may open few."""
        if self.room is None:
            room = Room(self)
            await room.fill()
            self.room = room
        return self.room

    @asynccontextmanager
    async def light(self, number: int = 0, start: str = "setup") -> AsyncIterator[LightPage]:
        """Open a page without a kernel, and leave by cutting the connection; with a *number*, come from elsewhere."""
        headers = {"X-Forwarded-For": f"{ELSEWHERE}{number}"} if number else {}
        async with open_page.opened_light(self.address, Counter(), additional_headers=headers) as (_, page):
            self.counted["pages"] += 1
            page.start = start
            await page.begin()
            try:
                yield page
            finally:
                page.socket.transport.abort()

    async def _table(self, page: Shown, opponents: int = 1, **options: Any) -> str:
        """Start a game; return the table."""
        setup = await page.shown("about", "presets")
        players = [{"name": "Eve", "player": None}]
        players += [{"name": f"Bo {number}", "player": "expert"} for number in range(opponents)]
        message_id = await page.say(setup, kind="start", edition="classic", players=players, options=options)
        return await page.shown("view", "legal", message_id)


class Room:
    """A room of the attacker's own."""

    def __init__(self, attacker: Attacker) -> None:
        self.attacker = attacker
        self.host = self.key = ""
        self.others: list[str] = []

    async def post(self, path: str, content: Any) -> str:
        """Return the answer to a request; without one, ""."""
        status, answer = await self.attacker.request(f"live/{path}", json.dumps(content).encode())
        self.attacker.counted[f"{path} {status}"] += 1
        return answer.partition("\r\n\r\n")[2] if status == 200 else ""

    @asynccontextmanager
    async def line(self, token: str) -> AsyncIterator[ClientConnection]:
        """Open somebody's line, of which nothing but the first message is kept; leave by cutting the connection."""
        async with connect(self.attacker.address.replace("http", "ws", 1) + "live/line", max_size=None) as socket:
            await socket.send(json.dumps({"kind": "hello", "v": 1, "token": token, "language": "en"}))
            self.key = json.loads(await socket.recv()).get("key") or self.key
            reading = asyncio.create_task(_read(socket))
            try:
                yield socket
            finally:
                reading.cancel()
                socket.transport.abort()

    async def fill(self) -> None:
        """Open it, and let as many in as there is room for."""
        if not (told := await self.post("open", {"name": "Eve"})):
            raise OSError("no room")
        self.host = json.loads(told)["token"]
        async with self.line(self.host):
            pass
        for number in range(PEOPLE):
            if told := await self.post("join", {"key": self.key, "name": f"Eve {number}"}):
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
    """Return a message to the first screen of a line."""
    message = {"kind": kind, "v": 1, "id": uuid.uuid4().hex, "rev": 0, **fields}
    return json.dumps({"kind": "say", "screen": 1, "message": message})


def _frame(text: str) -> bytes:
    """Return a text as a page's frame, masked with zeros."""
    body = text.encode()
    return b"\x81\xff" + len(body).to_bytes(8, "big") + bytes(4) + body


def _packed(text: bytes) -> str:
    """Return a saved game whose content is this text."""
    packed = base64.b64encode(zlib.compress(text, 9)).decode()
    return json.dumps({"format": "phase10-session", "version": 2, "packed": packed})


def _bomb() -> str:
    return _packed(b"[" + b"[]," * (BOMB_BYTES // 3) + b"[]]")


def _long_file(actions: int) -> str:
    """Return a saved game with as many actions as never happened."""
    data = Session("classic", ["Eve", "greedy"], 1).to_dict()
    data["record"]["rounds"][0]["actions"] = [{"seat": 0, "type": "draw", "from": "deck"}] * actions
    return _packed(json.dumps(data).encode())


@cache
def _long_game() -> str:
    session = Session("classic", ["random", "random"], 7)
    session.run()
    assert MOST_MOMENTS * 0.9 < len(session.games) <= MOST_MOMENTS, "find another seed"
    return session.save()


AT_ONCE = {
    1: "rush other-sites half-requests light-lines long-messages deaf-lines hands same-hand seats reports",
    2: "lying-frames rows flood",
    4: "abandoned-tournament long-searches bombs long-files models deaf vanish reviews",
    8: "light-searches light-checks light-reviews lesson-messages",
    20: "drip",
    40: "empty-frames",
    60: "light-tables",
}
"""The names of the attacks by the number of attackers at once."""
ATTACKS = {name: times for times, names in AT_ONCE.items() for name in names.split()}


async def run(name: str, address: str, seconds: float) -> Counter[str]:
    """Attack for so many seconds; return what was counted."""
    attacker = Attacker(address, time.monotonic() + seconds)
    attack = getattr(attacker, name.replace("-", "_"))
    await asyncio.gather(*(attacker.repeat(attack) for _ in range(ATTACKS[name])))
    return attacker.counted


def main() -> int:
    words = command.parser(__doc__)
    words.add_argument("name", choices=[*ATTACKS], metavar="NAME", help=", ".join(ATTACKS))
    words.add_argument("address", metavar="ADDRESS")
    words.add_argument("seconds", type=float, metavar="SECONDS")
    chosen = words.parse_args()
    give_way(os.getpid(), 19)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    counted = asyncio.run(run(chosen.name, chosen.address, chosen.seconds))
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(json.dumps({"counted": counted, "processor_seconds": round(used.ru_utime + used.ru_stime, 1)}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
