"""Compile the translations for gettext: ``python -m devtools.build.catalogs``.

Only the standard library is imported at the top, because the build hook imports this before Babel is installed.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from devtools.build import freshness

BABEL = "babel>=2.14"
LANGUAGES = freshness.ROOT / "phase10_widgets" / "languages"
STAMP = LANGUAGES / ".compiled-from.json"


def source_files() -> Iterator[Path]:
    """Yield each language's editable catalog."""
    yield from sorted(LANGUAGES.glob("*/LC_MESSAGES/*.po"))


def built_files() -> Iterator[Path]:
    """Yield each language's compiled catalog."""
    yield from sorted(LANGUAGES.glob("*/LC_MESSAGES/*.mo"))


def is_fresh() -> bool:
    """Return True if every catalog has been compiled and has not changed since."""
    return freshness.is_fresh(STAMP, source_files(), built_files())


def build() -> None:
    """Compile every catalog, leaving out untranslated strings."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    STAMP.unlink(missing_ok=True)
    sources = freshness.digest(source_files())
    for path in built_files():
        path.unlink()
    for path in source_files():
        with path.open("rb") as file:
            catalog = read_po(file, locale=path.parts[-3])
        with path.with_suffix(".mo").open("wb") as file:
            write_mo(file, catalog)
    freshness.write_stamp(STAMP, sources, built_files())


def main() -> None:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    if not is_fresh():
        build()


if __name__ == "__main__":
    main()
