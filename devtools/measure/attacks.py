"""The attacks on a server, each a hostile visitor: ``python -m devtools.measure.attacks NAME ADDRESS SECONDS``.

Each repeats its attack until its time is over, at the lowest priority, and then leaves without a word. The last line
it prints is JSON: what it counted, and the processor time that it took.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
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

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from devtools import command
from phase10_widgets.apps.serve.kernel_bounds import give_way
from phase10_widgets.screens.coach import MOST_MOMENTS
from phase10_widgets.session import Session

from .bad_messages import frames
from .cheap_attacks import CHEAP, HELLO
from .open_page import (
    KERNEL,
    PAGE,
    LightPage,
    LostError,
    Page,
    Shown,
    connection,
    header,
    line,
    opened,
    opened_light,
    packed,
)

LESSON = "voila/render/lessons/12_is_my_player_better.ipynb"
"""A page with a tournament."""
COACH = "voila/render/replay.ipynb"
"""The coach's page."""
SLOW_PHASES = ("5 color runs of 2", "2 color runs of 2 + 2 runs of 2 + 1 set of 2", "4 color runs of 2 + 1 set of 2")
BOMB_BYTES = 20_000_000
"""The size of a packed file once it is unpacked."""
ELSEWHERE = "192.0.2."
"""The beginning of the addresses of attackers who do not come from where honest visitors come from."""
BREATH = 0.5
"""The seconds that an attacker waits who finds no seat."""


class Attacker:
    """A hostile visitor of one kind."""

    def __init__(self, address: str, until: float) -> None:
        """Attack the server at this address until a moment of the event loop's clock, which is `time.monotonic`."""
        self.address, self.until = address, until
        self.counted: Counter[str] = Counter()
        self.chance = random.Random(1)

    @property
    def goes_on(self) -> bool:
        return time.monotonic() < self.until

    async def repeat(self, attack: Callable[[], Awaitable[None]]) -> None:
        """Repeat an attack, however it ends."""
        while self.goes_on:
            try:
                async with asyncio.timeout_at(self.until):
                    await attack()
            except (
                LostError,
                OSError,
                WebSocketException,
                TimeoutError,
                ValueError,
                asyncio.IncompleteReadError,
            ) as gone:
                self.counted[f"ended: {type(gone).__name__}"] += 1
                await asyncio.sleep(BREATH)

    async def many(self, attack: Callable[[], Awaitable[None]], times: int) -> None:
        """Repeat an attack so many times at once."""
        await asyncio.gather(*(self.repeat(attack) for _ in range(times)))

    # what attackers do

    async def request(self, path: str, **headers: str) -> tuple[int, str]:
        """Ask for a page with these headers; return the status and the text."""
        reader, writer = await self.connect()
        lines = [f"GET /{path} HTTP/1.1", "Host: 127.0.0.1", "Connection: close"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        writer.write("\r\n".join([*lines, "", ""]).encode())
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
        async with opened(self.address, Counter(), path) as (_, page):
            self.counted["pages"] += 1
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

    # the attacks

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
        answers = await asyncio.gather(
            *(self.request(PAGE, Sec_Fetch_Dest="document") for _ in range(200)), return_exceptions=True
        )
        for answer in answers:
            self.counted[str(answer[0]) if isinstance(answer, tuple) else type(answer).__name__] += 1

    async def other_sites(self) -> None:
        """Ask for 60 pages as pictures and 60 as frames of another site (S4)."""
        for dest in ("image", "iframe"):
            asked = [
                self.request(PAGE, Sec_Fetch_Site="cross-site", Sec_Fetch_Dest=dest, Origin="http://evil.example")
                for _ in range(60)
            ]
            for answer in await asyncio.gather(*asked, return_exceptions=True):
                self.counted["asked"] += 1
                if isinstance(answer, tuple):
                    self.counted["kernels"] += bool(KERNEL.search(answer[1]))

    async def abandoned_tournament(self) -> None:
        """Start a tournament of 280,000 games (S3) and vanish."""
        async with self.page(LESSON) as page:
            await page.begin()
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
            await page.begin()
            table = await self._table(page, phases=[self.chance.choice(SLOW_PHASES)])
            await page.say(table, kind="hint", rev=page.view(table)["rev"])
            self.counted["hints"] += 1
            await asyncio.sleep(1)

    async def bombs(self) -> None:
        """Load small files that unpack to something big (S5)."""
        text = json.dumps({"format": "phase10-session", "version": 2, "packed": _bomb()})
        async with self.page() as page:
            await page.begin()
            setup = await page.shown("about", "presets")
            while self.goes_on:
                message_id = await page.say(setup, kind="load", text=text)
                await page.until(lambda message_id=message_id: message_id in page.rejected)
                self.counted["files"] += 1

    async def long_files(self) -> None:
        """Load files of many actions (S5), and one that is just short enough."""
        files = [_long_file(actions) for actions in (200_000, 20_000)]
        async with self.page() as page:
            await page.begin()
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
                        await socket.send(packed(header("comm_open", uuid.uuid4().hex, "x"), content))
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
            await page.begin()
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
            asked = packed(header("execute_request", "x", "x"), {"code": "while True: pass", "silent": False})
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
            await socket.send(packed(header("comm_open", uuid.uuid4().hex, session), content))
            await asyncio.sleep(1)
            for _ in range(3_000):
                content = {"comm_id": control, "data": {"method": "request_states"}}
                await socket.send(packed(header("comm_msg", uuid.uuid4().hex, session), content))
                self.counted["messages"] += 1

    async def vanish(self) -> None:
        """Begin a message that never ends, and cut the connection."""
        async with self.page() as page:
            await page.begin()
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
        bomb = json.dumps({"format": "phase10-session", "version": 2, "packed": _bomb()})
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
            await page.begin()
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

    async def light_lines(self) -> None:
        """Come from one address and take all connections of pages without a kernel."""
        async with contextlib.AsyncExitStack() as stack:
            for _ in range(650):
                with contextlib.suppress(OSError, WebSocketException):
                    socket = await stack.enter_async_context(
                        line(self.address, additional_headers={"X-Forwarded-For": f"{ELSEWHERE}68"})
                    )
                    stack.callback(socket.transport.abort)
                    await socket.send(HELLO)
                    self.counted["lines"] += 1
            await asyncio.sleep(10)

    @asynccontextmanager
    async def light(self, number: int = 0, start: str = "setup") -> AsyncIterator[LightPage]:
        """Open a page without a kernel, and leave by cutting the connection; with a *number*, come from elsewhere."""
        headers = {"X-Forwarded-For": f"{ELSEWHERE}{number}"} if number else {}
        async with opened_light(self.address, Counter(), additional_headers=headers) as (_, page):
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


def _bomb() -> str:
    return base64.b64encode(zlib.compress(b"[" + b"[]," * (BOMB_BYTES // 3) + b"[]]", 9)).decode()


def _long_file(actions: int) -> str:
    """Return a saved game with as many actions as never happened."""
    data = Session("classic", ["Eve", "greedy"], 1).to_dict()
    data["record"]["rounds"][0]["actions"] = [{"seat": 0, "type": "draw", "from": "deck"}] * actions
    return json.dumps({"format": data["format"], "version": data["version"], "packed": _packed(data)})


@cache
def _long_game() -> str:
    """Return a finished game that is almost too long for the coach."""
    session = Session("classic", ["random", "random"], 7)
    session.run()
    assert MOST_MOMENTS * 0.9 < len(session.games) <= MOST_MOMENTS, "find another seed"
    return session.save()


def _packed(data: object) -> str:
    return base64.b64encode(zlib.compress(json.dumps(data).encode(), 9)).decode()


ATTACKS: dict[str, tuple[Callable[[Attacker], Awaitable[None]], int]] = {
    "lying-frames": (Attacker.lying_frames, 2),
    "rush": (Attacker.rush, 1),
    "other-sites": (Attacker.other_sites, 1),
    "abandoned-tournament": (Attacker.abandoned_tournament, 4),
    "long-searches": (Attacker.long_searches, 4),
    "bombs": (Attacker.bombs, 4),
    "long-files": (Attacker.long_files, 4),
    "models": (Attacker.models, 4),
    "half-requests": (Attacker.half_requests, 1),
    "rows": (Attacker.rows, 2),
    "flood": (Attacker.flood, 2),
    "deaf": (Attacker.deaf, 4),
    "vanish": (Attacker.vanish, 4),
    "drip": (Attacker.drip, 20),
    "light-searches": (Attacker.light_searches, 8),
    "light-checks": (Attacker.light_checks, 8),
    "light-tables": (Attacker.light_tables, 60),
    "reviews": (Attacker.reviews, 4),
    "light-reviews": (Attacker.light_reviews, 8),
    "light-lines": (Attacker.light_lines, 1),
    **CHEAP,
}
"""The attacks, each with the number of attackers at once."""


async def run(name: str, address: str, seconds: float) -> Counter[str]:
    """Attack for so many seconds; return what was counted."""
    attack, times = ATTACKS[name]
    attacker = Attacker(address, time.monotonic() + seconds)
    await attacker.many(lambda: attack(attacker), times)
    return attacker.counted


def main() -> int:
    """Return 0 once the time is over."""
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
