"""Files from the front-end build: the script and the styles of a widget, which all widgets of a kernel share.

A widget's state goes into messages and into saved notebooks. A script in it would be repeated for each widget, so
a short one (``borrow.js``) takes its place, with the names of two models that hold script and styles for all widgets.
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
    """A file of the build as a model without a view. Only Python sets it."""

    name = traitlets.Unicode().tag(sync=True)
    text = traitlets.Unicode().tag(sync=True)

    def _handle_msg(self, msg: Mapping[str, Any]) -> None:
        """Ignore a browser's message and send the state again."""
        self.send_state()


class BuiltFile(traitlets.Unicode[str, str | bytes]):
    """The trait of a file in ``STATIC``, read when the first widget needs it. In messages it is short.

    anywidget also accepts a path, but then it keeps every widget alive to notify it of changes.
    """

    def __init__(self, name: str, short: str = "") -> None:
        """Take the file's name, and that of a shorter file to send where widgets share this one."""
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
"""The models of this process, by the names of their files."""


def model_of(file: BuiltFile, text: str) -> SharedFile:
    """Return the open model of a file, a new one if necessary."""
    found = _MODELS.get(file.file)
    if found is None or found.comm is None:
        found = _MODELS[file.file] = SharedFile(name=file.file, text=text)
    return found


class BuiltModels(traitlets.TraitType[dict[str, SharedFile], dict[str, SharedFile]]):
    """The models with a widget's script and styles; empty where it brings its own. Messages name their ids.

    The value holds the models themselves, because saving a widget also saves the models to which it refers.
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
