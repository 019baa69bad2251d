"""A program can play at a table and listen to it, while people watch; nothing that it hears names a hidden card."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable
from typing import Any

import ipywidgets
import pytest
import traitlets

import phase10_widgets as p10
from phase10_widgets import Table
from phase10_widgets.rules.events import Drawn, RoundEnded, Saved, public
from tests.faults import every


class First:
    """A player as a class; each game gets an instance."""

    def choose(self, view: p10.Observation) -> p10.Action:
        return view.legal_actions()[0]


def last(view: p10.Observation) -> p10.Action:
    return view.legal_actions()[-1]


def play_turn(table: Table) -> None:
    """Draw, and end the turn."""
    for at in (0, -1):
        table.act(table.game.legal_actions()[at])


def in_loop(run: Callable[[], Any]) -> Any:
    """Call a function inside a running event loop, as a notebook's cell is."""

    async def main() -> Any:
        return run()

    return asyncio.run(main())


# Acting


@every("edition", p10.EDITIONS)
def test_a_program_plays_a_whole_game(edition: str) -> None:
    """Without an event loop, it is always the person's turn, also after the end of a round."""
    table = Table(edition, ["greedy", "You", "random"], seed=3, phases=[1, 2])
    person = p10.players.get("greedy")
    while not table.game.is_over:
        assert table.to_act == table.game.to_act == 1
        table.act(person.choose(table.game.observe(1)))
        assert (table.round, table.standings) == (table.game.round, table.game.standings)
    assert table.to_act is None
    assert p10.Game.replay(table.game.record()) == table.game
    with pytest.raises(p10.IllegalAction, match="The game is over"):
        table.act(p10.Draw("deck"))


def test_with_a_pace_of_zero_computer_players_act_at_once_in_a_notebook() -> None:
    def cell() -> None:
        table = Table("classic", ["greedy", "You", "greedy"], seed=3, pace=0)
        assert table.to_act == 1
        for _ in range(3):
            play_turn(table)
            assert table.to_act == 1

    in_loop(cell)


def test_the_session_goes_the_same_way() -> None:
    tables = [Table("classic", ["You", "greedy"], seed=5) for _ in range(2)]
    play_turn(tables[0])
    for at in (0, -1):
        tables[1].session.act(0, tables[1].game.legal_actions()[at])
    assert tables[0].game == tables[1].game
    assert tables[0].view == tables[1].view
    rev = tables[1].rev
    tables[1].session.undo(0)
    assert tables[1].game.step == "play"
    assert tables[1].rev > rev, "the browser sees it"


def test_at_its_pace_a_computer_player_waits_and_a_program_cannot_act_for_it() -> None:
    async def cell() -> None:
        table = Table("classic", ["You", "greedy"], seed=3, pace=0.02)
        play_turn(table)
        assert table.to_act == 1
        before = table.game
        with pytest.raises(p10.IllegalAction, match="It is greedy's turn, who acts at the table's pace"):
            table.act(p10.Draw("deck"))
        assert table.game is before
        for _ in range(200):
            await asyncio.sleep(0.02)
            if table.to_act == 0:
                return
        raise AssertionError("greedy never finished its turn")

    asyncio.run(cell())


def test_a_person_in_the_browser_and_a_program_take_turns() -> None:
    table: Any = Table("classic", ["You", "greedy"], seed=3)
    table.act(table.game.legal_actions()[0])
    action, acks = table.game.legal_actions()[-1].to_dict(), []
    table.observe(lambda change: acks.append(change["new"]["ack"]), "view")
    table._handle_custom_msg({"v": 1, "id": "a", "rev": table.rev, "kind": "action", "action": action}, [])
    assert acks[0] == "a"
    assert table.to_act == 0
    play_turn(table)


@every("action", [None, "draw deck", {}, p10.Save("R1"), p10.Discard("R1")])
def test_an_action_that_is_not_legal_changes_nothing(action: Any) -> None:
    table = Table("classic", ["You", "greedy"], seed=3)
    before, view = table.game, table.view
    with pytest.raises(p10.IllegalAction):
        table.act(action)
    assert table.game is before
    assert table.view is view


# Listening


def test_a_function_hears_every_event_in_order_until_it_stops() -> None:
    table = Table("classic", ["You", "greedy"], seed=3)
    heard: list[Any] = []
    stop = table.on_event(lambda event, game: heard.append((event, game)))
    begun = table.game.at
    play_turn(table)
    told = [event for game in p10.Game.moments(table.game.record()) if game.at > begun for event in game.events]
    assert [event for event, _ in heard] == list(map(public, told))
    assert all(game.events for _, game in heard)
    stop()
    stop()
    play_turn(table)
    assert [event for event, _ in heard] == list(map(public, told))


def test_a_function_may_act_itself() -> None:
    """A program can play a whole game from its function, without deep recursion."""
    table = Table("classic", ["You", "greedy"], seed=3)
    rounds: list[int] = []

    def answer(event: Any, game: p10.Game) -> None:
        rounds.append(game.round)
        if table.to_act == 0:
            table.act(p10.players.get("greedy").choose(table.game.observe(0)))

    table.on_event(answer)
    table.act(table.game.legal_actions()[0])
    assert table.game.is_over
    assert rounds == sorted(rounds)


def test_a_function_that_fails_or_exits_is_logged_and_the_game_continues(caplog: pytest.LogCaptureFixture) -> None:
    table = Table("classic", ["You", "greedy"], seed=3)
    table.on_event(lambda event, game: 1 / 0)
    table.on_event(lambda event, game: sys.exit("enough"))
    with caplog.at_level(logging.ERROR):
        play_turn(table)
    assert table.to_act == 0
    for error in ("ZeroDivisionError", "SystemExit: enough"):
        assert error in caplog.text


@every("edition", p10.EDITIONS)
def test_no_event_and_no_trait_names_a_hidden_card(edition: str) -> None:
    """Hands are open only when a round ends."""
    table: Any = Table(edition, ["You", "greedy", "random"], seed=4, phases=[1, 2, 3])
    watched: Any = table.watch()
    hidden = 0

    def check(event: Any, game: p10.Game) -> None:
        nonlocal hidden
        assert event == public(event)
        if isinstance(event, Drawn | Saved) and getattr(event, "source", "deck") != "discard":
            assert event.card is None
            hidden += 1
        assert set(table.standings[0]) == {"seat", "name", "place", "completed", "score"}
        if not isinstance(event, RoundEnded):
            assert watched.view["hand"] is None or watched.view["hand"] == []

    table.on_event(check)
    person = p10.players.get("greedy")
    while not table.game.is_over and table.game.round < 4:
        table.act(person.choose(table.game.observe(0)))
    assert hidden > 20


# Traits


def test_the_traits_can_be_linked_and_observed() -> None:
    table = Table("classic", ["You", "greedy"], seed=3, pace=1)
    slider, label, seen = ipywidgets.FloatSlider(value=2, max=5), ipywidgets.IntText(), []
    traitlets.link((slider, "value"), (table, "pace"))
    traitlets.dlink((table, "round"), (label, "value"))
    table.observe(lambda change: seen.append((change["name"], change["new"])), ["pace", "to_act", "standings", "round"])
    assert table.pace == 2.0
    slider.value = 0.5
    assert (table.pace, label.value) == (0.5, 1)
    assert table.view["pace"] == 0.5
    ipywidgets.jslink((slider, "value"), (table, "pace"))
    for name in ("round", "to_act", "standings"):
        ipywidgets.jsdlink((table, name), (label, "value"))
    table.new_game(4)
    while table.game.round == 1:
        play_turn(table)
    assert {name for name, _ in seen} == {"pace", "round", "to_act", "standings"}
    assert label.value == 2


@every("name", ["round", "to_act", "standings", "game", "session"])
def test_only_the_pace_can_be_set(name: str) -> None:
    table = Table("classic", ["You", "greedy"], seed=3)
    with pytest.raises((traitlets.TraitError, AttributeError)):
        setattr(table, name, None)


@every("pace", [-1, 5.1, "fast", True, [1], float("nan")])
def test_a_pace_out_of_range_is_refused_from_python_and_from_a_browser(pace: Any) -> None:
    table: Any = Table("classic", ["You", "greedy"], seed=3, pace=1)
    with pytest.raises(ValueError, match="The pause must be 0 to 5 seconds, not "):
        table.pace = pace
    sent: list[Any] = []
    table.send = lambda content, buffers=None: sent.append(content)
    table._receive({"content": {"data": {"method": "update", "state": {"pace": pace, "round": 9, "to_act": 7}}}})
    assert (table.pace, table.round, table.to_act) == (1.0, 1, 0)
    assert sent[0]["kind"] == "reject"


def test_a_browser_may_change_the_pace_as_a_linked_slider_does() -> None:
    table: Any = Table("classic", ["You", "greedy"], seed=3, pace=1)
    table._receive({"content": {"data": {"method": "update", "state": {"pace": 3}}}})
    assert table.pace == 3.0
    table._handle_custom_msg({"v": 1, "id": "p", "rev": table.rev, "kind": "pace", "seconds": 0.2}, [])
    assert table.pace == 0.2


# Players


PLAYERS: list[tuple[Any, str]] = [
    ("greedy", "greedy"),
    (last, "last"),
    (First, "First"),
    (First(), "First"),
    (("Mine", First), "Mine"),
    (("Mine", last), "Mine"),
    (("Strong", "expert:2"), "Strong"),
]


@every("player, name", PLAYERS)
def test_any_player_sits_at_every_table(player: Any, name: str) -> None:
    table = Table("classic", ["You", player], seed=3, phases=[1])
    assert table.game.players[1] == name
    play_turn(table)
    session = p10.Session("classic", [player, player], 3, phases=[1])
    session.step()
    assert session.game.players[0] == name
    results = p10.arena.play("classic", [player, "random"], 2, phases=[1])
    assert results.games == 2
    assert p10.players.get(player).choose(session.game.observe(session.game.to_act)) in session.game.legal_actions()


@every("player, name", PLAYERS)
def test_any_player_is_an_opponent_in_an_environment(player: Any) -> None:
    rl = pytest.importorskip("phase10_widgets.rl")
    environment = rl.Phase10Env("classic", 3, opponents=player)
    environment.reset(seed=1)
    rl.Phase10Env("classic", 3, opponents=[player, player]).reset(seed=1)


NOBODY: list[Any] = [("Mine",), ("Mine", 3), (3, "greedy"), ("a", "b", "c"), int, 3]


@every("player", NOBODY)
def test_anything_else_is_no_player(player: Any) -> None:
    doors: list[Callable[[], Any]] = [
        lambda: Table("classic", ["You", player]),
        lambda: p10.Session("classic", ["You", player]),
        lambda: p10.arena.play("classic", ["greedy", player], 2),
        lambda: p10.players.get(player),
    ]
    for door in doors:
        with pytest.raises(ValueError, match=r"a player with a name must|a player must be|has no method choose"):
            door()
