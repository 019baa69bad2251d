"""The server's log: one JSON object per line, with times and numbers but nothing that identifies a visitor.

For other programs' messages, only the template is written, never the values; for an exception, only its type and
location. Anything that still looks like an address, a random name or a token is removed.
"""

from __future__ import annotations

import json
import logging
import re
import time
import traceback
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TextIO

_SECRET = re.compile(
    r"[0-9a-f]{8}-[0-9a-f-]{27}|\b\d{1,3}(?:\.\d{1,3}){3}\b|\b(?:[0-9a-f]{0,4}:){3,}[0-9a-f]{0,4}"
    r"|[\w-]{32,}|\?\S*|(?<=/)(?:home|Users)/[^/\s]+",
    re.IGNORECASE,
)
NOISE = ("is not trusted", "websocket_ping_timeout")
"""Warnings to ignore: those about saved outputs, which are never shown, and about a time that two libraries measure in
different units."""
MOST_CHARACTERS = 300
"""The maximum number of characters to write from a message."""
MOST_LINES = 60
"""The maximum number of lines of one kind per minute; beyond that, lines are only counted."""
MINUTE = 60.0


def clean(text: str) -> str:
    """Return a message without anything that identifies a visitor or grants access.

    >>> clean("A visit 0fab2f14-9d0c-4c5a-9f0e-2f1f9b9e0a11 of 10.0.0.7")
    'A visit * of *'
    """
    return _SECRET.sub("*", text)[:MOST_CHARACTERS]


class Lines(logging.Handler):
    """A handler that writes this package's records, and all other programs' warnings and errors, as lines of JSON."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        """Write to *stream*; *clock* returns seconds."""
        super().__init__()
        self._stream, self._clock = stream, clock
        self._since = clock()
        self._lines: Counter[str] = Counter()
        """The number of lines of each kind in this minute, including lines that were left out."""

    def filter(self, record: logging.LogRecord) -> bool:
        ours = hasattr(record, "phase10")
        return ours or (record.levelno >= logging.WARNING and not any(word in str(record.msg) for word in NOISE))

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record unless there have been too many of its kind in this minute."""
        if self._clock() - self._since >= MINUTE:
            self._count_left_out()
        line = row(record)
        kind = " ".join(str(line[name]) for name in ("event", "status", "by", "error", "place") if name in line)
        self._lines[kind] += 1
        if self._lines[kind] <= MOST_LINES:
            self._write(line)

    def _count_left_out(self) -> None:
        """Log the number of lines of each kind that were left out, and begin a new minute."""
        for kind, number in self._lines.items():
            if number > MOST_LINES:
                event = kind.partition(" ")[0]
                self._write({"at": _now(time.time()), "event": "left out", "of": event, "lines": number - MOST_LINES})
        self._lines.clear()
        self._since = self._clock()

    def _write(self, line: dict[str, Any]) -> None:
        try:
            self._stream.write(json.dumps(line) + "\n")
            self._stream.flush()
        except (OSError, ValueError):  # a full disk or a closed stream must not stop a game
            pass


def row(record: logging.LogRecord) -> dict[str, Any]:
    """Return the fields to log for a record."""
    at = _now(record.created)
    fields = getattr(record, "phase10", None)
    if fields is not None:
        return {"at": at, "level": record.levelname.lower(), **fields}
    found = {"at": at, "level": record.levelname.lower(), "event": "said", "by": record.name}
    error = record.exc_info[1] if record.exc_info else None
    if error is None:
        return {**found, "what": clean(str(record.msg))}
    frames = traceback.extract_tb(error.__traceback__)
    place = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "unknown"
    return {**found, "event": "failed", "error": type(error).__name__, "place": place}


def _now(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")


def tell(event: str, level: int = logging.INFO, **numbers: Any) -> None:
    """Log an event and its numbers."""
    logging.getLogger(__name__).log(level, event, extra={"phase10": {"event": event, **numbers}})


def begin(stream: TextIO, level: int = logging.INFO) -> None:
    """Log everything at this *level* and above to *stream* from now on."""
    root = logging.getLogger()
    root.handlers[:] = [Lines(stream)]
    root.setLevel(level)
