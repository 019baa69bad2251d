"""Audit pages with Lighthouse as a phone sees them: ``python -m devtools.measure.lighthouse [ADDRESS …] [--site]``.

The promise: 95 points for accessibility and 90 for best practices (docs/host.md). It takes some
minutes.

Without an address, start ``phase10 serve`` on 127.0.0.1 and audit its pages; with ``--site``, audit the site built by
``make site`` from a file server. Print a row for each page and the faults below; exit with 1 if a page misses a
requirement in `LEAST` or its widgets did not load. ``--out FOLDER`` saves the full reports. Lighthouse is installed
from npm into ``build/lighthouse``; its browser can reach this machine only.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from devtools import command
from devtools.browser.opened import served
from devtools.browser.servers import QUIET, ROOT, FileServer
from devtools.build import chromium
from devtools.build.frontend import node_paths

FOLDER = ROOT / "build" / "lighthouse"
VERSION = "13.5.0"
LEAST = {"accessibility": 95, "best-practices": 90}
CATEGORIES = (*LEAST, "performance")
WIDGETS, LEAST_ELEMENTS = "/render/", 200
"""Pages with this in their address have widgets; until these load, a page has only a few paragraphs."""
PATIENT = {
    "extends": "lighthouse:default",
    "settings": {"pauseAfterLoadMs": 8000, "networkQuietThresholdMs": 4000, "cpuQuietThresholdMs": 2000},
}
"""A widget loads some time after its page; Lighthouse alone would wait a second."""
NOTEBOOKS = ("app", "odds", "lessons/index", "lessons/03_at_least_one_wild")
PAGES = ("en/", "de/about", "play", "live", "lessons/3", *(f"voila/render/{name}.ipynb" for name in NOTEBOOKS))
SITE = ROOT / "_site"
SITE_PAGES = ("index.html", "de/about.html", "play/index.html", "lessons/3/index.html", "docs/index.html")
LOAD_MILLISECONDS = 60_000
SECONDS = 300


def install() -> Path:
    """Return Lighthouse's start script, installing it once."""
    script = FOLDER / "node_modules" / "lighthouse" / "cli" / "index.js"
    package = script.parents[1] / "package.json"
    if not package.is_file() or json.loads(package.read_text("utf-8"))["version"] != VERSION:
        FOLDER.mkdir(parents=True, exist_ok=True)
        (FOLDER / "package.json").write_text('{"private": true}', "utf-8")
        bin_dir, node, npm = node_paths()
        words = ("install", "--no-audit", "--no-fund", "--ignore-scripts", "--no-save", f"lighthouse@{VERSION}")
        env = {**os.environ, "PATH": f"{bin_dir}{os.pathsep}{os.environ.get('PATH', '')}"}
        subprocess.run([node, npm, *words], cwd=FOLDER, env=env, check=True, stdout=sys.stderr)
    return script


def asked(address: str) -> dict[str, Any]:
    """Return Lighthouse's report on a page."""
    path = chromium.find()
    if path is None:
        sys.exit(chromium.ADVICE)
    script, (_, node, _) = install(), node_paths()
    config = FOLDER / "config.json"
    config.write_text(json.dumps(PATIENT), "utf-8")
    words = [
        f"--config-path={config}",
        f"--only-categories={','.join(CATEGORIES)}",
        f"--chrome-flags={' '.join(repr(flag) if ' ' in flag else flag for flag in QUIET)}",
        f"--max-wait-for-load={LOAD_MILLISECONDS}",
        "--output=json",
        "--quiet",
    ]
    env = {**os.environ, "CHROME_PATH": path}
    asked = [str(node), str(script), address, *words]
    done = subprocess.run(asked, cwd=FOLDER, env=env, capture_output=True, text=True, timeout=SECONDS, check=False)
    if done.returncode:
        sys.exit(f"Lighthouse failed at {address}:\n{(done.stdout + done.stderr)[-3000:]}")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def points(report: dict[str, Any], category: str) -> int:
    """Return a category's score from 0 to 100."""
    return round(100 * (report["categories"][category]["score"] or 0))


def number(report: dict[str, Any], audit: str) -> float:
    """Return an audit's measurement; 0 if there is none."""
    return float(report["audits"].get(audit, {}).get("numericValue") or 0)


def row(address: str, report: dict[str, Any]) -> str:
    values = (
        *(str(points(report, category)) for category in CATEGORIES),
        f"{number(report, 'largest-contentful-paint') / 1000:.1f} s",
        f"{number(report, 'total-byte-weight') / 1000:,.0f} kB",
        f"{number(report, 'dom-size-insight'):.0f}",
    )
    return f"| {address} | {' | '.join(values)} |"


def faults(report: dict[str, Any]) -> list[str]:
    """Return the audits that cost points, except speed, with the elements concerned."""
    lines = []
    for category in CATEGORIES:
        for part in report["categories"][category]["auditRefs"]:
            audit = report["audits"][part["id"]]
            if category == "performance" or not part["weight"] or audit["score"] in (None, 1):
                continue
            lines.append(f"{category}: {audit['title']}")
            items = (audit.get("details") or {}).get("items", [])
            lines += [f"    {json.dumps(item)[:300]}" for item in items[:5]]
    return lines


def misses(report: dict[str, Any]) -> list[str]:
    found = {name: points(report, name) for name in LEAST}
    short = [f"{name} {n}, at least {LEAST[name]}" for name, n in found.items() if n < LEAST[name]]
    elements = number(report, "dom-size-insight")
    if WIDGETS in report["requestedUrl"] and elements < LEAST_ELEMENTS:
        short.append(f"only {elements:.0f} elements: its widgets had not come")
    return short


def table(addresses: Sequence[str], out: Path | None = None) -> int:
    """Print Lighthouse's findings on these pages; return 1 if one misses a requirement."""
    print(f"| page | {' | '.join(CATEGORIES)} | largest paint | bytes | elements |")
    print(f"|---|{'---:|' * (len(CATEGORIES) + 3)}")
    below, missed = [], False
    for at, address in enumerate(addresses):
        report = asked(address)
        print(row(address, report), flush=True)
        below += [f"{address}: {line}" for line in (*misses(report), *faults(report))]
        missed = missed or bool(misses(report))
        if out is not None:
            out.mkdir(parents=True, exist_ok=True)
            (out / f"{at + 1}.json").write_text(json.dumps(report), "utf-8")
    print(*below, sep="\n")
    return int(missed)


def main() -> int:
    """Audit the given pages, those of the site, or those of a server of our own."""
    words = command.parser(__doc__)
    words.add_argument("addresses", nargs="*", metavar="ADDRESS")
    words.add_argument("--site", action="store_true", help="ask about the site in _site/")
    words.add_argument("--out", type=Path, metavar="FOLDER", help="keep the whole reports there, as JSON")
    options = words.parse_args()
    if options.addresses:
        return table(options.addresses, options.out)
    if options.site:
        if not SITE.is_dir():
            sys.exit("There is no site yet: make site")
        with FileServer(SITE) as host:
            return table([host.address + page for page in SITE_PAGES], options.out)
    with served() as address:
        return table([address + page for page in PAGES], options.out)


if __name__ == "__main__":
    sys.exit(main())
