"""Chapter G: the rules shared by all four games, each tested from a small position."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

import pytest

import phase10_widgets as p10
from phase10_widgets import Game
from tests.faults import every
from tests.helpers import (
    Json,
    begin,
    dealt,
    deck,
    discard,
    draw,
    each,
    group,
    hand,
    hit,
    laid,
    lay,
    play,
    record,
    refusal,
    seat,
    stacked,
    turn,
    types,
)
from tests.reference import oracle
from tests.rulebook import cases, rule


class Kit(NamedTuple):
    """Some cards of one edition, so that one test serves all editions."""

    threes: str
    fours: str
    run: str
    """5, 6, 7."""
    five: str
    """One more 5; like all cards up to 9 it costs 5."""
    eight: str
    high: str
    """A card that costs 10."""
    wilds: str
    """Three of them."""
    wild_cost: int


KITS = {
    "classic": Kit("R3 B3 G3", "R4 B4 G4", "R5 B6 G7", "Y5", "Y8", "Y11", "W W W", 25),
    "masters": Kit("R3 O3 G3", "R4 O4 G4", "R5 O6 G7", "Y5", "Y8", "Y11", "W W W", 25),
    "standard": Kit("3H 3S 3D", "4H 4S 4D", "5H 6S 7D", "5C", "8C", "JC", "JK JK JK", 25),
    "flip": Kit("R3/1 B3/1 G3!/1", "R4/2 B4/2 G4/2", "R5/3 B6/3 G7/3", "Y5/4", "Y8/4", "Y11/5", "R*/6 B*/6 G*/6", 20),
}
ONE = {"phases": ["1 set of 3", "1 run of 3"]}
"""Two short phases, so that every edition can take the same test."""
LAST = {"phases": ["1 set of 3"]}


def threes(kit: Kit) -> Json:
    return group("set", kit.threes, number=3)


def fours(kit: Kit) -> Json:
    return group("set", kit.fours, number=4)


def done(kit: Kit, cards: str, **more: Any) -> Json:
    """Return a seat with its phase, a set of 3s, on the table."""
    return seat(cards, **{"phase": 1, "completed": [1], "laid": [threes(kit)], **more})


every_edition = every("edition", p10.EDITIONS)
every_kit = every("edition", KITS)


# The deal and the turn


@rule("G1")
@every_edition
def test_the_deal(edition: str) -> None:
    """Each seat gets ten cards, one card is face up, the rest is the draw pile; the whole deck is in play."""
    for n in p10.edition(edition).seats:
        position = Game.new(edition, [f"P{at}" for at in range(n)], seed=n).position()
        hands = [row["hand"].split() for row in position["seats"]]
        pile, up = position["draw_pile"].split(), position["discard_pile"].split()
        assert [len(cards) for cards in hands] == [10] * n
        assert len(up) == 1
        everything = Counter([*up, *pile, *(word for cards in hands for word in cards)])
        for side in ("color", "wild") if edition == "flip" else ("color",):
            faces = Counter[str]()
            for word, count in everything.items():
                faces[oracle.active(word, side) if edition == "flip" else word] += count
            assert faces == Counter(oracle.deck(edition, n, side))


SEATS: list[tuple[str, str, int, str]] = [
    ("C1", "classic", 6, "two to six seats"),
    ("M1", "masters", 4, "two to four"),
    ("S1", "standard", 8, "two to eight"),
    ("F1", "flip", 6, "two to six"),
]


@cases("rule, edition, most, why", SEATS)
def test_the_seats(rule: str, edition: str, most: int, why: str) -> None:
    assert p10.edition(edition).seats == range(2, most + 1), why
    for n in (0, 1, most + 1):
        with pytest.raises(ValueError, match=f"2 to {most} players"):
            p10.edition(edition).deck(n)


@rule("C2", "M2", "S3", "F5")
@every_edition
def test_the_phases(edition: str) -> None:
    """The ten phases are those that are printed."""
    phases = p10.edition(edition).phases
    assert [(phase.number, str(phase)) for phase in phases] == list(enumerate(oracle.PHASES[edition], 1))


POINTS: list[tuple[str, str, str, str, int, str]] = [
    ("C7 M8", "classic masters", "color", "R1 G9 Y10 R12", 5 + 5 + 10 + 10, "1 to 9 cost 5, 10 to 12 cost 10"),
    ("C7 M8", "classic masters", "color", "S W W", 15 + 25 + 25, "a skip costs 15, a wild 25"),
    ("C7", "classic masters standard flip", "color", "", 0, "nothing costs nothing"),
    ("S7", "standard", "color", "AH 9S 10D", 5 + 5 + 10, "an ace costs 5"),
    ("S7", "standard", "color", "JC QC KC JK", 10 + 10 + 10 + 25, "court cards cost 10, a joker 25"),
    ("F11", "flip", "color", "R1 R9! Y10 G12 R*", 5 + 5 + 10 + 10 + 20, "a star costs 20"),
    ("F11", "flip", "wild", "1 9! 10 12! * *!", 5 + 5 + 10 + 10 + 20 + 20, "the wild side costs as much"),
    ("F11", "flip", "color", "R1/12", 5, "the active face counts"),
    ("F11", "flip", "wild", "R1/12", 10, "whichever it is"),
]


@cases("rule, editions, side, cards, cost, why", POINTS)
def test_points(rule: str, editions: str, side: str, cards: str, cost: int, why: str) -> None:
    for edition in editions.split():
        assert p10.points(cards, edition=edition, side=side) == cost == oracle.points(edition, cards.split(), side), why


@rule("G1")
def test_cards_are_dealt_one_at_a_time_from_the_dealers_left() -> None:
    """Cards are dealt one by one from the dealer's left; the next card is turned up, the rest is the pile."""
    first, second = "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10", "B1 B2 B3 B4 B5 B6 B7 B8 B9 B10"
    game = dealt("classic", [first, second], "Y9", "G1 G2", dealer=0)
    assert (hand(game, 1), hand(game, 0)) == (first, second)
    assert game.position()["discard_pile"] == "Y9"
    assert game.position()["draw_pile"].startswith("G1 G2 ")


STARTERS: list[tuple[str, int, int | None, int, int, str]] = [
    ("G2", 2, None, 1, 0, "the first dealer is the last seat, so seat 0 starts"),
    ("G2", 4, None, 3, 0, "also among four"),
    ("G2", 4, 0, 0, 1, "first_dealer=0 lets seat 1 start"),
    ("G2", 4, 2, 2, 3, "first_dealer=2 lets seat 3 start"),
    ("G2", 4, 3, 3, 0, "after the last seat comes seat 0"),
]


@cases("rule, n, option, dealer, starter, why", STARTERS)
@every_edition
def test_the_seat_left_of_the_dealer_starts(
    edition: str, rule: str, n: int, option: int | None, dealer: int, starter: int, why: str
) -> None:
    up_is_a_skip = True
    for seed in range(9):
        game = Game.new(edition, [f"P{at}" for at in range(n)], seed=seed, first_dealer=option)
        up_is_a_skip = game.position()["discard_pile"] == "S"
        if not up_is_a_skip:
            break
    assert not up_is_a_skip
    assert (game.position()["dealer"], game.to_act) == (dealer, starter), why


@rule("G2")
@every_kit
def test_play_is_clockwise_and_the_deal_passes_left(edition: str) -> None:
    """The turn passes to the left; after a round the deal does the same."""
    kit = KITS[edition]
    game = begin(edition, f"{kit.five} {kit.eight}", kit.high, kit.fours, options=ONE)
    for following in (1, 2, 0):
        at = game.to_act
        assert at is not None
        game = game if game.step == "play" else play(game, draw())
        game = play(game, discard(hand(game, at).split()[0]))
        assert turn(game) == (following, "draw")
    for dealer, following in ((0, 1), (1, 2), (2, 0)):
        ended = play(begin(edition, done(kit, kit.five), "", "", options=ONE, dealer=dealer), discard(kit.five))
        if ended.position()["discard_pile"] == "S":
            continue
        assert (ended.position()["round"], ended.position()["dealer"]) == (2, following)
        assert ended.to_act == (following + 1) % 3


@rule("G3")
@every_kit
def test_a_turn_in_its_order(edition: str) -> None:
    """A turn is a draw, then optionally the phase, then optionally hits, then a discard."""
    kit = KITS[edition]
    game = begin(
        edition,
        f"{kit.threes} {kit.five} {kit.high}",
        kit.fours,
        options=ONE,
        step="draw",
        draw_pile=kit.wilds,
        discard_pile=kit.eight,
    )
    assert types(game) == ["draw"]
    drawn = play(game, draw())
    assert hand(drawn, 0).split()[-1] == kit.wilds.split()[0], "the top of the draw pile"
    assert set(types(drawn)) == {"lay_down", "discard"} | ({"save"} if edition == "masters" else set())
    down = play(drawn, lay(kit.threes))
    wild = kit.wilds.split()[0]
    after = play(down, hit(wild, 0, 0), discard(kit.high))
    assert (turn(after), hand(after, 0)) == ((1, "draw"), kit.five)
    assert after.position()["discard_pile"].split() == [kit.high, kit.eight]
    taken = play(game, draw("discard"))
    assert hand(taken, 0).split()[-1] == kit.eight, "or the top of the discard pile"
    assert taken.position()["discard_pile"] == ""
    assert turn(play(taken, discard(kit.eight))) == (1, "draw"), "laying down and hitting are free"


@rule("G4")
@every_kit
def test_credit_comes_with_the_laying_down(edition: str) -> None:
    """A phase counts as soon as it is laid down, whoever goes out; a second one is refused."""
    kit = KITS[edition]
    game = begin(edition, f"{kit.threes} {kit.fours} {kit.five}", done(kit, kit.eight, laid=[]), options=ONE)
    down = play(game, lay(kit.threes))
    assert each(down, "completed")[0] == [1]
    again = refusal(down, lay(kit.fours))
    assert (again.code, again.rule) == ("already_laid", "G4")
    after = play(down, discard(kit.five), draw())
    ben = hand(after, 1).split()
    last = begin(edition, done(kit, "", laid=[fours(kit)]), done(kit, kit.eight), to_act=1, options=ONE, dealer=0)
    ended = play(last, discard(kit.eight))
    assert len(ben) == 2
    assert ended.position()["round"] == 2
    if edition != "masters":
        assert each(ended, "phase") == [2, 2], "Ben went out, and Ana moves on as well"
    assert each(ended, "completed") == [[1], [1]]


FORCED: list[tuple[str, str, str, Json, Json, str | None, str]] = [
    ("G5", "classic", "R3 B3 G3 Y8", {}, {}, None, "without the option the phase may wait"),
    ("G5", "classic", "R3 B3 G3 Y8", {"must_lay_down": True}, {}, "must_lay_down", "with it there is no discard"),
    ("G5", "classic", "R3 B3 Y8", {"must_lay_down": True}, {}, None, "an incomplete hand is free"),
    ("G5", "classic", "R3 B3 G3", {"must_lay_down": True}, {}, None, "exempt where C4 forbids the laying down"),
    ("G5", "classic", "R3 B3 G3", {"must_lay_down": True, "go_out_by_hit": True}, {}, "must_lay_down", "not exempt"),
    ("G5", "standard", "3H 3S JK", {"must_lay_down": True}, {}, "must_lay_down", "wilds complete it, too"),
    ("G5", "flip", "R3/1 B3/1 G3!/1 Y8/4", {"must_lay_down": True}, {}, "must_lay_down", "the side in play counts"),
    ("G5", "flip", "R3/1 B3/2 G3!/4 Y8/4", {"must_lay_down": True}, {"side": "wild"}, None, "and the other does not"),
    ("G5", "masters", "R3 O3 G3 Y8", {"must_lay_down": True}, {}, "must_lay_down", "also in masters"),
]


@cases("rule, edition, cards, options, more, code, why", FORCED)
def test_a_complete_phase_may_have_to_be_laid_down(
    rule: str, edition: str, cards: str, options: Json, more: Json, code: str | None, why: str
) -> None:
    game = begin(edition, cards, cards.split(maxsplit=1)[0].replace("3", "9", 1), options={**ONE, **options}, **more)
    wanted = discard(cards.split(maxsplit=1)[0])
    if code is None:
        assert game.apply(wanted).to_act == 1, why
        return
    error = refusal(game, wanted)
    assert (error.code, error.rule) == (code, "G5"), why
    assert types(game) == ["lay_down"], why
    if edition == "masters":
        assert refusal(game, {"type": "save", "card": cards.split(maxsplit=1)[0]}).code == code, "nor a save"


@rule("G5")
def test_any_uncompleted_phase_must_be_laid_down_under_v4() -> None:
    """With order="any" and must_lay_down, any uncompleted phase in the hand forbids the discard."""
    options = {**ONE, "must_lay_down": True, "order": "any"}
    run = begin("classic", "R5 B6 G7 Y1", "B1", options=options)
    assert refusal(run, discard("Y1")).code == "must_lay_down"
    had = begin("classic", seat("R5 B6 G7 Y1", completed=[2]), "B1", options=options)
    assert turn(play(had, discard("Y1"))) == (1, "draw"), "a completed one does not count"


BIGGER: list[tuple[str, str, str, str, list[Json | str], str]] = [
    ("G6", "classic", "1 set of 3", "R3 B3 G3 Y3 W Y8", ["R3 B3 G3 Y3 W"], "a set of five as a set of three"),
    ("G6", "masters", "1 run of 3", "R3 O4 G5 Y6 W Y8", [{"cards": "R3 O4 G5 Y6 W", "start": 3}], "a longer run"),
    (
        "G6",
        "standard",
        "5 cards of one suit + 3 of another",
        "AH 2H 3H 4H 5H 6H 7S 8S 9S JK KD",
        ["AH 2H 3H 4H 5H 6H", "7S 8S 9S JK"],
        "both flushes longer",
    ),
    ("G6", "flip", "1 color run of 2", "R3/1 R4/1 R5/1 Y8/4", ["R3/1 R4/1 R5/1"], "a longer color run"),
    ("G7", "classic", "2 sets of 3", "R7 R7 B7 B7 G7 G7 Y8", ["R7 R7 B7", "B7 G7 G7"], "six 7s are two sets"),
    ("G7", "masters", "2 sets of 3", "R7 R7 O7 O7 G7 G7 Y8", ["R7 R7 O7", "O7 G7 G7"], "in masters"),
    ("G7", "standard", "2 sets of 3", "7H 7H 7S 7S 7D 7D KC", ["7H 7H 7S", "7S 7D 7D"], "in standard"),
    ("G7", "flip", "2 sets of 3", "R7/1 R7/2 B7/3 B7/4 Y7/5 Y7/6 Y8/4", ["R7/1 R7/2 B7/3", "B7/4 Y7/5 Y7/6"], "flip"),
    ("G7", "flip", "2 color runs of 2", "R1/1 R2/2 R1!/3 R2/4 Y8/4", ["R1/1 R2/2", "R1!/3 R2/4"], "two equal runs"),
    ("G8", "classic", "1 set of 3", "R3 R3 Y3 Y8", ["R3 R3 Y3"], "a set, whatever the colors"),
    ("G8", "classic", "1 run of 4", "R9 Y10 B11 G12 Y8", ["R9 Y10 B11 G12"], "a run up to 12"),
    ("G8", "classic", "1 run of 4", "R1 R2 R3 R4 Y8", ["R1 R2 R3 R4"], "a run may be of one color"),
    ("G8", "classic", "4 cards of one color", "R1 R1 R12 R7 Y8", ["R1 R1 R12 R7"], "a color group with repeats"),
    ("G9", "classic", "2 sets of 3", "W W W W W R3 Y8", [{"cards": "W W W", "number": 9}, "W W R3"], "one natural"),
    ("G9", "masters", "1 run of 4", "W W W R4 Y8", ["W W W R4"], "any number of wilds in masters"),
    ("G9", "standard", "1 run of 4", "JK JK JK 3H KS", [{"cards": "3H JK JK JK"}], "any number of jokers"),
    (
        "G10",
        "classic",
        "1 set of 3 + 1 run of 3",
        "W W W R3 B3 G3 Y8",
        ["R3 B3 G3", {"cards": "W W W", "start": 10}],
        "wilds alone declare their start",
    ),
]


@cases("rule, edition, phase, cards, groups, why", BIGGER)
def test_what_may_be_laid_down(
    rule: str, edition: str, phase: str, cards: str, groups: list[Json | str], why: str
) -> None:
    game = begin(edition, cards, "", options={"phases": [phase]})
    after = play(game, lay(*groups))
    words = [spec["cards"] if isinstance(spec, dict) else spec for spec in groups]
    assert [row["cards"] for row in laid(after, 0)] == words, why
    assert each(after, "completed")[0] == [1], why


CODES = {"G3": "not_held", "G6": "not_the_phase", "G8": "not_the_phase", "G9": "no_natural"}
REFUSED: list[tuple[str, str, str, str, list[Json | str], str, str]] = [
    ("G7", "classic", "2 sets of 3", "R7 R7 B7 B7 G7 Y8", ["R7 R7 B7", "B7 G7 R7"], "G3", "a card is in one group"),
    ("G8", "classic", "1 set of 3", "R3 B3 G4 Y8", ["R3 B3 G4"], "G8", "a set is of one number"),
    ("G8", "classic", "1 run of 4", "R11 B12 G1 R2 Y8", ["R11 B12 G1 R2"], "G8", "1 does not follow 12"),
    ("G8", "standard", "1 run of 3", "QH KS AD 3C", ["QH KS AD"], "G8", "an ace does not follow a king"),
    ("G8", "classic", "1 run of 4", "R3 B4 G4 R5 Y8", ["R3 B4 G4 R5"], "G8", "no repeats in a run"),
    ("G8", "classic", "1 run of 4", "R3 B4 G6 R7 Y8", ["R3 B4 G6 R7"], "G8", "no gaps in a run"),
    ("G8", "classic", "1 run of 4", "R6 B5 G4 R3 Y8", ["R6 B5 G4 R3"], "G8", "from low to high"),
    ("G8", "classic", "1 run of 4", "R10 B11 G12 W Y8", ["R10 B11 G12 W"], "G8", "no 13 for a wild"),
    ("G8", "classic", "1 run of 4", "R1 B2 G3 W Y8", ["W R1 B2 G3"], "G8", "no 0 either"),
    ("G8", "classic", "4 cards of one color", "R1 R2 R3 B4 Y8", ["R1 R2 R3 B4"], "G8", "of one color"),
    ("G9", "classic", "1 set of 3", "W W W Y8", [{"cards": "W W W", "number": 3}], "G9", "wilds alone"),
    ("G9", "masters", "1 run of 3", "W W W Y8", [{"cards": "W W W", "start": 3}], "G9", "in masters"),
    ("G9", "standard", "1 set of 3", "JK JK JK KS", [{"cards": "JK JK JK", "number": 3}], "G9", "jokers"),
    ("G10", "classic", "2 sets of 2", "W W R3 B3 Y8", ["W W", "R3 B3"], "G8", "wilds alone do not say their number"),
    ("G10", "classic", "1 set of 2 + 1 run of 3", "W W W R3 B3 Y8", ["R3 B3", "W W W"], "G8", "nor their start"),
    ("G10", "classic", "1 set of 2 + 3 cards of one color", "W W W R3 B3 Y8", ["R3 B3", "W W W"], "G8", "nor color"),
    ("G10", "classic", "1 set of 3", "R3 B3 W Y8", [{"cards": "R3 B3 W", "number": 4}], "G8", "not against a card"),
    ("G10", "classic", "1 run of 3", "R3 W B5 Y8", [{"cards": "R3 W B5", "start": 2}], "G8", "nor a start"),
    ("G10", "classic", "1 set of 3", "R3 B3 W Y8", [{"cards": "R3 B3 W", "kind": "run"}], "G6", "nor the kind"),
]


@cases("rule, edition, phase, cards, groups, refused, why", REFUSED)
def test_what_may_not_be_laid_down(
    rule: str, edition: str, phase: str, cards: str, groups: list[Json | str], refused: str, why: str
) -> None:
    game = begin(edition, cards, "", options={"phases": [phase]})
    error = refusal(game, lay(*groups))
    assert (error.code, error.rule) == (CODES[refused], refused), why


@rule("G10")
def test_a_wild_keeps_its_place() -> None:
    """A wild that represents 4 stays there: the real 4 does not fit, and hits go to the ends."""
    game = begin(
        "classic", seat("R4 Y2 Y6 Y8", completed=[1], laid=[group("run", "R3 W B5", start=3)]), "B1", options=ONE
    )
    assert refusal(game, hit("R4", 0, 0)).code == "does_not_fit"
    after = play(game, hit("Y2", 0, 0), hit("Y6", 0, 0))
    assert laid(after, 0) == [{"kind": "run", "cards": "Y2 R3 W B5 Y6", "start": 2}]


def run_of(cards: str, start: int) -> Json:
    return group("run", cards, start=start)


FITS: list[tuple[str, str, str, Json, tuple[str, ...], str]] = [
    ("G11", "classic", "Y3", group("set", "R3 B3 W", number=3), ("any",), "a set takes its number"),
    ("G11", "classic", "Y4", group("set", "R3 B3 W", number=3), (), "and no other"),
    ("G11", "classic", "W", group("set", "R3 B3 W", number=3), ("any",), "a wild fits a set"),
    ("G11", "classic", "Y2", run_of("R3 B4 G5", 3), ("low",), "one below the low end"),
    ("G11", "classic", "Y6", run_of("R3 B4 G5", 3), ("high",), "one above the high end"),
    ("G11", "classic", "Y4", run_of("R3 B4 G5", 3), (), "not what lies within"),
    ("G11", "classic", "Y7", run_of("R3 B4 G5", 3), (), "not two above"),
    ("G11", "classic", "W", run_of("R3 B4 G5", 3), ("low", "high"), "a wild fits both ends"),
    ("G11", "classic", "W", run_of("R1 B2 G3", 1), ("high",), "nothing is below 1"),
    ("G11", "classic", "W", run_of("R10 B11 G12", 10), ("low",), "nothing is above 12"),
    ("G11", "classic", "R1", run_of("R10 B11 G12", 10), (), "no wrapping"),
    ("G11", "classic", "W", run_of("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12", 1), (), "a full run takes no card"),
    ("G11", "standard", "AS", run_of("2H 3S 4D", 2), ("low",), "the ace below the two"),
    ("G11", "standard", "AS", run_of("JH QS KD", 11), (), "and not above the king"),
    ("G11", "standard", "JK", run_of("JH QS KD", 11), ("low",), "a joker finds nothing above the king"),
    ("G11", "standard", "KS", run_of("10H JS QD", 10), ("high",), "13 is the last rank"),
    ("G11", "classic", "R9", group("color", "R1 R2 W", color="R"), ("any",), "a color group takes its color"),
    ("G11", "classic", "B9", group("color", "R1 R2 W", color="R"), (), "and no other"),
    ("G11", "classic", "W", group("color", "R1 R2 W", color="R"), ("any",), "or a wild"),
    ("G11", "masters", "O9", group("color", "O1 O2 W", color="O"), ("any",), "orange in masters"),
    ("G11", "standard", "9D", group("color", "2H 3D", color="red"), ("any",), "diamonds are red"),
    ("G11", "standard", "9S", group("color", "2H 3D", color="red"), (), "spades are not"),
    ("G11", "standard", "9H", group("flush", "2H 3H", suit="H"), ("any",), "a flush takes its suit"),
    ("G11", "standard", "9D", group("flush", "2H 3H", suit="H"), (), "not its color"),
    ("G11", "flip", "R6", group("color run", "R4/1 R5/2", start=4, color="R"), ("high",), "a color run its color"),
    ("G11", "flip", "B6", group("color run", "R4/1 R5/2", start=4, color="R"), (), "and no other"),
]


@cases("rule, edition, card, group, ends, why", FITS)
def test_where_a_card_fits(rule: str, edition: str, card: str, group: Json, ends: tuple[str, ...], why: str) -> None:
    assert p10.fits(card, group, edition=edition) == ends, why
    held = {"R6": "R6!/1"}.get(card, card) if edition != "flip" else f"{card}/9"
    spare = {"flip": "Y12/8", "standard": "KC"}.get(edition, "Y12")
    options = {"phases": ["2 sets of 2"] if edition == "flip" else ["2 sets of 3"], "go_out_by_hit": True}
    game = begin(edition, seat(f"{held} {spare}", completed=[1], laid=[group]), "", options=options)
    offered = [a.to_dict() for a in game.legal_actions() if a.to_dict()["type"] == "hit"]
    assert tuple(a["end"] for a in offered if a["card"] == card) == ends, why
    for end in ends:
        count = len(laid(play(game, hit(held, 0, 0, end)), 0)[0]["cards"].split())
        assert count == len(group["cards"].split()) + 1, why
    if len(ends) == 2:
        assert refusal(game, hit(held, 0, 0)).code == "say_which_end", why
    for end in {"low", "high"} - set(ends):
        assert refusal(game, hit(held, 0, 0, end)).code == "does_not_fit", why


@rule("G12")
@every_kit
def test_hits_come_after_ones_own_phase(edition: str) -> None:
    """A seat may hit only after laying down its own phase, and only on its own turn."""
    kit = KITS[edition]
    three = {"classic": "Y3", "masters": "Y3", "standard": "3C", "flip": "Y3/9"}[edition]
    game = begin(edition, f"{three} {kit.eight}", done(kit, f"{kit.five} {kit.high}"), options=ONE)
    error = refusal(game, hit(three, 1, 0))
    assert (error.code, error.rule) == ("not_laid", "G12")
    assert "hit" not in types(game)
    off_turn = refusal(game, {"seat": 1, **hit(kit.five, 1, 0)})
    assert (off_turn.code, off_turn.rule) == ("wrong_seat", "G2")
    own = begin(edition, done(kit, f"{three} {kit.eight}"), kit.high, options=ONE)
    assert "hit" in types(own)
    waiting = begin(edition, done(kit, f"{three} {kit.eight}"), kit.high, options=ONE, step="draw")
    assert refusal(waiting, hit(three, 0, 0)).code == "wrong_step", "a draw comes first"


GOING_OUT: list[tuple[str, str, str, list[Json], str]] = [
    # rule, edition, the hand of a seat that has laid 3s down, or that holds 4s to lay down, actions, why
    ("M7", "masters", "Y3", [hit("Y3", 0, 0)], "by a hit"),
    ("M7", "masters", "Y3", [discard("Y3")], "by a discard"),
    ("M7", "masters", "R4 O4 G4", [lay("R4 O4 G4")], "by laying down the whole hand"),
    ("S6", "standard", "3C", [hit("3C", 0, 0)], "by a hit"),
    ("S6", "standard", "3C", [discard("3C")], "by a discard"),
    (
        "S6",
        "standard",
        "4H 4S 4D 3C",
        [lay("4H 4S 4D"), hit("3C", 1, 0)],
        "on another's group in the turn of laying down",
    ),
    ("S6", "standard", "4H 4S 4D 4C", [lay("4H 4S 4D"), hit("4C", 0, 0)], "on one's own group"),
    ("F10", "flip", "R3/2", [hit("R3", 0, 0)], "by a hit"),
    ("F10", "flip", "R3/2", [discard("R3")], "by a discard"),
    ("F10", "flip", "R4/2 B4/2 G4/2", [lay("R4 B4 G4")], "by laying down the whole hand"),
    ("F13", "flip", "R4/2 B4/2 G4/2 Y3/2", [lay("R4 B4 G4"), hit("Y3", 1, 0)], "others' groups are hit at once"),
]
KEPT = {"masters": ("O8 W", 30), "standard": ("8C JK", 30), "flip": ("Y8!/4 B*/10", 25)}


@cases("rule, edition, cards, actions, why", GOING_OUT)
def test_hits_and_going_out(rule: str, edition: str, cards: str, actions: list[Json], why: str) -> None:
    kept, cost = KEPT[edition]
    rows = [seat(cards), done(KITS[edition], kept)] if " " in cards else [done(KITS[edition], cards), seat(kept)]
    ended = play(begin(edition, *rows, options=ONE), *actions)
    assert (ended.position()["round"], each(ended, "score")) == (2, [0, cost]), why


TO_DRAW: Json = {"step": "draw", "discard_pile": "S R5"}
NO_SKIPS: list[tuple[str, str, Json, Json, Json, str, str]] = [
    ("C5", "classic", seat("R3 B3 S Y8"), {}, lay("R3 B3 S"), "not_the_phase", "a skip is no part of a phase"),
    ("C5", "classic", done(KITS["classic"], "S Y8"), {}, hit("S", 0, 0), "does_not_fit", "a skip is not a hit"),
    ("C5", "classic", seat("R3"), TO_DRAW, draw("discard"), "skip_not_taken", "a skip is not picked up"),
    ("C5", "classic", seat("S R3"), {}, discard("S", 1), "bad_target", "it is aimed at nobody"),
    ("C5", "classic", seat("S R3"), {}, discard("R3", 1), "bad_target", "nor is another card"),
    ("M6", "masters", seat("R3 O3 S Y8"), {}, lay("R3 O3 S"), "not_the_phase", "a skip is no part of a phase"),
    ("M6", "masters", done(KITS["masters"], "S Y8"), {}, hit("S", 0, 0), "does_not_fit", "a skip is not a hit"),
    ("M6", "masters", seat("R3"), TO_DRAW, draw("discard"), "skip_not_taken", "a skip is not picked up"),
]


@cases("rule, edition, ana, more, action, code, why", NO_SKIPS)
def test_what_a_skip_cannot_do(
    rule: str, edition: str, ana: Json, more: Json, action: Json, code: str, why: str
) -> None:
    game = begin(edition, ana, "Y9", options=ONE, **more)
    error = refusal(game, action)
    assert (error.code, error.rule) == (code, rule), why
    assert action not in [legal.to_dict() for legal in game.legal_actions()], why


# Piles, draws and the ends of rounds


@rule("G13")
@every_kit
def test_the_discards_become_the_draw_pile(edition: str) -> None:
    """If the draw pile is empty, all discards except the top one are shuffled to form a new one."""
    kit = KITS[edition]
    discards = f"{kit.high} {kit.run} {kit.fours} {kit.eight}".split()
    game = begin(edition, kit.five, kit.threes, step="draw", draw_pile="", discard_pile=" ".join(discards), options=ONE)
    after = play(game, draw())
    position = after.position()
    assert position["discard_pile"] == discards[0]
    assert sorted([*position["draw_pile"].split(), hand(after, 0).split()[-1]]) == sorted(discards[1:])
    row = after.record()["rounds"][0]["actions"][0]
    assert sorted(row["reshuffled"].split()) == sorted(discards[1:])
    assert row["reshuffled"].split()[0] == hand(after, 0).split()[-1], "the new pile, top first"
    assert "reshuffled" in [type(event).__name__.lower() for event in after.events]


@rule("G13")
@every_kit
def test_the_new_draw_pile_is_shuffled(edition: str) -> None:
    """The order of the new pile depends on the seed; the same seed gives the same order."""
    kit = KITS[edition]
    piles = []
    for seed in [*range(8), 0]:
        game = begin(edition, kit.five, kit.threes, step="draw", draw_pile="", options=ONE, seed=seed,
                     discard_pile=f"{kit.high} {kit.run} {kit.fours} {kit.eight}")  # fmt: skip
        row = play(game, draw()).record()["rounds"][0]["actions"][0]
        piles.append(row["reshuffled"])
    assert len(set(piles)) > 4
    assert piles[0] == piles[-1]


@rule("G13")
def test_nothing_to_draw_ends_the_round() -> None:
    """With no pile and no card to take, the round is a draw: all seats score their hands, laid phases count."""
    kit = KITS["classic"]
    game = begin("classic", done(kit, "S R12"), seat("B6 B12"), "B7", draw_pile="", discard_pile="", options=ONE)
    after = play(game, discard("S"))
    assert after.position()["round"] == 2
    assert each(after, "score") == [10, 15, 5], "nobody went out"
    assert each(after, "phase") == [2, 1, 1], "Ana's phase counts"
    ended = next(event for event in after.events if type(event).__name__ == "RoundEnded")
    assert (ended.seat, ended.reason) == (None, "nothing to draw")  # type: ignore[union-attr]


DRAWS: list[tuple[str, str, str, str, str, list[Json], str]] = [
    ("G13", "classic", "", "R5", "", [draw("discard")], "the discard top can still be taken"),
    ("G13", "classic", "", "S R5", "", [draw()], "under a skip lies a card to shuffle"),
    ("G13", "classic", "R5", "", "", [draw()], "no discards, but a pile"),
    ("G13", "masters", "", "S", "R5", [draw("saved", "R5")], "a saved card of one's own"),
    ("G19", "classic", "R5", "W", "", [draw(), draw("discard")], "a wild may be taken from the discard pile"),
    ("G19", "standard", "5H", "JK", "", [draw(), draw("discard")], "a joker, too"),
    ("G19", "flip", "R5/9", "R*/1", "", [draw(), draw("discard")], "a star, too"),
    ("G19", "masters", "R5", "W", "", [draw(), draw("discard")], "and in masters"),
]


@cases("rule, edition, pile, discards, saved, draws, why", DRAWS)
def test_what_may_be_drawn(
    rule: str, edition: str, pile: str, discards: str, saved: str, draws: list[Json], why: str
) -> None:
    me = seat({"standard": "KC", "flip": "Y12/12"}.get(edition, "Y12"), **({"saved": saved} if saved else {}))
    game = begin(edition, me, "", step="draw", draw_pile=pile, discard_pile=discards)
    assert [action.to_dict() for action in game.legal_actions()] == draws, why
    for action in draws:
        assert play(game, action).step == "play", why


@rule("G19")
@every_kit
def test_a_wild_may_be_discarded(edition: str) -> None:
    """A wild can be the discard, and the next seat may take it."""
    kit = KITS[edition]
    wild = kit.wilds.split()[0]
    after = play(begin(edition, f"{wild} {kit.five}", kit.eight, options=ONE), discard(wild))
    assert after.position()["discard_pile"] == wild
    assert hand(play(after, draw("discard")), 1).split()[-1] == wild


@rule("G14")
@every_kit
def test_a_round_is_scored_by_the_hands(edition: str) -> None:
    """The seat that goes out scores 0, the others score their hands; cards on the table never count."""
    kit = KITS[edition]
    ben = seat(f"{kit.wilds} {kit.high} {kit.eight}", score=40)
    cleo = done(kit, "", laid=[fours(kit)], score=7)
    ended = play(begin(edition, done(kit, kit.five, score=3), ben, cleo, options=ONE), discard(kit.five))
    assert each(ended, "score") == [3, 40 + 3 * kit.wild_cost + 15, 7]


@rule("G15")
@every("edition", [name for name in KITS if name != "masters"])
def test_who_laid_down_moves_on(edition: str) -> None:
    """Seats that laid down try the next phase, the others the same one again."""
    kit = KITS[edition]
    cleo = done(kit, kit.high, laid=[fours(kit)])
    ended = play(begin(edition, done(kit, kit.five), kit.eight, cleo, options=ONE), discard(kit.five))
    assert each(ended, "phase") == [2, 1, 2]
    assert each(ended, "completed") == [[1], [], [1]]
    assert each(ended, "laid") == [[], [], []]


@rule("G16")
@every_kit
def test_the_game_ends_with_the_round_of_the_last_phase(edition: str) -> None:
    """Laying down the last phase does not end the game: the round is played out, whoever goes out."""
    kit = KITS[edition]
    game = begin(
        edition, f"{kit.threes} {kit.five} {kit.high}", done(kit, kit.eight, laid=[], completed=[]), options=LAST
    )
    down = play(game, lay(kit.threes))
    assert down.winners == ()
    assert turn(play(down, discard(kit.five))) == (1, "draw")
    ben_out = begin(
        edition,
        done(kit, kit.high),
        done(kit, kit.eight, completed=[], laid=[fours(kit)]),
        to_act=1,
        options=LAST,
        dealer=0,
    )
    over = play(ben_out, discard(kit.eight))
    assert (over.to_act, over.step, over.winners, over.winner) == (None, None, (0,), 0), "Ana finished, Ben went out"
    assert over.legal_actions() == ()
    assert refusal(over, draw()).code == "game_over"
    assert refusal(over, draw()).rule == "G16"


FINISHERS: list[tuple[str, list[tuple[int, bool]], tuple[int, ...], list[int], str]] = [
    ("G17", [(30, True), (10, False)], (0,), [1, 2], "one finisher wins, whatever the scores"),
    ("G17", [(30, True), (10, True)], (1,), [2, 1], "of several the lowest total wins"),
    ("G17 G18", [(30, True), (20, True), (0, False)], (1,), [2, 1, 3], "phases come first, then scores"),
    ("G18", [(10, True), (40, False), (40, False)], (0,), [1, 2, 2], "equal on both: an equal place"),
    ("G18", [(10, True), (40, False), (40, False), (50, False)], (0,), [1, 2, 2, 4], "then comes a fourth"),
]


@cases("rule, seats, winners, places, why", FINISHERS)
@every_kit
def test_who_wins(
    edition: str, rule: str, seats: list[tuple[int, bool]], winners: tuple[int, ...], places: list[int], why: str
) -> None:
    kit = KITS[edition]
    rows = [done(kit, "", laid=[], score=score, completed=[1] if finished else []) for score, finished in seats]
    rows[0] = {**rows[0], "hand": kit.five, "laid": [threes(kit)]}
    over = play(begin(edition, *rows, options=LAST), discard(kit.five))
    assert (over.winners, over.winner) == (winners, winners[0]), why
    standings = sorted(over.standings, key=lambda row: row["seat"])
    assert [row["place"] for row in standings] == places, why
    assert [row["score"] for row in standings] == [score for score, _ in seats], why
    assert over.standings == sorted(standings, key=lambda row: (row["place"], row["seat"])), "best place first"


@rule("G18")
def test_standings_while_the_game_runs() -> None:
    """Ordered by completed phases, then by total; ties share the place: 1, 1, 3."""
    rows = [seat("R5", score=9), seat("B5", score=9, completed=[1], phase=2), seat("G5", score=5), seat("Y5", score=9)]
    standings = begin("classic", *rows, options=ONE).standings
    assert [(row["seat"], row["place"]) for row in standings] == [(1, 1), (2, 2), (0, 3), (3, 3)]
    shared = begin("classic", "R5", "B5", seat("G5", score=1)).standings
    assert [(row["seat"], row["place"]) for row in shared] == [(0, 1), (1, 1), (2, 3)]
    assert set(standings[0]) == {"seat", "name", "place", "completed", "score"}


@rule("G17")
@every_kit
def test_a_tie_is_broken_by_another_round(edition: str) -> None:
    """Only the tied finishers play the last phase again; the deal passes among them."""
    kit = KITS[edition]
    rows = [
        done(kit, kit.five, score=5),
        done(kit, "", laid=[fours(kit)], completed=[]),
        done(kit, kit.eight, laid=[], score=0),
    ]
    tied = play(begin(edition, *rows, options=LAST, dealer=0), discard(kit.five))
    position = tied.position()
    assert (position["tie_break"], position["dealer"]) == ([0, 2], 2), "left of dealer 0 the first tied seat is 2"
    assert each(tied, "phase") == [1, None, 1]
    assert [len(cards.split()) for cards in each(tied, "hand")] == [10, 0, 10]
    assert tied.step == "draw", "also in masters nobody chooses"
    assert tied.winners == ()
    assert "TieBreak" in [type(event).__name__ for event in tied.events]


@rule("G17")
@every_kit
def test_a_tie_break_is_not_scored_and_its_losers_are_second(edition: str) -> None:
    """The winner of the tie-break is first, the losers share second place, and totals do not change."""
    kit = KITS[edition]
    rows = [
        done(kit, f"{kit.run.split()[0]} {kit.threes}", laid=[], score=5),
        done(kit, kit.eight, laid=[], score=5),
        seat("", phase=None, score=90),
        done(kit, kit.high, laid=[], score=5),
    ]
    game = begin(edition, *rows, options=LAST, tie_break=[0, 1, 3])
    over = play(game, lay(kit.threes))
    if over.to_act is not None:
        over = play(over, discard(kit.run.split()[0]))
    assert (over.winners, over.winner) == ((0,), 0)
    assert [(row["seat"], row["place"], row["score"]) for row in over.standings] == [
        (0, 1, 5),
        (1, 2, 5),
        (3, 2, 5),
        (2, 4, 90),
    ]


@rule("G17", "G20")
@every_kit
def test_a_drawn_tie_break_is_played_again(edition: str) -> None:
    """A tie-break that ends in a stalemate is dealt again, unscored; the deal passes among the tied seats."""
    kit = KITS[edition]
    rows = [
        done(kit, f"{kit.five} {kit.high}", laid=[], score=5),
        seat("", phase=None, score=70),
        done(kit, kit.eight, laid=[], score=5),
    ]
    game = begin(edition, *rows, options=LAST, tie_break=[0, 2], dealer=2, quiet_turns=99, round=8)
    again = play(game, discard(kit.five))
    position = again.position()
    assert (position["round"], position["tie_break"], position["dealer"]) == (9, [0, 2], 0)
    assert each(again, "score") == [5, 70, 5]
    assert each(again, "phase") == [1, None, 1]


@rule("G17")
def test_a_tie_break_under_v4_and_in_masters_plays_the_last_phase_listed() -> None:
    """Without a choice the tied seats play the last phase on the list."""
    options = {"phases": [2, 1], "order": "any"}
    rows = [seat("R5", completed=[1, 2], score=5), seat("B6", completed=[2, 1])]
    tied = play(begin("classic", *rows, options=options), discard("R5"))
    assert each(tied, "phase") == [1, 1]
    rows = [seat("R5", phase=1, completed=[1, 2], score=5), seat("O6", phase=2, completed=[2, 1])]
    chosen = play(begin("masters", *rows, options={"phases": [2, 1]}), discard("R5"))
    assert (each(chosen, "phase"), chosen.step) == ([1, 1], "draw")


STALE: list[tuple[str, int, int, bool, int, str]] = [
    ("G20", 2, 99, False, 2, "the hundredth quiet turn of two seats ends the round"),
    ("G20", 2, 98, False, 1, "the ninety-ninth does not"),
    ("G20", 3, 149, False, 2, "50 turns for each of three seats"),
    ("G20", 3, 99, False, 1, "a hundred are not enough for three"),
    ("G20", 2, 99, True, 1, "a hit begins the count anew"),
]


@cases("rule, seats, quiet, hitting, round, why", STALE)
@every_kit
def test_stalemate(edition: str, rule: str, seats: int, quiet: int, hitting: bool, round: int, why: str) -> None:
    kit = KITS[edition]
    wild, *_ = kit.wilds.split()
    rows = [done(kit, f"{wild} {kit.five} {kit.high}"), *[seat(kit.eight), seat("")][: seats - 1]]
    game = begin(edition, *rows, options=ONE, quiet_turns=quiet)
    if hitting:
        game = play(game, hit(wild, 0, 0))
        assert game.position()["quiet_turns"] == 0, why
    after = play(game, discard(kit.five))
    assert after.position()["round"] == round, why
    if round == 2:
        held = kit.wild_cost + 10
        assert each(after, "score")[:2] == [held, 5], "every seat scores its hand"
        assert after.position()["quiet_turns"] <= 1, "a new count (a first skip may be one turn)"
        assert each(after, "completed")[0] == [1], "phases laid down count"
    else:
        assert after.position()["quiet_turns"] == (0 if hitting else quiet + 1), why


@rule("G20")
def test_a_skipped_turn_counts() -> None:
    """A skipped turn counts as one quiet turn, and can be the one that ends the round."""
    kit = KITS["classic"]
    game = begin("classic", done(kit, "S R5"), "B6", options=ONE, quiet_turns=10)
    after = play(game, discard("S"))
    assert (turn(after), after.position()["quiet_turns"]) == ((0, "draw"), 12)
    ended = play(begin("classic", done(kit, "S R5"), "B6", options=ONE, quiet_turns=98), discard("S"))
    assert (ended.position()["round"], each(ended, "score")) == (2, [5, 5])


@rule("G20")
def test_full_runs_for_all_end_by_stalemate() -> None:
    """If every group is a full run, nobody can get below one card: the hundredth turn ends the round."""
    full = [group("run", " ".join(f"{color}{n}" for n in range(1, 13)), start=1) for color in "RB"]
    rows = [seat("Y5", completed=[1], laid=[full[0]]), seat("Y6", completed=[1], laid=[full[1]])]
    options = {"phases": ["1 run of 9", "1 set of 3"]}
    game = begin("classic", *rows, options=options, step="draw", draw_pile="G1 G2 G3 G4", discard_pile="G5")
    turns = 0
    while game.position()["round"] == 1:
        game = play(game, draw())
        assert "hit" not in types(game)
        at = game.to_act
        assert at is not None
        game = play(game, discard(hand(game, at).split()[0]))
        turns += 1
    assert turns == 100
    assert game.record()["rounds"][0]["actions"][-1]["type"] == "discard"


@rule("G2", "G1")
def test_a_second_round_uses_the_whole_deck_again() -> None:
    """Every round is dealt from all cards, including those on the table and in the discards."""
    kit = KITS["classic"]
    ended = play(begin("classic", done(kit, "R5"), "B6", options=ONE), discard("R5"))
    position = ended.position()
    cards = " ".join([*each(ended, "hand"), position["draw_pile"], position["discard_pile"]]).split()
    assert Counter(cards) == Counter(deck("classic", 2))
    assert [len(cards.split()) for cards in each(ended, "hand")] == [10, 10]


@rule("G2")
def test_a_record_must_keep_the_order_of_dealers() -> None:
    """A record whose second round is not dealt by the seat to the left is refused."""
    first = {
        "dealer": 1,
        "seats": [0, 1],
        "deck": stacked("classic", ["R1 R2 R3 R4 R5 R6 R7 R8 R9 R10"] * 2, "Y9"),
        "actions": [],
    }
    assert Game.replay(record("classic", 2, first)).to_act == 0
    with pytest.raises(ValueError, match="the dealer or the seats"):
        Game.replay(record("classic", 2, {**first, "dealer": 0}))
