"""Entry point of ``python -m phase10_widgets``, the same as ``phase10``."""

import sys

from phase10_widgets.cli import main

if __name__ == "__main__":
    sys.exit(main())
