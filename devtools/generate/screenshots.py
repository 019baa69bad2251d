"""Take pictures of every edition and view: ``python -m devtools.generate.screenshots OUT_DIR [NAME ...]``.

Each moment of a turn, in each edition, with few seats and with many, is photographed on every screen, in light and
dark; so are the other widgets, in Voilà, at full length. A contact sheet shows the pictures of many scenes side by
side, for a review in a few minutes. With names, only scenes whose names begin with one of them are taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from devtools import command
from devtools.browser import opened, scenes, states
from devtools.browser.driver import TablePage
from devtools.browser.hosts import Host
from devtools.generate import widget_scenes
from devtools.generate.class_scene import photograph_class
from devtools.generate.widget_scenes import WIDGETS, Step
from phase10_widgets import DealOdds, DrawOdds, Hand, OddsTable, PhaseCard, Session, Table, players
from phase10_widgets.session import SeatPlan
from phase10_widgets.widgets.shared.message_widget import TableWidget
from tests.browser.test_one_screen import GAMES, PAINTED, moments, serve

SCREENS = {360: 740, 768: 1024, 1280: 800}
SCHEMES = ("light", "dark")
FULL_TABLE = 5
PORTRAIT = 1280
LENGTH = """() => {
    const boxes = [...document.querySelectorAll(".p10, .widget-button, .page")];
    for (let each = boxes[0]; each; each = each.parentElement) each.scrollTop = 0;
    return Math.max(...boxes.map((box) => box.getBoundingClientRect().bottom));
}"""
"""The height of a page that scrolls; in Voilà an inner box scrolls, not the window."""
ON_SHEET = {360: 170, 768: 230, 1280: 320}
"""The width of pictures on a sheet by page width; narrow pages get relatively more, to stay legible."""

SHEETS = {"menu": ("menu",), "help": ("help",), **{name: ("menu", name) for name in ("scores", "log", "rules")}}
"""The buttons that open each sheet."""


def tables(page: Page, camera: Camera, edition: str, seats: int, language: str = "en") -> None:
    """Photograph a table at each moment of a turn, and its sheets."""
    name = f"{edition}-{seats}{'-german' if language == 'de' else ''}"
    for moment, state, do in moments(edition, seats, language):
        show(page, state)
        if do is not None:
            do(page)
        camera.take(page, f"{name}-{moment.replace(' ', '_')}")
        if moment == "play" and language == "en":
            for sheet, presses in SHEETS.items():
                show(page, state)
                for press in presses:
                    TablePage(page, edition).press(press)
                camera.take(page, f"{name}-{sheet}")


def show(page: Page, state: Any) -> None:
    serve(page)
    page.evaluate("([state, own]) => show(state, own)", [state, True])


def fourth_round() -> Session:
    """Return the game of the README's picture: the others have laid down, and one card is missing in hand."""
    seats = [SeatPlan("You"), *(SeatPlan(name, "greedy") for name in scenes.COMPUTERS[:3])]
    session, you = Session("classic", seats, 7), players.get("greedy", seed=7)
    while True:
        state = session.game.state
        if session.waits_for_person:
            laid = sum(len(seat.laid) for seat in state.seats)
            if state.round == 4 and session.game.step == "play" and laid >= FULL_TABLE:
                return session
            session.act(0, you.choose(session.observe(0)))
        else:
            session.step()


class Camera:
    """A camera that takes a page on every screen, in light and dark; the narrowest emulates a phone with touch."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.taken: list[str] = []

    def take(self, page: Page, name: str, *, whole: bool = False) -> None:
        """Take all pictures of this page: of what is on the screen, or of the *whole* page."""
        self.taken.append(name)
        device = page.context.new_cdp_session(page)
        for width, height in SCREENS.items():
            phone = width == min(SCREENS)
            device.send("Emulation.setTouchEmulationEnabled", {"enabled": phone, "maxTouchPoints": 1})
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(PAINTED)
            if whole:
                page.set_viewport_size({"width": width, "height": max(height, int(page.evaluate(LENGTH)) + 10)})
                page.evaluate(PAINTED)
            for scheme in SCHEMES:
                page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
                page.screenshot(path=self.folder / picture(name, width, scheme))

    def sheets(self, page: Page) -> None:
        """Make a contact sheet for each kind of scene, named by the part before the first hyphen."""
        for kind in dict.fromkeys(name.partition("-")[0] for name in self.taken):
            rows = "".join(row(name) for name in self.taken if name.partition("-")[0] == kind)
            sheet = self.folder / f"contact-sheet-{kind}.html"
            sheet.write_text(f"<!doctype html><meta charset=utf-8><style>{SHEET}</style>{rows}", "utf-8")
            page.set_viewport_size({"width": 1500, "height": 600})
            page.goto(sheet.as_uri())
            page.screenshot(path=sheet.with_suffix(".png"), full_page=True)


SHEET = (
    "body{margin:10px;background:#888;font:bold 14px sans-serif}h2{margin:14px 0 4px;font-size:16px}"
    "div{display:flex;gap:8px;align-items:start}"
    "img{display:block;max-height:460px;object-fit:cover;object-position:top}"
)


def picture(name: str, width: int, scheme: str) -> str:
    return f"{name}-{width}-{scheme}.png"


def row(name: str) -> str:
    files = [(picture(name, width, scheme), ON_SHEET[width]) for width in SCREENS for scheme in SCHEMES]
    images = "".join(f"<a href={file}><img src={file} width={points}></a>" for file, points in files)
    return f"<h2>{escape(name)}</h2><div>{images}</div>"


def widget(page: Page, host: Host, camera: Camera, name: str, call: str, steps: tuple[Step, ...]) -> None:
    host.open(page, f"from phase10_widgets import {WIDGETS}\ntable = {call}")
    root = page.locator(".p10").first
    root.locator("h2").first.wait_for(timeout=60_000)
    for step in steps:
        step(root)
    camera.take(page, name, whole=True)


def portrait(page: Page, camera: Camera) -> None:
    """Take the README's picture."""
    page.set_viewport_size({"width": PORTRAIT, "height": SCREENS[PORTRAIT]})
    show(page, states.shown("play", fourth_round(), "en"))
    # One color instead of a gradient keeps the file small.
    page.add_style_tag(content=".p10 [data-felt] { background: #29684f !important }")
    page.evaluate(PAINTED)
    path = camera.folder / "table.png"
    page.screenshot(path=path, animations="disabled")
    few_colors(path)


def classroom(browser: Browser, camera: Camera, _: Page) -> None:
    """Take the pictures of a class for the documentation."""
    for path in photograph_class(browser, camera.folder):
        few_colors(path)


def few_colors(path: Path) -> None:
    """Shrink a picture's file to a third with 256 colors; flat areas hide the loss."""
    try:
        from PIL import Image
    except ImportError:
        print(f"{path}: in all its colors, since Pillow is not installed (extra `release`)")
        return
    with Image.open(path) as picture:
        picture.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)


def pieces(page: Page, camera: Camera) -> None:
    """Photograph a saved notebook's output without a kernel."""
    for edition, words in {
        "classic": "R3 B12 G7 Y1 W S",
        "flip": "R5!/9 B*/3! Y2/*!",
        "standard": "AH 10S QD JK 7C",
        "masters": "O12 R4 Y7 G10 W S",
    }.items():
        table = Table(edition, players=["You", "greedy", "greedy"], seed=7)
        blocks = [Hand(words, edition)._repr_html_(), still(table)]
        if edition == "flip":
            blocks.insert(1, Hand("9 3! *! 12", edition, "wild")._repr_html_())
        blocks.append(PhaseCard("1 set of 3 + 1 run of 4", Hand("R3 R3 W"))._repr_html_())
        plain_page(page, blocks)
        camera.take(page, f"static-{edition}", whole=True)
    plain_page(page, [still(DealOdds()), still(DrawOdds()), still(DrawOdds("flip", language="de")), still(OddsTable())])
    camera.take(page, "static-odds", whole=True)


def still(widget: TableWidget) -> str:
    """Return a widget's static HTML, as in a saved notebook."""
    bundle: Any = widget._repr_mimebundle_()
    return str((bundle[0] if isinstance(bundle, tuple) else bundle)["text/html"])


def plain_page(page: Page, blocks: list[str]) -> None:
    """Show a plain page of these blocks, one below the other."""
    style = (
        "body{font:14px sans-serif;margin:12px;background:#fff;color:#111}"
        "@media(prefers-color-scheme:dark){body{background:#111;color:#eee}}"
    )
    page.set_content(f"<!doctype html><style>{style}</style><div class=page>{'<hr>'.join(blocks)}</div>")


def jobs(browser: Browser, host: Host, camera: Camera) -> Iterator[tuple[str, Callable[[Page], None]]]:
    """Yield what photographs each scene, by its name."""
    for edition, seats in GAMES:
        yield f"{edition}-{seats}", partial(tables, camera=camera, edition=edition, seats=seats)
    yield "flip-6-german", partial(tables, camera=camera, edition="flip", seats=6, language="de")
    for name, (call, steps) in widget_scenes.every().items():
        yield name, partial(widget, host=host, camera=camera, name=name, call=call, steps=steps)
    yield "static", partial(pieces, camera=camera)
    yield "table", partial(portrait, camera=camera)
    yield "room", partial(classroom, browser, camera)


def main() -> None:
    words = command.parser(__doc__)
    words.add_argument("out", type=Path, metavar="OUT_DIR", help="where the pictures go; made if it is not there")
    words.add_argument("names", nargs="*", metavar="NAME", help="how the names of the wanted scenes begin")
    options = words.parse_args()
    camera = Camera(options.out.resolve())
    camera.folder.mkdir(parents=True, exist_ok=True)
    with opened.voila() as (browser, host):
        found = jobs(browser, host, camera)
        wanted = [each for each in found if not options.names or each[0].startswith(tuple(options.names))]
        for name, job in [*wanted, ("sheets", camera.sheets)]:
            scale, size = 2 if name == "table" else 1, {"width": 1280, "height": 900}
            page = browser.new_page(viewport=size, device_scale_factor=scale, reduced_motion="reduce")  # type: ignore[arg-type]
            page.on("pageerror", lambda error: print("page error:", error))
            page.set_default_timeout(60_000)
            job(page)
            page.close()


if __name__ == "__main__":
    main()
