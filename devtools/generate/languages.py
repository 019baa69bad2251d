"""Keep the catalogs in step with the code: ``python -m devtools.generate.languages``.

It adds new texts and removes old ones. A new text is untranslated, or has a guess marked "fuzzy", until somebody
translates it; tests/repo/test_languages.py finds both.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from devtools import command
from phase10_widgets import EDITIONS, edition, languages
from phase10_widgets.core.options import options_of

PACKAGE = Path(__file__).resolve().parents[2] / "phase10_widgets"
MARKS: dict[str, tuple[int, ...]] = {
    "phrase": (0,),
    "say": (0,),
    "text": (0,),
    "_of": (1, 2),
    "Refusal": (0,),
    "Sentence": (0,),
    "IllegalAction": (2,),
    "OptionError": (0,),
    "PhaseError": (0,),
    "RulesError": (0,),
    "GroupError": (0,),
    "SaveError": (0,),
    "AnswerError": (0,),
    "ProgressError": (0,),
    "RecordError": (0,),
    "_fault": (0,),
    "Refused": (1,),
}
"""The functions and classes called with translatable texts, and the positions of those arguments."""
WAITING: tuple[str, ...] = ()
"""The lessons available in English only, by file: their texts stay out of the catalogs until all are translated."""


class Found(NamedTuple):
    """A translatable text, and the file it comes from."""

    text: str
    many: str | None
    """The plural form, if the text has a number."""
    file: str


def marked() -> Iterator[Found]:
    """Yield every text marked in the code.

    Raises:
        ValueError: a text is filled in before it is translated.
    """
    for path in sorted(PACKAGE.rglob("*.py")):
        file = path.relative_to(PACKAGE.parent).as_posix()
        for node in ast.walk(ast.parse(path.read_text("utf-8"), file)):
            if not isinstance(node, ast.Call) or "frontend" in path.parts or path.name in WAITING:
                continue
            name = str(getattr(node.func, "attr", None) or getattr(node.func, "id", ""))
            if name == "plural" and literal(node.args[0]):
                yield Found(literal(node.args[0]), literal(node.args[1]), file)
            for at in MARKS.get(name, ()):
                argument = node.args[at] if at < len(node.args) else None
                if isinstance(argument, ast.JoinedStr | ast.BinOp):
                    raise ValueError(f"{file}:{node.lineno}: fill the gaps of a text when it is translated, not before")
                if literal(argument):
                    yield Found(literal(argument), None, file)


def templated() -> Iterator[Found]:
    """Every text that a template gives to ``say``."""
    for path in sorted((PACKAGE / "apps" / "templates").rglob("*")):
        if path.suffix not in (".html", ".j2") or "voila" in path.parts:
            continue
        with path.open("rb") as file:
            for _, text, _, _ in extract("jinja2.ext:babel_extract", file, {"say": None}, options={"silent": "false"}):
                yield Found(str(text), None, path.relative_to(PACKAGE.parent).as_posix())


def literal(node: ast.AST | None) -> str:
    """Return the string literal at this node, or an empty text."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def listed() -> Iterator[Found]:
    """Yield the descriptions of editions and kinds of groups."""
    from phase10_widgets.core.phases import KINDS

    for kind in KINDS.values():
        yield Found(*kind.words, "phase10_widgets/core/phases.py")
    for name in EDITIONS:
        found, file = edition(name), f"phase10_widgets/editions/{name}.py"
        for text in (found.name, *(line for _, line in found.notes), *(option.text for option in options_of(found))):
            yield Found(text, None, file)


def template() -> Catalog:
    """Return a catalog of every translatable text."""
    made = Catalog()
    found_in_order = (*marked(), *templated(), *listed())
    several = {found.text for found in found_in_order if found.many}
    for found in found_in_order:
        if found.many or found.text not in several:
            made.add((found.text, found.many) if found.many else found.text, locations=[(found.file, 0)])
    return made


def path_of(name: str) -> Path:
    """Return the path of a language's catalog."""
    return PACKAGE / "languages" / name / "LC_MESSAGES" / "phase10_widgets.po"


def catalogue(name: str) -> Catalog:
    """Return a language's current catalog."""
    with path_of(name).open("rb") as file:
        return read_po(file, locale=name, domain="phase10_widgets")


def updated(name: str) -> str:
    """Return a language's catalog updated to the texts in the code; its header is kept."""
    found = catalogue(name)
    found.update(template(), no_fuzzy_matching=True)
    found.obsolete.clear()
    out = BytesIO()
    write_po(out, found, width=120, omit_header=True, sort_by_file=True, include_lineno=False)
    head, _, _ = path_of(name).read_text("utf-8").partition("\n\n")
    return f"{head}\n\n{out.getvalue().decode().strip()}\n"


def untranslated(name: str) -> list[str]:
    """Return the texts that a language lacks, or has only a guess for."""
    found = []
    for message in catalogue(name):
        forms = [message.string] if isinstance(message.string, str) else list(message.string or [""])
        if message.id and (message.fuzzy or not all(forms)):
            found.append(str(message.id))
    return found


def main() -> int:
    """Rewrite every catalog, and list the texts without a translation."""
    command.parser(__doc__).parse_args()
    missing = []
    for name in languages.names()[1:]:
        path_of(name).write_text(updated(name), "utf-8", newline="\n")
        missing += [f"{name}: {text}" for text in untranslated(name)]
    if missing:
        print("No translation yet:", *missing, sep="\n")
    return int(bool(missing))


if __name__ == "__main__":
    sys.exit(main())
