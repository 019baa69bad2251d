"""The odds widgets in Python: they send exact chances, and refuse invalid input."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import odds
from phase10_widgets.figures import DealOdds, DrawOdds, OddsTable
from phase10_widgets.ui.odds.deal_screen import AT_ONCE
from phase10_widgets.ui.odds.request import asked, changed, wilds_of, with_wilds
from phase10_widgets.ui.odds.widget import OddsWidget
from phase10_widgets.ui.sample import MOST_DEALS
from tests.faults import no_faults
from tests.ui.page import Page, notebook_html

HAND = "R7 B7 G7 Y2 B2 R9 G12 S Y4 B5"


def fraction(exact: Fraction) -> str:
    return f"{exact.numerator}/{exact.denominator}"


# The chance of a deal


@pytest.mark.slow
def test_a_deal_shows_the_counted_chance_and_compares_every_game() -> None:
    """Covers both sides of flip; a phase with more cards than are dealt has no chance."""
    widget = DealOdds("standard", phase=8, cards=11)
    assert widget.exact == odds.deal("standard", 8, cards=11)
    assert widget.view["exact"]["fraction"] == fraction(widget.exact)
    assert [row["fraction"] for row in widget.to_dicts() if row["edition"] == "standard"] == [fraction(widget.exact)]
    rows = DealOdds("masters", phase=5, cards=8).to_dicts()
    assert [(row["edition"], row["side"]) for row in rows] == [
        ("classic", "color"), ("flip", "color"), ("flip", "wild"), ("standard", "color"), ("masters", "color"),
    ]  # fmt: skip
    for row in rows:
        assert row["fraction"] == fraction(odds.deal(row["edition"], 5, cards=8, side=row["side"]))
    few = DealOdds("standard", phase=7, cards=8)
    assert [game["few"] for game in few.view["games"]] == [False] * 5
    assert [game["few"] for game in DealOdds("classic", phase=4, cards=7).view["games"]] == [False] * 5
    assert any(game["few"] for game in DealOdds("flip", phase=6, cards=6).view["games"])


@pytest.mark.slow
def test_the_sample_is_the_simulation() -> None:
    """However the requests divide the deals, the sample equals odds.simulate for the seed and the number."""
    widget = DealOdds("classic", phase=1, seed=5)
    assert widget.sample is None
    for n in (1, 100, 1900):
        widget.deal(n)
    question = odds.question("deal", edition="classic", phase=1, cards=10)
    found: odds.Estimate | None = widget.sample
    assert found is not None
    assert found == odds.simulate(question, 2001, 5)
    points = widget.view["sample"]["points"]
    assert points[-1][1] == found.value
    assert [n for n, *_ in points] == sorted({n for n, *_ in points})
    assert all(low <= value <= high for _, value, low, high in points)
    assert widget.view["sample"]["estimate"]["percent"] == str(found.text) == "18.4%"
    widget.cards = 12
    assert (widget.sample, widget.view["sample"]["points"]) == (None, []), "another question begins another sample"
    widget.deal(10)
    widget.reset()
    assert widget.sample is None


WILDS = [
    ("classic", "color", 0, "none at all"),
    ("classic", "color", 16, "twice as many"),
    ("standard", "color", 3, "jokers"),
    ("flip", "color", 12, "stars: three of each color"),
    ("flip", "wild", 5, "stars without a color"),
]


def test_a_deck_with_other_wilds() -> None:
    """The other cards stay; there are as many wilds as requested, with the same number of each color (F1)."""
    for edition, side, n, why in WILDS:
        printed = p10.edition(edition)
        other = with_wilds(printed, n, side)
        faces = odds.Pool.of_deck(other, side=side).faces()
        wild = {card.code: count for card, count in faces.items() if card.wild}
        assert sum(wild.values()) == n, why
        assert len(set(wild.values())) <= 1
        before = odds.Pool.of_deck(printed, side=side).faces()
        assert {c: k for c, k in faces.items() if not c.wild} == {c: k for c, k in before.items() if not c.wild}
        assert with_wilds(printed, wilds_of(printed, side)[0], side) is printed


def test_wilds_change_the_chance_and_stand_beside_the_printed_deck() -> None:
    widget = DealOdds("classic", phase=1, wilds=0)
    few, printed = [row for row in widget.to_dicts() if row["edition"] == "classic"][::-1]
    assert (few["wilds"], printed["wilds"]) == (0, 8)
    assert few["value"] < printed["value"] == float(odds.deal("classic", 1))
    assert [game["own"] for game in widget.view["games"]][:2] == [False, True]


BAD_DEALS: list[tuple[dict[str, Any], str, str]] = [
    ({"phase": 11}, "There is no phase 11", "a phase too many"),
    ({"phase": "4"}, "There is no phase '4'", "a text"),
    ({"phase": True}, "There is no phase True", "not a number"),
    ({"cards": 5}, "the number of cards must be 6 to 15, not 5", "fewer than the phase takes"),
    ({"cards": 16}, "the number of cards must be 6 to 15, not 16", "too many cards"),
    ({"cards": 10.0}, "not 10.0", "not a whole number"),
    ({"wilds": 17}, "0 to 16 wilds, not 17", "more than twice"),
    ({"edition": "flip", "wilds": 3}, "a multiple of 4", "stars come in colors"),
    ({"side": "wild"}, "no side 'wild'", "one side only"),
    ({"edition": "uno"}, "no edition 'uno'", "no such game"),
    ({"edition": ["classic"]}, "no edition", "a list"),
    ({"seed": -1}, "whole number from 0", "a negative seed"),
    ({"seed": None}, "whole number from 0", "no seed"),
]


def test_invalid_values_are_explained() -> None:
    """Python and the browser get it in English and German; nothing changes."""
    with no_faults() as faults:
        for changes, message, why in BAD_DEALS:
            with faults.of(why):
                widget = DealOdds("classic", phase=1)
                before = widget.view["asked"]
                with pytest.raises(ValueError, match=r"\w"):
                    widget.choose(**changes)
                refused = Page(widget).tell("choose", **changes)
                assert message in refused
                assert widget.view["asked"] == before
                assert Page(DealOdds("classic", language="de")).tell("choose", **changes) not in ("", refused)


def test_the_number_of_deals_is_whole_and_limited() -> None:
    widget = DealOdds("classic")
    for n in [0, AT_ONCE + 1, "100", None, 1.5]:
        assert "1 to 10000" in Page(widget).tell("deal", n=n)
        assert widget.sample is None
    widget._sample.wanted = widget._sample.trials = MOST_DEALS
    assert "1000000" in Page(widget).tell("deal", n=1)


@pytest.mark.slow
def test_setting_a_trait_changes_the_request() -> None:
    own = p10.edition("classic", phases=["1 set of 2", "1 run of 3"])
    widget = DealOdds(own)
    assert [phase["text"] for phase in widget.about["editions"][0]["phases"]] == ["1 set of 2", "1 run of 3"]
    widget.phase = 2
    assert widget.exact == odds.deal(own, 2)
    assert (widget.view["asked"]["phase"], widget.view["text"]) == (2, "1 run of 3")
    with pytest.raises(ValueError, match="There is no phase 40"):
        widget.phase = 40
    assert (widget.phase, widget.view["asked"]["phase"]) == (2, 2)
    seen: list[int] = []
    widget.observe(lambda change: seen.append(change["new"]), "cards")
    widget.choose(cards=12)
    assert seen == [12]


def test_values_that_stop_fitting_are_adapted() -> None:
    now = asked(p10.edition("classic"), None, 1, 6, 12)
    other = changed(now, phase=6)
    assert (other.cards, other.wilds) == (9, 12), "as many cards as the phase needs; the deck stays"
    flipped = changed(now, edition=p10.edition("flip"), side="wild")
    assert (flipped.side, flipped.wilds, flipped.phase.number) == ("wild", 8, 1)
    short = p10.edition("masters", phases=[3, 5])
    assert changed(now, edition=short).phase.number == 3, "the first available one"


# A hand and its next cards


def test_a_dealt_hand_and_its_board_in_every_game() -> None:
    for edition in p10.EDITIONS:
        game = p10.edition(edition)
        for side in game.pack.sides:
            widget = DrawOdds(edition, 1, side=side.name, seed=4)
            unseen = sum(out["unseen"] for row in widget.view["outs"] for out in row)
            assert unseen == widget.situation.pool.size == len(game.deck(game.seats[0])) - 11
            assert len(widget.view["cards"]) == 10
            assert all(len(row) == len({out["name"] for out in row}) for row in widget.view["outs"])


def test_a_hand_of_a_game_uses_the_seats_knowledge() -> None:
    game = p10.Game.new("classic", players=["Ana", "Ben"], seed=7)
    position = game.position()
    pile, hand = position["draw_pile"].split(), position["seats"][1]["hand"].split()
    position["seats"][1]["hand"] = " ".join(pile[:10])
    position["draw_pile"] = " ".join(pile[10:] + hand)
    one, other = (DrawOdds.of(each.observe(0)) for each in (game, p10.Game.from_position(position)))
    assert one.view == other.view
    assert one.view["fixed"]
    one.phase = 3
    assert one.situation.phase.number == 3
    with pytest.raises(ValueError, match="only the phase"):
        one.hand = "R7"


BAD_HANDS: list[tuple[dict[str, Any], str, str]] = [
    ({"hand": "R7 Q9"}, "Q9 is not a card", "no such card"),
    *(({"hand": hand}, "as 1 to 15", f"{hand!r} as a hand") for hand in ("", "R7 " * 16, 7)),
    ({"hand": "R7 R7 R7"}, "listed too many times", "more than the deck has"),
    ({"top": "R1 R2"}, "can have only one top card", "two tops"),
    ({"top": 3}, "as 1 to 15", "no text"),
    ({"phase": 0}, "no phase 0", "no such phase"),
    ({"seed": "x"}, "whole number", "no seed"),
]


def test_an_invalid_hand_is_explained() -> None:
    with no_faults() as faults:
        for changes, message, why in BAD_HANDS:
            with faults.of(why):
                widget = DrawOdds("classic", 1, HAND)
                assert message in Page(widget).tell("choose", **changes)
                assert widget.hand == HAND


def test_another_game_deals_another_hand() -> None:
    widget = DrawOdds("classic", 3, HAND, seen="W")
    widget.edition = "standard"
    assert (widget.phase, len(widget.hand.split()), len(widget.top.split())) == (3, 10, 1)
    first = widget.hand
    widget.seed = 2
    assert widget.hand != first
    assert DrawOdds("flip", 1, "R5!/9 B*/12!", side="wild").hand == "9 12!", "cards may be typed with both faces"


# The table


def test_the_table_holds_the_chances_for_ten_to_fifteen_cards() -> None:
    first, *_ = OddsTable(11, editions=["standard"]).to_dicts()
    assert first["fraction"] == fraction(odds.deal("standard", 1, cards=11))
    for cards in (9, 16, "10", None, True):
        widget = OddsTable(editions=["classic"])
        assert "10 to 15 cards" in Page(widget).tell("choose", cards=cards)
        assert widget.cards == 10


@pytest.mark.slow
def test_the_table_appears_before_it_is_counted() -> None:
    """Counted chances appear at once; flip's color side, with colored wilds, comes last."""
    OddsTable(12, editions=["classic"])

    async def watch() -> None:
        assert OddsTable(12, editions=["classic"]).view["left"] == 0
        widget = OddsTable(13, editions=["masters"])
        assert widget.view["left"] == 10
        while widget.view["left"]:
            await asyncio.sleep(0.01)
        every = OddsTable(14)
        every._repr_mimebundle_()
        missing = [game for game in every.view["games"] if None in [cell["chance"] for cell in game["cells"]]]
        assert [(game["edition"], game["side"]) for game in missing] == [("flip", "color")]
        assert {cell["chance"] for cell in missing[0]["cells"]} == {None}

    asyncio.run(watch())


# Elsewhere

SHOWN: dict[str, Callable[[str | None], OddsWidget]] = {
    "deal": lambda language: DealOdds("classic", language=language),
    "draw": lambda language: DrawOdds("classic", 1, HAND, language=language),
    "table": lambda language: OddsTable(editions=["classic"], language=language),
}


def test_the_numbers_are_visible_without_a_kernel() -> None:
    for language, percent in (("en", ".28%"), ("de", ",28\xa0%")):
        pages = {kind: notebook_html(make(language)) for kind, make in SHOWN.items()}
        assert all("<table" in page for page in pages.values())
        assert percent in pages["deal"]
        assert '<svg aria-hidden="true"' in pages["deal"]
        assert pages["draw"].count("<img") == 10
    page = notebook_html(DrawOdds(hand="R7 B7 G7 W W Y1"))
    assert page.count("These cards complete the phase.") == 1
    assert "<table" not in page, "a complete hand has no further chances"


@pytest.mark.slow
def test_a_message_switches_the_language() -> None:
    """Each view is sent whole, since a browser shows only the latest; without a language, the browser is asked once."""
    for make in SHOWN.values():
        widget = make(None)
        assert (widget.about["language"], widget.about["asks"]) == ("en", True)
        browser = Page(widget)
        sent: list[Any] = []
        widget.observe(sent.append, "about")
        assert browser.tell("language", language="de") == ""
        assert [{*change["new"]} for change in sent] == [{*widget.about}]
        assert (widget.about["language"], widget.view["ack"]) == ("de", browser.last_id)
        assert "asks" not in {**widget.about, **make("en").about}
        assert browser.tell("language", language="xx")
