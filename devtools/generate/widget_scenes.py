"""Scenes of the widgets beside the table, for ``devtools.generate.screenshots``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, NamedTuple

from playwright.sync_api import Locator

from phase10_widgets import Game, players

WIDGETS = "Coach, DealOdds, DrawOdds, OddsTable, Tournament"
SHORT = "phases=[1, 2]"
"""Options for games of two phases, to keep tournaments short."""


class Shown(NamedTuple):
    """A widget, and the steps before the picture is taken."""

    name: str
    call: str
    do: Callable[[Locator], object]


def every() -> Iterator[Shown]:
    """Yield every scene."""
    return chain(chances(), tournaments(), coaches())


def chances() -> Iterator[Shown]:
    """Yield the odds widgets: as they start, expanded, with errors, and in German."""
    yield Shown("odds_deal", 'DealOdds("classic")', deal_often)
    yield Shown("odds_deal-german", 'DealOdds("flip", phase=6, language="de")', settle_odds)
    yield Shown("odds_deal-open", 'DealOdds("masters", phase=10, cards=12)', open_all)
    hand = '"classic", hand="R7 B7 G7 Y2 B2 R9 G12 S Y4 B5", top="G12"'
    yield Shown("odds_draw", f"DrawOdds({hand})", settle_odds)
    yield Shown("odds_draw-german", 'DrawOdds("flip", phase=4, language="de")', settle_odds)
    yield Shown("odds_draw-open", f"DrawOdds({hand}, phase=9)", open_all)
    yield Shown("odds_draw-wrong", 'DrawOdds("standard")', type_a_wrong_hand)
    yield Shown("odds_draw-done", 'DrawOdds(hand="R7 B7 G7 W W Y1")', settle_odds)
    yield Shown("odds_table", "OddsTable()", settle_odds)
    yield Shown("odds_table-german", 'OddsTable(11, ["classic", "flip"], language="de")', choose_and_sort)


def settle_odds(root: Locator) -> None:
    """Wait until all counting is done."""
    says = "([root, ...words]) => !words.some((word) => root.textContent.includes(word))"
    root.page.wait_for_function(says, arg=[root.element_handle(), "counting …", "wird gezählt …"], timeout=60_000)


def deal_often(root: Locator) -> None:
    root.locator('[data-deal="10000"]').click()
    root.locator('[data-trials="10000"]').wait_for()
    settle_odds(root)


def open_all(root: Locator) -> None:
    """Open the numbers of every chart."""
    settle_odds(root)
    root.evaluate("(root) => root.querySelectorAll('details').forEach((drawer) => (drawer.open = true))")


def type_a_wrong_hand(root: Locator) -> None:
    root.locator('[data-field="hand"]').fill("AH 11S")
    root.locator('[data-field="hand"]').press("Enter")
    root.locator('[role="alert"]').wait_for()


def choose_and_sort(root: Locator) -> None:
    settle_odds(root)
    root.locator('[data-sort="1"]').click()
    root.locator('[data-cell="4-1"]').click()


def tournaments() -> Iterator[Shown]:
    """Yield tournaments: before, during and after, two and four players, in pairs and at one table, in German."""
    pair = 'Tournament("classic", ["expert", "greedy"]'
    four = 'Tournament("classic", ["greedy", "greedy", "random", "random"]'
    yield Shown("tournament-ready", f"{pair})", seen)
    yield Shown("tournament-running", f"{pair}, games=400, {SHORT})", stop_halfway)
    yield Shown("tournament-two", f'Tournament("classic", ["greedy", "random"], games=60, {SHORT})', to_the_end)
    yield Shown("tournament-four", f"{four}, games=40, {SHORT})", to_the_end)
    yield Shown("tournament-together", f"{four}, games=80, together=True, {SHORT})", to_the_end)
    yield Shown("tournament-decided", f"{four}, games=400, until_decided=True, {SHORT})", to_the_end)
    yield Shown("tournament-refused", f"{pair})", ask_for_too_many)
    german = f'["expert:3", "greedy", "random"], games=30, language="de", {SHORT}'
    yield Shown("tournament-german", f'Tournament("classic", {german})', to_the_end)


def coaches() -> Iterator[Shown]:
    """Yield coaches: without a game, with one, at a costly decision, with a bad file, in German."""
    game = f"Coach({record()!r}"
    yield Shown("coach-empty", "Coach()", seen)
    yield Shown("coach-empty-german", 'Coach(language="de")', seen)
    yield Shown("coach-refused", "Coach()", load_something_else)
    yield Shown("coach-game", f"{game})", seen)
    yield Shown("coach-dear", f"{game})", look_at_the_dearest)
    yield Shown("coach-german", f'{game}, language="de")', look_at_the_dearest)


def record() -> dict[str, Any]:
    """Return the record of a short game between a careless player and a careful one."""
    game = Game.new("classic", ["Ana", "Ben"], 2, phases=[1, 2, 4])
    who = [players.get("expert:2", 2), players.get("greedy")]
    while game.to_act is not None:
        game = players.move(game, who[game.to_act])
    return game.record()


def seen(root: Locator) -> None:
    """Leave the widget as it starts."""
    root.wait_for()


def stop_halfway(root: Locator) -> None:
    root.locator('[data-act="start"]').click()
    root.locator('[data-p10="standings"]').wait_for(timeout=60_000)
    root.page.wait_for_timeout(2000)
    root.locator('[data-act="stop"]').click()
    root.locator('[data-state="stopped"]').wait_for()


def to_the_end(root: Locator) -> None:
    root.locator('[data-act="start"]').click()
    root.locator('[data-state="over"]').wait_for(timeout=120_000)


def ask_for_too_many(root: Locator) -> None:
    root.locator('[data-field="games"]').fill("20000")
    root.locator('[data-field="games"]').press("Tab")
    root.get_by_role("alert").wait_for()


def look_at_the_dearest(root: Locator) -> None:
    root.locator('[data-act="dear"]').first.click()
    root.locator('[data-act="dear"][aria-current]').wait_for()


def load_something_else(root: Locator) -> None:
    """Load a file that is not a game."""
    with root.page.expect_file_chooser() as chooser:
        root.locator('[data-act="load-game"]').click()
    chooser.value.set_files({"name": "notes.txt", "mimeType": "text/plain", "buffer": b"milk, bread"})
    root.get_by_role("alert").wait_for()
