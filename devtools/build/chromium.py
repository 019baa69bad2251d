"""Find Chromium for the browser tests, or install it if possible: ``python -m devtools.build.chromium``."""

from __future__ import annotations

import os
import shutil
import sys

from devtools import command
from devtools.build import programs

SHELL = "chromium-headless-shell"
"""Chromium without a window, which the tests prefer because it renders pages at a fraction of the cost."""
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ADVICE = (
    "The browser tests need Chromium: install it (Debian, Ubuntu: apt-get install chromium-headless-shell; "
    "macOS: brew install chromium) or name one in P10_CHROMIUM."
)


def find() -> str | None:
    """Return the browser named in P10_CHROMIUM, the first one on the path, or None."""
    named = os.environ.get("P10_CHROMIUM")
    return named or next((path for path in map(shutil.which, NAMES) if path), None)


def main() -> int:
    """Exit silently if there is a browser; if CI=true, treat a missing browser as an error."""
    command.parser(__doc__).parse_args()
    if "P10_CHROMIUM" not in os.environ and shutil.which(SHELL) is None and programs.may_install():
        programs.from_debian(SHELL)
    if find() is not None:
        return 0
    print(ADVICE, file=sys.stderr)
    return int(os.environ.get("CI") == "true")


if __name__ == "__main__":
    sys.exit(main())
