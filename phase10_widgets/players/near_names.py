"""Detect misspelled player names: ``"expertt:5"`` is not a person's name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

SHORTEST_NAME = 5
"""The minimum length of a name that may differ by a letter: shorter ones are too similar to people's names."""
SIMILARITY, SIMILARITY_WITH_LEVEL = 0.83, 0.7
"""The minimum similarity of two names, from 0 to 1: one letter in six may differ, or two in six if a level follows."""
_LEVEL_WITHOUT_COLON = re.compile(r"([^\W\d]+?)[\s_-]*([0-9]+)")


def nearest(text: str, names: Iterable[str], with_levels: Iterable[str]) -> str | None:
    """Return the player whose name this text misspells, with its level, or None for a correct name or anything else.

    >>> nearest("expertt:5", ["greedy", "expert"], ["expert"]), nearest("Grady", ["greedy", "expert"], ["expert"])
    ('expert:5', None)
    """
    known = list(names)
    head, colon, level = (part.strip() for part in text.partition(":"))
    if text.partition(":")[0] in known:
        return None
    word = head.casefold()
    if not colon and (found := _LEVEL_WITHOUT_COLON.fullmatch(word)) and found[1] in with_levels:
        return f"{found[1]}:{found[2]}"
    if word in known:
        return word + colon + level
    long = known if colon else [name for name in known if len(name) >= SHORTEST_NAME]
    alike = get_close_matches(word, long, 1, SIMILARITY_WITH_LEVEL if colon and level.isdecimal() else SIMILARITY)
    return alike[0] + colon + level if alike else None
