"""Settings of Sphinx for these pages; `python -m tools.docs` builds them."""

from __future__ import annotations

import phase10_widgets

project = "phase10_widgets"
version = release = phase10_widgets.__version__
copyright = "phase10_widgets contributors, MIT licence. Unofficial; not affiliated with Mattel"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode"]
exclude_patterns = ["examples"]
nitpicky = True

myst_heading_anchors = 3

html_theme = "furo"
html_title = "phase10_widgets"
html_copy_source = False
html_show_sphinx = False
html_static_path = ["_static"]
