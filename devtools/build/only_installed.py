"""Refuse to import the package from the checkout in a test run that is about the installed wheel.

:mod:`devtools.build.tested` puts this into the environment of the tests, where every process loads it when it starts:
kernels, servers and workers too. Without the variable it does nothing.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import ModuleSpec, PathFinder

VARIABLE = "P10_TESTED"
"""Names the folder with the tested environment, ``build/tested`` in the checkout."""
PACKAGE = "phase10_widgets"


class OnlyInstalled:
    """An import hook that finds nothing; it looks where the package would come from."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Raise ImportError if it would come from the checkout."""
        folder = os.environ.get(VARIABLE)
        if name != PACKAGE or not folder:
            return None
        checkout = os.path.realpath(os.path.join(folder, "..", "..", PACKAGE))
        found = PathFinder.find_spec(name)
        if found and os.path.dirname(os.path.realpath(found.origin or "")) == checkout:
            raise ImportError(
                f"This test run is about the installed wheel, but {name} would be imported from the checkout, "
                f"{checkout}. Look at the process's working folder, PYTHONPATH and sys.path."
            )
        return None


if os.environ.get(VARIABLE):
    sys.meta_path.insert(0, OnlyInstalled)
