"""Entry point for ``python -m phase10_widgets``, which is equivalent to ``phase10``."""

import sys

from phase10_widgets.cli import main

if __name__ == "__main__":
    sys.exit(main())
