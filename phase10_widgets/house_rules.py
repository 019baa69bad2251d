"""House rules as a file: an edition, the options that a table agreed on, its own list of phases among them.

>>> rules = HouseRules("classic", {"phases": ["2 sets of 3", "1 run of 7"], "must_lay_down": True}, "Sunday table")
>>> HouseRules.read(rules.write()) == rules
True

To play by them: ``Table(rules.edition, players, **rules.options)``; ``Session`` and ``Game.new`` take them too.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .core import files
from .core.messages import Refusal, phrase
from .editions import EDITIONS, edition

FORMAT = "phase10-rules"
VERSION = 1
MAX_FILE = 100_000
"""The longest file that is read, in characters."""
MAX_NAME = 60
"""The longest name that house rules may have."""


class RulesError(Refusal):
    """A text that holds no house rules, or rules that cannot be played."""


FILE = files.FileKind(phrase("house rules"), FORMAT, VERSION, RulesError, MAX_FILE)


@dataclass(frozen=True)
class HouseRules:
    """What a table agreed on."""

    edition: str
    """The edition's id."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The edition's options by name, as JSON values; phases of one's own are texts."""
    name: str = ""

    def __post_init__(self) -> None:
        """Check everything.

        Raises:
            RulesError: no such edition, a name that is no short text, options by anything but names.
            OptionError: an unknown option, or a value that it cannot take.
        """
        if not isinstance(self.name, str) or len(self.name) > MAX_NAME or not self.name.isprintable():
            raise RulesError("the name of house rules is a text of at most {most} characters", most=MAX_NAME)
        if self.edition not in EDITIONS:
            listed = ", ".join(EDITIONS)
            raise RulesError(
                "there is no edition '{name}'; it is one of {listed}", name=str(self.edition)[:40], listed=listed
            )
        if not isinstance(self.options, Mapping) or not all(isinstance(name, str) for name in self.options):
            raise RulesError("the options are a table of names and values")
        object.__setattr__(self, "options", dict(edition(self.edition, **self.options).options))

    def write(self) -> str:
        """The rules as a text for a file."""
        named = {"name": self.name} if self.name else {}
        content = {"format": f"{FORMAT}/{VERSION}", **named, "edition": self.edition, "options": self.options}
        return json.dumps(content, ensure_ascii=False, indent=2) + "\n"

    @classmethod
    def read(cls, text: str) -> HouseRules:
        """The rules of such a text.

        Raises:
            RulesError: the text is cut, of a newer version, holds anything unknown, or is no file of house rules.
            OptionError: an unknown option, or a value that it cannot take.
        """
        data = files.read(text, FILE)
        unknown = set(data) - {"format", "name", "edition", "options"}
        if unknown:
            raise RulesError("house rules have no '{name}'", name=min(unknown)[:40])
        if "edition" not in data:
            raise RulesError("the house rules do not say for which edition they are")
        return cls(data["edition"], data.get("options", {}), data.get("name", ""))
