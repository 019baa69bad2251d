"""The figures and odds widgets, each imported from its module; `phase10_widgets.figures` loads them from this list."""

from .teaching.figures.columns import Columns as Columns
from .teaching.figures.venn import Venn as Venn
from .teaching.figures.widgets import BellCurve as BellCurve
from .teaching.figures.widgets import CardByCard as CardByCard
from .teaching.figures.widgets import ChanceTree as ChanceTree
from .teaching.figures.widgets import CountingTree as CountingTree
from .teaching.figures.widgets import DealSimulator as DealSimulator
from .teaching.figures.widgets import DesignBoard as DesignBoard
from .teaching.figures.widgets import Intervals as Intervals
from .teaching.figures.widgets import Opponents as Opponents
from .teaching.figures.widgets import PhaseLadder as PhaseLadder
from .teaching.figures.widgets import RunningMean as RunningMean
from .teaching.figures.widgets import ScoreHistogram as ScoreHistogram
from .teaching.figures.widgets import SecondSeason as SecondSeason
from .teaching.figures.widgets import Series as Series
from .teaching.figures.widgets import Sorter as Sorter
from .teaching.figures.widgets import Stakes as Stakes
from .teaching.figures.widgets import Steps as Steps
from .teaching.figures.widgets import TwoFutures as TwoFutures
from .teaching.figures.widgets import TwoWayTable as TwoWayTable
from .teaching.figures.widgets import Urns as Urns
from .teaching.figures.widgets import VariantBoard as VariantBoard
from .ui.odds.widget import DealOdds as DealOdds
from .ui.odds.widget import DrawOdds as DrawOdds
from .ui.odds.widget import OddsTable as OddsTable
