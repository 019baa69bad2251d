"""Odds of every way to play a turn: by hand, by trying every possible card, and in the middle of games."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any, TypeAlias

import pytest

import phase10_widgets as p10
from phase10_widgets import Card, Observation
from phase10_widgets.base.translatable import Refusal
from phase10_widgets.odds import Option, Options, Situation, options
from phase10_widgets.rules import legal
from phase10_widgets.rules.actions import Draw
from phase10_widgets.rules.observation import observe
from tests.contracts.test_hidden import resampled
from tests.helpers import begin, seat
from tests.odds.lessons import SIDES, dealt, distance, lesson, mean, phases, small, views

Found: TypeAlias = tuple[Any, ...]
"""now, next_turn, distance, nearer."""
Move: TypeAlias = tuple[str | None, str | None, str]
"""The source, the card if known, and the discard."""


def table(found: Sequence[Option]) -> dict[Move, Found]:
    """Return the numbers of each option by its move."""
    rows: dict[Move, Found] = {}
    for option in found:
        thrown = option.discard.code if isinstance(option.discard, Card) else option.discard
        row = tuple(map(Fraction, (option.now, option.next_turn, option.distance, option.nearer)))
        rows[option.draw, option.card.code if option.card else None, thrown] = row
    assert len(rows) == len(found), "each move is there once"
    return rows


def test_seeing_the_card_first_has_value() -> None:
    """7 9 in hand, 7 7 9 9 to come, a set of 3: after a 7 the 9 goes, and 1 of the 3 remaining cards completes it."""
    rules = small("classic", "R7 R9 B7 G7 B9 G9")
    found = table(options(Situation.with_cards(rules, "1 set of 3", "R7 R9")))
    half, third = Fraction(1, 2), Fraction(1, 3)
    assert found == {
        ("deck", None, "best"): (0, third, 1, third),
        ("deck", None, "R9"): (0, half * third, half * 1 + half * 2, half * third + half),
        ("deck", None, "R7"): (0, half * third, half * 1 + half * 2, half * third + half),
        ("deck", None, "drawn"): (0, 0, 2, 1),
    }


def test_the_top_of_the_discard_pile_is_known() -> None:
    """7 7 1 with a 7 on top completes at once; the pile has 5 more 7s and 8 wilds among 104 cards. No skip (C5)."""
    found = options(Situation.with_cards("classic", "1 set of 3", "R7 B7 G1", top="G7"))
    assert found[0].draw == "discard"
    assert found[0].now == found[0].next_turn == 1
    assert next(option for option in found if option.draw == "deck").now == Fraction(5 + 8, 104)
    skip = options(Situation.with_cards("classic", "1 set of 3", "R7 B7 G1", top="S"))
    assert {option.draw for option in skip} == {"deck"}


def test_a_saved_card_is_drawn_now_or_next_turn() -> None:
    """M4: two 7s in hand and one saved: drawing it completes now; drawing from the pile keeps it for the next turn."""
    found = options(Situation.with_cards("masters", "1 set of 3", "R7 O7 G1 O12", saved="Y7 Y1"))
    by_move = table(found)
    assert by_move["saved", "Y7", "O12"] == (1, 1, 0, 0)
    assert by_move["deck", None, "O12"][1] == 1
    assert by_move["saved", "Y1", "O12"] == (0, 1, 1, 1)
    assert by_move["saved", "Y1", "R7"][1] < 1


def test_the_best_comes_first_then_the_costliest_card() -> None:
    found = options(Situation.with_cards("classic", "1 set of 3", "R7 B7 G1 G11 S R2", drawn=True))
    assert [option.discard.code for option in found if isinstance(option.discard, Card)][:4] == ["S", "G11", "G1", "R2"]


def reference(situation: Situation, edition: str) -> dict[Move, Found]:
    """Compute the same numbers by trying each card now and each card next, with the core's distance."""
    of = distance(situation.phase, situation.pool.side.name, edition)
    hand, pool = list(situation.hand), situation.pool.cards()

    def ahead(left: list[Card], rest: list[Card], saved: list[Card]) -> Found:
        here = of(left)
        after = [of([*left, card]) for card in rest]
        sure = [of([*left, card]) for card in saved]
        if any(there < here for there in sure):
            return Fraction(0), Fraction(min(sure) == 0), Fraction(here), Fraction(1)
        return Fraction(0), mean([not n for n in after]), Fraction(here), mean([n < here for n in after])

    def play(card: Card | None, thrown: Card, rest: list[Card], saved: list[Card]) -> Found:
        cards = hand if card is None else [*hand, card]
        if not of(cards):
            return Fraction(1), Fraction(1), Fraction(0), Fraction(0)
        return ahead(without(cards, thrown), rest, saved)

    saved = list(situation.saved)
    found: dict[Move, Found] = {}
    if situation.drawn:
        return {(None, None, card.code): play(None, card, pool, saved) for card in hand}
    if situation.top:
        for card in (*hand, situation.top):
            found["discard", situation.top.code, card.code] = play(situation.top, card, pool, saved)
    for drawn in saved:
        for card in (*hand, drawn):
            found["saved", drawn.code, card.code] = play(drawn, card, pool, without(saved, drawn))
    from_pile = {card.code: [play(drawn, card, without(pool, drawn), saved) for drawn in pool] for card in hand}
    from_pile["drawn"] = [play(drawn, drawn, without(pool, drawn), saved) for drawn in pool]
    from_pile["best"] = [
        max(row, key=lambda found: (found[1], found[3] - found[2], -found[2]))
        for row in zip(*from_pile.values(), strict=True)
    ]
    for thrown, rows in from_pile.items():
        found["deck", None, thrown] = tuple(mean([row[at] for row in rows]) for at in range(4))
    return found


def without(cards: list[Card], card: Card) -> list[Card]:
    left = list(cards)
    left.remove(card)
    return left


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "side"), SIDES)
def test_every_option_matches_trying_every_card(edition: str, side: str) -> None:
    chance = Random(f"{edition}/{side}")
    certain = 0
    for phase in phases(edition):
        for _ in range(3):
            n, size = chance.randint(3, 10), chance.randint(2, 9)
            hand, pool = dealt(edition, side, chance, n, size + 2)
            top, saved = pool[0], pool[1:2] if edition == "masters" else []
            x = lesson(edition, side, phase, hand, pool, top=top, saved=tuple(saved), drawn=chance.random() < 0.2)
            found = options(x)
            assert table(found) == reference(x, edition), (phase, hand, pool)
            certain += any(option.next_turn for option in found)
    assert certain > len(phases(edition)) // 2, "the hands are near enough to tell"


def test_a_flip_symbol_turns_the_hand_over() -> None:
    """F8: on the color side a 3 is missing; the other sides of the remaining cards make the set, except for one 9.

    The other player has one card, whose other face (a 9) is visible, as is the top of the draw pile (another 9).
    """
    game = begin(
        "flip",
        seat("R1/9 B2/9 R9!/4 G12/8", phase=1),
        seat("Y6/9"),
        options={"phases": ["1 set of 3"]},
        discard_pile="B5/2",
        draw_pile="Y8/9 B8/7 G8/6",
    )
    x = Situation.of(game.observe(0))
    found = table(options(x))
    assert x.turned is not None
    # visible on the wild side: four of our own cards, the discard, the other hand's card, the draw pile's top
    assert x.turned.size == 104 - 4 - 1 - 1 - 1
    # 9 9 8 are left; of the 9s two are ours, one is in the other hand, one goes to the bottom; stars: 8.
    outs = Fraction(8 - 4 + 8, 97)
    assert found[None, None, "R9!"] == (0, outs, 1, outs)
    assert found[None, None, "G12"][1] == 0


def turned_reference(view: Observation, thrown: Card, drawn: Sequence[Card]) -> Found:
    """Compute the numbers of a discard that turns everything over, from the view's own texts."""
    seen = view.to_dict()
    other = "wild" if seen["side"] == "color" else "color"

    def faces(words: str) -> list[str]:
        return [part for word in words.split() for part in word.split("/") if (part[0] in "RBGY") == (other == "color")]

    laid = [group["cards"] for row in seen["seats"] for group in row["laid"]]
    known = faces(" ".join([seen["hand"], seen["discard_pile"], *laid, *[row["backs"] for row in seen["seats"]]]))
    side = view.edition.pack.side(other)
    pool = [(card if card.side is side else card.turned).code for card in view.edition.deck(len(seen["seats"]))]
    for code in (*known, seen["draw_pile"]["back"]):
        pool.remove(code)
    left = [*[card.turned for card in without(list(view.hand), thrown)], *drawn]
    of = distance(view.edition.phase(view.me.phase or 0), other, "flip")
    here = of(left)
    after = [of([*left, side.faces[code]]) for code in pool]
    return Fraction(0), mean([not n for n in after]), Fraction(here), mean([n < here for n in after])


@pytest.mark.slow
def test_turning_over_matches_trying_every_card() -> None:
    """Before a draw, the pile's top shows its other face (F4), so the hand after turning over is known."""
    looked = {"draw": 0, "play": 0}
    for seed in range(15):
        for game, view in views("flip", seed, 12, phases=[1 + seed % 10]):
            if view.seat != game.to_act or view.me.laid or view.draw_size < 2:
                continue
            found = table(options(view))
            drawn = [view.draw_back] if view.step == "draw" and view.draw_back else []
            source = "deck" if drawn else None
            for card in view.hand:
                if card.flips and not found[source, None, card.code][0]:
                    looked[view.step or ""] += 1
                    assert found[source, None, card.code] == turned_reference(view, card, drawn)
    assert looked["draw"] > 2
    assert looked["play"] > 5


REFUSED = {
    "{name}'s phase is already on the table: there is nothing left to complete this round",
    "the phase has not been chosen yet: specify one, such as phase=3",
    "the game is over: there is no next card",
    "{name} is not playing in this round",
}


@pytest.mark.slow
@pytest.mark.parametrize("edition", p10.EDITIONS)
def test_any_moment_of_a_game_has_an_answer(edition: str) -> None:
    answered: list[bool] = []
    various: list[dict[str, Any]] = [{}, {"advance": "always", "must_lay_down": True}]
    various += [{"order": "any"}] if edition != "masters" else []  # it has its own choice of phases (M3)
    for seed, more in enumerate([*various, *various]):
        for _, view in views(edition, seed, 14, **more):
            found = answer(view)
            answered.append(found is not None)
            if found is None:
                continue
            draws = {(action.source, action.card) for action in view.legal_actions() if isinstance(action, Draw)}
            offered = {(row.draw, row.card.code if row.draw == "saved" and row.card else None) for row in found}
            assert draws in (offered, set())
            check(found)
    assert answered.count(True) > 20
    assert answered.count(False) > 5


def answer(view: Observation) -> Options | None:
    """Return the options, or None if they are refused; an open phase is named."""
    over = view.to_act is None or view.me.laid or view.seat not in view.playing
    if not over and len(legal.phases_to_lay(view)) == 1:
        return options(view)
    with pytest.raises(Refusal) as caught:
        options(view, 1 if over else None)
    assert caught.value.template in REFUSED
    return None if over else options(view, legal.open_phases(view)[-1].number)


def check(found: Options) -> None:
    """Check properties of every list of options."""
    assert all(0 <= option.now <= option.next_turn <= 1 for option in found)
    assert all(0 <= option.nearer <= 1 and option.distance >= 0 for option in found)
    ranks = [(option.next_turn, option.nearer - option.distance) for option in found]
    assert all(one >= other for one, other in pairwise(ranks))
    deck = [option for option in found if option.draw == "deck"]
    best = next((option for option in deck if option.discard == "best"), None)
    assert best is None or all(best.next_turn >= option.next_turn for option in deck)
    assert all(set(row) >= {"draw", "discard", "next_turn", "distance"} for row in found.to_dicts())


@pytest.mark.slow
def test_hidden_cards_are_not_used() -> None:
    """Two games that differ only in cards unknown to this seat give the same numbers."""
    for edition in p10.EDITIONS:
        chance, looked = Random(edition), 0
        for seed in range(2):
            for game, view in views(edition, seed, 10):
                if view.me.laid or game.to_act is None or view.me.phase is None:
                    continue
                other = observe(resampled(game.state, view.seat, chance), view.seat, view.log)
                assert options(other).to_dicts() == options(view).to_dicts()
                looked += 1
        assert looked > 8


def test_a_tie_break_has_its_phase() -> None:
    rows = [seat("R7 B7 G1", phase=1, completed=[]), seat("R8", phase=1), seat("", phase=None)]
    game = begin("classic", *rows, options={"phases": ["1 set of 3"], "order": "any"}, tie_break=[0, 1])
    assert table(options(game.observe(0)))[None, None, "G1"][1] > 0
    with pytest.raises(Refusal, match="Cleo is not playing in this round"):
        options(game.observe(2))
