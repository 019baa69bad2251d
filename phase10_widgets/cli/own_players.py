"""Custom players on the command line: ``mymodule:Player``."""

from __future__ import annotations

import os
import re
import sys
from importlib import import_module
from typing import Any

OWN = re.compile(r"([^\W\d]\w*(?:\.[^\W\d]\w*)*):([^\W\d]\w*)")


def player(text: str) -> Any:
    """Return the player with this name: a registered player, or an object in a module, as in ``module:name``.

    Modules in the current folder can be imported.

    Raises:
        ValueError: there is no such module, it cannot be imported, or it has no such object.
    """
    from .. import players as registry

    found = OWN.fullmatch(text)
    if not found or registry.is_name(text):
        return text
    name, member = found.groups()
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())  # as with ``python -m``; child processes inherit it
    try:
        module = import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and name.split(".", 1)[0] == error.name.split(".", 1)[0]:
            if registry.near_name(text):
                return text  # the registry suggests similar names
            raise ValueError(f"the module {name!r} for {text!r} is neither in this folder nor installed") from error
        raise ValueError(f"{name} cannot be imported: {error}") from error
    except (Exception, SystemExit) as error:  # a script without a guard ends with SystemExit
        raise ValueError(f"{name} cannot be imported: {type(error).__name__}: {error}") from error
    if not hasattr(module, member):
        own = [name for name, value in vars(module).items() if _may_play(value, module.__name__)]
        listed = f"; it defines: {', '.join(own)}" if own else ""
        raise ValueError(f"{name} has no {member!r}{listed}")
    return getattr(module, member)


def _may_play(value: Any, module: str) -> bool:
    """Return True for functions and classes that a module defines."""
    return callable(value) and getattr(value, "__module__", None) == module and not value.__name__.startswith("_")
