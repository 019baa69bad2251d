"""The presets name how long a game takes."""

from __future__ import annotations

from statistics import median

import pytest

from devtools.measure.minutes import minutes
from phase10_widgets.views.presets import PRESETS, Preset


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.id)
def test_a_preset_names_its_minutes(preset: Preset) -> None:
    found = median(minutes(preset.options, 15))
    assert 0.75 * found <= preset.minutes <= 1.35 * found
