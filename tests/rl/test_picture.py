"""Pictures of the table: ``render_mode="rgb_array"`` in the three environments. They show nothing hidden."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import gymnasium
import numpy as np
import pytest

import phase10_widgets as p10
from phase10_widgets.core.looks import SHAPES
from phase10_widgets.rl.picture import HEIGHT, WIDTH, pixels
from phase10_widgets.rl.svg_paths import polygons
from phase10_widgets.views.card_looks import faces
from tests.faults import no_faults
from tests.rl.with_pettingzoo import rl

every_edition = pytest.mark.parametrize("edition", p10.EDITIONS)


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


@every_edition
def test_hidden_cards_change_no_pixel(edition: str) -> None:
    """Other cards where a seat cannot see them leave its picture as it is; other cards in its hand do not."""
    random, hands = Random(1), 0
    for game in moments(edition, 3, 80, 17):
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
    assert hands > 5


def test_each_environment_returns_the_same_picture() -> None:
    for edition in p10.EDITIONS:
        turns: Any = rl.env(edition, 2, render_mode="rgb_array")
        together: Any = rl.parallel_env(edition, 2, render_mode="rgb_array")
        alone: Any = gymnasium.make("phase10_widgets/Phase10-v0", edition=edition, seat=0, render_mode="rgb_array")
        for env in (turns, together, alone):
            env.reset(seed=4)
            assert env.metadata["render_fps"] == 2
        expected = pixels(alone.unwrapped.view())
        assert expected.shape == (HEIGHT, WIDTH, 3) == (600, 800, 3)
        assert expected.dtype == np.uint8
        assert expected.flags.writeable
        for env in (turns, together, alone):
            assert (env.render() == expected).all()


def test_the_hand_is_that_of_the_seat_to_act_or_of_the_one_learner() -> None:
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


def test_at_the_end_no_hand_is_shown() -> None:
    *_, over = moments("classic", 2, 1000, 1000, phases=[1])
    assert over.winners
    assert (pixels(over.observe(None)) != pixels(over.observe(over.winners[0]))).any()


VIEWS: list[tuple[str, int, dict[str, Any], str]] = [
    # edition, seats, options, why
    ("classic", 6, {}, "low rows"),
    ("standard", 8, {}, "the most seats, over 300 cards in the draw pile"),
    ("masters", 4, {}, "saved cards, phases not chosen yet"),
    ("classic", 3, {"order": "any"}, "phases that nobody has chosen"),
    ("flip", 2, {"phases": ["1 run of 9"]}, "a long group, one phase"),
    ("classic", 2, {"advance": "always"}, "points decide"),
]


def test_whatever_happens_can_be_drawn() -> None:
    with no_faults() as faults:
        for edition, seats, options, why in VIEWS:
            with faults.of(why):
                shown = [pixels(game.observe(game.to_act)) for game in moments(edition, seats, 200, 12, **options)]
                assert len(shown) > 2, why
                assert all((one != other).any() for one, other in pairwise(shown))


def test_a_long_name_ends_before_what_is_beside_it() -> None:
    names = ["A name that is much longer than its seat's row has room for", "Ben"]
    game = p10.Game.new("classic", names, 1)
    short = p10.Game.new("classic", ["A", "Ben"], 1)
    one, other = (pixels(each.observe(1)) for each in (game, short))
    assert (one != other).any()
    assert (one[:440, 420:] == other[:440, 420:]).all()


def test_gymnasiums_wrapper_records_a_video(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It hands over a picture of each moment, two for a second; moviepy, which writes the file, is replaced."""
    written: list[tuple[int, int]] = []

    class Clip:
        def __init__(self, frames: list[Any], fps: int) -> None:
            self.seen = len({frame.tobytes() for frame in frames}), fps

        def write_videofile(self, path: str, **_: Any) -> None:
            written.append(self.seen)

    parts = ["moviepy", "moviepy.video", "moviepy.video.io", "moviepy.video.io.ImageSequenceClip"]
    for name in parts:
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setattr(sys.modules[parts[-1]], "ImageSequenceClip", Clip, raising=False)
    env: Any = gymnasium.make("phase10_widgets/Phase10-v0", render_mode="rgb_array", seat=0)
    env = gymnasium.wrappers.RecordVideo(env, str(tmp_path / "video"), episode_trigger=lambda episode: True)
    seen, _ = env.reset(seed=3)
    for _ in range(6):
        seen, *_ = env.step(int(seen["action_mask"].nonzero()[0][-1]))
    env.close()
    assert written == [(7, 2)]


def test_without_pillow_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    for make in (rl.env, rl.parallel_env, rl.Phase10Env):
        with pytest.raises(ImportError, match=r"needs Pillow: pip install 'phase10_widgets\[rl\]'"):
            make("classic", render_mode="rgb_array")
        make("classic", render_mode="ansi")


# Shapes

SQUARE = [0 + 0j, 4 + 0j, 4 + 4j, 0 + 4j]
PATHS = [
    # path, points, why
    ("M0 0H4V4H0Z", SQUARE, "level lines"),
    ("m0 0h4v4h-4z", SQUARE, "counted from the pen"),
    ("M0,0 4,0 4,4L0 4", SQUARE, "a move goes on as lines"),
    ("M1 1h1v1zm-1-1h4v4h-4z", [1 + 1j, 2 + 1j, 2 + 2j], "after the end of an outline, the pen is at its start"),
    ("M0 0h4v4h-4zL9 oops", SQUARE, "a broken path ends where it breaks"),
    ("M0 0h4v4h-4zA1 oops", SQUARE, "also within a command"),
]


def test_lines_of_a_path() -> None:
    for path, points, why in PATHS:
        assert list(polygons(path)[0]) == points, why


CURVES = [
    # path, area, why
    ("M0 0A0 2 0 0 1 4 0L4 4L0 4", 16, "an arc without a radius is a line"),
    ("M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20z", 314.16, "a circle of radius 10"),
    ("M12 2a10 10 0 110 20 10 10 0 110-20z", 314.16, "flags may stand without spaces"),
    ("M0 0A1 1 0 0 1 20 0z", 157.08, "a radius that is too small grows to half a circle"),
    ("M0 10A5 20 90 0 1 40 10z", 157.08, "an ellipse on its side"),
    ("M0 0A10 10 0 0 1 10 10L0 10z", 78.54, "a quarter"),
    ("M0 0A10 10 0 1 1 10 10L0 10z", 335.62, "three quarters and a square's corner"),
    ("M0 0Q6 12 12 0z", 48, "a parabola"),
    ("M0 0Q3 6 6 0T12 0z", 0, "the next one mirrors it"),
    ("M0 0C4 8 8 8 12 0z", 48, "the same as a cubic curve"),
    ("M0 0C2 4 4 4 6 0S10-4 12 0z", 0, "and mirrored"),
]


def test_curves_of_a_path() -> None:
    with no_faults() as faults:
        for path, area, why in CURVES:
            with faults.of(why):
                (outline,) = polygons(path)
                twice = sum((a.conjugate() * b).imag for a, b in zip(outline, [*outline[1:], outline[0]], strict=True))
                assert abs(abs(twice) / 2 - area) < 0.02 * area + 0.01, why


def test_every_shape_of_a_card_is_drawn() -> None:
    named = [part["path"] for group in ("colors", "suits", "symbols") for part in faces()[group].values()]
    for path in [*named, *SHAPES.values()]:
        points = [point for outline in polygons(path) for point in outline]
        assert path.lower().count("z") == len(polygons(path))
        assert all(0 <= point.real <= 24 and 0 <= point.imag <= 24 for point in points), path
