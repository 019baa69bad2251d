"""The first pages of the site that needs no server: like those of ``phase10 serve``, for a Python in the browser."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from pathlib import Path

from ... import languages
from ...core.messages import phrase
from ...text import Text
from . import pages
from .notebooks import lesson_paths

MEGABYTES = 13
"""What a first visit fetches, as a host sends it that compresses; `python -m benchmarks.site` measures it."""
STYLE = """
.scroll { overflow-x: auto }
table { border-collapse: collapse; min-inline-size: 34rem }
th, td { padding: 0.4rem 1rem 0.4rem 0; border-block-end: 1px solid var(--line); text-align: start;
  vertical-align: top }
"""
SETTINGS = '<script id="jupyter-config-data" type="application/json" data-jupyter-lite-root=".">{}</script>'
"""JupyterLite's pages look for settings in the start page, too."""
_YES, _NO = phrase("yes"), phrase("no")
_IN_TURN = phrase("at one screen, in turn")
_HALF = phrase("yes, about half as fast")
WHERE = (
    (phrase("The game, all four editions, all levels of the computer players"), _YES, _YES),
    (phrase("Hints, the look back at a game, luck and skill"), _HALF, _YES),
    (phrase("The lessons"), _YES, _YES),
    (
        phrase("Odds and simulations"),
        phrase("yes, about half as fast, on one processor"),
        phrase("yes, on all processors or a cluster"),
    ),
    (phrase("Hands by the million (NumPy), the environment for learning programs"), _NO, _YES),
    (
        phrase("Going on with a game after its page was closed"),
        phrase("from a file: Menu, then “Save to a file”"),
        _YES,
    ),
    (phrase("Several people in one game"), _IN_TURN, _IN_TURN),
    (phrase("Without the internet"), phrase("once a page is there, until it is closed"), _YES),
)
"""What there is, whether here, and whether with a Python of one's own."""
MORE = (
    ("gallery.ipynb", phrase("Every part on one page"), phrase("tables, odds, matches between computer players")),
    (
        "notebooks/index.html?path=lessons/index.ipynb",
        phrase("The lessons as notebooks"),
        phrase("to read and change their Python; what you change stays in this browser"),
    ),
    ("docs/index.html", phrase("Documentation"), phrase("in English")),
)
"""The other ways from the start page."""


def write(folder: Path, notebooks: Iterable[str], version: str) -> None:
    """Write start page and "About these pages" in every language, and their style."""
    known = frozenset(notebooks)
    for name in languages.names():
        words, place = Text(name), folder / _folder(name)
        address = _from("" if name == languages.ENGLISH else "../")
        place.mkdir(exist_ok=True)
        first = start(words, address, known).replace("</head>", f"{SETTINGS}</head>", 1)
        (place / "index.html").write_text(first, "utf-8")
        (place / "about.html").write_text(about(words, address, version), "utf-8")
    (folder / "page.css").write_text(pages.style() + STYLE, "utf-8")


def _folder(language: str) -> str:
    return "" if language == languages.ENGLISH else f"{language}/"


def _from(up: str) -> pages.Address:
    """Where the site has what the pages of ``phase10 serve`` link to; *up* leads to its root."""

    def address(path: str) -> str:
        first, _, rest = path.partition("/")
        if path.endswith(".ipynb") and "?" not in path:
            path = f"voici/render/{'' if first == 'lessons' else 'notebooks/'}{path.removesuffix('ipynb')}html"
        elif first in languages.names():
            path = f"{_folder(first)}{rest or 'index'}.html"
        return up + path

    return address


def start(words: Text, address: pages.Address, notebooks: frozenset[str]) -> str:
    """The page that a visitor sees first."""
    say = words.say
    loading = say(
        "All of it runs in this browser. The first start takes some seconds: about {n} MB are loaded once.", n=MEGABYTES
    )
    ways = "".join(
        f'<li><a href="{escape(address(path))}">{escape(say(name))}</a>: {escape(say(line))}</li>'
        for path, name, line in MORE
    )
    more = f"<h2>{escape(say('Look around'))}</h2><ul>{ways}</ul>"
    lessons = lesson_paths(notebooks, words.language.name)
    return pages.start(words, address, lessons, loading=loading, more=more)


def about(words: Text, address: pages.Address, version: str) -> str:
    """What works here, and what is kept where."""
    say = words.say
    head = "".join(
        f'<th scope="col">{escape(say(text))}</th>'
        for text in (phrase("What"), phrase("On these pages"), phrase("With Python on a computer or a server"))
    )
    rows = "".join(
        f'<tr><th scope="row">{escape(say(what))}</th><td>{escape(say(here))}</td><td>{escape(say(there))}</td></tr>'
        for what, here, there in WHERE
    )
    table = (
        '<div class="scroll" tabindex="0" role="region" aria-labelledby="where">'
        f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )
    kept = say(
        "What you do in the lessons is kept in this browser, for this address only; whoever uses the same browser "
        "sees it. At the end of each lesson you can save it to a file or forget it. Notebooks that you change are "
        "kept in this browser, too. A game is kept nowhere unless you save it to a file. Nothing is sent to anybody: "
        "no cookies, no counters, no fonts or scripts from elsewhere. Whoever keeps these pages on a server sees that "
        "they were fetched, as with any page."
    )
    browsers = say(
        "Any that is not much older than two years: Chrome, Edge, Firefox, Safari, on computers, tablets and phones. "
        "Tested with Chromium. An open page takes about 300 MB of memory."
    )
    stopped = say(
        "A page that stays empty for more than a minute: load it again. If that does not help, the browser may be too "
        "old, or something in it blocks WebAssembly. A game that does not answer any more: load the page again, and "
        "the game from its file, if you saved it."
    )
    parts = (
        pages.what_this_is(words, version),
        f'<h2 id="where">{escape(say("What works where"))}</h2>'
        f"<p>{escape(say('Python itself runs in your browser here, not on a server. That decides what there is.'))}</p>"
        f"{table}",
        pages.paragraph(say("Which browsers"), browsers),
        pages.paragraph(say("What is kept where"), kept),
        pages.paragraph(say("When something stops"), stopped),
        pages.by_keyboard(words),
    )
    return pages.about_page(words, address, "".join(parts))
