"""A lesson's screens shown over a connection, under the names that build them in a notebook's ``p10``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from typing import Any, TypeVar, cast

from ...store.store import Store, StoreLease
from ...ui.odds.deal_screen import DealOdds
from ...ui.odds.draw_screen import DrawOdds
from ...ui.odds.table_screen import OddsTable
from ...ui.solo.connection import LineScreen, on_a_line
from ...ui.solo.visit import LineTable
from ...ui.tournament.screen import Tournament
from ..figures.bell_curve import BellCurve
from ..figures.card_by_card import CardByCard
from ..figures.chances import ChanceTree
from ..figures.counting import CountingTree
from ..figures.deals import DealSimulator
from ..figures.design import DesignBoard
from ..figures.intervals import Intervals
from ..figures.opponents import Opponents
from ..figures.phase_ladder import PhaseLadder
from ..figures.running_mean import RunningMean
from ..figures.score_histogram import ScoreHistogram
from ..figures.second_season import SecondSeason
from ..figures.series import Series
from ..figures.sorter import Sorter
from ..figures.stakes import Stakes
from ..figures.steps import Steps
from ..figures.two_futures import TwoFutures
from ..figures.two_way_table import TwoWayTable
from ..figures.urns import Urns
from ..figures.variant_board import VariantBoard
from ..learner.learner import Learner
from ..learner.your_table import YourTable
from .cells import PACKAGE

Made = TypeVar("Made")
LESSON_FIGURES = (
    *(BellCurve, CardByCard, ChanceTree, CountingTree, DealSimulator, DesignBoard, Intervals, Opponents, PhaseLadder),
    *(RunningMean, ScoreHistogram, SecondSeason, Series, Sorter, Stakes, Steps, TwoFutures, TwoWayTable, Urns),
    VariantBoard,
)
FIGURES: Mapping[str, type[LineScreen]] = {
    **{kind.__name__: on_a_line(kind, "lesson") for kind in LESSON_FIGURES},
    **{kind.__name__: on_a_line(kind, "odds") for kind in (DealOdds, DrawOdds, OddsTable)},
}
"""The screens in ``p10.figures``."""
SCREENS: Mapping[str, type[LineScreen]] = {"Table": LineTable, "Tournament": on_a_line(Tournament, "tournament")}
"""The screens in ``p10`` itself that notebooks build by name."""
NAMES = frozenset({*SCREENS, *(f"figures.{name}" for name in FIGURES), "Learner"})
"""The names that show a screen when called in the last line of a cell; ``Learner`` shows the learner's progress."""


class LineYourTable(YourTable, LineTable):
    """A table, shown over a connection, for the learner's own edition."""


class LineLearner(Learner):
    """A learner whose cards are shown over a connection."""

    show: Callable[[Any], None]
    """The function that shows a card."""

    def _shown_by(self, kind: type[Made]) -> type[Made]:
        card = LineYourTable if kind is YourTable else on_a_line(cast(Any, kind), "lesson")
        return cast(type[Made], card)

    def _display(self, card: Any) -> None:
        self.show(card)


class ScreenModule:
    """A module whose screens are replaced by ones shown over a connection; its other names are unchanged."""

    def __init__(self, name: str, screens: Mapping[str, type[LineScreen]], language: str) -> None:
        """Take the names from a module; use *language* for screens that do not set their own."""
        self._name, self._screens, self._language = name, screens, language

    def __getattr__(self, name: str) -> Any:
        if name in self._screens:
            return partial(self._screen, self._screens[name])
        return getattr(import_module(self._name), name)

    def _screen(self, kind: type[LineScreen], *given: Any, **named: Any) -> LineScreen:
        asks = named.get("language", "") is None
        return kind(*given, **{**named, **({"language": self._language} if asks else {})})


class Names(ScreenModule):
    """The ``p10`` for a lesson on a page: the package, with figures, tables and learners shown over a connection."""

    def __init__(self, store: Store | None, language: str, show: Callable[[Any], None]) -> None:
        """Store games in *store*, pass decorators' cards to *show*, and use *language* for screens that set none."""
        super().__init__(PACKAGE, SCREENS, language)
        self.figures = ScreenModule(f"{PACKAGE}.figures", FIGURES, language)
        self._store, self._show = store, show

    def __getattr__(self, name: str) -> Any:
        if name == "Table":
            return lambda *given, **named: LineTable(*given, keeper=StoreLease(self._store), **named)
        if name == "Learner":
            return self._learner
        return super().__getattr__(name)

    def _learner(self, *given: Any, **named: Any) -> LineLearner:
        learner = LineLearner(*given, **named)
        learner.show = self._show
        return learner
