"""The work on the capstone in a learner's progress: nothing is lost, and files are trusted only after validation."""

from __future__ import annotations

from typing import Any

import pytest

from phase10_widgets.teaching import Progress, ProgressError
from phase10_widgets.teaching.course import OWN
from phase10_widgets.teaching.figures.design import DRAFT
from phase10_widgets.teaching.progress.design_work import KEPT, MOST_BOARDS, DesignGuess, DesignWork
from tests.faults import every

WORK = DesignWork(9, DRAFT, guesses=(DesignGuess(9, DRAFT, 7, 9),))


def with_work(work: DesignWork = WORK) -> Progress:
    progress = Progress(seed=3)
    progress.keep_design(OWN, work)
    return progress


def test_the_latest_guesses_stay() -> None:
    work = WORK
    for at in range(KEPT + 5):
        work = work.guessed(DesignGuess(at % 25, DRAFT, 5, 5))
    assert len(work.guesses) == KEPT
    assert work.guesses[-1].wilds == (KEPT + 4) % 25
    assert Progress.loads(with_work(work).dumps()).designs[OWN].guesses == work.guesses


ROW = WORK.to_dict()
GUESS = ROW["guesses"][0]
OTHER_GUESSES: tuple[Any, ...] = ({}, [GUESS] * (KEPT + 1), [5])
WRONG_IN_GUESS: tuple[dict[str, Any], ...] = (
    *({"guess": None}, {"right": 11}, {"wilds": []}),
    *({"phases": None}, {"more": 1}),
)
DAMAGED: list[Any] = [
    None,
    [],
    {},
    {**ROW, "more": 1},
    *({**ROW, "wilds": wilds} for wilds in (25, -1, True, "9", 1e300)),
    *({**ROW, "phases": phases} for phases in (list(DRAFT[:9]), "2 sets of 3")),
    *({**ROW, "phases": [*DRAFT[:9], last]} for last in (5, "<script>", "1 run of 11")),
    {**ROW, "phases": [*DRAFT[:9], " + ".join(["1 set of 2"] * 1000)]},
    *({**ROW, **one} for one in ({"guess": 11}, {"right": -1}, {"right": "9"}, {"day": -1}, {"day": 10**400})),
    *({**ROW, "guesses": guesses} for guesses in OTHER_GUESSES),
    *({**ROW, "guesses": [{**GUESS, **one}]} for one in WRONG_IN_GUESS),
]


@every("row", DAMAGED)
def test_a_damaged_file_is_refused(row: Any) -> None:
    with pytest.raises(ProgressError, match="damaged at 'designs'"):
        Progress.from_dict({**Progress().to_dict(), "designs": {OWN: row}})


def test_there_are_not_too_many_boards() -> None:
    too_many = {f"capstone/{n}": ROW for n in range(MOST_BOARDS + 1)}
    for designs in (too_many, list[Any]()):
        with pytest.raises(ProgressError, match="damaged at 'designs'"):
            Progress.from_dict({**Progress().to_dict(), "designs": designs})
