"""What widgets share that can be asked something: traits that are checked, and work that is done in small steps."""

from __future__ import annotations

import asyncio
import logging
from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from ...core.messages import Refusal, phrase
from ...text import NOTICE
from ...views.protocol.odds import Introduction
from .message_widget import Handler, MessageWidget, Refused, TableWidget, language_in, running_loop

SLICE = 0.06
"""Seconds that a step of work takes, or a little more."""
PAUSE = 0.01
"""Seconds between two steps, in which messages of the browser are read."""
MOST_SEED = 2**53 - 2
"""The largest seed: larger numbers a browser does not tell from their neighbours, nor does a Python in it send them."""
LOG = logging.getLogger(__name__)


class InteractiveWidget(TableWidget):
    """A widget that is asked something by its traits. Whatever takes long is done in steps, between which Python can
    be reached."""

    KIND: ClassVar[str]
    """Which of the widgets it is."""
    TRAITS: ClassVar[tuple[str, ...]] = ()
    """What can be asked, each set by its name."""
    MALFORMED = phrase("This was not understood; nothing has changed.")
    FAILED = phrase("Something went wrong here; nothing has changed.")

    def __init__(self, language: str | None) -> None:
        """*language* is what it speaks; None asks the browser. ValueError when there is no such language."""
        self._task: asyncio.Task[None] | None = None
        self._ours = True
        """Whether the traits are just being set from what is asked, not by somebody."""
        super().__init__(language)
        if self.TRAITS:
            self.observe(self._set_by_somebody, self.TRAITS)
        self._introduce()

    def _introduce(self) -> None:
        """Send what stays the same until another language is chosen, all of it at once."""
        self.about = {**self._about()}

    @abstractmethod
    def _about(self) -> Mapping[str, object]:
        """What stays the same."""

    def _introduction(self) -> Introduction:
        """What every widget says of itself."""
        about: Introduction = {"v": 1, "language": self.words.language.name, "notice": self.words.say(NOTICE)}
        return {**about, "asks": True} if self._asks else about

    @abstractmethod
    def choose(self, **changes: Any) -> None:
        """Ask something else, by the names of traits; ValueError when it cannot be."""

    def _set_traits(self, values: Mapping[str, Any]) -> None:
        """Have the traits say what is asked."""
        self._ours = True
        with self.hold_trait_notifications():
            for name, value in values.items():
                setattr(self, name, value)
        self._ours = False

    def _set_by_somebody(self, change: Mapping[str, Any]) -> None:
        """A trait was set: if not by us, ask that, or set it back."""
        if self._ours:
            return
        try:
            self.choose(**{change["name"]: change["new"]})
        except ValueError:
            self._set_traits({change["name"]: change["old"]})
            raise

    def _show(self, ack: str | None = None) -> None:
        """Send what is to be seen now."""
        self._send_view(ack, self._content())

    @abstractmethod
    def _content(self) -> Mapping[str, object]:
        """What is to be seen now."""

    def _step(self) -> bool:
        """Do a part of what is still to be done, some hundredths of a second long; whether there is more."""
        return False

    def _go_on(self) -> None:
        """Do what is to be done: in steps where an event loop runs, else at once."""
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
            self._refuse(None, refusal)
        except Exception:
            LOG.exception("counting or dealing failed")
            self._refuse(None, Refused("failed", self.FAILED))

    def _speak(self, content: Mapping[str, Any], message_id: str) -> None:
        self.words = language_in(content)
        self._introduce()
        self._show(message_id)

    HANDLERS: ClassVar[Mapping[str, Handler]] = {**MessageWidget.HANDLERS, "language": _speak}


def whole_number(value: Any, template: str, low: int, high: int) -> int:
    """The value, if it is a whole number from *low* to *high*.

    Raises:
        Refused: it is none; the sentence is *template*, which knows ``{low}``, ``{high}`` and ``{value}``.
    """
    if type(value) is not int or not low <= value <= high:
        raise Refused("bad_value", template, low=low, high=high, value=repr(value)[:20])
    return value
