"""The contract's "Manners of a library", point by point: completion, help(), numbers, output, decks and phases."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import arena, coach, odds
from phase10_widgets.players.random import RandomPlayer
from tests.faults import every
from tests.packages import SOURCES
from tests.stripped import Stripped

PARTS = ["arena", "coach", "editions", "errors", "extensions", "figures", "handouts", "odds", "players", "teaching"]
MODULES = ["", *(f".{part}" for part in (*PARTS, *(["rl"] if find_spec("pettingzoo") else [])))]
TOP = """
EDITIONS edition Edition Phase Card Group arrange missing fits points Game Observation Session HouseRules Action Draw
LayDown Hit Discard Save ChoosePhase IllegalAction register Table Replay App Tournament Coach Learner Classroom Seat
Hand PhaseCard glossary odds arena players coach teaching figures errors editions extensions handouts
"""
ERROR = re.compile(r"^class (\w+Error|IllegalAction|Refusal)\(", re.M)
CAUGHT = {"UnconfinedError"}
"""Errors that no caller sees."""
COMPLETE = """if True:
    import sys
    from importlib import import_module
    from IPython.core.completer import provisionalcompleter
    from IPython.core.interactiveshell import InteractiveShell

    shell = InteractiveShell.instance()
    for shell.Completer.use_jedi in (True, False):
        for name in sys.argv[1:]:
            shell.user_ns["m"] = found = import_module(name)
            with provisionalcompleter():
                offered = {one.text.rpartition(".")[2] for one in shell.Completer.completions("m.", 2)}
            print(name, *sorted({one for one in offered if one[0] != "_"} ^ {*found.__all__}))
"""


@pytest.mark.slow
def test_ipython_offers_exactly_the_public_names(tmp_path: Path) -> None:
    """Completion works with and without Jedi."""
    pytest.importorskip("IPython")
    names = [f"phase10_widgets{part}" for part in MODULES]
    command = [sys.executable, "-c", COMPLETE, *names]
    environment = {**os.environ, "IPYTHONDIR": str(tmp_path)}
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, env=environment)
    assert done.stdout.splitlines() == 2 * names, done.stderr


@every("module", MODULES)
def test_dir_lists_the_public_names_and_nothing_else(module: str) -> None:
    found = import_module(f"phase10_widgets{module}")
    assert [name for name in dir(found) if name[0] != "_"] == sorted(found.__all__)


def test_the_top_has_these_names() -> None:
    assert {*dir(p10)} == {*TOP.split()}


def test_every_error_is_in_one_module_and_derives_from_one_base() -> None:
    defined = {name for path in SOURCES.rglob("*.py") for name in ERROR.findall(path.read_text("utf-8"))}
    assert {*dir(p10.errors)} == defined - CAUGHT
    for name in {*dir(p10.errors)} - {"Phase10Error"}:
        error = getattr(p10.errors, name)
        assert issubclass(error, p10.errors.Phase10Error)
        assert issubclass(error, ValueError | RuntimeError), "also a built-in error"


CHANCE = odds.deal("classic", 1)
ESTIMATE = odds.simulate(odds.question("deal", edition="classic", phase=1), 1000, seed=1)
MEAN = odds.wait(odds.Situation.with_cards("classic", "2 sets of 3", "R7 B7 G7 Y2 B2 R9")).mean


@every(
    "value, spec, text",
    [
        (CHANCE, ".2%", "18.28%"),
        (CHANCE, ".3f", "0.183"),
        (CHANCE, "", "24743665412/135394472835"),
        (ESTIMATE, ".1%", "17.4%"),
        (ESTIMATE, "", "17% (15% to 20%)"),
        (ESTIMATE, "*^20", "**17% (15% to 20%)**"),
        (MEAN, ".2f", "5.41"),
    ],
)
def test_a_result_is_formatted_like_a_number(value: Any, spec: str, text: str) -> None:
    """Run this on every Python version: fractions themselves lack such formats before 3.12."""
    assert format(value, spec) == text


def test_a_result_is_a_number() -> None:
    assert float(CHANCE) == pytest.approx(0.182752, abs=1e-6)
    assert float(ESTIMATE) == ESTIMATE.value == 0.174
    assert MEAN is not None
    assert (MEAN.text, CHANCE.text) == ("5.405", "18.28%")
    with pytest.raises(ValueError, match="format"):
        format(CHANCE, "x")


GAME = p10.Game.new("flip", ["<b>Ana</b>", "Ben & Co"], seed=3)
AT = odds.Situation.with_cards("classic", 1, "R7 B7 G7 Y2 B2 R9")


@cache
def played() -> p10.Game:
    session = p10.Session("masters", ["greedy", "random"], 1, phases=[1])
    session.run()
    record = session.game.record()
    return p10.Game.replay({**record, "players": ["<i>Ana</i>", "Ben & Co"]})


@cache
def reviewed() -> coach.Review:
    return coach.review(played())


@cache
def lucky() -> coach.Luck:
    return coach.luck(played())


SOME: dict[str, Callable[[], Any]] = {
    "Exact": lambda: CHANCE,
    "Estimate": lambda: ESTIMATE,
    "Results": lambda: arena.play("classic", ["greedy", arena.Entrant("<u>", RandomPlayer)], 2, phases=[1]),
    "Game": lambda: GAME,
    "Observation": lambda: GAME.observe(0),
    "Review": reviewed,
    "Edition": lambda: p10.edition("standard", phases=[1, 2]),
    "Phase": lambda: p10.edition("classic").phases[1],
    "Luck": lucky,
    "Hint": lambda: coach.hint(GAME.observe(0)),
    "Wait": lambda: odds.wait(AT),
    "NextDraw": lambda: odds.next_draw(AT),
}
looks = every("name, made", SOME.items())


@looks
def test_a_notebook_shows_html_that_is_whole_escaped_and_read_aloud(name: str, made: Callable[[], Any]) -> None:
    value = made()
    html = value._repr_html_()
    tags, headings = re.findall(r"<(\w+)", html), re.findall(r"<th\b[^>]*>", html)
    assert type(value).__name__ == name
    assert Stripped(html).whole
    assert not {"script", "style", "link", "b", "i", "u"} & set(tags)
    assert ("table" in tags) == bool(headings)
    assert all(re.search('scope="(col|row)"', heading) for heading in headings), "each heading has a scope"


@looks
def test_a_representation_is_one_short_line(name: str, made: Callable[[], Any]) -> None:
    assert "\n" not in repr(made())
    assert len(repr(made())) < 150
    assert name in repr(made())


SAID = [
    ("Exact", "18.28% = 24743665412/135394472835"),
    ("Estimate", "17% (15% to 20%)"),
    ("Results", "classic, phases=[1], 2 seats: 2 games"),
    ("Game", "<b>Ana</b> is to draw."),
    ("Observation", "The hand of <b>Ana</b>:"),
    ("Review", "Cost in turns"),
    ("Edition", "Only phases 1 and 2 are played."),
    ("Phase", "1 run of 4"),
    ("Luck", "Result"),
    ("Hint", "Take the green star: your phase is already complete"),
    ("Wait", "5 draws are enough"),
    ("NextDraw", "13.73%"),
]


@every("name, words", SAID)
def test_a_notebook_shows_the_key_facts(name: str, words: str) -> None:
    assert words in Stripped(SOME[name]()._repr_html_()).text
    assert GAME._repr_html_() == GAME.observe(None)._repr_html_(), "no hand is shown, since others may see the screen"


def test_twelve_wilds_are_one_argument() -> None:
    """The expected number was computed with a deck of 112 words; all ways of giving the deck agree."""
    chance = odds.deal("classic", 1, deck={"W": 12})
    assert chance == Fraction(8250912322, 30624460477)
    deck = [card.code for card in p10.edition("classic").deck(2)] + ["W"] * 4
    assert odds.deal("classic", 1, deck=" ".join(deck)) == chance
    assert odds.deal("classic", 1, deck=p10.edition("classic").cards(" ".join(deck))) == chance
    asked = odds.question("deal", edition="classic", phase=1, deck={"W": 12})
    assert odds.question("deal", **json.loads(json.dumps(asked.parameters))) == asked
    assert odds.simulate(asked, 2000, seed=1).agrees_with(chance)
    assert str(chance.assumption) == "The custom deck of 112 cards is well shuffled: all hands are equally likely."


def test_a_deck_counts_in_every_question() -> None:
    assert odds.deal("classic", 1, deck={"W": 8}) == odds.deal("classic", 1)
    assert odds.deal("classic", 1, deck={}) == odds.deal("classic", 1)
    assert odds.deal("classic", "1 set of 3", cards=3, hand="R7 B7", deck={"W": 0}) == Fraction(6, 98)
    tame = odds.Situation.with_cards("classic", "1 set of 3", "R7 B7", deck={"W": 0})
    assert odds.within(tame, 1) == Fraction(6, 98)
    assert odds.deal("flip", 1, side="wild", deck={"*": 0}) < odds.deal("flip", 1, side="wild")


WRONG: list[tuple[Callable[[], Any], str]] = [
    (lambda: odds.deal("classic", 1, side="wild"), "no side 'wild': the cards of classic have one side"),
    (lambda: p10.missing("R7", 1, edition="classic", side="wild"), "no side 'wild'"),
    (lambda: odds.deal("flip", 1, side="left"), "no side 'left': write 'color' or 'wild'"),
    (lambda: odds.deal("classic", 1, deck={"X": 3}), "'X' is not a card in the classic edition"),
    (lambda: odds.deal("classic", 1, deck={"W": -1}), "0 to 255 copies of W, not -1"),
    (lambda: odds.deal("classic", 1, deck={"W": 1.5}), "0 to 255 copies of W, not 1.5"),  # type: ignore[arg-type]
    (lambda: odds.deal("flip", 1, deck={"*": 3}), "cards on the color side, not for '\\*'"),
    (lambda: odds.deal("classic", 1, deck="R1 R2"), "from 0 to 2, not 10"),
    (lambda: p10.missing("R7", 11, edition="classic"), "no phase 11; the phases are 1 to 10"),
    (lambda: p10.missing(p10.edition("classic").cards("R7"), 1), "a phase number needs an edition"),
    (lambda: p10.missing(7, 1, edition="classic"), "cards must be given as a single string"),  # type: ignore[arg-type]
    (lambda: p10.missing("R7", None, edition="classic"), "a phase must be a whole number such as 1"),  # type: ignore[arg-type]
    (lambda: p10.odds.deal("classic", 1.0), "or a Phase, not 1.0; write 1"),  # type: ignore[arg-type]
    (lambda: p10.edition("classic", phases=[1.0, 2.0]), "whole numbers or strings such as '2 sets of 3', not 1.0"),  # type: ignore[list-item]
    (lambda: p10.edition("classic", phase=[1]), "has no option 'phase'; did you mean 'phases'\\? Its options are "),  # type: ignore[call-overload]
    (lambda: p10.Game.replay("game.json"), "expected the text of a record file, not its path"),
    (lambda: p10.Game.replay(7), "a record must be a dict, such as one returned by game.record\\(\\), or its text"),  # type: ignore[arg-type]
    (lambda: arena.Results.from_dict("x"), "expected the dict of a results file, such as json.loads returns"),  # type: ignore[arg-type]
    (lambda: odds.Situation.of(GAME), "such as game.observe\\(0\\)"),  # type: ignore[arg-type]
    (lambda: odds.simulate(lambda random: 1, 10, executor=4), "a concurrent.futures executor"),  # type: ignore[arg-type]
    (lambda: coach.review(played(), seat=5), "there is no seat 5; the seats are 0 to 1"),
    (lambda: coach.review(played(), round=99), "there is no round 99; the last one is"),
    (lambda: coach.review(7), "a record, a Game or its moments, not 7"),  # type: ignore[arg-type]
    (lambda: reviewed().grades(5), "there is no seat 5"),
    (lambda: lucky().luck(5), "there is no seat 5"),
    (lambda: odds.simulate(lambda random: True, until=2), "0.002 for ± 0.2 percentage points"),
    (lambda: odds.simulate(lambda random: random.random() < 0.1, until=0.5), "is too wide a margin for a chance"),
]


@every("wrong, told", WRONG)
def test_a_wrong_argument_is_refused_with_the_right_form(wrong: Callable[[], Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        wrong()


TWO = ["greedy", "random"]
UNKNOWN: list[tuple[Callable[[], Any], str, str, str]] = [
    (lambda: arena.play("classic", ["greedy", "random"], n_games=4), "play", "n_games", "; did you mean 'games'?"),  # type: ignore[call-arg]
    (lambda: arena.round_robin("flip", TWO, seeds=4), "round_robin", "seeds", "; did you mean 'seed'?"),  # type: ignore[call-arg]
    (lambda: arena.Contest("classic", ["greedy", "random"], game=4), "Contest", "game", "; did you mean 'games'?"),  # type: ignore[call-arg]
    (lambda: p10.Game.new("classic", player=["Ana"]), "Game.new", "player", "; did you mean 'players'?"),  # type: ignore[call-arg]
    (lambda: p10.Session("classic", ["Ana", "greedy"], phase=[1]), "Session", "phase", "; did you mean 'phases'?"),  # type: ignore[call-arg]
    (lambda: p10.Session("classic", ["Ana", "greedy"], seats=3), "Session", "seats", "."),  # type: ignore[call-arg]
    (lambda: p10.Table(sed=3), "Table", "sed", "; did you mean 'seed'?"),  # type: ignore[call-arg]
    (lambda: p10.Tournament("classic", game=3), "Tournament", "game", "; did you mean 'games'?"),  # type: ignore[call-arg]
]


@every("call, title, name, near", UNKNOWN)
def test_an_unknown_keyword_is_refused_with_the_valid_ones(
    call: Callable[[], Any], title: str, name: str, near: str
) -> None:
    """The message lists all arguments, not only the options of the edition."""
    with pytest.raises(p10.errors.OptionError) as caught:
        call()
    said = str(caught.value)
    assert f"has no option '{name}', and {title}() has no such argument{near} The arguments are " in said
    own, options = said.partition("The arguments are ")[2].split("; the options are ")
    assert {"edition", "seed"} <= set(own.split(", "))
    assert {"phases", "advance"} <= set(options.split(", "))


UNPRINTABLE = "x\ud800\0\x1b[31m\u202ey"
STRANGE: list[Callable[[str], Any]] = [
    lambda text: odds.deal("classic", text),
    lambda text: p10.edition("classic", phases=[text]),
    lambda text: p10.edition(p10.edition("classic"), **{text: 1}),
    lambda text: p10.Game.replay({"format": text}),
    p10.teaching.parse_answer,
]


@every("use", STRANGE)
def test_an_error_that_quotes_a_strange_text_can_be_printed(use: Callable[[str], Any]) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        use(UNPRINTABLE)
    assert str(caught.value).encode().decode() == str(caught.value)
    assert set(str(caught.value)).isdisjoint("\0\x1b\u202e")
    assert "\\x1b" in str(caught.value)
