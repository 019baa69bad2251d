"""Figures, questions and progress: numbers and sentences as they are read, with values for drawing."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

from .messages import Answered, LoadRequest, Ping, Request, SpeakRequest
from .odds import Introduction

LessonKind: TypeAlias = Literal["figure", "question", "progress"]
Role: TypeAlias = Literal["truth", "sample", "guess", "other"]
"""What something stands for; each has a color and a shape of its own."""
Tone: TypeAlias = Literal["plain", "strong", "hint", "right", "wrong"]
"""How a sentence is meant."""
Unit: TypeAlias = Literal["percent", "number"]
"""How a value is written at an axis; a percentage is a value from 0 to 1."""
Outcome: TypeAlias = Literal["not attempted", "wrong", "right"]
QuestionKind: TypeAlias = Literal["chance", "number", "choice"]


class LessonAbout(Introduction):
    """Which widget it is."""

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
    """What can be done: do {name, value}."""

    name: str
    value: int | str | None
    text: str
    main: bool
    disabled: bool


# what is seen; marks of one key belong together: pointing at one lights up all, in every part of the widget


class Controls(TypedDict):
    """What can be set and done."""

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
    """What the cards are called, all in one."""
    tone: Tone
    note: str
    key: str


class Cards(TypedDict):
    """Rows of cards."""

    kind: Literal["cards"]
    rows: list[CardsRow]


class Drawn(TypedDict):
    """Something drawn, told in one sentence, with its numbers as a table beside it."""

    title: str
    label: str
    head: list[str]
    table: list[list[str]]


class Series(TypedDict):
    """What the bars of one role are called."""

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
    """What is measured."""
    series: list[Series]
    rows: list[BarsRow]
    levels: list[Level]
    marks: list[Mark]


class XAxis(TypedDict):
    """What the x axis counts, and whether it is spread by powers of ten."""

    name: str
    log: bool


class YAxis(TypedDict):
    """What the y axis measures."""

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
    """Where the truth should lie, or the sample's interval: x, low, high."""
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
    """At the branch: its chance, or how many ways there are."""
    product: str
    """At the leaf: what multiplying along the way gives."""
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
    """A rung of a ladder, and what is said of it."""

    name: str
    written: str


class Climber(TypedDict):
    """Who stands on a ladder."""

    name: str
    role: Role
    rung: int
    """How many rungs are behind: 0 is the ground."""
    written: str


class Ladder(Drawn):
    """Rungs, and who stands where."""

    kind: Literal["ladder"]
    rungs: list[Rung]
    climbers: list[Climber]


class SortedHand(TypedDict):
    """The cards that are in no group, by their places."""

    title: str
    cards: list[int]


class SortedGroup(SortedHand):
    """A group that cards are sorted into, with what is said of them and by which rule."""

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
    """What each card is called."""
    hand: SortedHand
    groups: list[SortedGroup]


Part: TypeAlias = Controls | Said | Cards | Bars | Lines | Units | Tree | Formula | Table | Ladder | Sorter


class FigureContent(TypedDict):
    """The view of a figure without its header."""

    title: str
    lead: str
    asked: dict[str, str | int | bool]
    """What is chosen, by the names of the fields."""
    parts: list[Part]
    said: str
    """What is spoken when this comes."""
    running: bool
    """Something is still being computed."""


class FigureView(Answered, FigureContent):
    """What a figure shows."""


class Predicted(TypedDict):
    """What a learner predicted, before anything was shown."""

    guess: str
    value: float | None
    """As a number, for drawing; null for a choice."""
    written: str
    confidence: float
    """0 to 1."""
    sure: str
    came_true: bool | None
    """Null until the truth is known."""
    said: str
    """Whether it came true, in words."""


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
    """What there is to think about, what the learner wrote, and a model answer."""

    prompt: str
    own: str
    model: str


class QuestionContent(TypedDict):
    """The view of a question without its header."""

    id: str
    title: str
    kind: QuestionKind
    prompt: str
    hands: list[Part]
    """The cards that it speaks of."""
    choices: list[Choice]
    rules: str
    """Which answers count as right."""
    near: str
    """When a prediction counts as come true."""
    open: bool
    """What comes after the prediction may be used."""
    tries: list[int]
    """How many trials can be made at once; none where chance plays no part."""
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
    """What was typed last."""
    feedback: str
    hints: list[str]
    """Those that were opened."""
    hints_of: int
    solution: str
    reflection: Reflection
    running: bool


class QuestionView(Answered, QuestionContent):
    """A question to work on."""


class QuestionLine(TypedDict):
    """How it went with a question."""

    id: str
    title: str
    outcome: Outcome
    outcome_text: str
    hints: str


class LessonLine(TypedDict):
    """How it went with a lesson."""

    id: str
    title: str
    right: int
    of: int
    written: str
    questions: list[QuestionLine]


class CalibrationView(TypedDict):
    """What the learner's confidence is worth."""

    title: str
    said: str
    parts: list[Part]


class ProgressContent(TypedDict):
    """The view of the progress without its header."""

    title: str
    said: str
    name: str
    lessons: list[LessonLine]
    calibration: CalibrationView


class ProgressView(Answered, ProgressContent):
    """What a learner did so far."""


class LessonState(TypedDict):
    """The synced traits of any of these widgets."""

    about: LessonAbout
    view: FigureView | QuestionView | ProgressView


class FigureState(TypedDict):
    """The synced traits of a figure."""

    about: LessonAbout
    view: FigureView


class QuestionState(TypedDict):
    """The synced traits of a question."""

    about: LessonAbout
    view: QuestionView
    kept: str
    """What is to be kept of what was done, see progress.ts; empty before anything was."""


class ProgressState(TypedDict):
    """The synced traits of the progress."""

    about: LessonAbout
    view: ProgressView
    kept: str


# up


class DoRequest(Request):
    """Do what a button of a figure does."""

    kind: Literal["do"]
    name: str
    value: NotRequired[int | str | None]


class KeptRequest(Request):
    """Say what this browser has kept."""

    kind: Literal["hello"]
    kept: str | None


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


class StudyRequest(Request):
    """Go on without a prediction, open a hint or the solution, or begin again with other numbers."""

    kind: Literal["skip", "hint", "solve", "renew"]


class NameRequest(Request):
    """Say who learns."""

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
    Ping | SpeakRequest | KeptRequest | PredictRequest | SimulateRequest | AnswerRequest | ReflectRequest | StudyRequest
)
ProgressRequest: TypeAlias = (
    Ping | SpeakRequest | KeptRequest | NameRequest | ResetRequest | ExportRequest | LoadRequest
)
