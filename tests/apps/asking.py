"""Requests to a running server, and their answers."""

from __future__ import annotations

import gzip
import json
import urllib.error
import urllib.request
from email.message import Message
from typing import Any, NamedTuple

PATIENCE = 60


class Answer(NamedTuple):
    status: int
    headers: Message
    text: str


class Stay(urllib.request.HTTPRedirectHandler):
    """Go nowhere else."""

    def redirect_request(self, *args: Any) -> None:
        return None


def ask(address: str, content: object = None, follow: bool = True, /, **headers: str) -> Answer:
    """Ask for an address, or send something there as JSON; return the answer, whatever its status.

    Without *follow*, the answer may be one that leads elsewhere.
    """
    body = None if content is None else json.dumps(content).encode()
    opener = urllib.request.build_opener(*([] if follow else [Stay]))
    try:
        with opener.open(urllib.request.Request(address, data=body, headers=headers), timeout=PATIENCE) as answer:
            return Answer(answer.status, answer.headers, _text(answer))
    except urllib.error.HTTPError as error:
        with error:
            return Answer(error.code, error.headers, _text(error))


def _text(answer: Any) -> str:
    body = answer.read()
    plain = gzip.decompress(body) if answer.headers.get("Content-Encoding") == "gzip" else body
    return plain.decode("utf-8", "replace")
