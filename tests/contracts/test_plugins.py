"""Plugins by entry points: loaded when needed; a broken one is named and skipped."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

ROOT = Path(__file__).parents[2]


ENDED = ("kinds", "lessons", "languages")
"""The entry-point groups with a plugin that would end the program."""


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """Return a folder with an installed plugin that works, and one that is broken."""
    works = {"editions": "boreal = {}:BOREAL", "kinds": "leap = {}:LeapOf", "players": "last = {}:Last"}
    broken = {"editions": "lost = lost_module:LOST", "players": "greedy = {}:first"}
    broken |= dict.fromkeys(ENDED, "a_first = ends:THING")
    (tmp_path / "ends.py").write_text("raise SystemExit('usage: ends FILE')", "utf-8")
    for name, points in {"phase10-north": works, "phase10-broken": broken}.items():
        install(tmp_path, name, {group: one.format("tests.contracts.boreal") for group, one in points.items()})
    return tmp_path


def install(installed: Path, name: str, points: dict[str, str]) -> None:
    """Write the files that pip leaves for a package with these entry points."""
    folder = installed / f"{name.replace('-', '_')}-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", "utf-8")
    lines = [f"[phase10_widgets.{group}]\n{point}\n" for group, point in points.items()]
    (folder / "entry_points.txt").write_text("\n".join(lines), "utf-8")


def output(installed: Path, program: str, *options: str) -> list[str]:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(installed)])}
    command = [sys.executable, *options, "-c", textwrap.dedent(program)]
    return subprocess.check_output(command, env=env, stderr=subprocess.STDOUT, text=True, timeout=60).splitlines()


@pytest.fixture
def french(tmp_path: Path) -> Path:
    """Return a folder with an installed package that adds a language, and one whose catalog is missing."""
    folder = tmp_path / "phase10_french"
    folder.mkdir()
    (folder / "__init__.py").write_text("", "utf-8")
    catalog = Catalog(locale="fr")
    known = {"English": "Français", "You": "Toi", "red": "rouge", "{color} {number}": "{number} {color}"}
    for english, translated in known.items():
        catalog.add(english, translated)
    catalog.add("table.pilesDraw", "piocher", context="browser")
    catalog.add("table.round(n)", "Manche {n}", context="browser")
    with (folder / "phase10_widgets.mo").open("wb") as file:
        write_mo(file, catalog)
    install(tmp_path, "phase10-french", {"languages": "fr = phase10_french"})
    install(tmp_path, "phase10-empty", {"languages": "eo = tests.contracts"})
    return tmp_path


def test_a_language_is_a_catalog_in_a_package(french: Path) -> None:
    """Its sentences are Python's, and the browser receives its own texts and the language's name."""
    program = """
        import phase10_widgets as p10
        from phase10_widgets.languages.text import Text, is_you
        table = p10.Table(language="fr", seed=1)
        print(Text("fr").card_name(p10.edition("classic").cards("R7")[0]), table.about["language"], is_you("Toi"))
        print(*[line for line in table._words.splitlines() if line][-3:], sep="\\n")
        print(p10.Table(seed=1)._words.strip())
        print("rouge" in table._words)
        for name in ("eo", "xx"):
            try:
                p10.Table(language=name)
            except ValueError as error:
                print(error)
    """
    warning, _, spoken, name, words, offered, english, python_only, *refused = output(french, program)
    assert "the language 'eo' has no catalog phase10_widgets.mo" in warning
    assert spoken == "7 rouge fr True"
    assert name == 'export const language = "fr";'
    texts = '{"table.pilesDraw": "piocher", "table.round(n)": "Manche {n}"}'
    assert words == f'export const words = catalogs("fr", {texts});'
    assert python_only == "False", "the browser gets only its own texts"
    assert offered == english == 'export const languages = [["fr", "Fran\\u00e7ais"]];'
    assert refused == [f"there is no language '{name}'; the languages are en, de, fr" for name in ("eo", "xx")]


def test_nothing_is_read_before_it_is_needed(installed: Path) -> None:
    """Importing the package and playing a built-in game does not look for plugins."""
    program = """
        import sys
        import phase10_widgets as p10
        p10.Session("classic", ["greedy", "expert:1"], seed=1, phases=["1 set of 2"]).run()
        p10.Phase.parse("2 cards of one color + 2 of another")
        print("importlib.metadata" in sys.modules, "tests.contracts.boreal" in sys.modules)
        print(p10.edition("boreal").id, "importlib.metadata" in sys.modules)
    """
    assert output(installed, program, "-W", "ignore") == ["False False", "boreal True"]


def test_a_broken_plugin_is_named_once_and_skipped(installed: Path) -> None:
    """This includes one that would end the program; all others are loaded."""
    program = """
        import phase10_widgets as p10
        from phase10_widgets import languages
        from phase10_widgets.teaching import lessons
        for _ in range(3):
            print(p10.editions.names(), p10.players.names(), p10.Phase.parse("1 leap of 3"))
            print(len(lessons.all_numbers()) == len(lessons.numbers()), languages.names()[:2])
            try:
                p10.edition("lost")
            except ValueError as error:
                print(error)
    """
    lines = output(installed, program)
    warnings = "\n".join(line for line in lines if "RuntimeWarning" in line)
    assert warnings.count("RuntimeWarning") == 2 + len(ENDED)
    assert "'lost' in phase10_widgets.editions of the package 'phase10-broken' (lost_module:LOST)" in warnings
    assert "failed with ModuleNotFoundError: No module named 'lost_module'" in warnings
    assert "the entry point 'greedy' in phase10_widgets.players of the package 'phase10-broken'" in warnings
    assert "is built in; choose another name" in warnings
    for group in ENDED:
        assert (
            f"entry point 'a_first' in phase10_widgets.{group} of the package 'phase10-broken' (ends:THING)" in warnings
        )
    assert warnings.count("(ends:THING) failed with SystemExit: usage: ends FILE") == len(ENDED)
    names = "('classic', 'flip', 'standard', 'masters', 'boreal') ('random', 'greedy', 'expert', 'last') 1 leap of 3"
    assert (lines.count(names), lines.count("True ('en', 'de')")) == (3, 3)
    assert sum("there is no edition 'lost'" in line for line in lines) == 3


def test_ctrl_c_during_loading_loses_no_plugin(installed: Path) -> None:
    (installed / "slow.py").write_text("raise KeyboardInterrupt", "utf-8")
    install(installed, "phase10-slow", {"players": "a_first = slow:THING"})
    program = """
        from pathlib import Path
        import phase10_widgets as p10
        try:
            p10.players.names()
        except KeyboardInterrupt:
            print("stopped")
        Path(__import__("sys").path[2], "slow.py").write_text("THING = lambda view: view.legal_actions()[0]")
        print(p10.players.names())
    """
    lines = output(installed, program, "-W", "ignore", "-B")
    assert lines == ["stopped", "('random', 'greedy', 'expert', 'a_first', 'last')"]


def test_a_registered_player_takes_precedence_over_a_plugin(installed: Path) -> None:
    program = """
        import phase10_widgets as p10
        p10.register(lambda view: view.legal_actions()[0], name="last")
        print(p10.players.names(), p10.players.get("last").__class__.__name__)
    """
    assert output(installed, program, "-W", "ignore") == ["('random', 'greedy', 'expert', 'last') FunctionPlayer"]
