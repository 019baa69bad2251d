"""Every outside input is either accepted or refused with a message."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import product
from random import Random
from typing import Any, TypeVar

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import phase10_widgets as p10
from phase10_widgets import Action, Game, IllegalAction, Phase, Session
from phase10_widgets.errors import PhaseError, SaveError
from phase10_widgets.rules.actions import ChoosePhase, Discard, Draw, Hit, Laid, LayDown, Save
from tests.faults import every
from tests.helpers import Json, drop, played_out, put
from tests.reference.playing import through_json

pytestmark = pytest.mark.slow

# JSON values, including some that look like actions

WORDS = ["R7", "W", "S", "R5!/9", "deck", "discard", "saved", "low", "high", "any", "R7 G7 W", "set", "run"]
leaves = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.integers(-2, 12)
leaves |= st.sampled_from(WORDS)
values = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
TYPES = ["choose_phase", "draw", "lay_down", "hit", "discard", "save"]
KEYS = ["phase", "from", "card", "groups", "owner", "group", "end", "target", "seat", "reshuffled", "number", "start"]
groups = st.one_of(
    st.sampled_from(["R7 G7 W", "W R4 B5 Y6", "", "X", "R7 " * 200]),
    st.dictionaries(st.sampled_from(["cards", "number", "start", "color", "suit", "kind", "size"]), values, max_size=4),
    values,
)
actions = st.one_of(
    values,
    st.fixed_dictionaries({"type": st.sampled_from(TYPES)}, optional=dict.fromkeys(KEYS, values)),
    st.fixed_dictionaries({"type": st.sampled_from(TYPES)}, optional=dict.fromkeys(KEYS, leaves)),
    st.fixed_dictionaries({"type": st.just("lay_down"), "groups": st.lists(groups, max_size=3)}),
    st.dictionaries(st.one_of(st.integers(), st.text(max_size=5), st.just("type")), values, max_size=4),
)


@cache
def moments() -> list[Game]:
    found: list[Game] = []
    for edition in p10.EDITIONS:
        games = Game.moments(played_out(edition, 2, ["Ana", "Ben", "Cleo"]).record())
        found += {(game.step, any(row.laid for row in game.state.seats)): game for game in games}.values()
    return found


Found = TypeVar("Found")
Error = TypeVar("Error", bound=Exception)


def attempt(call: Callable[[], Found], kind: type[Error]) -> tuple[Found | None, Error | None]:
    """Return the result of the call, or its error of this kind; let other errors through."""
    try:
        return call(), None
    except kind as error:
        return None, error


@settings(max_examples=250)
@given(data=actions, at=st.integers(0, 999))
def test_an_action_is_read_and_played_or_refused(data: Any, at: int) -> None:
    """Only IllegalAction is raised, with a message; every action that is read survives a round trip."""
    action, error = attempt(lambda: Action.from_dict(data), IllegalAction)
    if error is not None:
        assert (error.code, error.rule) == ("malformed", "G3")
        assert len(str(error)) < 300
        assert str(error).endswith(".")
    else:
        assert action is not None
        assert Action.from_dict(through_json(action.to_dict())) == action
    game = moments()[at % len(moments())]
    before = game.position()
    after, refused = attempt(lambda: game.apply(data), IllegalAction)
    assert after is not None or (refused is not None and refused.rule)
    assert game.position() == before


laid = st.builds(Laid, *[values] * 6) | st.builds(Laid, st.sampled_from(["R7 G7 W", "W R4"]), *[leaves] * 5) | values
actions_with_anything = st.one_of(
    st.builds(ChoosePhase, values),
    st.builds(Draw, values, values),
    st.builds(LayDown, st.lists(laid, max_size=3).map(tuple) | values, values),
    st.builds(Hit, values, values, values, values),
    st.builds(Discard, values, values),
    st.builds(Save, values),
)


@settings(max_examples=250)
@given(action=actions_with_anything, at=st.integers(0, 999))
def test_an_action_with_anything_in_it_is_played_or_refused(action: Action, at: int) -> None:
    """Nothing but IllegalAction is raised, and an applied action can be written and read."""
    game = moments()[at % len(moments())]
    before = game.position()
    after, error = attempt(lambda: game.apply(action), IllegalAction)
    if after is None:
        assert error is not None
        assert len(str(error)) < 400
    else:
        assert Game.replay(through_json(after.record())).position() == after.position()
    assert game.position() == before


def test_actions_of_other_moments_are_played_or_refused() -> None:
    """An action that is legal somewhere is legal or refused here, and the menu is complete."""
    chance = Random(1)
    for game, other in product(moments(), moments()):
        offered = set(game.legal_actions())
        for action in chance.sample(other.legal_actions(), min(25, len(other.legal_actions()))):
            try:
                game.apply(action)
            except IllegalAction:
                assert action not in offered
            else:
                kind = action.to_dict()["type"]
                assert action in offered or kind == "lay_down" or "/" in str(action), action


kinds = st.sampled_from(["{} set{} of {}", "{} run{} of {}", "{} color run{} of {}", "{} flush{} of {}"])


@st.composite
def phases(draw: st.DrawFn) -> str:
    parts: list[str] = []
    for _ in range(draw(st.integers(1, 4))):
        form = draw(st.integers(0, 6))
        if form < 4:
            pattern, count, size = draw(kinds), draw(st.integers(1, 3)), draw(st.integers(2, 9))
            ending = "" if count == 1 else "es" if "flush" in pattern else "s"
            parts.append(pattern.format(count, ending, size))
        else:
            word = "color" if form < 6 else "suit"
            parts.append(f"{draw(st.integers(2, 7))} cards of one {word}")
        if form >= 4 and draw(st.booleans()):
            parts.append(f"{draw(st.integers(2, 4))} of another")
    return " + ".join(parts)


@settings(max_examples=200)
@example(text="2 flushes of 3 + 3 flushes of 3 + 3 flushes of 3 + 3 flushes of 3", joint=" + ", shout=False)
@given(text=phases(), joint=st.sampled_from([" & ", " + ", ", ", " and ", "+"]), shout=st.booleans())
def test_a_phase_prints_as_it_parses(text: str, joint: str, shout: bool) -> None:
    phase, error = attempt(lambda: Phase.parse(text), PhaseError)
    if phase is None:
        assert "more than" in str(error), text
        return
    again = Phase.parse(str(phase))
    assert (again, hash(again), str(again)) == (phase, hash(phase), str(phase))
    freely = joint.join(text.split(" + "))
    assert Phase.parse(freely.upper() if shout else freely) == phase
    assert phase.size == sum(need.size for need in phase.needs)


@settings(max_examples=150)
@given(
    edition=st.sampled_from(p10.EDITIONS),
    text=st.one_of(st.text(max_size=30), st.text(alphabet="RBGYOWSJK0123456789!*/ ACDHTQ", max_size=20)),
)
def test_cards_are_read_or_refused(edition: str, text: str) -> None:
    cards, error = attempt(lambda: p10.edition(edition).cards(text), p10.errors.CardError)
    assert len(str(error)) < 300
    if cards is not None:
        assert p10.edition(edition).cards(" ".join(card.word for card in cards)) == tuple(
            card if card.back is None or not card.side.index else card.turned for card in cards
        )


def spots(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        found += spots(inner, (*path, key))
    return found


@cache
def saved_games() -> list[Json]:
    """Return a saved game of each edition, two rounds in, with a phase on the table."""
    found = []
    for edition in p10.EDITIONS:
        session = Session(edition, ["greedy", "greedy"], seed=1)
        while session.game.position()["round"] < 3 or not any(seat.laid for seat in session.game.state.seats):
            session.step()
        found.append(through_json(session.to_dict()))
    return found


ODD: list[Any] = [None, True, -1, 0, 1, 99, 10**30, 1.5, "", "x", "R1 R1 R1", [], [1], [[]], {}, {"a": 1}, {"kind": []}]
every_save = every("at", range(len(p10.EDITIONS)))


def read_or_refused(read: Callable[[Any], Game], data: Json, path: tuple[Any, ...]) -> Iterator[Game]:
    """Put every odd value in this place; yield the games that are still accepted."""
    for value in ODD:
        changed = copy.deepcopy(data)
        put(*path, to=value)(changed)
        game, error = attempt(partial(read, changed), ValueError)
        if game is None:
            assert 10 < len(str(error)) < 700, (path, value)
        else:
            yield game


@every_save
def test_a_broken_position_is_read_or_refused(at: int) -> None:
    position = saved_games()[at]["position"]
    for path in spots(position):
        for game in read_or_refused(Game.from_position, position, path):
            assert Game.from_position(game.position()).position() == game.position(), path
            game.legal_actions()


@every_save
def test_a_broken_record_is_read_or_refused(at: int) -> None:
    record = saved_games()[at]["record"]
    head = {**record, "rounds": [{**entry, "actions": entry["actions"][:2]} for entry in record["rounds"][:1]]}
    for data, places in ((head, spots(head)), (record, Random(at).sample(spots(record), 30))):
        for path in places:
            for game in read_or_refused(Game.replay, data, path):
                assert Game.replay(game.record()).position() == game.position(), path


@every_save
def test_a_save_with_a_part_left_out_is_loaded_or_refused(at: int) -> None:
    save = saved_games()[at]
    for path in [path for path in spots(save) if isinstance(path[-1], str) and "actions" not in path]:
        changed = copy.deepcopy(save)
        drop(*path)(changed)
        session, error = attempt(partial(Session.load, json.dumps(changed)), SaveError)
        assert session is not None or len(str(error).split()) > 4, path
