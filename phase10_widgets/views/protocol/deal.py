"""Deals that others play, too: the deal of the day and challenges, as they are offered and as they end."""

from __future__ import annotations

from typing import TypedDict


class DealOffer(TypedDict):
    """A deal that can be played."""

    key: str
    """The name of the deal on this device: the date of a deal of the day, a hash of a challenge."""
    edition: str
    """The name of the edition."""
    lines: list[str]
    """The options in sentences, the length, and the opponents."""


class ChallengeOffer(DealOffer):
    """A friend's deal."""

    code: str
    """Its code in the link."""
    why: str
    """The reason that it cannot be played; empty if it can."""


class DealTerms(TypedDict):
    """The terms of a game that plays such a deal."""

    key: str
    daily: bool
    first: bool
    """True for the first attempt, which counts."""


class DealResult(TypedDict):
    """The result of one who played the deal."""

    rounds: list[bool]
    """For each round, True if it completed a phase."""
    place: int
    phases: int
    """The number of completed phases."""
    score: int


class DealOver(TypedDict):
    """The end of such a game."""

    own: DealResult
    expert: DealResult
    """The result of the expert at the same seat."""
    text: str
    """The comparison, in a sentence."""
    hints: int
    """The number of hints that were given."""
    next: str
    """The game of the next day; empty after a challenge."""
