"""An editor for the learner's player on pages without cells where a visitor's code may run."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, ClassVar, TypeVar, cast

from ...base.translatable import NumberText, phrase
from ...rules.observation import Observation
from ...ui.drawn.markup import Html
from ...ui.own_players import TooSlow, time_limit
from ...ui.screen import Handler, Refused
from ..code.code_home import code_home, runs_players
from ..code.code_task import MAX_CODE
from ..code.ladder import try_player
from ..code.player_child import marked
from ..code.player_code import PLAYER_ID, TOO_SLOW, PlayerFault, PlayerHere, is_example
from ..exercises.exercise import Outcome
from ..figures.wire import LessonAbout
from .base_learner import BaseLearner
from .learner_screen import LearnerScreen
from .static import code_html
from .wire import CodeContent

Written = TypeVar("Written", bound=Callable[..., Any])
MOST_SECONDS = 4
"""The time limit, in seconds, for trying out a player while the page waits."""
NOWHERE = phrase("Code cannot be changed on this page. Open the lesson as a notebook to write your own player.")
UNMARKED = phrase("Your player was not saved. Write @learner.player on the line above your function, and try again.")
TOO_LONG = phrase("Your player was not saved: the code can have at most {most} characters.")
UNREAD = phrase("Python cannot read line {line}: {why}.")
KEPT = phrase("Your player is saved with your progress.")
TRIED = phrase("Your player is saved with your progress. In a trial, it won {wins} of {games} games against greedy.")
FAILED = phrase("Your player is saved with your progress, but it failed in a trial. {why}")
_PROMPT = phrase("Change the player, and run it. This code goes into your class's contest.")
_EXAMPLE = phrase("This is the player that comes with the lesson. Change it first.")


class PlayerEditor(LearnerScreen):
    """An editor for the learner's player; made by :meth:`Learner.player`.

    A visitor's code runs only in a confined process, where :func:`code_home` returns "kernel", or in the visitor's own
    browser, where :func:`runs_players` returns True. On a page with a kernel whose code runs in the browser, the player
    is stored without a trial. Elsewhere, nothing is stored.
    """

    KIND = "code"
    ANYTIME = LearnerScreen.ANYTIME | {"run", "renew"}

    def __init__(self, example: str, name: str, learner: BaseLearner) -> None:
        """Start with the lesson's player, whose function has this name."""
        self._example, self._name, self._learner = example, name, learner
        self._sentence: tuple[str, dict[str, object]] = ("", {})
        self._outcome: Outcome = "not attempted"
        super().__init__(learner.language)
        self._show()
        learner.joined(self)

    def _about(self) -> LessonAbout:
        return {**self._introduction(), "widget": "code"}

    def _content(self) -> CodeContent:
        words, code = self.words, self._code
        sentence, parts = self._sentence if self._sentence[0] else (KEPT if code else "", {})
        return {
            "id": PLAYER_ID,
            "title": words.say("Your player"),
            "prompt": words.say(_PROMPT),
            "name": self._name,
            "trials": 0,
            "runs": "kernel",
            "worker": "",
            "seed": self._learner.progress.seed,
            "code": code or self._example,
            "start": self._example,
            "choices": [],
            "chosen": "",
            "outcome": self._outcome,
            "outcome_text": "",
            "feedback": words.say(sentence, **parts) if sentence else "",
            "printed": "",
            "picture": [],
            "hints": [],
            "hints_of": 0,
            "solution": "",
            "running": False,
        }

    @property
    def _code(self) -> str:
        """The code of the learner's current player; empty if there is none."""
        found = self._learner.progress.programs.get(PLAYER_ID)
        return found.code if found else ""

    def _say(self, outcome: Outcome, sentence: str, **parts: object) -> None:
        self._outcome, self._sentence = outcome, (sentence, parts)

    def _take(self, code: str) -> None:
        """Store the code and try it out, unless Python cannot parse it, it is the lesson's example, or it does not mark
        a player."""
        try:
            found = marked(ast.parse(code))
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            self._say(
                "wrong", UNREAD, line=getattr(error, "lineno", None) or "?", why=getattr(error, "msg", str(error))
            )
            return
        if is_example(code):
            self._say("not attempted", _EXAMPLE)
        elif found is None:
            self._say("wrong", UNMARKED)
        else:
            self._learner.progress.keep_code(PLAYER_ID, code)
            self._try(code)

    def _try(self, code: str) -> None:
        if code_home() != "kernel" and not runs_players():
            self._say("right", KEPT)
            return
        try:
            wins, games = _tried_here(code) if runs_players() else try_player(code)
        except PlayerFault as fault:
            self._say("wrong", FAILED, why=self.words.refusal(fault))
        else:
            self._say("right", TRIED, wins=NumberText(f"{wins:g}"), games=games)

    def __repr__(self) -> str:
        return "<Your player: an editor>"

    def html(self) -> Html:
        """Return the code for pages without Python."""
        return code_html(self.about, self.view, self.words)

    def _run(self, content: Mapping[str, Any], message_id: str) -> None:
        if code_home() not in ("kernel", "browser"):
            raise Refused("bad_value", NOWHERE)
        code = content.get("code")
        if not isinstance(code, str):
            raise Refused("malformed", self.MALFORMED)
        if len(code) > MAX_CODE:
            raise Refused("bad_value", TOO_LONG, most=MAX_CODE)
        self._take(code)
        self._learner.changed([PLAYER_ID], self, message_id)

    def _renew(self, content: Mapping[str, Any], message_id: str) -> None:
        self._learner.progress.reset(PLAYER_ID)
        self._say("not attempted", "")
        self._learner.changed([PLAYER_ID], self, message_id)

    HANDLERS: ClassVar[Mapping[str, Handler]] = {
        **LearnerScreen.HANDLERS,
        "run": _run,
        "renew": _renew,
    }


def newest_player(example: Written, learner: BaseLearner) -> Written:
    """Return a player for this process: the last one that the learner ran; by default, the lesson's *example*."""
    player: PlayerHere | None = None

    @wraps(example)
    def choose(observation: Observation) -> object:
        nonlocal player
        kept = learner.progress.programs.get(PLAYER_ID)
        if kept is None:
            return example(observation)
        if player is None or player.source != kept.code:
            player = PlayerHere(kept.code, observation.edition)
            player.wait()
            player.new_game("")
        return player.choose(observation)

    return cast(Written, choose)


def _tried_here(code: str) -> tuple[float, int]:
    """Try out a player in this process; return the number of wins and the number of games.

    Raises:
        PlayerFault: the player could not play.
    """
    try:
        with time_limit(MOST_SECONDS):
            return try_player(code, make=PlayerHere)
    except TooSlow as slow:
        raise PlayerFault(TOO_SLOW, seconds=MOST_SECONDS) from slow
