"""A single game: the game itself, functions for hands, and house rules."""

from . import sampler as sampler  # observations find it in a registry
