"""The plan of a shared table: the game that its host has chosen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..core.edition import Edition
from ..core.integers import integer_from
from ..core.translatable import Refusal
from ..editions import EDITIONS, edition
from ..players import LEVELS
from ..text import Text
from ..views.presets import PRESETS, Preset


class Plan(NamedTuple):
    """The game at a shared table."""

    edition: str = "classic"
    preset: str = "quick"
    seats: int = 4
    level: int = 5
    """The level of computer players and stand-ins."""

    @property
    def player(self) -> str:
        """The computer player that takes free seats and stands in."""
        return f"expert:{self.level}"

    def game(self) -> Edition:
        """Return the edition with the preset's options.

        Raises:
            OptionError: the edition does not offer one of them.
        """
        return edition(self.edition, **self._preset.options)

    def line(self, words: Text) -> str:
        """Return the game in a few words."""
        return words.say(
            "{preset}, computer players at level {level}", preset=words.say(self._preset.name), level=self.level
        )

    @property
    def _preset(self) -> Preset:
        return next(preset for preset in PRESETS if preset.id == self.preset)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return self._asdict()

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Plan:
        """Return the plan in a message or in the store.

        Raises:
            Refusal: it names no game that can be played.
        """
        name, preset = data.get("edition"), data.get("preset")
        if name not in EDITIONS or preset not in [one.id for one in PRESETS]:
            raise Refusal("Choose one of the games and lengths on the page.")
        offered = edition(name).seats
        seats = integer_from(offered[0], data.get("seats"), offered[-1])
        if seats is None:
            raise Refusal("This game has {least} to {most} seats.", least=offered[0], most=offered[-1])
        level = integer_from(LEVELS[0], data.get("level"), LEVELS[-1])
        if level is None:
            raise Refusal("Computer players have the levels {least} to {most}.", least=LEVELS[0], most=LEVELS[-1])
        plan = cls(str(name), str(preset), seats, level)
        plan.game()
        return plan
