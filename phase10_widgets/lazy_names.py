"""Public names that are imported on first use, so that a kernel loads only what it needs; and old public names."""

from __future__ import annotations

import ast
import sys
import warnings
from collections.abc import Callable, Container
from importlib import import_module
from pathlib import Path
from typing import Any


def lazy_names(
    package: str, *, extras: Container[str] = (), **old: str
) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """Return `__getattr__`, `__dir__` and `__all__` for a package whose stub lists its public names.

    The stub is the `__init__.pyi` beside the package's `__init__.py`; type checkers read the same list. Names in
    *extras* need an extra and can be reached, but are not listed, so that `help` and star imports work without it.
    A name whose packages are missing raises an AttributeError that says what to install. Each keyword is an old name
    that still works, with a warning; its value is the new name.
    """
    module = sys.modules[package]
    homes = {
        alias.name: "." + (node.module or alias.name)
        for node in ast.parse(_stub(package)).body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }

    load_old = renamed(package, **old)

    def load(name: str) -> Any:
        if name not in homes:
            return load_old(name)
        try:
            value = find(name)
        except ImportError as error:
            raise AttributeError(_what_to_install(f"{package}.{name}", error)) from error
        setattr(module, name, value)
        return value

    def find(name: str) -> Any:
        home = import_module(homes[name], package)
        if homes[name] == f".{name}":
            return home
        return getattr(home, name) if hasattr(home, name) else import_module(f".{name}", home.__name__)

    listed = sorted(name for name in homes if name not in extras)
    return load, lambda: sorted({*vars(module), *listed} - {*homes}.difference(listed)), listed


def _what_to_install(name: str, error: ImportError) -> str:
    """Return a sentence for a name whose packages are missing: the error's own if it has the command.

    Raises:
        ImportError: what is missing is a part of this package, which no installation brings.
    """
    own = __name__.partition(".")[0]
    if "pip install" in str(error):
        return str(error)
    if (error.name or own).partition(".")[0] == own:
        raise error
    return f"{name} needs the package {error.name}: pip install {own}"


def renamed(package: str, **names: str) -> Callable[[str], Any]:
    """Return a `__getattr__` that maps old public names to new ones and warns.

    Each keyword is an old name; its value is the new one.
    """

    def load(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        now = names[name]
        warnings.warn(f"{package}.{name} is called {package}.{now} now", DeprecationWarning, stacklevel=2)
        return getattr(sys.modules[package], now)

    return load


class OldName:
    """A method or property under its old name: it still works, and warns."""

    def __init__(self, new: str) -> None:
        self._new = new

    def __set_name__(self, owner: type, old: str) -> None:
        self._old = old

    def __get__(self, instance: object, owner: type) -> Any:
        if instance is None:
            return self
        message = f"{owner.__name__}.{self._old} is called {owner.__name__}.{self._new} now"
        warnings.warn(message, DeprecationWarning, stacklevel=2)
        return getattr(instance, self._new)


def _stub(package: str) -> str:
    spec = sys.modules[package].__spec__
    assert spec is not None
    assert spec.origin is not None
    path = Path(spec.origin).with_suffix(".pyi")
    if spec.loader is not None and hasattr(spec.loader, "get_data"):
        return bytes(spec.loader.get_data(str(path))).decode("utf-8")  # works inside a zip archive, too
    return path.read_text("utf-8")
