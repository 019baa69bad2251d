"""Tab completion lists every public name; names load on first use."""

from __future__ import annotations

import pydoc
import re
from importlib import import_module

import phase10_widgets

MODULES = ("", ".arena", ".coach", ".editions", ".extensions", ".handouts", ".odds", ".players", ".rl", ".teaching")


def test_tab_and_help_find_every_public_name() -> None:
    for module in (import_module(f"phase10_widgets{part}") for part in MODULES):
        assert set(module.__all__) <= set(dir(module))
        assert set(module.__all__) <= set(re.split(r"[\s(=.]+", pydoc.plain(pydoc.render_doc(module)))), module
        assert all(getattr(module, name) is not None for name in module.__all__)


def test_every_module_is_found_in_the_package() -> None:
    """What needs an extra is reached, but not listed, so that help and star imports work without it."""
    assert {part.removeprefix(".") for part in MODULES if part} - {"rl"} <= set(dir(phase10_widgets))
    for package, name in (("phase10_widgets", "rl"), ("phase10_widgets.odds", "batch")):
        module = import_module(package)
        assert getattr(module, name) is import_module(f"{package}.{name}")
        assert name not in module.__all__
        assert name not in dir(module)
