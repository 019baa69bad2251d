"""Play Phase 10 in a notebook, and learn probability from it. Unofficial; not affiliated with Mattel.

The rules need the standard library only; the widgets are loaded when they are first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import odds, players
from .core.actions import Action, ChoosePhase, Discard, Draw, Hit, IllegalAction, Laid, LayDown, Save
from .core.cards import Card, CardError
from .core.edition import Edition
from .core.groups import Group, GroupError
from .core.melds import Arrangement
from .core.observation import Observation
from .core.options import OptionError
from .core.phases import Phase, PhaseError
from .core.position import PositionError
from .core.record import RecordError
from .editions import EDITIONS, edition
from .game import Game
from .hands import arrange, fits, missing, points
from .house_rules import HouseRules, RulesError
from .session import SaveError, Session

if TYPE_CHECKING:
    from .widgets.app import App
    from .widgets.odds_deal import DealOdds
    from .widgets.odds_draw import DrawOdds
    from .widgets.odds_table import OddsTable
    from .widgets.pieces import Hand, PhaseCard
    from .widgets.replay import Replay
    from .widgets.table import Table

__version__ = "0.1.0"

_WIDGETS = {
    "App": "app",
    "DealOdds": "odds_deal",
    "DrawOdds": "odds_draw",
    "OddsTable": "odds_table",
    "Hand": "pieces",
    "PhaseCard": "pieces",
    "Replay": "replay",
    "Table": "table",
}

__all__ = [
    "EDITIONS",
    "Action",
    "App",
    "Arrangement",
    "Card",
    "CardError",
    "ChoosePhase",
    "DealOdds",
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
    "Observation",
    "OddsTable",
    "OptionError",
    "Phase",
    "PhaseCard",
    "PhaseError",
    "PositionError",
    "RecordError",
    "Replay",
    "RulesError",
    "Save",
    "SaveError",
    "Session",
    "Table",
    "arrange",
    "edition",
    "fits",
    "missing",
    "odds",
    "players",
    "points",
]


def __getattr__(name: str) -> Any:
    if name in _WIDGETS:
        from importlib import import_module

        return getattr(import_module(f".widgets.{_WIDGETS[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
