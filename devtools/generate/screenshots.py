"""Take the pictures of tables for the documentation: ``python -m devtools.generate.screenshots OUT_DIR``.

They show a table for the README (``table.png``), and a teacher's page and a pupil's phone in a class.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

from devtools import command
from devtools.browser import opened, scenes, states
from devtools.generate.class_scene import PLAIN, photograph_class
from phase10_widgets import Session, players
from phase10_widgets.sessions.seating import SeatPlan
from tests.browser.test_one_screen import PAINTED, serve

FULL_TABLE = 5


def fourth_round() -> Session:
    """Return the game for the README's picture, in which the others have laid down and the hand lacks one card."""
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


def photograph_table(browser: Browser, folder: Path) -> Path:
    """Take the README's picture; return its path."""
    size = {"width": 1280, "height": 800}
    page = browser.new_page(viewport=size, device_scale_factor=2, reduced_motion="reduce")  # type: ignore[arg-type]
    serve(page)
    page.evaluate("([state, own]) => show(state, own)", [states.shown("play", fourth_round(), "en"), True])
    page.add_style_tag(content=PLAIN)
    page.evaluate(PAINTED)
    path = folder / "table.png"
    page.screenshot(path=path, animations="disabled")
    return path


def few_colors(path: Path) -> None:
    """Shrink a picture file to a third of its size by using 256 colors; flat areas hide the loss."""
    try:
        from PIL import Image
    except ImportError:
        print(f"{path}: kept in full color, because Pillow is not installed (group `release`)")
        return
    with Image.open(path) as picture:
        picture.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)


def main() -> None:
    words = command.parser(__doc__)
    words.add_argument("out", type=Path, metavar="OUT_DIR", help="the folder for the pictures; created if missing")
    folder = words.parse_args().out.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    with opened.browser() as browser:
        for path in [photograph_table(browser, folder), *photograph_class(browser, folder)]:
            few_colors(path)


if __name__ == "__main__":
    main()
