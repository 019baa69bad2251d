"""A classroom and a seat in a notebook: their pages in frames, which talk to the tables themselves."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import phase10_widgets as p10
from devtools.browser.hosts import PATIENCE, Host
from devtools.browser.servers import FileServer
from tests.packages import PACKAGE

pytest.importorskip("segno", reason="the extra tables is not installed")

STATIC = PACKAGE / "widgets" / "static"
OPEN = """async (state) => {
    const listeners = new Set();
    const model = {
        get: (name) => state[name],
        on: (event, listener) => listeners.add(listener),
        off: (event, listener) => listeners.delete(listener),
        send: async (message) => {
            for (const answer of await toPython(message)) listeners.forEach((listener) => listener(answer));
        },
    };
    (await import("/frame.js")).default.render({ model, el: document.body });
}"""

Opened = Callable[[Any], None]


@pytest.fixture
def notebook(tmp_path: Path) -> Iterator[str]:
    """Serve a page in the place of a notebook; yield its address."""
    (tmp_path / "index.html").write_text("<!DOCTYPE html><body>", "utf-8")
    shutil.copy(STATIC / "frame.js", tmp_path)
    with FileServer(tmp_path) as server:
        yield server.address


@pytest.fixture
def opened(page: Page, notebook: str) -> Opened:
    """Return a function that shows a widget on the notebook's page."""

    def show(widget: Any) -> None:
        def to_python(message: Any) -> list[Any]:
            answers: list[Any] = []
            object.__setattr__(widget, "send", lambda content, buffers=None: answers.append(content))
            widget._handle_custom_msg(message, [])
            return answers

        page.expose_function("toPython", to_python)
        page.goto(notebook)
        page.evaluate(OPEN, {name: getattr(widget, name) for name in widget.SHOWN})

    return show


@pytest.fixture(scope="module")
def classroom() -> Iterator[p10.Classroom]:
    found = p10.Classroom()
    yield found
    found.close()


def test_the_teachers_page_is_in_the_notebook(page: Page, opened: Opened, classroom: p10.Classroom) -> None:
    opened(classroom)
    inside = page.frame_locator("iframe")
    expect(inside.locator("#live")).to_contain_text(classroom.code)
    expect(page.locator("body")).to_contain_text(classroom.code)
    expect(page.locator("svg")).to_be_visible()
    page.wait_for_timeout(7000)
    expect(page.locator("iframe")).to_be_visible()
    assert page.locator("[role=status]").inner_text() == ""
    link, other = page.get_by_text("tab of its own").get_attribute("href"), classroom.teacher_link
    assert link is not None
    assert link != other, "each link works once"
    assert link.partition("#h=")[0] == other.partition("#h=")[0]


def test_a_seat_joins_with_the_code(page: Page, opened: Opened, notebook: str, classroom: p10.Classroom) -> None:
    classroom.allow(notebook.rstrip("/"))
    opened(p10.Seat(classroom.address, classroom.code))
    inside = page.frame_locator("iframe")
    expect(inside.locator('[name="code"]')).to_have_value(classroom.code)
    inside.locator('[name="name"]').fill("Ben")
    inside.locator('[data-act="join"]').click()
    expect(inside.locator("#live")).to_contain_text("Ben")


def test_a_page_that_may_not_be_shown_leaves_a_link(page: Page, opened: Opened) -> None:
    """The tables of somebody else have not let this notebook in."""
    room = p10.Classroom()
    seat = p10.Seat(room.link)
    opened(seat)
    refused = "Your browser does not show the page here. Use the link."
    expect(page.locator("[role=status]")).to_have_text(refused, timeout=PATIENCE)
    expect(page.locator("iframe")).to_have_count(0)
    expect(page.get_by_text("tab of its own")).to_have_attribute("href", seat.link)
    room.close()


def test_a_class_in_jupyterlab(page: Page, hosts: dict[str, Host]) -> None:
    hosts["jupyterlab"].open(
        page, "import phase10_widgets as p10\ntable = p10.Classroom()\nseat = p10.Seat(table.link)", "table", "seat"
    )
    frames = page.locator(".p10-frame iframe")
    expect(frames).to_have_count(2)
    teacher, pupil = frames.nth(0).content_frame, frames.nth(1).content_frame
    pupil.locator('[name="name"]').fill("Ben")
    pupil.locator('[data-act="join"]').click()
    expect(teacher.locator("#live")).to_contain_text("Ben")
    assert "token=" not in page.evaluate("[...document.querySelectorAll('iframe')].map(({ src }) => src).join()")
