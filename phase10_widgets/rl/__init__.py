"""The game as a reinforcement learning environment (PettingZoo and Gymnasium, extra ``rl``): see docs/rl.md."""

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
from .registration import register as _register
from .self_play import Batch, SelfPlay
from .single import Phase10Env

__all__ = ["Batch", "Coding", "Phase10Env", "PolicyPlayer", "SelfPlay", "env", "parallel_env", "raw_env"]


def __dir__() -> list[str]:
    """Return the public names, for tab completion."""
    return __all__


_register()
