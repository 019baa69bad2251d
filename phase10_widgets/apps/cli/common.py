"""Helpers for several commands: refusals, installed packages, a free port."""

from __future__ import annotations

import importlib.util
import os
import socket
import sys
from importlib.metadata import PackageNotFoundError, version


def refuse(sentence: str) -> int:
    """Print the reason for a failure and return its exit code."""
    print(sentence, file=sys.stderr)
    return 1


def installed_version() -> str:
    """Return the installed package's version, or "unknown" when it runs from a bare folder."""
    try:
        return version("phase10_widgets")
    except PackageNotFoundError:
        return "unknown"


def importable(*modules: str) -> bool:
    """Return True if every module is installed, without importing any.

    >>> importable("json", "no_such_module")
    False
    """
    return all(importlib.util.find_spec(name) is not None for name in modules)


def choose_port(host: str, first: int) -> int:
    """Return the first free port from `first` on; print it if it is another one."""
    port = next((port for port in range(first, min(first + 100, 65536)) if is_free(host, port)), first)
    if port != first:
        print(f"Port {first} is in use; taking {port}.")
    return port


def is_free(host: str, port: int) -> bool:
    """Return True if a server can listen there now."""
    with socket.socket() as probe:
        if os.name == "posix":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True
