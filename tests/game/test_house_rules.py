"""House rules as a file: a round trip changes nothing; anything invalid is refused with a message."""

from __future__ import annotations

import json
from typing import Any

import pytest

from phase10_widgets import EDITIONS, HouseRules, Session, edition
from phase10_widgets.errors import OptionError, RulesError
from phase10_widgets.rules.options import options_of
from tests.faults import every


@every("name", EDITIONS)
def test_every_option_comes_back_from_a_file(name: str) -> None:
    values: dict[str, Any] = {"phases": ["1 set of 3 + 1 run of 4"], "first_dealer": 1}
    for option in options_of(edition(name)):
        if option.values and option.name != "order":
            values[option.name] = option.values[1]
    rules = HouseRules(name, values, "Grüße ♣")
    assert dict(rules.options) == values
    assert HouseRules.read(rules.write()) == rules


def test_a_file_names_its_format() -> None:
    text = HouseRules("flip", {"phases": "odd"}).write()
    assert json.loads(text) == {"format": "phase10-rules/1", "edition": "flip", "options": {"phases": "odd"}}
    assert HouseRules.read('{"format": "phase10-rules/1", "edition": "masters"}') == HouseRules("masters")


def file(**more: Any) -> str:
    return json.dumps({"format": "phase10-rules/1", "edition": "classic", "options": {}, **more})


REFUSED: list[tuple[Any, str]] = [
    (file(seed=3), "cannot contain 'seed'"),
    (file(**{"x" * 500: 3}), "cannot contain 'xxxx"),
    ('{"format": "phase10-rules/1"}', "do not name their edition"),
    (file(edition="poker"), "no edition 'poker'"),
    (file(edition=["classic"]), "no edition"),
    (file(name=7), "a name must be text of 1 to 60 characters, not 7"),
    (file(name="x" * 61), "a name may have at most 60 characters, but this one has 61"),
    (file(name="a\nb"), "character 2 of this one is U+000A"),
    (file(options=[]), "map names to values"),
]
REFUSED_OPTIONS: list[tuple[dict[str, Any], str]] = [
    ({"speed": 3}, "no option 'speed'"),
    ({"phases": []}, "option 'phases' must be"),
    ({"phases": ["1 run of 7"] * 51}, "option 'phases' must be"),
    ({"phases": ["1 run of 7", "1 set of 12"]}, "phase 2: '1 set of 12' needs 12 cards"),
    ({"phases": ["<img src=x onerror=alert(1)>"]}, "is not a group"),
    ({"phases": ["2 flushes of 4"]}, "asks for suits"),
    ({"must_lay_down": 1}, "'must_lay_down'"),
    ({"must_lay_down": ["x"] * 9000}, "'must_lay_down'"),
    ({"first_dealer": -1}, "'first_dealer'"),
]


@every("text, why", REFUSED)
def test_files_without_house_rules_are_refused(text: Any, why: str) -> None:
    with pytest.raises(RulesError) as caught:
        HouseRules.read(text)
    assert why in str(caught.value)
    assert len(str(caught.value)) < 300


@every("options, why", REFUSED_OPTIONS)
def test_invalid_options_are_refused(options: dict[str, Any], why: str) -> None:
    with pytest.raises(OptionError) as caught:
        HouseRules.read(file(options=options))
    assert why in str(caught.value)
    assert len(str(caught.value)) < 300


def test_parsed_rules_cannot_be_changed_from_outside() -> None:
    given = {"phases": [1, 2]}
    rules = HouseRules("classic", given)
    session = Session(rules.edition, ["Ana", "greedy"], 3, **rules.options)
    assert [phase.number for phase in session.game.edition.phases] == [1, 2], "a game is played by these rules"
    given["phases"].append(3)
    assert rules.options["phases"] == [1, 2]
