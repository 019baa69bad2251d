"""Pooled deals: a dot for everybody, one growing pool, and the exact truth only once the host shows it."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from phase10_widgets.odds.simulation.simulate import simulate
from phase10_widgets.rooms.lesson.pool import DEALS_AT_ONCE, MOST_DEALS, MOST_PATH
from tests.faults import every
from tests.rooms.playing import Line, number

from .test_poll import QUESTION, Class, asked, poll_of


def dealing(n: int, path: str | Path = ":memory:", question: str = QUESTION) -> Class:
    """Return a class in which everybody may deal."""
    room = asked(n, path, question)
    room.answer(*["50%"] * n)
    room.steps("closed")
    room.ask("pool")
    assert room.host.refusal == ""
    return room


def deal(room: Class, times: int = 1) -> None:
    for _ in range(times):
        for pupil in room.pupils:
            pupil.ask("sample")
    room.service.wait(1.0)


def test_everybody_is_a_dot_and_all_deals_grow_into_one_pool() -> None:
    """Each person sees only their own deals, and a wall shows nobody's."""
    room = dealing(12)
    deal(room, 4)
    pool = poll_of(room.wall)["pool"]
    assert (pool["n"], pool["people"], sum(pool["dots"]["counts"])) == (12 * 4 * DEALS_AT_ONCE, 12, 12)
    assert [n for n, _ in pool["path"]] == sorted(n for n, _ in pool["path"])
    assert (pool["path"][-1][0], len(pool["path"]) <= MOST_PATH) == (pool["n"], True)
    assert all(f"of your {4 * DEALS_AT_ONCE} deals" in poll_of(pupil)["pool"]["mine"] for pupil in room.pupils)
    assert [poll_of(page)["pool"]["mine"] for page in (room.host, room.wall)] == ["", ""]
    for page in room.pages:
        assert {**poll_of(page)["pool"], "mine": "", "more": False} == pool
    truth = float(Fraction(room.exercise.answer))
    assert abs(pool["value"] - truth) < 4 * (truth * (1 - truth) / pool["n"]) ** 0.5
    assert pool["low"] < pool["value"] < pool["high"]
    assert poll_of(room.wall)["truth"] is None
    room.steps("truth")
    assert poll_of(room.wall)["truth"]["value"] == pytest.approx(truth)


def test_the_service_deals_and_a_crash_changes_no_deal(tmp_path: Path) -> None:
    """Neither a page nor luck determines them: the same person's deals have the same seed."""
    room = dealing(3, tmp_path / "live.sqlite3")
    deal(room, 2)
    before = poll_of(room.pupils[0])["pool"]
    (again,) = room.service.start_again(room.pupils[0])
    assert {**poll_of(again)["pool"], "path": []} == {**before, "path": []}
    other = dealing(3)
    deal(other, 2)
    assert poll_of(other.pupils[0])["pool"]["mine"] == before["mine"]


@pytest.mark.parametrize("dealt", [0, 1])
def test_a_person_who_joins_again_is_one_dot(dealt: int, tmp_path: Path) -> None:
    room = dealing(4, tmp_path / "live.sqlite3")
    deal(room, dealt)
    again = room.service.guest(room.host, "Pupil 0 again")
    again.ask("sample")
    room.service.wait(1.0)
    room.ask("reseat", person=number(room.pupils[0]), newcomer=number(again))
    for _ in range(2):
        pool = poll_of(Line(room.service, again.token))["pool"]
        assert (pool["n"], pool["people"]) == ((4 * dealt + 1) * DEALS_AT_ONCE, 4 if dealt else 1)
        assert f"{(dealt + 1) * DEALS_AT_ONCE} deals" in pool["mine"]
        room.service.start()


def test_means_are_also_pooled() -> None:
    room = dealing(4, question="08/cost")
    deal(room, 3)
    pool = poll_of(room.wall)["pool"]
    exact = simulate(room.exercise.question.experiment(room.exercise.params), 600, seed=1)
    assert exact.agrees_with(pool["value"], 8)
    assert "The mean of your 150 deals is" in poll_of(room.pupils[0])["pool"]["mine"]


def test_deals_are_limited_and_few_peoples_deals_show_no_dots() -> None:
    room = dealing(2)
    room.pupils[1].ask("sample")
    for _ in range(MOST_DEALS // DEALS_AT_ONCE):
        room.pupils[0].ask("sample")
    room.service.wait(1.0)
    assert (room.pupils[0].refusal, poll_of(room.pupils[0])["pool"]["more"]) == ("", False)
    room.pupils[0].ask("sample")
    assert room.pupils[0].refusal == "You have dealt 1000 times. That is enough."
    assert (poll_of(room.wall)["pool"]["dots"], poll_of(room.wall)["pool"]["n"]) == (None, MOST_DEALS + DEALS_AT_ONCE)


@every("question, why", [("07/small-series", "a choice"), ("01/which-group", "without chance")])
def test_not_every_question_has_deals(question: str, why: str) -> None:
    room = asked(3, question=question)
    room.steps("closed")
    room.ask("pool")
    assert room.host.refusal, why
    room.pupils[0].ask("sample")
    assert room.pupils[0].refusal == "There is nothing to deal right now."


def test_deals_come_after_predictions() -> None:
    room = asked(3)
    room.ask("pool")
    assert room.host.refusal == "Let everybody predict first, then close the question."
    room.host.ask("sample")
    assert room.host.refusal == "The host asks; the others answer."


def test_the_only_answer_and_the_only_deals_stay_when_their_person_is_removed() -> None:
    room = asked(2)
    room.answer("10%")
    room.steps("closed")
    room.ask("pool")
    room.pupils[0].ask("sample")
    room.service.wait(1.0)
    room.ask("kick", person=number(room.pupils[0]))
    poll = room.lesson.poll()
    assert poll.pool
    assert ([*poll.votes[0]], [*poll.pool.tallies], room.host.refusal) == ([-1], [-1], "")
