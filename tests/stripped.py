"""Saved HTML as stripped by strict pages: no styles, no classes, no scripts, no SVG, and no data URLs.

:class:`Stripped` is such a page, which keeps track of folded text; :func:`drawings` returns the lost pictures.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from urllib.parse import unquote

from phase10_widgets import EDITIONS, edition
from phase10_widgets.languages.text import Text
from phase10_widgets.rules.cards import Card
from phase10_widgets.ui.drawn.static_html import card_svg

KEPT = {
    *("table", "thead", "tbody", "tr", "th", "td", "details", "summary", "ul", "ol", "li", "b", "strong", "i", "small"),
    *("pre", "code", "p", "div", "span", "h1", "h2", "h3", "h4", "img", "br"),
}
LOST_WITH_CONTENT = {"svg", "style", "script"}
EMPTY = {"img", "br"}
INLINE = {"b", "strong", "i", "small", "span", "code", "img"}
HEADINGS = {"h1", "h2", "h3", "h4", "b", "strong", "th", "summary"}
NUMBER = re.compile(r"\d(?:[\d.,/\u202f]*\d)?")
WORDS = 4
"""The minimum number of words in a sentence; shorter texts may be repeated."""


class Element:
    """A remaining element with its texts and elements."""

    def __init__(self, tag: str) -> None:
        self.tag = tag
        self.content: list[str | Element] = []

    @property
    def elements(self) -> Iterator[Element]:
        """Yield this element and every element in it."""
        yield self
        for each in self.content:
            if isinstance(each, Element):
                yield from each.elements

    def blocks(self, *, folded: bool) -> Iterator[str]:
        """Yield the texts block by block; without *folded*, include only the summaries of folds."""
        run = ""
        closed = self.tag == "details" and not folded
        for each in self.content:
            if closed and (isinstance(each, str) or each.tag != "summary"):
                continue
            if isinstance(each, str):
                run += each
            elif each.tag in INLINE:
                run += "".join(each.blocks(folded=folded))
            else:
                yield run
                run = ""
                yield from each.blocks(folded=folded)
        yield run

    def text(self, *, folded: bool = True) -> str:
        """Return the text with one block per line."""
        return "\n".join(one for block in self.blocks(folded=folded) if (one := plain(block)))


class Stripped(HTMLParser):
    """The part of the HTML that a strict page keeps."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.root = Element("div")
        self._open = [self.root]
        self._lost = 0
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._lost += tag in LOST_WITH_CONTENT
        if self._lost or tag not in KEPT:
            return
        if tag == "img":
            self._open[-1].content.append(f" {dict(attrs).get('alt') or ''} ")
        if tag not in EMPTY:
            made = Element(tag)
            self._open[-1].content.append(made)
            self._open.append(made)

    def handle_endtag(self, tag: str) -> None:
        if self._lost:
            self._lost -= tag in LOST_WITH_CONTENT
        elif tag in KEPT - EMPTY:
            assert self._open.pop().tag == tag

    def handle_data(self, data: str) -> None:
        if not self._lost:
            self._open[-1].content.append(data)

    @property
    def whole(self) -> bool:
        """True if every element is closed."""
        return len(self._open) == 1 and not self._lost

    @property
    def text(self) -> str:
        """All text, with one block per line."""
        return self.root.text()

    @property
    def above(self) -> str:
        """The text that is visible without opening a fold."""
        return self.root.text(folded=False)

    @property
    def headings(self) -> list[str]:
        return [each.text() for each in self.root.elements if each.tag in HEADINGS]

    @property
    def folds(self) -> list[tuple[str, str]]:
        """The summary and text of each fold."""
        found = []
        for each in self.root.elements:
            if each.tag == "details":
                summary, *content = each.content
                assert isinstance(summary, Element)
                inside = Element("div")
                inside.content = list(content)
                found.append((summary.text(), inside.text()))
        return found

    @property
    def repeated(self) -> list[str]:
        """The sentences that appear twice without opening a fold."""
        found = Counter(sentences(self.above))
        return [sentence for sentence, n in found.items() if n > 1]


def plain(text: str) -> str:
    return " ".join(text.replace("\u00a0", " ").split())


def sentences(text: str) -> Iterator[str]:
    for block in text.splitlines():
        for sentence in re.split(r"(?<=[.?!:])\s+", block):
            if len(sentence.split()) >= WORDS and sentence[-1] in ".?!":
                yield sentence


def numbers(text: str) -> set[str]:
    """Return the numbers in a text as they are written."""
    return set(NUMBER.findall(text))


def heard(html: str) -> str:
    """Return the HTML that a screen reader reads, without the parts that are hidden from it."""
    return re.sub(r'<(p|div|svg)\b[^>]*aria-hidden="true".*?</\1>', "", html, flags=re.DOTALL)


def unnamed(html: str, words: Text) -> Counter[str]:
    """Return the cards that the HTML draws more often than its text names them. Picture names do not count."""
    drawn = Counter(words.card_name(card) for card in cards_drawn(html))
    names = sorted(drawn, key=len, reverse=True)
    found = re.findall(rf"\b({'|'.join(map(re.escape, names))})\b", Stripped(heard(html)).text) if names else []
    return drawn - Counter(found)


def cards_drawn(html: str) -> Iterator[Card]:
    """Yield every card that is drawn, either inline or as an address that contains the picture."""
    known = _cards()
    for drawn in drawings(html):
        if (shape := _shape(drawn)) in known:
            yield known[shape]


def drawings(html: str) -> list[str]:
    """Return every SVG picture, whether inline or in an address."""
    addresses = re.findall(r'src="data:image/svg\+xml,([^"]*)"', html)
    return [*re.findall(r"<svg\b.*?</svg>", html, re.DOTALL), *map(unquote, addresses)]


def _shape(drawn: str) -> tuple[str, ...]:
    """Return the features of a card's picture: its colors, paths and label, but not its size or the order of shapes."""
    fills = re.findall(r"(?:fill|d)=['\"]([^'\"]+)", drawn)
    return (*sorted(set(fills)), *re.findall(r"<text[^>]*>([^<]+)<", drawn))


@cache
def _cards() -> dict[tuple[str, ...], Card]:
    faces = [face for name in EDITIONS for side in edition(name).pack.sides for face in side.faces.values()]
    made: dict[tuple[str, ...], Card] = {}
    for face in faces:
        made.setdefault(_shape(card_svg(face)), face)
    return made
