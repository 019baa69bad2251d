"""Messages that arrive in another thread, as JupyterLab sometimes sends them, are handled in the widget's thread."""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections.abc import Callable
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets.ui.notebook.message_widget import MessageWidget
from phase10_widgets.ui.tournament import screen as tournament
from tests.ui.visiting import in_a_loop

PARENT: contextvars.ContextVar[str] = contextvars.ContextVar("PARENT", default="")
"""A stand-in for the context that ipykernel stores with a message and uses for the answer."""
MADE: dict[str, Callable[[], MessageWidget]] = {
    "table": lambda: p10.Table("classic", ["Ana", "greedy"], seed=1),
    "tournament": lambda: p10.Tournament("classic", ["greedy", "random"]),
    "app": lambda: p10.App(language="en").children[0],
}


def ping(widget: MessageWidget) -> None:
    widget._handle_msg({"content": {"data": {"method": "custom", "content": {"kind": "ping", "v": 1, "id": "a:1"}}}})


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []

    def hear(self: MessageWidget, msg: Any) -> None:
        found.append((threading.get_ident(), PARENT.get()))

    monkeypatch.setattr(MessageWidget, "_receive", hear)
    return found


async def from_a_thread_with_a_loop(widget: MessageWidget) -> None:
    async def said() -> None:
        PARENT.set("a subshell")
        ping(widget)

    await asyncio.to_thread(asyncio.run, said())
    await asyncio.sleep(0)


@in_a_loop
async def test_a_message_is_handled_in_the_widgets_thread(heard: list[tuple[int, str]]) -> None:
    for make in MADE.values():
        await from_a_thread_with_a_loop(make())
    assert heard == [(threading.get_ident(), "a subshell")] * len(MADE)
    ping(MADE["table"]())
    assert len(heard) == len(MADE) + 1, "in its own thread, it is handled at once"


def test_without_a_loop_a_message_is_handled_in_its_thread(heard: list[tuple[int, str]]) -> None:
    """The widget was created in a plain script, or in a loop that has ended."""

    async def made() -> MessageWidget:
        return MADE["table"]()

    for widget in (MADE["table"](), asyncio.run(made())):
        heard.clear()
        asyncio.run(from_a_thread_with_a_loop(widget))
        ((thread, _),) = heard
        assert thread != threading.get_ident()


@in_a_loop
async def test_a_stop_from_another_thread_takes_effect_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message arrives during games; no game continues after the view that answers it."""
    monkeypatch.setattr(tournament, "SLICE", 0.3)
    widget = p10.Tournament("classic", ["greedy", "random", "random"], games=2000, phases=[1, 2])
    seen: list[dict[str, Any]] = []
    widget.observe(lambda change: seen.append(change["new"]), "view")

    async def said() -> None:
        message = {"kind": "stop", "v": 1, "id": "a:1", "rev": widget.rev}
        widget._handle_msg({"content": {"data": {"method": "custom", "content": message}}})

    widget.start()
    stop = threading.Timer(0.15, lambda: asyncio.run(said()))
    stop.start()
    await asyncio.sleep(0.8)
    stop.join()
    assert next(view["done"] for view in seen if view["state"] == "stopped") == widget.results.games
