"""The coach on decisions, luck and skill."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

Grade: TypeAlias = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
"""The grade of a decision by its cost: good if it equals the expert's, best if any other would have been a mistake."""


class LuckRow(TypedDict):
    """A seat's name, luck, skill and result, as formatted texts."""

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
    """The coach waits for a game."""

    title: str
    lead: str
    how: str
    progress: NotRequired[str]
    """A sentence with the completed percentage of a long review; present while it is running."""


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
    """The end of the URL of the lesson's page."""


class RoundStart(TypedDict):
    """The first moment of a round."""

    round: int
    at: int


class MoveView(TypedDict):
    """An action in words and cards."""

    text: str
    cards: str
    """The cards that it plays or takes; empty for a phase, and for a card from the draw pile."""
    blind: bool
    """True for a card from the draw pile."""


class DecisionView(TypedDict):
    """A decision and its moment in the replay."""

    at: int
    name: str
    """The player's name."""
    grade: Grade
    cost: float
    """The turns lost against the best action; for a good decision, the turns that any other would have lost."""
    played: MoveView
    better: MoveView | None
    """The expert's choice; null if it is the same."""
    why: str
    """The reason for the expert's choice."""
    text: str
    """The whole decision in one sentence."""


class CurveView(TypedDict):
    """Every seat's win probability over a part of the game."""

    title: str
    text: str
    """The curve in words."""
    names: list[str]
    own: int | None
    """The viewer's seat."""
    moments: list[int]
    rounds: list[RoundStart]
    """The rounds that began at one of the moments."""
    chances: list[list[float]]
    """For each seat, its win probability at each of the moments, 0 to 100."""


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
    """The coach's results under a replay: luck and skill, the curve, and decisions by round."""

    title: str
    lead: str
    luck: LuckTable
    curve: CurveView
    rounds: list[CoachRound]
    cut: NotRequired[str]
    """As in a review."""
