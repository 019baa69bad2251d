"""``phase10 tables``: shared tables as a process of their own, without Voilà and Jupyter."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

pytest.importorskip("segno", reason="the extra tables is not installed")

from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from devtools.browser import leash
from devtools.browser.servers import ROOT, Servers
from phase10_widgets.apps.cli import tables
from tests.apps.asking import Answer, ask

pytestmark = pytest.mark.slow  # it starts servers

PATIENCE = 20
STRANGER = {"line": None, "say": [{"kind": "beat"}], "wait": True}
"""A request that a page of ours may make, and that is answered with a goodbye."""


class Serving(NamedTuple):
    """A running server, the lines it has printed, and its log."""

    address: str
    printed: list[str]
    log: Path
    process: subprocess.Popen[str]

    def ask(self, path: str, content: object = None, **headers: str) -> Answer:
        return ask(self.address + path, content, **headers)

    def token(self, link: str) -> str:
        """Exchange the key of a host's link for a token."""
        return str(json.loads(self.ask(f"live/recover?room={link[0]}", {"link": link}).text)["token"])

    async def hello(self, token: str, origin: str | None = None, query: str = "") -> Any:
        """Return what a page with this token is told first."""
        line = f"{self.address.replace('http', 'ws', 1)}live/line{query}"
        async with asyncio.timeout(PATIENCE), connect(line, origin=origin) as page:
            await page.send(json.dumps({"kind": "hello", "v": 1, "token": token, "language": "en"}))
            return json.loads(await page.recv())


@contextmanager
def serving(home: Path, *words: str, lines: int = 2, env: Mapping[str, str] | None = None) -> Iterator[Serving]:
    """Start a server on a free port and yield it after it has printed some lines."""
    log = home / "log"
    environment = {**os.environ, **Servers(home).folders(), "PYTHONPATH": str(ROOT), **(env or {})}
    command = [sys.executable, "-m", "phase10_widgets", "tables", f"--log={log}", f"--data={home / 'data'}", *words]
    pipe = subprocess.PIPE
    with leash.tied(
        subprocess.Popen(command, cwd=home, env=environment, text=True, stdin=pipe, stdout=pipe, stderr=pipe)
    ) as process:
        assert process.stdout is not None
        printed = [process.stdout.readline() for _ in range(lines)]
        found = re.search(r"http://\S+/", printed[0])
        yield Serving(found[0] if found else "", printed, log, process)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    words = ["--port=0", "--base-url=/phase10/", "--class", "--open", "--host=phase10.example"]
    words += ["--embed=https://school.example", "--site=https://public.example"]
    with serving(tmp_path_factory.mktemp("tables"), *words, lines=3) as found:
        yield found


def test_the_page_needs_no_other_server_and_there_is_little_else(home: Serving) -> None:
    page = home.ask("live")
    policy = page.headers["Content-Security-Policy"]
    assert "frame-ancestors 'self' https://school.example" in policy
    assert all(rule in policy for rule in ("default-src 'none'", "script-src 'self';"))
    assert page.headers["X-Content-Type-Options"] == "nosniff"
    assert "Server" not in page.headers
    files = re.findall(r'(?:href|src)="(/[^"]+)"', page.text)
    assert len(files) >= 3
    for path in files:
        found = home.ask(path.removeprefix("/phase10/"))
        assert (found.status, "?v=" not in path or "immutable" in found.headers["Cache-Control"]) == (200, True), path
    assert home.ask("live/live.js").headers["Cache-Control"] == "no-cache"
    for path in ["", "de/", "en"]:
        page = home.ask(path)
        assert (page.status, 'id="live"' in page.text) == (200, True)
    for path in ("voila/render/app.ipynb", "api/kernels", "play", "../data/live.sqlite3"):
        assert home.ask(path).status == 404, path
    assert "There is nothing here" in home.ask("nowhere").text
    assert json.loads(home.ask("health").text)["status"] == "ok"
    assert home.ask("about").status == 200


def test_only_pages_of_ours_open_tables(home: Serving) -> None:
    for headers, status, why in [
        ({}, 200, "a program"),
        ({"Origin": "https://public.example", "Sec-Fetch-Site": "cross-site"}, 200, "a site named with --site"),
        ({"Origin": "https://school.example"}, 403, "a site that may only show the page"),
        ({"Origin": "http://["}, 403, "no origin at all"),
        ({"Origin": "null"}, 403, "a page without an origin"),
        ({"Sec-Fetch-Site": "same-site"}, 403, "a neighbor"),
        ({"Host": "evil.example"}, 421, "another name"),
        ({"Host": "phase10.example"}, 200, "a name given with --host"),
    ]:
        assert home.ask("live/poll", STRANGER, **headers).status == status, why


def test_the_teachers_link_opens_the_room(home: Serving) -> None:
    told = re.fullmatch(r"The teacher's link, for nobody else, is in (.*)\n", home.printed[2])
    assert told is not None, "what is printed here may be a log"
    kept = Path(told[1])
    assert os.name == "nt" or stat.S_IMODE(kept.stat().st_mode) == 0o600
    found = re.fullmatch(r"(.*)live#h=(\S+)\n", kept.read_text("utf-8"))
    assert found is not None
    assert found[1] == home.address
    token = home.token(found[2])
    welcome = asyncio.run(home.hello(token, "https://public.example"))
    assert (welcome["kind"], welcome["role"]) == ("welcome", "host")
    again = home.ask("live/recover", {"link": found[2]})
    assert (again.status, json.loads(again.text)["code"]) == (403, "unknown"), "a browser's history has the link"
    assert asyncio.run(home.hello(found[2]))["kind"] == "bye"
    joined = home.ask("live/join", {"code": welcome["code"], "name": "Ben"})
    assert asyncio.run(home.hello(json.loads(joined.text)["token"]))["role"] == "guest"
    with pytest.raises(InvalidStatus, match="403"):
        asyncio.run(home.hello(token, "https://evil.example"))
    assert found[2] not in home.log.read_text("utf-8")
    assert welcome["code"] not in home.log.read_text("utf-8")


@pytest.mark.skipif(os.name == "nt", reason="Windows ends a process without telling it")
def test_it_stops_when_told_and_rooms_outlive_it(tmp_path: Path) -> None:
    with serving(tmp_path, "--port=0", "--open") as found:
        token = json.loads(found.ask("live/open", {"name": "Hanna"}).text)["token"]
        found.process.send_signal(signal.SIGTERM)
        assert found.process.wait(PATIENCE) == 0
    with serving(tmp_path, "--port=0") as found:
        assert asyncio.run(found.hello(token))["name"] == "Hanna"
        assert found.ask("live/open", {"name": "Hanna"}).status == 403, "without --open"
        found.process.send_signal(signal.SIGINT)
        assert found.process.wait(PATIENCE) == 0
    events = [json.loads(line)["event"] for line in found.log.read_text("utf-8").splitlines()]
    assert [event for event in events if event != "refused"] == ["started", "stopped"] * 2


def test_a_service_of_a_hub_knows_its_place(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    hub = {"JUPYTERHUB_SERVICE_NAME": "tables", "JUPYTERHUB_USER": "tables"}
    hub |= {"JUPYTERHUB_SERVICE_PREFIX": "/services/tables/", "JUPYTERHUB_SERVICE_URL": f"http://127.0.0.1:{port}"}
    hub["JUPYTERHUB_PUBLIC_URL"] = "https://hub.example/services/tables/"
    with serving(tmp_path, env=hub) as found:
        assert found.address == f"http://127.0.0.1:{port}/services/tables/"
        assert 'data-base="/services/tables/"' in found.ask("live", Host="hub.example").text
    own = {"JUPYTERHUB_USER": "ana", "JUPYTERHUB_SERVICE_PREFIX": "/user/ana/"}
    assert tables.hub_defaults(own | {"JUPYTERHUB_SERVICE_URL": "http://0.0.0.0:8888"}) == {}, "somebody's own server"


def test_it_ends_with_the_kernel_that_started_it(tmp_path: Path) -> None:
    with serving(tmp_path, "--port=0", "--for-kernel", lines=1) as found:
        told = json.loads(found.printed[0])
        there = found._replace(address=f"http://127.0.0.1:{told['port']}/")
        assert asyncio.run(there.hello(there.token(told["teacher"])))["key"] == told["key"]
        assert there.ask("live/join", {"code": told["code"], "name": "Ben"}).status == 200
        stdin, stdout = found.process.stdin, found.process.stdout
        assert stdin is not None
        assert stdout is not None

        def answered(word: str) -> str:
            stdin.write(f"{word}\n")
            stdin.flush()
            return stdout.readline()

        more = json.loads(answered('{"ask": "link"}'))["teacher"]
        assert asyncio.run(there.hello(there.token(more)))["role"] == "host", "for a second device"
        for word in ("nonsense", "[]", '{"site": "https://*.example"}', '{"site": "http://localhost:8888"}'):
            assert answered(word) == "{}\n"
        allowed = "frame-ancestors 'self' http://localhost:8888"
        assert there.ask("live").headers["Content-Security-Policy"].endswith(allowed)
        assert there.ask("live/poll", STRANGER, Origin="http://localhost:8888").status == 200
        stdin.close()
        found.process.stdin = None
        assert found.process.wait(PATIENCE) == 0


def test_it_loads_no_notebook_server(tmp_path: Path) -> None:
    program = """if True:
        import sys
        from phase10_widgets.apps.cli import main
        main(["tables", "--port=0", "--for-kernel", "--data=none"])
        print(*sorted(sys.modules))
    """
    words = [sys.executable, "-c", program]
    told = subprocess.check_output(
        words, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, input="", text=True
    )
    loaded = {name.partition(".")[0] for name in told.splitlines()[1].split()}
    assert "tornado" in loaded
    assert not loaded & {"voila", "jupyter_server", "jupyter_client", "ipykernel", "IPython", "anywidget", "zmq"}
