"""The worked examples of docs/extend.md: each installs as the page says and passes the contract tests of its kind."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from inspect import isfunction, signature
from random import Random
from runpy import run_path
from types import ModuleType
from typing import Any

import nbclient
import nbformat
import pytest

import phase10_widgets as p10
from devtools.build.docs import PAGES
from phase10_widgets import Game, Phase, Session, Table, odds, players
from phase10_widgets.errors import OptionError
from phase10_widgets.extensions import unregister
from phase10_widgets.languages.text import Text
from phase10_widgets.rules import cards as core_cards
from phase10_widgets.rules.phases import Need
from phase10_widgets.teaching import Lesson, Question
from phase10_widgets.teaching import exports as handouts
from tests.contracts import test_editions, test_hidden, test_honesty, test_players
from tests.faults import no_faults
from tests.helpers import begin, hit, laid, lay, play, refusal, rotating, types
from tests.reference import playing
from tests.repo.pages import every
from tests.repo.test_lesson_notebooks import CHECKS, CHECKS_OF_LESSONS
from tests.teaching import test_lessons as test_questions

EXAMPLES = PAGES / "examples"
pytestmark = pytest.mark.slow


def loaded(name: str) -> dict[str, Any]:
    """Return the names that an example defines."""
    return run_path(str(EXAMPLES / name))


def keeps(module: ModuleType, **given: Any) -> None:
    """Call a module's checks: the functions that take exactly these arguments and return nothing."""
    with no_faults() as faults:
        for name, promise in vars(module).items():
            if isfunction(promise) and promise.__module__ == module.__name__:
                asks = signature(promise)
                if [*asks.parameters] == [*given] and asks.return_annotation == "None":
                    with faults.of(f"{name} {given}"):
                        promise(**given)


def test_the_page_shows_every_example() -> None:
    page = (PAGES / "extend.md").read_text("utf-8")
    for path in EXAMPLES.rglob("*.*"):
        if "__pycache__" not in path.parts:
            assert f"examples/{path.relative_to(EXAMPLES).as_posix()}" in page


def test_the_search_acts_legally_repeatably_and_from_its_own_view() -> None:
    """Two games that differ only in hidden cards have the same first choice."""
    search = loaded("tree_search.py")["TreeSearch"]
    game = p10.Game.new("classic", seed=7, phases=[1])
    for _ in range(12):
        chosen = search(6).choose(game.observe(game.to_act))
        world = game.observe(game.to_act).sample(Random(1))
        assert search(6).choose(world.observe(world.to_act)) == chosen
        game = game.apply(chosen)


# An edition


@pytest.fixture
def junior() -> Iterator[str]:
    p10.register(loaded("junior.py")["JUNIOR"])
    yield "junior"
    unregister("junior")
    del core_cards.PACKS["junior"]


def test_the_edition_keeps_the_contract_of_editions_with_every_player(junior: str) -> None:
    keeps(test_editions, name=junior)
    keeps(test_hidden, edition=junior)
    for name in players.names():
        keeps(test_players, edition=junior, name=name)


def test_the_edition_is_played_to_its_end(junior: str) -> None:
    """Every variation is played with checks after each move; its record is replayed, saved and loaded."""
    for seed, (options, *_) in enumerate(playing.variations(junior).values()):
        game = playing.watched(junior, options, "greedy", seed, sample=40)
        playing.finished(game)
        playing.saved(game)


def test_a_pack_has_as_many_numbers_colors_and_suits_as_hands_can_count() -> None:
    for numbers in (range(1, 15), range(2, 10), range(1, 2), range(1, 13, 2)):
        with pytest.raises(ValueError, match="at most 13"):
            core_cards.Pack("too many", numbers)
        assert "too many" not in core_cards.PACKS
    pack = core_cards.Pack("too colorful", range(1, 5))
    for colors, suits in (("RBGYOPW", ""), ("", "CDHSX")):
        with pytest.raises(ValueError, match="at most 6 colors and 4 suits"):
            pack.add_side("color", colors, suits)
    del core_cards.PACKS["too colorful"]


# A kind of group


@pytest.fixture
def suit_run() -> Iterator[type[Need]]:
    kind: type[Need] = loaded("suit_run.py")["SuitRunOf"]
    yield p10.register(kind)
    unregister(kind.kind)


def test_the_kind_is_read_and_printed(suit_run: type[Need]) -> None:
    phase = Phase.parse("Two Suit Runs of 3 & a set of 4")
    assert [type(need) for need in phase.needs][:2] == [suit_run] * 2
    assert str(phase) == "2 suit runs of 3 + 1 set of 4"
    assert Phase.parse(str(phase)) == phase
    assert p10.edition("standard", phases=["1 suit run of 4"]).phases[0].needs == (suit_run(4),)
    with pytest.raises(OptionError, match="asks for suits"):
        p10.edition("classic", phases=["1 suit run of 4"])
    with pytest.raises(OptionError, match="the numbers only go from 1 to 13"):
        p10.edition("standard", phases=["1 suit run of 14"])


@pytest.mark.usefixtures("suit_run")
def test_groups_of_the_kind_are_laid_and_hit() -> None:
    """The next card of the suit fits at either end, and so does a joker; another suit does not."""
    made = p10.arrange(p10.edition("standard").cards("5H 6H JK 8H"), Phase.parse("1 suit run of 4"))
    assert made is not None
    group = made.groups[0]
    assert group.to_dict() == {"kind": "suit run", "cards": "5H 6H JK 8H", "start": 5, "suit": "H"}
    assert Text().group_name(group) == "a run of 4 hearts from 5"
    ends = {word: p10.fits(word, group, edition="standard") for word in ("4H", "9H", "9S", "JK", "5H")}
    assert ends == {"4H": ("low",), "9H": ("high",), "9S": (), "JK": ("low", "high"), "5H": ()}
    game = begin("standard", "5H 6H JK 8H 9H 2S", "", options={"phases": ["1 suit run of 4"]})
    assert "lay_down" in types(game)
    assert "suit run of 4" in str(refusal(game, lay("5H 6H 8H 9H")))
    game = play(game, lay("5H 6H JK 8H"), hit("9H", 0, 0))
    assert laid(game, 0) == [{"kind": "suit run", "cards": "5H 6H JK 8H 9H", "start": 5, "suit": "H"}]
    assert Game.from_position(game.position()).position() == game.position()


@pytest.mark.usefixtures("suit_run")
def test_phases_of_the_kind_are_played_and_explained() -> None:
    """Every player plays it, mixed with other kinds; the table and the coach describe it, and odds simulate it."""
    options: dict[str, Any] = {"phases": ["1 suit run of 4", "1 suit run of 3 + 1 set of 2"]}
    for name in players.names():
        session = Session("standard", [name, "greedy"], seed=3, **options)
        session.run()
        playing.finished(session.game)
        assert p10.coach.review(session.game, round=1).decisions
    about = Table("standard", players=["You", "greedy"], seed=3, **options).about
    (told,) = about["phases"][0]["help"]
    assert (told["kind"], told["rule"], told["example"]) == ("suit run", "S2", "AH 2H 3H 4H")
    assert told["text"] == "A suit run consists of consecutive cards of one suit."
    asked = odds.question("deal", edition="standard", phase="1 suit run of 4")
    assert 0 < odds.simulate(asked, 500, seed=1).value < 1
    with pytest.raises(ValueError, match="cannot be counted exactly; simulate it instead"):
        odds.deal("standard", "1 suit run of 4")


# A player


@pytest.fixture
def thrifty() -> Iterator[str]:
    p10.register(loaded("thrifty.py")["ThriftyPlayer"], name="thrifty")
    yield "thrifty"
    unregister("thrifty")


@pytest.mark.parametrize("edition", ["classic", *map(rotating, p10.EDITIONS[1:])])
def test_the_player_keeps_the_contract_of_players(thrifty: str, edition: str) -> None:
    keeps(test_players, edition=edition, name=thrifty)
    test_honesty.choose_by_what_they_see(edition, "plain", [thrifty], range(2), 12)


# A lesson


@pytest.fixture
def lesson() -> Lesson:
    found: Lesson = loaded("lessons/streaks.py")["LESSON"]
    return found


NOTEBOOK = EXAMPLES / "lessons" / "18_streaks.ipynb"


@pytest.mark.rotating
def test_its_questions_keep_the_contract_of_questions(lesson: Lesson) -> None:
    assert lesson.questions
    for question in lesson.questions:
        for promise in test_questions.PROMISES:
            promise(question, level=0)


def test_it_is_asked_and_judged(lesson: Lesson) -> None:
    learner = p10.Learner(lesson)
    card, (row, _) = learner.ask("row"), lesson.questions
    asked = learner.progress.exercise(row)
    assert isinstance(row, Question)
    assert str(asked.prompt) in card._repr_mimebundle_()[0]["text/html"]
    assert learner.progress.answer(asked, test_questions.typed(Fraction(asked.answer))).outcome == "right"
    assert learner.progress.work(row).over
    assert "Sheet 2" in handouts.sheets(lesson, seeds=(1, 2)).html()
    assert lesson.title in handouts.teacher_page(lesson).html()


def test_its_notebook_is_built_like_the_others() -> None:
    every([NOTEBOOK], *CHECKS, *CHECKS_OF_LESSONS)


def test_its_notebook_runs(lesson: Lesson) -> None:
    """Every cell runs, compared outputs match the saved ones, and every question is asked."""
    kept, notebook = (nbformat.read(NOTEBOOK, as_version=4) for _ in range(2))  # type: ignore[no-untyped-call]
    nbclient.NotebookClient(
        notebook,
        timeout=60,
        kernel_name="python3",
        coalesce_streams=True,  # ignore how output was split into pieces
        resources={"metadata": {"path": str(NOTEBOOK.parent)}},
    ).execute()
    compared = [at for at, cell in enumerate(kept.cells) if "nbval-check-output" in cell.metadata.get("tags", ())]
    assert [notebook.cells[at].outputs for at in compared] == [kept.cells[at].outputs for at in compared]
    code = "\n".join(cell.source for cell in notebook.cells)
    assert [one.id for one in lesson.questions if f'learner.ask("{one.id.partition("/")[2]}")' not in code] == []
