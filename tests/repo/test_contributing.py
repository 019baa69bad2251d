"""CONTRIBUTING.md stays short and true; every decision has its page, its status and its line in the index."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.faults import no_faults
from tests.packages import CHECKOUT

GUIDE = (CHECKOUT / "CONTRIBUTING.md").read_text("utf-8")
MOST_BYTES = 9_000
MOST_TERMS = 40
BUILT = {"node_modules", "static", "__pycache__"}
GENERATED = "phase10_widgets/frontend/src/protocol"
"""A folder that git does not hold."""
FOLDERS = re.compile(r"( *)((?:[\w-]+/ )*[\w-]+/)(?: |$)")
"""A line of the tree: its indentation and the folders that it names."""
DECISIONS = CHECKOUT / "docs" / "decisions"
PAGES = sorted(DECISIONS.glob("[0-9]*.md"))
HEAD = re.compile(r"# (?P<title>.+)\n\n- Status: (?P<status>.+)\n- Date: (?P<date>\d{4}-\d\d-\d\d)\n")
SUPERSEDED = re.compile(r"superseded by \[(\d{4})\]\((\1-[a-z-]+\.md)\)")
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
NAMED = re.compile(r"`((?:tests|docs|web|devtools)/[\w./-]+)[`:]")
TOOL = re.compile(r"`python -m ((?:devtools\.[a-z]+|benchmarks)\.\w+)")
WRITTEN = [CHECKOUT / "README.md", CHECKOUT / "CONTRIBUTING.md", *sorted((CHECKOUT / "docs").rglob("*.md"))]
EVIDENCE = [
    *(CHECKOUT / name for name in ("CONTRIBUTING.md", "docs/threats.md", "docs/testing.md")),
    *PAGES,
]
"""The pages that name tests and tools."""


def folders() -> Iterator[str]:
    """Yield each folder that the tree names, from the root, in order."""
    tree = GUIDE.partition("## The tree")[2].split("```")[1]
    above: list[str] = []
    for line in tree.strip("\n").split("\n"):
        found = FOLDERS.match(line)
        if found is None:
            continue
        del above[len(found[1]) // 2 :]
        names = [name.rstrip("/") for name in found[2].split()]
        yield from ("/".join([*above, name]) for name in names)
        above.append(names[0])


def with_code(root: str, suffix: str, deepest: int) -> set[str]:
    """Return the folders below *root* that hold such files, down to *deepest* parts of a path."""
    paths = (path.relative_to(CHECKOUT).parts[:-1] for path in (CHECKOUT / root).rglob(f"*{suffix}"))
    return {"/".join(parts[:deepest]) for parts in paths if not BUILT & {*parts}} - {GENERATED}


def anchors(page: str) -> set[str]:
    """Return what a link into a page can name: its headings, as GitHub and MyST spell them."""
    titles = re.findall(r"(?m)^#+ (.+)$", re.sub(r"(?ms)^```.*?^```", "", page))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_it_can_be_read_to_the_end() -> None:
    assert len(GUIDE.encode()) <= MOST_BYTES


def test_the_tree_names_each_folder_once() -> None:
    named = list(folders())
    assert len(named) == len({*named})
    assert [name for name in named if not (CHECKOUT / name).is_dir()] == []


def test_the_tree_has_every_folder() -> None:
    """Each folder of the package, of the tools and of the tests; what is deeper in the front end is its own affair."""
    roots = [("phase10_widgets", ".py", 9), ("phase10_widgets/frontend/src", ".ts", 4)]
    roots += [("devtools", ".py", 2), ("tests", ".py", 2)]
    missing = {root: with_code(root, suffix, deepest) - {*folders()} for root, suffix, deepest in roots}
    assert {root: names for root, names in missing.items() if names} == {}


def test_the_glossary_is_short_and_has_each_term_once() -> None:
    lines = re.findall(r"(?m)^- (.+(?:\n  .+)*)", GUIDE.partition("## Words")[2].partition("\n## ")[0])
    terms = [term for line in lines for term in re.findall(r"\*\*(.+?)\*\*", line)]
    assert all(line.startswith("**") for line in lines)
    assert 25 <= len(terms) <= MOST_TERMS
    assert len(terms) == len({*terms})


def test_a_decision_has_a_status_and_all_its_parts() -> None:
    index = (DECISIONS / "index.md").read_text("utf-8")
    with no_faults() as faults:
        for path in PAGES:
            with faults.of(path.stem):
                text = path.read_text("utf-8")
                head = HEAD.match(text)
                assert head is not None
                assert re.findall(r"(?m)^## (.+)$", text) == ["Context", "Decision", "Consequences"]
                by = SUPERSEDED.fullmatch(head["status"])
                assert head["status"] == "accepted" or (by and (DECISIONS / by[2]).is_file())
                row = f"| [{path.stem[:4]}]({path.name}) {head['title']} | {head['status']} | {head['date']} |"
                assert row in index


def test_decisions_are_numbered_without_a_gap() -> None:
    assert [int(path.name[:4]) for path in PAGES] == list(range(1, len(PAGES) + 1))


def test_a_link_leads_somewhere() -> None:
    with no_faults() as faults:
        for path in WRITTEN:
            for target in LINK.findall(re.sub(r"(?ms)^```.*?^```", "", path.read_text("utf-8"))):
                if "://" in target:
                    continue
                with faults.of(f"{path.relative_to(CHECKOUT)}: {target}"):
                    name, _, anchor = target.partition("#")
                    there = (path.parent / name) if name else path
                    assert there.exists()
                    if anchor and there.suffix == ".md":
                        assert anchor in anchors(there.read_text("utf-8"))


def test_what_is_named_as_evidence_exists() -> None:
    missing = []
    for path in EVIDENCE:
        text = path.read_text("utf-8")
        names = [*NAMED.findall(text), *(f"{tool.replace('.', '/')}.py" for tool in TOOL.findall(text))]
        missing += [f"{path.relative_to(CHECKOUT)}: {name}" for name in names if not (CHECKOUT / name).exists()]
    assert missing == []
