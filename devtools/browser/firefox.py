"""Drive Firefox through its built-in WebDriver BiDi support: ``firefox(path, home)``."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from . import leash
from .servers import free_port
from .window import PATIENCE, ScriptError, Window

SETTINGS: dict[str, object] = {
    "app.normandy.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "intl.accept_languages": "en-US",
    "network.proxy.http": "127.0.0.1",  # nothing listens on this port, so no request leaves this machine
    "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9,
    "network.proxy.type": 1,
    "toolkit.telemetry.enabled": False,
}
NETWORK = "Firefox can\u2019t establish a connection"
"""The beginning of Firefox's message about an unreachable server."""
FINGER = {"dom.w3c_touch_events.enabled": 1, "ui.allPointerCapabilities": 1, "ui.primaryPointerCapabilities": 1}
"""Settings for a touchscreen: no pointer is fine-grained, and none can hover."""


class Firefox(Window):
    """A Firefox tab, controlled over a connection."""

    def __init__(self, connection: ClientConnection, touch: bool) -> None:
        self.kind = "touch" if touch else "mouse"
        self._connection = connection
        self._count = 0
        self._faults: list[str] = []
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        self._tab = {"context": self._ask("browsingContext.create", type="tab")["context"]}

    def _ask(self, method: str, **given: Any) -> Any:
        """Return the answer to a request, and store the errors reported before the answer."""
        self._count += 1
        self._connection.send(json.dumps({"id": self._count, "method": method, "params": given}))
        while True:
            answer = json.loads(self._connection.recv(timeout=2 * PATIENCE))
            if answer.get("method") == "log.entryAdded" and answer["params"]["level"] == "error":
                self._keep(str(answer["params"]["text"]))
            if answer.get("id") == self._count:
                break
        if answer["type"] == "error":
            raise ScriptError(f"{method}: {answer['error']}: {answer['message']}")
        return answer["result"]

    def _keep(self, fault: str) -> None:
        if not fault.startswith((NETWORK, "ResizeObserver loop")):
            self._faults.append(fault)

    def goto(self, url: str) -> None:
        self._ask("browsingContext.navigate", **self._tab, url=url, wait="complete")

    def reload(self) -> None:
        self._ask("browsingContext.reload", **self._tab, wait="complete")

    def resize(self, width: int, height: int) -> None:
        self._ask("browsingContext.setViewport", **self._tab, viewport={"width": width, "height": height})

    def perform(self, sources: list[dict[str, Any]]) -> None:
        self._ask("input.performActions", **self._tab, actions=sources)

    def script(self, function: str) -> Any:
        answer = self._ask("script.evaluate", expression=f"({function})()", target=self._tab, awaitPromise=True)
        if answer["type"] == "exception":
            raise ScriptError(answer["exceptionDetails"]["text"])
        return answer["result"]["value"]

    @property
    def faults(self) -> list[str]:
        self._ask("session.status")  # all reports that precede the answer have arrived
        return list(self._faults)

    def close(self) -> None:
        """End the browser and all its processes."""
        self._ask("browser.close")


@contextmanager
def firefox(path: str, home: Path, touch: bool = False) -> Iterator[Firefox]:
    """Start Firefox in headless mode with its own profile under *home*; yield its tab."""
    profile, port = home / "firefox", free_port()
    profile.mkdir()
    settings = {**SETTINGS, **(FINGER if touch else {})}
    lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in settings.items())
    (profile / "user.js").write_text("".join(lines), "utf-8")
    words = ["--headless", "--no-remote", "--profile", str(profile), f"--remote-debugging-port={port}"]
    env = {**os.environ, "HOME": str(home)}
    with (
        (home / "firefox.log").open("wb") as log,
        leash.tied(subprocess.Popen([path, *words], env=env, stdout=log, stderr=log)) as process,
        connected(process, port) as connection,
    ):
        window = Firefox(connection, touch)
        yield window
        window.close()
        process.wait(PATIENCE)


def connected(process: subprocess.Popen[bytes], port: int) -> ClientConnection:
    """Return a connection as soon as the browser is listening; raise RuntimeError if it never starts listening."""
    end = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < end:
        try:
            return connect(f"ws://127.0.0.1:{port}/session", max_size=None, compression=None, ping_interval=None)
        except OSError:
            time.sleep(0.1)
    raise RuntimeError("Firefox did not start.")
