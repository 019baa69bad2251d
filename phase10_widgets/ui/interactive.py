"""Base class for screens with validated inputs and cooperative background work."""

from __future__ import annotations

import asyncio
import logging
from abc import abstractmethod
from collections.abc import Mapping
from time import monotonic
from typing import Any, ClassVar, Generic, Self, TypeVar, Unpack, overload

from ..base.integers import integer_from
from ..base.translatable import Refusal, phrase
from ..languages.text import NOTICE
from .fair_queue import TURN
from .screen import Box, Handler, PlayScreen, Refused, language_in, running_loop
from .wire import Introduction

SLICE = 0.03
"""The approximate duration of one step of work, in seconds."""
SHOW_EVERY = 0.2
"""The number of seconds between views of work in progress; making one may take as long as a step."""
PAUSE = 0.01
"""The pause between steps, in seconds, during which the kernel reads browser messages."""
MOST_SEED = 2**53 - 2
"""The largest seed; beyond it, JavaScript numbers lose precision, and Pyodide cannot send them."""
LOG = logging.getLogger(__name__)


Value = TypeVar("Value", bool, int, str, list[str])


class Input(Generic[Value]):
    """A screen's input and its default. In a notebook, a trait of the widget takes its place.

    >>> class Hand:
    ...     cards = Input(10, "The number of cards, 2 to 15.")
    >>> hand = Hand()
    >>> hand.cards = 11
    >>> hand.cards, Hand.cards.default, Hand.cards.help
    (11, 10, 'The number of cards, 2 to 15.')
    """

    def __init__(self, default: Value, help: str) -> None:
        """Start with the *default*; *help* describes the input and its range."""
        self.default: Value = default
        self.help = help

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, screen: None, owner: type) -> Self: ...

    @overload
    def __get__(self, screen: object, owner: type) -> Value: ...

    def __get__(self, screen: object | None, owner: type) -> Self | Value:
        return self if screen is None else screen.__dict__.get(self._name, self.default)

    def __set__(self, screen: object, value: Value) -> None:
        screen.__dict__[self._name] = value


class InteractiveScreen(PlayScreen):
    """A screen with inputs. Slow work runs in steps, between which Python answers other messages."""

    KIND: ClassVar[str]
    """The screen's name in messages."""
    MALFORMED = phrase("That request was not recognized, and nothing has changed.")
    FAILED = phrase("Something went wrong here, but nothing has changed.")

    def __init__(self, language: str | None, **box: Unpack[Box]) -> None:
        """Use *language*; None uses the browser's preferred one. Raise ValueError for an unknown language."""
        self._task: asyncio.Task[None] | None = None
        self._progress_shown = float("-inf")
        super().__init__(language, **box)
        self._introduce()

    def _introduce(self) -> None:
        """Send everything that depends only on the language, in one message."""
        self.about = {**self._about()}

    @abstractmethod
    def _about(self) -> Mapping[str, object]:
        """Return the part of the state that never changes."""

    def _introduction(self) -> Introduction:
        """Return the constant fields that all screens share."""
        about: Introduction = {"v": 1, "language": self.words.language.name, "notice": self.words.say(NOTICE)}
        return {**about, "asks": True} if self._follows_browser else about

    @abstractmethod
    def choose(self, **changes: Any) -> None:
        """Change inputs by name; raise ValueError if a value is not allowed."""

    def _show(self, ack: str | None = None) -> None:
        """Send the current view."""
        self.send_view(ack, self._content())

    def _show_progress(self, *, more: bool) -> None:
        """Send a view of work in progress, unless the last one is recent and more will follow."""
        now = monotonic()
        if not more or now - self._progress_shown >= SHOW_EVERY:
            self._progress_shown = now
            self._show()

    @abstractmethod
    def _content(self) -> Mapping[str, object]:
        """Return the current view."""

    def _step(self) -> bool:
        """Work for a few hundredths of a second; return True if more work remains."""
        return False

    def _go_on(self) -> None:
        """Do the pending work, in steps if an event loop is running, otherwise without pauses."""
        loop = running_loop()
        while loop is None and self._step():
            pass
        if loop and (self._task is None or self._task.done()):
            self._task = loop.create_task(self._steps())

    def pause(self) -> None:
        if self._task is not None:
            self._task.cancel()
        self._task = None

    def go_on(self) -> None:
        self._go_on()

    async def _steps(self) -> None:
        try:
            await asyncio.sleep(PAUSE)
            while await TURN.get()(self._step):
                await asyncio.sleep(PAUSE)
        except Refusal as refusal:
            self.refuse(None, refusal)
        except Exception:
            LOG.exception("a screen failed to answer")
            self.refuse(None, Refused("failed", self.FAILED))

    def _speak(self, content: Mapping[str, Any], message_id: str) -> None:
        self.words = language_in(content)
        self._introduce()
        self._show(message_id)

    HANDLERS: ClassVar[Mapping[str, Handler]] = {**PlayScreen.HANDLERS, "language": _speak}


def whole_number(value: Any, template: str, low: int, high: int) -> int:
    """Return the value if it is a whole number from *low* to *high*.

    Raises:
        Refused: the value is anything else; the message is *template* with ``{low}``, ``{high}`` and ``{value}``
            filled in.
    """
    number = integer_from(low, value, high)
    if number is None:
        raise Refused("bad_value", template, low=low, high=high, value=repr(value)[:20])
    return number
