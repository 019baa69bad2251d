"""Docstrings for the fields of named tuples, so that ``help`` shows them."""

from __future__ import annotations

import re
import sys
from typing import Any, TypeVar

Class = TypeVar("Class", bound=type[Any])
_FIELD = re.compile(r'^    (\w+): .*\n    """((?s:.+?))"""$', re.MULTILINE)


def with_field_docs(cls: Class) -> Class:
    """Use the string below each field of a named tuple as its docstring; do nothing if the source is unavailable."""
    spec = sys.modules[cls.__module__].__spec__
    source = getattr(spec and spec.loader, "get_source", lambda name: None)(cls.__module__) or ""
    body = source.partition(f"\nclass {cls.__name__}(NamedTuple):\n")[2].partition("\n\n\n")[0]
    for name, text in _FIELD.findall(body):
        getattr(cls, name).__doc__ = " ".join(text.split())
    return cls
