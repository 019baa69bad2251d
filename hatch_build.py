"""Build the front end and the catalogs into the package, and put the notebooks into the wheel."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))
from devtools.build import catalogs, frontend

IN_WHEEL = (
    "notebooks/app.ipynb",
    "notebooks/gallery.ipynb",
    "notebooks/odds.ipynb",
    "notebooks/replay.ipynb",
    "voila.json",
)
NOTEBOOKS = ("lessons", "docs/analyses")
"""The folders whose notebooks go into the wheel, too."""


class PackageBuildHook(BuildHookInterface[Any]):
    """The build of what git does not hold. It needs Node or Babel only if their results are out of date."""

    def dependencies(self) -> list[str]:
        return [tool for part, tool in ((frontend, frontend.NODE), (catalogs, catalogs.BABEL)) if not part.is_fresh()]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        for part in (frontend, catalogs):
            if not part.is_fresh():
                part.build()
        if self.target_name == "wheel" and version == "standard":
            for name in IN_WHEEL:
                shipped = f"phase10_widgets/notebooks/{Path(name).name}"
                build_data["force_include"][str(Path(self.root) / name)] = shipped
            folders = (Path(self.root, name) for name in NOTEBOOKS)
            for path in sorted(path for folder in folders for path in folder.rglob("*.ipynb")):
                if ".ipynb_checkpoints" not in path.parts:
                    shipped = f"phase10_widgets/notebooks/{path.relative_to(self.root).as_posix()}"
                    build_data["force_include"][str(path)] = shipped
