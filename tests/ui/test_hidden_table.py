"""The one contract about hidden cards: everything that a table sends is independent of them.

Two tables differ only in facts that the person in front of them cannot know: the others' cards, the draw pile,
and the cards that others drew and saved. Everything that leaves Python is collected from both: traits, messages,
the content of saved notebooks, the log. Only a file that the person asks for contains the deal.
"""

from __future__ import annotations

import json
import logging
import re
from functools import partial
from random import Random
from typing import Any
from unittest.mock import Mock

import pytest

import phase10_widgets as p10
from phase10_widgets import Game, Session, Table
from phase10_widgets.game.moments import Moments
from phase10_widgets.rules.cards import Card
from phase10_widgets.rules.events import Drawn, Event, Saved
from phase10_widgets.rules.observation import SPECTATOR
from phase10_widgets.sessions.seating import SeatPlan
from phase10_widgets.store.store import StoreLease
from phase10_widgets.teaching.pages.page import LessonPage
from phase10_widgets.teaching.pages.visit import LessonVisit
from tests.contracts.test_hidden import resampled
from tests.ui.page import Page, bundle

SEATS = [SeatPlan("Ana", None), SeatPlan("Ben", "random"), SeatPlan("Eve", "greedy")]


def played(edition: str, seed: int, moves: int) -> Session:
    """Return a game in progress with a person at seat 0, or a finished one if it ends early."""
    session = Session(edition, SEATS, seed, phases=[1, 2])
    person = p10.players.get("greedy")
    for _ in range(moves):
        if session.game.to_act is None:
            break
        if session.waits_for_person:
            session.act(0, person.choose(session.observe(0)))
        else:
            session.step()
    return session


def twin(session: Session, me: int, chance: Random) -> Session:
    """Return a game that this seat cannot distinguish from the original."""
    other = Session(session.game.edition.id, session.seat_plans, 0, **session.game.edition.options)
    deck = session.game.edition.deck(3, session.game.state.seed)
    games = []
    for game in session.games:
        events = tuple(changed(event, me, deck, chance) for event in game.events)
        state = resampled(game.state, me, chance)
        games.append(Game(state, events, game._log, game._recalls, game._trail, game._start))
    other._set(Moments(games))
    return other


def changed(event: Event, me: int, deck: tuple[Card, ...], chance: Random) -> Event:
    """Return the event with another card if this seat did not see it."""
    if isinstance(event, Saved) and event.seat != me:
        return event._replace(card=chance.choice(deck))
    if isinstance(event, Drawn) and event.seat != me and event.source != "discard":
        return event._replace(card=chance.choice(deck))
    return event


def on_a_page(session: Session, sent: list[Any]) -> tuple[Any, Any]:
    """Return a table on a lesson's page, and its message handler; *sent* receives the messages of its connection."""
    cell = {"cell_type": "code", "source": "p10.Table(session=session, pace=None)"}
    visit = LessonVisit(LessonPage({"cells": [cell]}), None)
    visit._space["session"] = session
    visit.greet(Mock(send=sent.append), new=True)
    sent.clear()  # the secret name of the visit
    visit.hear({"kind": "look", "screen": 0})
    return visit._screens[0], lambda content: visit.hear({"kind": "say", "screen": 0, "message": content})


def everything(session: Session, surface: str, log: pytest.LogCaptureFixture) -> str:
    """Return everything that a table or a spectator's view sends in answer to messages that change nothing."""
    log.clear()
    sent: list[Any] = []
    if surface == "lesson":
        widget, hear = on_a_page(session, sent)
    else:
        table = Table(session=session, pace=None, keeper=StoreLease(None))
        widget = table.watch() if surface == "spectator" else table
        hear = partial(widget._handle_custom_msg, buffers=[])
        widget.observe(lambda change: sent.append(change["new"]), ["about", "view"])
        widget.send = lambda content, buffers=None: sent.append(content)
    hostile: list[dict[str, Any]] = [
        *({"kind": kind, "tokens": []} for kind in ("hello", "ping", "pause", "forget")),
        *({"kind": "language", "language": name} for name in ("de", "en", "xx")),
        *({"kind": "pace", "seconds": seconds} for seconds in (None, "x")),
        {"kind": "replay", "at": 0},
        *({"kind": kind} for kind in ("undo!", "load", "resume", "seek", "eyes", "back!", "hint")),
        {"kind": "action", "action": {"type": "hit", "card": "W", "owner": 1, "group": 0}},
        {"kind": "action", "action": {"type": "discard", "card": "S", "target": 2}},
        {"kind": "action", "action": {"type": "lay_down", "groups": ["W W W"]}},
        {"kind": "action", "action": {"type": "draw", "from": "saved", "card": "W"}},
    ]
    for count, content in enumerate(hostile):
        hear({"v": 1, "id": str(count), "rev": widget.rev, **content})
    if surface == "seat":
        sent.append({name: text for name, text in bundle(widget).items() if name.startswith("text/")})
    if surface != "lesson":
        sent.append({name: value for name, value in widget.get_state().items() if name not in ("_esm", "_css")})
    widget.close()
    told = json.dumps([sent, log.text], default=str, sort_keys=True)
    return re.sub(r"\b(IPY_MODEL_)?[0-9a-f]{32}\b", "a model", told)


@pytest.mark.slow
@pytest.mark.parametrize("surface", ["seat", "spectator", "lesson"])
@pytest.mark.parametrize("edition", p10.EDITIONS)
def test_no_message_depends_on_hidden_cards(edition: str, surface: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    chance = Random(f"{edition}/{surface}")
    me = SPECTATOR if surface == "spectator" else 0
    differed = 0
    for seed in range(12):
        session = played(edition, seed, chance.randrange(60))
        if session.game.to_act is None:
            continue
        other = twin(session, me, chance)
        assert everything(other, surface, caplog) == everything(session, surface, caplog)
        differed += other.game.position() != session.game.position()
    assert differed > 6, "the hidden cards did differ"


def test_the_requested_file_holds_the_deal_and_shows_no_card(caplog: pytest.LogCaptureFixture) -> None:
    """This is the one exception; the deal is packed, and the file is labeled."""
    table = Table(session=played("classic", 3, 9), pace=None, keeper=StoreLease(None))
    (file,) = Page(table).answers("save")
    assert json.loads(file["text"])["note"] == "This file holds the whole deal, hidden cards too."
    assert table.game.position()["draw_pile"] not in file["text"]
    assert Session.load(file["text"]).game.position() == table.game.position()
