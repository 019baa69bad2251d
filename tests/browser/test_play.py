"""A whole game in Voilà by clicks, in which every view on the wire matches the seat's observation."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, WebSocket

from devtools.browser.driver import TablePage
from devtools.browser.hosts import Host
from phase10_widgets import Game, Session
from phase10_widgets.languages.text import Text
from phase10_widgets.ui.table.view_parts import between_rounds, seat_view
from tests.browser.conftest import table_in

GAME: tuple[str, list[str], int] = ("classic", ["You", "greedy", "greedy"], 10)
"""The edition, players and seed of a game of phases 1 and 2 that ends after two rounds."""
CODE = f"from phase10_widgets import Table\ntable = Table(*{GAME!r}, phases=[1, 2], pace=0.02)"


class Frame(NamedTuple):
    """One websocket message; binary ones are decoded as UTF-8 as far as possible."""

    sent: bool
    text: str


@pytest.fixture
def websocket_traffic(page: Page) -> list[Frame]:
    """Record every websocket message of the page from now on; request it before ``page.goto``."""
    frames: list[Frame] = []

    def record(sent: bool, payload: str | bytes) -> None:
        frames.append(Frame(sent, payload if isinstance(payload, str) else payload.decode("utf-8", "replace")))

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", lambda payload: record(True, payload))
        socket.on("framereceived", lambda payload: record(False, payload))

    page.on("websocket", listen)
    return frames


def test_a_whole_classic_game_shows_what_the_seat_may_see(
    page: Page, voila: Host, websocket_traffic: list[Frame]
) -> None:
    """A game of phases 1 and 2 is played to its end; every view on the wire is exactly the seat's observation."""
    table = table_in(TablePage, voila, page, CODE)
    table.play_game()
    assert "won" in table.root.locator('[data-p10="over"]').inner_text() or "share" in table.root.inner_text()
    assert {"draw-deck", "discard", "lay-down", "continue"} <= table.done
    session = Session(*GAME, phases=[1, 2])
    shown = list(views_on_wire(websocket_traffic))
    assert len(shown) > 30
    actions = sent_actions(websocket_traffic)
    for rev, view in sorted({view["rev"]: view for view in shown}.items()):
        if rev > 1:
            follow(session, view, actions)
        assert_is_observation(view, session.game)
    assert session.game.to_act is None


def follow(session: Session, view: dict[str, Any], actions: dict[str, dict[str, Any]]) -> None:
    """Repeat the action that led to this view at our own table."""
    if view["ack"] is None:
        session.step()
    elif actions[view["ack"]]["kind"] == "action":
        session.act(0, actions[view["ack"]]["action"])


def assert_is_observation(view: dict[str, Any], game: Game) -> None:
    allowed = {"v", "rev", "ack", "you", "curtain", "observation", "legal", "more_lay_downs", "progress", "events",
               "summary", "over", "undo", "thinking", "pace", "paused", "rounds", "replay", "guide",
               "graded", "missed"}  # fmt: skip
    assert set(view) == allowed
    assert view["guide"] is None
    assert view["graded"] is None
    seen = seat_view(game, 0, Text())
    expected = json.loads(json.dumps(between_rounds(seen) if view["summary"] else seen))
    assert {name: view[name] for name in expected} == expected
    for event in view["events"]:
        if event["type"] in ("drawn", "saved") and event["seat"] != 0 and event.get("from") != "discard":
            assert event["card"] is None
        assert not (view["summary"] and event["type"] == "round_dealt"), "the next deal is not announced early"


def views_on_wire(frames: list[Frame]) -> Iterator[dict[str, Any]]:
    """Yield every view received over the websocket."""
    decoder = json.JSONDecoder()
    for frame in frames:
        for mark in ('"view": {', '"view":{'):
            at = frame.text.find(mark)
            while at >= 0 and not frame.sent:
                found, _ = decoder.raw_decode(frame.text[at + len(mark) - 1 :])
                if "rev" in found:
                    yield found
                at = frame.text.find(mark, at + 1)


def sent_actions(frames: list[Frame]) -> dict[str, dict[str, Any]]:
    """Return the actions that the page sent, by id."""
    decoder, found = json.JSONDecoder(), {}
    for frame in frames:
        for mark in ('"content": {"kind"', '"content":{"kind"'):
            at = frame.text.find(mark)
            if frame.sent and at >= 0:
                content, _ = decoder.raw_decode(frame.text[frame.text.index("{", at + 9) :])
                found[content["id"]] = content
    return found
