"""Views of the table: the cards that help, and the end of a round."""

from __future__ import annotations

import math
import re

import pytest

from phase10_widgets import EDITIONS, Session, edition
from phase10_widgets.languages.text import MOST_NAMED_CARDS, Text
from phase10_widgets.rules import solver
from phase10_widgets.rules.events import CardHit, Discarded, PhaseLaid, RoundEnded
from phase10_widgets.ui.table.finish import finish
from phase10_widgets.ui.table.view_parts import seat_view, split_round, summary
from tests.faults import every

every_game = every("game", EDITIONS)
HELPS = [
    ("classic", 1, "R1 G1 B4 Y4 R5 G5 B5", "any 1 or 4", "1 oder 4"),
    ("classic", 4, "R1 G2 B3 Y4 R5 G7", "any 6", "6"),
    ("classic", 8, "R1 R2 R3 R4 R9 G7", "any red card", "irgendeine rote Karte"),
    ("classic", 1, "R1 G1 B1 Y4 R4 G4", "", ""),
    ("classic", 1, "W", "any number", "irgendeine Zahl"),
    ("classic", 1, "R1 G2 B3 Y4 R5 G7 R9", "", ""),
    ("standard", 8, "2C 3C 4C 5D 6D 7D", "any club or any diamond", "irgendein Kreuz oder irgendein Karo"),
    ("flip", 6, "R2 R3 R4 G7 G8", "green 6 or green 9", "grüne 6 oder grüne 9"),
]


@every("game, phase, hand, english, german", HELPS)
def test_the_cards_that_help_are_named(game: str, phase: int, hand: str, english: str, german: str) -> None:
    rules = edition(game)
    helpful = solver.helpful([rules.pack.sides[0].faces[word] for word in hand.split()], rules.phase(phase))
    assert (Text("en").any_of(helpful), Text("de").any_of(helpful)) == (english, german)


@every_game
def test_a_card_helps_exactly_if_it_brings_the_hand_closer(game: str) -> None:
    for seed in range(5):
        seen = Session(game, ["You", "greedy"], seed=seed).observe(0)
        for phase in seen.edition.phases:
            before = solver.missing(seen.hand, phase)
            helpful = solver.helpful(seen.hand, phase)
            side = solver.side_of(seen.hand)
            assert set(helpful) == {
                face for face in side.numbered if solver.missing([*seen.hand, face], phase) < before
            }
            named = Text("en").any_of(helpful).replace(" or ", ", ").split(", ")
            assert len(named) <= MOST_NAMED_CARDS


@pytest.mark.slow
@every_game
def test_the_first_way_to_lay_down_takes_the_fewest_wilds(game: str) -> None:
    """One tap lays it down; no other way may keep more wilds in the hand."""
    several = 0
    for seed in range(12):
        session = Session(game, ["greedy", "greedy"], seed=seed)
        for _ in range(200):
            seat = session.game.to_act
            if seat is None:
                break
            wilds = {card.code for card in session.observe(seat).hand if card.wild}
            legal = seat_view(session.game, seat, Text("en"))["legal"]
            laid = [action["groups"] for action in legal if action["type"] == "lay_down"]
            used = [sum(word in wilds for group in groups for word in group["cards"].split()) for groups in laid]
            assert used == sorted(used)
            several += len({*used}) > 1
            session.step()
    assert several


def test_a_round_ends_with_its_last_event() -> None:
    session = Session("classic", ["greedy", "greedy"], seed=4)
    while session.game.state.round == 1:
        session.step()
    told, rest = split_round(session.game.events)
    assert isinstance(told[-1], RoundEnded)
    assert rest
    assert (*told, *rest) == tuple(session.game.events)
    assert split_round(told) == (told, ())


@every_game
def test_the_end_of_a_round_shows_every_open_card(game: str) -> None:
    """It shows the groups, with hits of the last action, and the card that went out last; nothing else."""
    kinds: set[type] = set()
    for seed in range(3):
        session = Session(game, ["greedy", "greedy", "greedy"], seed=seed, phases=[1, 2])
        session.run()
        for result in session.games.results:
            shown = finish(result)
            before = [card for seat in result.before.state.seats for group in seat.laid for card in group.cards]
            now = [card for groups in shown["groups"] for group in groups for card in group["cards"].split()]
            (action,) = [event for event in result.after.events if isinstance(event, CardHit | Discarded | PhaseLaid)]
            kinds.add(type(action))
            if isinstance(action, PhaseLaid):
                assert shown["last"] is None
                continue
            out = {"seat": action.seat, "card": action.card.as_it_lies}
            assert shown["last"] == (out if action.seat == result.event.seat else None)
            hit = [action.card.as_it_lies] if isinstance(action, CardHit) else []
            assert sorted(now) == sorted([*(card.as_it_lies for card in before), *hit])
    assert (CardHit in kinds) == edition(game).go_out_by_hit


@every_game
def test_the_points_of_several_cards_are_added_up(game: str) -> None:
    """The terms add up to the points; a single card needs no terms, and a tie-break costs no points."""
    session = Session(game, ["greedy", "greedy", "greedy"], seed=3, phases=[1, 2])
    session.run()
    several = 0
    for result in session.games.results:
        for row in summary(result, Text("en"))["seats"]:
            terms = row["terms"].split(" + ") if row["terms"] else []
            factors = [[int(number) for number in re.findall(r"\d+", term)] for term in terms]
            several += bool(factors)
            assert bool(factors) == (len(row["hand"].split()) > 1 and row["points"] > 0)
            if factors:
                assert sum(math.prod(each) for each in factors) == row["points"]
                assert sum(each[0] for each in factors if len(each) == 2) <= len(row["hand"].split())
    assert several
