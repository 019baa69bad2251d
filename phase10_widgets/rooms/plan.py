"""A shared table's plan: the game that its host has chosen."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from ..base.integers import integer, integer_from
from ..base.translatable import Refusal
from ..editions import edition, names
from ..languages.text import Text
from ..players import LEVELS
from ..rules.edition import Edition
from ..rules.options import options_of
from ..ui.setup.presets import PRESETS, Preset


class Plan(NamedTuple):
    """The game at a shared table."""

    edition: str = "classic"
    preset: str = "quick"
    seats: int = 4
    level: int = 5
    """The level of computer players and stand-ins."""
    options: Mapping[str, Any] = MappingProxyType({})
    """The house rules that differ from the preset's."""

    @property
    def player(self) -> str:
        """The computer player that fills free seats and stands in for people."""
        return f"expert:{self.level}"

    def game(self) -> Edition:
        """Return the edition with the preset's options and the host's house rules.

        Raises:
            OptionError: the edition does not offer one of them, or two of them cannot be combined.
        """
        return edition(self.edition, **{**self._preset.options, **self.options})

    def line(self, words: Text) -> str:
        """Describe the game in a few words."""
        name = words.say(self._preset.name)
        if not self.options:
            return words.say(
                "{preset} (about {minutes} minutes), computer players at level {level}",
                preset=name,
                minutes=self._preset.minutes,
                level=self.level,
            )
        return words.language.plural(
            "{preset} with {n} house rule, computer players at level {level}",
            "{preset} with {n} house rules, computer players at level {level}",
            len(self.options),
            preset=name,
            level=self.level,
        )

    @property
    def _preset(self) -> Preset:
        return next(preset for preset in PRESETS if preset.id == self.preset)

    def to_dict(self) -> dict[str, Any]:
        """Return the plan's JSON form."""
        return {**self._asdict(), "options": dict(self.options)}

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Plan:
        """Return the plan from a message or from the store.

        Raises:
            Refusal: it does not describe a playable game.
        """
        name, preset = data.get("edition"), data.get("preset")
        if name not in names() or preset not in [one.id for one in PRESETS]:
            raise Refusal("Choose one of the games and one of the lengths listed on the page.")
        offered = edition(name).seats
        seats = integer_from(offered[0], data.get("seats"), offered[-1])
        if seats is None:
            raise Refusal("This game has {least} to {most} seats.", least=offered[0], most=offered[-1])
        level = integer_from(LEVELS[0], data.get("level"), LEVELS[-1])
        if level is None:
            raise Refusal("Computer players have levels {least} to {most}.", least=LEVELS[0], most=LEVELS[-1])
        plan = cls(str(name), str(preset), seats, level)
        plan = plan._replace(options=plan._house_rules(data.get("options", {})))
        plan.game()
        return plan

    @property
    def usual(self) -> dict[str, Any]:
        """The preset's value for each option, with phases given as numbers."""
        game = edition(self.edition, **self._preset.options)
        values = {option.name: option.values[0] for option in options_of(game) if option.values}
        return {**values, **self._preset.options, "phases": [phase.number for phase in game.phases]}

    def _house_rules(self, given: object) -> dict[str, Any]:
        """Return the given options that differ from the preset's, in a fixed order."""
        usual = self.usual
        if not isinstance(given, Mapping) or not given.keys() <= usual.keys():
            raise Refusal("Choose from the house rules listed on the page.")
        # Custom phases may take a long time to solve, which would block the loop that all tables share.
        phases = given.get("phases", [])
        if not isinstance(phases, list) or any(integer(each) is None for each in phases):
            raise Refusal("Choose from the phases listed on the page.")
        return {name: given[name] for name, value in usual.items() if name in given and given[name] != value}
