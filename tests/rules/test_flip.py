"""Chapter F: Phase 10 Flip!."""

from __future__ import annotations

from collections import Counter
from functools import partial

import pytest

import phase10_widgets as p10
from phase10_widgets import Game
from tests.faults import every
from tests.helpers import Json, begin, discard, draw, each, group, hand, hit, laid, lay, play, refused, seat, types
from tests.reference import oracle
from tests.rulebook import cases, rule
from tests.rules import kits
from tests.rules.kits import KITS, ONE

THREES = kits.threes(KITS["flip"])
done = partial(kits.done, KITS["flip"])


SYMBOLS = [
    ("F2", "R5!", 5, "R", False, "a symbol changes neither number nor color"),
    ("F2", "5!", 5, None, False, "a symbol on the wild side changes nothing"),
    ("F6", "R5", 5, "R", False, "a color-side number has a color and a number"),
    ("F6", "R*", None, "R", True, "a color-side star has its color and any number"),
    ("F6", "5", 5, None, False, "a wild-side number has its number and any color"),
    ("F6", "*", None, None, True, "a wild-side star has any color and any number"),
    ("F6", "*!", None, None, True, "the same with the symbol"),
]


@cases("rule, word, number, color, wild, why", SYMBOLS)
def test_faces(word: str, number: int | None, color: str | None, wild: bool) -> None:
    (card,) = p10.edition("flip").cards(word)
    assert (card.number, card.color, card.wild, card.flips) == (number, color, wild, word.endswith("!"))


def pairs(game: Game) -> Counter[str]:
    """Count all cards of the game with both faces, wherever they are."""
    position = game.position()
    return Counter(" ".join([*each(game, "hand"), position["draw_pile"], position["discard_pile"]]).split())


@rule("F3")
def test_the_pairing_is_drawn_once_per_game() -> None:
    """The seed determines which faces share a card; they stay paired in all rounds."""
    game = Game.new("flip", seed=3)
    first = pairs(game)
    assert first == pairs(Game.new("flip", seed=3))
    assert first != pairs(Game.new("flip", seed=4))
    player = p10.players.get("greedy")
    while game.state.round < 3:
        game = game.apply(player.choose(game.observe(game.to_act or 0)))
    assert pairs(game) == first


@rule("F3")
def test_a_position_without_all_cards_pairs_the_rest_from_the_seed() -> None:
    """Faces missing from a small position join the next deal; those in the position keep their backs."""
    shown = ["Y5/4", "Y8!/4", "R3/1", "B3/1", "G3!/1", "Y12!/12"]
    decks = []
    for seed in (1, 1, 2):
        ended = play(begin("flip", done("Y5/4"), "Y8!/4", options=ONE, seed=seed), discard("Y5"))
        decks.append(pairs(ended))
        assert not Counter(shown) - decks[-1]
        for side in ("color", "wild"):
            assert Counter(oracle.active(word, side) for word in decks[-1].elements()) == Counter(
                oracle.deck("flip", 2, side)
            )
    assert decks[0] == decks[1] != decks[2]


@rule("F4")
def test_visible_faces() -> None:
    """A seat sees both faces of its own cards, and the inactive face of others' cards and the draw pile's top card."""
    game = begin("flip", "R3/1 B4/2!", "G5/* Y8!/4", draw_pile="R7/9 B7/8", discard_pile="R8/3")
    view = game.observe(0).to_dict()
    assert view["hand"] == "R3/1 B4/2!"
    assert [row["backs"] for row in view["seats"]] == ["", "* 4"]
    assert (view["draw_pile"], view["discard_pile"]) == ({"cards": 2, "back": "9"}, "R8/3")
    assert "G5" not in str(view)
    assert "R7" not in str(view)
    wild = begin("flip", "R3/1 B4/2!", "G5/* Y8!/4", draw_pile="R7/9 B7/8", side="wild").observe(1).to_dict()
    assert ([row["backs"] for row in wild["seats"]], wild["draw_pile"]["back"]) == (["B4 R3", ""], "R7")


@rule("F4")
def test_every_round_starts_with_the_color_side() -> None:
    """After a round that ended on the wild side, the color side is active again."""
    start = begin("flip", done("Y5/4"), "Y8!/4", options=ONE, side="wild")
    assert start.position()["side"] == "wild"
    ended = play(start, discard("4"))
    assert (ended.position()["round"], ended.position()["side"]) == (2, "color")
    assert all("/" in word and word[0] in "RBGY" for word in pairs(ended))
    assert ended.observe(0).side == "color"


MIXED, COLORS = "R3/1 B4/2 G9/3 Y8/4", "3 cards of one color"
PAIRS, NOT, NONE = "1 color run of 2 + 1 set of 2", "not_the_phase", "no_natural"
LAID: list[tuple[str, str, str, str, list[Json | str], str | None, str]] = [
    ("F5", "1 color run of 3", "color", "R3/1 R4/1 R5/2 Y8/4", ["R3 R4 R5"], None, "a run of one color"),
    ("F5", "1 color run of 3", "color", "R3/1 R4/1 B5/2 Y8/4", ["R3 R4 B5"], NOT, "two colors do not make a color run"),
    ("F6", "1 color run of 3", "color", "R3/1 R*/1 R5/2 Y8/4", ["R3 R* R5"], None, "a star of the run's color"),
    ("F6", "1 color run of 3", "color", "R3/1 B*/1 R5/2 Y8/4", ["R3 B* R5"], NOT, "no star of another color"),
    ("F6", "1 set of 3", "color", "R3/1 B*/1 G3/2 Y8/4", ["R3 B* G3"], None, "a set accepts a star of any color"),
    ("F6", "1 run of 3", "color", "R3/1 B*/1 G5/2 Y8/4", ["R3 B* G5"], None, "so does a plain run"),
    ("F6", COLORS, "color", "R3/1 R*/1 R9/2 Y8/4", ["R3 R* R9"], None, "a color group accepts a star of its color"),
    ("F6", COLORS, "color", "R3/1 B*/1 R9/2 Y8/4", ["R3 B* R9"], NOT, "a color group accepts no other star"),
    ("F6", "1 set of 3", "wild", "R3/1 B*/1! G3/* Y8/4", ["1 1! *"], None, "a set of wild-side numbers and a star"),
    ("F6", "1 color run of 3", "wild", MIXED, ["1 2 3"], None, "wild-side numbers count as any color"),
    ("F6", COLORS, "wild", MIXED, [{"cards": "1 2 3", "color": "G"}], None, "any color, if declared"),
    ("F6", COLORS, "wild", MIXED, ["1 2 3"], NOT, "the color must be declared"),
    ("F6", "1 set of 3", "wild", "R3/1 B3/2 G3/4 Y8/4", ["R3/1 B3/2 G3/4"], NOT, "only the active side counts"),
    ("F6", "1 set of 3", "color", "R3/1 B4/1 G5/1 Y8/4", ["R3/1 B4/1 G5/1"], NOT, "the wild side's numbers do not"),
    (
        "F7 G9",
        PAIRS,
        "color",
        "R*/1 R*/2 B*/3 G5/1 Y8/4",
        [{"cards": "R* R*", "start": 3}, "B* G5"],
        None,
        "one number card is enough",
    ),
    (
        "F7 G9",
        "1 color run of 2",
        "color",
        "R*/1 R*/2 Y8/4",
        [{"cards": "R* R*", "start": 3}],
        NONE,
        "no phase of stars only",
    ),
    (
        "F7",
        "1 set of 2",
        "wild",
        "R1/* R2/*! Y8/4",
        [{"cards": "* *!", "number": 3}],
        NONE,
        "no phase of wild-side stars only",
    ),
    (
        "F9",
        "1 color run of 3",
        "wild",
        MIXED,
        [{"cards": "1 2 3", "color": "R"}],
        NOT,
        "a wild-side run cannot declare a color",
    ),
]


@cases("rule, phase, side, cards, groups, code, why", LAID)
def test_phases_on_the_table(phase: str, side: str, cards: str, groups: list[Json | str], code: str | None) -> None:
    game = begin("flip", cards, "", options={"phases": [phase]}, side=side)
    if code is None:
        assert each(play(game, lay(*groups)), "completed")[0] == [1]
        assert "lay_down" in types(game)
    else:
        assert refused(game, lay(*groups)) == (code, "G9" if code == "no_natural" else "G8")


@rule("F8")
def test_everything_flips() -> None:
    """The piles and hands turn over, the discarded symbol ends up at the bottom, and the table does not change."""
    game = begin(
        "flip", done("R5!/9 R6/2"), seat("Y8!/4"), draw_pile="B1/1 B2/2 B3/3", discard_pile="G7/5 G8/6", options=ONE
    )
    after = play(game, discard("R5!"))
    position = after.position()
    assert position["side"] == "wild"
    assert position["discard_pile"] == "G8/6 G7/5 R5!/9", "the old bottom card is the top now"
    assert position["draw_pile"] == "B3/3 B2/2 B1/1"
    assert each(after, "hand") == ["R6/2", "Y8!/4"]
    assert laid(after, 0) == [THREES], "cards on the table stay as they are"
    assert [type(event).__name__ for event in after.events] == ["Discarded", "Flipped"]
    assert {a.to_dict()["card"] for a in play(after, draw("discard")).legal_actions()} == {"4", "6"}
    view = after.observe(1).to_dict()
    assert (view["seats"][0]["backs"], view["draw_pile"]["back"]) == ("R6", "B3")
    back = play(after, draw(), discard("4"))
    assert back.position()["side"] == "wild", "a 4 without a symbol turns nothing"


SYMBOL_USES: list[tuple[str, str, Json, Json, str, str]] = [
    ("F8", "R5!/9 R6/2", {}, discard("R5!/9"), "wild", "an active symbol flips everything"),
    ("F8", "R5/9! R6/2", {}, discard("R5/9!"), "color", "an inactive symbol does not"),
    ("F8", "R5!/9 R6/2", {"side": "wild"}, discard("9"), "wild", "not on the wild side, either"),
    (
        "F8",
        "R5/9! R6/2",
        {"side": "wild"},
        discard("9!"),
        "color",
        "an active symbol on the wild side flips everything",
    ),
]


@cases("rule, cards, more, action, side, why", SYMBOL_USES)
def test_which_symbols_flip(cards: str, more: Json, action: Json, side: str) -> None:
    after = play(begin("flip", cards, "Y8!/4", **more), action)
    assert after.position()["side"] == side


@rule("F8")
def test_a_symbol_hit_or_turned_up_first_does_nothing() -> None:
    """Only a discard flips the cards; a hit or the first face-up card does not."""
    game = begin("flip", done("R3/2 Y3/2 Y8!/4"), "R5/9", options=ONE)
    assert play(game, hit("R3", 0, 0)).position()["side"] == "color"
    for seed in range(40):
        game = Game.new("flip", seed=seed)
        if oracle.active(game.position()["discard_pile"], "color").endswith("!"):
            assert (game.position()["side"], game.to_act) == ("color", 0)
            return
    pytest.fail("no seed turned up a symbol")


@rule("G13", "F8")
@every("side", ["color", "wild"])
def test_reshuffled_cards_keep_their_orientation(side: str) -> None:
    """The new draw pile shows the side in play, as the discards did."""
    discards = "R8/1 R3/2 B4/3 G5/4"
    game = begin("flip", "Y5/9", "Y8/8", step="draw", draw_pile="", discard_pile=discards, side=side)
    after = play(game, draw())
    assert sorted([*after.position()["draw_pile"].split(), hand(after, 0).split()[-1]]) == sorted(discards.split()[1:])
    offered = {a.to_dict()["card"] for a in after.legal_actions() if a.to_dict()["type"] == "discard"}
    assert offered == {oracle.active(word, side) for word in hand(after, 0).split()}
    assert Game.replay(after.record()).position() == after.position()


WILD_RUN = group("color run", "4/R9 5/B1", start=4, color=None)
FITS: list[tuple[str, str, Json, str, tuple[str, ...], str]] = [
    ("F9", "R6/1", WILD_RUN, "color", ("high",), "a run without a color accepts a card of any color"),
    ("F9", "G3/1", WILD_RUN, "color", ("low",), "at the low end, too"),
    (
        "F9",
        "B6",
        group("color run", "4/R9 R5/1", start=4, color="R"),
        "color",
        (),
        "a run with a color accepts only that color",
    ),
    ("F9", "B*", group("color run", "4/R9 R5/1", start=4, color="R"), "color", (), "the same applies to stars"),
    ("F9", "3", THREES, "wild", ("any",), "a set of color-side cards accepts a wild-side number"),
]


@cases("rule, card, row, side, ends, why", FITS)
def test_hits_may_mix_sides(card: str, row: Json, side: str, ends: tuple[str, ...]) -> None:
    assert p10.fits(card, row, edition="flip", side=side) == ends


@rule("F9")
def test_the_first_color_settles_an_open_run() -> None:
    """A run laid down on the wild side has no color until a color-side card, here a star, is added."""
    game = begin(
        "flip",
        seat("R9/4 B1/5 Y7/4 Y8!/4"),
        seat("G*/1 R7/2"),
        options={"phases": ["1 color run of 2"]},
        side="wild",
        draw_pile="G6/3 G7/7 B7/6 R8/8",
    )
    down = play(game, lay({"cards": "4 5", "start": 4}))
    row = laid(down, 0)[0]
    assert (row["kind"], row["start"], row["color"], len(row["cards"].split())) == ("color run", 4, None, 2)
    assert all(word[0] in "45" for word in row["cards"].split()), "the wild side lies up"
    table = group("color run", "4/R9 5/B1", start=4, color=None)
    table_rows: list[Json | str] = [done("G*/1 R7/2 G7!/2 R8/8", laid=[table]), "Y8!/4"]
    game = begin("flip", *table_rows, options={"phases": ["1 color run of 2"]})
    after = play(game, hit("G*", 0, 0, "high"))
    assert laid(after, 0) == [{"kind": "color run", "cards": "4/R9 5/B1 G*/1", "start": 4, "color": "G"}]
    assert refused(after, hit("R7", 0, 0)) == ("does_not_fit", "F9")
    assert laid(play(after, hit("G7!", 0, 0)), 0)[0]["cards"] == "4/R9 5/B1 G*/1 G7!/2"


LAST_FLIP = [
    ("F10 F11", "R5!/9", "color", "R5!", 5 + 20, "a last card with a symbol flips before the hands are scored"),
    ("F11", "R5/9", "color", "R5", 10 + 20, "without a symbol, the side in play counts"),
    ("F10 F11", "R5/9!", "wild", "9!", 10 + 20, "a flip from the wild side back to the color side"),
    ("F11", "R5!/9", "wild", "9", 5 + 20, "an inactive symbol flips nothing"),
]


@cases("rule, last, side, word, cost, why", LAST_FLIP)
def test_the_side_that_is_scored(last: str, side: str, word: str, cost: int) -> None:
    game = begin("flip", done(last), "R12/2 B*/*", options=ONE, side=side)
    ended = play(game, discard(word))
    assert each(ended, "score") == [0, cost]
