"""The pages around the widgets: both languages, no scripts, no external files; and redaction in the log."""

from __future__ import annotations

import io
import json
import logging
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from jinja2 import UndefinedError

from phase10_widgets import languages
from phase10_widgets.languages.text import Text
from phase10_widgets.server import log, pages, pictures, site
from phase10_widgets.teaching.course import stages
from phase10_widgets.teaching.pages.pages import LessonPages, own_pages
from phase10_widgets.ui.drawn.card_looks import faces
from phase10_widgets.ui.rendering import TEMPLATES
from tests.faults import every


def address(path: str) -> str:
    return f"/school/{path}"


def every_page(language: str) -> dict[str, str]:
    """Return the pages of the class server and of the static site."""
    words = Text(language)
    found = {str(status): pages.trouble(words, address, status) for status in (403, 404, 500, 503)}
    return {
        "start": pages.start(words, address, own_pages()),
        "about": pages.about(words, address, "1.2.3"),
        "the site's start": site.start(words, address),
        "about the site": site.about(words, address, "1.2.3"),
        **found,
    }


class Links(HTMLParser):
    """The links and the elements of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.elements: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        data = given.get("type") == "application/json"  # which is never run
        if tag != "script" or not (data or str(given.get("src")).endswith(pages.SCRIPT)):
            self.elements.add(tag)
        self.found += [value or "" for name, value in attrs if name in {"href", "src", "action"}]
        assert not any(name.startswith("on") or name == "style" for name, _ in attrs), "the policy forbids them"


def test_a_page_contacts_no_other_host_and_runs_only_its_script() -> None:
    """No text is left in English: except for names and the version, no sentence is the same in both languages."""
    sentences = []
    for language in languages.names():
        made = every_page(language)
        for name, page in made.items():
            links = Links(page)
            assert not links.elements & {"script", "style", "iframe", "form"}, name
            assert all(link.startswith("/school/") for link in links.found), name
            assert f'<html lang="{language}">' in page
        texts = re.split(r"<[^>]+>", "".join(made.values()))
        sentences.append({text.strip() for text in texts if len(text.split()) > 3})
    assert set.intersection(*sentences) == set()


def test_template_values_are_escaped_and_missing_ones_fail() -> None:
    """Addresses, versions and languages come from outside; none of them becomes an element."""
    hostile = '"><script>harm()</script>'
    for page in (
        pages.about(Text(), address, hostile),
        pages.start(Text(), lambda path: path + hostile, own_pages()),
        site.about(Text(), lambda path: path + hostile, hostile),
    ):
        assert "<script>" not in page
        assert "&lt;script&gt;harm()" in page
    with pytest.raises(UndefinedError, match="version"):
        pages.page("about", Text(), address)


@every("language", languages.names())
def test_the_start_page_leads_everywhere(language: str) -> None:
    page = pages.start(Text(language), address, own_pages())
    heading = Text(language).say("Play Phase 10, and discover how chance works")
    assert heading.replace("Phase 10", "Phase\u00a010") in page
    others = [f"{other}/" for other in languages.names() if other != language]
    folder = "" if language == "en" else f"{language}/"
    ways = [f"{way}?language={language}" for way in ("play", f"{folder}odds", "history", f"{folder}lessons")]
    ways += [f"{ways[0]}&amp;go={wish}" for wish in ("play", "continue")]
    lessons = [f"{folder}lessons/{number}" for number in stages()]
    for path in (*ways, *lessons, *others, f"{language}/about"):
        assert f'href="/school/{path}"' in page, path
    game = pages.light("play", Text(language), address, {name: f"/school/play/{name}" for name in pages.LIGHT})
    previews = [re.findall(r'<meta property="og:.*>', each) for each in (page, game)]
    assert previews[0] == previews[1] != [], "a challenge is a link to a game"


def test_the_site_has_its_own_addresses_and_all_files(tmp_path: Path) -> None:
    """The root is English, other languages have a folder; links are relative to the page."""
    site.write(tmp_path, "1.2.3")
    first = Links((tmp_path / "index.html").read_text("utf-8")).found
    game = {"play/?language=en&go=play", "history/?language=en"}
    assert game | {"lessons/?language=en", "lessons/3/", "odds/?language=en", "gallery/", "de/index.html"} <= {*first}
    assert {"notebooks/index.html?path=lessons/index.ipynb", "docs/index.html", "docs/live.html"} <= {*first}
    assert {"page.css", "about.html"} <= {*first}
    about = Links((tmp_path / "de" / "about.html").read_text("utf-8")).found
    assert {"../page.css", "../about.html", "../de/index.html"} <= {*about}
    start = (tmp_path / "de" / "index.html").read_text("utf-8")
    links = Links(start).found
    assert {"../de/lessons/3/", "../de/tournament/", "../notebooks/index.html?path=lessons/de/index.ipynb"} <= {*links}
    assert all(link.startswith("../") for link in links)
    assert all((tmp_path / file).is_file() for file in pages.FILES)
    told = {**{name: f'data-start="{begin}"' for name, begin in site.PLAY.items()}, "de/lessons/12": "data-confined"}
    linked = re.compile(r'(?:(?:href|src|data-worker|data-confined)=|: )"(?!data:|https:|[./]*docs/)([^"#]+)')
    for name, begin in told.items():  # the pages, their scripts, and the workers that run Python
        page = (tmp_path / name / "index.html").read_text("utf-8")
        assert begin in page
        for path in linked.findall(page):
            at = (tmp_path / name / path).resolve()
            assert (at / "index.html" if at.is_dir() else at).is_file(), path
    assert not [*(tmp_path / "play").glob("live.*")]


def test_the_site_remembers_which_build_it_is(tmp_path: Path) -> None:
    """The service worker names the pages and the game's files, and has a different store for every other site."""
    game = tmp_path / "static" / "pyodide" / "python.wasm"
    game.parent.mkdir(parents=True)
    workers = []
    for content, version in (("old", "1"), ("new", "1"), ("new", "2")):
        game.write_text(content, "utf-8")
        site.write(tmp_path, version)
        workers.append((tmp_path / site.SERVICE_WORKER).read_text("utf-8"))
    assert len({*workers}) == len(workers)
    assert "{{" not in workers[0]
    assert '"static/pyodide/code-worker.mjs"' in workers[0]
    assert '"play/index.html", ' in workers[0]


def test_pictures_are_up_to_date() -> None:
    """To update them, run `python -m devtools.generate.pictures`."""
    for file, draw in [
        (TEMPLATES["shared"] / "backs.svg", pictures.backs),
        (pages.STATIC / "hero.svg", pictures.hero),
        (pages.STATIC / "icon.svg", pictures.icon),
    ]:
        assert file.read_text("utf-8") == draw()
        assert "http" not in draw().replace("http://www.w3.org/2000/svg", ""), "it contacts no other host"
    shown = [look["background"] for look in faces()["colors"].values() if look["background"] in pictures.backs()]
    assert (shown, "<text" in pictures.backs()) == ([], False), "before a game, only backs"


ACCEPTED = {"de": "de", "en-GB,de;q=0.9": "en", "fr,de-CH;q=0.2": "de", "": "en", "*": "en", "de;q=0": "en"}


def test_a_page_uses_the_browsers_language_and_reads_any_list() -> None:
    assert {accepted: pages.preferred(accepted) for accepted in ACCEPTED} == ACCEPTED
    for hostile in ["," * 100_000, "de;q=" + "9" * 400, "de;q=nan", ";;;q=,\x00"]:
        assert pages.preferred(hostile) in languages.names()


def test_lessons_use_the_visitors_language_if_available(tmp_path: Path) -> None:
    for name in ("01_set_run_color", "03_at_least_one_wild", "de/03_mindestens_ein_joker"):
        file = tmp_path / "lessons" / f"{name}.ipynb"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    course = LessonPages(tmp_path / "lessons")
    assert course.lessons("en") == {1: "lessons/1", 3: "lessons/3"}
    assert course.lessons("de") == {1: "lessons/1", 3: "de/lessons/3"}
    links = pages.to_pages(Text("de"), course)["links"]
    assert [(link.number, link.foreign) for link in links] == [(1, True), (3, False)]


def logged(*args: object, exc_info: object = None, extra: dict[str, object] | None = None) -> str:
    stream = io.StringIO()
    logger = logging.Logger("somebody")
    logger.addHandler(log.Lines(stream))
    logger.error(*args, exc_info=exc_info, extra=extra)  # type: ignore[arg-type]
    return stream.getvalue()


SECRETS = ["10.0.0.7", "2001:db8:0:1:1:1:1:1", "0fab2f14-9d0c-4c5a-9f0e-2f1f9b9e0a11", "Zm9vYmFyYmF6" * 3]


@every("secret", SECRETS)
def test_the_log_identifies_nobody(secret: str) -> None:
    """No names leak through message arguments, message texts or exceptions."""
    assert secret not in logged("from %s", secret)
    assert secret not in logged(f"from {secret}?token={secret}")
    try:
        raise ValueError(secret)
    except ValueError as error:
        line = json.loads(logged("went wrong for %s", secret, exc_info=error))
    assert secret not in json.dumps(line)
    assert (line["event"], line["error"]) == ("failed", "ValueError")
    assert line["place"].startswith("test_pages.py:")
    line = json.loads(logged("x", extra={"phase10": {"event": "page", "ms": 3}}))
    assert (line["event"], {*line}) == ("page", {"at", "level", "event", "ms"})


def test_a_flood_of_lines_is_counted_instead_of_written() -> None:
    """Thousands of lines of one kind must not fill the disk; other kinds still appear."""
    stream, now = io.StringIO(), [0.0]
    lines = log.Lines(stream, lambda: now[0])

    def say(event: str, **numbers: object) -> None:
        lines.emit(logging.makeLogRecord({"phase10": {"event": event, **numbers}, "levelname": "INFO"}))

    for _ in range(5_000):
        say("refused", status=404, ms=3)
    say("stopped")
    assert len(stream.getvalue().splitlines()) == log.MOST_LINES + 1
    now[0] = 61.0
    say("refused", status=404, ms=3)
    *_, left_out, last = map(json.loads, stream.getvalue().splitlines())
    assert (left_out["event"], left_out["of"], left_out["lines"]) == ("left out", "refused", 5_000 - log.MOST_LINES)
    assert last["status"] == 404
