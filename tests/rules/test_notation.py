"""Actions as text: ``str`` writes each action in one line, and ``Action.parse`` reads it back."""

from __future__ import annotations

from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import Action, Game, IllegalAction
from phase10_widgets.rules.actions import ChoosePhase, Discard, Draw, Hit, Laid, LayDown, Save
from tests.faults import every

WRITTEN: list[tuple[str, Action]] = [
    ("draw deck", Draw("deck")),
    ("draw discard", Draw("discard")),
    ("draw saved R7", Draw("saved", "R7")),
    ("lay R7 G7 W | R3 W B5 Y6", LayDown((Laid("R7 G7 W"), Laid("R3 W B5 Y6")))),
    ("lay 4: R3 W B5 Y6", LayDown((Laid("R3 W B5 Y6"),), phase=4)),
    ("lay W W R5[number=5]", LayDown((Laid("W W R5", number=5),))),
    ("lay W R4 B5[start=3] | R1 W", LayDown((Laid("W R4 B5", start=3), Laid("R1 W")))),
    ("lay R1 W[color=red]", LayDown((Laid("R1 W", color="red"),))),
    ("lay W W[start=1, kind=color run]", LayDown((Laid("W W", start=1, kind="color run"),))),
    ("hit W > 1.0 low", Hit("W", 1, 0, "low")),
    ("hit R5!/9 > 0.1", Hit("R5!/9", 0, 1)),
    ("discard S", Discard("S")),
    ("discard S @2", Discard("S", 2)),
    ("save W", Save("W")),
    ("phase 3", ChoosePhase(3)),
]
GAMES: list[tuple[str, dict[str, Any]]] = [
    *((edition, {}) for edition in p10.EDITIONS),
    ("classic", {"order": "any"}),
    ("flip", {"order": "any", "must_lay_down": True}),
    ("standard", {"phases": ["1 flush of 4", "4 cards of one color"]}),
    ("flip", {"phases": ["1 color run of 4", "5 cards of one color"]}),
]


@every("text, action", WRITTEN)
def test_an_action_is_written_as_the_contract_says(text: str, action: Action) -> None:
    assert str(action) == text
    assert Action.parse(text) == action


@every("edition, options", GAMES)
def test_every_action_of_a_game_is_read_as_it_is_written(edition: str, options: dict[str, Any]) -> None:
    for seed, kind in enumerate(["greedy", "random", "greedy"]):
        game = Game.new(edition, ["Ana", "Ben", "Cleo"], seed, **options)
        player = p10.players.get(kind, seed)
        while not game.is_over and game.at < 250:
            for action in game.legal_actions():
                assert Action.parse(str(action), edition=game.edition) == action
            game = game.apply(player.choose(game.observe(game.to_act)))
            assert game.done is not None
            assert Action.parse(str(game.done), edition=edition) == game.done


def test_every_kind_of_declaration_occurs_in_those_games() -> None:
    """Otherwise the test above would say nothing about brackets."""
    game = Game.new("classic", seed=1)
    hand = {"hand": "W W R5 W R6 B6 Y1", "phase": 1}
    row = {**game.position(), "step": "play", "draw_pile": "R1 R2", "discard_pile": "B2"}
    row["seats"] = [{"name": "Ana", **hand}, {"name": "Ben", "hand": "R9"}]
    texts = list(map(str, Game.from_position({**row, "options": {}}).legal_actions()))
    assert any("[number=" in text for text in texts)


WRONG = [
    None,
    3,
    "",
    "draw",
    "lay",
    "hit W 1.0",
    "phase x",
    "phase 99999",
    "lay R1[",
    "lay R1[a=3]",
    "lay R1[number=x]",
]
WRONG += ["draw saved", "hit W > 1.0 up", "lay R1 |", "lay [number=3]", "x" * 20_000, "discard R7 R8"]


@every("text", WRONG)
def test_any_other_text_is_refused_in_a_sentence(text: Any) -> None:
    with pytest.raises(IllegalAction) as caught:
        Action.parse(text)
    assert caught.value.code == "malformed"
    assert len(str(caught.value)) < 250
    assert str(caught.value).endswith(".")


def test_a_card_of_another_edition_is_refused() -> None:
    with pytest.raises(p10.errors.CardError, match="'KC' is not a card in the classic edition"):
        Action.parse("lay R7 G7 KC", edition="classic")


def test_a_game_names_its_round_its_scores_and_its_end() -> None:
    game = Game.new("classic", ["Ana", "Ben"], seed=7)
    assert (game.round, game.is_over, game.scores) == (1, False, (0, 0))
    session = p10.Session("classic", ["greedy", "random"], seed=3, phases=[1])
    session.run()
    over = session.game
    assert over.is_over
    assert over.round == over.position()["round"]
    assert {row["seat"]: row["score"] for row in over.standings} == dict(enumerate(over.scores))
