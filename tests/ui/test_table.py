"""The table's Python side: its messages, its refusals, and its secrets."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from functools import reduce
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

import phase10_widgets as p10
from phase10_widgets import Coach, Replay, Session, Table
from phase10_widgets.languages.text import Text
from phase10_widgets.sessions.saved_game import MOST_ACTIONS
from phase10_widgets.store.file_store import FileStore
from phase10_widgets.store.store import StoreLease
from phase10_widgets.ui.table.spectator import Spectator
from phase10_widgets.ui.table.stored_game import NOT_STORED, STORED_AGAIN
from phase10_widgets.ui.table.view_parts import HEIGHT
from tests.faults import no_faults


class Seen:
    """A table, or another view of its game, that records everything it sends to the browser."""

    def __init__(self, table: Table | Spectator | Replay) -> None:
        self.table: Any = table
        self.messages: list[dict[str, Any]] = []
        """The refusals."""
        self.told: list[dict[str, Any]] = []
        """All other messages."""
        self.views: list[dict[str, Any]] = [table.view]
        table.observe(lambda change: self.views.append(change["new"]), "view")
        table.send = lambda content, buffers=None: self.hear(content)
        self.count = 0

    @property
    def notes(self) -> list[str]:
        return [event["text"] for view in self.views for event in view["events"] if event["type"] == "note"]

    def hear(self, content: dict[str, Any]) -> None:
        (self.messages if content["kind"] == "reject" else self.told).append(content)

    def last(self, kind: str) -> dict[str, Any]:
        """Return the last message of this kind."""
        return next(content for content in reversed(self.told) if content["kind"] == kind)

    def say(self, kind: str, **more: Any) -> str:
        """Send a message as the browser does; return its id."""
        self.count += 1
        content = {"kind": kind, "v": 1, "id": f"test:{self.count}", "rev": self.table.view["rev"], **more}
        self.raw(content)
        return str(content["id"])

    def raw(self, content: Any) -> None:
        self.table._handle_custom_msg(content, [])

    def act(self, **action: Any) -> str:
        return self.say("action", action=action)

    def end_turn(self) -> None:
        self.act(type="draw", **{"from": "deck"})
        hand = self.table.view["observation"]["hand"].split()
        self.act(type="discard", card=next(word for word in hand if word != "S"))

    def play(self, n: int = 5_000, until: str = "over") -> None:
        """Send this many messages with greedy's choices for every seat, or continue until the view has this part."""
        player = p10.players.get("greedy")
        while n and not self.table.view[until]:
            n -= 1
            if self.table.view["curtain"]:
                self.say("ready")
            elif self.table.view["summary"]:
                self.say("continue")
            else:
                game = self.table.game
                self.say("action", action=player.choose(game.observe(game.to_act)).to_dict())


@pytest.fixture
def seen() -> Seen:
    return Seen(Table("classic", ["You", "greedy"], seed=4))


def action(content: Any) -> dict[str, Any]:
    return {"kind": "action", "v": 1, "id": "a", "rev": 1, "action": content}


DEEP = reduce(lambda inner, _: [inner], range(500), list[Any]())
HOSTILE: list[tuple[Any, str, str]] = [
    (None, "malformed", "not an object"),
    ([], "malformed", "a list"),
    ({}, "malformed", "empty"),
    ({"kind": "action", "v": 1, "rev": 1, "action": {}}, "malformed", "no id"),
    ({"kind": "action", "v": 1, "id": 7, "rev": 1, "action": {}}, "malformed", "id is not text"),
    ({"kind": "action", "v": 1, "id": "x" * 101, "rev": 1, "action": {}}, "malformed", "id is too long"),
    ({"kind": "fly", "v": 1, "id": "a", "rev": 1}, "malformed", "no such kind"),
    ({"kind": ["action"], "v": 1, "id": "a", "rev": 1}, "malformed", "kind is not text"),
    ({"kind": "action", "v": 2, "id": "a", "rev": 1, "action": {}}, "malformed", "another version"),
    ({"kind": "action", "v": 1, "id": "a", "rev": 0, "action": {}}, "stale", "an old view"),
    ({"kind": "action", "v": 1, "id": "a", "rev": "1", "action": {}}, "stale", "rev is not a number"),
    ({"kind": "action", "v": 1, "id": "a", "rev": 1}, "malformed", "no action"),
    (action("draw"), "malformed", "action is text"),
    (action({"type": "draw", "from": "sleeve"}), "malformed", "no pile"),
    (action({"type": "discard", "card": DEEP}), "malformed", "deep"),
    (action({"type": "discard", "card": "R" * 9999}), "malformed", "long"),
    (action({"type": "discard", "card": "R1"}), "wrong_step", "draw first"),
    (action({"type": "draw", "from": "deck", "seat": 1}), "wrong_seat", "another's"),
    ({"kind": "undo", "v": 1, "id": "a", "rev": 1}, "nothing_to_undo", "nothing was done"),
    ({"kind": "again", "v": 1, "id": "a", "rev": 1}, "wrong_step", "the game runs"),
    ({"kind": "ready", "v": 1, "id": "a", "rev": 1}, "wrong_step", "no curtain"),
    ({"kind": "pace", "v": 1, "id": "a", "rev": 1, "seconds": 99}, "malformed", "too slow"),
    ({"kind": "pace", "v": 1, "id": "a", "rev": 1, "seconds": "fast"}, "malformed", "text"),
    ({"kind": "pace", "v": 1, "id": "a", "rev": 1, "seconds": float("nan")}, "malformed", "NaN"),
]  # fmt: skip


def test_hostile_messages_are_refused_with_a_sentence() -> None:
    with no_faults() as faults:
        for content, code, why in HOSTILE:
            with faults.of(why):
                seen = Seen(Table("classic", ["You", "greedy"], seed=4))
                position = seen.table.game.position()
                seen.raw(content)
                (answer,) = seen.messages
                assert (answer["kind"], answer["code"]) == ("reject", code), why
                assert answer["why"].endswith(".")
                assert seen.table.game.position() == position


def test_a_repeated_message_counts_once_and_undo_reverts_it(seen: Seen) -> None:
    content = {"kind": "action", "v": 1, "id": "twice", "rev": 1, "action": {"type": "draw", "from": "deck"}}
    seen.raw(content)
    again: list[Any] = []
    seen.table.send_state = again.append
    seen.raw(content)
    assert (seen.table.view["rev"], seen.table.view["ack"], seen.messages) == (2, "twice", [])
    assert again == [("about", "view")], "the answer to the first was lost"
    seen.say("undo")
    assert seen.table.view["observation"]["step"] == "draw"
    assert seen.table.view["events"][-1]["text"] == "You took back the last move."
    assert not seen.table.view["undo"]


def test_a_browser_can_set_the_pace_at_any_time_but_write_no_trait(seen: Seen) -> None:
    seen.raw({"kind": "pace", "v": 1, "id": "a", "rev": 0, "seconds": 0.1})
    assert (seen.table.pace, seen.table.view["pace"]) == (0.1, 0.1)
    seen.table.pace = None
    assert seen.table.pace is None
    with pytest.raises(ValueError, match="0 to 5 seconds, not 11"):
        seen.table.pace = 11
    before = seen.table.view
    seen.table.set_state({"view": {"rev": 99}, "about": {}, "_esm": "alert(1)"})
    assert seen.table.view == before
    assert "alert(1)" not in str(seen.table._esm)


def test_new_deal_deals_another_game_for_the_same_people() -> None:
    seen = Seen(Table("classic", ["You", "greedy"], seed=3, phases=[1]))
    seen.play()
    first = seen.table.game.state.seed
    said = seen.say("again")
    assert said in [view["ack"] for view in seen.views], "a computer player may act first"
    assert seen.table.game.state.round == 1
    assert seen.table.game.state.seed != first
    assert dict(seen.table.game.edition.options) == {"phases": [1]}


def test_computer_players_move_one_view_at_a_time() -> None:
    async def watch() -> list[int]:
        seen = Seen(Table("classic", ["You", "greedy", "greedy"], seed=4, pace=0))
        seen.end_turn()
        assert seen.table.view["thinking"] == {"seat": 1, "name": "greedy"}
        while not seen.table.session.waits_for_person:
            await asyncio.sleep(0)
        return [len(view["events"]) for view in seen.views[-4:]]

    assert asyncio.run(watch()) == [1, 1, 1, 1]


def test_a_table_needs_a_person() -> None:
    with pytest.raises(ValueError, match="no person is playing at this table"):
        Table("classic", ["greedy", "random"])
    with pytest.raises(ValueError, match="pause must be 0 to 5"):
        Table("classic", pace=-1)


def test_every_view_of_a_game_has_the_height_of_its_table(tmp_path: Path) -> None:
    table = Table("classic", ["You", "greedy"], height=700)
    (tmp_path / "saved.json").write_text(table.session.save(), "utf-8")
    replays = [kind.from_file(tmp_path / "saved.json", height=700) for kind in (Replay, Coach)]
    assert {shown.about["height"] for shown in (table, table.watch(), *replays)} == {700}
    assert Table("classic").about["height"] == Replay(table.session).about["height"] == HEIGHT
    for height in (359, 2001):
        for make in (Table, lambda height: Replay(Session("classic", ["greedy", "greedy"]), height=height)):
            with pytest.raises(ValueError, match="must be 360 to 2000 pixels"):
                make(height=height)


# events so far, languages, pace


def test_the_next_deal_is_announced_only_after_the_summary(seen: Seen) -> None:
    """The log does not run ahead of the screen."""
    watcher = seen.table.watch()
    seen.play(until="summary")
    view = seen.table.view
    assert view["events"][-1]["type"] == "round_ended"
    assert [event["type"] for event in watcher.view["events"]][-1] != "round_ended", "spectators see the next round"
    said = seen.say("hello", tokens=["unknown", 7, None])
    assert seen.last("welcome") == {"kind": "welcome", "id": said, "token": None, "offers": []}
    assert seen.last("story")["rev"] == seen.table.view["rev"]
    assert seen.last("story")["lines"][-1][-1] == view["events"][-1]["text"]
    seen.say("pace", seconds=None)
    seen.say("continue")
    then = seen.table.view["events"]
    assert [event["type"] for event in then] == ["round_dealt"]
    assert watcher.view["events"] == []
    seen.say("hello", tokens=[])
    assert seen.last("story")["lines"][-1][0] == then[0]["text"]


def test_the_table_can_use_german(seen: Seen) -> None:
    seen.raw({"kind": "language", "v": 1, "id": "a", "rev": 0, "language": "de"})
    assert (seen.table.about["language"], seen.table.view["ack"]) == ("de", "a")
    seen.act(type="discard", card="R1")
    assert seen.messages[-1]["why"] == Text("de").say("Draw a card first.") != "Draw a card first."
    assert "Ziehstapel" in seen.table._words
    seen.raw({"kind": "language", "v": 1, "id": "b", "rev": 0, "language": "en"})
    assert seen.table._words == "", "the browser knows English"
    table = Table("classic", ["You", "greedy"], language="de")
    assert (table.about["language"], table.game.players) == ("de", ("Du", "greedy")), "another name would stay"
    assert Table(players=["Du", "greedy"]).game.players == ("You", "greedy")
    with pytest.raises(ValueError, match="players"):
        Table(players="You", language="de")
    with pytest.raises(ValueError, match="there is no language 'xx'"):
        Table("classic", language="xx")


def test_step_mode_and_pause() -> None:
    async def watch() -> None:
        seen = Seen(Table("classic", ["You", "greedy", "greedy"], seed=4, pace=None))
        seen.end_turn()
        await asyncio.sleep(0)
        assert seen.table.view["thinking"] == {"seat": 1, "name": "greedy"}
        rev = seen.table.view["rev"]
        said = seen.say("step")
        assert (seen.table.view["ack"], seen.table.view["rev"]) == (said, rev + 1)
        assert seen.table.game.to_act == 1
        seen.say("pause", on=True)
        seen.say("pace", seconds=0)
        for _ in range(9):
            await asyncio.sleep(0)
        assert seen.table.view["thinking"], "a paused table waits"
        seen.say("pause", on=False)
        while not seen.table.session.waits_for_person:
            await asyncio.sleep(0)
        seen.say("step")
        assert [content["code"] for content in seen.messages] == ["wrong_step"]

    asyncio.run(watch())


def test_only_a_person_playing_alone_may_undo() -> None:
    seen = Seen(Table("classic", ["Ana", "Ben"], seed=3))
    seen.play(3)
    assert not any(view["undo"] for view in seen.views)
    seen.say("undo")
    assert seen.messages[-1]["code"] == "nothing_to_undo"


@pytest.mark.slow
@pytest.mark.parametrize("people", [("You", "greedy"), ("Ana", "Ben")], ids=["alone", "behind a curtain"])
def test_rendering_twice_has_no_effects(
    tmp_path: Path, people: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Views announce an event once; between two actions, no view stores the game, moves the curtain or loses events."""
    store = FileStore(tmp_path / "games.sqlite3")
    stored: list[int] = []
    put = store.put

    def counted(token: str, holder: str, session: Session) -> bool:
        stored.append(len(session.games))
        return put(token, holder, session)

    monkeypatch.setattr(store, "put", counted)
    seen = Seen(Table("classic", people, seed=3, phases=[1], keeper=StoreLease(store)))
    table, watched = seen.table, seen.table.watch()
    found: set[str] = set()

    def state() -> list[Any]:
        """Return the state of a table: the game, the person in front, the curtain, the end of a round."""
        game = [table.session, table.session.games, table.game.position(), table._clock.paused]
        return [*game, table._you, table._curtain, table._ended, table._keeper.token, table._keeper.begun, *stored]

    def shown(view: dict[str, Any]) -> dict[str, Any]:
        """Return a view without the fields that belong to a single message."""
        return {name: value for name, value in view.items() if name not in ("rev", "ack", "events")}

    while not table.view["over"]:
        seen.play(1)
        before = state()
        first = [shown(table.view), shown(watched.view)]
        found |= {name for name in ("curtain", "summary", "over", "thinking") if table.view[name]}
        for _ in range(2):
            table._render()
            assert [shown(table.view), shown(watched.view)] == first
            assert table.view["events"] == watched.view["events"] == []
        assert state() == before
    assert found >= {"summary", "over"} | ({"curtain"} if "Ben" in people else set())
    assert {*stored} == {*range(2, len(table.session.games) + 1)}, "each action is stored"


def test_pace_pause_and_language_store_nothing(store: FileStore, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = kept(store)
    seen.play(2)
    monkeypatch.setattr(store, "put", lambda *game: pytest.fail("nothing should be stored"))
    for kind, fields in (("pace", {"seconds": 1}), ("pause", {"on": True}), ("language", {"language": "de"})):
        seen.say(kind, **fields)
        assert seen.table.view["events"] == []
    assert seen.messages == []


# storing, resuming, files


@pytest.fixture
def store(tmp_path: Path) -> FileStore:
    return FileStore(tmp_path / "games.sqlite3")


def kept(store: FileStore, *players: str) -> Seen:
    return Seen(Table("classic", players or ["You", "greedy"], seed=4, keeper=StoreLease(store)))


def left(store: FileStore, *players: str) -> tuple[Seen, Seen, str]:
    """Return a table with a game in progress, another table, and the token of the game."""
    first = kept(store, *players)
    first.play(7)
    first.say("hello", tokens=[])
    return first, kept(store), first.last("welcome")["token"]


def test_a_table_reports_once_when_storing_fails_and_once_when_it_works_again(
    store: FileStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = kept(store)
    seen.play(1)
    assert seen.notes == []
    with monkeypatch.context() as patch:
        patch.setattr(store, "put", Mock(side_effect=sqlite3.OperationalError("the disk is full")))
        seen.play(2)
        assert seen.notes == [NOT_STORED]
    seen.play(2)
    assert seen.notes == [NOT_STORED, STORED_AGAIN]


def test_a_game_is_stored_after_every_action_and_resumed(store: FileStore) -> None:
    first = kept(store)
    first.say("hello", tokens=[])
    assert first.last("welcome")["token"] is None, "nothing has been done yet"
    first.play(1)
    token = first.last("welcome")["token"]
    assert [offer.token for offer in store.offers([token])] == [token]
    told = len(first.told)
    first.play(4)
    assert "welcome" not in [content["kind"] for content in first.told[told:]], "the browser already knows the token"
    position = first.table.game.position()

    second = kept(store)
    second.say("hello", tokens=[token])
    (offer,) = second.last("welcome")["offers"]
    assert offer["token"] == token
    assert offer["text"] == "Phase 10, round 1: You, greedy; just now"
    said = second.say("resume", token=token)
    assert (second.table.game.position(), second.table.view["ack"]) == (position, said)
    assert second.last("welcome")["token"] == token
    assert second.last("story")["lines"]
    assert second.table.view["undo"], "an undo is still possible"
    second.play(1)
    assert second.messages == []
    assert Table.resume(token, store=store).game.position() == second.table.game.position()


def test_a_game_resumed_elsewhere_stops_here(store: FileStore) -> None:
    first, second, token = left(store, "You", "greedy")
    second.say("resume", token=token)
    position = first.table.game.position()
    first.play(1)
    assert first.messages[-1]["code"] == "elsewhere"
    assert first.table.game.position() == position
    second.play(1)
    assert second.messages == []


def test_several_people_find_a_resumed_game_covered(store: FileStore) -> None:
    _, second, token = left(store, "Ana", "Ben")
    second.say("resume", token=token)
    assert second.table.view["curtain"]
    assert second.table.view["observation"] is None
    assert "drew from the draw pile (" not in json.dumps(second.told)


# spectators, replays


def test_a_spectator_stays_in_sync_and_sees_no_hand() -> None:
    seen = Seen(Table("flip", ["You", "greedy", "greedy"], seed=3, phases=[1]))
    watched = Seen(seen.table.watch())
    seen.play()
    watched.say("hello", tokens=[])
    assert watched.table.about["mode"] == "watch"
    assert len(watched.views) == len(seen.views)
    for view in watched.views:
        assert (view["you"], view["legal"], view["progress"], view["undo"]) == (None, [], None, False)
        assert (view["observation"]["seat"], view["observation"]["hand"]) == (None, "")
        first = view["observation"]["seats"][0]
        assert len(first["backs"].split()) == first["cards"]
    watched.act()
    assert watched.messages[-1]["code"] == "malformed"


def test_a_finished_game_can_be_replayed() -> None:
    seen = Seen(Table("classic", ["You", "greedy"], seed=3, phases=[1]))
    seen.say("replay")
    assert seen.messages.pop()["code"] == "wrong_step", "the hands are secret during the game"
    seen.play()
    seen.say("replay")
    found, last = seen.table.view["replay"], len(seen.table.session.games) - 1
    assert (found["eyes"], found["own"], found["back"], found["tries"]) == ("open", False, True, True)
    seen.say("eyes", eyes=1)
    assert (seen.table.view["you"], seen.table.view["observation"]["seat"], seen.table.view["legal"]) == (1, 1, [])
    hostile: list[Any] = [*(("at", at) for at in (-1, last + 1, "1", None, True, 1.0)), ("eyes", [])]
    for name, value in [*hostile, *(("eyes", eyes) for eyes in (2, -1, "all", True))]:
        seen.say("seek" if name == "at" else name, **{name: value})
        assert seen.messages.pop()["code"] == "malformed", (name, value)


@pytest.mark.slow
@pytest.mark.parametrize("edition", p10.EDITIONS)
def test_a_replay_shows_every_moment_from_each_seat(edition: str, tmp_path: Path) -> None:
    session = Session(edition, ["greedy", "random", "greedy"], seed=1, phases=[1])
    session.run()
    (tmp_path / "record.json").write_text(json.dumps(session.game.record()), "utf-8")
    (tmp_path / "saved.json").write_text(session.save(), "utf-8")
    replay = Replay.from_file(tmp_path / "record.json")
    assert repr(replay) == repr(Replay.from_file(tmp_path / "saved.json")) == repr(Replay(session.game))
    seen = Seen(replay)
    for eyes in (None, 0, "open"):
        seen.say("eyes", eyes=eyes)
        for at, game in enumerate(session.games):
            seen.say("seek", at=at)
            assert replay.view["observation"] == game.observe(eyes if isinstance(eyes, int) else None).to_dict()
            shown = replay.view["replay"]["hands"]
            hands = [sorted(row["hand"].split()) for row in game.position()["seats"]]
            assert (shown and [sorted(hand.split()) for hand in shown]) == (hands if eyes == "open" else None)
    assert seen.messages == []


def test_a_file_without_a_game_or_with_too_many_actions_is_refused(tmp_path: Path) -> None:
    for text in ("", "7", "{}", '{"format": "phase10-record/1"}', '{"format": "chess"}'):
        (tmp_path / "game.json").write_text(text, "utf-8")
        with pytest.raises(ValueError, match=r"JSON|saved game|no game|edition"):
            Replay.from_file(tmp_path / "game.json")
    rows: list[Any] = [lambda data: data, lambda data: data["record"]]
    for part in rows:
        data = Session("classic", ["greedy", "greedy"], seed=1).to_dict()
        data["record"]["rounds"][0]["actions"] = [{"seat": 0, "type": "draw", "from": "deck"}] * (MOST_ACTIONS + 1)
        (tmp_path / "game.json").write_text(json.dumps(part(data)), "utf-8")
        with pytest.raises(ValueError, match="more than 20000 actions"):
            Replay.from_file(tmp_path / "game.json")


def test_nobody_is_called_you_on_a_shared_screen() -> None:
    """Even the very first hand is behind a curtain."""
    for players, names in ((["You", "Eva"], ["Player 1", "Eva"]), (["Ada", "Du"], ["Ada", "Player 2"])):
        table = Table(players=players, seed=3)
        assert list(table.game.players) == names
        assert table.view["curtain"]["name"] in names
        assert table.view["observation"] is None
        alone = Table(players=["You", "greedy"], seed=3)
        assert alone.view["curtain"] is None
        assert alone.view["observation"] is not None
