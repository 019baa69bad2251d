"""``Observation.sample``: games that a seat cannot distinguish from the true one, all equally likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain
from math import sqrt
from random import Random
from timeit import repeat
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import Game, Observation
from phase10_widgets.base.translatable import Refusal
from phase10_widgets.rules.events import Drawn, Reshuffled
from phase10_widgets.rules.observation import observe
from phase10_widgets.rules.rounds import gather
from tests.contracts.test_hidden import resampled
from tests.faults import every
from tests.helpers import NAMES, Json, begin, discard, draw, play, played_out, rotating, seat
from tests.reference.hidden_cards import Case, cases, every_table, seen

SAMPLES = [rotating(3_000), pytest.param(100_000, marks=pytest.mark.soak)]


def chi_square(counts: Counter[Any], expected: dict[Any, float]) -> float:
    """Return by how many standard deviations chi-square is above its mean (Wilson and Hilferty)."""
    total, free = sum([(counts[cell] - n) ** 2 / n for cell, n in expected.items()]), len(expected) - 1
    return float(((total / free) ** (1 / 3) - (1 - 2 / (9 * free))) / sqrt(2 / (9 * free)))


def from_sample(view: Observation) -> Callable[[], Game]:
    chance = Random(1)
    return lambda: view.sample(chance)


def from_sampler(view: Observation) -> Callable[[], Game]:
    sample: Callable[[], Game] = view.sampler(seed=1).sample
    return sample


WAYS = [from_sample, from_sampler]


def sampled(case: Case, n: int, way: Callable[[Observation], Callable[[], Game]]) -> tuple[Counter[Any], Any]:
    """Return how often each table was sampled, and how often it should have been."""
    moments = case.moments()
    tables = every_table(moments, 0)
    sample = way(moments[-1].observe(0))
    counts = Counter(seen(sample()) for _ in range(n))
    return counts, {table: n * ways / tables.total() for table, ways in tables.items()}


@pytest.mark.slow
@pytest.mark.parametrize("samples", SAMPLES)
@pytest.mark.parametrize("way", WAYS)
@every("case", cases())
def test_every_table_that_fits_comes_up_equally_often(
    case: Case, way: Callable[[Observation], Callable[[], Game]], samples: int
) -> None:
    counts, expected = sampled(case, samples, way)
    assert set(counts) <= set(expected), "no table comes up that does not fit"
    assert set(counts) == set(expected), "every table that fits comes up"
    assert chi_square(counts, expected) < 3.5


HOUSE_RULES: list[Json] = [{}, {"must_lay_down": True}, {"advance": "always", "phases": [1, 2]}]
HOUSE_RULES += [{"go_out_by_hit": True, "hit_others_same_turn": True, "first_dealer": 0}]


def tables() -> Iterator[tuple[str, int, Json]]:
    """Yield every edition with every number of seats and house rules in rotation."""
    for edition in p10.EDITIONS:
        found = p10.edition(edition)
        for n in found.seats:
            options = HOUSE_RULES[n % len(HOUSE_RULES)]
            yield edition, n, options
        if not found.chooses_phase:
            yield edition, 3, {"order": "any", "must_lay_down": True}


@pytest.mark.slow
@every("edition, n, options", list(tables()))
def test_a_sample_looks_like_the_true_game_to_the_end_of_its_past(edition: str, n: int, options: Json) -> None:
    chance = Random(f"{edition}/{n}")
    kinds = [chance.choice(("random", "greedy")) for _ in range(n)]
    players = [p10.players.get(kind, seed=at) for at, kind in enumerate(kinds)]
    game = Game.new(edition, NAMES[:n], 5, **options)
    past: list[Game] = []
    checked = 0
    for _ in range(90 * n):
        if game.to_act is None:
            game = Game.new(edition, NAMES[:n], 6, **options)
        past = [*past, game] if past and past[-1].state.round == game.state.round else [game]
        if chance.random() * 6 * n < 1:
            me = chance.randrange(n)
            check_sample(past, me, chance)
            checked += 1
        seat_to_act = game.to_act or 0
        game = game.apply(players[seat_to_act].choose(game.observe(seat_to_act)))
    assert checked >= 3


def check_sample(past: list[Game], me: int, chance: Random) -> None:
    """Check one sample: the view is the same now and at every earlier moment of the round, and it can be replayed."""
    view = past[-1].observe(me)
    sample = view.sample(chance)
    assert (sample.observe(me), sample.observe(me).legal_actions()) == (view, view.legal_actions())
    assert past[-1].observe(None).sample(chance).observe(None) == past[-1].observe(None)
    check_sampler(past[-1], me)
    again = list(Game.moments(sample.record()))
    assert (again[-1].position(), again[-1].record()) == (sample.position(), sample.record())
    assert [comparable(game.observe(me)) for game in again] == [comparable(game.observe(me)) for game in past]
    if sample.to_act is not None:
        sample.apply(sample.legal_actions()[0])


def check_sampler(game: Game, me: int) -> None:
    """Check a sampler's game: the view and the spectator's view are the same, all cards are there, and it goes on."""
    view = game.observe(me)
    sample = view.sampler(seed=1).sample()
    assert (sample.observe(me), sample.observe(me).legal_actions()) == (view, view.legal_actions())
    assert sample.observe(None) == game.observe(None)
    whole = [Counter((*gather(each.state), *chain(*each.state.saved))) for each in (sample, game)]
    assert whole[0] == whole[1] or game.edition.two_sided
    assert (sample.state.busy, sample.step, sample.to_act) == (game.state.busy, game.step, game.to_act)
    after = sample.apply(sample.legal_actions()[0])
    again = Game.replay(after.record())
    assert (again.position(), again.record()) == (after.position(), after.record())


def comparable(view: Observation) -> tuple[Any, ...]:
    """Return the view with its edition by name and options: a replayed game has its own edition."""
    opening, *rest = view.recall
    named = view.edition.id, dict(view.edition.options)
    public = opening.public._replace(edition=None)  # type: ignore[union-attr, arg-type]
    return view._replace(edition=None, recall=()), named, opening._replace(public=public), rest  # type: ignore[arg-type, call-arg]


@pytest.mark.slow
@every("edition, n", [("classic", 2), ("classic", 6), ("flip", 3), ("flip", 6), ("standard", 8), ("masters", 4)])
def test_a_round_with_reshuffles_can_be_sampled(edition: str, n: int) -> None:
    """Nobody lays down, so that the draw pile is used up; samples know which cards were shuffled back."""
    chance, game, past, reshuffles = Random(n), Game.new(edition, NAMES[:n], 1), [], 0
    checked = 0
    while checked < 4:
        past.append(game)
        reshuffles += any(isinstance(event, Reshuffled) for event in game.events)
        if reshuffles and chance.random() < 0.3:
            check_sample(past, chance.randrange(n), chance)
            checked += 1
        actions = [action for action in game.legal_actions() if action.type not in ("lay_down", "hit")]
        from_pile = game.step == "draw" and chance.random() < 0.95
        game = game.apply(draw() if from_pile else chance.choice(actions))
        assert game.state.round == 1


@every("edition", p10.EDITIONS)
def test_samples_do_not_depend_on_the_truth(edition: str) -> None:
    """Two games that look alike to a seat give it the same samples."""
    game = Game.new(edition, ["Ana", "Ben", "Cleo"], seed=3)
    greedy = p10.players.get("greedy")
    while game.to_act != 0 or len(game.observe(0).history()) < 12:
        game = game.apply(greedy.choose(game.observe(game.to_act or 0)))
    view = game.observe(0)
    for seed in range(5):
        one = view.sample(Random(seed))
        assert one.state != game.state
        other = one.observe(0)
        assert (other, other.sample(Random(seed)).record()) == (view, one.record())
        assert seed == 0 or one.record() != view.sample(Random(seed - 1)).record()
        again = observe(resampled(game.state, 0, Random(seed)), 0, view.log, view.recall)
        assert again.sample(Random(seed)).record() == one.record()


def finished_round(game: Game) -> Game:
    greedy, number = p10.players.get("greedy"), game.state.round
    while game.state.round == number:
        game = game.apply(greedy.choose(game.observe(game.to_act or 0)))
    return game


@every("edition", p10.EDITIONS)
def test_a_samplers_game_can_be_played_and_replayed_and_belongs_to_one_seat(edition: str) -> None:
    game = Game.new(edition, ["Ana", "Ben"], seed=3).apply(Game.new(edition, seed=3).legal_actions()[0])
    view = game.observe(0)
    one, other = view.sampler(seed=1), view.sampler(seed=1)
    assert [one.sample() for _ in range(3)] == [other.sample() for _ in range(3)]
    assert one.sample() != view.sampler(seed=2).sample()
    sample = finished_round(one.sample())
    assert len(gather(sample.state)) == len(gather(game.state)), "the next round has the whole deck"
    assert Game.replay(sample.record()).standings == sample.standings
    assert one.sample().observe(0).sampler(seed=1).sample().observe(0) == view
    with pytest.raises(Refusal, match="a sampler's game has no past, so only the seat that it was sampled for"):
        one.sample().observe(1).sample(Random(1))
    with pytest.raises(ValueError, match="seed"):
        view.sampler(seed=1.5)  # type: ignore[arg-type]


def in_round_1(edition: str, actions: int) -> Game:
    """Return a game of three after this many actions of its first round."""
    greedy, seed, game = p10.players.get("greedy"), 0, Game.new(edition, NAMES[:3])
    while game.at < actions:
        game = game.apply(greedy.choose(game.observe(game.to_act or 0)))
        if game.round > 1 or game.is_over:
            seed += 1
            game = Game.new(edition, NAMES[:3], seed)
    return game


def seconds(work: Callable[[], object]) -> float:
    """Return the least time that one of five runs takes, each of which calls *work* 20 times."""
    return min(repeat(work, number=20, repeat=5))


@pytest.mark.parametrize("actions", [30, 60])
@every("edition", p10.EDITIONS)
def test_a_sampler_is_at_least_three_times_as_fast_as_sample(edition: str, actions: int) -> None:
    game = in_round_1(edition, actions)
    view = game.observe(game.to_act)
    slow, fast = (seconds(way(view)) for way in WAYS)
    assert slow > 3 * fast


def test_a_samples_future_is_independent() -> None:
    game = Game.new("classic", ["Ana", "Ben"], seed="true")
    samples = [game.observe(0).sample(Random(seed)) for seed in range(20)]
    assert len({sample.state.seed for sample in samples} | {game.state.seed}) == 21
    decks = {str(finished_round(sample).record()["rounds"][1]["deck"]) for sample in samples}
    assert len(decks | {str(finished_round(game).record()["rounds"][1]["deck"])}) == 21


def test_a_finished_game_has_nothing_to_sample() -> None:
    game = played_out("classic", phases=[1])
    with pytest.raises(Refusal, match=r"the game is over: there is no hidden card left to sample"):
        game.observe(0).sample(Random(1))


def test_a_seat_remembers_its_own_draws() -> None:
    """Only the seat's own observation contains the cards that it drew."""
    game = play(begin("classic", seat("Y9 B11 R5"), "R1", step="draw", draw_pile="G7 G8", discard_pile="B2"), draw())
    own = [item for item in game.observe(0).recall if isinstance(item, Drawn)]
    assert [str(item.card) for item in own] == ["G7"]
    for other in (1, None):
        assert [item for item in game.observe(other).recall if isinstance(item, Drawn)] == []
    drawn = play(game, discard("G7"))
    assert [g.observe(0).hand for g in Game.moments(drawn.observe(0).sample(Random(1)).record())] == [
        g.observe(0).hand for g in Game.moments(drawn.record())
    ]


def test_a_record_that_begins_with_a_deal_must_fit_its_deck() -> None:
    game = finished_round(Game.new("classic", seed=1))
    record = game.observe(0).sample(Random(1)).record()
    assert Game.replay(record).observe(0) == game.observe(0)
    first, second, *rest = record["rounds"][0]["deck"].split()
    assert first != second
    record["rounds"][0]["deck"] = " ".join([second, first, *rest])
    with pytest.raises(ValueError, match="the starting position is not the one that this deck deals"):
        Game.replay(record)
