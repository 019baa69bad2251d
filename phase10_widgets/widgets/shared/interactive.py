"""Base class for widgets with validated inputs and cooperative background work."""

from __future__ import annotations

import asyncio
import logging
from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Unpack

from ...core.integers import integer_from
from ...core.translatable import Refusal, phrase
from ...screens.screen import Box, Handler, Refused, language_in, running_loop
from ...text import NOTICE
from ...views.protocol.odds import Introduction
from .message_widget import MessageWidget, TableWidget

SLICE = 0.06
"""The approximate length of a step of work, in seconds."""
PAUSE = 0.01
"""The pause between two steps, in seconds; the kernel reads browser messages then."""
MOST_SEED = 2**53 - 2
"""The largest seed: beyond it JavaScript numbers lose precision, and Pyodide cannot send them."""
LOG = logging.getLogger(__name__)


class InteractiveWidget(TableWidget):
    """A widget with inputs as traits. Slow work runs in steps, and between steps Python answers other messages."""

    KIND: ClassVar[str]
    """The widget's name in messages."""
    TRAITS: ClassVar[tuple[str, ...]] = ()
    """The names of the input traits."""
    MALFORMED = phrase("That request was not recognized, and nothing has changed.")
    FAILED = phrase("Something went wrong here, but nothing has changed.")

    def __init__(self, language: str | None, **box: Unpack[Box]) -> None:
        """Speak *language*; None asks the browser. Raise ValueError for an unknown language."""
        self._task: asyncio.Task[None] | None = None
        self._ours = True
        """True while the widget itself sets its traits."""
        super().__init__(language, **box)
        if self.TRAITS:
            self.observe(self._set_by_somebody, self.TRAITS)
        self._introduce()

    def _introduce(self) -> None:
        """Send everything that stays the same until the language changes, in one message."""
        self.about = {**self._about()}

    @abstractmethod
    def _about(self) -> Mapping[str, object]:
        """Return the constant part of the state."""

    def _introduction(self) -> Introduction:
        """Return the constant fields that all widgets share."""
        about: Introduction = {"v": 1, "language": self.words.language.name, "notice": self.words.say(NOTICE)}
        return {**about, "asks": True} if self._follows_browser else about

    @abstractmethod
    def choose(self, **changes: Any) -> None:
        """Change inputs by trait name; raise ValueError if a value is not allowed."""

    def _set_traits(self, values: Mapping[str, Any]) -> None:
        """Set the traits to the current inputs."""
        self._ours = True
        with self.hold_trait_notifications():
            for name, value in values.items():
                setattr(self, name, value)
        self._ours = False

    def _set_by_somebody(self, change: Mapping[str, Any]) -> None:
        """Apply a trait change made from outside, or revert it if it is not allowed."""
        if self._ours:
            return
        try:
            self.choose(**{change["name"]: change["new"]})
        except ValueError:
            self._set_traits({change["name"]: change["old"]})
            raise

    def _show(self, ack: str | None = None) -> None:
        """Send the current view."""
        self.send_view(ack, self._content())

    @abstractmethod
    def _content(self) -> Mapping[str, object]:
        """Return the current view."""

    def _step(self) -> bool:
        """Do the next part of the work, for some hundredths of a second; return True if more remains."""
        return False

    def _go_on(self) -> None:
        """Do the pending work: in steps if an event loop is running, otherwise at once."""
        loop = running_loop()
        while loop is None and self._step():
            pass
        if loop and (self._task is None or self._task.done()):
            self._task = loop.create_task(self._steps())

    async def _steps(self) -> None:
        try:
            await asyncio.sleep(PAUSE)
            while self._step():
                await asyncio.sleep(PAUSE)
        except Refusal as refusal:
            self.refuse(None, refusal)
        except Exception:
            LOG.exception("counting or dealing failed")
            self.refuse(None, Refused("failed", self.FAILED))

    def _speak(self, content: Mapping[str, Any], message_id: str) -> None:
        self.words = language_in(content)
        self._introduce()
        self._show(message_id)

    HANDLERS: ClassVar[Mapping[str, Handler]] = {**MessageWidget.HANDLERS, "language": _speak}


def whole_number(value: Any, template: str, low: int, high: int) -> int:
    """Return the value if it is a whole number from *low* to *high*.

    Raises:
        Refused: it is not; the message is *template*, with ``{low}``, ``{high}`` and ``{value}`` filled in.
    """
    number = integer_from(low, value, high)
    if number is None:
        raise Refused("bad_value", template, low=low, high=high, value=repr(value)[:20])
    return number
