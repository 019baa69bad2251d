"""Write the messages between Python and the browser to tests/golden: ``python -m devtools.generate.golden``.

Python has handled every message in these files. The browser's tests read the same files: frontend/tests/golden.test.ts.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import phase10_widgets as p10
from devtools import command
from devtools.generate import compact
from phase10_widgets import EDITIONS, App, Table, Tournament, edition, players
from phase10_widgets.languages.text import Text
from phase10_widgets.rules.cards import Card, Pack
from phase10_widgets.sessions.seating import SeatPlan
from phase10_widgets.store.store import StoreLease
from phase10_widgets.teaching import Progress
from phase10_widgets.teaching.learner.widgets import RecallCard
from phase10_widgets.ui.drawn.card_drawing import drawing, shapes_html
from phase10_widgets.ui.odds.widget import OddsWidget
from phase10_widgets.ui.setup.widget import Setup
from tests.demo_figure import Demo
from tests.moments import moments

FOLDER = Path(__file__).resolve().parents[2] / "tests" / "golden"
MOST_MESSAGES = 400
LEVELS = 2
"""The number of outer levels that are spread over several lines; below them, each line has one payload."""
GAMES: dict[str, tuple[int, dict[str, Any]]] = {
    "classic": (4, {"phases": [1, 2]}),
    "flip": (8, {"phases": [1, 2]}),
    "standard": (2, {"phases": [1, 8]}),
    "masters": (5, {"phases": [1, 4]}),
}

DRAWN = {
    "classic": "R1 B2 G3 Y4 R5 B6 G7 Y8 R9 B10 G11 Y12 W S",
    "flip": "R5! G* 7 9! *",
    "standard": "AC 6D 10H JS QC KH JK",
    "masters": "O8 W",
}

Content = dict[str, Any]


class Person:
    """A person at seat 0 who plays by sending messages and does everything at least once."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.views: dict[str, Content] = {}
        """Views by name: the answer to the message with the same name, and other views worth keeping."""
        self.messages: dict[str, Content] = {}
        self.acks: set[str] = set()
        self.count = 0
        table.observe(lambda change: self.see(change["new"]), "view")
        self.see(table.view)

    def see(self, view: Content) -> None:
        self.acks.add(view["ack"])
        if view["thinking"] and any(seat["laid"] for seat in view["observation"]["seats"]):
            self.views.setdefault("thinking", view)
        if any(event["type"] == "flipped" for event in view["events"]):
            self.views.setdefault("flipped", view)

    def say(self, name: str, kind: str, **more: Any) -> None:
        """Send a message; store it and the resulting view if they are the first with this name."""
        self.count += 1
        view = self.table.view
        message = {"kind": kind, "v": 1, "id": f"page:{self.count}", "rev": view["rev"], **more}
        if name not in self.messages:
            self.messages[name], self.views[name] = message, view
        self.table._handle_custom_msg(message, [])
        assert message["id"] in self.acks, f"Python did not perform {message}"

    def play(self) -> None:
        """Play to the end of the game, and request another game."""
        self.say("pace", "pace", seconds=0.3)
        self.say("pause", "pause", on=True)
        self.say("go on", "pause", on=False)
        self.say("language", "language", language="en")
        while self.count < MOST_MESSAGES:
            view = self.table.view
            if view["over"]:
                self.look_again()
                self.say("again", "again", same=True)
                return
            if view["summary"]:
                self.say("continue", "continue")
            elif view["curtain"]:
                self.say("ready", "ready")
            elif view["undo"] and "undo" not in self.messages and view["observation"]["step"] == "play":
                self.say("undo", "undo")
            else:
                action = self.choose()
                self.say(self.name(action), "action", action=exactly(action, view["observation"]))
        raise AssertionError("the game took too long")

    def look_again(self) -> None:
        """Replay the finished game from its beginning and from different seats."""
        self.say("replay", "replay")
        self.say("seek", "seek", at=1)
        self.say("eyes", "eyes", eyes=1)
        self.say("eyes-none", "eyes", eyes=None)
        self.say("back", "back")

    def choose(self) -> Content:
        """Return an action that has not been taken before, or greedy's choice."""
        legal = self.table.view["legal"]
        new = [action for action in legal if self.name(action) not in self.messages]
        if new:
            return dict(new[0])
        wanted = players.get("greedy").choose(self.table.game.observe(self.table.view["you"])).to_dict()
        return dict(next((action for action in legal if action["type"] == "lay_down"), wanted))

    def name(self, action: Mapping[str, Any]) -> str:
        """Return the name of this action's example, such as "draw-deck", "hit-low", "discard-at" or "lay_down-wild"."""
        part = action.get("from") or (action.get("end") if action["type"] == "hit" else None)
        words = [action["type"], part, "at" if "target" in action else None]
        side = self.table.view["observation"]["side"]
        return "-".join(filter(None, [*words, "wild" if side == "wild" else None]))


def exactly(action: Mapping[str, Any], seen: Mapping[str, Any]) -> Content:
    """Return the action as the browser writes it, with exact cards from the hand, declaring only ambiguous parts."""
    face = 0 if seen["side"] == "color" else -1
    left = seen["hand"].split()

    def take(word: str) -> str:
        found = next(held for held in left if word in (held, held.split("/")[face]))
        left.remove(found)
        return str(found)

    if action["type"] == "lay_down":
        groups = []
        for group in action["groups"]:
            words = group["cards"].split()
            start = group["kind"].endswith("run") and any(not digits(word) for word in words)
            written: Content = {"cards": " ".join(map(take, words))}
            groups.append(written | ({"start": group["start"]} if start else {}))
        return {**action, "groups": groups}
    if action["type"] in ("hit", "discard", "save"):
        return {**action, "card": take(action["card"])}
    return dict(action)


def digits(word: str) -> bool:
    """Return True if the card has a fixed number."""
    return word not in ("W", "JK") and "*" not in word


@cache
def game(name: str) -> Content:
    """Return a game of one edition: metadata, views by name, and the messages that led to them."""
    seed, options = GAMES[name]
    table = Table(name, ["You", "greedy", "greedy"], seed=seed, pace=0, hints=False, keeper=StoreLease(None), **options)
    person = Person(table)  # no hints, because their numbers change with the expert
    about = person.table.about
    person.play()
    return {"about": about, "views": person.views, "messages": person.messages}


@cache
def shared() -> Content:
    """Return the views of two people at one screen, up to the first message from the second person."""
    both = [SeatPlan("Ana", None), SeatPlan("Ben", None)]
    table = Table("classic", both, seed=3, pace=0, hints=False, keeper=StoreLease(None))
    person = Person(table)
    person.say("first-ready", "ready")
    while "ready" not in person.messages:
        view = table.view
        if view["curtain"]:
            person.say("ready", "ready")
        else:
            person.say(f"first-{view['legal'][0]['type']}", "action", action=dict(view["legal"][0]))
    return {"about": table.about, "views": person.views, "messages": person.messages}


def faces(name: str) -> Iterator[Card]:
    """Yield every face in the edition."""
    for card in edition(name).deck(2):
        yield card
        if edition(name).two_sided:
            yield card.turned


def cards() -> Content:
    """Return the spoken form of every face in every edition, in each language."""
    return {language: {name: spoken(name, Text(language)) for name in EDITIONS} for language in p10.languages.names()}


def spoken(name: str, text: Text) -> dict[str, str]:
    """Return the spoken form of every face in an edition, by code."""
    return {face.as_it_lies.split("/")[0]: text.card_name(face) for face in sorted(faces(name), key=str)}


def drawings() -> Content:
    """Return drawings of some of each edition's faces, as SVG: each layout, number, rank, color and suit once."""
    found = {}
    for name, codes in DRAWN.items():
        pack = edition(name).pack
        shown = {code: shapes_html(drawing(face)) for code in codes.split() for face in [_face(pack, code)]}
        found[name] = {"colors": list(pack.sides[0].colors), "faces": shown}
    return found


def _face(pack: Pack, code: str) -> Card:
    return next(side.faces[code] for side in pack.sides if code in side.faces)


def setup() -> Content:
    """Return the setup screen's constant trait and a message that starts a game."""
    app = App(pace=0)
    (screen,) = app.children
    assert isinstance(screen, Setup)
    about = screen.about
    start = about["start"]
    message = {"kind": "start", "v": 1, "id": "page:1", "rev": 0, **start, "options": {"phases": [1]}}
    screen._handle_custom_msg(message, [])
    assert app.table is not None, "Python started no game"
    return {"about": about, "message": message}


def asked(widget: OddsWidget | Demo | RecallCard, kind: str, **fields: Any) -> Content:
    """Send a message to a widget, and return it once the view has acknowledged it."""
    message = {"kind": kind, "v": 1, "id": f"page:{kind}", "rev": 9, **fields}
    answers: list[str | None] = []
    widget.observe(lambda change: answers.append(change["new"]["ack"]), "view")
    widget._handle_custom_msg(message, [])
    assert message["id"] in answers, "Python did not understand this"
    return message


def odds() -> Content:
    """Return the views of every odds widget, with one message of each type."""
    hand = "R7 B7 G7 Y2 B2 R9 G12 S Y4 B5"
    shown = {
        "deal": p10.figures.DealOdds("classic", phase=1, seed=7),
        "draw": p10.figures.DrawOdds("classic", 1, hand, top="G12"),
        "table": p10.figures.OddsTable(editions=["classic", "masters"]),
        "tournament": Tournament("classic", ["greedy", "random", "random"], games=6, phases=[1, 2]),
    }
    messages = [
        asked(shown["deal"], "choose", cards=10),
        asked(shown["deal"], "deal", n=100),
        asked(shown["draw"], "choose", hand=hand, top="G12"),
        asked(shown["table"], "choose", cards=10),
        asked(shown["tournament"], "choose", players=["greedy", "random", "random"], games=6),
        asked(shown["tournament"], "stop"),
        asked(shown["tournament"], "start"),
    ]
    # The number of views depends on how long counting takes.
    views = {kind: {"about": made.about, "view": {**made.view, "rev": 9}} for kind, made in shown.items()}
    return {**views, "messages": messages}


def lesson() -> Content:
    """Return a figure with every part, one message of each type for it, and questions and code to work on."""
    demo = Demo()
    demo.do("deal", 100)
    demo.do("move", "2/0")
    messages = [
        asked(Demo(), "choose", cards=9),
        asked(Demo(), "choose", edition="masters", seed=2, mixed=False),
        asked(Demo(), "do", name="deal", value=100),
        asked(Demo(), "do", name="move", value="2/0"),
    ]
    learner = p10.Learner(7, progress=Progress(seed=1))
    cards = {
        "interval": learner.ask("error"),
        "recall": RecallCard(7, p10.teaching.lesson(3).questions[:1], learner),
        "code": p10.Learner(3, progress=Progress(seed=1)).your_turn(),
    }
    messages.append(asked(cards["recall"], "read", typed="1 - C(100, 8)/C(106, 8)"))
    shown = {name: {"about": card.about, "view": {**card.view, "rev": 9}, "kept": ""} for name, card in cards.items()}
    return {"demo": {"about": demo.about, "view": {**demo.view, "rev": 9}}, "messages": messages, **shown}


@cache
def contents() -> dict[str, Any]:
    """Return the contents of every golden file by name, as they would be read from JSON."""
    made = {name: game(name) for name in GAMES} | {
        "shared": shared(),
        "cards": cards(),
        "drawings": drawings(),
        "setup": setup(),
        "odds": odds(),
        "lesson": lesson(),
        "moments": moments(),
    }
    return {f"{name}.json": json.loads(json.dumps(content)) for name, content in made.items()}


def committed() -> dict[str, Any]:
    """Return the contents of every file in the folder, by name."""
    return {path.name: json.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.json"))}


def main() -> int:
    """Write the files, remove those that are no longer generated, and print the changes."""
    command.parser(__doc__).parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for difference in compact.differences(committed(), contents()):
        print(difference)
    for name in committed().keys() - contents().keys():
        (FOLDER / name).unlink()
    for name, content in contents().items():
        (FOLDER / name).write_text(compact.dumps(content, LEVELS), "utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
