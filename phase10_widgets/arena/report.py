"""Results as readable text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .results import Results


def report(found: Results) -> str:
    """Return the setup, a row per player (strongest first) and, with several tables, the head-to-head shares."""
    parts = [_heading(found), "", *_table(found)]
    parts += [f"{name}: {one.why}." for name, one in zip(found.players, found.ratings, strict=True) if one.why]
    if len(found.tables) > 1 and found.seats == 2:
        parts += ["", *_pairs(found)]
    return "\n".join(parts)


def _heading(found: Results) -> str:
    first = found.at[0]
    rules = "".join(f", {name}={value}" for name, value in first.options.items())
    tables = "" if len(found.tables) == 1 else f" at {len(found.tables)} tables"
    deals = len({deal.deal for deal in found.played})
    return (
        f"{first.edition}{rules}, {found.seats} seats: {found.games:,} games{tables}, "
        f"{deals:,} deals each played from every seat, seed {first.seed}"
    )


def _table(found: Results) -> list[str]:
    rows = found.to_dicts()
    order = _order(found)
    interval = f"{found.confidence:.0%} interval"
    cells = [["player", "wins", "games", "share", interval, "rating", "phases", "points", "rounds"]]
    for at in order:
        row, share = rows[at], found.shares[at]
        value, error = row["rating"], row["rating_error"]
        rating = "-" if value is None else f"{value:.0f}" if error is None else f"{value:.0f} ± {error:.0f}"
        averages = [f"{row[name]:.1f}" if row["games"] else "-" for name in ("phases", "points", "rounds")]
        won = f"{row['wins']:,}" if isinstance(row["wins"], int) else f"{row['wins']:,.1f}"
        shown = [str(share.text), " to ".join(share.ends)]
        cells.append([row["player"], won, f"{row['games']:,}", *shown, rating, *averages])
    return _aligned(cells)


def _pairs(found: Results) -> list[str]:
    """Return the share of games each row's player won against each column's."""
    order = _order(found)
    cells = [["won against", *[found.players[at] for at in order]]]
    for row in order:
        line = [found.players[row]]
        for column in order:
            line.append("" if row == column else str(found.among(row, column).shares[row].text))
        cells.append(line)
    return _aligned(cells)


def _order(found: Results) -> list[int]:
    return sorted(range(len(found.players)), key=lambda at: -found.shares[at].value)


def _aligned(cells: list[list[str]]) -> list[str]:
    """Return the columns padded: the first left-aligned, the others right-aligned."""
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = [
        "  ".join(
            cell.rjust(width) if at else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in cells
    ]
    rule = "  ".join("-" * width for width in widths)
    return [lines[0].rstrip(), rule, *[line.rstrip() for line in lines[1:]]]
