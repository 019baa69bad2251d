"""A visit over a connection: one screen after another, pages that reconnect, and no data that a page may not see."""

from __future__ import annotations

import gc
import json
import random
import weakref
from pathlib import Path
from typing import Any

import pytest

from phase10_widgets import EDITIONS, Game
from phase10_widgets.game.moments import Moments
from phase10_widgets.sessions.session import Session
from phase10_widgets.store.file_store import FileStore
from phase10_widgets.ui.setup.screen import NO_GAME, SetupScreen
from phase10_widgets.ui.solo.visit import KEPT, MOST_LINES, MOST_UNUSED
from phase10_widgets.ui.table.screen import TableScreen
from tests.contracts.test_hidden import resampled
from tests.faults import every
from tests.ui.test_wire import check
from tests.ui.visiting import Line, Service, act, start, visit_of


@pytest.fixture
def store(tmp_path: Path) -> FileStore:
    return FileStore(tmp_path / "games.sqlite3")


def table_of(line: Line) -> TableScreen:
    table = visit_of(line).table
    assert table is not None
    return table


def test_a_page_is_welcomed_and_sees_the_setup_screen() -> None:
    line = Line(Service(), language="de")
    assert [each["kind"] for each in line.sent] == ["welcome", "screen"]
    assert (line.sent[0]["new"], line.screen["name"], line.about["language"]) == (True, "setup", "de")
    old = Line(Service(), v=2)
    assert (old.closed, old.last("bye")["why"]) == (4409, "There is a new version of this page. Reload it.")
    other = Line(Service(), language=None)
    other.say("hello", languages=["de-AT", "en"], tokens=[], today="2026-11-23", challenge=None)
    assert other.about["language"] == "de", "the browser decides"


def request(kind: str, **fields: Any) -> dict[str, Any]:
    return {"request": {"kind": kind, "v": 1, "id": "link", "rev": 0, **fields}}


@every(
    "asked",
    [
        request("play", short=True),
        request("play", short=False),
        request("learn"),
        request("daily", day="2026-11-23", first=True),
    ],
)
def test_a_link_opens_the_page_with_a_game(asked: dict[str, Any]) -> None:
    line = Line(Service(), language="de", **asked)
    assert [each["kind"] for each in line.sent] == ["welcome", "screen"]
    assert (line.screen["name"], line.about["language"]) == ("table", "de")
    again = Line(line.service, visit=line.visit, **asked)
    assert again.view == line.view, "a page that reconnects starts nothing"


def test_a_link_continues_the_latest_game(store: FileStore) -> None:
    line, chance = Line(Service(store), **request("play", short=False)), random.Random(4)
    line.say("hello", tokens=[])
    for _ in range(4):
        act(line, chance)
    token = line.told("welcome")["token"]
    line.service.visits.gone(line)
    later = Line(line.service, **request("continue", tokens=["gone", token]))
    assert table_of(later).game.position() == table_of(line).game.position()


@every(
    "asked, why",
    [
        (request("continue", tokens=["gone"]), NO_GAME),
        (request("challenge", code="x", first=True), ""),
        (request("daily", day="2026-13-23", first=True), ""),
        (request("play"), SetupScreen.MALFORMED),
    ],
)
def test_a_link_that_cannot_be_followed_opens_the_setup_screen(asked: dict[str, Any], why: str) -> None:
    line = Line(Service(), **asked)
    assert [each["kind"] for each in line.sent] == ["welcome", "screen", "tell"]
    assert line.screen["name"] == "setup"
    refusal = line.told("reject")
    assert refusal["id"] is None
    assert refusal["why"] == why if why else refusal["why"]
    start(line)
    assert line.screen["name"] == "table"


@every("asked", ["play", ["play"], {"kind": ["play"]}, request("start")["request"], {"kind": "load", "text": "x"}])
def test_other_requests_open_the_setup_screen(asked: object) -> None:
    line = Line(Service(), request=asked)
    assert [each["kind"] for each in line.sent] == ["welcome", "screen"]
    assert line.screen["name"] == "setup"


@pytest.mark.slow
def test_a_game_from_setup_to_its_end_and_the_next(store: FileStore) -> None:
    line, chance = Line(Service(store)), random.Random(1)
    start(line, phases=[1, 2])
    assert (line.screen["name"], line.screen["screen"]) == ("table", 2)
    line.say("hello", tokens=[])
    while act(line, chance):
        pass
    token = line.told("welcome")["token"]
    line.say("replay")
    assert line.view["replay"]["at"] == 0
    line.say("back")
    line.say("again")
    assert (line.screen["name"], line.screen["screen"]) == ("setup", 3)
    coach = Line(line.service, start="coach")
    assert coach.screen["name"] == "coach"
    coach.say("hello", tokens=[token])
    assert [game["token"] for game in coach.told("history")["games"]] == [token]
    coach.say("open", token=token)
    assert coach.about["coach"]["rounds"]


def test_a_page_returns_to_its_game() -> None:
    line, chance = Line(Service()), random.Random(2)
    start(line)
    for _ in range(5):
        act(line, chance)
    line.service.visits.gone(line)
    again = Line(line.service, visit=line.visit)
    assert again.sent[0] == {**line.sent[0], "new": False}
    assert (again.view, again.about) == (line.view, line.about)
    other = Line(line.service, visit=line.visit)
    assert act(again, chance)
    assert other.view == again.view != line.view, "all connected pages show the same"


def test_the_oldest_of_too_many_pages_is_ended() -> None:
    first = Line(Service())
    others = [Line(first.service, visit=first.visit) for _ in range(MOST_LINES)]
    assert (first.closed, first.last("bye")["code"]) == (4410, 4410)
    assert [line.closed for line in others] == [None] * MOST_LINES


def test_a_visit_without_a_page_is_kept_briefly_and_its_game_longer(store: FileStore) -> None:
    line, chance = Line(Service(store)), random.Random(4)
    start(line)
    line.say("hello", tokens=[])
    for _ in range(4):
        act(line, chance)
    token, position = line.told("welcome")["token"], table_of(line).game.position()
    line.service.visits.gone(line)
    line.service.now += KEPT + 1
    line.service.visits.sweep()
    again = Line(line.service, visit=line.visit)
    assert (again.sent[0]["new"], again.screen["name"]) == (True, "setup")
    again.say("resume", token=token)
    assert table_of(again).game.position() == position


def test_an_abandoned_visit_makes_room_for_a_new_one() -> None:
    service = Service(most=2)
    one, two = Line(service), Line(service)
    refused = Line(service)
    assert (refused.closed, refused.last("bye")["after"]) == (1012, 30.0)
    service.visits.gone(one)
    late = Line(service)
    assert late.closed is None
    assert Line(service, visit=one.visit).closed == 1012
    assert two.closed is None


def test_an_address_leaves_a_limited_number_of_unused_visits() -> None:
    service = Service()
    player = Line(service, address="a")
    start(player)
    other = Line(service, address="b")
    service.visits.gone(player)
    service.visits.gone(other)
    pages = [Line(service, address="a") for _ in range(MOST_UNUSED + 2)]
    for page in pages:
        service.visits.gone(page)
    assert {*service.visits._visits} == {player.visit, other.visit, *(page.visit for page in pages[2:])}


def finished() -> Session:
    session = Session("classic", ["random", "random"], 7, phases=[1])
    session.run()
    return session


@pytest.mark.slow
def test_the_address_with_the_most_in_memory_loses_a_visit(store: FileStore) -> None:
    """The address that uses the most memory loses its visits, abandoned ones first."""
    game = finished()
    length = len(game.games)
    service = Service(store, most_moments=2 * length + length // 2)
    honest = Line(service)
    start(honest)
    rude = [Line(service, start="coach", address="rude") for _ in range(4)]
    for line in rude[:2]:
        line.say("load", text=game.save())
    assert service.visits._visits[rude[0].visit].moments == length
    service.visits.gone(rude[1])
    rude[2].say("load", text=game.save())
    assert rude[1].visit not in service.visits._visits
    assert [line.closed for line in rude] == [None] * 4
    rude[3].say("load", text=game.save())
    assert sorted(filter(None, [line.closed for line in rude])) == [1012]
    assert len(service.visits) == 3
    assert act(honest, random.Random(1))
    assert honest.closed is None


def test_a_forgotten_visit_leaves_no_garbage(store: FileStore) -> None:
    """Everybody waits while a server with hundreds of games collects garbage."""
    service = Service(store)
    table, coach = Line(service), Line(service, start="coach")
    start(table)
    coach.say("load", text=finished().save())
    screens = [weakref.ref(visit_of(line)._screen) for line in (table, coach)]
    gc.disable()
    try:
        for line in (table, coach):
            service.visits.gone(line)
        service.now += KEPT + 1
        service.visits.sweep()
        assert [screen() for screen in screens] == [None, None]
    finally:
        gc.enable()


def test_one_visitors_games_evict_nobody_elses(store: FileStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("phase10_widgets.store.store.MOST_OWN_GAMES", 2)
    service, chance = Service(store), random.Random(5)
    tokens = []
    for line in (Line(service), *[Line(service)] * 4):
        start(line)
        line.say("hello", tokens=[])
        act(line, chance)
        tokens.append(line.told("welcome")["token"])
        line.say("leave")
    assert [offer.token for offer in store.offers(tokens)] == [tokens[0], *tokens[-2:]]


def test_a_closed_screen_sends_nothing() -> None:
    """A computer player may still be thinking at a table after the person has left."""
    line = Line(Service())
    start(line)
    table = table_of(line)
    line.say("leave")
    before = len(line.sent)
    table._render()
    line.say("learn", screen=2)
    assert len(line.sent) == before, "it also ignores messages"


HOSTILE: list[Any] = [
    *(None, [], {}, "hello", {"kind": []}, {"kind": "hello"}, {"kind": "hello", "v": 2}),
    *({"kind": "fly"}, {"kind": "say", "screen": 1}, {"kind": "say", "screen": [], "message": {}}, {"kind": "say"}),
    *({"kind": "say", "screen": 1, "message": []}, {"kind": "beat", "more": [1]}),
    {"kind": "hello", "v": 1, "visit": 7},
    {"kind": "hello", "v": 1, "visit": None, "start": {}, "language": ["en"]},
]


@every("message", HOSTILE)
def test_a_bad_message_changes_nothing_and_breaks_nothing(message: Any) -> None:
    line = Line(Service())
    line.service.visits.hear(line, message)
    start(other := Line(line.service))
    assert other.screen["name"] == "table"


@pytest.mark.slow
def test_sent_messages_match_the_protocol(store: FileStore) -> None:
    line, chance = Line(Service(store)), random.Random(6)
    start(line, "flip", people=2)
    line.say("hello", tokens=[])
    for _ in range(40):
        act(line, chance)
    line.say("hint")
    line.say("save")
    line.say("leave")
    for each in line.sent:
        check({"welcome": "SoloWelcome", "screen": "SoloScreen", "tell": "SoloTell"}[each["kind"]], each)


def shown(line: Line) -> Any:
    """Return everything that this page would receive if it reconnected now, without counters and ids."""
    table_of(line)._render()
    again = Line(line.service, visit=line.visit)
    again.say("hello", tokens=[])
    line.service.visits.gone(again)
    text = json.dumps([each for each in again.sent if each["kind"] != "welcome"])
    return json.loads(text, object_hook=lambda row: {key: row[key] for key in row if key not in ("rev", "id", "ack")})


def replaced(session: Session, game: Game) -> None:
    """Replace the table's game by another with the same past."""
    session._games = Moments([*session.games[:-1], game])


def hidden_changes_nothing(edition: str) -> int:
    """Compare the messages after resampling the hidden cards; return how often that changed cards."""
    changed = 0
    for seed in range(6):
        line, chance = Line(Service()), random.Random(f"{edition} {seed}")
        start(line, edition, people=1 + seed % 2)
        for _ in range(chance.randint(1, 40)):
            act(line, chance)
        table, game = table_of(line), table_of(line).game
        if game.to_act is None or len(table.session.games) < 2:
            continue
        before = shown(line)
        seat = -1 if table.view["curtain"] else table.view["you"]
        state = resampled(game.state, seat, chance)
        replaced(table.session, Game(state, game.events, game._log, game._recalls, game._trail, game._start))
        assert shown(line) == before, seed
        changed += state != game.state
    return changed


@pytest.mark.slow
def test_what_is_hidden_changes_nothing_that_is_sent() -> None:
    for edition in EDITIONS:
        assert hidden_changes_nothing(edition) > 2, "the resampling does change the state"
