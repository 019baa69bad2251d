"""Names, files and answers full of markup are displayed literally: nothing becomes an element or runs."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import phase10_widgets as p10
from devtools.browser.driver import TablePage
from devtools.browser.markup import ARM, PAYLOADS, SEARCH, Watch, own_question
from phase10_widgets import Session
from phase10_widgets.game.house_rules import HouseRules
from phase10_widgets.sessions.seating import SeatPlan
from phase10_widgets.teaching import Attempt, Prediction, Progress, lesson, summary
from phase10_widgets.teaching.exports import class_page, key, sheets, teacher_page
from tests.browser.in_process import InProcess
from tests.browser.test_app import AppPage, app
from tests.faults import no_faults
from tests.helpers import played_out

__all__ = ["app"]

LEARNER = """
from phase10_widgets import Learner
from devtools.browser.markup import PAYLOADS, own_question
learner = Learner(3)
board, asked = learner.overview(), learner.ask("at-least-one")
first, second, third = (learner.ask(own_question(payload)) for payload in PAYLOADS[:3])
"""
SHORT_DEAL = "51"
"""A deal in which three computer players soon end the round."""


@pytest.fixture
def watch(page: Page) -> Watch:
    return Watch(page)


def test_the_check_detects_each_payload(page: Page) -> None:
    """Each payload, inserted raw between tags or between quotes, is detected."""
    with no_faults() as faults:
        for payload in (text for text in PAYLOADS if text[0] in "<\"'"):
            page.goto("about:blank")
            inside = f"<p title='{payload}'>x</p>" if payload[0] == "'" else f'<p title="{payload}"></p>{payload}'
            page.set_content(f"<script>{ARM}</script><main>{inside}</main>")
            page.wait_for_timeout(50)
            with faults.of(payload):
                assert page.evaluate(SEARCH) != []


def test_names_and_rules_in_the_app(watch: Watch, app: AppPage) -> None:
    """They are typed at the setup screen and appear in the log, the scores and the summary of a round."""
    names = [name for name in PAYLOADS if len(name) <= 40][:4]
    app.setup.get_by_role("button", name="Add a player").click()
    for seat, name in enumerate(names):
        app.name(seat).fill(name)
    app.deal(SHORT_DEAL)
    app.open("Save and load")
    app.setup.locator('[data-field="rules-name"]').fill(PAYLOADS[0])
    assert all(map(watch.shows, names))
    assert watch.found() == []
    table = app.start()
    assert all(map(watch.shows, names))
    table.pace("0")
    table.play_round()
    assert table.shows("summary")
    assert all(map(watch.shows, names))
    assert watch.found() == []


def test_files_in_the_app(watch: Watch, app: AppPage, tmp_path: Path) -> None:
    """Covers loaded house rules and games, and the messages about unreadable ones."""
    app.open("Save and load")
    field = app.setup.locator('[data-field="file"]')
    for at, payload in enumerate(PAYLOADS):
        rules = HouseRules("classic", {"phases": ["2 sets of 3"]}, payload).write()
        file = tmp_path / f"<img src=x onerror=harm()>{at}.json"
        file.write_text(rules, "utf-8")
        field.set_input_files(file)
        expect(app.setup.locator('[data-field="rules-name"]')).to_have_value(payload)
        for wrong in (
            rules.replace("classic", json.dumps(payload)[1:-1]),
            rules.replace("2 sets", json.dumps(payload)[1:-1]),
        ):
            app.setup.locator('[data-field="rules-text"]').fill(wrong)
            app.setup.locator('[data-act="load-text"]').click()
            expect(app.setup.get_by_role("alert")).to_contain_text(payload[:12])
    assert watch.found() == []
    names = PAYLOADS[:3]
    game = Session("classic", [names[0], *(SeatPlan(name, "greedy") for name in names[1:])], seed=1)
    file = tmp_path / "game.json"
    file.write_text(game.save(), "utf-8")
    field.set_input_files(file)
    table = TablePage(watch.page, "classic")
    table.wait()
    assert all(map(watch.shows, names))
    assert watch.found() == []


def test_replayed_games(watch: Watch, here: InProcess, tmp_path: Path) -> None:
    """Players have such names, from the first moment of a game to the final summary; four sit at a table."""
    page, file = watch.page, tmp_path / "game.json"
    root = page.locator('[data-p10="table"]')
    for at in range(0, len(PAYLOADS), 4):
        names = PAYLOADS[at : at + 4]
        file.write_text(json.dumps(played_out("classic", 3, names, phases=[1]).record()), "utf-8")
        here.show(page, (p10.Coach if at == 4 else p10.Replay).from_file(file))
        root.wait_for()
        assert all(map(watch.shows, names))
        root.locator("button").first.focus()
        page.keyboard.press("End")
        root.locator('[data-p10="over"], [data-p10="summary"]').first.wait_for()
        assert all(map(watch.shows, names))
        assert watch.found() == []


def hostile_progress(payload: str) -> Progress:
    """Return the file of a learner who wrote the payload in every text field."""
    made = Progress(seed=payload, name=payload)
    made.works["03/at-least-one"] = Attempt(outcome="wrong", answers=(payload,), error=payload, solved=True)
    made.works["03/table"] = Attempt(outcome="wrong", answers=("1",), error=payload)
    made.works[f"03/{payload}"] = Attempt(outcome="right", answers=(payload,))
    made.reflections |= {"03/at-least-one": payload, f"03/{payload}": payload}
    made.predictions |= {payload: Prediction(payload, 0.5, True), "03/table": Prediction(payload, 0.7, False)}
    return made


def test_texts_of_learners_and_teachers(watch: Watch, here: InProcess, tmp_path: Path) -> None:
    """Covers a progress file with such texts, in the board and in a question, and a question made of them."""
    page, names = watch.page, ("board", "asked", "first", "second", "third")
    here.open(page, LEARNER, *names)
    board = page.locator('section.p10[data-kind="progress"]')
    board.wait_for()
    page.locator('[data-question="own/at-least-one"]').nth(2).wait_for()
    assert all(map(watch.shows, PAYLOADS[:3]))
    assert watch.found() == []
    for payload in PAYLOADS:
        file = tmp_path / "progress.json"
        file.write_text(hostile_progress(payload).dumps(), "utf-8")
        board.locator('[data-field="file"]').set_input_files(file)
        expect(board.locator('[data-field="name"]')).to_have_value(payload)
        expect(page.locator('[data-field="sentence"]').first).to_have_value(payload)
        assert watch.found() == []
    page.reload()
    here.open(page, LEARNER, *names)
    expect(board.locator('[data-field="name"]')).to_have_value(PAYLOADS[-1])
    assert watch.found() == []


def test_printed_pages(watch: Watch, tmp_path: Path) -> None:
    """Covers the summary of a class with such files, and a lesson's pages with such a question."""
    with no_faults() as faults:
        for payload in PAYLOADS:
            title = payload.replace("{", "{{").replace("}", "}}")
            made = dataclasses.replace(lesson(3), title=title, questions=(own_question(payload),))
            of_class = class_page(summary([hostile_progress(payload)]))
            for at, document in enumerate((of_class, sheets(made, [1]), key(made, [1]), teacher_page(made))):
                file = tmp_path / f"{at}.html"
                file.write_text(document.html(), "utf-8")
                watch.page.goto(file.as_uri())
                with faults.of(f"{payload}, {file.name}"):
                    assert watch.shows(payload)
                    assert watch.found() == []
