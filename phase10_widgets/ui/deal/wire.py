"""Shared deals (the daily deal and challenges), with their offers and results."""

from __future__ import annotations

from typing import TypedDict

from ..wire import Portrait


class DealOffer(TypedDict):
    """A deal that can be played."""

    key: str
    """The deal's name on this device: the date of a daily deal, or the hash of a challenge."""
    edition: str
    """The edition's name."""
    lines: list[str]
    """The sentences about the options, the length, and the opponents."""


class DealResult(TypedDict):
    """A player's result in the deal."""

    rounds: list[bool]
    """For each round, True if the player completed a phase."""
    place: int
    phases: int
    """The number of completed phases."""
    score: int


class FriendResult(DealResult):
    """The result of the person who sent a challenge."""

    name: str
    """The friend's name; empty if the friend never entered one."""


class ChallengeOffer(DealOffer):
    """A friend's deal."""

    friend: FriendResult | None
    """The result to beat, or None if there is none."""
    picture: str
    """The picture as a URL; empty if the deal cannot be played."""
    changed: bool
    """True if the rules or the cards have changed since the friend played."""

    code: str
    """The challenge code in the link."""
    why: str
    """The reason why the deal cannot be played; empty if it can be."""


class DealTerms(TypedDict):
    """The terms of a game with a shared deal."""

    key: str
    daily: bool
    first: bool
    """True for the first attempt, the only one that counts."""


class DealOver(TypedDict):
    """The end-of-game content for a shared deal."""

    own: DealResult
    expert: DealResult
    """The expert's result at the same seat."""
    friend: FriendResult | None
    """The result of the person who sent the challenge, or None if there is none."""
    portraits: list[Portrait]
    """The portraits of the friend, if there is one, and of the expert."""
    text: str
    """A sentence that compares the player's result with the friend's, or else with the expert's."""
    verdict: str
    """The same sentence for others to read."""
    hints: int
    """The number of hints given."""
    next: str
    """A sentence about the next daily deal; empty after a challenge."""
