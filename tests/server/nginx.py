"""Run nginx for tests with a file from ``deploy/server/``, on separate ports, and never as root."""

from __future__ import annotations

import os
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from devtools.browser import leash
from devtools.browser.servers import ROOT
from tests.helpers import unprivileged
from tests.packages import program

PATIENCE = 30.0
MAIN = """
daemon off; pid {home}/nginx.pid; error_log {home}/errors;
events {{ worker_connections 512; }}
http {{
    client_body_temp_path {home}/body; proxy_temp_path {home}/proxy; fastcgi_temp_path {home}/fastcgi;
    uwsgi_temp_path {home}/uwsgi; scgi_temp_path {home}/scgi; access_log off;
    include {home}/site.conf;
}}
"""


@contextmanager
def nginx_home() -> Iterator[Path]:
    """Create a folder that nginx can read no matter which user it runs as."""
    with tempfile.TemporaryDirectory(prefix="phase10-nginx-") as made:
        yield Path(made)


@contextmanager
def nginx(home: Path, file: str, port: int, changes: Mapping[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """Start nginx and yield it once it listens on its port; if nginx is missing, skip the test, or fail it if CI=true.

    The home comes from :func:`nginx_home`, and the file comes from ``deploy/server/`` with some of its texts replaced.
    """
    site = (ROOT / "deploy" / "server" / file).read_text("utf-8")
    for old, new in changes.items():
        assert old in site
        site = site.replace(old, new)
    (home / "site.conf").write_text(site, "utf-8")
    (home / "nginx.conf").write_text(MAIN.format(home=home), "utf-8")
    user = unprivileged()
    if user:
        for path in (home, *home.iterdir()):
            os.chown(path, user["user"], user["group"])
    words = [str(program("nginx")), "-e", str(home / "errors"), "-c", str(home / "nginx.conf")]
    with leash.tied(subprocess.Popen(words, cwd=home, **user)) as process:
        until = time.monotonic() + PATIENCE
        while True:
            assert process.poll() is None, (home / "errors").read_text("utf-8")
            try:
                socket.create_connection(("127.0.0.1", port), PATIENCE).close()
                break
            except OSError:
                assert time.monotonic() < until, (home / "errors").read_text("utf-8")
                time.sleep(0.05)
        yield process
