"""Register the environments under their ids, for ``gymnasium.make`` and ``pettingzoo.make``."""

from __future__ import annotations

import gymnasium
import pettingzoo

GYMNASIUM_ID = "phase10_widgets/Phase10-v0"
PETTINGZOO_ID = "phase10_widgets/phase10_v0"


def register() -> None:
    """Register the environments with both libraries unless they already are. PettingZoo has no ids before 1.27."""
    package = __package__
    if GYMNASIUM_ID not in gymnasium.registry:
        gymnasium.register(GYMNASIUM_ID, entry_point=f"{package}:Phase10Env")
    if not hasattr(pettingzoo, "register"):
        return
    for kind, known, maker in (
        ("aec", pettingzoo.aec_registry, "env"),
        ("parallel", pettingzoo.parallel_registry, "parallel_env"),
    ):
        if PETTINGZOO_ID.replace("_v0", "-v0") not in known:
            pettingzoo.register(kind, PETTINGZOO_ID, entry_point=f"{package}:{maker}")
