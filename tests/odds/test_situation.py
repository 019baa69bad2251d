"""A seat's knowledge of the cards to come, and the refusals."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets.base.translatable import Refusal
from phase10_widgets.odds import Situation, options
from tests.faults import every
from tests.helpers import begin, group, seat
from tests.odds.lessons import views
from tests.reference import oracle


def test_the_pool_is_the_deck_without_visible_cards() -> None:
    """The pool is the oracle's deck without every word that the view's own JSON shows."""
    for edition in p10.EDITIONS:
        looked = 0
        for seed in range(4):
            for _, view in views(edition, seed, 12):
                if view.to_act is None or view.me.laid or not view.draw_size:
                    continue
                seen = view.to_dict()
                shown = [seen["hand"], seen["saved"], seen["discard_pile"]]
                shown += [laid["cards"] for row in seen["seats"] for laid in row["laid"]]
                expected = Counter(oracle.deck(edition, len(seen["seats"]), seen["side"]))
                words = " ".join(shown).split()
                expected.subtract(oracle.active(word, seen["side"]) if edition == "flip" else word for word in words)
                assert Situation.of(view, 1).pool.counts == +expected
                assert min(expected.values()) >= 0
                looked += 1
        assert looked > 20


def test_backs_do_not_affect_the_pool() -> None:
    """F3, F4: the backs of the other hand and of the pile's top are visible, yet any unseen face may come."""
    rows = (seat("R1/9"), seat("R2/9 R3/9 R4/9"))
    x = Situation.of(begin("flip", *rows, step="draw", draw_pile="B1/9 B2/5", discard_pile="B3/6").observe(0))
    assert x.pool.size == 104 - 2
    assert x.pool.counts["R2"] == 2
    assert x.back is not None
    assert x.back.code == "9"
    assert x.turned is not None
    # on the other side these backs are known: in the hand, in the other hand, and at the bottom of the pile
    assert x.turned.size == 104 - 1 - 1 - 3 - 1
    assert x.turned.counts["9"] == 7 - 5


def test_an_empty_draw_pile_is_made_of_the_discards() -> None:
    """G13: the top stays before the draw; afterwards every discard goes into the next pile."""
    one = begin("classic", "R7", "R8", step="draw", draw_pile="", discard_pile="R1 R2 R2 S")
    assert Situation.of(one.observe(0)).pool.counts == {"R2": 2, "S": 1}
    assert Situation.of(one.observe(1)).pool.counts == {"R1": 1, "R2": 2, "S": 1}


def test_the_top_counts_only_on_the_seats_turn_and_unless_it_is_a_skip() -> None:
    """C5."""
    game = begin("classic", "R7", "R8", step="draw", discard_pile="R1 R2")
    top = Situation.of(game.observe(0)).top
    assert top is not None
    assert top.code == "R1"
    assert Situation.of(game.observe(1)).top is None
    after = game.apply({"type": "draw", "from": "deck"})
    assert Situation.of(after.observe(0)).top is None
    assert Situation.of(after.observe(0)).drawn
    assert not Situation.of(after.observe(1)).drawn
    assert Situation.of(begin("classic", "R7", "R8", step="draw", discard_pile="S R2").observe(0)).top is None


def test_only_the_seats_own_saved_cards_count() -> None:
    """M5."""
    rows = (seat("R7", saved="O3"), seat("R8", saved="W W"))
    mine = Situation.of(begin("masters", *rows, step="draw", discard_pile="R1").observe(0))
    assert [card.code for card in mine.saved] == ["O3"]
    assert mine.pool.counts["W"] == 12
    assert mine.pool.counts["O3"] == 1


def test_the_phase_is_the_seats_own() -> None:
    game = begin("classic", seat("R7", phase=4), seat("R8", phase=2))
    assert [str(Situation.of(game.observe(at)).phase) for at in (0, 1)] == ["1 run of 7", "1 set of 3 + 1 run of 4"]


def test_in_any_order_the_phase_must_be_named() -> None:
    """V4, M3; the last remaining phase needs no name."""
    game = begin("classic", "R7", "R8", options={"order": "any", "phases": [1, 7]})
    for unchosen in (game, p10.Game.new("masters", ["Ana", "Ben"], 1)):
        with pytest.raises(Refusal, match="the phase has not been chosen yet: specify one, such as phase=3"):
            Situation.of(unchosen.observe(0))
        assert Situation.of(unchosen.observe(0), 7).phase.number == 7
    done = begin("classic", seat("R7", completed=[1]), "R8", options={"order": "any", "phases": [1, 7]})
    assert Situation.of(done.observe(0)).phase.number == 7


def test_views_without_odds_are_refused() -> None:
    laid = seat("R7 R9", completed=[1], laid=[group("set", "R3 B3 G3", number=3), group("set", "R4 B4 G4", number=4)])
    for phase in (None, 2):
        with pytest.raises(Refusal, match="Ana's phase is already on the table: there is nothing left to complete"):
            Situation.of(begin("classic", laid, "R8").observe(0), phase)
    with pytest.raises(Refusal, match="a spectator has no cards: use the view of a seat instead"):
        Situation.of(begin("classic", "R7", "R8").observe(None))
    over = p10.Session("classic", ["greedy", "greedy"], seed=3, phases=["1 set of 2"])
    over.run()
    with pytest.raises(Refusal, match="the game is over: there is no next card"):
        Situation.of(over.game.observe(0))


CANNOT_BE = [
    ({"edition": "uno"}, "there is no edition 'uno'", "an unknown edition"),
    ({"phase": 11}, "there is no phase 11", "an unknown number"),
    ({"phase": "a full house"}, "'a full house' is not a group", "an unreadable phase"),
    ({"phase": "1 flush of 4"}, "only editions with ordinary playing cards", "a phase without such cards"),
    ({"phase": None}, "a phase must be a whole number such as 1", "no phase at all"),
    ({"hand": "R7 X9"}, "'X9' is not a card in the classic edition", "a word that is not a card"),
    ({"hand": "<script>" * 1000}, "is not a card in the classic edition", "hostile text is cut"),
    ({"hand": 7}, "cards must be given as", "no cards at all"),
    ({"hand": "R7 R7 R7"}, "3 copies of R7 are listed, but the pool has only 2", "a third red 7"),
    ({"hand": "R7", "seen": "R7", "top": "R7"}, "3 copies of R7 are listed", "wherever they lie"),
    ({"top": "R7 R8"}, "the discard pile can have only one top card, not 2", "two tops"),
    ({"seats": 9}, "is for 2 to 6 players, not 9", "too many players"),
    ({"seats": "x"}, "is for 2 to 6 players, not 'x'", "not a number of players"),
    ({"side": "back"}, "there is no side 'back'", "an unknown side"),
    ({"edition": "flip", "hand": "R7 9"}, "9 is a face of the wild side", "lone faces of both sides"),
    ({"edition": "flip", "hand": "9", "seen": "R7"}, "R7 is a face of the color side", "seen on another side"),
    ({"hand": p10.edition("masters").cards("O7")}, "O7 is not a card in the classic edition", "another pack's cards"),
]


@every("changes, sentence, why", CANNOT_BE)
def test_impossible_situations_are_refused(changes: dict[str, Any], sentence: str, why: str) -> None:
    with pytest.raises(ValueError, match=sentence) as caught:
        Situation.with_cards(**{"edition": "classic", "phase": 1, "hand": "R7", **changes})
    assert len(str(caught.value)) < 300


def test_a_lesson_shows_the_side_of_its_cards_and_knows_the_deck_of_its_seats() -> None:
    """S1: two decks and four jokers for every two seats."""
    assert Situation.with_cards("flip", 1, "7 8 *").pool.side.name == "wild"
    assert Situation.with_cards("flip", 1, "R7 R8").pool.side.name == "color"
    assert Situation.with_cards("flip", 1, "R7/9 R8/3", side="wild").pool.counts["9"] == 6
    assert Situation.with_cards("standard", 1, "AH").pool.size == 2 * 52 + 4 - 1
    assert Situation.with_cards("standard", 1, "AH", seats=3).pool.size == 4 * 52 + 8 - 1


def test_a_card_in_a_lesson_is_seen_wherever_it_lies() -> None:
    x = Situation.with_cards("masters", 1, "R7 O7", seen="Y7 W", top="G7", saved="R1")
    assert (x.pool.size, [card.code for card in x.saved]) == (110 - 6, ["R1"])
    drawn = Situation.with_cards("masters", 1, "R7 O7", top="G7", drawn=True)
    assert (drawn.pool.size, drawn.top) == (110 - 3, None)


def test_assumptions() -> None:
    usual = "Every card that you cannot see is equally likely to be the next one"
    game = p10.Game.new("flip", ["Ana", "Ben"], 1)
    for situation, rest in (
        (Situation.with_cards("classic", 1, "R7"), "."),
        (Situation.with_cards("flip", 1, "R7"), "; the cards are not turned over."),
        (Situation.of(game.observe(0)), ", whatever its other side shows; nobody else turns the cards over."),
    ):
        assert str(situation.assumption) == str(options(situation)[0].next_turn.assumption) == usual + rest
