"""Write docs/rl-table.png, the table as drawn by ``rgb_array``: ``python -m devtools.generate.rl_picture``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from devtools import command
from phase10_widgets import players, rl

FILE = Path(__file__).parents[2] / "docs" / "rl-table.png"
STEPS = 216


def picture() -> Any:
    """Return the table as an array after some decisions by two *greedy* players."""
    env: Any = rl.raw_env("classic", 2, render_mode="rgb_array")
    env.reset(seed=7)
    greedy = players.get("greedy")
    for _ in range(STEPS):
        view = env.view(env.agent_selection)
        env.step(env.coding.number(greedy.choose(view), view))
    return env.render()


if __name__ == "__main__":
    from PIL import Image

    command.parser(__doc__).parse_args()
    Image.fromarray(picture()).quantize(256, dither=Image.Dither.NONE).save(FILE, optimize=True)
