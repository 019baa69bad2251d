"""The game as a reinforcement learning environment (PettingZoo, extra ``rl``): see docs/rl.md."""

from __future__ import annotations

try:
    import gymnasium as _gymnasium  # noqa: F401
    import numpy as _numpy  # noqa: F401
    import pettingzoo as _pettingzoo  # noqa: F401
except ImportError as error:
    raise ImportError("the environment needs PettingZoo: pip install 'phase10_widgets[rl]'") from error

from .coding import Coding
from .environment import env, parallel_env, raw_env
from .policy import PolicyPlayer

__all__ = ["Coding", "PolicyPlayer", "env", "parallel_env", "raw_env"]
