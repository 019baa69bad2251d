"""Builds the documentation: ``python -m tools.docs [FOLDER]``, into ``build/docs`` unless told otherwise.

A link that leads nowhere, or anything else that Sphinx warns of, ends it with an error.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGES = ROOT / "docs"
OUT = ROOT / "build" / "docs"


def build(out: Path = OUT) -> None:
    """Build all pages anew; what Sphinx finds wrong is printed, and this ends."""
    shutil.rmtree(out, ignore_errors=True)
    strictly = ("-W", "--keep-going", "-n", "-q")
    words = [sys.executable, "-m", "sphinx", "-b", "html", *strictly, "-j", "auto", str(PAGES), str(out)]
    if subprocess.run(words, cwd=ROOT, check=False).returncode:
        sys.exit("The documentation was not built; what is wrong stands above.")
    shutil.rmtree(out / ".doctrees")
    (out / ".buildinfo").unlink(missing_ok=True)


if __name__ == "__main__":
    build(*map(Path, sys.argv[1:]))
