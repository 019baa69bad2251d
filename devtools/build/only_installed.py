"""Refuse to import the package from the checkout in a test run of the installed wheel.

:mod:`devtools.build.tested` copies this into the test environment, where every process loads it at startup, including
kernels, servers and workers. If the environment variable P10_TESTED is not set, this module does nothing.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import ModuleSpec, PathFinder

VARIABLE = "P10_TESTED"
"""The environment variable that names the folder with the tested environment, ``build/tested`` in the checkout."""
PACKAGE = "phase10_widgets"


class OnlyInstalled:
    """An import hook that never finds a module, but checks where the package would come from."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Raise ImportError if the package would come from the checkout."""
        folder = os.environ.get(VARIABLE)
        if name != PACKAGE or not folder:
            return None
        checkout = os.path.realpath(os.path.join(folder, "..", "..", PACKAGE))
        found = PathFinder.find_spec(name)
        if found and os.path.dirname(os.path.realpath(found.origin or "")) == checkout:
            raise ImportError(
                f"This run tests the installed wheel, but {name} would be imported from the checkout, "
                f"{checkout}. Look at the process's working folder, PYTHONPATH and sys.path."
            )
        return None


if os.environ.get(VARIABLE):
    sys.meta_path.insert(0, OnlyInstalled)
