"""``phase10 serve``: a server for a class."""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path
from typing import Any

from . import listening, typed
from .common import importable, refuse
from .listening import ServerRefused

OPEN = (
    "Everyone who can reach this machine can play here; there is no password. Each visitor takes about 65 MB of memory "
    "until some minutes after they leave."
)
"""The notice printed when other machines can connect."""


def add(commands: Any) -> None:
    """Add the command and its options."""
    what = "serve a class: start page, game, lessons, odds and replays, until Ctrl+C"
    command = commands.add_parser("serve", help="serve a class", description=what)
    listening.add_options(command)
    command.add_argument(
        "--most", type=typed.whole_number, default=60, metavar="N", help="visitors at once (%(default)s)"
    )
    command.add_argument(
        "--ready",
        type=typed.some_number,
        default=2,
        metavar="N",
        help="games started before anybody comes (%(default)s)",
    )
    command.add_argument(
        "--cull",
        type=typed.whole_number,
        default=10,
        metavar="MINUTES",
        help="how long after somebody left (%(default)s)",
    )
    command.set_defaults(run=serve)


def serve(options: argparse.Namespace) -> int:
    """Serve the start page, game, lessons, odds and replays until Ctrl+C."""
    if not importable("voila", "ipykernel"):
        return refuse("Serving a class needs Voilà: pip install 'phase10_widgets[app]'")
    from ...teaching.code_home import MAY_RUN

    os.environ["JUPYTER_PREFER_ENV_PATH"] = os.environ["PYTHONSAFEPATH"] = "1"
    os.environ.pop(MAY_RUN, None)  # a visitor's text never becomes code beside a kernel of this server
    try:
        told, stream = listening.prepared(options)
    except ServerRefused as refused:
        return refuse(str(refused))
    from ..serve import log, notebooks, server

    host, encrypted = told["ip"], told["encryption"] is not None
    here, scheme = "127.0.0.1" if options.public else host, "https" if encrypted else "http"
    with stream as lines, tempfile.TemporaryDirectory(prefix="phase10-") as folder:
        log.begin(lines)
        notebooks.gather(Path(folder))
        print(f"Phase 10: {scheme}://{here}:{options.port}{options.base_url}\nStop it with Ctrl+C.", flush=True)
        for line in listening.warnings(host, OPEN, encrypted=encrypted):
            print(line, flush=True)
        server.run(
            Path(folder),
            most=options.most,
            ready=options.ready,
            cull=60 * options.cull,
            tell_teacher=listening.tell_teacher if options.classroom else None,
            **told,
        )
    return 0
