"""Messages for a lesson in a room: the host asks, everybody predicts, and everyone sees the answers without names.

No message reveals the truth before the host shows it, and no chart reveals who gave which answer.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

LivePhase: TypeAlias = Literal["open", "closed", "shown", "again", "truth"]
"""A question's phases: open for answers, closed, all answers shown, open again, and the truth shown beside both
votes."""
LiveAsked: TypeAlias = Literal["chance", "number", "choice", "hand"]
"""The type of answer: a number, one of the choices, or a card to discard from the hand."""


# down: messages to the page


class LiveDots(TypedDict):
    """Numbers on an axis, grouped into bins of equal width so that nobody can tell whose they are."""

    low: float
    high: float
    counts: list[int]
    """The count in each bin, from `low` to `high`."""
    beyond: int
    """The number of values in the last bin that lie beyond the axis."""


class LiveBar(TypedDict):
    """A choice and the number of people who made it."""

    id: str
    text: str
    n: int


class LiveVote(TypedDict):
    """A vote whose answers are shown."""

    n: int
    dots: LiveDots | None
    """The numbers given; null for choices, or if there are too few answers for an anonymous chart."""
    bars: list[LiveBar]
    right: int | None
    """The number of correct predictions, or null until the truth is shown."""


class LiveMistake(TypedDict):
    """A mistake that at least one person made."""

    text: str
    n: list[int]
    """The number of people who made the mistake in each vote."""


class LiveChoiceText(TypedDict):
    """A choice; `id` is a card's code if the question is about a hand."""

    id: str
    text: str


class LiveCards(TypedDict):
    """Cards that belong to a question, shown under a title."""

    title: str
    cards: str
    names: str


class LiveTruth(TypedDict):
    """The right answer, or the expert's choice."""

    value: float | None
    """The right number, or null for a choice."""
    choice: str
    text: str
    fraction: str
    why: str


class LiveOwn(TypedDict):
    """The answer given by the person using this page."""

    text: str
    read: str
    """A sentence that interprets a chance entered without a unit (empty for other answers)."""
    confidence: float
    came: str
    """A sentence about the outcome (empty until the truth is shown)."""
    feedback: str


class LiveSure(TypedDict):
    """The predictions in one range of confidence."""

    n: int
    confidence: float
    share: float
    low: float
    high: float
    """The ends of the 95% interval for `share`."""
    text: str


class LiveCalibration(TypedDict):
    """A whole room's calibration over all its questions."""

    text: str
    bins: list[LiveSure]


class LivePool(TypedDict):
    """Everybody's pooled deals."""

    n: int
    people: int
    text: str
    """The estimate from all deals, with its interval (empty before the first deal)."""
    value: float | None
    low: float | None
    high: float | None
    dots: LiveDots | None
    """Each person's mean, to be shown as a dot."""
    path: list[tuple[int, float]]
    """The running mean of all deals, as pairs of deal count and mean."""
    mine: str
    """The result for the person using this page (empty for hosts and walls)."""
    more: bool
    """True if this person may run more deals."""


class LivePoll(TypedDict):
    """A question for everybody in the room."""

    number: int
    """The question's number in the room, starting at 1."""
    question: str
    """The question's id (empty for a hand)."""
    answer: LiveAsked
    digits: bool
    """True if an answer needs only digits and a decimal point."""
    title: str
    text: str
    near: str
    """The condition under which a prediction counts as true (empty for choices)."""
    choices: list[LiveChoiceText]
    cards: list[LiveCards]
    phase: LivePhase
    vote: Literal[1, 2]
    n: int
    """The number of answers so far in this vote."""
    of: int
    """The number of people who may answer."""
    votes: list[LiveVote]
    """The votes currently shown (empty while they are hidden)."""
    fewest: int
    """The minimum number of answers required for an anonymous chart."""
    mistakes: list[LiveMistake]
    truth: LiveTruth | None
    you: LiveOwn | None
    pool: LivePool | None
    calibration: LiveCalibration | None
    steps: list[LivePhase]
    """The phases that a host may choose next (empty for other people)."""
    poolable: bool
    """True if a host may let everybody deal."""


class LiveLesson(TypedDict):
    """A room's lesson. This message replaces the previous one."""

    kind: Literal["lesson"]
    poll: LivePoll | None
    asked: int
    """The number of questions asked so far."""


class LiveQuestion(TypedDict):
    """A question that a host can ask."""

    id: str
    goal: str


class LivePreview(TypedDict):
    """The reply to a "preview" message: a question as the class would see it."""

    kind: Literal["preview"]
    language: str
    question: str
    answer: LiveAsked
    text: str
    near: str
    choices: list[LiveChoiceText]
    cards: list[LiveCards]


class LiveLessonQuestions(TypedDict):
    """A lesson and its questions."""

    number: int
    title: str
    questions: list[LiveQuestion]


class LiveQuestions(TypedDict):
    """The reply to a "questions" message."""

    kind: Literal["questions"]
    lessons: list[LiveLessonQuestions]


# up: messages from the page


class LivePredict(TypedDict):
    """Answer the question, or change the answer while the question is open."""

    kind: Literal["predict"]
    id: str
    text: str
    """A number as entered, or the id of a choice."""
    confidence: float
    """The stated confidence, from 0 to 1."""


class LiveSample(TypedDict):
    """Run some deals."""

    kind: Literal["sample"]
    id: str


class LiveQuestionsRequest(TypedDict):
    """A host asks for the questions from all lessons."""

    kind: Literal["questions"]
    id: str


class LivePreviewRequest(TypedDict):
    """A host asks to see a question as the class would see it."""

    kind: Literal["preview"]
    id: str
    question: str


class LiveAsk(TypedDict):
    """A host asks a question from a lesson."""

    kind: Literal["ask"]
    id: str
    question: str
    pause: NotRequired[bool]
    """True to pause the tables until the question is over."""


class LiveSnapshot(TypedDict):
    """A host asks what to discard from a hand in a finished round."""

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


LiveLessonDown: TypeAlias = LiveLesson | LiveQuestions | LivePreview
LiveLessonUp: TypeAlias = (
    LivePredict
    | LiveSample
    | LiveQuestionsRequest
    | LivePreviewRequest
    | LiveAsk
    | LiveSnapshot
    | LiveTurn
    | LivePoolRequest
    | LiveFinish
)


# POST live/report


class LiveReport(TypedDict):
    """A host asks for the lesson's summary as a file with everybody's name."""

    token: str
    form: Literal["page", "learners", "questions"]
