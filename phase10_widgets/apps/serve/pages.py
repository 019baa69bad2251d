"""The pages around the widgets: start, about, and what is said when something is not there. Plain HTML, no script."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape

from ... import languages
from ...core.messages import phrase
from ...teaching import lesson, numbers
from ...text import NOTICE, Text

OWN_NAMES = {"en": "English", "de": "Deutsch"}
"""What each language calls itself."""
CAPSTONE = 13
FIRST = ' class="first"'
STYLE = """
:root { color-scheme: light dark; --paper: light-dark(#fffdf8, #171d1a); --ink: light-dark(#1d2229, #eeece4);
  --quiet: light-dark(#565041, #b8bcb3); --line: light-dark(#d8cfba, #3e4a44); --link: light-dark(#1f5bb5, #9ec5ff);
  --felt: light-dark(#22614d, #173f33); }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.55 system-ui, sans-serif }
header, main, footer { max-inline-size: 62rem; margin-inline: auto; padding: 0.75rem 1.25rem }
header { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; align-items: center; justify-content: space-between }
header strong { font-size: 1.2rem }
header strong a { color: inherit; text-decoration: none }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; margin: 0; padding: 0; list-style: none }
a { color: var(--link) }
nav a { display: inline-block; padding-block: 0.3rem }
a:focus-visible { outline: 3px solid var(--link); outline-offset: 3px; border-radius: 4px }
h1 { margin: 0.5rem 0; font-size: clamp(1.7rem, 6vw, 2.5rem); line-height: 1.15; text-wrap: balance }
h2 { margin: 2rem 0 0.5rem; font-size: 1.35rem }
p { max-inline-size: 68ch }
.lead { font-size: 1.15rem; color: var(--quiet) }
.ways { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); gap: 0.9rem;
  margin: 1.5rem 0; padding: 0; list-style: none }
.ways a { display: block; block-size: 100%; padding: 1rem 1.1rem; border: 1px solid var(--line);
  border-radius: 12px; border-block-start: 6px solid var(--card); color: var(--ink); text-decoration: none }
.ways a:hover { border-color: var(--link); border-block-start-color: var(--card) }
.ways b { display: block; font-size: 1.2rem }
.ways span { color: var(--quiet) }
.ways .first { grid-column: 1 / -1 }
.ways .first a { background: var(--felt); color: #fff; border-color: var(--felt) }
.ways .first b { font-size: 1.6rem }
.ways .first span { color: #fff }
.lessons { columns: 22rem; padding-inline-start: 1.6rem }
.lessons li { break-inside: avoid; padding-block: 0.3rem }
footer { margin-block-start: 2rem; border-block-start: 1px solid var(--line); color: var(--quiet) }
"""
PLAIN_POLICY = "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'"
"""What these pages may do: nothing but be read."""

WAYS = (
    (
        "app.ipynb",
        "#ffd75e",
        phrase("Play"),
        phrase("Against computer players of ten levels, or together at one screen."),
    ),
    (
        "lessons/index.ipynb",
        "#d23b3b",
        phrase("Lessons"),
        phrase("Twelve questions about chance, and what you did so far."),
    ),
    ("odds.ipynb", "#2f6fd0", phrase("Odds"), phrase("How likely is each phase, and what should go from a hand?")),
    (
        "replay.ipynb",
        "#2c8a4b",
        phrase("Look again"),
        phrase("Step through a saved game: what was luck, what was skill?"),
    ),
)
"""The ways from the start page: a notebook, a color, what it is called, what one finds there."""
TROUBLES: Mapping[int, tuple[str, str]] = {
    403: (phrase("This is not for visitors"), phrase("What you asked for is kept closed on this server.")),
    404: (phrase("There is nothing here"), phrase("The address may have a typing error, or the page was moved.")),
    503: (
        phrase("Every seat is taken"),
        phrase("As many people as this server can hold are playing now. Please try again in a few minutes."),
    ),
}
TROUBLE = (
    phrase("Something went wrong here"),
    phrase("It is not your fault. Load the page again; a game that was begun is offered to you there."),
)

Address = Callable[[str], str]
"""Where something is found: ``address("odds.ipynb")``, ``address("de/")``, ``address("page.css")``."""


def start(words: Text, address: Address, lessons: Mapping[int, str], *, loading: str = "", more: str = "") -> str:
    """The page that a visitor sees first; *lessons* are the lessons' notebooks by number.

    *loading* says how long one waits for the first page, *more* is HTML for the end.
    """
    say = words.say
    lead = say("Ten phases, one deck, and a lot to count. Nothing to install, no account.")
    spoken = f"?language={words.language.name}"
    ways = "".join(
        f'<li{FIRST if at == 0 else ""}><a href="{escape(address(path) + spoken)}" class="card{at}">'
        f"<b>{escape(say(name))}</b><span>{escape(say(line))}</span></a></li>"
        for at, (path, _, name, line) in enumerate(WAYS)
    )
    titles = {number: lesson(number).title for number in numbers()} | {CAPSTONE: phrase("Design a game")}
    foreign = f" <small>({escape(say('in English'))})</small>"
    own = f"/{words.language.name}/"
    rows = "".join(
        f'<li value="{number}"><a href="{escape(address(path))}">{escape(say(titles[number]))}</a>'
        f"{'' if words.language.name == languages.ENGLISH or own in path else foreign}</li>"
        for number, path in lessons.items()
        if number in titles
    )
    body = (
        f"<h1>{escape(say('Play Phase 10, and find out what chance is'))}</h1>"
        f'<p class="lead">{escape(lead)}</p>'
        f'<ul class="ways">{ways}</ul>'
        f"{f'<p>{escape(loading)}</p>' if loading else ''}"
        f'<h2 id="lessons">{escape(say("The lessons"))}</h2>'
        f"<p>{escape(say('Each has one question and takes 30 to 45 minutes. Begin where you like.'))}</p>"
        f'<ol class="lessons">{rows}</ol>{more}'
    )
    return _page(words, address, say("Phase 10: play and learn"), body, "")


def about(words: Text, address: Address, version: str) -> str:
    """What this is, and what is kept where."""
    say = words.say
    kept = say(
        "An unfinished game is kept on this server for 30 days, under a random name that only your browser "
        "knows. What you do in a lesson is kept in your browser and nowhere else. There are no accounts, no "
        "cookies that follow you, and nothing is asked of any other server. The server's log holds times and "
        "numbers, no names, and no addresses of visitors."
    )
    stopped = say(
        "Load the page again. A game that was begun is offered where games are set up, and the answers of a "
        "lesson come back by themselves. Saving a game to a file keeps it for good."
    )
    parts = (
        what_this_is(words, version),
        paragraph(say("What is kept where"), kept),
        paragraph(say("When something stops"), stopped),
        by_keyboard(words),
    )
    return about_page(words, address, "".join(parts))


def what_this_is(words: Text, version: str) -> str:
    """A paragraph of "About these pages"."""
    line = words.say(
        "A card game to play, to study and to learn probability with: free software, version {version}, under "
        "the MIT license. Its rules are Phase 10's and those of three relatives.",
        version=version,
    )
    return paragraph(words.say("What this is"), line)


def by_keyboard(words: Text) -> str:
    """Another paragraph of it."""
    line = words.say(
        "Everything can be reached with the keyboard, and is said to screen readers. The question mark opens "
        "the table's help with all keys. Colors are never the only sign."
    )
    return paragraph(words.say("By keyboard and by ear"), line)


def paragraph(title: str, line: str) -> str:
    """A text below its title."""
    return f"<h2>{escape(title)}</h2><p>{escape(line)}</p>"


def about_page(words: Text, address: Address, parts: str) -> str:
    """The page with these parts."""
    title = words.say("About these pages")
    return _page(words, address, title, f"<h1>{escape(title)}</h1>{parts}", "about")


def trouble(words: Text, address: Address, status: int) -> str:
    """What is said in the place of a page that there is not, or that failed."""
    title, line = (words.say(text) for text in TROUBLES.get(status, TROUBLE))
    back = f'<p><a href="{escape(address(words.language.name + "/"))}">{escape(words.say("To the start page"))}</a></p>'
    return _page(words, address, title, f"<h1>{escape(title)}</h1><p>{escape(line)}</p>{back}", "")


def style() -> str:
    """The style of all these pages."""
    cards = "".join(f".card{at} {{ --card: {color} }}\n" for at, (_, color, _, _) in enumerate(WAYS))
    return STYLE + cards


def preferred(accepted: str) -> str:
    """The language, of those there are, that a browser's ``Accept-Language`` likes best.

    >>> preferred("fr, de-AT;q=0.8, en;q=0.5"), preferred("*;q=x")
    ('de', 'en')
    """
    found: list[tuple[float, str]] = []
    for part in accepted[:500].split(","):
        tag, _, rest = part.partition(";")
        name, quality = tag.strip().partition("-")[0].lower(), rest.strip().removeprefix("q=")
        try:
            weight = float(quality) if quality else 1.0
        except ValueError:
            continue
        if name in languages.names() and weight > 0:
            found.append((-weight, name))
    return min(found, key=lambda pair: pair[0], default=(0, languages.ENGLISH))[1]


def _page(words: Text, address: Address, title: str, body: str, here: str) -> str:
    say, name = words.say, words.language.name
    line = say("Play Phase 10 in the browser and learn probability with it.")
    others = "".join(
        f'<li><a href="{escape(address(f"{other}/{here}"))}" hreflang="{other}" lang="{other}">'
        f"{OWN_NAMES.get(other, other)}</a></li>"
        for other in languages.names()
        if other != name
    )
    return (
        f'<!DOCTYPE html><html lang="{name}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f'<meta name="description" content="{escape(line)}">'
        f'<title>{escape(title)}</title><link rel="icon" href="data:,">'
        f'<link rel="stylesheet" href="{escape(address("page.css"))}"></head><body>'
        f'<header><strong><a href="{escape(address(f"{name}/"))}">Phase 10</a></strong>'
        f'<nav aria-label="{escape(say("Pages"))}"><ul>'
        f'<li><a href="{escape(address(f"{name}/about"))}">{escape(say("About these pages"))}</a></li>'
        f"{others}</ul></nav></header>"
        f"<main>{body}</main><footer><p>{escape(say(NOTICE))}.</p></footer></body></html>"
    )
