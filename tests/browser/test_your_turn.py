"""Your turn in every host: code runs, every known bug is recognized, and every error gets a sentence."""

from __future__ import annotations

import json
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from devtools.browser.hosts import Host, Jupyter, write_notebook
from phase10_widgets import teaching
from phase10_widgets.server import browser_python, python_files
from phase10_widgets.teaching import CodeTask
from phase10_widgets.teaching.code.player_code import EXAMPLES
from tests.browser.conftest import Violations
from tests.browser.test_lessons import reach

PYTHON = browser_python.PythonFiles()
TASKS = [task for number in teaching.numbers() if (task := teaching.lesson(number).task)]
ENDLESS = "def lucky(random):\n    while True:\n        pass\n"
WRONG = {
    ENDLESS: "Your code ran for too long. Does it contain a loop that never ends?",
    "def lucky(random):\n    hands = []\n    while True:\n        hands.append([0] * 10**6)\n": (
        "Your code needed too much memory. Does it build a very long list?"
    ),
    "import urllib.request\n": "You cannot import urllib.request here.",
    "def lucky(random):\n    return 'yes'\n": "lucky must return True or False, but it returned str 'yes'.",
    "def lucky(random)\n    return True\n": "Python cannot read line 1: expected ':'.",
    "def lucky(random):\n    return lucky(random)\n": "the function calls itself endlessly",
}
"""The mistakes that a learner may type, with the sentences about them."""


def card(page: Page, address: str, number: int, name: str) -> Locator:
    """Open a lesson's page on a server; return its card with the code of this name."""
    page.goto(f"{address}lessons/{number}")
    found = page.locator(f'section.p10[data-kind="code"]:has-text("{name}")')
    saved = page.locator(f'[data-confined], [data-screen]:has-text("{name}(")')
    # The card takes the place of the saved text when its act is shown, which may be at once.
    reach(saved.or_(page.locator("[data-screen]", has=found)).first)
    found.wait_for()
    return found


def run(card: Locator, code: str, said: str) -> None:
    """Run code in the card's editor, and expect a sentence."""
    card.locator('[data-field="code"]').fill(code)
    card.locator('[data-act="run"]').click()
    expect(card.locator('[data-p10="feedback"]')).to_contain_text(said)
    expect(card.locator('[data-act="run"]')).to_be_enabled()


def try_out(card: Locator, *wrong: str) -> None:
    """Type these wrong programs, then the correct one."""
    for code in wrong:
        run(card, code, WRONG[code])
    task = teaching.lesson(3).task
    assert task
    run(card, task.bugs[0].code, task.bugs[0].feedback)
    assert "55.3" not in card.inner_text()
    run(card, task.solution, "the exact value is 55.3%")
    expect(card.locator("[data-outcome]").first).to_have_attribute("data-outcome", "right")


def test_code_runs_in_the_visitors_browser(page: Page, school: str, violations: Violations, console: list[str]) -> None:
    found = card(page, school, 3, "lucky")
    try_out(found, *WRONG)
    assert violations(found) == []
    found = card(page, school, 3, "lucky")
    expect(found.locator('[data-p10="feedback"]')).to_contain_text("Right")
    assert [line for line in console if line.startswith("uncaught")] == []


def test_a_player_is_written_on_a_page_without_cells(page: Page, school: str, violations: Violations) -> None:
    """The browser tests the player, and a reloaded page restores it."""
    found = card(page, school, 12, "mine")
    field = found.locator('[data-field="code"]')
    expect(field).to_have_value(EXAMPLES[0])
    assert violations(found) == []
    own = EXAMPLES[0].replace("[0]  # the first choice is the draw pile", "[-1]")
    run(found, EXAMPLES[0], "This is the player that comes with the lesson. Change it first.")
    run(found, own, "of 4 games against greedy")
    assert violations(found) == []
    found = card(page, school, 12, "mine")
    expect(field).to_have_value(own)
    expect(found.locator('[data-p10="feedback"]')).to_have_text("Your player is saved with your progress.")


@pytest.mark.rotating
def test_a_player_that_never_ends_is_stopped_and_its_code_stays(page: Page, school: str) -> None:
    """Python stops it if possible, otherwise the page does, and the next player plays at the table."""
    found = card(page, school, 12, "mine")
    endless = EXAMPLES[0].replace("    return greedy", "    while True:\n        pass\n    return greedy")
    run(found, endless, "It took longer than 4 seconds. Does it contain a loop that never ends?")
    deaf = EXAMPLES[0].replace("    return greedy", "    sum(iter(int, 1))\n    return greedy")
    found.locator('[data-field="code"]').fill(deaf)
    found.locator('[data-act="run"]').click()
    expect(page.locator('[data-p10="line"]')).to_contain_text("Your player took too long")
    expect(found.locator('[data-field="code"]')).to_have_value(deaf)
    run(found, EXAMPLES[0].replace("[0]", "[99]"), "Line 7 stopped with IndexError: tuple index out of range.")
    page.locator('[data-confined] [data-act="draw-deck"]').click()
    expect(page.locator('[data-confined] [data-p10="hand"] button')).to_have_count(11)


def as_cell(code: str) -> str:
    """Return a cell with this code, its function marked as the learner's turn."""
    before, _, function = code.partition("def ")
    return f"{before}@learner.your_turn\ndef {function or 'lucky(random): return True'}"


@pytest.mark.rotating
def test_in_a_notebook_the_cell_is_the_editor(page: Page, hosts: dict[str, Host], tmp_path: Path) -> None:
    """A bug, then every kind of error that a cell can have, then the solution; the kernel survives them all.

    Syntax errors are not included, because the notebook itself reports them.
    """
    task, host = teaching.lesson(3).task, hosts["jupyterlab"]
    assert task
    assert isinstance(host, Jupyter)
    bad = {as_cell(code): said for code, said in WRONG.items() if "Python cannot read" not in said}
    assert len(bad) == len(WRONG) - 1
    bug, solution = (f"@learner.your_turn\n{code}" for code in (task.bugs[0].code, task.solution))
    turns = {bug: task.bugs[0].feedback, **bad, solution: "the exact value is 55.3%"}
    notebook = write_notebook(tmp_path / "turn.ipynb", "import phase10_widgets as p10\nlearner = p10.Learner(3)")
    content = json.loads(notebook.read_text("utf-8"))
    first, note = content["cells"]
    cells = [{**first, "id": f"turn-{at}", "source": code} for at, code in enumerate(turns)]
    notebook.write_text(json.dumps({**content, "cells": [first, *cells, note]}), "utf-8")
    host.show(page, notebook)
    for at, said in enumerate(turns.values(), 1):
        host.see(page, at)
        found = page.locator(f'.jp-Cell[data-windowed-list-index="{at}"] section.p10[data-kind="code"]')
        expect(found.locator('[data-p10="feedback"]')).to_contain_text(said)
        assert found.locator("textarea").count() == 0


IN_WORKER = """async ([address, asked]) => {
    const worker = new Worker(address, {type: "module"});
    const next = () => new Promise((resolve, reject) => {
        worker.onmessage = ({data}) => data === "running" || resolve(data);
        worker.onerror = ({message}) => reject(new Error(message || "no worker"));
    });
    if ((await next()) !== "ready") return "not ready";
    const reports = [];
    for (const one of asked) {
        const answer = next();
        worker.postMessage(one);
        reports.push(await answer);
    }
    return reports;
}"""


NETWORK_AND_STORAGE = (
    *("fetch", "XMLHttpRequest", "WebSocket", "EventSource", "WebTransport", "BroadcastChannel", "importScripts"),
    *("Worker", "SharedWorker", "indexedDB", "caches", "webkitRequestFileSystem", "webkitRequestFileSystemSync"),
    "navigator",  # with its storage, locks and beacons
)
ESCAPE = f"""
loaded = next(one for one in object.__subclasses__() if one.__name__ == "_wrap_close")
loaded = loaded.__init__.__globals__["sys"].modules
js = loaded["builtins"].__import__("js")
reached, at = [], js.globalThis
while type(at).__name__ == "JsProxy":
    reached += [name for name in ("postMessage", *{NETWORK_AND_STORAGE}) if js.Object.hasOwn(at, name)]
    at = js.Object.getPrototypeOf(at)
"""
"""Code that bypasses the limits on imports, and looks for a page worker's usual features, also in its prototypes."""
IMPORTED = "import('data:text/javascript,export default 1').then(() => 'loaded', (error) => String(error))"


def test_code_that_reaches_javascript_finds_no_network_or_storage(page: Page, school: str) -> None:
    """The code can only answer its page; code from other servers is not loaded, and text never becomes code."""
    page.goto(f"{school}health")
    asked = {"source": f"{ESCAPE}print(reached)\n{TASKS[0].solution}", "name": TASKS[0].name, "trials": 1, "seed": 7}
    (report,) = page.evaluate(IN_WORKER, [f"{school}{PYTHON.code_worker}", [json.dumps(asked)]])
    assert json.loads(report)["printed"] == "['postMessage']\n"
    (worker,) = page.workers
    assert "Failed to fetch dynamically imported module" in worker.evaluate(IMPORTED)

    found = card(page, school, 12, "mine")
    for way in ("eval", "Function"):
        run(found, f"{ESCAPE}js.{way}('1')\n{EXAMPLES[0]}", "violates the following Content Security Policy")
    run(found, f"{ESCAPE}raise ValueError(reached)\n{EXAMPLES[0]}", "stopped with ValueError: ['postMessage'].")


@pytest.mark.rotating
def test_a_browser_recognizes_every_program(page: Page, school: str) -> None:
    """The solution and all bugs of each task are run by the browser's own Python."""
    page.goto(f"{school}health")
    worker = f"{school}{PYTHON.code_worker}"
    wanted = [(task, code, name) for task in TASKS for code, name in programs(task)]
    asked = [
        json.dumps({"source": code, "name": task.name, "trials": task.trials, "seed": 7}) for task, code, _ in wanted
    ]
    reports: list[str] = page.evaluate(IN_WORKER, [worker, asked])
    found = [task.judge(json.loads(report)) for (task, _, _), report in zip(wanted, reports, strict=True)]
    assert [(each.outcome, each.error) for each in found] == [
        ("wrong", name) if name else ("right", "") for _, _, name in wanted
    ]


def programs(task: CodeTask) -> list[tuple[str, str]]:
    """Return a task's programs: the solution, and each bug with its name."""
    return [(task.solution, ""), *((bug.code, bug.id) for bug in task.bugs)]


def test_the_worker_reaches_no_other_host(page: Page, school: str) -> None:
    """Its policy names only its own server, its files never change, and its folder holds nothing else."""
    folder = PYTHON.code_worker.rpartition("/")[0]
    for name in python_files.files():
        answer: Any = page.request.get(f"{school}{folder}/{name}")
        assert answer.status == 200
        assert answer.headers["content-security-policy"] == browser_python.POLICY
        assert "immutable" in answer.headers["cache-control"]
    at = urlsplit(school)
    outside = (
        *(f"{folder}/{each}" for each in ("NOTICE.txt", "%2e%2e/%2e%2e/health", "../../health", "")),
        "pyodide/x/pyodide.mjs",
    )
    for name in outside:
        line = HTTPConnection(at.netloc, timeout=20)
        line.request("GET", f"{at.path}{name}")  # sent unchanged: a browser would remove the dots
        assert line.getresponse().status == 404, name
        line.close()
