"""Matches between players: many games, with each deal played from every seat and statistically sound results."""

from __future__ import annotations

from .contest import Contest, play, round_robin
from .entrants import Entrant, EntrantError
from .ratings import Rating
from .results import Results
from .saved import ArenaError

__all__ = ["ArenaError", "Contest", "Entrant", "EntrantError", "Rating", "Results", "play", "round_robin"]


def __dir__() -> list[str]:
    """Return the public names, for tab completion."""
    return __all__
