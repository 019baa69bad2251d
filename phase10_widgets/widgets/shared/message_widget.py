"""What every widget says to a browser and takes from it: ids, refusals, and state that only Python writes."""

from __future__ import annotations

import asyncio
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
from ...core.cards import Card
from ...core.messages import Refusal, phrase
from ...text import Text
from .browser_only import speak_json

STATIC = Path(__file__).parents[1] / "static"
LOG = logging.getLogger(__name__)
MOST_FILE = 2_000_000
"""The longest file that a browser may send, in characters."""
MOST_ID = 100
"""The longest id of a message, in characters."""

if sys.platform == "emscripten":
    speak_json()


class Refused(Refusal):
    """A message from the browser that is not carried out."""

    def __init__(self, code: str, template: str, /, **parts: object) -> None:
        """*code* is for programs; the sentence and its parts are for people."""
        super().__init__(template, **parts)
        self.code = code


@cache
def browser_words(language: str) -> str:
    """The browser's catalogues of a language as a module that it can load; empty for English, which it knows."""
    module = STATIC / f"{language}.js"
    return module.read_text("utf-8") if module.is_file() else ""


class BuiltFile:
    """What the build of the front end has made, read when the first widget needs it.

    anywidget takes a path as well, but then, to tell it of changes, keeps every widget that was ever made with it.
    """

    def __init__(self, name: str) -> None:
        """The file of this name in ``STATIC``."""
        self._path = STATIC / name

    def __str__(self) -> str:
        return self._text

    @cached_property
    def _text(self) -> str:
        return self._path.read_text("utf-8")


Handler = Callable[[Any, Mapping[str, Any], str], None]
"""Carries out one message: the widget, the content, its id."""


class MessageWidget(anywidget.AnyWidget):
    """A widget whose traits only Python writes, and whose browser asks by messages."""

    SHOWN: ClassVar[tuple[str, ...]]
    """The synced traits, apart from the words."""
    _words = traitlets.Unicode().tag(sync=True)
    """The browser's words, see :func:`browser_words`."""
    ANYTIME: ClassVar[frozenset[str]] = frozenset({"hello", "ping", "language", "save"})
    """Kinds of messages that count whatever view the browser shows."""
    MALFORMED: ClassVar[str] = phrase("The table did not understand that.")
    FAILED: ClassVar[str] = phrase("Something went wrong here; the game is as it was.")

    def __init__(self, language: str | None, **traits: Any) -> None:
        """*language* is what it speaks; None asks the browser. ValueError when there is no such language."""
        self._answered: deque[str] = deque(maxlen=500)
        self._asks = language is None
        """Whether the browser is to say which language it likes best, of those there are."""
        self._text = Text(language or languages.ENGLISH)
        self._made_in = running_loop()
        super().__init__(_words=browser_words(self._text.language.name), **traits)
        self.on_msg(self._on_message)

    def close(self) -> None:
        """Leave the browser, and with it the layout, which is a widget that ipywidgets would keep."""
        layout = self.layout
        super().close()
        layout.close()

    @property
    def words(self) -> Text:
        """What it says, in its language."""
        return self._text

    @words.setter
    def words(self, words: Text) -> None:
        self._text, self._asks = words, False
        self._words = browser_words(words.language.name)

    @property
    def rev(self) -> int:
        """The number of the view that the browser should show."""
        raise NotImplementedError

    def set_state(self, sync_data: Mapping[str, Any]) -> None:
        """What the browser says of the synced traits does not count: it is told the truth again."""
        self.send_state([name for name in (*self.SHOWN, "_words") if name in sync_data])

    def _handle_msg(self, msg: Mapping[str, Any]) -> None:
        """Hear what a browser says, always where the widget was made.

        JupyterLab has messages handled in a thread of their own (a subshell of ipykernel), now and then; work done in
        steps would go on beside them.
        """
        if self._made_in is None or self._made_in is running_loop() or not self._made_in.is_running():
            self._hear(msg)
        else:
            self._made_in.call_soon_threadsafe(self._hear, msg)

    def _hear(self, msg: Mapping[str, Any]) -> None:
        """One message in any shape; what is none of a widget is refused like any other."""
        match msg["content"].get("data"):
            case {"method": "update", "state": dict(state)}:
                self.set_state(state)
            case {"method": "request_state"}:
                self.send_state()
            case {"method": "custom", "content": content}:
                self._handle_custom_msg(content, [])
            case _:
                self._on_message(self, None, [])

    def _on_message(self, _widget: Any, content: Any, _buffers: Any) -> None:
        """Carry out one message; whatever is wrong with it is answered with a sentence."""
        said = content.get("id") if isinstance(content, dict) else None
        said = said if isinstance(said, str) and 0 < len(said) <= MOST_ID else None
        try:
            if said is None:
                raise Refused("malformed", self.MALFORMED)
            if said not in self._answered:
                self._answered.append(said)
                self._carry_out(content, said)
        except Refusal as refusal:
            self._refuse(said, refusal)
        except Exception:
            LOG.exception("a message from the browser failed")
            self._refuse(said, Refused("failed", self.FAILED))

    def _carry_out(self, content: Mapping[str, Any], message_id: str) -> None:
        kind = content.get("kind")
        handler = self.HANDLERS.get(kind) if isinstance(kind, str) else None
        if handler is None or content.get("v") != 1:
            raise Refused("malformed", self.MALFORMED)
        if kind not in self.ANYTIME and content.get("rev") != self.rev:
            self.send_state("view")
            raise Refused("stale", "The table has moved on; look again and choose anew.")
        handler(self, content, message_id)

    def _refuse(self, message_id: str | None, refusal: Refusal) -> None:
        cards = " ".join(part.word for part in refusal.parts.values() if isinstance(part, Card))
        self.send(
            {
                "kind": "reject",
                "id": message_id,
                "code": getattr(refusal, "code", "refused"),
                "rule": getattr(refusal, "rule", None),
                "why": self.words.refusal(refusal),
                **({"cards": cards} if cards else {}),
            }
        )

    def _pong(self, content: Mapping[str, Any], message_id: str) -> None:
        self.send({"kind": "pong", "id": message_id})

    HANDLERS: ClassVar[Mapping[str, Handler]] = {"ping": _pong}
    """What a message of each kind does."""


class TableWidget(MessageWidget):
    """A widget that shows a table: *about* stays the same, the rest is one *view*, replaced as a whole."""

    _esm = BuiltFile("table.js")
    _css = BuiltFile("table.css")
    about = traitlets.Dict().tag(sync=True)
    view = traitlets.Dict().tag(sync=True)
    SHOWN: ClassVar[tuple[str, ...]] = ("about", "view")

    @property
    def rev(self) -> int:
        return int(self.view.get("rev", 0))

    def _send_view(self, ack: str | None, content: Mapping[str, Any]) -> None:
        """Show this as the next view; *ack* is the id of the message that it answers."""
        self.view = {"v": 1, "rev": self.rev + 1, "ack": ack, **content}

    def _with_text(self, bundle: Any, html: str) -> Any:
        """The mime bundle with what is shown where no kernel is."""
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        if data is not None:
            data = {**data, "text/plain": repr(self), "text/html": html}
        return (data, metadata) if isinstance(bundle, tuple) else data


def running_loop() -> asyncio.AbstractEventLoop | None:
    """The event loop that runs here; None in a plain script, where nobody watches."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def tokens_in(content: Mapping[str, Any]) -> list[str]:
    """The tokens that a browser says it keeps; what is none is passed over."""
    told = content.get("tokens")
    return (
        [token for token in told[:5] if isinstance(token, str) and len(token) <= MOST_ID]
        if isinstance(told, list)
        else []
    )


def language_in(content: Mapping[str, Any]) -> Text:
    """The language that a message asks for.

    Raises:
        Refused: there is none of this name.
    """
    wanted = content.get("language")
    if wanted not in languages.names():
        raise Refused("malformed", "The languages are {names}.", names=", ".join(languages.names()))
    return Text(wanted)


def file_in(content: Mapping[str, Any]) -> str:
    """The text of a file that a message brings.

    Raises:
        Refused: it is no text, or too long.
    """
    text = content.get("text")
    if not isinstance(text, str) or len(text) > MOST_FILE:
        raise Refused("unreadable", "This is not a saved game: it is not text, or is far too long.")
    return text
