"""A host without a server or a kernel: the widgets live in the process of the tests.

A page takes an eighth of the time that a Voilà page takes. This host tests widgets in the browser; other tests check
that widgets work in real hosts, with their styles and messages.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import comm
from ipywidgets import Widget
from playwright.sync_api import Page, WebSocketRoute

from devtools.browser.hosts import Host
from devtools.browser.servers import FileServer

PAGE = Path(__file__).with_suffix(".html")


class InProcess(Host):
    """Pages that show this process's widgets."""

    name = "in-process"

    def __init__(self, address: str) -> None:
        """Show widgets on the page at this address."""
        self._address = address
        self._lines: list[WebSocketRoute] = []
        self._shown: list[Widget] = []

    def start(self) -> str:
        return self._address

    def open(self, page: Page, code: str, *shown: str) -> None:
        names: dict[str, Any] = {}
        exec(code, names)
        self.show(page, *(names[name] for name in shown or ["table"]))

    def show(self, page: Page, *widgets: Widget) -> None:
        """Show these widgets below one another in place of the previous ones."""
        self._shown += widgets
        if page.url != self.address:
            page.route_web_socket("**/line", self._connect)
            page.goto(self.address)
        page.evaluate("(ids) => show(ids)", [widget.model_id for widget in widgets])

    def say(self, model: str, data: Any) -> None:
        """Send a message from this model to every page."""
        for line in self._lines:
            line.send(json.dumps({"id": model, **data}))

    def close(self) -> None:
        """Close the widgets that are shown."""
        self._lines.clear()
        for widget in self._shown:
            widget.close()

    def _connect(self, line: WebSocketRoute) -> None:
        self._lines.append(line)
        line.on_message(self._hear)
        line.on_close(lambda *_: self._lines.remove(line))

    def _hear(self, message: str | bytes) -> None:
        said = json.loads(message)
        found = comm.get_comm_manager().get_comm(said["id"])
        if found is not None:
            found.handle_msg({"content": {"data": said["data"]}})


@contextmanager
def connected() -> Iterator[InProcess]:
    """Yield the host; meanwhile, its pages receive the messages from this process's widgets."""
    with FileServer(PAGE.parent) as server, closing(InProcess(server.address + PAGE.name)) as host:

        def publish(self: comm.DummyComm, msg_type: str, data: Any = None, *_: Any, **__: Any) -> None:
            if msg_type == "comm_msg":
                host.say(self.comm_id, data)

        with patch.object(comm.DummyComm, "publish_msg", publish):
            yield host
