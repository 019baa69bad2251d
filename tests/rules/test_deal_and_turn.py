"""Chapter G, the deal and the turn (G1 to G5), and the differences of the four games: seats, phases, points."""

from __future__ import annotations

from collections import Counter

import pytest

import phase10_widgets as p10
from phase10_widgets import Game
from tests.helpers import (
    Json,
    begin,
    dealt,
    discard,
    draw,
    each,
    hand,
    hit,
    lay,
    play,
    refusal,
    refused,
    seat,
    turn,
    types,
)
from tests.reference import oracle
from tests.rulebook import cases, rule
from tests.rules.kits import KITS, ONE, done, every_edition, every_kit, fours


@rule("G1")
@every_edition
def test_the_deal(edition: str) -> None:
    """Each seat gets ten cards, one card is face up, and the rest form the draw pile; the whole deck is in play."""
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
    ("M1", "masters", 4, "two to four seats"),
    ("S1", "standard", 8, "two to eight seats"),
    ("F1", "flip", 6, "two to six seats"),
]


@cases("rule, edition, most, why", SEATS)
def test_the_seats(edition: str, most: int) -> None:
    assert p10.edition(edition).seats == range(2, most + 1)
    for n in (0, 1, most + 1):
        with pytest.raises(ValueError, match=f"2 to {most} players"):
            p10.edition(edition).deck(n)


@rule("C2", "M2", "S3", "F5")
@every_edition
def test_the_phases(edition: str) -> None:
    """The ten phases match the printed rules."""
    phases = p10.edition(edition).phases
    assert [(phase.number, str(phase)) for phase in phases] == list(enumerate(oracle.PHASES[edition], 1))


POINTS: list[tuple[str, str, str, str, int, str]] = [
    ("C7 M8", "classic masters", "color", "R1 G9 Y10 R12", 5 + 5 + 10 + 10, "1 to 9 count 5, 10 to 12 count 10"),
    ("C7 M8", "classic masters", "color", "S W W", 15 + 25 + 25, "a skip counts 15, a wild 25"),
    ("C7", "classic masters standard flip", "color", "", 0, "an empty hand counts 0"),
    ("S7", "standard", "color", "AH 9S 10D", 5 + 5 + 10, "an ace counts 5"),
    ("S7", "standard", "color", "JC QC KC JK", 10 + 10 + 10 + 25, "face cards count 10, a joker 25"),
    ("F11", "flip", "color", "R1 R9! Y10 G12 R*", 5 + 5 + 10 + 10 + 20, "a star counts 20"),
    ("F11", "flip", "wild", "1 9! 10 12! * *!", 5 + 5 + 10 + 10 + 20 + 20, "the wild side counts the same"),
    ("F11", "flip", "color", "R1/12", 5, "the active face counts"),
    ("F11", "flip", "wild", "R1/12", 10, "on the wild side, too"),
]


@cases("rule, editions, side, cards, cost, why", POINTS)
def test_points(editions: str, side: str, cards: str, cost: int) -> None:
    for edition in editions.split():
        assert p10.points(cards, edition=edition, side=side) == cost == oracle.points(edition, cards.split(), side)


@rule("G1")
def test_cards_are_dealt_one_at_a_time_from_the_dealers_left() -> None:
    """Cards are dealt one by one from the dealer's left; the next card is turned up, and the rest form the pile."""
    first, second = "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10", "B1 B2 B3 B4 B5 B6 B7 B8 B9 B10"
    game = dealt("classic", [first, second], "Y9", "G1 G2", dealer=0)
    assert (hand(game, 1), hand(game, 0)) == (first, second)
    assert game.position()["discard_pile"] == "Y9"
    assert game.position()["draw_pile"].startswith("G1 G2 ")


STARTERS: list[tuple[str, int, int | None, int, int, str]] = [
    ("G2", 2, None, 1, 0, "the last seat deals first, so seat 0 starts"),
    ("G2", 4, None, 3, 0, "the same with four seats"),
    ("G2", 4, 0, 0, 1, "first_dealer=0 lets seat 1 start"),
    ("G2", 4, 2, 2, 3, "first_dealer=2 lets seat 3 start"),
    ("G2", 4, 3, 3, 0, "seat 0 follows the last seat"),
]


@cases("rule, n, option, dealer, starter, why", STARTERS)
@every_edition
def test_the_seat_left_of_the_dealer_starts(
    edition: str, n: int, option: int | None, dealer: int, starter: int
) -> None:
    up_is_a_skip = True
    for seed in range(9):
        game = Game.new(edition, [f"P{at}" for at in range(n)], seed=seed, first_dealer=option)
        up_is_a_skip = game.position()["discard_pile"] == "S"
        if not up_is_a_skip:
            break
    assert not up_is_a_skip
    assert (game.position()["dealer"], game.to_act) == (dealer, starter)


@rule("G2")
@every_kit
def test_play_is_clockwise_and_the_deal_passes_left(edition: str) -> None:
    """Play passes to the left and, after each round, so does the deal."""
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
def test_the_order_of_a_turn(edition: str) -> None:
    """A turn is a draw, then optionally a phase, then optionally hits, and then a discard."""
    kit = KITS[edition]
    rows = [f"{kit.threes} {kit.five} {kit.high}", kit.fours]
    game = begin(edition, *rows, options=ONE, step="draw", draw_pile=kit.wilds, discard_pile=kit.eight)
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
def test_a_phase_counts_when_laid_down(edition: str) -> None:
    """A phase counts as soon as it is laid down, even if another seat goes out; a second one is refused."""
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
    ("G5", "classic", "R3 B3 G3 Y8", {}, {}, None, "without the option, the phase may wait"),
    (
        "G5",
        "classic",
        "R3 B3 G3 Y8",
        {"must_lay_down": True},
        {},
        "must_lay_down",
        "with the option, no discard is allowed",
    ),
    ("G5", "classic", "R3 B3 Y8", {"must_lay_down": True}, {}, None, "an incomplete phase does not block the discard"),
    ("G5", "classic", "R3 B3 G3", {"must_lay_down": True}, {}, None, "a seat is exempt if C4 forbids laying down"),
    (
        "G5",
        "classic",
        "R3 B3 G3",
        {"must_lay_down": True, "go_out_by_hit": True},
        {},
        "must_lay_down",
        "but not with go_out_by_hit",
    ),
    ("G5", "standard", "3H 3S JK", {"must_lay_down": True}, {}, "must_lay_down", "wilds can complete the phase, too"),
    ("G5", "flip", "R3/1 B3/1 G3!/1 Y8/4", {"must_lay_down": True}, {}, "must_lay_down", "the side in play counts"),
    ("G5", "flip", "R3/1 B3/2 G3!/4 Y8/4", {"must_lay_down": True}, {"side": "wild"}, None, "the other side does not"),
    ("G5", "masters", "R3 O3 G3 Y8", {"must_lay_down": True}, {}, "must_lay_down", "the option also works in masters"),
]


@cases("rule, edition, cards, options, more, code, why", FORCED)
def test_a_complete_phase_may_have_to_be_laid_down(
    edition: str, cards: str, options: Json, more: Json, code: str | None
) -> None:
    game = begin(edition, cards, cards.split(maxsplit=1)[0].replace("3", "9", 1), options={**ONE, **options}, **more)
    wanted = discard(cards.split(maxsplit=1)[0])
    if code is None:
        assert game.apply(wanted).to_act == 1
        return
    assert refused(game, wanted) == (code, "G5")
    assert types(game) == ["lay_down"]
    if edition == "masters":
        assert refusal(game, {"type": "save", "card": cards.split(maxsplit=1)[0]}).code == code, "nor a save"


@rule("G5")
def test_any_uncompleted_phase_must_be_laid_down_under_v4() -> None:
    """With order="any" and must_lay_down, a seat whose hand contains any uncompleted phase may not discard."""
    options = {**ONE, "must_lay_down": True, "order": "any"}
    run = begin("classic", "R5 B6 G7 Y1", "B1", options=options)
    assert refusal(run, discard("Y1")).code == "must_lay_down"
    had = begin("classic", seat("R5 B6 G7 Y1", completed=[2]), "B1", options=options)
    assert turn(play(had, discard("Y1"))) == (1, "draw"), "a completed phase does not count"
