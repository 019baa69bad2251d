"""The server's log: one JSON object in a line, with times and numbers, and nothing about who was there.

Of what other programs log, only the template is written, never what was filled in; of an exception its kind and place.
Whatever still looks like an address, a kernel's name or a token is taken out.
"""

from __future__ import annotations

import json
import logging
import re
import traceback
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TextIO

_SECRET = re.compile(
    r"[0-9a-f]{8}-[0-9a-f-]{27}|\b\d{1,3}(?:\.\d{1,3}){3}\b|\b(?:[0-9a-f]{0,4}:){3,}[0-9a-f]{0,4}"
    r"|[\w-]{32,}|\?\S*|(?<=/)(?:home|Users)/[^/\s]+",
    re.IGNORECASE,
)
NOISE = ("is not trusted", "websocket_ping_timeout")
"""Warnings that say nothing: kept outputs are never shown, and two libraries count the same time in other units."""
MOST = 300
"""Characters of a message that are written."""


def clean(text: str) -> str:
    """A message without what could name somebody or open something.

    >>> clean("Connecting to kernel 0fab2f14-9d0c-4c5a-9f0e-2f1f9b9e0a11 for 10.0.0.7")
    'Connecting to kernel * for *'
    """
    return _SECRET.sub("*", text)[:MOST]


class Lines(logging.Handler):
    """Writes our own records, and warnings and errors of all others, as lines of JSON."""

    def __init__(self, stream: TextIO) -> None:
        """Writes to *stream*."""
        super().__init__()
        self._stream = stream

    def filter(self, record: logging.LogRecord) -> bool:
        ours = hasattr(record, "phase10")
        return ours or (record.levelno >= logging.WARNING and not any(word in str(record.msg) for word in NOISE))

    def emit(self, record: logging.LogRecord) -> None:
        try:
            self._stream.write(json.dumps(row(record)) + "\n")
            self._stream.flush()
        except (OSError, ValueError):  # a full disk or a closed stream must not stop anybody's game
            pass


def row(record: logging.LogRecord) -> dict[str, Any]:
    """Return the fields of a record that are written."""
    at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
    told = getattr(record, "phase10", None)
    if told is not None:
        return {"at": at, "level": record.levelname.lower(), **told}
    found = {"at": at, "level": record.levelname.lower(), "event": "said", "by": record.name}
    error = record.exc_info[1] if record.exc_info else None
    if error is None:
        return {**found, "what": clean(str(record.msg))}
    frames = traceback.extract_tb(error.__traceback__)
    place = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "unknown"
    return {**found, "event": "failed", "error": type(error).__name__, "place": place}


def tell(event: str, level: int = logging.INFO, **numbers: Any) -> None:
    """Write something that happened."""
    logging.getLogger(__name__).log(level, event, extra={"phase10": {"event": event, **numbers}})


def begin(stream: TextIO) -> None:
    """From now on whatever is logged goes there."""
    root = logging.getLogger()
    root.handlers[:] = [Lines(stream)]
    root.setLevel(logging.INFO)
