"""Every value on the wire matches the protocol, from which the browser's types are generated."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from random import Random
from typing import Any

import fastjsonschema
import pytest
from jsonschema import Draft7Validator
from jsonschema.exceptions import best_match

from devtools.generate import golden, protocol
from phase10_widgets import EDITIONS, Game, Learner, Table, edition
from phase10_widgets.game.moments import Moments
from phase10_widgets.languages.text import Text
from phase10_widgets.rules.events import to_dict
from phase10_widgets.store.store import StoreLease
from phase10_widgets.teaching import Progress, lesson
from phase10_widgets.teaching.exercises.mixed import SIZE
from phase10_widgets.ui.table.observation_view import observation_view
from phase10_widgets.ui.table.view_parts import about_view, base_view, event_views, public_view, seat_view, summary
from tests.faults import no_faults
from tests.moments import moments

pytestmark = pytest.mark.slow  # building the schema from the protocol's types takes seconds
GAMES = [*golden.GAMES, "shared"]
MOST_MOMENTS = 300


@cache
def compiled(name: str) -> Callable[[Any], Any]:
    """Return a function that raises an error unless its value has this type; jsonschema takes ten times as long."""
    valid: Callable[[Any], Any] = fastjsonschema.compile({**protocol.schema(), "$ref": f"#/definitions/{name}"})
    return valid


def check(name: str, value: Any) -> None:
    value = json.loads(json.dumps(value))
    try:
        compiled(name)(value)
    except fastjsonschema.JsonSchemaValueException as error:
        fault = best_match(Draft7Validator({**protocol.schema(), "$ref": f"#/definitions/{name}"}).iter_errors(value))
        pytest.fail(f"{name}: {fault.json_path}: {fault.message}" if fault else f"{name}: {error.message}")


def test_a_wrong_value_is_reported() -> None:
    about = about_view(edition("classic"), Text("en"))
    check("About", about)
    with pytest.raises(pytest.fail.Exception, match=r"About: .*Additional properties are not allowed"):
        check("About", {**about, "more": 1})


def test_the_golden_games_match_the_protocol() -> None:
    for name in GAMES:
        found = golden.shared() if name == "shared" else golden.game(name)
        check("About", found["about"])
        for view in found["views"].values():
            check("View", view)
        for message in found["messages"].values():
            check("TableRequest", message)


def random_game(name: str, seed: int) -> Iterator[Game]:
    random, game = Random(seed), Game.new(name, seed=seed)
    for _ in range(MOST_MOMENTS):
        yield game
        if game.to_act is None:
            return
        game = game.apply(random.choice(game.observe(game.to_act).legal_actions()))


def test_views_of_random_moments_match_the_protocol() -> None:
    with no_faults() as faults:
        for language, name in product(["en", "de"], EDITIONS):
            with faults.of(f"{name}, {language}"):
                words, games = Text(language), Moments(random_game(name, seed=len(name)))
                check("About", about_view(games[0].edition, words))
                check("TableContent", base_view(games.results))
                for game in games[:: 3 if language == "en" else 20]:
                    check("HandContent", seat_view(game, 0, words))
                    for event in event_views(game.events, game, 1, words):
                        check("TableEvent", event)
                check("HandContent", public_view(games[-1]))
                for result in games.results:
                    check("Summary", summary(result, words))


def test_views_agree_with_the_game() -> None:
    """The typed forms are those of the public ``to_dict``."""
    for name in EDITIONS:
        words = Text("en")
        for game in random_game(name, seed=11):
            for seen in (game.observe(0), game.observe(None)):
                assert observation_view(seen) == seen.to_dict()
            shown = event_views(game.events, game, game.to_act, words)
            for event, view in zip(game.events, shown, strict=True):
                assert set(view) == {*to_dict(event), "text"}


def test_the_other_golden_values_match_the_protocol() -> None:
    for moment in moments().values():
        check("TableState", moment)
    odds, lesson, setup = golden.odds(), golden.lesson(), golden.setup()
    for kind, part in {"Deal": "deal", "Draw": "draw", "OddsTable": "table", "Tournament": "tournament"}.items():
        check(f"{kind}State", odds[part])
    for kind, part in (("Figure", "demo"), ("Question", "interval"), ("Question", "recall"), ("Code", "code")):
        check(f"{kind}State", lesson[part])
    check("SetupAbout", setup["about"])
    check("StartRequest", setup["message"])
    for message in odds["messages"]:
        of_tournament = message["kind"] in ("start", "stop") or "games" in message
        check("TournamentRequest" if of_tournament else "OddsRequest", message)


def state(widget: Any) -> dict[str, Any]:
    return {"about": widget.about, "view": widget.view, "kept": widget.kept}


def test_questions_and_progress_match_the_protocol() -> None:
    for question in lesson(1).questions:
        learner = Learner(1)
        card, board = learner.ask(question), learner.overview()
        for _ in range(2):
            check("QuestionState", state(card))
            check("ProgressState", state(board))
            card._handle_custom_msg({"kind": "skip", "v": 1, "id": "page:1", "rev": card.rev}, [])
            if question.tries:
                card.simulate(100)
            card._handle_custom_msg({"kind": "solve", "v": 1, "id": "page:2", "rev": card.rev}, [])
        assert card.view["truth"]


def test_a_mixed_set_matches_the_protocol() -> None:
    learner = Learner(progress=Progress(seed=1))
    card, board = learner.mixed("A"), learner.overview()
    for at in range(SIZE):
        for step, kind in enumerate(("turn_to", "solve", "solve")):
            message = {"kind": kind, "v": 1, "id": f"page:{3 * at + step}", "rev": card.rev}
            card._handle_custom_msg(message | ({"at": at} if kind == "turn_to" else {}), [])
            check("QuestionState", state(card))
    check("ProgressState", state(board))
    button = card.view["hands"][-1]["deeds"][0]["name"]
    check("QuestionRequest", {"v": 1, "id": "page:1", "rev": card.rev, "kind": "do", "name": button, "value": None})


def test_other_messages_of_a_widget_match_the_protocol(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("classic", ["You", "greedy"], seed=3, pace=None, keeper=StoreLease(None))
    messages: list[Any] = []
    monkeypatch.setattr(table, "send", messages.append)
    requests: list[dict[str, Any]] = [{"kind": kind} for kind in ("ping", "hint", "save", "undo")]
    requests += [{"kind": "hello", "tokens": []}, {"kind": "action", "action": {"type": "discard", "card": "R1"}}]
    for at, request in enumerate(requests):
        message = {"v": 1, "id": f"page:{at}", "rev": table.rev, **request}
        check("TableRequest", message)
        table._handle_custom_msg(message, [])
    for message in messages:
        check("Message", message)
    assert {message["kind"] for message in messages} == {"welcome", "story", "pong", "hint", "file", "reject"}
