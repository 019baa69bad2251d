"""The learner's capstone board: it is restored, it lists the guesses, and its edition can be played."""

from __future__ import annotations

import json
from typing import Any

import pytest

from phase10_widgets import Learner
from phase10_widgets.figures import DesignBoard
from phase10_widgets.teaching import Progress
from phase10_widgets.teaching.course import OWN
from phase10_widgets.teaching.figures.design import DRAFT, NAMES
from phase10_widgets.teaching.learner.widgets import YourDesign
from tests.teaching.test_learner import stored
from tests.ui.page import Page

MENDED = {"wilds": 8, "phase6": "4 sets of 2"}


@pytest.fixture
def learner() -> Learner:
    return Learner(progress=Progress(seed=1))


def rows(board: YourDesign) -> list[list[str]]:
    """Return the rows of the table of guesses, if there is one."""
    found = [part for part in board.view["parts"] if part["kind"] == "table" and part["title"].startswith("Your gu")]
    return [row["cells"] for part in found for row in part["rows"]]


def deeds(board: DesignBoard) -> set[str]:
    return {deed["name"] for part in board.view["parts"] if part["kind"] == "controls" for deed in part["deeds"]}


def reopened(kept: str) -> YourDesign:
    """Return the board in a new kernel, once the browser has sent its storage."""
    board = Learner().design(wilds=9)
    assert Page(board).tell("hello", kept=stored(kept), hands=[]) == ""
    return board


def shown(board: YourDesign) -> Any:
    return {name: value for name, value in board.view.items() if name not in ("rev", "ack")}


def test_an_untouched_board_is_the_figure_and_a_guess_is_kept_with_its_design(learner: Learner) -> None:
    board = learner.design(wilds=9)
    assert shown(board) == {key: value for key, value in DesignBoard(wilds=9).view.items() if key not in ("rev", "ack")}
    assert (learner.progress.designs, board.kept, rows(board)) == ({}, "", [])
    assert Page(board).tell("do", name="guess", value=7) == ""
    (guess,) = learner.progress.designs[OWN].guesses
    assert guess == (9, DRAFT, 7, 9)
    assert rows(board) == [["1", "9", "the draft", "7", "9"]]
    twin = learner.design(wilds=9)
    assert shown(twin) == shown(board)
    board.choose(**MENDED)
    assert shown(twin) == shown(board), "a rerun cell shows the same work"
    other = learner.design("draft")
    assert (other.wilds, rows(other)) == (8, []), "each name is a separate board"


def test_a_silent_board_stays_silent(learner: Learner) -> None:
    board = learner.design(wilds=9)
    Page(board).tell("choose", wilds=5)
    again = reopened(board.kept)
    assert again.wilds == 5
    assert "bars" not in [part["kind"] for part in again.view["parts"]]
    Page(board).tell("do", name="reveal")
    assert shown(reopened(board.kept)) == shown(board), "shown without a guess"
    Page(board).tell("do", name="guess_again")
    again = reopened(board.kept)
    assert "guess" in [part["kind"] for part in again.view["parts"]]
    assert "bars" not in [part["kind"] for part in again.view["parts"]]


def test_only_a_change_is_stored(learner: Learner) -> None:
    board = learner.design(wilds=9)
    Page(board).tell("ping")
    Page(board).tell("language", language="de")
    damaged = json.dumps({"format": "phase10-progress/1", "designs": {OWN: {}}})
    for kept in (None, "{", damaged):
        assert Page(board).tell("hello", kept=kept, hands=None) == ""
    assert Page(board).tell("choose", wilds=99) != ""
    assert Page(board).tell("do", name="guess", value=11) != ""
    assert board.kept == ""
    assert learner.progress.designs == {}


def test_a_design_that_the_board_does_not_offer_is_left_to_python(learner: Learner) -> None:
    """Files may contain any phases; the board shows its own choices then."""
    other = learner.design()
    other.do("guess", 5)
    data = learner.progress.to_dict()
    data["designs"][OWN]["phases"][0] = "1 set of 2"
    again = Learner().design(wilds=9)
    assert Page(again).tell("hello", kept=json.dumps(data), hands=[]) == ""
    assert [getattr(again, name) for name in NAMES] == list(DRAFT)
    assert len(rows(again)) == 1


def test_the_progress_board_knows_it(learner: Learner) -> None:
    overview, board = learner.overview(), learner.design(wilds=9)

    def line() -> Any:
        (found,) = [each for each in overview.view["lessons"] if each["id"] == "capstone"]
        return found

    assert (line()["title"], line()["written"]) == ("17. Design a game", "0 of 10 phases")
    assert line()["questions"][0]["outcome"] == "not attempted"
    board.do("guess", 7)
    question = line()["questions"][0]
    assert (line()["right"], question["outcome"], question["hints"]) == (9, "wrong", "1 guess")
    assert overview.view["next"]["text"] == "Continue with part 4 of 17. Design a game"
    assert overview.view["next"]["notebook"] == "17_capstone"
    board.choose(**MENDED)
    assert (line()["right"], line()["questions"][0]["outcome_text"]) == (10, "ready")
    assert overview.view["next"]["text"].startswith("Start 1. ")
    assert overview.view["said"].startswith("You have answered 0 of "), "it is not a question"


def test_it_is_reset_and_loaded_with_the_progress(learner: Learner) -> None:
    overview, board = learner.overview(), learner.design(wilds=9)
    untouched, page = shown(board), Page(overview)
    board.do("guess", 7)
    board.choose(**MENDED)
    done, file = shown(board), learner.progress.dumps()
    page.tell("reset", part="capstone")
    assert shown(board) == untouched
    assert json.loads(overview.kept)["progress"]["designs"] == {OWN: None}, "the browser also forgets it"
    assert page.tell("load", text=file) == ""
    assert shown(board) == done


def test_the_table_plays_the_board(learner: Learner) -> None:
    assert sum(card.wild for card in Learner().table().game.edition.deck(2)) == 8, "without a board, the draft"
    board = learner.design(wilds=9)
    assert "play" not in deeds(board)
    assert Page(board).tell("do", name="play") == "There is no table on this page that could play your edition."
    table = learner.table(["You", "greedy"], seed=5)
    assert "play" in deeds(board)
    assert "play" not in deeds(learner.design("draft"))
    assert [str(phase) for phase in table.game.edition.phases] == list(DRAFT)
    assert sum(card.wild for card in table.game.edition.deck(2)) == 9
    board.choose(wilds=15, phase6="4 sets of 2")
    assert sum(card.wild for card in table.game.edition.deck(2)) == 15
    assert str(table.game.edition.phases[5]) == "4 sets of 2"
    assert table.game.edition.name == "Your edition, 15 wilds"


def test_its_games_are_neither_stored_nor_saved(learner: Learner) -> None:
    """Nobody could open them again, since only this learner has the edition."""
    learner.design(wilds=9)
    page = Page(learner.table(["You", "greedy"], seed=5, pace=None))
    assert page.tell("action", action={"type": "draw", "from": "deck"}) == ""
    assert page.tell("save").startswith("A saved game of 'Your edition, 9 wilds' could not be opened")
    page.tell("hello", tokens=[])
    assert [message["token"] for message in page.heard if message["kind"] == "welcome"] == [None]


def test_invalid_board_names_are_refused(learner: Learner) -> None:
    rows: list[Any] = ["", "a/b", "x" * 41, None, 5]
    for name in rows:
        with pytest.raises(ValueError, match="a board's name"):
            learner.design(name)
