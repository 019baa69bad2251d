"""Run the benchmarks and print the tables of docs/speed.md: ``python -m benchmarks``.

The promise: the package reaches the speeds in the "must" column of docs/speed.md. The benchmarks take ten minutes.

The tables show the core's speed, the bundle sizes, and the time from click to paint in the browser.
"""

from __future__ import annotations

import gzip
import json
import tempfile
from pathlib import Path
from typing import Any

import pytest

from devtools import command

STATIC = Path(__file__).parents[1] / "phase10_widgets" / "static"
HERE = Path(__file__).parent
PAGE = HERE.parent / "docs" / "speed.md"


def main() -> int:
    """Measure the core, the bundle sizes and, unless ``--quick`` is given, the browser; ``--page`` writes
    docs/speed.md."""
    words = command.parser(__doc__)
    words.add_argument("--quick", action="store_true", help="skip the browser")
    words.add_argument("--page", action="store_true", help="write the tables into docs/speed.md")
    options = words.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "speed.json"
        given = [str(HERE), "--benchmark-enable", f"--benchmark-json={out}", "-q", "-o", "addopts="]
        failed = pytest.main(given)
        if failed:
            return int(failed)
        rows = json.loads(out.read_text("utf-8"))["benchmarks"]
    lines = [table(rows), ""]
    for bundle in sorted(STATIC.glob("*.js")):
        lines.append(f"- `{bundle.name}`: {len(gzip.compress(bundle.read_bytes(), 9, mtime=0)) / 1000:.1f} kB gzip")
    if not options.quick:
        from benchmarks.browser import click_to_paint

        echo, ours = click_to_paint()
        ratio = (
            f"{ours / echo:.2f} times a bare anywidget echo on the same page ({echo:.1f} ms); the limit is 2.5 times"
        )
        lines += [f"- click to paint in Voilà: {ours:.1f} ms, {ratio}"]
    print("\n".join(lines))
    if options.page:
        command.write_between(PAGE, "<!-- speed -->\n", "<!-- /speed -->", "\n".join(lines) + "\n")
    return 0


def table(rows: list[dict[str, Any]]) -> str:
    """Return a Markdown table of the best rates and each unit's cost in iterations of the calibration loop."""
    best = {row["name"]: row["extra_info"]["n"] / row["stats"]["min"] for row in rows}
    turn = 1 / best["test_calibration"]
    lines = ["| benchmark | per second | calibration iterations per unit | must | goal |", "|---|---:|---:|---:|---:|"]
    for row in rows:
        info, name = row["extra_info"], row["name"].removeprefix("test_").replace("_", " ")
        rate = best[row["name"]]
        wanted = " | ".join(_rate(info[key]) if info.get(key) else "" for key in ("must", "goal"))
        lines.append(f"| {name} ({info['unit']}) | {_rate(rate)} | {1 / rate / turn:,.1f} | {wanted} |")
    return "\n".join(lines)


def _rate(value: float) -> str:
    """Return the rate rounded to a whole number, or to three significant digits if it is small."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


if __name__ == "__main__":
    raise SystemExit(main())
