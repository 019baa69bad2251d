"""No page reveals an answer above its question: not in prose, code, outputs or figures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from itertools import product

import pytest

from phase10_widgets.languages.number_text import number, percent
from phase10_widgets.languages.text import Text
from phase10_widgets.teaching import Exercise, Question, lesson, numbers
from tests.faults import no_faults
from tests.repo.pages import LANGUAGES, Cell, cells, lesson_page, source

SEEDS = [f"{seed}/0" for seed in range(50)]
COINCIDENCES = 3
"""The most seeds whose answer may appear on the page for another reason, such as 10,000 trials."""
DIGITS = 3
"""The shortest number to look for; shorter ones are on every page."""
SHORT = 20
"""The shortest choice to look for; shorter ones are on every page."""
TOLD = {"07/due"}
"""Questions whose text states the number itself and asks whether it still holds."""
pytestmark = pytest.mark.slow
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


def texts(cell: Cell) -> Iterator[str]:
    yield source(cell)
    for output in cell.get("outputs", ()):
        data = output.get("data", {})
        yield "".join(output.get("text", ""))
        yield visible("".join(data["text/html"])) if "text/html" in data else "".join(data.get("text/plain", ""))


def asked(page: list[Cell]) -> Iterator[tuple[str, str]]:
    """Yield the name of each question with everything above it."""
    above = ""
    for cell in page:
        found = ASKS.search(source(cell)) if cell["cell_type"] == "code" else None
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


exercised = cache(Question.exercise)
"""The exercise of a seed, which both languages share."""


def leaks(question: Question, above: str, words: Text) -> list[str]:
    """Return the answers found above the question, one for each seed."""
    found = []
    for seed in SEEDS:
        forms = written(exercised(question, seed), words)
        standing = (form for form in forms if form in above)
        found += [form for form in standing if re.search(rf"(?<![\d.,/]){re.escape(form)}(?![\d/])", above)][:1]
    return found


def test_no_page_reveals_an_answer_before_its_question() -> None:
    with no_faults() as faults:
        for at, of in product(numbers(), LANGUAGES):
            found = list(asked(cells(lesson_page(at, of))))
            assert len(found) == len(lesson(at).questions)
            for name, above in found:
                with faults.of(f"{of} {at}/{name}"):
                    question = lesson(at).question(name)
                    told = leaks(question, above, Text(of))
                    assert question.id in TOLD or len(told) <= COINCIDENCES, set(told)
