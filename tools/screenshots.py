"""Pictures of the app and of every edition, for somebody to look at: ``python -m tools.screenshots OUT_DIR``."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from phase10_widgets import Hand, PhaseCard, Table
from phase10_widgets.session import Sitter
from tests.browser.driver import TablePage
from tests.browser.servers import QUIET, Servers
from tools import chromium

PLAYERS = [Sitter("You", None), Sitter("Ada", "greedy"), Sitter("Blaise", "greedy")]
SIZES = {"wide": (1280, 900), "phone": (360, 740)}
SCHEMES = ("light", "dark")
GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "classic": ("classic", {"seed": 4, "phases": [1, 2]}),
    "flip": ("flip", {"seed": 3, "phases": [1, 2]}),
    "standard": ("standard", {"seed": 2, "phases": [1, 8]}),
    "masters": ("masters", {"seed": 5, "phases": [1, 4]}),
}
CURTAIN = "Table('classic', players=['Ana', 'Ben', 'greedy'], seed=3, pace=0)"
MIDDLE_GROUPS = 3
"""So many groups lie on the table in the picture of a game's middle."""
HAND = 11
"""So many cards are in hand after drawing."""


class Camera:
    """Takes every moment in every size, by day and by night."""

    def __init__(self, page: Page, folder: Path) -> None:
        self.page = page
        self.folder = folder
        self.taken: set[str] = set()

    def take(self, name: str) -> None:
        """All pictures of this moment, the first time that it comes."""
        if name in self.taken:
            return
        self.taken.add(name)
        for size, (width, height) in SIZES.items():
            for scheme in SCHEMES:
                self.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
                self.page.set_viewport_size({"width": width, "height": height})
                self.page.set_viewport_size({"width": width, "height": max(height, self.length())})
                self.page.screenshot(path=self.folder / f"{name}-{size}-{scheme}.png")
        self.page.set_viewport_size({"width": 1280, "height": 900})
        self.page.emulate_media(color_scheme="light")

    def length(self) -> int:
        """How long the page is; in Voilà an inner box scrolls, not the window."""
        boxes = "[...document.querySelectorAll('.p10, .widget-button, .page')]"
        return int(self.page.evaluate(f"Math.max(...{boxes}.map((box) => box.getBoundingClientRect().bottom))")) + 10


class Model(TablePage):
    """Plays a game and has every moment that is worth it photographed."""

    def __init__(self, page: Page, edition: str, camera: Camera, name: str) -> None:
        super().__init__(page, edition)
        self.camera = camera
        self.name = name

    def take(self, moment: str) -> None:
        self.camera.take(f"{self.name}-{moment}")

    def turn(self) -> None:
        if self.shows("summary"):
            self.take("summary")
        elif self.data("step") == "choose_phase":
            self.take("choose")
            self.click("choose-phase", ":enabled")
            self.settle()
            return
        elif self.data("step") == "draw":
            self.take("draw")
        super().turn()

    def lay_down(self) -> None:
        self.act("lay-down").click()
        self.take("lay-down")
        self.click("lay-down-confirm")

    def end_turn(self) -> None:
        if self.root.locator("[data-group]").count() >= MIDDLE_GROUPS and len(self.hand()) > 3:
            self.unselect_all()
            self.select(self.least())
            self.take("middle")
        super().end_turn()

    def hit(self) -> bool:
        for word in dict.fromkeys(self.hand()):
            self.unselect_all()
            self.select(word)
            if self.can("hit"):
                self.take("hit")
                break
        return super().hit()


def notebook(folder: Path, name: str, code: str) -> str:
    """Write a notebook with one cell; its path in Voilà."""
    source = f"from phase10_widgets import App, Table\nfrom phase10_widgets.session import Sitter\n\n{code}"
    cell: dict[str, Any] = {"cell_type": "code", "id": "a", "metadata": {}, "source": source, "outputs": []}
    cell["execution_count"] = None
    python = {"name": "python3", "display_name": "Python 3", "language": "python"}
    content = {"cells": [cell], "metadata": {"kernelspec": python}, "nbformat": 4, "nbformat_minor": 5}
    (folder / f"{name}.ipynb").write_text(json.dumps(content), "utf-8")
    return f"voila/render/{name}.ipynb"


def play(page: Page, camera: Camera, name: str, url: str) -> None:
    """One game from its deal to its end."""
    table = Model(page, GAMES[name][0], camera, name)
    table.open(url)
    options = GAMES[name][1]
    table.phases = {number: table.phases[number] for number in options["phases"]}
    table.play_game()
    table.take("over")


def portrait(page: Page, camera: Camera, url: str) -> None:
    """The README's picture: groups on the table and a hand of eleven."""
    table = TablePage(page, "classic")
    table.open(url)
    while table.root.locator("[data-group]").count() < MIDDLE_GROUPS or len(table.hand()) != HAND:
        table.turn()
    # One color instead of a gradient makes a small file.
    page.add_style_tag(
        content=".p10 [class*=felt] { background: #29684f !important } #main { background: #fff !important }"
    )
    height = table.root.bounding_box()["height"]  # type: ignore[index]
    clip = {"x": 0, "y": 0, "width": 1280, "height": height + 22}
    page.screenshot(path=camera.folder / "table.png", clip=clip, animations="disabled")  # type: ignore[arg-type]


def setup(page: Page, camera: Camera, url: str) -> None:
    """The setup screen: as it comes, and with everything open; then the table that it starts, and the way back."""
    page.goto(url)
    root = page.locator('[data-p10="setup"]')
    root.wait_for(timeout=60_000)
    camera.take("setup")
    page.evaluate("document.querySelectorAll('details').forEach((drawer) => (drawer.open = true))")
    page.locator('[data-own="yes"]').check()
    page.locator('[data-act="groups"]').nth(1).click()
    page.locator('[data-field="phase"]').nth(2).fill("1 run of 12")
    page.locator('[data-line="2"] [data-wrong]').wait_for()
    page.locator('[data-field="phase"]').nth(2).fill("1 run of 10")
    page.locator('[data-line="2"] [data-wrong]').wait_for(state="detached")
    page.locator('[data-field="player"]').first.select_option("greedy")
    page.locator('[data-act="play"]').click()
    page.get_by_role("alert").wait_for()
    camera.take("setup-open")
    page.locator('[data-field="player"]').first.select_option("")
    page.locator('[data-act="play"]').click()
    page.locator('[data-p10="table"]').wait_for(timeout=20_000)
    camera.take("app-table")
    page.locator('[data-act="help"]').click()
    camera.take("app-help")
    page.locator('[data-act="help"]').click()
    page.locator('[data-act="draw-deck"]').click()
    page.locator('[data-p10="table"][data-step="play"]').wait_for()
    page.get_by_role("button", name="New game").click()
    page.get_by_role("button", name="Stay here").wait_for()
    camera.take("app-leave")
    page.get_by_role("button", name="Leave and set up").click()
    root.locator('[data-act="resume"]').wait_for()
    root.locator('[data-edition="masters"]').check()
    root.locator("summary", has_text="Rules one by one").click()
    camera.take("setup-resume")
    root.locator('[data-field="language"]').select_option("de")
    page.get_by_text("Neues Spiel").first.wait_for()
    camera.take("setup-german")


def curtain(page: Page, camera: Camera, url: str) -> None:
    """Two people at one screen, the first deal."""
    page.goto(url)
    page.locator('[data-p10="table"]').wait_for(timeout=60_000)
    table = TablePage(page, "classic")
    table.settle()
    for _ in range(8):
        if table.shows("curtain"):
            break
        table.turn()
    camera.take("curtain")


def pieces(page: Page, camera: Camera) -> None:
    """What a saved notebook shows without a kernel."""
    for edition, words in {
        "classic": "R3 B12 G7 Y1 W S",
        "flip": "R5!/9 B*/3! Y2/*!",
        "standard": "AH 10S QD JK 7C",
        "masters": "O12 R4 Y7 G10 W S",
    }.items():
        table = Table(edition, players=PLAYERS, seed=7)
        html = table._repr_mimebundle_()
        data = html[0] if isinstance(html, tuple) else html
        blocks = [Hand(words, edition)._repr_html_(), data["text/html"]]
        if edition == "flip":
            blocks.insert(1, Hand("9 3! *! 12", edition, "wild")._repr_html_())
        blocks.append(PhaseCard("1 set of 3 + 1 run of 4", Hand("R3 R3 W"))._repr_html_())
        style = (
            "body{font:14px sans-serif;margin:12px;background:#fff;color:#111}"
            "@media(prefers-color-scheme:dark){body{background:#111;color:#eee}}"
        )
        page.set_content(f"<!doctype html><style>{style}</style><div class=page>{'<hr>'.join(blocks)}</div>")
        camera.take(f"static-{edition}")


def photograph(browser: Browser, address: str, folder: Path, out: Path, wanted: list[str]) -> None:
    whole = f"Table('classic', players={PLAYERS!r}, pace=0, seed=12)"
    jobs: dict[str, Callable[[Page, Camera], None]] = {
        "setup": lambda page, camera: setup(page, camera, address + notebook(folder, "app", "App(pace=0)")),
        "curtain": lambda page, camera: curtain(page, camera, address + notebook(folder, "curtain", CURTAIN)),
        "static": pieces,
        "table": lambda page, camera: portrait(page, camera, address + notebook(folder, "table", whole)),
    }
    for name, (edition, options) in GAMES.items():
        code = f"Table({edition!r}, players={PLAYERS!r}, pace=0, **{options!r})"
        jobs[name] = lambda page, camera, name=name, code=code: play(  # type: ignore[misc]
            page, camera, name, address + notebook(folder, name, code)
        )
    for name, job in jobs.items():
        if not wanted or name in wanted:
            page = browser.new_page(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
            page.on("pageerror", lambda error: print("page error:", error))
            job(page, Camera(page, out))
            page.close()


def main(argv: list[str]) -> int:
    """OUT_DIR, then the names of the wanted jobs: setup, curtain, static, table, or an edition; all without names."""
    out = Path(argv[0])
    out.mkdir(parents=True, exist_ok=True)
    path = chromium.find()
    if path is None:
        print(chromium.ADVICE, file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        folder = Path(home) / "notebooks"
        folder.mkdir()
        servers = Servers(Path(home))
        try:
            words = (str(folder), "--no-browser", "--Voila.ip=127.0.0.1", "--VoilaConfiguration.preheat_kernel=False")
            address = servers.start("voila", *words, ready="voila/static/voila.js")
            browser = playwright.chromium.launch(executable_path=path, args=list(QUIET))
            photograph(browser, address, folder, out, argv[1:])
            browser.close()
        finally:
            servers.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
