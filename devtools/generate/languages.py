"""Keep the catalogs in step with the code: ``python -m devtools.generate.languages``.

Babel extracts the strings. New strings are added to every catalog untranslated, and tests/repo/test_languages.py
reports them. Translations are never lost: if a translated string is gone from the code, the tool stops until
``--rename OLD NEW`` names its successor or ``--drop`` confirms that it has no successor.

``--template FILE`` writes a catalog without translations for a language in a separate package. It includes the
browser's strings, which have the context ``browser``; docs/extend.md explains them.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stderr
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any, NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from devtools import command
from devtools.build import catalogs, frontend
from phase10_widgets import EDITIONS, edition
from phase10_widgets.languages import BROWSER
from phase10_widgets.rules.options import options_of
from phase10_widgets.teaching import lessons

PACKAGE = Path(__file__).resolve().parents[2] / "phase10_widgets"
ERRORS = "Option Phase Rules Group Save Answer Progress Design Record"
"""The first words in the names of errors whose messages are translated."""
FIRST = ("phrase", "say", "text", "Refusal", "Sentence", "PlayerFault", "_fault")
KEYWORDS: dict[str, tuple[int, ...] | None] = {
    **dict.fromkeys([*FIRST, *(f"{name}Error" for name in ERRORS.split())]),
    "plural": (1, 2),
    "IllegalAction": (3,),
    "Refused": (2,),
}
"""The functions and classes called with translatable strings, and the positions of those strings (None: the first)."""
F_STRING = "warning: Skipping f-string with substitutions"
TEMPLATES = ("jinja2.ext:babel_extract", {"say": None}, {"silent": "false"})


class Found(NamedTuple):
    """A translatable string and its source file."""

    text: str
    many: str | None
    file: str


def marked() -> Iterator[Found]:
    """Yield every string that is marked in the code or the templates."""
    for path in sorted(PACKAGE.rglob("*.py")):
        if "frontend" not in path.parts:
            yield from extracted(path, "python", KEYWORDS, {})
    for path in sorted(PACKAGE.glob("*/**/templates/**/*")):
        if path.suffix in (".html", ".j2") and "voila" not in path.parts:
            yield from extracted(path, *TEMPLATES)


def extracted(path: Path, method: str, keywords: Mapping[str, Any], options: dict[str, str]) -> Iterator[Found]:
    """Yield the strings that Babel finds in a file."""
    with path.open("rb") as file, no_f_string_warnings():
        found = [text for _, text, _, _ in extract(method, file, keywords, options=options)]
    for text in found:
        one, many = (text, None) if isinstance(text, str) else (text[0], text[1])
        yield Found(one, many, path.relative_to(PACKAGE.parent).as_posix())


@contextmanager
def no_f_string_warnings() -> Iterator[None]:
    """Leave out Babel's warnings about f-strings; tests/repo/test_languages.py reports strings in them."""
    told = StringIO()
    try:
        with redirect_stderr(told):
            yield
    finally:
        sys.stderr.writelines(line for line in told.getvalue().splitlines(True) if F_STRING not in line)


def listed() -> Iterator[Found]:
    """Yield the descriptions of editions and group kinds, and the strings in the teacher's guides."""
    from phase10_widgets.rules.phases import KINDS

    for kind in KINDS.values():
        yield Found(*kind.words, "phase10_widgets/rules/phases.py")
    for name in EDITIONS:
        found, file = edition(name), f"phase10_widgets/editions/{name}.py"
        for text in (found.name, *(line for _, line in found.notes), *(option.text for option in options_of(found))):
            yield Found(text, None, file)
    for module in pkgutil.iter_modules(lessons.__path__):
        one = importlib.import_module(f"{lessons.__name__}.{module.name}")
        file = f"phase10_widgets/teaching/lessons/{module.name}{'/__init__' if module.ispkg else ''}.py"
        for part in (getattr(one, name) for name in ("GUIDE", "PROJECT") if hasattr(one, name)):
            for text in part.texts():
                yield Found(text, None, file)


def template() -> Catalog:
    """Return a catalog of every translatable string."""
    made = Catalog()
    found_in_order = (*marked(), *listed())
    several = {found.text for found in found_in_order if found.many}
    for found in found_in_order:
        if found.many or found.text not in several:
            made.add((found.text, found.many) if found.many else found.text, locations=[(found.file, 0)])
    return made


def with_browser_texts() -> Catalog:
    """Return a catalog of every translatable string, including the browser's."""
    made = template()
    node = frontend.node_paths()[1]
    found = subprocess.check_output([node, "dev/texts.mjs"], cwd=frontend.SOURCES, text=True)
    for id, english in json.loads(found):
        made.add(id, context=BROWSER, auto_comments=[english])
    return made


def path_of(name: str) -> Path:
    return PACKAGE / "languages" / name / "LC_MESSAGES" / "phase10_widgets.po"


def catalog(name: str) -> Catalog:
    with path_of(name).open("rb") as file:
        return read_po(file, locale=name, domain="phase10_widgets")


def updated(name: str, renamed: Mapping[str, str]) -> Catalog:
    """Return a language's catalog for the strings in the code; *renamed* maps old strings to new ones."""
    found = catalog(name)
    for old, new in renamed.items():
        if (message := found.get(old)) is not None:
            found.delete(old)
            following = (new, *message.id[1:]) if isinstance(message.id, tuple) else new
            found.add(following, message.string, flags=message.flags)
    found.update(template(), no_fuzzy_matching=True)
    return found


def lost(found: Catalog) -> list[str]:
    """Return the translated strings that no longer appear in the code."""
    return [text_of(message) for message in found.obsolete.values() if message.string]


def text_of(message: Message) -> str:
    """Return the English text of a message, in the singular if it also has a plural."""
    return message.id if isinstance(message.id, str) else message.id[0]


def written(name: str, found: Catalog) -> str:
    """Return the catalog as a file without obsolete strings, with the header unchanged."""
    found.obsolete.clear()
    out = BytesIO()
    write_po(out, found, width=120, omit_header=True, sort_by_file=True, include_lineno=False)
    head, _, _ = path_of(name).read_text("utf-8").partition("\n\n")
    return f"{head}\n\n{out.getvalue().decode().strip()}\n"


def untranslated(name: str) -> list[str]:
    """Return the strings for which a language has no translation or only a fuzzy one."""
    found = []
    for message in catalog(name):
        forms = [message.string] if isinstance(message.string, str) else list(message.string or [""])
        if message.id and message.fuzzy:
            found.append(f'{text_of(message)} (check the translation, and remove "fuzzy" above it)')
        elif message.id and not all(forms):
            found.append(text_of(message))
    return found


def languages() -> list[str]:
    return [path.parts[-3] for path in catalogs.source_files()]


def main() -> int:
    """Rewrite and compile every catalog, and list the untranslated strings."""
    words = command.parser(__doc__)
    pair = ("OLD", "NEW")
    words.add_argument("--rename", nargs=2, action="append", default=[], metavar=pair, help="keep the translation")
    words.add_argument("--drop", action="store_true", help="drop translations of removed texts")
    words.add_argument("--template", type=Path, metavar="FILE", help="write only a catalog for a new language")
    options = words.parse_args()
    if options.template:
        frontend.install()
        with options.template.open("wb") as file:
            write_po(file, with_browser_texts(), width=120, sort_by_file=True, include_lineno=False)
        return 0
    found = {name: updated(name, dict(options.rename)) for name in languages()}
    gone = [f"{name}: {text}" for name, each in found.items() for text in lost(each)]
    if gone and not options.drop:
        print("These translated texts are gone from the code; use --rename OLD NEW or --drop:", *gone, sep="\n")
        return 1
    for name, each in found.items():
        path_of(name).write_text(written(name, each), "utf-8", newline="\n")
    catalogs.build()
    missing = [f"{name}: {text}" for name in found for text in untranslated(name)]
    if missing:
        print("No translation yet:", *missing, sep="\n")
    return int(bool(missing))


if __name__ == "__main__":
    sys.exit(main())
