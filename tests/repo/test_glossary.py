"""The glossary: it covers the lessons in both languages, can be searched, and can be read without a kernel."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import phase10_widgets as p10
from phase10_widgets import languages, teaching
from phase10_widgets.teaching.course import COURSE
from phase10_widgets.teaching.glossary import TERMS

LESSONS = Path(__file__).parents[2] / "lessons"
FOLDERS = {"en": LESSONS, "de": LESSONS / "de"}
PAGES = {"en": LESSONS / "glossary.ipynb", "de": LESSONS / "de" / "glossar.ipynb"}
NO_TERM = re.compile(r'[.?!"“]$|^(?:Now go|Go|Geh) |^[\d.,]+$')
"""A sentence, an instruction, a quoted error or a number in bold is no term."""
EXCEPTIONS = {
    "en": {
        "count orders": "the error of lesson 2",
        "put it back": "the reader's action; its term follows",
        "the two conditions are the same": "the error of lesson 5",
        "not taking is evidence, too": "the rule of lesson 6",
        "independently": "stands beside its term",
        "overlap is no test": "the rule of lesson 11",
    },
    "de": {
        "Reihenfolgen zählen": "the error of lesson 2",
        "legst sie zurück": "the reader's action; its term follows",
        "die beiden Bedingungen seien gleich": "the error of lesson 5",
        "auch was liegen bleibt, verrät etwas": "the rule of lesson 6",
        "Überschneidung ist kein Test": "the rule of lesson 11",
    },
}
"""The bold words in lessons that are no terms, with the reason."""

FORMS = {
    "en": {
        "equally likely outcomes": "outcomes are equally likely",
        "mutually exclusive events": "mutually exclusive",
        "independent events": "independent",
        "prior probability": "prior",
        "posterior probability": "posterior",
        "power of a test": "power",
        "statistically significant": "significant",
        "one-sided test": "one-sided",
        "two-sided test": "two-sided",
        "dependent events": "dependent",
        "calibration": "calibrated",
        "overconfidence": "overconfident",
    },
    "de": {
        "unvereinbare Ereignisse": "unvereinbar",
        "stochastisch unabhängige Ereignisse": "stochastisch unabhängig",
        "statistisch signifikant": "signifikant",
        "einseitiger Test": "einseitig",
        "zweiseitiger Test": "zweiseitig",
        "optionales Stoppen (englisch: peeking)": "optionales Stoppen",
        "stochastisch abhängige Ereignisse": "abhängig",
        "Kalibrierung": "kalibriert",
        "proper scoring rule (ehrliche Bewertungsregel)": "proper scoring rule",
    },
}
"""The forms in which a page may use a term of the glossary; endings are ignored in any case."""

every_language = pytest.mark.parametrize("language", FOLDERS)


def stems(text: str) -> str:
    """Return the words without endings, so that "geometrischen Verteilung" is "geometrische Verteilung"."""
    words = (word.rstrip("enrsm") for word in re.findall(r"\w+", text.casefold()))
    return f" {' '.join(filter(None, words))} "


def prose(path: Path) -> str:
    """Return the Markdown of a page."""
    cells = json.loads(path.read_text("utf-8"))["cells"]
    return "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")


def bold(path: Path) -> set[str]:
    """Return the words in bold on a page, apart from sentences and from labels at the beginning of a table's row."""
    found = re.findall(r"\*\*(.+?)\*\*", re.sub(r"(?m)^\| \*\*.+?\*\*", "", prose(path)))
    return {words for words in found if not NO_TERM.search(words)}


def bold_words(language: str) -> set[str]:
    return {words for path in FOLDERS[language].glob("[0-9]*.ipynb") for words in bold(path)}


@every_language
def test_every_term_in_bold_is_in_the_glossary(language: str) -> None:
    known = "".join(f"{stems(term.exam)}|{stems(term.table)}|" for term in p10.glossary(language=language))
    missing = {words for words in bold_words(language) if stems(words) not in known}
    assert missing == set(EXCEPTIONS[language]), "add the term to the glossary, or the words to the exceptions"


@every_language
def test_every_term_stands_on_the_page_of_its_lesson(language: str) -> None:
    pages = {
        number: stems(prose(FOLDERS[language] / f"{stage.notebooks[language]}.ipynb"))
        for number, stage in COURSE.items()
    }
    missing = {
        term.exam: term.lesson
        for term in p10.glossary(language=language)
        if not any(stems(FORMS[language].get(name, name)) in pages[term.lesson] for name in term.exam.split(", "))
    }
    assert missing == {}, "put the term beside the words at the table, or name the lesson that introduces it"


@every_language
def test_every_form_is_needed(language: str) -> None:
    names = {name for term in p10.glossary(language=language) for name in term.exam.split(", ")}
    assert set(FORMS[language]) <= names
    needless = {name for name, form in FORMS[language].items() if stems(name) == stems(form)}
    assert needless == set()


def test_every_term_names_a_lesson_and_every_lesson_has_a_term() -> None:
    last = len(teaching.numbers()) + 1  # the capstone
    assert {term.lesson for term in TERMS} == set(range(1, last + 1))
    assert [term.lesson for term in TERMS] == sorted(term.lesson for term in TERMS)


def test_no_term_stands_there_twice() -> None:
    names = [name for term in TERMS for name in term.exam.split(", ")]
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("language", languages.names()[1:])
def test_a_translation_is_complete(language: str) -> None:
    english, other = p10.glossary(), p10.glossary(language=language)
    assert len(other) == len(english) == len(TERMS)
    same = [one.table for one, its in zip(english, other, strict=True) if one.table == its.table]
    assert same == []


@every_language
def test_the_page_shows_every_term_without_a_kernel(language: str) -> None:
    cells = json.loads(PAGES[language].read_text("utf-8"))["cells"]
    (output,) = next(cell["outputs"] for cell in cells if cell["cell_type"] == "code")
    found = p10.glossary(language=language)
    assert "".join(output["data"]["text/html"]) == found._repr_html_(), "run devtools.generate.notebooks"
    assert "".join(output["data"]["text/plain"]) == repr(found)


SEARCHES = [
    ("complement", "en", "complement", "the standard term"),
    ("PEEKING", "en", "optional stopping", "the words at the table, in any case"),
    ("H₀", "en", "null hypothesis", "a symbol"),
    ("gegen", "de", "Gegenereignis", "a part of a word"),
    ("B(n; p; k)", "de", "Binomialverteilung", "the symbol of another language"),
]


@pytest.mark.parametrize(("search", "language", "exam", "why"), SEARCHES, ids=[row[-1] for row in SEARCHES])
def test_a_search_finds(search: str, language: str, exam: str, why: str) -> None:
    found = p10.glossary(search, language=language)
    assert exam in [term.exam for term in found], why
    assert len(found) < len(TERMS)
    assert f">{exam}</th>" in found._repr_html_()
    assert exam in repr(found)


def test_a_search_in_vain_says_so() -> None:
    found = p10.glossary("<b>")
    assert len(found) == 0
    assert repr(found) == "The glossary has no term with “<b>”."
    assert "&lt;b&gt;" in found._repr_html_()


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="no language"):
        p10.glossary(language="xx")
