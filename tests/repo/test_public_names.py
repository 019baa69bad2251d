"""Tab completion lists every public name; names load on first use, and old names still work, with a warning."""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

import pytest

import phase10_widgets
from phase10_widgets import Learner, Session
from phase10_widgets.teaching import Progress, lesson

MODULES = ("", ".arena", ".coach", ".extensions", ".handouts", ".odds", ".players", ".rl", ".teaching")
RENAMED = [
    ("arena", "PlayerError", "EntrantError"),
    ("odds", "Question", "Experiment"),
    ("coach", "Stroke", "Swing"),
    ("teaching", "Asked", "Exercise"),
    ("teaching", "Reading", "ParsedAnswer"),
    ("teaching", "Work", "Attempt"),
    ("teaching", "readings", "parse_answer"),
]
RENAMED_MEMBERS = [
    (lesson(3).question("at-least-one"), "ask", "exercise"),
    (Progress(), "ask", "exercise"),
    (Learner(3).ask("at-least-one"), "asked", "exercise"),
    (Session("classic", ["Ana", "greedy"]), "sitters", "seat_plans"),
]


@pytest.mark.parametrize("part", MODULES)
def test_tab_finds_every_public_name(part: str) -> None:
    module = import_module(f"phase10_widgets{part}")
    assert set(module.__all__) <= set(dir(module))
    assert all(getattr(module, name) is not None for name in module.__all__)


def test_every_module_is_found_in_the_package() -> None:
    """What needs an extra is reached, but not listed, so that help and star imports work without it."""
    assert {part.removeprefix(".") for part in MODULES if part} - {"rl"} <= set(dir(phase10_widgets))
    for package, name in (("phase10_widgets", "rl"), ("phase10_widgets.odds", "batch")):
        module = import_module(package)
        assert getattr(module, name) is import_module(f"{package}.{name}")
        assert name not in module.__all__
        assert name not in dir(module)


def test_help_begins_with_a_map() -> None:
    """The package's docstring names its modules and most important names, and all of them exist."""
    named = set(re.findall(r"``(\w+)``", str(phase10_widgets.__doc__))) - {"help", "docs"}
    assert named - {"rl"} <= set(dir(phase10_widgets))
    assert {part.removeprefix(".") for part in MODULES if part} <= named
    assert {"Table", "Game", "Observation", "edition", "register"} <= named


@pytest.mark.parametrize("part", ["", ".odds", ".coach", ".teaching"])
def test_a_wrong_name_is_an_attribute_error(part: str) -> None:
    with pytest.raises(AttributeError, match="has no attribute 'Tabel'"):
        import_module(f"phase10_widgets{part}").Tabel  # noqa: B018


@pytest.mark.parametrize(("thing", "old", "new"), RENAMED_MEMBERS)
def test_an_old_name_of_a_method_or_property_still_works_and_warns(thing: Any, old: str, new: str) -> None:
    with pytest.warns(DeprecationWarning, match=f"{old} is called .*{new} now"):
        assert getattr(thing, old) == getattr(thing, new)


@pytest.mark.parametrize(("part", "old", "new"), RENAMED)
def test_an_old_name_still_works_and_warns(part: str, old: str, new: str) -> None:
    module = import_module(f"phase10_widgets.{part}")
    with pytest.warns(DeprecationWarning, match=f"{old} is called .*{new} now"):
        assert getattr(module, old) is getattr(module, new)
