"""Questions, code and progress: numbers and sentences to read, and values to draw."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

from ...ui.table.results_wire import OwnHand
from ...ui.wire import Answered, LoadRequest, Ping, Request, SpeakRequest
from ..figures.wire import DoRequest, FigureView, LessonAbout, Part

Outcome: TypeAlias = Literal["not attempted", "wrong", "right"]
CodeHome: TypeAlias = Literal["kernel", "browser", "cell", "nowhere"]
"""The place where code runs: a process next to the kernel, the browser, the notebook cell, or nowhere."""
QuestionKind: TypeAlias = Literal["chance", "number", "choice"]


class Predicted(TypedDict):
    """A learner's prediction, made before any result was shown."""

    guess: str
    value: float | None
    """The guess as a number to draw (for an interval, its midpoint); null for a choice."""
    low: float | None
    """The low end of a predicted interval; null if the prediction is not an interval."""
    high: float | None
    written: str
    confidence: float
    """The confidence, from 0 to 1."""
    sure: str
    came_true: bool | None
    """True if the prediction came true; null until the truth is known."""
    said: str
    """A sentence stating whether the prediction came true."""


class Choice(TypedDict):
    """One of the answers to choose from."""

    id: str
    text: str


class Trials(TypedDict):
    """The trials that were run."""

    trials: int
    wanted: int
    seed: str
    said: str


class Truth(TypedDict):
    """The right answer."""

    value: float | None
    """The answer as a number to draw; null for a choice."""
    written: str
    choice: str
    fraction: str


class Reflection(TypedDict):
    """A prompt to reflect on, the learner's sentence, and a model answer."""

    prompt: str
    own: str
    model: str


class MathNode(TypedDict):
    """A MathML element; "binom" is a fraction without a bar."""

    tag: Literal["mrow", "mn", "mo", "mi", "mfrac", "msup", "msqrt", "binom"]
    text: str
    """The text of an element without others inside."""
    inside: list[MathNode]


class Reading(TypedDict):
    """The interpretation of an expression, or of a chance typed without a unit."""

    typed: str
    """The text that was read."""
    said: str
    """The interpretation in words; empty where nothing needs to be said."""
    math: list[MathNode]
    """The expression, typeset, with its value; empty for a number."""


class Recall(TypedDict):
    """A warm-up or a mixed set with several old questions."""

    at: int
    """The zero-based index of the question shown."""
    done: list[Outcome]
    """The outcome of each question."""
    answered: NotRequired[list[bool]]
    """In a pretest or posttest, True for each question that is answered and can no longer be changed."""
    quiet: NotRequired[bool]
    """True while a test does not show whether answers are right."""


class QuestionContent(TypedDict):
    """The view of a question without its header."""

    id: str
    title: str
    kind: QuestionKind
    prompt: str
    level: str
    """A sentence if the numbers are easier or harder than the usual ones; otherwise empty."""
    hands: list[Part]
    """The cards that the question mentions; in a mixed set, also the method, once known, and the button for another
    set."""
    choices: list[Choice]
    rules: str
    """The tolerance, as a sentence."""
    near: str
    """A sentence stating when a prediction comes true."""
    interval: bool
    """True if the prediction is an interval, given as both ends with " to " between them."""
    open: bool
    """True once the steps after the prediction are available."""
    tries: list[int]
    """The available numbers of trials; empty if chance plays no part."""
    prediction: Predicted | None
    sample: Trials | None
    picture: list[Part]
    """The guess, the trials and, once known, the truth."""
    truth: Truth | None
    """The right answer; null until it is known."""
    outcome: Outcome
    outcome_text: str
    solved: bool
    typed: str
    """The learner's last answer."""
    reading: Reading
    feedback: str
    hints: list[str]
    """The hints opened so far."""
    hints_of: int
    solution: str
    reflection: Reflection
    running: bool
    recall: Recall | None
    """Present in a warm-up or a mixed set, where questions appear one by one, without predictions."""


class QuestionView(Answered, QuestionContent):
    """A question to work on."""


class QuestionLine(TypedDict):
    """The progress on one question."""

    id: str
    title: str
    outcome: Outcome
    outcome_text: str
    hints: str


class LessonLine(TypedDict):
    """The progress in one lesson."""

    id: str
    title: str
    after: str
    """The lessons that this lesson builds on."""
    notebook: str
    """The name of the lesson's notebook, without the file extension."""
    right: int
    of: int
    written: str
    questions: list[QuestionLine]


class NextStep(TypedDict):
    """The place where the learner should continue."""

    text: str
    notebook: str
    anchor: str
    """The anchor of the part on its page; "" for the top."""


class CalibrationView(TypedDict):
    """The learner's calibration."""

    title: str
    said: str
    parts: list[Part]


class ProgressContent(TypedDict):
    """The view of the progress without its header."""

    title: str
    said: str
    name: str
    next: NextStep | None
    """The place to continue the course; None in a lesson's view or once everything is done."""
    lessons: list[LessonLine]
    calibration: CalibrationView


class ProgressView(Answered, ProgressContent):
    """The view of a learner's progress."""


class CodeChoice(TypedDict):
    """One of the programs offered where no code can be run, shown as the lines in which it differs from the others."""

    id: str
    code: str


class CodeContent(TypedDict):
    """The view of a code task without its header."""

    id: str
    title: str
    prompt: str
    name: str
    """The function to define."""
    trials: int
    runs: CodeHome
    worker: str
    """The address of the worker that runs code, if code runs in the browser."""
    seed: int | str
    """The seed of a run in the browser."""
    code: str
    """The learner's code, or the code to start from."""
    start: str
    choices: list[CodeChoice]
    """The programs to choose from; empty where code can be run."""
    chosen: str
    outcome: Outcome
    outcome_text: str
    feedback: str
    printed: str
    """The text that the code printed."""
    picture: list[Part]
    """The result of the trials, and the exact value once the code is right."""
    hints: list[str]
    hints_of: int
    solution: str
    """The solution, once it is opened or the code is right."""
    running: bool


class CodeView(Answered, CodeContent):
    """The view of a code task."""


class LessonState(TypedDict):
    """The synced traits of any of these widgets."""

    about: LessonAbout
    view: FigureView | QuestionView | ProgressView | CodeView
    kept: NotRequired[str]
    """The progress to store in the browser (see progress.ts)."""


class QuestionState(TypedDict):
    """The synced traits of a question."""

    about: LessonAbout
    view: QuestionView
    kept: str
    """The progress to store in the browser (see progress.ts); empty at first."""


class CodeState(TypedDict):
    """The synced traits of a code task."""

    about: LessonAbout
    view: CodeView
    kept: str


class ProgressState(TypedDict):
    """The synced traits of the progress board."""

    about: LessonAbout
    view: ProgressView
    kept: str


class StoredHand(OwnHand):
    """A round that was played."""

    day: int
    """The day, as the number of days since January 1, 1970."""


class KeptRequest(Request):
    """Send the progress that this browser stores."""

    kind: Literal["hello"]
    kept: str | None
    hands: list[StoredHand]
    """The rounds that were played in this browser."""


class PredictRequest(Request):
    """Make a prediction before anything is shown."""

    kind: Literal["predict"]
    guess: str
    confidence: float
    """The confidence, from 0 to 1."""


class SimulateRequest(Request):
    """Run trials."""

    kind: Literal["simulate"]
    n: int
    """The number of trials: 1, 100 or 10,000."""


class AnswerRequest(Request):
    """Answer the question."""

    kind: Literal["answer"]
    typed: str
    """The answer, at most 200 characters."""


class ReadRequest(Request):
    """Say how this text would be read as an answer, without judging it."""

    kind: Literal["read"]
    typed: str


class ReflectRequest(Request):
    """Store the learner's sentence."""

    kind: Literal["reflect"]
    sentence: str


class TurnToRequest(Request):
    """Show another question in a warm-up or a mixed set."""

    kind: Literal["turn_to"]
    at: int


class StudyRequest(Request):
    """Continue without a prediction, open a hint or the solution, or start again with new numbers."""

    kind: Literal["skip", "hint", "solve", "renew"]


class RunRequest(Request):
    """Run code in a process next to the kernel, where that is allowed."""

    kind: Literal["run"]
    code: str


class ReportRequest(Request):
    """Report the result of code that ran in this browser; see teaching/code/code_runner.py."""

    kind: Literal["report"]
    code: str
    report: dict[str, str | int | float | None]


class ChooseProgramRequest(Request):
    """Choose one of the programs offered where no code can be run."""

    kind: Literal["choose_program"]
    program: str


class NameRequest(Request):
    """Set the learner's name."""

    kind: Literal["name"]
    name: str


class ResetRequest(Request):
    """Reset a question, a lesson, or everything (if empty)."""

    kind: Literal["reset"]
    part: str


class ExportRequest(Request):
    """Export the progress as a file."""

    kind: Literal["export"]


QuestionRequest: TypeAlias = (
    Ping
    | SpeakRequest
    | KeptRequest
    | PredictRequest
    | SimulateRequest
    | AnswerRequest
    | ReadRequest
    | ReflectRequest
    | StudyRequest
    | TurnToRequest
    | DoRequest
)
CodeRequest: TypeAlias = (
    Ping | SpeakRequest | KeptRequest | RunRequest | ReportRequest | ChooseProgramRequest | StudyRequest
)
ProgressRequest: TypeAlias = (
    Ping | SpeakRequest | KeptRequest | NameRequest | ResetRequest | ExportRequest | LoadRequest
)
