"""A plugin's language, from its single catalog, in a game on a server and at shared tables."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from playwright.sync_api import Page, expect

from devtools.browser.servers import ROOT
from tests.browser.conftest import serving
from tests.contracts.test_plugins import install

FRENCH = {"English": "Français", "You": "Toi", "Draw pile": "Pioche", "Round {n}": "Manche {n}"}
IN_BROWSERS = {
    "table.pilesDeck": "Pioche",
    "table.pilesDraw": "piocher",
    "table.actDraw": "Piocher une carte",
    "table.steps.draw": "À toi : pioche une carte",
    "table.round(n)": "Manche {n}",
    "table.handLabel(n)": "Ta main, {n, plural, one {{n} carte} other {{n} cartes}}",
    "setup.play": "Jouer",
    "rooms.language": "Langue",
    "rooms.title": "Table partagée",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start a class server with a package for this language installed; yield its address."""
    folder = tmp_path_factory.mktemp("french")
    package = folder / "phase10_french"
    package.mkdir()
    (package / "__init__.py").write_text("", "utf-8")
    catalog = Catalog(locale="fr")
    for context, texts in ((None, FRENCH), ("browser", IN_BROWSERS)):
        for id, text in texts.items():
            catalog.add(id, text, context=context)
    with (package / "phase10_widgets.mo").open("wb") as file:
        write_mo(file, catalog)
    install(folder, "phase10-french", {"languages": "fr = phase10_french"})
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), str(folder)]))
        (folder / "home").mkdir()
        with serving(folder / "home", "serve") as address:
            yield address


def choose(page: Page) -> None:
    """Choose the language in a page's menu, by its own name."""
    page.locator('select[data-field="language"]').select_option(label="Français")


def test_a_game_without_a_kernel_uses_the_language(page: Page, server: str) -> None:
    page.goto(f"{server}play?language=en")
    play = page.locator('[data-act="play"]')
    play.wait_for()
    choose(page)
    expect(play).to_contain_text("Jouer")
    assert page.locator("html").get_attribute("lang") == "fr"
    play.click()
    table = page.locator('[data-p10="table"]')
    expect(table).to_contain_text("À toi : pioche une carte")
    page.reload()
    expect(table).to_contain_text("Manche 1")


def test_shared_tables_use_the_language(page: Page, server: str) -> None:
    page.goto(f"{server}live?language=en")
    page.locator('[data-p10="live"]').wait_for()
    choose(page)
    expect(page).to_have_title("Table partagée · Phase 10")
    expect(page.get_by_label("Langue")).to_have_value("fr")
