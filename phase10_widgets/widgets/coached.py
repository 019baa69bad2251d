"""What the coach tells at a table: a hint, a round's dearest decisions, a game's luck and skill."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..coach import hint, luck, review
from ..coach.spoken import in_hand
from ..core.actions import ChoosePhase, Discard, Draw, Hit, LayDown, Save
from ..core.observation import Observation
from ..game import Game
from ..text import Text

MOST_DEAR = 3
"""So many of a round's decisions are told."""


def advice(view: Observation, words: Text) -> dict[str, Any]:
    """A hint: the sentence, what it is about, the cards and the group to be marked.

    Raises:
        Refusal: the seat is not to act.
    """
    found = hint(view)
    marked: dict[str, Any] = {"why": words.tell(found.text), "hint": "hand", "cards": "", "group": ""}
    match found.action:
        case Draw(source=source):
            marked["hint"] = source
        case ChoosePhase():
            marked["hint"] = "phase"
        case LayDown(groups=groups):
            marked["cards"] = " ".join(group.cards for group in groups)
        case Hit(card=card, owner=owner, group=group):
            marked |= {"cards": in_hand(view, card).word, "group": f"{owner}-{group}"}
        case Discard(card=card) | Save(card=card):
            marked["cards"] = in_hand(view, card).word
    return marked


def dear(games: Sequence[Game], seat: int, words: Text) -> dict[str, Any]:
    """What a seat's own decisions cost it in the round that the last of these moments has ended."""
    found = review(games, seat, round=games[-2].state.round).dearest(MOST_DEAR)
    title = words.say("Your dearest decisions in this round")
    if not found:
        title = words.say("In this round the expert could hardly have decided better than you.")
    return {"title": title, "rows": [{"at": one.at, "text": words.tell(one.text)} for one in found]}


def fortune(games: Sequence[Game], words: Text) -> list[str]:
    """Luck and skill of a game that is over, a line for each seat, and what that means."""
    found = luck(games)
    seats = range(len(found.players))
    lines = [found.text(seat) for seat in sorted(seats, key=lambda seat: -(found.result(seat) or 0.0))]
    return [words.tell(line) for line in (*lines, *found.explanation)]
