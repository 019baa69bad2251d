"""Long reviews in short steps: others run in between, reviews cut short say so, and nothing is computed unwatched."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from phase10_widgets import coach
from phase10_widgets.base.translatable import Refusal
from phase10_widgets.coach.look_back import LookBack
from phase10_widgets.game.game import Game
from phase10_widgets.languages.text import Text
from phase10_widgets.sessions.session import Session
from phase10_widgets.ui import stepped
from phase10_widgets.ui.fair_queue import TURN
from phase10_widgets.ui.solo.visit import LineCoach
from phase10_widgets.ui.table import coach_results
from tests.ui.visiting import Line, Service, act, in_a_loop, start, visit_of

TICK = 0.01
"""The seconds that every step takes in these tests."""
A_TURN = 3
"""The number of these steps in a turn."""


def finished(seed: int = 3) -> Session:
    session = Session("classic", ["random", "greedy"], seed, phases=[1, 2])
    session.run()
    return session


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make each step take a fixed processor time, on any machine."""
    now, steps = [0.0], LookBack.steps

    def slowly(look: LookBack) -> Iterator[None]:
        for each in steps(look):
            now[0] += TICK
            yield each

    monkeypatch.setattr(LookBack, "steps", slowly)
    monkeypatch.setattr(stepped, "process_time", lambda: now[0])


class Thread:
    """The turns of a process, which counts them and lets others go first."""

    def __init__(self) -> None:
        self.turns = 0
        self.others: Callable[[], object] = lambda: None
        TURN.set(self.take)

    async def take(self, act: Callable[[], Any]) -> Any:
        await asyncio.sleep(0)
        self.others()
        self.turns += 1
        return act()

    async def until(self, met: Callable[[], bool]) -> None:
        for _ in range(100_000):
            if met():
                return
            await asyncio.sleep(0)
        pytest.fail("the condition was never met")


def found(line: Line) -> bool:
    return "luck" in line.about["coach"]


@pytest.mark.slow
@in_a_loop
async def test_other_turns_leave_the_review_unchanged(slow: None) -> None:
    session = finished()
    thread, service = Thread(), Service()
    line, other = Line(service, start="coach"), Line(service)
    thread.others = lambda: other.say("ping")
    line.say("load", text=session.save())
    assert not found(line)
    await thread.until(lambda: found(line))
    steps = len(list(LookBack(session.games).steps()))
    assert thread.turns * A_TURN >= steps > 200
    assert sum(each.get("message", {}).get("kind") == "pong" for each in other.sent) == thread.turns
    screen: Any = visit_of(line)._screen
    assert (screen.review, screen.luck) == (coach.review(session.games), coach.luck(session.games))
    whole = LineCoach(session).about["coach"]
    assert line.about["coach"] == whole
    assert "cut" not in whole


@pytest.mark.slow
@in_a_loop
async def test_a_review_reports_its_progress(slow: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stepped, "NEWS", 0.0)
    thread, line = Thread(), Line(Service(), start="coach")
    line.say("load", text=finished().save())
    await thread.until(lambda: found(line))
    told = [each["about"]["coach"].get("progress") for each in line.sent if "about" in each]
    shares = [int(each.split()[-1].rstrip("%")) for each in told if each]
    assert len({*shares}) > 20
    assert shares == sorted(shares)
    line.say("load", text=finished(4).save())
    line.say("language", language="de")
    assert line.about["coach"]["progress"] == "Das Spiel wird ausgewertet: 0 %"
    line.say("back")
    assert "progress" not in line.about["coach"]


@pytest.mark.slow
@in_a_loop
async def test_a_review_out_of_time_ends_and_says_so(slow: None, monkeypatch: pytest.MonkeyPatch) -> None:
    session = finished()
    rounds = session.games.results
    within = LookBack(session.games.until((rounds[0].end + rounds[1].end) // 2))
    monkeypatch.setattr(stepped, "MOST", TICK * len(list(within.steps())))
    thread, line = Thread(), Line(Service(), start="coach", language="de")
    line.say("load", text=session.save())
    await thread.until(lambda: found(line))
    content = line.about["coach"]
    assert "in Runde 2 aufgehört" in content["cut"]
    screen: Any = visit_of(line)._screen
    whole = coach.review(session.games).decisions
    assert 0 < len(screen.review.decisions) < len(whole)
    assert screen.review.decisions == whole[: len(screen.review.decisions)]
    assert max(content["curve"]["moments"]) < rounds[1].end
    assert [each["title"].split()[-1] for each in content["rounds"]] == ["1", "2"]


@in_a_loop
async def test_nothing_is_computed_while_nobody_watches(slow: None) -> None:
    thread, service = Thread(), Service()
    line = Line(service, start="coach")
    line.say("load", text=finished().save())
    await thread.until(lambda: thread.turns == 5)
    service.visits.gone(line)
    for _ in range(100):
        await asyncio.sleep(0)
    assert thread.turns == 5
    again = Line(service, visit=line.visit)
    await thread.until(lambda: found(again))
    service.visits.gone(again)
    service.visits._forget(line.visit)


@pytest.mark.slow
@in_a_loop
async def test_a_file_is_replayed_in_short_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long one would otherwise keep everybody waiting; a faulty one is refused when replay reaches the fault."""
    now = [0.0]
    moments = Game.moments

    def slowly(record: Any) -> Iterator[Game]:
        for each in moments(record):
            now[0] += TICK
            yield each

    monkeypatch.setattr(Game, "moments", slowly)
    monkeypatch.setattr(stepped, "process_time", lambda: now[0])
    session = finished()
    data = session.to_dict()
    data["record"]["rounds"][-1]["actions"][-1]["seat"] = 7
    thread, line = Thread(), Line(Service(), start="coach")
    line.say("load", text=json.dumps(data))
    assert thread.turns == 0
    await thread.until(lambda: any(each.get("message", {}).get("kind") == "reject" for each in line.sent))
    assert thread.turns * A_TURN >= len(session.games) - 1 > 100
    assert "cannot be replayed" in line.told("reject")["why"]
    line.say("load", text=session.save())
    await thread.until(lambda: found(line))
    assert line.about["coach"] == LineCoach(session).about["coach"]


@pytest.mark.slow
@in_a_loop
async def test_another_game_replaces_the_first(slow: None) -> None:
    thread, line = Thread(), Line(Service(), start="coach")
    line.say("load", text=finished(3).save())
    await thread.until(lambda: thread.turns == 5)
    line.say("load", text=finished(4).save())
    await thread.until(lambda: found(line))
    assert line.about["coach"] == LineCoach(finished(4)).about["coach"]
    steps = len(list(LookBack(finished(4).games).steps()))
    assert thread.turns < 10 + steps


@in_a_loop
async def test_a_failure_is_reported_and_the_page_continues(slow: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(self: LookBack) -> Any:
        yield from range(10)
        raise Refusal("no")

    thread, line = Thread(), Line(Service(), start="coach")
    monkeypatch.setattr(LookBack, "steps", fails)
    message_id = line.say("load", text=finished().save())
    await thread.until(lambda: any(each.get("message", {}).get("kind") == "reject" for each in line.sent))
    assert line.told("reject")["id"] == message_id
    assert "progress" not in line.about["coach"]


@in_a_loop
async def test_a_table_reviews_an_ordinary_round_at_once_and_a_long_one_later(
    slow: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both get the same review; until it is ready, the scores are shown without it."""

    async def play(line: Line, thread: Thread) -> list[Any]:
        start(line, phases=[1])
        line.say("pace", seconds=0)
        chance, shown = random.Random(2), []
        while True:
            await thread.until(lambda: bool(line.view["legal"] or line.view["summary"] or line.view["over"]))
            if line.view["summary"]:
                at_once = "review" in line.view["summary"]
                await thread.until(lambda: "review" in line.view["summary"])
                shown.append((at_once, line.view["summary"]["review"]))
            if line.view["over"]:
                at_once = "luck" in line.view["over"]
                await thread.until(lambda: "review" in line.view["over"] and "luck" in line.view["over"])
                shown.append((at_once, line.view["over"]["review"]))
                return shown
            act(line, chance)

    monkeypatch.setattr(coach_results, "AT_ONCE", 1e9)
    at_once = await play(Line(Service()), Thread())
    monkeypatch.setattr(coach_results, "AT_ONCE", TICK)
    later = await play(Line(Service()), Thread())
    assert [review for _, review in at_once] == [review for _, review in later]
    assert {first for first, _ in at_once} == {True}
    assert {first for first, _ in later} == {False}


async def round_over(line: Line, thread: Thread) -> None:
    start(line, phases=[1])
    line.say("pace", seconds=0)
    chance = random.Random(2)
    while not line.view["summary"]:
        if line.view["legal"]:
            act(line, chance)
        else:
            await thread.until(lambda: bool(line.view["legal"] or line.view["summary"]))
    assert "review" not in line.view["summary"]


@in_a_loop
async def test_a_review_that_comes_later_leaves_a_replay_alone(slow: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach_results, "AT_ONCE", TICK)
    thread, line = Thread(), Line(Service())
    await round_over(line, thread)
    line.say("replay")
    rev = line.view["rev"]
    coach = visit_of(line).table._coach  # type: ignore[union-attr]
    await thread.until(lambda: coach._work is None)
    assert line.view["rev"] == rev
    line.say("back")
    assert "review" in line.view["summary"]


def test_a_table_names_the_round_in_which_the_coach_stopped(slow: None, monkeypatch: pytest.MonkeyPatch) -> None:
    session = finished()
    games, rounds = session.games, session.games.results
    first = LookBack(games[: rounds[0].end + 1], 0, luck=False)
    monkeypatch.setattr(stepped, "MOST", TICK * (len(list(first.steps())) + 5))
    found = coach_results.CoachResults()
    got, alone = found.game(games, 0), found.round(games, rounds[0], 0)
    review = found.review(games, None, 0, Text())
    assert got is not None, "without a loop, nobody waits"
    assert review is not None
    assert alone is not None
    assert "stopped in round 2" in review["cut"]
    assert (got.cut, alone.cut) == (2, None)
