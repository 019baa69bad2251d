"""Matches between players: many games, each deal played from every seat, with sound statistics on the results."""

from __future__ import annotations

from .contest import ArenaError, Contest, play, round_robin
from .entrants import Entrant, PlayerError
from .ratings import Rating
from .results import Results

__all__ = ["ArenaError", "Contest", "Entrant", "PlayerError", "Rating", "Results", "play", "round_robin"]
