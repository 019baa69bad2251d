"""Figures, questions and progress: numbers and sentences as they are read, with values for drawing."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

from .messages import Answered, LoadRequest, Ping, Request, SpeakRequest
from .odds import Introduction
from .table import OwnHand

LessonKind: TypeAlias = Literal["figure", "question", "progress", "code"]
Role: TypeAlias = Literal["truth", "sample", "guess", "other"]
"""The role of a mark; each role has its own color and shape."""
Tone: TypeAlias = Literal["plain", "strong", "hint", "right", "wrong"]
"""The tone of a sentence."""
Unit: TypeAlias = Literal["percent", "number"]
"""The format of values at an axis; a percentage is a value from 0 to 1."""
Outcome: TypeAlias = Literal["not attempted", "wrong", "right"]
CodeHome: TypeAlias = Literal["kernel", "browser", "cell", "nowhere"]
"""Where a learner's code runs: in a process beside the kernel, in the browser, as the notebook's cell, or nowhere."""
QuestionKind: TypeAlias = Literal["chance", "number", "choice"]


class LessonAbout(Introduction):
    """The kind of widget."""

    widget: LessonKind


# what can be set: choose {name: value}


class ListField(TypedDict):
    """One of some values."""

    field: Literal["list"]
    name: str
    label: str
    options: list[tuple[str, str]]
    """Each value with its name."""
    value: str


class RangeField(TypedDict):
    """A whole number that is chosen with a slider."""

    field: Literal["range"]
    name: str
    label: str
    low: int
    high: int
    step: int
    value: int
    written: str


class NumberField(TypedDict):
    """A whole number that is typed."""

    field: Literal["number"]
    name: str
    label: str
    low: int
    high: int
    value: int


class SwitchField(TypedDict):
    """On or off."""

    field: Literal["switch"]
    name: str
    label: str
    value: bool


Field: TypeAlias = ListField | RangeField | NumberField | SwitchField


class Deed(TypedDict):
    """A button; pressing it sends do {name, value}."""

    name: str
    value: int | str | None
    text: str
    main: bool
    disabled: bool


# what is seen; marks of one key belong together: pointing at one lights up all, in every part of the widget


class Controls(TypedDict):
    """Controls and buttons."""

    kind: Literal["controls"]
    fields: list[Field]
    deeds: list[Deed]


class Said(TypedDict):
    """A sentence."""

    kind: Literal["text"]
    tone: Tone
    text: str
    key: str


class CardsRow(TypedDict):
    """A row of cards with its title and a remark."""

    title: str
    cards: str
    names: str
    """The names of all the cards in one text."""
    tone: Tone
    note: str
    key: str


class Cards(TypedDict):
    """Rows of cards."""

    kind: Literal["cards"]
    rows: list[CardsRow]


class Drawn(TypedDict):
    """A drawing, described in one sentence, with its numbers as a table."""

    title: str
    label: str
    head: list[str]
    table: list[list[str]]


class Series(TypedDict):
    """The name of the bars of one role."""

    role: Role
    name: str


class Value(TypedDict):
    """A value to draw, as it is read, with the ends of its interval where it has one."""

    value: float
    written: str
    low: NotRequired[float]
    high: NotRequired[float]


class BarsRow(TypedDict):
    """A value for each series; null where there is none."""

    name: str
    values: list[Value | None]
    key: str


class Level(TypedDict):
    """A line across a chart, such as a mean."""

    role: Role
    name: str
    value: float
    written: str


class Mark(TypedDict):
    """A line at a place among columns: 0 is the first column, 2.5 halfway from the third to the fourth."""

    role: Role
    name: str
    at: float
    written: str


class Bars(Drawn):
    """Bars: beside each other in rows, or upright in columns (then they are few words and many values)."""

    kind: Literal["bars"]
    upright: bool
    unit: Unit
    axis: str
    """The measure."""
    series: list[Series]
    rows: list[BarsRow]
    levels: list[Level]
    marks: list[Mark]


class XAxis(TypedDict):
    """The x axis: its name, true for a logarithmic scale, and its measure."""

    name: str
    log: bool
    unit: Unit


class YAxis(TypedDict):
    """The measure on the y axis."""

    name: str
    unit: Unit


class Curve(TypedDict):
    """Points (x, y) that are joined."""

    role: Role
    name: str
    points: list[tuple[float, float]]
    faint: bool
    key: str


class Lines(Drawn):
    """Lines over numbers of deals, games or cards."""

    kind: Literal["lines"]
    x: XAxis
    y: YAxis
    lines: list[Curve]
    band: list[tuple[float, float, float]]
    """An area that should contain the truth, or the sample's interval: x, low, high."""
    levels: list[Level]


class Crowd(TypedDict):
    """Some of the marks."""

    name: str
    size: int
    written: str
    faint: bool
    """Drawn paler: no longer counted."""
    key: str


class Units(Drawn):
    """Many small marks, each for one of a hundred hands or a thousand opponents."""

    kind: Literal["units"]
    groups: list[Crowd]
    """In the order of their symbols: filled circle, ring, filled square, square."""
    order: list[int]
    """The group of each mark, from the first on; groups one after the other when sorted."""


class Branch(TypedDict):
    """A case of a tree."""

    text: str
    written: str
    """At the branch: its chance or the number of ways."""
    product: str
    """At the leaf: the product along the path."""
    cards: str
    """The codes of a hand of this case, as an example; empty without one."""
    names: str
    """The names of these cards in one text."""
    open: bool
    children: list[Branch]
    key: str


class Tree(Drawn):
    """A tree of cases, each with the chance of its branch."""

    kind: Literal["tree"]
    root: Branch


class Piece(TypedDict):
    """A piece of a formula."""

    text: str
    key: str


class Formula(TypedDict):
    """A formula in pieces; lines one below the other."""

    kind: Literal["formula"]
    label: str
    lines: list[list[Piece]]


class Row(TypedDict):
    """A row of a table."""

    cells: list[str]
    tone: Tone
    key: str


class Table(TypedDict):
    """A table; its first column names the rows."""

    kind: Literal["table"]
    title: str
    head: list[str]
    rows: list[Row]


class Rung(TypedDict):
    """A rung of a ladder, with a remark."""

    name: str
    written: str


class Climber(TypedDict):
    """A climber on a ladder."""

    name: str
    role: Role
    rung: int
    """The number of rungs climbed; 0 is the ground."""
    written: str


class Ladder(Drawn):
    """A ladder: its rungs and climbers."""

    kind: Literal["ladder"]
    rungs: list[Rung]
    climbers: list[Climber]


class SortedHand(TypedDict):
    """The cards that are in no group, by their places."""

    title: str
    cards: list[int]


class SortedGroup(SortedHand):
    """A group to sort cards into, with a verdict and the rule behind it."""

    tone: Tone
    verdict: str
    rule: str


class Sorter(TypedDict):
    """Cards that are sorted into groups: do {name: "move", value: "card/to"}; -1 is the hand."""

    kind: Literal["sorter"]
    label: str
    cards: list[str]
    """Every card, by its place."""
    names: list[str]
    """The name of each card."""
    hand: SortedHand
    groups: list[SortedGroup]


class Guessing(TypedDict):
    """A guess to place before the result is shown: do {name: "guess", value}, or do {name: "reveal"} without one."""

    kind: Literal["guess"]
    prompt: str
    field: RangeField | ListField
    place: str
    """The button that places the guess."""
    reveal: str
    """The button that shows the result without a guess."""


Part: TypeAlias = Controls | Said | Cards | Bars | Lines | Units | Tree | Formula | Table | Ladder | Sorter | Guessing


class FigureContent(TypedDict):
    """The view of a figure without its header."""

    title: str
    lead: str
    asked: dict[str, str | int | bool]
    """The current choices, by field name."""
    parts: list[Part]
    said: str
    """The text to announce when this view arrives."""
    running: bool
    """True while a computation is running."""


class FigureView(Answered, FigureContent):
    """The view of a figure."""


class Predicted(TypedDict):
    """A learner's prediction, made before any result was shown."""

    guess: str
    value: float | None
    """As a number, for drawing, the middle of an interval; null for a choice."""
    low: float | None
    """The ends of an interval."""
    high: float | None
    written: str
    confidence: float
    """0 to 1."""
    sure: str
    came_true: bool | None
    """Null until the truth is known."""
    said: str
    """A sentence that tells if it came true."""


class Choice(TypedDict):
    """An answer to choose."""

    id: str
    text: str


class Trials(TypedDict):
    """The trials that were made."""

    trials: int
    wanted: int
    seed: str
    said: str


class Truth(TypedDict):
    """The right answer."""

    value: float | None
    """As a number, for drawing; null for a choice."""
    written: str
    choice: str
    fraction: str


class Reflection(TypedDict):
    """A prompt to reflect on, the learner's sentence, and a model answer."""

    prompt: str
    own: str
    model: str


class Recall(TypedDict):
    """A warm-up or a mixed set with several old questions."""

    at: int
    """The place of the question shown, from 0."""
    done: list[Outcome]
    """The outcome of each question."""


class QuestionContent(TypedDict):
    """The view of a question without its header."""

    id: str
    title: str
    kind: QuestionKind
    prompt: str
    hands: list[Part]
    """The cards that it speaks of; in a mixed set also the method, once it is known, and the button for another set."""
    choices: list[Choice]
    rules: str
    """The tolerance, as a sentence."""
    near: str
    """The condition for a prediction to come true, as a sentence."""
    interval: bool
    """True if the prediction is an interval: both ends, with " to " between them."""
    open: bool
    """True once the steps after the prediction are open."""
    tries: list[int]
    """The numbers of trials on offer; empty if chance plays no part."""
    prediction: Predicted | None
    sample: Trials | None
    picture: list[Part]
    """Guess, trials and, once it is known, the truth."""
    truth: Truth | None
    """Once it is known."""
    outcome: Outcome
    outcome_text: str
    solved: bool
    typed: str
    """The learner's last answer."""
    reading: str
    """The reading of a chance without a unit, in words; otherwise empty."""
    feedback: str
    hints: list[str]
    """The hints opened so far."""
    hints_of: int
    solution: str
    reflection: Reflection
    running: bool
    recall: Recall | None
    """Set in a warm-up or a mixed set: the questions come without a prediction, one after the other."""


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
    """What it builds on."""
    notebook: str
    """The name of its notebook, without its ending."""
    right: int
    of: int
    written: str
    questions: list[QuestionLine]


class NextStep(TypedDict):
    """Where the learner goes on."""

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
    """In a view of the whole course; None in a lesson's, or once everything is done."""
    lessons: list[LessonLine]
    calibration: CalibrationView


class ProgressView(Answered, ProgressContent):
    """The view of a learner's progress."""


class CodeChoice(TypedDict):
    """A program to choose, where no code can be run: the lines in which it differs from the others."""

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
    """The address of a worker that runs code, where the browser does."""
    seed: int | str
    """The seed of a run there."""
    code: str
    """The learner's code, or what to begin with."""
    start: str
    choices: list[CodeChoice]
    """Empty where code can be run."""
    chosen: str
    outcome: Outcome
    outcome_text: str
    feedback: str
    printed: str
    """What the code printed."""
    picture: list[Part]
    """The result of the trials, and the exact value once the code is right."""
    hints: list[str]
    hints_of: int
    solution: str
    """Once it is opened, or the code is right."""
    running: bool


class CodeView(Answered, CodeContent):
    """The view of a code task."""


class LessonState(TypedDict):
    """The synced traits of any of these widgets."""

    about: LessonAbout
    view: FigureView | QuestionView | ProgressView | CodeView
    kept: NotRequired[str]
    """The progress to store in the browser, see progress.ts."""


class FigureState(TypedDict):
    """The synced traits of a figure."""

    about: LessonAbout
    view: FigureView
    kept: NotRequired[str]
    """The progress to store in the browser, where the figure changes it."""


class QuestionState(TypedDict):
    """The synced traits of a question."""

    about: LessonAbout
    view: QuestionView
    kept: str
    """The progress to store in the browser, see progress.ts; empty at first."""


class CodeState(TypedDict):
    """The synced traits of a code task."""

    about: LessonAbout
    view: CodeView
    kept: str


class ProgressState(TypedDict):
    """The synced traits of the progress."""

    about: LessonAbout
    view: ProgressView
    kept: str


# up


class DoRequest(Request):
    """Press a button of a figure or a mixed set."""

    kind: Literal["do"]
    name: str
    value: NotRequired[int | str | None]


class StoredHand(OwnHand):
    """A round that was played."""

    day: int
    """Counted from 1 January 1970."""


class KeptRequest(Request):
    """Send the progress that this browser stores."""

    kind: Literal["hello"]
    kept: str | None
    hands: list[StoredHand]
    """The rounds that were played in this browser."""


class PredictRequest(Request):
    """Predict, before anything is shown."""

    kind: Literal["predict"]
    guess: str
    confidence: float
    """0 to 1."""


class SimulateRequest(Request):
    """Make trials."""

    kind: Literal["simulate"]
    n: int
    """1, 100 or 10,000."""


class AnswerRequest(Request):
    """Answer the question."""

    kind: Literal["answer"]
    typed: str
    """At most 200 characters."""


class ReflectRequest(Request):
    """Keep a sentence."""

    kind: Literal["reflect"]
    sentence: str


class TurnToRequest(Request):
    """Show another question of a warm-up or a mixed set."""

    kind: Literal["turn_to"]
    at: int


class StudyRequest(Request):
    """Go on without a prediction, open a hint or the solution, or begin again with other numbers."""

    kind: Literal["skip", "hint", "solve", "renew"]


class RunRequest(Request):
    """Run code in a process beside the kernel, where that is allowed."""

    kind: Literal["run"]
    code: str


class ReportRequest(Request):
    """Report what code did in this browser; see teaching/code_runner.py."""

    kind: Literal["report"]
    code: str
    report: dict[str, str | int | float | None]


class ChooseProgramRequest(Request):
    """Choose a program, where no code can be run."""

    kind: Literal["choose_program"]
    program: str


class NameRequest(Request):
    """Name the learner."""

    kind: Literal["name"]
    name: str


class ResetRequest(Request):
    """Forget a question, a lesson, or (empty) everything."""

    kind: Literal["reset"]
    part: str


class ExportRequest(Request):
    """Give the progress as a file."""

    kind: Literal["export"]


QuestionRequest: TypeAlias = (
    Ping
    | SpeakRequest
    | KeptRequest
    | PredictRequest
    | SimulateRequest
    | AnswerRequest
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
