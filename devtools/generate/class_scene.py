"""A class at shared tables, for the documentation's pictures of the teacher's page and a pupil's phone."""

from __future__ import annotations

import json
import time
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Page
from websockets.sync.client import ClientConnection, connect

from devtools.measure.crowd import post
from devtools.measure.server import started

TABLES = 4
PUPILS = ("Ben", "Cleo", "Dario", "Elif", "Finn", "Greta", "Henri", "Ida", "Jonas", "Katharina", "Lukas", "Mia")
DESK: dict[str, Any] = {"device_scale_factor": 1, "viewport": {"width": 1280, "height": 720}}
PHONE: dict[str, Any] = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}
PHONE["viewport"] = {"width": 390, "height": 844}
PLAIN = "main.p10, .p10 [data-felt] { background: #29684f !important }"
"""A style with one color instead of a gradient, which keeps picture files small."""


def seated(address: str, code: str, at: int, name: str) -> ClientConnection:
    """Have a pupil join and sit down without a browser; return the pupil's connection."""
    token = post(address, "join", {"code": code, "name": name})["token"]
    line = connect(f"{address.replace('http', 'ws', 1)}live/line", max_size=2**22)
    line.send(json.dumps({"kind": "hello", "v": 1, "token": token, "language": "en"}))
    line.send(json.dumps({"kind": "sit", "id": "sit", "table": at % TABLES + 1}))
    return line


def opened(browser: Browser, stack: ExitStack, address: str, **options: Any) -> Page:
    """Open the page for shared tables in a new browser context."""
    context = browser.new_context(locale="en-US", reduced_motion="reduce", **options)
    page: Page = stack.enter_context(context).new_page()
    page.goto(f"{address}live")
    return page


def photograph_class(browser: Browser, folder: Path) -> list[Path]:
    """Take pictures of a teacher's page and a pupil's phone during play at four tables; return their paths."""
    with ExitStack() as stack:
        home = Path(stack.enter_context(TemporaryDirectory()))
        address = stack.enter_context(started(home, "serve", "--only=tables", "--open")).address
        teacher = opened(browser, stack, address, **DESK)
        teacher.locator('[name="name"]').fill("Ms. Hopper")
        teacher.locator('[data-act="open"]').click()
        code = teacher.locator('[data-p10="invite"] .code').inner_text()[-6:]
        for n in range(2, TABLES + 1):
            teacher.locator('[data-act="more"]').click()
            teacher.locator(f'[data-table="{n}"]').wait_for()
        lines = [stack.enter_context(seated(address, code, at, name)) for at, name in enumerate(PUPILS)]
        phone = opened(browser, stack, address, **PHONE)
        phone.locator('[name="name"]').fill("Ada")
        phone.locator('[name="code"]').fill(code)
        phone.locator('[data-act="join"]').click()
        phone.locator('[data-table="2"] [data-act="sit"]').first.click()
        phone.locator("[data-you]").wait_for()
        teacher.locator('[data-act="start-all"]').click()
        phone.locator("[data-hand-card]").first.wait_for()
        lines[2].send(json.dumps({"kind": "hand", "id": "hand", "up": True}))
        teacher.locator('[data-p10="hands"]').wait_for()
        for line in lines:
            line.send(json.dumps({"kind": "beat"}))
        time.sleep(2)
        taken = []
        for name, page in (("class-teacher", teacher), ("class-phone", phone)):
            page.add_style_tag(content=PLAIN)
            page.mouse.move(0, 0)
            page.evaluate("scrollTo(0, 0)")
            taken.append(folder / f"{name}.png")
            page.screenshot(path=taken[-1], animations="disabled")
        return taken
