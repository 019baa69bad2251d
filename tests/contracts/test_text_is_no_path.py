"""A text that a visitor sends is never the name of a file: no door opens `/etc/passwd`."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets.teaching import Design, Progress
from tests.every_widget import makers
from tests.faults import every, no_faults
from tests.packages import SOURCES
from tests.rooms.playing import Service

NAME = "/etc/passwd"
FIELDS = sorted(
    {
        field
        for path in SOURCES.rglob("wire.py")
        for field in re.findall(r"^    (\w+): (?!.*Literal)", path.read_text("utf-8"), re.M)
    }
    - {"v", "id", "rev", "kind"}
)
"""Every field of every message."""
OPENED: list[str] = []
"""The files with this name that have been opened since the test began."""


def _audit(event: str, given: tuple[Any, ...]) -> None:
    if event == "open" and isinstance(given[0], str | bytes) and str(given[0]).strip("b'\"") == NAME:
        OPENED.append(NAME)


sys.addaudithook(_audit)


@contextmanager
def unopened() -> Iterator[None]:
    """Fail if the block opens the file."""
    OPENED.clear()
    yield
    assert not OPENED


def test_the_check_notices_an_opened_file() -> None:
    if Path(NAME).exists():
        with pytest.raises(AssertionError), unopened():
            Path(NAME).read_text("utf-8")


READERS: list[tuple[Callable[[Any], Any], str]] = [
    (p10.Session.load, "text, in Python a Path"),
    (p10.HouseRules.read, "text, in Python a Path"),
    (p10.Game.replay, "text, in Python a Path"),
    (Progress.loads, "text, in Python a Path"),
    (Design.loads, "text, in Python a Path"),
    (Progress.load, "only a Path"),
    (Design.load, "only a Path"),
    (p10.Replay.from_file, "only a Path"),
    (p10.Coach.from_file, "only a Path"),
]


@every("read, takes", READERS)
def test_a_reader_refuses_a_string_that_looks_like_a_path(read: Callable[[Any], Any], takes: str) -> None:
    for name in (NAME, "game.json"):
        with unopened(), pytest.raises(p10.errors.Phase10Error) as refused:
            read(name)
        assert f"Path({json.dumps(name)})" in str(refused.value)
        assert "the text of a" in str(refused.value) or "must be given as a Path or an open file" in str(refused.value)


def test_other_functions_that_take_a_game_refuse_a_string() -> None:
    coach = p10.coach
    takers: list[Callable[[Any], Any]] = [
        *(p10.Game.from_position, p10.Game.rows, coach.review, coach.luck, coach.game_rows),
        *(p10.arena.Results.from_dict, p10.Action.parse, p10.Action.from_dict, p10.Replay),
    ]
    with no_faults() as faults:
        for take in takers:
            with faults.of(take), unopened(), pytest.raises((ValueError, TypeError)):
                take(NAME)


@pytest.mark.filterwarnings("ignore")
def test_no_message_to_a_widget_opens_a_file() -> None:
    """Every widget gets every kind of message that it knows, with the name in all fields, or in a file's own."""
    sent: list[Any] = []
    with no_faults() as faults:
        for name, make in makers().items():
            if name == "Seat":
                continue  # its messages go to the server
            widget = make().children[0] if name == "App" else make()
            widget.send = lambda content, buffers=None: sent.append(content)
            for kind in widget.HANDLERS:
                for fields in (FIELDS, ("text",), ("file", "kept", "stored")):
                    message = {"v": 1, "id": f"{name}.{kind}", "rev": widget.rev, "kind": kind}
                    with faults.of(f"{name}.{kind}"), unopened(), suppress(asyncio.CancelledError):
                        widget._handle_custom_msg({**message, **dict.fromkeys(fields, NAME)}, [])
            getattr(widget, "close", bool)()
    assert "root:" not in json.dumps(sent, default=str)
    refused = [content["why"] for content in sent if content.get("kind") == "reject" and ".load" in content["id"]]
    assert sum("Expected the text of a" in why for why in refused) > 5


def test_no_message_to_a_room_opens_a_file() -> None:
    service = Service()
    host = service.host("Hanna")
    guest = service.guest(host, "Ben")
    kinds = {
        kind
        for path in (SOURCES / "rooms").rglob("wire.py")
        for kind in re.findall(r'kind: Literal\["(\w+)"\]', path.read_text("utf-8"))
    }
    with no_faults() as faults:
        for kind in sorted(kinds - {"end"}):
            for line in (guest, host):
                with faults.of(kind), unopened():
                    line.ask(kind, **dict.fromkeys(FIELDS, NAME))
                    line.ask("say", message={"kind": kind, "v": 1, "id": kind, "rev": 0, "text": NAME})
    assert "root:" not in json.dumps([*host.sent, *guest.sent])
