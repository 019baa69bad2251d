"""Every language is complete: the catalogs cover all texts, and no text for people bypasses them."""

from __future__ import annotations

import ast
import pickle
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache, partial
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from string import Formatter
from typing import Any

import pytest
from babel.messages.catalog import Message
from babel.messages.extract import extract

import phase10_widgets as p10
from devtools.build import catalogs
from devtools.generate import golden
from devtools.generate import languages as tool
from phase10_widgets import Game, Session, languages
from phase10_widgets.base.translatable import UNTRANSLATED, Refusal
from phase10_widgets.errors import OptionError, PhaseError, SaveError
from phase10_widgets.languages import Language
from phase10_widgets.languages.text import Text
from phase10_widgets.rules.events import seen_by
from phase10_widgets.rules.options import options_of
from phase10_widgets.rules.phases import Phase
from phase10_widgets.ui.drawn.edition_art import fan
from phase10_widgets.ui.setup.view import setup_about
from phase10_widgets.ui.setup.wire import Start
from tests.faults import every, no_faults
from tests.helpers import Json, refusal
from tests.rules.test_records import FAULTS, LONG, good, whole
from tests.rules.test_refusals import REFUSALS
from tests.rules.test_variations import NO_LISTS
from tests.sessions.test_session import BROKEN, begun

OTHERS = languages.names()[1:]
every_language = pytest.mark.parametrize("language", OTHERS)
every_edition = pytest.mark.parametrize("edition", p10.EDITIONS)


template = cache(tool.template)
"""Return a catalog of every text of the code, which callers must not change."""


@pytest.mark.slow
@every_language
def test_a_catalog_holds_the_texts_of_the_code(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tool, "template", template)
    found = tool.updated(language, {})
    assert tool.lost(found) == []
    assert tool.path_of(language).read_text("utf-8") == tool.written(language, found), (
        "run `python -m devtools.generate.languages`"
    )


def forms(message: Message) -> list[tuple[str, str]]:
    """Return each text of a message with its translation."""
    if isinstance(message.id, str):
        return [(message.id, str(message.string))]
    return list(zip(message.id, message.string or (), strict=True))


@every_language
def test_every_text_has_a_translation_of_its_form(language: str) -> None:
    """The translation has the same placeholders, and a sentence stays a sentence; a placeholder at the end may move."""
    assert tool.untranslated(language) == [], "translate these"
    catalog = tool.catalog(language)
    assert not any(message.fuzzy for message in catalog)
    assert not catalog.obsolete
    texts = [form for message in catalog if message.id for form in forms(message)]
    assert [text for text, said in texts if gaps(said) != gaps(text)] == []
    assert [text for text, said in texts if said.endswith(".") != text.endswith(".")] == []
    assert [text for text, said in texts if "  " in said or said != said.strip()] == []


def gaps(text: str) -> set[str]:
    """Return the names of the placeholders in a text."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.slow
@every_language
def test_a_catalog_is_compiled_as_it_is_written(language: str) -> None:
    assert catalogs.is_fresh(), "run `python -m devtools.build.catalogs`"
    with tool.path_of(language).with_suffix(".mo").open("rb") as file:
        compiled = GNUTranslations(file)
    for message in tool.catalog(language):
        if isinstance(message.id, tuple):
            one, many = message.id
            assert [compiled.ngettext(one, many, n) for n in (1, 2)] == list(message.string or ())
        elif message.id:
            assert compiled.gettext(str(message.id)) == message.string


def test_a_text_without_a_translation_stays_english() -> None:
    german = languages.get("de")
    assert german.text("{n} unknown words", n=2) == "2 unknown words"
    assert german.plural("{n} unknown word", "{n} unknown words", 1) == "1 unknown word"
    assert german.text("") == ""


def marked_arguments() -> Iterator[tuple[str, ast.expr]]:
    """Yield each argument of the code that is a translatable text, with its place."""
    for path in sorted(tool.PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                name = str(getattr(node.func, "attr", None) or getattr(node.func, "id", ""))
                for at in tool.KEYWORDS.get(name, ()) or (1,):
                    if name in tool.KEYWORDS and at <= len(node.args):
                        yield f"{path.name}:{node.lineno}", node.args[at - 1]


@pytest.mark.slow
def test_no_text_escapes_the_extraction() -> None:
    """A text inside an f-string is invisible to Babel, and a filled-in or joined text cannot be looked up."""
    known = {tool.text_of(message) for message in template() if message.id}
    known |= {message.id[1] for message in template() if isinstance(message.id, tuple)}
    for place, argument in marked_arguments():
        assert not isinstance(argument, ast.JoinedStr | ast.BinOp), f"{place}: translate a text before it is filled in"
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str) and argument.value:
            assert argument.value in known, f"{place}: move this text out of the f-string"


def test_the_tool_leaves_out_only_warnings_about_f_strings(capsys: pytest.CaptureFixture[str]) -> None:
    with tool.no_f_string_warnings():
        assert list(extract("python", BytesIO(b'phrase(f"{n} cards")\n'), {"phrase": None})) == []
        sys.stderr.write("the file is damaged\n")
    assert capsys.readouterr().err == "the file is damaged\n"


# A language that exposes untranslated text: it replaces every letter of every known text


def other_letters(text: str) -> str:
    """Return the text with Cyrillic letters between its placeholders, and without requests for articles."""
    parts = []
    for words, name, _, _ in Formatter().parse(text):
        parts.append(re.sub("[A-Za-z]", "ж", words) + (f"{{{name}}}" if name is not None else ""))
    return "".join(parts)


class OtherLetters(NullTranslations):
    """Translations of every known text into other letters."""

    def __init__(self) -> None:
        super().__init__()
        self._known = {
            text: other_letters(text) for message in tool.catalog("de") if message.id for text, _ in forms(message)
        }

    def gettext(self, message: str) -> str:
        return self._known.get(message, message)

    def ngettext(self, one: str, many: str, n: int) -> str:
        return self.gettext(one if n == 1 else many)


XX = Text(Language("xx", OtherLetters()))
PLAYERS = ("You", "Ωα", "Ωβ", "Ωγ")


def left_english(said: str) -> list[str]:
    """Return the words that bypassed the catalog. A single letter may be the article of a list."""
    return re.findall("[A-Za-z]+", said)


def moments(edition: str, seed: int, **options: Any) -> Iterator[Game]:
    """Yield a game of greedy players from the deal to the end."""
    most = p10.edition(edition).seats[-1]
    game = Game.new(edition, PLAYERS[: min(4, most)], seed, **options)
    player = p10.players.get("greedy")
    yield game
    while game.to_act is not None:
        game = game.apply(player.choose(game.observe(game.to_act)))
        yield game


GAMES: list[Json] = [{"phases": [1, 2, 10]}, {"phases": ["1 set of 2", "2 cards of one color"]}]


@every_edition
def test_every_event_is_described_in_the_language(edition: str) -> None:
    kinds = set()
    for seed, options in enumerate(GAMES):
        for game in moments(edition, seed, **options):
            for event in game.events:
                kinds.add(type(event).__name__)
                for known in (event, seen_by(event, None)):
                    assert left_english(XX.sentence(known, game.state.seats)) == []
    assert {"RoundDealt", "Drawn", "PhaseLaid", "CardHit", "Discarded", "RoundEnded", "GameOver"} <= kinds


@every_edition
def test_every_face_and_phase_is_named_in_the_language(edition: str) -> None:
    found = p10.edition(edition)
    for side in found.pack.sides:
        for face in side.faces.values():
            assert left_english(XX.card_name(face)) == []
    for phase in found.phases:
        assert left_english(XX.phase(phase)) == []
        assert Text().phase(phase) == str(phase)
        for need in phase.needs:
            assert left_english(XX.need(need)) == []


def test_every_refusal_is_in_the_language() -> None:
    """A refusal reads the same in another process."""
    with no_faults() as faults:
        for _, _, game, action, why in REFUSALS:
            with faults.of(why):
                error = refusal(game, action)
                assert {*left_english(XX.refusal(error))} <= {"Ana", "Ben", "Cleo", "Dan"}
                again = pickle.loads(pickle.dumps(error))
                assert (again.code, again.rule, str(again)) == (error.code, error.rule, str(error))
                for text in (Text(), Text("de")):
                    plain = text.refusal(error)
                    assert text.refusal(again) == plain
                    assert plain[0].isupper() or not plain[0].isalpha()
                    assert plain.endswith(".")
                    assert not re.search(r"\b[RBGYO]\d+|\bJK\b|\d+[CDHS]\b", plain), "cards are named, not coded"


BAD_PHASES: list[Any] = [
    "", "2 παρ", "1 set of 1", "3 of another", "3 sets of 12, 3 sets of 12", "1 run of 14", "1 flush of 4",
    "1 color run of 3", "4 cards of one color + 3 of another + 3 of another + 3 of another + 3 of another",
    "2 sets of 6", "x" * 400, 7,
]  # fmt: skip


@every_edition
def test_bad_phases_are_explained_in_the_language(edition: str) -> None:
    lists = [[phase] for phase in BAD_PHASES] + [phases for _, phases, *_ in NO_LISTS]
    reads: list[Callable[[], object]] = [partial(p10.edition, edition, phases=phases) for phases in lists]
    reads += [partial(Phase.parse, phase) for phase in BAD_PHASES]
    explained = []
    for read in reads:
        try:
            read()
        except (OptionError, PhaseError) as error:
            explained.append(XX.refusal(error))
    assert len(explained) > len(lists)
    assert [said for said in explained if unquoted(said)] == []


def unquoted(said: str) -> list[str]:
    """Return the English words left over, except those that users wrote."""
    said = re.sub(r"'[^']*'|\"[^\"]*\"", "", said)
    return [word for word in left_english(said) if word not in ("True", "even", "odd", "prime")]


SETTINGS: list[tuple[list[str], Json, str]] = [
    (["Ωα", "Ωβ"], {"advance": "always", "order": "any"}, "V1 with V4"),
    (["Ωα", "Ωβ"], {"phases": [1], "first_dealer": 9}, "an unknown seat"),
    (["Ωα", "Ωβ"], {"first_dealer": -1}, "a seat below 0"),
    (["Ωα", "Ωβ"], {"advance": "ωω"}, "an unknown value"),
    (["Ωα", "Ωβ"], {"ωω": 1}, "an unknown option"),
    (["Ωα"], {}, "too few seats"),
    (["Ωα"] * 2, {}, "one name twice"),
    (["Ωα", ""], {}, "no name"),
    (["Ωα", "Ω" * 61], {}, "a name that is too long"),
]


@every("names, options, why", SETTINGS)
def test_bad_options_and_seats_are_explained_in_the_language(names: list[str], options: Json, why: str) -> None:
    with pytest.raises(Refusal) as caught:
        Session("classic", names, **options)
    words = set(re.findall(r"[A-Za-z_0-9]*[A-Za-z]", XX.refusal(caught.value)))
    known = {option.name for option in options_of(p10.edition("classic"))} | {"completed", "always", "any"}
    assert words - known == set() if options else not words


def explained(error: Exception) -> bool:
    """Return True if people see the error and its nested errors; position and card errors are for programs."""
    if not isinstance(error, Refusal) or error.template == UNTRANSLATED:
        return False
    return all(explained(part) for part in error.parts.values() if isinstance(part, Exception))


def test_faults_of_records_and_saved_games_are_explained_in_the_language() -> None:
    values = {"phase", "record", "classic", "flip", "standard", "masters", "start", "dealer", "None", "speed", "name"}
    told = 0
    for make, faults in ((good, FAULTS), (whole, LONG)):
        for change, _, why in faults:
            record = make()
            change(record)
            with pytest.raises(ValueError) as caught:  # noqa: PT011
                Game.replay(record)
            if explained(caught.value):
                told += 1
                said = XX.refusal(caught.value)
                names = {option.name for option in options_of(p10.edition("classic"))}
                words = {word for part in unquoted(said) for word in part.split("_")}
                assert words - values - {word for name in names for word in name.split("_")} - set("GYCM") == set(), why
    assert told > len(FAULTS) / 2
    for change, _, why in BROKEN:
        data = begun("classic").to_dict()
        change(data)
        with pytest.raises(SaveError) as saved:
            Session.from_dict(data)
        if explained(saved.value):
            assert set(unquoted(XX.refusal(saved.value))) - {"Ana", "Zoe", "phase", "record", "G"} == set(), why


@pytest.mark.slow
@every_edition
def test_everything_a_table_sends_is_in_the_language(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole game with every kind of message, and a refusal: no view and no message contains an English sentence."""
    monkeypatch.setattr(languages, "get", lambda name: XX.language)
    seed, options = golden.GAMES[edition]
    table = p10.Table(edition, ["You", "greedy", "greedy"], seed=seed, pace=0, **options)
    heard: list[Any] = []
    monkeypatch.setattr(table, "send", lambda content, buffers=None: heard.append(content))
    for trait in ("about", "view"):
        table.observe(lambda change: heard.append(change["new"]), trait)
        heard.append(getattr(table, trait))
    golden.Person(table).play()
    table._handle_custom_msg({"kind": "ready", "v": 1, "id": "late", "rev": table.view["rev"]}, [])
    found = [text for content in heard for text in texts(content)]
    assert sum("ж" in text for text in found) > 200
    assert [text for text in found if re.search(r"[A-Za-z]{2,}[,.:;]? [a-z]{2,}", text)] == []
    assert any(isinstance(content, dict) and content.get("kind") == "reject" for content in heard)
    saved = table._repr_mimebundle_()
    page = (saved[0] if isinstance(saved, tuple) else saved)["text/html"]
    assert not re.search(">[^<]*[A-Za-z]{2,}[,.:;]? [a-z]{2,}", re.sub("<style.*?</style>", "", page))


def texts(content: Any) -> Iterator[str]:
    """Yield every text in JSON except the kinds of groups, which are words of the protocol."""
    if isinstance(content, str):
        yield content
    elif isinstance(content, list | tuple):
        for item in content:
            yield from texts(item)
    elif isinstance(content, dict):
        for key, item in content.items():
            if key not in ("kind", "step", "reason"):
                yield from texts(item)


def test_the_setup_screen_is_in_the_language() -> None:
    start: Start = {"edition": "classic", "players": [], "seed": None, "options": {}, "hints": True}
    shown = setup_about(start, XX, fan)
    for found in shown["editions"]:
        texts = [found["name"], found["line"], *(row["words"] for row in found["phases"])]
        for option in found["options"]:
            bar = [option["bar"]["why"]] if option["bar"] else []
            texts += [option["heading"], option["text"], *option["lines"], *bar]
        texts += [row["name"] for row in found["kinds"]]
        texts += [text for _, text in found["notes"]]
        assert left_english(" ".join(texts)) == []
        assert all(texts)
    assert left_english(" ".join([row["name"] + row["line"] for row in shown["presets"]])) == []
    assert left_english(shown["notice"]) == []
    assert left_english(" ".join(row["text"] for row in shown["players"])) == []
    for phases in ("even", [2], [1, 3], ["2 sets of 2"]):
        assert left_english(" ".join(XX.option_lines(p10.edition("classic", phases=phases)))) == []
