"""The base class for all screens: messages with ids, refusals, and state that only Python writes."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, TypedDict, Unpack

from .. import languages
from ..base.translatable import Refusal, phrase
from ..base.untrusted_json import is_encodable
from ..languages.text import Text
from ..rules.actions import IllegalAction
from ..rules.cards import Card
from ..rules.options import Options
from ..store.user_store import when_fresh
from .wire import Answered, Pong, Reject

LOG = logging.getLogger(__name__)
MOST_FILE = 2_000_000
"""The maximum length of a file accepted from a browser, in characters."""
MOST_ID = 100
"""The maximum length of a message id, in characters."""
STALE = phrase("The table has changed since then. Look again, and then choose again.")


class Refused(Refusal):
    """An exception that refuses a message from the browser."""

    def __init__(self, code: str, template: str, /, **parts: object) -> None:
        """Store a *code* for programs and, for people, a sentence with the values of its placeholders."""
        super().__init__(template, **parts)
        self.code = code


def is_sendable(content: object) -> bool:
    """Return True if all text in a message can be sent back, as it may be quoted in a refusal.

    >>> is_sendable({"name": "Zoë"}), is_sendable({"name": chr(0xD800)})
    (True, False)
    """
    try:
        return is_encodable(json.dumps(content, ensure_ascii=False))
    except RecursionError:
        return False


def id_in(content: object) -> str | None:
    """Return the id of a message of any shape, or None if it has no id or contains text that cannot be sent back.

    >>> id_in({"id": "a:1"}), id_in({"id": ""}), id_in("hello")
    ('a:1', None, None)
    """
    found = content.get("id") if isinstance(content, dict) and is_sendable(content) else None
    return found if isinstance(found, str) and 0 < len(found) <= MOST_ID else None


def kind_in(content: Mapping[str, Any], malformed: str) -> str:
    """Return a message's kind if the message has the current version.

    Raises:
        Refused: the message has no kind or a different version; *malformed* is the sentence to show.
    """
    kind = content.get("kind")
    if not isinstance(kind, str) or content.get("v") != 1:
        raise Refused("malformed", malformed)
    return kind


def check_rev(content: Mapping[str, Any], rev: int) -> None:
    """Refuse a message about any view other than the latest, whose number is *rev*.

    Raises:
        Refused: the browser showed an older view.
    """
    if content.get("rev") != rev:
        raise Refused("stale", STALE)


def rejection(message_id: str | None, refusal: Refusal, words: Text) -> Reject:
    """Return the answer that explains why a message or a computer player's action failed.

    It names the cards that caused the refusal, so that the browser can highlight them.
    """
    cards = " ".join(part.word for part in refusal.parts.values() if isinstance(part, Card))
    answer: Reject = {
        "kind": "reject",
        "id": message_id,
        "code": str(getattr(refusal, "code", "refused")),
        "rule": refusal.rule if isinstance(refusal, IllegalAction) else None,
        "why": words.refusal(refusal),
    }
    return {**answer, "cards": cards} if cards else answer


class Box(TypedDict, total=False):
    """The settings that any ipywidget has for its box; screens outside widgets have none."""

    layout: Any
    """An ``ipywidgets.Layout``, or its values as a dict."""
    tooltip: str | None
    tabbable: bool | None


class OptionsAndBox(Options, Box, total=False):
    """An edition's options and a box's settings."""


Handler = Callable[[Any, Mapping[str, Any], str], None]
"""A message handler, which receives the screen, the content, and the message id."""


class Screen:
    """A screen, which handles a browser's messages and answers with messages or new values to show.

    Subclasses deliver the messages, over a widget or a connection.
    """

    SHOWN: ClassVar[tuple[str, ...]]
    """The names of the values that the browser shows."""
    ANYTIME: ClassVar[frozenset[str]] = frozenset({"hello", "ping", "language", "save"})
    """The kinds of messages that are valid regardless of which view the browser shows."""
    MALFORMED: ClassVar[str] = phrase("That action was not recognized.")
    FAILED: ClassVar[str] = phrase("Something went wrong here, but the game has not changed.")
    send: Callable[..., None]
    """Send the browser a message."""
    send_state: Callable[..., None]
    """Resend the values with these names to the browser."""

    def __init__(self, language: str | None, **box: Unpack[Box]) -> None:
        """Use *language*, or the browser's preferred one if it is None. Raise ValueError if the language is unknown.
        Only a widget has a *box*."""
        self._answered: deque[str] = deque(maxlen=500)
        self._follows_browser = language is None
        """True while the screen uses the browser's preferred language."""
        self._text = Text(language or languages.ENGLISH)

    @property
    def words(self) -> Text:
        """The interface text in the screen's language."""
        return self._text

    @words.setter
    def words(self, words: Text) -> None:
        self._text, self._follows_browser = words, False

    @property
    def rev(self) -> int:
        """The number of the view that the browser should show."""
        raise NotImplementedError

    def _box(self, settings: dict[str, Any]) -> Box:
        """Remove the box's settings from *settings* and return them; only a widget has any."""
        return {}

    def hear(self, content: Any) -> None:
        """Handle a message of any shape, or refuse it; reread the store first if the message is about stored games."""
        kind = content.get("kind") if isinstance(content, dict) else None
        if isinstance(kind, str) and kind in self.ABOUT_STORED_GAMES:
            when_fresh(lambda: self._answer(content))
        else:
            self._answer(content)

    def _answer(self, content: Any) -> None:
        """Handle a message once; resend the state for a repeated message, and refuse a malformed one."""
        message_id = id_in(content)
        try:
            if message_id is None:
                raise Refused("malformed", self.MALFORMED)
            if message_id in self._answered:
                self.send_state(self.SHOWN)  # the browser repeats the message because it got no answer
            else:
                self._answered.append(message_id)
                self._carry_out(content, message_id)
        except Refusal as refusal:
            self.refuse(message_id, refusal)
        except Exception:
            LOG.exception("a message from the browser failed")
            self.refuse(message_id, Refused("failed", self.FAILED))

    def _carry_out(self, content: Mapping[str, Any], message_id: str) -> None:
        kind = kind_in(content, self.MALFORMED)
        handler = self.handler(kind)
        if handler is None:
            raise Refused("malformed", self.MALFORMED)
        if kind not in self.ANYTIME:
            self._check_rev(content)
        handler(self, content, message_id)

    def _check_rev(self, content: Mapping[str, Any]) -> None:
        """Refuse a message about an old view, and send the latest one."""
        try:
            check_rev(content, self.rev)
        except Refused:
            self.send_state("view")
            raise

    def handler(self, kind: str) -> Handler | None:
        """Return the handler for a kind of message, or None for an unknown kind."""
        return self.HANDLERS.get(kind)

    def refuse(self, message_id: str | None, refusal: Refusal) -> None:
        """Tell the browser why a message or a computer player's action failed."""
        self.send(rejection(message_id, refusal, self.words))

    def pause(self) -> None:
        """Pause long computations while nobody is watching, until :meth:`go_on` is called."""

    def go_on(self) -> None:
        """Resume long computations."""

    def _pong(self, content: Mapping[str, Any], message_id: str) -> None:
        self.send(Pong(kind="pong", id=message_id))

    HANDLERS: ClassVar[Mapping[str, Handler]] = {"ping": _pong}
    """The handler for each kind of message."""
    ABOUT_STORED_GAMES: ClassVar[frozenset[str]] = frozenset()
    """The kinds of messages for which the store is reread, because tables on other pages may have written to it."""


class PlayScreen(Screen):
    """A screen with two values: *about* stays the same, and *view* is replaced as a whole."""

    SHOWN: ClassVar[tuple[str, ...]] = ("about", "view")
    INPUTS: ClassVar[tuple[str, ...]] = ()
    """The names of the inputs, which are traits of the widget in a notebook."""
    about: dict[str, Any]
    view: dict[str, Any]

    @property
    def rev(self) -> int:
        return int(self.view.get("rev", 0))

    def send_view(self, ack: str | None, content: Mapping[str, object]) -> None:
        """Send the next view; *ack* is the id of the message that it answers."""
        answered: Answered = {"v": 1, "rev": self.rev + 1, "ack": ack}
        self.view = {**answered, **content}

    def _set_inputs(self, values: Mapping[str, Any]) -> None:
        """Set the named inputs to these values, all of which are allowed."""
        for name, value in values.items():
            setattr(self, name, value)


def running_loop() -> asyncio.AbstractEventLoop | None:
    """Return the running event loop, or None in a plain script, where nobody is watching."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def tokens_in(content: Mapping[str, Any], most: int = 5) -> list[str]:
    """Return the valid tokens that a browser claims to store, up to a maximum number."""
    tokens = content.get("tokens")
    return (
        [token for token in tokens[:most] if isinstance(token, str) and len(token) <= MOST_ID]
        if isinstance(tokens, list)
        else []
    )


def language_in(content: Mapping[str, Any]) -> Text:
    """Return the language that a message requests.

    Raises:
        Refused: the language is unknown.
    """
    wanted = content.get("language")
    if wanted not in languages.names():
        raise Refused("malformed", "The available languages are {names}.", names=", ".join(languages.names()))
    return Text(wanted)


def file_in(content: Mapping[str, Any]) -> str:
    """Return the text of the file in a message.

    Raises:
        Refused: the file is not text, or it is too long.
    """
    text = content.get("text")
    if not isinstance(text, str) or len(text) > MOST_FILE:
        raise Refused("unreadable", "This is not a saved game: the file is not text, or it is far too long.")
    return text
