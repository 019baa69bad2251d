"""How ways for the expert to judge do against greedy: ``python -m devtools.measure.styles [GAMES] [CHANGE ...]``.

A change names fields of ``players.expert.Style``, as in ``regard=0.5,hands=48``. Without any, those of the table in
docs/players.md are tried. All play the same deals.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import fields, replace

from phase10_widgets import arena
from phase10_widgets.players.expert import ExpertPlayer, Style

GAMES = 1000
TRIED = (
    "",
    "regard=0.0",
    "regard=0.3",
    "regard=0.6",
    "regard=1.5",
    "hands=8",
    "hands=48",
    "ahead=0",
    "skip=0.0",
    "skip=1.5",
    "hit=0.0",
)


def style(change: str) -> Style:
    """The expert's way to judge with these fields changed.

    Raises:
        ValueError: a field that there is not, or no number.
    """
    kinds = {field.name: type(getattr(Style(), field.name)) for field in fields(Style)}
    given = dict(part.split("=", 1) for part in change.split(",") if part)
    unknown = sorted(given.keys() - kinds.keys())
    if unknown:
        raise ValueError(f"a style has no {', '.join(unknown)}; it has {', '.join(kinds)}")
    return replace(Style(), **{name: kinds[name](float(value)) for name, value in given.items()})


def main(words: Sequence[str]) -> None:
    """Print a row of a Markdown table for each change."""
    games = int(words[0]) if words else GAMES
    print(f"{games:,} games each, classic, two seats\n\n| change | share of wins | 95 % interval |\n|---|---:|---:|")
    with ProcessPoolExecutor() as pool:
        for change in words[1:] or TRIED:
            player = ExpertPlayer(10, 1, style(change))
            share = arena.play("classic", [player, "greedy"], games, seed="styles", executor=pool).shares[0]
            print(f"| {change or 'none'} | {share.value:.1%} | {share.low:.1%} to {share.high:.1%} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
