"""Chapter G: laying down, hitting and going out (G6 to G12)."""

from __future__ import annotations

import phase10_widgets as p10
from tests.helpers import Json, begin, discard, draw, each, group, hit, laid, lay, play, refusal, refused, seat, types
from tests.rulebook import cases, rule
from tests.rules.kits import KITS, ONE, done, every_kit

FLUSHES, HEARTS, BOTH = "5 cards of one suit + 3 of another", "AH 2H 3H 4H 5H 6H", "1 set of 3 + 1 run of 3"
BIGGER: list[tuple[str, str, str, str, list[Json | str], str]] = [
    ("G6", "classic", "1 set of 3", "R3 B3 G3 Y3 W Y8", ["R3 B3 G3 Y3 W"], "a set of five as a set of three"),
    ("G6", "masters", "1 run of 3", "R3 O4 G5 Y6 W Y8", [{"cards": "R3 O4 G5 Y6 W", "start": 3}], "a longer run"),
    ("G6", "standard", FLUSHES, f"{HEARTS} 7S 8S 9S JK KD", [HEARTS, "7S 8S 9S JK"], "two longer flushes"),
    ("G6", "flip", "1 color run of 2", "R3/1 R4/1 R5/1 Y8/4", ["R3/1 R4/1 R5/1"], "a longer color run"),
    ("G7", "classic", "2 sets of 3", "R7 R7 B7 B7 G7 G7 Y8", ["R7 R7 B7", "B7 G7 G7"], "six 7s are two sets"),
    ("G7", "flip", "2 color runs of 2", "R1/1 R2/2 R1!/3 R2/4 Y8/4", ["R1/1 R2/2", "R1!/3 R2/4"], "two equal runs"),
    ("G8", "classic", "1 set of 3", "R3 R3 Y3 Y8", ["R3 R3 Y3"], "a set of any colors"),
    ("G8", "classic", "4 cards of one color", "R1 R1 R12 R7 Y8", ["R1 R1 R12 R7"], "a color group with repeats"),
    (
        "G9",
        "classic",
        "2 sets of 3",
        "W W W W W R3 Y8",
        [{"cards": "W W W", "number": 9}, "W W R3"],
        "one natural is enough",
    ),
    ("G9", "standard", "1 run of 4", "JK JK JK 3H KS", [{"cards": "3H JK JK JK"}], "any number of jokers"),
    ("G10", "classic", BOTH, "W W W R3 B3 G3 Y8", ["R3 B3 G3", {"cards": "W W W", "start": 10}], "a declared start"),
]


@cases("rule, edition, phase, cards, groups, why", BIGGER)
def test_what_may_be_laid_down(edition: str, phase: str, cards: str, groups: list[Json | str]) -> None:
    game = begin(edition, cards, "", options={"phases": [phase]})
    after = play(game, lay(*groups))
    words = [spec["cards"] if isinstance(spec, dict) else spec for spec in groups]
    assert [row["cards"] for row in laid(after, 0)] == words
    assert each(after, "completed")[0] == [1]


CODES = {"G3": "not_held", "G6": "not_the_phase", "G8": "not_the_phase", "G9": "no_natural"}
REFUSED: list[tuple[str, str, str, str, list[Json | str], str, str]] = [
    (
        "G7",
        "classic",
        "2 sets of 3",
        "R7 R7 B7 B7 G7 Y8",
        ["R7 R7 B7", "B7 G7 R7"],
        "G3",
        "each card belongs to only one group",
    ),
    ("G8", "classic", "1 set of 3", "R3 B3 G4 Y8", ["R3 B3 G4"], "G8", "a set has one number"),
    ("G8", "classic", "1 run of 4", "R11 B12 G1 R2 Y8", ["R11 B12 G1 R2"], "G8", "1 does not follow 12"),
    ("G8", "standard", "1 run of 3", "QH KS AD 3C", ["QH KS AD"], "G8", "an ace does not follow a king"),
    ("G8", "classic", "1 run of 4", "R3 B4 G4 R5 Y8", ["R3 B4 G4 R5"], "G8", "no repeats in a run"),
    ("G8", "classic", "1 run of 4", "R3 B4 G6 R7 Y8", ["R3 B4 G6 R7"], "G8", "no gaps in a run"),
    ("G8", "classic", "1 run of 4", "R6 B5 G4 R3 Y8", ["R6 B5 G4 R3"], "G8", "a run goes from low to high"),
    ("G8", "classic", "1 run of 4", "R10 B11 G12 W Y8", ["R10 B11 G12 W"], "G8", "a wild cannot be 13"),
    ("G8", "classic", "1 run of 4", "R1 B2 G3 W Y8", ["W R1 B2 G3"], "G8", "a wild cannot be 0"),
    ("G8", "classic", "4 cards of one color", "R1 R2 R3 B4 Y8", ["R1 R2 R3 B4"], "G8", "a color group has one color"),
    ("G9", "classic", "1 set of 3", "W W W Y8", [{"cards": "W W W", "number": 3}], "G9", "no phase of wilds only"),
    ("G9", "masters", "1 run of 3", "W W W Y8", [{"cards": "W W W", "start": 3}], "G9", "the same in masters"),
    (
        "G9",
        "standard",
        "1 set of 3",
        "JK JK JK KS",
        [{"cards": "JK JK JK", "number": 3}],
        "G9",
        "no phase of jokers only",
    ),
    ("G10", "classic", "2 sets of 2", "W W R3 B3 Y8", ["W W", "R3 B3"], "G8", "wilds alone do not show their number"),
    (
        "G10",
        "classic",
        "1 set of 2 + 1 run of 3",
        "W W W R3 B3 Y8",
        ["R3 B3", "W W W"],
        "G8",
        "wilds alone do not show the start of a run",
    ),
    (
        "G10",
        "classic",
        "1 set of 2 + 3 cards of one color",
        "W W W R3 B3 Y8",
        ["R3 B3", "W W W"],
        "G8",
        "wilds alone do not show a color",
    ),
    ("G10", "classic", "1 set of 3", "R3 B3 W Y8", [{"cards": "R3 B3 W", "number": 4}], "G8", "a wrong number"),
    ("G10", "classic", "1 run of 3", "R3 W B5 Y8", [{"cards": "R3 W B5", "start": 2}], "G8", "a wrong start"),
    ("G10", "classic", "1 set of 3", "R3 B3 W Y8", [{"cards": "R3 B3 W", "kind": "run"}], "G6", "a wrong kind"),
]


@cases("rule, edition, phase, cards, groups, cited, why", REFUSED)
def test_what_may_not_be_laid_down(edition: str, phase: str, cards: str, groups: list[Json | str], cited: str) -> None:
    game = begin(edition, cards, "", options={"phases": [phase]})
    error = refusal(game, lay(*groups))
    assert (error.code, error.rule) == (CODES[cited], cited)


@rule("G10")
def test_a_wild_keeps_its_place() -> None:
    """A wild that stands for 4 keeps its place: a real 4 does not fit, and only the ends accept hits."""
    game = begin(
        "classic", seat("R4 Y2 Y6 Y8", completed=[1], laid=[group("run", "R3 W B5", start=3)]), "B1", options=ONE
    )
    assert refusal(game, hit("R4", 0, 0)).code == "does_not_fit"
    after = play(game, hit("Y2", 0, 0), hit("Y6", 0, 0))
    assert laid(after, 0) == [{"kind": "run", "cards": "Y2 R3 W B5 Y6", "start": 2}]


def run_of(cards: str, start: int) -> Json:
    return group("run", cards, start=start)


FITS: list[tuple[str, str, str, Json, tuple[str, ...], str]] = [
    ("G11", "classic", "Y3", group("set", "R3 B3 W", number=3), ("any",), "a set accepts its number"),
    ("G11", "classic", "Y2", run_of("R3 B4 G5", 3), ("low",), "a run accepts the number below its low end"),
    ("G11", "classic", "Y6", run_of("R3 B4 G5", 3), ("high",), "a run accepts the number above its high end"),
    ("G11", "classic", "Y4", run_of("R3 B4 G5", 3), (), "a run accepts no number that it contains"),
    ("G11", "classic", "W", run_of("R3 B4 G5", 3), ("low", "high"), "a wild fits both ends"),
    ("G11", "classic", "W", run_of("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12", 1), (), "a full run accepts no card"),
    ("G11", "standard", "AS", run_of("2H 3S 4D", 2), ("low",), "an ace fits below a two"),
    ("G11", "standard", "AS", run_of("JH QS KD", 11), (), "no ace fits above a king"),
    ("G11", "classic", "R9", group("color", "R1 R2 W", color="R"), ("any",), "a color group accepts its color"),
    ("G11", "standard", "9S", group("color", "2H 3D", color="red"), (), "a spade is not red"),
    ("G11", "standard", "9D", group("flush", "2H 3H", suit="H"), (), "another suit of the same color does not fit"),
    (
        "G11",
        "flip",
        "R6",
        group("color run", "R4/1 R5/2", start=4, color="R"),
        ("high",),
        "a color run accepts a card of its color",
    ),
]


@cases("rule, edition, card, group, ends, why", FITS)
def test_where_a_card_fits(edition: str, card: str, group: Json, ends: tuple[str, ...]) -> None:
    assert p10.fits(card, group, edition=edition) == ends
    held = {"R6": "R6!/1"}.get(card, card) if edition != "flip" else f"{card}/9"
    spare = {"flip": "Y12/8", "standard": "KC"}.get(edition, "Y12")
    options = {"phases": ["2 sets of 2"] if edition == "flip" else ["2 sets of 3"], "go_out_by_hit": True}
    game = begin(edition, seat(f"{held} {spare}", completed=[1], laid=[group]), "", options=options)
    offered = [a.to_dict() for a in game.legal_actions() if a.to_dict()["type"] == "hit"]
    assert tuple(a["end"] for a in offered if a["card"] == card) == ends
    for end in ends:
        count = len(laid(play(game, hit(held, 0, 0, end)), 0)[0]["cards"].split())
        assert count == len(group["cards"].split()) + 1
    if len(ends) == 2:
        assert refusal(game, hit(held, 0, 0)).code == "say_which_end"
    for end in {"low", "high"} - set(ends):
        assert refusal(game, hit(held, 0, 0, end)).code == "does_not_fit"


@rule("G12")
@every_kit
def test_hits_come_after_the_seats_own_phase(edition: str) -> None:
    """A seat may hit only after laying down its own phase, and only on its own turn."""
    kit = KITS[edition]
    three = {"classic": "Y3", "masters": "Y3", "standard": "3C", "flip": "Y3/9"}[edition]
    game = begin(edition, f"{three} {kit.eight}", done(kit, f"{kit.five} {kit.high}"), options=ONE)
    assert refused(game, hit(three, 1, 0)) == ("not_laid", "G12")
    assert "hit" not in types(game)
    off_turn = refusal(game, {"seat": 1, **hit(kit.five, 1, 0)})
    assert (off_turn.code, off_turn.rule) == ("wrong_seat", "G2")
    own = begin(edition, done(kit, f"{three} {kit.eight}"), kit.high, options=ONE)
    assert "hit" in types(own)
    waiting = begin(edition, done(kit, f"{three} {kit.eight}"), kit.high, options=ONE, step="draw")
    assert refusal(waiting, hit(three, 0, 0)).code == "wrong_step", "a draw comes first"


GOING_OUT: list[tuple[str, str, str, list[Json], str]] = [
    # rule, edition, the hand of a seat that has laid down 3s or holds 4s to lay down, actions, why
    ("M7", "masters", "Y3", [hit("Y3", 0, 0)], "going out by hitting"),
    ("M7", "masters", "Y3", [discard("Y3")], "going out by discarding"),
    ("M7", "masters", "R4 O4 G4", [lay("R4 O4 G4")], "going out by laying down the whole hand"),
    ("S6", "standard", "3C", [hit("3C", 0, 0)], "going out by hitting"),
    ("S6", "standard", "3C", [discard("3C")], "going out by discarding"),
    ("S6", "standard", "4H 4S 4D 3C", [lay("4H 4S 4D"), hit("3C", 1, 0)], "a hit on another's group in the same turn"),
    ("S6", "standard", "4H 4S 4D 4C", [lay("4H 4S 4D"), hit("4C", 0, 0)], "a hit on the seat's own group"),
    ("F10", "flip", "R3/2", [hit("R3", 0, 0)], "going out by hitting"),
    ("F10", "flip", "R3/2", [discard("R3")], "going out by discarding"),
    ("F10", "flip", "R4/2 B4/2 G4/2", [lay("R4 B4 G4")], "going out by laying down the whole hand"),
    (
        "F13",
        "flip",
        "R4/2 B4/2 G4/2 Y3/2",
        [lay("R4 B4 G4"), hit("Y3", 1, 0)],
        "others' groups may be hit in the same turn",
    ),
]
KEPT = {"masters": ("O8 W", 30), "standard": ("8C JK", 30), "flip": ("Y8!/4 B*/10", 25)}


@cases("rule, edition, cards, actions, why", GOING_OUT)
def test_hits_and_going_out(edition: str, cards: str, actions: list[Json]) -> None:
    kept, cost = KEPT[edition]
    rows = [seat(cards), done(KITS[edition], kept)] if " " in cards else [done(KITS[edition], cards), seat(kept)]
    ended = play(begin(edition, *rows, options=ONE), *actions)
    assert (ended.position()["round"], each(ended, "score")) == (2, [0, cost])


TO_DRAW: Json = {"step": "draw", "discard_pile": "S R5"}
NO_SKIPS: list[tuple[str, str, Json, Json, Json, str, str]] = [
    ("C5", "classic", seat("R3 B3 S Y8"), {}, lay("R3 B3 S"), "not_the_phase", "a skip cannot be part of a phase"),
    ("C5", "classic", done(KITS["classic"], "S Y8"), {}, hit("S", 0, 0), "does_not_fit", "a skip cannot be a hit"),
    ("C5", "classic", seat("R3"), TO_DRAW, draw("discard"), "skip_not_taken", "a skip cannot be picked up"),
    ("C5", "classic", seat("S R3"), {}, discard("S", 1), "bad_target", "a skip cannot have a target"),
    ("C5", "classic", seat("S R3"), {}, discard("R3", 1), "bad_target", "neither can other cards"),
    ("M6", "masters", seat("R3 O3 S Y8"), {}, lay("R3 O3 S"), "not_the_phase", "a skip cannot be part of a phase"),
    ("M6", "masters", done(KITS["masters"], "S Y8"), {}, hit("S", 0, 0), "does_not_fit", "a skip cannot be a hit"),
    ("M6", "masters", seat("R3"), TO_DRAW, draw("discard"), "skip_not_taken", "a skip cannot be picked up"),
]


@cases("rule, edition, ana, more, action, code, why", NO_SKIPS)
def test_what_a_skip_cannot_do(rule: str, edition: str, ana: Json, more: Json, action: Json, code: str) -> None:
    game = begin(edition, ana, "Y9", options=ONE, **more)
    assert refused(game, action) == (code, rule)
    assert action not in [legal.to_dict() for legal in game.legal_actions()]
