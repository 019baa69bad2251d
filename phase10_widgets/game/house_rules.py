"""House rules as a file: an edition with its options, including any custom list of phases.

>>> rules = HouseRules("classic", {"phases": ["2 sets of 3", "1 run of 7"], "must_lay_down": True}, "Sunday table")
>>> HouseRules.read(rules.write()) == rules
True

To play by them: ``Table(rules.edition, players, **rules.options)``; ``Session`` and ``Game.new`` work the same way.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..base import files
from ..base.names import checked_name, mended_name
from ..base.translatable import UNTRANSLATED, Refusal, phrase
from ..editions import check_registered, edition, names
from ..rules.edition import Edition

FORMAT = "phase10-rules"
VERSION = 1
MAX_FILE_CHARACTERS = 100_000
"""The maximum length of a house-rules file, in characters."""
MAX_NAME = 60
"""The maximum length of a name for house rules, in characters."""


class RulesError(Refusal):
    """The text does not contain house rules, or the rules cannot be played.

    >>> import phase10_widgets as p10
    >>> p10.HouseRules.read("{}")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    phase10_widgets.game.house_rules.RulesError: this is not a house rules file: its 'format' is not ...
    """


FILE = files.FileKind(phrase("house rules"), FORMAT, VERSION, RulesError, MAX_FILE_CHARACTERS)


@dataclass(frozen=True)
class HouseRules:
    """An edition and the options that a table agreed on.

    >>> import phase10_widgets as p10
    >>> rules = p10.HouseRules("classic", {"go_out_by_hit": True})
    >>> p10.HouseRules.read(rules.write()) == rules
    True
    """

    edition: str
    """The edition's id."""
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """The edition's options by name, as JSON values; custom phases are strings."""
    name: str = ""

    def __post_init__(self) -> None:
        """Validate the fields.

        Raises:
            RulesError: an unknown edition, a name that is not a short string, or option names that are not strings.
            OptionError: an unknown option, or an invalid value.
        """
        if self.name != "":
            object.__setattr__(self, "name", checked_name(self.name, MAX_NAME, RulesError))
        if isinstance(self.edition, Edition):
            check_registered(self.edition, "house rules must name a registered edition", RulesError)
            named = f"HouseRules({self.edition.id!r}, {dict(self.edition.options)!r})"
            raise RulesError(UNTRANSLATED, fault=f"house rules must name their edition and its options: {named}")
        if self.edition not in names():
            listed = ", ".join(names())
            raise RulesError(
                "there is no edition '{name}'; choose one of {listed}; to use your own, call p10.register first",
                name=str(self.edition)[:40],
                listed=listed,
            )
        if not isinstance(self.options, Mapping) or not all(isinstance(name, str) for name in self.options):
            raise RulesError("the options must map names to values")
        object.__setattr__(self, "options", dict(edition(self.edition, **self.options).options))

    def write(self) -> str:
        """Return the rules as text for a file."""
        named = {"name": self.name} if self.name else {}
        content = {"format": f"{FORMAT}/{VERSION}", **named, "edition": self.edition, "options": self.options}
        return json.dumps(content, ensure_ascii=False, indent=2) + "\n"

    @classmethod
    def read(cls, text: files.Source) -> HouseRules:
        """Parse the text of a file, or the file itself, given as a ``Path`` or open.

        Raises:
            RulesError: the text is truncated, is from a newer version, has unknown keys, or does not contain house
                rules.
            OptionError: an unknown option, or an invalid value.
        """
        data = files.read(text, FILE)
        unknown = set(data) - {"format", "name", "edition", "options"}
        if unknown:
            raise RulesError("house rules cannot contain '{name}'", name=min(unknown)[:40])
        if "edition" not in data:
            raise RulesError("the house rules do not name their edition")
        name = mended_name(data.get("name", ""), MAX_NAME, RulesError)
        return cls(data["edition"], data.get("options", {}), name)
