"""The expert in positions with one clearly right answer; each row says why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from phase10_widgets import Game, players
from phase10_widgets.players.expert import ExpertPlayer, ExpertSettings
from tests.faults import no_faults
from tests.helpers import Json, begin, choose, discard, draw, group, hit, play, save, seat

NEEDED = {
    "classic": "R5 B5 G5 R7 B7",
    "masters": "R5 O5 G5 R7 O7",
    "standard": "5C 5D 5H 8S 9C",
    "flip": "R5/1 R6/1 B9/1",
}
"""All but one card of phase 1."""
USELESS = {
    "classic": "Y1 Y3 R9 B10 G12",
    "masters": "Y1 Y3 R9 O10 G12",
    "standard": "AC 4D QH QS KD",
    "flip": "Y1/2 R12/4 Y4/6 G1/8 G3/10 B12/12 Y12/7",
}
LACKING = {"classic": "G7", "masters": "G7", "standard": "10H", "flip": "B10/5"}
"""The card that completes phase 1."""
WILD = {"classic": "W", "masters": "W", "standard": "JK", "flip": "B*/5"}
OF_NO_USE = {"classic": "R2", "masters": "R2", "standard": "AS", "flip": "G8/3"}
OTHER = {
    "classic": "R2 B4 G6 Y8 R11 B12 G1 Y3 R10 B8",
    "masters": "R2 O4 G6 Y8 R11 O12 G1 Y3 R10 O8",
    "standard": "2C 4D 6H 8C JC QS AH 3S 10C 6D",
    "flip": "R2/1 B4/3 G6/5 Y8/7 R11/9 B1/11 G10/2 Y3/4 R10/6 B7/8",
}
SETS = [group("set", "R4 B4 G4", number=4), group("set", "R12 B12 G12", number=12)]
"""Phase 1 laid down on the table."""
MASTERS_SETS = [group("set", "R4 O4 G4", number=4), group("set", "R12 O12 G12", number=12)]


def played(game: Game) -> list[Json]:
    assert game.to_act is not None
    view = game.observe(game.to_act)
    return [players.get("expert", seed=seed).choose(view).to_dict() for seed in range(3)]


def thrown(game: Game) -> set[str]:
    """Return the discarded cards, each as the face that is up."""
    found = played(game)
    assert {one["type"] for one in found} <= ({"discard", "save"} if game.edition.saves else {"discard"})
    return {one["card"].split("/")[0] for one in found}


def drawing(edition: str, top: str, mine: str = "", **more: Any) -> Game:
    """Return a game with seat 0 to draw, one card short of its phase."""
    near = f"{NEEDED[edition]} {USELESS[edition]}"
    return begin(edition, seat(mine or near, **more), near if mine else OTHER[edition], step="draw", discard_pile=top)


def playing(edition: str, more: str) -> Game:
    """Return a game with seat 0 to play, one card short of its phase, apart from *more*."""
    return begin(edition, f"{NEEDED[edition]} {more} {USELESS[edition]}", OTHER[edition])


def laid_down(cards: str = "R1 B2 G3", *others: Json | str, **more: Any) -> Game:
    """Return a game in which seat 0 laid down 4s and 12s in an earlier turn."""
    return begin("classic", seat(cards, laid=SETS), *(others or (OTHER["classic"],)), **more)


def choosing(mine: str) -> Game:
    return begin("masters", seat(mine, phase=None), seat(OTHER["masters"], phase=None), step="choose_phase")


def each_edition() -> Iterator[tuple[Game, Json, str]]:
    """Yield what the expert does in every edition."""
    for edition in NEEDED:
        yield drawing(edition, LACKING[edition]), draw("discard"), f"{edition}: the discard completes its phase"
        yield drawing(edition, WILD[edition]), draw("discard"), f"{edition}: the wild completes its phase"
        yield drawing(edition, OF_NO_USE[edition]), draw(), f"{edition}: the discard is of no use"
        far = drawing(edition, WILD[edition], OTHER[edition], phase=10)
        yield far, draw("discard"), f"{edition}: a wild is sure to help; a card from the pile may not"
        yield playing(edition, LACKING[edition]), {"type": "lay_down"}, f"{edition}: its phase is complete"
        yield playing(edition, WILD[edition]), {"type": "lay_down"}, f"{edition}: its phase is complete with a wild"


OTHERS_GROUPS = seat("R1 R2 R3", laid=[group("run", "R5 B6 G7 Y8", start=5), group("set", "R2 B2 G2", number=2)])
FULL_RUN = group("run", "R1 O2 G3 Y4 R5 O6 G7 Y8 R9 O10 G11 Y12", start=1)
OUT_SOON = seat("R2", laid=SETS, completed=[1])
MASTERS_OUT_SOON = seat("R2", laid=MASTERS_SETS, completed=[1])


def right() -> Iterator[tuple[Game, Json, str]]:
    """Yield games, what the expert does with any seed (its most important fields), and why."""
    yield from each_edition()
    yield laid_down(step="draw", discard_pile="Y12"), draw("discard"), "once it has laid down, it can hit the 12"
    fits = begin("classic", seat("R1 B3 G8", laid=SETS), OTHERS_GROUPS, step="draw", discard_pile="Y9")
    yield fits, draw("discard"), "G11, G12: it fits another seat's group"
    yield laid_down(step="draw", discard_pile="Y8"), draw(), "it fits nowhere"
    yield drawing("masters", "R2", saved="W R9"), draw("saved", "W"), "M4: a turn is worth more than the saved wild"
    yield drawing("masters", "G7", saved="W"), draw("discard"), "M4: the saved wild serves in a later round"
    yield drawing("masters", "R2", saved="W G7"), draw("saved", "G7"), "M4: the saved 7 completes as well as the wild"
    yield laid_down("R12 R1 B3"), hit("R12", 0, 1, "any"), "G14: one card fewer, at no cost"
    yield laid_down("W R1 B3"), {"type": "hit"}, "a wild as well"
    out = begin("masters", seat("Y12", laid=MASTERS_SETS), OTHER["masters"])
    yield out, hit("Y12", 0, 1, "any"), "M7: it goes out with the last card"
    ready = begin("classic", "R5 B5 G5 Y5 R7 B7 G7 Y7 R1 R2 B12", OTHER["classic"], options={"order": "any"})
    yield ready, {"type": "lay_down", "phase": 7}, "V4: sets of 4 take long to collect; sets of 3 are easy to get again"
    skip = begin("masters", "R5 O5 G5 R7 O7 S Y11", MASTERS_OUT_SOON)
    yield skip, discard("S", 1), "M6: the only other seat is about to go out"
    ahead = seat(OTHER["masters"], phase=4, completed=[1, 2, 3])
    two = begin("masters", "R5 O5 G5 R7 O7 S Y11", ahead, MASTERS_OUT_SOON)
    yield two, discard("S", 2), "M6: seat 1 has completed more phases, but seat 2 is about to go out"
    full = begin("masters", seat("W R5", laid=[FULL_RUN], phase=6, completed=[6]), OTHER["masters"])
    yield full, save("W"), "M5: no group takes a card, so the wild is worth more in the next round than 25 points now"
    yield choosing("R1 R1 R3 R3 R6 R9 R12 Y8 G10 O11"), choose(8), "M3: it holds seven red cards"
    yield choosing("R5 O5 G5 Y5 R7 O7 G7 Y7 R1 O12"), choose(7), "M3: with four of both numbers, sets of 3 are too easy"


def test_it_makes_the_right_move() -> None:
    with no_faults() as faults:
        for game, wanted, why in right():
            with faults.of(why):
                assert [{key: one.get(key) for key in wanted} for one in played(game)] == [wanted] * 3


def test_it_goes_out_by_hitting_one_card_and_discarding_the_other() -> None:
    """C4."""
    game = laid_down("R12 W")
    for kind in ("hit", "discard"):
        (first, *_) = played(game)
        assert first["type"] == kind
        game = play(game, first)
    assert game.state.round == 2


def collecting(source: str) -> Game:
    """Return a game in which seat 1 took two 12s that seat 0 threw, or left them; seat 0 may throw a third.

    Two more 12s lie on the discard pile, so seat 0 itself needs its 12 no more than a 1 or a 2.
    """
    game = begin(
        "classic",
        "R5 B5 G5 R7 B7 Y12 B12 G12",
        "R3 B4 R6 B8 R11 B9 G4 Y3 Y10 G10",
        discard_pile="Y12 R12",
        draw_pile="Y1 Y2 Y6" if source == "discard" else "Y7 Y1 Y9 Y2 Y6",
    )
    for first, second in (("B12", "G4"), ("G12", "Y3")):
        game = play(game, discard(first), draw(source), discard(second), draw())
    return game


def hopeless(mine: str, **more: Any) -> Game:
    """Return a game with many cards missing and seat 1 down to one card."""
    return begin("classic", seat(mine, phase=10), OUT_SOON, **more)


def turning(mine: str, other: str, **more: Any) -> Game:
    """Return a game in which both seats try phase 8, 1 color run of 5 + 1 set of 2."""
    return begin("flip", seat(mine, phase=8, **more), seat(other, phase=8), discard_pile="R8/3")


def throws() -> Iterator[tuple[Game, str, str]]:
    """Yield games, the cards of which the expert throws one (or "not" and the cards it keeps), and why."""
    for edition, needed in NEEDED.items():
        faces = " ".join(word.split("/")[0] for word in needed.split())
        yield playing(edition, ""), f"not {faces}", f"{edition}: any other discard leaves the phase as near as before"
        far = begin(edition, seat(f"{WILD[edition]} {OTHER[edition]}", phase=10), needed)
        yield far, f"not {WILD[edition].split('/')[0]}", f"{edition}: a wild stays while there are useless cards"
    neither = begin("classic", "R5 B5 W R7 Y11", seat("R1 B2 G3 Y4 R6", phase=4))
    yield neither, "Y11", "neither seat needs the 11"
    yield collecting("deck"), "Y12", "G14: the costliest of its useless cards, since seat 1 left two 12s"
    yield collecting("discard"), "Y1 Y2", "seat 1 took two 12s, so the third stays, although it costs most"
    yield begin("classic", "R5 B5 G5 R7 B7 Y12 Y1", seat("R2 B3", laid=SETS, completed=[1])), "Y1", "12 fits a set"
    gone = {"discard_pile": "R1 B1 B1 G1"}
    always = {"options": {"advance": "always"}}
    one_left = hopeless("R11 R1 B2 G3 R6 B7 G8 Y9", **gone, **always)
    yield one_left, "R11", "V1: ten points outweigh a number still to come"
    yield hopeless("R11 R1 B2 G3 R6 B7 G8 Y9", **gone), "R1", "G18: phases decide, and fewest 1s are left"
    yield hopeless("R11 B11 R1 B2 G3 R5 B6 G7 Y8 R9", **always), "R11 B11", "V1: ten points outweigh a pair"
    yield begin("classic", "R5 B5 G5 R7 B7 S Y11", OUT_SOON), "S", "C5: seat 1 is about to go out"
    down = seat("S Y11 R3", laid=[group("set", "R9 B9 G9", number=9), group("set", "R8 B8 G8", number=8)])
    yield begin("classic", down, OUT_SOON), "S", "C5: it skips seat 1 even after its own lay-down"
    mine = "R1/2 R2/2 R3/8 R4/8 B9/12 G9/12 G11!/4 Y6/4 G5/10 B3/10"
    other = "B1/1 B5/2 Y1/3 Y3/4 G8/5 G2/9 R10/9 Y11/12 B12/11 R12/6"
    yield turning(mine, other), "not G11!", "F4, F8: on the other side, seat 1 holds a run and a pair"
    groups = [group("color run", "R4/1 R5/1 R6/2 R7/3 R8/2", start=4, color="R"), group("set", "B9/5 G9/5", number=9)]
    laid = begin("flip", seat("G11!/4 Y6/4", phase=8, laid=groups), seat(other, phase=8))
    yield laid, "Y6", "F8: it has laid down and turns nothing over to help another seat"
    mine = "R1/1 B3/2 G5/3 Y7/4 R9/5 B11/9 G2/9 G11!/12 Y10/12 B7/7 R12/8"
    pairs = "B1/1 B5/1 Y1/6 Y3/6 G8/11 G4/11 R10/3 Y11/3 B12/8 R6/8"
    yield turning(mine, pairs), "G11!", "F8: far from a run on this side; on the other, seat 1 has only pairs"
    mine = "R1/1 R2/1 R3/4 R4/4 B9/7 G9/7 G11!/10 Y6/10 G5/12 B3/12"
    pairs = "B1/2 B5/2 Y1/5 Y3/5 G8/8 G2/8 R10/11 Y11/11 B12/3 R12/3"
    yield turning(mine, pairs), "not G11!", "F8: its phase lacks one card here; turned over, its cards would be pairs"


def test_it_discards_the_cheapest_card() -> None:
    with no_faults() as faults:
        for game, cards, why in throws():
            with faults.of(why):
                if cards.startswith("not "):
                    assert not thrown(game) & set(cards.split())
                else:
                    assert thrown(game) <= set(cards.split())


def test_a_player_that_ignores_the_other_seat_feeds_it() -> None:
    alone = ExpertPlayer(settings=ExpertSettings(hands=0))
    assert alone.choose(collecting("discard").observe(0)).to_dict() == discard("Y12")
