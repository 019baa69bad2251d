"""``phase10 teach`` writes the lessons' printable pages or questions; ``phase10 class`` summarizes a class."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

from . import typed
from .common import refuse, tell, tell_skipped
from .hand_ins import hand_ins
from .outputs import output_fault, write

PRINT, MOODLE, QTI = "print", "moodle", "qti"
FILES = {
    PRINT: ("sheets.html", "key.html", "teacher.html", "teacher.md"),
    MOODLE: ("moodle.xml",),
    QTI: ("qti.zip",),
}
"""The suffixes that follow the lesson number in file names, by format."""
PROJECT_FILES = ("sheets.html", "teacher.html", "teacher.md")
"""The suffixes of the capstone's file names; the capstone can only be printed."""
AFTERWARD = {
    PRINT: (
        "Open them in a browser, and print them from there:\n"
        "NN-teacher.html is for you, NN-sheets.html for learners, NN-key.html has the answers to the sheets."
    ),
    MOODLE: "Import them into the question bank of your Moodle course; the format is Moodle XML.",
    QTI: "Import them into your learning platform; the format is QTI 2.2.",
}
"""The advice on using the files, by format."""


def add(commands: Any) -> None:
    """Add both commands and their options."""
    add_teach(commands)
    add_class(commands)


def add_teach(commands: Any) -> None:
    """Add ``phase10 teach`` and its options."""
    what = "write printable pages for each lesson (for the teacher, sheets for learners, and the key to them)"
    what += ", or its questions for a learning platform"
    command = commands.add_parser("teach", help="write the lessons' pages or questions", description=what)
    command.add_argument(
        "out", type=typed.folder, metavar="OUT", help="the output folder, created if it does not exist"
    )
    one = "only this lesson; repeat the option for several lessons"
    command.add_argument("--lesson", type=typed.whole_number, action="append", metavar="N", help=one)
    count = "the number of sheets, or of versions of each question (%(default)s)"
    command.add_argument("--seeds", type=typed.sheets_number, default=30, metavar="N", help=count)
    command.add_argument(
        "--language", default="en", help="the language of the pages or questions: en or de (%(default)s)"
    )
    forms = "pages to print, or a question bank: print, moodle or qti (%(default)s)"
    command.add_argument("--format", choices=tuple(AFTERWARD), default=PRINT, metavar="FORM", help=forms)
    command.add_argument("--replace", action="store_true", help="overwrite existing files")
    command.set_defaults(run=teach)


def add_class(commands: Any) -> None:
    """Add ``phase10 class`` and its options."""
    what = "summarize a class's progress files; nothing leaves this computer"
    command = commands.add_parser("class", help="summarize a class's progress files", description=what)
    command.add_argument("files", nargs="+", metavar="FILE", help="progress files, or folders with such files")
    command.add_argument(
        "--out", type=Path, required=True, metavar="PAGE", help="the page to write, such as summary.html"
    )
    command.add_argument("--csv", type=Path, metavar="FILE", help="also write a table of the learners to this file")
    command.add_argument(
        "--questions", type=Path, metavar="FILE", help="also write a table of the questions to this file"
    )
    command.add_argument(
        "--rounds", type=Path, metavar="FILE", help="also write a table of the rounds played to this file"
    )
    shown = "also write a page with everyone's rounds, without names, to show to the class"
    command.add_argument("--hands", type=Path, metavar="PAGE", help=shown)
    command.add_argument("--language", default="en", help="the language of the pages: en or de (%(default)s)")
    command.add_argument("--replace", action="store_true", help="overwrite existing files")
    command.set_defaults(run=sum_up)


def teach(options: argparse.Namespace) -> int:
    """Write the lessons' files in the chosen format."""
    from ..teaching import numbers
    from ..teaching.course import CAPSTONE

    every = (*numbers(), CAPSTONE) if options.format == PRINT else numbers()
    chosen = dict.fromkeys(options.lesson or every)
    names = {CAPSTONE: PROJECT_FILES}
    wanted = [
        options.out / f"{number:02}-{name}" for number in chosen for name in names.get(number, FILES[options.format])
    ]
    if fault := output_fault(wanted, replace=options.replace):
        return refuse(fault)
    made: dict[Path, str | bytes] = {}
    try:
        for number in chosen:
            files = lesson_files(number, options.format, range(1, options.seeds + 1), options.language)
            made |= {options.out / f"{number:02}-{name}": content for name, content in files.items()}
    except ValueError as error:
        tell(f"phase10 teach: {error}")
        return 2
    if code := write(made, replace=options.replace):
        return code
    print(f"Wrote {len(made)} file{'s' * (len(made) != 1)} to {options.out}. {AFTERWARD[options.format]}")
    if CAPSTONE in chosen:
        print(f"Lesson {CAPSTONE} asks no questions: it has one sheet to fill in, the same for everybody, and no key.")
    elif not options.lesson:
        print(f"Lesson {CAPSTONE} asks no questions, so it is left out.")
    return 0


def lesson_files(number: int, form: str, seeds: range, language: str) -> dict[str, str | bytes]:
    """Return a lesson's files, keyed by file-name suffix: pages to print, or a question bank.

    Raises:
        ValueError: there is no such lesson or language, there are too many seeds for a bank, or the bank is for the
            capstone, which has no questions.
    """
    from ..teaching import lesson
    from ..teaching.course import CAPSTONE
    from ..teaching.exports import key, moodle, qti, sheets, teacher_page

    if number == CAPSTONE:
        return project_files(form, language)
    one = lesson(number)
    if form == MOODLE:
        return {"moodle.xml": moodle(one, seeds, language)}
    if form == QTI:
        return {"qti.zip": qti(one, seeds, language)}
    page = teacher_page(one, language=language)
    return {
        "sheets.html": sheets(one, seeds, language).html(),
        "key.html": key(one, seeds, language).html(),
        "teacher.html": page.html(),
        "teacher.md": page.markdown(),
    }


def project_files(form: str, language: str) -> dict[str, str | bytes]:
    """Return the capstone's files, keyed by file-name suffix.

    Raises:
        ValueError: there is no such language, or the format is a question bank.
    """
    from ..teaching.course import CAPSTONE
    from ..teaching.exports import project_page, project_sheet

    if form != PRINT:
        raise ValueError(f"lesson {CAPSTONE}, the capstone, asks no questions; `--format {PRINT}` writes its pages")
    page = project_page(language)
    made = (project_sheet(language).html(), page.html(), page.markdown())
    return dict(zip(PROJECT_FILES, made, strict=True))


def sum_up(options: argparse.Namespace) -> int:
    """Write the summary of a class, and list the files that could not be read."""
    from ..teaching import summary
    from ..teaching.exports import class_page, our_hands

    outputs = (options.out, options.csv, options.questions, options.rounds, options.hands)
    if fault := output_fault(outputs, replace=options.replace):
        return refuse(fault)
    found = hand_ins(options.files)
    read = summary(found.files)
    made = replace(read, refused=(*read.refused, *found.passed))
    tell_skipped(made.refused)
    if not made.people:
        return refuse("None of these is a progress file, so there is nothing to summarize.")
    try:
        texts: dict[Path, str | bytes] = {options.out: class_page(made, options.language).html()}
        if options.hands is not None:
            texts[options.hands] = our_hands(made, options.language).html()
    except ValueError as error:
        tell(f"phase10 class: {error}")
        return 2
    tables = ((options.csv, "learners"), (options.questions, "questions"), (options.rounds, "rounds"))
    texts |= {path: made.to_csv(table) for path, table in tables if path is not None}
    if code := write(texts, replace=options.replace):
        return code
    text = f"{len(made.people)} file{'s' * (len(made.people) != 1)} read, {len(made.refused)} not"
    print(f"{text}. Open {options.out} in a browser.")
    return 0
