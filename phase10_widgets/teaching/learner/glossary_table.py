"""The glossary as a searchable table that can be read without a kernel."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ... import languages
from ...base.translatable import phrase
from ...languages.text import Text
from ...ui.drawn.markup import Html
from ...ui.drawn.static_html import SmallPicture, cell, line, table_of
from ..glossary import TERMS, Term

HEAD = (phrase("At the table"), phrase("In the exam"), phrase("Symbol"), phrase("Lesson"))


class Glossary(SmallPicture):
    """Lesson terms in one language. A notebook shows them as a table; ``print`` writes a line for each term."""

    def __init__(self, terms: Iterable[Term], search: str, text: Text) -> None:
        """Keep the terms that contain the search text, ignoring case."""
        self.search = search
        self.text = text
        told = (Term(term.lesson, *map(text.say, term[1:])) for term in terms)
        self.terms = tuple(term for term in told if search.casefold() in "\n".join(term[1:]).casefold())

    def __iter__(self) -> Iterator[Term]:
        return iter(self.terms)

    def __len__(self) -> int:
        return len(self.terms)

    def __repr__(self) -> str:
        return "\n".join(map(self._line, self.terms)) or self._nothing()

    def _repr_html_(self) -> str:
        if not self.terms:
            return str(line(self._nothing()))
        head = (cell("th", self.text.say(name), scope="col") for name in HEAD)
        name = f"{self.text.say('Glossary')}: {self.search}" if self.search else self.text.say("Glossary")
        return str(table_of(head, map(self._row, self.terms), name))

    def _line(self, term: Term) -> str:
        told = self.text.say("{exam} (lesson {lesson}): {table}", exam=term.exam, lesson=term.lesson, table=term.table)
        return f"{told}  [{term.symbol}]" if term.symbol else told

    def _row(self, term: Term) -> Iterator[Html]:
        yield cell("td", term.table)
        yield cell("th", term.exam, scope="row")
        yield cell("td", term.symbol)
        yield cell("td", term.lesson)

    def _nothing(self) -> str:
        return self.text.say("The glossary has no term with “{search}”.", search=self.search)


def glossary(search: str = "", *, language: str = languages.ENGLISH) -> Glossary:
    """Return the lesson terms whose table wording, exam wording or symbol contains a given string.

    >>> glossary("outs")
    favorable outcomes (lesson 9): the outs: the cards that complete your phase  [|A|]
    >>> len(glossary("distribution")) < len(glossary())
    True

    Args:
        search: part of a term, of its table wording, or of its symbol; empty for all terms.
        language: the language of the terms and of the search.

    Raises:
        ValueError: the language is unknown.
    """
    return Glossary(TERMS, search, Text(language))
