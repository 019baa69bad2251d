"""Public names that are imported on first use, so that a kernel loads only what it needs."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Container
from importlib import import_module
from pathlib import Path
from typing import Any


def lazy_names(
    module_name: str, *, extras: Container[str] = ()
) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """Return `__getattr__`, `__dir__` and `__all__` for a module whose stub lists its public names.

    The stub is the `.pyi` beside the module's `.py`; type checkers read the same list. Names in *extras* require an
    optional dependency. They are accessible but not listed, so that `help` and star imports work without it. Accessing
    a name whose packages are missing raises an AttributeError that says what to install.
    """
    module = sys.modules[module_name]
    parent = module.__spec__.parent if module.__spec__ else None
    homes = {
        alias.name: "." * node.level + (node.module or alias.name)
        for node in ast.parse(_stub(module_name)).body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }

    def load(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {module_name!r} has no attribute {name!r}")
        try:
            value = find(name)
        except ImportError as error:
            raise AttributeError(_what_to_install(f"{module_name}.{name}", error)) from error
        setattr(module, name, value)
        return value

    def find(name: str) -> Any:
        home = import_module(homes[name], parent)
        if homes[name] == f".{name}":
            return home
        return getattr(home, name) if hasattr(home, name) else import_module(f".{name}", home.__name__)

    listed = sorted(name for name in homes if name not in extras)
    return load, lambda: listed, listed


def _what_to_install(name: str, error: ImportError) -> str:
    """Return a message for a name whose packages are missing; if the error's own message contains the install command,
    return that one.

    Raises:
        ImportError: the missing module belongs to this package, so installing packages would not help.
    """
    own = __name__.partition(".")[0]
    if "pip install" in str(error):
        return str(error)
    if (error.name or own).partition(".")[0] == own:
        raise error
    return f"{name} needs the package {error.name}: pip install {own}"


def _stub(module_name: str) -> str:
    spec = sys.modules[module_name].__spec__
    assert spec is not None
    assert spec.origin is not None
    path = Path(spec.origin).with_suffix(".pyi")
    if spec.loader is not None and hasattr(spec.loader, "get_data"):
        return bytes(spec.loader.get_data(str(path))).decode("utf-8")  # works inside a zip archive as well
    return path.read_text("utf-8")
