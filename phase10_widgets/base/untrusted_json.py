"""Read JSON from untrusted sources; any fault raises ValueError."""

from __future__ import annotations

import json
import re
from typing import Any

MOST_LEVELS = 100
"""The deepest nesting allowed. Our own files have about a dozen levels; thousands crash Python in a browser."""
MOST_BRACKETS = 400_000
"""The maximum number of brackets (two per list or object). A pair can occupy a hundred bytes of memory."""
_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*+"?|[][{}]', re.DOTALL)


def loads(text: str, **reading: Any) -> Any:
    """Parse the text; *reading* is passed on to ``json.loads``.

    >>> loads('{"cards": ["R3", "W"]}')
    {'cards': ['R3', 'W']}
    >>> loads("[" * 101 + "]" * 101)
    Traceback (most recent call last):
    ...
    ValueError: JSON nested more than 100 levels deep

    Raises:
        ValueError: the text is not JSON, is nested too deeply, has too many lists and objects, or contains half a
            character (a lone surrogate), which can be neither written nor sent.
    """
    if sum(map(text.count, "[]{}")) > MOST_BRACKETS:
        raise ValueError(f"JSON with more than {MOST_BRACKETS // 2} lists and objects")
    depth = 0
    for found in _STRING_OR_BRACKET.finditer(text):
        match found[0][0]:
            case "[" | "{":
                depth += 1
            case "]" | "}":
                depth -= 1
        if depth > MOST_LEVELS:
            raise ValueError(f"JSON nested more than {MOST_LEVELS} levels deep")
    found = json.loads(text, **reading)
    if not is_encodable(text) or ("\\u" in text and not is_encodable(json.dumps(found, ensure_ascii=False))):
        raise ValueError("JSON with half a character")
    return found


def is_encodable(text: str) -> bool:
    """Return True if the text can be encoded as UTF-8, which means that it has no lone surrogates.

    >>> is_encodable("Zoë"), is_encodable(chr(0xD83C))
    (True, False)
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
