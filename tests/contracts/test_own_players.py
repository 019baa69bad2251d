"""Custom functions play like any player, and their invalid answers are refused with a sentence."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import Game, Observation, Session, Table, arena, odds, players
from phase10_widgets.languages.text import Text
from phase10_widgets.players import PlayerError
from phase10_widgets.players.expert import LEVELS
from phase10_widgets.players.random import RandomPlayer
from phase10_widgets.rules.actions import Action, Discard, Hit, Laid, LayDown, Save
from phase10_widgets.sessions.saved_game import SaveError
from phase10_widgets.sessions.seating import SeatPlan
from phase10_widgets.store.file_store import FileStore
from phase10_widgets.store.store import StoreLease
from phase10_widgets.ui import own_players
from tests.faults import every
from tests.helpers import begin, group, refusal, seat

every_edition = every("edition", p10.EDITIONS)


def first(view: Observation) -> Action:
    return view.legal_actions()[-1]


@every_edition
def test_a_function_plays_a_game(edition: str) -> None:
    """A function may return an action or its dict; both give the same game."""
    records = []
    for function in (first, lambda view: first(view).to_dict()):
        game = Game.new(edition, seed=4)
        player, other = players.get(function), players.get("greedy")
        for _ in range(200):
            if game.to_act is not None:
                game = players.move(game, other if game.to_act else player)
        records.append(game.record())
        assert len(game.record()["rounds"][0]["actions"]) > 3
    assert records[0] == records[1]


WRONG: list[tuple[Any, str, str]] = [
    # the answer (or the function that answers), part of the sentence, the reason
    (None, "returned no action: An action must be an object with a 'type', not None.", "nothing"),
    ("draw", "returned no action: An action must be an object with a 'type', not 'draw'.", "a string"),
    (Discard, "returned no action", "a class"),
    ({}, "returned no action: There is no action type None", "an empty dict"),
    ({"type": "draw", "from": "deck", "why": 1}, "returned no action: A draw has no 'why'.", "a dict with extra keys"),
    (Action(), "returned no action: Action is not an action.", "no action in particular"),
    (Discard("R1"), "broke a rule: Draw a card first.", "not yet"),
    (lambda view: {"B7": 7}["R7"], "stopped with an error: KeyError: 'R7'", "an exception"),
    (first.__get__(object()), "stopped with an error: TypeError", "a function with other arguments"),
]


@every("answer, says, why", WRONG)
def test_a_wrong_answer_is_refused_with_a_sentence(answer: Any, says: str) -> None:
    game = Game.new("classic", ["Ana", "Ben"], seed=1)
    before = game.position()
    function = answer if callable(answer) and not isinstance(answer, type) else lambda view: answer
    with pytest.raises(PlayerError) as caught:
        players.move(game, players.get(function))
    assert str(caught.value).startswith(f"Ana {says}")
    assert caught.value.__cause__ is not None
    assert len(str(caught.value)) < 400
    assert game.position() == before


class Unmade:
    def __init__(self) -> None:
        sys.exit("not today")

    def choose(self, observation: Observation) -> Action:
        return first(observation)


def exits(view: Any) -> Any:
    sys.exit("enough")


UNMADE, STOPPED = "Unmade cannot be created: SystemExit: not today", "exits stopped with an error: SystemExit: enough"
TRIAL = "a trial must return True, False or a number, but exits called exit()"
EXITS: list[tuple[Callable[[], Any], str]] = [
    (lambda: players.get(Unmade), UNMADE),
    (lambda: Session("classic", ["Ana", Unmade]), UNMADE),
    (lambda: Table("classic", ["Ana", ("Mine", Unmade)]), UNMADE),
    (lambda: arena.play("classic", [Unmade, "greedy"], 2), UNMADE),
    (lambda: arena.play("classic", [arena.Entrant("late", Unmade), "greedy"], 2), UNMADE),
    (lambda: arena.play("classic", [exits, "greedy"], 2), STOPPED),
    (lambda: arena.play("classic", [exits, "greedy"], 2, executor=ThreadPoolExecutor(1)), STOPPED),
    (lambda: Session("classic", [exits, "greedy"]).run(), STOPPED),
    (lambda: odds.simulate(exits, 10), TRIAL),
    (lambda: odds.simulate(exits, 10, executor=ThreadPoolExecutor(1)), TRIAL),
    (lambda: odds.answers(exits, 10), TRIAL),
]


@every("call, says", EXITS)
def test_code_that_calls_exit_ends_with_a_sentence(call: Callable[[], Any], says: str) -> None:
    """A notebook's kernel and a person's program go on."""
    with pytest.raises(p10.errors.Phase10Error) as caught:
        call()
    assert says in str(caught.value)


SEATS = [seat("R1 B1 G1 R2 B2 G2 S W", phase=1), seat("R3", phase=1)]
OWN = seat("R1 W", phase=1, completed=[1], laid=[group("set", "R1 B1 G1", number=1)])
BAD_FIELDS: list[tuple[Action, str]] = [
    (Discard(card=5), "a number for a word"),  # type: ignore[arg-type]
    (Discard(card=["R1"]), "an unhashable value"),  # type: ignore[arg-type]
    (Discard("S", target="1"), "a word for a number"),  # type: ignore[arg-type]
    (Save(card=5), "a number for a word"),  # type: ignore[arg-type]
    (Hit("R1", owner=None, group=0), "nobody's group"),  # type: ignore[arg-type]
    (Hit("R1", owner=0, group="0"), "a word for a number"),  # type: ignore[arg-type]
    (Hit("R1", owner=0, group=True), "a Boolean for a number"),
    (LayDown((Laid("R1 B1 G1", number="1"), Laid("R2"))), "a word for a number"),  # type: ignore[arg-type]
    (LayDown((Laid("R1 B1 G1", number=True), Laid("R2"))), "a Boolean for a number"),
    (LayDown((Laid("R1 B1 G1"), Laid("R2 B2 G2")), phase=1.0), "a fraction for a number"),  # type: ignore[arg-type]
]


@every("action, why", BAD_FIELDS)
def test_an_action_with_a_field_of_the_wrong_type_is_malformed(action: Action) -> None:
    if isinstance(action, Save | Discard):
        game = begin("masters", seat("R1 G1 R2 G2 S W"), "R3")
    else:
        game = begin("classic", *([OWN, "R3"] if isinstance(action, Hit) else SEATS))
    assert refusal(game, action).code == "malformed"


def test_players_have_labels() -> None:
    player = RandomPlayer(1)
    assert players.get(player) is player
    labels = [players.label(one) for one in (player, first, players.get(first), players.get(lambda view: {}))]
    assert labels == ["RandomPlayer", "first", "first", "function"]


def test_a_level_is_a_number_or_follows_a_colon() -> None:
    made: list[Any] = [players.get(name) for name in ("expert", "expert:1", "expert:10", "expert:03")]
    made.append(players.get("expert", level=4))
    assert [player._settings for player in made] == [LEVELS[level] for level in (10, 1, 10, 3, 4)]
    assert players.is_name("expert:4")
    assert not players.is_name("Expert of London")


BAD_LEVELS: list[Any] = [0, 11, -1, 3.0, True, "3", "expert:0", "expert:11", "expert:", "expert:x", "expert:-1"]


@every("level", BAD_LEVELS)
def test_a_bad_level_is_refused_with_a_sentence(level: Any) -> None:
    with pytest.raises(ValueError, match="a level must be a whole number from 1 to 10, not"):
        players.get(level) if str(level).startswith("expert") else players.get("expert", level=level)


def test_a_function_plays_in_a_session() -> None:
    session = Session("classic", ["Ana", first, first, SeatPlan("Deep", first)], seed=2)
    assert (session.game.players, session.people) == (("Ana", "first", "first 2", "Deep"), (0,))
    session.act(0, session.game.legal_actions()[0])
    session.act(0, session.game.legal_actions()[-1])
    session.run()
    assert session.waits_for_person
    saved = session.to_dict()
    assert [row["player"] for row in saved["seats"]] == [None, "own first", "own first", "own first"]
    with pytest.raises(SaveError, match="players="):
        Session.load(session.save())
    again = Session.load(session.save(), substitute=True)
    assert again.to_dict() == saved, "nothing is lost"
    assert again.absent == ("first", "first 2", "Deep")
    again.act(0, again.game.legal_actions()[0])
    again.act(0, again.game.legal_actions()[-1])
    again.run()
    assert again.waits_for_person
    again.seat_own({"first": first})
    assert not again.absent
    assert again.is_own(1)
    for strange in ("own ", "own " + "x" * 101, "own a\nb", "own", 7, ["own first"]):
        saved["seats"][1]["player"] = strange
        with pytest.raises(SaveError, match="an unknown player in first's seat"):
            Session.from_dict(saved)


def test_a_wrong_answer_leaves_a_session_unchanged() -> None:
    answers: list[Callable[[Observation], Any]] = [lambda view: None, first]

    def changing(view: Observation) -> Any:
        return answers[0](view)

    session = Session("classic", [changing, "greedy"], seed=2)
    before = session.game.position()
    with pytest.raises(PlayerError, match="changing returned no action"):
        session.step()
    assert session.game.position() == before
    answers.pop(0)
    assert session.step() == session.game.events


def tells(view: Observation) -> Action:
    raise ValueError(f"my hand is {view.hand}")


def loops(view: Observation) -> Action:
    while True:
        pass


def nothing(view: Observation) -> Any: ...


def cheats(view: Observation) -> Action:
    return Discard("R1") if view.step == "draw" else first(view)


def at_table(player: Any, **settings: Any) -> tuple[Any, list[str]]:
    """Return a table at which it is the player's turn, and the list of its messages outside the rules."""
    table: Any = Table("classic", ["Ana", player], seed=1, pace=None, **settings)
    table.send = lambda content, buffers=None: None
    notes: list[str] = []
    table.observe(
        lambda change: notes.extend(event["text"] for event in change["new"]["events"] if event["type"] == "note"),
        "view",
    )
    play_on(table)
    return table, notes


def say(table: Any, kind: str, **fields: Any) -> None:
    table._handle_custom_msg({"v": 1, "id": f"{kind} {table.rev}", "rev": table.rev, "kind": kind, **fields}, [])


def play_on(table: Any) -> None:
    while table.session.waits_for_person:
        say(table, "action", action=table.game.legal_actions()[-1].to_dict())


def wait(table: Any) -> None:
    while not table.session.waits_for_person:
        say(table, "step")


@pytest.fixture
def untraced() -> Iterator[None]:
    """Turn off any other tracing of the code."""
    before = sys.gettrace()
    sys.settrace(None)
    yield
    sys.settrace(before)


FAILURES: list[tuple[Any, str]] = [
    (tells, r"tells stopped with ValueError on line \d+\. From now on, greedy plays for it\."),
    (nothing, r"nothing returned no action\. From now on, greedy plays for it\."),
    (cheats, r"cheats broke a rule\. From now on, greedy plays for it\."),
    (exits, r"exits stopped with SystemExit on line \d+\. From now on, greedy plays for it\."),
    (loops, r"loops took longer than 0\.05 seconds\. From now on, greedy plays for it\."),
]


@pytest.mark.usefixtures("untraced")
@every("player, sentence", FAILURES)
def test_when_a_custom_player_fails_the_table_says_so_and_greedy_plays_on(
    player: Any, sentence: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error message may name cards of the player's hand, so the browser only learns the type of the error."""
    monkeypatch.setattr(own_players, "SECONDS", 0.05)
    caplog.clear()
    table, notes = at_table(player)
    wait(table)
    assert len(notes) == 1
    assert re.fullmatch(sentence, notes[0])
    assert ("my hand is" in caplog.text) == (player is tells)
    play_on(table)
    wait(table)
    assert len(notes) == 1, "the table says so only once"
    assert table.session.to_dict()["seats"][1]["player"] == f"own {player.__name__}"
    table.close()


@pytest.mark.usefixtures("untraced")
def test_another_moment_of_a_game_can_be_tried_against_a_custom_player_that_fails() -> None:
    session = Session("classic", ["Ana", "greedy"], seed=1)
    session.act(0, session.game.legal_actions()[0])
    session.act(0, session.game.legal_actions()[-1])
    trial = Session.from_game(session.game, [SeatPlan("Ana"), SeatPlan("greedy", tells)])
    events, notes = own_players.step_on(trial, Text())
    assert events
    assert notes[0].startswith("greedy stopped with ValueError")


def test_a_stored_game_continues_with_its_custom_player_where_it_is_known(tmp_path: Path) -> None:
    """Running the same cell again restores it; another table says that it is missing and continues with greedy."""
    store = FileStore(tmp_path / "games.sqlite3")
    table, notes = at_table(first, keeper=StoreLease(store))
    wait(table)
    assert notes == [], "a player that answers in time is not interrupted"
    token = table._keeper.token
    same, same_notes = at_table(first, keeper=StoreLease(store))
    say(same, "resume", token=token)
    assert same.session.is_own(1)
    assert same.game.position() == table.game.position()
    assert same_notes == []
    other = Table.resume(token, store=store, pace=None)
    said = [event["text"] for event in other.view["events"] if event["type"] == "note"]
    assert said == ["The saved game does not contain the code of first, so greedy takes over for it."]
    assert other.game.position() == table.game.position()
    other.session.run()
    assert other.session.waits_for_person
    assert notes == []
    for each in (table, same, other):
        each.close()
