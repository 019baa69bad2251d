"""A table's clock, which lets the computer players act one visible step at a time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from ...base.translatable import Refusal, phrase
from ...players import PlayerError
from ..fair_queue import TURN
from ..screen import Handler, Refused, running_loop

MOST_PACE = 5.0
"""The maximum pause between computer players' steps, in seconds."""
LOG = logging.getLogger(__name__)
_FAILED = phrase("A computer player failed; undo, or start a new game.")


class Clock:
    """A clock that lets the computer players act, with a pause before each step, until it is a person's turn."""

    def __init__(
        self,
        pace: Any,
        *,
        due: Callable[[], bool],
        act: Callable[[str | None], None],
        refuse: Callable[[None, Refusal], None],
    ) -> None:
        """Set up the clock, which runs from :meth:`go_on` to :meth:`stop`.

        Args:
            pace: the pause before each step in seconds; None makes each step wait for "Next step".
            due: a function that returns True if it is a computer player's turn.
            act: a function that performs that player's action; with a message id, the action answers that message.
            refuse: a function that tells the browser what went wrong.

        Raises:
            Refused: the pace is out of range.
        """
        self.paused = False
        self.set(pace)
        self._due = due
        self._act = act
        self._refuse = refuse
        self._task: asyncio.Task[None] | None = None

    def set(self, pace: Any) -> None:
        """Set the pace, starting with the next step.

        Raises:
            Refused: the pace is out of range.
        """
        self.pace = seconds_of(pace)

    def go_on(self, *, at_once: bool = False) -> None:
        """Let the computer players act, without pauses if there is no event loop, since then nobody is watching; with
        *at_once*, also without pauses if the pace is 0."""
        if self.paused or self.pace is None or not self._due():
            return
        loop = running_loop()
        if loop is None or (at_once and self.pace == 0):
            while self._due():
                self.step()
        elif self._task is None or self._task.done():
            self._task = loop.create_task(self._run(self.pace))

    def stop(self) -> None:
        """Stop the clock."""
        if self._task is not None and not self._task.done():
            self._task.cancel()
        self._task = None

    def step(self, ack: str | None = None) -> None:
        """Let one computer player act.

        Raises:
            Refused: the player failed.
        """
        try:
            self._act(ack)
        except PlayerError as error:  # the error may name cards in the player's hand, so it stays in Python
            LOG.warning("a computer player failed", exc_info=error)
            raise Refused("failed", _FAILED) from error

    def _step_if_due(self) -> None:
        if self._due():
            self.step()

    async def _run(self, pace: float) -> None:
        try:
            while self._due():
                await asyncio.sleep(pace)
                await TURN.get()(self._step_if_due)
        except Refusal as refusal:
            self._refuse(None, refusal)
        except Exception:
            LOG.exception("a computer player failed")
            self._refuse(None, Refused("failed", _FAILED))


class Paced:
    """A table with a clock, which handles the messages about its pace."""

    _clock: Clock

    @property
    def _computer_acts(self) -> bool:
        """True if it is a computer player's turn."""
        raise NotImplementedError

    def _render_again(self, message_id: str | None) -> None:
        """Send the current view again, in answer to a message if there is one."""
        raise NotImplementedError

    def _step(self, content: Mapping[str, Any], message_id: str) -> None:
        if not self._computer_acts:
            raise Refused("wrong_step", "It is not a computer player's turn.")
        self._clock.stop()
        self._clock.step(message_id)
        self._clock.go_on()

    def _set_pace(self, content: Mapping[str, Any], message_id: str) -> None:
        self._change_pace(content.get("seconds"), message_id)

    def _change_pace(self, seconds: Any, ack: str | None) -> None:
        """Go on at another pace; raise Refused if it is out of range."""
        self._clock.set(seconds)
        self._restart(ack)

    def _pause(self, content: Mapping[str, Any], message_id: str) -> None:
        self._clock.paused = content.get("on") is True
        self._restart(message_id)

    def _restart(self, message_id: str | None) -> None:
        """Continue at a different pace."""
        self._clock.stop()
        self._render_again(message_id)
        self._clock.go_on()

    HANDLERS: ClassVar[Mapping[str, Handler]] = {"step": _step, "pace": _set_pace, "pause": _pause}


def seconds_of(pace: Any) -> float | None:
    if pace is None:
        return None
    if type(pace) not in (int, float) or not 0 <= pace <= MOST_PACE:
        raise Refused(
            "malformed",
            "The pause must be 0 to {most} seconds, not {seconds}.",
            most=f"{MOST_PACE:g}",
            seconds=str(pace)[:40],
        )
    return float(pace)
