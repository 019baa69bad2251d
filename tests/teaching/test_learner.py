"""Questions and progress as widgets: messages are validated, no answer leaks early, nothing is lost."""

from __future__ import annotations

import asyncio
import json
import re
from itertools import product
from typing import Any

import pytest

from phase10_widgets import Learner, odds, teaching
from phase10_widgets.languages.text import Text
from phase10_widgets.teaching import Progress
from phase10_widgets.teaching.learner.widgets import QuestionCard
from tests.faults import no_faults
from tests.stripped import Stripped, cards_drawn, plain, unnamed
from tests.ui.page import Page, notebook_html


@pytest.fixture
def learner() -> Learner:
    return Learner(3, progress=Progress(seed=1))


@pytest.fixture
def card(learner: Learner) -> QuestionCard:
    return learner.ask("at-least-one")


def exact(card: QuestionCard) -> str:
    return str(card.exercise.answer)


def test_guess_trials_and_answer_are_drawn_one_after_another(card: QuestionCard) -> None:
    page = Page(card)
    assert page.tell("predict", guess="74%", confidence=0.8) == ""
    assert card.view["prediction"]["sure"] == "80% sure"
    assert page.tell("simulate", n=100) == ""
    assert card.view["sample"]["trials"] == 100
    *_, (trials, share) = card.view["picture"][1]["table"]
    assert trials == "100"
    hits = re.search(r"It happened in (\d+) of 100 trials\.", card.view["sample"]["said"])
    assert hits, "the count is exact"
    assert share == odds.share(int(hits[1]), 100).text, "the share has the digits that it supports"
    assert [one["name"] for one in card.view["picture"][0]["series"]] == ["your guess", "trials"]
    page.tell("answer", typed=exact(card))
    assert card.view["prediction"]["came_true"] is card.exercise.near("74%")
    assert [one["name"] for one in card.view["picture"][0]["series"]] == ["your guess", "trials", "exact"]
    assert card.view["reflection"]["model"] == ""
    page.tell("reflect", sentence="I counted hands with two wilds twice.")
    assert card.view["reflection"]["model"]


def test_every_card_sends_its_progress_to_the_browser() -> None:
    learner = Learner(3, progress=Progress(seed=1))
    cards = (learner.ask("table"), learner.recall(), learner.mixed(), learner.hands("wild"), learner.calibration())
    for card in (*cards, learner.design(), learner.your_turn(), learner.overview()):
        assert card.trait_metadata("kept", "sync"), card
        assert "kept" in card.SHOWN


def test_guess_and_truth_are_drawn_without_trials() -> None:
    """Nothing is drawn before the answer is known; then the guess is next to it, even if nothing was simulated."""
    for last, name in product(("answer", "solve"), ("03/at-least-one", "08/cost")):
        card = Learner(progress=Progress(seed=1)).ask(name)
        page = Page(card)
        page.tell("predict", guess="0.25", confidence=0.8)
        page.tell("hint")
        page.tell("answer", typed="0.999")
        assert card.view["outcome"] == "wrong"
        assert card.view["picture"] == []
        page.tell(last, typed=exact(card))
        (chart,) = card.view["picture"]
        assert [one["role"] for one in chart["series"]] == ["guess", "truth"]
        assert [one["value"] for one in chart["rows"][0]["values"]] == [0.25, card.view["truth"]["value"]]
        assert all(card.view[part]["written"] in chart["label"] for part in ("prediction", "truth"))
        json.dumps(card.view, allow_nan=False)


def test_a_guess_at_a_choice_is_sent_as_its_id() -> None:
    """The browser marks the option by it; a letter from Python or an old file is the same choice."""
    card = Learner(9, progress=Progress(seed=1)).ask("pair-or-run")
    first = card.view["choices"][0]
    card.predict("a", 0.9)
    made: Any = card.view["prediction"]
    assert (made["guess"], made["sure"]) == (first["id"], "90% sure")
    assert card.view["truth"] is None
    Page(card).tell("solve")
    truth: Any = card.view["truth"]
    assert truth["choice"] in [one["id"] for one in card.view["choices"]]


@pytest.mark.slow
def test_nothing_reveals_the_answer_too_early() -> None:
    with no_faults() as faults:
        for question in [q for n in teaching.numbers() for q in teaching.lesson(n).questions]:
            with faults.of(question):
                learner = Learner(progress=Progress(seed=4))
                card = learner.ask(question)
                page = Page(card)
                page.tell("skip")
                page.tell("simulate", n=1)
                page.tell("hint")
                view = card.view
                assert view["truth"] is None
                assert view["solution"] == view["reflection"]["prompt"] == view["reflection"]["model"] == ""
                assert view["hints"] == [str(card.exercise.hints[0])]
                page.tell("solve")
                assert card.view["solution"] == Text().tell(card.exercise.solution)
                assert card.view["truth"]["written"]
                json.dumps(card.view, allow_nan=False)  # a single trial has no bounds, and JSON has no infinity


def test_the_prediction_comes_first() -> None:
    for kind in ("simulate", "answer", "hint", "solve"):
        card = Learner(3, progress=Progress(seed=1)).ask("at-least-one")
        page, before = Page(card), card.view
        assert page.tell(kind, n=100, typed="0.5") == "Make a prediction first, or continue without one."
        assert card.view == before
        page.tell("skip")
        assert page.tell(kind, n=100, typed="0.5") == ""


def test_messages_from_a_browser_are_validated(card: QuestionCard) -> None:
    rows: list[Any] = [
        ("predict", {"guess": 5, "confidence": 0.5}, "An answer can have at most 200 characters."),
        ("predict", {"guess": " ", "confidence": 0.5}, "Enter a guess to make a prediction."),
        ("predict", {"guess": "a lot", "confidence": 0.5}, "I cannot read 'a lot' as a number"),
        ("predict", {"guess": "0.5", "confidence": "sure"}, "your confidence must be a number from 0% to 100%"),
        ("predict", {"guess": "0.5", "confidence": float("nan")}, "your confidence must be a number from 0% to 100%"),
        ("predict", {"guess": "x" * 201, "confidence": 0.5}, "An answer can have at most 200 characters."),
        ("answer", {"typed": "700"}, "a chance must be between 0 and 1 (0% and 100%); 700 is not"),
        ("answer", {"typed": None}, "An answer can have at most 200 characters."),
        ("simulate", {"n": 10**9}, "You can do this 1, 100, 10000 times at once"),
        ("simulate", {"n": "100"}, "You can do this 1, 100, 10000 times at once"),
        ("reflect", {"sentence": 3}, "That request was not recognized, and nothing has changed."),
        ("reflect", {"sentence": "x" * 3000}, "a sentence can have at most 2000 characters"),
        ("steal", {}, "That request was not recognized, and nothing has changed."),
    ]
    page = Page(card)
    page.tell("skip")
    before = card._learner.progress.to_dict()
    with no_faults() as faults:
        for kind, fields, why in rows:
            with faults.of(why):
                assert why.lower() in page.tell(kind, **fields).lower()
                assert card._learner.progress.to_dict() == before


def stored(kept: str) -> str:
    """Return the browser's stored progress after an update, as progress.ts computes it."""
    progress = json.loads(kept)["progress"]
    for name in ("questions", "predictions", "reflections", "programs", "recalled", "designs"):
        progress[name] = {key: row for key, row in progress[name].items() if row is not None}
    return json.dumps(progress)


def test_every_widget_shows_the_progress(learner: Learner, card: QuestionCard) -> None:
    board, twin = learner.overview(), learner.ask("at-least-one")
    page = Page(card)
    page.tell("skip")
    page.tell("answer", typed=exact(card))
    assert board.view["lessons"][0]["right"] == 1
    assert twin.view["outcome"] == "right"
    Page(board).tell("reset", part="03/at-least-one")
    assert card.view["outcome"] == twin.view["outcome"] == "not attempted"
    kept = json.loads(board.kept)["progress"]
    assert kept["questions"] == {"03/at-least-one": None}, "the browser also forgets it"


def test_a_card_says_that_numbers_are_easier_or_harder(card: QuestionCard) -> None:
    page, told = Page(card), list[str]()
    page.tell("skip")
    for answers in ("1%", "1%"), ("99%", "98%"), ("",), ("",), ("",), ("",):
        for typed in answers:
            page.tell("answer", typed=typed or exact(card))
        page.tell("renew")
        page.tell("skip")
        told.append(card.view["level"])
    easier, harder = "These numbers are easier.", "These numbers are harder."
    assert told == [easier, easier, easier, harder, "", harder]
    page.tell("language", language="de")
    assert card.view["level"] == "Diese Zahlen sind schwieriger."


def test_a_wrong_first_answer_is_looked_back_on(learner: Learner) -> None:
    card = learner.ask("at-least-one")
    card.answer("1/97")
    assert card.view["reflection"]["prompt"] == ""
    card.answer(str(card.exercise.answer))
    assert "Your first answer was “1.031%”. What do you see differently now?" in card.view["reflection"]["prompt"]
    assert learner.overview().view["lessons"][0]["questions"][0]["outcome_text"] == "right"


def test_a_solved_your_turn_is_in_the_progress(learner: Learner) -> None:
    """It is listed but not counted as a question, and it can be reset separately."""
    board, card = learner.overview(), learner.your_turn()
    (line,) = board.view["lessons"]
    assert [one["title"] for one in line["questions"]][-1] == "Your turn"
    assert line["questions"][-1]["outcome"] == "not attempted"
    learner.progress.ran(card.task, card.task.solution, card.task.choose("right"))
    board.refresh(None)
    (line,) = board.view["lessons"]
    assert (line["questions"][-1]["outcome"], line["questions"][-1]["outcome_text"]) == (
        "right",
        "right in the first answer",
    )
    assert (line["right"], line["of"]) == (0, 5)
    assert Page(board).tell("reset", part=card.task.id) == ""
    assert board.view["lessons"][0]["questions"][-1]["outcome"] == "not attempted"


def test_a_card_says_how_it_reads_a_chance_and_leaves_no_old_verdict(card: QuestionCard) -> None:
    page = Page(card)
    page.tell("skip")
    page.tell("answer", typed="97")
    smaller = f"97 is not right. Begin smaller: {card.exercise.hints[0]}"
    assert (card.view["reading"]["said"], card.view["feedback"]) == ("Read as 97%.", smaller)
    for typed, why in (("150%", "between 0 and 1"), ("12!!", "cannot read"), ("1:6", "two ways")):
        assert why in page.tell("answer", typed=typed)
        assert (card.view["feedback"], card.view["reading"]["said"]) == ("", ""), typed


def test_a_card_shows_an_expression_before_it_judges_it(card: QuestionCard) -> None:
    page, said = Page(card), "Gelesen als 1 minus 0,5 mal 100 über 8 geteilt durch 106 über 8: 69,15\xa0%."
    page.tell("skip")
    page.tell("language", language="de")
    assert page.tell("read", typed="1 - 0,5·C(100; 8)/C(106; 8)") == ""
    assert card.view["reading"]["said"] == said
    tags = [node["tag"] for node in card.view["reading"]["math"]]
    assert tags == ["mn", "mo", "mn", "mo", "mfrac", "mo", "mn"]
    assert (card.view["outcome"], card.view["feedback"], card.view["typed"]) == ("not attempted", "", "")
    assert not card._progress.works
    for typed in ("1 - ", "7", "x" * 200):
        page.tell("read", typed=typed)
        assert (card.view["reading"]["math"], card.view["reading"]["typed"]) == ([], typed)
    assert page.tell("read", typed="x" * 201) != ""


def test_invalid_messages_to_the_board_change_nothing(learner: Learner) -> None:
    page, before = Page(learner.overview()), learner.progress.to_dict()
    assert page.tell("load", text="{}") == "This is not a progress file: its 'format' is not 'phase10-progress/1'."
    assert page.tell("load", text=None) == "That action was not recognized."
    assert page.tell("name", name="x" * 61)
    assert page.tell("reset", part="99") == "There is no such lesson or question."
    assert learner.progress.to_dict() == before


def test_ten_thousand_trials_leave_python_free(card: QuestionCard) -> None:

    async def work() -> list[int]:
        page = Page(card)
        page.tell("skip")
        page.tell("simulate", n=10_000)
        seen = [0]
        while card.view["running"]:
            await asyncio.sleep(0.01)
            seen.append(card.view["sample"]["trials"] if card.view["sample"] else 0)
        return seen

    seen = asyncio.run(work())
    assert seen[-1] == 10_000
    assert len(set(seen)) > 1
    assert card.view["sample"]["trials"] == 10_000


def test_unknown_questions_and_languages_are_refused() -> None:
    with pytest.raises(ValueError, match="there is no question '04/x'"):
        Learner().ask("04/x")
    with pytest.raises(ValueError, match="language"):
        Learner(3, language="xx")


def test_a_saved_notebook_folds_the_answer_and_names_its_cards_once(card: QuestionCard) -> None:
    html = notebook_html(card)
    answer = str(card.exercise.said(card.exercise.answer))  # type: ignore[arg-type]
    above, _, folded = html.partition("<details>")
    assert card.view["prompt"] in above
    assert answer not in above
    assert answer in folded
    assert "<script" not in html
    card = Learner(9, progress=Progress(seed=1)).ask("pair-or-run")
    html = notebook_html(card)
    name, drawn = card.words.card_name, list(cards_drawn(html))
    assert [name(one) for hand in card.exercise.hands for one in hand] == [name(one) for one in drawn]
    assert len(drawn) > 10
    assert not unnamed(html, card.words)


def test_a_saved_warm_up_folds_the_questions_after_the_first() -> None:
    for language in ("en", "de"):
        learner = Learner(4, progress=Progress(seed=1), language=language)
        card = learner.recall()
        page = Stripped(notebook_html(card))
        shown = [learner.progress.exercise(one) for one in card._chosen]
        prompts = [plain(card.words.tell(exercise.prompt)) for exercise in shown]
        assert [prompt in page.above for prompt in prompts] == [True, False]
        assert all(prompt in page.text for prompt in prompts)
        assert len(page.folds) == 1 + sum(len(exercise.hints) + 1 for exercise in shown)
        card._handle_custom_msg({"kind": "turn_to", "v": 1, "id": "turn:1", "rev": card.rev, "at": 1}, [])
        page = Stripped(notebook_html(card))
        assert [prompt in page.above for prompt in prompts] == [False, True]
