"""The tests of rules and odds also pass on CPython for WebAssembly, the site's own Python."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from devtools.build import frontend, website

TESTED = (
    *("phase10_widgets/core", "phase10_widgets/editions", "phase10_widgets/odds"),  # doctests of the package
    *("phase10_widgets/game.py", "phase10_widgets/hands.py"),
    *(f"tests/core/test_{name}.py" for name in ("classic", "deal_and_turn", "end_of_round", "flip", "masters")),
    *(f"tests/core/test_{name}.py" for name in ("chance", "melds", "on_the_table", "positions", "records")),
    *(f"tests/core/test_{name}.py" for name in ("refusals", "session", "standard", "variations")),
    *("tests/odds", "tests/parallel/test_executors.py", "tests/contracts/test_editions.py"),
    "tests/apps/test_handouts.py",
)
APART = "starts threads or other processes"
LONG = "brute force, too long for there; its neighbors are tried, or other editions"
LEFT_OUT = {
    "tests/apps/test_handouts.py::test_the_examples_of_the_manual_run": "makes a widget; the site's pages show those",
    "tests/parallel/test_executors.py::test_a_job_that_a_breaking_pool_forgets_is_done_all_the_same": APART,
    "tests/parallel/test_executors.py::test_a_killed_process_costs_its_chunk_only": APART,
    "tests/parallel/test_executors.py::test_until_stops_at_the_same_chunk_everywhere": APART,
    "tests/parallel/test_executors.py::test_what_cannot_travel_is_told_before_it_is_sent": APART,
    "tests/parallel/test_executors.py::test_wherever_it_runs_the_estimate_is_the_same": APART,
    "tests/odds/test_simulate.py::test_a_bar_shows_how_far_it_is": APART,
    "tests/odds/test_simulate.py::test_a_stopped_simulation_goes_on_in_another_process": APART,
    "tests/odds/test_simulate.py::test_odds_start_light": APART,
    "tests/odds/test_simulate.py::test_pythons_own_library_is_enough": APART,
    "tests/odds/test_without_numpy.py::": APART,
    "tests/odds/test_counting.py::test_every_choice_from_small_pools[classic": LONG,
    "tests/odds/test_counting.py::test_every_choice_from_small_pools[flip": LONG,
    "tests/odds/test_counting.py::test_every_choice_from_small_pools[masters": LONG,
    "tests/odds/test_turn_options.py::test_any_moment_of_a_game_has_an_answer": LONG,
    "tests/odds/test_simulate_questions.py::test_simulated_deals_agree_with_counted_ones[flip": LONG,
    "tests/core/test_melds.py::test_custom_phases": LONG,
    "tests/core/test_melds.py::test_printed_phases[flip": LONG,
    "tests/core/test_melds.py::test_printed_phases[masters": LONG,
    "tests/core/test_melds.py::test_printed_phases[standard": LONG,
    "tests/core/test_melds.py::test_the_menu[flip": LONG,
    "tests/core/test_melds.py::test_the_menu_of_custom_phases": LONG,
}
"""Test names, or their beginnings, that are not run there, and why."""
SKIPPED = (
    r"need NumPy|need Dask|masters has its own choice of phases|could not import '(anywidget|tqdm)'|starts no processes"
)
"""Reasons for skipped tests: no NumPy for WebAssembly on PyPI, no widgets, no cluster; one is skipped everywhere."""
EACH_RUN = (
    *("phase10_widgets/core", "phase10_widgets/game.py", "phase10_widgets/hands.py", "phase10_widgets/odds"),
    *("tests/core/test_classic.py", "tests/odds/test_exact.py", "tests/contracts/test_editions.py"),
    "tests/core/test_session.py::test_a_session_of_players_runs_to_the_end",
)
"""Rules, odds and a game of each edition. All of `TESTED` follows in the run of all."""
NEEDED = ("hypothesis", "pytest")


def passed_there(pyodide: Path, *tested: str) -> int:
    """Return how many tests pass there; each that is skipped has one of the reasons above."""
    wheels, report = website.WORK / "test-wheels", website.WORK / "tests.json"
    website.fetch_wheels(wheels, [line for line in website.extra("test") if re.split("[<>=]", line)[0] in NEEDED])
    report.unlink(missing_ok=True)
    words = [word for name in LEFT_OUT for word in ("--deselect", name)]
    folders = (path.relative_to(website.ROOT).as_posix() for path in (wheels, report))
    _, node, _ = frontend.node_paths()
    script = website.ROOT / "devtools" / "build" / "in_pyodide.mjs"
    run = "devtools/build/pytest_in_pyodide.py"
    website.run(node, script, pyodide, run, *folders, "-q", "--tb=short", *words, *tested)
    became = json.loads(report.read_text("utf-8"))
    assert became["failed"] == []
    assert [why for why in became["skipped"].values() if not re.search(SKIPPED, why)] == []
    return len(became["passed"])


@pytest.mark.slow
def test_rules_odds_and_a_game_of_each_edition_pass_there(pyodide: Path) -> None:
    assert passed_there(pyodide, *EACH_RUN) >= 100


@pytest.mark.slow
@pytest.mark.rotating
def test_all_tests_of_rules_and_odds_pass_there(pyodide: Path) -> None:
    assert passed_there(pyodide, *TESTED) >= 300
