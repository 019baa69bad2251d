"""Files from the front-end build: a widget's script and styles, which all widgets in a kernel share.

A widget's state is sent in messages and stored in saved notebooks. A script in that state would be repeated for each
widget, so a short script (``borrow.js``) takes its place. The short script refers to two models that hold the script
and the styles for all widgets.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import ipywidgets
import traitlets

STATIC = Path(__file__).parents[2] / "static"


class SharedFile(ipywidgets.Widget):  # type: ignore[misc]
    """A build file as a model without a view; only Python sets its traits."""

    name = traitlets.Unicode().tag(sync=True)
    text = traitlets.Unicode().tag(sync=True)

    def _handle_msg(self, msg: Mapping[str, Any]) -> None:
        """Ignore a browser's message and send the state again."""
        self.send_state()


class BuiltFile(traitlets.Unicode[str, str | bytes]):
    """A trait for a file in ``STATIC``, read when the first widget needs it. Messages contain a short form of the file.

    anywidget also accepts a path, but would then keep every widget alive to notify it of changes.
    """

    def __init__(self, name: str, short: str = "") -> None:
        """Store the file's name, and the name of a shorter file to send if widgets share this one."""
        super().__init__()
        self.file, self._short = name, short
        self.tag(sync=True, to_json=self._sent)

    def default(self, obj: Any = None) -> str:
        return self._text

    @cached_property
    def _text(self) -> str:
        return (STATIC / self.file).read_text("utf-8")

    @cached_property
    def _short_text(self) -> str:
        return (STATIC / self._short).read_text("utf-8") if self._short else ""

    def _sent(self, value: str, widget: ipywidgets.Widget) -> str:
        return self._short_text if are_shared() else value


class Script(BuiltFile):
    """A widget's script."""

    def __init__(self, name: str) -> None:
        super().__init__(name, "borrow.js")


_MODELS: dict[str, SharedFile] = {}
"""This process's models, keyed by file name."""


def model_of(file: BuiltFile, text: str) -> SharedFile:
    """Return a file's open model, creating one if necessary."""
    found = _MODELS.get(file.file)
    if found is None or found.comm is None:
        found = _MODELS[file.file] = SharedFile(name=file.file, text=text)
    return found


class BuiltModels(traitlets.TraitType[dict[str, SharedFile], dict[str, SharedFile]]):
    """The models with a widget's script and styles; empty if the widget has its own files. Messages contain the models'
    ids.

    The value contains the models themselves, because saving a widget also saves the models to which it refers.
    """

    FILES: ClassVar = {"script": "_esm", "style": "_css"}

    def __init__(self) -> None:
        super().__init__({}, read_only=True)
        self.tag(sync=True, to_json=lambda value, widget: {key: model.model_id for key, model in value.items()})

    def get(self, obj: Any, cls: Any = None) -> dict[str, SharedFile]:
        """Return the currently open models."""
        if not are_shared():
            return {}
        return {key: model_of(obj.traits()[name], getattr(obj, name)) for key, name in self.FILES.items()}


def are_shared() -> bool:
    """Return False in marimo, which saves no widgets and closes a model when its cell runs again."""
    marimo = sys.modules.get("marimo")
    return marimo is None or not marimo.running_in_notebook()
