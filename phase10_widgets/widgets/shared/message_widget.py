"""Base classes for all widgets: messages with ids, refusals, and state that only Python writes."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from collections import deque
from collections.abc import Callable, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any, ClassVar

import anywidget
import traitlets

from ... import languages
from ...core.actions import IllegalAction
from ...core.cards import Card
from ...core.translatable import Refusal, phrase
from ...core.untrusted_json import is_encodable
from ...text import Text
from ...views.protocol.messages import Answered, Pong, Reject
from .browser_only import speak_json
from .user_store import when_fresh

STATIC = Path(__file__).parents[1] / "static"
LOG = logging.getLogger(__name__)
MOST_FILE = 2_000_000
"""The longest file accepted from a browser, in characters."""
MOST_ID = 100
"""The longest message id, in characters."""

if sys.platform == "emscripten":
    speak_json()


class Refused(Refusal):
    """A refused message from the browser."""

    def __init__(self, code: str, template: str, /, **parts: object) -> None:
        """Take a *code* for programs, and a sentence with its parts for people."""
        super().__init__(template, **parts)
        self.code = code


@cache
def browser_words(language: str) -> str:
    """Return a language's browser catalogs as a loadable module; empty for English, which is built in."""
    module = STATIC / f"{language}.js"
    return module.read_text("utf-8") if module.is_file() else ""


def is_sendable(content: object) -> bool:
    """Return True if a message contains only text that can be sent back, as a refusal may quote it.

    >>> is_sendable({"name": "Zoë"}), is_sendable({"name": chr(0xD800)})
    (True, False)
    """
    try:
        return is_encodable(json.dumps(content, ensure_ascii=False))
    except RecursionError:
        return False


class BuiltFile:
    """A file from the front-end build, read when the first widget needs it.

    anywidget accepts a path too, but then it keeps every widget alive to notify it of changes.
    """

    def __init__(self, name: str) -> None:
        """Name a file in ``STATIC``."""
        self._path = STATIC / name

    def __str__(self) -> str:
        return self._text

    @cached_property
    def _text(self) -> str:
        return self._path.read_text("utf-8")


Handler = Callable[[Any, Mapping[str, Any], str], None]
"""A handler for one message: takes the widget, the content, and the message id."""


class MessageWidget(anywidget.AnyWidget):
    """A widget with traits that only Python writes; the browser sends messages instead."""

    SHOWN: ClassVar[tuple[str, ...]]
    """The synced traits, apart from the catalog."""
    _words = traitlets.Unicode().tag(sync=True)
    """The browser's catalog, see :func:`browser_words`."""
    ANYTIME: ClassVar[frozenset[str]] = frozenset({"hello", "ping", "language", "save"})
    """The kinds of messages that are valid for any view the browser shows."""
    MALFORMED: ClassVar[str] = phrase("That action was not recognized.")
    FAILED: ClassVar[str] = phrase("Something went wrong here, but the game has not changed.")

    def __init__(self, language: str | None, **traits: Any) -> None:
        """Speak *language*; None asks the browser. Raise ValueError for an unknown language."""
        self._answered: deque[str] = deque(maxlen=500)
        self._follows_browser = language is None
        """True while the language is the one that the browser prefers."""
        self._text = Text(language or languages.ENGLISH)
        self._made_in = running_loop()
        super().__init__(_words=browser_words(self._text.language.name), **traits)

    def close(self) -> None:
        """Leave the browser and close the layout too, a widget that ipywidgets would keep."""
        layout = self.layout
        super().close()
        layout.close()

    @property
    def words(self) -> Text:
        """The texts of the widget's language."""
        return self._text

    @words.setter
    def words(self, words: Text) -> None:
        self._text, self._follows_browser = words, False
        self._words = browser_words(words.language.name)

    @property
    def rev(self) -> int:
        """The number of the view that the browser should show."""
        raise NotImplementedError

    def set_state(self, sync_data: Mapping[str, Any]) -> None:
        """Ignore the browser's values for synced traits and send the true ones again."""
        self.send_state([name for name in (*self.SHOWN, "_words") if name in sync_data])

    def _handle_msg(self, msg: Mapping[str, Any]) -> None:
        """Handle a message, always in the thread that made the widget.

        JupyterLab sometimes has messages handled in a thread of their own (a subshell of ipykernel); they would run
        at the same time as work done in steps.
        """
        if self._made_in is None or self._made_in is running_loop() or not self._made_in.is_running():
            self._hear(msg)
        else:
            self._made_in.call_soon_threadsafe(self._hear, msg)

    def _hear(self, msg: Mapping[str, Any]) -> None:
        """Handle a message of any shape; refuse one that no widget would send."""
        match msg["content"].get("data"):
            case {"method": "update", "state": dict(state)}:
                self.set_state(state)
            case {"method": "request_state"}:
                self.send_state()
            case {"method": "custom", "content": content}:
                self._handle_custom_msg(content, [])
            case _:
                self._handle_custom_msg(None, [])

    def _handle_custom_msg(self, content: Any, buffers: Any) -> None:
        """Handle one message; first look at the stored games if it is about them."""
        kind = content.get("kind") if isinstance(content, dict) else None
        if isinstance(kind, str) and kind in self.ABOUT_STORED_GAMES:
            when_fresh(lambda: self._answer(content))
        else:
            self._answer(content)
        super()._handle_custom_msg(content, buffers)

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

    def _pong(self, content: Mapping[str, Any], message_id: str) -> None:
        self.send(Pong(kind="pong", id=message_id))

    HANDLERS: ClassVar[Mapping[str, Handler]] = {"ping": _pong}
    """The handler of each kind of message."""
    ABOUT_STORED_GAMES: ClassVar[frozenset[str]] = frozenset()
    """The kinds of messages that read the store, where tables on other pages may have stored something since."""


class TableWidget(MessageWidget):
    """A widget with two states: *about* stays the same, and *view* is replaced as a whole."""

    _esm = BuiltFile("table.js")
    _css = BuiltFile("table.css")
    about = traitlets.Dict().tag(sync=True)
    view = traitlets.Dict().tag(sync=True)
    SHOWN: ClassVar[tuple[str, ...]] = ("about", "view")

    @property
    def rev(self) -> int:
        return int(self.view.get("rev", 0))

    def send_view(self, ack: str | None, content: Mapping[str, object]) -> None:
        """Send the next view; *ack* is the id of the message that it answers."""
        answered: Answered = {"v": 1, "rev": self.rev + 1, "ack": ack}
        self.view = {**answered, **content}

    def _with_text(self, bundle: Any, html: str) -> Any:
        """Add the static HTML, shown without a kernel, to the mime bundle."""
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        if data is not None:
            data = {**data, "text/plain": repr(self), "text/html": html}
        return (data, metadata) if isinstance(bundle, tuple) else data


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
