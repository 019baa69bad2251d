"""The presets name the length of a game."""

from __future__ import annotations

from statistics import median

import pytest

from devtools.measure.minutes import minutes
from phase10_widgets.ui.setup.presets import PRESETS
from tests.faults import no_faults


@pytest.mark.slow
def test_a_preset_names_its_minutes() -> None:
    with no_faults() as faults:
        for preset in PRESETS:
            with faults.of(preset.id):
                found = median(minutes(preset.options, 15))
                assert 0.75 * found <= preset.minutes <= 1.35 * found
