"""Play like a class: ``python -m devtools.measure.load [--visitors 5] [--seconds 30]``.

Start ``phase10 serve`` on 127.0.0.1 and let visitors play over real websockets with the browser's protocol: each opens
the app, sets up a game against a computer player under a name of its own, and plays legal actions from its view with
a pause between them. Print errors, wrong views, the response time of actions, the memory of each visitor's kernel and
of the server, and the time until the kernels are gone after everybody has left.

With ``--stay``, visitors leave without closing the connection, like a sleeping laptop: culling must find their kernels.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import traceback
import urllib.request
import uuid
from collections import Counter
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from typing import Any

import psutil
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from phase10_widgets.apps.serve import messages

ROOT = Path(__file__).resolve().parents[2]
KERNEL = re.compile(r'"kernelId":\s*"([0-9a-f-]{36})"|data-kernel-id="([0-9a-f-]{36})"')
PROTOCOL = Subprotocol(messages.V1)
WIDGETS = {"version": "1.0.0"}
"""The metadata of every message: the version of the widgets' protocol of control."""
PATIENCE = 30.0
"""The seconds an answer may take before it counts as an error."""
LOOKS = (0.1, 0.2, 0.3, 0.3)
"""The moments at which the kernels' memory is measured: successive waits, as parts of the total time."""


@dataclass
class Found:
    """The observations of all visitors."""

    waits: list[float] = field(default_factory=list)
    """The seconds from an action to the view that answers it."""
    opened: list[float] = field(default_factory=list)
    """The seconds from opening the address to the table."""
    errors: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    rounds: int = 0
    games: int = 0


class Visitor:
    """One browser."""

    def __init__(self, address: str, number: int, found: Found, pause: float) -> None:
        self.address, self.name, self.found, self.pause = address, f"Visitor {number}", found, pause
        self.random = random.Random(number)
        self.session = uuid.uuid4().hex
        self.states: dict[str, dict[str, Any]] = {}
        """The state of the widgets by id, as reported by the kernel."""
        self.rejected: dict[str, str] = {}
        self.answered: set[str] = set()
        """The ids of answered messages; a later view may arrive before anybody looks."""
        self.done: set[str] = set()
        """The ids of messages that the kernel has finished."""
        self.news = asyncio.Event()
        self.kernel = ""
        self.sent = 0

    async def visit(self, until: float, *, polite: bool) -> None:
        """Open the app, and play until then."""
        try:
            began = time.monotonic()
            page = await asyncio.to_thread(_read, f"{self.address}voila/render/app.ipynb")
            match = KERNEL.search(page)
            if match is None:
                self.found.errors["the page names no kernel"] += 1
                return
            self.kernel = next(filter(None, match.groups()))
            at = f"{self.address.replace('http', 'ws', 1)}api/kernels/{self.kernel}/channels?session_id={self.session}"
            async with connect(at, subprotocols=[PROTOCOL], max_size=None, open_timeout=PATIENCE) as socket:
                reader = asyncio.create_task(self._read_all(socket))
                try:
                    await self._play(socket, began, until)
                finally:
                    reader.cancel()
        except Exception as error:
            ours = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == __file__]
            lines = ", ".join(f"{frame.name} {frame.lineno}" for frame in ours)
            self.found.errors[f"{type(error).__name__}: {str(error)[:100]} ({lines})"] += 1
        if polite and self.kernel:
            await asyncio.to_thread(_read, f"{self.address}voila/api/shutdown/{self.kernel}", b"")

    async def _play(self, socket: ClientConnection, began: float, until: float) -> None:
        control = uuid.uuid4().hex
        opened = await self._send(socket, "comm_open", control, {}, target_name="jupyter.widget.control")
        # Earlier messages are served as well, but ipykernel 7 then writes "No such comm" first.
        await self._until(lambda: opened in self.done)
        await self._send(socket, "comm_msg", control, {"method": "request_states"})
        setup = await self._until(lambda: self._of("about", "presets"))
        while time.monotonic() < until:
            message_id = await self._say(
                socket,
                setup,
                kind="start",
                edition="classic",
                players=[{"name": self.name, "player": None}, {"name": "Bo", "player": "expert:5"}],
                options={"phases": [1, 2]},
            )
            table = await self._until(lambda: self._of("view", "legal"), message_id)
            if began:
                self.found.opened.append(time.monotonic() - began)
                began = 0.0
            message_id = await self._say(socket, table, kind="pace", seconds=0.2)
            await self._until(lambda message_id=message_id: message_id in self.answered, message_id)
            await self._one_game(socket, table, until)
            if time.monotonic() >= until:
                return
            self.found.games += 1
            await self._say(socket, table, kind="again", rev=self._view(table)["rev"])
            await self._until(lambda table=table: table not in self.states)
            setup = await self._until(lambda: self._of("about", "presets"))

    async def _one_game(self, socket: ClientConnection, table: str, until: float) -> None:
        while time.monotonic() < until:
            view = self._view(table)
            self._check(view)
            if view["over"]:
                return
            if view["summary"]:
                message_id = await self._say(socket, table, kind="continue", rev=view["rev"])
                self.found.rounds += 1
            elif view["legal"]:
                action = self._choose(view["legal"])
                message_id = await self._say(socket, table, kind="action", rev=view["rev"], action=action)
            else:
                await self._until(lambda rev=view["rev"]: self._view(table)["rev"] > rev)
                continue
            began = time.monotonic()
            await self._until(lambda message_id=message_id: message_id in self.rejected or message_id in self.answered)
            self.found.waits.append(time.monotonic() - began)
            if why := self.rejected.pop(message_id, None):
                self.found.wrong[f"refused: {why}"] += 1
            await asyncio.sleep(self.pause * self.random.uniform(0.5, 1.5))

    def _choose(self, legal: list[dict[str, Any]]) -> dict[str, Any]:
        """Choose an action like a beginner: lay down, hit, else anything."""
        for kind in ("lay_down", "hit"):
            fitting = [action for action in legal if action["type"] == kind]
            if fitting:
                return fitting[0]
        return self.random.choice(legal)

    def _check(self, view: dict[str, Any]) -> None:
        """Record a view as wrong if it is another visitor's or shows hidden cards."""
        seen = view["observation"]
        if seen is None:
            return
        if seen["seats"][0]["name"] != self.name:
            self.found.wrong["the view is somebody else's"] += 1
        if len(seen["hand"].split()) != seen["seats"][0]["cards"]:
            self.found.wrong["the hand is not as long as the seat says"] += 1
        if any("hand" in row for row in seen["seats"]):
            self.found.wrong["another hand is in the view"] += 1

    def _view(self, table: str) -> dict[str, Any]:
        view: dict[str, Any] = self.states[table]["view"]
        return view

    def _of(self, trait: str, field: str) -> str | None:
        """Return the last widget whose trait has this field."""
        return next((name for name in reversed(self.states) if field in self.states[name].get(trait, ())), None)

    async def _until(self, there: Any, message_id: str = "") -> Any:
        """Wait until a value is there."""
        async with asyncio.timeout(PATIENCE):
            while not (value := there()):
                if message_id in self.rejected:
                    raise ValueError(f"refused: {self.rejected[message_id]}")
                self.news.clear()
                await self.news.wait()
        return value

    async def _say(self, socket: ClientConnection, widget: str, **content: Any) -> str:
        self.sent += 1
        message_id = f"{self.session}:{self.sent}"
        message = {"v": 1, "id": message_id, **content}
        await self._send(socket, "comm_msg", widget, {"method": "custom", "content": message})
        return message_id

    async def _send(self, socket: ClientConnection, kind: str, comm: str, data: Any, **more: Any) -> str:
        name = uuid.uuid4().hex
        header = {
            "msg_id": name,
            "msg_type": kind,
            "session": self.session,
            "username": "",
            "version": "5.3",
            "date": "2026-01-01T00:00:00Z",
        }
        content = {"comm_id": comm, "data": data, **more}
        await socket.send(packed(header, content))
        return name

    async def _read_all(self, socket: ClientConnection) -> None:
        """Keep the widgets' states up to date from the kernel's messages."""
        async for raw in socket:
            message = _message(raw)
            kind, content = message["header"]["msg_type"], message["content"]
            data = content.get("data", {})
            if kind == "comm_open":
                self.states[content["comm_id"]] = dict(data.get("state", {}))
            elif kind == "comm_close":
                self.states.pop(content["comm_id"], None)
            elif kind == "comm_msg":
                method = data.get("method")
                if method == "update" and content["comm_id"] in self.states:
                    self.states[content["comm_id"]].update(data["state"])
                    if message_id := data["state"].get("view", {}).get("ack"):
                        self.answered.add(message_id)
                elif method == "update_states":
                    for name, row in data["states"].items():
                        self.states.setdefault(name, {}).update(row["state"])
                elif method == "custom" and data["content"].get("kind") == "reject":
                    self.rejected[data["content"]["id"]] = data["content"]["why"]
            elif kind == "status" and content["execution_state"] == "idle":
                self.done.add(message["parent_header"].get("msg_id", ""))
            elif kind == "error" or (kind == "stream" and content.get("name") == "stderr"):
                fault = content.get("ename") or str(content.get("text")).strip().rpartition("\n")[2]
                self.found.errors[f"the kernel said: {fault[:80]}"] += 1
            self.news.set()


def packed(header: Any, content: Any, channel: str = "shell") -> bytes:
    """Return a message to a kernel: the number of offsets, the offsets, and the parts that they delimit."""
    jsons: list[Any] = [header, {}, WIDGETS, content]
    parts = [channel.encode(), *(json.dumps(each).encode() for each in jsons)]
    count = len(parts) + 1
    offsets = accumulate(map(len, parts), initial=8 * (count + 1))
    return b"".join([*(number.to_bytes(8, "little") for number in (count, *offsets)), *parts])


def _message(raw: str | bytes) -> dict[str, Any]:
    """Return the headers and the content of a message from a kernel."""
    assert isinstance(raw, bytes)
    _, header, parent, _, content, *_ = (bytes(part) for part in messages.parts(raw))
    return {"header": json.loads(header), "parent_header": json.loads(parent), "content": json.loads(content)}


def _read(address: str, body: bytes | None = None) -> str:
    asked = urllib.request.Request(address, body, {"Sec-Fetch-Dest": "document"})
    with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
        return str(answer.read().decode())


def memory(pid: int) -> int:
    """Return the bytes of a process; shared memory is divided among its users."""
    return int(psutil.Process(pid).memory_full_info().pss)


def kernels_of(pid: int) -> list[int]:
    """Return the kernels that a server has started."""
    children = psutil.Process(pid).children(recursive=True)
    return [child.pid for child in children if "ipykernel" in " ".join(child.cmdline())]


async def crowd(address: str, visitors: int, seconds: float, pause: float, arrive: float, *, polite: bool) -> Found:
    """Run *visitors* visitors, who arrive one after another and leave together."""
    found = Found()
    until = time.monotonic() + arrive + seconds
    async with asyncio.TaskGroup() as group:
        for number in range(1, visitors + 1):
            group.create_task(Visitor(address, number, found, pause).visit(until, polite=polite))
            await asyncio.sleep(arrive / visitors)
    return found


def main() -> int:
    """Return 0 if nothing went wrong."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--visitors", type=int, default=5)
    words.add_argument("--seconds", type=float, default=30, help="how long all play together")
    words.add_argument("--arrive", type=float, default=None, help="seconds in which they come; one second for each")
    words.add_argument("--pause", type=float, default=2.0, help="seconds between two actions of a visitor")
    words.add_argument("--ready", type=int, default=2, help="kernels that wait")
    words.add_argument("--cull", type=int, default=1, help="minutes until an idle kernel is put away")
    words.add_argument("--stay", action="store_true", help="leave without a word")
    words.add_argument("--port", type=int, default=8911)
    options = words.parse_args()
    arrive = options.visitors if options.arrive is None else options.arrive
    address = f"http://127.0.0.1:{options.port}/"
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # this ends the server, too
    with tempfile.TemporaryDirectory() as data, Path(data, "log").open("w+") as lines:
        command = [sys.executable, "-m", "phase10_widgets", "serve", f"--port={options.port}", f"--data={data}"]
        command += [f"--ready={options.ready}", f"--cull={options.cull}", f"--most={options.visitors + 10}"]
        server = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=lines, env=dict(os.environ))
        try:
            _wait(server, address, options.ready)
            return _report(server.pid, address, arrive, options, Path(data, "log"))
        finally:
            server.terminate()
            server.wait(30)


def _wait(server: subprocess.Popen[bytes], address: str, ready: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and server.poll() is None:
        try:
            if json.loads(_read(f"{address}health"))["ready"] == ready:
                time.sleep(3)
                return
        except OSError:
            pass
        time.sleep(0.2)
    raise SystemExit("The server did not start.")


def _report(pid: int, address: str, arrive: float, options: argparse.Namespace, log: Path) -> int:
    before = memory(pid)
    sizes: list[list[int]] = []

    async def play() -> Found:
        task = asyncio.create_task(
            crowd(address, options.visitors, options.seconds, options.pause, arrive, polite=not options.stay)
        )
        await asyncio.sleep(arrive)
        for part in LOOKS:
            await asyncio.sleep(part * options.seconds)
            sizes.append([memory(kernel) for kernel in kernels_of(pid)])
        return await task

    found = asyncio.run(play())
    left = time.monotonic()
    waits = sorted(found.waits)
    failed = sum('"level": "error"' in line or '"failed"' in line for line in log.read_text().splitlines())
    mib = 2**20
    print(f"visitors {options.visitors}, {options.seconds:g} s together, {len(waits)} actions, {found.rounds} rounds")
    print(f"errors {dict(found.errors)}, wrong views {dict(found.wrong)}, errors in the log {failed}", flush=True)
    if waits:
        middle, most = statistics.median(waits), waits[min(len(waits) - 1, int(0.95 * len(waits)))]
        print(f"an action, ms: median {1000 * middle:.0f}, 95 % {1000 * most:.0f}, longest {1000 * waits[-1]:.0f}")
    if found.opened:
        print(f"address to table, s: median {statistics.median(found.opened):.1f}, longest {max(found.opened):.1f}")
    for size, share in zip(sizes, accumulate(LOOKS), strict=True):
        mean, largest = statistics.mean(size) / mib, max(size) / mib
        print(f"a kernel, MiB, after {share:.0%} of the time: mean {mean:.1f}, largest {largest:.1f} ({len(size)})")
    while time.monotonic() - left < 60 * options.cull + 90 and json.loads(_read(f"{address}health"))["visitors"]:
        time.sleep(0.5)
    gone, still = time.monotonic() - left, json.loads(_read(f"{address}health"))["visitors"]
    after = memory(pid)
    print(f"the server, MiB: {before / mib:.0f} before, {after / mib:.0f} after")
    print(f"kernels gone {gone:.1f} s after all had left, {still} still there")
    return int(bool(found.errors or found.wrong or failed or still))


if __name__ == "__main__":
    sys.exit(main())
