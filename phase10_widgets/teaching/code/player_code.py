"""A learner's player as code: it is stored with the progress, and plays in a separate process."""

from __future__ import annotations

import pickle
import secrets
import time
from collections import deque
from collections.abc import Callable, Mapping
from importlib import import_module
from math import inf
from typing import Any

from ...base.integers import integer_from
from ...base.names import plain_line
from ...base.translatable import Refusal, phrase
from ...base.untrusted_json import loads
from ...rules.actions import Action, IllegalAction
from ...rules.edition import Edition
from ...rules.observation import Observation
from . import player_child
from .code_runner import MODULES
from .code_task import same_code
from .confined.limits import Could
from .confined.process import CodeProcess

PLAYER_ID = "12/player"
"""The key of a learner's player among the programs in their progress."""
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
"""The example players that learners change in lesson 12."""
LOADING = 20.0
"""The maximum time for a process to load everything that a player needs, in seconds."""
A_CHOICE = 2.0
"""The maximum time that a player may take for one choice, in seconds."""
MEAN = 0.02
"""The maximum average time per choice, in seconds, after a grace period of :data:`A_CHOICE`."""
TOO_SLOW = phrase("It took longer than {seconds} seconds. Does it contain a loop that never ends?")
MOST_ANSWER = 10_000
"""The maximum length of an answer from a process, in bytes."""


class PlayerFault(Refusal):
    """Raised when a learner's player cannot continue; the message is a sentence about the player."""


class UnconfinedError(Exception):
    """Raised if this system cannot fully confine a learner's code; ``could`` describes the possible harm."""

    def __init__(self, could: Could) -> None:
        """Store the harm that the code could do."""
        super().__init__(could)
        self.could = could


class ConfinedPlayer:
    """A learner's player in a separate process with limits on time, memory and files.

    The process receives only the information that the player's seat may see. Its answers are checked as if they came
    from a stranger.
    """

    def __init__(
        self, source: str, edition: Edition, seconds: int = 60, *, trusted: bool = False, deadline: float = inf
    ) -> None:
        """Start the process; call :meth:`wait` to wait until it is ready.

        Args:
            source: the code, with the player marked by ``@learner.player``.
            edition: the game to play.
            seconds: the total processor time that the process may take.
            trusted: True to run the code even where the system cannot limit what it may do.
            deadline: the ``time.monotonic()`` value at which all waiting ends.
        """
        self.source, self._trusted, self._deadline = source, trusted, deadline
        self._spent, self._choices = 0.0, 0
        self._asked: deque[Any] = deque()
        """The numbers of the requests that are still unanswered."""
        self._process = CodeProcess("player_child")
        self._ask("start", edition.id, dict(edition.options), seconds)

    def wait(self) -> None:
        """Wait until the player is ready.

        Raises:
            PlayerFault: the code has a fault, or took too long.
            UnconfinedError: the system cannot limit what the code may do; it has not been run.
        """
        could = self._answer(LOADING).get("could")
        if could != "nothing" and not self._trusted:
            raise UnconfinedError("files" if could == "files" else "anything")
        self._ask("define", self.source)
        self._answer(A_CHOICE)

    def new_game(self, seed: str) -> ConfinedPlayer:
        """Use a fresh player from now on; return this object. If this fails, the next choice fails."""
        self._ask("game", seed)
        return self

    def choose(self, observation: Observation) -> Action:
        """Return the player's action, which may break a rule.

        Raises:
            PlayerFault: the player stopped with an error, returned no action, or was too slow.
        """
        fields = tuple(observation._replace(edition=None, log=None))  # type: ignore[arg-type]
        began = time.monotonic()
        self._ask("choose", fields, observation.history())
        while len(self._asked) > 1:  # the answers to new-game requests arrive first
            self._answer(A_CHOICE)
        answer = self._answer(A_CHOICE)
        self._spent += time.monotonic() - began
        self._choices += 1
        if self._spent > A_CHOICE + MEAN * self._choices:
            mean = round(1000 * self._spent / self._choices)
            raise PlayerFault(
                "It took {mean} ms per choice on average; the limit is {most} ms.", mean=mean, most=round(1000 * MEAN)
            )
        try:
            return Action.from_dict(answer.get("action"))  # type: ignore[arg-type]
        except IllegalAction as error:
            raise PlayerFault("It returned no action. {why}", why=printable(error)) from error

    def close(self) -> None:
        """End the process."""
        self._process.close()

    def _ask(self, *request: Any) -> None:
        """Send a request with a number that its answer must repeat."""
        self._asked.append(secrets.token_hex(8))
        self._process.ask(pickle.dumps((self._asked[-1], *request)))

    def _answer(self, seconds: float) -> Mapping[str, Any]:
        """Return the next answer; end the process if none arrives in time."""
        number = self._asked.popleft()
        try:
            line = self._process.answer(min(seconds, self._deadline - time.monotonic()))
        except TimeoutError as error:
            self.close()
            raise PlayerFault(TOO_SLOW, seconds=f"{seconds:g}") from error
        if not line.endswith(b"\n") or len(line) > MOST_ANSWER:
            raise PlayerFault("Its process ended: perhaps it needed too much memory or time.")
        return _read(line, number)


class PlayerHere(ConfinedPlayer):
    """A learner's player in this process, a browser worker that contains nobody else's data."""

    def __init__(self, source: str, edition: Edition, *, trusted: bool = True) -> None:
        """Start as :class:`ConfinedPlayer` does; only a *trusted* player can run here."""
        assert trusted
        self.source = source
        self._spent, self._choices = -inf, 0  # browsers are slower, so the caller sets the time limit
        self._child = player_child.Child()
        self._child.edition, self._child.package = edition, import_module(player_child.PACKAGE)
        self._asked = deque([("define", source)])

    def wait(self) -> None:
        self._answer(A_CHOICE)

    def close(self) -> None:
        """Do nothing: there is no process."""

    def _ask(self, *request: Any) -> None:
        self._asked.append(request)

    def _answer(self, seconds: float) -> Mapping[str, Any]:
        return _read(self._child.answer("", *self._asked.popleft()), "")


class OncePerDeal:
    """A learner's player in two processes, one for each seat from which it plays a deal.

    Neither process sees the same cards from both seats, so code that remembers cards gains nothing.
    """

    def __init__(self, make: Callable[[], ConfinedPlayer]) -> None:
        """Start the first process; the second one starts when the first is ready."""
        self._make = make
        self._each = [make()]
        self._ready = self._games = 0

    def wait(self) -> None:
        """Wait until the next process is ready, as :meth:`ConfinedPlayer.wait` does."""
        self._each[self._ready].wait()
        self._ready += 1
        if self._ready == 1:
            self._each.append(self._make())

    def begin_deal(self) -> None:
        """Let the first process play the next game."""
        self._games = 0

    def new_game(self, seed: str) -> ConfinedPlayer:
        """Let the next process play the next game of the deal."""
        if not self._ready:  # ``entrants`` asks for a game before any process is ready
            return self._each[0]
        if self._games == self._ready:
            self.wait()
        self._games += 1
        return self._each[self._games - 1].new_game(seed)

    def close(self) -> None:
        """End the processes."""
        for one in self._each:
            one.close()


def is_example(source: str) -> bool:
    """Return True if this is one of the lesson's players, unchanged except for comments and spaces.

    >>> is_example(EXAMPLES[0] + "# my idea: ..."), is_example("def mine(observation): ...")
    (True, False)
    """
    return any(same_code(source, one) for one in EXAMPLES)


def _read(line: bytes, number: str) -> Mapping[str, Any]:
    """Return the answer to the request with this number."""
    try:
        answer = loads(line.decode())
    except ValueError:
        answer = None
    if not isinstance(answer, dict) or answer.get("id") != number:
        raise PlayerFault("Its answer could not be understood.")
    if "fault" in answer:
        raise _reported(answer)
    return answer


def _reported(report: Mapping[str, Any]) -> PlayerFault:
    """Return the fault that a process reports."""
    line, detail = integer_from(1, report.get("line"), 10_000), printable(report.get("detail", ""))
    match report.get("fault"):
        case "syntax":
            return PlayerFault("Python cannot read line {line}: {why}.", line=line or "?", why=detail)
        case "missing":
            return PlayerFault("No function has @learner.player on the line above it.")
        case "import":
            known = ", ".join(sorted({*MODULES, player_child.PACKAGE}))
            return PlayerFault("It cannot import {name} here. It can import {known}.", name=detail, known=known)
        case "action":
            return PlayerFault("It returned no action. {why}", why=detail)
        case "memory":
            return PlayerFault("It needed too much memory. Does it build a very long list?")
        case "error" if line:
            return PlayerFault("Line {line} stopped with {why}.", line=line, why=detail)
        case _:
            return PlayerFault("It stopped with {why}.", why=detail)


def printable(text: object) -> str:
    """Return text from a learner's process in a form that can be displayed."""
    return plain_line(text)
