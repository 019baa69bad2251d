"""One version of a question as a QTI 2.2 assessment item."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.etree import ElementTree as ET

from ...languages.text import Text
from .accepted import NumberRange, decimal_text
from .bank import KnownAnswer, QuestionVersion, how_to_answer, in_words, known_answers
from .xml_tree import add

QTI = "http://www.imsglobal.org/xsd/imsqti_v2p2"
"""The QTI 2.2 namespace; nothing is downloaded from there."""
SCHEMA = "http://www.imsglobal.org/xsd/qti/qtiv2p2/imsqti_v2p2.xsd"
RESPONSE, SCORE, FEEDBACK = "RESPONSE", "SCORE", "FEEDBACK"
OTHER = "other"
"""The feedback for an unrecognized answer."""


def root(tag: str, identifier: str, title: str, namespace: str = QTI, schema: str = SCHEMA) -> ET.Element:
    """Return the root of a QTI file; an empty title is left out."""
    made = ET.Element(tag, {"xmlns": namespace, "xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance"})
    made.set("xsi:schemaLocation", f"{namespace} {schema}")
    made.set("identifier", identifier)
    if title:
        made.set("title", title)
    return made


def assessment_item(version: QuestionVersion, identifier: str, words: Text) -> ET.Element:
    """Return the item: the question, its grading, and the feedback for each known answer."""
    item = root("assessmentItem", identifier, version.name)
    item.set("adaptive", "false")
    item.set("timeDependent", "false")
    item.set("xml:lang", words.language.name)
    known = known_answers(version, words)
    names = _names(known)
    _declare(item, version, known)
    body = add(item, "itemBody")
    prompt = in_words(version.exercise.prompt, words)
    if version.by_choice:
        _offer(body, prompt, known)
    else:
        add(body, "p", prompt)
        add(body, "p", how_to_answer(version, known, words, free=False))
        add(add(body, "p"), "textEntryInteraction", responseIdentifier=RESPONSE, expectedLength="10")
    _process(item, known, names)
    _feedback(item, version, known, names, words)
    return item


def _names(known: Iterable[KnownAnswer]) -> dict[tuple[str, str], str]:
    """Return an identifier for each known answer; a mistake's own id might not be valid."""
    keys = dict.fromkeys((one.kind, one.id) for one in known)
    return {key: f"{key[0]}_{at}" for at, key in enumerate(keys, 1)}


def _choice(at: int) -> str:
    return f"choice_{at}"


def _declare(item: ET.Element, version: QuestionVersion, known: Sequence[KnownAnswer]) -> None:
    kind = "identifier" if version.by_choice else "float"
    response = add(item, "responseDeclaration", identifier=RESPONSE, cardinality="single", baseType=kind)
    at, right = next((at, one) for at, one in enumerate(known, 1) if one.right)
    value = _choice(at) if version.by_choice else decimal_text(right.ranges[0].middle)
    add(add(response, "correctResponse"), "value", value)
    score = add(item, "outcomeDeclaration", identifier=SCORE, cardinality="single", baseType="float")
    score.set("normalMaximum", "1")
    score.set("normalMinimum", "0")
    add(add(score, "defaultValue"), "value", "0")
    add(item, "outcomeDeclaration", identifier=FEEDBACK, cardinality="single", baseType="identifier")


def _offer(body: ET.Element, prompt: str, known: Iterable[KnownAnswer]) -> None:
    offered = add(body, "choiceInteraction", responseIdentifier=RESPONSE, shuffle="false", maxChoices="1")
    add(offered, "prompt", prompt)
    for at, one in enumerate(known, 1):
        add(offered, "simpleChoice", one.choice, identifier=_choice(at))


def _process(item: ET.Element, known: Sequence[KnownAnswer], names: dict[tuple[str, str], str]) -> None:
    """Add the grading: a missing answer is not wrong, and the first known answer that matches gives the feedback."""
    condition = add(add(item, "responseProcessing"), "responseCondition")
    empty = add(condition, "responseIf")
    add(add(empty, "isNull"), "variable", identifier=RESPONSE)
    _set(empty, SCORE, "float", "0")
    for at, one in enumerate(known, 1):
        case = add(condition, "responseElseIf")
        if one.choice:
            test = add(case, "match")
            add(test, "variable", identifier=RESPONSE)
            add(test, "baseValue", _choice(at), baseType="identifier")
        else:
            either = add(case, "or")
            for numbers in one.ranges:
                _equal(either, numbers)
        _set(case, SCORE, "float", "1" if one.right else "0")
        _set(case, FEEDBACK, "identifier", names[one.kind, one.id])
    if not any(one.choice for one in known):
        rest = add(condition, "responseElse")
        _set(rest, SCORE, "float", "0")
        _set(rest, FEEDBACK, "identifier", OTHER)


def _equal(either: ET.Element, numbers: NumberRange) -> None:
    test = add(either, "equal", toleranceMode="absolute" if numbers.tolerance else "exact")
    if numbers.tolerance:
        test.set("tolerance", decimal_text(numbers.tolerance))
    add(test, "variable", identifier=RESPONSE)
    add(test, "baseValue", decimal_text(numbers.middle), baseType="float")


def _set(rule: ET.Element, outcome: str, kind: str, value: str) -> None:
    add(add(rule, "setOutcomeValue", identifier=outcome), "baseValue", value, baseType=kind)


def _feedback(
    item: ET.Element,
    version: QuestionVersion,
    known: Iterable[KnownAnswer],
    names: dict[tuple[str, str], str],
    words: Text,
) -> None:
    """Add the feedback on each answer, with the solution for the right one and the first hint for an unknown one."""
    said = {names[one.kind, one.id]: [one.feedback] for one in known}
    solution = in_words(version.exercise.solution, words)
    for one in known:
        if one.right:
            said[names[one.kind, one.id]].append(solution)
    if not version.by_choice:
        about = words.say("That is not right, and it is not one of the known mistakes. Here is a hint:")
        said[OTHER] = [about, in_words(version.exercise.hints[0], words)]
    for name, texts in said.items():
        shown = add(item, "modalFeedback", outcomeIdentifier=FEEDBACK, identifier=name, showHide="show")
        for text in texts:
            add(shown, "p", text)
