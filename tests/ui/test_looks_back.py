"""The number of moments that a view reads: as few late in a long game as at its beginning."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import Replay, Session, Table
from phase10_widgets.game.moments import Moments
from phase10_widgets.store.store import StoreLease
from phase10_widgets.ui.coach.view import MOST_ROWS
from phase10_widgets.ui.table.view_parts import MOST_STORY
from tests.ui.page import Page

MOST_LOOKS = 50
"""The maximum number of moments that a view may read, most of them the current one."""


class Looks:
    """A counter of the moments that are read."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.n = 0
        item: Any = Moments.__getitem__
        every = Moments.__iter__

        def get(games: Moments, at: int | slice) -> Any:
            found = item(games, at)
            self.n += len(found) if isinstance(at, slice) else 1
            return found

        def each(games: Moments) -> Iterator[p10.Game]:
            for game in every(games):
                self.n += 1
                yield game

        monkeypatch.setattr(Moments, "__getitem__", get)
        monkeypatch.setattr(Moments, "__iter__", each)

    def at(self, widget: Any, kind: str, **fields: Any) -> int:
        """Return the number of moments read while the widget answers a message."""
        before = self.n
        assert Page(widget).tell(kind, **fields) == ""
        return self.n - before


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> Looks:
    return Looks(monkeypatch)


def played(moments: int) -> Session:
    """Return a long game in which a person is to act."""
    session = Session("classic", ["You", "random"], seed=1)
    person = p10.players.get("random", 1)
    while len(session.games) < moments or not session.waits_for_person:
        session.act(0, person.choose(session.observe(0))) if session.waits_for_person else session.step()
    return session


@pytest.mark.slow
def test_a_click_reads_as_few_moments_late_as_early(looks: Looks) -> None:
    """At the end of a round, the coach reads that round once, and no earlier rounds."""
    session = Session("classic", ["You", "greedy"], seed=1)
    table = Table(session=session, pace=None, keeper=StoreLease(None))
    watched = table.watch()
    person = p10.players.get("greedy")
    seen: list[int] = []
    while table.game.to_act is not None:
        if table.view["summary"]:
            seen.append(looks.at(table, "continue"))
        elif table.game.to_act != 0:
            seen.append(looks.at(table, "step"))
        else:
            seen.append(looks.at(table, "action", action=person.choose(table.game.observe(0)).to_dict()))
        result = session.games.result_at(len(session.games) - 1)
        if table.view["summary"] and result is not None:
            assert seen.pop() < result.end - result.start + MOST_LOOKS
            seen.append(looks.at(table, "pause", on=False))
    assert len(table.view["rounds"]) == len(watched.view["rounds"]) == len(session.games.results) > 8
    reviewed = MOST_ROWS + 1  # the moments of the costliest decisions and the best one
    assert max(seen[-90:]) <= max(seen[:90]) + reviewed < MOST_LOOKS


def test_a_story_and_an_undo_read_few_moments(looks: Looks) -> None:
    table = Table(session=played(3 * MOST_STORY), pace=None, keeper=StoreLease(None))
    for widget in (table, table.watch()):
        assert MOST_STORY <= looks.at(widget, "hello", tokens=[]) < MOST_STORY + MOST_LOOKS
    for _ in range(3):
        before = len(table.session.games)
        assert looks.at(table, "undo") <= before - len(table.session.games) + MOST_LOOKS


def test_a_replay_reads_only_the_moments_of_its_story(looks: Looks) -> None:
    replay = Replay(played(3 * MOST_STORY))
    last = replay.view["replay"]["last"]
    for at in (0, 1, 10, 2 * MOST_STORY, last - 1, last):
        told = min(at + 1, MOST_STORY)
        assert told <= looks.at(replay, "seek", at=at) < told + MOST_LOOKS
        assert told <= looks.at(replay, "eyes", eyes=0) < told + MOST_LOOKS
