"""Every option of every built-in edition is on the setup screen and is described in words."""

from __future__ import annotations

from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets.languages.text import Text
from phase10_widgets.rules.edition import Edition
from phase10_widgets.rules.options import options_of
from phase10_widgets.ui.setup.view import option_specs

every_edition = pytest.mark.parametrize("edition", [p10.edition(name) for name in p10.EDITIONS], ids=p10.EDITIONS)
TEXT = Text("en")


@every_edition
def test_the_setup_screen_shows_the_same_options_as_the_rules(edition: Edition) -> None:
    """The screen also shows an option that the edition rules out, with the reason but without another option."""
    specs = option_specs(edition, TEXT)
    shown = {spec["name"] for spec in specs if not spec["bar"] or spec["bar"]["by"]}
    known = {option.name for option in options_of(edition)}
    assert shown == known, "list each option in HEADINGS in ui/setup/view.py or in the edition's variants"


@every_edition
def test_every_value_other_than_the_default_has_a_sentence(edition: Edition) -> None:
    values = [(option.name, value) for option in options_of(edition) for value in option.values[1:]]
    values += [("phases", phases) for phases in ("even", "odd", [1], ["1 set of 3"])]
    silent = [(name, value) for name, value in values if not lines(edition, name, value)]
    assert silent == [], "describe these in _OPTIONS in languages/text.py"


def lines(edition: Edition, name: str, value: Any) -> list[str]:
    """Return the sentences about an edition with one option."""
    return TEXT.option_lines(p10.edition(edition, **{name: value}))
