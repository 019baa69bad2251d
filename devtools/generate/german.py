"""Bring the files of German texts in line with the English lessons: ``python -m devtools.generate.german [FILE ...]``.

Cells and code exist once, in the English notebook. ``lessons/de/NAME.md`` has the German texts, and
``devtools.generate.notebooks`` makes ``lessons/de/NAME.ipynb`` from both. The file has an entry for each cell with
text: a line with the cell's id and a mark, and below it, the German. The mark belongs to the English text, so that an
entry is out of date as soon as its English changes. The entry of a code cell has a line ``English → German`` for each
comment, string or name that differs; the first entry names the notebook and has the names of the whole lesson. Cells
named ``assert-…`` are in the English notebook only, where they check the numbers of both pages.

This tool adds an entry for each new cell, with the English text to translate, and deletes those of cells that are gone.
With ``--current``, it then marks every entry as current: do this once you have translated what it has listed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import nbformat

from devtools import command

GERMAN = Path(__file__).parents[2] / "lessons" / "de"
HEAD = re.compile(r"(?m)^<!-- (\S+) (\S+) -->\n")
FIRST, NEW = "english", "new"
"""The first entry's id, and the mark of an entry that is still English."""
ARROW, INDENT = " → ", "    "
COMMENT = r"#.*"
STRING = r"""f?"{3}[^"]*"{3}|f?"(?:\\.|[^"\\\n])*"|f?'(?:\\.|[^'\\\n])*'"""
NAME = r"(?<![\w.])[^\W\d]\w*(?:=(?!=))?"
PIECE = re.compile(f"{COMMENT}|{STRING}|{NAME}")
"""A comment, a string, or a name that is not an attribute; a keyword ends with "="."""
IDENTIFIER = re.compile(r"""["'][a-z0-9_:.,%-]*["']""")
"""A string that only the program reads."""
SHOWS = re.compile(r"(?m)^((?:learner = )?p10\.(?:figures\.)?(?:[A-Z]\w*|glossary)\()([^()]*)\)")
"""A call at the beginning of a line that makes something with a language."""


@dataclass(frozen=True)
class Entry:
    """The German of one cell, and the mark of the English that it translates."""

    mark: str
    text: str

    @property
    def words(self) -> dict[str, str]:
        """Return the German of each piece of code."""
        lines = [line.strip().partition(ARROW) for line in self.text.splitlines() if line.strip()]
        return {english: german for english, _, german in lines}


@dataclass(frozen=True)
class Texts:
    """A file of German texts."""

    path: Path
    entries: dict[str, Entry]

    @property
    def english(self) -> Path:
        return self.path.parents[1] / self.entries[FIRST].mark

    @property
    def german(self) -> Path:
        return self.path.with_suffix(".ipynb")


def read(path: Path) -> Texts:
    """Return the texts in a file.

    Raises:
        ValueError: the file does not begin with its notebook's name.
    """
    begin, *parts = HEAD.split(path.read_text("utf-8"))
    entries = {name: Entry(mark, text.strip("\n")) for name, mark, text in zip(*[iter(parts)] * 3, strict=True)}
    if begin or next(iter(entries), None) != FIRST:
        raise ValueError(f"{path.name} must begin with a line such as <!-- {FIRST} 01_set_run_color.ipynb -->.")
    return Texts(path, entries)


def write(texts: Texts) -> None:
    found = (f"<!-- {name} {entry.mark} -->\n{entry.text}".rstrip() for name, entry in texts.entries.items())
    texts.path.write_text("\n\n".join(found) + "\n", "utf-8")


def every() -> list[Texts]:
    return [read(path) for path in sorted(GERMAN.glob("*.md"))]


def notebook(path: Path) -> Any:
    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]


def shared(english: Any) -> list[Any]:
    """Return the cells of both pages; those with asserts check the numbers once, in the English notebook."""
    return [cell for cell in english.cells if not cell.id.startswith("assert-")]


def pieces(cell: Any) -> list[str]:
    """Return what a translator reads in a cell: its text, or the comments, strings and new names of its code."""
    if cell.cell_type == "markdown":
        return [cell.source]
    found = [piece for piece in PIECE.findall(cell.source) if piece[0] in "#\"'" or piece[1:2] in {'"', "'"}]
    return [*found, *sorted({*names(cell.source)})]


def names(code: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.FunctionDef):
            yield node.name


def mark(cell: Any) -> str:
    return sha256("\n".join(pieces(cell)).encode()).hexdigest()[:6]


def has_text(cell: Any) -> bool:
    return any(not IDENTIFIER.fullmatch(piece) for piece in pieces(cell))


def faults(texts: Texts, english: Any) -> Iterator[str]:
    """Yield a sentence for each cell without a current German text, and for each text without its cell."""
    file, cells = texts.path.name, {cell.id: cell for cell in shared(english)}
    for name, cell in cells.items():
        entry = texts.entries.get(name)
        if entry is None and not has_text(cell):
            continue
        if entry is None or entry.mark == NEW:
            yield f"{file} has no German text for the cell {name} of {texts.english.name}."
        elif entry.mark != mark(cell):
            yield f"{file}, {name}: the English has changed. Change the German, then its mark to {mark(cell)}."
        elif cell.cell_type == "code":
            missing = [piece for piece in entry.words if piece not in cell.source]
            yield from (f"{file}, {name}: the English cell has no {piece}." for piece in missing)
    for name in texts.entries.keys() - cells.keys() - {FIRST}:
        yield f"{file}, {name}: {texts.english.name} has no such cell. Delete the entry."


def in_german(code: str, words: dict[str, str]) -> str:
    """Return code with its comments, strings and names in German.

    >>> in_german('good = len(hand)  # to keep', {"good": "gut", "# to keep": "# zu behalten"})
    'gut = len(hand)  # zu behalten'
    >>> in_german('print(f"{good} of {all.good}")', {"good": "gut"})
    'print(f"{gut} of {all.good}")'
    """

    def german(found: re.Match[str]) -> str:
        piece = found[0]
        if piece in words or piece[0] != "f":
            return words.get(piece, piece)
        return re.sub(r"\{[^{}]*\}", lambda field: PIECE.sub(german, field[0]), piece)

    return PIECE.sub(german, code)


def with_language(code: str) -> str:
    """Return code whose widgets and learner speak German.

    >>> with_language('learner = p10.Learner(3)'), with_language("p10.glossary()")
    ('learner = p10.Learner(3, language="de")', 'p10.glossary(language="de")')
    """
    return SHOWS.sub(lambda call: f'{call[1]}{call[2]}{", " if call[2] else ""}language="de")', code)


def translated(texts: Texts) -> Any:
    """Return the German notebook, not yet run.

    Raises:
        ValueError: a cell has no current German text, or a text has no cell.
    """
    found = notebook(texts.english)
    if wrong := list(faults(texts, found)):
        raise ValueError("\n".join(wrong))
    found.cells = shared(found)
    for cell in found.cells:
        if cell.cell_type == "code":
            own = texts.entries.get(cell.id, texts.entries[FIRST])
            cell.source = in_german(with_language(cell.source), {**texts.entries[FIRST].words, **own.words})
            cell.update(outputs=[], execution_count=None)
        else:
            cell.source = texts.entries[cell.id].text
    found.metadata["lang"] = "de"
    return found


def in_line(texts: Texts, *, current: bool) -> Texts:
    """Return the texts with an entry for each cell that has text, in the notebook's order."""
    entries = {FIRST: texts.entries[FIRST]}
    for cell in shared(notebook(texts.english)):
        if cell.id in texts.entries or has_text(cell):
            lines = [f"{INDENT}{piece}{ARROW}{piece}" for piece in pieces(cell)]
            new = Entry(NEW, cell.source if cell.cell_type == "markdown" else "\n".join(lines))
            entry = texts.entries.get(cell.id, new)
            entries[cell.id] = replace(entry, mark=mark(cell)) if current else entry
    return replace(texts, entries=entries)


def main() -> None:
    """Bring the named files of German texts in line with their notebooks, and list what is to be translated."""
    words = command.parser(__doc__)
    words.add_argument("files", nargs="*", type=Path, metavar="FILE", help="file of German texts; by default, all")
    words.add_argument("--current", action="store_true", help="mark every entry as current")
    chosen = words.parse_args()
    for texts in map(read, chosen.files) if chosen.files else every():
        found = in_line(texts, current=chosen.current)
        write(found)
        for fault in faults(found, notebook(found.english)):
            print(fault)


if __name__ == "__main__":
    main()
