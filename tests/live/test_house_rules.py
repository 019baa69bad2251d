"""House rules at shared tables: a host chooses them beside the preset, and everybody plays by them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from phase10_widgets.editions import EDITIONS
from phase10_widgets.live.plan import Plan
from phase10_widgets.text import Text
from phase10_widgets.views.presets import PRESETS
from tests.faults import no_faults
from tests.live.playing import Line, Service

PLAN = {"table": 1, "edition": "classic", "preset": "full", "seats": 2, "level": 2}


def planned(host: Line, **changed: Any) -> dict[str, Any]:
    """Ask for this plan; return the table as everybody sees it."""
    host.ask("plan", **{**PLAN, **changed})
    table: dict[str, Any] = host.room["tables"][0]
    return table


def test_a_host_is_told_what_a_table_could_play() -> None:
    host = Service().host()
    planned(host, edition="masters", preset="short")
    host.ask("rules", table=1)
    told = host.last("rules")
    assert [phase["number"] for phase in told["phases"]] == [*range(1, 11)], "all phases, not only those of the preset"
    assert told["usual"]["phases"] == [2, 4, 6, 8, 10]
    names = [option["name"] for option in told["options"]]
    assert names == ["advance", "must_lay_down", "hit_others_same_turn", "go_out_by_hit", "phase_9"]
    assert [told["usual"][name] for name in names] == [option["values"][0] for option in told["options"]]
    host.ask("rules", table=7)
    assert host.refusal == "There is no such table."


def test_house_rules_are_played_and_seen_by_everybody() -> None:
    service = Service()
    host = service.host("Hanna")
    rules = {"phases": [3, 5], "must_lay_down": True, "advance": "always"}
    assert planned(host, options=rules)["options"] == {"must_lay_down": True, "advance": "always", "phases": [3, 5]}
    guest = service.guest(host, "Ben")
    table = guest.room["tables"][0]
    assert (table["phases"], table["line"]) == ([3, 5], "Full game with 3 house rules, computer players at level 2")
    for at, line in enumerate((host, guest)):
        line.ask("sit", table=1, seat=at)
    host.ask("start", table=1)
    assert [phase["number"] for phase in guest.told("about")["phases"]] == [3, 5]
    assert len(guest.told("about")["option_lines"]) == 3
    game = service.desk._rooms[next(iter(service.desk._rooms))].tables[1].game
    assert (game.edition.must_lay_down, game.edition.advance) == (True, "always")


def test_what_the_preset_says_anyway_is_no_house_rule() -> None:
    host = Service().host()
    usual = {"phases": [*range(1, 11)], "must_lay_down": False, "advance": "completed"}
    assert planned(host, options=usual)["options"] == {}
    assert planned(host, preset="strict", options={"must_lay_down": True})["options"] == {}
    table = planned(host, preset="strict", options={"must_lay_down": False})
    assert (table["options"], table["line"][:33]) == ({"must_lay_down": False}, "No holding back with 1 house rule")


REFUSED: list[tuple[Any, str | None]] = [
    ([], "Choose among the house rules on the page."),
    (None, "Choose among the house rules on the page."),
    ({"a": 1}, "Choose among the house rules on the page."),
    ({"first_dealer": 1}, "Choose among the house rules on the page."),
    ({"phases": ["2 sets of 3"]}, "Choose among the phases on the page."),
    ({"phases": "odd"}, "Choose among the phases on the page."),
    ({"phases": [True]}, "Choose among the phases on the page."),
    ({"phases": []}, None),
    ({"phases": [11]}, None),
    ({"phases": [1, 1]}, None),
    ({"advance": 1}, None),
    ({"must_lay_down": 1}, None),
    ({"advance": {"a": []}}, None),
    ({"advance": "always", "order": "any"}, None),
]


def test_house_rules_that_cannot_be_played_are_refused() -> None:
    with no_faults() as faults:
        for options, why in REFUSED:
            with faults.of(options):
                host = Service().host()
                before = planned(host)
                assert planned(host, options=options) == before
                assert host.refusal == why if why else host.refusal
                assert "Something went wrong" not in host.refusal


def test_house_rules_survive_a_restart(tmp_path: Path) -> None:
    service = Service(tmp_path / "book")
    host = service.host()
    table = planned(host, options={"phases": [1, 4]})
    service.start()
    assert Line(service, host.token).room["tables"][0] == table


def test_a_plan_is_read_as_it_was_stored() -> None:
    for edition in EDITIONS:
        for preset in {preset.id for preset in PRESETS} - ({"free"} if edition == "masters" else set()):
            plan = Plan(edition, preset, 2)
            rules = {"hit_others_same_turn": not plan.usual["hit_others_same_turn"], "phases": [1, 2, 10]}
            changed = plan._replace(options=rules)
            assert Plan.read(changed.to_dict()) == changed
            assert "2" in changed.line(Text("de"))
