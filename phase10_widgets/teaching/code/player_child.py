"""A learner's player in a separate process, which has only the information that its seat may see.

``player_code`` starts this program and sends pickled requests on standard input; each begins with an unguessable number
that its answer repeats as ``"id"``, so that no answer can be written in advance. Answers are lines of JSON on standard
output, which are not trusted:

- ``(id, "start", edition, options, seconds)``: ``{"could": …}``; load everything, and give up all rights;
- ``(id, "define", source)``: ``{}``, or a fault as in ``code_runner``;
- ``(id, "game", seed)``: ``{}``, or a fault; create a fresh player for the next game;
- ``(id, "choose", fields, history)``: ``{"action": …}``, or a fault.

Before the learner's code runs, everything it may use is loaded, and ``confined.limits`` confines the process.
"""

from __future__ import annotations

import ast
import json
import pickle
import random
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

from ... import players
from ...arena.entrants import Entrant, entrants
from ...editions import edition as find_edition
from ...game.game import Game
from ...rules.actions import Action, IllegalAction
from ...rules.edition import Edition
from ...rules.observation import Observation, logged
from .code_runner import MODULES, NAME, Printed, builtins_for, error_line, failed
from .confined.limits import confine, die_with_parent

MARK = "player"
"""The decorator that marks a player, as in ``@learner.player``."""
PACKAGE = "phase10_widgets"
READY = ("errors", "odds", "odds.deal", "odds.draw_odds", "odds.turn_options", "game.hands", "coach")
"""The parts of the package that a player may use, in addition to ``players``."""
MEMORY = 512 * 2**20
"""The memory limit of the process, in bytes."""


def marked(tree: ast.Module) -> ast.FunctionDef | ast.ClassDef | None:
    """Return the last function or class with the mark, or None if there is none.

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
    """A learner's player in this process, which answers requests."""

    def __init__(self) -> None:
        """Wait for the start request."""
        self.edition: Edition
        self.package: Any = None
        self.entrant: Entrant | None = None
        self.player: players.Player | None = None

    def answer(self, number: str, *request: Any) -> bytes:
        """Handle the request with this number and return the answer; report every fault in the learner's code."""
        handlers: dict[str, Callable[..., dict[str, Any]]] = {
            "start": self.start,
            "define": self.define,
            "game": self.game,
            "choose": self.choose,
        }
        try:
            return json.dumps({**handlers[request[0]](*request[1:]), "id": number}).encode()
        except ImportError as error:
            report = failed("import", error_line(error), error.name or "")
        except IllegalAction as error:
            report = failed("action", error_line(error), str(error)[:300])
        except MemoryError:
            report = failed("memory")
        except RecursionError as error:
            report = failed("error", error_line(error), "RecursionError: the function calls itself endlessly")
        except Exception as error:
            report = failed("error", error_line(error), f"{type(error).__name__}: {error}"[:300])
        return json.dumps({**report, "id": number}).encode()

    def start(self, edition: str, options: dict[str, Any], seconds: int) -> dict[str, Any]:
        """Load everything that players may use, then confine the process to this many seconds of processor time."""
        self.edition = find_edition(edition, **options)
        self.package = load(self.edition)
        return {"could": confine(MEMORY, seconds)}

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
        self.player = players.as_player(self.entrant.make(seed))
        return {}

    def choose(self, fields: tuple[Any, ...], history: tuple[Any, ...]) -> dict[str, Any]:
        """Ask the player for its action."""
        view = Observation(*fields)._replace(edition=self.edition, log=logged(None, history))
        assert self.player is not None
        chosen = self.player.choose(view)
        return {"action": (chosen if isinstance(chosen, Action) else Action.from_dict(chosen)).to_dict()}


def load(edition: Edition) -> Any:
    """Load everything that a player may use by having every player play; return the package."""
    package = import_module(PACKAGE)
    for name in (*MODULES, *(f"{PACKAGE}.{part}" for part in READY)):
        import_module(name)
    for name in players.names():
        game = Game.new(edition, ["one", "other"], 1)
        for _ in range(12):
            if game.to_act is not None:
                game = players.move(game, players.get(name, 1))
    for name in ("players", "odds", "coach"):
        getattr(package, name, None)
    return package


def main() -> None:
    """Answer requests until standard input ends."""
    die_with_parent()
    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr = Printed()
    child = Child()
    while True:
        try:
            request = pickle.load(requests)
        except EOFError:
            return
        answers.write(child.answer(*request) + b"\n")
        answers.flush()
