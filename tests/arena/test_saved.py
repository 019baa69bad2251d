"""Results survive a round trip, and no other file is accepted as results."""

from __future__ import annotations

import json
from typing import Any

import pytest

from phase10_widgets import arena
from phase10_widgets.arena import Contest, Results
from phase10_widgets.players.greedy import GreedyPlayer
from tests.arena.players import careful
from tests.faults import every

SHORT: dict[str, Any] = {"phases": [1]}


def there_and_back(found: Results, *players: Any) -> Results:
    """Return the results after a round trip through a file."""
    return Results.from_dict(json.loads(json.dumps(found.to_dict())), *players)


FOUND = [
    (arena.play("classic", ["greedy", "random"], 5, **SHORT), "the last deal is short"),
    (arena.round_robin("masters", ["greedy", "random", "greedy"], 2, seed="a text", **SHORT), "several tables"),
    (arena.round_robin("flip", ["greedy", "random", "random"], 2, **SHORT).among("greedy", "random"), "some players"),
    (arena.play("classic", ["greedy", "random", "random"], 12, 4, advance="always", phases=["1 set of 2"]), "shared"),
    (arena.play("classic", ["random", "greedy"], 60, until="decided", confidence=0.9, **SHORT), "any time"),
]


@every("found, why", FOUND)
def test_results_read_back_are_equal(found: Results, why: str) -> None:
    again = there_and_back(found)
    assert again == found
    assert (again.to_dict(), str(again)) == (found.to_dict(), str(found))
    assert list(again.each_game()) == list(found.each_game())
    first = found.played[0]
    assert again.game(0, 0, first.table).record() == found.game(0, 0, first.table).record()


def test_custom_players_are_needed_only_to_replay() -> None:
    found = arena.play("classic", [careful, "random"], 4, **SHORT)
    again = there_and_back(found)
    assert again == found
    with pytest.raises(arena.EntrantError, match=r"pass 'careful' again: Results\.from_dict\(…, players=\["):
        again.game(0)
    assert there_and_back(again) == found, "the file still says that the player is not from the registry"
    assert there_and_back(found, [careful, "random"]).game(1) == found.game(1)
    with pytest.raises(ValueError, match="the results file's players are careful, random, not"):
        there_and_back(found, ["greedy", "random"])


def test_a_custom_player_is_not_taken_for_its_namesake() -> None:
    """Only the custom player can replay its own games."""
    contest = Contest("classic", [arena.Entrant("greedy", lambda seed: GreedyPlayer()), "random"], 2, **SHORT)
    with pytest.raises(arena.EntrantError, match="pass 'greedy' again"):
        there_and_back(contest.run()).game(0)
    with pytest.raises(arena.ArenaError, match=r"players=\[greedy, 'random'\]"):
        Contest.from_dict(contest.to_dict())


def test_each_kind_of_file_names_its_reader() -> None:
    contest = Contest("classic", ["greedy", "random"], 2, **SHORT)
    results = contest.run()
    with pytest.raises(arena.ArenaError, match=r"'phase10-contest', which arena\.Contest\.from_dict reads"):
        Results.from_dict(contest.to_dict())
    with pytest.raises(arena.ArenaError, match=r"'phase10-results', which arena\.Results\.from_dict reads"):
        Contest.from_dict(results.to_dict())


KEPT = arena.play("classic", ["greedy", "random"], 4, **SHORT).to_dict()
OLD = {name: value for name, value in KEPT.items() if name not in ("format", "own", "played")}

SPOILED = [
    ({}, "this is not a results file: its 'format' is not 'phase10-results/1'", "nothing"),
    (7, "this is not a results file", "no object"),
    (OLD, "without saving their games; play the contest again", "0.1 kept no games"),
    ({**KEPT, "format": "phase10-results/2"}, "version 2, which is newer than version 1", "from the future"),
    ({name: value for name, value in KEPT.items() if name != "wins"}, "lacks 'wins'", "a part is missing"),
    ({**KEPT, "wins": [4, 0]}, "its value for 'wins' does not match the games in it", "altered"),
    ({**KEPT, "games": 400}, "its value for 'games' does not match", "altered"),
    ({**KEPT, "played": KEPT["played"][1:]}, "deal 0 comes next", "a deal is missing"),
    ({**KEPT, "played": [[0, 0, []]]}, "contains an impossible deal", "a deal without games"),
    ({**KEPT, "tables": []}, "tables must name the players", "nobody played"),
    ({**KEPT, "tables": [{"players": ["greedy", "greedy"]}]}, "tables must name the players", "against itself"),
    ({**KEPT, "players": "greedy"}, "'players' must be a list of names", "a text"),
    ({**KEPT, "own": 3}, "'own' must be a list of names", "a number"),
    ({**KEPT, "seed": None}, "seed must be a whole number or a short string", "no seed"),
    ({**KEPT, "confidence": 95}, "confidence between 0 and 1", "a percentage"),
    ({**KEPT, "edition": "uno"}, "there is no edition 'uno'", "another game"),
    ({**KEPT, "options": {"colour": 1}}, "has no option 'colour'", "another rule"),
    ({**KEPT, "players": ["expert:11", "random"]}, "level must be a whole number from 1 to 10", "no such level"),
]


@every("kept, message, why", SPOILED)
def test_impossible_results_are_refused(kept: Any, message: str, why: str) -> None:
    with pytest.raises(ValueError, match=message):
        Results.from_dict(kept)


def test_a_table_says_why_a_rating_has_no_error_once() -> None:
    found = arena.play("classic", ["greedy", "greedy"], 20, **SHORT)
    assert str(found).count("all deals ended alike") == 1
    assert "greedy, greedy (2): all deals ended alike" in str(found)
    assert " ± " not in str(found)
