"""The pages around the widgets (start, about and errors), in plain HTML with one small optional script.

Their text and layout are in ``server/templates/pages``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from .. import languages
from ..languages.text import NOTICE, Text
from ..sessions.daily import WEEK
from ..teaching.course import n_questions, title
from ..teaching.pages.pages import LESSONS, TOOLS, LessonPages
from ..ui.rendering import TEMPLATES, rendered

STATIC = TEMPLATES["pages"] / "static"
STYLE, SCRIPT, DAYS, MANIFEST = "page.css", "page.js", "days.js", "app.webmanifest"
"""The files in STATIC that all these pages share: the style sheet, the script with its calendar, and the manifest."""
PICTURES = (
    *("hero.svg", "icon.svg"),
    *("icon-192.png", "icon-512.png", "icon-maskable.png", "icon-apple.png", "social.png"),
)
"""The pictures drawn by `pictures`: the table in play, icons, and the preview that other sites show beside a link."""
FILES = (STYLE, SCRIPT, DAYS, MANIFEST, *PICTURES)
BUNDLES = TEMPLATES["pages"].parents[2] / "static"
"""The folder for the front end's scripts and styles."""
WIDGETS = ("lesson", "table", "odds", "tournament")
"""The scripts and styles for the screens on a lesson's page."""
GAME = ("solo.js", "solo.css", "de.js", "setup.js", "setup.css")
"""The files for the game's page."""
LIGHT = (
    *(*GAME, "live.js", "live.css", "class.js", "class.css", "page.js", "page.css", "acts.js", "aloud.js"),
    *(f"{name}.{kind}" for name in WIDGETS for kind in ("js", "css")),
)
"""The files in the front end's folder that are loaded by pages without a kernel, starting with the game's files."""
MANIFEST_TYPE = "application/manifest+json"
PLAIN_POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
"""The content security policy for static pages: nothing inline, nothing from other hosts, and no connections."""
START_POLICY = PLAIN_POLICY.replace(
    "default-src 'none'",
    "default-src 'self'; connect-src 'none'; font-src 'none'; frame-src 'none'; media-src 'none'; object-src 'none'; "
    "worker-src 'none'",
)
"""The policy for the start page, which prefetches scripts; in Firefox, only `default-src` allows prefetching."""

Address = Callable[[str], str]
"""A function that returns the address of a page or file: ``address("odds.ipynb")``, ``address("de/")``,
``address("page.css")``."""


class LessonLink(NamedTuple):
    """A lesson on the start page."""

    number: int
    address: str
    title: str
    foreign: bool
    """True if the lesson is in English but the page is not."""
    questions: int
    """The number of questions in the lesson."""


def start(
    words: Text,
    address: Address,
    course: LessonPages,
    early: Sequence[str] = (),
    *,
    first: bool = False,
) -> str:
    """Return the start page.

    Args:
        words: the interface text in the page's language.
        address: the function that returns addresses.
        course: the notebooks' pages.
        early: the addresses of the scripts and styles that an idle browser prefetches.
        first: True if the visitor has not chosen a language yet.
    """
    return page("start", words, address, **to_pages(words, course), early=early, first=first)


def about(words: Text, address: Address, version: str) -> str:
    """Return the page that describes the project and the data that it stores."""
    return page("about", words, address, "about", version=version)


def trouble(words: Text, address: Address, status: int) -> str:
    """Return the cached error page for an unknown address or a failure."""
    return _trouble(words.language.name, address, status)


@lru_cache(maxsize=100)
def _trouble(language: str, address: Address, status: int) -> str:
    return page("trouble", Text(language), address, status=status)


def light(
    what: str,
    words: Text,
    address: Address,
    files: Mapping[str, str],
    *,
    start: str = "setup",
    friends: bool = True,
    home: bool = False,
    worker: str = "",
    offline: str = "",
) -> str:
    """Return a page without a kernel.

    Args:
        what: the page's template.
        words: the interface text in the page's language.
        address: the function that returns addresses.
        files: the addresses of these pages' scripts and styles.
        start: the first screen on a game's page, "setup" or "coach".
        friends: True if anyone may open a shared table for friends.
        home: True if the page for shared tables links to a start page.
        worker: the address of the worker in which Python runs; without a worker, Python runs on a server.
        offline: the address of the service worker that lets the page work offline.
    """
    values = {"address": address, "files": files, "notice": NOTICE, "start": start, "friends": friends, "home": home}
    values["added_languages"] = [] if worker else languages.added()
    return rendered(f"pages/{what}.html", words, worker=worker, offline=offline, **values)


def page(template: str, words: Text, address: Address, here: str = "", **values: Any) -> str:
    """Return the page made from a template in ``templates/pages``; *here* is its file name in each language's
    folder."""
    others = [(name, languages.own_name(name)) for name in languages.names() if name != words.language.name]
    common = {"address": address, "here": here, "other_languages": others, "notice": NOTICE}
    optional = {"worker": "", "early": (), "first": False, "there": {}}
    return rendered(f"pages/{template}.html", words, **{**common, **optional, **values})


def to_pages(words: Text, course: LessonPages) -> dict[str, Any]:
    """Return a start page's links to the lessons (in order), the list of lessons and the odds page, and the fewest and
    the most minutes that a deal of the day takes."""
    language = words.language.name
    links = [
        LessonLink(
            number,
            address,
            words.say(title(number)),
            foreign=language != languages.ENGLISH and not address.startswith(f"{language}/"),
            questions=n_questions(number),
        )
        for number, address in course.lessons(language).items()
    ]
    minutes = [plan.minutes for plan in WEEK]
    addresses = {name: course.address(name, language) for name in (LESSONS, *TOOLS)}
    return {"links": links, **addresses, "daily": (min(minutes), max(minutes))}


def preferred(accepted: str) -> str:
    """Return the available language preferred by a browser's ``Accept-Language``.

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
