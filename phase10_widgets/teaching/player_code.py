"""A learner's player as code: it is kept with the progress, and plays in a process of its own."""

from __future__ import annotations

import contextlib
import os
import pickle
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..core.actions import Action, IllegalAction
from ..core.edition import Edition
from ..core.integers import integer_from
from ..core.observation import Observation
from ..core.translatable import Refusal
from ..core.untrusted_json import loads
from ..names import plain_line
from . import player_child
from .code_runner import MODULES
from .code_task import same_code

PLAYER_ID = "12/player"
"""The place of a learner's player among the programs of their progress."""
EXAMPLES = (
    """\
greedy = p10.players.get("greedy")


@learner.player
def mine(observation):
    if observation.step == "draw":
        return observation.legal_actions()[0]  # the first choice is the draw pile
    return greedy.choose(observation)
""",
    """\
greedy = p10.players.get("greedy")


@learner.player
def meiner(beobachtung):
    if beobachtung.step == "draw":
        return beobachtung.legal_actions()[0]  # die erste Möglichkeit ist der Ziehstapel
    return greedy.choose(beobachtung)
""",
)
"""The players in lesson 12 that learners change: nobody's own."""
LOADING = 20.0
"""The seconds that a process may take to load what a player needs."""
A_CHOICE = 2.0
"""The seconds that a player may take for one choice."""
MEAN = 0.02
"""The seconds that a player may take for a choice on average, after a grace of :data:`A_CHOICE`."""
MOST_ANSWER = 10_000
"""The longest answer accepted from a process, in bytes."""
_PROGRAM = "import sys; sys.path.append(sys.argv[1]); from phase10_widgets.teaching.player_child import main; main()"


class PlayerFault(Refusal):
    """A learner's player cannot play on; the message is a sentence about the player."""


class ConfinedPlayer:
    """A learner's player in a process of its own, which has limits on time, memory and files.

    The process learns only what the player's seat may see. Its answers are checked like a stranger's.
    """

    def __init__(self, source: str, edition: Edition, seconds: int = 60) -> None:
        """Start the process; :meth:`wait` until it is ready.

        Args:
            source: the code, with the player marked by ``@learner.player``.
            edition: the game to play.
            seconds: the processor time that the process may take in all.
        """
        self._folder = tempfile.TemporaryDirectory()
        self._spent, self._choices = 0.0, 0
        self._unread = 0
        """The answers about new games that nobody has read yet."""
        self._late = False
        kept = {name: os.environ[name] for name in ("SYSTEMROOT", "PATH") if name in os.environ}
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", _PROGRAM, str(Path(__file__).parents[2])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=self._folder.name,
            env=kept,
            start_new_session=True,
        )
        self._send("start", edition.id, dict(edition.options), seconds)
        self._send("define", source)

    def wait(self) -> None:
        """Wait until the player is ready.

        Raises:
            PlayerFault: the code has a fault, or takes too long.
        """
        self._receive(LOADING)
        self._receive(A_CHOICE)

    def new_game(self, seed: str) -> ConfinedPlayer:
        """Let a fresh player play from now on; return this object. If that fails, the next choice does."""
        with contextlib.suppress(PlayerFault):
            self._send("game", seed)
            self._unread += 1
        return self

    def choose(self, observation: Observation) -> Action:
        """Return the player's action, which may break a rule.

        Raises:
            PlayerFault: the player stopped with an error, gave no action, or is too slow.
        """
        fields = tuple(observation._replace(edition=None, log=None))  # type: ignore[arg-type]
        self._send("choose", fields, observation.history())
        began = time.monotonic()
        while self._unread:
            self._unread -= 1
            self._receive(A_CHOICE)
        answer = self._receive(A_CHOICE)
        self._spent += time.monotonic() - began
        self._choices += 1
        if self._spent > A_CHOICE + MEAN * self._choices:
            mean = round(1000 * self._spent / self._choices)
            raise PlayerFault(
                "It takes {mean} ms for a choice on average; {most} ms are allowed.", mean=mean, most=round(1000 * MEAN)
            )
        try:
            return Action.from_dict(answer.get("action"))  # type: ignore[arg-type]
        except IllegalAction as error:
            raise PlayerFault("It gave no action. {why}", why=printable(error)) from error

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):  # what was still to be sent
                    pipe.close()
        self._folder.cleanup()

    def _send(self, *request: Any) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(pickle.dumps(request))
            self._process.stdin.flush()
        except OSError as error:
            raise self._ended() from error

    def _receive(self, seconds: float) -> Mapping[str, Any]:
        """Return the next answer; end the process if there is none in time."""
        assert self._process.stdout is not None
        timer = threading.Timer(seconds, self._end_late)
        timer.start()
        try:
            line = self._process.stdout.readline(MOST_ANSWER)
        finally:
            timer.cancel()
        if self._late:
            raise PlayerFault(
                "It took longer than {seconds} seconds. Does it contain a loop that never ends?", seconds=f"{seconds:g}"
            )
        if not line.endswith(b"\n"):
            raise self._ended()
        try:
            answer = loads(line.decode())
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise PlayerFault("It did not answer in a way that can be understood.")
        if "fault" in answer:
            raise _reported(answer)
        return answer

    def _end_late(self) -> None:
        self._late = True
        self._process.kill()

    def _ended(self) -> PlayerFault:
        return PlayerFault("Its process ended: perhaps it needed too much memory or time.")


def is_example(source: str) -> bool:
    """Return True if this is a player of the lesson, unchanged but for comments and spaces.

    >>> is_example(EXAMPLES[0] + "# my idea: ..."), is_example("def mine(observation): ...")
    (True, False)
    """
    return any(same_code(source, one) for one in EXAMPLES)


def _reported(report: Mapping[str, Any]) -> PlayerFault:
    """Return the fault that a process reports."""
    line, detail = integer_from(1, report.get("line"), 10_000), printable(report.get("detail", ""))
    match report.get("fault"):
        case "syntax":
            return PlayerFault("Python cannot read line {line}: {why}.", line=line or "?", why=detail)
        case "missing":
            return PlayerFault("No function has @learner.player in the line above it.")
        case "import":
            known = ", ".join(sorted({*MODULES, player_child.PACKAGE}))
            return PlayerFault("It cannot import {name} here. It can import {known}.", name=detail, known=known)
        case "action":
            return PlayerFault("It gave no action. {why}", why=detail)
        case "memory":
            return PlayerFault("It needed too much memory. Does it build a very long list?")
        case "error" if line:
            return PlayerFault("Line {line} stopped with {why}.", line=line, why=detail)
        case _:
            return PlayerFault("It stopped with {why}.", why=detail)


def printable(text: object) -> str:
    """Return a text from a learner's process, as it can be shown."""
    return plain_line(text)
