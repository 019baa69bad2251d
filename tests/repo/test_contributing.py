"""The tree in CONTRIBUTING.md has every folder, and what pages link to or name as evidence exists."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.faults import no_faults
from tests.packages import CHECKOUT

BUILT = {"node_modules", "static", "__pycache__"}
GENERATED = "phase10_widgets/frontend/src/protocol"
"""A folder that git does not hold."""
FOLDERS = re.compile(r"( *)((?:[\w-]+/ )*[\w-]+/)(?: |$)")
"""A line of the tree: its indentation and the folders that it names."""
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
NAMED = re.compile(r"`((?:tests|docs|web|devtools)/[\w./-]+)[`:]")
TOOL = re.compile(r"`python -m ((?:devtools\.[a-z]+|benchmarks)\.\w+)")
WRITTEN = [CHECKOUT / "README.md", CHECKOUT / "CONTRIBUTING.md", *sorted((CHECKOUT / "docs").rglob("*.md"))]
EVIDENCE = [
    *(CHECKOUT / name for name in ("CONTRIBUTING.md", "docs/threats.md", "docs/testing.md")),
    *sorted((CHECKOUT / "docs" / "decisions").glob("[0-9]*.md")),
]
"""The pages that name tests and tools."""


def folders() -> Iterator[str]:
    """Yield each folder that the tree names, from the root, in order."""
    tree = (CHECKOUT / "CONTRIBUTING.md").read_text("utf-8").partition("## The tree")[2].split("```")[1]
    above: list[str] = []
    for line in tree.strip("\n").split("\n"):
        if found := FOLDERS.match(line):
            del above[len(found[1]) // 2 :]
            names = [name.rstrip("/") for name in found[2].split()]
            yield from ("/".join([*above, name]) for name in names)
            above.append(names[0])


def with_code(root: str, suffix: str, deepest: int) -> set[str]:
    """Return the folders below *root* that hold such files, down to *deepest* parts of a path."""
    paths = (path.relative_to(CHECKOUT).parts[:-1] for path in (CHECKOUT / root).rglob(f"*{suffix}"))
    return {"/".join(parts[:deepest]) for parts in paths if not BUILT & {*parts}} - {GENERATED}


def test_the_tree_has_every_folder() -> None:
    """Each folder of the package, of the tools and of the tests; what is deeper in the front end is its own affair."""
    roots = [("phase10_widgets", ".py", 9), ("phase10_widgets/frontend/src", ".ts", 4)]
    roots += [("devtools", ".py", 2), ("tests", ".py", 2)]
    assert [name for name in folders() if not (CHECKOUT / name).is_dir()] == []
    assert [with_code(*root) - {*folders()} for root in roots] == [set()] * len(roots)


def anchors(page: str) -> set[str]:
    """Return what a link into a page can name: its headings, as GitHub and MyST spell them."""
    titles = re.findall(r"(?m)^#+ (.+)$", re.sub(r"(?ms)^```.*?^```", "", page))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_a_link_leads_somewhere() -> None:
    with no_faults() as faults:
        for path in WRITTEN:
            for target in LINK.findall(re.sub(r"(?ms)^```.*?^```", "", path.read_text("utf-8"))):
                if "://" not in target:
                    with faults.of(f"{path.relative_to(CHECKOUT)}: {target}"):
                        name, _, anchor = target.partition("#")
                        there = (path.parent / name) if name else path
                        assert there.exists()
                        if anchor and there.suffix == ".md":
                            assert anchor in anchors(there.read_text("utf-8"))


def test_what_is_named_as_evidence_exists() -> None:
    for path in EVIDENCE:
        text = path.read_text("utf-8")
        names = [*NAMED.findall(text), *(f"{tool.replace('.', '/')}.py" for tool in TOOL.findall(text))]
        assert [name for name in names if not (CHECKOUT / name).exists()] == [], path
