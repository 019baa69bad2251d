"""A grammar for our question banks, stricter than Moodle and QTI 2.2 but within their rules.

Moodle publishes no schema, so the Moodle part follows the documentation page "Moodle XML format". The license terms of
the official schemas for QTI and its packages do not allow copies, so these parts follow the specifications.
"""

from __future__ import annotations

import re
from typing import NamedTuple, TypeAlias
from xml.etree import ElementTree as ET


class Element(NamedTuple):
    """Patterns for an element's children (each name followed by a comma), text and attributes."""

    children: re.Pattern[str]
    text: re.Pattern[str]
    attributes: dict[str, str]


Grammar: TypeAlias = dict[str, Element]
"""Elements by name, with their type if they have one; ambiguous names are preceded by the parent elements."""


def has(children: str = "", text: str = r"\s*", **attributes: str) -> Element:
    """Return an element with these children in this order, as in "a (b | c)+ d?"."""
    names = re.sub(r"\w+", r"(?:\g<0>,)", children).replace(" ", "")
    return Element(re.compile(names), re.compile(text), attributes)


ANY, TEXT = r"(?s:.*)", r"(?s:.+)"
NUMBER = r"\d+(\.\d+)?"
YES_OR_NO = "true|false"
NAME = r"[A-Za-z_][\w.-]*"
ID = r"[A-Za-z_][\w.-]{0,31}"
FILE = r"[\w./-]+"

ASKED = "name questiontext generalfeedback defaultgrade penalty hidden"
MOODLE: Grammar = {
    "quiz": has("(question_category (question_numerical | question_multichoice)+)+"),
    "question_category": has("category info", type=TEXT),
    "category": has("text"),
    "category/text": has(text=r"(?s:\$course\$/top(/([^/]|//){1,255})+)"),
    "question_numerical": has(
        f"{ASKED} answer+ units? unitgradingtype unitpenalty showunits unitsleft hint+ tags",
        type=TEXT,
    ),
    "question_multichoice": has(
        f"{ASKED} single shuffleanswers answernumbering answer answer+ hint+ tags",
        type=TEXT,
    ),
    "question_numerical/answer": has("text feedback tolerance", fraction="0|100", format="moodle_auto_format"),
    "question_multichoice/answer": has("text feedback", fraction="0|100", format="html"),
    "question_numerical/answer/text": has(text=f"-?{NUMBER}"),
    "name": has("text"),
    "name/text": has(text="(?s:.{1,255})"),
    "text": has(text=TEXT),
    **dict.fromkeys(("info", "questiontext", "generalfeedback", "feedback", "hint"), has("text", format="html")),
    **dict.fromkeys(("tolerance", "multiplier", "unitpenalty", "defaultgrade"), has(text=NUMBER)),
    **dict.fromkeys(("single", "shuffleanswers"), has(text=YES_OR_NO)),
    **dict.fromkeys(("hidden", "unitsleft"), has(text="[01]")),
    **dict.fromkeys(("unitgradingtype", "showunits"), has(text="[0-3]")),
    "penalty": has(text=r"1|0\.5|0\.3333333|0\.25|0\.2|0\.1|0"),  # the options in Moodle's editing form
    "answernumbering": has(text="abc|ABCD|123|iii|IIII|none"),
    "units": has("unit+"),
    "unit": has("multiplier unit_name"),
    "unit_name": has(text=TEXT),
    "tags": has("tag+"),
    "tag": has("text"),
}

NAMED = {"identifier": ID, "title": TEXT}
ROOT = {**NAMED, "schemaLocation": TEXT}
TYPE = "float|identifier"
VARIABLE = {"identifier": ID, "cardinality": "single", "baseType": TYPE}
CASE = has("(isNull | match | or) setOutcomeValue+")
RESOURCE = {"identifier": NAME, "type": TEXT, "href": FILE}
QTI: Grammar = {
    # an item and its grading
    "assessmentItem": has(
        "responseDeclaration outcomeDeclaration+ itemBody responseProcessing modalFeedback+",
        adaptive=YES_OR_NO,
        timeDependent=YES_OR_NO,
        lang=r"\w+",
        **ROOT,
    ),
    "responseDeclaration": has("correctResponse", **VARIABLE),
    "outcomeDeclaration": has("defaultValue?", normalMaximum=r"\d*", normalMinimum=r"\d*", **VARIABLE),
    **dict.fromkeys(("correctResponse", "defaultValue"), has("value")),
    "value": has(text=TEXT),
    "itemBody": has("choiceInteraction | p+"),
    "itemBody/p": has("textEntryInteraction?", text=ANY),
    "textEntryInteraction": has(responseIdentifier=ID, expectedLength=r"\d*"),
    "choiceInteraction": has(
        "prompt simpleChoice simpleChoice+", responseIdentifier=ID, shuffle=YES_OR_NO, maxChoices=r"\d+"
    ),
    **dict.fromkeys(("p", "prompt"), has(text=TEXT)),
    "simpleChoice": has(text=TEXT, identifier=ID),
    "modalFeedback": has("p+", outcomeIdentifier=ID, identifier=ID, showHide="show|hide"),
    "responseProcessing": has("responseCondition"),
    "responseCondition": has("responseIf responseElseIf* responseElse?"),
    **dict.fromkeys(("responseIf", "responseElseIf"), CASE),
    "responseElse": has("setOutcomeValue+"),
    "isNull": has("variable"),
    "match": has("variable baseValue"),
    "or": has("equal+"),
    "equal": has("variable baseValue", toleranceMode="exact|absolute|relative", tolerance=f"({NUMBER}( {NUMBER})?)?"),
    "variable": has(identifier=ID),
    "baseValue": has(text=TEXT, baseType=TYPE),
    "setOutcomeValue": has("baseValue", identifier=ID),
    # a test
    "assessmentTest": has("testPart", **ROOT),
    "testPart": has(
        "itemSessionControl assessmentSection+",
        identifier=ID,
        navigationMode="linear|nonlinear",
        submissionMode="individual|simultaneous",
    ),
    "itemSessionControl": has(maxAttempts=r"\d*", showFeedback=f"({YES_OR_NO})?"),
    "assessmentSection": has("selection assessmentItemRef+", visible=YES_OR_NO, **NAMED),
    "selection": has(select=r"[1-9]\d*"),
    "assessmentItemRef": has(identifier=ID, href=FILE),
    # the manifest of a package
    "manifest": has("metadata organizations resources", identifier=NAME, schemaLocation=TEXT),
    "metadata": has("schema schemaversion"),
    "schema": has(text=r"QTIv2\.2 Package"),
    "schemaversion": has(text=r"1\.0\.0"),
    "organizations": has(),
    "resources": has("(resource_imsqti_test_xmlv2p2 resource_imsqti_item_xmlv2p2+)+"),
    "resource_imsqti_test_xmlv2p2": has("file dependency+", **RESOURCE),
    "resource_imsqti_item_xmlv2p2": has("file", **RESOURCE),
    "file": has(href=FILE),
    "dependency": has(identifierref=NAME),
}
USES = {"responseIdentifier", "outcomeIdentifier", "identifierref"}
"""The attributes that contain a name defined elsewhere."""
USERS = {"variable", "setOutcomeValue"}
"""The elements whose identifier defines such a name."""


def check(node: ET.Element, grammar: Grammar, namespace: str = "", parents: str = "") -> None:
    """Fail unless an element and all its descendants follow the grammar."""

    def called(element: ET.Element) -> str:
        return "_".join(filter(None, (element.tag.removeprefix(namespace), element.get("type"))))

    path = f"{parents}/{called(node)}"
    parts = path.split("/")
    known = next(grammar[key] for at in range(1, len(parts)) if (key := "/".join(parts[at:])) in grammar)
    assert known.children.fullmatch("".join(f"{called(child)}," for child in node)), path
    assert known.text.fullmatch(node.text or ""), (path, node.text)
    assert not "".join(child.tail or "" for child in node).strip(), path
    given = {name.rpartition("}")[2]: value for name, value in node.attrib.items()}
    assert given.keys() <= known.attributes.keys(), (path, given)
    for name, pattern in known.attributes.items():
        assert re.fullmatch(pattern, given.get(name, "")), (path, name, given)
    for child in node:
        check(child, grammar, namespace, path)


def check_names(root: ET.Element) -> None:
    """Fail unless each name in a QTI file is defined only once and each name in use is defined."""
    given, used = list[str](), set[str]()
    for node in root.iter():
        uses = node.tag.rpartition("}")[2] in USERS
        for key, name in node.items():
            if key in USES or (uses and key == "identifier"):
                used.add(name)
            elif key == "identifier":
                given.append(name)
    assert len(given) == len({*given})
    assert used <= {*given}
