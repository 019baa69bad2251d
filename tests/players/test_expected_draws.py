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


def every() -> list[tuple[str, str, str]]:
    """Return every printed phase with the cards of each side."""
    return [(edition, side, str(phase)) for edition, side in SIDES for phase in p10.edition(edition).phases]


def known(edition: str, side: str, phase: str) -> ExpectedDraws:
    return expected_draws(p10.edition(edition), Phase.parse(phase), side)


PRINTED = every("edition, side, phase", every())


@PRINTED
def test_a_phase_that_lacks_nothing_takes_no_draw(edition: str, side: str, phase: str) -> None:
    found = known(edition, side, phase)
    assert {found(0, outs, size) for size in SIZES for outs in (0, size)} == {0.0}
    assert found.typical(0) == 0.0


@PRINTED
def test_more_outs_never_take_longer(edition: str, side: str, phase: str) -> None:
    """Check every distance that the phase can have, and two beyond it."""
    found = known(edition, side, phase)
    for distance in range(1, Phase.parse(phase).size + 3):
        for size in SIZES:
            row = [found(distance, outs, size) for outs in range(size + 1)]
            assert row == sorted(row, reverse=True), (distance, size)


@PRINTED
def test_fewer_cards_with_as_many_outs_never_take_longer(edition: str, side: str, phase: str) -> None:
    found = known(edition, side, phase)
    for distance in range(1, Phase.parse(phase).size + 1):
        row = [found(distance, 5, size) for size in range(5, 95)]
        assert row == sorted(row), distance


@PRINTED
def test_each_card_more_that_lacks_takes_longer(edition: str, side: str, phase: str) -> None:
    """The same holds beyond the last measured distance."""
    found = known(edition, side, phase)
    size = Phase.parse(phase).size
    assert len(MEASURED[edition][side][phase]["rows"]) < size + 3
    row = [found.typical(distance) for distance in range(size + 4)]
    assert all(improves < farther for improves, farther in pairwise(row)), row


@PRINTED
def test_each_card_that_lacks_takes_a_draw_at_least_as_a_rule(edition: str, side: str, phase: str) -> None:
    found = known(edition, side, phase)
    for distance in range(1, Phase.parse(phase).size + 1):
        assert found.typical(distance) >= distance


def test_each_card_that_lacks_takes_a_draw_at_least_even_if_every_card_helps() -> None:
    """With many outs among few cards, a phase one card short must not look nearer than a complete one."""
    for edition, side, phase in every():
        found = known(edition, side, phase)
        for distance in range(1, Phase.parse(phase).size + 1):
            for size in SIZES:
                assert found(distance, size, size) >= distance, (edition, side, phase, distance, size)


@PRINTED
def test_a_card_that_helps_saves_something(edition: str, side: str, phase: str) -> None:
    found = known(edition, side, phase)
    for distance in range(1, Phase.parse(phase).size + 3):
        assert found.saved(distance) > 0, distance


@PRINTED
def test_a_card_that_helps_saves_no_more_than_it_can(edition: str, side: str, phase: str) -> None:
    """The saving is at most the difference between this distance and the next."""
    found = known(edition, side, phase)
    for distance in range(1, Phase.parse(phase).size + 3):
        assert found.saved(distance) <= found.typical(distance) - found.typical(distance - 1)


@PRINTED
def test_every_printed_phase_was_measured(edition: str, side: str, phase: str) -> None:
    """A phase completed by nearly every dealt hand has no rows of its own: it uses those of any phase."""
    rows = MEASURED[edition][side][phase]["rows"]
    assert rows or MEASURED[edition][side][phase]["mean"] < 0.2
    assert all(0 < share <= 1 for _, _, share in rows)
    assert known(edition, side, phase).mean == MEASURED[edition][side][phase]["mean"] >= 0


@every("edition, side", SIDES)
def test_a_phase_that_somebody_made_up_gets_an_answer(edition: str, side: str) -> None:
    for text in CUSTOM[edition]:
        found = known(edition, side, text)
        row = [found.typical(distance) for distance in range(Phase.parse(text).size + 1)]
        assert row == sorted(set(row))
        assert found(1, 20, 90) < found(1, 2, 90)
        assert found.mean > 0


@every("edition", p10.EDITIONS)
def test_the_options_of_an_edition_do_not_change_its_phases(edition: str) -> None:
    """The third phase of ten takes as long as the only phase of one (V2)."""
    plain, short = p10.edition(edition), p10.edition(edition, phases=[3])
    phase = plain.phases[2]
    for distance in range(1, phase.size + 1):
        assert expected_draws(plain, phase, "color")(distance, 9, 80) == expected_draws(
            short, short.phases[0], "color"
        )(distance, 9, 80)


def test_an_edition_that_nobody_measured_gets_an_answer() -> None:
    for name, side in SIDES:
        found = expected_draws(replace(p10.edition(name), id="home-made"), p10.edition(name).phases[0], side)
        assert 0 < found(1, 20, 90) < found(1, 2, 90)
        assert 0 < found.typical(1) < found.typical(2) < found.typical(9)
        assert found.saved(1) > 0
