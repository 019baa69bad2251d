"""The second referee against small games written out by hand."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.reference import oracle, referee

Record = dict[str, Any]


def pool(edition: str, seats: int, *named: str) -> list[str]:
    """Return the deck in a fixed order; *named* cards of flip keep both faces, the others are paired arbitrarily."""
    if edition != "flip":
        return oracle.deck(edition, seats)
    faces = [oracle.deck("flip", seats, side) for side in ("color", "wild")]
    for word in named:
        for side, part in zip(faces, word.split("/"), strict=True):
            side.remove(part)
    return [*named, *map("/".join, zip(*faces, strict=True))]


def stack(cards: list[str], hands: list[str], first: str, draws: str = "") -> str:
    """Return a deck that deals *hands* (from the dealer's left), turns up *first* and has *draws* on the pile."""
    dealt = [hand.split() for hand in hands]
    top = [word for row in zip(*dealt, strict=True) for word in row] + [first, *draws.split()]
    rest = list(cards)
    for word in top:
        rest.remove(word)
    return " ".join(top + rest)


def act(seat: int, kind: str, **more: Any) -> dict[str, Any]:
    return {"seat": seat, "type": kind, **({"from": more.pop("source")} if "source" in more else {}), **more}


def draw(seat: int, source: str = "deck", **more: Any) -> dict[str, Any]:
    return act(seat, "draw", source=source, **more)


def lay(seat: int, *groups: Any, **more: Any) -> dict[str, Any]:
    return act(seat, "lay_down", groups=list(groups), **more)


def hit(seat: int, card: str, owner: int, group: int, **more: Any) -> dict[str, Any]:
    return act(seat, "hit", card=card, owner=owner, group=group, **more)


def discard(seat: int, card: str, **more: Any) -> dict[str, Any]:
    return act(seat, "discard", card=card, **more)


def entry(dealer: int, seats: list[int], deck: str, *actions: dict[str, Any]) -> dict[str, Any]:
    return {"dealer": dealer, "seats": seats, "deck": deck, "actions": list(actions)}


def game(edition: str, players: str, *rounds: dict[str, Any], **options: Any) -> Record:
    return {
        "format": "phase10-record/1",
        "edition": edition,
        "options": options,
        "players": players.split(),
        "seed": 1,
        "rounds": list(rounds),
    }


def begun(start: dict[str, Any], *rounds: dict[str, Any]) -> Record:
    """Return a record that starts at a position."""
    names = " ".join(seat["name"] for seat in start["seats"])
    return {**game(start["edition"], names, *rounds, **start.get("options", {})), "start": start}


def last(record: Record) -> dict[str, Any]:
    *_, position = referee.replay(record)
    return position


def add(record: Record, *actions: dict[str, Any]) -> Record:
    """Return a copy with more actions in its last round."""
    longer = copy.deepcopy(record)
    longer["rounds"][-1]["actions"] += actions
    return longer


# Classic


ONE_TWO = {"phases": ["2 sets of 3"]}
CLASSIC = pool("classic", 2)
ANA = "R1 B1 G1 R2 B2 G2 R3 R4 R5 Y1"
BEN = "R7 B7 G7 R8 B8 G8 S R12 W R9"
OPENING = game("classic", "Ana Ben", entry(1, [0, 1], stack(CLASSIC, [ANA, BEN], "Y9", "W R6 B12 G12 G11")))
ANA_LAID = add(OPENING, draw(0), lay(0, "R1 B1 G1", "R2 B2 G2"))
BEN_TO_PLAY = add(ANA_LAID, hit(0, "W", 0, 1), discard(0, "R3"), draw(1))


def test_classic_deal() -> None:
    position = last(OPENING)
    assert position["seats"][0]["hand"] == ANA, "dealt one at a time from the dealer's left"
    assert position["discard_pile"] == "Y9"
    assert position["draw_pile"].startswith("W R6 B12 ")
    assert (position["to_act"], position["step"], position["dealer"], position["round"]) == (0, "draw", 1, 1)
    assert [seat["phase"] for seat in position["seats"]] == [1, 1]


def test_classic_laying_down_and_hitting() -> None:
    position = last(add(ANA_LAID, hit(0, "W", 0, 1)))
    ana = position["seats"][0]
    assert ana["laid"] == [
        {"kind": "set", "cards": "R1 B1 G1", "number": 1},
        {"kind": "set", "cards": "R2 B2 G2 W", "number": 2},
    ]
    assert (ana["completed"], ana["laid_this_turn"], ana["hand"]) == ([1], True, "R3 R4 R5 Y1")


def test_classic_skip_of_two_seats() -> None:
    position = last(add(BEN_TO_PLAY, discard(1, "S")))
    assert (position["to_act"], position["step"], position["quiet_turns"]) == (1, "draw", 2), "C5, G20"
    assert position["discard_pile"] == "S R3 Y9"
    assert not any(seat["skipped"] or seat["laid_this_turn"] for seat in position["seats"])


def test_quiet_turns() -> None:
    assert [position["quiet_turns"] for position in referee.replay(BEN_TO_PLAY)] == [0] * 6
    assert last(add(BEN_TO_PLAY, discard(1, "R12"), draw(0)))["quiet_turns"] == 1
    hit_again = add(BEN_TO_PLAY, discard(1, "R12"), draw(0), hit(0, "Y1", 0, 0))
    assert last(hit_again)["quiet_turns"] == 0, "0 as soon as something is hit"
    assert last(add(hit_again, discard(0, "R4")))["quiet_turns"] == 0


def test_classic_game_end() -> None:
    """Ana keeps R4 R5 and may hit two 2s; Ben keeps R12, R9 and W."""
    record = add(
        BEN_TO_PLAY,
        lay(1, "R7 B7 G7", "R8 B8 G8"),
        discard(1, "S"),
        draw(1),
        discard(1, "B12"),
        draw(0),
        hit(0, "Y1", 0, 0),
        discard(0, "G12"),
    )
    after = last(record)
    assert [sorted(s["hand"].split()) for s in after["seats"]] == [["R4", "R5"], ["R12", "R6", "R9", "W"]]
    assert after["discard_pile"] == "G12 B12 S R3 Y9"
    start = {**after, "options": ONE_TWO, "to_act": 0, "step": "play"}
    start["seats"][0]["hand"] = "R4"
    ended = begun(start, entry(1, [0, 1], "", discard(0, "R4")))
    assert (last(ended)["to_act"], last(ended)["step"], last(ended)["round"]) == (None, None, 1)
    assert [s["score"] for s in last(ended)["seats"]] == [0, 10 + 5 + 5 + 25], "G14, C7"
    assert last(ended)["seats"][0]["laid"] == after["seats"][0]["laid"], "the table as it ended"
    assert referee.winners(ended) == (0,)
    assert [line["place"] for line in referee.standings(ended)] == [1, 2]
    with pytest.raises(referee.RefereeError, match="G16"):
        last(add(ended, draw(1)))


CLASSIC_ILLEGAL = [
    (OPENING, [draw(1)], "G2", "not his turn"),
    (OPENING, [discard(0, "R1")], "G3", "a draw comes first"),
    (OPENING, [draw(0), draw(0)], "G3", "one draw only"),
    (OPENING, [draw(0, "saved", card="R1")], "M4", "no saved cards here"),
    (OPENING, [draw(0), hit(0, "R1", 0, 0)], "G12", "no hit before the phase"),
    (OPENING, [draw(0), lay(0, "R1 B1 G1")], "G6", "half a phase"),
    (OPENING, [draw(0), lay(0, "R1 B1 G1", "R3 R4 R5")], "G8", "no set"),
    (
        OPENING,
        [draw(0), lay(0, "R1 B1 G1", "R2 B2 G2"), lay(0, "R1 B1 G1", "R2 B2 G2")],
        "G4",
        "once a round",
    ),
    (OPENING, [draw(0), lay(0, "R1 B1 G1", "R2 B2")], "G4", "too short"),
    (OPENING, [draw(0), lay(0, "R1 B1 G1", "R1 B2 G2")], "G3", "one R1 only"),
    (
        OPENING,
        [draw(0), lay(0, {"cards": "R1 B1 G1", "number": 2}, "R2 B2 G2")],
        "G10",
        "a false declaration",
    ),
    (OPENING, [draw(0), lay(0, "R1 B1 G1", "R2 B2 G2", phase=2)], "G4", "another phase"),
    (OPENING, [draw(0), discard(0, "G12")], "G3", "not in hand"),
    (OPENING, [draw(0), act(0, "save", card="R1")], "M5", "no save piles here"),
    (OPENING, [draw(0, reshuffled="W")], "G13", "the pile is not empty"),
    (ANA_LAID, [hit(0, "R3", 0, 0)], "G11", "no fit"),
    (ANA_LAID, [hit(0, "Y1", 0, 2)], "G11", "no such group"),
    (BEN_TO_PLAY, [lay(1, "R7 B7 G7", "R8 B8 G8"), hit(1, "W", 0, 0)], "C3", "not another's in this turn"),
    (BEN_TO_PLAY, [discard(1, "S", target=1)], "C5", "nobody skips himself"),
    (BEN_TO_PLAY, [discard(1, "S"), draw(1, "discard")], "C5", "no skip from the pile"),
    (BEN_TO_PLAY, [lay(1, "R7 B7 G7", "R8 S G8")], "C5", "no skip in a phase"),
]


@pytest.mark.parametrize(("record", "actions", "rule", "why"), CLASSIC_ILLEGAL)
def test_classic_refusals(record: Record, actions: list[dict[str, Any]], rule: str, why: str) -> None:
    with pytest.raises(referee.RefereeError) as raised:
        last(add(record, *actions))
    assert raised.value.rule == rule, why


def test_first_card_skip() -> None:
    deck = stack(CLASSIC, [ANA, BEN], "S", "W")
    record = game("classic", "Ana Ben", entry(0, [0, 1], deck), first_dealer=0)
    position = last(record)
    assert (position["dealer"], position["to_act"], position["quiet_turns"]) == (0, 0, 1), "C6: Ben is passed over"


def test_options_of_classic() -> None:
    options = {"hit_others_same_turn": True}
    record = add(BEN_TO_PLAY, lay(1, "R7 B7 G7", "R8 B8 G8"), hit(1, "W", 0, 0))
    assert last({**record, "options": options})["seats"][0]["laid"][0]["cards"] == "R1 B1 G1 W"
    with pytest.raises(referee.RefereeError, match="G5"):
        last({**add(OPENING, draw(0), discard(0, "R5")), "options": {"must_lay_down": True}})
    assert last({**add(OPENING, draw(0), discard(0, "R1")), "options": {}})["to_act"] == 1


def test_wrong_decks() -> None:
    wrong = copy.deepcopy(OPENING)
    wrong["rounds"][0]["deck"] = wrong["rounds"][0]["deck"].replace("Y9", "Y8", 1)
    with pytest.raises(referee.RefereeError, match="G1"):
        last(wrong)
    with pytest.raises(referee.RefereeError, match="G2"):
        last({**OPENING, "rounds": [{**OPENING["rounds"][0], "dealer": 0}]})


# Starts: small positions, to reach the ends of rounds and games


def seat(name: str, hand: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "hand": hand, "phase": 1, **more}


def position(edition: str, seats: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    return {"edition": edition, "dealer": 1, "to_act": 0, "step": "play", "seats": seats, **more}


ONE = {"phases": ["1 set of 3"]}
LAID = [{"kind": "set", "cards": "R3 B3 G3", "number": 3}]
DONE = {"laid": LAID, "completed": [1]}
BEN_DONE = {"laid": [{"kind": "set", "cards": "R4 B4 G4", "number": 4}], "completed": [1]}
TEN = ["R1 B1 G1 R2 B2 G2 R5 R6 R7 R8", "R9 B9 G9 Y9 R9 B9 G9 Y9 W W"]


def test_next_round_keeps_score_and_moves_the_deal() -> None:
    start = position("classic", [seat("Ana", "R5", **DONE), seat("Ben", "R12 S W", score=40)], draw_pile="Y1")
    record = begun(start, entry(1, [0, 1], "", discard(0, "R5")), entry(0, [0, 1], stack(CLASSIC, TEN, "W")))
    after = last(record)
    assert (after["round"], after["dealer"], after["to_act"], after["step"]) == (2, 0, 1, "draw")
    assert [s["phase"] for s in after["seats"]] == [2, 1], "G15"
    assert [s["score"] for s in after["seats"]] == [0, 40 + 10 + 15 + 25], "G14, C7"
    assert [s["laid"] for s in after["seats"]] == [[], []]
    assert after["seats"][1]["hand"] == TEN[0], "Ben sits left of the dealer"


TIE_CARDS = [
    # Ana's last card and her set, Ben's last card and his set, Cleo's last card: five points each
    ("classic", "R5", "R3 B3 G3", "B6", "R4 B4 G4", "R7"),
    ("masters", "R5", "R3 O3 G3", "O6", "R4 O4 G4", "R7"),
    ("standard", "5H", "3H 3S 3D", "6S", "4H 4S 4D", "7D"),
    ("flip", "R5/9", "R3/9 B3/8 G3/8", "B6/9", "R4/8 B4/8 G4/8", "B7/7"),
]


@pytest.mark.parametrize(("edition", "ana", "threes", "ben", "fours", "cleo"), TIE_CARDS)
def test_tie_break(edition: str, ana: str, threes: str, ben: str, fours: str, cleo: str) -> None:
    """C8, M8: the first phase on the table wins. S8, F12: the first seat out does."""
    laid = [{"kind": "set", "cards": cards, "number": n} for cards, n in ((threes, 3), (fours, 4))]
    seats = [
        seat("Ana", ana, completed=[1], laid=laid[:1], score=5),
        seat("Ben", ben, completed=[1], laid=laid[1:]),
        seat("Cleo", cleo),
    ]
    start = position(edition, seats, options=ONE, dealer=0)
    cards = pool(edition, 3, *f"{ana} {threes} {ben} {fours} {cleo}".split())
    faces = {word: oracle.face(edition, word) for word in cards}
    good = sorted((w for w in cards if faces[w].wild or faces[w].number == 3), key=lambda w: faces[w].wild)[:11]
    bad = [word for word in cards if faces[word].number not in (3, None)]
    deck = stack(cards, [" ".join(good[:10]), " ".join(bad[:10])], bad[10], good[10])
    record = begun(start, entry(0, [0, 1, 2], "", discard(0, ana)), entry(1, [0, 1], deck))
    tied = last(record)
    assert (tied["tie_break"], tied["dealer"], tied["to_act"], tied["step"]) == ([0, 1], 1, 0, "draw"), "G17"
    assert [s["score"] for s in tied["seats"]] == [5, 5, 5]
    assert [len(s["hand"].split()) for s in tied["seats"]] == [10, 10, 0]
    assert [s["phase"] for s in tied["seats"]] == [1, 1, None]
    record = add(record, draw(0), lay(0, " ".join(good[:10])))
    if edition in ("standard", "flip"):
        assert referee.winners(record) == ()
        record = add(record, discard(0, good[10]))
    table = referee.finished(record)
    assert (table.to_act, table.winners(), table.winner()) == (None, (0,), 0)
    places = [(line["seat"], line["place"]) for line in table.standings()]
    assert places == [(0, 1), (1, 2), (2, 3)], "the loser is second; Cleo has no phase"
    assert [s["score"] for s in table.position()["seats"]] == [5, 5, 5], "G17: not scored"


def test_a_drawn_tie_break_is_played_again() -> None:
    done = [seat(name, "R5 R6", completed=[1], score=5) for name in ("Ana", "Ben")]
    start = position("classic", done, options=ONE, tie_break=[0, 1], quiet_turns=99, draw_pile="R1")
    deck = stack(CLASSIC, TEN, "G12")
    after = last(begun(start, entry(1, [0, 1], "", discard(0, "R5")), entry(0, [0, 1], deck)))
    assert (after["tie_break"], after["dealer"], after["to_act"], after["round"]) == ([0, 1], 0, 1, 2)
    assert [s["score"] for s in after["seats"]] == [5, 5]


def test_a_lower_score_wins_without_a_tie_break() -> None:
    start = position("classic", [seat("Ana", "R5", score=10, **DONE), seat("Ben", "B6", **BEN_DONE)], options=ONE)
    record = begun(start, entry(1, [0, 1], "", discard(0, "R5")))
    assert referee.winners(record) == (1,)
    assert [(line["seat"], line["place"]) for line in referee.standings(record)] == [(1, 1), (0, 2)]


def test_always_advance() -> None:
    options = {"advance": "always", "phases": [1, 2]}
    seats = [seat("Ana", "R5", **DONE), seat("Ben", "B6")]
    start = position("classic", seats, options=options)
    going_on = begun(start, entry(1, [0, 1], "", discard(0, "R5")), entry(0, [0, 1], stack(CLASSIC, TEN, "W")))
    assert [s["phase"] for s in last(going_on)["seats"]] == [2, 2]
    seats = [seat("Ana", "R5", score=5, **{**DONE, "phase": 2}), {**seat("Ben", "B6"), "phase": 2}]
    ended = begun(position("classic", seats, options=options, round=2), entry(1, [0, 1], "", discard(0, "R5")))
    table = referee.finished(ended)
    assert (table.to_act, table.winners(), table.winner()) == (None, (0, 1), None), "V1: equal scores share the place"


def test_pick_a_phase() -> None:
    seats = [{**seat("Ana", "R3 B3 G3 W R6 R8"), "phase": None}, {**seat("Ben", "B6"), "phase": None}]
    options = {"order": "any", "phases": ["1 set of 3", "1 run of 4"], "must_lay_down": True}
    record = begun(position("classic", seats, options=options), entry(1, [0, 1], ""))
    assert last(add(record, lay(0, "R3 B3 G3", phase=1)))["seats"][0]["phase"] == 1
    for actions, rule in (([lay(0, "R3 B3 G3")], "V4"), ([lay(0, "R3 B3 G3", phase=3)], "V4")):
        with pytest.raises(referee.RefereeError, match=rule):
            last(add(record, *actions))
    with pytest.raises(referee.RefereeError, match="G5"):
        last(add(record, discard(0, "R8")))


def test_last_card() -> None:
    start = position("classic", [seat("Ana", "Y3", **DONE), seat("Ben", "B6 B7")], options=dict(ONE))
    hitting = entry(1, [0, 1], "", hit(0, "Y3", 0, 0))
    with pytest.raises(referee.RefereeError, match="C4"):
        last(begun(start, hitting))
    allowed = {**start, "options": {**ONE, "go_out_by_hit": True}}
    assert referee.winners(begun(allowed, hitting)) == (0,)
    whole = position("classic", [seat("Ana", "R3 B3 G3"), seat("Ben", "B6")], options={**ONE, "must_lay_down": True})
    with pytest.raises(referee.RefereeError, match="C4"):
        last(begun(whole, entry(1, [0, 1], "", lay(0, "R3 B3 G3"))))
    exempt = begun({**whole, "draw_pile": "Y1"}, entry(1, [0, 1], "", discard(0, "R3")))
    assert last(exempt)["to_act"] == 1, "G5: exempt where C4 forbids"


def test_reshuffle_and_draw() -> None:
    start = position("standard", [seat("Ana", "3H 4H"), seat("Ben", "6S 7S")], step="draw", discard_pile="AH 2H 5H")
    record = begun(start, entry(1, [0, 1], "", draw(0, "deck", reshuffled="5H 2H")))
    assert (last(record)["draw_pile"], last(record)["discard_pile"]) == ("2H", "AH"), "G13"
    for pile in ("5H", "5H 2H AH"):
        with pytest.raises(referee.RefereeError, match="G13"):
            last(begun(start, entry(1, [0, 1], "", draw(0, "deck", reshuffled=pile))))
    skip_only = position("classic", [seat("Ana", "R3 S"), seat("Ben", "B6")], options=ONE, dealer=1)
    three = [*skip_only["seats"], seat("Cleo", "B7")]
    nothing = begun(
        {**skip_only, "seats": three, "dealer": 2},
        entry(2, [0, 1, 2], "", discard(0, "S")),
        entry(0, [0, 1, 2], stack(pool("classic", 3), [*TEN, "G1 G2 G3 G4 G5 G6 G7 G8 G10 G11"], "W")),
    )
    after = last(nothing)
    assert (after["round"], [s["score"] for s in after["seats"]]) == (2, [5, 5, 5]), "G13: a drawn round is scored"


def test_stalemate() -> None:
    start = position("classic", [seat("Ana", "R3 R4"), seat("Ben", "B6")], quiet_turns=99, draw_pile="R1 R2")
    deck = stack(CLASSIC, TEN, "W")
    record = begun(start, entry(1, [0, 1], "", discard(0, "R3")), entry(0, [0, 1], deck))
    after = last(record)
    assert (after["round"], after["quiet_turns"], [s["score"] for s in after["seats"]]) == (2, 0, [5, 5]), "G20"


# Masters


MASTERS = pool("masters", 3)
M_HANDS = [
    "R1 O1 Y1 R2 O2 Y2 S W G11 G12",
    "R3 O3 Y3 G3 R4 O4 Y4 G4 R5 O5",
    "R6 O6 Y6 G6 R7 O7 Y7 G7 R8 O8",
]
M_DECK = stack(MASTERS, M_HANDS, "G1", "G9 R9 O9 Y9 G10")
CHOSEN = [act(0, "choose_phase", phase=1), act(1, "choose_phase", phase=4), act(2, "choose_phase", phase=9)]
M_GAME = game("masters", "Ana Ben Cleo", entry(2, [0, 1, 2], M_DECK, *CHOSEN))


def test_masters_choice_and_target() -> None:
    before = game("masters", "Ana Ben Cleo", entry(2, [0, 1, 2], M_DECK, *CHOSEN[:1]))
    assert (last(before)["step"], last(before)["to_act"]) == ("choose_phase", 1)
    assert [s["phase"] for s in last(before)["seats"]] == [1, None, None]
    skipped = add(M_GAME, draw(0), lay(0, "R1 O1 Y1", "R2 O2 Y2"), discard(0, "S", target=2))
    assert [s["skipped"] for s in last(skipped)["seats"]] == [False, False, True]
    passed = last(add(skipped, draw(1), discard(1, "R3")))
    assert (passed["to_act"], passed["quiet_turns"]) == (0, 2), "M6: Cleo is passed over; G20: both turns were quiet"
    assert not passed["seats"][2]["skipped"]


def test_masters_saving() -> None:
    saved = add(M_GAME, draw(0), act(0, "save", card="S"))
    ana = last(saved)["seats"][0]
    assert (ana["saved"], ana["saved_this_round"], last(saved)["discard_pile"]) == ("S", True, "G1")
    around = add(saved, draw(1), discard(1, "R3"), draw(2), discard(2, "R6"))
    drawn = last(add(around, draw(0, "saved", card="S")))
    assert (drawn["seats"][0]["saved"], drawn["seats"][0]["hand"].split()[-1]) == ("", "S")
    with pytest.raises(referee.RefereeError, match="M5"):
        last(add(around, draw(0), act(0, "save", card="W")))


def test_masters_saved_cards_stay_out_of_the_deck() -> None:
    seats = [
        seat(
            "Ana",
            "R5",
            completed=[1],
            laid=[{**LAID[0], "cards": "R3 O3 G3"}],
            saved="W R9",
            saved_this_round=True,
        )
    ]
    start = position("masters", [*seats, seat("Ben", "O6")], draw_pile="Y1")
    cards = pool("masters", 2)
    tens = [hand.replace("B", "O") for hand in TEN]
    whole = stack(cards, tens, "W")
    rest = list(cards)
    rest.remove("W")
    rest.remove("R9")
    hands = ["R1 R2 R3 R4 R5 R6 R7 R8 R10 R11", "O1 O2 O3 O4 O5 O6 O7 O8 O10 O11"]
    ending = entry(1, [0, 1], "", discard(0, "R5"))
    after = last(begun(start, ending, entry(0, [0, 1], stack(rest, hands, "S"))))
    assert (after["seats"][0]["saved"], after["seats"][0]["saved_this_round"]) == ("W R9", False), "M5"
    assert (after["step"], after["to_act"], after["seats"][1]["skipped"]) == ("choose_phase", 1, True), "M3, M6"
    with pytest.raises(referee.RefereeError, match="G1"):
        last(begun(start, ending, entry(0, [0, 1], whole)))
    chosen = [act(1, "choose_phase", phase=1), act(0, "choose_phase", phase=2)]
    play = last(begun(start, ending, entry(0, [0, 1], stack(rest, hands, "S"), *chosen)))
    assert (play["to_act"], play["step"], play["quiet_turns"]) == (0, "draw", 1), "M6: Ben's first turn is skipped"


MASTERS_ILLEGAL = [
    ([draw(0), discard(0, "S")], "M6", "with two others the target must be said"),
    ([draw(0), discard(0, "S", target=0)], "M6", "not oneself"),
    ([draw(0), discard(0, "W", target=1)], "M6", "only a skip has a target"),
    ([act(0, "choose_phase", phase=2)], "G3", "chosen already"),
    ([draw(0, "saved", card="W")], "G3", "nothing saved"),
    ([draw(0), lay(0, "R1 O1 Y1", "R2 O2 Y2", phase=2)], "G4", "only the chosen phase"),
]


@pytest.mark.parametrize(("actions", "rule", "why"), MASTERS_ILLEGAL)
def test_masters_refusals(actions: list[dict[str, Any]], rule: str, why: str) -> None:
    with pytest.raises(referee.RefereeError) as raised:
        last(add(M_GAME, *actions))
    assert raised.value.rule == rule, why


def test_masters_always_advance_uses_phases_up() -> None:
    options = {"advance": "always", "phases": [1, 2]}
    laid = [{**LAID[0], "cards": "R3 O3 G3"}, {"kind": "set", "cards": "R4 O4 G4", "number": 4}]
    seats = [seat("Ana", "R5", completed=[1], laid=laid), {**seat("Ben", "O6"), "phase": 2}]
    hands = ["R1 R2 R3 R4 R5 R6 R7 R8 R10 R11", "O1 O2 O3 O4 O5 O6 O7 O8 O10 O11"]
    second = entry(0, [0, 1], stack(pool("masters", 2), hands, "W"))
    record = begun(position("masters", seats, options=options), entry(1, [0, 1], "", discard(0, "R5")), second)
    assert [s["used"] for s in last(record)["seats"]] == [[1], [2]]
    assert last(add(record, act(1, "choose_phase", phase=1)))["seats"][1]["phase"] == 1
    with pytest.raises(referee.RefereeError, match="V1"):
        last(add(record, act(1, "choose_phase", phase=2)))


# Standard


S_HANDS = ["3H 3S 3D AH 2H 3C KS KD 9C 4S", "5H 5S 5D 7H 8H 9H JK JK QS QD"]
S_GAME = game("standard", "Ana Ben", entry(1, [0, 1], stack(pool("standard", 2), S_HANDS, "10S", "4H JK 6C")))


def test_standard_hits_on_others_at_once() -> None:
    record = add(S_GAME, draw(0), lay(0, "3H 3S 3D", "AH 2H 3C"), hit(0, "4H", 0, 1), discard(0, "KS"))
    assert last(record)["seats"][0]["laid"][1] == {"kind": "run", "cards": "AH 2H 3C 4H", "start": 1}
    record = add(record, draw(1, "deck"), lay(1, "5H 5S 5D", "7H 8H 9H"), hit(1, "JK", 0, 1), hit(1, "JK", 0, 0))
    assert last(record)["seats"][0]["laid"][1]["cards"] == "AH 2H 3C 4H JK", "S6; the low end is closed"
    with pytest.raises(referee.RefereeError, match="G11"):
        last(add(record, hit(1, "JK", 1, 1)))
    low = last(add(record, hit(1, "JK", 1, 1, end="low")))
    assert low["seats"][1]["laid"][1] == {"kind": "run", "cards": "JK 7H 8H 9H", "start": 6}


def test_standard_going_out_by_hit() -> None:
    laid = [{"kind": "set", "cards": "3H 3S JK", "number": 3}]
    seats = [seat("Ana", "3C", completed=[1], laid=laid), seat("Ben", "AH KS JK")]
    record = begun(position("standard", seats, options=ONE), entry(1, [0, 1], "", hit(0, "3C", 0, 0)))
    assert referee.winners(record) == (0,)
    assert last(record)["seats"][1]["score"] == 5 + 10 + 25, "S7"
    wilds = position("standard", [seat("Ana", "JK JK JK 9C 2D"), seat("Ben", "AH")], options=ONE)
    with pytest.raises(referee.RefereeError, match="G10"):
        last(begun(wilds, entry(1, [0, 1], "", lay(0, "JK JK JK"))))
    with pytest.raises(referee.RefereeError, match="G9"):
        last(begun(wilds, entry(1, [0, 1], "", lay(0, {"cards": "JK JK JK", "number": 4}))))


# Flip


F_NAMED = [
    "R3/7",
    "R4/8",
    "B8/1",
    "B9/1",
    "R5!/2",
    "Y1/3",
    "Y2/4",
    "Y3/12!",
    "G1/*",
    "G2/5",
    "B6!/9",
    "G3/9",
    "G5/9",
    "Y7/7",
]
FLIP = pool("flip", 2, *F_NAMED)
F_ANA = " ".join(F_NAMED[:10])
F_BEN = " ".join(word for word in FLIP[len(F_NAMED) :] if word.startswith("R"))
F_BEN = " ".join(F_BEN.split()[:10])
F_GAME = game("flip", "Ana Ben", entry(1, [0, 1], stack(FLIP, [F_ANA, F_BEN], "B6!/9", "G3/9 G5/9 Y7/7")))


def test_flip_turns_everything_over() -> None:
    record = add(F_GAME, draw(0), lay(0, "R3/7 R4/8", "B8/1 B9/1"))
    before = last(record)
    assert before["seats"][0]["laid"][0] == {
        "kind": "color run",
        "cards": "R3/7 R4/8",
        "start": 3,
        "color": "R",
    }
    after = last(add(record, discard(0, "R5!/2")))
    assert (before["side"], after["side"]) == ("color", "wild")
    assert after["discard_pile"] == "B6!/9 R5!/2", "F8: the card just discarded is at the bottom"
    assert after["draw_pile"].split() == before["draw_pile"].split()[::-1]
    assert after["seats"][0]["laid"] == before["seats"][0]["laid"], "cards on the table stay"
    back = last(add(record, discard(0, "R5!/2"), draw(1), discard(1, F_BEN.split()[0]), draw(0), discard(0, "Y3/12!")))
    assert back["side"] == "color"


def test_flip_hits_mix_sides() -> None:
    run = {"kind": "color run", "cards": "3/R1 4/R2", "start": 3, "color": None}
    seats = [
        seat("Ana", "R5/1 B2/5 R7/2", completed=[1], laid=[run]),
        seat("Ben", "G1/1"),
    ]
    start = position("flip", seats, options={"phases": ["1 color run of 2"]})
    record = begun(start, entry(1, [0, 1], "", hit(0, "R5/1", 0, 0)))
    assert last(record)["seats"][0]["laid"][0] == {**run, "cards": "3/R1 4/R2 R5/1", "color": "R"}, "F9"
    with pytest.raises(referee.RefereeError, match="G11"):
        last(add(record, hit(0, "B2/5", 0, 0)))
    turned = begun({**start, "side": "wild"}, entry(1, [0, 1], "", hit(0, "B2/5", 0, 0), hit(0, "R7/2", 0, 0)))
    laid = last(turned)["seats"][0]["laid"][0]
    assert laid == {"kind": "color run", "cards": "2/R7 3/R1 4/R2 5/B2", "start": 2, "color": None}


def test_flip_lays_wild_side_runs_open() -> None:
    seats = [seat("Ana", "R5/1 B2/2 Y9/*", phase=1), seat("Ben", "G1/1")]
    start = position("flip", seats, options={"phases": ["1 color run of 2"]}, side="wild")
    record = begun(start, entry(1, [0, 1], "", lay(0, "1 *")))
    laid = last(record)["seats"][0]["laid"]
    assert laid == [{"kind": "color run", "cards": "1/R5 */Y9", "start": 1, "color": None}], "F9, a lone face is enough"


def test_flip_scores_the_side_then_in_play() -> None:
    seats = [seat("Ana", "R5!/1", **DONE), seat("Ben", "G1/12 B3/*")]
    seats[0]["laid"] = [{"kind": "set", "cards": "R3/1 B3/2 G3/3", "number": 3}]
    record = begun(position("flip", seats, options=ONE), entry(1, [0, 1], "", discard(0, "R5!/1")))
    assert (last(record)["side"], last(record)["seats"][1]["score"]) == ("wild", 10 + 20), "F10"


def test_flip_pairs_stay() -> None:
    seats = [seat("Ana", "R3/7", **DONE), seat("Ben", "R4/8")]
    seats[0]["laid"] = [{"kind": "set", "cards": "B8/1 B8/1 G1/*", "number": 8}]
    start = position("flip", seats)
    ending = entry(1, [0, 1], "", discard(0, "R3/7"))
    deck = stack(FLIP, [F_ANA, F_BEN], "B6!/9")
    with pytest.raises(referee.RefereeError, match="F3"):
        last(begun(start, ending, entry(0, [0, 1], deck)))


# Comparing


def test_same() -> None:
    one, other = last(OPENING), last(OPENING)
    other["seats"][0]["hand"] = " ".join(reversed(other["seats"][0]["hand"].split()))
    del other["tie_break"], other["seats"][1]["used"], other["quiet_turns"]
    assert referee.same(one, other) == []
    other["seats"][1]["score"] = 5
    other["draw_pile"] = "R1"
    lines = referee.same(one, other)
    assert [line.split(":")[0] for line in lines] == ["draw_pile", "seat 1 score"]


# Whole games by a player who takes the first legal action: every round ends and no card is lost


class Shuffled(list[dict[str, Any]]):
    """Round entries that are shuffled when the table needs them."""

    def __init__(self, edition: str, seats: int, rng: random.Random) -> None:
        super().__init__()
        self.rng = rng
        self.cards = oracle.deck(edition, seats)
        if edition == "flip":
            backs = oracle.deck(edition, seats, "wild")
            rng.shuffle(backs)
            self.cards = list(map("/".join, zip(self.cards, backs, strict=True)))
        self.table: referee.Table | None = None
        self.first = (seats - 1, list(range(seats)))

    def __len__(self) -> int:
        return 10_000

    def __getitem__(self, index: Any) -> Any:
        while index >= super().__len__():
            dealer, seats = (self.table.dealer, self.table.playing) if self.table else self.first
            cards = list(self.cards)
            for saved in [word for seat in self.table.seats for word in seat.saved] if self.table else []:
                cards.remove(saved)
            self.rng.shuffle(cards)
            self.append(entry(dealer, list(seats), " ".join(cards)))
        return super().__getitem__(index)


def _fill(table: referee.Table, slots: list[oracle.Slot], words: list[str]) -> list[str] | None:
    """Return words for the slots in order, naturals before wilds, or None if there are not enough."""
    if not slots:
        return []
    for at, word in enumerate(words):
        if oracle._fits_slot(oracle.face(table.edition, word, table.side), slots[0]):
            rest = _fill(table, slots[1:], words[:at] + words[at + 1 :])
            if rest is not None:
                return [word, *rest]
    return None


def _laying(table: referee.Table, number: int, rng: random.Random) -> dict[str, Any] | None:
    """Return a lay-down of the phase, or None."""
    assert table.to_act is not None
    text, hand = table.phases[number], table.seats[table.to_act].hand
    menu = oracle.menu(table.edition, hand, text, table.side)
    needs = oracle.parse_phase(text)
    groups = []
    if not menu:
        return None
    combination, wilds = rng.choice(sorted(menu.items(), key=repr))
    naturals_first = sorted(hand, key=lambda word: oracle.face(table.edition, word, table.side).wild)
    slots = [s for i, need in zip(combination, needs, strict=True) for s in oracle.slots(i, need.size)]
    words = _fill(table, slots, naturals_first)
    assert words is not None
    for identity, need in zip(combination, needs, strict=True):
        cards, words = words[: need.size], words[need.size :]
        names = {"run": ("start",), "color run": ("start", "color"), "set": ("number",), "flush": ("suit",)}
        declared = dict(zip(names.get(need.kind, ("color",)), identity[1:], strict=True))
        groups.append({"cards": " ".join(cards), **declared})
    assert (
        oracle.check_arrangement(
            table.edition,
            hand,
            text,
            [{"kind": need.kind, **group} for need, group in zip(needs, groups, strict=True)],
            table.side,
        )
        >= wilds
    )
    return lay(table.to_act, *groups, **({"phase": number} if table.any_order else {}))


def _wishes(table: referee.Table, rng: random.Random) -> Iterator[dict[str, Any]]:
    """Yield actions to try, one of which is legal."""
    assert table.to_act is not None
    if table.step == "choose_phase":
        for number in rng.sample(list(table.phases), len(table.phases)):
            yield act(table.to_act, "choose_phase", phase=number)
    elif table.step == "draw":
        yield from _draws(table, table.to_act, rng)
    else:
        yield from _layings(table, rng)
        yield from _hits(table, table.to_act, rng)
        yield from _endings(table, table.to_act, rng)


def _draws(table: referee.Table, seat: int, rng: random.Random) -> Iterator[dict[str, Any]]:
    saved = table.seats[seat].saved
    if saved and rng.random() < 0.3:
        yield draw(seat, "saved", card=saved[0])
    if not table.draw_pile and len(table.discard_pile) > 1:
        yield draw(seat, reshuffled=" ".join(rng.sample(table.discard_pile[1:], len(table.discard_pile) - 1)))
    for source in [rng.choice(["deck", "discard"]), "deck", "discard"]:
        yield draw(seat, source)
    yield draw(seat, "saved", card=saved[0] if saved else "-")


def _layings(table: referee.Table, rng: random.Random) -> Iterator[dict[str, Any]]:
    assert table.to_act is not None
    me = table.seats[table.to_act]
    free = table.any_order and not table.tie_break
    for number in [n for n in table.phases if n not in me.completed] if free else [me.phase]:
        laying = _laying(table, number, rng) if number is not None and not me.laid else None
        if laying:
            yield laying


def _hits(table: referee.Table, seat: int, rng: random.Random) -> Iterator[dict[str, Any]]:
    groups = [(owner, at) for owner, other in enumerate(table.seats) for at in range(len(other.laid))]
    for owner, at in groups if table.seats[seat].laid else []:
        for card in table.seats[seat].hand:
            yield hit(seat, card, owner, at, end=rng.choice(["low", "high"]))
            yield hit(seat, card, owner, at)


def _endings(table: referee.Table, seat: int, rng: random.Random) -> Iterator[dict[str, Any]]:
    hand = table.seats[seat].hand
    cards = rng.sample(hand, len(hand))
    if rng.random() < 0.2:
        yield act(seat, "save", card=cards[0])
    for card in cards:
        yield discard(seat, card)
        yield discard(seat, card, target=rng.randrange(len(table.seats)))
        yield discard(seat, card, target=table._after(seat))


def _whole_game(edition: str, seats: int, rng: random.Random, **options: Any) -> tuple[Record, dict[str, Any]]:
    rounds = Shuffled(edition, seats, rng)
    record = game(edition, " ".join(f"P{seat}" for seat in range(seats)), **options)
    table = referee.Table({**record, "rounds": rounds})
    rounds.table = table
    while table.to_act is not None:
        _one_action(table, rounds, rng)
        assert _count(table) == len(rounds.cards)
    record["rounds"] = list(rounds)
    return record, table.position()


def _one_action(table: referee.Table, rounds: Shuffled, rng: random.Random) -> None:
    index = table.index
    for action in _wishes(table, rng):
        try:
            table.act(action)
        except referee.RefereeError:
            continue
        rounds[index]["actions"].append(action)
        return
    raise AssertionError("no legal action was found")


def _count(table: referee.Table) -> int:
    groups = [group["cards"].split() for seat in table.seats for group in seat.laid]
    held = [word for seat in table.seats for word in (*seat.hand, *seat.saved)]
    return len(table.draw_pile) + len(table.discard_pile) + len(held) + sum(map(len, groups))


GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("classic", 2, {"phases": [1, 2]}),
    ("classic", 6, {"phases": ["1 set of 2", "1 set of 3"], "order": "any", "must_lay_down": True}),
    ("classic", 3, {"phases": "even", "advance": "always"}),
    ("masters", 2, {"phases": [1, 9], "phase_9": "set"}),
    ("masters", 4, {"phases": [1, 2, 9], "advance": "always", "go_out_by_hit": False}),
    ("standard", 2, {"phases": [1, 3]}),
    (
        "standard",
        5,
        {"phases": ["2 cards of one suit + 2 of another", "1 run of 3"], "hit_others_same_turn": False},
    ),
    ("flip", 2, {"phases": [1]}),
    ("flip", 4, {"phases": [1, 2], "must_lay_down": True}),
    ("flip", 3, {"phases": ["3 cards of one color", "1 run of 3", "1 color run of 2"], "order": "any"}),
]


@pytest.mark.parametrize(("edition", "seats", "options"), GAMES)
def test_whole_games(edition: str, seats: int, options: dict[str, Any]) -> None:
    record, end = _whole_game(edition, seats, random.Random(f"{edition} {seats} {options}"), **options)
    assert referee.same(last(record), end) == []
    assert referee.winners(record)
