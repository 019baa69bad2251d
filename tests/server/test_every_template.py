"""Every template is rendered, with everything it includes, in both languages."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from jinja2 import FileSystemLoader

from devtools.generate.notebooks import GUESS_FIRST
from phase10_widgets import handouts, languages
from phase10_widgets.languages.text import Text
from phase10_widgets.server import lesson_html, notebooks, pages, site
from phase10_widgets.teaching import Progress, class_ladder, lesson, summary
from phase10_widgets.teaching.exports import document
from phase10_widgets.teaching.pages.pages import LessonPages
from phase10_widgets.ui import rendering
from tests.faults import every

LESSON = lesson(3)
SUMMARY = summary([Progress(name="Ana")])
COURSE = LessonPages(notebooks.NOTEBOOKS / notebooks.LESSONS)
LIGHT = {name: f"play/{name}" for name in pages.LIGHT}
PAGES: dict[str, Callable[[Text], str]] = {
    "start": lambda words: pages.start(words, str, COURSE, early=["x.js"], first=True),
    "about": lambda words: pages.about(words, str, "1"),
    "trouble": lambda words: "".join(pages.trouble(words, str, status) for status in (403, 404, 421, 500, 503)),
    "play": lambda words: pages.light("play", words, str, LIGHT),
    "live": lambda words: pages.light("live", words, str, LIGHT),
    "lesson": lambda words: lesson_html.written(COURSE, _lesson(words), str, LIGHT),
}
HANDOUTS: dict[str, Callable[[str], document.Document]] = {
    "class": lambda language: handouts.class_page(SUMMARY, language),
    "our hands": lambda language: handouts.our_hands(SUMMARY, language),
    "ladder": lambda language: handouts.ladder_page(class_ladder([], trusted=True), language),
    "project": handouts.project_page,
    "project sheet": handouts.project_sheet,
    "teacher": lambda language: handouts.teacher_page(LESSON, language=language),
    "sheets": lambda language: handouts.sheets(LESSON, [1], language),
    "key": lambda language: handouts.key(LESSON, [1], language),
}


def _lesson(words: Text) -> str:
    """Return the address of a lesson in the language of these texts."""
    return "lessons/3" if words.language.name == languages.ENGLISH else f"{words.language.name}/lessons/3"


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> Iterator[set[Path]]:
    """Yield the template files that are read from now on."""
    found: set[Path] = set()
    source = FileSystemLoader.get_source

    def noted(self: FileSystemLoader, environment: Any, template: str) -> Any:
        text, file, fresh = source(self, environment, template)
        found.add(Path(file))
        return text, file, fresh

    monkeypatch.setattr(FileSystemLoader, "get_source", noted)
    rendering.environment.cache_clear()
    document.environment_for.cache_clear()
    yield found
    rendering.environment.cache_clear()
    document.environment_for.cache_clear()


def test_every_page_and_handout_can_be_made(read: set[Path], tmp_path: Path) -> None:
    for language in languages.names():
        for name, page in PAGES.items():
            assert "</html>" in page(Text(language)), name
        for name, make in HANDOUTS.items():
            made = make(language)
            assert "</html>" in made.html(), name
            assert made.markdown().startswith("# "), name
    site.write(tmp_path, "1")
    files = {path for folder in rendering.TEMPLATES.values() for path in folder.rglob("*")}
    templates = {
        path for path in files if path.suffix in {".html", ".j2"} or path.parent == rendering.TEMPLATES["shared"]
    }
    assert templates - read == set()


def voila_page(notebook: Any, **changes: Any) -> tuple[Any, str, Path]:
    """Return Voilà's exporter, the page that our template makes from a notebook without a kernel, and its folder."""
    voila = pytest.importorskip("voila", reason="the extra voila is not installed")
    paths = voila.paths.collect_template_paths(["voila", "nbconvert"], "phase10", prune=True)
    exporter = voila.exporter.VoilaExporter(template_paths=paths, template_name="phase10")
    exporter.exclude_input = True
    context = {"frontend": "voila", "kernel_start": lambda nb: "", "cell_generator": lambda nb, kernel: nb.cells}

    async def page() -> str:
        config = {"fullStaticUrl": ""}
        made = exporter.generate_from_notebook_node(notebook, extra_context=context | changes, page_config=config)
        return "".join([html async for html, _ in made])

    return exporter, asyncio.run(page()), Path(paths[0])


def test_every_template_of_voila_is_used(read: set[Path]) -> None:
    notebook = nbformat.v4.new_notebook(metadata={"lang": "en"})  # type: ignore[no-untyped-call]
    exporter, page, folder = voila_page(notebook, notebook_execute=lambda *given: None)
    ours = {path for path in folder.iterdir() if path.suffix in {".html", ".j2", ".css", ".svg", ".js"}}
    assert {path.name for path in ours} >= {"index.html.j2", "page.html", "start.css", "backs.svg", "start.js"}
    assert "</html>" in page
    assert 'data-voila="voila"' in exporter.environment.get_template("error.html").render(base_url="/", status_code=404)
    assert ours - read == set()


@pytest.mark.slow
@every("language", languages.names())
def test_pages_without_code_fold_predicted_outputs(language: str) -> None:
    """Voilà writes the output into the fold."""
    printed = nbformat.v4.new_output("stream", name="stdout", text="12 of 13")  # type: ignore[no-untyped-call]
    cells = [
        nbformat.v4.new_code_cell("1", metadata={"tags": [GUESS_FIRST]}, outputs=[printed]),  # type: ignore[no-untyped-call]
        nbformat.v4.new_code_cell("2", outputs=[printed]),  # type: ignore[no-untyped-call]
    ]
    notebook = nbformat.v4.new_notebook(cells=cells, metadata={"lang": language})  # type: ignore[no-untyped-call]
    _, page, _ = voila_page(notebook, **dict.fromkeys(("voila_process", "voila_finish", "main_js"), ""))
    fold, beside = re.findall(r"(?s)voila_process\(\d+, 2\)\s*</script>(.*?)(?=<div cell-index|</main>)", page)
    assert fold.strip().startswith('<details class="guess-first">')
    assert re.search(r"</details>\s*</div>\s*$", fold)
    assert f"<summary>{Text(language).say('Guess first. Then open the result.')}</summary>" in fold
    assert ("12 of 13" in fold, "<details" in beside, "12 of 13" in beside) == (True, False, True)
