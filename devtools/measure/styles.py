"""Play variants of the expert against greedy: ``python -m devtools.measure.styles [GAMES] [CHANGE ...]``.

A change names fields of ``players.expert.ExpertSettings``, as in ``opponent_weight=0.5,hands=48``. Without any,
those of the table in docs/players.md are tried. All play the same deals.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from dataclasses import fields, replace

from devtools import command
from phase10_widgets import arena
from phase10_widgets.players.expert import ExpertPlayer, ExpertSettings

GAMES = 1000
TRIED = (
    "",
    "opponent_weight=0.0",
    "opponent_weight=0.3",
    "opponent_weight=0.6",
    "opponent_weight=1.5",
    "hands=8",
    "hands=48",
    "ahead=0",
    "skip=0.0",
    "skip=1.5",
    "hit=0.0",
    "spare=0.0",
    "spare=4.0",
)


def settings(change: str) -> ExpertSettings:
    """Return the expert's settings with these fields changed.

    Raises:
        ValueError: an unknown field, or an invalid number.
    """
    kinds = {field.name: type(getattr(ExpertSettings(), field.name)) for field in fields(ExpertSettings)}
    given = dict(part.split("=", 1) for part in change.split(",") if part)
    unknown = sorted(given.keys() - kinds.keys())
    if unknown:
        raise ValueError(f"the settings have no {', '.join(unknown)}; they have {', '.join(kinds)}")
    return replace(ExpertSettings(), **{name: kinds[name](float(value)) for name, value in given.items()})


def main() -> None:
    """Print a row of a Markdown table for each change."""
    words = command.parser(__doc__)
    words.add_argument("games", nargs="?", type=int, default=GAMES, metavar="GAMES", help="default: %(default)s")
    words.add_argument("changes", nargs="*", metavar="CHANGE", help="as in opponent_weight=0.5,hands=48")
    options = words.parse_args()
    games = options.games
    print(f"{games:,} games each, classic, two seats\n\n| change | share of wins | 95% interval |\n|---|---:|---:|")
    with ProcessPoolExecutor() as pool:
        for change in options.changes or TRIED:
            player = ExpertPlayer(10, 1, settings(change))
            share = arena.play("classic", [player, "greedy"], games, seed="styles", executor=pool).shares[0]
            print(f"| {change or 'none'} | {share.value:.1%} | {share.low:.1%} to {share.high:.1%} |", flush=True)


if __name__ == "__main__":
    main()
