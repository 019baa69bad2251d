"""Shared deals, their offers and results: the daily deal and challenges."""

from __future__ import annotations

from typing import TypedDict


class DealOffer(TypedDict):
    """A deal that can be played."""

    key: str
    """The name of the deal on this device: the date of a daily deal, or the hash of a challenge."""
    edition: str
    """The name of the edition."""
    lines: list[str]
    """The options in sentences, the length, and the opponents."""


class ChallengeOffer(DealOffer):
    """A friend's deal."""

    code: str
    """Its code in the link."""
    why: str
    """The reason why it cannot be played; empty if it can."""


class DealTerms(TypedDict):
    """The terms of a game with a shared deal."""

    key: str
    daily: bool
    first: bool
    """True for the first attempt, which counts."""


class DealResult(TypedDict):
    """A player's result in the deal."""

    rounds: list[bool]
    """For each round, True if it completed a phase."""
    place: int
    phases: int
    """The number of completed phases."""
    score: int


class DealOver(TypedDict):
    """The end of a game with a shared deal."""

    own: DealResult
    expert: DealResult
    """The result of the expert at the same seat."""
    text: str
    """The comparison, in a sentence."""
    hints: int
    """The number of hints that were given."""
    next: str
    """The next daily deal; empty after a challenge."""
