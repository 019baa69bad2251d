"""Long computations run beside the loop, one at a time for each person."""

from __future__ import annotations

from concurrent.futures import Executor, Future
from functools import partial
from typing import Any

import pytest

from phase10_widgets.core.translatable import Refusal
from phase10_widgets.live.jobs import MOST, Jobs

from .test_poll import QUESTION, Class, poll_of


class Slow(Executor):
    """An executor that computes when told."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Future[Any], Any]] = []

    def submit(self, work: Any, /, *args: Any, **more: Any) -> Future[Any]:
        result: Future[Any] = Future()
        self.waiting.append((result, work))
        return result

    def work(self) -> None:
        waiting, self.waiting = self.waiting, []
        for result, work in waiting:
            result.set_result(work())


def test_a_question_appears_once_it_is_computed() -> None:
    slow = Slow()
    room = Class(3, executor=slow)
    room.ask("ask", question=QUESTION)
    assert room.lesson.current is None
    room.ask("ask", question="03/special")
    assert room.host.refusal == "One moment: your last request is under way."
    slow.work()
    room.service.wait(1.0)
    assert poll_of(room.wall)["question"] == QUESTION


def test_a_room_may_be_gone_before_its_question_is_there() -> None:
    slow = Slow()
    room = Class(3, executor=slow)
    room.ask("ask", question=QUESTION)
    room.ask("end")
    slow.work()
    room.service.desk.tick()
    assert not room.service.desk._rooms


def test_somebody_may_be_gone_before_their_deals_are_there() -> None:
    slow = Slow()
    room = Class(3, executor=slow)
    room.ask("ask", question=QUESTION)
    slow.work()
    room.service.wait(1.0)
    room.steps("closed")
    room.ask("pool")
    room.pupils[0].ask("sample")
    room.ask("kick", person=room.pupils[0].last("welcome")["person"])
    slow.work()
    room.service.wait(1.0)
    assert poll_of(room.wall)["pool"]["n"] == 0


def test_there_is_an_end_to_what_waits() -> None:
    jobs = Jobs(Slow())
    for _ in range(MOST):
        jobs.add(int, print, print)
    with pytest.raises(Refusal, match="too much"):
        jobs.add(int, print, print)


def raised(error: Exception) -> None:
    raise error


def test_an_error_is_told_to_who_asked() -> None:
    for error, why in [
        (Refusal("no"), "no"),
        (OSError(), "could not be stored"),
        (ZeroDivisionError(), "Something went wrong"),
    ]:
        told: list[Refusal] = []
        Jobs().add(partial(raised, error), print, told.append)
        assert why in str(told[0])
