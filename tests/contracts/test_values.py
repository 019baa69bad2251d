"""Public values can be stored, sent and compared: they pickle, copy and equal their copies; none prints an address."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

import phase10_widgets as p10
from phase10_widgets import coach, odds, teaching
from phase10_widgets.rules.actions import IllegalAction
from phase10_widgets.ui.screen import Refused
from tests.faults import every

EDITIONS = p10.EDITIONS
KEEP: list[Callable[[Any], Any]] = [lambda value: pickle.loads(pickle.dumps(value)), copy.copy, copy.deepcopy]
MUTABLE = ("Session", "Progress")


def played(seed: int = 1) -> p10.Session:
    session = p10.Session("classic", ["greedy", "random"], seed, phases=[1])
    session.run()
    return session


def of_edition(edition: str) -> dict[str, Any]:
    """Return newly made values of one game."""
    game = p10.Game.new(edition, ["Ana", "Ben"], seed=3)
    view = game.observe(game.to_act)
    own = p10.edition(edition, phases=[2, 3])
    return {
        "Game": game,
        "Observation": view,
        "spectator": game.observe(None),
        "Edition": game.edition,
        "variant": own,
        "Phase": game.edition.phases[1],
        "Card": game.edition.deck(2)[-1],
        "Pack": game.edition.pack,
        "Side": game.edition.pack.sides[-1],
        "Pool": odds.Pool.of_deck(own, side=game.edition.pack.sides[-1].name),
        "Situation": odds.Situation.of(view, 1),
        "situation of a variant": odds.Situation.of(p10.Game.new(own, seed=3).observe(0), 2),
        "Wait": odds.wait(view, 1),
        "NextDraw": odds.next_draw(view, 1),
        "Options": odds.options(view, 1),
        "actions": game.legal_actions(),
        "Hand": p10.Hand(view.hand, edition),
        "PhaseCard": p10.PhaseCard(game.edition.phases[0], p10.Hand(view.hand, edition)),
    }


def others() -> dict[str, Any]:
    session = played()
    results = p10.arena.play("classic", ["greedy", "random"], 4, phases=[1])
    question = teaching.lesson(3).questions[0]
    exercise = question.exercise(seed=1)
    luck, review = coach.luck(session.game), coach.review(session.game)
    return {
        "Exact": odds.deal("classic", 1),
        "Estimate": odds.share(3, 10),
        "simulated": odds.simulate(odds.question("deal", edition="classic", phase=1), 100),
        "Session": session,
        "Moments": session.games,
        "events": session.game.events,
        "Results": results,
        "Rating": results.ratings[0],
        "Entrant": p10.arena.Entrant("careful", p10.players.named("greedy")),
        "Review": review,
        "Decision": review.decisions[0],
        "Luck": luck,
        "Hint": coach.hint(p10.Game.new("classic", seed=1).observe(0)),
        "HouseRules": p10.HouseRules("classic", {"phases": [1]}),
        "Arrangement": p10.arrange("R7 B7 W", "1 set of 3", edition="classic"),
        "Progress": teaching.Progress(seed=7),
        "Question": question,
        "Lesson": teaching.lesson(3),
        "Exercise": exercise,
        "Verdict": exercise.check("1/2"),
        "ParsedAnswer": teaching.parse_answer("1/2"),
        "Design": teaching.check_design(8, p10.edition("classic").phases),
        "Columns": p10.figures.Columns([1, 2, 2]),
        "Venn": p10.figures.Venn({"red": 3, "wild": 4}, both=1, of=9),
        "glossary": p10.glossary("outs"),
    }


def made() -> dict[str, Any]:
    found = {f"{name} of {edition}": value for edition in EDITIONS for name, value in of_edition(edition).items()}
    return found | others()


@pytest.fixture(scope="module")
def values() -> dict[str, Any]:
    return made()


@every("how", KEEP)
def test_copies_equal_their_originals(values: dict[str, Any], how: Callable[[Any], Any]) -> None:
    for name, value in values.items():
        kept = how(value)
        assert kept == value, name
        assert repr(kept) == repr(value), name


def test_values_made_alike_are_equal(values: dict[str, Any]) -> None:
    again = made()
    for name, value in values.items():
        assert again[name] == value, name
        if name not in MUTABLE:
            assert hash(again[name]) == hash(value), name
            assert again[name] in {value}, name


def test_different_values_are_unequal(values: dict[str, Any]) -> None:
    different = {
        "Pool of classic": odds.Pool.of_deck(p10.edition("classic"), without=p10.edition("classic").cards("R7")),
        "Situation of classic": odds.Situation.of(p10.Game.new("classic", ["Ana", "Ben"], seed=4).observe(0), 1),
        "variant of classic": p10.edition("classic", phases=[3, 2]),
        "Session": played(2),
        "Moments": played().games.until(5),
        "Hand of classic": p10.Hand("R7"),
        "Exercise": teaching.lesson(3).questions[0].exercise(seed=2),
    }
    for name, value in different.items():
        assert value != values[name], name
        assert values[name] != "a text", name


def test_nothing_prints_an_address(values: dict[str, Any]) -> None:
    def own(view: p10.Observation) -> p10.Action:
        return view.legal_actions()[0]

    more: list[Any] = [p10.players.get(name) for name in (*p10.players.names(), "expert:3")]
    more += [p10.players.as_player(own), p10.arena.Entrant("mine", lambda seed: own)]
    more += [teaching.lesson(3).questions[0].wrong, p10.arena.Contest("classic", ["greedy", "random"], games=4)]
    more += [odds.Simulation(odds.question("deal", edition="classic", phase=1), 100)]
    for value in (*values.values(), *more):
        assert not re.search(r"0x[0-9a-f]{6}", repr(value)), repr(value)


def test_html_is_a_plain_str(values: dict[str, Any]) -> None:
    """Encoders for other languages accept a `str`, but not a subclass of it."""
    drawn = {name: value._repr_html_() for name, value in values.items() if hasattr(value, "_repr_html_")}
    assert {"Exact", "Hand of flip", "Game of masters", "glossary", "Columns", "Venn"} <= set(drawn)
    for name, html in drawn.items():
        assert type(html) is str, name
        msgspec.json.encode(html)


def test_a_copied_session_is_independent() -> None:
    session = p10.Session("classic", ["greedy", "greedy"], 1)
    for how in KEEP:
        kept = how(session)
        before = len(session.games)
        kept.step()
        assert (len(session.games), len(kept.games)) == (before, before + 1)
        session.step()
        assert kept.games == session.games


def test_errors_can_be_pickled() -> None:
    errors = [
        p10.errors.RulesError("there is no edition '{name}'", name="x"),
        IllegalAction("wrong_seat", "G2", "It is {name}'s turn.", name="Ana"),
        Refused("bad_value", "{n} is too many", n=7),
        p10.errors.CardError("no such card"),
        p10.errors.SaveError("This game is no longer stored here."),
    ]
    for error in errors:
        for how in KEEP:
            kept = how(error)
            assert (type(kept), str(kept), vars(kept)) == (type(error), str(error), vars(error))
