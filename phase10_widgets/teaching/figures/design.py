"""The final task: choose an edition's wilds and ten phases, and see which phases are too easy or too hard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar

from ...base.translatable import phrase
from ...editions import edition
from ...game.hands import read_phase
from ...languages.number_text import percent
from ...ui.interactive import Input
from ...ui.screen import Refused
from ...ui.wire import SavedFile
from ..capstone import BASE, HIGH, LOW, MOST_WILDS, PHASES, Design, check_design
from .shared.controls import ChoiceControl, Field, SliderControl
from .shared.figure import Figure
from .shared.guess import Guess
from .shared.parts import Level, Line, Part, TableRow, Tone, bars, table, text
from .wire import Deed

NAMES = tuple(f"phase{number}" for number in range(1, PHASES + 1))
"""The names of the ten phase traits."""
CHOICES = (
    "1 set of 3",
    "1 set of 4",
    "1 set of 5",
    "1 set of 6",
    "3 sets of 2",
    "4 sets of 2",
    "5 sets of 2",
    "2 sets of 3",
    "3 sets of 3",
    "1 set of 4 + 1 set of 2",
    "1 set of 4 + 1 set of 3",
    "2 sets of 4",
    "1 set of 5 + 1 set of 2",
    "1 set of 5 + 1 set of 3",
    "1 run of 4",
    "1 run of 5",
    "1 run of 6",
    "1 run of 7",
    "1 run of 8",
    "1 run of 9",
    "1 run of 10",
    "2 runs of 3",
    "2 runs of 4",
    "2 runs of 5",
    "1 set of 2 + 1 run of 6",
    "1 set of 2 + 1 run of 7",
    "1 set of 3 + 1 run of 3",
    "1 set of 3 + 1 run of 4",
    "1 set of 3 + 1 run of 5",
    "1 set of 3 + 1 run of 6",
    "1 set of 4 + 1 run of 3",
    "1 set of 4 + 1 run of 4",
    "5 cards of one color",
    "6 cards of one color",
    "7 cards of one color",
    "8 cards of one color",
    "4 cards of one color + 4 of another",
    "5 cards of one color + 3 of another",
)
"""The phases that the board offers; ``teaching.check_design`` accepts any phase."""
DRAFT = (
    "2 sets of 3",
    "1 set of 3 + 1 run of 4",
    "1 set of 4 + 1 run of 4",
    "1 run of 7",
    "1 run of 8",
    "1 run of 9",
    "1 set of 4 + 1 set of 3",
    "6 cards of one color",
    "1 set of 5 + 1 set of 2",
    "2 runs of 4",
)
"""A design that narrowly fails: no number of wilds brings all ten phases into the range from 2% to 30%."""
DRAFT_WILDS = 8
SAVED_AS = "phase10-design.json"
RIGHT = SliderControl(phrase("Your guess"), 0, PHASES, 1, phrase("{n} phases"))
_NO_LIST = phrase("You can start with {lists}, not with {value}.")
_NO_BROWSER = phrase("This button saves the file in a browser; in Python, write board.design.save(path).")
_WORDS = {"right": phrase("just right"), "too easy": phrase("too easy"), "too hard": phrase("too hard")}
_TWICE = phrase("there already")


def _phase(number: int) -> Input[str]:
    return Input(DRAFT[number - 1], f"Phase {number}, one of CHOICES.")


class DesignBoard(Figure):
    """The learner's own edition: ``DesignBoard(wilds=8, phase6="1 run of 8")``."""

    TITLE = phrase("Ten phases, none too easy and none too hard?")
    LEAD = phrase(
        "Choose the number of wilds and the ten phases for your game. Each phase should be complete in 2% to 30% "
        "of all ten-card hands, and no phase should appear twice."
    )
    wilds = Input(DRAFT_WILDS, "The number of wilds in the deck, 0 to 24.")
    phase1, phase2, phase3, phase4, phase5 = map(_phase, range(1, 6))
    phase6, phase7, phase8, phase9, phase10 = map(_phase, range(6, 11))
    FIELDS: ClassVar = {
        "wilds": SliderControl(phrase("Wilds in the deck"), 0, MOST_WILDS),
        **{name: ChoiceControl(phrase("Phase {number}"), {text: text for text in CHOICES}) for name in NAMES},
    }

    ASKED = ("wilds", *NAMES)

    def _question(self) -> Guess:
        prompt = self.words.say("How many of these ten phases lie between 2% and 30% and appear only once?")
        return Guess(prompt, RIGHT, Fraction(PHASES - len(self.design.amiss)), "number")

    @property
    def _fields(self) -> Mapping[str, Field]:
        say = self.words.say
        named = {text: self.words.phase(read_phase(text)) for text in CHOICES}
        phases = {name: ChoiceControl(say("Phase {number}", number=at), named) for at, name in enumerate(NAMES, 1)}
        return {**self.FIELDS, **phases}

    @property
    def design(self) -> Design:
        """The chosen design with its exact chances."""
        return check_design(self.wilds, [getattr(self, name) for name in NAMES])

    def begin(self, value: Any) -> None:
        """Start from the draft, or from Phase 10's printed list of phases."""
        lists: dict[Any, Sequence[Any]] = {"draft": DRAFT, "printed": edition(BASE).phases}
        if not isinstance(value, str) or value not in lists:
            raise Refused("bad_value", _NO_LIST, lists=", ".join(lists), value=repr(value)[:20])
        self.choose(wilds=DRAFT_WILDS, **dict(zip(NAMES, map(str, lists[value]), strict=True)))

    def _save(self, value: Any) -> None:
        """Send the design to the browser as a file."""
        if self._message_id is None or value is not None:
            raise Refused("bad_value", _NO_BROWSER)
        self.send(SavedFile(kind="file", id=self._message_id, name=SAVED_AS, text=self.design.dumps()))

    ACTS: ClassVar = {"begin": begin, "save": _save}

    def _deeds(self) -> list[Deed]:
        """Return the buttons that affect the whole design."""
        say = self.words.say
        return [
            self._deed("begin", say("The draft"), "draft"),
            self._deed("begin", say("The printed list of Phase 10"), "printed"),
            self._deed("save", say("Save the design as a file")),
        ]

    def _said(self) -> str:
        if not self._open:
            return ""
        return self.words.tell(self.design.sentence)

    def _parts(self) -> list[Part]:
        say, found = self.words.say, self.design
        if not self._open:
            return [self._controls(*self._deeds())]
        rows, lines = [], []
        for each in found.phases:
            number, key = each.phase.number, f"phase{each.phase.number}"
            named = say("{number}: {phase}", number=number, phase=each.phase)
            verdict = say(_WORDS.get(each.verdict, _TWICE))
            tone: Tone = "right" if each.verdict == "right" else "wrong"
            rows.append(TableRow(named, [self._counted(each.chance)], key))
            lines.append(Line([named, self._percent(each.chance), verdict], key, tone))
        return [
            self._controls(*self._deeds()),
            text(self._said(), "right" if found.passes else "strong"),
            bars(
                say("How often ten cards contain each phase"),
                self._said(),
                series=[("truth", say("held when dealt"))],
                rows=rows,
                axis=say("share of hands"),
                head=say("phase"),
                levels=[
                    Level("other", say("least"), float(LOW), self._told(percent(LOW))),
                    Level("guess", say("most"), float(HIGH), self._told(percent(HIGH))),
                ],
            ),
            table(say("Phase by phase"), [say("phase"), say("chance"), say("verdict")], lines),
            *(text(self.words.tell(each.sentence), "wrong", key=f"phase{each.phase.number}") for each in found.amiss),
        ]
