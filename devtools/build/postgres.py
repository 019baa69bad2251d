"""Find PostgreSQL for the tests with a database, or install it if possible: ``python -m devtools.build.postgres``."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from devtools import command
from devtools.build import debian

DEBIAN = "/usr/lib/postgresql"
"""The folder in which Debian keeps each version's programs, of which only some are on the path."""
PACKAGE = "postgresql"
ADVICE = (
    "The tests with a database need PostgreSQL: install it (Debian, Ubuntu: apt-get install postgresql; macOS: "
    "brew install postgresql) or name the folder of its programs in P10_POSTGRES."
)


def find() -> Path | None:
    """Return the folder of initdb and postgres: P10_POSTGRES, otherwise Debian's newest, otherwise the path's."""
    if named := os.environ.get("P10_POSTGRES"):
        return Path(named)
    found = sorted(Path(DEBIAN).glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]), reverse=True)
    on_path = shutil.which("initdb")
    return found[0].parent if found else Path(on_path).resolve().parent if on_path else None


def install() -> None:
    """Install PostgreSQL from Debian without starting a server, where that is possible; it may fail."""
    if debian.may_install():
        no_cluster = Path("/etc/postgresql-common/createcluster.d/phase10.conf")
        no_cluster.parent.mkdir(parents=True, exist_ok=True)
        no_cluster.write_text("create_main_cluster = false\n", "utf-8")  # the tests make their own
        debian.install(PACKAGE)


def main() -> int:
    """Exit silently if PostgreSQL is there; with CI=true it is an error if not."""
    command.parser(__doc__).parse_args()
    if find() is None:
        install()
    return debian.verdict(ADVICE, there=find() is not None)


if __name__ == "__main__":
    sys.exit(main())
