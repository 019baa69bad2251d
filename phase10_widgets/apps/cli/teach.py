"""``phase10 teach`` writes the printable pages of the lessons, ``phase10 class`` the summary of a class."""

from __future__ import annotations

import argparse
import glob
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from . import typed
from .common import refuse


def add(commands: Any) -> None:
    """Add both commands."""
    add_teach(commands)
    add_class(commands)


def add_teach(commands: Any) -> None:
    """Add ``phase10 teach`` and its options."""
    what = "write pages to print for each lesson: for the teacher, sheets for learners, and the key to them"
    command = commands.add_parser("teach", help="write the lessons' pages to print", description=what)
    command.add_argument("out", type=Path, metavar="OUT", help="a folder; it is made if there is none")
    command.add_argument("--lesson", type=typed.whole_number, metavar="N", help="this lesson only")
    command.add_argument(
        "--seeds", type=typed.sheets_number, default=30, metavar="N", help="how many sheets (%(default)s)"
    )
    command.add_argument("--language", default="en", help="of sheets and key: en or de (%(default)s)")
    command.add_argument("--replace", action="store_true", help="write over files that are there already")
    command.set_defaults(run=teach)


def add_class(commands: Any) -> None:
    """Add ``phase10 class`` and its options."""
    what = "sum up the progress files of a class; nothing leaves this computer"
    command = commands.add_parser("class", help="sum up the progress files of a class", description=what)
    command.add_argument("files", nargs="+", metavar="FILE", help="progress files, or folders with such files (*.json)")
    command.add_argument("--out", type=Path, required=True, metavar="PAGE", help="the page to write, as summary.html")
    command.add_argument("--csv", type=Path, metavar="FILE", help="write a table of the learners there, too")
    command.add_argument("--questions", type=Path, metavar="FILE", help="write a table of the questions there, too")
    command.add_argument("--replace", action="store_true", help="write over files that are there already")
    command.set_defaults(run=sum_up)


def teach(options: argparse.Namespace) -> int:
    """Write the pages of the lessons: NN-teacher (HTML and Markdown), NN-sheets and NN-key."""
    from ...teaching import lesson, numbers
    from ..handouts import key, sheets, teacher_page

    seeds, language = range(1, options.seeds + 1), options.language
    made: dict[Path, str] = {}
    try:
        for number in [options.lesson] if options.lesson else numbers():
            one, start = lesson(number), f"{number:02}"
            page = teacher_page(one)
            made[options.out / f"{start}-sheets.html"] = sheets(one, seeds, language).html()
            made[options.out / f"{start}-key.html"] = key(one, seeds, language).html()
            made[options.out / f"{start}-teacher.html"] = page.html()
            made[options.out / f"{start}-teacher.md"] = page.markdown()
    except ValueError as error:
        print(f"phase10 teach: {error}", file=sys.stderr)
        return 2
    if code := write(made, replace=options.replace):
        return code
    print(f"Wrote {len(made)} files to {options.out}. Open them in a browser, and print them from there:")
    print("NN-teacher.html is for you, NN-sheets.html for learners, NN-key.html has the answers to the sheets.")
    return 0


def sum_up(options: argparse.Namespace) -> int:
    """Write the summary of a class, and list the files that could not be read."""
    from ...teaching import summary
    from ..handouts import class_page

    made = summary(progress_files(options.files))
    for name, why in made.refused:
        print(f"{name}: {why}", file=sys.stderr)
    if not made.people:
        return refuse("None of these is a progress file, so there is nothing to sum up.")
    texts = {options.out: class_page(made).html()}
    tables = ((options.csv, "learners"), (options.questions, "questions"))
    texts |= {path: made.to_csv(table) for path, table in tables if path is not None}
    if len(texts) < 1 + sum(path is not None for path, _ in tables):
        return refuse("Page and tables need a file each, with names of their own.")
    if code := write(texts, replace=options.replace):
        return code
    text = f"{len(made.people)} file{'s' * (len(made.people) != 1)} read, {len(made.refused)} not"
    print(f"{text}. Open {options.out} in a browser.")
    return 0


def progress_files(names: Iterable[str]) -> list[Path]:
    """Return the named files: all ``*.json`` of a folder, and all matches of a pattern such as ``hand-in/*.json``."""
    found: list[Path] = []
    for name in names:
        path = Path(name)
        if path.is_dir():
            found += sorted(path.glob("*.json"))
        elif not path.exists() and glob.has_magic(name):
            found += [Path(one) for one in sorted(glob.glob(name))] or [path]
        else:
            found.append(path)
    return list(dict.fromkeys(found))


def write(texts: Mapping[Path, str], *, replace: bool) -> int:
    """Write all files, or none if one exists and may not be replaced; return the exit code."""
    there = [path for path in texts if path.exists()]
    if there and not replace:
        more = f" and {len(there) - 1} more" if len(there) > 1 else ""
        return refuse(f"{there[0]}{more}: already there. Add --replace to write over, or name another place.")
    try:
        for path, text in texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8", newline="\n")
    except OSError as error:
        return refuse(f"This could not be written: {error.filename or path}: {error.strerror}")
    for path in there:
        print(f"Replaced {path}.")
    return 0
