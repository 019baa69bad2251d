"""``phase10 serve`` as a process: its answers, headers and log, its start and its end."""

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
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import psutil
import pytest

pytest.importorskip("segno", reason="the extra app is not installed")

from websockets.asyncio.client import connect

from devtools.browser import leash
from devtools.browser.servers import ROOT, Servers
from phase10_widgets import cli
from phase10_widgets.cli import serve
from phase10_widgets.server.connections import TIMEOUT_SECONDS
from tests.faults import every
from tests.server.asking import Answer, ask

pytestmark = pytest.mark.slow  # it starts servers

PATIENCE = 20
STRANGER = {"line": None, "say": [{"kind": "beat"}], "wait": True}
"""A request that our pages may make, which is answered with a goodbye."""


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
        """Return the first message to a page with this token."""
        line = f"{self.address.replace('http', 'ws', 1)}live/line{query}"
        async with asyncio.timeout(PATIENCE), connect(line, origin=origin) as page:
            await page.send(json.dumps({"kind": "hello", "v": 1, "token": token, "language": "en"}))
            return json.loads(await page.recv())


@contextmanager
def serving(home: Path, *words: str, lines: int = 2, env: Mapping[str, str] | None = None) -> Iterator[Serving]:
    """Start a server on a free port and yield it after it has printed some lines."""
    log = home / "log"
    environment = {**os.environ, **Servers(home).folders(), "PYTHONPATH": str(ROOT), **(env or {})}
    command = [sys.executable, "-m", "phase10_widgets", "serve", f"--log={log}", f"--data={home / 'data'}", *words]
    pipe = subprocess.PIPE
    with leash.tied(
        subprocess.Popen(command, cwd=home, env=environment, text=True, stdin=pipe, stdout=pipe, stderr=pipe)
    ) as process:
        assert process.stdout is not None
        printed = [process.stdout.readline() for _ in range(lines)]
        found = re.search(r"http://\S+/", printed[0])
        yield Serving(found[0] if found else "", printed, log, process)


WORDS = ["--port=0", "--base-url=/phase10/", "--class", "--open", "--host=phase10.example"]
WORDS += ["--embed=https://school.example", "--site=https://public.example"]


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving(tmp_path_factory.mktemp("school"), *WORDS, lines=3) as found:
        yield found


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving(tmp_path_factory.mktemp("tables"), *WORDS, "--only=tables", lines=3) as found:
        yield found


ZIPPED = ["", "en/", "de/", "de", "about", "en/about", "page.css", "play", "history"]
ZIPPED += ["lessons", "lessons/3", "de/lessons/17", "odds", "de/tournament", "gallery"]


@every("path", [*ZIPPED, "health", "nothing"])
def test_answers_are_isolated_and_pages_are_compressed(path: str, school: Serving) -> None:
    found = school.ask(path, **{"Accept-Encoding": "gzip"})
    policy = found.headers["Content-Security-Policy"]
    assert "frame-ancestors 'self' https://school.example" in policy
    assert "unsafe-eval" not in policy
    assert (found.headers["X-Content-Type-Options"], found.headers["Referrer-Policy"]) == ("nosniff", "same-origin")
    assert "Server" not in found.headers
    assert "Set-Cookie" not in found.headers
    if path in ZIPPED:
        assert (found.status, found.headers["Content-Encoding"]) == (200, "gzip")
        assert path == "page.css" or "default-src 'none'" in policy or "default-src 'self'" in policy


def test_the_style_is_cached_for_an_hour_and_scripts_forever(school: Serving) -> None:
    """The style is requested by its digest. The start page names the first scripts of the game."""
    style = school.ask("page.css")
    assert (style.headers["Cache-Control"], style.headers.get_content_type()) == ("max-age=3600", "text/css")
    assert school.ask("page.css", **{"If-None-Match": style.headers["Etag"]}).status == 304
    (early,) = re.findall(r'data-early="([^"]*)"', school.ask("en/").text)
    script, sheet = (path.removeprefix("/phase10/") for path in early.split())
    zipped, plain = school.ask(script, **{"Accept-Encoding": "gzip"}), school.ask(script)
    assert (zipped.headers["Content-Encoding"], plain.headers["Content-Encoding"]) == ("gzip", None)
    assert zipped.text == plain.text
    for path in (script, sheet):
        assert "immutable" in school.ask(path).headers["Cache-Control"]
        assert school.ask(path.partition("?")[0]).headers["Cache-Control"] == "no-cache"


HIDDEN = ["nothing", "layout.html", "lessons/99", "fr/lessons/3", "lessons/../voila.json", "voila/render/app.ipynb"]
HIDDEN += ["api/kernels", "logout", "login?next=/%0d%0aX-Inj:1", "../data/live.sqlite3", "pyodide/x/code-worker.mjs"]


@every("path", HIDDEN)
def test_private_paths_do_not_exist(path: str, school: Serving) -> None:
    found = school.ask(path, **{"Accept-Language": "de"})
    assert found.status == 404
    assert all(text in found.text for text in ("Hier ist nichts", 'href="/phase10/de/"'))


ODD = f"""
page.css%00 play/solo.js%00 play/..%2fsolo.js play/..%2f..%2f..%2fserver.py live/%2e%2e/x live/..%2fx python/%00
python/..%2f..%2fsolo.js python/{"a" * 300} lessons/%00 lessons/..%2f..%2fx lessons/{"9" * 5000} de/lessons/%ff
icon.svg%00 app.webmanifest/..%2fx health?x=%ff robots.txt%0a de/%00 play/line live/line % %zz a%20b
play?language=%ff history?x=%00
""".split()


@every("path", ODD)
def test_odd_addresses_cause_no_error_and_reach_no_file(path: str, school: Serving) -> None:
    status = school.ask(path).status
    assert status < 500
    if "%2f" in path or (path.endswith("%00") and "?" not in path):
        assert status in {400, 403, 404, 405}


def test_there_are_no_kernels_and_processes_for_visitors_have_bounds(school: Serving) -> None:
    workers = psutil.Process(school.process.pid).children(recursive=True)
    assert workers
    for each in workers:
        assert any(word.endswith("solo.worker") for word in each.cmdline()), each.cmdline()
    if sys.platform == "linux":
        import resource

        from phase10_widgets.server.solo.limits import MOST_DESCRIPTORS
        from phase10_widgets.server.solo.worker import MEMORY_BYTES

        for each in workers:
            assert each.rlimit(resource.RLIMIT_DATA) == (MEMORY_BYTES, MEMORY_BYTES)
            assert each.rlimit(resource.RLIMIT_NOFILE) == (MOST_DESCRIPTORS, MOST_DESCRIPTORS)
        pids = (school.process.pid, workers[0].pid)
        scores = [int(Path(f"/proc/{pid}/oom_score_adj").read_text("utf-8")) for pid in pids]
        assert scores[0] < scores[1], "if the machine runs out of memory, the server ends last"


def test_an_incomplete_request_times_out(school: Serving) -> None:
    port = int(re.findall(r":(\d+)/", school.address)[0])
    with ExitStack() as stack:
        halves = [stack.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(300)]
        for half in halves:
            half.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
            half.settimeout(2 * TIMEOUT_SECONDS)
        assert json.loads(school.ask("health").text)["status"] == "ok"
        assert halves[0].recv(1000) in (b"", b"HTTP/1.1 400 Bad Request\r\n\r\n")


def test_the_log_has_lines_without_names(school: Serving) -> None:
    school.ask("lessons/secret-name?token=secret-word", **{"User-Agent": "secret-browser"})
    text = school.log.read_text("utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    assert lines[0]["event"] == "started"
    assert any(line["event"] == "refused" and line["status"] == 404 for line in lines)
    assert not [line for line in lines if line["event"] == "failed"]
    assert "secret" not in text
    assert "127.0.0.1" not in text


@every("words", [["serve"], ["serve", "--only=tables"]])
def test_a_busy_port_is_named(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        assert cli.main([*words, f"--port={port}"]) == 1
    assert f"Cannot listen on port {port}" in capsys.readouterr().err


def test_a_server_of_tables_serves_little_else(tables: Serving) -> None:
    for path in ("live", "", "de/", "en"):
        page = tables.ask(path)
        assert (page.status, 'id="live"' in page.text) == (200, True)
        assert not re.search('data-friends="no"|data-home', page.text), (
            "anybody may open a table; there are no other games"
        )
        policy = page.headers["Content-Security-Policy"]
        assert all(rule in policy for rule in ("default-src 'none'", "script-src 'self';"))
    for path in ("lessons/3", "play", "odds", "../data/live.sqlite3"):
        assert tables.ask(path).status == 404, path
    assert "There is nothing here" in tables.ask("nowhere").text
    assert json.loads(tables.ask("health").text)["status"] == "ok"
    assert tables.ask("about").status == 200


def test_only_our_pages_open_tables(tables: Serving) -> None:
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
        assert tables.ask("live/poll", STRANGER, **headers).status == status, why


def test_the_teachers_link_opens_the_room(tables: Serving) -> None:
    told = re.fullmatch(r"The teacher's link \(keep it private\) is in (.*)\n", tables.printed[2])
    assert told is not None, "this output may go to a log"
    kept = Path(told[1])
    assert os.name == "nt" or stat.S_IMODE(kept.stat().st_mode) == 0o600
    found = re.fullmatch(r"(.*)live#h=(\S+)\n", kept.read_text("utf-8"))
    assert found is not None
    assert found[1] == tables.address
    token = tables.token(found[2])
    welcome = asyncio.run(tables.hello(token, "https://public.example"))
    assert (welcome["kind"], welcome["role"]) == ("welcome", "host")
    again = tables.ask("live/recover", {"link": found[2]})
    assert (again.status, json.loads(again.text)["code"]) == (403, "unknown"), "a browser's history has the link"
    assert asyncio.run(tables.hello(found[2]))["kind"] == "bye"
    joined = tables.ask("live/join", {"code": welcome["code"], "name": "Ben"})
    assert asyncio.run(tables.hello(json.loads(joined.text)["token"]))["role"] == "guest"
    assert found[2] not in tables.log.read_text("utf-8")
    assert welcome["code"] not in tables.log.read_text("utf-8")


@pytest.mark.skipif(os.name == "nt", reason="Windows ends a process without a signal")
def test_it_stops_on_a_signal_and_rooms_survive(tmp_path: Path) -> None:
    with serving(tmp_path, "--port=0", "--open") as found:
        token = json.loads(found.ask("live/open", {"name": "Hanna"}).text)["token"]
        found.process.send_signal(signal.SIGTERM)
        assert found.process.wait(PATIENCE) == 0
    with serving(tmp_path, "--port=0") as found:
        assert asyncio.run(found.hello(token))["name"] == "Hanna"
        assert found.ask("live/open", {"name": "Hanna"}).status == 403, "without --open"
        page = found.ask("live", **{"Accept-Language": "de"}).text
        assert all(text in page for text in ('data-friends="no"', "data-home", 'data-language="de"'))
        found.process.send_signal(signal.SIGINT)
        assert found.process.wait(PATIENCE) == 0
    events = [json.loads(line)["event"] for line in found.log.read_text("utf-8").splitlines()]
    assert [event for event in events if event not in ("refused", "page")] == ["started", "stopped"] * 2


def test_a_hubs_service_uses_the_hubs_path_and_address(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    hub = {"JUPYTERHUB_SERVICE_NAME": "tables", "JUPYTERHUB_USER": "tables"}
    hub |= {"JUPYTERHUB_SERVICE_PREFIX": "/services/tables/", "JUPYTERHUB_SERVICE_URL": f"http://127.0.0.1:{port}"}
    hub["JUPYTERHUB_PUBLIC_URL"] = "https://hub.example/services/tables/"
    with serving(tmp_path, env=hub) as found:
        assert found.address == f"http://127.0.0.1:{port}/services/tables/"
        assert 'data-base="/services/tables/"' in found.ask("live", Host="hub.example").text
    own = {"JUPYTERHUB_USER": "ana", "JUPYTERHUB_SERVICE_PREFIX": "/user/ana/"}
    assert serve.hub_defaults(own | {"JUPYTERHUB_SERVICE_URL": "http://0.0.0.0:8888"}) == {}, "somebody's own server"


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
        from phase10_widgets.cli import main
        main(["serve", "--port=0", "--for-kernel", "--data=none"])
        print(*sorted(sys.modules))
    """
    words = [sys.executable, "-c", program]
    told = subprocess.check_output(
        words, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, input="", text=True
    )
    loaded = {name.partition(".")[0] for name in told.splitlines()[1].split()}
    assert "tornado" in loaded
    assert not loaded & {"voila", "jupyter_server", "jupyter_client", "ipykernel", "IPython", "anywidget", "zmq"}
