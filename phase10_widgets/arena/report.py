"""The report of a contest as text: a heading, a table of players, and notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .results import Results


def report(found: Results) -> str:
    """Return the report: a heading, a row for each player (strongest first), and, for several tables of two, each
    pair's results."""
    parts = [heading(found), "", *aligned(table_cells(found))]
    parts += _notes(found)
    if len(found.tables) > 1 and found.seats == 2:
        parts += ["", *_pairs(found)]
    return "\n".join(parts)


def repeats_note(found: Results) -> str:
    """Return the note on games that add no information."""
    again = found.games - sum(1 for _ in found.each_game(repeats=False))
    return (
        f"{again:,} of the {found.games:,} games repeat others: equal deterministic players exchanged "
        "their seats. They add no evidence."
    )


def _notes(found: Results) -> list[str]:
    """Return notes on missing ratings and errors (each reason once), and on games that add no information."""
    notes: dict[str, list[str]] = {}
    for name, one in zip(found.players, found.ratings, strict=True):
        if one.why:
            notes.setdefault(str(one.why), []).append(name)
    again = [repeats_note(found)] if found.repeats else []
    return [f"{', '.join(names)}: {why}." for why, names in notes.items()] + again


def heading(found: Results) -> str:
    """Return the heading, which describes the contest in one line."""
    first = found.at[0]
    rules = "".join(f", {name}={value}" for name, value in first.options.items())
    tables = "" if len(found.tables) == 1 else f" at {len(found.tables)} tables"
    games, deals = found.games, len({deal.deal for deal in found.played})
    dealt = "1 deal" if deals == 1 else f"{deals:,} deals each"
    return (
        f"{first.edition}{rules}, {found.seats} seats: {games:,} game{'s' * (games != 1)}{tables}, "
        f"{dealt} played from every seat, seed {first.seed}"
    )


def table_cells(found: Results) -> list[list[str]]:
    """Return the table of players as strings, strongest first, with column names in the first row."""
    rows = found.to_dicts()
    order = _order(found)
    interval = f"{found.confidence:.0%} interval"
    cells = [["player", "wins", "games", "share", interval, "rating", "phases", "points", "rounds"]]
    for at in order:
        row, share = rows[at], found.shares[at]
        value, error = row["rating"], row["rating_error"]
        rating = "-" if value is None else f"{value:.0f}" if error is None else f"{value:.0f} ± {error:.0f}"
        averages = [f"{row[name]:.1f}" if row["games"] else "-" for name in ("phases", "score", "rounds")]
        won = f"{row['wins']:,}" if isinstance(row["wins"], int) else f"{row['wins']:,.1f}"
        shown = [str(share.text), " to ".join(share.ends)]
        cells.append([row["player"], won, f"{row['games']:,}", *shown, rating, *averages])
    return cells


def _pairs(found: Results) -> list[str]:
    """Return the proportion of games that each row's player won against each column's."""
    order = _order(found)
    cells = [["won against", *[found.players[at] for at in order]]]
    for row in order:
        line = [found.players[row]]
        for column in order:
            line.append("" if row == column else str(found.among(row, column).shares[row].text))
        cells.append(line)
    return aligned(cells)


def _order(found: Results) -> list[int]:
    return sorted(range(len(found.players)), key=lambda at: -found.shares[at].value)


def aligned(cells: list[list[str]]) -> list[str]:
    """Return a table with aligned columns: the first is left-aligned, and the others are right-aligned."""
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
