"""What the odds widgets share: how they are shown, what they say of the editions, and work done in small steps."""

from __future__ import annotations

import asyncio
import logging
from abc import abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

import traitlets

from ..core.edition import Edition
from ..core.said import Refusal, phrase
from ..editions import EDITIONS
from ..editions import edition as find_edition
from ..text import NOTICE, Text
from .wire import STATIC, Board, Deed, Refused, Wired, language_in

SLICE = 0.06
"""Seconds that a step of work takes, or a little more."""
PAUSE = 0.01
"""Seconds between two steps, in which messages of the browser are read."""
LOG = logging.getLogger(__name__)
SIDES = {"color": phrase("color side"), "wild": phrase("wild side")}
"""What the sides of two-sided cards are called."""


class OddsBoard(Board):
    """A widget that shows chances. Whatever takes long is done in steps, between which Python can be reached."""

    _esm = STATIC / "odds.js"
    _css = STATIC / "odds.css"
    KIND: ClassVar[str]
    """Which of the odds widgets it is."""
    TRAITS: ClassVar[tuple[str, ...]]
    """What can be asked, each set by its name."""
    ANYTIME = frozenset({"ping", "language", "choose", "deal", "reset"})
    MALFORMED = phrase("This was not understood; nothing has changed.")
    FAILED = phrase("Something went wrong here; nothing has changed.")

    def __init__(self, language: str, editions: Iterable[Edition] = ()) -> None:
        """*editions* stand in the place of those of the same id."""
        self._editions = {name: find_edition(name) for name in EDITIONS} | {found.id: found for found in editions}
        self._task: asyncio.Task[None] | None = None
        self._ours = True
        """Whether the traits are just being set from what is asked, not by somebody."""
        super().__init__(language)
        self.observe(self._set_by_somebody, self.TRAITS)
        self._introduce()

    def _introduce(self) -> None:
        """Send what stays the same until another language is chosen."""
        self.about = {
            "v": 1,
            "widget": self.KIND,
            "language": self.words.language.name,
            "editions": [edition_to_dict(found, self.words) for found in self._editions.values()],
            "notice": self.words.say(NOTICE),
        }

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
    def _content(self) -> dict[str, Any]:
        """What is to be seen now."""

    def _step(self) -> bool:
        """Do a part of what is still to be done, some hundredths of a second long; whether there is more."""
        return False

    def _go_on(self) -> None:
        """Do what is to be done: in steps where an event loop runs, else at once."""
        loop = _running_loop()
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

    def _speak(self, content: Mapping[str, Any], said: str) -> None:
        self.words = language_in(content)
        self._introduce()
        self._show(said)

    DEEDS: ClassVar[Mapping[str, Deed]] = {**Wired.DEEDS, "language": _speak}


class PhaseBoard(OddsBoard):
    """A widget about one phase of one game."""

    edition = traitlets.Unicode(help="The edition's id.")
    side = traitlets.Unicode(help='Flip only: the side that counts, "color" or "wild".')
    phase = traitlets.Int(help="The phase's number.")

    def _offer(self, edition: Edition) -> None:
        """Have the browser offer this edition, in the place of the one with its id."""
        if self._editions.get(edition.id) is not edition:
            self._editions[edition.id] = edition
            self._introduce()


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:  # a plain script: there is nobody to watch
        return None


def edition_to_dict(edition: Edition, words: Text) -> dict[str, Any]:
    """An edition as a browser offers it."""
    return {
        "id": edition.id,
        "name": words.edition_name(edition),
        "sides": [{"id": side.name, "name": words.say(SIDES[side.name])} for side in edition.pack.sides],
        "phases": [
            {"number": phase.number, "text": words.phase(phase), "size": phase.size} for phase in edition.phases
        ],
    }


def game_name(edition: Edition, side: str, words: Text) -> str:
    """What a game is called; of a two-sided one, with the side."""
    name = words.edition_name(edition)
    return f"{name}, {words.say(SIDES[side])}" if edition.two_sided else name


def whole_number(value: Any, template: str, low: int, high: int) -> int:
    """The value, if it is a whole number from *low* to *high*.

    Raises:
        Refused: it is none; the sentence is *template*, which knows ``{low}``, ``{high}`` and ``{value}``.
    """
    if type(value) is not int or not low <= value <= high:
        raise Refused("bad_value", template, low=low, high=high, value=repr(value)[:20])
    return value
