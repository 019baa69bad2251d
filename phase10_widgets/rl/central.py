"""The whole game as an array of numbers, for a critic that sees all cards while the policy does not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from ..rules.cards import Card
from ..rules.state import State
from .features import Features

if TYPE_CHECKING:
    from numpy.typing import NDArray


class CentralState:
    """An encoder of whole games: seat 0's observation, then the other seats' hands and saved cards, and the draw pile.

    ``layout`` names the parts that follow the observation; ``size`` is the length of the array.
    """

    def __init__(self, features: Features) -> None:
        self._features = features
        others = range(1, features.seats)
        parts = [f"seat {at} hand" for at in others]
        if features.edition.saves:
            parts += [f"seat {at} saved" for at in others]
        parts += ["draw pile", "next card"]
        self.layout: dict[str, slice] = {}
        self.size = features.size
        for part in parts:
            self.layout[part] = slice(self.size, self.size + len(features.faces))
            self.size += len(features.faces)

    def array(self, observation: NDArray[Any], state: State) -> NDArray[Any]:
        """Return the state as float32 numbers from 0 to 1; *observation* is the array of seat 0."""
        found: NDArray[Any] = np.zeros(self.size, np.float32)
        found[: len(observation)] = observation
        for at in range(1, self._features.seats):
            found[self.layout[f"seat {at} hand"]] = self._share(state.hands[at])
            if self._features.edition.saves:
                found[self.layout[f"seat {at} saved"]] = self._share(state.saved[at])
        found[self.layout["draw pile"]] = self._share(state.draw_pile)
        found[self.layout["next card"]] = self._share(state.draw_pile[:1]) > 0
        return found

    def _share(self, cards: Iterable[Card]) -> NDArray[Any]:
        """Return the fraction of each face's copies among the cards; on a two-sided card, the face-up side counts."""
        faces = self._features.faces
        counted = np.bincount([faces[card.code] for card in cards], minlength=len(faces))
        return np.minimum(counted / np.array(self._features.copies), 1)
