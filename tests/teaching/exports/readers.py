"""Small question-bank readers that grade answers as a platform does and share no code with the writers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from io import BytesIO
from typing import TypeAlias
from xml.etree import ElementTree as ET
from zipfile import ZipFile

QTI = "{http://www.imsglobal.org/xsd/imsqti_v2p2}"
PACKAGE = "{http://www.imsglobal.org/xsd/imscp_v1p1}"
TINY = 1e-14
"""The relative error that Moodle tolerates in a comparison."""


Graded: TypeAlias = tuple[float, list[str]]
"""The score for an answer, and the paragraphs that are shown in response."""


def paragraphs(parent: ET.Element, tag: str = "") -> list[str]:
    """Return the paragraphs in an element's text, which is HTML inside XML; fail if there is any other element."""
    html = parent.findtext(f"{tag}/text" if tag else "text", "")
    assert re.fullmatch(r"(<p>[^<]*</p>\s*)*", html), html
    return [unescape(text) for text in re.findall(r"<p>([^<]*)</p>", html)]


# Moodle


@dataclass(frozen=True)
class MoodleAnswer:
    text: str
    fraction: float
    feedback: str
    tolerance: float = 0

    def holds(self, typed: float) -> bool:
        """Compare numbers as Moodle's numerical questions do."""
        middle = float(self.text)
        reach = self.tolerance + TINY * max(abs(middle), abs(self.tolerance))
        return middle - reach <= typed <= middle + reach


@dataclass(frozen=True)
class MoodleQuestion:
    category: tuple[str, ...]
    name: str
    type: str
    text: list[str]
    solution: list[str]
    answers: list[MoodleAnswer]
    units: list[str]
    hints: list[str]
    tags: list[str]

    @property
    def choices(self) -> dict[str, str]:
        """The choices by the text that is chosen."""
        return {answer.text: answer.text for answer in self.answers if self.type == "multichoice"}

    def graded(self, typed: str) -> Graded:
        """Return the result of the first answer that matches the typed or chosen text.

        Raises:
            ValueError: Moodle would not accept the text as a number, and would ask again.
        """
        if self.choices:
            found = [answer for answer in self.answers if answer.text == typed]
        else:
            value = moodle_number(typed, self.units)
            found = [answer for answer in self.answers if answer.holds(value)]
        return (found[0].fraction, [found[0].feedback]) if found else (0, [])


def moodle_number(typed: str, units: list[str]) -> float:
    """Read a number as Moodle does: a comma is the decimal separator if there is no point, and a unit may follow."""
    plain = typed.replace(" ", "")
    plain = plain.replace(",", "") if "." in plain or plain.count(",") > 1 else plain.replace(",", ".")
    found = re.match(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?", plain)
    if found is None or plain[found.end() :] not in ("", *units):
        raise ValueError(f"{typed!r} is not a number")
    return float(found[0])


def read_moodle(file: bytes) -> list[MoodleQuestion]:
    """Return the questions in a file, each with its category; fail if Moodle could not identify the right answers."""
    found: list[MoodleQuestion] = []
    category: tuple[str, ...] = ()
    for node in ET.fromstring(file).iter("question"):
        if node.get("type") == "category":
            path = node.findtext("category/text", "").replace("//", "\0").split("/")
            category = tuple(name.replace("\0", "/") for name in path)
            continue
        by_choice = node.get("type") == "multichoice"
        right = [answer.get("fraction") == "100" for answer in node.iter("answer")]
        assert right.count(True) == 1 if by_choice else right[0]
        assert by_choice or (node.find("units") is None) == (node.findtext("showunits") != "0")
        found.append(
            MoodleQuestion(
                category,
                node.findtext("name/text", ""),
                node.get("type", ""),
                paragraphs(node, "questiontext"),
                paragraphs(node, "generalfeedback"),
                [_moodle_answer(answer, by_choice) for answer in node.iter("answer")],
                [unit.text or "" for unit in node.iter("unit_name")],
                [" ".join(paragraphs(hint)) for hint in node.iter("hint")],
                [tag.findtext("text", "") for tag in node.iter("tag")],
            )
        )
    return found


def _moodle_answer(node: ET.Element, by_choice: bool) -> MoodleAnswer:
    text = " ".join(paragraphs(node)) if by_choice else node.findtext("text", "")
    fraction = float(node.get("fraction", "0")) / 100
    return MoodleAnswer(text, fraction, " ".join(paragraphs(node, "feedback")), float(node.findtext("tolerance", "0")))


# QTI


@dataclass(frozen=True)
class QtiItem:
    name: str
    root: ET.Element

    @property
    def text(self) -> list[str]:
        """The paragraphs in the question, or its prompt."""
        body = self._one("itemBody")
        return [text for node in body.iter() if node.tag in (f"{QTI}p", f"{QTI}prompt") and (text := node.text)]

    @property
    def choices(self) -> dict[str, str]:
        """The choices, by identifier."""
        return {node.get("identifier", ""): node.text or "" for node in self.root.iter(f"{QTI}simpleChoice")}

    @property
    def right(self) -> str:
        """The answer that the item declares to be correct."""
        return self.root.findtext(f"{QTI}responseDeclaration/{QTI}correctResponse/{QTI}value", "")

    @property
    def solution(self) -> list[str]:
        """The text after the praise for the right answer."""
        score, shown = self.graded(self.right)
        assert score == 1
        return shown[1:]

    def graded(self, typed: str) -> Graded:
        """Run the item's response processing; the item's text asks learners to leave out the percent sign."""
        response = typed.removesuffix("%")
        outcomes = {"SCORE": "0"}
        for case in self._one("responseProcessing/responseCondition"):
            test, *rules = case if case.tag != f"{QTI}responseElse" else (None, *case)
            if test is None or self._true(test, response):
                for rule in rules:
                    outcomes[rule.get("identifier", "")] = rule[0].text or ""
                break
        shown = [
            "".join(paragraph.itertext())
            for feedback in self.root.iter(f"{QTI}modalFeedback")
            if feedback.get("identifier") == outcomes.get(feedback.get("outcomeIdentifier", ""))
            for paragraph in feedback
        ]
        return float(outcomes["SCORE"]), shown

    def _true(self, test: ET.Element, response: str) -> bool:
        match test.tag.removeprefix(QTI):
            case "isNull":
                return not response
            case "or":
                return any(self._true(part, response) for part in test)
            case "match":
                return test[1].text == response
            case "equal":
                off = abs(float(response) - float(test[1].text or ""))
                return off == 0 if test.get("toleranceMode") == "exact" else off <= float(test.get("tolerance", ""))
        raise AssertionError(test.tag)

    def _one(self, path: str) -> ET.Element:
        found = self.root.find("/".join(QTI + tag for tag in path.split("/")))
        assert found is not None
        return found


def read_qti(package: bytes) -> dict[str, QtiItem]:
    """Return the items in a package by identifier, as listed in its manifest."""
    with ZipFile(BytesIO(package)) as files:
        manifest = ET.fromstring(files.read("imsmanifest.xml"))
        listed = {name for node in manifest.iter(f"{PACKAGE}file") if (name := node.get("href"))}
        assert listed == {*files.namelist()} - {"imsmanifest.xml"}
        return {item.name: item for item in _items(manifest, files)}


def _items(manifest: ET.Element, files: ZipFile) -> Iterator[QtiItem]:
    for resource in manifest.iter(f"{PACKAGE}resource"):
        if resource.get("type") == "imsqti_item_xmlv2p2":
            root = ET.fromstring(files.read(resource.get("href", "")))
            assert root.get("identifier") == resource.get("identifier")
            yield QtiItem(resource.get("identifier", ""), root)
