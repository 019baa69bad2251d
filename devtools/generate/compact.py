"""Write JSON for the repository with one payload per line, and list the differences between two versions of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

ABSENT = object()
MOST, BEFORE = 300, 60
"""The maximum length of an excerpt, and how much of it precedes the first difference."""


def dumps(value: Any, depth: int) -> str:
    r"""Return JSON whose outer *depth* levels are spread over several lines, with each deeper value on a single line.

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
    """Yield each difference between two JSON values, with its path.

    >>> for text in differences({"seats": [{"hand": "R7"}], "rev": 1}, {"seats": [{"hand": "R8"}], "rev": 1, "n": 2}):
    ...     print(text)
    .seats.0.hand: "R7" is now "R8"
    .n: nothing is now 2
    """
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        old, new = dict(enumerate(old)), dict(enumerate(new))
    if isinstance(old, dict) and isinstance(new, dict):
        for key in {**old, **new}:
            yield from differences(old.get(key, ABSENT), new.get(key, ABSENT), f"{path}.{key}")
    elif _text(old) != _text(new):
        was, now = excerpts(_text(old), _text(new))
        yield f"{path}: {was} is now {now}"


def excerpts(old: str, new: str) -> tuple[str, str]:
    """Return both strings, cut to the part around their first difference if they are long.

    >>> old, new = excerpts("R7 " * 200 + "W W", "R7 " * 200 + "W S")
    >>> len(old), old[-12:], new[-12:]
    (62, 'R7 R7 R7 W W', 'R7 R7 R7 W S')
    """
    if max(len(old), len(new)) <= MOST:
        return old, new
    shorter = min(len(old), len(new))
    same = next((at for at in range(shorter) if old[at] != new[at]), shorter)
    start = max(0, same - BEFORE)
    return _cut(old, start), _cut(new, start)


def _cut(text: str, start: int) -> str:
    return "…" * (start > 0) + text[start : start + MOST] + "…" * (start + MOST < len(text))


def _text(value: Any) -> str:
    return "nothing" if value is ABSENT else json.dumps(value, ensure_ascii=False)
