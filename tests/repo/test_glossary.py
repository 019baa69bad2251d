"""The glossary: it covers the lessons in both languages, can be searched, and can be read without a kernel."""

from __future__ import annotations

import re
from pathlib import Path

import phase10_widgets as p10
from phase10_widgets import languages
from phase10_widgets.teaching.course import COURSE
from phase10_widgets.teaching.glossary import TERMS
from tests.faults import every
from tests.repo.pages import LANGUAGES, cells, folder, lesson_page, prose

NO_TERM = re.compile(r'[.?!"“]$|^(?:Now go|Go|Geh) |^[\d.,]+$')
"""Bold texts that are not terms: sentences, instructions, quoted errors and numbers."""
EXCEPTIONS = {
    "en": {
        "count orders": "the error of lesson 2",
        "put it back": "the reader's action; its term follows",
        "the two conditions are the same": "the error of lesson 5",
        "not taking is evidence, too": "the rule of lesson 6",
        "independently": "next to its term",
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
"""The bold words in lessons that are not terms, with the reason."""

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


def stems(text: str) -> str:
    """Return the words without endings, so that "geometrischen Verteilung" is "geometrische Verteilung"."""
    words = (word.rstrip("enrsm") for word in re.findall(r"\w+", text.casefold()))
    return f" {' '.join(filter(None, words))} "


def bold(path: Path) -> set[str]:
    """Return the words in bold on a page, apart from sentences and from labels at the beginning of a table's row."""
    found = re.findall(r"\*\*(.+?)\*\*", re.sub(r"(?m)^\| \*\*.+?\*\*", "", prose(path)))
    return {words for words in found if not NO_TERM.search(words)}


def test_every_term_in_bold_is_in_the_glossary() -> None:
    for of in LANGUAGES:
        known = "".join(f"{stems(term.exam)}|{stems(term.table)}|" for term in p10.glossary(language=of))
        words = {words for path in folder(of).glob("[0-9]*.ipynb") for words in bold(path)}
        missing = {each for each in words if stems(each) not in known}
        assert missing == {*EXCEPTIONS[of]}, "add the term to the glossary, or the words to the exceptions"


def test_every_term_is_on_the_page_of_its_lesson() -> None:
    for of in LANGUAGES:
        pages = {number: stems(prose(lesson_page(number, of))) for number in COURSE}
        missing = {
            term.exam: term.lesson
            for term in p10.glossary(language=of)
            if not any(stems(FORMS[of].get(name, name)) in pages[term.lesson] for name in term.exam.split(", "))
        }
        assert missing == {}, "put the term next to the words at the table, or name the lesson that introduces it"


def test_a_translation_is_complete() -> None:
    for of in languages.names()[1:]:
        english, other = p10.glossary(), p10.glossary(language=of)
        assert len(other) == len(english) == len(TERMS)
        assert [one.table for one, its in zip(english, other, strict=True) if one.table == its.table] == []


def test_the_page_shows_every_term_without_a_kernel() -> None:
    for of, name in (("en", "glossary"), ("de", "glossar")):
        (output,) = cells(folder(of) / f"{name}.ipynb", "code")[0]["outputs"]
        found = p10.glossary(language=of)
        assert "".join(output["data"]["text/html"]) == found._repr_html_(), "run devtools.generate.notebooks"
        assert "".join(output["data"]["text/plain"]) == repr(found)


SEARCHES = [
    ("complement", "en", "complement", "the standard term"),
    ("PEEKING", "en", "optional stopping", "the words at the table, in any case"),
    ("H₀", "en", "null hypothesis", "a symbol"),
    ("gegen", "de", "Gegenereignis", "a part of a word"),
    ("B(n; p; k)", "de", "Binomialverteilung", "the symbol of another language"),
]


@every("search, of, exam, why", SEARCHES)
def test_a_search_finds(search: str, of: str, exam: str, why: str) -> None:
    found = p10.glossary(search, language=of)
    assert exam in [term.exam for term in found]
    assert len(found) < len(TERMS)
    assert f">{exam}</th>" in found._repr_html_()
    assert exam in repr(found)


def test_a_search_without_results_says_so() -> None:
    found = p10.glossary("<b>")
    assert len(found) == 0
    assert repr(found) == "The glossary has no term with “<b>”."
    assert "&lt;b&gt;" in found._repr_html_()
