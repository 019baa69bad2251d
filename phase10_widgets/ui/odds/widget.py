"""Chances as widgets: each widget is a screen with traits for its inputs."""

from __future__ import annotations

from ..notebook.built_file import BuiltFile, Script
from ..notebook.interactive_widget import TraitWidget
from . import deal_screen as deal
from . import draw_screen as draw
from . import table_screen as table


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
