"""Registries of named objects, which are built in, registered, or supplied by installed plugins.

A plugin is a distribution with an entry point in a group such as ``phase10_widgets.editions``. Entry points are read on
the first lookup of a name that is neither built in nor registered, or when all names are listed, but never at import.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from threading import RLock
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .errors import Phase10Error

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")


@cache
def _entry_points() -> Any:
    """Return the entry points of all installed packages; this takes a few hundredths of a second."""
    from importlib.metadata import entry_points

    return entry_points()


class RegistrationError(Phase10Error, ValueError):
    """Raised if an object cannot be registered: it exceeds a limit, lacks a part, or has a name already in use.

    >>> import phase10_widgets as p10
    >>> p10.register(lambda observation: None)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    phase10_widgets.base.registry.RegistrationError: a player must be registered with a name: ...
    """


class Registry(Mapping[str, T], Generic[T]):
    """Objects by name, with the built-in ones first. Iteration imports the plugins only after it has yielded everything
    else."""

    accept: Callable[[Any, str | None], tuple[str, T]]
    """A function that checks an object and its given name, and returns the name and the value to store.

    It raises RegistrationError. Because it may need higher-level modules, one of those modules sets it.
    """

    def __init__(self, group: str) -> None:
        """Create an empty registry; *group* is the last part of its entry-point group's name."""
        self.group = f"phase10_widgets.{group}"
        self.built_in: dict[str, T] = {}
        """The built-in objects by name, filled in by the modules that define them."""
        self._added: dict[str, T] = {}
        self._lock = RLock()
        self._has_read = False

    def __getitem__(self, name: str) -> T:
        if name in self.built_in:
            return self.built_in[name]
        if name not in self._added:
            self._read_plugins()
        return self._added[name]

    def __iter__(self) -> Iterator[str]:
        first = self.known_names()
        yield from first
        self._read_plugins()
        yield from [name for name in self._added if name not in first]

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __contains__(self, name: object) -> bool:
        if not isinstance(name, str):
            return False
        if name not in self.built_in and name not in self._added:
            self._read_plugins()
        return name in self.built_in or name in self._added

    def known_names(self) -> tuple[str, ...]:
        """Return all built-in and registered names, without loading plugins."""
        return (*self.built_in, *self._added)

    def known(self, name: str) -> T | None:
        """Return the object with this name, or None, without loading plugins."""
        found = self.built_in.get(name)
        return self._added.get(name) if found is None else found

    def add(self, thing: Any, name: str | None = None) -> T:
        """Register an object, replacing any earlier one with its name, and return the stored value.

        Raises:
            RegistrationError: the object cannot be registered, or its name belongs to a built-in one.
        """
        key, kept = self._accepted(thing, name)
        self._added[key] = kept
        return kept

    def adopt(self, name: str, thing: T) -> None:
        """Store, without checking, an object that another process registered and sent with a job."""
        if name not in self.built_in:
            self._added[name] = thing

    def remove(self, name: str) -> None:
        """Remove a registered object; raise KeyError if none has this name."""
        del self._added[name]

    def _accepted(self, thing: Any, name: str | None) -> tuple[str, T]:
        key, kept = self.accept(thing, name)
        if key in self.built_in:
            raise RegistrationError(f"the name {key!r} is built in; choose another name")
        return key, kept

    def _read_plugins(self) -> None:
        """Import the plugins once; warn about those that cannot be imported or registered, and skip them."""
        with self._lock:
            if self._has_read:
                return
            self._has_read = True  # set first, in case a plugin looks up names while it loads
            try:
                faults = [self._plug_in(point) for point in sorted(_entry_points().select(group=self.group))]
            except BaseException:  # after Ctrl+C, the next lookup reads them again
                self._has_read = False
                raise
        for fault in filter(None, faults):
            warnings.warn(fault, RuntimeWarning, stacklevel=3)

    def _plug_in(self, point: EntryPoint) -> str | None:
        """Register an entry point's target, keeping any existing registration; return None or a warning."""
        try:
            name, kept = self._accepted(point.load(), point.name)
        except (Exception, SystemExit) as error:  # a script without a main guard may raise SystemExit
            package = point.dist.name if point.dist else "unknown"
            return (
                f"a plugin was skipped: the entry point {point.name!r} in {self.group} of the package {package!r} "
                f"({point.value}) failed with {type(error).__name__}: {error}"
            )
        self._added.setdefault(name, kept)
        return None
