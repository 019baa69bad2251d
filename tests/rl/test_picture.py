"""Pictures of the table: ``render_mode="rgb_array"`` in the three environments. They show nothing hidden."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest

import phase10_widgets as p10
from phase10_widgets.rl.picture import pixels
from phase10_widgets.rl.svg_paths import polygons
from phase10_widgets.rules.looks import SHAPES
from phase10_widgets.ui.drawn.card_looks import faces
from tests.faults import every
from tests.rl.with_pettingzoo import rl


def moments(edition: str, seats: int, steps: int, every: int, **options: Any) -> Iterator[p10.Game]:
    """Yield a game of *greedy* players every few actions, and its last moment."""
    game = p10.Game.new(edition, [f"seat_{at}" for at in range(seats)], 5, **options)
    greedy = p10.players.get("greedy")
    for step in range(steps):
        if step % every == 0 or game.to_act is None:
            yield game
        if game.to_act is None:
            return
        game = game.apply(greedy.choose(game.observe(game.to_act)))


@pytest.mark.slow
@pytest.mark.parametrize("edition", p10.EDITIONS)
def test_hidden_cards_change_no_pixel(edition: str) -> None:
    """Changing cards that a seat cannot see leaves its picture unchanged; changing cards in its hand does not."""
    random, hands = Random(1), 0
    for game in moments(edition, 3, 80, 27):
        me = game.to_act
        assert me is not None
        shown = pixels(game.observe(me))
        for _ in range(2):
            world = game.observe(me).sample(random)
            assert world.position() != game.position()
            assert (pixels(world.observe(me)) == shown).all()
            other = world.observe((me + 1) % 3)
            if sorted(map(str, other.hand)) != sorted(map(str, game.observe(other.seat).hand)):
                hands += 1
                assert (pixels(other) != pixels(game.observe(other.seat))).any()
    assert hands > 3


@every("edition", p10.EDITIONS)
def test_each_environment_returns_the_same_picture(edition: str) -> None:
    turns: Any = rl.env(edition, 2, render_mode="rgb_array")
    together: Any = rl.parallel_env(edition, 2, render_mode="rgb_array")
    alone: Any = gymnasium.make("phase10_widgets/Phase10-v0", edition=edition, seat=0, render_mode="rgb_array")
    for env in (turns, together, alone):
        env.reset(seed=4)
        assert env.metadata["render_fps"] == 2
    expected = pixels(alone.unwrapped.view())
    assert (expected.shape, expected.dtype) == ((600, 800, 3), np.uint8)
    assert expected.flags.writeable
    assert all((env.render() == expected).all() for env in (turns, together, alone))


def test_the_hand_is_that_of_the_seat_to_act_or_of_the_one_learner_and_none_at_the_end() -> None:
    turns: Any = rl.env("classic", 2, render_mode="rgb_array", illegal="refuse")
    turns.reset(seed=4)
    while turns.agent_selection == "seat_0":
        turns.step(int(turns.observe("seat_0")["action_mask"].nonzero()[0][-1]))
    assert (turns.render() == pixels(turns.unwrapped.view("seat_1"))).all()
    assert (turns.render() != pixels(turns.unwrapped.view("seat_0"))).any()
    alone = rl.Phase10Env("classic", 3, seat=1, render_mode="rgb_array")
    alone.reset(seed=4)
    picture: Any = alone.render()
    assert (picture == pixels(alone.game.observe(1))).all()
    *_, over = moments("classic", 2, 1000, 1000, phases=[1])
    assert over.winners
    assert (pixels(over.observe(None)) != pixels(over.observe(over.winners[0]))).any()


VIEWS = [
    ("classic", 6, {}, "low rows"),
    ("standard", 8, {}, "the most seats, over 300 cards in the draw pile"),
    ("masters", 4, {}, "saved cards, phases not chosen yet"),
    ("classic", 3, {"order": "any"}, "phases that nobody has chosen"),
    ("flip", 2, {"phases": ["1 run of 9"]}, "a long group, one phase"),
    ("classic", 2, {"advance": "always"}, "points decide"),
]


@pytest.mark.slow
@every("edition, seats, options, why", VIEWS)
def test_every_moment_can_be_drawn(edition: str, seats: int, options: dict[str, Any], why: str) -> None:
    shown = [pixels(game.observe(game.to_act)) for game in moments(edition, seats, 200, 40, **options)]
    assert len(shown) > 1
    assert all((one != other).any() for one, other in pairwise(shown))


def test_a_long_name_is_cut_before_its_neighbor() -> None:
    names = ["A name that is much longer than its seat's row has room for", "Ben"]
    game = p10.Game.new("classic", names, 1)
    short = p10.Game.new("classic", ["A", "Ben"], 1)
    one, other = (pixels(each.observe(1)) for each in (game, short))
    assert (one != other).any()
    assert (one[:440, 420:] == other[:440, 420:]).all()


def test_without_pillow_a_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    for make in (rl.env, rl.parallel_env, rl.Phase10Env):
        with pytest.raises(ImportError, match=r"needs Pillow: pip install 'phase10_widgets\[rl\]'"):
            make("classic", render_mode="rgb_array")
        make("classic", render_mode="ansi")


SQUARE = [0 + 0j, 4 + 0j, 4 + 4j, 0 + 4j]
PATHS = [
    ("M0 0H4V4H0Z", SQUARE, "level lines"),
    ("m0 0h4v4h-4z", SQUARE, "counted from the pen"),
    ("M0,0 4,0 4,4L0 4", SQUARE, "a move continues as lines"),
    ("M1 1h1v1zm-1-1h4v4h-4z", [1 + 1j, 2 + 1j, 2 + 2j], "after the end of an outline, the pen is at its start"),
    ("M0 0h4v4h-4zL9 oops", SQUARE, "a broken path ends where it breaks"),
    ("M0 0h4v4h-4zA1 oops", SQUARE, "even within a command"),
]


@every("path, points, why", PATHS)
def test_lines_of_a_path(path: str, points: list[complex], why: str) -> None:
    assert list(polygons(path)[0]) == points


CURVES = [
    ("M0 0A0 2 0 0 1 4 0L4 4L0 4", 16, "an arc without a radius is a line"),
    ("M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20z", 314.16, "a circle of radius 10"),
    ("M12 2a10 10 0 110 20 10 10 0 110-20z", 314.16, "flags need no spaces"),
    ("M0 0A1 1 0 0 1 20 0z", 157.08, "a radius that is too small grows to half a circle"),
    ("M0 10A5 20 90 0 1 40 10z", 157.08, "an ellipse on its side"),
    ("M0 0A10 10 0 0 1 10 10L0 10z", 78.54, "a quarter"),
    ("M0 0A10 10 0 1 1 10 10L0 10z", 335.62, "three quarters and a square's corner"),
    ("M0 0Q6 12 12 0z", 48, "a parabola"),
    ("M0 0Q3 6 6 0T12 0z", 0, "the next one mirrors it"),
    ("M0 0C4 8 8 8 12 0z", 48, "the same as a cubic curve"),
    ("M0 0C2 4 4 4 6 0S10-4 12 0z", 0, "and mirrored"),
]


@every("path, area, why", CURVES)
def test_curves_of_a_path(path: str, area: float, why: str) -> None:
    (outline,) = polygons(path)
    twice = sum((a.conjugate() * b).imag for a, b in zip(outline, [*outline[1:], outline[0]], strict=True))
    assert abs(abs(twice) / 2 - area) < 0.02 * area + 0.01


def test_every_shape_of_a_card_is_drawn() -> None:
    named = [part["path"] for group in ("colors", "suits", "symbols") for part in faces()[group].values()]
    for path in [*named, *SHAPES.values()]:
        points = [point for outline in polygons(path) for point in outline]
        assert path.lower().count("z") == len(polygons(path))
        assert all(0 <= point.real <= 24 and 0 <= point.imag <= 24 for point in points), path


def test_every_number_of_a_card_is_drawn() -> None:
    for wide, path in faces()["glyphs"].values():
        points = [point for outline in polygons(path) for point in outline]
        assert all(0 <= point.real <= wide and 0 <= point.imag <= 60 for point in points), path
