"""The expert in positions with one clearly right answer; each test's name gives the reason."""

from __future__ import annotations

from typing import Any

from phase10_widgets import Game, players
from phase10_widgets.players.expert import ExpertPlayer, ExpertSettings
from tests.faults import every
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
EDITIONS = every("edition", list(NEEDED))
SETS = [group("set", "R4 B4 G4", number=4), group("set", "R12 B12 G12", number=12)]
"""Phase 1 laid down on the table."""


def played(game: Game) -> list[Json]:
    """Return the expert's actions with a few seeds."""
    assert game.to_act is not None
    view = game.observe(game.to_act)
    return [players.get("expert", seed=seed).choose(view).to_dict() for seed in range(3)]


def agreed(game: Game) -> Json:
    """Return the expert's action, the same with any seed."""
    first, *others = played(game)
    assert all(one == first for one in others)
    return first


def thrown(game: Game) -> set[str]:
    """Return the discarded cards, as the faces that lie up."""
    found = played(game)
    assert {one["type"] for one in found} <= ({"discard", "save"} if game.edition.saves else {"discard"})
    return {one["card"].split("/")[0] for one in found}


def drawing(edition: str, top: str, mine: str = "", **more: Any) -> Game:
    """Return a game with seat 0 to draw, one card short of its phase."""
    near = f"{NEEDED[edition]} {USELESS[edition]}"
    return begin(edition, seat(mine or near, **more), near if mine else OTHER[edition], step="draw", discard_pile=top)


# Drawing


@EDITIONS
def test_it_takes_the_discard_that_completes_its_phase(edition: str) -> None:
    assert agreed(drawing(edition, LACKING[edition])) == draw("discard")


@EDITIONS
def test_it_takes_a_wild_that_completes_its_phase(edition: str) -> None:
    assert agreed(drawing(edition, WILD[edition])) == draw("discard")


@EDITIONS
def test_it_leaves_a_discard_that_is_of_no_use(edition: str) -> None:
    assert agreed(drawing(edition, OF_NO_USE[edition])) == draw()


@EDITIONS
def test_it_takes_a_wild_however_far_its_phase_is(edition: str) -> None:
    """A wild is sure to help; a card from the pile may not."""
    assert agreed(drawing(edition, WILD[edition], OTHER[edition], phase=10)) == draw("discard")


def laid_down(edition: str, **more: Any) -> Game:
    """Return a game in which seat 0 laid down 4s and 12s in an earlier turn."""
    return begin(edition, seat("R1 B2 G3", laid=SETS), OTHER["classic"], **more)


def test_once_it_has_laid_down_it_takes_the_discard_that_it_can_hit() -> None:
    assert agreed(laid_down("classic", step="draw", discard_pile="Y12")) == draw("discard")


def test_once_it_has_laid_down_it_takes_a_discard_that_fits_what_another_has_laid() -> None:
    """G11, G12."""
    other = seat("R1 R2 R3", laid=[group("run", "R5 B6 G7 Y8", start=5), group("set", "R2 B2 G2", number=2)])
    game = begin("classic", seat("R1 B3 G8", laid=SETS), other, step="draw", discard_pile="Y9")
    assert agreed(game) == draw("discard")


def test_once_it_has_laid_down_it_leaves_a_discard_that_fits_nowhere() -> None:
    assert agreed(laid_down("classic", step="draw", discard_pile="Y8")) == draw()


def test_masters_it_draws_its_saved_wild_when_that_completes_the_phase() -> None:
    """M4: a turn is worth more than the wild."""
    assert agreed(drawing("masters", "R2", saved="W R9")) == draw("saved", "W")


def test_masters_it_keeps_its_saved_wild_when_the_discard_completes_the_phase_as_well() -> None:
    """M4: the wild serves in a later round."""
    assert agreed(drawing("masters", "G7", saved="W")) == draw("discard")


def test_masters_it_draws_the_saved_card_that_completes_rather_than_a_saved_wild() -> None:
    assert agreed(drawing("masters", "R2", saved="W G7")) == draw("saved", "G7")


# Laying down, hitting, going out


@EDITIONS
def test_it_lays_down_as_soon_as_its_phase_is_complete(edition: str) -> None:
    game = begin(edition, f"{NEEDED[edition]} {LACKING[edition]} {USELESS[edition]}", OTHER[edition])
    assert agreed(game)["type"] == "lay_down"


@EDITIONS
def test_it_lays_down_with_a_wild_where_it_has_no_other_card(edition: str) -> None:
    game = begin(edition, f"{NEEDED[edition]} {WILD[edition]} {USELESS[edition]}", OTHER[edition])
    assert agreed(game)["type"] == "lay_down"


def test_it_hits_what_fits_before_it_throws_a_card() -> None:
    """G14: each card fewer brings going out nearer, at no cost."""
    assert agreed(begin("classic", seat("R12 R1 B3", laid=SETS), OTHER["classic"])) == hit("R12", 0, 1, "any")


def test_it_hits_a_wild_too() -> None:
    assert agreed(begin("classic", seat("W R1 B3", laid=SETS), OTHER["classic"]))["type"] == "hit"


def test_it_goes_out_with_the_last_card_that_fits() -> None:
    """M7."""
    laid = [group("set", "R4 O4 G4", number=4), group("set", "R12 O12 G12", number=12)]
    assert agreed(begin("masters", seat("Y12", laid=laid), OTHER["masters"])) == hit("Y12", 0, 1, "any")


def test_it_goes_out_by_hitting_one_card_and_throwing_the_other() -> None:
    """C4."""
    game = begin("classic", seat("R12 W", laid=SETS), OTHER["classic"])
    first = agreed(game)
    assert first["type"] == "hit"
    game = play(game, first)
    assert agreed(game)["type"] == "discard"
    assert play(game, agreed(game)).state.round == 2


def test_in_any_order_it_lays_the_longest_of_several_phases_that_are_ready() -> None:
    """V4: sets of 4 take long to collect, sets of 3 can be had again."""
    hand = "R5 B5 G5 Y5 R7 B7 G7 Y7 R1 R2 B12"
    found = agreed(begin("classic", hand, OTHER["classic"], options={"order": "any"}))
    assert (found["type"], found["phase"]) == ("lay_down", 7)


# Throwing


@EDITIONS
def test_it_keeps_what_its_phase_needs(edition: str) -> None:
    """With one card missing, any discard leaves the phase as near as before."""
    game = begin(edition, f"{NEEDED[edition]} {USELESS[edition]}", OTHER[edition])
    needed = {word.split("/")[0] for word in NEEDED[edition].split()}
    assert not thrown(game) & needed


def test_it_throws_the_only_card_that_neither_seat_needs() -> None:
    game = begin("classic", "R5 B5 G5 R7 B7 W Y1", seat("B1 B2", phase=4), options={"must_lay_down": False})
    assert agreed(game)["type"] == "lay_down"
    game = begin("classic", "R5 B5 W R7 Y11", seat("R1 B2 G3 Y4 R6", phase=4))
    assert thrown(game) == {"Y11"}


@EDITIONS
def test_it_never_throws_a_wild_while_it_holds_useless_cards(edition: str) -> None:
    game = begin(edition, seat(f"{WILD[edition]} {OTHER[edition]}", phase=10), NEEDED[edition])
    assert not thrown(game) & {WILD[edition].split("/")[0]}


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


def test_it_throws_the_dearest_of_its_useless_cards() -> None:
    """G14; seat 1 does not want 12s, as it left two."""
    assert thrown(collecting("deck")) == {"Y12"}


def test_it_does_not_feed_a_seat_that_collects() -> None:
    """Seat 1 took two 12s, so the third stays, although it is the costliest useless card."""
    game = collecting("discard")
    assert thrown(game) <= {"Y1", "Y2"}
    alone = ExpertPlayer(settings=ExpertSettings(hands=0))
    assert alone.choose(game.observe(0)).to_dict() == discard("Y12"), "a player that ignores seat 1 throws it"


def test_it_does_not_throw_what_a_seat_that_may_go_out_can_hit() -> None:
    """The costliest useless card fits a set on the table, and seat 1 holds two cards."""
    game = begin("classic", "R5 B5 G5 R7 B7 Y12 Y1", seat("R2 B3", laid=SETS, completed=[1]))
    assert thrown(game) == {"Y1"}


def hopeless(**options: Any) -> Game:
    """Return a game with six cards missing and seat 1 down to one card; more 1s are gone than other numbers."""
    mine = seat("R11 R1 B2 G3 R6 B7 G8 Y9", phase=10)
    other = seat("R2", laid=SETS, completed=[1])
    return begin("classic", mine, other, options=options, discard_pile="R1 B1 B1 G1")


def test_where_points_decide_it_throws_the_dearest_card_of_a_hopeless_hand() -> None:
    """V1: ten points outweigh a number with copies still to come."""
    assert thrown(hopeless(advance="always")) == {"R11"}


def test_where_phases_decide_it_throws_the_number_of_which_fewest_are_left() -> None:
    """G18."""
    assert thrown(hopeless()) == {"R1"}


def test_where_points_decide_it_breaks_a_dear_pair_of_a_hopeless_hand() -> None:
    """V1: with five cards missing and seat 1 about to go out, ten points outweigh a pair."""
    other = seat("R2", laid=SETS, completed=[1])
    hand = "R11 B11 R1 B2 G3 R5 B6 G7 Y8 R9"
    game = begin("classic", seat(hand, phase=10), other, options={"advance": "always"})
    assert thrown(game) <= {"R11", "B11"}


# Skips


def test_it_skips_the_seat_that_is_about_to_go_out() -> None:
    """C5."""
    other = seat("R2", laid=SETS, completed=[1])
    assert thrown(begin("classic", "R5 B5 G5 R7 B7 S Y11", other)) == {"S"}


def test_it_skips_the_seat_that_is_about_to_go_out_when_it_has_laid_down_itself() -> None:
    """C5."""
    mine = seat("S Y11 R3", laid=[group("set", "R9 B9 G9", number=9), group("set", "R8 B8 G8", number=8)])
    assert thrown(begin("classic", mine, seat("R2", laid=SETS, completed=[1]))) == {"S"}


MASTERS_SETS = [group("set", "R4 O4 G4", number=4), group("set", "R12 O12 G12", number=12)]


def test_masters_it_skips_the_only_seat_that_is_about_to_go_out() -> None:
    """M6."""
    other = seat("R2", laid=MASTERS_SETS, completed=[1])
    assert agreed(begin("masters", "R5 O5 G5 R7 O7 S Y11", other)) == discard("S", 1)


def test_masters_it_skips_the_seat_that_is_about_to_go_out_rather_than_the_one_ahead() -> None:
    """M6: seat 1 has completed more phases but is ten cards from going out; seat 2 holds one card."""
    ahead = seat(OTHER["masters"], phase=4, completed=[1, 2, 3])
    near = seat("R2", laid=MASTERS_SETS, completed=[1])
    assert agreed(begin("masters", "R5 O5 G5 R7 O7 S Y11", ahead, near)) == discard("S", 2)


# Masters: saved cards, chosen phases


def test_masters_it_saves_a_wild_that_can_be_used_no_more() -> None:
    """M5: no group on the table takes a card, so the wild is worth more in the next round than 25 points now."""
    run = group("run", "R1 O2 G3 Y4 R5 O6 G7 Y8 R9 O10 G11 Y12", start=1)
    game = begin("masters", seat("W R5", laid=[run], phase=6, completed=[6]), OTHER["masters"])
    assert agreed(game) == save("W")


def test_masters_it_chooses_the_phase_that_it_holds() -> None:
    """M3: it holds seven red cards, and nothing else is near."""
    mine = seat("R1 R1 R3 R3 R6 R9 R12 Y8 G10 O11", phase=None)
    assert agreed(begin("masters", mine, seat(OTHER["masters"], phase=None), step="choose_phase")) == choose(8)


def test_masters_of_two_phases_that_it_holds_it_chooses_the_longer() -> None:
    """M3: with four of both numbers, the sets of 3 are too easy."""
    mine = seat("R5 O5 G5 Y5 R7 O7 G7 Y7 R1 O12", phase=None)
    assert agreed(begin("masters", mine, seat(OTHER["masters"], phase=None), step="choose_phase")) == choose(7)


# Flip: two sides


def turning(mine: str, other: str, **more: Any) -> Game:
    """Return a game in which both seats try phase 8, 1 color run of 5 + 1 set of 2."""
    return begin("flip", seat(mine, phase=8, **more), seat(other, phase=8), discard_pile="R8/3")


def test_flip_it_does_not_turn_the_cards_when_that_completes_the_others_phase() -> None:
    """F4, F8: on the other side seat 1 holds a run and a pair; G11! is the costliest useless card."""
    mine = "R1/2 R2/2 R3/8 R4/8 B9/12 G9/12 G11!/4 Y6/4 G5/10 B3/10"
    other = "B1/1 B5/2 Y1/3 Y3/4 G8/5 G2/9 R10/9 Y11/12 B12/11 R12/6"
    assert "G11!" not in thrown(turning(mine, other))


def test_flip_it_does_not_turn_the_cards_for_another_when_it_has_laid_down() -> None:
    """F8."""
    run = group("color run", "R4/1 R5/1 R6/2 R7/3 R8/2", start=4, color="R")
    pair = group("set", "B9/5 G9/5", number=9)
    other = "B1/1 B5/2 Y1/3 Y3/4 G8/5 G2/9 R10/9 Y11/12 B12/11 R12/6"
    game = begin("flip", seat("G11!/4 Y6/4", phase=8, laid=[run, pair]), seat(other, phase=8))
    assert thrown(game) == {"Y6"}


def test_flip_it_turns_the_cards_when_that_completes_its_own_phase_alone() -> None:
    """F8: this side is far from a run of 5; on the other side seat 1 has only pairs."""
    mine = "R1/1 B3/2 G5/3 Y7/4 R9/5 B11/9 G2/9 G11!/12 Y10/12 B7/7 R12/8"
    other = "B1/1 B5/1 Y1/6 Y3/6 G8/11 G4/11 R10/3 Y11/3 B12/8 R6/8"
    assert thrown(turning(mine, other)) == {"G11!"}


def test_flip_it_keeps_the_side_on_which_its_phase_lacks_one_card() -> None:
    """F8: turned over, its cards would be pairs."""
    mine = "R1/1 R2/1 R3/4 R4/4 B9/7 G9/7 G11!/10 Y6/10 G5/12 B3/12"
    other = "B1/2 B5/2 Y1/5 Y3/5 G8/8 G2/8 R10/11 Y11/11 B12/3 R12/3"
    assert "G11!" not in thrown(turning(mine, other))
