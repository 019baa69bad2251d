"""Code that creates every widget by name, which tests run in their own process and in a notebook's kernel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

WIDGETS = """
import phase10_widgets as p10
from phase10_widgets.teaching.learner.widgets import PlayerCard
from phase10_widgets.teaching.learner.widgets import PlayerEditor
from phase10_widgets.teaching.pages.page_screens import LESSON_FIGURES
from phase10_widgets.ui.setup.widget import Setup
from phase10_widgets.ui.first_game.widget import FirstGame

learner = p10.Learner(3)
session = p10.Session("classic", ["greedy", "greedy"], 1)
for _ in range(30):
    session.step()
app = p10.App()

def table(**box):
    return p10.Table("classic", ["You", "greedy"], seed=1, pace=0, **box)

every = {
    "App": p10.App,
    "Table": table,
    "Spectator": lambda: table().watch(),
    "FirstGame": lambda **box: FirstGame(pace=0, language="en", **box),
    "Setup": lambda: Setup(app, app._last),
    "Replay": lambda **box: p10.Replay(session, **box),
    "Coach": lambda **box: p10.Coach(session, **box),
    "Tournament": lambda **box: p10.Tournament("classic", ["greedy", "random"], 4, **box),
    "DealOdds": lambda **box: p10.figures.DealOdds("classic", 1, **box),
    "DrawOdds": lambda **box: p10.figures.DrawOdds("classic", 1, **box),
    "OddsTable": lambda **box: p10.figures.OddsTable(editions=["classic"], **box),
    "Seat": lambda **box: p10.Seat("http://127.0.0.1:9/live", "BDFGHJ", **box),
    "QuestionCard": lambda: learner.ask("at-least-one"),
    "RecallCard": learner.recall,
    "MixedCard": lambda: learner.mixed("A"),
    "YourHands": lambda: learner.hands("wild"),
    "YourTwoWay": lambda: learner.hands("wild and phase"),
    "YourCalibration": learner.calibration,
    "YourDesign": learner.design,
    "YourTable": lambda: learner.table(seed=1, pace=0),
    "CodeCard": learner.your_turn,
    "PlayerCard": lambda: PlayerCard(learner),
    "PlayerEditor": lambda: PlayerEditor("def choose(observation): ...", "choose", learner),
    "ProgressBoard": learner.overview,
    **{kind.__name__: getattr(p10.figures, kind.__name__) for kind in LESSON_FIGURES},
}
"""


def makers() -> dict[str, Callable[..., Any]]:
    """Return the functions that create new widgets, by widget name."""
    names: dict[str, Any] = {}
    exec(WIDGETS, names)
    found: dict[str, Callable[..., Any]] = names["every"]
    return found
