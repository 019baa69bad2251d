"""Committed JSON with one payload on each line, and the differences between two versions of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Any

ABSENT = object()
MOST_LINES = 30


def dumps(value: Any, depth: int) -> str:
    r"""Return JSON whose outer *depth* levels are spread over lines; each value below them stands on one line.

    >>> print(dumps({"a": {"x": [1, 2], "y": {}}, "b": [{"z": None}]}, 2), end="")
    {
     "a": {
      "x": [1, 2],
      "y": {}
     },
     "b": [
      {"z": null}
     ]
    }
    """
    return _spread(value, depth, "") + "\n"


def _spread(value: Any, depth: int, indent: str) -> str:
    if not depth or not value or not isinstance(value, dict | list):
        return _text(value)
    more = indent + " "
    if isinstance(value, dict):
        rows = [f"{_text(str(key))}: {_spread(item, depth - 1, more)}" for key, item in value.items()]
        return "{\n" + ",\n".join(more + row for row in rows) + f"\n{indent}}}"
    return "[\n" + ",\n".join(more + _spread(item, depth - 1, more) for item in value) + f"\n{indent}]"


def differences(old: Any, new: Any, path: str = "") -> Iterator[str]:
    """Yield the parts in which two JSON values differ, each with its path, what is gone (-) and what is new (+).

    >>> for text in differences({"seats": [{"hand": "R7"}], "rev": 1}, {"seats": [{"hand": "R8"}, 2], "rev": 1}):
    ...     print(text)
    seats[0].hand
      - "R7"
      + "R8"
    seats[1]
      + 2
    """
    if isinstance(old, dict) and isinstance(new, dict):
        for key in [*old, *(key for key in new if key not in old)]:
            yield from differences(old.get(key, ABSENT), new.get(key, ABSENT), f"{path}.{key}" if path else str(key))
    elif isinstance(old, list) and isinstance(new, list):
        yield from _items(old, new, path)
    elif old is ABSENT or new is ABSENT or _text(old) != _text(new):
        yield f"{path}{_pretty(old, '-')}{_pretty(new, '+')}"


def _items(old: list[Any], new: list[Any], path: str) -> Iterator[str]:
    """Yield how two lists differ; an item added or removed does not make all that follow differ."""
    matcher = SequenceMatcher(None, [*map(_text, old)], [*map(_text, new)], autojunk=False)
    for kind, start, end, other, last in matcher.get_opcodes():
        if kind != "equal":
            for at in range(max(end - start, last - other)):
                gone = old[start + at] if start + at < end else ABSENT
                come = new[other + at] if other + at < last else ABSENT
                yield from differences(gone, come, f"{path}[{(start if come is ABSENT else other) + at}]")


def _pretty(value: Any, sign: str) -> str:
    """Return the value over as many lines as it needs, each behind the sign; nothing if it is absent."""
    if value is ABSENT:
        return ""
    lines = json.dumps(value, ensure_ascii=False, indent=1).splitlines()
    more = [f"… and {len(lines) - MOST_LINES} more lines"] if len(lines) > MOST_LINES else []
    return "".join(f"\n  {sign} {line}" for line in [*lines[:MOST_LINES], *more])


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
