"""What a Python inside the browser needs for its messages to be those of any other."""

from __future__ import annotations

import json
from importlib import import_module
from typing import Any


def speak_json() -> None:
    """Messages to the page are JSON, as every other kernel sends them: Pyodide's own way makes undefined of None, and
    numbers that no message may hold of long ones."""
    try:
        comm = import_module("pyodide_kernel.comm").Comm
    except ImportError:  # Pyodide without a notebook
        return
    publish, parse = comm.publish_msg, import_module("js").JSON.parse

    def publish_msg(self: Any, msg_type: str, data: Any = None, *more: Any, **named: Any) -> None:
        publish(self, msg_type, parse(json.dumps({} if data is None else data)), *more, **named)

    comm.publish_msg = publish_msg
