"""Build the front end and the catalogs into the package, and add the notebooks to it."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))
from devtools.build import catalogs, frontend

SHIPPED = "phase10_widgets/notebooks"
"""The package's folder for the notebooks."""
FILES = (
    "notebooks/app.ipynb",
    "notebooks/bots.ipynb",
    "notebooks/gallery.ipynb",
    "notebooks/odds.ipynb",
    "notebooks/replay.ipynb",
    "notebooks/tournament.ipynb",
    "voila.json",
)
FOLDERS = ("lessons", "docs/analyses")
"""The folders whose notebooks are also included in the package."""


class PackageBuildHook(BuildHookInterface[Any]):
    """A build hook for files that are not in git; it needs Node or Babel only if their output is out of date."""

    def dependencies(self) -> list[str]:
        return [tool for part, tool in ((frontend, frontend.NODE), (catalogs, catalogs.BABEL)) if not part.is_fresh()]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        for part in (frontend, catalogs):
            if not part.is_fresh():
                part.build()
        root = Path(self.root)
        if version == "standard" and self.target_name == "wheel":
            build_data["force_include"].update({str(root / name): target for name, target in shipped(root)})
        if version == "editable":
            link(root)


def shipped(root: Path) -> Iterator[tuple[str, str]]:
    """Yield each shipped file's path in the repository and its path in the wheel."""
    for name in FILES:
        yield name, f"{SHIPPED}/{Path(name).name}"
    for path in sorted(path for folder in FOLDERS for path in (root / folder).rglob("*.ipynb")):
        if ".ipynb_checkpoints" not in path.parts:
            name = path.relative_to(root).as_posix()
            yield name, f"{SHIPPED}/{name}"


def link(root: Path) -> None:
    """Add links to the repository's notebooks to the package, or copies if the system does not allow links."""
    shutil.rmtree(root / SHIPPED, ignore_errors=True)
    for name, target in (*((name, Path(name).name) for name in FILES), *((name, name) for name in FOLDERS)):
        source, place = root / name, root / SHIPPED / target
        place.parent.mkdir(parents=True, exist_ok=True)
        try:
            place.symlink_to(os.path.relpath(source, place.parent), target_is_directory=source.is_dir())
        except OSError:
            (shutil.copytree if source.is_dir() else shutil.copy)(source, place)
