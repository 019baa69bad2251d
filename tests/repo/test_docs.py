"""The documentation: its examples run and give the printed results; everything public is covered."""

from __future__ import annotations

import ast
import doctest
import re
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

import phase10_widgets as p10
from devtools.build.docs import PAGES
from phase10_widgets import Session
from phase10_widgets.teaching.pages.page_screens import LESSON_FIGURES
from tests.packages import CHECKOUT, SOURCES
from tests.rulebook import NUMBERS

OWN_TEST = {
    "rl.md": "tests/rl/test_docs.py, since it needs PettingZoo",
    "rl-arrays.md": "the same file, for the same reason",
    "pandas.md": "tests/repo/test_analyses.py, since it needs pandas",
}
"""The pages whose examples run elsewhere."""
FENCE = re.compile(r"(?:<!-- not run: (?P<why>.+?) -->\n)?^```(?P<how>python|pycon)\n(?P<text>.*?)^```", re.M | re.S)
PUBLIC = (
    *("", ".odds", ".players", ".arena", ".coach", ".teaching", ".handouts", ".rl", ".extensions", ".errors"),
    ".figures",
)

STORAGE = re.compile(r"localStorage|sessionStorage|indexedDB\.open|caches\.open|set_cookie|document\.cookie")
"""The calls and names in our sources that store data in a browser."""
KEY = re.compile(r"""["'`](p10-[\w-]*|phase10[\w.-]*)""")
"""A name under which something is stored, or its beginning if the rest is computed."""
PREFERENCE = re.compile(r"""(?:read|write)Preference\("([\w-]+)\"""")
SHIPPED = ("frontend/src", "server", "store", "ui", "rooms", "teaching")
"""The folders of code that runs in a browser, or talks to one."""


def stored_names() -> dict[str, set[str]]:
    """Return the names under which each file stores something in a browser."""
    found: dict[str, set[str]] = {}
    for path in (file for folder in SHIPPED for file in (SOURCES / folder).rglob("*")):
        if path.suffix not in {".ts", ".svelte", ".js", ".html", ".j2", ".py"}:
            continue
        text = path.read_text("utf-8")
        names = {f"p10-{name}" for name in PREFERENCE.findall(text)}
        if STORAGE.search(text):
            names |= {*KEY.findall(text)} - {"p10-"}
            assert names or path.name == "preferences.ts", f"{path} stores something under an unknown name"
        if names:
            found[path.name] = names
    return found


def test_the_privacy_page_names_everything_stored_in_a_browser() -> None:
    page = (PAGES / "privacy.md").read_text("utf-8")
    found = stored_names()
    known = {"p10-sound", "p10-live-name", "p10-visit-", "phase10_widgets-finished", "phase10-games", "phase10_own_"}
    assert known <= set[str]().union(*found.values())
    unnamed = [(file, name) for file, names in found.items() for name in names if f"`{name}" not in page]
    assert unnamed == []


class Example(NamedTuple):
    """A code block of a page."""

    line: int
    how: str
    """``python`` is run; ``pycon`` is run and must give the printed output."""
    text: str
    why: str | None
    """The reason for not running it; None if it is run."""


def examples(page: Path) -> list[Example]:
    """Return the code blocks of a page, in order."""
    text = page.read_text("utf-8")
    return [
        Example(text.count("\n", 0, found.start("how")) + 1, found["how"], found["text"], found["why"])
        for found in FENCE.finditer(text)
    ]


WITH_EXAMPLES = [page for page in (CHECKOUT / "README.md", *sorted(PAGES.glob("*.md"))) if examples(page)]


@pytest.mark.slow
@pytest.mark.parametrize(
    "path", [path for path in WITH_EXAMPLES if path.name not in OWN_TEST], ids=lambda path: path.stem
)
def test_the_examples_of_a_page_run(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All blocks of a page run in order, in a folder with a finished game; they unregister what they register."""
    monkeypatch.chdir(tmp_path)
    known = p10.players.names(), p10.editions.names()
    session = Session("classic", ["greedy", "greedy"], seed=1, phases=[1])
    session.run()
    Path("game.json").write_text(session.save(), "utf-8")
    run_examples(path)
    assert (p10.players.names(), p10.editions.names()) == known


def run_examples(path: Path) -> None:
    """Run the blocks of a page that are meant to run, and compare what they print."""
    names: dict[str, Any] = {}
    for example in examples(path):
        where = f"{path.relative_to(CHECKOUT)}:{example.line}"
        if example.why is not None:
            continue
        if example.how == "python":
            exec(compile("\n" * example.line + example.text, str(path), "exec"), names)
            continue
        test = doctest.DocTestParser().get_doctest(example.text, names, where, str(path), example.line)
        output: list[str] = []
        result = doctest.DocTestRunner().run(test, out=output.append, clear_globs=False)
        assert result.attempted, where
        assert not result.failed, "".join(output)
        names = test.globs


def test_examples_that_do_not_run_say_why() -> None:
    for page in WITH_EXAMPLES:
        text = page.read_text("utf-8")
        assert text.count("```python\n") + text.count("```pycon\n") == len(examples(page)), page
        for example in examples(page):
            assert example.why is None or len(example.why) > 10, f"{page}:{example.line}"


def listed_names() -> dict[str, set[str]]:
    """Return the names that the pages of the API list, by module."""
    listed: dict[str, set[str]] = {}
    for page in PAGES.glob("api-*.md"):
        at = ""
        for word, name in re.findall(r"^\.\. (\w+):: ([\w.]+)", page.read_text("utf-8"), re.M):
            if word == "currentmodule":
                at = name
            else:
                listed.setdefault(at, set()).add(name)
    return listed


def test_every_public_name_has_its_place_in_the_api() -> None:
    listed = listed_names()
    for module in (f"phase10_widgets{part}" for part in PUBLIC):
        offered = import_module(module)
        names = {name for name in offered.__all__ if not isinstance(getattr(offered, name), ModuleType)}
        assert names, module
        assert names - listed[module] == set(), module


def test_the_page_on_the_lessons_names_every_figure() -> None:
    text = (PAGES / "lessons.md").read_text("utf-8")
    missing = [kind.__name__ for kind in LESSON_FIGURES if f"`{kind.__name__}`" not in text]
    assert missing == [], "list these in docs/lessons.md"


def test_lists_in_docstrings_have_a_name_on_each_line() -> None:
    """A line that continues another is indented further; otherwise the documentation takes its text for a name."""
    for path in SOURCES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                for section in re.findall(
                    r"^(?:Args|Raises):\n((?:(?: {4}.*)?\n?)*)", ast.get_docstring(node) or "", re.M
                ):
                    names = re.findall(r"^ {4}(?! )(?![*\w., ]+: )(.*)", section, re.M)
                    assert names == [], f"{path}, {node.name}: {names}"


def test_the_rulebook_has_every_number_once() -> None:
    text = (PAGES / "rulebook.md").read_text("utf-8")
    assert tuple(re.findall(r"^### (\w+)$", text, re.M)) == tuple(
        sorted(NUMBERS, key=lambda n: ("GCVMSF".index(n[0]), int(n[1:])))
    )


def test_the_rulebook_has_the_phases_that_are_played() -> None:
    text = (PAGES / "rulebook.md").read_text("utf-8")
    for edition, rule in (("classic", "C2"), ("standard", "S3"), ("flip", "F5")):
        chapter = text.partition(f"### {rule}\n")[2].partition("\n### ")[0]
        rows = re.findall(r"^\| (\d+) \| ([^|(]+?) (?:\(.*\) )?\|$", chapter, re.M)
        assert rows == [(str(phase.number), str(phase)) for phase in p10.edition(edition).phases]
