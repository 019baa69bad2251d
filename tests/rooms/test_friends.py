"""A table among friends: their faces and reactions, and another game that everybody wants."""

from __future__ import annotations

from pathlib import Path

from tests.rooms.playing import Line, Service, finish, friends, number, room_of, table


def faces(line: Line) -> list[str]:
    """Return the names of the faces at the seats, as this page shows them before a game."""
    return [face["name"] for face in line.room["tables"][0]["portraits"]]


def test_friends_play_again_once_everybody_has_asked_for_it() -> None:
    """A guest hears that the game is over before anybody has asked."""
    service = Service()
    anna, ben = friends(service, "Anna", "Ben")
    assert (anna.room["friends"], ben.room["friends"]) == (True, True)
    anna.ask("again")
    assert anna.refusal == "The host starts the next game."
    anna.ask("start", table=1)
    finish(service, anna)
    assert [line.room["tables"][0]["state"] for line in (anna, ben)] == ["over", "over"]
    shared = room_of(anna).tables[1]
    ben.ask("again")
    for line in (anna, ben):
        assert ["again" in seat for seat in line.room["tables"][0]["seats"]] == [False, True, False]
    assert shared.state == "over"
    before = shared.seed
    service.desk.gone(anna)
    service.wait(2.0, ben)
    assert (shared.state, shared.seed == before) == ("playing", False), "nobody waits for people who have left"
    assert not any("again" in seat for seat in ben.room["tables"][0]["seats"])


def test_guests_hear_who_leaves_after_the_game() -> None:
    service = Service()
    anna, ben, cleo = friends(service, "Anna", "Ben", "Cleo")
    anna.ask("start", table=1)
    finish(service, anna)
    service.desk.gone(cleo)
    service.wait(2.0, anna, ben)
    assert [person["there"] for person in ben.room["people"]] == [True, True, False]


def test_everybody_at_a_table_sees_a_reaction_and_no_more_than_one_at_a_time() -> None:
    service = Service()
    (anna, ben) = table(service, "Anna", "Ben")
    cleo = service.guest(anna, "Cleo")
    cleo.ask("watch", table=1)
    ben.say("react", reaction=3)
    shown = {"kind": "reaction", "seat": 1, "reaction": 3}
    assert [line.told("message") for line in (anna, ben, cleo)] == [shown] * 3
    ben.say("react", reaction=4)
    assert anna.told("message") == shown, "too soon"
    service.wait(2.0, anna, ben, cleo)
    ben.say("react", reaction=4)
    assert anna.told("message") == {**shown, "reaction": 4}
    for line, reaction in ((cleo, 1), (ben, 6), (ben, True), (ben, "1")):
        line.say("react", reaction=reaction)
        assert line.told("message")["kind"] == "reject"


def test_friends_choose_faces_that_nobody_else_has(tmp_path: Path) -> None:
    """Each has one from the start, and computer players give way."""
    service = Service(tmp_path / "live.sqlite3")
    anna, ben = friends(service, "Anna", "Ben")
    assert faces(anna) == ["fox", "cat", "rabbit"]
    assert len(ben.last("welcome")["faces"]) == 12
    ben.ask("face", face="rabbit")
    assert faces(anna) == faces(ben) == ["fox", "rabbit", "frog"]
    ben.ask("face", face="fox")
    assert ben.refusal == "Somebody at this table has this face: choose another."
    wrong: list[object] = ["x", None, 3, [], {}]
    for face in wrong:
        ben.ask("face", face=face)
        assert ben.refusal == "There is no such face."
    anna.ask("face", face="dog")
    ben.ask("stand")
    cleo = service.guest(anna, "Cleo")
    cleo.ask("face", face="owl")
    assert cleo.refusal == "Faces are chosen at a table, before a game or after it."
    cleo.ask("sit", table=1)
    cleo.ask("face", face="rabbit")
    ben.ask("sit", table=1)
    assert faces(ben) == ["dog", "rabbit", "fox"], "Ben's face is taken, so he gets another one"
    anna.ask("start", table=1)
    assert [face["name"] for face in cleo.told("about")["portraits"]] == faces(ben)
    cleo.ask("face", face="owl")
    assert cleo.refusal == "Faces are chosen at a table, before a game or after it."
    anna, ben, cleo = service.start_again(anna, ben, cleo)
    assert [face["name"] for face in anna.told("about")["portraits"]] == ["dog", "rabbit", "fox"]
    anna.ask("kick", person=number(cleo))
    assert number(cleo) not in room_of(anna).faces
