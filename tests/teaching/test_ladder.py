"""The class ladder: everybody plays everybody, failures are named with the reason, and the time is bounded."""

from __future__ import annotations

import csv
import io
import math
from pathlib import Path
from typing import Any

import pytest

from phase10_widgets.teaching import LadderError, Program, Progress, class_ladder
from phase10_widgets.teaching.code import ladder, player_code
from phase10_widgets.teaching.code.ladder import BESIDE, NO_TIME
from phase10_widgets.teaching.code.player_code import EXAMPLES, PLAYER_ID
from tests.faults import every
from tests.teaching.here import Here
from tests.teaching.test_player_code import GREEDY, loosened, written

RANDOM = written("return random.choice(observation.legal_actions())", before="import random")
PASSIVE = written("return observation.legal_actions()[0 if observation.step == 'draw' else -1]")
LATE = written(
    *("global choices", "choices += 1", "if choices > 250: raise ValueError('late')"),
    'return p10.players.get("greedy").choose(observation)',
    before="choices = 0",
)


def pupil(name: str, code: str = "") -> Progress:
    return Progress(name=name, programs={PLAYER_ID: Program(code=code)} if code else {})


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the players play in this process."""
    monkeypatch.setattr(ladder, "ConfinedPlayer", Here)


@pytest.mark.slow
def test_everybody_plays_everybody_and_greedy_and_failing_players_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The players run in separate processes. Fay fails only in the ladder, and all her games are dropped."""
    monkeypatch.setattr(player_code, "MEAN", 1.0)  # the machine may be busy
    people = [
        pupil("Ana", EXAMPLES[0]),
        pupil("Ben", RANDOM),
        pupil("Cleo"),
        pupil("Dan", written("return greedy.choose(observation)")),
        pupil("Eve", written("while True: pass")),
        pupil("Fay", LATE),
    ]
    found = class_ladder(people, games=8, seed=4)
    assert {rung.name for rung in found.rungs} == {"Ana", "Ben", BESIDE}
    assert [rung.games for rung in found.rungs] == [16, 16, 16]
    assert sum(rung.wins for rung in found.rungs) == 24, "each game has one winner"
    assert found.rungs[-1].name == "Ben"
    assert [rung.rank for rung in found.rungs] == sorted(rung.rank for rung in found.rungs)
    assert all(rung.low <= rung.share <= rung.high for rung in found.rungs)
    assert found.without == ("Cleo",)
    assert not found.out_of_time
    assert "24 games" in str(found)
    assert "No player in the file: Cleo." in str(found)
    reasons = dict(found.left_out)
    assert list(reasons) == ["Dan", "Eve", "Fay"]
    assert "name 'greedy' is not defined" in reasons["Dan"]
    assert "longer than 2 seconds" in reasons["Eve"]
    assert "ValueError: late" in reasons["Fay"]
    assert f"Left out: Dan. {reasons['Dan']}" in str(found)


@pytest.mark.usefixtures("here")
def test_the_same_seed_gives_the_same_ladder_and_equal_players_the_same_rank() -> None:
    people = [pupil("Ana", GREEDY), pupil("Ben", GREEDY)]
    first, again = (class_ladder(people, games=4, seed=4) for _ in range(2))
    assert first.rows == again.rows
    assert {rung.rank for rung in first.rungs} == {1}, "on mirrored deals, luck cancels out"
    assert {rung.share for rung in first.rungs} == {0.5}
    assert first.results is not None
    assert len({deal.deal for deal in first.results.played}) == 6, "each pair has different deals"


@pytest.mark.usefixtures("here")
def test_learners_with_equal_names_are_distinguished() -> None:
    found = class_ladder([pupil("greedy", GREEDY), pupil("Eve", GREEDY), pupil("Eve", GREEDY)], games=2)
    assert {rung.name for rung in found.rungs} == {"greedy", BESIDE, "Eve (learner 2)", "Eve (learner 3)"}
    assert {rung.games for rung in found.rungs} == {3 * 2}


@pytest.mark.usefixtures("here")
def test_games_that_do_not_end_are_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "MOST_ACTIONS", 40)
    found = class_ladder([pupil("Ana", PASSIVE), pupil("Ben", PASSIVE)], games=2)
    assert found.shared == 3
    assert {rung.wins for rung in found.rungs} == {2}
    assert "In 3 of them, nobody finished" in found.about


@pytest.mark.usefixtures("here")
def test_after_the_time_limit_only_whole_deals_count(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("phase10_widgets.teaching.code.ladder.time.monotonic", lambda: now[0])
    told: list[str] = []

    def watch(sentence: str) -> None:
        told.append(sentence)
        if sentence == "Deal 3 of 50, table 2 of 3":
            now[0] = 61.0

    found = class_ladder([pupil("Ana", GREEDY), pupil("Ben", GREEDY)], minutes=1, watch=watch)
    assert found.out_of_time
    assert [rung.games for rung in found.rungs] == [8, 8, 8], "two whole deals"
    assert told[:2] == ["Trying player 1 of 2", "Trying player 2 of 2"]
    assert "in 1 min 1 s: 2 deals" in found.about
    assert "Then time ran out." in found.about


@pytest.mark.usefixtures("here")
def test_players_not_tried_in_time_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter([0.0, 0.0, *[100.0] * 50])
    monkeypatch.setattr("phase10_widgets.teaching.code.ladder.time.monotonic", lambda: next(now))
    found = class_ladder([pupil("Ana", GREEDY)], minutes=1)
    assert found.left_out == (("Ana", NO_TIME),)
    assert found.results is None
    assert found.rungs == ()
    assert "No game was played." in str(found)


@pytest.mark.usefixtures("here")
def test_ctrl_c_keeps_the_whole_deals() -> None:
    def watch(sentence: str) -> None:
        if sentence.startswith("Deal 2"):
            raise KeyboardInterrupt

    found = class_ladder([pupil("Ana", GREEDY)], watch=watch)
    assert [rung.games for rung in found.rungs] == [2, 2]


@pytest.mark.slow
def test_the_table_names_everybody(tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.json"
    damaged.write_text("{")
    kept = tmp_path / "=1+1.json"
    Progress(programs={PLAYER_ID: Program(code=GREEDY)}).save(kept)
    found = class_ladder([kept, damaged, pupil("Ben", "1 +"), pupil("Cleo")], games=2)
    rows = list(csv.DictReader(io.StringIO(found.to_csv())))
    assert {row["name"]: row["note"] for row in rows} == {
        "'=1+1": "",
        BESIDE: "",
        "Ben": "Python cannot read line 1: invalid syntax.",
        "Cleo": "no player in the file",
    }
    assert {row["share"] for row in rows} == {"0.5", ""}
    assert found.refused[0][0] == str(damaged)


WITHOUT = {
    # the system, and what the code could do there
    "a machine without a filter": ("c.ARCHITECTURES.clear(); c.os.geteuid = lambda: 1000", "files"),
    "a filter that does not work": ("c.FILTER = 9999; c.os.geteuid = lambda: 1000", "files"),
    "the same for root": ("c.ARCHITECTURES.clear(); c.os.geteuid = lambda: 0", "anything"),
    "no limits at all": (
        "c.ARCHITECTURES.clear(); c.os.geteuid = lambda: 1000; sys.modules['resource'] = None",
        "anything",
    ),
}
CARELESS = "raise ValueError('it ran')\n" + GREEDY


@pytest.mark.slow
@every("without, could, why", [(*row, system) for system, row in WITHOUT.items()])
def test_without_limits_nothing_runs(without: str, could: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        loosened(without, patch)
        with pytest.raises(LadderError) as caught:
            class_ladder([pupil("Ana", CARELESS)])
    assert "This system cannot limit what the learners' code may do." in str(caught.value)
    assert ladder.COULD[could] in str(caught.value)  # type: ignore[index]


@pytest.mark.slow
def test_without_limits_trusted_code_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    loosened("c.ARCHITECTURES.clear()", monkeypatch)
    ((_, why),) = class_ladder([pupil("Ana", CARELESS)], games=2, trusted=True).left_out
    assert "it ran" in why


PLANS: list[tuple[dict[str, Any], str]] = [
    ({"games": 0}, "games must be a whole number from 2 to 1,000,000,000, not 0"),
    ({"games": 10**10}, "games must be a whole number from 2 to 1,000,000,000, not 10000000000"),
    ({"games": "2"}, "games must be a whole number from 2 .*not '2'"),
    ({"minutes": 0}, "minutes must be a number above 0"),
    ({"minutes": -1}, "minutes must be a number above 0"),
    ({"minutes": math.inf}, "minutes must be a number above 0, at most 1,000,000,000, not inf"),
    ({"minutes": "5"}, "minutes must be a number .*not '5'"),
    ({"phases": 3}, r"phases must be a list such as \[1, 2, 3\], not 3"),
]


@every("plan, says", PLANS)
def test_a_plan_needs_games_time_and_phases(plan: dict[str, Any], says: str) -> None:
    with pytest.raises(LadderError, match=says):
        class_ladder([], **plan)
