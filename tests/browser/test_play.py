"""Whole rounds and games at the table in a real browser, by clicks and keys alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page

from devtools.browser.driver import TablePage
from devtools.browser.hosts import Host
from phase10_widgets import Game, Session
from phase10_widgets.text import Text
from phase10_widgets.views import table as views
from tests.browser.conftest import Frame, table_in

PLAYERS = ["You", "greedy", "greedy"]
SHORT_GAME = 10
"""The seed of a game of phases 1 and 2 that ends after two rounds."""


def table_code(edition: str, seed: int, **options: Any) -> str:
    more = "".join(f", {name}={value!r}" for name, value in options.items())
    made = f"Table({edition!r}, players={PLAYERS!r}, seed={seed}, pace=0.02{more})"
    return f"from phase10_widgets import Table\ntable = {made}"


def test_a_whole_classic_game_shows_what_the_seat_may_see(
    page: Page, voila: Host, websocket_traffic: list[Frame]
) -> None:
    """A game of phases 1 and 2 to its winner; every view on the wire is exactly the seat's observation."""
    table = table_in(TablePage, voila, page, table_code("classic", SHORT_GAME, phases=[1, 2]))
    table.play_game()
    assert "won" in table.root.locator('[data-p10="over"]').inner_text() or "share" in table.root.inner_text()
    assert {"draw-deck", "discard", "lay-down", "continue"} <= table.done
    session = Session("classic", PLAYERS, SHORT_GAME, phases=[1, 2])
    shown = list(views_on_wire(websocket_traffic))
    assert len(shown) > 30
    actions = sent_actions(websocket_traffic)
    for rev, view in sorted({view["rev"]: view for view in shown}.items()):
        if rev > 1:
            follow(session, view, actions)
        assert_is_observation(view, session.game)
    assert session.game.to_act is None


def follow(session: Session, view: dict[str, Any], actions: dict[str, dict[str, Any]]) -> None:
    """Repeat at our own table the action that led to this view."""
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
    seen = views.seat_view(game, 0, Text())
    expected = json.loads(json.dumps(views.between_rounds(seen) if view["summary"] else seen))
    assert {name: view[name] for name in expected} == expected
    for event in view["events"]:
        if event["type"] in ("drawn", "saved") and event["seat"] != 0 and event.get("from") != "discard":
            assert event["card"] is None
        assert not (view["summary"] and event["type"] == "round_dealt"), "the next deal is not told before its time"


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


class FlipPage(TablePage):
    """A player who discards a card with the flip symbol as soon as there is one."""

    def end_turn(self) -> None:
        active = 0 if self.data("side") == "color" else 1
        flips = [word for word in self.hand() if word.split("/")[active].endswith("!")]
        if flips and "flip" not in self.done:
            before = self.data("side")
            self.discard(flips[0])
            self.done.add("flip")
            assert self.data("side") != before
        else:
            super().end_turn()


def test_a_round_of_flip_with_a_flip(page: Page, here: Host) -> None:
    table = table_in(FlipPage, here, page, table_code("flip", 3), "flip")
    table.play_round()
    assert {"flip", "discard"} <= table.done
    assert table.shows("summary")
    assert "turned over" in table.sheet("log").inner_text()


class MastersPage(TablePage):
    """A player who saves a card and aims a skip as soon as possible."""

    def end_turn(self) -> None:
        if "S" in self.hand() and "target" not in self.done:
            self.discard("S")
        elif "save" not in self.done and self.selects_to_save():
            self.click("save")
        else:
            super().end_turn()

    def selects_to_save(self) -> bool:
        """Select the least useful card; return True if it can be saved."""
        self.unselect_all()
        self.select(self.least())
        return self.can("save")


def seed_with_skip() -> int:
    """Return the first seed that deals the person at seat 0 a skip."""
    return next(
        seed for seed in range(1000) if "S" in Game.new("masters", PLAYERS, seed).position()["seats"][0]["hand"].split()
    )


def test_a_round_of_masters_with_choice_save_and_skip(page: Page, here: Host) -> None:
    table = table_in(MastersPage, here, page, table_code("masters", seed_with_skip()), "masters")
    table.play_round()
    assert {"choose-phase", "save", "target"} <= table.done


def test_a_round_of_the_standard_game_with_a_flush(page: Page, here: Host) -> None:
    table = table_in(TablePage, here, page, table_code("standard", 1, phases=[8]), edition="standard")
    table.play_round()
    assert "lay-down" in table.done
