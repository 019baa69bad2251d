"""Everything sent on a connection depends only on what its seat may know: resampling the rest changes no byte."""

from __future__ import annotations

import json
import random
import secrets
from collections.abc import Iterator
from typing import Any

import pytest

from phase10_widgets import EDITIONS, Game
from phase10_widgets.base.translatable import Refusal
from phase10_widgets.game.moments import Moments
from phase10_widgets.languages.text import Text
from phase10_widgets.rooms import service
from phase10_widgets.rooms.shared_table import SharedTable
from phase10_widgets.rules.cards import words
from phase10_widgets.rules.state import State
from phase10_widgets.ui.table import observation_view as observation
from tests.contracts.test_hidden import resampled
from tests.rooms.playing import Line, Service, act, table

LANGUAGES = ("en", "de")
MOST = {"classic": 6, "flip": 6, "masters": 4, "standard": 8}
"""The most seats of each edition."""


def shown(lines: list[Line]) -> list[Any]:
    """Return the messages that these pages would get if they reconnected now."""
    found = []
    for line in lines:
        again = Line(line.service, line.token, language=line.language, **line.hello)
        again.say("hello", rev=0, message_id="again", tokens=[])
        found.append(json.dumps(again.sent))
        line.service.desk.gone(again)
    return found


def party(edition: str, seed: int) -> list[Line]:
    """Return the pages of people who have played for a while, then those that see no hand.

    These are a spectator's, the wall's and, for some seeds, that of a host who has no seat.
    """
    service, chance = Service(), random.Random(f"{edition} {seed}")
    names = ["Hanna", "Ben", "Cleo", "Dora"][: 2 + seed % 3]
    seats = chance.randint(len(names), MOST[edition])
    if teaches := seed % 3 == 1:
        host = service.host("Teacher")
        lines = [service.guest(host, name) for name in names]
        host.ask("plan", table=1, edition=edition, preset="full", seats=seats, level=5)
        for line in lines:
            line.ask("sit", table=1)
        host.ask("start", table=1)
    else:
        lines = table(service, *names, edition=edition, seats=seats, preset="full")
        host = lines[0]
    for line in lines:
        line.language = chance.choice(LANGUAGES)
    watcher = service.guest(host, "Wanda")
    onlookers = [watcher, Line(service, host.token, wall=True), *([host] if teaches else [])]
    for line in (watcher, *([host] if teaches else [])):
        line.ask("watch", table=1)
    for _ in range(chance.randint(1, 60)):
        for line in lines:
            act(line, chance)
        service.wait(1.0, *lines, *onlookers)
    return [*lines, *onlookers]


def the_table(line: Line) -> SharedTable:
    (room,) = line.service.desk._rooms.values()
    found: SharedTable = room.tables[1]
    return found


def replaced(shared: SharedTable, game: Game) -> None:
    """Put another game on the table, with the same past."""
    assert shared.session is not None
    games = shared.session.games
    shared.session._games = Moments([*games[:-1], game]) if len(games) > 1 else Moments([game])


def seat_of(line: Line) -> int | None:
    """Return the seat of a page's person; None for a spectator."""
    told = [each["view"] for each in line.sent if each["kind"] == "tell" and "view" in each]
    return told[-1]["you"] if told else None


def every_seat(lines: list[Line]) -> Iterator[tuple[int | None, list[Line]]]:
    """Yield each seat with the pages that see no more than it does; None for spectators."""
    seats = {line: seat_of(line) for line in lines}
    for line, seat in seats.items():
        if seat is not None:
            yield seat, [line]
    yield None, [line for line, seat in seats.items() if seat is None]


@pytest.mark.parametrize("edition", EDITIONS)
def test_hidden_cards_change_no_message(edition: str) -> None:
    changed = 0
    for seed in range(9):
        lines = party(edition, seed)
        shared, chance = the_table(lines[0]), random.Random(seed)
        game = shared.game
        if game.to_act is None:
            continue
        for seat, pages in every_seat(lines):
            shown(pages)  # the coach looks back once in each language
            before = shown(pages)
            state = resampled(game.state, -1 if seat is None else seat, chance)
            other = Game(state, game.events, game._log, game._recalls, game._trail, game._start)
            replaced(shared, other)
            assert shown(pages) == before, (seed, seat)
            replaced(shared, game)
            changed += state != game.state
    assert changed > 12, "the resampling does change the state"


def someone_draws(lines: list[Line]) -> int | None:
    """Play on until a person is to draw a card; return the index of their page, or None if that takes too long."""
    chance = random.Random(0)
    for _ in range(100):
        game = the_table(lines[0]).game
        actor = next((at for at, line in enumerate(lines) if seat_of(line) == game.to_act is not None), None)
        if actor is not None and game.step == "draw":
            return actor
        for line in lines:
            if seat_of(line) is not None:
                act(line, chance)
        lines[0].service.wait(1.0, *lines)
    return None


def others_hear(lines: list[Line], actor: Line, action: Any) -> list[Any]:
    """Let a person act; return the messages to every other page."""
    others = [line for line in lines if line is not actor]
    before = [len(line.sent) for line in others]
    actor.say("action", action=action)
    return [json.dumps(line.sent[n:]) for line, n in zip(others, before, strict=True)]


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_drawn_card_is_not_revealed_to_others(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """At two tables that differ only in hidden cards, other pages get equal messages about a draw."""
    differed = 0
    for seed in range(12):
        games = random.Random(seed)
        monkeypatch.setattr(secrets, "randbits", games.getrandbits)
        one = party(edition, seed)
        actor = someone_draws(one)
        games.seed(seed)
        other = party(edition, seed)
        assert someone_draws(other) == actor
        game, twin = the_table(one[0]).game, the_table(other[0])
        if actor is None:
            continue
        assert game.state == twin.game.state, "the tables are equal up to here"
        state = next_card_changed(game.state, random.Random(seed))
        if state is None:
            continue
        replaced(twin, Game(state, game.events, game._log, game._recalls, game._trail, game._start))
        draw = {"type": "draw", "from": "deck"}
        assert others_hear(one, one[actor], draw) == others_hear(other, other[actor], draw)
        differed += one[actor].view["observation"]["hand"] != other[actor].view["observation"]["hand"]
    assert differed > 2, "the drawn cards do differ"


def next_card_changed(state: State, chance: random.Random) -> State | None:
    """Return the state with another card with the same back on top of the pile; None if no such card is left."""
    top, *rest = state.draw_pile
    same = [at for at, card in enumerate(rest) if card.back == top.back and card != top]
    if not same:
        return None
    at = chance.choice(same)
    return state._replace(draw_pile=(rest[at], *rest[:at], top, *rest[at + 1 :]))


@pytest.mark.parametrize("edition", EDITIONS)
def test_views_are_observations_and_public_parts(edition: str) -> None:
    for seed in range(4):
        lines = party(edition, seed)
        shared = the_table(lines[0])
        for line in lines:
            seat, wall = seat_of(line), line.hello.get("wall")
            if not wall and line.view["summary"] is None:
                again = Line(line.service, line.token)
                assert again.view["observation"] == observation.observation_view(shared.game.observe(seat))


def test_a_planted_leak_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a spectator's view named a card of a hand, the first test would fail, and so would the second."""
    real = SharedTable.view

    def leaking(self: SharedTable, seat: int | None, *args: Any, **more: Any) -> Any:
        view = real(self, seat, *args, **more)
        return {**view, "leak": words(self.game.observe(0).hand)} if seat is None else view

    monkeypatch.setattr(SharedTable, "view", leaking)
    with pytest.raises(AssertionError):
        test_hidden_cards_change_no_message("classic")
    with pytest.raises(AssertionError):
        test_a_drawn_card_is_not_revealed_to_others("classic", monkeypatch)


def refused(line: Line) -> list[Any]:
    """Return messages that change nothing, most of them with a card that exists but is not in this page's hand."""
    view = None if line.hello.get("wall") else line.view
    hand = [word.split("/")[0].rstrip("!") for word in view["observation"]["hand"].split()] if view else []
    others = [word for word in ("R1", "G7", "B12", "Y3", "W", "S") if word not in hand]
    actions: list[Any] = [{"type": "discard", "card": word} for word in others]
    actions += [{"type": "hit", "card": word, "seat": 0, "group": 0} for word in others]
    actions += [{"type": "lay_down", "groups": [others]}, {"type": "draw", "from": "hand"}, {"type": "fly"}, None]
    told: list[Any] = [{"kind": "action", "action": action} for action in actions]
    told += [{"kind": kind} for kind in ("hint", "save", "ping", "fly", *(() if view and view["undo"] else ("undo",)))]
    rev = view["rev"] if view else 0
    told += told[::-1]
    said: list[Any] = [{**each, "v": 1, "id": f"said:{n}", "rev": rev - n % 2} for n, each in enumerate(told)]
    asked: list[Any] = [{"kind": "sit", "table": 7}, {"kind": "predict", "text": "1"}, {"kind": "fly"}]
    return [*({"kind": "say", "message": each} for each in said), *({**each, "id": "asked"} for each in asked)]


def answered(pages: list[Line], caplog: pytest.LogCaptureFixture) -> list[Any]:
    """Return the answers to these pages now, and everything that is logged meanwhile."""
    caplog.clear()
    found = []
    for line in pages:
        before = len(line.sent)
        for message in refused(line):
            line.service.desk.hear(line, message)
        found.append(json.dumps(line.sent[before:]))
        line.service.desk.gone(again := Line(line.service, line.token, **line.hello))
        found.append(json.dumps(again.last("here") if not line.hello.get("wall") else again.sent))
    return [*found, caplog.text]


@pytest.mark.parametrize("edition", EDITIONS)
def test_errors_logs_and_presence_do_not_depend_on_hidden_cards(
    edition: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A computer player may have stood in, and the failures here name every card in their errors."""

    def failing(self: SharedTable, seat: int, *args: Any) -> Any:
        raise ValueError(" ".join(map(words, self.game.state.hands)))

    monkeypatch.setattr(SharedTable, "hint", failing)
    caplog.set_level("DEBUG")
    changed, logged, silent = 0, 0, 0
    for seed in range(4):
        lines = party(edition, seed)
        shared, chance = the_table(lines[0]), random.Random(seed)
        if seed % 2:  # the second person is silent until a computer player stands in
            lines[0].service.wait(35.0, *lines[:1], *lines[2:])
            silent += lines[0].last("here")["seats"][1] == "stand-in"
            lines = [*lines[:1], *lines[2:]]
        game = shared.game
        if game.to_act is None:
            continue
        for seat, pages in every_seat(lines):
            answered(pages, caplog)  # the coach looks back once in each language
            before = answered(pages, caplog)
            assert shared.game is game, "no message has changed the game"
            logged += "a message failed" in caplog.text
            state = resampled(game.state, -1 if seat is None else seat, chance)
            replaced(shared, Game(state, game.events, game._log, game._recalls, game._trail, game._start))
            assert answered(pages, caplog) == before, (seed, seat)
            replaced(shared, game)
            changed += state != game.state
    assert min(changed, logged, silent) > 0


def test_a_planted_leak_in_an_error_or_a_log_is_caught(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(service, "unsaid", lambda error: error)
        with pytest.raises(AssertionError):
            test_errors_logs_and_presence_do_not_depend_on_hidden_cards("classic", caplog, patch)
    real = SharedTable.act

    def leaking(self: SharedTable, seat: int, action: Any, message_id: str) -> Any:
        try:
            return real(self, seat, action, message_id)
        except Refusal:
            raise Refusal("{x}", x=words(self.game.state.hands[seat - 1])) from None

    monkeypatch.setattr(SharedTable, "act", leaking)
    with pytest.raises(AssertionError):
        test_errors_logs_and_presence_do_not_depend_on_hidden_cards("classic", caplog, monkeypatch)


def test_presence_shows_who_is_there_and_the_time_left() -> None:
    watcher = party("classic", 1)[2]
    assert set(watcher.last("here")) == {"kind", "seats", "to_act", "left", "of", "paused", "watchers"}


def test_texts_are_in_the_pages_language() -> None:
    service = Service()
    hanna, _ = table(service, "Hanna", "Ben")
    german = Line(service, hanna.token, language="de")
    assert german.told("about")["language"] == "de"
    assert Text("de").say("The host has paused the game.") != "The host has paused the game."
