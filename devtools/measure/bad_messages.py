"""Invalid messages of every kind, for every widget.

The messages are malformed, oversized, replayed and out of order, and the files invalid, as a browser under an
attacker's control could send them. Each must be refused with a sentence, raise or log no exception, and leave games
and progress unchanged, and memory must stay flat.
"""

from __future__ import annotations

import json
import os
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

os.environ.setdefault("PHASE10_DATA", "none")

import phase10_widgets as p10
from phase10_widgets.apps.serve.messages import CONTROL, MOST_HEADER, MOST_OFFSETS, MOST_OPENING, check
from phase10_widgets.screens.screen import MOST_FILE, is_sendable
from phase10_widgets.widgets.shared.message_widget import MessageWidget

from .common import junk, listening, memory
from .open_page import packed

MESSAGES = 100_000
NEEDS_NOTHING = frozenset(
    {"hello", "ping", "hint", "save", "continue", "pause", "forget", "back", "skip", "solve", "renew", "reset", "stop",
     "export", "start", "learn", "leave", "name", "reflect", "deal", "undo", "again", "step", "ready", "seek", "eyes",
     "try"}
)  # fmt: skip
"""Kinds without required fields: such a message is invalid only with another version."""
FIELDS = (
    "action", "edition", "players", "options", "phases", "seconds", "language", "text", "token", "name", "value",
    "answer", "chance", "low", "high", "n", "at", "hand", "cards", "seed", "day", "code", "first",
)  # fmt: skip


class Target(NamedTuple):
    """A widget, and the parts of its state that no refused message may change."""

    name: str
    widget: Any
    kept: Callable[[], Any]


class Met(NamedTuple):
    """The outcome of all messages."""

    sent: int
    not_refused: Counter[str]
    without_sentence: Counter[str]
    changed: Counter[str]
    raised: Counter[str]
    logged: list[str]
    grown: int
    """The growth of the process since a tenth of the messages, in bytes."""


def targets() -> list[Target]:
    """Return one of every kind of widget that a visitor meets."""
    table = p10.Table("classic", players=["You", "Bo", "greedy"], seed=7, pace=None)
    app = p10.App(pace=None)
    learner = p10.Learner(3)
    question, mixed_set, board = learner.ask("at-least-one"), learner.mixed("A"), learner.overview()
    game = p10.Game.new("classic", players=["Ana", "Ben"], seed=2, phases=[1])
    player = p10.players.get("greedy")
    while game.to_act is not None:
        game = game.apply(player.choose(game.observe(game.to_act)))
    deal, outs, every = p10.DealOdds("classic", phase=1), p10.DrawOdds("classic", phase=1), p10.OddsTable()
    contest = p10.Tournament("classic", players=["greedy", "random"], games=2)
    coach, figure = p10.Coach(game), p10.Sorter()

    def seen(widget: Any) -> Callable[[], Any]:
        return lambda: repr([[getattr(widget, name) for name in widget.INPUTS], widget.view["rev"]])

    return [
        Target("table", table, lambda: [table._session.save()]),
        Target("setup", app.children[0], lambda: (app.table, id(app.children[0]), json.dumps(app._last))),
        Target("question", question, lambda: [learner.progress.dumps()]),
        Target("mixed set", mixed_set, lambda: [learner.progress.dumps()]),
        Target("progress", board, lambda: [learner.progress.dumps()]),
        Target("odds of a deal", deal, seen(deal)),
        Target("odds of a draw", outs, seen(outs)),
        Target("table of odds", every, seen(every)),
        Target("tournament", contest, seen(contest)),
        Target("coach", coach, lambda: json.dumps(coach.to_dict())),
        Target("figure", figure, lambda: repr(figure)),
    ]


def messages(widget: MessageWidget, name: str, chance: random.Random) -> Iterator[Any]:
    """Yield endless variations of our messages to this widget, each invalid in some way."""
    kinds = sorted(widget.HANDLERS)
    fields = (*FIELDS, *getattr(widget, "INPUTS", ()))
    sent = 0
    while True:
        sent += 1
        kind = chance.choice(kinds)
        full = {field: junk(chance) for field in fields}
        fine = {"v": 1, "id": f"{name}:{sent}", "rev": widget.rev, "kind": kind}
        way = chance.randrange(8)
        content: Any = None
        if way == 0:
            content = junk(chance)
        elif way == 1:
            whole = {"method": junk(chance)}, {"method": "custom"}, {"method": "update", "state": 5}
            yield chance.choice((junk(chance), *whole))
        elif way == 2:
            content = {"v": 1, "id": chance.choice((7, None, [], {}, "x" * 101, "", "\ud800")), "kind": kind}
        elif way == 3:
            content = {**fine, "v": chance.choice((0, 2, "1", []))}
        elif way == 4:
            content = {**fine, "kind": junk(chance)}
        elif way == 5 and sent % 50 == 0:
            text = chance.choice(("x" * (MOST_FILE + 1), "[" * 100_000, '{"phase10": ' * 1_000, "9" * 50_000, "null"))
            content = {**dict.fromkeys(fields, text), **fine, "kind": "load" if "load" in kinds else "choose"}
        elif way == 6 and kind not in widget.ANYTIME:
            content = {**full, **fine, "rev": chance.choice((widget.rev - 1, widget.rev + 1, -1, "1", None, 1e9))}
        elif kind not in NEEDS_NOTHING:
            content = {**full, **fine}
        if content is not None:
            yield {"method": "custom", "content": content}
            if content == {**full, **fine}:
                yield "again"  # the same message again: it must not be answered twice


def frames() -> list[bytes | str]:
    """Return websocket messages that no page of ours sends: lying heads, other kinds, other channels, text.

    One such message, claiming 2 to the power of 63 parts, once stopped a server for everybody.
    """

    def head(count: int, *offsets: int) -> bytes:
        return b"".join(number.to_bytes(8, "little") for number in (count, *offsets)) + bytes(64)

    first = 8 * (MOST_OFFSETS + 2)
    lying = [head(2**63), head(2**64 - 1), head(0), head(5, 48, 48, 48, 48, 48), head(6), b"", b"\x06"]
    lying += [head(MOST_OFFSETS + 1, *range(first, first + MOST_OFFSETS + 1)), head(6, 56, 57, 58, 59, 60, 10**9)]
    lying += [head(6, 60, 59, 58, 57, 56, 55), head(6, 0, 1, 2, 3, 4, 5)]
    asked = ("execute", "debug", "complete", "history", "shutdown")
    kinds = [*(f"{kind}_request" for kind in asked), "input_reply"]
    others = [packed({"msg_type": kind, "msg_id": "x"}, {"code": "1 + 1", "silent": False}) for kind in kinds]
    headers: list[Any] = [[], None, {}, {"msg_type": 5}, {"msg_type": ["comm_msg"]}, {"msg_type": "x" * MOST_HEADER}]
    channels = [packed({"msg_type": "comm_msg"}, {}, channel) for channel in ("control", "iopub", "stdin", "")]
    large = {"target_name": CONTROL, "data": "x" * MOST_OPENING}
    openings: list[Any] = [{"target_name": "jupyter.widget"}, {}, [], large]
    opened = [packed({"msg_type": "comm_open"}, opening) for opening in openings]
    plain = ["no json", "[]", "{}", '{"channel": "shell", "header": 5}']
    return [*lying, *others, *(packed(header, {}) for header in headers), *channels, *opened, *plain]


def refused(message: bytes | str) -> bool:
    """Return True if the server ends the connection at this message."""
    if isinstance(message, str):
        return True  # only binary messages are spoken
    try:
        check(message)
    except (ValueError, RecursionError):
        return True
    return False


def attack(count: int, seed: int = 1) -> Met:
    """Send *count* messages to the widgets in turn."""
    found = targets()
    parts = [(row, messages(row.widget, row.name, random.Random(f"{seed} {row.name}"))) for row in found]
    answers: list[dict[str, Any]] = []
    for row, _ in parts:
        row.widget.send = lambda content, buffers=None: answers.append(content)
    kept = [row.kept() for row in found]
    last: list[Any] = [None] * len(parts)
    before = 0
    with listening() as logged:
        met = Met(count, Counter(), Counter(), Counter(), Counter(), logged, 0)
        for number in range(count):
            at = number % len(parts)
            row, stream = parts[at]
            data = next(stream)
            again = data == "again"
            data = last[at] if again else data
            last[at] = data
            answers.clear()
            where = f"{row.name}: {_short(data)}"
            try:
                row.widget._handle_msg({"content": {"data": data}, "buffers": []})
            except Exception as error:
                met.raised[f"{where}: {type(error).__name__}"] += 1
                continue
            refusals = [one for one in answers if one.get("kind") == "reject"]
            if not again and not refusals:
                met.not_refused[where] += 1
            bad = [one for one in refusals if not one["why"] or one["code"] == "failed" or len(one["why"]) > 600]
            if bad or not is_sendable(answers):
                met.without_sentence[f"{where}: {str(answers)[:80]!r}"] += 1
            if (now := row.kept()) != kept[at]:
                met.changed[where] += 1
                kept[at] = now
            if number == count // 10:
                before = memory()
    return met._replace(grown=memory() - before if before else 0)


def _short(data: Any) -> str:
    content = data.get("content") if isinstance(data, dict) else None
    kind = content.get("kind") if isinstance(content, dict) else None
    return str(kind)[:20] if isinstance(kind, str) else "no kind"


def report(count: int, seed: int) -> int:
    """Send messages and print all violations; return 0 if there are none."""
    began = time.monotonic()
    met = attack(count, seed)
    print(f"{met.sent:,} messages in {time.monotonic() - began:.0f} s; memory grew by {met.grown / 2**20:.1f} MiB")
    wrong = 0
    for name in ("not_refused", "without_sentence", "changed", "raised"):
        found: Counter[str] = getattr(met, name)
        wrong += found.total()
        shown = (f"  {n} x {what}" for what, n in found.most_common(12))
        print(f"{name.replace('_', ' ')}: {found.total()}", *shown, sep="\n")
    print(f"logged: {len(met.logged)}", *(f"  {line}" for line in sorted(set(met.logged))[:12]), sep="\n")
    passed = [message for message in frames() if not refused(message)]
    print(f"websocket messages that no page sends, not refused: {len(passed)} of {len(frames())}")
    return int(bool(wrong or met.logged or passed))
