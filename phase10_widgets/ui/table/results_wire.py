"""The results of rounds and games."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from ..deal.wire import DealOver
from .coach_wire import LuckTable, ReviewView
from .rules_wire import Group, Side


class SummarySeat(TypedDict):
    """A seat's row in a round's scores."""

    seat: int
    place: int
    """The place after the round; tied seats share a place."""
    name: str
    hand: str
    """The cards left in the seat's hand."""
    points: int
    terms: str
    """The points as a sum, with equal terms written as a product; empty if there is nothing to add."""
    score: int
    """The score after the round."""
    phase: int | None
    """The phase that the seat tried."""
    laid: bool


class LastCard(TypedDict):
    """The card with which a seat went out."""

    seat: int
    card: str
    """The card, with its face-up side first."""


class Finish(TypedDict):
    """The public view of a round's end."""

    groups: list[list[Group]]
    """The groups on the table, by seat."""
    last: LastCard | None
    """The card with which a seat went out, or null if nobody went out or the seat laid down its whole hand."""


class Summary(TypedDict):
    """The scores of a completed round."""

    round: int
    out: int | None
    seats: list[SummarySeat]
    finish: Finish
    text: str
    side: Side
    """The side that is scored; each hand lists both faces of its cards."""
    review: NotRequired[ReviewView]
    """Present only if hints are allowed."""


class Standing(TypedDict):
    """A seat's final place; tied seats share a place."""

    seat: int
    name: str
    place: int
    completed: list[int]
    score: int


class Over(TypedDict):
    """The end of the game."""

    standings: list[Standing]
    """The final places, starting with the winner."""
    winners: list[int]
    text: str
    tale: str
    """One sentence about how the game was won; empty if nothing stands out."""
    finish: Finish | None
    """The end of the last round, or null if it is unknown."""
    seed: int | str
    """The seed, which is secret while the game is in progress."""
    luck: NotRequired[LuckTable]
    """Present only if hints are allowed."""
    review: NotRequired[ReviewView]
    """Present only if hints are allowed."""
    challenge: NotRequired[str]
    """The deal's code, for use in a link; like the seed, it determines all cards."""
    deal: NotRequired[DealOver]
    """Present only for a shared deal."""


class OwnHand(TypedDict):
    """The viewer's data about a round: the hand that was dealt, and the outcome."""

    id: str
    """An id that is the same for the same hand in the same round."""
    edition: str
    phase: int
    """The phase that the seat tried."""
    dealt: bool
    """True if the dealt cards contained the phase."""
    wilds: int
    """The number of wilds among the dealt cards."""
    points: int
    """The points for the cards left at the end."""
    waited: int
    """The number of earlier rounds in which the seat tried the same phase."""


class RoundScore(TypedDict):
    """One completed round."""

    round: int
    points: list[int]
    """The points, by seat."""
    scores: list[int]
    """The scores after the round, by seat."""
    own: NotRequired[OwnHand]
    """The viewer's data from the last round."""
