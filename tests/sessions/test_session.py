"""A game in progress: turns, undo, saving and loading."""

from __future__ import annotations

import base64
import copy
import json
import tracemalloc
import zlib
from dataclasses import replace
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import Action, Game, Observation, Session
from phase10_widgets.errors import SaveError
from phase10_widgets.rules.actions import IllegalAction
from phase10_widgets.sessions.saved_game import FORMAT, MAX_FILE_CHARACTERS, MOST_ACTIONS, VERSION
from phase10_widgets.sessions.seating import SeatPlan, sit
from tests.faults import every
from tests.helpers import Change, Json, discard, draw, drop, put

every_edition = every("edition", p10.EDITIONS)


def advance(session: Session, decisions: int) -> None:
    """Advance the game: people take their first legal action, and computer players choose theirs."""
    while decisions and session.game.to_act is not None:
        session.run()
        if session.game.to_act is not None:
            session.act(session.game.to_act, session.game.legal_actions()[0])
            decisions -= 1


def begun(edition: str, decisions: int = 5, seats: tuple[str, ...] = ("Ana", "greedy", "random")) -> Session:
    session = Session(edition, seats, seed=3)
    advance(session, decisions)
    return session


SITTING: list[tuple[list[str | SeatPlan], str, str]] = [
    (["Ana", "Ben"], "Ana, Ben", "names are people"),
    (["Ana", "greedy"], "Ana, greedy=greedy", "a player's name is a computer player"),
    (["greedy"] * 3, "greedy=greedy, greedy 2=greedy, greedy 3=greedy", "equal ones are numbered"),
    (["greedy", SeatPlan("greedy")], "greedy 2=greedy, greedy", "a person keeps the name"),
    (["Ana", "expert:3", "expert"], "Ana, Ada=expert:3, Blaise=expert", "players with levels have names"),
    (["expert:3", "Ada", SeatPlan("Ada", "greedy")], "Blaise=expert:3, Ada, Carl=greedy", "a person took one of ours"),
    ([SeatPlan("greedy"), "Ana"], "greedy, Ana", "a person may have a player's name"),
    ([SeatPlan("Deep", "greedy"), "Ana"], "Deep=greedy, Ana", "a player may have a name"),
]


@every("seats, expected, why", SITTING)
def test_seats(seats: list[str | SeatPlan], expected: str) -> None:
    """Written as name=player; a person has no player."""
    rows = [(name, player or None) for name, _, player in (row.partition("=") for row in expected.split(", "))]
    assert [(plan.name, plan.player) for plan in sit(seats)] == rows
    session = Session("classic", seats)
    assert session.game.players == tuple(name for name, _ in rows)
    assert session.people == tuple(at for at, (_, player) in enumerate(rows) if player is None)


def test_two_people_with_one_name_and_an_unknown_computer_player_are_refused() -> None:
    with pytest.raises(ValueError, match="'Ana'"):
        Session("classic", ["Ana", "Ana"])
    with pytest.raises(ValueError, match="'oracle'"):
        Session("classic", ["Ana", SeatPlan("Deep", "oracle")])


WRONG_LEVELS = ["expert:", "expert:0", "expert:11", "expert:99", "expert:-1", "expert:3:3", "expert: 3", "expert:٣"]


@every("player", [*WRONG_LEVELS, "greedy:3", "random:"])
def test_an_unknown_level_is_refused(player: str) -> None:
    for seat in (player, SeatPlan("Deep", player)):
        with pytest.raises(ValueError, match="level"):
            Session("classic", ["Ana", seat])
    saved = Session("classic", ["Ana", "expert:3"], seed=1).to_dict()
    saved["seats"][1]["player"] = player
    with pytest.raises(SaveError, match="an unknown player in Ada"):
        Session.from_dict(saved)


def thrifty(observation: Observation) -> Action:
    return observation.legal_actions()[0]


class ThriftyPlayer:
    choose = staticmethod(thrifty)


def test_a_game_with_custom_players_can_be_loaded() -> None:
    session = Session("classic", ["Ana", ThriftyPlayer(), thrifty, "greedy", thrifty], seed=4)
    advance(session, 3)
    text, player = session.save(), ThriftyPlayer()
    again = Session.load(text, players={"ThriftyPlayer": player, "thrifty": thrifty})
    assert again.game == session.game
    assert [plan.player for plan in again.seat_plans] == [None, player, thrifty, "greedy", thrifty]
    assert [plan.name for plan in again.seat_plans] == ["Ana", "ThriftyPlayer", "thrifty", "greedy", "thrifty 2"]
    for each in (session, again):
        advance(each, 3)
    assert again.save() == session.save()
    other = Session.load(text, players={"ThriftyPlayer": "greedy", "thrifty": thrifty, "thrifty 2": "random"})
    assert [plan.player for plan in other.seat_plans] == [None, "greedy", thrifty, "greedy", "random"]
    assert Session.from_dict(json.loads(json.dumps(session.to_dict())), {"ThriftyPlayer": player, "thrifty": thrifty})


@every(
    "players, message",
    [
        (None, r"ThriftyPlayer was a custom player, .*Session\.load\(text, players=\{'ThriftyPlayer': …\}\)"),
        ({"ThriftyPlayer": thrifty}, r"thrifty was a custom player"),
        ({"ThriftyPlayer": thrifty, "thrifty": thrifty, "Ana": thrifty}, "players= names 'Ana', but the file has no"),
        ({"ThriftyPlayer": dict, "thrifty": thrifty}, r"dict has no method choose\(observation\)"),
        ({"ThriftyPlayer": 7, "thrifty": thrifty}, "a player must be a name, a function"),
    ],
)
def test_missing_players_are_named_with_advice(players: Any, message: str) -> None:
    text = Session("classic", ["Ana", ThriftyPlayer(), thrifty], seed=4).save()
    with pytest.raises(ValueError, match=message):
        Session.load(text, players=players)


def test_a_game_that_could_not_be_loaded_is_not_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    unknown = replace(p10.edition("classic"), id="hexa")
    session = Session.from_game(Game.new(unknown, ["Ana", "Ben"], seed=1), ["Ana", "Ben"])
    with pytest.raises(SaveError, match=r"'hexa' could not be loaded again: call p10\.register on"):
        session.save()
    session = begun("classic")
    monkeypatch.setattr("phase10_widgets.sessions.saved_game.MOST_ACTIONS", 5)
    with pytest.raises(SaveError, match="more than 5 actions"):
        session.save()


NEAR = ["expertt:5", "Expert:5", "EXPERT", "expert5", "expert 5", "gredy", "Greedy", "randm", "xpert:3", "exprt : 3"]
PEOPLE = ["Ana", "Grady", "Randy", "Robert", "Rupert", "Greta", "Ex", "Ben:2", "Egon", "A. Random Person", "Ada 2"]


@every("name", NEAR)
def test_a_misspelled_player_name_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"there is no computer player .*; did you mean '[a-z:0-9]+'\?"):
        Session("classic", ["You", name])
    assert Session("classic", ["You", SeatPlan(name)]).people == (0, 1)
    with pytest.raises(ValueError, match=r"there is no player .*; did you mean '[a-z:0-9]+'\?"):
        p10.players.get(name)
    for person in PEOPLE:
        assert Session("classic", ["You", person]).people == (0, 1), person


def test_a_level_stays_with_its_seat() -> None:
    """In a saved game, and in the next one."""
    session = Session("classic", ["Ana", "expert:3", SeatPlan("Deep", "expert:8")], seed=1)
    seats = (("Ana", None), ("Ada", "expert:3"), ("Deep", "expert:8"))
    for each in (session, Session.load(session.save()), session.again(2), Session.load(session.save()).again(2)):
        assert tuple((plan.name, plan.player) for plan in each.seat_plans) == seats
        assert each.game.players == ("Ana", "Ada", "Deep")


@every_edition
def test_people_act_and_players_step(edition: str) -> None:
    session = Session(edition, ["Ana", "greedy"], seed=2, first_dealer=1)
    if session.game.position()["discard_pile"] != "S":
        assert session.waits_for_person
        with pytest.raises(ValueError, match="not a computer player's turn"):
            session.step()
        events = session.act(0, session.game.legal_actions()[0])
        assert events == session.game.events != ()
    session.run()
    assert session.waits_for_person
    assert session.observe(0).legal_actions() == session.game.legal_actions()


def test_acting_out_of_turn_changes_nothing() -> None:
    session = begun("classic")
    session.run()
    before = session.save()
    for seat in (1, 2, 7, -1):
        with pytest.raises(IllegalAction) as caught:
            session.act(seat, draw())
        assert caught.value.code == "wrong_seat"
    with pytest.raises(IllegalAction):
        session.act(0, discard("W W"))
    assert session.save() == before


@every_edition
def test_a_session_of_players_runs_to_the_end(edition: str) -> None:
    session = Session(edition, ["greedy", "greedy"], seed=1)
    session.run()
    assert session.game.winners
    assert not session.waits_for_person
    with pytest.raises(IllegalAction) as caught:
        session.act(0, draw())
    assert caught.value.code == "game_over"
    with pytest.raises(ValueError, match="not a computer player's turn"):
        session.step()


@every_edition
def test_undo_reverts_the_seats_own_last_decision(edition: str) -> None:
    """Undo returns to the moment just before it, regardless of other seats' actions, even after loading."""
    session = Session(edition, ["Ana", "greedy", "Ben"], seed=6)
    session.run()
    assert not session.can_undo(0)
    before: dict[int, list[Game]] = {0: [], 2: []}
    for _ in range(30):
        session.run()
        seat = session.game.to_act
        assert seat is not None
        before[seat].append(session.game)
        session.act(seat, session.game.legal_actions()[-1])
    session.run()
    for loaded in (False, True):
        for seat in (0, 2):
            one = Session.load(session.save()) if loaded else copy.copy(session)
            for game in reversed(before[seat]):
                assert one.can_undo(seat)
                one.undo(seat)
                assert (one.game.position(), one.game.record()) == (game.position(), game.record())
                assert one.game.to_act == seat
            assert not one.can_undo(seat)


def test_the_last_action_can_be_undone_while_its_seat_acts_and_has_learned_nothing() -> None:
    """At separate screens, people may take back only actions that nobody else needs to notice."""
    session = Session("classic", ["Ana", "Ben"], seed=1)
    seat = session.game.to_act
    assert seat is not None
    assert not session.can_undo_last(seat)
    session.act(seat, {"type": "draw", "from": "discard"})
    assert (session.can_undo_last(seat), session.can_undo_last(1 - seat)) == (True, False)
    session.undo(seat)
    session.act(seat, {"type": "draw", "from": "deck"})
    assert (session.has_learned(seat), session.can_undo_last(seat)) == (True, False)
    session.act(seat, {"type": "discard", "card": session.game.state.hands[seat][0].code})
    assert (session.has_learned(seat), session.can_undo_last(seat)) == (False, False), "the turn is over"


def test_undone_actions_are_forgotten() -> None:
    new = Session("classic", ["Ana", "Ben"], seed=1)
    for seat in (0, 1, 5):
        assert not new.can_undo(seat)
        with pytest.raises(ValueError, match="nothing to undo"):
            new.undo(seat)
    session = begun("classic", 6)
    session.undo(0)
    at = session.save()
    advance(session, 1)
    session.undo(0)
    assert session.save() == at
    other = session.game.legal_actions()[-1]
    session.act(0, other)
    assert Session.load(session.save()).game.position() == session.game.position()


@every_edition
@every("decisions", [0, 1, 7, 40])
def test_save_and_load(edition: str, decisions: int) -> None:
    """The loaded game is at the same moment, with the same seats."""
    session = begun(edition, decisions)
    text = session.save()
    again = Session.load(text)
    assert (again.save(), again.game.position()) == (text, session.game.position())
    assert (again.seat_plans, again.game.events) == (session.seat_plans, session.game.events)
    for seat in range(3):
        ours, theirs = session.observe(seat), again.observe(seat)
        assert theirs._replace(log=None) == ours._replace(log=None)
        assert theirs.history() == ours.history(), "with the log of the round"
        assert again.can_undo(seat) == session.can_undo(seat)
    assert Session.from_dict(session.to_dict()).save() == text
    assert Game.replay(session.to_dict()) == Game.replay(session.game.record()) == session.game


def card_in_hand(data: Json) -> None:
    words = data["position"]["seats"][0]["hand"].split()
    words[0] = "R1" if words[0] != "R1" else "R2"
    data["position"]["seats"][0]["hand"] = " ".join(words)


def card_in_deck(data: Json) -> None:
    words = data["record"]["rounds"][0]["deck"].split()
    other = next(at for at, word in enumerate(words) if word != words[0])
    words[0], words[other] = words[other], words[0]
    data["record"]["rounds"][0]["deck"] = " ".join(words)


BROKEN: list[tuple[Change, str, str]] = [
    (drop("record"), "record", "no record"),
    (drop("position"), "position", "no position"),
    (drop("seats"), "seats", "no seats"),
    (put("record", to=None), "cannot be replayed", "not a record"),
    (put("position", to={}), "altered", "not a position"),
    (put("seats", to=[]), "seat", "nobody"),
    (put("seats", to=["Ana", "greedy", "random"]), "Ana", "seats that are words"),
    (put("seats", to=[{"name": "Ana", "player": "chess"}] * 3), "Ana", "an unknown player"),
    (put("seats", to=[{"name": "Zoe", "player": None}] * 3), "Ana", "somebody else"),
    (card_in_hand, "altered", "a changed card in a hand"),
    (card_in_deck, "cannot be replayed|altered", "two changed cards in the deck"),
    (lambda data: data["record"]["rounds"][0]["actions"].pop(), "altered", "the last action left out"),
    (lambda data: data["record"]["rounds"][0]["actions"].pop(0), "round 1, action 1", "the first action left out"),
    (lambda data: data["position"]["seats"][0].update(score=7), "altered", "a changed score"),
    (lambda data: data["record"].update(format="phase10-record/9"), "phase10-record/9", "a newer record"),
    (lambda data: data["record"].update(players=None), "players", "no players"),
]


@every("change, message, why", BROKEN)
def test_a_broken_save_is_refused(change: Change, message: str) -> None:
    data = begun("classic").to_dict()
    change(data)
    with pytest.raises(SaveError, match=message) as caught:
        Session.load(json.dumps(data))
    assert len(str(caught.value)) < 500
    with pytest.raises(SaveError, match=message):
        Session.from_dict(data)


def test_a_file_names_its_content_and_shows_no_card() -> None:
    session = begun("standard")
    assert list(session.to_dict()) == ["format", "version", "seats", "record", "position"]
    data = json.loads(session.save())
    assert list(data) == ["format", "version", "note", "packed"]
    assert (data["format"], data["version"]) == (FORMAT, VERSION) == ("phase10-session", 2)
    assert data["note"] == "This file holds the whole deal, hidden cards too."
    assert session.game.record()["rounds"][0]["deck"] not in session.save()
    first = json.dumps(session.to_dict() | {"version": 1})
    assert Session.load(first).game.position() == session.game.position(), "files of the first version are read"


def bomb() -> str:
    return base64.b64encode(zlib.compress(b" " * (MAX_FILE_CHARACTERS + 9), 9)).decode()


@every("packed", ["", "AAAA", "no base 64", 7, None, [], bomb()])
def test_a_file_that_cannot_be_unpacked_is_refused(packed: Any) -> None:
    data = json.loads(begun("classic").save()) | {"packed": packed}
    with pytest.raises(SaveError, match="truncated or damaged"):
        Session.load(json.dumps(data))


def with_actions(n: int) -> dict[str, Any]:
    data = begun("classic").to_dict()
    row = data["record"]["rounds"][0]
    row["actions"] = (row["actions"] * n)[:n]
    return data


@pytest.mark.slow
def test_the_number_of_actions_in_a_file_is_limited() -> None:
    """A game is replayed when it is loaded, so its length is checked first."""
    whole = json.dumps(with_actions(MOST_ACTIONS))
    assert len(whole) < MAX_FILE_CHARACTERS
    with pytest.raises(SaveError, match="cannot be replayed"):
        Session.load(whole)
    with pytest.raises(SaveError, match="more than 20000 actions"):
        Session.load(json.dumps(with_actions(MOST_ACTIONS + 1)))


def test_a_file_of_countless_lists_is_refused_before_it_is_read() -> None:
    """Twenty megabytes of brackets cost half a gigabyte; a file of 26 kB contained that much."""
    files = []
    for text in ("[" + "[]," * 600_000 + "[]]", '{"seats": [' + "{}," * 600_000 + "{}]}", "[]," * 6_000_000):
        packed = base64.b64encode(zlib.compress(text.encode(), 9)).decode()
        files.append(json.dumps(json.loads(begun("classic").save()) | {"packed": packed}))
    tracemalloc.start()
    for file in files:
        with pytest.raises(SaveError, match="truncated or damaged"):
            Session.load(file)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 16 * MAX_FILE_CHARACTERS


@every("name", ["An\u202ea", "Ana\n", "A\0", "\u2066Ben", "A\tB"])
def test_a_name_cannot_disguise_the_text_beside_it(name: str) -> None:
    with pytest.raises(ValueError, match="only letters, digits"):
        Session("classic", [name, "Ben"])
    data = begun("classic").to_dict()
    data["record"]["players"][0] = name
    with pytest.raises(SaveError, match="only letters, digits"):
        Session.from_dict(data)


def test_the_next_game_has_the_same_seats_and_options() -> None:
    session = Session("classic", ["Ana", "greedy"], seed=1, phases=[2, 4])
    same, other = session.again(1), session.again()
    assert same.game.position() == session.game.position()
    assert other.game.state.seed != 1
    assert dict(other.game.edition.options) == {"phases": [2, 4]}
    assert same.seat_plans == other.seat_plans == session.seat_plans


def test_a_session_continues_a_game() -> None:
    game = Game.new("classic", ["You", "Ada"], seed=3)
    session = Session.from_game(game, ["You", SeatPlan("Ada", "greedy")])
    assert session.game is game
    assert session.waits_for_person
    assert Session.load(session.save()).game.position() == game.position()
    with pytest.raises(ValueError, match="the game's players are You, Ada, not You, Ben"):
        Session.from_game(game, ["You", "Ben"])


@every("phases", [[1], [1, 2]])
def test_a_forced_choice_of_phase_is_not_undone(phases: list[int]) -> None:
    """Screens choose it without asking: after undoing it, they would choose it again (M3)."""
    session = Session("masters", ["Ana", "Ben"], seed=1, phases=phases)
    session.act(0, {"type": "choose_phase", "phase": phases[-1]})
    assert session.can_undo(0) == (len(phases) > 1)
