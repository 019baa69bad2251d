"""Nothing that a player on the ladder receives reveals a card that its seat may not see."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from phase10_widgets import Session, arena, players, register
from phase10_widgets.arena import Entrant
from phase10_widgets.base.integers import one_way, seed_of
from phase10_widgets.teaching import class_ladder
from phase10_widgets.teaching.code import ladder
from tests.faults import every
from tests.teaching.here import Here
from tests.teaching.test_ladder import pupil
from tests.teaching.test_player_code import GREEDY

SEEKING = """
greedy = p10.players.get("greedy")


def seeds(told):
    texts = ["1", "arena", "trial/1", told, *told.split("/"), "MINE", "trial/MINE"]
    for text in texts:
        yield text
        for n in range(6):
            yield f"{text}/{n}"
            yield f"arena/{text}/{n}"


def hand(view):
    return sorted(map(str, view.hand))


@learner.player
class Mine:
    def __init__(self, seed):
        self.told, self.found = seed, None

    def choose(self, view):
        if self.found is None and view.step == 'draw' and len(view.hand) == 10:
            names = [one.name for one in view.seats]
            self.found = False
            for seed in seeds(self.told):
                game = p10.Game.new("classic", names, seed, phases=[1, 2])
                if hand(game.observe(view.seat)) == hand(view):
                    raise ValueError("this is the game with the seed " + seed)
        return greedy.choose(view)
"""
"""A player that looks for its game among those of all seeds that it can derive from its own."""


@pytest.mark.slow
def test_trying_seeds_finds_no_running_game_without_the_ladders_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """It also knows the teacher's seed, which is enough only for a repeatable ladder."""
    monkeypatch.setattr(ladder, "ConfinedPlayer", Here)
    plans: list[dict[str, Any]] = [{}, {"seed": "MINE"}, {"seed": 1}]
    for plan in plans:
        found = class_ladder([pupil("Ana", GREEDY), pupil("Ben", SEEKING)], games=2, **plan)
        assert found.left_out == (), plan
        assert len(found.rungs) == 3
    found = class_ladder([pupil("Ben", SEEKING)], games=2, seed="MINE", repeatable=True)
    ((_, why),) = found.left_out
    assert "this is the game with the seed arena/trial/MINE/0" in why


def test_a_ladder_has_a_fresh_secret_unless_it_is_to_be_repeated() -> None:
    empty = [class_ladder([], **plan).seed for plan in ({}, {}, {"seed": 5}, {"seed": 5})]  # type: ignore[arg-type]
    assert len(set(empty)) == 4
    assert all(len(str(seed)) >= 32 for seed in empty)
    assert {class_ladder([], seed=5, repeatable=True).seed for _ in range(2)} == {5}
    with pytest.raises(ladder.LadderError, match="needs a seed"):
        class_ladder([], repeatable=True)


class Recorded(Here):
    """A player in place of a process, which records the seeds that it receives."""

    each: list[Recorded]

    def __init__(self, *given: Any, **limits: Any) -> None:
        super().__init__(*given, **limits)
        self.seeds: list[str] = []
        self.each.append(self)

    def new_game(self, seed: str) -> Here:
        self.seeds.append(seed)
        return super().new_game(seed)


def test_no_process_plays_a_deal_from_both_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    """It could remember the other seat's cards, which were its own a moment ago."""
    monkeypatch.setattr(Recorded, "each", [], raising=False)
    monkeypatch.setattr(ladder, "ConfinedPlayer", Recorded)
    class_ladder([pupil("Ana", GREEDY), pupil("Ben", GREEDY)], games=8, seed="known", repeatable=True)
    places = [(deal, turn, seat) for deal in range(20) for turn in range(2) for seat in range(2)]
    deals = {one_way(seed_of("player", "known", *place)): place[0] for place in places}
    deals |= {one_way(seed_of("player", "trial/known", 0, *place[1:])): -1 for place in places}
    played = [[deals[seed] for seed in one.seeds] for one in Recorded.each]
    assert [len(each) for each in played] == [9] * 4, "a trial, and four deals against each of the two others"
    assert all(len(set(each)) == len(each) for each in played)


class Told:
    """A custom player that records its seed."""

    seeds: list[Any]

    def __init__(self, seed: Any = None) -> None:
        self.seeds.append(seed)
        self._inner = players.get("greedy")

    def choose(self, view: Any) -> Any:
        return self._inner.choose(view)


PLAYS: dict[str, Callable[[], object]] = {
    "arena": lambda: arena.play("classic", [Told, "greedy"], games=2, seed="deal", phases=[1]),
    "entrant": lambda: arena.play("classic", [Entrant("one", Told), "greedy"], games=2, seed="deal", phases=[1]),
    "session": lambda: Session("classic", ["told", "greedy"], seed="deal", phases=[1]),
    "opponent": lambda: (
        pytest.importorskip("phase10_widgets.rl").Phase10Env(opponents="told", phases=[1]).reset(seed=7)
    ),
}


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """Register the player, and provide the seeds that it receives."""
    monkeypatch.setattr(Told, "seeds", [], raising=False)
    register(Told, name="told")
    yield Told.seeds
    players.REGISTERED.remove("told")


@every("how, play", [*PLAYS.items()])
def test_the_seed_of_a_custom_player_reveals_nothing_about_the_deal(
    how: str, play: Callable[[], object], told: list[Any]
) -> None:
    told.clear()
    play()
    first = list(told)
    told.clear()
    play()
    assert told == first, "equal runs pass equal seeds"
    given = [seed for seed in first if seed is not None]
    assert given
    assert all(len(seed) == 64 and set(seed) <= set("0123456789abcdef") for seed in given)


def test_built_in_players_play_as_before() -> None:
    """Their seeds are unchanged, and so are all results of a seed."""
    made: list[str] = []

    def make(seed: str) -> players.Player:
        made.append(seed)
        return players.get("greedy")

    Entrant("expert", make, "expert:3").fresh("player/1/0/0/0")
    assert made == ["player/1/0/0/0"]
