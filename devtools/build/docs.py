"""Builds the documentation: ``python -m devtools.build.docs [FOLDER]``, into ``build/docs`` unless told otherwise.

A link that leads nowhere, or anything else that Sphinx warns of, ends it with an error. What stands after the folder
goes to Sphinx: ``-A in_site=1`` for pages that lie in the folder ``docs`` of the site.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from devtools import command

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "docs"
OUT = ROOT / "build" / "docs"


def build(out: Path, *more: str) -> None:
    """Build all pages anew; what Sphinx finds wrong is printed, and this ends."""
    shutil.rmtree(out, ignore_errors=True)
    words = ["-b", "html", "-W", "--keep-going", "-n", "-q", "-j", "auto", *more, str(PAGES), str(out)]
    if subprocess.run([sys.executable, "-m", "sphinx", *words], cwd=ROOT, check=False).returncode:
        sys.exit("The documentation was not built; what is wrong stands above.")
    for folder in (".doctrees", "_sources"):
        shutil.rmtree(out / folder, ignore_errors=True)
    (out / ".buildinfo").unlink(missing_ok=True)


def main() -> None:
    """Build them where the command line says."""
    words = command.parser(__doc__)
    words.add_argument("folder", nargs="?", type=Path, default=OUT, metavar="FOLDER", help="default: build/docs")
    options, more = words.parse_known_args()
    build(options.folder, *more)


if __name__ == "__main__":
    main()
