"""Base class for widgets whose inputs are traits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Unpack

import traitlets

from ..interactive import Input
from ..screen import Box
from .message_widget import TableWidget


class TraitWidget(TableWidget):
    """A widget with its screen's inputs as traits; setting a trait is the same as calling ``choose``."""

    choose: Callable[..., None]
    """Set inputs by name; raise ValueError if a value is not allowed."""
    html: Callable[[], str]
    """Return the HTML for pages without Python."""
    _ours = True
    """True while the widget sets its own traits."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Give a thin widget its screen's docstring, and a trait for each of the screen's inputs."""
        super().__init_subclass__(**kwargs)
        if cls.__doc__ is None:
            cls.__doc__ = next(filter(None, (each.__doc__ for each in cls.__mro__)))
        for name in cls.INPUTS:
            if isinstance(found := getattr(cls, name), Input):
                trait = _trait(found)
                setattr(cls, name, trait)
                trait.class_init(cls, name)

    def __init__(self, language: str | None, **box: Unpack[Box]) -> None:
        """Use *language*; None uses the browser's preferred one. Raise ValueError for an unknown language."""
        super().__init__(language, **box)
        if self.INPUTS:
            self.observe(self._set_by_somebody, self.INPUTS)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return self._with_text(super()._repr_mimebundle_(**kwargs), self.html())

    def _set_inputs(self, values: Mapping[str, Any]) -> None:
        self._ours = True
        with self.hold_trait_notifications():
            super()._set_inputs(values)
        self._ours = False

    def _set_by_somebody(self, change: Mapping[str, Any]) -> None:
        """Apply a trait change made from outside the widget, or revert it if it is not allowed."""
        if self._ours:
            return
        try:
            self.choose(**{change["name"]: change["new"]})
        except ValueError:
            self._set_inputs({change["name"]: change["old"]})
            raise


def _trait(found: Input[Any]) -> traitlets.TraitType[Any, Any]:
    if isinstance(found.default, list):
        return traitlets.List(traitlets.Unicode(), found.default, help=found.help)
    kinds = {bool: traitlets.Bool, int: traitlets.Int, str: traitlets.Unicode}
    trait: traitlets.TraitType[Any, Any] = kinds[type(found.default)](found.default, help=found.help)
    return trait
