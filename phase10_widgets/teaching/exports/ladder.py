"""The class ladder as a page for the teacher, rendered from ``templates/handouts/ladder.j2``.

Nothing leaves this computer.
"""

from __future__ import annotations

from ...languages import ENGLISH
from ...languages.text import Text
from .. import Ladder
from ..code.ladder import BESIDE
from .document import Document
from .exercise_text import reasons


def ladder_page(ladder: Ladder, language: str = ENGLISH) -> Document:
    """Return a page with the ladder, the players that were left out, and the files that could not be read.

    >>> from phase10_widgets.teaching import class_ladder
    >>> "No game was played." in ladder_page(class_ladder([], trusted=True)).html()
    True

    Raises:
        ValueError: *ladder* is not a ladder, or the language is unknown.
    """
    if not isinstance(ladder, Ladder):
        raise ValueError(f"{ladder!r:.40} is not a class ladder; give one, such as class_ladder(files)")
    words = Text(language)
    values = {
        "about": " ".join(map(words.tell, ladder.sentences)),
        "rows": [_row(row, words) for row in ladder.rows],
        "left_out": reasons(ladder.left_out, words),
        "without": ladder.without,
        "refused": reasons(ladder.refused, words),
    }
    return Document(words.say("The class ladder"), "ladder", words, values)


def _row(row: tuple[str, ...], words: Text) -> tuple[str, ...]:
    """Return a row with its numbers in the language's format."""
    rank, name, wins, games, share, interval, rating = row
    low, high = map(words.number, interval.split(" to "))
    between = words.say("{low} to {high}", low=low, high=high)
    shown = words.say(BESIDE) if name == BESIDE else name
    return (rank, shown, words.number(wins), games, words.number(share), between, rating)
