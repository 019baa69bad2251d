"""Expected draws: properties that hold for any measurement."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import phase10_widgets as p10
from phase10_widgets import Phase, players
from phase10_widgets.players.expected_draws import ExpectedDraws, expected_draws
from tests.faults import every
from tests.odds.lessons import CUSTOM, SIDES

MEASURED = json.loads(Path(players.__file__).with_name("expected_draws.json").read_text("utf-8"))
SIZES = (1, 2, 7, 40, 95)
PRINTED = [(edition, side, str(phase)) for edition, side in SIDES for phase in p10.edition(edition).phases]


def known(edition: str, side: str, phase: str) -> ExpectedDraws:
    return expected_draws(p10.edition(edition), Phase.parse(phase), side)


@every("edition, side, phase", PRINTED)
def test_expected_draws_are_in_order(edition: str, side: str, phase: str) -> None:
    """Check every distance that a printed phase can have, and two or three beyond it."""
    found, size = known(edition, side, phase), Phase.parse(phase).size
    assert {found(0, outs, n) for n in SIZES for outs in (0, n)} == {found.typical(0)} == {0.0}
    for distance in range(1, size + 3):
        for n in SIZES:
            row = [found(distance, outs, n) for outs in range(n + 1)]
            assert row == sorted(row, reverse=True), f"more outs never take longer: {distance} of {n}"
        row = [found(distance, 5, n) for n in range(5, 95)]
        assert row == sorted(row), f"fewer cards with equally many outs never take longer: {distance}"
        assert 0 < found.saved(distance) <= found.typical(distance) - found.typical(distance - 1), distance
    for distance in range(1, size + 1):
        assert found.typical(distance) >= distance, "each missing card takes a draw"
        assert min(found(distance, n, n) for n in SIZES) >= distance, "even if every card helps"
    row = [found.typical(distance) for distance in range(size + 4)]
    assert all(improves < farther for improves, farther in pairwise(row)), "also beyond the last measured distance"


@every("edition, side, phase", PRINTED)
def test_every_printed_phase_was_measured(edition: str, side: str, phase: str) -> None:
    """A phase completed by nearly every dealt hand has no rows of its own: it uses the rows for any phase."""
    measured = MEASURED[edition][side][phase]
    assert measured["rows"] or measured["mean"] < 0.2
    assert len(measured["rows"]) < Phase.parse(phase).size + 3
    assert all(0 < share <= 1 for _, _, share in measured["rows"])
    assert known(edition, side, phase).mean == measured["mean"] >= 0


@every("edition, side", SIDES)
def test_a_custom_phase_gets_an_answer(edition: str, side: str) -> None:
    for text in CUSTOM[edition]:
        found = known(edition, side, text)
        row = [found.typical(distance) for distance in range(Phase.parse(text).size + 1)]
        assert row == sorted(set(row))
        assert found(1, 20, 90) < found(1, 2, 90)
        assert found.mean > 0


@every("edition", p10.EDITIONS)
def test_the_options_of_an_edition_do_not_change_its_phases(edition: str) -> None:
    """The third of ten phases takes as long as the same phase alone (V2)."""
    plain, short = p10.edition(edition), p10.edition(edition, phases=[3])
    phase = plain.phases[2]
    one, other = expected_draws(plain, phase, "color"), expected_draws(short, short.phases[0], "color")
    assert all(one(distance, 9, 80) == other(distance, 9, 80) for distance in range(1, phase.size + 1))


def test_an_unmeasured_edition_gets_an_answer() -> None:
    for name, side in SIDES:
        found = expected_draws(replace(p10.edition(name), id="home-made"), p10.edition(name).phases[0], side)
        assert 0 < found(1, 20, 90) < found(1, 2, 90)
        assert 0 < found.typical(1) < found.typical(2) < found.typical(9)
        assert found.saved(1) > 0
