"""The coach's content about decisions, luck and skill."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

Grade: TypeAlias = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
"""A decision's grade, based on its cost: good if the expert agrees, best if anything else would have been a mistake."""


class LuckRow(TypedDict):
    """A seat's name, luck, skill, and result, as formatted text."""

    cells: list[str]


class LuckTable(TypedDict):
    """The luck and skill in a game: a row for each seat, and the explanation."""

    title: str
    head: list[str]
    rows: list[LuckRow]
    unit: str
    why: str
    lines: list[str]


class CoachStart(TypedDict):
    """The coach's content while it is waiting for a game."""

    title: str
    lead: str
    how: str
    progress: NotRequired[str]
    """A sentence with the percentage of a long review that is complete; present while the review is running."""


class FinishedView(TypedDict):
    """A finished game in the history."""

    token: str
    title: str
    text: str
    """The result, and the number of decisions with each grade."""
    whole: bool
    """True if the game itself is stored and can be opened."""


class SpotView(TypedDict):
    """An area of play in which turns are lost, and the lesson about it."""

    title: str
    text: str
    lesson: str
    page: str
    """The last part of the lesson page's URL."""


class RoundStart(TypedDict):
    """The first moment of a round."""

    round: int
    at: int


class MoveView(TypedDict):
    """An action, with its description and its cards."""

    text: str
    cards: str
    """The cards that the action plays or takes; empty when choosing a phase or drawing from the draw pile."""
    blind: bool
    """True if the card comes from the draw pile."""


class DecisionView(TypedDict):
    """A decision and its moment in the replay."""

    at: int
    name: str
    """The player's name."""
    grade: Grade
    cost: float
    """The turns lost compared with the best action; for a good decision, the turns that any other would have lost."""
    played: MoveView
    better: MoveView | None
    """The expert's choice, or null if it is the same."""
    why: str
    """The reason for the expert's choice."""
    text: str
    """The whole decision in one sentence."""


class CurveView(TypedDict):
    """Every seat's win probability over a part of the game."""

    title: str
    text: str
    """A description of the curve."""
    names: list[str]
    own: int | None
    """The viewer's seat."""
    moments: list[int]
    rounds: list[RoundStart]
    """The rounds that began at one of these moments."""
    chances: list[list[float]]
    """For each seat, its win probability at each of the moments, as a percentage."""


class ReviewView(TypedDict):
    """The coach's review of a seat's round or game."""

    title: str
    rows: list[DecisionView]
    """The costliest decisions."""
    praise: DecisionView | None
    curve: CurveView
    cut: NotRequired[str]
    """A sentence that names the round in which the coach stopped; present if the review ran out of time."""


class CoachRound(TypedDict):
    """A round's costliest and best decisions."""

    title: str
    rows: list[DecisionView]
    praise: DecisionView | None


class CoachFound(TypedDict):
    """The coach's results below a replay: luck and skill, the curve, and decisions by round."""

    title: str
    lead: str
    luck: LuckTable
    curve: CurveView
    rounds: list[CoachRound]
    cut: NotRequired[str]
    """The sentence about an incomplete review, as in :class:`ReviewView`."""
