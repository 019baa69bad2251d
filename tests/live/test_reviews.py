"""The coach looks back at what is over at a shared table: beside the loop, and for each seat alone."""

from __future__ import annotations

import json
import random
from concurrent.futures import Executor, Future
from functools import partial
from typing import Any

import pytest

from phase10_widgets.live import reviews
from phase10_widgets.live.jobs import LATE, Jobs
from tests.live.playing import Line, Service, act, play, table

from .test_jobs import Slow

HAND = "R5 and W"


class Broken(Executor):
    """An executor that refuses or loses everything."""

    def __init__(self, how: str) -> None:
        self.how = how
        self.asked = 0

    def submit(self, work: Any, /, *args: Any, **more: Any) -> Future[Any]:
        self.asked += 1
        if self.how == "refuses":
            raise RuntimeError("the cluster is closed")
        result: Future[Any] = Future()
        if self.how == "fails":
            result.set_exception(OSError("a worker is gone"))
        elif self.how == "cancels":
            result.cancel()
        return result


def round_over(service: Service, *names: str, **plan: Any) -> list[Line]:
    """Return the pages of people who look at the result of their first round."""
    lines = table(service, *names, preset="full", **plan)
    chance = random.Random(1)
    for _ in range(1000):
        for line in lines:
            if line.view["summary"]:
                return lines
            act(line, chance)
        service.wait(1.0, *lines)
    raise AssertionError("no round ends")


def test_everybody_gets_a_review_of_their_own_round_when_it_is_there() -> None:
    slow = Slow()
    service = Service(executor=slow)
    hanna, ben = round_over(service, "Hanna", "Ben", level=3)
    assert [line.view["summary"].get("review") for line in (hanna, ben)] == [None, None]
    assert hanna.view["summary"]["seats"], "and nobody waits for it"
    slow.work()
    service.wait(1.0, hanna, ben)
    for seat, line in enumerate((hanna, ben)):
        review = line.view["summary"]["review"]
        assert review["title"]
        assert review["curve"]["own"] == seat
    again = Line(service, ben.token)
    assert again.view["summary"]["review"] == ben.view["summary"]["review"], "a page that comes back has it at once"
    assert not slow.waiting, "and it is not computed again"


def test_a_review_speaks_the_language_of_its_page() -> None:
    hanna, ben = round_over(Service(), "Hanna", "Ben", level=3)
    ben.ask("language", language="de")
    assert ben.view["summary"]["review"]["curve"]["title"] == "Gewinnwahrscheinlichkeit"
    assert hanna.view["summary"]["review"]["curve"]["title"] == "Win probability"


def test_after_the_game_there_is_luck_as_well() -> None:
    service = Service()
    hanna, ben = table(service, "Hanna", "Ben")
    play(service, [hanna, ben], 1000, random.Random(2))
    over = ben.view["over"]
    assert over["review"]["curve"]["own"] == 1
    assert over["luck"]["title"] == "Luck and skill"
    watching = service.guest(hanna, "Cleo")
    watching.ask("watch", table=1)
    assert "review" not in watching.view["over"], "spectators have made no decisions"


def test_the_next_round_forgets_the_reviews_of_the_last() -> None:
    service = Service()
    hanna, ben = round_over(service, "Hanna", "Ben", level=3)
    for line in (hanna, ben):
        line.say("continue")
    assert hanna.view["summary"] is None
    play(service, [hanna, ben], 400, random.Random(3))
    known = service.desk._rooms[1].tables[1]._reviews._known
    assert len({end for end, *_ in known}) == 1


def test_what_is_lost_elsewhere_is_computed_here() -> None:
    for how in ["refuses", "fails", "cancels", "never answers"]:
        broken = Broken(how)
        service = Service(workers=broken)
        hanna, ben = round_over(service, "Hanna", "Ben", level=3)
        service.wait(1.0, hanna, ben)
        if how == "never answers":
            assert "review" not in hanna.view["summary"]
            service.wait(LATE, hanna, ben)
        assert broken.asked == 2
        assert hanna.view["summary"]["review"]
        assert ben.view["summary"]["review"]


def test_a_review_that_fails_names_no_card_in_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def failing(*_: Any, **__: Any) -> None:
        raise ValueError(HAND)

    monkeypatch.setattr(reviews, "LookBack", failing)
    service = Service()
    hanna, _ = round_over(service, "Hanna", "Ben", level=3)
    assert "review" not in hanna.view["summary"]
    assert "a computation failed" in caplog.text
    assert HAND not in caplog.text


def test_a_review_without_time_says_where_it_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "MOST", 0.0)
    hanna, _ = round_over(Service(), "Hanna", "Ben", level=3)
    assert hanna.view["summary"]["review"]["cut"].startswith("The coach stopped in round 1")


def test_work_can_be_sent_anywhere() -> None:
    """Its arguments and its result are plain values: another process needs nothing of this one."""
    import pickle

    service = Service()
    hanna, _ = round_over(service, "Hanna", "Ben", level=3)
    table = service.desk._rooms[1].tables[1]
    ended = table.chairs[0].ended
    assert ended is not None
    work = pickle.loads(pickle.dumps(partial(reviews._of_round, ended.after, 0, "en")))
    found = json.loads(json.dumps(work()))
    assert found["review"] == hanna.view["summary"]["review"]


def test_jobs_close_both_kinds_of_workers() -> None:
    closed: list[str] = []

    class Closing(Slow):
        def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
            closed.append("closed")

    Jobs(Closing(), Closing()).close()
    assert closed == ["closed", "closed"]
