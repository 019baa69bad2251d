"""All pages made from notebooks, by address: the course, odds, tournament and gallery."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from ... import languages
from ...languages import ENGLISH
from ..course import MIXED, stages
from ..lessons import added

if TYPE_CHECKING:
    from ...store.store import Store
    from .page import LessonPage
    from .visit import LessonVisit

LESSONS = "lessons"
OTHERS = {
    "": {"en": "index", "de": "index"},
    "glossary": {"en": "glossary", "de": "glossar"},
    "pretest": {"en": "pretest", "de": "vortest"},
    "posttest": {"en": "posttest", "de": "nachtest"},
}
"""The names of the notebooks other than lessons, keyed by the last part of their addresses."""
TOOLS = "odds", "tournament"
"""The notebooks other than lessons whose screens are available in every language."""
GALLERY = "gallery"
"""The notebook whose page shows code."""


class LessonPages:
    """The pages made from a folder's notebooks and from plugins' notebooks."""

    def __init__(self, folder: Path) -> None:
        """Find the notebooks in a *folder* such as ``lessons``, which has subfolders for other languages."""
        self._files = dict(_found(folder))
        self._addresses = {(language, path.stem): address for address, (language, path) in self._files.items()}
        self._ends = {address: address.removeprefix(f"{language}/") for address, (language, _) in self._files.items()}
        self.read = lru_cache(maxsize=None)(self._read)

    def __contains__(self, address: object) -> bool:
        return address in self._files

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def _read(self, address: str) -> LessonPage:
        """Return the page at an address such as ``"lessons/3"`` or ``"de/lessons/glossary"``.

        Raises:
            KeyError: there is no such page.
        """
        from .page import LessonPage  # importing all screens is slow, so a server shows its start page first

        language, path = self._files[address]
        return LessonPage.of_file(path, language, shows_code=address == GALLERY)

    def open(self, page: str, store: Store | None, *, mark: str, address: str) -> LessonVisit | None:
        """Open a visit to a page; see :class:`OpenPage`."""
        from .visit import LessonVisit

        return LessonVisit(self.read(page), store, mark=mark, address=address) if page in self else None

    def linked(self, stem: str, language: str) -> str | None:
        """Return the address of the notebook with this name (without the file extension), or None if it has no page."""
        return self._addresses.get((language, stem))

    def notebooks(self, language: str) -> dict[str, str]:
        """Return every page's address by notebook name; pages that are not in *language* are in English."""
        found: dict[str, tuple[str, str]] = {}
        for preferred in (ENGLISH, language):
            for (written, stem), address in self._addresses.items():
                if written == preferred or self._ends[address] not in found:
                    found[self._ends[address]] = (stem, address)
        return dict(found.values())

    def others(self, address: str) -> dict[str, str]:
        """Return the addresses of this page in other languages, by language."""
        return {
            language: other
            for other, (language, _) in self._files.items()
            if other != address and self._ends[other] == self._ends[address]
        }

    def lessons(self, language: str) -> dict[int, str]:
        """Return each lesson's address by lesson number, in this language if available, otherwise in English."""
        found = {number: self.address(f"{LESSONS}/{number}", language) for number in stages()}
        return {number: address for number, address in found.items() if address in self}

    def address(self, end: str, language: str) -> str:
        """Return the address of a page such as ``"lessons"`` in this language if available, otherwise in English."""
        own = f"{language}/{end}"
        return own if own in self else end


@cache
def own_pages() -> LessonPages:
    """Return the pages for the notebooks included in this package."""
    return LessonPages(Path(__file__).parents[2] / "notebooks" / LESSONS)


def _found(folder: Path) -> Iterator[tuple[str, tuple[str, Path]]]:
    """Yield the addresses of all pages, with their languages and files."""
    plugins = {(each.number, language): Path(path) for each in added() for language, path in each.notebooks.items()}
    named = {str(number): stage.notebooks for number, stage in stages().items()}
    sets = {f"mixed-{name.lower()}": stage.notebooks for name, stage in MIXED.items()}
    for end, notebooks in {**OTHERS, **named, **sets}.items():
        for language, stem in notebooks.items():
            below = "" if language == ENGLISH else f"{language}/"
            number = int(end) if end.isdigit() else 0
            path = plugins.get((number, language), folder / below / f"{stem}.ipynb")
            if path.is_file():
                yield f"{below}{LESSONS}/{end}".rstrip("/"), (language, path)
    for name in (*TOOLS, GALLERY):
        for language in languages.names() if name in TOOLS else (ENGLISH,):
            path = folder.with_name(f"{name}.ipynb")
            if path.is_file():
                yield name if language == ENGLISH else f"{language}/{name}", (language, path)
