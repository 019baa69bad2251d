"""Entry point of ``python -m phase10_widgets``, the same as ``phase10``."""

import os
import sys

if sys.path[0] in ("", os.getcwd()) and not sys.flags.safe_path:
    del sys.path[0]  # the files of the current folder must not replace modules

from phase10_widgets.apps.cli import main

if __name__ == "__main__":
    sys.exit(main())
