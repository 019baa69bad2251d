"""Readability: sentences in lessons and questions are short, and their words are common."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from wordfreq import top_n_list

from phase10_widgets import teaching
from phase10_widgets.teaching.course import COURSE
from phase10_widgets.teaching.glossary import TERMS
from tests.faults import every
from tests.repo.pages import cells, lesson_page, source

LONGEST_MEAN = 15
"""The words of a sentence, on average over a lesson's page or its questions."""
MOST_RARE = 0.05
"""The share of words outside the most common ones."""
COMMON = frozenset(top_n_list("en", 5000))

CARD_WORDS = "deal dealt deck discard flip hit joker natural opponent phase pile run shuffle skip suit wild"
"""The words of the game, which a reader has learned at the table; with their plurals and other forms."""
NUMBER_WORDS = "eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
"""The words for numbers that are not among the common ones."""
ENDINGS = (("s", ""), ("es", ""), ("ies", "y"), ("'s", ""), ("s'", "s"), ("d", ""), ("ed", ""), ("ied", "y"),
           ("ing", ""), ("ing", "e"), ("r", ""), ("er", ""), ("ier", "y"), ("st", ""), ("est", ""), ("iest", "y"),
           ("ly", ""), ("ily", "y"), ("th", ""))  # fmt: skip
"""The endings of inflected forms, and what the base word has in their place."""
TWICE = re.compile(r"([bdgklmnprt])\1$")
"""A doubled consonant, as before the ending of "dropped"."""
CODE = re.compile(r"```.*?```|`[^`]*`|<[^>]+>|https?://\S+|(?<=\])\([^)]*\)|\$[^$]*\$", re.DOTALL)
WORD = re.compile(r"[A-Za-z]{2,}(?:'[a-z]+)?")
END = re.compile(r"(?<=[.!?])[\"”*)]*\s+")
TABLE_ROW = re.compile(r"(?m)^\|.*$")
LIST_MARK = re.compile(r"(?m)^\s*(?:#+ (?:\d+\. )?|[-*] |\d+\. )")


TERM_WORDS = " ".join(term.exam for term in TERMS)
KNOWN = frozenset(WORD.findall(f"{TERM_WORDS} {CARD_WORDS} {NUMBER_WORDS}".lower())) | COMMON
"""The words that need no explanation here."""


def bases(word: str) -> Iterable[str]:
    """Yield the possible base words of a word."""
    for ending, instead in ENDINGS:
        if word.endswith(ending) and len(base := word.removesuffix(ending) + instead) > 2:
            yield base
            if TWICE.search(base):
                yield base[:-1]


def prose(text: str) -> str:
    """Return the text without code, addresses, and marks of lists and headings."""
    return LIST_MARK.sub("", CODE.sub(" ", text.replace("\u2019", "'")))


def rare(text: str) -> Counter[str]:
    """Count the words that are neither common nor known."""
    words = (word.lower() for word in WORD.findall(prose(text)))
    return Counter(word for word in words if KNOWN.isdisjoint({word, *bases(word)}))


def lengths(text: str) -> list[int]:
    """Return the number of words and numbers of each sentence; rows of tables are no sentences."""
    lines = TABLE_ROW.sub("", prose(text)).splitlines()
    sentences = (len(re.findall(r"\S*\w\S*", one)) for line in lines for one in END.split(line))
    return [n for n in sentences if n]


def page(path: Path) -> str:
    """Return a lesson's prose without its last cell, which names the sources."""
    return "\n\n".join(map(source, cells(path, "markdown")[:-1]))


def questions(number: int) -> str:
    """Return every text of a lesson's questions and of its task, with a number in each gap."""
    one = teaching.lesson(number)
    texts = [text for question in one.questions for text in question.texts().values()]
    if one.task:
        texts += [one.task.prompt, *one.task.hints, *(bug.feedback for bug in one.task.bugs)]
    return "\n\n".join(re.sub(r"\{[^}]*\}", "7", text) for text in texts)


TEXTS = {f"page {number}": page(lesson_page(number, "en")) for number in COURSE} | {
    f"questions {number}": questions(number) for number in teaching.numbers()
}


@every("name, text", [*TEXTS.items()])
def test_sentences_are_short_and_words_are_common(name: str, text: str) -> None:
    words, found = lengths(text), rare(text)
    assert sum(words) / len(words) <= LONGEST_MEAN
    assert found.total() / len(WORD.findall(prose(text))) <= MOST_RARE, found.most_common()
