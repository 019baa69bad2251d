"""People without a browser, whose connections run in a separate thread and record everything they receive."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from websockets.exceptions import ConnectionClosed

import phase10_widgets as p10
from devtools.measure.crowd import Seen, Somebody, post


class Robot(Somebody):
    """A simulated person who plays one round when told to."""

    def __init__(self, service: str, name: str, code: str = "") -> None:
        """Join the room with this code, or open a room if there is no code."""
        asked = post(service, "join", {"code": code, "name": name}) if code else post(service, "open", {"name": name})
        super().__init__(service, str(asked["token"]), Seen(), {}, 0.02)
        self.name, self.language = name, "en"
        self.frames: list[Any] = []
        self.plays = False

    @property
    def poll(self) -> Any:
        """The last question shown to the robot."""
        return next(each["poll"] for each in reversed(self.frames) if each["kind"] == "lesson" and each["poll"])

    async def stay(self) -> None:
        """Stay connected until canceled, even if the server restarts."""
        while True:
            with suppress(OSError, ConnectionClosed):
                await self.play()
            await asyncio.sleep(0.2)

    def _hear(self, message: Any) -> None:
        self.frames.append(message)
        super()._hear(message)

    def _look(self, view: Any) -> None:
        if self.plays and not view["summary"] and view["observation"]["round"] == 1:
            super()._look(view)

    def choose(self, view: Any) -> Any:
        """Return an action that helps to end the round soon."""
        legal, observation = view["legal"], view["observation"]
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
    """A crowd of robots at a service, which must be closed at the end."""

    def __init__(self, service: str) -> None:
        """Start the crowd without robots."""
        self._service = service
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._stays: list[asyncio.Task[None]] = []
        self.robots: list[Robot] = []
        self._thread.start()

    def enter(self, name: str, code: str = "") -> Robot:
        """Let a robot join the room with this code, or open a room; return the robot once it is there."""
        self.robots.append(robot := Robot(self._service, name, code))
        self._run(self._begin(robot))
        return robot

    async def _begin(self, robot: Robot) -> None:
        self._stays.append(asyncio.create_task(robot.stay()))
        await robot.ready.wait()

    def say(self, robot: Robot, kind: str, **fields: Any) -> None:
        self._run(robot.ask(kind, **fields))

    def _run(self, work: Coroutine[Any, Any, Any]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(60)

    def close(self) -> None:
        """End all connections."""
        self._run(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _end(self) -> None:
        for stay in self._stays:
            stay.cancel()
        ended = await asyncio.gather(*self._stays, return_exceptions=True)
        assert [each for each in ended if not isinstance(each, asyncio.CancelledError)] == []
