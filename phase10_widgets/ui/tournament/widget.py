"""A tournament as a widget."""

from __future__ import annotations

from ..notebook.built_file import BuiltFile, Script
from ..notebook.interactive_widget import TraitWidget
from . import screen as tournament


class Tournament(tournament.Tournament, TraitWidget):
    _esm = Script("tournament.js")
    _css = BuiltFile("tournament.css")
