"""PettingZoo's own tests, for every edition, few and many seats, and options that change the action space."""

from __future__ import annotations

import warnings
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

import phase10_widgets as p10
from tests.reference.playing import variations
from tests.rl.with_pettingzoo import rl


def settings() -> list[Any]:
    """Return every edition in every variation with two seats, and plain with three seats and the maximum."""
    found = [
        (edition, 2, options) for edition in p10.EDITIONS for rows in variations(edition).values() for options in rows
    ]
    for edition in p10.EDITIONS:
        found += [(edition, seats, {}) for seats in (3, p10.edition(edition).seats[-1])]
    return [pytest.param(*row, id=f"{row[0]} {row[1]} {row[2]}") for row in found]


every_setting = pytest.mark.parametrize(("edition", "seats", "options"), settings())


@pytest.mark.slow
@every_setting
def test_api(edition: str, seats: int, options: dict[str, Any]) -> None:
    from pettingzoo.test import api_test

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # It expects a dict of observation and mask only from its own environments, which it knows by name.
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        api_test(rl.env(edition, seats, **options), num_cycles=100)
        api_test(rl.env(edition, seats, max_cycles=20, shaping=0.1, **options), num_cycles=100)


@pytest.mark.slow
@every_setting
def test_seeds(edition: str, seats: int, options: dict[str, Any]) -> None:
    from pettingzoo.test import seed_test

    seed_test(partial(rl.env, edition, seats, **options), num_cycles=60)


@pytest.mark.slow
@every_setting
def test_max_cycles(edition: str, seats: int, options: dict[str, Any]) -> None:
    """Its actions ignore the mask, so this also shows that forbidden ones are replaced."""
    from pettingzoo.test import max_cycles_test

    module = SimpleNamespace(
        env=partial(rl.env, edition, seats, **options),
        parallel_env=partial(rl.parallel_env, edition, seats, **options),
    )
    for _ in range(3):
        max_cycles_test(module)


@every_setting
@pytest.mark.filterwarnings("ignore:this environment draws nothing")
def test_rendering(edition: str, seats: int, options: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    from pettingzoo.test import render_test

    render_test(partial(rl.env, edition, seats, **options), {"ansi": lambda text: "draw pile" in text})
    assert "seat_1" in capsys.readouterr().out


@pytest.mark.parametrize("edition", p10.EDITIONS)
def test_the_parallel_form(edition: str) -> None:
    from pettingzoo.test import parallel_api_test, parallel_seed_test

    parallel_api_test(rl.parallel_env(edition, max_cycles=50), num_cycles=60)
    parallel_seed_test(partial(rl.parallel_env, edition, max_cycles=30), num_cycles=40)
