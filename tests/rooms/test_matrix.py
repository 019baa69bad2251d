"""Every role with every message: permissions, and refusals that change nothing and reach nobody else."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from devtools.measure.live.hostile import forms
from phase10_widgets.rooms.pages import LESSON_EVERY_SECONDS as LESSON_EVERY
from phase10_widgets.rooms.requests import ANYTIME, EVERYBODY, HOSTS, IN_TURN
from phase10_widgets.rooms.wire import LiveUp
from tests.rooms.playing import Line, Service, act, number

PEOPLE = ("waiting", "acting", "other", "elsewhere", "watcher", "host")
"""The room's roles: without a table; at a table, to act or not; at one that has not begun; watching; the host."""
GUESTS = PEOPLE[:-1]
AT_TABLE = ("acting", "other", "watcher", "host")
"""The roles whose pages show a game."""
OUTSIDE = ("stranger", "removed")
ROLES = (*PEOPLE, "wall", *OUTSIDE)
ONLY_HOST = "Only the host of this room may do that."
NOT_UNDERSTOOD = "This message was not understood."
JOIN = "Please join again."
WATCHING = "You are watching this table."
OTHERS_TURN = "'s turn."
NOT_HERE = "That is not possible at a shared table."

FIELDS: Mapping[str, Mapping[str, Any]] = {
    "sit": {"table": 2},
    "watch": {"table": 1},
    "face": {"face": "lion"},
    "hand": {"up": True},
    "language": {"language": "de"},
    "predict": {"text": "30%", "confidence": 0.5},
    "plan": {"table": 2, "edition": "flip", "preset": "taste", "seats": 3, "level": 1},
    "rules": {"table": 1},
    "start": {"table": 2},
    "tables": {"n": 3},
    "same": {"on": False},
    "clock": {"seconds": 30},
    "pace": {"seconds": 2},
    "lock": {"on": True},
    "pause": {"on": True},
    "names": {"on": True},
    "preview": {"question": "03/at-least-one"},
    "ask": {"question": "03/at-least-one"},
    "snapshot": {"table": 1},
    "phase": {"phase": "closed"},
}
"""The fields of each message besides its kind; the target person is added."""
BEFORE: Mapping[str, tuple[tuple[str, Mapping[str, Any]], ...]] = {
    "predict": (("ask", FIELDS["ask"]),),
    "sample": (("ask", FIELDS["ask"]), ("phase", FIELDS["phase"]), ("pool", {})),
    "phase": (("ask", FIELDS["ask"]),),
    "pool": (("ask", FIELDS["ask"]), ("phase", FIELDS["phase"])),
    "finish": (("ask", FIELDS["ask"]),),
}
"""The host's preparatory messages for each message."""
ANSWERED = {
    "same": "Wait until no table is playing.",
    "end": "This room is closed, and everything about it is deleted.",
}
"""The answers to permitted senders of a message, if any."""
MAY: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("sit", "stand", "back"), PEOPLE),
    "language": (*PEOPLE, "wall"),
    "watch": ("waiting", "watcher", "host"),
    **dict.fromkeys(("hand", "predict", "sample"), GUESTS),
    "again": (),
    "face": ("elsewhere",),
    **dict.fromkeys(HOSTS, ("host",)),
}
"""The roles that may send each message to the room."""
MAY_SAY: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(ANYTIME, AT_TABLE),
    "react": ("acting", "other"),
    "action": ("acting",),
    "undo": ("acting",),
    "hint": ("acting",),
    "continue": ("acting", "other"),
    **dict.fromkeys(("save", "load", "again", "pace", "step", "replay", "resume", "forget", "ready", "start"), ()),
}
"""The roles that may send each message to the table."""


class Cast:
    """A room in which every role is filled, and another room."""

    def __init__(self) -> None:
        """Fill both rooms."""
        service = self.service = Service()
        host = service.host("Teacher")
        ada, ben, cleo, wim, wanda, rita = (
            service.guest(host, name) for name in ("Ada", "Ben", "Cleo", "Wim", "Wanda", "Rita")
        )
        host.ask("tables", n=2)
        host.ask("plan", table=1, edition="classic", preset="quick", seats=2, level=5)
        for guest, at in ((ada, 1), (ben, 1), (cleo, 2)):
            guest.ask("sit", table=at)
        host.ask("start", table=1)
        for line in (host, wanda):
            line.ask("watch", table=1)
        host.ask("kick", person=number(rita))
        acting, other = (ada, ben) if ada.view["legal"] else (ben, ada)
        self.roles = {
            "waiting": wim,
            "acting": acting,
            "other": other,
            "elsewhere": cleo,
            "watcher": wanda,
            "host": host,
            "wall": Line(service, host.token, wall=True),
            "stranger": Line(service, host.token[:-1]),
            "removed": rita,
        }
        self.foreign = service.host("Olga")

    def finish_a_round(self) -> None:
        """Play until there is a finished round to ask about."""
        chance, lines = random.Random(1), [self.roles[role] for role in ("acting", "other")]
        while lines[0].view["observation"]["round"] == 1:
            for line in lines:
                act(line, chance)

    def stored(self) -> str:
        """Return everything in the book about the first room, except the times of the last activity."""
        book, (room,) = self.service.desk._book, [row for row in self.service.desk._book.rooms() if row.room == 1]
        parts = [part(1) for part in (book.people, book.more_tokens, book.tables, book.asked, book.answers, book.deals)]
        return repr([room.code, room.key, room.settings, parts, book.moves(1, 1), book.moves(1, 2)])

    def heard(self, *but: Line) -> list[Any]:
        """Return the messages to everybody in the first room except these."""
        return [json.dumps(line.sent) for line in self.roles.values() if line not in but]


def last_refusal(line: Line, since: int) -> str:
    """Return the reason for refusing the last message; "" if it was accepted."""
    for message in reversed(line.sent[since:]):
        if message["kind"] == "bye":
            return str(message["why"])
        found = message if message["kind"] == "reject" else message.get("message", {})
        if found.get("kind") == "reject":
            return str(found["why"])
    return ""


def prepared(kind: str) -> Cast:
    """Return a room in which a message of this kind makes sense."""
    cast = Cast()
    host = cast.roles["host"]
    for asked, fields in BEFORE.get(kind, ()):
        host.ask(asked, **fields)
        cast.service.wait(2 * LESSON_EVERY, *(cast.roles[role] for role in PEOPLE))
        assert last_refusal(host, 0) == ""
    if kind == "snapshot":
        cast.finish_a_round()
    return cast


def with_something_to_undo() -> Cast:
    """Return a room in which somebody has taken the top discard, so it was no skip."""
    while True:
        cast = Cast()
        acting = cast.roles["acting"]
        acting.say("action", action={"type": "draw", "from": "discard"})
        if acting.view["undo"]:
            return cast


def fields_of(cast: Cast, kind: str) -> dict[str, Any]:
    """Return a message's fields, which may refer to people in this room."""
    waiting, other = (number(cast.roles[role]) for role in ("waiting", "other"))
    people: dict[str, dict[str, Any]] = {
        "place": {"person": waiting, "table": 2},
        "reseat": {"person": other, "newcomer": waiting},
        "kick": {"person": waiting},
    }
    return {**FIELDS.get(kind, {}), **people.get(kind, {})}


def expect_refused(cast: Cast, role: str, send: Callable[[Line], None]) -> str:
    """Send a forbidden message; return the refusal, after checking everybody else and the book."""
    line = cast.roles[role]
    before, kept, since = cast.heard(line), cast.stored(), len(line.sent)
    send(line)
    why = last_refusal(line, since)
    assert why, role
    assert cast.heard(line) == before, (role, "nobody else is notified")
    assert cast.stored() == kept, (role, "nothing has changed")
    return why


def test_the_matrix_has_every_message() -> None:
    assert {*MAY} == {*EVERYBODY, *HOSTS} - {"say"}
    assert {kind for form in forms(LiveUp) for kind in form.kinds} == {"hello", "beat", "say", *MAY}
    assert {*MAY_SAY} >= {*ANYTIME, *IN_TURN}
    assert {*ROLES} == {*Cast().roles}


@pytest.mark.parametrize("kind", MAY)
def test_who_may_send_a_message_to_the_room(kind: str) -> None:
    for role in MAY[kind]:
        cast = prepared(kind)
        line = cast.roles[role]
        since = len(line.sent)
        line.ask(kind, **fields_of(cast, kind))
        cast.service.wait(2 * LESSON_EVERY, line)
        assert last_refusal(line, since) == ANSWERED.get(kind, ""), role
    cast = prepared(kind)
    fields = fields_of(cast, kind)
    for role in {*ROLES} - {*MAY[kind]}:
        why = expect_refused(cast, role, lambda line: line.ask(kind, **fields))
        if role in OUTSIDE:
            assert why == JOIN
        elif kind in HOSTS:
            assert why == ONLY_HOST, role
        elif role == "wall":
            assert why == NOT_UNDERSTOOD


@pytest.mark.parametrize("kind", MAY_SAY)
def test_who_may_send_a_message_to_the_table(kind: str) -> None:

    def prepared() -> tuple[Cast, Callable[[Line], None]]:
        cast = with_something_to_undo() if kind == "undo" else Cast()
        view = cast.roles["acting"].view
        fields = {"action": view["legal"][0], "language": "de", "token": "x", "text": "x", "seconds": 0}
        fields |= {"same": True, "reaction": 2}
        message = {"kind": kind, "v": 1, "id": "said:1", "rev": view["rev"], **fields}
        return cast, lambda line: cast.service.desk.hear(line, {"kind": "say", "id": "said:1", "message": message})

    for role in MAY_SAY[kind]:
        cast, send = prepared()
        line = cast.roles[role]
        since = len(line.sent)
        send(line)
        assert last_refusal(line, since) == "", role
    cast, send = prepared()
    for role in {*ROLES} - {*MAY_SAY[kind]}:
        why = expect_refused(cast, role, send)
        if role in OUTSIDE:
            assert why == JOIN
        elif role in ("waiting", "elsewhere", "wall"):
            assert why == NOT_UNDERSTOOD, role
        elif role in ("watcher", "host"):
            assert why == WATCHING
        elif kind in IN_TURN:
            assert why.endswith(OTHERS_TURN) or kind != "action"
        else:
            assert why == NOT_HERE


@pytest.mark.parametrize("kind", MAY)
def test_the_host_of_another_room_changes_nothing_here(kind: str) -> None:
    """This holds for any message, with the numbers of this room's people and tables."""
    cast = prepared(kind)
    before, kept = cast.heard(), cast.stored()
    cast.foreign.ask(kind, **fields_of(cast, kind))
    assert (cast.heard(), cast.stored()) == (before, kept)
