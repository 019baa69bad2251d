"""Every public name has an example in its help, or in that of its module; all examples run."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import Any

import phase10_widgets as p10
from tests.faults import every
from tests.repo.test_docs import PUBLIC

MODULES = tuple(f"phase10_widgets{part}" for part in (*PUBLIC, ".editions"))
SHOWN = re.compile(r"``((\w+)\([^`]*\))``")
"""A call in a sentence, as in ``Table(seed=7)``."""
ELSEWHERE = ("Classroom", "Seat")
"""The widgets that start or need a server; tests/rooms/test_notebook.py runs them."""


def names_of(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """Yield the public names of a module that are no modules, with their values."""
    values = ((name, getattr(module, name)) for name in module.__all__)
    return ((name, value) for name, value in values if not isinstance(value, ModuleType))


def help_of(value: Any) -> list[str]:
    """Return the docstring of a value and, for a class, those of its methods."""
    members = vars(value).values() if inspect.isclass(value) else ()
    docs = [inspect.getdoc(value), *(inspect.getdoc(getattr(one, "__func__", one)) for one in members)]
    return [doc for doc in docs if doc]


def has_example(name: str, value: Any, module: ModuleType) -> bool:
    """Return True if an example that a test runs shows the name; constants have theirs in a module's docstring."""
    own = [doc for doc in help_of(value) if hasattr(value, "__module__")]
    code = [line for doc in own for line in doc.splitlines() if line.lstrip().startswith((">>> ", "... "))]
    calls = [call for call, called in SHOWN.findall(own[0] if own else "") if called == name]
    modules = [module, *(one for one in map(import_module, MODULES) if getattr(one, name, None) is value)]
    around = re.findall(r"^(?:>>>|\.\.\.) .*", "\n".join(one.__doc__ or "" for one in modules), re.M)
    return bool(code or calls or any(re.search(rf"\b{name}\b", line) for line in around))


@every("name", MODULES)
def test_every_public_name_has_an_example(name: str) -> None:
    module = import_module(name)
    assert [known for known, value in names_of(module) if not has_example(known, value, module)] == []


def test_a_name_without_an_example_is_found() -> None:
    def plain() -> None:
        """Return nothing."""

    module = ModuleType("lean", "A module.")
    assert not has_example("plain", plain, module)
    plain.__doc__ = "Return nothing.\n\n>>> plain()\n"
    assert has_example("plain", plain, module)
    assert not has_example("LIMIT", 3, module)
    module.__doc__ = "A module.\n\n>>> LIMIT\n3\n"
    assert has_example("LIMIT", 3, module)


def test_the_widgets_in_sentences_can_be_shown() -> None:
    """A sentence may refer to a game and to its record."""
    game = p10.Game.new("classic", ["Ana", "Ben"], seed=7)
    given = {"game": game, "record": game.record()}
    ran = 0
    for module in map(import_module, ("phase10_widgets", "phase10_widgets.figures")):
        for name, value in names_of(module):
            calls = [call for call, called in SHOWN.findall(inspect.getdoc(value) or "") if called == name]
            for call in calls if name not in ELSEWHERE else ():
                widget = eval(call, {name: value}, given)
                assert any(hasattr(widget, shows) for shows in ("_repr_html_", "_repr_mimebundle_", "ask")), call
                getattr(widget, "close", bool)()
                ran += 1
    assert ran >= 35
