"""Audit pages with Lighthouse, emulating a phone: ``python -m devtools.measure.lighthouse [ADDRESS …] [--site]``.

The promise: 95 points for accessibility and 90 for best practices (docs/host.md). The audit takes a few minutes.

Without an address, start ``phase10 serve`` on 127.0.0.1 and audit its pages; with ``--site``, serve the site built by
``make site`` as plain files, and audit it. Print a row for each page; exit with 1 if a page misses a requirement in
`LEAST` or its screens did not load. The reports in ``build/lighthouse`` show every fault. Lighthouse comes from npm;
its browser can reach only this machine.
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
MEASURED = ("largest-contentful-paint", "dom-size-insight")
LEAST_ELEMENTS = {"/play": 200, "/lessons/": 200, "/odds": 200, "/tournament": 90}
"""The fewest elements of a page whose screens have loaded, keyed by a part of its address."""
PATIENT = {
    "extends": "lighthouse:default",
    "settings": {"pauseAfterLoadMs": 8000, "networkQuietThresholdMs": 4000, "cpuQuietThresholdMs": 2000},
}
"""The time to wait for screens, which load after their page; by default, Lighthouse waits one second."""
PAGES = ("en/", "de/about", "play", "live", "lessons", "lessons/3", "odds", "de/tournament")
SITE = ROOT / "_site"
SITE_PAGES = ("index.html", "de/about.html", "play/", "lessons/3/", "odds/", "gallery/", "docs/index.html")
LOAD_MILLISECONDS = 60_000
SECONDS = 300


def audited(address: str, out: Path) -> dict[str, Any]:
    """Return Lighthouse's report on a page, and write it to files whose names begin with *out*."""
    path, (folder, node, npm) = chromium.find(), node_paths()
    if path is None:
        sys.exit(chromium.ADVICE)
    out.parent.mkdir(parents=True, exist_ok=True)
    config = out.with_name("config.json")
    config.write_text(json.dumps(PATIENT), "utf-8")
    flags = " ".join(repr(flag) if " " in flag else flag for flag in QUIET)
    words = [f"--config-path={config}", f"--only-categories={','.join(CATEGORIES)}", f"--chrome-flags={flags}"]
    words += [f"--max-wait-for-load={LOAD_MILLISECONDS}", "--quiet"]
    words += ["--output=json", "--output=html", f"--output-path={out}"]
    env = {**os.environ, "CHROME_PATH": path, "PATH": f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"}
    run = (str(node), str(npm), "exec", "--yes", "--ignore-scripts", "--", f"lighthouse@{VERSION}", address, *words)
    done = subprocess.run(run, env=env, capture_output=True, text=True, timeout=SECONDS, check=False)
    if done.returncode:
        sys.exit(f"Lighthouse failed at {address}:\n{(done.stdout + done.stderr)[-3000:]}")
    found: dict[str, Any] = json.loads(Path(f"{out}.report.json").read_text("utf-8"))
    return found


def table(addresses: Sequence[str]) -> int:
    """Print Lighthouse's findings on these pages; return 1 if a page misses a requirement."""
    print(f"| page | {' | '.join(CATEGORIES)} | largest paint | elements |\n|---|{'---:|' * (len(CATEGORIES) + 2)}")
    missed = False
    for at, address in enumerate(addresses):
        report = audited(address, FOLDER / str(at + 1))
        points = {name: round(100 * (report["categories"][name]["score"] or 0)) for name in CATEGORIES}
        paint, elements = (float(report["audits"].get(name, {}).get("numericValue") or 0) for name in MEASURED)
        row = (address, *points.values(), f"{paint / 1000:.1f} s", f"{elements:.0f}")
        empty = any(part in address and elements < least for part, least in LEAST_ELEMENTS.items())
        bad = empty or any(points[name] < least for name, least in LEAST.items())
        print(
            f"| {' | '.join(map(str, row))} |{' its screens did not load' if empty else ' MISSED' if bad else ''}",
            flush=True,
        )
        missed |= bad
    print(f"The reports are {FOLDER}/*.html")
    return int(missed)


def main() -> int:
    """Audit the given pages, the site's pages, or our own server's pages."""
    words = command.parser(__doc__)
    words.add_argument("addresses", nargs="*", metavar="ADDRESS")
    words.add_argument("--site", action="store_true", help="audit the site in _site/")
    options = words.parse_args()
    if options.addresses:
        return table(options.addresses)
    if options.site:
        if not SITE.is_dir():
            sys.exit("There is no site yet. Run `make site`.")
        with FileServer(SITE) as host:
            return table([host.address + page for page in SITE_PAGES])
    with served() as address:
        return table([address + page for page in PAGES])


if __name__ == "__main__":
    sys.exit(main())
