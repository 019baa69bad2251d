"""The table for a guided first game, which explains each move and allows only that move."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Unpack

from ...languages.text import YOU, Text
from ...rules.actions import Action
from ...rules.events import Event
from ...sessions import first_game
from ...sessions.seating import NAMES
from ...store.store import StoreLease
from ..screen import Box, Handler, Refused
from ..table.screen import TableScreen
from ..table.wire import TableContent


class FirstGameScreen(TableScreen):
    """A three-minute first game that teaches the rules and ends with a win. It is not stored."""

    def __init__(
        self,
        *,
        pace: float | None,
        language: str,
        home: Callable[[], None] | None = None,
        play: Callable[[], None] | None = None,
        **box: Unpack[Box],
    ) -> None:
        """Deal the first game; *play* starts a real game. The other arguments are as for :class:`TableScreen`."""
        self._play = play
        self._taught = first_game.begin(Text(language).say(YOU))
        """The guided session; a game loaded from a file is not guided."""
        keeper = StoreLease(None)
        super().__init__(
            session=self._taught, keeper=keeper, pace=pace, language=language, home=home, hints=False, **box
        )

    def _deal(self, seed: int | str | None, ack: str | None = None) -> None:
        """Deal the first game again, always with the same cards."""
        self._taught = first_game.begin(self.words.say(YOU))
        self._sit_down(self._taught, ack)
        self._welcome(None)

    def _introduce(self) -> None:
        super()._introduce()
        self.about = {**self.about, "guided": self._session is self._taught}

    def _content(self, events: Sequence[Event], notes: Sequence[str]) -> TableContent:
        """Return the table with the next step as its only legal action."""
        content = super()._content(events, notes)
        step = self._step_now()
        if step is None:
            return content
        return {
            **content,
            "legal": [action for action in content["legal"] if step.allows(Action.from_dict(action))],
            "guide": {
                "lesson": step.lesson,
                "lessons": first_game.LESSONS,
                "text": self.words.say(step.text, name=NAMES[0]),
                "card": step.card,
            },
        }

    def _act(self, content: Mapping[str, Any], message_id: str) -> None:
        """Play the step; refuse any other action and explain the step again."""
        step = self._step_now()
        if step is not None and not step.allows(Action.from_dict(content.get("action", {}))):
            raise Refused("wrong_step", step.text, name=NAMES[0])
        super()._act(content, message_id)

    def _again(self, content: Mapping[str, Any], message_id: str) -> None:
        """Repeat the first game with the same cards, or start a real game."""
        real = content.get("same") is not True and self.game.to_act is None and self._session is self._taught
        if real and self._play is not None:
            self._play()
        else:
            super()._again(content, message_id)

    HANDLERS: ClassVar[Mapping[str, Handler]] = {**TableScreen.HANDLERS, "action": _act, "again": _again}

    def _step_now(self) -> first_game.GuidedStep | None:
        guided = self._session is self._taught and self._ended is None
        return first_game.current(self._session) if guided else None
