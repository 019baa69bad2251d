"""A figure with every type of part, for tests and for inspecting how parts are drawn."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, ClassVar

from phase10_widgets.teaching.figures.shared import parts
from phase10_widgets.teaching.figures.shared.controls import (
    ChoiceControl,
    NumberControl,
    SliderControl,
    SwitchControl,
)
from phase10_widgets.teaching.figures.shared.figure import Figure
from phase10_widgets.teaching.figures.shared.guess import PERCENT, Guess, guess_part
from phase10_widgets.teaching.figures.shared.parts import (
    AxisPoint,
    Branch,
    Climber,
    Crowd,
    Curve,
    GroupPart,
    Held,
    Level,
    Line,
    TableRow,
    Value,
)
from phase10_widgets.teaching.figures.shared.trials import number_to_do
from phase10_widgets.teaching.figures.widgets import LessonWidget
from phase10_widgets.ui.interactive import Input
from phase10_widgets.ui.screen import Refused

CARDS = ("R5", "B5", "G5", "W", "R6", "Y7", "S")
RUNNING = ((1, 1.0), (3, 0.667), (10, 0.7), (30, 0.533), (100, 0.58), (300, 0.567), (1000, 0.549))
SCORES = (2, 5, 9, 14, 18, 20, 17, 12, 8, 5, 3, 1, 1)


class DemoScreen(Figure):
    """A figure with every part, role, tone and type of control, none of which is computed."""

    TITLE = "Every part of a figure"
    LEAD = "Everything that a figure can contain, with each part shown once or twice."
    cards = Input(10, "")
    edition = Input("classic", "")
    seed = Input(1, "")
    mixed = Input(True, "")
    FIELDS: ClassVar = {
        "edition": ChoiceControl("Game", {"classic": "Phase 10", "masters": "Phase 10 Masters Edition"}),
        "cards": SliderControl("Cards dealt", 1, 15, unit="{n} of 108"),
        "seed": NumberControl("Seed", 0, 2**53 - 1),
        "mixed": SwitchControl("Mixed up"),
    }

    def __init__(self, *given: Any, **chosen: Any) -> None:
        self.dealt = 0
        self.places = [0, 0, -1, -1, -1, -1, -1]
        super().__init__(*given, **chosen)

    def deal(self, n: Any) -> None:
        self.dealt += number_to_do(n, (1, 100))

    def move(self, value: Any) -> None:
        """Move a card to a group, given as "card/to"."""
        card, _, to = str(value).partition("/")
        if card not in map(str, range(len(CARDS))) or to not in ("-1", "0", "1"):
            raise Refused("bad_value", "There is no such card or group.")
        self.places[int(card)] = int(to)

    ACTS: ClassVar = {"deal": deal, "move": move}

    def _said(self) -> str:
        return f"{self.dealt} hands were dealt, with {self.cards} cards each."

    def _group(self, to: int) -> list[int]:
        return [card for card, place in enumerate(self.places) if place == to]

    def _parts(self) -> list[parts.Part]:
        return [
            self._controls(
                self._deed("deal", "1 deal", 1),
                self._deed("deal", "100 deals", 100, main=True),
                self._deed("deal", "Not now", 5, disabled=True),
            ),
            *self._texts(),
            *self._cards(),
            *self._charts(),
            *self._crowds(),
            *self._rest(),
            guess_part(Guess("How many of 100 hands have a wild?", PERCENT, Fraction(553, 1000)), self.words),
        ]

    def _texts(self) -> list[parts.Part]:
        return [
            parts.text(f"Of {self.dealt} hands, 55.3% have a wild.", "strong", key="wild"),
            parts.text("A plain sentence that describes the content below and is long enough to fill two lines."),
            parts.text("A hint is less prominent.", "hint"),
            parts.text("Right: every hand has at least one wild, or none.", "right"),
            parts.text("Adding 8/108 ten times counts hands with two wilds twice.", "wrong"),
        ]

    def _cards(self) -> list[parts.Part]:
        rows = [
            Held("A hand with a wild", "R5 B5 W S R12 Y7 G1 G2 B9 R3", "wild", note="one of 10 is wild"),
            Held("", "R5 B5 G5", tone="right", note="a set of fives"),
            Held("No set", "R5 B6", tone="wrong", note="the numbers differ"),
            Held("From other games", "QH JK 5 R5! *!"),
        ]
        return [parts.cards(*rows)]

    def _charts(self) -> list[parts.Part]:
        cells = [("3 cards", 0.2063), (f"{self.cards} cards in the hand that was dealt", 0.553), ("15 cards", 0.7036)]
        columns = [
            TableRow(
                str(5 * n),
                [Value(value / 115, f"{value / 1.15:.1f}%"), self._share_of_wilds(n, value)],
                key=f"score {n}",
            )
            for n, value in enumerate(SCORES)
        ]
        return [
            parts.bars(
                "A hand with a wild, by hand size",
                "A wild is in 20.6% of hands with 3 cards, 55.3% with 10 cards, and 70.4% with 15 cards.",
                series=[("truth", "counted"), ("sample", "dealt"), ("guess", "your guess"), ("other", "added up")],
                rows=[self._row(name, value, n) for n, (name, value) in enumerate(cells)],
                axis="proportion of hands",
                head="cards",
                levels=[Level("guess", "your guess", 0.74, "74%")],
            ),
            parts.bars(
                "What a hand costs",
                "Most hands cost 25 points; the mean is 27.3.",
                series=[("truth", "counted"), ("sample", "100 deals")],
                rows=columns,
                axis="points in the hand",
                head="points",
                upright=True,
                levels=[Level("other", "all alike", 1 / 13, "7.7%")],
                marks=[AxisPoint("guess", "mean", 5.46, "27.3 points")],
            ),
            parts.lines(
                "Proportion of hands with a wild",
                "After 1000 deals, the proportion is 54.9%; the exact value is 55.3%.",
                x="hands",
                y="proportion",
                curves=[
                    *(Curve("other", "other runs", self._run(n), faint=True) for n in range(12)),
                    Curve("sample", "your deals", RUNNING, key="wild"),
                ],
                band=[(n, 0.553 - 1 / n**0.5, 0.553 + 1 / n**0.5) for n, _ in RUNNING],
                levels=[Level("truth", "counted", 0.553, "55.3%"), Level("guess", "your guess", 0.74, "74%")],
                head=["hands", "proportion"],
                table=[[str(n), f"{share:.1%}"] for n, share in RUNNING],
                log=True,
            ),
            parts.lines(
                "Phases after each round",
                "The greedy player finishes after 12 rounds, the other after 18.",
                x="rounds",
                y="phases",
                unit="number",
                curves=[
                    Curve("truth", "expected", [(0, 0), (6, 5), (12, 10)]),
                    Curve("guess", "your guess", [(0, 0), (10, 10)]),
                    Curve("other", "random", [(0, 0), (18, 10)]),
                ],
                head=["player", "rounds"],
                table=[["greedy", "12"], ["random", "18"]],
            ),
        ]

    def _share_of_wilds(self, n: int, value: int) -> Value | None:
        if n > 9:
            return None
        share = (value + (-1) ** n) / 115
        return Value(share, f"{share:.1%}", max(0, share - 0.02), share + 0.02)

    def _row(self, name: str, value: float, n: int) -> TableRow:
        guess = Value(0.74, "74%") if n == 1 else None
        dealt = Value(value - 0.02, f"{value - 0.02:.0%}", value - 0.05, value + 0.01)
        return TableRow(name, [Value(value, f"{value:.1%}"), dealt, guess, Value(value + 0.1, "?")], key=f"row {n}")

    def _run(self, n: int) -> list[tuple[float, float]]:
        return [(at, min(1.0, max(0.0, 0.553 + ((n * 37 + at) % 11 - 5) / 10 / at**0.5))) for at, _ in RUNNING]

    def _crowds(self) -> list[parts.Part]:
        hundred = [
            Crowd("two wilds or more", 16, "16%", "two"),
            Crowd("one wild", 39, "39%", "one"),
            Crowd("no wild", 45, "45%", "none"),
        ]
        many = [
            Crowd("takes it and needs it", 180, "18%", "one"),
            Crowd("takes it without needing it", 120, "12%"),
            Crowd("leaves it and needs it", 70, "7%"),
            Crowd("leaves it", 630, "63%", "none"),
        ]
        head = ("hands", "count", "proportion")
        return [
            parts.units("A hundred hands", "45 of 100 hands have no wild.", hundred, self._order(hundred), head=head),
            parts.units("A thousand opponents", "300 of 1000 take the card.", many, self._order(many), head=head),
        ]

    def _order(self, groups: list[Crowd]) -> list[int]:
        ordered = [n for n, group in enumerate(groups) for _ in range(group.size)]
        step = 37 if self.mixed else 1
        return [ordered[at * step % len(ordered)] for at in range(len(ordered))]

    def _rest(self) -> list[parts.Part]:
        second = [
            Branch("wild", "7/107", "0.5%", key="two", cards="W W"),
            Branch("no wild", "100/107", "6.9%", key="one", cards="W R5"),
        ]
        third = [Branch("wild", "8/107", "6.9%", key="one"), Branch("no wild", "99/107", "85.7%", key="none")]
        root = Branch(
            "two cards",
            children=[Branch("wild", "8/108", children=second), Branch("no wild", "100/108", children=third)],
        )
        verdicts = ("right", "Three fives make a set.", "3.2") if len(self._group(0)) > 2 else ("plain", "", "")
        groups = [
            GroupPart("Set", self._group(0), verdicts[0], verdicts[1], verdicts[2]),  # type: ignore[arg-type]
            GroupPart("Run", self._group(1), "wrong", "A run needs four cards.", "3.4"),
        ]
        return [
            parts.tree(
                "Two cards", "A tree for two cards, each wild or not.", root, head=("way", "chances", "product")
            ),
            parts.formula(
                "One minus C of 100 over 10 by C of 108 over 10 is 55.3 percent",
                ["P(", ("at least one wild", "wild"), ") = 1 − P(", ("no wild", "none"), ")"],  # noqa: RUF001
                ["= 1 − ", ("C(100, 10) / C(108, 10)", "none"), " = 55.3%"],  # noqa: RUF001
            ),
            parts.table(
                "What players say",
                ["what is said", "chance", "why"],
                [
                    Line(["at least one wild", "55.3%", "counted"], "wild", "right"),
                    Line(["ten times 8/108", "74.1%", "hands with two are counted twice"], "", "wrong"),
                    Line(["no wild", "44.7%", "what is left"], "none"),
                ],
            ),
            parts.ladder(
                "Progress of the players",
                "Ana is on phase 4, Ben is on phase 2, and the guess was phase 6.",
                [(f"Phase {n}", "2 sets of 3" if n == 1 else "") for n in range(1, 11)],
                [
                    Climber("Ana", 4, "18 rounds", "sample"),
                    Climber("Ben", 2, "", "other"),
                    Climber("guess", 6, "", "guess"),
                    Climber("expected", 4, "", "truth"),
                ],
                head=("who", "where"),
            ),
            parts.sorter("Sort these cards", CARDS, ("Your hand", self._group(-1)), groups),
        ]


class Demo(DemoScreen, LessonWidget):
    """The demo figure as a widget."""
