"""Install JupyterHub's proxy from npm, for tests and trials: ``python -m devtools.build.hub_proxy``."""

from __future__ import annotations

import os
import subprocess

from devtools import command
from devtools.build import freshness, frontend

PROXY = "configurable-http-proxy@5.2.0"
FOLDER = freshness.ROOT / "build" / "hub"
SCRIPT = FOLDER / "node_modules" / "configurable-http-proxy" / "bin" / "configurable-http-proxy"
ADVICE = "JupyterHub's proxy is not installed: python -m devtools.build.hub_proxy"


def find() -> list[str] | None:
    """Return the command that starts the proxy; None if it is not installed."""
    return [str(frontend.node_paths()[1]), str(SCRIPT)] if SCRIPT.is_file() else None


def install() -> list[str]:
    """Install the proxy unless it is there; return the command that starts it."""
    folder, node, npm = frontend.node_paths()
    if not SCRIPT.is_file():
        path = f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"
        words = ["install", "--prefix", str(FOLDER), "--ignore-scripts", "--no-audit", "--no-fund", PROXY]
        subprocess.run([node, npm, *words], env={**os.environ, "PATH": path}, check=True)
    return [str(node), str(SCRIPT)]


def main() -> None:
    """Install the proxy."""
    command.parser(__doc__).parse_args()
    install()


if __name__ == "__main__":
    main()
