"""Find the proxies for the tests with them, or install them if possible: ``python -m devtools.build.proxies``.

JupyterHub's proxy comes from npm; nginx, and openssl for its certificate, from Debian.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from devtools import command
from devtools.build import debian, freshness, frontend

HUB_PROXY = "configurable-http-proxy@5.2.0"
FOLDER = freshness.ROOT / "build" / "hub"
SCRIPT = FOLDER / "node_modules" / "configurable-http-proxy" / "bin" / "configurable-http-proxy"
PACKAGES = {"nginx": "nginx-light", "openssl": "openssl"}
"""Debian's package for each program."""
ADVICE = (
    "The tests with proxies need nginx, openssl and JupyterHub's proxy: install the first two (Debian, Ubuntu: "
    "apt-get install nginx-light openssl; macOS: brew install nginx openssl), then run "
    "python -m devtools.build.proxies."
)


def find_hub_proxy() -> list[str] | None:
    """Return the command that starts JupyterHub's proxy; None if it is not installed."""
    return [str(frontend.node_paths()[1]), str(SCRIPT)] if SCRIPT.is_file() else None


def hub_proxy() -> list[str]:
    """Install JupyterHub's proxy unless it is there; return the command that starts it."""
    folder, node, npm = frontend.node_paths()
    if not SCRIPT.is_file():
        path = f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"
        words = ["install", "--prefix", str(FOLDER), "--ignore-scripts", "--no-audit", "--no-fund", HUB_PROXY]
        env = {**os.environ, "PATH": path}
        subprocess.run([node, npm, *words], env=env, check=True, stdout=subprocess.DEVNULL)
    return [str(node), str(SCRIPT)]


def missing() -> list[str]:
    """Return Debian's packages of the programs that are not installed."""
    return [package for program, package in PACKAGES.items() if shutil.which(program) is None]


def main() -> int:
    """Exit silently if all are there; with CI=true a missing one is an error."""
    command.parser(__doc__).parse_args()
    hub_proxy()
    if missing():
        debian.install(*missing())
    return debian.verdict(ADVICE, there=not missing())


if __name__ == "__main__":
    sys.exit(main())
