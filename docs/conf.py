"""Sphinx settings for these pages; `python -m devtools.build.docs` builds them."""

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
    ("py:class", r"phase10_widgets\..*|dict\[str|NDArray|Path|Sentence|Shown"),  # in signatures
    ("py:class", r"(Code|Mixed|Question|Recall)Card|ProgressBoard|Your(Calibration|Design|Hands|Table)"),  # learner
    (
        "py:class",
        r"DesignWork|Illegal|Node|ObservedPhases|Options(AndBox)?|Params|Seated|Unpack|traitlets\..*",
    ),  # in signatures, too
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
    """Return the link to a rule in the rulebook."""
    return f"`{found[0]} <rulebook.html#{found[0].lower()}>`__"


def read_sections(app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Turn "Args:" and "Raises:" into fields without mistaking text before a colon for a type; link cited rules."""
    told = [line for line in lines if not line.startswith("Alias for field number")]
    lines[:] = [
        line if line.lstrip().startswith(">>>") else CITED.sub(lambda found: RULE.sub(rule_link, found[0]), line)
        for line in GoogleDocstring(told).lines()
    ]


def leave_out(app: Sphinx, what: str, name: str, obj: Any, skip: bool, options: Any) -> bool | None:
    """Leave out class constants, which are internal."""
    return True if name.isupper() else None


def say_titles(app: Sphinx, page: nodes.document, name: str) -> None:
    """Replace a link's text with its page's title if the text is a file name, as in the Markdown files."""
    for link in page.findall(nodes.reference):
        file = link.astext().removeprefix("docs/")
        if link.get("internal") and file.endswith(".md"):
            title = app.env.titles[file.removesuffix(".md")].astext()
            link.children = [nodes.inline(title, title)]


CONTENTS: dict[int, str] = {}
"""The tables of contents shown on pages that no table of contents lists, by folder depth."""


def contents_once(app: Sphinx, name: str, template: str, context: dict[str, Any], page: nodes.document | None) -> None:
    """Build the table of contents only once for all source code pages, which share it, because building it is slow."""
    whole, depth = context["toctree"], name.count("/")

    def contents(**wanted: Any) -> str:
        if depth not in CONTENTS:
            CONTENTS[depth] = whole(**wanted)
        return CONTENTS[depth]

    if page is None:
        context["toctree"] = contents


def leave_out_builtins(app: Sphinx) -> Iterable[tuple[str, dict[str, Any], str]]:
    """Make `viewcode` list only modules that have source code."""
    modules: dict[str, Any] = getattr(app.env, "_viewcode_modules", {})
    for name in [name for name, entry in modules.items() if not entry]:
        del modules[name]
    return ()


def lead_back(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Link each name on a source code page back to the public module that lists it.

    `viewcode` assumes that all names in a source file belong to one public module, the first that it finds.
    """
    entry = getattr(app.env, "_viewcode_modules", {}).get(page.removeprefix("_modules/").replace("/", "."))
    if not page.startswith("_modules/") or not entry:
        return
    first, listed = entry[3], app.env.domaindata["py"]["objects"]

    def mended(link: re.Match[str]) -> str:
        begun, linked, name = link[1], link[2], link[3].removeprefix(f"{first}.")
        homes = [
            (entry.docname != linked, full)
            for full, entry in listed.items()
            if full.endswith(f".{name}") and full.removesuffix(f".{name}") not in listed and not entry.aliased
        ]
        if not homes:
            return link[0]
        _, full = min(homes)
        return f'{begun}{listed[full].docname}.html#{full}"'

    context["body"] = re.sub(
        r'(class="viewcode-back" href="(?:\.\./)*)([^"#]*)\.html#([^"]*)"', mended, context["body"]
    )


def setup(app: Sphinx) -> None:
    app.connect("html-collect-pages", leave_out_builtins, priority=400)  # before viewcode
    app.connect("html-page-context", lead_back)
    app.connect("autodoc-process-docstring", read_sections)
    app.connect("autodoc-skip-member", leave_out)
    app.connect("doctree-resolved", say_titles)
    app.connect("html-page-context", contents_once, priority=400)  # before the theme
