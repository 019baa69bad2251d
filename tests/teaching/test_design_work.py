"""The work on the capstone in a learner's progress: nothing is lost, and files are trusted only after validation."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from phase10_widgets.teaching import Progress, ProgressError
from phase10_widgets.teaching.design_work import KEPT, MOST_BOARDS, OWN, DesignGuess, DesignWork
from phase10_widgets.widgets.figures.design import DRAFT
from tests.faults import no_faults

WORK = DesignWork(9, DRAFT, guesses=(DesignGuess(9, DRAFT, 7, 9),))


def with_work(work: DesignWork = WORK) -> Progress:
    progress = Progress(seed=3)
    progress.keep_design(OWN, work)
    return progress


def test_it_goes_to_a_file_and_back() -> None:
    progress = with_work(replace(WORK, guess=7, right=9))
    again = Progress.loads(progress.dumps())
    assert again == progress
    assert again.designs[OWN].guesses == WORK.guesses
    assert again.designs[OWN].day > 700_000, "the day is noted"


def test_older_files_have_none() -> None:
    data = with_work().to_dict()
    del data["designs"]
    assert Progress.from_dict(data) == Progress(seed=3)


def test_the_latest_guesses_stay() -> None:
    work = WORK
    for at in range(KEPT + 5):
        work = work.guessed(DesignGuess(at % 25, DRAFT, 5, 5))
    assert len(work.guesses) == KEPT
    assert work.guesses[-1].wilds == (KEPT + 4) % 25
    assert Progress.loads(with_work(work).dumps()).designs[OWN].guesses == work.guesses


def test_it_is_reset_with_the_capstone_or_with_everything() -> None:
    for part in ("capstone", OWN, ""):
        progress = with_work()
        progress.reset(part)
        assert progress.designs == {}
    progress = with_work()
    progress.reset("17")
    assert list(progress.designs) == [OWN]


ROW = WORK.to_dict()
GUESS = ROW["guesses"][0]


DAMAGED: list[Any] = [
    None,
    [],
    {},
    {**ROW, "more": 1},
    {**ROW, "wilds": 25},
    {**ROW, "wilds": -1},
    {**ROW, "wilds": True},
    {**ROW, "wilds": "9"},
    {**ROW, "wilds": 1e300},
    {**ROW, "phases": list(DRAFT[:9])},
    {**ROW, "phases": "2 sets of 3"},
    {**ROW, "phases": [*DRAFT[:9], 5]},
    {**ROW, "phases": [*DRAFT[:9], "<script>"]},
    {**ROW, "phases": [*DRAFT[:9], "1 run of 11"]},
    {**ROW, "phases": [*DRAFT[:9], " + ".join(["1 set of 2"] * 1000)]},
    {**ROW, "guess": 11},
    {**ROW, "right": -1},
    {**ROW, "right": "9"},
    {**ROW, "day": -1},
    {**ROW, "day": 10**400},
    {**ROW, "guesses": {}},
    {**ROW, "guesses": [GUESS] * (KEPT + 1)},
    {**ROW, "guesses": [5]},
    {**ROW, "guesses": [{**GUESS, "guess": None}]},
    {**ROW, "guesses": [{**GUESS, "right": 11}]},
    {**ROW, "guesses": [{**GUESS, "wilds": []}]},
    {**ROW, "guesses": [{**GUESS, "phases": None}]},
    {**ROW, "guesses": [{**GUESS, "more": 1}]},
]


def test_a_damaged_file_is_refused() -> None:
    with no_faults() as faults:
        for row in DAMAGED:
            with faults.of(row):
                data = json.loads(with_work().dumps())
                data["designs"][OWN] = row
                with pytest.raises(ProgressError, match="damaged at 'designs'"):
                    Progress.from_dict(data)


def test_there_are_not_too_many_boards() -> None:
    data = json.loads(with_work().dumps())
    data["designs"] = {f"capstone/{n}": ROW for n in range(MOST_BOARDS + 1)}
    with pytest.raises(ProgressError, match="damaged at 'designs'"):
        Progress.from_dict(data)
    data["designs"] = []
    with pytest.raises(ProgressError, match="damaged at 'designs'"):
        Progress.from_dict(data)
