"""The base of all screens: messages with ids, refusals, and a state that only Python writes."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, TypedDict, Unpack

from .. import languages
from ..core.actions import IllegalAction
from ..core.cards import Card
from ..core.translatable import Refusal, phrase
from ..core.untrusted_json import is_encodable
from ..store.user_store import when_fresh
from ..text import Text
from ..views.protocol.messages import Answered, Pong, Reject

LOG = logging.getLogger(__name__)
MOST_FILE = 2_000_000
"""The longest file accepted from a browser, in characters."""
MOST_ID = 100
"""The longest message id, in characters."""


class Refused(Refusal):
    """A refused message from the browser."""

    def __init__(self, code: str, template: str, /, **parts: object) -> None:
        """Take a *code* for programs, and a sentence with its parts for people."""
        super().__init__(template, **parts)
        self.code = code


def is_sendable(content: object) -> bool:
    """Return True if a message contains only text that can be sent back, as a refusal may quote it.

    >>> is_sendable({"name": "Zoë"}), is_sendable({"name": chr(0xD800)})
    (True, False)
    """
    try:
        return is_encodable(json.dumps(content, ensure_ascii=False))
    except RecursionError:
        return False


class Box(TypedDict, total=False):
    """The settings of the box that shows a widget, as any ipywidget takes them; other screens take none."""

    layout: Any
    """An ``ipywidgets.Layout``, or its values as a dict."""
    tooltip: str | None
    tabbable: bool | None


Handler = Callable[[Any, Mapping[str, Any], str], None]
"""A handler for one message: takes the screen, the content, and the message id."""


class Screen:
    """A screen: it hears a browser's messages, and answers with new values of what it shows, or with messages.

    What carries them is a subclass's: a widget, or a line.
    """

    SHOWN: ClassVar[tuple[str, ...]]
    """The names of the values that the browser shows."""
    ANYTIME: ClassVar[frozenset[str]] = frozenset({"hello", "ping", "language", "save"})
    """The kinds of messages that are valid for any view the browser shows."""
    MALFORMED: ClassVar[str] = phrase("That action was not recognized.")
    FAILED: ClassVar[str] = phrase("Something went wrong here, but the game has not changed.")
    send: Callable[..., None]
    """Send the browser a message."""
    send_state: Callable[..., None]
    """Send the browser the values of these names again."""

    def __init__(self, language: str | None, **box: Unpack[Box]) -> None:
        """Speak *language*; None asks the browser. Raise ValueError for an unknown language. A widget has a *box*."""
        self._answered: deque[str] = deque(maxlen=500)
        self._follows_browser = language is None
        """True while the language is the one that the browser prefers."""
        self._text = Text(language or languages.ENGLISH)

    @property
    def words(self) -> Text:
        """The texts of the screen's language."""
        return self._text

    @words.setter
    def words(self, words: Text) -> None:
        self._text, self._follows_browser = words, False

    @property
    def rev(self) -> int:
        """The number of the view that the browser should show."""
        raise NotImplementedError

    def _box(self, settings: dict[str, Any]) -> Box:
        """Take the settings of the box that shows this screen out of others; only a widget has some."""
        return {}

    def hear(self, content: Any) -> None:
        """Carry out a message of any shape, or refuse it; first look at the stored games if it is about them."""
        kind = content.get("kind") if isinstance(content, dict) else None
        if isinstance(kind, str) and kind in self.ABOUT_STORED_GAMES:
            when_fresh(lambda: self._answer(content))
        else:
            self._answer(content)

    def _answer(self, content: Any) -> None:
        """Carry out a message once, and show the state again if it is repeated; answer a bad one with a refusal."""
        message_id = content.get("id") if isinstance(content, dict) and is_sendable(content) else None
        if not isinstance(message_id, str) or not 0 < len(message_id) <= MOST_ID:
            message_id = None
        try:
            if message_id is None:
                raise Refused("malformed", self.MALFORMED)
            if message_id in self._answered:
                self.send_state(self.SHOWN)  # the browser asks again because it got no answer
            else:
                self._answered.append(message_id)
                self._carry_out(content, message_id)
        except Refusal as refusal:
            self.refuse(message_id, refusal)
        except Exception:
            LOG.exception("a message from the browser failed")
            self.refuse(message_id, Refused("failed", self.FAILED))

    def _carry_out(self, content: Mapping[str, Any], message_id: str) -> None:
        kind = content.get("kind")
        handler = self.handler(kind) if isinstance(kind, str) else None
        if handler is None or content.get("v") != 1:
            raise Refused("malformed", self.MALFORMED)
        if kind not in self.ANYTIME and content.get("rev") != self.rev:
            self.send_state("view")
            raise Refused("stale", "The table has changed in the meantime. Look again, and then choose again.")
        handler(self, content, message_id)

    def handler(self, kind: str) -> Handler | None:
        """Return the handler of a kind of message; None for an unknown kind."""
        return self.HANDLERS.get(kind)

    def refuse(self, message_id: str | None, refusal: Refusal) -> None:
        """Tell the browser why a message, or what a computer player was to do, failed."""
        cards = " ".join(part.word for part in refusal.parts.values() if isinstance(part, Card))
        answer: Reject = {
            "kind": "reject",
            "id": message_id,
            "code": str(getattr(refusal, "code", "refused")),
            "rule": refusal.rule if isinstance(refusal, IllegalAction) else None,
            "why": self.words.refusal(refusal),
        }
        self.send({**answer, "cards": cards} if cards else answer)

    def pause(self) -> None:
        """Let long computations wait until :meth:`go_on`: nobody watches."""

    def go_on(self) -> None:
        """Go on with them."""

    def _pong(self, content: Mapping[str, Any], message_id: str) -> None:
        self.send(Pong(kind="pong", id=message_id))

    HANDLERS: ClassVar[Mapping[str, Handler]] = {"ping": _pong}
    """The handler of each kind of message."""
    ABOUT_STORED_GAMES: ClassVar[frozenset[str]] = frozenset()
    """The kinds of messages that read the store, where tables on other pages may have stored something since."""


class PlayScreen(Screen):
    """A screen with two values: *about* stays the same, and *view* is replaced as a whole."""

    SHOWN: ClassVar[tuple[str, ...]] = ("about", "view")
    INPUTS: ClassVar[tuple[str, ...]] = ()
    """The names of the inputs, which a notebook's widget has as traits."""
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
        """Set inputs, by name, to values that are allowed."""
        for name, value in values.items():
            setattr(self, name, value)


def running_loop() -> asyncio.AbstractEventLoop | None:
    """Return the running event loop; None in a plain script, where nobody watches."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def tokens_in(content: Mapping[str, Any], most: int = 5) -> list[str]:
    """Return the tokens that a browser says it keeps, at most so many, without the invalid ones."""
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
        Refused: the file is not text, or too long.
    """
    text = content.get("text")
    if not isinstance(text, str) or len(text) > MOST_FILE:
        raise Refused("unreadable", "This is not a saved game: the file is not text, or it is far too long.")
    return text
