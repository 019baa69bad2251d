"""A lesson in a room of shared tables: its host asks, everybody predicts, and all see the answers without names.

Nothing here names the truth before the host shows it, and no picture tells who gave which answer.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

LivePhase: TypeAlias = Literal["open", "closed", "shown", "again", "truth"]
"""Open for answers, closed, all answers shown, open once more, and the truth beside both votes."""
LiveAsked: TypeAlias = Literal["chance", "number", "choice", "hand"]
"""The kind of answer: a number, one of the choices, or a card of the hand to discard."""


# down


class LiveDots(TypedDict):
    """Numbers on an axis in bins of equal width, so that nobody can tell whose they are."""

    low: float
    high: float
    counts: list[int]
    """The numbers in each bin, from `low` to `high`."""
    beyond: int
    """The number of values in the last bin that lie beyond the axis."""


class LiveBar(TypedDict):
    """A choice and how many chose it."""

    id: str
    text: str
    n: int


class LiveVote(TypedDict):
    """A vote that is shown."""

    n: int
    dots: LiveDots | None
    """Null for choices, and for too few answers to be shown without names."""
    bars: list[LiveBar]
    right: int | None
    """The number that came true; null before the truth."""


class LiveMistake(TypedDict):
    """A mistake that somebody made."""

    text: str
    n: list[int]
    """The number of people who made it, for each vote."""


class LiveChoiceText(TypedDict):
    """A choice; `id` is a card's word if the question is about a hand."""

    id: str
    text: str


class LiveCards(TypedDict):
    """Cards that belong to a question, under a title."""

    title: str
    cards: str
    names: str


class LiveTruth(TypedDict):
    """The right answer, or the expert's choice."""

    value: float | None
    """Null for a choice."""
    choice: str
    text: str
    fraction: str
    why: str


class LiveOwn(TypedDict):
    """The answer of the page's own person."""

    text: str
    read: str
    """A sentence about how a chance without a unit was read; empty for other answers."""
    confidence: float
    came: str
    """A sentence once the truth is shown; empty before."""
    feedback: str


class LiveSure(TypedDict):
    """The predictions in one range of confidence."""

    n: int
    confidence: float
    share: float
    low: float
    high: float
    """The ends of the 95% interval of `share`."""
    text: str


class LiveCalibration(TypedDict):
    """The calibration of a whole room over all its questions."""

    text: str
    bins: list[LiveSure]


class LivePool(TypedDict):
    """Everybody's deals together."""

    n: int
    people: int
    text: str
    """The estimate of all deals with its interval; empty before the first."""
    value: float | None
    low: float | None
    high: float | None
    dots: LiveDots | None
    """A dot for each person's mean."""
    path: list[tuple[int, float]]
    """The running mean of all deals: pairs of a count and the mean."""
    mine: str
    """The result of the page's person; empty for hosts and walls."""
    more: bool
    """True if this person may run more deals."""


class LivePoll(TypedDict):
    """A question to everybody in the room."""

    number: int
    """Its number in the room, from 1."""
    question: str
    """The question's id; empty for a hand."""
    answer: LiveAsked
    digits: bool
    """True if digits and a decimal point are enough to answer."""
    title: str
    text: str
    near: str
    """When a prediction counts as true; empty for choices."""
    choices: list[LiveChoiceText]
    cards: list[LiveCards]
    phase: LivePhase
    vote: Literal[1, 2]
    n: int
    """The answers so far in this vote."""
    of: int
    """The people who may answer."""
    votes: list[LiveVote]
    """The votes that are shown now; empty while they are hidden."""
    fewest: int
    """The fewest answers in an anonymous picture."""
    mistakes: list[LiveMistake]
    truth: LiveTruth | None
    you: LiveOwn | None
    pool: LivePool | None
    calibration: LiveCalibration | None
    steps: list[LivePhase]
    """The phases that a host may choose next; empty for others."""
    poolable: bool
    """True if a host may let everybody deal."""


class LiveLesson(TypedDict):
    """The lesson in a room. It replaces the previous message."""

    kind: Literal["lesson"]
    poll: LivePoll | None
    asked: int
    """The questions asked so far."""


class LiveQuestion(TypedDict):
    """A question that a host can ask."""

    id: str
    goal: str


class LiveLessonQuestions(TypedDict):
    """A lesson and its questions."""

    number: int
    title: str
    questions: list[LiveQuestion]


class LiveQuestions(TypedDict):
    """The answer to "questions"."""

    kind: Literal["questions"]
    lessons: list[LiveLessonQuestions]


# up


class LivePredict(TypedDict):
    """Answer the question, or change the answer while it is open."""

    kind: Literal["predict"]
    id: str
    text: str
    """A number as typed, or the id of a choice."""
    confidence: float
    """0 to 1."""


class LiveSample(TypedDict):
    """Run some deals."""

    kind: Literal["sample"]
    id: str


class LiveQuestionsRequest(TypedDict):
    """A host asks for the questions of all lessons."""

    kind: Literal["questions"]
    id: str


class LiveAsk(TypedDict):
    """A host asks a question of a lesson."""

    kind: Literal["ask"]
    id: str
    question: str
    pause: NotRequired[bool]
    """True to stop the tables until the question is over."""


class LiveSnapshot(TypedDict):
    """A host asks what to discard from a hand of a finished round."""

    kind: Literal["snapshot"]
    id: str
    table: int
    pause: NotRequired[bool]


class LiveTurn(TypedDict):
    """A host chooses the question's next phase."""

    kind: Literal["phase"]
    id: str
    phase: LivePhase


class LivePoolRequest(TypedDict):
    """A host lets everybody deal."""

    kind: Literal["pool"]
    id: str


class LiveFinish(TypedDict):
    """A host removes the question."""

    kind: Literal["finish"]
    id: str


LiveLessonDown: TypeAlias = LiveLesson | LiveQuestions
LiveLessonUp: TypeAlias = (
    LivePredict | LiveSample | LiveQuestionsRequest | LiveAsk | LiveSnapshot | LiveTurn | LivePoolRequest | LiveFinish
)


# POST live/report


class LiveReport(TypedDict):
    """A host asks for the summary of the lesson as a file, with everybody's name."""

    token: str
    form: Literal["page", "learners", "questions"]
