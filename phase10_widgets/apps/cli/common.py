"""What several commands need: refusing with a sentence, what is installed, a free port."""

from __future__ import annotations

import importlib.util
import os
import socket
import sys
from importlib.metadata import PackageNotFoundError, version


def refuse(sentence: str) -> int:
    """Say why it cannot be done, and return the exit code for that."""
    print(sentence, file=sys.stderr)
    return 1


def installed_version() -> str:
    """The installed package's version, or "unknown" when it runs from a bare folder."""
    try:
        return version("phase10_widgets")
    except PackageNotFoundError:
        return "unknown"


def importable(*modules: str) -> bool:
    """True when every module is installed; nothing is imported.

    >>> importable("json", "no_such_module")
    False
    """
    return all(importlib.util.find_spec(name) is not None for name in modules)


def choose_port(host: str, first: int) -> int:
    """The first free port from `first` on; says so when it is another one."""
    port = next((port for port in range(first, min(first + 100, 65536)) if is_free(host, port)), first)
    if port != first:
        print(f"Port {first} is in use; taking {port}.")
    return port


def is_free(host: str, port: int) -> bool:
    """True when a server could listen there now."""
    with socket.socket() as probe:
        if os.name == "posix":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True
