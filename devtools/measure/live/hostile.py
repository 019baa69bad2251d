"""Generate messages that a page may send on its connection, and various messages that no page ever sends.

Kinds and fields come from the protocol's types, so a new message is used as soon as it has a type.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple, NotRequired, get_args, get_origin, get_type_hints

from devtools.measure import common, inputs
from phase10_widgets.editions import EDITIONS
from phase10_widgets.rooms.codes import CODE_LENGTH, LETTERS
from phase10_widgets.rooms.lesson.wire import LivePhase
from phase10_widgets.rooms.turn_clock import TURN_SECONDS
from phase10_widgets.rooms.wire import LiveUp
from phase10_widgets.teaching import Progress, lesson, numbers
from phase10_widgets.teaching.code.player_code import PLAYER_ID
from phase10_widgets.teaching.figures.wire import DoRequest
from phase10_widgets.teaching.learner.wire import CodeRequest, ProgressRequest, QuestionRequest
from phase10_widgets.ui.odds.wire import OddsRequest, TableChoice
from phase10_widgets.ui.setup.presets import PRESETS
from phase10_widgets.ui.setup.wire import SetupRequest
from phase10_widgets.ui.solo.wire import SoloUp
from phase10_widgets.ui.table.messages_wire import TableRequest
from phase10_widgets.ui.tournament.wire import TournamentRequest

RARELY = frozenset({"end", "kick", "alone", "reseat"})
"""Kinds of messages that remove people; if they were as frequent as others, nobody would be left to notice faults."""
SELDOM = 0.1
"""The fraction of these messages that are sent."""
DEEPEST = 900
GAME: tuple[Any, ...] = (TableRequest, SetupRequest)
SCREENS: dict[str, tuple[Any, ...]] = {
    "figure": (DoRequest | TableChoice,),
    "lesson": (QuestionRequest, CodeRequest, ProgressRequest),
    "odds": (OddsRequest,),
    "table": (TableRequest,),
    "tournament": (TournamentRequest,),
}
EXECUTED = "phase10_executed"
CODE = (
    f"setattr(__import__('sys'), '{EXECUTED}', 1)", f"import sys; sys.{EXECUTED} = 1", "{0.__class__.__init__}",
    f"@learner.player\ndef mine(view, x=setattr(__import__('sys'), '{EXECUTED}', 1)):\n    return view.legal[0]",
)  # fmt: skip
"""Strings that set an attribute of `sys` if they are executed."""
PAGES = ("lessons/3", "de/lessons/12", "lessons/16", "lessons", "lessons/../lessons/3", "lessons/99", "/etc/passwd")
PLAIN = (
    None, True, False, -1, 0, 1, 2, 3.5, 10**30, -0.0, "", " ", "x", "\udfff\ud800", "\u202e", "\u0663", "R7", "deck",
    {"type": "hit", "cards": "W W W"},
)  # fmt: skip
"""Odd values that some fields accept."""
NAMES = ("Ada", "Zoë", "李雷", "x" * 20)
BROKEN = (
    "", " ", "{", "[]", "7", "null", "true", '"x"', "NaN", "{}", '{"kind": null}', '{"kind": []}', "\x00",
    '{"kind": "\\ud800"}', '{"kind": "say", "message": "\\udfff"}', "[" * 4_000, '{"kind": "hello"}',
    '{"kind": "say", "message": ' * 200 + "1" + "}" * 200, '{"kind": "sit", "table": ' + "9" * 5_000 + "}",
    '{"kind": "sit", "kind": "end"}',
)  # fmt: skip


class Form(NamedTuple):
    """A message's kinds and its other fields; the *optional* ones may be missing."""

    kinds: tuple[str, ...]
    fields: tuple[str, ...]
    optional: frozenset[str]


@cache
def forms(union: Any) -> tuple[Form, ...]:
    return tuple(_form(kind) for kind in get_args(union))


def _form(message: Any) -> Form:
    hints = get_type_hints(message, include_extras=True)
    optional = frozenset(name for name, hint in hints.items() if get_origin(hint) is NotRequired)
    kinds = get_args(hints.pop("kind"))
    return Form(kinds, tuple(hints), optional)


@cache
def questions() -> tuple[str, ...]:
    return tuple(question.id for each in map(lesson, numbers()) for question in each.questions)


@dataclass
class Facts:
    """The facts from which messages are made: a page's own facts, and those that it may have learned elsewhere."""

    token: str = ""
    rev: int = 0
    legal: list[Any] = field(default_factory=list)
    """The actions offered in the page's view."""
    people: list[int] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    screen: int = 1
    visit: str | None = None
    """The name of a visit, for a page with its own game or lesson."""
    requests: tuple[Any, ...] = ()
    offered: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    """The options on the visitor's screen, as message fields, by kind of message."""

    def see(self, screen: Mapping[str, Any], chance: random.Random, *, lesson: bool) -> None:
        """Learn from a screen of the visitor's own game or of a lesson's page."""
        view = screen.get("view", {})
        self.rev, self.legal = view.get("rev", 0), view.get("legal") or []
        if lesson:
            self.offered, parts = {"do": [], "choose": []}, view.get("parts", ())
            name = "figure" if parts and chance.random() < 0.7 else screen.get("name", "lesson")
            self.requests = SCREENS.get(name, GAME)
            for part in parts:
                guess = [{"name": "guess", "value": part["field"]["value"]}] if part["kind"] == "guess" else []
                deeds, fields = part.get("deeds", guess), part.get("fields", ())
                self.offered["do"] += [{"name": deed["name"], "value": deed["value"]} for deed in deeds]
                self.offered["choose"] += [{one["name"]: chance.choice((one["value"], *CODE))} for one in fields]


def junk(chance: random.Random) -> Any:
    """Return an unexpected value, even though some fields accept it."""
    if chance.random() < 0.2:
        return chance.choice(CODE)
    code = "".join(chance.choices(LETTERS, k=CODE_LENGTH))
    return common.junk(chance, *PLAIN, code, deepest=chance.choice((90, DEEPEST)))


def value(name: str, facts: Facts, chance: random.Random) -> Any:
    pick = chance.choice
    values: dict[str, Callable[[], Any]] = {
        "id": lambda: f"{facts.token[:6]}:{chance.randrange(10**9)}",
        "v": lambda: 1,
        "rev": lambda: facts.rev,
        "token": lambda: facts.token,
        "tokens": lambda: [facts.token] if chance.random() < 0.3 else [],
        "language": lambda: pick(("en", "de")),
        "table": lambda: pick((1, 1, 2, 2, 3, None)),
        "screen": lambda: facts.screen,
        "visit": lambda: facts.visit,
        "n": lambda: chance.randint(1, 4),
        "edition": lambda: pick(EDITIONS),
        "preset": lambda: pick(PRESETS).id,
        "seconds": lambda: pick(TURN_SECONDS),
        "question": lambda: pick(questions()),
        "phase": lambda: pick(get_args(LivePhase)),
        "text": lambda: pick(("0.5", "50%", "1/3", "3", "R7", "skip")),
        "confidence": chance.random,
        "action": lambda: pick(facts.legal or [{"type": "draw", "from": "deck"}]),
        "message": lambda: typed(pick(forms(pick(facts.requests or GAME[:1]))), facts, chance),
        "page": lambda: pick(PAGES),
        "kept": lambda: _progress(chance),
        "players": lambda: [{"name": "Ana", "player": None}, {"name": "Bo", "player": pick(("greedy", "random"))}],
        "options": dict,
        "phases": lambda: ["2 sets of 3"],
        "start": lambda: pick(("setup", "coach")),
        "name": lambda: pick(NAMES),
        "seed": lambda: pick((7, None, "x")),
        **dict.fromkeys(("guess", "typed"), lambda: pick(("0.5", "50%", "1/3", "10% to 60%", "7", *CODE))),
        **dict.fromkeys(("code", "sentence", "program", "part"), lambda: pick(("", "3", *questions(), *CODE))),
        **dict.fromkeys(("seat", "at", "eyes"), lambda: chance.randrange(4)),
        **dict.fromkeys(("person", "newcomer"), lambda: pick(facts.people or [1])),
        **dict.fromkeys(("seats", "level"), lambda: chance.randint(2, 6)),
        **dict.fromkeys(("on", "pause", "same", "wall"), lambda: chance.random() < 0.5),
    }
    if name in values:
        return values[name]()
    return junk(chance)


def typed(form: Form, facts: Facts, chance: random.Random) -> dict[str, Any]:
    """Return a message that has this form."""
    often = 0.8 if facts.offered else 0.4
    fields = [name for name in form.fields if name not in form.optional or chance.random() < often]
    made = {"kind": chance.choice(form.kinds), **{name: value(name, facts, chance) for name in fields}}
    return made | chance.choice(facts.offered.get(made["kind"]) or [{}])


def _progress(chance: random.Random) -> str:
    """Return a browser's stored progress: a prediction and a player, usually with a fault."""
    done, question = Progress(seed=7, name="Ada"), lesson(3).questions[0]
    done.predict(done.exercise(question), "0.5", 0.6)
    done.keep_code(PLAYER_ID, CODE[-1])
    found: Any = done.to_dict()
    for _ in range(chance.randrange(4)):
        found = inputs.changed(found, chance)
    return json.dumps(found)


def bent(message: Mapping[str, Any], facts: Facts, chance: random.Random) -> dict[str, Any]:
    """Return a message with a single fault."""
    if isinstance(message.get("message"), dict) and chance.random() < 0.7:
        return {**message, "message": bent(message["message"], facts, chance)}
    name = chance.choice([*message])
    changes: list[dict[str, Any]] = [
        {name: junk(chance)},
        {"rev": chance.choice((facts.rev - 1, facts.rev - 2, facts.rev + 1, float(facts.rev), str(facts.rev)))},
        {"id": chance.choice(facts.ids or ["x"])},
        {"person": chance.choice([*facts.people, 0, -1, 10**6]), "table": chance.choice((0, -1, 41, 2.0, "1", True))},
        {"kind": chance.choice(("", "x", "tell", "view", "bye", "welcome", "room", "HELLO", "save", "load"))},
        {"v": chance.choice((0, 2, "1", 1.0, True))},
        {"surplus": junk(chance)},
    ]
    if chance.random() < 0.1:
        return {key: each for key, each in message.items() if key != name}
    return {**message, **chance.choice(changes)}


def hostile(message: Mapping[str, Any], chance: random.Random) -> Any:
    """Return a message in which every field is wrong, except sometimes the kind."""
    inner = message.get("message")
    if isinstance(inner, dict) and chance.random() < 0.7:
        return {**message, "message": hostile(inner, chance)}
    kept = {} if chance.random() < 0.2 else {"kind": message["kind"]}
    return {name: junk(chance) for name in message} | kept if chance.random() < 0.9 else junk(chance)


def texts(chance: random.Random, facts: Facts) -> Iterator[tuple[str, str]]:
    """Yield an endless series of strings, each with its type: valid, nearly valid, hostile, or not a message at all.

    *facts* may change between two strings. If the facts include requests, the strings come from a page with its own
    game or lesson.
    """
    union: Any = SoloUp if facts.requests else LiveUp
    while True:
        form = chance.choice(forms(union))
        if RARELY & {*form.kinds} and chance.random() > SELDOM:
            continue
        if chance.random() < (0.8 if facts.offered else 0.3 * (len(form.fields) < 3)):
            form = next(one for one in forms(union) if "say" in one.kinds)  # a screen gets many messages
        message: Any = typed(form, facts, chance)
        way = chance.choices(("valid", "nearly", "hostile", "broken"), (40, 35, 20, 5))[0]
        if way == "nearly":
            message = bent(message, facts, chance)
        elif way == "hostile":
            message = hostile(message, chance)
        yield way, chance.choice(BROKEN) if way == "broken" else json.dumps(message)
