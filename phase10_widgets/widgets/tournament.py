"""A tournament as a widget."""

from __future__ import annotations

from ..screens import tournament
from .shared.built_file import BuiltFile, Script
from .shared.interactive import TraitWidget


class Tournament(tournament.Tournament, TraitWidget):
    _esm = Script("tournament.js")
    _css = BuiltFile("tournament.css")
