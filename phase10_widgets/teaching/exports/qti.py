"""A question bank for other learning platforms, as a QTI 2.2 content package."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from xml.etree import ElementTree as ET
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from ...languages import ENGLISH
from ...languages.text import Text
from .. import Lesson
from .bank import BankedLesson, banked, plain
from .exercise_text import title
from .qti_item import assessment_item, root
from .xml_tree import add, xml_bytes

MANIFEST = "imsmanifest.xml"
PACKAGE = "http://www.imsglobal.org/xsd/imscp_v1p1"
"""The namespace of the manifest; nothing is downloaded from there."""
PACKAGE_SCHEMA = "http://www.imsglobal.org/xsd/qti/qtiv2p2/qtiv2p2_imscpv1p2_v1p0.xsd"
ITEM, TEST = "imsqti_item_xmlv2p2", "imsqti_test_xmlv2p2"
"""The file types, as named in the manifest."""
LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The timestamp of every file in a package, so that the same questions always produce the same bytes."""
READABLE = 0o644 << 16


def qti(lessons: Lesson | Iterable[Lesson], seeds: Iterable[int] = range(1, 31), language: str = ENGLISH) -> bytes:
    """Return the questions of one or more lessons as a zip file: a QTI 2.2 content package.

    It has an item for each version of each question, and a test for each lesson, which picks one version of each
    question at random. Version 7 has the numbers from sheet 7. The same arguments always produce the same bytes.

    >>> from phase10_widgets.teaching import lesson
    >>> ZipFile(BytesIO(qti(lesson(3), seeds=[1]))).namelist()[:3]
    ['imsmanifest.xml', 'tests/lesson-3.xml', 'items/q3-1-v1.xml']

    Args:
        lessons: one or more lessons, which can include your own.
        seeds: at least one, and at most 200. If two seeds give the same numbers, only one version is written.
        language: ``"en"`` or ``"de"``.

    Raises:
        ValueError: there is no lesson or no seed, there are too many versions, or the language is unknown.
    """
    words = Text(language)
    files: dict[str, bytes] = {}
    chosen = banked(lessons, seeds, words)
    name = "-".join(["phase10", words.language.name, *(str(one.lesson.number) for one in chosen)])
    manifest = root("manifest", name, "", PACKAGE, PACKAGE_SCHEMA)
    about = add(manifest, "metadata")
    add(about, "schema", "QTIv2.2 Package")
    add(about, "schemaversion", "1.0.0")
    add(manifest, "organizations")
    resources = add(manifest, "resources")
    for lesson in chosen:
        _lesson(files, resources, lesson, words)
    return _zipped({MANIFEST: xml_bytes(manifest), **files})


def _lesson(files: dict[str, bytes], resources: ET.Element, lesson: BankedLesson, words: Text) -> None:
    """Add a lesson's files, and list them in the manifest."""
    name = f"lesson-{lesson.lesson.number}"
    test, items = _test(name, lesson, words)
    files[f"tests/{name}.xml"] = xml_bytes(test)
    resource = _resource(resources, name, TEST, f"tests/{name}.xml")
    for identifier, file, item in items:
        add(resource, "dependency", identifierref=identifier)
        files[file] = item
        _resource(resources, identifier, ITEM, file)


def _test(name: str, lesson: BankedLesson, words: Text) -> tuple[ET.Element, list[tuple[str, str, bytes]]]:
    """Return a test with one version of each question, and the items: their identifiers, files and contents."""
    test = root("assessmentTest", name, plain(title(lesson.lesson, words)))
    part = add(test, "testPart", identifier="part", navigationMode="nonlinear", submissionMode="individual")
    add(part, "itemSessionControl", maxAttempts="0", showFeedback="true")
    items = []
    for at, question in enumerate(lesson.questions, 1):
        start = f"q{lesson.lesson.number}-{at}"
        section = add(part, "assessmentSection", identifier=start, title=question.name, visible="true")
        add(section, "selection", select="1")
        for version in question.versions:
            identifier = f"{start}-v{version.seed}"
            file = f"items/{identifier}.xml"
            add(section, "assessmentItemRef", identifier=identifier, href=f"../{file}")
            items.append((identifier, file, xml_bytes(assessment_item(version, identifier, words))))
    return test, items


def _resource(resources: ET.Element, identifier: str, kind: str, file: str) -> ET.Element:
    resource = add(resources, "resource", identifier=identifier, type=kind, href=file)
    add(resource, "file", href=file)
    return resource


def _zipped(files: dict[str, bytes]) -> bytes:
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as package:
        for name, content in files.items():
            info = ZipInfo(name, LONG_AGO)
            info.compress_type = ZIP_DEFLATED
            info.create_system = 3
            info.external_attr = READABLE
            package.writestr(info, content)
    return packed.getvalue()
