"""The coach's content at a table: a hint, a round's costliest decisions, a game's luck and skill."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..coach import Decision, Luck, hint, review
from ..coach.phrasing import in_hand
from ..core.actions import ChoosePhase, Discard, Draw, Hit, LayDown, Save
from ..core.observation import Observation
from ..core.translatable import phrase
from ..moments import Moments, RoundResult
from ..text import Text
from .observation import PILES
from .protocol.table import CostlyDecisions, Hint, LuckTable

MOST_DEAR = 3
"""The number of decisions listed per round."""
_COLUMNS = (phrase("Player"), phrase("Luck"), phrase("Skill"), phrase("Result"))


def advice(view: Observation, words: Text, message_id: str) -> Hint:
    """The answer to a message that asks for a hint: the sentence, where to look, the cards and the group to be marked.

    Raises:
        Refusal: the seat is not to act.
    """
    found = hint(view)
    answer: Hint = {
        "kind": "hint",
        "id": message_id,
        "code": "hint",
        "rule": None,
        "why": words.tell(found.text),
        "hint": "hand",
        "cards": "",
        "group": "",
    }
    match found.action:
        case Draw(source=source):
            answer["hint"] = PILES[source]
        case ChoosePhase():
            answer["hint"] = "phase"
        case LayDown(groups=groups):
            answer["cards"] = " ".join(group.cards for group in groups)
        case Hit(card=card, owner=owner, group=group):
            answer["cards"], answer["group"] = in_hand(view, card).word, f"{owner}-{group}"
        case Discard(card=card) | Save(card=card):
            answer["cards"] = in_hand(view, card).word
    return answer


def dearest(games: Moments, result: RoundResult, seat: int) -> list[Decision]:
    """Return the decisions that cost a seat most in a round that is over."""
    found = review(games[result.start : result.end + 1], seat).dearest(MOST_DEAR)
    return [replace(one, at=result.start + one.at) for one in found]


def dear(found: Sequence[Decision], words: Text) -> CostlyDecisions:
    """Return the cost of these decisions, each with its moment."""
    title = words.say("Your costliest decisions this round; press one to see it again")
    if not found:
        title = words.say("The expert could hardly have done better than you this round.")
    return {"title": title, "rows": [{"at": one.at, "text": words.tell(one.text)} for one in found]}


def fortune(found: Luck, words: Text) -> LuckTable:
    """Luck and skill of a game as a table, the winner first, and what the numbers mean."""
    seats = sorted(range(len(found.players)), key=lambda seat: -(found.result(seat) or 0.0))
    return {
        "title": words.say("Luck and skill"),
        "head": [words.say(name) for name in _COLUMNS],
        "rows": [{"cells": [found.players[seat], *_numbers(found, seat)]} for seat in seats],
        "why": words.say("What do these numbers mean?"),
        "lines": [words.tell(line) for line in found.explanation],
    }


def _numbers(found: Luck, seat: int) -> list[str]:
    """Luck, skill and result as they are read."""
    return [str(points or "\u2013") for points in found.points(seat)]
