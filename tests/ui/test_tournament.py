"""The tournament in Python: it agrees with the arena, never blocks the kernel, and refuses invalid input."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from phase10_widgets import Action, Observation, Tournament, arena
from phase10_widgets.odds.estimate import share
from phase10_widgets.players.greedy import GreedyPlayer
from phase10_widgets.ui.interactive import SLICE
from phase10_widgets.ui.tournament.screen import _barely_above
from tests.faults import no_faults
from tests.ui.page import Page, notebook_html

SHORT: dict[str, Any] = {"phases": [1]}


def careful(observation: Observation) -> Action:
    return GreedyPlayer().choose(observation)


def gives_up(observation: Observation) -> Action:
    if len(observation.history()) > 6:
        raise RuntimeError("enough")
    return careful(observation)


def test_the_tournament_agrees_with_the_arena() -> None:
    widget = Tournament("masters", ["greedy", "random", "random"], games=6, seed=4, **SHORT)
    assert (widget.view["state"], widget.view["done"], widget.view["rows"]) == ("ready", 0, [])
    widget.start()
    found = arena.round_robin("masters", ["greedy", "random", "random"], 6, seed=4, **SHORT)
    assert widget.results.played == found.played
    assert not widget.results.any_time, "the number of games was fixed beforehand"
    view = widget.view
    assert (view["state"], view["done"], view["most"], view["tables"]) == ("over", 18, 18, 3)
    assert view["raw"] == widget.to_dicts() == widget.results.to_dicts()
    assert view["rows"][0]["name"] == "greedy"
    for row in view["rows"]:
        raw = widget.to_dicts()[row["at"]]
        assert (row["wins"], row["games"], row["value"]) == (f"{raw['wins']:g}", str(raw["games"]), raw["share"])
        assert row["low"] <= row["value"] <= row["high"]
        won = widget.results.shares[row["at"]]
        assert (row["percent"], row["interval"]) == (won.supported, won.ends), "no unsupported digits"
        assert abs(float(row["percent"].rstrip(" %")) / 100 - row["value"]) <= won.error
    best, second, _ = (row["at"] for row in view["rows"])
    assert view["pairs"][0][1] == found.among(best, second).shares[best].supported
    assert json.dumps(view, allow_nan=False)


def test_equal_players_at_one_table_get_no_verdict() -> None:
    entered = ["greedy", "greedy", "greedy"]
    widget = Tournament("classic", entered, games=6, together=True, **SHORT)
    widget.start()
    assert widget.results.played == arena.play("classic", entered, 6, **SHORT).played
    assert (widget.view["even"], widget.view["pairs"]) == (1 / 3, [])
    assert widget.view["said"].startswith("Too few games to be sure: greedy")
    assert "but the true win rate may be as low as " in widget.view["said"]


def test_a_low_end_that_looks_like_an_equal_share_is_just_above_it() -> None:
    """The low end is rounded down, so 50.3% is displayed as 50%."""
    found = share(218, 400)
    assert found.ends[0] == "49%"
    assert not _barely_above(found, 0.5), "it is not above one half at all"
    assert _barely_above(replace(found, low=0.503), 0.5)
    assert not _barely_above(replace(found, low=0.513), 0.5)


def test_a_step_ends_after_its_slice_even_within_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock is checked after each action, so that the length of a game does not matter."""
    clock = iter(range(10**9))
    monkeypatch.setattr("phase10_widgets.ui.tournament.screen.perf_counter", lambda: next(clock) * SLICE * 0.6)
    widget = Tournament("classic", ["greedy", "random"], games=2)
    monkeypatch.setattr(widget, "_go_on", lambda: None)
    widget.start()
    steps = 0
    while widget._step():
        steps += 1
    assert steps + 1 >= sum(row["moves"] for row in widget.results.each_game()) / 2


def test_a_custom_player_takes_part() -> None:
    widget = Tournament("classic", [careful, "random"], games=4, **SHORT)
    assert {"id": "careful", "name": "careful"} in widget.about["players"]
    widget.start()
    assert widget.results.players == ("careful", "random")
    assert Page(widget).say("choose", players=["greedy", "careful"]) is None
    assert widget.view["asked"]["players"] == ["greedy", "careful"]


def test_a_failing_player_is_reported_and_ends_the_games() -> None:
    widget = Tournament("classic", ["greedy", gives_up], games=4)
    widget.start()
    assert widget.view["state"] == "stopped"
    assert "gives_up stopped with an error: RuntimeError: enough" in widget.view["fault"]
    widget.start()
    assert widget.view["state"] == "stopped"
    widget.choose(players=["greedy", "random"], games=2)
    assert (widget.view["fault"], widget.view["state"]) == ("", "ready")


BAD: list[tuple[dict[str, Any], str]] = [
    *(({"players": players}, "2 to 8 players can take part") for players in (["greedy"], ["greedy"] * 9, "greedy")),
    ({"players": ["greedy", "clairvoyant"]}, "There is no player called 'clairvoyant'"),
    ({"players": ["greedy", 3]}, "There is no player called 3"),
    ({"players": ["greedy"] * 7, "together": True}, "2 to 6 players, not 7"),
    *(({"games": games}, f"2 to 10000 games, not {games}") for games in (1, 10_001, 3.5, None)),
    ({"seed": -1}, "The seed must be a whole number"),
    ({"together": "yes"}, "either on or off"),
    ({"decided": 1}, "either on or off"),
    ({"edition": "uno"}, "There is no edition"),
]


def test_invalid_values_are_explained() -> None:
    with no_faults() as faults:
        for changes, message in BAD:
            with faults.of((changes, message)):
                widget = Tournament("classic", ["greedy", "random"], games=4, **SHORT)
                widget.start()
                before, found = widget.view, widget.results
                assert message in Page(widget).tell("choose", **changes)
                assert (widget.view, widget.results) == (before, found), "nothing has changed"
                with pytest.raises(ValueError, match=r"\w"):
                    widget.choose(**changes)


def test_setting_a_trait_sets_up_another_tournament() -> None:
    widget = Tournament("classic", ["greedy", "random"], games=4, **SHORT)
    widget.start()
    widget.games = 6
    widget.players = ["random", "greedy"]
    widget.edition = "masters"
    assert (widget.view["state"], widget.view["done"]) == ("ready", 0)
    asked = {"edition": "masters", "players": ["random", "greedy"], "games": 6}
    assert widget.view["asked"] == {**asked, "together": False, "decided": False, "seed": 1}
    with pytest.raises(ValueError, match="2 to 10000 games, not 1"):
        widget.games = 1
    assert widget.games == 6


@pytest.mark.slow
def test_a_saved_page_has_the_end_of_the_contest(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is folded, since readers should guess first; the widget itself has not started to play."""
    widget = Tournament("classic", ["expert:2", "greedy"], games=40, **SHORT)
    assert "<details" not in notebook_html(widget), "with a kernel, the end is not computed"
    monkeypatch.setattr(Tournament, "SAVED", True)
    shown, fold, ended = notebook_html(widget).partition("<details")
    assert "expert, level 2 · greedy. Games at each table: 40." in shown
    assert "No game has been played yet." in shown
    assert fold
    found = arena.play("classic", ["expert:2", "greedy"], 40, **SHORT)
    for won in found.shares:
        assert f">{won.supported}<" in ended
        assert " \N{EN DASH} ".join(won.ends) in ended
        assert " \N{EN DASH} ".join(won.ends) not in shown
    assert (widget.view["state"], widget.view["done"], widget.results.games) == ("ready", 0, 0)
    widget.start()
    assert widget.results == found, "its own games start from the first"
