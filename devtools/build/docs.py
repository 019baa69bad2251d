"""Build the documentation (by default into ``build/docs``): ``python -m devtools.build.docs [FOLDER]``.

A broken link or any other Sphinx warning is an error. Arguments after the folder are passed to Sphinx; ``-A in_site=1``
is for pages in the site's ``docs`` folder.
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
    """Rebuild all pages; if Sphinx reports errors, print them and exit."""
    shutil.rmtree(out, ignore_errors=True)
    words = ["-b", "html", "-W", "--keep-going", "-n", "-q", "-j", "auto", *more, str(PAGES), str(out)]
    if subprocess.run([sys.executable, "-m", "sphinx", *words], cwd=ROOT, check=False).returncode:
        sys.exit("The documentation was not built; see the errors above.")
    for folder in (".doctrees", "_sources"):
        shutil.rmtree(out / folder, ignore_errors=True)
    (out / ".buildinfo").unlink(missing_ok=True)


def main() -> None:
    words = command.parser(__doc__)
    words.add_argument("folder", nargs="?", type=Path, default=OUT, metavar="FOLDER", help="default: build/docs")
    options, more = words.parse_known_args()
    build(options.folder, *more)


if __name__ == "__main__":
    main()
