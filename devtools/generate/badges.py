"""Write the README's badges, `docs/badges/*.svg`, from `pyproject.toml`: ``python -m devtools.generate.badges``.

They are our own files, so that viewing the README contacts no other host.
"""

from __future__ import annotations

import re
import tomllib
from html import escape
from pathlib import Path

from devtools import command

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "badges"
GREEN, BLUE, GREY = "#1b6e42", "#1f5aa6", "#5c5c5c"
NARROW = "Iijlft1.,:|- "


def badges() -> dict[str, str]:
    """Return every badge by its file name."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return {
        "python.svg": badge("Python", f"{versions(project)[0]} to {versions(project)[-1]}", BLUE),
        "licence.svg": badge("license", project["license"], GREEN),
        "unofficial.svg": badge("unofficial", "not affiliated with Mattel", GREY),
    }


def versions(project: dict[str, list[str]]) -> list[str]:
    """Return the Python versions that the package lists, oldest first."""
    found = (re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", line) for line in project["classifiers"])
    return [match[1] for match in found if match]


def badge(name: str, value: str, color: str) -> str:
    """Return two words side by side as an SVG; `textLength` gives them the same width in every font."""
    left, right = (round(sum(4.2 if letter in NARROW else 7 for letter in text)) + 14 for text in (name, value))
    name, value = escape(name), escape(value)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="20" role="img"'
        f' aria-label="{name}: {value}">\n'
        f"<title>{name}: {value}</title>\n"
        f'<clipPath id="r"><rect width="{left + right}" height="20" rx="3"/></clipPath>\n'
        f'<g clip-path="url(#r)"><rect width="{left}" height="20" fill="#333"/>'
        f'<rect x="{left}" width="{right}" height="20" fill="{color}"/></g>\n'
        '<g fill="#fff" font-family="Verdana, DejaVu Sans, sans-serif" font-size="11">\n'
        f'<text x="7" y="14" textLength="{left - 14}">{name}</text>\n'
        f'<text x="{left + 7}" y="14" textLength="{right - 14}">{value}</text>\n'
        "</g>\n</svg>\n"
    )


def main() -> None:
    command.parser(__doc__).parse_args()
    for name, text in badges().items():
        (FOLDER / name).write_text(text, "utf-8", newline="\n")


if __name__ == "__main__":
    main()
