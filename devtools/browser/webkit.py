"""Drive WebKitGTK (Safari's engine) in its small bundled browser over WebDriver: ``webkit(path, home)``."""

from __future__ import annotations

import http.client
import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from . import leash
from .servers import answers, free_port
from .window import PATIENCE, ScriptError, Window

LISTEN = """() => {
    const faults = (window.p10Faults = []);
    const say = console.error;
    console.error = (...what) => (faults.push(what.join(" ")), say(...what));
    // A ResizeObserver delivers this report one frame late; nothing is lost.
    addEventListener("error", ({ message }) => message.startsWith("ResizeObserver loop") || faults.push(message));
    addEventListener("unhandledrejection", ({ reason }) => faults.push(String(reason)));
}"""
"""A script that records errors, because neither the driver nor its browser gives access to the console."""
SCRIPT = "return ({})().then((value) => [value], (error) => [null, String(error)]);"


class WebKit(Window):
    """The window in a WebKitGTK driver session."""

    def __init__(self, port: int, path: str) -> None:
        self._driver = http.client.HTTPConnection("127.0.0.1", port, timeout=2 * PATIENCE)
        self._faults: list[str] = []
        options = {"binary": path, "args": ["--automation", "--full-screen"]}  # full screen, without bars
        asked = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        self._session = f"/session/{self._ask('POST', '/session', asked)['sessionId']}"

    def _ask(self, method: str, path: str, content: object = None) -> Any:
        body = None if content is None else json.dumps(content)
        self._driver.request(method, path, body, {"Content-Type": "application/json"})
        answer = json.loads(self._driver.getresponse().read())["value"]
        if isinstance(answer, dict) and "error" in answer:
            raise ScriptError(f"{path}: {answer['error']}: {answer['message']}")
        return answer

    def _post(self, what: str, **given: Any) -> Any:
        return self._ask("POST", f"{self._session}/{what}", given)

    def goto(self, url: str) -> None:
        self._faults = self.faults
        self._post("url", url=url)
        self.run(LISTEN)

    def reload(self) -> None:
        self._faults = self.faults
        self._post("refresh")
        self.run(LISTEN)

    def resize(self, width: int, height: int) -> None:
        self._post("window/rect", width=width, height=height)
        self.until("(...size) => String([innerWidth, innerHeight]) === String(size)", width, height)

    def perform(self, sources: list[dict[str, Any]]) -> None:
        self._post("actions", actions=sources)

    def script(self, function: str) -> Any:
        value, *error = self._post("execute/sync", script=SCRIPT.format(function), args=[])
        if error:
            raise ScriptError(error[0])
        return value

    @property
    def faults(self) -> list[str]:
        return [*self._faults, *self.run("() => window.p10Faults ?? []")]

    def close(self) -> None:
        """End the session and, with it, the browser."""
        self._ask("DELETE", self._session)
        self._driver.close()


@contextmanager
def webkit(path: str, home: Path) -> Iterator[WebKit]:
    """Start an invisible display, the driver and its browser, with folders under *home*; yield the window."""
    port = free_port()
    with display() as number, (home / "webkit.log").open("wb") as log:
        env = {**os.environ, "HOME": str(home), "DISPLAY": f":{number}", "GDK_BACKEND": "x11"}
        words = ["WebKitWebDriver", f"--port={port}", "--host=127.0.0.1"]
        with leash.tied(subprocess.Popen(words, env=env, stdout=log, stderr=log)) as driver:
            if not answers(driver, f"http://127.0.0.1:{port}/status"):
                raise RuntimeError("WebKitGTK's driver did not start.")
            window = WebKit(port, path)
            try:
                yield window
            finally:
                window.close()


@contextmanager
def display() -> Iterator[int]:
    """Start an X server without a screen; yield its display number."""
    reading, writing = os.pipe()
    words = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]
    server = subprocess.Popen(words, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    with leash.tied(server), os.fdopen(reading) as said:
        yield int(said.readline())
