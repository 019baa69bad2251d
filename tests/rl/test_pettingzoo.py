"""PettingZoo's own tests, for every edition, few and many seats, and options that change the action space."""

from __future__ import annotations

import warnings
from functools import partial
from itertools import chain
from types import SimpleNamespace
from typing import Any

import pytest

import phase10_widgets as p10
from tests.reference.playing import variations
from tests.rl.with_pettingzoo import rl

every_edition = pytest.mark.parametrize("edition", p10.EDITIONS)


@pytest.mark.slow
@every_edition
def test_api(edition: str) -> None:
    """Every variation with two seats, and the maximum number of seats."""
    from pettingzoo.test import api_test

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # It expects a dict of observation and mask only from its own environments, which it knows by name.
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        for options in chain(*variations(edition).values()):
            api_test(rl.env(edition, 2, **options), num_cycles=30)
        api_test(rl.env(edition, p10.edition(edition).seats[-1]), num_cycles=60)
        api_test(rl.env(edition, 2, max_cycles=20, shaping=0.1), num_cycles=60)


@pytest.mark.slow
@every_edition
@pytest.mark.filterwarnings("ignore:this environment renders nothing")
def test_seeds_cycles_and_rendering(edition: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The actions of max_cycles_test ignore the mask, so it also shows that forbidden ones are replaced."""
    from pettingzoo.test import max_cycles_test, render_test, seed_test

    several: tuple[dict[str, Any], ...] = ({}, {"phases": [1, 2], "advance": "always"})
    for options in several:
        make = partial(rl.env, edition, 3, **options)
        seed_test(make, num_cycles=40)
        max_cycles_test(SimpleNamespace(env=make, parallel_env=partial(rl.parallel_env, edition, 3, **options)))
        render_test(make, {"ansi": lambda text: "draw pile" in text})
        assert "seat_1" in capsys.readouterr().out


@every_edition
def test_the_parallel_form(edition: str) -> None:
    from pettingzoo.test import parallel_api_test, parallel_seed_test

    parallel_api_test(rl.parallel_env(edition, max_cycles=50), num_cycles=60)
    parallel_seed_test(partial(rl.parallel_env, edition, max_cycles=30), num_cycles=40)
