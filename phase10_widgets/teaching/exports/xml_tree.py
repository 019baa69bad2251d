"""XML written from trees, so that everything is escaped exactly once, in one place."""

from __future__ import annotations

from xml.etree import ElementTree as ET


def add(parent: ET.Element, tag: str, text: str = "", **attributes: str) -> ET.Element:
    """Append a new element to *parent* and return it.

    >>> ET.tostring(add(ET.Element("a"), "b", "1 < 2", id="x"))
    b'<b id="x">1 &lt; 2</b>'
    """
    made = ET.SubElement(parent, tag, attributes)
    made.text = text or None
    return made


def xml_bytes(root: ET.Element) -> bytes:
    """Return a tree as an indented UTF-8 file; equal trees produce equal bytes."""
    ET.indent(root)
    return bytes(ET.tostring(root, encoding="utf-8", xml_declaration=True)) + b"\n"


def html_paragraphs(*texts: str) -> str:
    """Return strings as HTML, each in its own paragraph with no other markup.

    >>> html_paragraphs("1 < 2", "", "so")
    '<p>1 &lt; 2</p><p>so</p>'
    """
    made = []
    for text in filter(None, texts):
        paragraph = ET.Element("p")
        paragraph.text = text
        made.append(ET.tostring(paragraph, encoding="unicode", method="html"))
    return "".join(made)
