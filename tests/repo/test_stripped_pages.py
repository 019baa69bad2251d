"""Lessons on pages that strip styles, scripts and drawings: everything is still there, and nothing appears twice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest

from devtools.generate.notebooks import DAY, SEED
from phase10_widgets import teaching
from phase10_widgets.languages.text import Text
from phase10_widgets.teaching import Exercise, Progress, Question
from phase10_widgets.teaching.code.code_task import translated
from phase10_widgets.teaching.exercises.recall import RECALLED, recalled
from tests.repo.pages import PAGES, cells, every, language
from tests.stripped import Stripped, drawings, heard, plain

SUMMARIES = {
    "en": (
        r"Hint \d of \d",
        "Solution",
        "The numbers as a table",
        r"Guess first\. Then open the result\.",
        r"Warm-up: question \d of 2, from lesson \d+",
    ),
    "de": (
        r"Hinweis \d von \d",
        "Lösung",
        "Die Zahlen als Tabelle",
        r"Schätze zuerst\. Öffne dann das Ergebnis\.",
        r"Zum Aufwärmen: Frage \d von 2, aus Lektion \d+",
    ),
}
"""All titles of folds. None of them reveals the content."""

CHART = r'<img alt="[^"]+" src="data:image/svg\+xml,[^"]*viewBox=\'0 0 (?:560|340) [^"]*"'
"""A chart, or a Venn diagram; the cards are smaller."""
NAMED = r'<p( aria-hidden="true")?[^>]*><b>([^<]*)</b></p>' + CHART.replace('[^"]+', '([^"]+)', 1)
"""The mark that hides a chart's title from screen readers, the title, and the name of the image."""


class Output(NamedTuple):
    """A saved output: its HTML, the object's repr, and the stripped HTML."""

    html: str
    object: str
    page: Stripped


@cache
def outputs(path: Path) -> list[Output]:
    """Return the outputs of a notebook that have HTML."""
    data = [output.get("data", {}) for cell in cells(path, "code") for output in cell["outputs"]]
    written = [("".join(each["text/html"]), "".join(each["text/plain"])) for each in data if "text/html" in each]
    return [Output(html, name, Stripped(html)) for html, name in written]


def words(path: Path) -> Text:
    return Text(language(path))


def told(text: Text, *sentences: Any) -> list[str]:
    return [plain(text.tell(sentence)) for sentence in sentences]


def every_chart_is_an_image(path: Path) -> None:
    """It stays visible where inline SVG is removed, and is legible on white and on black."""
    for output in outputs(path):
        assert not re.search(r'<svg[^>]*viewBox="0 0 560 ', output.html), output.object
        for image in re.findall(CHART, output.html):
            (drawing,) = drawings(image)
            assert ElementTree.fromstring(drawing).tag.endswith("svg")
            assert "currentColor" not in drawing


def a_chart_is_named_by_its_sentence_and_read_aloud_once(path: Path) -> None:
    """If the sentence already appeared, the title names the chart and is silent above, so nothing is heard twice."""
    for output in outputs(path):
        page = Stripped(heard(output.html))
        for silent, title, name in re.findall(NAMED, output.html):
            seen, told = plain(unescape(name)), plain(unescape(title))
            assert (seen == told) == bool(silent), output.object
            for region in (page.above, *(content for _, content in page.folds)):
                assert silent or region.splitlines().count(seen) <= 1, output.object
            assert seen in page.text.splitlines(), output.object


def every_picture_has_a_name_or_covers_one(path: Path) -> None:
    """Cards without a name lie on top of a named one; cards named in the text are not read aloud."""
    for output in outputs(path):
        assert "<title" not in output.html, output.object
        for start in re.findall("<svg[^>]*>", output.html):
            assert 'aria-hidden="true"' in start, output.object
        nameless = re.findall(r'<img alt=""[^>]*>(.?)', output.html)
        assert all(next_one.isalnum() for next_one in nameless), output.object
        named = re.findall('<img alt="[^"]+"', heard(output.html))
        assert len(named) == len(re.findall(CHART, output.html)), output.object


def headings_and_captions_remain(path: Path) -> None:
    for output in outputs(path):
        found = re.findall(r"<(h[1-4]|b|th|summary)\b[^>]*>(.*?)</\1>", output.html)
        page = output.page
        names = [plain(Stripped(name).text) for _, name in found]
        assert page.headings == names, output.object
        assert all(names[:1]), "a page begins with its title"
        charts = re.findall(rf"(?:<b>([^<]*)</b></p>)?{CHART}", output.html)
        assert all(charts), "a chart has a caption"


def a_fold_does_not_tell_what_is_in_it(path: Path) -> None:
    for output in outputs(path):
        for summary, content in output.page.folds:
            assert re.fullmatch("|".join(SUMMARIES[language(path)]), summary), output.object
            assert content, summary


def no_sentence_is_seen_twice(path: Path) -> None:
    for output in outputs(path):
        assert output.page.repeated == [], output.object


def cards(path: Path, kind: str) -> Iterator[tuple[str, Stripped]]:
    """Yield the id and the page of each saved card for a question or for code."""
    for output in outputs(path):
        if found := re.fullmatch(rf"<{kind} (\S+)>", output.object):
            yield found[1], output.page


def question(name: str) -> Question:
    lesson, _, short = name.partition("/")
    return teaching.lesson(int(lesson)).question(short)


def a_question_has_its_hints_and_its_solution(path: Path) -> None:
    """Prompt, choices and rules are visible, hints and solution are folded; all have the learner's numbers."""
    progress, text = Progress(seed=SEED), words(path)
    for name, page in cards(path, "Question"):
        if "/recall/" not in name:
            exercise = progress.exercise(question(name))
            assert seen(exercise, text) <= set(page.above.splitlines()), name
            assert page.folds == folds(exercise, text), name
            assert not hidden(exercise, text) & set(page.above.splitlines()), name


def a_warm_up_has_all_its_questions(path: Path) -> None:
    """The first is visible; the others are folded, each with its own hints and its solution."""
    text, progress = words(path), Progress(seed=SEED)
    for name, page in cards(path, "Question"):
        if "/recall/" in name:
            number = int(path.stem[:2])
            pool = tuple([one for n in teaching.numbers() if n < number for one in teaching.lesson(n).questions])
            chosen = recalled(progress, number, pool, DAY)
            assert name == chosen[0].id
            first, *others = [progress.exercise(one) for one in chosen]
            above = set(page.above.splitlines())
            assert seen(first, text) <= above
            for exercise in (first, *others):
                assert not hidden(exercise, text) & above
                assert all(fold in page.folds for fold in folds(exercise, text))
            for exercise in others:
                assert any(seen(exercise, text) <= set(content.splitlines()) for _, content in page.folds)
            assert len(page.folds) == sum(len(folds(each, text)) for each in (first, *others)) + len(others)
            assert len(chosen) == min(RECALLED, len(pool))


def seen(exercise: Exercise, text: Text) -> set[str]:
    return set(told(text, exercise.prompt, *exercise.choices.values(), exercise.rules))


def hidden(exercise: Exercise, text: Text) -> set[str]:
    return set(told(text, *exercise.hints, exercise.solution))


def folds(exercise: Exercise, text: Text) -> list[tuple[str, str]]:
    return folded(told(text, *exercise.hints), plain(text.tell(exercise.solution)), text)


def folded(hints: list[str], solution: str, text: Text) -> list[tuple[str, str]]:
    """Return the folds of a card: the name and the content of each."""
    named = [(text.say("Hint {n} of {of}", n=n, of=len(hints)), hint) for n, hint in enumerate(hints, 1)]
    return [*named, (text.say("Solution"), solution)]


def a_task_has_its_hints_and_its_solution(path: Path) -> None:
    text = words(path)
    for name, page in cards(path, "(?:Your turn)"):
        one = teaching.lesson(int(name[:2])).task
        assert one is not None
        solution = plain(translated(one.solution, text.say))
        assert page.folds == folded([plain(text.say(hint)) for hint in one.hints], solution, text)
        assert plain(text.say(one.prompt)) in page.above
        assert plain(translated(one.start, text.say)) in page.above
        assert solution not in page.above


@pytest.mark.slow
def test_everything_is_still_there_and_nothing_is_there_twice() -> None:
    every(
        PAGES,
        every_chart_is_an_image,
        a_chart_is_named_by_its_sentence_and_read_aloud_once,
        every_picture_has_a_name_or_covers_one,
        headings_and_captions_remain,
        a_fold_does_not_tell_what_is_in_it,
        no_sentence_is_seen_twice,
        a_question_has_its_hints_and_its_solution,
        a_warm_up_has_all_its_questions,
        a_task_has_its_hints_and_its_solution,
    )
