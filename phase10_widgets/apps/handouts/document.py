"""Pages to print: a few kinds of blocks, written as one HTML file or as Markdown. Whatever they say is escaped."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from ... import languages

STYLE = """
@page { margin: 14mm 15mm 16mm; @bottom-right { content: counter(page); font: 9pt sans-serif; } }
* { box-sizing: border-box; }
body { font: 10.5pt/1.4 Georgia, "Liberation Serif", serif; color: #000; background: #fff; max-width: 48em;
  margin: 0 auto; padding: 0 1em 2em; overflow-wrap: break-word; }
h1, h2, h3, th, .by, .line b, .line span { font-family: Arial, "Liberation Sans", sans-serif; }
h1 { font-size: 17pt; line-height: 1.2; margin: .4em 0; }
h2 { font-size: 13pt; margin: 1em 0 .3em; border-bottom: 1.5pt solid #000; }
h3 { font-size: 11.5pt; margin: 1em 0 .3em; }
h1, h2, h3, caption { break-after: avoid; }
p, ul, ol { margin: .35em 0; orphans: 3; widows: 3; }
ul, ol { padding-left: 1.6em; }
.by { font-size: 9.5pt; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin: .6em 0; font-size: 10pt; }
caption { text-align: left; font-weight: bold; padding: .3em 0; }
th, td { border: .75pt solid #000; padding: .2em .5em; text-align: left; vertical-align: top; }
th { font-size: 9pt; white-space: nowrap; }
th[scope=row] { font: inherit; white-space: normal; }
thead { display: table-header-group; }
tr, .together, figure { break-inside: avoid; }
.sheet .together { margin: 1.3em 0; }
.line { display: flex; align-items: flex-end; gap: .5em; min-height: 2.1em; }
.line b { font-size: 9.5pt; flex: none; }
.line i { flex: 1; border-bottom: .75pt solid #000; }
.line span { font-size: 9pt; flex: none; }
figure { margin: .8em 0; }
svg { max-width: 100%; height: auto; }
@media print { body { max-width: none; padding: 0; } .wide { overflow: visible; } .new { break-before: page; }
  .sheet + .sheet { break-before: recto; } }
@media screen { .new, .sheet + .sheet { border-top: 1pt dashed #000; margin-top: 3em; padding-top: 1em; } }
"""
DOTS = "\u2026" * 12
_MARKS = re.compile(r"([\\`*_\[\]<>|#~$])")
_START = re.compile(r"^(\s*)([-+=]|\d+[.)])(?=\s)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; level 1 is a page's title."""

    level: int
    said: str
    new: bool = False
    """Whether a new sheet of paper begins."""

    def html(self) -> str:
        """As HTML."""
        return f"<h{self.level}{' class=new' if self.new else ''}>{plain(self.said)}</h{self.level}>"

    def markdown(self) -> str:
        """As Markdown."""
        return f"{'#' * self.level} {marked(self.said)}"


@dataclass(frozen=True, slots=True)
class Para:
    """A paragraph, perhaps with words before it that say what it is."""

    said: str
    lead: str = ""
    small: bool = False

    def html(self) -> str:
        """As HTML."""
        return f"<p{' class=by' if self.small else ''}>{_led(self.lead)}{plain(self.said)}</p>"

    def markdown(self) -> str:
        """As Markdown."""
        return f"**{marked(self.lead)}** {marked(self.said)}" if self.lead else marked(self.said)


@dataclass(frozen=True, slots=True)
class Items:
    """A list, numbered or not."""

    said: Sequence[str]
    numbered: bool = False

    def html(self) -> str:
        """As HTML."""
        tag = "ol" if self.numbered else "ul"
        return f"<{tag}>{''.join(f'<li>{plain(one)}</li>' for one in self.said)}</{tag}>"

    def markdown(self) -> str:
        """As Markdown."""
        return "\n".join(f"{f'{at}.' if self.numbered else '-'} {marked(one)}" for at, one in enumerate(self.said, 1))


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a head, whose first column names its rows."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    caption: str = ""

    def html(self) -> str:
        """As HTML."""
        caption = f"<caption>{plain(self.caption)}</caption>" if self.caption else ""
        top = "".join(f"<th scope=col>{plain(name)}</th>" for name in self.head)
        body = "".join(f"<tr>{_row(row)}</tr>" for row in self.rows)
        table = f"<table>{caption}<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"
        return f"<div class=wide>{table}</div>"

    def markdown(self) -> str:
        """As Markdown."""
        lines = [self.head, ["---"] * len(self.head), *self.rows]
        told = ["| " + " | ".join(_cell(cell, at) for cell in row) + " |" for at, row in enumerate(lines)]
        return "\n".join(([f"**{marked(self.caption)}**", ""] if self.caption else []) + told)


@dataclass(frozen=True, slots=True)
class Blank:
    """Lines to write upon: the first one for each label, side by side, then *more* empty ones."""

    labels: Sequence[str]
    more: int = 0
    scale: Sequence[str] = ()
    """What stands at the end of the first line, one of it to be encircled."""

    def html(self) -> str:
        """As HTML."""
        first = "".join(f"<b>{plain(label)}</b><i></i>" for label in self.labels) or "<i></i>"
        steps = "".join(f"<span>{plain(step)}</span>" for step in self.scale)
        return f"<div class=line>{first}{steps}</div>" + "<div class=line><i></i></div>" * self.more

    def markdown(self) -> str:
        """As Markdown."""
        first = " ".join(f"{marked(label)} {DOTS}" for label in self.labels) or DOTS
        return "\n\n".join([" ".join([first, *map(marked, self.scale)]), *[DOTS] * self.more])


@dataclass(frozen=True, slots=True)
class Space:
    """Room to work something out."""

    millimeters: int

    def html(self) -> str:
        """As HTML."""
        return f'<div style="height: {self.millimeters}mm"></div>'

    def markdown(self) -> str:
        """As Markdown."""
        return "&nbsp;"


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture whose shapes the program has made of numbers alone, and what it shows, in words."""

    svg: str
    """What stands within the svg element. It is not escaped: no text from outside may get here."""
    alt: str
    size: tuple[int, int]

    def html(self) -> str:
        """As HTML."""
        width, height = self.size
        box = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        return f'<figure><svg role="img" aria-label="{plain(self.alt)}" {box}>{self.svg}</svg></figure>'

    def markdown(self) -> str:
        """As Markdown: its words."""
        return marked(self.alt)


@dataclass(frozen=True, slots=True)
class Together:
    """Blocks that stand on one sheet of paper where there is room."""

    blocks: Sequence[Block]

    def html(self) -> str:
        """As HTML."""
        return f"<section class=together>{''.join(one.html() for one in self.blocks)}</section>"

    def markdown(self) -> str:
        """As Markdown."""
        return "\n\n".join(one.markdown() for one in self.blocks)


@dataclass(frozen=True, slots=True)
class Sheet:
    """Blocks that begin on paper of their own, and whose name stands at the foot of each of its pages."""

    number: int
    name: str
    blocks: Sequence[Block]

    def html(self) -> str:
        """As HTML."""
        inside = "\n".join(one.html() for one in self.blocks)
        return (
            f'<section class=sheet style="page: sheet{self.number}" aria-label="{plain(self.name)}">{inside}</section>'
        )

    def markdown(self) -> str:
        """As Markdown."""
        return "\n\n".join(one.markdown() for one in self.blocks)

    @property
    def style(self) -> str:
        """What names its pages."""
        name = "".join(sign for sign in self.name if sign.isalnum() or sign in " .:?!,-")
        foot = f'@bottom-left {{ content: "{name}"; font: 9pt sans-serif; }} @bottom-right {{ content: none; }}'
        return f"@page sheet{self.number} {{ {foot} }}\n"


Block = Heading | Para | Items | Table | Blank | Space | Drawing | Together | Sheet


@dataclass(frozen=True, slots=True)
class Document:
    """A file to print."""

    title: str
    blocks: tuple[Block, ...]
    language: str = languages.ENGLISH

    def html(self) -> str:
        """One HTML page, complete in itself: no script, nothing from elsewhere, black on white, for A4 and Letter."""
        style = STYLE + "".join(one.style for one in self.blocks if isinstance(one, Sheet))
        policy = "default-src 'none'; style-src 'unsafe-inline'"
        return (
            f'<!doctype html>\n<html lang="{plain(self.language)}">\n<head>\n<meta charset="utf-8">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
            '<meta name="viewport" content="width=device-width">\n'
            f"<title>{plain(self.title)}</title>\n<style>{style}</style>\n</head>\n<body>\n<main>\n"
            + "\n".join(one.html() for one in self.blocks)
            + "\n</main>\n</body>\n</html>\n"
        )

    def markdown(self) -> str:
        """The same as Markdown."""
        return "\n\n".join(one.markdown() for one in self.blocks) + "\n"


def plain(said: str) -> str:
    """The words for HTML, without signs that cannot be seen.

    >>> plain('<b>"Ana"</b>' + chr(0x202E))
    '&lt;b&gt;&quot;Ana&quot;&lt;/b&gt;'
    """
    return escape(_visible(said))


def marked(said: str) -> str:
    """The words for Markdown, in which they are nothing but words.

    >>> print(marked("2 * 3 * 4, <b>a_b</b>"))
    2 \\* 3 \\* 4, \\<b\\>a\\_b\\</b\\>
    """
    return _START.sub(r"\1\\\2", _MARKS.sub(r"\\\1", _visible(said).replace("&", "&amp;")))


def _visible(said: str) -> str:
    """Without control signs, which could turn what follows around; a line break is a space."""
    return "".join(sign for sign in " ".join(said.splitlines()) if unicodedata.category(sign) not in ("Cc", "Cf", "Cs"))


def _led(lead: str) -> str:
    return f"<b>{plain(lead)}</b> " if lead else ""


def _row(cells: Iterable[str]) -> str:
    name, *others = cells
    return f"<th scope=row>{plain(name)}</th>" + "".join(f"<td>{plain(cell)}</td>" for cell in others)


def _cell(cell: str, at: int) -> str:
    return cell if at == 1 else marked(cell)
