"""The contract's "1.0", point by point; the names at the top and `dir` are in test_manners.py."""

from __future__ import annotations

import inspect
import io
import statistics
from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import phase10_widgets as p10
from phase10_widgets import arena, odds
from phase10_widgets.teaching import Progress
from phase10_widgets.teaching.pages.page_screens import LESSON_FIGURES
from tests.contracts.test_manners import PARTS
from tests.faults import every
from tests.helpers import needs_analysis

COLUMNS = {"game", "deal", "rotation", "seed", "seat", "player", "dealer", "first", "won", "place", "score", "rounds"}
ACTIONS: list[tuple[str, str, dict[str, Any]]] = [
    # the words, the edition, the dict
    ("draw deck", "classic", {"type": "draw", "from": "deck"}),
    ("draw discard", "classic", {"type": "draw", "from": "discard"}),
    ("draw saved R7", "masters", {"type": "draw", "from": "saved", "card": "R7"}),
    ("lay R7 G7 W | R3 W B5 Y6", "classic", {"type": "lay_down", "groups": ["R7 G7 W", "R3 W B5 Y6"]}),
    ("lay 4: R7 G7 W", "classic", {"type": "lay_down", "groups": ["R7 G7 W"], "phase": 4}),
    ("lay W W R5[number=5]", "classic", {"type": "lay_down", "groups": [{"cards": "W W R5", "number": 5}]}),
    ("lay W R4 B5[start=3]", "classic", {"type": "lay_down", "groups": [{"cards": "W R4 B5", "start": 3}]}),
    ("lay R1 W[color=red]", "classic", {"type": "lay_down", "groups": [{"cards": "R1 W", "color": "red"}]}),
    ("lay R1 W[kind=flush]", "classic", {"type": "lay_down", "groups": [{"cards": "R1 W", "kind": "flush"}]}),
    ("hit W > 1.0 low", "classic", {"type": "hit", "card": "W", "owner": 1, "group": 0, "end": "low"}),
    ("hit R7 > 0.1", "classic", {"type": "hit", "card": "R7", "owner": 0, "group": 1}),
    ("discard S", "classic", {"type": "discard", "card": "S"}),
    ("discard S @2", "masters", {"type": "discard", "card": "S", "target": 2}),
    ("discard R5!/9", "flip", {"type": "discard", "card": "R5!/9"}),
    ("save W", "masters", {"type": "save", "card": "W"}),
    ("phase 3", "masters", {"type": "choose_phase", "phase": 3}),
]


def test_figures_has_every_figure_and_every_widget_that_shows_odds() -> None:
    wanted = {kind.__name__ for kind in LESSON_FIGURES} | {"DealOdds", "DrawOdds", "OddsTable"}
    assert wanted <= {*dir(p10.figures)}


@every("part", ["", *(f".{part}" for part in PARTS)])
def test_looking_around_raises_nothing(part: str) -> None:
    found = import_module(f"phase10_widgets{part}")
    assert dict(inspect.getmembers(found)).keys() >= {*found.__all__}
    assert not hasattr(found, "anything")


def test_names_that_need_an_extra_are_reachable_and_unlisted() -> None:
    for module, name in ((p10, "rl"), (odds, "batch")):
        assert name not in dir(module)
        assert f"``{name}``" in (module.__doc__ or "") or f".{name}``" in (module.__doc__ or "")


def test_a_program_drives_and_follows_a_table() -> None:
    table = p10.Table("classic", ["You", "greedy"], seed=7, pace=0)
    told: list[Any] = []
    stop = table.on_event(lambda event, game: told.append((event, game)))
    assert table.act(p10.Draw("deck")) is None  # type: ignore[func-returns-value]
    table.act(next(one for one in table.game.observe(0).legal_actions() if isinstance(one, p10.Discard)))
    assert table.game.to_act == 0, "the computer player has played at once"
    assert all(isinstance(game, p10.Game) for _, game in told)
    assert len(told) > 3
    stop()
    before = len(told)
    table.act(p10.Draw("deck"))
    assert len(told) == before
    table.pace = 1.5
    assert (table.round, table.to_act, len(table.standings)) == (1, 0, 2)
    for name in ("round", "to_act", "standings"):
        assert table.has_trait(name)
        with pytest.raises(Exception, match="read-only"):
            setattr(table, name, 3)


def test_a_game_states_its_round_its_end_and_its_scores() -> None:
    session = p10.Session("classic", ["greedy", "random"], 1, phases=[1])
    assert (session.game.round, session.game.is_over, session.game.scores) == (1, False, (0, 0))
    session.run()
    assert session.game.is_over
    assert session.game.scores == tuple(seat.score for seat in session.game.state.seats)


@every("words, edition, data", ACTIONS)
def test_an_action_is_written_and_read(words: str, edition: str, data: dict[str, Any]) -> None:
    action = p10.Action.from_dict(data)
    assert str(action) == words
    assert p10.Action.parse(words, edition=edition) == p10.Action.parse(words) == action


def test_every_legal_action_is_written_and_read() -> None:
    for edition in p10.EDITIONS:
        session = p10.Session(edition, ["greedy", "random"], 1)
        for _ in range(60):
            for action in session.game.legal_actions():
                assert p10.Action.parse(str(action), edition=edition) == action
            session.step()


@needs_analysis
def test_results_are_frames_of_games_seats_players_and_events() -> None:
    found = arena.play("classic", ["greedy", "random"], games=4, seed=1, phases=[1])
    for rows, least in (("games", 4), ("seats", 8), ("players", 2), ("events", 100)):
        assert len(found.to_frame(rows)) >= least, rows  # type: ignore[arg-type]
    assert {*found.to_frame("seats").columns} >= COLUMNS
    assert {*found.to_frame("games").columns} & COLUMNS >= {"game", "deal", "rotation", "seed", "dealer", "first"}
    assert len(odds.table("classic", cards=(10, 11)).to_frame()) == 20


@pytest.mark.slow
def test_two_processes_play_the_same_games() -> None:
    players = ["greedy", "random"]
    assert arena.play("classic", players, 4, 1, phases=[1], jobs=2) == arena.play("classic", players, 4, 1, phases=[1])


def test_results_are_numbers() -> None:
    exact = odds.deal("classic", 1)
    estimate: Any = odds.simulate(odds.question("deal", edition="classic", phase=1), 1000, seed=1)
    number: Any
    for number in (exact, estimate):
        for value in (number - 0.5, 0.5 - number, number + estimate, round(number, 2)):
            assert type(value) is float
        assert (number < 0.6) is True
        assert sum([number, number]) == pytest.approx(2 * float(number))
        assert max(number, 0.1) == number
        assert float(statistics.mean([number, number])) == pytest.approx(float(number))
    assert type(exact + 1) is type(1 - exact) is type(exact * Fraction(1, 2)) is Fraction


def test_a_sampler_deals_what_a_seat_cannot_tell_apart() -> None:
    seen = p10.Game.new("classic", seed=7).observe(0)
    sampler = seen.sampler(seed=1)
    assert sampler.sample().observe(0) == sampler.sample().observe(0) == seen


def test_an_edition_is_varied() -> None:
    mine = p10.edition("classic").vary("mine", name="Mine", phases=["2 sets of 3"], deck={"W": 12})
    assert (mine.id, str(mine.name), len(mine.phases)) == ("mine", "Mine", 1)
    assert sum(card.code == "W" for card in mine.deck(2)) == 12


def test_an_answer_is_parsed_or_refused() -> None:
    assert p10.teaching.parse_answer("16.5%")[0].value == Fraction(33, 200)
    with pytest.raises(p10.errors.Phase10Error):
        p10.teaching.parse_answer("no idea")


def test_a_reader_takes_text_a_path_or_an_open_file(tmp_path: Path) -> None:
    session = p10.Session("classic", ["Ana", "greedy"], seed=7)
    rules = p10.HouseRules("flip")
    progress = Progress(name="Ana", seed=7)
    path = tmp_path / "file.json"
    readers: list[tuple[Callable[[Any], str], str]] = [
        (lambda source: p10.Session.load(source).save(), session.save()),
        (lambda source: p10.HouseRules.read(source).write(), rules.write()),
        (lambda source: Progress.loads(source).dumps(), progress.dumps()),
    ]
    for read, text in readers:
        path.write_text(text, "utf-8")
        assert read(text) == read(path) == read(io.StringIO(text)) == text


@pytest.mark.skipif(find_spec("pettingzoo") is None, reason="the extra rl is not installed")
def test_an_environment_refuses_anything_but_an_integer() -> None:
    from phase10_widgets import rl

    for illegal in ("replace", "refuse"):
        env: Any = rl.env("classic", illegal=illegal)
        env.reset(seed=1)
        for action in ("draw", None, 1.5, [1]):
            with pytest.raises(TypeError, match="seat_0"):
                env.step(action)
