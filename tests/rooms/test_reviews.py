"""Long computations, such as the coach's reviews for each seat, run outside the event loop."""

from __future__ import annotations

import random
from concurrent.futures import Executor, Future
from functools import partial
from typing import Any

import pytest

from devtools.measure.live.world import Later
from phase10_widgets.base.translatable import Refusal
from phase10_widgets.rooms import reviews
from phase10_widgets.rooms.jobs import LATE_SECONDS, MOST_JOBS, Jobs
from tests.faults import every
from tests.rooms.playing import Line, Service, number, play, room_of, table, to_results

from .test_poll import QUESTION, Class, poll_of

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
    """Return the pages of people who are looking at the result of their first round."""
    lines = table(service, *(names or ("Hanna", "Ben")), **{"preset": "full", "level": 3, **plan})
    to_results(*lines)
    return lines


@pytest.mark.slow
def test_everybody_gets_a_review_of_their_own_round_when_it_is_ready() -> None:
    later = Later()
    service = Service(executor=later)
    hanna, ben = round_over(service)
    assert [line.view["summary"].get("review") for line in (hanna, ben)] == [None, None]
    assert hanna.view["summary"]["seats"], "and nobody waits for it"
    later.run()
    service.wait(1.0, hanna, ben)
    for seat, line in enumerate((hanna, ben)):
        curve = line.view["summary"]["review"]["curve"]
        assert (curve["own"], curve["title"]) == (seat, "Win probability")
    again = Line(service, ben.token)
    assert again.view["summary"]["review"] == ben.view["summary"]["review"], "a page that comes back has it at once"
    assert not later._work, "and it is not computed again"
    again.ask("language", language="de")
    later.run()
    service.wait(1.0, hanna, again)
    assert again.view["summary"]["review"]["curve"]["title"] == "Gewinnwahrscheinlichkeit"


@pytest.mark.slow
def test_after_the_game_the_review_includes_luck() -> None:
    service = Service()
    hanna, ben = table(service, "Hanna", "Ben")
    play(service, [hanna, ben], 1000, random.Random(2))
    over = ben.view["over"]
    assert over["standings"] == hanna.view["over"]["standings"]
    assert (over["seed"], ben.refusal) == ("", ""), "the seed determines every later deal"
    assert over["review"]["curve"]["own"] == 1
    assert over["luck"]["title"] == "Luck and skill"
    watching = service.guest(hanna, "Cleo")
    watching.ask("watch", table=1)
    assert "review" not in watching.view["over"], "spectators have made no decisions"


def test_the_next_round_discards_the_last_rounds_reviews(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "MOST_SECONDS", 0.0)
    hanna, ben = round_over(Service())
    for line in (hanna, ben):
        line.say("continue")
    to_results(hanna, ben)
    assert hanna.view["summary"]["review"]
    assert len({end for end, *_ in room_of(hanna).tables[1]._reviews._known}) == 1


@pytest.mark.slow
@every("how", ["refuses", "fails", "cancels", "never answers"])
def test_lost_computations_are_repeated_here(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "MOST_SECONDS", 0.0)
    broken = Broken(how)
    service = Service(workers=broken)
    hanna, ben = round_over(service)
    service.wait(1.0, hanna, ben)
    if how == "never answers":
        assert "review" not in hanna.view["summary"]
        service.wait(LATE_SECONDS, hanna, ben)
    assert broken.asked == 2
    assert all(line.view["summary"]["review"] for line in (hanna, ben))


def test_a_review_that_fails_names_no_card_in_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def failing(*_: Any, **__: Any) -> None:
        raise ValueError(HAND)

    monkeypatch.setattr(reviews, "LookBack", failing)
    hanna, _ = round_over(Service())
    assert "review" not in hanna.view["summary"]
    assert "a computation failed" in caplog.text
    assert HAND not in caplog.text


@pytest.mark.slow
def test_a_review_that_runs_out_of_time_says_where_it_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "MOST_SECONDS", 0.0)
    hanna, _ = round_over(Service())
    assert hanna.view["summary"]["review"]["cut"].startswith("The coach stopped in round 1")


def test_a_question_appears_once_computed_even_if_somebody_leaves_first() -> None:
    later = Later()
    room = Class(3, executor=later)
    room.ask("ask", question=QUESTION)
    assert room.lesson.current is None
    room.ask("ask", question="03/special")
    assert room.host.refusal == "One moment: your last request is still in progress."
    later.run()
    room.service.wait(1.0)
    assert poll_of(room.wall)["question"] == QUESTION
    room.ask("phase", phase="closed")
    room.ask("pool")
    room.pupils[0].ask("sample")
    room.ask("kick", person=number(room.pupils[0]))
    later.run()
    room.service.wait(1.0)
    assert poll_of(room.wall)["pool"]["n"] == 0
    room.pupils[1].ask("sample")
    room.ask("end")
    later.run()
    room.service.desk.tick()
    assert not room.service.desk._rooms


def test_waiting_work_is_bounded_and_both_kinds_of_workers_are_closed() -> None:
    closed: list[Executor] = []

    class Closing(Later):
        def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
            closed.append(self)

    first, second = Closing(), Closing()
    jobs = Jobs(first, second)
    for _ in range(MOST_JOBS):
        jobs.add(int, print, print)
    with pytest.raises(Refusal, match="Too much"):
        jobs.add(int, print, print)
    jobs.close()
    assert closed == [first, second]


def raised(error: Exception) -> None:
    raise error


@every("error, why", [(Refusal("no"), "no"), (OSError(), "could not be stored"), (ZeroDivisionError(), "went wrong")])
def test_an_error_is_reported_to_the_person_who_asked(error: Exception, why: str) -> None:
    told: list[Refusal] = []
    Jobs().add(partial(raised, error), print, told.append)
    assert why in str(told[0])
