"""Base classes for all widgets: traits that only Python writes, and messages from a browser to a screen."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, ClassVar, Unpack, cast

import anywidget
import ipywidgets
import traitlets

from ... import languages
from ...languages.text import Text
from ..screen import Box, PlayScreen, Screen, running_loop
from .boxes import show_boxes
from .browser_only import speak_json
from .built_file import STATIC, BuiltFile, BuiltModels, Script

if sys.platform == "emscripten":
    speak_json()
show_boxes()


@cache
def browser_words(language: str) -> str:
    """Return a language's browser catalogs as a loadable module, which is empty for English, the built-in language.

    If plugins add languages, the module also offers those.
    """
    module = STATIC / f"{language}.js"
    words = module.read_text("utf-8") if module.is_file() else languages.browser_words(language)
    return "\n".join(filter(None, (words, languages.offered())))


BOX = tuple(Box.__annotations__)
"""The names of the box settings that a widget accepts."""


def check_box(kind: type, names: Iterable[str]) -> None:
    """Raise TypeError, as for an unexpected keyword argument, if a box has no setting with that name."""
    if wrong := [name for name in names if name not in BOX]:
        raise TypeError(f"{kind.__name__}() got an unexpected keyword argument {wrong[0]!r}")


class MessageWidget(Screen, anywidget.AnyWidget):
    """A widget with traits that only Python writes; the browser sends messages instead."""

    _words = traitlets.Unicode().tag(sync=True)
    """The browser's catalog (see :func:`browser_words`)."""
    _built = BuiltModels()
    _made_layout: ipywidgets.Layout | None = None
    """The layout if it was created only for this widget; otherwise empty."""

    def __init__(self, language: str | None, **box: Unpack[Box]) -> None:
        """Use *language*; None uses the browser's preferred one. Raise ValueError for an unknown language."""
        check_box(type(self), box)
        Screen.__init__(self, language)
        self._made_in = running_loop()
        anywidget.AnyWidget.__init__(self, _words=browser_words(self._text.language.name), **box)
        given = isinstance(box.get("layout"), ipywidgets.Layout)
        self._made_layout = None if given else self.layout

    def __repr__(self) -> str:
        return f"<Phase 10: {type(self).__name__}>"

    def _box(self, settings: dict[str, Any]) -> Box:
        return cast(Box, {name: settings.pop(name) for name in BOX if name in settings})

    def close(self) -> None:
        """Close the widget and the layout created for it, which ipywidgets would otherwise keep."""
        super().close()
        if self._made_layout is not None:
            self._made_layout.close()

    @property
    def words(self) -> Text:
        """The interface text in the widget's language."""
        return self._text

    @words.setter
    def words(self, words: Text) -> None:
        self._text, self._follows_browser = words, False
        self._words = browser_words(words.language.name)

    def get_state(self, key: str | Iterable[str] | None = None, drop_defaults: bool = False) -> dict[str, Any]:
        """Return all synced traits, because anywidget's model in the browser does not know their defaults."""
        return dict(super().get_state(key))

    def set_state(self, sync_data: Mapping[str, Any]) -> None:
        """Ignore the browser's values for synced traits and send the actual values again."""
        self.send_state([name for name in (*self.SHOWN, "_words") if name in sync_data])

    def _handle_msg(self, msg: Mapping[str, Any]) -> None:
        """Handle a message, always in the thread that created the widget.

        JupyterLab sometimes handles messages in a separate thread (a subshell of ipykernel), where they would run
        concurrently with work done in steps.
        """
        if self._made_in is None or self._made_in is running_loop() or not self._made_in.is_running():
            self._receive(msg)
        else:
            self._made_in.call_soon_threadsafe(self._receive, msg)

    def _receive(self, msg: Mapping[str, Any]) -> None:
        """Handle a message of any shape; refuse it if it is malformed."""
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
        self.hear(content)
        super()._handle_custom_msg(content, buffers)


class PlayWidget(MessageWidget, PlayScreen):
    """A widget that shows one of the game's screens."""

    about = traitlets.Dict().tag(sync=True)
    view = traitlets.Dict().tag(sync=True)
    SHOWN: ClassVar[tuple[str, ...]] = PlayScreen.SHOWN

    def _with_text(self, bundle: Any, html: str) -> Any:
        """Add the static HTML, shown without a kernel, to the MIME bundle."""
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        if data is not None:
            data = {**data, "text/plain": repr(self), "text/html": str(html)}
        return (data, metadata) if isinstance(bundle, tuple) else data


class TableWidget(PlayWidget):
    """A widget that shows a table."""

    _esm = Script("table.js")
    _css = BuiltFile("table.css")
