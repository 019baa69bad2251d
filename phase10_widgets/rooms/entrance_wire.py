"""Requests and responses before a page has a connection: POST live/invitation, join, open and recover."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class LiveInvitation(TypedDict):
    """The response to the key from a link, before anybody joins."""

    host: str
    """The name of the room's host."""


class LiveJoin(TypedDict):
    """Join with the key from a link, or with a typed code."""

    key: NotRequired[str]
    """The key in the part of the link after ``#``: 128 random bits."""
    code: NotRequired[str]
    """The room's code: six letters."""
    name: str
    """The person's name: 1 to 20 visible characters."""


class LiveOpen(TypedDict):
    """Open a room."""

    name: str
    language: str
    friends: NotRequired[bool]
    """True for a single table among friends."""


class LiveRecover(TypedDict):
    """Join as a room's host from another device: POST live/recover."""

    code: NotRequired[str]
    """The recovery code."""
    link: NotRequired[str]
    """The key after ``#h=`` in a host's link; it becomes invalid once a page that used it says hello."""


class LiveJoined(TypedDict):
    """The response to a successful request to join, open or recover a room."""

    token: str
    """The token that identifies the person: 256 random bits, which the browser keeps."""


class LiveRefused(TypedDict):
    """The response to a refused request."""

    code: str
    """A code for programs: "refused", "unknown", "full", "closed", "wait", or "soon" (the page retries by itself)."""
    why: str
    """A sentence for people."""
    after: NotRequired[float]
    """The number of seconds to wait before trying again."""
