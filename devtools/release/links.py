"""Write the Binder links into README.md and docs/: ``python -m devtools.release.links``.

The repository is named only in ``pyproject.toml``, under ``[project.urls]``. Markers on each page show where the links
go.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

from devtools import command

ROOT = Path(__file__).resolve().parents[2]
PATHS: Mapping[str, str] = {
    "app": "voila/render/notebooks/app.ipynb",
    "lessons": "voila/render/lessons/index.ipynb",
    "jupyterlab": "lab/tree/lessons/index.ipynb",
    "together": "live",
}
"""The path that each link opens in the container; it has no leading slash because the hub adds the container's path."""
NAMES = {"app": "Play", "lessons": "Lessons", "jupyterlab": "JupyterLab", "together": "Play together"}
MARKED = re.compile(r"(<!-- binder -->\n).*?(<!-- /binder -->)", re.DOTALL)


def repository(root: Path = ROOT) -> str:
    """Return the owner and name of the repository on GitHub, as in "somebody/phase10_widgets".

    Raises:
        ValueError: the address in pyproject.toml has a different form.
    """
    address = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["urls"]["Repository"]
    match = re.fullmatch(r"https://github\.com/([\w.-]+/[\w.-]+)", address)
    if match is None:
        raise ValueError(f"Binder links require an address such as https://github.com/OWNER/NAME, not {address}")
    return match[1]


def link(what: str, whose: str) -> str:
    """Return the link that starts a container and opens this part of it.

    >>> link("app", "somebody/phase10_widgets")
    'https://mybinder.org/v2/gh/somebody/phase10_widgets/HEAD?urlpath=voila/render/notebooks/app.ipynb'
    """
    return f"https://mybinder.org/v2/gh/{whose}/HEAD?urlpath={PATHS[what]}"


def written(page: str, whose: str) -> str:
    """Return a page with updated links."""
    rows = "".join(f"- [{name}]({link(what, whose)})\n" for what, name in NAMES.items())
    return MARKED.sub(lambda found: f"{found[1]}{rows}{found[2]}", page)


def pages(root: Path = ROOT) -> list[Path]:
    candidates = [root / "README.md", *sorted((root / "docs").glob("*.md"))]
    return [path for path in candidates if MARKED.search(path.read_text("utf-8"))]


def main() -> None:
    command.parser(__doc__).parse_args()
    for path in pages():
        page = path.read_text("utf-8")
        path.write_text(written(page, repository()), "utf-8")


if __name__ == "__main__":
    main()
