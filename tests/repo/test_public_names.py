"""Tab completion lists every public name; names load on first use, and old names still work, with a warning."""

from __future__ import annotations

from importlib import import_module

import pytest

MODULES = ("", ".arena", ".coach", ".handouts", ".odds", ".players", ".rl", ".teaching")
RENAMED = [
    ("arena", "PlayerError", "EntrantError"),
    ("odds", "Question", "Experiment"),
    ("coach", "Stroke", "Swing"),
    ("teaching", "Asked", "Exercise"),
    ("teaching", "Reading", "ParsedAnswer"),
    ("teaching", "Work", "Attempt"),
    ("teaching", "readings", "parse_answer"),
]


@pytest.mark.parametrize("part", MODULES)
def test_tab_finds_every_public_name(part: str) -> None:
    module = import_module(f"phase10_widgets{part}")
    assert set(module.__all__) <= set(dir(module))
    assert all(getattr(module, name) is not None for name in module.__all__)


@pytest.mark.parametrize("part", ["", ".odds", ".coach", ".teaching"])
def test_a_wrong_name_is_an_attribute_error(part: str) -> None:
    with pytest.raises(AttributeError, match="has no attribute 'Tabel'"):
        import_module(f"phase10_widgets{part}").Tabel  # noqa: B018


@pytest.mark.parametrize(("part", "old", "new"), RENAMED)
def test_an_old_name_still_works_and_warns(part: str, old: str, new: str) -> None:
    module = import_module(f"phase10_widgets.{part}")
    with pytest.warns(DeprecationWarning, match=f"{old} is called .*{new} now"):
        assert getattr(module, old) is getattr(module, new)
