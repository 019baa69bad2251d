"""Write docs/rl-arrays.md, the numbers in every edition's arrays: ``python -m devtools.generate.array_tables``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import phase10_widgets as p10
from devtools import command

if TYPE_CHECKING:
    from phase10_widgets.rl import Coding

PAGE = Path(__file__).resolve().parents[2] / "docs" / "rl-arrays.md"
HEAD = """\
# The arrays of every edition

This page lists the meaning of each number in an observation and of each action, for two seats and all phases. With more
seats, the parts for `seat +1` are repeated for `seat +2`, and so on. [rl.md](rl.md) explains the environment. In a
checkout, `python -m devtools.generate.array_tables` writes this page, and a test keeps it up to date.

In Python, `coding.features.names` holds the name of every number, and `coding.describe(number)` names any action:

```python
import phase10_widgets as p10
from phase10_widgets import rl

coding = rl.Coding(p10.edition("classic"), seats=2)
coding.features.names[12], coding.describe(2)
```
"""


def page() -> str:
    from phase10_widgets.rl import Coding

    sections = [section(Coding(p10.edition(edition), 2)) for edition in p10.EDITIONS]
    return "\n".join([HEAD, *sections])


def section(coding: Coding) -> str:
    """Return the tables for one edition."""
    features = coding.features
    faces = list(features.faces)
    layout = features.layout["seat +0 groups"]
    names = [name.removeprefix("seat +0 groups 0 ") for name in features.names[layout]]
    group = names[: len(names) // features.n_groups]
    lines = [f"## {coding.edition.name}", ""]
    lines += [f"**Faces** ({len(faces)}), in this order: {', '.join(f'`{face}`' for face in faces)}.", ""]
    lines += [f"**A group** ({len(group)} numbers): {', '.join(group)}.", ""]
    lines += ["| numbers | part | meaning |", "|---|---|---|"]
    for part, where in features.layout.items():
        values = [name.removeprefix(part).strip() for name in features.names[where]]
        lines.append(f"| {span(where.start, where.stop)} | `{part}` | {meaning(values, faces, features.n_groups)} |")
    lines += ["", "| actions | meaning |", "|---|---|", *actions(coding), ""]
    return "\n".join(lines)


def meaning(values: list[str], faces: list[str], n_groups: int) -> str:
    """Return a short description of a part's values."""
    if values == faces:
        return "one for each face"
    if values[0].startswith("0 set"):
        return f"{n_groups} groups, one after another"
    if values == list(map(str, range(1, len(values) + 1))) and len(values) > 1:
        return f"phases 1 to {len(values)}"
    return ", ".join(values) if values != [""] else "one number"


def actions(coding: Coding) -> Iterator[str]:
    names = [coding.describe(number) for number in range(coding.n_actions)]
    kinds = [kind_of(name) for name in names]
    start = 0
    for at in range(1, len(kinds) + 1):
        if at == len(kinds) or kinds[at] != kinds[start]:
            first, last = f"`{names[start]}`", f" … `{names[at - 1]}`" if at - start > 1 else ""
            yield f"| {span(start, at)} | {first}{last} |"
            start = at


def kind_of(name: str) -> str:
    """Return the type of an action with this name: its first word and its number of parts."""
    words = name.split()
    pile = words[1] if words[0] == "draw" and words[1] in ("deck", "discard") else ""
    return f"{words[0]} {pile} {len(words)}"


def span(start: int, stop: int) -> str:
    """Return the range from *start* up to but not including *stop* as text."""
    return f"{start}" if stop - start == 1 else f"{start} to {stop - 1}"


if __name__ == "__main__":
    command.parser(__doc__).parse_args()
    PAGE.write_text(page(), "utf-8")
