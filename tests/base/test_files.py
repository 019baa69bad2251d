"""One reader reads all of our files: the same faults have the same messages in every kind of file."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import Any

import pytest

from phase10_widgets import App, Coach, Game, Learner, Replay, Session, Table, arena, odds
from phase10_widgets.base import files
from phase10_widgets.game.house_rules import HouseRules
from phase10_widgets.languages.text import Text
from phase10_widgets.teaching import Design, Progress, check_design
from phase10_widgets.teaching.figures.design import DRAFT
from tests.faults import every

CONTEST = arena.Contest("classic", ["greedy", "random"], 2)
SIMULATION = odds.Simulation(odds.question("deal", edition="classic", phase=1), 20)


TEXTS: list[tuple[str, Callable[[str], Any], str]] = [
    ("house rules", HouseRules.read, HouseRules("flip").write()),
    ("progress", Progress.loads, Progress(seed=1).dumps()),
    ("saved game", Session.load, Session("classic", ["Ana", "greedy"], seed=1).save()),
    ("design", Design.loads, check_design(8, DRAFT).dumps()),
]
DATA: list[tuple[str, Callable[[Any], Any], dict[str, Any]]] = [
    ("progress", Progress.from_dict, Progress(seed=1).to_dict()),
    ("saved game", Session.from_dict, Session("classic", ["Ana", "greedy"], seed=1).to_dict()),
    ("contest", arena.Contest.from_dict, CONTEST.to_dict()),
    ("simulation", odds.Simulation.from_dict, SIMULATION.to_dict()),
]
FROM_FILES: list[Callable[[Any], Any]] = [Coach.from_file, Replay.from_file]
DOORS: list[tuple[str, Callable[[], Any]]] = [
    ("load", lambda: Table("classic", ["You", "greedy"], seed=1)),
    ("load", lambda: App().children[0]),
    ("load", Coach),
    ("load", lambda: Learner().overview()),
]
every_text = every("kind, read, text", TEXTS)
every_kind = every("kind, read, data", DATA)

BAD_TEXTS: list[tuple[Callable[[str], Any], str, str]] = [
    (lambda text: text + " " * 10**7, "this is not a {kind} file: it is longer than", "too long"),
    (lambda text: text[:-5], "this {kind} file is truncated or damaged; check line ", "a missing end"),
    (lambda text: "", "this is not a {kind} file; choose one that this program has saved", "an empty file"),
    (lambda text: "Dear friend", "this is not a {kind} file; choose one that this program has saved", "no JSON"),
    (lambda text: "[" * 200 + "]" * 200, "this {kind} file is truncated or damaged", "too deep"),
    (lambda text: "1" * 5000, "this {kind} file is truncated or damaged", "a number that Python cannot read"),
    (lambda text: text.replace("{", '{"a": NaN, ', 1), "this {kind} file has NaN where a number belongs", "NaN"),
    (lambda text: text.replace("{", '{"a": 1, "a": 2, ', 1), "this {kind} file contains 'a' twice", "a name twice"),
    (lambda text: "[]", "this is not a {kind} file: its 'format' is not 'phase10-", "a list"),
]
BAD_HEADS: list[tuple[dict[str, Any], str, str]] = [
    ({"format": "chess/1"}, "this is not a {kind} file: its 'format' is not 'phase10-", "another format"),
    ({"format": ["x"]}, "this is not a {kind} file: its 'format' is not 'phase10-", "a format that is a list"),
    ({"format": None}, "this is not a {kind} file: its 'format' is not 'phase10-", "no format"),
    ({"version": None, "format": 0}, "this {kind} file does not state its version, a number from 1 to ", "no version"),
    ({"version": 0, "format": 0}, "this {kind} file does not state its version, a number", "before the first"),
    ({"version": True, "format": 0}, "this {kind} file does not state its version, a number from 1 to ", "a truth"),
    ({"version": 9, "format": 0}, "this {kind} file has version 9, which is newer than ", "a newer version"),
    ({"format": 9}, "this {kind} file has version 9, which is newer than ", "a newer version after the format"),
    ({"format": "x"}, "this {kind} file does not state its version", "a version that is not a number"),
]


@every_text
@every("spoil, message, why", BAD_TEXTS)
def test_a_faulty_text_is_refused_in_the_same_words(
    kind: str, read: Callable[[Any], Any], text: str, spoil: Callable[[str], Any], message: str
) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        read(spoil(text))
    assert str(caught.value).startswith(message.format(kind=kind))
    german = Text("de").refusal(caught.value)
    assert kind not in german.partition("phase10-")[0], "the kind of file is translated as well"


NO_TEXTS: list[tuple[object, str]] = [
    (None, "expected the text of a {kind} file, a Path or an open file, not a NoneType"),
    (b"{}", "expected the text of a {kind} file, a Path or an open file, not a bytes"),
    ({"format": "phase10-rules/1"}, "expected the text of a {kind} file, a Path or an open file, not a dict"),
    *(
        (
            name,
            f"expected the text of a {{kind}} file, not its path; in Python, Path({json.dumps(name)}) names the file",
        )
        for name in ("a/b.json", "game.json", "/etc/passwd", "../secret", "~/.ssh/id_rsa", "C:\\game")
    ),
    (PurePosixPath(__file__), "this is not a {kind} file; choose one that this program has saved"),
]


@every_text
@every("given, message", NO_TEXTS)
def test_a_non_text_is_refused_with_advice(
    kind: str, read: Callable[[Any], Any], text: str, given: object, message: str
) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        read(given)
    assert str(caught.value).startswith(message.format(kind=kind))


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="only Unix has a file that never ends")
@every("read", [*FROM_FILES, Progress.load, Design.load, *(read for _, read, _ in TEXTS), Game.replay])
def test_a_file_that_never_ends_is_refused(read: Callable[[Any], Any]) -> None:
    with pytest.raises(ValueError, match="file: it is longer than"):
        read(Path("/dev/zero"))


@every_text
def test_a_file_is_given_as_text_as_a_path_or_open(
    kind: str, read: Callable[[Any], Any], text: str, tmp_path: Path
) -> None:
    path = tmp_path / "file.json"
    path.write_text(text, "utf-8")
    expected = read(text)
    assert read(path) == read(io.StringIO(text)) == read(io.BytesIO(text.encode())) == expected
    with path.open() as file, path.open("rb") as other:
        assert read(file) == read(other) == expected
    with pytest.raises(ValueError, match="file is truncated or damaged"):
        read(io.BytesIO(b"\xff\xfe"))


def test_a_record_is_replayed_from_its_text_and_its_file(tmp_path: Path) -> None:
    game = Game.new("flip", seed=3).apply({"type": "draw", "from": "deck"})
    (tmp_path / "game.json").write_text(json.dumps(game.record()), "utf-8")
    assert Game.replay(json.dumps(game.record())) == Game.replay(tmp_path / "game.json") == game
    with pytest.raises(ValueError, match=r'not its path; in Python, Path\("game.json"\) names the file'):
        Game.replay("game.json")
    with pytest.raises(ValueError, match=r"which Session\.load reads"):
        Game.replay(Session("classic", ["Ana", "Ben"]).save())


@every("read", FROM_FILES)
def test_a_widget_is_opened_from_a_path_or_an_open_file(read: Callable[[Any], Any], tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(Session("classic", ["greedy", "random"], 1, phases=[1]).save(), "utf-8")
    with path.open() as file:
        assert repr(read(file)) == repr(read(path))
    with pytest.raises(ValueError, match=r'must be given as a Path or an open file; write Path\("game.json"\)'):
        read("game.json")


@every("kind, widget", DOORS)
def test_no_visitor_can_name_a_file_of_the_server(kind: str, widget: Callable[[], Any]) -> None:
    """A text from a browser is never a path, at every door."""
    for name in ("/etc/passwd", "../../etc/passwd", "game.json"):
        made = widget()
        sent: list[Any] = []
        made.send = lambda content, buffers=None, into=sent: into.append(content)
        made._handle_custom_msg({"v": 1, "id": name, "rev": made.rev, "kind": kind, "text": name, "file": name}, [])
        (answer,) = [content for content in sent if content.get("id") == name]
        assert answer["kind"] == "reject"
        assert "Expected the text of a" in answer["why"]
        assert "root:" not in json.dumps(sent)


@every_kind
@every("head, message, why", BAD_HEADS)
def test_another_header_is_refused_in_the_same_words(
    kind: str, read: Callable[[Any], Any], data: dict[str, Any], head: dict[str, Any], message: str
) -> None:
    """Format 0 stands for the file's own format without a version, any other number for that version."""
    name = str(data["format"]).partition("/")[0]
    form = head["format"]
    if form in (0, 9, "x"):
        head = {**head, "format": name + (f"/{form}" if form else "")}
    with pytest.raises(ValueError, match=message.format(kind=kind)):
        read({**data, **head})


@every_text
def test_a_file_that_is_too_long_is_not_parsed(kind: str, read: Callable[[Any], Any], text: str) -> None:
    limits = {"house rules": 100_000, "progress": 1_000_000, "saved game": 2_000_000, "design": 10_000}
    with pytest.raises(ValueError, match=f"longer than {limits[kind]} characters"):
        read(text + " " * limits[kind])
    assert read(text + " " * 100)


@every_kind
def test_files_keep_their_format(kind: str, read: Callable[[Any], Any], data: dict[str, Any]) -> None:
    """Files that users have saved begin like this and can be read."""
    heads = {"progress": "phase10-progress/1", "contest": "phase10-contest/1", "simulation": "phase10-simulation/1"}
    assert data["format"] == heads.get(kind, "phase10-session")
    assert read(json.loads(json.dumps(data))) is not None


def test_an_older_version_is_read() -> None:
    kind = files.FileKind("test", "phase10-test", 3, ValueError, limit=100)
    for head in ('"format": "phase10-test/2"', '"format": "phase10-test", "version": 2'):
        assert files.read(f'{{{head}, "x": 1}}', kind)["x"] == 1
