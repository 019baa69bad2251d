"""The sheets that learners write upon, each with numbers of its own, and the key to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...languages import ENGLISH
from ...teaching import Exercise, Lesson
from ...text import Text
from .document import Blank, Block, Document, Heading, Items, Para, Sheet, Space, Table, Together
from .exercise_text import answer, asked_on, lettered, mistakes, title

SURE = tuple(f"{sure}\u202f%" for sure in range(0, 101, 10))
MANY = 5
"""A lesson with so many questions leaves little room for each."""
ROOM, LITTLE = 28, 16
"""Millimeters in which to work out an answer, so that a sheet has two pages."""
TO = "\u2013"


def sheets(lesson: Lesson, seeds: Iterable[int] = range(1, 31), language: str = ENGLISH) -> Document:
    """A sheet for each seed, each beginning on paper of its own; whoever has the same seed has the same numbers.

    Raises:
        ValueError: there is no such language.
    """
    words = Text(language)
    return Document(title(lesson, words), tuple(_sheet(lesson, seed, words) for seed in seeds), language)


def _sheet(lesson: Lesson, seed: int, words: Text) -> Sheet:
    say = words.say
    number = say("Sheet {number}", number=seed)
    blocks: list[Block] = [
        Heading(1, title(lesson, words)),
        Blank([say("Name"), say("Date")]),
        Para(
            say("Guess first, and encircle how sure you are. Then compute. Your guess need not be right."),
            f"{number}.",
            small=True,
        ),
    ]
    room = Space(ROOM if len(lesson.questions) < MANY else LITTLE)
    asked_here = list(asked_on(lesson, seed))
    for at, asked in asked_here:
        question: list[Block] = [Para(words.tell(asked.prompt), f"{at}.")]
        if asked.question.kind == "choice":
            question.append(Para(" \u2003 ".join(lettered(asked, words).values())))
        question += [Blank([say("My guess")], scale=[say("How sure?"), *SURE]), room, Blank([say("My answer")])]
        blocks.append(Together(question))
    # At the end: what one should think about may tell an answer.
    afterwards = [
        Together([Para(words.tell(asked.reflection), f"{at}."), Blank([], more=1)]) for at, asked in asked_here
    ]
    blocks += [Together([Heading(2, say("When you know the answers")), *afterwards[:1]]), *afterwards[1:]]
    return Sheet(seed, f"{title(lesson, words)} {number}", blocks)


def key(lesson: Lesson, seeds: Iterable[int] = range(1, 31), language: str = ENGLISH) -> Document:
    """The answers to the sheets of these seeds, and for each question what a wrong answer tells.

    Raises:
        ValueError: there is no such language.
    """
    words, seeds = Text(language), list(seeds)
    say = words.say
    name = say("{title} Key", title=title(lesson, words))
    given = {seed: [asked for _, asked in asked_on(lesson, seed)] for seed in seeds}
    head = [say("Sheet"), *(say("Question {n}", n=at) for at in range(1, len(lesson.questions) + 1))]
    rows = [(str(seed), *(_short(asked, words) for asked in row)) for seed, row in given.items()]
    blocks: list[Block] = [Heading(1, name), Table(head, rows, say("The answers"))]
    for at in range(len(lesson.questions)):
        blocks += _wrong(at + 1, {seed: row[at] for seed, row in given.items()}, words)
    return Document(name, tuple(blocks), language)


def _short(asked: Exercise, words: Text) -> str:
    """The right answer; of a choice its letter."""
    said = answer(asked, words)
    return said.partition(")")[0] if asked.question.kind == "choice" else said


def _wrong(number: int, given: dict[int, Exercise], words: Text) -> Iterator[Block]:
    """What wrong answers tell: a row for all sheets on which they are the same."""
    say = words.say
    if not given:
        return
    alike: dict[tuple[str, ...], list[int]] = {}
    for seed, asked in given.items():
        # A choice is not computed by a mistake, and its letters are the same on all sheets.
        wrong = () if asked.question.kind == "choice" else (said for _, said, _ in mistakes(asked, words))
        alike.setdefault((answer(asked, words), *wrong), []).append(seed)
    seed, first = next(iter(given.items()))
    found = mistakes(first, words) if first.question.kind != "choice" else []
    names = [say("Mistake {letter}", letter=chr(ord("A") + at)) for at in range(len(found))]
    yield Heading(2, say("Question {n}", n=number))
    yield Table([say("Sheets"), say("Answer"), *names], [(runs(same), *values) for values, same in alike.items()])
    if found:
        yield Items([f"{name}: {feedback}" for name, (_, _, feedback) in zip(names, found, strict=True)])
    if any("{" in one.feedback for one in first.question.wrong):
        yield Para(say("The numbers in these sentences are those of sheet {number}.", number=seed), small=True)


def runs(numbers: Sequence[int]) -> str:
    """Numbers as a short list.

    >>> runs([1, 2, 3, 7, 9, 10]).replace(TO, "-")
    '1-3, 7, 9, 10'
    """
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][-1] + 1:
            found[-1].append(number)
        else:
            found.append([number])
    return ", ".join(f"{run[0]}{TO}{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in found)
