"""Names: one rule for all of them, and no two in a room that look alike."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from phase10_widgets import Game, HouseRules, Session
from phase10_widgets.base.names import checked_name, isolated, looks_of
from phase10_widgets.base.translatable import Refusal
from phase10_widgets.base.untrusted_json import is_encodable
from phase10_widgets.languages import ENGLISH
from phase10_widgets.languages.text import Text
from phase10_widgets.rooms import service as rooms
from phase10_widgets.rooms.code_attempts import EntryRefused
from phase10_widgets.rooms.storage.sql_store import SqliteStore
from phase10_widgets.sessions.seating import SeatPlan
from phase10_widgets.teaching.capstone import edition_of
from phase10_widgets.teaching.learner.widgets import Learner, ProgressBoard
from phase10_widgets.teaching.progress.progress import Progress
from tests.faults import every
from tests.ui.visiting import Line, Service, visit_of

FINE = {
    "علی\u200cرضا": "Persian",  # noqa: RUF001
    "ශ්\u200dරී": "Sinhalese",
    "क्\u200dष": "Hindi",
    "José": "composed",
    "Jose\u0301": "not composed",
    "דנה": "Hebrew",
    "ナナ 2": "Japanese",
    "葛\U000e0100": "a variant of a character",
    "O'Neil-Łuczak": "signs",
    "សុខ\u17d2ជា": "Khmer, with a letter below another",
    "င်\u1039ကာ": "Burmese, with a letter below another",
    "Jana (7b)": "with the name of a class",
    "👩\u200d🚀": "joined emoji",
    "❤\ufe0f\u200d🔥": "with a variant before the joiner",
    "👍🏽": "with a skin color",
    "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f": "Scotland",
    "🐙" * 20: "20 characters, 40 UTF-16 units",
    "⠁⠝\u2800⠁": "Braille, with a blank between two words",
}
INVISIBLE = [
    "",
    "   ",
    "\u3164",
    "\u115f\u1160",
    "\uffa0",
    "\u2800",
    "\u034f",
    "\ufe0f",
    "\u200d",
    "\u0301",
    "\ud800",
    "\ue000",
]
WRONG = {
    **dict.fromkeys(INVISIBLE, "visible"),
    "A\ue000": "character 2 of this one is U+E000",
    "A\ud800": "character 2 of this one is U+D800",
    "A\u0378": "character 2 of this one is U+0378",
    "Ana\u3164": "character 4 of this one is U+3164",
    "Ana\u200b": "character 4 of this one is U+200B",
    "An\u202ea": "character 3 of this one is U+202E",
    "A\tB": "character 2 of this one is U+0009",
    "Ana\n": "character 4 of this one is U+000A",
    "A\x1b[2J": "character 2 of this one is U+001B",
    "Ana\u00ad": "character 4 of this one is U+00AD",
    "\U000e0041na": "character 1 of this one is U+E0041",
    "Teacher\u200c": "joiner belongs between two letters or two emoji, but character 8",
    "\u200dAna": "joiner belongs between two letters or two emoji, but character 1",
    **dict.fromkeys(["A\u200d\u200dB", "A \u200dB", "🐙\u200c🐙"], "joiner belongs between"),
    "Teacher\u2d7f": "joiner belongs between two letters or two emoji, but character 8",
    "Teacher\U0001107f": "character 8 of this name is U+1107F",
    "Teacher\U0001bc9d": "character 8 of this one is U+1BC9D",
    **dict.fromkeys(
        ["Ben (computer)", "Ben\uff08\uff23OMPUTER\uff09"], "cannot end in (computer), which marks computer players"
    ),
    "g (\u0441omputer player)": "cannot end in (computer player)",
    "x" * 1000: "characters, but this one has 1000",
}


def of_a_room(name: str) -> str:
    service = rooms.Service(SqliteStore(), open_to_all=True)
    try:
        service.open_room(name)
    except EntryRefused as error:
        raise ValueError(Text(ENGLISH).refusal(error.why)) from error
    (room,) = service._rooms.values()
    return room.host.name


def of_setup(name: str) -> str:
    line = Line(Service())
    players = [{"name": name, "player": None}, {"name": "Bo", "player": "greedy"}]
    line.say("start", edition="classic", players=players, options={}, seed=7)
    table = visit_of(line).table
    if table is None:
        raise ValueError(line.told("reject")["why"])
    return table.game.players[0]


def of_the_board(name: str) -> str:
    learner, said = Learner(), list[Any]()
    board = ProgressBoard(learner)
    board.send = said.append
    board.hear({"kind": "name", "v": 1, "id": "a", "rev": board.rev, "name": name})
    if said:
        raise ValueError(said[0]["why"])
    return learner.progress.name


TAKERS: dict[str, Callable[[str], str]] = {
    "a game": lambda name: Game.new("classic", [name, "Ben"]).players[0],
    "a session": lambda name: Session("classic", [name, "greedy"]).seat_plans[0].name,
    "a seat": lambda name: Session("classic", [SeatPlan(name, None), "greedy"]).game.players[0],
    "the setup": of_setup,
    "house rules": lambda name: HouseRules("classic", {}, name).name,
    "an edition": lambda name: edition_of(8, ["2 sets of 3"] * 10, f"{name} a").name.removesuffix(" a"),
    "a learner": of_the_board,
    "a room": of_a_room,
}
EMPTY_IS_NONE = ("house rules", "a learner")
"""The takers that work without a name."""


@pytest.mark.slow
@every("taker", TAKERS)
def test_every_valid_name_is_accepted_everywhere(taker: str) -> None:
    for name, why in FINE.items():
        assert TAKERS[taker](name) == checked_name(name, 60), why


@every("taker", TAKERS)
def test_invalid_names_are_refused_with_the_reason(taker: str) -> None:
    browser = taker in ("the setup", "a learner")
    for name, why in () if taker == "an edition" else WRONG.items():
        if not name.strip() and taker in ("the setup", *EMPTY_IS_NONE):
            continue  # no name is needed, or its absence has a separate message
        with pytest.raises(
            ValueError, match="not recognized" if browser and not is_encodable(name) else re.escape(why)
        ):
            TAKERS[taker](name)
    with pytest.raises(ValueError, match="U\\+202E"):
        TAKERS[taker]("An\u202ea")


def test_names_are_stored_composed() -> None:
    assert checked_name("  Jose\u0301 \u00a0 Luis ", 20) == "José Luis"
    session = Session("classic", ["Jose\u0301", "greedy"], seed=1)
    assert Session.load(session.save()).seat_plans[0].name == "José"


@every("name", [*FINE, "Ana\u3164", "\u3164", "Ana\u200d"])
def test_a_learners_file_can_always_be_read_again(name: str) -> None:
    made = Progress(name=name)
    try:
        clean = checked_name(name, 60)
    except Refusal:
        clean = name.strip("\u3164\u200d")
    assert Progress.loads(made.dumps()).name == clean


@every("name", ["Ana\u3164", "\u3164", "Ana\u200d", "Jose\u0301", "Ana (computer)"])
def test_files_with_names_under_an_older_rule_are_read(name: str) -> None:
    data = Session("classic", ["Ana", "greedy"], seed=1).to_dict()
    loaded = Session.from_dict(json.loads(json.dumps(data).replace('"Ana"', json.dumps(name))))
    assert loaded.game.players[0] == name, "as it is"
    rules = json.loads(HouseRules("classic", {}, "Ana").write())
    assert HouseRules.read(json.dumps({**rules, "name": name})).name in ("Ana", "", "José")


ALIKE = [
    "T\u0435acher",
    "\u0422e\u0430\u0441her",
    "Te\u03b1cher",
    "\ua4d4\ua4f0\ua4ee\ua4da\ua4e7\ua4f0\ua4e3",
    "Tea\u2d7fcher",
    "teacher",
    "\uff34eacher",
    " Teacher ",
    "Te\u200dacher",
    "T\u200ceacher",
    "Teacher\ufe0f",
    "ⓉEACHER",
]


PAIRS = [
    ("Straße", "STRASSE", True),
    ("Ana", "Anna", False),
    ("\u0410\u041d\u041d\u0410", "Анна", True),
    ("Νίκος", "ΝΊΚΟΣ", True),
    ("Вова", "Нова", False),
    ("Йон", "Ион", False),
    ("Зоя", "Зоё", False),
]


def test_names_in_a_room_never_look_alike() -> None:
    service = rooms.Service(SqliteStore(), open_to_all=True)
    service.open_room("Teacher")
    (room,) = service._rooms.values()
    for name in ALIKE:
        with pytest.raises(Refusal, match="already called Teacher"):
            room.add(name, host=False)
    room.add("Te acher", host=False)
    for one, other, alike in PAIRS:
        assert bool(looks_of(one) & looks_of(other)) is alike, one


def test_right_to_left_names_rearrange_nothing() -> None:
    assert isolated("Ana") == "Ana"
    assert isolated("דנה") == "\u2068דנה\u2069"
    assert Text(ENGLISH).say("{name} draws 3 cards.", name="דנה") == "\u2068דנה\u2069 draws 3 cards."
