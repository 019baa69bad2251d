"""A learner's player in a separate process: it plays as it would here, and cannot do what is forbidden."""

from __future__ import annotations

import os
import pickle
import random
import re
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from phase10_widgets import EDITIONS, Game, arena, edition, players
from phase10_widgets.arena import Entrant, EntrantError
from phase10_widgets.rules.observation import Observation
from phase10_widgets.teaching.code import code_runner, player_child, player_code
from phase10_widgets.teaching.code.confined import limits, process
from phase10_widgets.teaching.code.ladder import fault_in
from phase10_widgets.teaching.code.player_code import EXAMPLES, ConfinedPlayer, PlayerFault, is_example
from tests.faults import every

CLASSIC = edition("classic", phases=[1])
ON_LINUX = pytest.mark.skipif(
    sys.platform != "linux" or os.uname().machine not in limits.ARCHITECTURES, reason="only Linux refuses these"
)


def written(*lines: str, before: str = "") -> str:
    """Return the code of a player with these lines."""
    return f"{before}\n\n@learner.player\ndef mine(observation):\n" + "".join(f"    {line}\n" for line in lines)


GREEDY = written('return p10.players.get("greedy").choose(observation)')
FAULTS: list[tuple[str, str]] = [
    ("def mine(observation):\n    return None\n", "No function has @learner.player on the line above it."),
    ("@learner.player\ndef mine(observation)\n", "Python cannot read line 2: expected ':'."),
    (written("return greedy.choose(observation)"), "Line 5 stopped with NameError: name 'greedy' is not defined."),
    (written("import socket"), "It cannot import socket here. It can import bisect"),
    (written("return p10.rl.Phase10Env"), "It cannot import phase10_widgets.rl here. It can import bisect"),
    (written("return 5"), "It returned no action. An action must be an object with a 'type', not 5."),
    (written("return observation"), "It returned no action."),
    (written("return p10.Discard('R1')"), "It broke a rule: "),
    (written("return mine(observation)"), "RecursionError: the function calls itself endlessly"),
    (written("return [0] * 10**9"), "It needed too much memory."),
    (written("open('secret', 'w')"), "Line 5 stopped with NameError: name 'open' is not defined."),
    (written("raise ValueError('a\\nb\\x1b[31m')"), "Line 5 stopped with ValueError: a b [31m."),
]
"""Code that fails, and the message about it; its process survives."""
FATAL: list[tuple[str, str]] = [
    (written("raise SystemExit"), "Its process ended"),
    (written("while True: pass"), "It took longer than 2 seconds. Does it contain a loop that never ends?"),
    ("for i in iter(int, 1): pass\n" + GREEDY, "It took longer than 2 seconds."),
]


@pytest.fixture(scope="module")
def confined() -> Iterator[ConfinedPlayer]:
    """Provide a process that is ready to run one player after another."""
    player = ConfinedPlayer(GREEDY, CLASSIC)
    player.wait()
    yield player
    player.close()


def define(player: ConfinedPlayer, source: str) -> None:
    """Put another player into a process, as at its start; unanswered requests to the previous one are dropped."""
    while player._asked:
        with suppress(PlayerFault):
            player._answer(60)
    player._spent, player._choices = 0.0, 0
    player._ask("define", source)
    player._answer(player_code.A_CHOICE)


def fault(begin: Callable[[], object], player: ConfinedPlayer) -> str:
    """Return the fault at the start or in a game."""
    try:
        begin()
        arena.play("classic", [Entrant("one", player.new_game), "greedy"], games=2, seed=1, phases=[1])
    except PlayerFault as found:
        return str(found)
    except EntrantError as error:
        return str(fault_in(error))
    return "nothing went wrong"


@pytest.mark.slow
def test_a_player_plays_as_it_would_here(confined: ConfinedPlayer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player_code, "MEAN", 1.0)  # the machine may be busy
    for source in EXAMPLES:
        space: dict[str, Any] = {"p10": __import__("phase10_widgets"), "learner": player_code}
        exec(source.replace("@learner.player\n", ""), space)
        here = space.get("mine", space.get("meiner"))
        define(confined, source)
        there, expected = (
            arena.play("classic", [one, "greedy"], games=4, seed=5, phases=[1])
            for one in (Entrant("one", confined.new_game), here)
        )
        assert there.played == expected.played, source


class Watching:
    """A player that takes its first action, and records its views."""

    def __init__(self) -> None:
        self.seen: list[Observation] = []

    def choose(self, view: Observation) -> Any:
        self.seen.append(view)
        return view.legal_actions()[0]


@every("name", EDITIONS)
def test_a_seat_has_the_same_view_in_both_processes(name: str) -> None:
    """The observation that the process builds has the same content and offers the same actions."""
    child, game, chance = player_child.Child(), Game.new(name, ["Ana", "Ben"], seed=3), random.Random(1)
    child.edition, child.player = game.edition, (player := Watching())
    for _ in range(60):
        assert game.to_act is not None
        view = game.observe(game.to_act)
        sent = pickle.dumps((tuple(view._replace(edition=None, log=None)), view.history()))  # type: ignore[arg-type]
        child.choose(*pickle.loads(sent))
        assert player.seen[-1].to_dict() == view.to_dict()
        assert player.seen[-1].history() == view.history()
        assert player.seen[-1].legal_actions() == view.legal_actions()
        game = game.apply(chance.choice(view.legal_actions()))


@every("source, sentence", FAULTS)
def test_a_fault_is_reported_in_a_sentence(source: str, sentence: str, confined: ConfinedPlayer) -> None:
    found = fault(partial(define, confined, source), confined)
    assert sentence in found


@pytest.mark.slow
@every("source, sentence", FATAL)
def test_a_fault_that_ends_the_process_is_reported_in_a_sentence(source: str, sentence: str) -> None:
    player = ConfinedPlayer(source, CLASSIC)
    found = fault(player.wait, player)
    player.close()
    assert sentence in found


ESCAPES = {
    "a file": "os['open']('/etc/passwd', 0)",
    "a new file": "os['mkdir']('/tmp/phase10-escape')",
    "deleting a file": "os['unlink']({path!r})",
    "another program": "os['execv']('/bin/true', ['true'])",
    "another process": "os['fork']()",
    "a signal": "os['kill'](os['getppid'](), 9)",
    "a higher limit on files": "resource.setrlimit(resource.RLIMIT_NOFILE, (99, 99))",
}


SYSTEM = "next(c for c in object.__subclasses__() if c.__name__ == '_wrap_close').__init__.__globals__"
"""The usual way to escape from Python to the system's functions."""


@ON_LINUX
@every("escape, code", [*ESCAPES.items()])
def test_code_that_escapes_from_python_still_reaches_nothing(
    escape: str, code: str, confined: ConfinedPlayer, tmp_path: Path
) -> None:
    prey = tmp_path / "prey"
    prey.write_text("alive")
    resource = "resource = os['sys'].modules['resource']"
    source = written(f"os = {SYSTEM}", resource, code.format(path=str(prey)))
    told = fault(partial(define, confined, source), confined)
    assert re.search("PermissionError|Operation not permitted|not allowed", told)
    assert prey.read_text() == "alive"
    assert not Path("/tmp/phase10-escape").exists()


def test_a_slow_player_learns_its_time(confined: ConfinedPlayer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player_code, "A_CHOICE", 2.0)
    monkeypatch.setattr(player_code, "MEAN", -1.0)
    told = fault(partial(define, confined, GREEDY), confined)
    assert "ms per choice on average; the limit is -1000 ms." in told


BEGUN = """
import json, os, pickle, subprocess, sys, time
sys.path.append(sys.argv[1])
def asked():
    return pickle.load(sys.stdin.buffer)[0]
def answer(number, **more):
    print(json.dumps({"id": number, **more}), flush=True)
answer(asked(), could="nothing")
answer(asked())
"""
"""The beginning of a hand-written process that is ready to play."""
ANSWERS: list[tuple[str, str]] = [
    ("print('[]', flush=True); time.sleep(60)", "Its answer could not be understood."),
    ("print('nonsense', flush=True); time.sleep(60)", "Its answer could not be"),
    ("print('[' * 2000, flush=True); time.sleep(60)", "Its answer could not be"),
    ("print('{}', flush=True); time.sleep(60)", "Its answer could not be"),
    ("answer('12345678', action={'type': 'draw', 'from': 'deck'}); time.sleep(60)", "Its answer could not be"),
    ("answer(asked(), fault={'a': 1}, line='x', detail=[1])", "It stopped with [1]."),
    ("answer(asked())", "It returned no action."),
    ("answer(asked(), action={'type': 'draw', 'from': 7})", "It returned no action."),
    ("answer(asked(), action='x' * 20_000)", "Its process ended"),
    ("print('x' * 10**6)", "Its process ended"),
    ("print('x', end='')", "Its process ended"),
    ("sys.exit()", "Its process ended"),
]
HANGS = {
    "never reads": "time.sleep(1000)",
    "closes what it should read": "os.close(0); time.sleep(1000)",
    "closes what it should write": "os.close(1); time.sleep(1000)",
    "answers in advance": 'print(\'{"action": {"type": "draw", "from": "deck"}}\\n\' * 9); time.sleep(1000)',
    "floods its answers": "while True: os.write(1, b'{}\\n' * 10_000)",
    "floods its errors": "while True: os.write(2, b'x' * 10_000)",
    "writes an endless line": "while True: os.write(1, b'x' * 10_000)",
    "ignores signals": "import signal; [signal.signal(n, signal.SIG_IGN) for n in (1, 2, 13, 15)]; time.sleep(1000)",
    "leaves a process behind that holds its pipes": "subprocess.Popen(['sleep', '1000']); sys.exit()",
    "leaves one behind that hides": "subprocess.Popen(['sleep', '5'], start_new_session=True); sys.exit()",
}


def loosened(changes: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let processes begin with these changes to the module of their limits, imported as ``c``."""
    real = process.program
    head = "import sys; sys.path.append(sys.argv[1]); from phase10_widgets.teaching.code.confined import limits as c"
    monkeypatch.setattr(process, "program", lambda module: f"{head}; {changes}\n{real(module)}")


def ready(program: str, monkeypatch: pytest.MonkeyPatch) -> ConfinedPlayer:
    """Return a player whose process runs this program."""
    monkeypatch.setattr(process, "program", lambda module: BEGUN + program)
    monkeypatch.setattr(player_code, "LOADING", 60)
    monkeypatch.setattr(player_code, "A_CHOICE", max(player_code.A_CHOICE, 0.5))
    player = ConfinedPlayer(GREEDY, CLASSIC)
    player.wait()
    return player


def told(player: ConfinedPlayer) -> str:
    """Return the message about a player that has a minute to choose."""
    found: list[str] = []

    def ask() -> None:
        view = Game.new(CLASSIC, ["Ana", "Ben"], seed=1).observe(0)
        try:
            while True:
                player.choose(view)
        except PlayerFault as fault:
            player.close()
            found.append(str(fault))

    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    asking.join(60)
    return found[0] if found else "it hangs"


@pytest.mark.slow
@every("program, sentence", ANSWERS)
def test_a_process_may_write_whatever_it_likes(program: str, sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player_code, "A_CHOICE", 30.0)  # the machine may be busy
    assert sentence in told(ready(program, monkeypatch))


@pytest.mark.slow
@every("how, program", [*HANGS.items()])
def test_no_process_blocks_its_parent(how: str, program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocked pipes and missing answers are waited for no longer than a choice may last."""
    monkeypatch.setattr(player_code, "A_CHOICE", 0.5)
    said = told(ready(program, monkeypatch))
    assert said.startswith(("It took longer", "It did not answer", "Its answer could not", "Its process ended")), said


def test_the_examples_are_known_whatever_their_comments() -> None:
    for source in EXAMPLES:
        assert is_example(source)
        assert is_example(f"# mine\n{source}\n")
        assert not is_example(source.replace("[0]", "[-1]"))
    assert not is_example("this is no Python")


@pytest.mark.slow
def test_players_and_tasks_may_import_the_same_modules() -> None:
    source = "\n".join(f"import {name}" for name in sorted(code_runner.MODULES))
    player = ConfinedPlayer(f"{source}\nimport phase10_widgets as p10\n{GREEDY}", CLASSIC)
    player.wait()
    player.close()
    assert players.names()
