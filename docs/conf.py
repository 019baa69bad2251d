"""Settings of Sphinx for these pages; `python -m devtools.build.docs` builds them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.ext.napoleon import GoogleDocstring

import phase10_widgets

project = "phase10_widgets"
version = release = phase10_widgets.__version__
copyright = "phase10_widgets contributors, MIT license. Unofficial; not affiliated with Mattel"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
exclude_patterns = ["examples", "upstream"]
templates_path = ["_templates"]

nitpicky = True
nitpick_ignore_regex = [
    ("py:.*", r"(collections|concurrent|datetime|decimal|fractions|os|pathlib|random|t|typing)\..*"),  # Python's own
    ("py:class", r"phase10_widgets\..*|dict\[str|NDArray|Sentence|Shown"),  # in signatures
    ("py:class", r"(Code|Mixed|Question|Recall)Card|ProgressBoard|Your(Calibration|Design|Hands|Table)"),  # a learner's
    ("py:class", "DesignWork|Illegal|ObservedPhases|Seated"),  # in signatures, too
    ("py:exc", "ExperimentError|LostJobError|Refusal|TrialError"),  # ValueErrors without a page of their own
]

autodoc_member_order = "bysource"
autodoc_mock_imports = ["gymnasium", "numpy", "pettingzoo"]
autodoc_typehints = "signature"
toc_object_entries_show_parents = "hide"
myst_heading_anchors = 3

html_theme = "furo"
html_title = "phase10_widgets"
html_favicon = "_static/icon.svg"
html_copy_source = False
html_show_sphinx = False
html_static_path = ["_static"]
html_css_files = ["reach.css"]
html_js_files = ["reach.js"]
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/play.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}

RULE = re.compile(r"[GCVMSF]\d{1,2}")
CITED = re.compile(rf"\((?:{RULE.pattern}, )*{RULE.pattern}\)")


def rule_link(found: re.Match[str]) -> str:
    """The rule's place in the rulebook."""
    return f"`{found[0]} <rulebook.html#{found[0].lower()}>`__"


def read_sections(app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Make fields of "Args:" and "Raises:", of an attribute, too, without taking a colon in its words for a type; and
    links of the rules' numbers in brackets."""
    told = [line for line in lines if not line.startswith("Alias for field number")]
    lines[:] = [
        line if line.lstrip().startswith(">>>") else CITED.sub(lambda found: RULE.sub(rule_link, found[0]), line)
        for line in GoogleDocstring(told).lines()
    ]


def leave_out(app: Sphinx, what: str, name: str, obj: Any, skip: bool, options: Any) -> bool | None:
    """Constants of a class are its own affair."""
    return True if name.isupper() else None


def say_titles(app: Sphinx, page: nodes.document, name: str) -> None:
    """Call a link by its page's title where it is called by a file, as it is where the files are read."""
    for link in page.findall(nodes.reference):
        file = link.astext().removeprefix("docs/")
        if link.get("internal") and file.endswith(".md"):
            title = app.env.titles[file.removesuffix(".md")].astext()
            link.children = [nodes.inline(title, title)]


CONTENTS: dict[int, str] = {}
"""The contents beside pages that stand in none themselves, by how many folders down they are."""


def contents_once(app: Sphinx, name: str, template: str, context: dict[str, Any], page: nodes.document | None) -> None:
    """The contents are much work, and are the same beside all pages of code."""
    whole, depth = context["toctree"], name.count("/")

    def contents(**wanted: Any) -> str:
        if depth not in CONTENTS:
            CONTENTS[depth] = whole(**wanted)
        return CONTENTS[depth]

    if page is None:
        context["toctree"] = contents


def mend_links_to_docs(app: Sphinx) -> Iterable[tuple[str, dict[str, Any], str]]:
    """Let the pages of source code lead back only to names that the manual lists.

    A module's names lead to one public module. `viewcode` takes the first that it meets; take the one that lists most.
    """
    listed = app.env.domaindata["py"]["objects"]
    modules: dict[str, Any] = getattr(app.env, "_viewcode_modules", {})
    for name, entry in list(modules.items()):
        if not entry:
            del modules[name]
            continue
        code, tags, used, first = entry
        homes = (first, "phase10_widgets", "phase10_widgets.extensions")
        home = max(homes, key=lambda each: sum(f"{each}.{place}" in listed for place in used))
        modules[name] = code, tags, {key: page for key, page in used.items() if f"{home}.{key}" in listed}, home
    return ()


def setup(app: Sphinx) -> None:
    app.connect("html-collect-pages", mend_links_to_docs, priority=400)  # before viewcode
    app.connect("autodoc-process-docstring", read_sections)
    app.connect("autodoc-skip-member", leave_out)
    app.connect("doctree-resolved", say_titles)
    app.connect("html-page-context", contents_once, priority=400)  # before the theme
