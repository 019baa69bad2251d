"""JSON that anybody may have written: read, or refused with a ValueError, whatever it is."""

from __future__ import annotations

import json
import re
from typing import Any

DEEPEST = 100
"""So many lists and tables within each other at most. Ours have a dozen; some thousand end a Python in a browser."""
_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*+"?|[][{}]', re.DOTALL)


def loads(text: str, **reading: Any) -> Any:
    """What the text says; *reading* is for ``json.loads``.

    >>> loads('{"cards": ["R3", "W"]}')
    {'cards': ['R3', 'W']}
    >>> loads("[" * 101 + "]" * 101)
    Traceback (most recent call last):
    ...
    ValueError: lists and tables within each other, more than 100

    Raises:
        ValueError: it is no JSON, or nested too deep.
    """
    depth = 0
    for found in _STRING_OR_BRACKET.finditer(text):
        match found[0][0]:
            case "[" | "{":
                depth += 1
            case "]" | "}":
                depth -= 1
        if depth > DEEPEST:
            raise ValueError(f"lists and tables within each other, more than {DEEPEST}")
    return json.loads(text, **reading)
