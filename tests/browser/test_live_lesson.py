"""A lesson in real browsers: a teacher, a wall and a class, from the question to the truth, without names."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any, NamedTuple
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from websockets.sync.client import ClientConnection, connect

from devtools.browser.hosts import PATIENCE
from phase10_widgets.teaching import lesson

from .conftest import AXE
from .test_live import PHONE, Person, code_on, home, service

__all__ = ["home", "service"]

NAMES = ["Ada", "Ben", "Cleo"]
SAID = ["74 %", "0.5", "1/3"]
ROBOTS = 5
"""The pupils without a browser."""


class Robot:
    """A pupil without a browser."""

    def __init__(self, line: ClientConnection, token: str) -> None:
        self.line = line
        self.say("hello", v=1, token=token, language="en")

    def say(self, kind: str, **fields: Any) -> None:
        self.line.send(json.dumps({"kind": kind, "id": "r", **fields}))


def joined(service: str, code: str, name: str) -> str:
    """Return the token of a pupil who joins without a browser."""
    body = json.dumps({"code": code, "name": name}).encode()
    asked = Request(f"{service}live/join", body, {"content-type": "application/json"})
    with urlopen(asked) as answer:
        return str(json.load(answer)["token"])


class Classroom(NamedTuple):
    """Everybody in a lesson."""

    teacher: Person
    wall: Page
    pupils: list[Person]
    robots: list[Robot]

    @property
    def pages(self) -> list[Page]:
        return [self.teacher.page, self.wall, *(pupil.page for pupil in self.pupils)]

    def step(self, name: str) -> None:
        """Let the teacher press the focused step, by keyboard alone."""
        button = self.teacher.page.locator(f'[data-act="{name}"]')
        button.focus()
        self.teacher.page.keyboard.press("Enter")

    def phase(self, name: str) -> None:
        for page in self.pages:
            expect(page.locator('[data-p10="class"]')).to_have_attribute("data-phase", name, timeout=PATIENCE)


@pytest.fixture
def room(service: str, browser: Browser) -> Iterator[Callable[..., Classroom]]:
    """Return a function that gathers a class; its contexts have these options."""
    with ExitStack() as stack:

        def gather(**options: Any) -> Classroom:
            def person(**more: Any) -> Person:
                context = stack.enter_context(browser.new_context(**{**more, **options}))
                return Person(context, f"{service}live")

            teacher = person(locale="en-US", viewport={"width": 1280, "height": 800}, accept_downloads=True)
            teacher.page.locator('input[name="name"]').fill("Teacher")
            teacher.act("open")
            code = code_on(teacher.page)
            pupils = [person(**PHONE), *(person(locale="en-US") for _ in NAMES[1:])]
            for name, pupil in zip(NAMES, pupils, strict=True):
                pupil.page.locator('input[name="name"]').fill(name)
                pupil.page.locator('input[name="code"]').fill(code)
                pupil.act("join")
            with teacher.context.expect_page() as opened:
                teacher.act("wall")
            address = f"{service.replace('http', 'ws', 1)}live/line"
            tokens = [joined(service, code, f"Robot {at}") for at in range(ROBOTS)]
            robots = [Robot(stack.enter_context(connect(address, max_size=2**22)), token) for token in tokens]
            return Classroom(teacher, opened.value, pupils, robots)

        yield gather


def ask(room: Classroom) -> None:
    """Let the teacher ask the first question of lesson 3."""
    room.step("teach")
    page = room.teacher.page
    expect(page.locator('[data-act="ask"]')).to_be_visible(timeout=PATIENCE)
    expect(page.locator('[data-field="lesson"]')).to_have_value("3")
    room.step("ask")
    room.phase("open")


def answer(page: Page, text: str, steps: int) -> None:
    """Answer by keyboard alone: the number, some steps of the slider, Enter."""
    field = page.locator('input[name="answer"]')
    for _ in range(12):
        if field.evaluate("node => node === document.activeElement"):
            break
        page.keyboard.press("Tab")
    expect(field).to_be_focused()
    page.keyboard.press("Control+A")
    page.keyboard.type(text)
    page.keyboard.press("Tab")
    for _ in range(steps):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator('[data-p10="given"]')).to_contain_text(text, timeout=PATIENCE)


def circles(page: Page) -> Locator:
    return page.locator('[data-p10="vote"] circle')


def test_a_lesson_from_the_question_to_the_truth(room: Callable[..., Classroom]) -> None:
    """By keyboard alone; no frame has the truth before it is shown, and the wall never has a name."""
    class_ = room()
    teacher, wall, pupils, robots = class_
    walls: list[str] = []
    wall.on("websocket", lambda socket: socket.on("framereceived", lambda text: walls.append(str(text))))
    wall.reload()
    ask(class_)
    for at, (pupil, text) in enumerate(zip(pupils, SAID, strict=True)):
        answer(pupil.page, text, at)
    for at, robot in enumerate(robots):
        robot.say("predict", text=f"{40 + at} %", confidence=0.6)
    everybody = len(pupils) + len(robots)
    expect(wall.locator('[data-p10="count"]')).to_contain_text(f"{everybody} of {everybody}", timeout=PATIENCE)
    assert circles(wall).count() == 0
    class_.step("step-closed")
    class_.phase("closed")
    expect(teacher.page.locator('[data-act="step-shown"]')).to_be_focused(timeout=PATIENCE)
    class_.step("step-shown")
    class_.phase("shown")
    for page in class_.pages:
        expect(circles(page)).to_have_count(everybody, timeout=PATIENCE)
    class_.step("step-again")
    class_.phase("again")
    for pupil in pupils:
        answer(pupil.page, "60 %", 1)
    class_.step("step-closed")
    class_.phase("closed")
    class_.step("pool")
    for pupil in pupils:
        pupil.page.locator('[data-act="sample"]').press("Enter")
        expect(pupil.page.locator('[data-p10="pool"] [role="status"]')).to_contain_text("50", timeout=PATIENCE)
    expect(wall.locator('[data-p10="pool"] circle')).to_have_count(len(pupils), timeout=PATIENCE)

    before = [json.dumps(person.frames) for person in (teacher, *pupils)] + walls
    class_.step("step-truth")
    class_.phase("truth")
    truth = teacher.page.locator('[data-p10="truth"] .big').inner_text().split(" =")[0]
    assert truth.endswith("%")
    assert not any(truth in text for text in before)
    for page in (teacher.page, wall):
        expect(page.locator('[data-p10="truth"]')).to_contain_text(truth, timeout=PATIENCE)
    expect(wall.locator('[data-p10="vote"]')).to_have_count(2)
    expect(wall.locator('[data-p10="calibration"]')).to_be_visible()
    seen = wall.locator("body").inner_text()
    assert not any(name in text for name in [*NAMES, "Robot"] for text in (seen, *walls))
    for pupil in pupils:
        others = [name for name in NAMES if name != NAMES[pupils.index(pupil)]]
        lessons = [each for each in pupil.frames if each["kind"] == "lesson"]
        assert not any(name in json.dumps(lessons) for name in others)

    class_.step("finish")
    expect(pupils[1].page.locator('[data-screen="room"]')).to_be_visible(timeout=PATIENCE)
    with teacher.page.expect_download(timeout=PATIENCE) as loaded:
        class_.step("file-learners")
    rows = loaded.value.path().read_text("utf-8").splitlines()
    assert lesson(3).questions[0].id in rows[0]
    assert [row.split(",")[0] for row in rows[1:4]] == NAMES
    assert [person.faults for person in (teacher, *pupils)] == [[]] * 4


def test_the_lesson_is_easy_on_eyes_and_ears(room: Callable[..., Classroom]) -> None:
    """axe finds nothing to complain about on any page, light or dark, and nothing is wider than a phone."""
    class_ = room(bypass_csp=True)
    axe = AXE.read_text("utf-8")

    def look() -> None:
        for page in class_.pages:
            if page.evaluate("!window.axe"):
                page.evaluate(axe)
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                found = "axe.run().then(({violations}) => violations.map(({id, nodes}) => [id, nodes[0].html]))"
                assert page.evaluate(found) == [], scheme
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    ask(class_)
    look()
    for at, robot in enumerate(class_.robots):
        robot.say("predict", text=f"{70 + at} %", confidence=0.6)
    expect(class_.wall.locator('[data-p10="count"]')).to_contain_text(f"{ROBOTS} of", timeout=PATIENCE)
    for phase in ("closed", "shown"):
        class_.step(f"step-{phase}")
        class_.phase(phase)
    class_.step("pool")
    expect(class_.wall.locator('[data-p10="pool"]')).to_be_visible(timeout=PATIENCE)
    for robot in class_.robots:
        robot.say("sample")
    expect(class_.wall.locator('[data-p10="pool"] circle')).to_have_count(ROBOTS, timeout=PATIENCE)
    class_.step("step-truth")
    class_.phase("truth")
    look()
    phone = class_.pupils[0].page
    expect(phone.locator('[data-p10="class"]')).to_have_attribute("lang", "de")
    expect(phone.locator('[data-p10="pool"] h2')).to_have_text("Alle Versuche zusammen", timeout=PATIENCE)
