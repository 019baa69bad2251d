"""Pupils without a browser: their lines run in a thread beside the test, and everything that they are sent is kept."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Coroutine
from typing import Any
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

import phase10_widgets as p10

BEAT = 4.0
"""The seconds between two signs of life."""


class Pupil:
    """Somebody with a line of their own."""

    def __init__(self, name: str, token: str, line: ClientConnection) -> None:
        self.name, self.token, self.line = name, token, line
        self.frames: list[Any] = []
        self.plays = False
        """True while they play as well as they can, to the end of a round."""

    def lessons(self) -> list[Any]:
        """Return the questions that they have been shown, the last one last."""
        return [frame["poll"] for frame in [*self.frames] if frame["kind"] == "lesson" and frame["poll"]]

    async def live(self) -> None:
        """Hear, play, and give signs of life until the line ends."""
        beating = asyncio.create_task(self._beat())
        try:
            async for text in self.line:
                frame = json.loads(text)
                self.frames.append(frame)
                if self.plays and "view" in frame:
                    await self._act(frame["view"])
        finally:
            beating.cancel()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            await self.say("beat")

    async def say(self, kind: str, **fields: Any) -> None:
        await self.line.send(json.dumps({"kind": kind, "id": f"{self.name}:{len(self.frames)}", **fields}))

    async def _act(self, view: Any) -> None:
        if view["legal"] and view["observation"]["round"] == 1:
            action = chosen(view["legal"], view["observation"])
            message = {
                "kind": "action",
                "v": 1,
                "id": f"{self.name} {view['rev']}",
                "rev": view["rev"],
                "action": action,
            }
            await self.say("say", message=message)


def chosen(legal: list[Any], observation: Any) -> Any:
    """Return an action that leads to the end of a round before long."""
    by_type = {each["type"]: each for each in reversed(legal)}
    for wanted in ("lay_down", "hit", "draw"):
        if wanted in by_type:
            return by_type[wanted]
    me, hand = observation["seats"][observation["seat"]], observation["hand"].split()
    phase = str(p10.edition("classic").phases[me["phase"] - 1])

    def loss(action: Any) -> tuple[int, int]:
        left = [*hand]
        left.remove(action["card"])
        lacking = 0 if me["laid"] or not left else p10.missing(" ".join(left), phase, edition="classic")
        return lacking, -p10.points(action["card"], edition="classic")

    return min((each for each in legal if each["type"] == "discard"), key=loss)


class Crowd:
    """Pupils in a room; close it at the end."""

    def __init__(self, service: str) -> None:
        """Serve nobody yet."""
        self._service = service
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._lives: list[asyncio.Task[None]] = []
        self.pupils: list[Pupil] = []
        self._thread.start()

    def join(self, code: str, *names: str) -> None:
        """Let these people join a room."""
        for name in names:
            body = json.dumps({"code": code, "name": name}).encode()
            asked = Request(f"{self._service}live/join", body, {"content-type": "application/json"})
            with urlopen(asked) as answer:
                token = str(json.load(answer)["token"])
            self.pupils.append(self._run(self._enter(name, token)))

    async def _enter(self, name: str, token: str) -> Pupil:
        line = await connect(f"{self._service.replace('http', 'ws', 1)}live/line", max_size=2**22)
        pupil = Pupil(name, token, line)
        await pupil.say("hello", v=1, token=token, language="en")
        self._lives.append(asyncio.create_task(pupil.live()))
        return pupil

    def say(self, pupil: Pupil, kind: str, **fields: Any) -> None:
        self._run(pupil.say(kind, **fields))

    def _run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(60)

    def close(self) -> None:
        """End all lines."""
        self._run(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _end(self) -> None:
        for pupil in self.pupils:
            await pupil.line.close()
        for ended in await asyncio.gather(*self._lives, return_exceptions=True):
            if isinstance(ended, Exception) and not isinstance(ended, ConnectionClosed):
                raise ended
