"""Take pictures of every edition and view: ``python -m devtools.generate.screenshots OUT_DIR [NAME ...]``.

Each scene is a real game in Voilà, brought to its moment by computer players and photographed on every screen, in light
and dark; of a page that is longer than the screen, all is taken. A contact sheet shows the pictures of many scenes side
by side, for a review in a few minutes. With names, only scenes whose names begin with one of them are taken.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from devtools import command
from devtools.browser import scenes
from devtools.browser.driver import TablePage
from devtools.browser.hosts import Host, Voila
from devtools.browser.servers import QUIET, Servers
from devtools.build import chromium
from devtools.generate import widget_scenes
from devtools.generate.class_scene import photograph_class
from devtools.generate.widget_scenes import WIDGETS, Shown
from phase10_widgets import DealOdds, DrawOdds, Hand, OddsTable, PhaseCard, Session, Table, players
from phase10_widgets.core.events import GameOver, RoundEnded
from phase10_widgets.session import SeatPlan
from phase10_widgets.widgets.shared.message_widget import TableWidget

SCREENS = {360: 740, 768: 1024, 1280: 800}
"""The heights of the screens by width."""
SCHEMES = ("light", "dark")
NAMES = ("You", *scenes.COMPUTERS, "Fritz", "Grace")
SEATS = {"classic": (2, 6), "flip": (2, 6), "standard": (2, 6), "masters": (2, 4)}
"""The numbers of seats in an edition's pictures; masters has four at most."""
MANY_GROUPS = 3
"""The number of groups on the table in the middle of a game."""
FEW_CARDS = 5
"""The fewest cards in hand at that moment."""
FULL_TABLE = 5
"""The number of groups on the table in the README's picture."""
PORTRAIT = 1280
"""The width of that picture."""
LENGTH = """() => {
    const boxes = [...document.querySelectorAll(".p10, .widget-button, .page")];
    for (let each = boxes[0]; each; each = each.parentElement) each.scrollTop = 0;
    return Math.max(...boxes.map((box) => box.getBoundingClientRect().bottom));
}"""
"""The height of a page that scrolls; in Voilà an inner box scrolls, not the window."""
PAINTED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Resolves once charts have been redrawn at their new width, too."""
ON_SHEET = {360: 170, 768: 230, 1280: 320}
"""The width of pictures on a sheet by page width; narrow pages get relatively more, to stay legible."""

Do = Callable[[TablePage], None]


class Scene(NamedTuple):
    """A game at one moment, and the steps before the picture is taken."""

    name: str
    code: str
    edition: str = "classic"
    do: Do | None = None
    plays: bool = True
    """True if the picture waits until the person can act, or a round is over."""


# Games at a moment


def games(edition: str, seats: int, seed: int, **options: Any) -> Iterator[Session]:
    """Yield a game before every action from its first deal on; a computer player plays the person, too."""
    seat_plans = [SeatPlan(name, "greedy" if at else None) for at, name in enumerate(NAMES[:seats])]
    session, you = Session(edition, seat_plans, seed, **options), players.get("greedy", seed=seed)
    while session.game.to_act is not None:
        yield session
        if session.waits_for_person:
            session.act(0, you.choose(session.observe(0)))
        else:
            session.step()


def middle(edition: str, seats: int) -> Session:
    """Return a game at the person's turn, with several groups on the table and points on the board."""
    for seed in range(50):
        for session in games(edition, seats, seed):
            state = session.game.state
            if state.round > 1 and session.waits_for_person and session.game.step == "play":
                groups = sum(len(seat.laid) for seat in state.seats)
                if groups >= min(MANY_GROUPS, seats) and len(state.hands[0]) >= FEW_CARDS:
                    return session
            if state.round > 3:
                break
    raise ValueError(f"no such moment in {edition} with {seats} seats")


def before(event: type[RoundEnded] | type[GameOver], edition: str, seats: int) -> Session:
    """Return a two-phase game in which a computer player is about to cause this event."""
    for seed in range(50):
        for session in games(edition, seats, seed, phases=[1, 2]):
            if session.waits_for_person:
                continue
            ahead = Session.load(session.save())
            ahead.step()
            if any(isinstance(each, event) for each in ahead.game.events):
                return session
    raise ValueError(f"no computer player brings that about in {edition}")


def finished() -> Session:
    """Return a finished two-phase game."""
    *_, last = games("classic", 4, seed=3, phases=[1, 2])
    return last


def passing() -> Session:
    """Return a game of two people at one screen; it is the second one's turn."""
    session = scenes.classic("R5 B5 W R10 G10 Y10 Y9 B1 G4 Y7 R11", seats=3)
    data = session.to_dict()
    data["seats"][1]["player"] = None
    both = Session.from_dict(data)
    both.act(0, {"type": "discard", "card": "R11"})
    return both


# Steps before the picture


def choose_a_card(table: TablePage) -> None:
    """Select a card that can be hit, else the least important one."""
    if table.can("aim-hit"):
        table.aim_hit()
    else:
        table.select(table.least())


def press(*names: str) -> Do:
    def do(table: TablePage) -> None:
        for name in names:
            table.press(name)

    return do


def watch_to_the_end(table: TablePage) -> None:
    """Continue past the summary of the last round."""
    if table.shows("summary"):
        table.click("continue")


def look_at_a_decision(table: TablePage) -> None:
    """Go from the summary of a round to the replay."""
    table.settle()
    table.click("dear")


def ask(table: TablePage) -> None:
    """Ask the coach for a hint."""
    table.press("hint")
    table.root.locator(".refused").wait_for()


def look_around(table: TablePage) -> None:
    """Go to the middle of a replay."""
    for _ in range(25):
        table.click("replay-on")


code = partial(scenes.code, page=True)


def all_scenes() -> Iterator[Scene]:
    """Yield every scene, editions first; most tables own their page, as in the app."""
    for edition, counts in SEATS.items():
        for seats in counts:
            yield Scene(f"{edition}-{seats}", code(middle(edition, seats)), edition, choose_a_card)
    yield Scene("standard-8", code(middle("standard", 8)), "standard", choose_a_card)
    yield Scene("play-lay-down", code(scenes.laying()), do=press("arrange"))
    yield Scene("play-choose-phase", made("'masters', ['You', 'greedy', 'greedy'], seed=5"), "masters")
    yield Scene("play-hand-over", code(passing()), plays=False)
    yield Scene("play-cell", scenes.code(middle("classic", 4)), do=choose_a_card)
    yield Scene("after-summary", code(before(RoundEnded, "classic", 4)))
    yield Scene("after-summary-flip", code(before(RoundEnded, "flip", 3)), "flip")
    yield Scene("after-summary-german", code(before(RoundEnded, "classic", 2), language="de"))
    yield Scene("after-decision", code(before(RoundEnded, "classic", 2)), do=look_at_a_decision, plays=False)
    yield Scene("after-game", code(before(GameOver, "classic", 4)), do=watch_to_the_end)
    yield Scene("after-game-german", code(before(GameOver, "classic", 2), language="de"), do=watch_to_the_end)
    session = f"Session.load({finished().save()!r})"
    replay = f"from phase10_widgets import Replay, Session\ntable = Replay({session}, home=lambda: None)"
    yield Scene("after-replay", replay, do=look_around, plays=False)
    for name in ("menu", "help"):
        yield Scene(f"play-{name}", code(scenes.laying()), do=press(name))
    for name in ("scores", "log", "rules"):
        yield Scene(f"play-{name}", code(middle("classic", 4)), do=press("menu", name))
    yield Scene("play-hint", code(middle("classic", 3)), do=ask)
    yield Scene("play-hint-draw", made("'classic', ['You', 'greedy', 'greedy'], seed=5"), do=ask)
    yield Scene("play-hint-german", code(middle("flip", 3), language="de"), "flip", ask)
    yield Scene("play-german", code(middle("flip", 3), language="de"), "flip", choose_a_card)


def made(words: str) -> str:
    return f"from phase10_widgets import Table\ntable = Table({words}, pace=0, home=lambda: None)"


# The camera


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
    """Return one scene's row on a sheet."""
    files = [(picture(name, width, scheme), ON_SHEET[width]) for width in SCREENS for scheme in SCHEMES]
    images = "".join(f"<a href={file}><img src={file} width={points}></a>" for file, points in files)
    return f"<h2>{escape(name)}</h2><div>{images}</div>"


def shoot(page: Page, host: Host, camera: Camera, scene: Scene) -> None:
    """Play one scene from its start and take its pictures."""
    host.open(page, scene.code)
    table = TablePage(page, scene.edition)
    table.root.wait_for(timeout=60_000)
    if scene.plays:
        table.settle()
    if scene.do is not None:
        scene.do(table)
    camera.take(page, scene.name)


def setup(page: Page, host: Host, camera: Camera) -> None:
    """Photograph the setup screen, closed and expanded, then the table it starts, and the way back."""
    host.open(page, "from phase10_widgets import App\ntable = App(pace=0)")
    root = page.locator('[data-p10="setup"]')
    root.wait_for(timeout=60_000)
    camera.take(page, "setup", whole=True)
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
    camera.take(page, "setup-open", whole=True)
    page.locator('[data-field="player"]').first.select_option("")
    page.locator('[data-act="play"]').click()
    page.locator('[data-p10="table"]').wait_for(timeout=20_000)
    camera.take(page, "setup-table")
    page.locator('[data-act="draw-deck"]').click()
    page.locator('[data-p10="table"][data-step="play"]').wait_for()
    page.locator('[data-act="menu"]').click()
    page.locator('[data-act="leave-game"]').click()
    camera.take(page, "setup-leave")
    page.locator('[data-act="leave-confirm"]').click()
    root.locator('[data-act="resume"]').wait_for()
    root.locator('[data-edition="masters"]').check()
    root.locator("summary", has_text="Rules one by one").click()
    camera.take(page, "setup-resume", whole=True)
    root.locator('[data-field="language"]').select_option("de")
    page.get_by_text("Neues Spiel").first.wait_for()
    camera.take(page, "setup-german", whole=True)


def widget(page: Page, host: Host, camera: Camera, shown: Shown) -> None:
    """Photograph a standalone widget."""
    host.open(page, f"from phase10_widgets import {WIDGETS}\ntable = {shown.call}")
    root = page.locator(".p10").first
    root.locator("h2").first.wait_for(timeout=60_000)
    shown.do(root)
    camera.take(page, shown.name, whole=True)


def portrait(page: Page, host: Host, camera: Camera) -> None:
    """Take the README's picture: round four, the others have laid down, and one card is missing in hand."""
    moment = next(
        session
        for session in games("classic", 4, seed=7)
        if session.game.state.round == 4
        and session.game.step == "play"
        and session.waits_for_person
        and sum(len(seat.laid) for seat in session.game.state.seats) >= FULL_TABLE
    )
    page.set_viewport_size({"width": PORTRAIT, "height": SCREENS[PORTRAIT]})
    host.open(page, code(moment))
    TablePage(page, "classic").wait()
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
        show(page, blocks)
        camera.take(page, f"static-{edition}", whole=True)
    show(page, [still(DealOdds()), still(DrawOdds()), still(DrawOdds("flip", language="de")), still(OddsTable())])
    camera.take(page, "static-odds", whole=True)


def still(widget: TableWidget) -> str:
    """Return a widget's static HTML, as in a saved notebook."""
    bundle: Any = widget._repr_mimebundle_()
    return str((bundle[0] if isinstance(bundle, tuple) else bundle)["text/html"])


def show(page: Page, blocks: list[str]) -> None:
    """Show a plain page of these blocks, one below the other."""
    style = (
        "body{font:14px sans-serif;margin:12px;background:#fff;color:#111}"
        "@media(prefers-color-scheme:dark){body{background:#111;color:#eee}}"
    )
    page.set_content(f"<!doctype html><style>{style}</style><div class=page>{'<hr>'.join(blocks)}</div>")


def photograph(browser: Browser, host: Host, out: Path, wanted: list[str]) -> None:
    """Take the wanted scenes, each on its own page, and the sheets."""
    camera = Camera(out)

    jobs: dict[str, Callable[[Page], None]] = {
        scene.name: partial(shoot, host=host, camera=camera, scene=scene) for scene in all_scenes()
    }
    jobs["setup"] = partial(setup, host=host, camera=camera)
    jobs |= {shown.name: partial(widget, host=host, camera=camera, shown=shown) for shown in widget_scenes.every()}
    jobs["static"] = partial(pieces, camera=camera)
    jobs["table"] = partial(portrait, host=host, camera=camera)
    jobs["room"] = partial(classroom, browser, camera)
    wanted_jobs = [job for name, job in jobs.items() if not wanted or name.startswith(tuple(wanted))]
    for job in [*wanted_jobs, camera.sheets]:
        scale = 2 if job is jobs["table"] else 1
        page = browser.new_page(
            viewport={"width": 1280, "height": 900}, device_scale_factor=scale, reduced_motion="reduce"
        )
        page.on("pageerror", lambda error: print("page error:", error))
        page.set_default_timeout(15_000)
        job(page)
        page.close()


def main() -> int:
    """Take OUT_DIR and optional prefixes of scene names from the command line."""
    words = command.parser(__doc__)
    words.add_argument("out", type=Path, metavar="OUT_DIR", help="where the pictures go; made if it is not there")
    words.add_argument("names", nargs="*", metavar="NAME", help="how the names of the wanted scenes begin")
    options = words.parse_args()
    out = options.out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    path = chromium.find()
    if path is None:
        print(chromium.ADVICE, file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        servers = Servers(Path(home))
        try:
            browser = playwright.chromium.launch(executable_path=path, args=list(QUIET))
            photograph(browser, Voila(servers), out, options.names)
            browser.close()
        finally:
            servers.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
