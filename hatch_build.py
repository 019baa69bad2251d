"""Builds the front end into the package, and puts the notebooks into the wheel."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))
from devtools.build import frontend

IN_WHEEL = (
    "notebooks/app.ipynb",
    "notebooks/gallery.ipynb",
    "notebooks/odds.ipynb",
    "notebooks/replay.ipynb",
    "voila.json",
)


class FrontendBuildHook(BuildHookInterface[Any]):
    """Asks for Node only when the built files are older than their sources."""

    def dependencies(self) -> list[str]:
        return [] if frontend.is_fresh() else [frontend.NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if not frontend.is_fresh():
            frontend.build()
        if self.target_name == "wheel" and version == "standard":
            for name in IN_WHEEL:
                shipped = f"phase10_widgets/notebooks/{Path(name).name}"
                build_data["force_include"][str(Path(self.root) / name)] = shipped
            for path in sorted(Path(self.root, "lessons").rglob("*.ipynb")):
                if ".ipynb_checkpoints" not in path.parts:
                    shipped = f"phase10_widgets/notebooks/{path.relative_to(self.root).as_posix()}"
                    build_data["force_include"][str(path)] = shipped
