"""Compare the environment's steps per second with PettingZoo and rlcard: ``python -m benchmarks.environments``.

The promise: twice the steps of PettingZoo's gin rummy (docs/speed.md). It takes some minutes.

PettingZoo 1.27 has no gin rummy any more, so version 1.25 and rlcard go into an environment of their own,
`build/environments`. All environments are played there in turn, in one process, by a random policy that keeps to the
mask; only processor time counts, and the best of several turns. What matters is the ratio. The last rows do without
PettingZoo: rlcard's gin rummy and Uno in its own loop, and our games side by side.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from devtools import command

ROOT = Path(__file__).parents[1]
HOME = ROOT / "build" / "environments"
NEEDS = ("pettingzoo==1.25.*", "rlcard==1.2.*", "pygame", "gymnasium>=1", "numpy>=2")
PAGE = ROOT / "docs" / "speed.md"
GIN = "PettingZoo `gin_rummy_v4`"
HEAD = "| environment | steps per second | gin rummy's |\n|---|---:|---:|"
STEPS, TURNS = 3000, 7


def loops() -> dict[str, Callable[[], float]]:
    """Return what measures each environment once, by its name in the table."""
    import rlcard
    from pettingzoo.classic import gin_rummy_v4

    from phase10_widgets import rl

    envs = {
        GIN: gin_rummy_v4.env(),
        "classic, 2 seats": rl.env(),
        "classic, 2 seats, `phases=[1]`": rl.env(phases=[1]),
        "classic, 6 seats": rl.env("classic", 6),
        "flip, 2 seats": rl.env("flip"),
        "standard, 2 seats": rl.env("standard"),
        "masters, 2 seats": rl.env("masters"),
    }
    found: dict[str, Callable[[], float]] = {name: partial(rate, env, STEPS) for name, env in envs.items()}
    for name, game in (("gin rummy", "gin-rummy"), ("Uno", "uno")):
        found[f"rlcard's {name} alone"] = partial(rlcard_rate, rlcard.make(game, config={"seed": 1}), STEPS)
    found["classic, `SelfPlay(64)`"] = partial(side_by_side_rate, rl.SelfPlay(64), STEPS)
    return found


def rate(env: Any, steps: int) -> float:
    """Return the steps per second of processor time of a random policy in whole games."""
    env.reset(seed=1)
    for seat, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(seat)
    began, done = process_time(), 0
    while done < steps:
        for agent in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            env.step(env.action_space(agent).sample(seen["action_mask"]))
            done += 1
            if done == steps:
                break
        else:
            env.reset()
    return steps / (process_time() - began)


def rlcard_rate(env: Any, steps: int) -> float:
    """Return the steps per second of processor time of a random policy in rlcard's own loop."""
    chance = Random(1)
    began, (state, _) = process_time(), env.reset()
    for _ in range(steps):
        if env.is_over():
            state, _ = env.reset()
        state, _ = env.step(chance.choice(list(state["legal_actions"])))
    return steps / (process_time() - began)


def side_by_side_rate(many: Any, steps: int) -> float:
    """Return the steps per second of processor time of a random policy that plays many games at once."""
    chance = Random(1)
    began, batch = process_time(), many.reset(1)
    rounds = steps // len(many.plays)
    for _ in range(rounds):
        batch = many.step([chance.choice(mask.nonzero()[0]) for mask in batch.masks])
    return rounds * len(many.plays) / (process_time() - began)


def rates() -> dict[str, float]:
    """Return the best rate of each environment; they take turns, so that all meet the same machine."""
    measures = loops()
    found = dict.fromkeys(measures, 0.0)
    for _ in range(TURNS):
        for name, measure in measures.items():
            found[name] = max(found[name], measure())
    return found


def table(found: dict[str, float]) -> str:
    """Return the rates as a Markdown table."""
    rows = [f"| {name} | {value:,.0f} | {value / found[GIN]:.1f} times |" for name, value in found.items()]
    return "\n".join([HEAD, *rows])


def main() -> int:
    """Make the environment unless it is there, measure, print; ``--page`` writes the table into docs/speed.md."""
    words = command.parser(__doc__)
    words.add_argument("--page", action="store_true", help="write the table into docs/speed.md")
    words.add_argument("--inside", action="store_true", help="measure with this very Python, and print JSON")
    options = words.parse_args()
    if options.inside:
        print(json.dumps(rates()))
        return 0
    python = HOME / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        venv.create(HOME, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "-q", *NEEDS], check=True)
    ran = subprocess.run(
        [python, "-W", "ignore", "-m", "benchmarks.environments", "--inside"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    lines = table(json.loads(ran.stdout.splitlines()[-1]))
    print(lines)
    if options.page:
        before, start, rest = PAGE.read_text("utf-8").partition("<!-- environments -->\n")
        PAGE.write_text(
            f"{before}{start}{lines}\n<!-- /environments -->{rest.partition('<!-- /environments -->')[2]}", "utf-8"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
