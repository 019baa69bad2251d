"""An import guard that skips tests without PettingZoo, except in CI, where it fails them."""

from __future__ import annotations

import os
from importlib.util import find_spec
from typing import Any

import pytest

if find_spec("pettingzoo") is None and os.environ.get("CI") != "true":
    pytest.skip("these tests need PettingZoo: pip install 'phase10_widgets[rl]'", allow_module_level=True)

from phase10_widgets import rl
from phase10_widgets.rl import encoded_game, seen

__all__ = ["encoded_game", "lowest", "rl", "seen"]


def lowest(seen: Any) -> int:
    """Return the lowest legal action."""
    return int(seen["action_mask"].nonzero()[0][0])
