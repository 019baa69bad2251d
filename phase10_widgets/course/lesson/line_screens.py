"""The screens of a lesson over a line, by the names that build them in a notebook's ``p10``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from typing import Any, TypeVar, cast

from ...screens.line import LineScreen, on_a_line
from ...screens.odds.deal import DealOdds
from ...screens.odds.draw import DrawOdds
from ...screens.odds.table import OddsTable
from ...screens.tournament import Tournament
from ...screens.visit import LineTable
from ...store.store import Store, StoreLease
from ..figures.bell_curve import BellCurve
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
from ..figures.two_futures import TwoFutures
from ..figures.two_way_table import TwoWayTable
from ..figures.urns import Urns
from ..figures.variant_board import VariantBoard
from .cells import PACKAGE
from .learner import Learner
from .your_table import YourTable

Made = TypeVar("Made")
FIGURES = (
    *(BellCurve, ChanceTree, CountingTree, DealSimulator, DesignBoard, Intervals, Opponents, PhaseLadder, RunningMean),
    *(ScoreHistogram, SecondSeason, Series, Sorter, Stakes, TwoFutures, TwoWayTable, Urns, VariantBoard),
)
SCREENS: Mapping[str, type[LineScreen]] = {
    **{kind.__name__: on_a_line(kind, "lesson") for kind in FIGURES},
    **{kind.__name__: on_a_line(kind, "odds") for kind in (DealOdds, DrawOdds, OddsTable)},
    "Table": LineTable,
    "Tournament": on_a_line(Tournament, "tournament"),
}
"""The screens that notebooks build by name."""
NAMES = frozenset({*SCREENS, "Learner"})
"""The names whose call, as the last line of a cell, shows a screen; a learner shows the progress."""


class LineYourTable(YourTable, LineTable):
    """A table for the learner's own edition over a line."""


class LineLearner(Learner):
    """A learner whose cards a line carries."""

    show: Callable[[Any], None]
    """Shows a card."""

    def _shown_by(self, kind: type[Made]) -> type[Made]:
        card = LineYourTable if kind is YourTable else on_a_line(cast(Any, kind), "lesson")
        return cast(type[Made], card)

    def _display(self, card: Any) -> None:
        self.show(card)


class Names:
    """The ``p10`` of a lesson on a page: the package, but a line carries its figures, tables and learners."""

    def __init__(self, store: Store | None, language: str, show: Callable[[Any], None]) -> None:
        """Keep games in *store*; *show* a card that a decorator makes. Screens without one speak *language*."""
        self._store, self._language, self._show = store, language, show

    def __getattr__(self, name: str) -> Any:
        if name == "Table":
            return lambda *given, **named: LineTable(*given, keeper=StoreLease(self._store), **named)
        if name == "Learner":
            return self._learner
        return partial(self._screen, SCREENS[name]) if name in SCREENS else getattr(import_module(PACKAGE), name)

    def _screen(self, kind: type[LineScreen], *given: Any, **named: Any) -> LineScreen:
        asks = named.get("language", "") is None
        return kind(*given, **{**named, **({"language": self._language} if asks else {})})

    def _learner(self, *given: Any, **named: Any) -> LineLearner:
        learner = LineLearner(*given, **named)
        learner.show = self._show
        return learner
