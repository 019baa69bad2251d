"""Rules for shared deals: no undo past a card you have seen."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from ..base.integers import integer_from
from ..base.names import checked_name
from ..base.translatable import phrase
from ..game.game import NAME_LENGTH
from ..rules.events import CardHit, Discarded, Drawn, Event, PhaseChosen, PhaseLaid, Saved, TurnSkipped

SEEN = phrase("You have seen more since then, so you cannot go back. Others play the same cards.")
"""The message shown when an undo is refused."""
SEALED = phrase("Others play the same cards. You can save the game once it is over.")
"""The message shown when a saved-game file is refused, because the file would contain the hidden cards."""
MOST_HINTS = 100_000
"""The maximum number of hints accepted from a stored game."""
MOST_ROUNDS = 300
MOST_SCORE = 1_000_000
LEAST = (1, 0, 0)
"""The limits for a friend's result, which comes in a link; LEAST lists the lowest place, phases and score."""
_HASH = re.compile(r"[0-9a-f]{16}")
_DATE = re.compile(r"2[0-9]{3}-[0-9]{2}-[0-9]{2}")


@dataclass(frozen=True, slots=True)
class FriendResult:
    """The result of the person who sent a challenge, as encoded in the link; it says nothing about the cards."""

    name: str
    """The friend's name; empty if the friend never entered one."""
    place: int
    phases: int
    """The number of completed phases."""
    score: int
    rounds: tuple[bool, ...]
    """For each round, True if the friend completed a phase."""

    def to_list(self) -> list[Any]:
        """Return the JSON form, which is short enough for a link."""
        return [self.name, self.place, self.phases, self.score, "".join(str(int(made)) for made in self.rounds)]

    @classmethod
    def from_list(cls, data: Any) -> FriendResult | None:
        """Return the result from its JSON form, or None for anything else."""
        match data:
            case [str(name), *numbers, str(rounds)] if len(numbers) == len(LEAST) and not rounds.strip("01"):
                at, made, points = (
                    integer_from(least, each, MOST_SCORE) for least, each in zip(LEAST, numbers, strict=True)
                )
                if at is None or made is None or points is None or len(rounds) > MOST_ROUNDS:
                    return None
                try:
                    name = checked_name(name, NAME_LENGTH) if name else ""
                except ValueError:
                    return None
                return cls(name, at, made, points, tuple(each == "1" for each in rounds))
        return None


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a shared deal: its key, and the facts that the result must mention."""

    key: str
    """The key under which a device stores the deal: a date such as "2026-11-23", or a hash for a challenge."""
    daily: bool
    """True for a deal of the day, False for a challenge."""
    first: bool = True
    """True for the first attempt, the only one that counts."""
    hints: int = 0
    """The number of hints given."""
    friend: FriendResult | None = None
    """The result to beat in a challenge, or None if there is none."""

    def hinted(self) -> Terms:
        """Return the terms after one more hint."""
        return replace(self, hints=self.hints + 1)

    def again(self) -> Terms:
        """Return the terms of another attempt at the same deal."""
        return replace(self, first=False, hints=0)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        friend = {} if self.friend is None else {"friend": self.friend.to_list()}
        return {"key": self.key, "daily": self.daily, "first": self.first, "hints": self.hints, **friend}

    @classmethod
    def from_dict(cls, data: Any) -> Terms | None:
        """Return the terms from their JSON form, or None for anything else."""
        if not isinstance(data, Mapping):
            return None
        key, daily, first = (data.get(name) for name in ("key", "daily", "first"))
        hints = integer_from(0, data.get("hints"), MOST_HINTS)
        if hints is None or not isinstance(daily, bool) or not isinstance(first, bool):
            return None
        if not isinstance(key, str) or not _is_key(key, daily):
            return None
        return cls(key, daily, first, hints, FriendResult.from_list(data.get("friend")))


def _is_key(text: str, daily: bool) -> bool:
    """Return True if the text is a valid key: a date for a deal of the day, a hash for a challenge."""
    if not daily:
        return _HASH.fullmatch(text) is not None
    try:
        return _DATE.fullmatch(text) is not None and bool(date.fromisoformat(text))
    except ValueError:
        return False


def reveals(event: Event, seat: int) -> bool:
    """Return True if the event tells this seat anything that it neither knew nor decided.

    >>> reveals(TurnSkipped(1), 0), reveals(PhaseChosen(0, 3), 0), reveals(PhaseChosen(1, 3), 0)
    (False, False, True)
    """
    match event:
        case Drawn():
            return event.seat != seat or event.source == "deck"
        case PhaseChosen() | PhaseLaid() | CardHit() | Discarded() | Saved():
            return event.seat != seat
        case TurnSkipped():
            return False
    return True
