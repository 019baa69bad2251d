"""Every page that is linked and every test that is named as evidence exists."""

from __future__ import annotations

import re

from tests.faults import no_faults
from tests.packages import CHECKOUT

LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
NAMED = re.compile(r"`((?:tests|docs|web|devtools)/[\w./-]+)[`:]")
TOOL = re.compile(r"`python -m ((?:devtools\.[a-z]+|benchmarks)(?:\.\w+)+)")
DECIDES = re.compile(r"^- .+: `([\w./-]+)` `([\w-]+)`$", re.M)
WRITTEN = [CHECKOUT / "README.md", CHECKOUT / "CONTRIBUTING.md", *sorted((CHECKOUT / "docs").rglob("*.md"))]
EVIDENCE = [
    *(CHECKOUT / name for name in ("CONTRIBUTING.md", "docs/threats.md", "docs/testing.md")),
    *sorted((CHECKOUT / "docs" / "decisions").glob("[0-9]*.md")),
]
"""The pages that name tests and tools."""
TEST, DEFINED = re.compile(r"`(test_\w+)`"), re.compile(r"^(?:async )?def (test_\w+)", re.M)


def anchors(page: str) -> set[str]:
    """Return the anchors of a page: its headings, as GitHub and MyST spell them."""
    titles = re.findall(r"(?m)^#+ (.+)$", re.sub(r"(?ms)^```.*?^```", "", page))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_links_resolve() -> None:
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


def test_named_evidence_exists() -> None:
    sources = (path.read_text("utf-8") for path in (CHECKOUT / "tests").rglob("test_*.py"))
    defined = {name for source in sources for name in DEFINED.findall(source)}
    for path in EVIDENCE:
        text = path.read_text("utf-8")
        names = [*NAMED.findall(text), *(f"{tool.replace('.', '/')}.py" for tool in TOOL.findall(text))]
        assert [name for name in names if not (CHECKOUT / name).exists()] == [], path
        assert {*TEST.findall(text)} <= defined, path


def test_decisions_are_made_where_the_guide_says() -> None:
    text = (CHECKOUT / "CONTRIBUTING.md").read_text("utf-8")
    rows = DECIDES.findall(text.partition("## Who decides")[2])
    assert len(rows) >= 25
    assert len(text.encode()) <= 9000
    with no_faults() as faults:
        for path, name in rows:
            with faults.of(path):
                there = CHECKOUT / "phase10_widgets" / path
                assert re.search(rf"(?<!\w){re.escape(name)}(?!\w)", there.read_text("utf-8")), f"no {name}"
