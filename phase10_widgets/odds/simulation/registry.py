"""The experiments that have a name: they travel as the name and their parameters."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any

from .deals import DEALT_QUESTIONS
from .draws import DRAWN_QUESTIONS
from .experiment import Experiment, ExperimentError

_KNOWN: dict[str, type[Experiment]] = {kind.name: kind for kind in (*DEALT_QUESTIONS, *DRAWN_QUESTIONS)}


def questions() -> tuple[str, ...]:
    """The names of all questions that :func:`question` knows.

    >>> "deal" in questions()
    True
    """
    return tuple(sorted(_KNOWN))


def question(name: str, /, **parameters: Any) -> Experiment:
    """The question of this name.

    ============= ======================================= ===================================================
    name          what a trial gives                      its own parameters
    ============= ======================================= ===================================================
    deal          do the dealt cards hold the phase?      phase, cards=10
    distance      cards that they lack for the phase      phase, cards=10
    points        what they cost at the end of a round    cards=10
    wilds         are there so many wilds among them?     at_least=1, given=0, cards=10
    same number   have so many of them one number?        at_least=3, number=None (any), cards=10
    within        is the phase complete after the draws?  phase, hand, draws=1, seen="", nothing is discarded
    wait          draws until the phase is complete       phase, hand, seen="", nothing is discarded
    ============= ======================================= ===================================================

    All take edition, and seats, side, hand (cards held, which count among *cards*) and deck (such as ``{"W": 12}``),
    with the meaning that they have in ``odds.deal``.

    >>> str(question("deal", edition="classic", phase=1).asked)
    'Do 10 cards from the deck of Phase 10 contain phase 1 (2 sets of 3)?'

    Raises:
        ExperimentError: no such question, or a parameter that it does not have; ValueError for a value it cannot take.
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
