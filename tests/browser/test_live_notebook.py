"""A classroom and a seat in a notebook: their pages are in frames with their own connections."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import phase10_widgets as p10
from devtools.browser.hosts import Host
from tests.browser.in_process import InProcess

pytest.importorskip("segno", reason="the extra app is not installed")


def test_pages_of_tables_are_in_the_notebook_or_behind_a_link(page: Page, here: InProcess) -> None:
    """The teacher's page; a seat's, where a pupil joins with the code; and one that does not admit this notebook."""
    classroom, other = p10.Classroom(), p10.Classroom()
    classroom.allow(here.address.rpartition("/")[0])
    refused = p10.Seat(other.link)
    here.show(page, classroom, p10.Seat(classroom.address, classroom.code), refused)
    ours, seat, theirs = (page.locator(".p10-frame").nth(at) for at in range(3))
    teacher, pupil = ours.frame_locator("iframe"), seat.frame_locator("iframe")
    expect(teacher.locator("#live")).to_contain_text(classroom.code)
    expect(ours).to_contain_text(classroom.code)
    expect(ours.locator("svg")).to_be_visible()
    expect(pupil.locator('[name="code"]')).to_have_value(classroom.code)
    pupil.locator('[name="name"]').fill("Ben")
    pupil.locator('[data-act="join"]').click()
    expect(pupil.locator("#live")).to_contain_text("Ben")

    said = "Your browser does not show the page here. Use the link."
    expect(theirs.get_by_role("status")).to_have_text(said)
    expect(theirs.locator("iframe")).to_have_count(0)
    expect(theirs.get_by_text("its own tab")).to_have_attribute("href", refused.link)
    expect(ours.locator("iframe")).to_be_visible()
    assert ours.get_by_role("status").inner_text() == ""
    link, another = ours.get_by_text("its own tab").get_attribute("href"), classroom.teacher_link
    assert link is not None
    assert link != another, "each link works once"
    assert link.partition("#h=")[0] == another.partition("#h=")[0]
    other.close()


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
