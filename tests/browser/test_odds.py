"""The odds widgets and the tournament in real pages: they show exact chances, and export them as files."""

from __future__ import annotations

import csv
import io
import re
import struct
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Locator, Page, expect

import phase10_widgets as p10
from devtools.browser.hosts import Host, Jupyter
from phase10_widgets import arena, odds
from tests.browser.conftest import Violations
from tests.browser.test_screens import WIDTHS
from tests.helpers import rotating

HAND = "R7 B7 G7 Y2 B2 R9 G12 S Y4 B5"
CODE = f"""
from phase10_widgets.figures import DealOdds, DrawOdds, OddsTable
deal = DealOdds("classic", phase=1, cards=10, language={{language!r}})
draw = DrawOdds("classic", 1, {HAND!r}, top="G12", language={{language!r}})
table = OddsTable(editions=["classic", "masters"], language={{language!r}})
"""
KINDS = ("deal", "draw", "table")
STICKING_OUT = """(root) => {
    const right = root.getBoundingClientRect().right + 1;
    return [...root.querySelectorAll("*")]
        .filter((node) => !node.closest(".sr, svg, [data-scrolls] > *") && node.getBoundingClientRect().right > right)
        .map((node) => node.outerHTML.slice(0, 120));
}"""


SMALL = """(root) => [...root.querySelectorAll("button, select, input, summary, td[tabindex]")]
    .filter((node) => node.checkVisibility() && node.getBoundingClientRect().height < 44)
    .map((node) => node.outerHTML.slice(0, 120))"""
"""The controls that are too small for a finger."""
FOCUSED = "(node) => node === node.getRootNode().activeElement"
LIT = "(all) => all.map((node) => [node.dataset.out, parseInt(node.querySelector('b').innerText)])"
"""The highlighted faces with their counts."""


class Widget:
    """An odds widget in a page."""

    def __init__(self, page: Page, kind: str) -> None:
        self.page = page
        self.root = page.locator(f'[data-p10="odds"][data-kind="{kind}"]').first

    def find(self, selector: str) -> Locator:
        return self.root.locator(selector)

    def field(self, name: str) -> Locator:
        return self.find(f'[data-field="{name}"]')

    def says(self, words: str | re.Pattern[str]) -> None:
        """Wait until the live region has this text."""
        expect(self.find('[data-p10="live"]')).to_contain_text(words)

    def file(self, within: str, kind: str, folder: Path) -> bytes:
        """Return a button's download."""
        with self.page.expect_download() as found:
            self.find(f'{within} [data-file="{kind}"]').click()
        path = folder / found.value.suggested_filename
        found.value.save_as(path)
        assert path.suffix == f".{kind.lower()}"
        return path.read_bytes()


def show(page: Page, host: Host, *kinds: str, language: str = "en") -> list[Widget]:
    """Show these widgets in a fresh page."""
    host.open(page, CODE.format(language=language), *kinds)
    shown = [Widget(page, kind) for kind in kinds]
    for widget in shown:
        widget.root.wait_for()
    return shown


def rows_of(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode("utf-8"))))


def fraction(exact: odds.Exact) -> str:
    return f"{exact.numerator}/{exact.denominator}"


def assert_a_picture(svg: bytes, png: bytes) -> None:
    """Check that the SVG parses, needs no style sheet, and has the PNG's shape at half its size."""
    root = ElementTree.fromstring(svg)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert not re.search(rb"var\(|light-dark|color-mix|class=|currentColor|<style", svg)
    assert root.find("{http://www.w3.org/2000/svg}title") is not None
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", png[16:24])
    assert (width, height) == (2 * int(root.attrib["width"]), 2 * int(root.attrib["height"]))
    assert len(png) > 2000, "something is drawn"


def test_every_widget(page: Page, here: Host, violations: Violations, tmp_path: Path) -> None:
    """All three on one page: exact numbers, downloads, and keyboard access."""
    deal, draw, table = show(page, here, *KINDS)
    a_deal_is_counted_sampled_and_compared(deal, tmp_path)
    a_hand_shows_its_outs_and_moves(draw, tmp_path)
    a_hand_is_typed_and_a_wrong_one_explained(draw)
    the_table_is_sorted_and_asked_by_keys(table, tmp_path)
    for widget in (deal, draw, table):
        assert violations(widget.root) == []
    everything_is_in_reach_of_keys(deal)


def a_deal_is_counted_sampled_and_compared(widget: Widget, folder: Path) -> None:
    expect(widget.find('[data-p10="exact"]')).to_have_text(odds.deal("classic", 1).percent)
    widget.says("1 in 5.5")
    widget.find('[data-deal="10000"]').click()
    outcome = widget.find('[data-p10="outcome"]')
    expect(outcome).to_have_attribute("data-trials", "10000")
    simulated = odds.simulate(odds.question("deal", edition="classic", phase=1), 10_000, 1)
    expect(outcome).to_contain_text(simulated.text)
    widget.says(f"Hits: {round(simulated.value * 10_000):,}")
    expect(widget.find("figure svg").nth(1)).not_to_have_attribute("aria-label", re.compile("counting"))

    games = rows_of(widget.file(".wide", "CSV", folder))
    assert {row["edition"] for row in games} == set(p10.EDITIONS)
    assert [row["fraction"] for row in games if row["edition"] == "masters"] == [fraction(odds.deal("masters", 1))]
    sample = rows_of(widget.file(".panel:not(.wide)", "CSV", folder))
    assert float(sample[-1]["value"]) == simulated.value
    for part in (".wide", ".panel:not(.wide)"):
        assert_a_picture(widget.file(part, "SVG", folder), widget.file(part, "PNG", folder))


def a_hand_shows_its_outs_and_moves(widget: Widget, folder: Path) -> None:
    lesson = odds.Situation.with_cards("classic", 1, HAND, top="G12")
    outs = odds.next_draw(lesson).outs
    lit = widget.find("[data-effect]").evaluate_all(LIT)
    assert dict(lit) == {out.card.code: out.unseen for out in outs}
    expect(widget.find(".key").first).to_contain_text(f"{sum(out.unseen for out in outs)} of {lesson.pool.size}")
    expect(widget.find("tbody th").filter(has_text=str(odds.options(lesson)[0].move)).first).to_be_visible()
    draws = rows_of(widget.file("figure", "CSV", folder))
    assert [row["fraction"] for row in draws] == [fraction(odds.within(lesson, n)) for n in range(1, 11)]
    assert_a_picture(widget.file("figure", "SVG", folder), widget.file("figure", "PNG", folder))


def a_hand_is_typed_and_a_wrong_one_explained(widget: Widget) -> None:
    hand = widget.field("hand")
    hand.fill("R7 Q9")
    hand.press("Enter")
    expect(widget.find('[role="alert"]')).to_contain_text("Q9 is not a card in this game")
    expect(hand).to_have_value("R7 Q9")
    hand.fill("R7 B7 G7 W W Y1")
    hand.press("Enter")
    expect(widget.find(".hand li")).to_have_count(6)
    expect(widget.find('[role="alert"]')).to_have_count(0)


def the_table_is_sorted_and_asked_by_keys(widget: Widget, folder: Path) -> None:
    expect(widget.find("table")).to_have_attribute("aria-busy", "false")
    widget.find('[data-cell="1-0"]').focus()
    for key in ("ArrowDown", "ArrowRight", "Enter"):
        widget.page.keyboard.press(key)
    exact = odds.deal("masters", 2)
    expect(widget.find('[data-p10="detail"]')).to_contain_text(f"{exact.numerator} / {exact.denominator}")
    widget.says(exact.percent)
    widget.find('[data-sort="0"]').press("Enter")
    chances = {str(phase.number): odds.deal("classic", phase) for phase in p10.edition("classic").phases}
    likeliest = [number for number, _ in sorted(chances.items(), key=lambda row: -row[1])]
    expect(widget.find("tbody th")).to_have_text(likeliest)
    rows = rows_of(widget.file(".row", "CSV", folder))
    assert [row["fraction"] for row in rows[:10]] == [fraction(found) for found in chances.values()]
    assert_a_picture(widget.file(".row", "SVG", folder), widget.file(".row", "PNG", folder))


def everything_is_in_reach_of_keys(widget: Widget) -> None:
    """Check plain controls with their keys, and Tab from one to the next."""
    widget.field("cards").focus()
    widget.page.keyboard.press("ArrowRight")
    expect(widget.find('[data-p10="exact"]')).to_have_text(odds.deal("classic", 1, cards=11).percent)
    widget.field("phase").select_option("2")
    expect(widget.find('[data-p10="exact"]')).to_have_text(odds.deal("classic", 2, cards=11).percent)
    for _ in range(30):
        widget.page.keyboard.press("Tab")
        if widget.find('[data-deal="100"]').evaluate(FOCUSED):
            break
    widget.page.keyboard.press("Enter")
    expect(widget.find('[data-p10="outcome"]')).to_have_attribute("data-trials", "100")


@pytest.mark.parametrize("name", [rotating("voila"), "jupyterlab", "notebook", "marimo"])
def test_every_host_shows_a_deal(page: Page, hosts: dict[str, Host], tmp_path: Path, name: str) -> None:
    """No key that the widget takes reaches the notebook of two cells."""
    (widget,) = show(page, hosts[name], "deal")
    everything_is_in_reach_of_keys(widget)
    assert rows_of(widget.file(".panel:not(.wide)", "CSV", tmp_path))[-1]["trials"] == "100"
    if isinstance(host := hosts[name], Jupyter):
        assert host.cells(page) == 2


def test_on_a_phone_controls_fit_a_finger_and_german_does_not_overflow(page: Page, here: Host) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    phone = {"enabled": True, "maxTouchPoints": 1}
    page.context.new_cdp_session(page).send("Emulation.setTouchEmulationEnabled", phone)
    shown = show(page, here, *KINDS, language="de")
    expect(shown[0].find('[data-p10="exact"]')).to_have_text("18,28 %")
    shown[0].says("1 von 5,5")
    assert page.evaluate("matchMedia('(pointer: coarse)').matches")
    for widget in shown:
        assert widget.root.evaluate(SMALL) == []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 740})
        for widget in shown:
            assert widget.root.evaluate(STICKING_OUT) == [], f"at {width} px"


TOURNAMENT = """
from phase10_widgets import Tournament
tournament = Tournament("classic", ["greedy", "random", "random"], games=200, language={language!r}, phases=[1, 2])
"""


def tournament(page: Page, host: Host, language: str = "en") -> Widget:
    """Show a tournament in a fresh page."""
    host.open(page, TOURNAMENT.format(language=language), "tournament")
    widget = Widget(page, "tournament")
    widget.root.wait_for()
    return widget


def count(widget: Widget) -> Locator:
    return widget.find('[data-p10="count"]')


def test_a_tournament(page: Page, here: Host, violations: Violations, tmp_path: Path) -> None:
    """Keys start, stop and continue it; its numbers match the arena's."""
    widget = tournament(page, here)
    assert violations(widget.root) == []
    widget.find('[data-act="start"]').press("Enter")
    expect(count(widget)).to_have_attribute("data-state", "running")
    expect(widget.find('[data-p10="standings"] tbody tr')).to_have_count(3)
    widget.find('[data-act="stop"]').press("Enter")
    expect(count(widget)).to_have_attribute("data-state", "stopped")
    done = count(widget).get_attribute("data-done")
    widget.says("Stopped")
    assert violations(widget.root) == []
    expect(count(widget)).to_have_attribute("data-done", done or "")
    widget.find('[data-act="start"]').press("Enter")
    expect(count(widget)).to_have_attribute("data-state", "over")
    widget.says("greedy won")

    found = arena.round_robin("classic", ["greedy", "random", "random"], 200, phases=[1, 2])
    rows = rows_of(widget.file("figure", "CSV", tmp_path))
    assert [row["player"] for row in rows] == list(found.players)
    assert [float(row["wins"]) for row in rows] == list(found.wins)
    assert [row["rating"] for row in rows] == [str(row["rating"] or "") for row in found.to_dicts()]
    assert_a_picture(widget.file("figure", "SVG", tmp_path), widget.file("figure", "PNG", tmp_path))
    assert violations(widget.root) == []


def test_a_tournament_does_not_overflow_and_german_has_decimal_commas(page: Page, here: Host) -> None:
    widget = tournament(page, here, "de")
    widget.find('[data-act="start"]').click()
    widget.says("greedy hat")
    expect(widget.find('[data-p10="standings"] tbody tr').first).to_contain_text(",")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 740})
        assert widget.root.evaluate(STICKING_OUT) == [], f"at {width} px"
