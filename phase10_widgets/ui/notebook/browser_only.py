"""Fixes for Python in the browser (Pyodide) that make its messages match those of other kernels."""

from __future__ import annotations

import json
from importlib import import_module
from typing import Any


def speak_json() -> None:
    """Send messages to the page as JSON, as every other kernel does. Pyodide's conversion turns None into
    undefined and large ints into BigInt, which messages cannot contain."""
    try:
        comm = import_module("pyodide_kernel.comm").Comm
    except ImportError:  # Pyodide without a notebook
        return
    publish, parse = comm.publish_msg, import_module("js").JSON.parse

    def publish_msg(self: Any, msg_type: str, data: Any = None, *more: Any, **named: Any) -> None:
        publish(self, msg_type, parse(json.dumps({} if data is None else data)), *more, **named)

    comm.publish_msg = publish_msg
