"""No page tells the answer to a question before it asks: not in its prose, its code, its outputs or its figures."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from phase10_widgets import languages
from phase10_widgets.teaching import Exercise, Question, course, lesson, numbers
from phase10_widgets.teaching.number_text import number, percent
from phase10_widgets.text import Text

LESSONS = Path(__file__).parents[2] / "lessons"
SEEDS = range(50)
COINCIDENCES = 3
"""So many of the seeds may give an answer that stands on the page for another reason, such as 10,000 trials."""
DIGITS = 3
"""Shorter numbers stand on every page."""
SHORT = 20
"""Choices with fewer characters stand on every page, too."""
TOLD = {"07/due"}
"""Their text states the number itself and asks whether it still holds."""
ASKS = re.compile(r'learner\.ask\("([^"]+)"\)')
FOLDED = re.compile(r"(<details.*?>|</details>)")


def visible(html: str) -> str:
    """Return the text of an output as it is shown before anything is unfolded."""
    depth, shown = 0, []
    for part in FOLDED.split(html):
        if part.startswith("<details"):
            depth += 1
        elif part == "</details>":
            depth -= 1
        elif not depth:
            shown.append(part)
    return unescape(re.sub(r"<[^>]+>", " ", " ".join(shown)))


def texts(cell: dict[str, Any]) -> Iterator[str]:
    yield "".join(cell["source"])
    for output in cell.get("outputs", ()):
        data = output.get("data", {})
        yield "".join(output.get("text", ""))
        yield visible("".join(data["text/html"])) if "text/html" in data else "".join(data.get("text/plain", ""))


def asked(cells: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    """Yield the name of each question with everything that stands above it."""
    above = ""
    for cell in cells:
        found = ASKS.search("".join(cell["source"])) if cell["cell_type"] == "code" else None
        if found:
            yield found[1], above
        above += "\n".join((*texts(cell), ""))


def written(exercise: Exercise, words: Text) -> set[str]:
    """Return the forms in which a page would write the answer."""
    answer, question = exercise.answer, exercise.question
    if isinstance(answer, str):
        text = words.tell(exercise.choices[answer])
        return {text} if len(text) > SHORT else set()
    forms = {f"{answer.numerator}/{answer.denominator}"} if answer.denominator >= 100 else set()
    if question.kind == "chance":
        forms |= {words.number(percent(answer)), *(words.number(f"{float(100 * answer):.{n}f}%") for n in (1, 2))}
    else:
        forms.add(words.number(number(answer)))
    return {form for form in forms if len(re.sub(r"\D", "", form).strip("0")) >= DIGITS}


def leaks(question: Question, above: str, words: Text) -> list[str]:
    """Return the answers that stand above the question, one for each seed."""
    found = []
    for seed in SEEDS:
        forms = written(question.exercise(f"{seed}/0"), words)
        found += [form for form in forms if re.search(rf"(?<![\d.,/]){re.escape(form)}(?![\d/])", above)][:1]
    return found


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("at", numbers())
def test_no_answer_stands_above_its_question(at: int, language: str) -> None:
    words = Text(languages.get(language))
    folder = LESSONS if language == "en" else LESSONS / language
    cells = json.loads((folder / f"{course.COURSE[at].notebooks[language]}.ipynb").read_text("utf-8"))["cells"]
    n = 0
    for name, above in asked(cells):
        n += 1
        question = lesson(at).question(name)
        told = leaks(question, above, words)
        assert question.id in TOLD or len(told) <= COINCIDENCES, f"{question.id}: {set(told)}"
    assert n == len(lesson(at).questions)


def test_a_leak_is_found() -> None:
    question = lesson(3).question("at-least-one")
    answer = question.exercise("0/0").answer
    assert isinstance(answer, Fraction)
    words = Text(languages.get("en"))
    for text in (f"So it is {percent(answer)}.", f"assert chance == Fraction({answer.numerator}/{answer.denominator})"):
        assert leaks(question, text, words)
    folded = {"source": [], "outputs": [{"data": {"text/html": f"<p>?</p><details>{percent(answer)}</details>"}}]}
    assert not leaks(question, "".join(texts(folded)), words)
