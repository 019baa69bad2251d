"""Luck and skill add up to the result, and luck averages 0 over the possible outcomes."""

from __future__ import annotations

import json
from itertools import product
from math import sqrt
from statistics import fmean, stdev
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import Game, coach
from phase10_widgets.coach.luck_and_skill import casts
from phase10_widgets.languages.text import Text
from phase10_widgets.rules.events import Drawn, Flipped, Reshuffled, RoundDealt
from tests.faults import every
from tests.helpers import NAMES, begin, draw, play, seat

EVERY = list(product(p10.EDITIONS, ({}, {"advance": "always"})))


def played(edition: str, seed: int | str, seats: int = 2, *players: Any, **options: Any) -> list[Game]:
    """Return the moments of a whole game, between greedy players unless others are named."""
    players = players or (p10.players.get("greedy"),) * seats
    found = [Game.new(edition, NAMES[:seats], seed, **options)]
    while (at := found[-1].to_act) is not None:
        found.append(p10.players.move(found[-1], players[at]))
    return found


@pytest.mark.slow
@every("edition, options", EVERY)
def test_luck_and_skill_add_up_to_the_result(edition: str, options: dict[str, Any]) -> None:
    games = played(edition, 4, 3, **options)
    found = coach.luck(games)
    for at in range(3):
        won = (at in games[-1].winners) / len(games[-1].winners)
        result, skill = found.result(at), found.skill(at)
        assert result is not None
        assert skill is not None
        assert result == pytest.approx(won - 1 / 3)
        assert found.luck(at) + skill == pytest.approx(result)
    assert sum(found.luck(at) for at in range(3)) == pytest.approx(0, abs=1e-9)
    assert all(sum(swing.gains) == pytest.approx(0, abs=1e-9) for swing in found.strokes)


@pytest.mark.slow
def test_unequal_starting_chances_are_used_and_stated() -> None:
    uneven, even = coach.luck(played("standard", 4)), coach.luck(played("classic", 4))
    assert even.start == (0.5, 0.5)
    assert uneven.start[0] < 0.5
    assert sum(uneven.start) == pytest.approx(1)
    ana, ben = (f"{100 * share:.0f}%" for share in uneven.start)
    assert f"it is {ana} for Ana and {ben} for Ben" in str(uneven.explanation[0])
    assert "it is 50% for everyone" in str(even.explanation[0])
    assert coach.luck(played("standard", 4, 3)).start == pytest.approx((1 / 3,) * 3), "measured for two only"
    assert coach.luck(played("standard", 4, order="any")).start == (0.5, 0.5), "nor with other rules"


@pytest.mark.slow
@every("edition, options", EVERY)
def test_possible_outcomes_are_all_cards_left_to_draw(edition: str, options: dict[str, Any]) -> None:
    """The outcome is one of the possible ones; a draw has as many possibilities as the pile has cards."""
    games = played(edition, 9, **options)
    for node in casts(games):
        assert list(node.came) in [list(outlooks) for _, outlooks in node.others] or node.seat is None
        if node.seat is not None and not games[0].edition.two_sided:
            before = games[node.at - 1].state
            assert sum(n for n, _ in node.others) == len(before.draw_pile or before.discard_pile[1:])


@pytest.mark.slow
@every("edition", p10.EDITIONS)
def test_each_draw_and_each_deal_counts_once(edition: str) -> None:
    games = played(edition, 2)
    found = list(casts(games))
    events = [(at, event) for at, game in enumerate(games) for event in game.events]
    dealt = [at for at, event in events if isinstance(event, RoundDealt)]
    assert [node.at for node in found if node.seat is None] == dealt
    draws = [at for at, event in events if isinstance(event, Drawn) and event.source == "deck"]
    if edition == "flip":
        turned = [at for at, event in events if isinstance(event, Flipped)]
        assert {node.at for node in found} <= {*draws, *turned, *dealt}
    else:
        assert [node.at for node in found if node.seat is not None] == draws


@pytest.mark.slow
@every("edition", ["classic", "masters", "standard"])
def test_a_deals_comparison_does_not_depend_on_the_deal(edition: str) -> None:
    """This holds even if a skip lies open and the turn has passed already (C5); otherwise luck would not average 0.

    The comparison depends on the game; otherwise the errors of all games would be the same.
    """
    records = [Game.new(edition, ["Ana", "Ben", "Cleo"], seed).record() for seed in range(60)]
    games = [Game.replay({**record, "seed": 1}) for record in records]
    first, *others = [next(casts([game])).others for game in games]
    assert all(other == first for other in others)
    assert next(casts([Game.replay(records[2])])).others != first
    assert edition == "standard" or any(game.state.discard_pile[0].skip for game in games)


@pytest.mark.slow
def test_in_flip_a_card_counts_when_its_back_is_seen() -> None:
    """The top of the pile shows its back (F4): drawing it is not luck; turning the pile over reveals a new top."""
    games = played("flip", 5)
    seen: list[Any] = []
    for node in casts(games):
        state = games[node.at].state
        if node.seat is None:
            seen = []
            continue
        if any(isinstance(event, Reshuffled) for event in games[node.at].events):
            continue
        top = state.draw_pile[0]
        twins = state.draw_pile.count(top) + state.draw_pile.count(top.turned)
        assert twins > 1 or top.word not in seen
        seen.append(top.word)
        assert sum(n for n, _ in node.others) <= len(state.draw_pile)


def test_gains_over_all_possible_cards_sum_to_zero() -> None:
    """With one card missing for two sets of 3, the card that completes them is the luckiest."""
    pile = ["B8", "Y12", "G12", "B12", "B1", "B2", "B4", "B5", "R10", "R11"]
    hands, gains = ("R3 G3 B3 R8 G8 Y1 Y2 Y5 Y10 R12", "R1 R2 R4 R5 R6 R7 G1 G2 G4 G5"), {}
    for top in pile:
        draw_pile = " ".join([top, *[card for card in pile if card != top]])
        rows = [seat(hand, phase=1) for hand in hands]
        game = begin("classic", *rows, step="draw", draw_pile=draw_pile, discard_pile="Y7")
        (swing,) = coach.luck(play(game, draw())).strokes
        assert swing.gains[1] == pytest.approx(-swing.gains[0])
        gains[top] = swing.gains[0]
    assert max(gains, key=lambda top: gains[top]) == "B8"
    assert sum(gains.values()) == pytest.approx(0, abs=1e-9)
    assert gains["B8"] > 0.005


def test_a_certain_draw_is_not_luck() -> None:
    game = begin("classic", "R3 G3 Y1", "R1 R2", draw_pile="B8", discard_pile="Y7", step="draw")
    (swing,) = coach.luck(play(game, draw())).strokes
    assert swing.gains == (0.0, 0.0)
    assert coach.luck(play(game, draw("discard"))).strokes == ()


AVERAGED = [("classic", 40, {}), ("flip", 24, {}), ("masters", 24, {"advance": "always"})]


@pytest.mark.rotating
@pytest.mark.slow
@every("edition, games, options", AVERAGED)
def test_luck_is_zero_on_average_and_skill_varies_less_than_the_result(
    edition: str, games: int, options: dict[str, Any]
) -> None:
    """Play few games with fixed seeds; docs/players.md has the averages of 2,000."""
    found = [coach.luck(played(edition, f"luck/{number}", **options)) for number in range(games)]
    luck = [one.luck(0) for one in found]
    assert abs(fmean(luck)) < 3 * stdev(luck) / sqrt(len(luck))
    assert stdev(luck) > 0.05, "there is luck in the game"
    if edition == "classic":
        assert stdev([one.skill(0) or 0.0 for one in found]) < 0.85 * stdev([one.result(0) or 0.0 for one in found])


@pytest.mark.slow
def test_a_clumsy_player_has_less_skill_but_no_less_luck() -> None:
    greedy = p10.players.get("greedy")
    games = (played("classic", f"clumsy/{seed}", 2, p10.players.get("random", seed), greedy) for seed in range(8))
    found = [coach.luck(game) for game in games]
    luck = [one.luck(0) for one in found]
    assert fmean(one.skill(0) or 0.0 for one in found) < -0.25
    assert abs(fmean(luck)) < 3 * stdev(luck) / sqrt(len(luck)) + 1e-9


@pytest.mark.slow
def test_a_record_gives_the_same_json_in_two_languages() -> None:
    games = played("masters", 3)
    record = json.loads(json.dumps(games[-1].record()))
    found = coach.luck(record)
    assert found == coach.luck(games) == coach.luck(games[-1])
    assert [row["name"] for row in json.loads(json.dumps(found.to_dict()))["seats"]] == ["Ana", "Ben"]
    assert {row["skill_deviation"] for row in found.to_dicts()} == {found.skill_deviation}
    assert str(round(100 * found.skill_deviation)) == found.error
    german = Text("de")
    for sentence in (found.text(0), *found.explanation):
        assert german.tell(sentence) != str(sentence)
    assert str(found.text(0)).startswith("Ana: result ")


def test_while_the_game_runs_there_is_luck_but_no_skill() -> None:
    games = played("classic", 3)[:40]
    found = coach.luck(games)
    assert found.result(0) is found.skill(0) is None
    assert "so far" in str(found.text(0))
    assert coach.luck(played("classic", 3)).strokes[: len(found.strokes)] == found.strokes
