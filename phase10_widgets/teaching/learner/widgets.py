"""The lessons' cards as widgets, and the learner that they belong to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import traitlets

from ...sessions.seating import Seated
from ...ui.table.widget import Table
from .. import CodeTask, Question
from ..figures.widgets import LessonWidget
from . import (
    cell_code,
    code_card,
    learner,
    mixed_card,
    player_card,
    player_editor,
    pretest_card,
    progress_board,
    question_card,
    recall_card,
    your_calibration,
    your_design,
    your_hands,
    your_table,
    your_two_way,
)
from .learner_screen import LearnerScreen

Made = TypeVar("Made")


class LearnerWidget(LessonWidget):
    """A widget that shows a learner's progress, which the browser stores."""

    kept = traitlets.Unicode(help="The progress that the browser should store.").tag(sync=True)
    SHOWN = LearnerScreen.SHOWN


class CodeCard(code_card.CodeCard, LearnerWidget):
    pass


class MixedCard(mixed_card.MixedCard, LearnerWidget):
    pass


class PlayerCard(player_card.PlayerCard, LearnerWidget):
    pass


class PlayerEditor(player_editor.PlayerEditor, LearnerWidget):
    pass


class PretestCard(pretest_card.PretestCard, LearnerWidget):
    pass


class ProgressBoard(progress_board.ProgressBoard, LearnerWidget):
    pass


class QuestionCard(question_card.QuestionCard, LearnerWidget):
    pass


class RecallCard(recall_card.RecallCard, LearnerWidget):
    pass


class YourCalibration(your_calibration.YourCalibration, LearnerWidget):
    pass


class YourDesign(your_design.YourDesign, LearnerWidget):
    pass


class YourHands(your_hands.YourHands, LearnerWidget):
    pass


class YourTwoWay(your_two_way.YourTwoWay, LearnerWidget):
    pass


class YourTable(your_table.YourTable, Table):
    pass


_WIDGETS: dict[type, Any] = {widget.__bases__[0]: widget for widget in (*LearnerWidget.__subclasses__(), YourTable)}
"""The widget for each screen."""


class Learner(learner.Learner):
    """A learner in a notebook: ``Learner(3)`` asks the questions of lesson 3."""

    if TYPE_CHECKING:  # its cards are widgets

        def ask(self, question: Question | str) -> QuestionCard: ...

        def recall(self) -> RecallCard: ...

        def mixed(self, name: str = "A") -> MixedCard: ...

        def pretest(self, *lessons: int) -> PretestCard: ...

        def posttest(self, *lessons: int) -> PretestCard: ...

        def hands(self, topic: str) -> YourHands: ...

        def calibration(self) -> YourCalibration: ...

        def design(self, name: str = "edition", **chosen: Any) -> YourDesign: ...

        def table(
            self, players: Sequence[Seated] = ..., seed: int | str | None = None, **settings: Any
        ) -> YourTable: ...

        def your_turn(self, built: Callable[..., Any] | CodeTask | None = None) -> CodeCard: ...

        def overview(self) -> ProgressBoard: ...

    def _shown_by(self, kind: type[Made]) -> type[Made]:
        widget: type[Made] = _WIDGETS[kind]
        return widget

    def _display(self, card: LearnerScreen) -> None:
        """Show the card in the current cell if running in a notebook."""
        if cell_code.shell() is not None:
            from IPython import display

            display.display(card)  # type: ignore[no-untyped-call]

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return self.overview()._repr_mimebundle_(**kwargs)
