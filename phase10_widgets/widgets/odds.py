"""The chances as widgets: each is its screen with traits for its inputs."""

from __future__ import annotations

from ..screens.odds import deal, draw, table
from .shared.built_file import BuiltFile, Script
from .shared.interactive import TraitWidget


class OddsWidget(TraitWidget):
    """A widget that shows chances."""

    _esm = Script("odds.js")
    _css = BuiltFile("odds.css")


class DealOdds(deal.DealOdds, OddsWidget):
    pass


class DrawOdds(draw.DrawOdds, OddsWidget):
    pass


class OddsTable(table.OddsTable, OddsWidget):
    pass
