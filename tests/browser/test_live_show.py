"""Six browsers at one table: four play three rounds, one watches, one is the wall, and none sees too much."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from devtools.browser.driver import TablePage, TouchPage

from .live_record import CARD, Record, Sight, sights
from .test_live import PHONE, Person, begin, home, late_wall, service

__all__ = ["home", "service"]

ROUNDS = 3
GONE = 2000
"""The time for which a page is offline, in milliseconds."""
ROW = '[data-p10="row"]'
"""The row that names the people who are away."""
NOW = """(root) => ({
    rev: Number(root.dataset.rev),
    mine: root.dataset.toAct === root.dataset.you && root.dataset.busy === "false",
    step: root.dataset.step ?? "",
    summary: Boolean(root.querySelector('[data-p10="summary"]')),
    hand: [...root.querySelectorAll("[data-hand-card]")].map(({dataset}) => dataset.handCard),
    shown: [...root.querySelectorAll("[data-card]")].map(({dataset}) => dataset.card),
})"""
"""A script that returns the state of the page at one moment."""
DRAW = """(at) => void setTimeout(() => document.querySelector('[data-act="draw-deck"]').click(), at - Date.now())"""
"""A script that draws a card at this time, to the millisecond."""


class Table(TablePage):
    """A player who never waits for the others."""

    def settle(self) -> None:
        """Continue at once, since it may be another player's turn."""


class Touched(Table, TouchPage):
    """The same on a touch screen."""


class Player:
    """A player at a table, with everything that their page has received and shown."""

    def __init__(self, name: str, person: Person, seat: int | None) -> None:
        self.name, self.person, self.page, self.seat = name, person, person.page, seat
        self.language = self.page.evaluate("document.documentElement.lang")
        touches = self.page.evaluate("matchMedia('(pointer: coarse)').matches")
        self.table: Table = (Touched if touches else Table)(self.page, "classic")
        self.rounds = 0
        self.looks: list[Sight] = []

    def look(self) -> Any:
        """Return the state of the page, and record its cards."""
        now = self.table.root.evaluate(NOW)
        if not now["summary"]:
            self.looks.append(Sight(self.name, self.seat, self.language, now["rev"], now))
        return now

    def move(self) -> bool:
        """Continue to the next round or take a turn, if possible."""
        now = self.look()
        if now["summary"]:
            self.rounds += 1
            self.table.click("continue")
        elif now["mine"] and now["step"] == "draw":
            self.table.draw()
            self.look()
            self.table.play()
        elif now["mine"] and now["step"] == "play":
            self.table.play()
        else:
            return False
        return True

    def draws(self) -> bool:
        """Return True if it is this player's turn to draw."""
        now = self.look()
        return bool(now["mine"] and now["step"] == "draw")

    def at(self, rev: int) -> None:
        """Wait until the page shows this moment."""
        expect(self.page.locator('[data-p10="table"]')).to_have_attribute("data-rev", str(rev))

    @property
    def sights(self) -> list[Sight]:
        return [*self.looks, *sights(self.name, self.seat, self.language, self.person.frames)]


class Party(NamedTuple):
    """Everybody at a table."""

    code: str
    players: list[Player]
    watcher: Player
    wall: Page
    walls: list[str]
    """The frames of the wall."""

    @property
    def everybody(self) -> list[Player]:
        return [*self.players, self.watcher]


@pytest.fixture
def party(service: str, browser: Browser) -> Iterator[Party]:
    """Yield four people at one table, one of them with a German phone, a watcher and a wall."""
    with ExitStack() as stack:

        def person(**options: Any) -> Person:
            context = stack.enter_context(browser.new_context(reduced_motion="reduce", **options))
            return Person(context, f"{service}live")

        wide: dict[str, Any] = {"locale": "en-US", "viewport": {"width": 1280, "height": 720}}
        four = [person(**wide), person(**PHONE), person(**wide), person(locale="en-US")]
        names = ("Hanna", "Ben", "Cleo", "Dora")
        code = four[0].open(names[0])
        for name, one in zip(names[1:], four[1:], strict=True):
            one.enter(name, code)
        wall = late_wall(four[0])
        walls: list[str] = []
        wall.on("websocket", lambda socket: socket.on("framereceived", lambda text: walls.append(str(text))))
        wall.reload()
        begin(*four)
        expect(wall.locator('[data-p10="wall"]')).to_contain_text("playing, round 1")
        watcher = person(**wide)
        watcher.enter("Wanda", code)
        watcher.act("watch")
        expect(watcher.page.locator('[data-p10="table"][data-rev]')).to_be_visible()
        players = [Player(name, one, seat) for seat, (name, one) in enumerate(zip(names, four, strict=True))]
        yield Party(code, players, Player("Wanda", watcher, None), wall, walls)
        assert [one.faults for one in (*four, watcher)] == [[]] * 5


@pytest.mark.rotating
def test_three_rounds_show_each_player_only_their_own_hand(party: Party, home: Path) -> None:
    """Every frame and every page state is compared with the knowledge of its seat; a reload changes nothing."""
    players = party.players
    assert [player.language for player in players] == ["en", "de", "en", "en"]
    reload_next = True
    for _ in range(400 * ROUNDS):
        moved = [player for player in players if player.rounds < ROUNDS and player.move()]
        party.watcher.look()
        if all(player.rounds == ROUNDS for player in players):
            break
        if reload_next and (drawing := next((one for one in players if one.rounds and one.draws()), None)):
            reload_next = False
            refresh_in_mid_turn(drawing)
        if not moved:
            players[0].page.wait_for_timeout(20)
    assert not reload_next
    assert [player.rounds for player in players] == [ROUNDS] * 4

    seen = [sight for player in party.everybody for sight in player.sights]
    assert len(seen) > 100 * ROUNDS
    assert Record(home / "data", party.code).faults(seen) == []
    names = [player.name for player in party.everybody]
    for text in (party.wall.locator("body").inner_text(), party.wall.locator("body").inner_html(), *party.walls):
        assert not any(name in text for name in names)
        assert not CARD.search(text)
    assert len(party.walls) > ROUNDS
    stolen = players[1].sights[-1]._replace(seat=0)
    assert Record(home / "data", party.code).faults([stolen]) != [], "another seat's view would be noticed"


def refresh_in_mid_turn(player: Player) -> None:
    """Draw, reload the page, and continue the turn with the same hand."""
    player.table.draw()
    before = player.look()
    assert len(before["hand"]) == 11
    player.page.reload()
    player.person.at_table()
    after = player.look()
    assert (sorted(after["hand"]), after["rev"], after["step"]) == (sorted(before["hand"]), before["rev"], "play")
    player.table.play()


# troubles


@pytest.fixture(scope="module")
def pair(service: str, browser: Browser) -> Iterator[list[Player]]:
    """Yield two people at a table, in any state of its game."""
    with (
        browser.new_context(locale="en-US", reduced_motion="reduce") as desk,
        browser.new_context(**PHONE, reduced_motion="reduce") as phone,
    ):
        hanna, ben = Person(desk, f"{service}live"), Person(phone, f"{service}live")
        ben.enter("Ben", hanna.open("Hanna"))
        hanna.page.locator('[data-field="seats"]').select_option("2")
        begin(hanna, ben)
        yield [Player("Hanna", hanna, 0), Player("Ben", ben, 1)]


def turn_of(wanted: Player, other: Player) -> None:
    """Play until it is this player's turn to draw."""
    for _ in range(40):
        if wanted.draws():
            return
        now = wanted.look()
        if not any([other.move(), (now["step"] == "play" or now["summary"]) and wanted.move()]):
            wanted.page.wait_for_timeout(50)
    raise AssertionError("their turn never came")


def together(one: Player, other: Player) -> None:
    """Wait until both pages show the same moment."""
    one.page.wait_for_timeout(100)
    other.at(one.look()["rev"])


@contextmanager
def offline(player: Player) -> Iterator[None]:
    """Disconnect a page from the network, and check that it says so."""
    player.person.context.set_offline(True)
    expect(player.page.locator(f"{ROW}[data-lost]")).to_be_visible()
    yield
    player.person.context.set_offline(False)
    expect(player.page.locator(f"{ROW}[data-lost]")).to_have_count(0)


@contextmanager
def frozen(player: Player) -> Iterator[None]:
    """Freeze a page, as browsers do with background tabs."""
    device = player.person.context.new_cdp_session(player.page)
    device.send("Page.setWebLifecycleState", {"state": "frozen"})
    yield
    device.send("Page.setWebLifecycleState", {"state": "active"})


def test_a_page_returns_to_its_seat_after_being_offline_or_frozen(pair: list[Player]) -> None:
    hanna, ben = pair
    for gone in (offline, frozen):
        turn_of(hanna, ben)
        with gone(ben):
            hanna.move()
            hanna.page.wait_for_timeout(GONE)
        expect(hanna.page.locator(ROW)).not_to_contain_text("Ben")
        together(hanna, ben)
        turn_of(ben, hanna)
        ben.move()
        together(ben, hanna)


def test_two_tabs_of_one_person_have_one_seat(pair: list[Player]) -> None:
    """Both show it, both may act, and a simultaneous action counts once."""
    hanna, ben = pair
    turn_of(hanna, ben)
    tab = Player("Hanna", Person(hanna.person.context, hanna.page.url), 0)
    second = tab.page
    tab.at(hanna.look()["rev"])
    assert tab.look()["hand"] == hanna.look()["hand"]
    before = hanna.look()
    soon = second.evaluate("Date.now() + 500")
    for page in (hanna.page, second):
        page.evaluate(DRAW, soon)
    for player in (hanna, tab):
        cards = player.page.locator("[data-hand-card]")
        expect(cards).to_have_count(len(before["hand"]) + 1)
    second.wait_for_timeout(300)
    assert [player.look()["rev"] for player in (hanna, tab, ben)] == [before["rev"] + 2] * 3
    tab.move()
    together(tab, hanna)
    second.close()
    turn_of(ben, hanna)
    expect(ben.page.locator(ROW)).to_have_count(0)
