"""Figures: their controls and parts, as sentences and numbers to read and as values to draw."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

from ...ui.wire import Answered, Introduction, Request

LessonKind: TypeAlias = Literal["figure", "question", "progress", "code"]
Role: TypeAlias = Literal["truth", "sample", "guess", "other"]
"""The role of a mark; each role has its own color and shape."""
Tone: TypeAlias = Literal["plain", "strong", "hint", "right", "wrong"]
"""The tone of a sentence."""
Unit: TypeAlias = Literal["percent", "number"]
"""The format of values on an axis; a percentage is a value from 0 to 1."""


class LessonAbout(Introduction):
    """The type of widget."""

    widget: LessonKind


class ListField(TypedDict):
    """A choice among several values."""

    field: Literal["list"]
    name: str
    label: str
    options: list[tuple[str, str]]
    """Each value with its name."""
    value: str


class RangeField(TypedDict):
    """A whole number that is set with a slider."""

    field: Literal["range"]
    name: str
    label: str
    low: int
    high: int
    step: int
    value: int
    written: str


class NumberField(TypedDict):
    """A whole number that is typed in."""

    field: Literal["number"]
    name: str
    label: str
    low: int
    high: int
    value: int


class SwitchField(TypedDict):
    """A switch: on or off."""

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
    """The names of all the cards, as one string."""
    tone: Tone
    note: str
    key: str


class Cards(TypedDict):
    """Rows of cards."""

    kind: Literal["cards"]
    rows: list[CardsRow]


class Counted(TypedDict):
    """A card, and the mark that counts it."""

    card: str
    at: int
    """The position of the mark: a unit, a row of bars, or a point of the sample's line (-1 is the last one)."""


class Flight(TypedDict):
    """Cards that fly to the marks that count them, after something that the learner did."""

    title: str
    moment: str
    """A text that changes whenever the cards should fly again."""
    counted: list[Counted]


class Drawn(TypedDict):
    """A drawing, described in one sentence, with its numbers as a table."""

    title: str
    label: str
    head: list[str]
    table: list[list[str]]
    flight: NotRequired[Flight]


class Series(TypedDict):
    """The name of the bars with one role."""

    role: Role
    name: str


class Value(TypedDict):
    """A value to draw, with its text and, if it has one, the ends of its interval."""

    value: float
    written: str
    low: NotRequired[float]
    high: NotRequired[float]


class BarsRow(TypedDict):
    """A value for each series; null where one is missing."""

    name: str
    values: list[Value | None]
    key: str


class Level(TypedDict):
    """A line across a chart, such as one at the mean."""

    role: Role
    name: str
    value: float
    written: str


class Mark(TypedDict):
    """A line at a position among columns: 0 is the first column, 2.5 is halfway between the third and the fourth."""

    role: Role
    name: str
    at: float
    written: str


class Bars(Drawn):
    """Bars: side by side in rows, or upright in columns (for short names and many values)."""

    kind: Literal["bars"]
    upright: bool
    unit: Unit
    axis: str
    """The measure on the axis."""
    series: list[Series]
    rows: list[BarsRow]
    levels: list[Level]
    marks: list[Mark]


class XAxis(TypedDict):
    """The x axis: its name, whether its scale is logarithmic, and its measure."""

    name: str
    log: bool
    unit: Unit


class YAxis(TypedDict):
    """The y axis: its name and its measure."""

    name: str
    unit: Unit


class Curve(TypedDict):
    """Points (x, y) joined by a line."""

    role: Role
    name: str
    points: list[tuple[float, float]]
    faint: bool
    key: str


class Lines(Drawn):
    """Lines plotted against a number of deals, games or cards."""

    kind: Literal["lines"]
    x: XAxis
    y: YAxis
    lines: list[Curve]
    band: list[tuple[float, float, float]]
    """An area that should contain the truth, or the sample's interval: x, low, high."""
    levels: list[Level]


class Crowd(TypedDict):
    """A group of marks."""

    name: str
    size: int
    written: str
    faint: bool
    """True for marks that are drawn paler because they are ruled out."""
    key: str


class Units(Drawn):
    """Many small marks, such as one for each of a hundred hands or a thousand opponents."""

    kind: Literal["units"]
    groups: list[Crowd]
    """The groups in the order of their symbols: filled circle, ring, filled square, square."""
    order: list[int]
    """The group of each mark, starting with the first; when sorted, all marks of a group are together."""


class Branch(TypedDict):
    """A case in a tree."""

    text: str
    written: str
    """The text at the branch: its chance or the number of ways."""
    product: str
    """The text at the leaf: the product along the path."""
    cards: str
    """The codes of an example hand for this case; empty if there is none."""
    names: str
    """The names of these cards, as one string."""
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
    """A formula in pieces, on one or more lines."""

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
    """The cards that are in no group, by position."""

    title: str
    cards: list[int]


class SortedGroup(SortedHand):
    """A group to sort cards into, with a verdict and the rule behind it."""

    tone: Tone
    verdict: str
    rule: str


class Sorter(TypedDict):
    """Cards to sort into groups; each move sends do {name: "move", value: "card/to"}, where -1 is the hand."""

    kind: Literal["sorter"]
    label: str
    cards: list[str]
    """Every card, by position."""
    names: list[str]
    """The name of each card."""
    hand: SortedHand
    groups: list[SortedGroup]


class Guessing(TypedDict):
    """A guess to make before the result is shown; the buttons send do {name: "guess", value} or do {name: "reveal"}."""

    kind: Literal["guess"]
    prompt: str
    field: RangeField | ListField
    place: str
    """The button that submits the guess."""
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


class FigureState(TypedDict):
    """The synced traits of a figure."""

    about: LessonAbout
    view: FigureView
    kept: NotRequired[str]
    """The progress to store in the browser, if the figure changes it."""


class DoRequest(Request):
    """Press a button in a figure or a mixed set."""

    kind: Literal["do"]
    name: str
    value: NotRequired[int | str | None]
