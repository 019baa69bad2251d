"""Play Phase 10 in a notebook, and learn probability from it. Unofficial; not affiliated with Mattel.

The rules and the odds need the standard library only.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .core.actions import Action, ChoosePhase, Discard, Draw, Hit, IllegalAction, Laid, LayDown, Save
from .core.cards import Card, CardError
from .core.edition import Edition
from .core.groups import Group, GroupError
from .core.melds import Arrangement
from .core.options import OptionError
from .core.phases import Phase, PhaseError
from .editions import EDITIONS, edition
from .hands import arrange, fits, missing, points

if TYPE_CHECKING:
    from . import arena, coach, odds, players, teaching
    from .core.observation import Observation
    from .core.position import PositionError
    from .core.record import RecordError
    from .game import Game
    from .house_rules import HouseRules, RulesError
    from .session import SaveError, Session
    from .widgets.app import App
    from .widgets.coach import Coach
    from .widgets.figures.chances import ChanceTree
    from .widgets.figures.counting import CountingTree
    from .widgets.figures.deals import DealSimulator
    from .widgets.figures.design import DesignBoard
    from .widgets.figures.opponents import Opponents
    from .widgets.figures.phase_ladder import PhaseLadder
    from .widgets.figures.running_mean import RunningMean
    from .widgets.figures.score_histogram import ScoreHistogram
    from .widgets.figures.series import Series
    from .widgets.figures.sorter import Sorter
    from .widgets.figures.two_futures import TwoFutures
    from .widgets.figures.urns import Urns
    from .widgets.figures.variant_board import VariantBoard
    from .widgets.learner import Learner
    from .widgets.odds_deal import DealOdds
    from .widgets.odds_draw import DrawOdds
    from .widgets.odds_table import OddsTable
    from .widgets.pieces import Hand, PhaseCard
    from .widgets.replay import Replay
    from .widgets.table import Table
    from .widgets.tournament import Tournament

__version__ = "0.1.0"

_LATE = {
    "App": "widgets.app",
    "ChanceTree": "widgets.figures.chances",
    "Coach": "widgets.coach",
    "CountingTree": "widgets.figures.counting",
    "DealOdds": "widgets.odds_deal",
    "DealSimulator": "widgets.figures.deals",
    "DesignBoard": "widgets.figures.design",
    "DrawOdds": "widgets.odds_draw",
    "Game": "game",
    "Hand": "widgets.pieces",
    "HouseRules": "house_rules",
    "Learner": "widgets.learner",
    "Observation": "core.observation",
    "OddsTable": "widgets.odds_table",
    "Opponents": "widgets.figures.opponents",
    "PhaseCard": "widgets.pieces",
    "PhaseLadder": "widgets.figures.phase_ladder",
    "PositionError": "core.position",
    "RecordError": "core.record",
    "Replay": "widgets.replay",
    "RulesError": "house_rules",
    "RunningMean": "widgets.figures.running_mean",
    "SaveError": "session",
    "ScoreHistogram": "widgets.figures.score_histogram",
    "Series": "widgets.figures.series",
    "Session": "session",
    "Sorter": "widgets.figures.sorter",
    "Table": "widgets.table",
    "Tournament": "widgets.tournament",
    "TwoFutures": "widgets.figures.two_futures",
    "Urns": "widgets.figures.urns",
    "VariantBoard": "widgets.figures.variant_board",
}
"""Names that are loaded when they are first asked for, since a visitor's kernel is counted in megabytes."""
_PARTS = ("arena", "coach", "odds", "players", "teaching")

__all__ = [
    "EDITIONS",
    "Action",
    "App",
    "Arrangement",
    "Card",
    "CardError",
    "ChanceTree",
    "ChoosePhase",
    "Coach",
    "CountingTree",
    "DealOdds",
    "DealSimulator",
    "DesignBoard",
    "Discard",
    "Draw",
    "DrawOdds",
    "Edition",
    "Game",
    "Group",
    "GroupError",
    "Hand",
    "Hit",
    "HouseRules",
    "IllegalAction",
    "Laid",
    "LayDown",
    "Learner",
    "Observation",
    "OddsTable",
    "Opponents",
    "OptionError",
    "Phase",
    "PhaseCard",
    "PhaseError",
    "PhaseLadder",
    "PositionError",
    "RecordError",
    "Replay",
    "RulesError",
    "RunningMean",
    "Save",
    "SaveError",
    "ScoreHistogram",
    "Series",
    "Session",
    "Sorter",
    "Table",
    "Tournament",
    "TwoFutures",
    "Urns",
    "VariantBoard",
    "arena",
    "arrange",
    "coach",
    "edition",
    "fits",
    "missing",
    "odds",
    "players",
    "points",
    "teaching",
]


def __getattr__(name: str) -> Any:
    if name in _PARTS:
        return import_module(f".{name}", __name__)
    if name in _LATE:
        return getattr(import_module(f".{_LATE[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
