"""Scenes of the widgets beside the table, for ``devtools.generate.screenshots``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator

from phase10_widgets import Game, players

WIDGETS = "App, Coach, DealOdds, DrawOdds, OddsTable, Tournament"
COUNTED = "([root, ...words]) => !words.some((word) => root.textContent.includes(word))"
OPEN = "(root) => root.querySelectorAll('details').forEach((drawer) => (drawer.open = true))"
Step = Callable[[Locator], object]


def record() -> dict[str, Any]:
    """Return the record of a short game between a careless player and a careful one."""
    game = Game.new("classic", ["Ana", "Ben"], 2, phases=[1, 2, 4])
    who = [players.get("expert:2", 2), players.get("greedy")]
    while game.to_act is not None:
        game = players.move(game, who[game.to_act])
    return game.record()


def counted(root: Locator) -> None:
    root.page.wait_for_function(COUNTED, arg=[root.element_handle(), "counting …", "wird gezählt …"], timeout=60_000)


def drawers(root: Locator) -> None:
    """Open the numbers of every chart."""
    root.evaluate(OPEN)


def click(selector: str) -> Step:
    return lambda root: root.page.locator(selector).first.click()


def there(selector: str) -> Step:
    return lambda root: root.page.locator(selector).first.wait_for(timeout=120_000)


def write(field: str, text: str, key: str) -> Step:
    def do(root: Locator) -> None:
        root.page.locator(f'[data-field="{field}"]').first.fill(text)
        root.page.locator(f'[data-field="{field}"]').first.press(key)

    return do


def choose(selector: str, value: str) -> Step:
    return lambda root: root.page.locator(selector).first.select_option(value)


def a_while(root: Locator) -> None:
    root.page.wait_for_timeout(2000)


def load_something_else(root: Locator) -> None:
    with root.page.expect_file_chooser() as chooser:
        root.locator('[data-act="load-game"]').click()
    chooser.value.set_files({"name": "notes.txt", "mimeType": "text/plain", "buffer": b"milk, bread"})


def every() -> dict[str, tuple[str, tuple[Step, ...]]]:
    """Return each scene by its name: a widget, and the steps before the picture is taken."""
    hand = '"classic", hand="R7 B7 G7 Y2 B2 R9 G12 S Y4 B5", top="G12"'
    short = "phases=[1, 2])"  # keeps tournaments short
    pair, four = 'Tournament("classic", ["expert", "greedy"]', 'Tournament("classic", ["greedy"] * 2 + ["random"] * 2'
    german = f'Tournament("classic", ["expert:3", "greedy", "random"], games=30, language="de", {short}'
    coach, refused = f"Coach({record()!r}", there('[role="alert"]')
    start, over = click('[data-act="start"]'), there('[data-state="over"]')
    stopped = click('[data-act="stop"]'), there('[data-state="stopped"]')
    dearest = click('[data-act="dear"]'), there('[data-act="dear"][aria-current]')
    often = click('[data-deal="10000"]'), there('[data-trials="10000"]'), counted
    sorted_by = counted, click('[data-sort="1"]'), click('[data-cell="4-1"]')
    own = click('[data-own="yes"]'), click('[data-act="groups"]'), write("phase", "1 run of 12", "Tab")
    play, leave = click('[data-act="play"]'), (click('[data-act="menu"]'), click('[data-act="leave-game"]'))
    draw = click('[data-act="draw-deck"]'), there('[data-p10="table"][data-step="play"]')
    left = click('[data-act="leave-confirm"]'), there('[data-act="resume"]')
    return {
        "setup": ("App(pace=0)", ()),
        "setup-open": ("App(pace=0)", (drawers, *own, there("[data-line] [data-wrong]"))),
        "setup-refused": ("App(pace=0)", (choose('[data-field="player"]', "greedy"), play, refused)),
        "setup-leave": ("App(pace=0)", (play, *draw, *leave)),
        "setup-resume": ("App(pace=0)", (play, *draw, *leave, *left, drawers)),
        "setup-german": ("App(pace=0)", (choose('[data-field="language"]', "de"), a_while)),
        "odds_deal": ('DealOdds("classic")', often),
        "odds_deal-german": ('DealOdds("flip", phase=6, language="de")', (counted,)),
        "odds_deal-open": ('DealOdds("masters", phase=10, cards=12)', (counted, drawers)),
        "odds_draw": (f"DrawOdds({hand})", (counted,)),
        "odds_draw-german": ('DrawOdds("flip", phase=4, language="de")', (counted,)),
        "odds_draw-open": (f"DrawOdds({hand}, phase=9)", (counted, drawers)),
        "odds_draw-wrong": ('DrawOdds("standard")', (write("hand", "AH 11S", "Enter"), refused)),
        "odds_draw-done": ('DrawOdds(hand="R7 B7 G7 W W Y1")', (counted,)),
        "odds_table": ("OddsTable()", (counted,)),
        "odds_table-german": ('OddsTable(11, ["classic", "flip"], language="de")', sorted_by),
        "tournament-ready": (f"{pair})", ()),
        "tournament-running": (
            f"{pair}, games=400, {short}",
            (start, there('[data-p10="standings"]'), a_while, *stopped),
        ),
        "tournament-four": (f"{four}, games=40, {short}", (start, over)),
        "tournament-together": (f"{four}, games=80, together=True, {short}", (start, over)),
        "tournament-decided": (f"{four}, games=400, until_decided=True, {short}", (start, over)),
        "tournament-refused": (f"{pair})", (write("games", "20000", "Tab"), refused)),
        "tournament-german": (german, (start, over)),
        "coach-empty": ("Coach()", ()),
        "coach-empty-german": ('Coach(language="de")', ()),
        "coach-refused": ("Coach()", (load_something_else, refused)),
        "coach-game": (f"{coach})", ()),
        "coach-dear": (f"{coach})", dearest),
        "coach-german": (f'{coach}, language="de")', dearest),
    }
