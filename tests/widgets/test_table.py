"""The table's Python side: what it sends, what it refuses, and what never leaves it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import Session, Table
from phase10_widgets.widgets import view as views
from phase10_widgets.widgets.static_table import table_html


class Seen:
    """A table with everything that it sends to the browser."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.messages: list[dict[str, Any]] = []
        self.views: list[dict[str, Any]] = [table.view]
        table.observe(lambda change: self.views.append(change["new"]), "view")
        table.send = lambda content, buffers=None: self.messages.append(content)
        self.count = 0

    def say(self, kind: str, **more: Any) -> str:
        """A message as the browser writes it; its id."""
        self.count += 1
        content = {"kind": kind, "v": 1, "id": f"test:{self.count}", "rev": self.table.view["rev"], **more}
        self.raw(content)
        return str(content["id"])

    def raw(self, content: Any) -> None:
        self.table._on_message(self.table, content, [])

    def act(self, **action: Any) -> str:
        return self.say("action", action=action)


@pytest.fixture
def seen() -> Seen:
    return Seen(Table("classic", ["You", "greedy"], seed=4))


def test_an_action_is_answered_with_a_view(seen: Seen) -> None:
    said = seen.act(type="draw", **{"from": "deck"})
    assert seen.messages == []
    assert (seen.table.view["ack"], seen.table.view["rev"], seen.table.view["observation"]["step"]) == (said, 2, "play")
    assert seen.table.view["events"][0]["text"].startswith("You drew from the draw pile (")


def test_a_doubled_message_counts_once(seen: Seen) -> None:
    content = {"kind": "action", "v": 1, "id": "twice", "rev": 1, "action": {"type": "draw", "from": "deck"}}
    seen.raw(content)
    seen.raw(content)
    assert (seen.table.view["rev"], seen.messages) == (2, [])


def _nested() -> Any:
    deep: Any = "W"
    for _ in range(500):
        deep = [deep]
    return deep


def action(content: Any) -> dict[str, Any]:
    return {"kind": "action", "v": 1, "id": "a", "rev": 1, "action": content}


HOSTILE: list[tuple[Any, str, str]] = [
    (None, "malformed", "no object"),
    ([], "malformed", "a list"),
    ({}, "malformed", "empty"),
    ({"kind": "action", "v": 1, "rev": 1, "action": {}}, "malformed", "no id"),
    ({"kind": "action", "v": 1, "id": 7, "rev": 1, "action": {}}, "malformed", "id is no text"),
    ({"kind": "action", "v": 1, "id": "x" * 101, "rev": 1, "action": {}}, "malformed", "id is too long"),
    ({"kind": "fly", "v": 1, "id": "a", "rev": 1}, "malformed", "no such kind"),
    ({"kind": ["action"], "v": 1, "id": "a", "rev": 1}, "malformed", "kind is no text"),
    ({"kind": "action", "v": 2, "id": "a", "rev": 1, "action": {}}, "malformed", "another version"),
    ({"kind": "action", "v": 1, "id": "a", "rev": 0, "action": {}}, "stale", "an old view"),
    ({"kind": "action", "v": 1, "id": "a", "rev": "1", "action": {}}, "stale", "rev is no number"),
    ({"kind": "action", "v": 1, "id": "a", "rev": 1}, "malformed", "no action"),
    (action("draw"), "malformed", "action is a text"),
    (action({"type": "draw", "from": "sleeve"}), "malformed", "no pile"),
    (action({"type": "discard", "card": _nested()}), "malformed", "deep"),
    (action({"type": "discard", "card": "R" * 9999}), "malformed", "long"),
    (action({"type": "discard", "card": "R1"}), "wrong_step", "draw first"),
    (action({"type": "draw", "from": "deck", "seat": 1}), "wrong_seat", "another's"),
    ({"kind": "undo", "v": 1, "id": "a", "rev": 1}, "nothing_to_undo", "nothing was done"),
    ({"kind": "again", "v": 1, "id": "a", "rev": 1}, "wrong_step", "the game runs"),
    ({"kind": "ready", "v": 1, "id": "a", "rev": 1}, "wrong_step", "no curtain"),
    ({"kind": "pace", "v": 1, "id": "a", "rev": 1, "seconds": 99}, "malformed", "too slow"),
    ({"kind": "pace", "v": 1, "id": "a", "rev": 1, "seconds": "fast"}, "malformed", "no number"),
    ({"kind": "pace", "v": 1, "id": "a", "rev": 1, "seconds": float("nan")}, "malformed", "not a number"),
]  # fmt: skip


@pytest.mark.parametrize(("content", "code", "why"), HOSTILE, ids=[row[-1] for row in HOSTILE])
def test_hostile_messages_are_refused_with_a_sentence(seen: Seen, content: Any, code: str, why: str) -> None:
    position = seen.table.game.position()
    seen.raw(content)
    (answer,) = seen.messages
    assert (answer["kind"], answer["code"]) == ("reject", code), why
    assert answer["why"].endswith(".")
    assert seen.table.game.position() == position


def test_the_browser_cannot_write_the_traits(seen: Seen) -> None:
    before = seen.table.view
    seen.table.set_state({"view": {"rev": 99}, "about": {}, "_esm": "alert(1)"})
    assert seen.table.view == before
    assert "alert(1)" not in str(seen.table._esm)


def test_undo_goes_back_to_the_own_last_decision(seen: Seen) -> None:
    seen.act(type="draw", **{"from": "deck"})
    seen.say("undo")
    assert seen.table.view["observation"]["step"] == "draw"
    assert seen.table.view["events"][-1]["text"] == "You took back the last decision."
    assert not seen.table.view["undo"]


def test_pace_is_set_at_any_moment(seen: Seen) -> None:
    seen.raw({"kind": "pace", "v": 1, "id": "a", "rev": 0, "seconds": 0.1})
    assert (seen.table.pace, seen.table.view["pace"]) == (0.1, 0.1)


def play(seen: Seen) -> None:
    """Play the whole game through messages, as greedy would, whoever sits there."""
    player = p10.players.get("greedy")
    while True:
        view = seen.table.view
        if view["summary"]:
            seen.say("continue")
        elif view["over"]:
            return
        elif view["curtain"]:
            assert view["observation"] is None
            seen.say("ready")
        else:
            game = seen.table.game
            assert game.to_act is not None
            seen.say("action", action=player.choose(game.observe(game.to_act)).to_dict())
        assert seen.messages == []


@pytest.mark.parametrize("edition", p10.EDITIONS)
def test_every_view_is_an_observation_of_the_seat_in_front(edition: str) -> None:
    """A whole game: no view holds anything but what `observe` gives for the seat that is shown."""
    seen = Seen(Table(edition, ["You", "greedy", "random"], seed=3, phases=[1, 2]))
    games = [seen.table.game]
    moves = seen.table.session._move
    seen.table.session._move = lambda game: (games.append(game), moves(game))[1]  # type: ignore[method-assign,func-returns-value]
    play(seen)
    shown = {json.dumps(views.seat_view(game, 0), sort_keys=True) for game in games}
    for view in seen.views:
        part = {name: view[name] for name in ("observation", "legal", "more_lay_downs", "progress")}
        assert json.dumps(part, sort_keys=True) in shown
        for event in view["events"]:
            if event["type"] in ("drawn", "saved") and event["seat"] != 0 and event.get("from") != "discard":
                assert event["card"] is None
    assert seen.table.view["over"]["standings"] == seen.table.game.standings


def test_two_people_hand_over_behind_a_curtain() -> None:
    seen = Seen(Table("classic", ["Ana", "Ben"], seed=3, phases=[1]))
    play(seen)
    for before, after in zip(seen.views, seen.views[1:], strict=False):
        if before["you"] != after["you"]:
            assert before["curtain"], "nobody sees another's cards without pressing the button"
        if after["curtain"]:
            assert (after["observation"], after["legal"], after["progress"]) == (None, [], None)
            assert all(
                event.get("card") is None
                for event in after["events"]
                if event["type"] == "drawn" and event["from"] == "deck"
            )


def test_again_deals_another_game_for_the_same_people() -> None:
    seen = Seen(Table("classic", ["You", "greedy"], seed=3, phases=[1]))
    play(seen)
    first = seen.table.game.state.seed
    said = seen.say("again")
    assert (seen.table.view["ack"], seen.table.game.state.round) == (said, 1)
    assert seen.table.game.state.seed != first
    assert dict(seen.table.game.edition.options) == {"phases": [1]}


def test_computer_players_move_one_view_at_a_time() -> None:
    async def watch() -> list[int]:
        seen = Seen(Table("classic", ["You", "greedy", "greedy"], seed=4, pace=0))
        seen.act(type="draw", **{"from": "deck"})
        hand = seen.table.view["observation"]["hand"].split()
        seen.act(type="discard", card=next(word for word in hand if word != "S"))
        first = seen.table.view
        assert first["thinking"] == {"seat": 1, "name": "greedy"}
        while not seen.table.session.waits_for_person:
            await asyncio.sleep(0)
        return [len(view["events"]) for view in seen.views[-4:]]

    assert asyncio.run(watch()) == [1, 1, 1, 1]


def test_somebody_must_sit_at_the_table() -> None:
    with pytest.raises(ValueError, match="nobody sits at this table"):
        Table("classic", ["greedy", "random"])
    with pytest.raises(ValueError, match="pause is 0 to 5"):
        Table("classic", pace=-1)


def test_a_saved_notebook_shows_a_table_without_a_kernel(seen: Seen) -> None:
    found = seen.table._repr_mimebundle_()
    data = found[0] if isinstance(found, tuple) else found
    assert data["text/plain"] == repr(seen.table) == "<Phase 10 table: classic, 2 seats, round 1>"
    assert "<script" not in data["text/html"]
    for word in seen.table.view["observation"]["hand"].split():
        number = word[1:]
        assert number in data["text/html"]
    others = seen.table.game.position()["seats"][1]["hand"]
    assert others not in data["text/html"]


def test_names_are_text_in_the_static_table() -> None:
    table = Table("classic", ["<b>Eve</b>", "greedy"], seed=4)
    page = table_html(table.about, table.view)
    assert "<b>Eve" not in page
    assert "&lt;b&gt;Eve" in page


@pytest.mark.parametrize("session", [Session("flip", ["You", "greedy"], 3)])
def test_a_table_takes_a_session(session: Session) -> None:
    assert Table(session=session).game is session.game


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    """Every widget that a test made is closed after it."""
    import ipywidgets

    yield
    closing: Callable[[], None] = ipywidgets.Widget.close_all
    closing()
