"""A learner's player in a process of its own, which holds nothing but what its seat may see.

``player_code`` starts this program and confines it. Requests come from there, pickled, on standard input. Answers are
lines of JSON on standard output, which nobody trusts:

- ``("start", edition, options, seconds)``: ``{}``; load everything, and give up all rights;
- ``("define", source)``: ``{}``, or a fault as in ``code_runner``;
- ``("game", seed)``: ``{}``, or a fault; a fresh player for the next game;
- ``("choose", fields, history)``: ``{"action": …}``, or a fault.

Before the learner's code runs, everything it may use has been loaded. From then on, the process can open no file and
no connection, start no other process, and take only so much memory and processor time. On Linux, the kernel also
refuses every other request to the system; elsewhere these limits are all there is.
"""

from __future__ import annotations

import ast
import contextlib
import json
import pickle
import platform
import random
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

from .. import players
from ..arena.entrants import Entrant, entrants
from ..core.actions import Action, IllegalAction
from ..core.edition import Edition
from ..core.observation import Observation, logged
from ..editions import edition as find_edition
from ..game import Game
from .code_runner import MODULES, NAME, Printed, builtins_for, error_line, failed

MARK = "player"
"""The decorator that marks a player, as in ``@learner.player``."""
PACKAGE = "phase10_widgets"
READY = ("odds", "odds.deal", "odds.draw_odds", "odds.turn_options", "hands", "coach")
"""The parts of the package that a player may use, beside the players."""
MEMORY = 512 * 2**20
"""The memory of the process, in bytes."""
NO_NEW_RIGHTS, FILTER = 38, 22
"""The numbers of two settings of a process, see ``prctl(2)`` and ``seccomp(2)``."""
REFUSED, ALLOWED = 0x00050001, 0x7FFF0000
"""The verdicts on a request; a refused one fails with "Operation not permitted"."""
ARCHITECTURES: dict[str, tuple[int, tuple[int, ...]]] = {
    "x86_64": (
        0xC000003E,
        (
            *(0, 1, 3, 5, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 28, 39, 60, 96, 98, 131, 201, 202, 219, 228, 230),
            *(231, 318, 324, 334),
        ),
    ),
    "aarch64": (
        0xC00000B7,
        (
            *(57, 62, 63, 64, 80, 93, 94, 98, 113, 115, 124, 128, 132, 134, 135, 139, 165, 169, 172, 214, 215, 216),
            *(222, 226, 233, 278, 283, 293),
        ),
    ),
}
"""By machine: its number, and the numbers of the allowed requests. They read and write what is open, manage memory and
signals, tell the time, draw random numbers, and end the process."""


def marked(tree: ast.Module) -> ast.FunctionDef | ast.ClassDef | None:
    """Return the last function or class with the mark; None if there is none.

    >>> found = marked(ast.parse("@learner.player\\ndef mine(observation): ..."))
    >>> found.name
    'mine'
    """
    found = [
        node
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
        and any(isinstance(each, ast.Attribute) and each.attr == MARK for each in node.decorator_list)
    ]
    return found[-1] if found else None


class Child:
    """The player of this process, and what it answers."""

    def __init__(self) -> None:
        """Wait for the start."""
        self.edition: Edition
        self.package: Any = None
        self.entrant: Entrant | None = None
        self.player: players.Player | None = None

    def answer(self, request: tuple[Any, ...]) -> bytes:
        """Carry out a request, and return what to write; report every fault of the learner's code."""
        handlers: dict[str, Callable[..., dict[str, Any]]] = {
            "start": self.start,
            "define": self.define,
            "game": self.game,
            "choose": self.choose,
        }
        try:
            return json.dumps(handlers[request[0]](*request[1:])).encode()
        except ImportError as error:
            report = failed("import", error_line(error), error.name or "")
        except IllegalAction as error:
            report = failed("action", error_line(error), str(error)[:300])
        except MemoryError:
            report = failed("memory")
        except RecursionError as error:
            report = failed("error", error_line(error), "RecursionError: the function calls itself without an end")
        except Exception as error:
            report = failed("error", error_line(error), f"{type(error).__name__}: {error}"[:300])
        return json.dumps(report).encode()

    def start(self, edition: str, options: dict[str, Any], seconds: int) -> dict[str, Any]:
        """Load what players may use, and confine the process, for so many seconds of processor time."""
        self.edition = find_edition(edition, **options)
        self.package = load(self.edition)
        confine(seconds)
        return {}

    def define(self, source: str) -> dict[str, Any]:
        """Define the player."""
        try:
            tree = ast.parse(source, NAME)
        except (SyntaxError, ValueError) as error:
            return failed("syntax", getattr(error, "lineno", None), getattr(error, "msg", str(error)))
        found = marked(tree)
        if found is None:
            return failed("missing")
        found.decorator_list = []
        names = builtins_for({*MODULES, PACKAGE})
        space: dict[str, Any] = {"__builtins__": names, "__name__": "__main__", "p10": self.package}
        exec(compile(tree, NAME, "exec"), space)
        (self.entrant,) = entrants([space[found.name]])
        return {}

    def game(self, seed: str) -> dict[str, Any]:
        """Let a fresh player play the next game."""
        random.seed(seed)
        assert self.entrant is not None
        self.player = self.entrant.fresh(seed)
        return {}

    def choose(self, fields: tuple[Any, ...], history: tuple[Any, ...]) -> dict[str, Any]:
        """Ask the player what it does."""
        view = Observation(*fields)._replace(edition=self.edition, log=logged(None, history))
        assert self.player is not None
        chosen = self.player.choose(view)
        return {"action": (chosen if isinstance(chosen, Action) else Action.from_dict(chosen)).to_dict()}


def load(edition: Edition) -> Any:
    """Load what a player may use, by playing with it; return the package."""
    package = import_module(PACKAGE)
    for name in (*MODULES, *(f"{PACKAGE}.{part}" for part in READY)):
        import_module(name)
    for name in players.names():
        game = Game.new(edition, ["one", "other"], 1)
        for _ in range(12):
            if game.to_act is not None:
                game = players.move(game, players.get(name, 1))
    for name in ("players", "odds", "hands", "coach"):
        getattr(package, name, None)
    return package


def confine(seconds: int) -> None:
    """Take away whatever a player does not need, for good."""
    refuse = request_filter()
    with contextlib.suppress(ImportError):
        import resource

        limits = {"AS": MEMORY, "CPU": seconds, "FSIZE": 0, "NOFILE": 0, "NPROC": 0, "CORE": 0}
        for name, most in limits.items():
            with contextlib.suppress(AttributeError, ValueError, OSError):
                resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (most, most))
    sys.meta_path.clear()  # what is not loaded by now cannot be found
    refuse()


def request_filter() -> Callable[[], None]:
    """Return a function that has Linux refuse all but a few requests to the system; elsewhere it does nothing."""
    machine, allowed = ARCHITECTURES.get(platform.machine(), (0, ()))
    if sys.platform != "linux" or not allowed:
        return lambda: None
    import ctypes

    # Each step: what to do, how many steps to skip if equal and if not, and a value.
    steps = [(0x20, 0, 0, 4), (0x15, 0, len(allowed) + 1, machine), (0x20, 0, 0, 0)]
    steps += [(0x15, len(allowed) - at, 0, number) for at, number in enumerate(allowed)]
    steps += [(0x06, 0, 0, REFUSED), (0x06, 0, 0, ALLOWED)]
    program = b"".join(
        code.to_bytes(2, "little") + bytes([equal, other]) + value.to_bytes(4, "little")
        for code, equal, other, value in steps
    )
    held = ctypes.create_string_buffer(program)
    control = ctypes.CDLL(None).prctl
    control.argtypes = [ctypes.c_int, *[ctypes.c_ulong] * 4]

    def refuse() -> None:
        place = len(steps).to_bytes(8, "little") + ctypes.addressof(held).to_bytes(8, "little")
        header = ctypes.create_string_buffer(place)
        control(NO_NEW_RIGHTS, 1, 0, 0, 0)
        control(FILTER, 2, ctypes.addressof(header), 0, 0)

    return refuse


def main() -> None:
    """Answer requests until standard input ends."""
    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr = Printed()
    child = Child()
    while True:
        try:
            request = pickle.load(requests)
        except EOFError:
            return
        answers.write(child.answer(request) + b"\n")
        answers.flush()
