"""The named experiments, each of which can be sent to another process as just its name and parameters."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any

from .deals import DEALT_QUESTIONS
from .draws import DRAWN_QUESTIONS
from .experiment import Experiment, ExperimentError

_KNOWN: dict[str, type[Experiment]] = {kind.name: kind for kind in (*DEALT_QUESTIONS, *DRAWN_QUESTIONS)}


def questions() -> tuple[str, ...]:
    """Return the names of all questions that :func:`question` accepts.

    >>> "deal" in questions()
    True
    """
    return tuple(sorted(_KNOWN))


def question(name: str, /, **parameters: Any) -> Experiment:
    """Return the question with this name.

    ============= ======================================= ===================================================
    name          result of a trial                       extra parameters
    ============= ======================================= ===================================================
    deal          do the dealt cards contain the phase?   phase, cards=10
    distance      cards missing for the phase             phase, cards=10
    points        penalty points at the end of a round    cards=10
    wilds         are enough of them wild?                at_least=1, given=0, cards=10
    same number   do enough of them share a number?       at_least=3, number=None (any), cards=10
    within        is the phase complete after the draws?  phase, hand, draws=1, seen="", nothing is discarded
    wait          draws until the phase is complete       phase, hand, seen="", nothing is discarded
    ============= ======================================= ===================================================

    All questions also accept edition, seats, side, hand (cards held, included in *cards*) and deck (such as
    ``{"W": 12}``), as in ``odds.deal``.

    >>> str(question("deal", edition="classic", phase=1).asked)
    'Do 10 cards from the deck of Phase 10 contain phase 1 (2 sets of 3)?'

    Raises:
        ExperimentError: there is no such question or parameter; ValueError for an invalid value.
    """
    if not isinstance(name, str) or name not in _KNOWN:
        raise ExperimentError(f"there is no question {name!r:.60}; the questions are {', '.join(sorted(_KNOWN))}")
    takes = {one.name: one for one in fields(_KNOWN[name])}  # type: ignore[arg-type]
    for given in parameters:
        if given not in takes:
            raise ExperimentError(f"the question {name!r} has no parameter {given!r:.60}; it has {', '.join(takes)}")
    for needed, one in takes.items():
        if one.default is MISSING and needed not in parameters:
            raise ExperimentError(f"the question {name!r} needs the parameter {needed}")
    return _KNOWN[name].of(parameters)
