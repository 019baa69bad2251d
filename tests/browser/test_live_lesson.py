"""A lesson with thirty pupils: a teacher, a wall and three pupils in real browsers, the others over the protocol."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any, Literal, NamedTuple

import pytest
from playwright.sync_api import Browser, Locator, Page, Request, expect

from phase10_widgets.teaching import lesson

from .conftest import Violations
from .live_crowd import Crowd, Robot
from .test_live import PHONE, Person, code_on, home, service

__all__ = ["home", "service"]

NAMES = ["Ada", "Ben", "Cleo"]
SAID = ["74%", "0.5", "1/3"]
PUPILS = 30
TABLE = 4
IDLE = 6_000
"""The number of milliseconds in which nobody acts: longer than the time between two heartbeats."""
TABS = 250
"""More Tab stops than any teacher's page has."""


Look = Callable[[Literal["light", "dark"]], None]


class Classroom(NamedTuple):
    """All participants of a lesson."""

    teacher: Person
    wall: Page
    pupils: list[Person]
    crowd: Crowd

    @property
    def pages(self) -> list[Page]:
        return [self.teacher.page, self.wall, *(pupil.page for pupil in self.pupils)]

    @property
    def robots(self) -> list[Robot]:
        return self.crowd.robots

    def step(self, name: str) -> None:
        """Let the teacher press a button by keyboard alone."""
        press(self.teacher.page, f'[data-act="{name}"]')

    def phase(self, name: str) -> None:
        for page in self.pages:
            expect(page.locator('[data-p10="class"]')).to_have_attribute("data-phase", name)

    def turn(self, name: str) -> None:
        """Go to the question's next phase."""
        self.step(f"step-{name}")
        self.phase(name)

    def turn_aside(self, name: str) -> None:
        """Go to a phase that is not the usual next one."""
        press(self.teacher.page, '[data-p10="other-steps"] summary')
        self.turn(name)

    def answered(self, n: int) -> None:
        """Wait until this many have answered and the wall shows it."""
        expect(self.wall.locator('[data-p10="count"]')).to_contain_text(f"{n} of {n}")


def reach(page: Page, selector: str) -> None:
    """Move the focus by Tab to something that can be used now."""
    target = page.locator(selector).and_(page.locator(":not([aria-disabled])")).first
    expect(target).to_be_visible()
    for _ in range(TABS):
        if target.evaluate("node => node === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the Tab key does not reach {selector}")


def press(page: Page, selector: str) -> None:
    reach(page, selector)
    page.keyboard.press("Enter")


@pytest.fixture
def class_(service: str, browser: Browser) -> Iterator[Classroom]:
    """Gather a class."""
    with ExitStack() as stack:

        def person(**options: Any) -> Person:
            context = stack.enter_context(browser.new_context(**options))
            return Person(context, f"{service}live")

        teacher = person(locale="en-US", viewport={"width": 1280, "height": 800}, accept_downloads=True)
        expect(teacher.page.locator('input[name="name"]')).to_be_focused()
        teacher.page.keyboard.type("Teacher")
        press(teacher.page, '[data-act="open"]')
        code = code_on(teacher.page)
        pupils = [person(**PHONE), *(person(locale="en-US") for _ in NAMES[1:])]
        for name, pupil in zip(NAMES, pupils, strict=True):
            expect(pupil.page.locator('input[name="name"]')).to_be_focused()
            for typed in (name, code.lower()):
                pupil.page.keyboard.type(typed)
                pupil.page.keyboard.press("Tab")
            pupil.page.keyboard.press("Enter")
            expect(pupil.page.locator('[data-screen="room"]')).to_be_visible()
        with teacher.context.expect_page() as opened:
            press(teacher.page, '[data-act="wall"]')
        wall = opened.value
        wall.set_viewport_size({"width": 1920, "height": 1080})
        expect(wall.locator('[data-p10="wall"]')).to_be_visible()
        crowd = Crowd(service)
        stack.callback(crowd.close)
        for at in range(PUPILS - len(NAMES)):
            crowd.enter(f"Robot {at}", code)
        yield Classroom(teacher, wall, pupils, crowd)


def ask(class_: Classroom) -> None:
    """Let the teacher ask the first question of lesson 3."""
    class_.step("teach")
    expect(class_.teacher.page.locator('[data-field="lesson"]')).to_have_value("3")
    preview = class_.teacher.page.locator('[data-p10="preview"] .question')
    expect(preview).to_be_visible()
    shown = preview.inner_text()
    class_.step("ask")
    class_.phase("open")
    for pupil in class_.pupils[1:]:  # the first one reads German
        expect(pupil.page.locator(".question")).to_have_text(shown)


def answer(page: Page, text: str, steps: int) -> None:
    """Answer by keyboard alone: the number, some steps of the slider, Enter."""
    reach(page, 'input[name="answer"]')
    page.keyboard.press("Control+A")
    page.keyboard.type(text)
    confident(page, steps)
    expect(page.locator('[data-p10="given"]')).to_contain_text(text)


def confident(page: Page, steps: int) -> None:
    """Put the slider in the middle, move it, and send the answer."""
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    for _ in range(steps):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")


def circles(page: Page) -> Locator:
    return page.locator('[data-p10="vote"] circle')


def everybody_predicts(class_: Classroom, again: int) -> None:
    for at, (pupil, text) in enumerate(zip(class_.pupils, SAID, strict=True)):
        answer(pupil.page, text if not again else "60%", at)
    for at, robot in enumerate(class_.robots):
        class_.crowd.say(robot, "predict", text=f"0.{20 + 2 * at + again}", confidence=0.3 + at / 50)


def everybody_deals(class_: Classroom) -> None:
    class_.step("pool")
    for pupil in class_.pupils:
        press(pupil.page, '[data-act="sample"]')
        expect(pupil.page.locator('[data-p10="pool"] [role="status"]')).to_contain_text("50")
    for robot in class_.robots:
        class_.crowd.say(robot, "sample")
    expect(class_.wall.locator('[data-p10="pool"] circle')).to_have_count(PUPILS)


def test_a_lesson_of_thirty_from_the_first_seat_to_the_report(class_: Classroom, violations: Violations) -> None:
    """By keyboard alone; no page shows the truth before its time, and the wall names nobody; axe sees every phase."""

    def look(scheme: Literal["light", "dark"]) -> None:
        for page in (teacher.page, wall, pupils[0].page):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            assert violations(page.locator("html")) == [], scheme
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    teacher, wall, pupils, _ = class_
    begin_a_round(class_)
    ask_for_help(class_, look)
    finish_the_round(class_)

    ask(class_)
    look("dark")
    everybody_predicts(class_, 0)
    class_.answered(PUPILS)
    assert circles(wall).count() == 0
    assert sent_while_idle(teacher.page) == {"beat"}
    class_.step("step-closed")
    teacher.page.keyboard.press("Enter")
    class_.phase("closed")
    expect(teacher.page.locator('[data-act="step-shown"]')).to_be_focused()
    teacher.page.keyboard.press("Enter")
    class_.turn("shown")
    expect(wall.locator('[data-p10="late"]')).to_contain_text(code_on(teacher.page))
    for page in class_.pages:
        expect(circles(page)).to_have_count(PUPILS)
    look("light")
    class_.turn("again")
    everybody_predicts(class_, 1)
    class_.answered(PUPILS)
    class_.turn("closed")
    everybody_deals(class_)
    look("dark")
    for page in class_.pages:
        expect(page.locator('[data-p10="truth"]')).to_have_count(0)
    class_.turn("shown")
    class_.turn("truth")
    for page in (teacher.page, wall):
        expect(page.locator('[data-p10="truth"]')).to_contain_text(truth(class_))
    expect(wall.locator('[data-p10="vote"]')).to_have_count(2)
    expect(wall.locator('[data-p10="calibration"]')).to_contain_text(f"{PUPILS} predictions")
    look("light")
    assert sent_while_idle(teacher.page) == {"beat"}
    check_the_wall(wall)
    class_.step("finish")
    expect(pupils[1].page.locator('[data-screen="room"]')).to_be_visible()

    the_class_advises(class_, look)
    the_report(class_)
    assert [person.faults for person in (teacher, *pupils)] == [[]] * 4


def sent_while_idle(page: Page) -> set[str]:
    """Return the kinds of messages that a page sends while nobody acts, and the addresses that it requests."""
    requested: list[str] = []

    def note(request: Request) -> None:
        requested.append(request.url)

    page.on("request", note)
    kinds = page.evaluate(
        """idle => new Promise(done => {
             const kinds = [], { send } = WebSocket.prototype;
             WebSocket.prototype.send = function (text) { kinds.push(JSON.parse(text).kind); send.call(this, text); };
             setTimeout(() => { WebSocket.prototype.send = send; done(kinds); }, idle);
           })""",
        IDLE,
    )
    page.remove_listener("request", note)
    return {*kinds, *requested}


def truth(class_: Classroom) -> str:
    """Return the truth, once it has been revealed to everybody."""
    while class_.robots[0].poll["truth"] is None:
        class_.wall.wait_for_timeout(20)
    return str(class_.robots[0].poll["truth"]["text"])


def check_the_wall(wall: Page) -> None:
    """Check that the whole page fits usual projectors, is readable, and shows no name."""
    shown = wall.locator("body").inner_text()
    assert not any(name in shown for name in [*NAMES, "Robot"])
    for width, height in ((1024, 768), (1280, 720), (1920, 1080)):
        wall.set_viewport_size({"width": width, "height": height})
        expect(wall.locator('[data-p10="truth"]')).to_be_in_viewport(ratio=1)
        wall.wait_for_function("() => document.documentElement.scrollHeight <= innerHeight")
        smallest = wall.evaluate(
            """Math.min(...[...document.querySelectorAll('main p, main li, main h2')].filter(node => node.innerText)
               .map(node => parseFloat(getComputedStyle(node).fontSize) * node.currentCSSZoom))"""
        )
        assert smallest >= 9, (width, height, smallest)


def begin_a_round(class_: Classroom) -> None:
    """Let four pupils without a browser play."""
    for robot in class_.robots[:TABLE]:
        robot.plays = True
        class_.crowd.say(robot, "sit", table=1)
    expect(class_.teacher.page.locator('[data-table="1"] [data-act="sit"]')).to_have_count(0)
    class_.step("start")


def finish_the_round(class_: Classroom) -> None:
    expect(class_.teacher.page.locator('[data-table="1"]')).to_contain_text("round 2")


def ask_for_help(class_: Classroom, look: Look) -> None:
    """Let one pupil raise and lower a hand, and let the teacher answer another pupil's."""
    ben, cleo = (pupil.page for pupil in class_.pupils[1:])
    hands = class_.teacher.page.locator('[data-p10="hands"] li')
    for page in (ben, cleo):
        press(page, '[data-act="hand"]')
        expect(page.locator('[data-act="hand"]')).to_have_text("Lower your hand")
    expect(hands).to_have_count(2)
    look("light")
    assert [text.split()[0] for text in hands.all_inner_texts()] == ["Ben", "Cleo"]
    press(ben, '[data-act="hand"]')
    expect(hands).to_have_count(1)
    class_.step("hand-done")
    expect(cleo.locator('[data-act="hand"]')).to_have_text("Raise your hand")
    expect(cleo.locator('[data-p10="presence"]')).to_have_text("Your hand is down.")


def the_class_advises(class_: Classroom, look: Look) -> None:
    """Ask about a hand of the finished round; the wall shows it without a name, and the expert's choice last."""
    teacher, wall, pupils, crowd = class_
    class_.step("snapshot")
    class_.phase("open")
    expect(wall.locator('[role="img"]').first).to_be_visible()
    look("light")
    choices = [choice["id"] for choice in class_.robots[0].poll["choices"]]
    for at, pupil in enumerate(pupils):
        reach(pupil.page, 'input[type="radio"]')
        pupil.page.keyboard.press("Space")
        for _ in range(at):
            pupil.page.keyboard.press("ArrowDown")
        confident(pupil.page, 1)
        expect(pupil.page.locator('[data-p10="given"]')).to_be_visible()
    for at, robot in enumerate(class_.robots):
        crowd.say(robot, "predict", text=choices[at % len(choices)], confidence=0.5)
    class_.answered(PUPILS)
    class_.turn("closed")
    class_.turn("shown")
    class_.turn_aside("truth")
    expect(wall.locator('[data-p10="truth"]')).to_contain_text("The expert")
    expect(wall.locator("[data-right]")).to_have_count(1)
    look("dark")
    check_the_wall(wall)
    class_.step("finish")
    expect(teacher.page.locator('[data-act="file-page"]')).to_be_visible()


def the_report(class_: Classroom) -> None:
    """Load the page and both tables, which list everybody by name."""
    files = {}
    page = class_.teacher.page
    for form in ("page", "learners", "questions"):
        with page.expect_download() as loaded, page.expect_request("**/live/report*") as sent:
            class_.step(f"file-{form}")
        files[form] = loaded.value.path().read_text("utf-8")
    assert '<html lang="en"' in files["page"]
    asked = {**json.loads(sent.value.post_data or ""), "form": "page", "language": "de"}
    assert '<html lang="de"' in page.request.post(sent.value.url, data=asked).text()
    names = [*NAMES, *(robot.name for robot in class_.robots)]
    rows = files["learners"].splitlines()
    assert lesson(3).questions[0].id in rows[0]
    assert [row.split(",")[0] for row in rows[1:]] == names
    assert all(name in files["page"] for name in names)
    assert lesson(3).questions[0].id in files["questions"]
