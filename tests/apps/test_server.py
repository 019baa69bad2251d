"""``phase10 serve``: content, limits, headers, bound on visitors, log."""

from __future__ import annotations

import asyncio
import json
import re
import sys
import time
import urllib.error
import urllib.request
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from secrets import token_hex
from socket import create_connection, create_server
from typing import Any, NamedTuple
from urllib.robotparser import RobotFileParser

import psutil
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from devtools.browser.servers import Servers
from devtools.measure import bad_messages, open_page
from phase10_widgets.apps import cli
from phase10_widgets.apps.serve.connections import SECONDS
from phase10_widgets.apps.serve.kernel_bounds import DESCRIPTORS, LEAST, MEMORY, PROCESSOR_SECONDS
from phase10_widgets.apps.serve.messages import CONTROL, kind
from phase10_widgets.apps.serve.sockets import MESSAGES, MOST_SOCKETS
from tests.apps.asking import Answer, ask
from tests.faults import every
from tests.screens.visiting import in_a_loop

pytestmark = pytest.mark.slow  # it starts servers


PERSON = {"Sec-Fetch-Dest": "document"}
"""What browsers say when a person opens a page."""


class Serving(NamedTuple):
    """A class server, its log, and the number of its process."""

    address: str
    log: Path
    pid: int

    def get(self, path: str, **headers: str) -> Answer:
        return ask(self.address + path, **headers)

    def health(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.get("health").text)
        return found

    def open(self, path: str = "voila/render/app.ipynb", **headers: str) -> str:
        """Open the game, as a person does unless the headers say otherwise; return its kernel's id."""
        found = open_page.KERNEL.search(self.get(path, **headers or PERSON).text)
        assert found is not None
        return found[1]

    @contextmanager
    def opened(self) -> Iterator[str]:
        """Open the game, yield its kernel's id, and leave the page."""
        yield (kernel := self.open())
        self.leave(kernel)

    def socket(self, kernel: str, *, named: bool = True, session: str = "x") -> ClientConnection:
        """Connect to a kernel's websocket."""
        address = f"{self.address.replace('http', 'ws', 1)}api/kernels/{kernel}/channels?session_id={session}"
        return connect(address, subprotocols=[open_page.PROTOCOL] if named else None, close_timeout=2)

    def leave(self, *kernels: str) -> None:
        """Leave the pages of these kernels as their last visitor."""
        for kernel in kernels:
            urllib.request.urlopen(f"{self.address}voila/api/shutdown/{kernel}", b"", timeout=60).close()
        self.until(lambda health: health["visitors"] == 0)

    def until(self, there: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Return the server's health once it meets the condition."""
        deadline = time.monotonic() + 60
        while not there(found := self.health()):
            assert time.monotonic() < deadline, found
            time.sleep(0.1)
        return found


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    home = tmp_path_factory.mktemp("serve")
    servers, log = Servers(home), home / "log"
    words = [f"--log={log}", "--most=2", "--ready=1", "--cull=1", "--embed=https://school.example"]
    try:
        address = servers.start("phase10_widgets", "serve", *words, ready="health")
        (server,) = servers.running
        (printed,) = home.glob("phase10_widgets-*.log")
        assert printed.read_text("utf-8").startswith(f"Phase 10: {address}\n")
        found = Serving(address, log, server.pid)
        found.until(lambda health: health["ready"] == 1)
        yield found
        server.terminate()
        assert server.wait(20) == 0
    finally:
        servers.stop()


ZIPPED = ["", "en/", "de/", "en/about", "de/about", "about", "page.css", "play"]


@every("path", [*ZIPPED, "health", "nothing", "voila/static/voila.js"])
def test_every_answer_is_kept_to_itself_and_our_own_pages_are_zipped(path: str, serving: Serving) -> None:
    found = serving.get(path, **PERSON, **{"Accept-Encoding": "gzip"})
    policy = found.headers["Content-Security-Policy"]
    assert "frame-ancestors 'self' https://school.example" in policy
    assert (found.headers["X-Content-Type-Options"], found.headers["Referrer-Policy"]) == ("nosniff", "same-origin")
    assert "Server" not in found.headers
    if path in ZIPPED:
        assert (found.status, found.headers["Content-Encoding"]) == (200, "gzip")
        assert "Set-Cookie" not in found.headers
    if path == "play":
        assert ("default-src 'none'" in policy, "unsafe-eval" in policy) == (True, False)


def test_the_style_is_kept_for_an_hour_and_the_joined_scripts_for_good(serving: Serving) -> None:
    """The style is asked for by its digest. The start page names the scripts; no other name of this kind is served."""
    style = serving.get("page.css")
    assert (style.headers["Cache-Control"], style.headers.get_content_type()) == ("max-age=3600", "text/css")
    assert serving.get("page.css", **{"If-None-Match": style.headers["Etag"]}).status == 304
    (early,) = re.findall(r'data-early="([^"]*)"', serving.get("en/").text)
    joined = [path.lstrip("/") for path in early.split() if "/phase10-" in path]
    assert len(joined) > 2
    zipped, plain = serving.get(joined[-1], **{"Accept-Encoding": "gzip"}), serving.get(joined[-1])
    assert (zipped.headers["Content-Encoding"], plain.headers["Content-Encoding"]) == ("gzip", None)
    assert zipped.text == plain.text
    assert "webpackChunk" in zipped.text
    assert "immutable" in zipped.headers["Cache-Control"]
    assert serving.get("voila/static/phase10-0000.js").status == 404
    assert all(serving.get(path.lstrip("/")).status == 200 for path in early.split())


HIDDEN = [
    *("nothing", "layout.html", "voila/render/nothing.ipynb", "voila/render/../voila.json", "voila/render/voila.json"),
    *("voila/tree", "voila/files/app.ipynb", "voila/api/contents/", "voila/templates/x", "logout", "api/contents/"),
    *("voila/templates/phase10/../..", "login?next=/%0d%0aX-Inj:1", "api/kernels/0fab2f14-9d0c-4c5a-9f0e-2f1f9b9e0a11"),
    "api/kernels/0fab2f14-9d0c-4c5a-9f0e-2f1f9b9e0a11/channels",
]


@every("path", HIDDEN)
def test_what_is_not_for_visitors_is_not_there(path: str, serving: Serving) -> None:
    found = serving.get(path)
    assert found.status in {400, 403, 404}
    assert "Traceback" not in found.text


def test_a_page_that_is_not_there_says_so_kindly(serving: Serving) -> None:
    for path in ("nothing", "voila/render/nothing.ipynb"):
        found = serving.get(path, **{"Accept-Language": "de"})
        assert found.status == 404
        assert all(text in found.text for text in ("Hier ist nichts", 'href="/de/"'))


@pytest.mark.rotating
def test_visitors_who_come_at_once_find_no_more_seats_and_left_seats_are_free_again(serving: Serving) -> None:
    """Of fourteen simultaneous visitors two get in, one of them at the pre-warmed game; nobody gets a third kernel."""
    serving.until(lambda health: health["ready"] == 1)
    paths = ["voila/render/odds.ipynb"] * 7 + ["voila/render/app.ipynb"] * 7
    with ThreadPoolExecutor(len(paths)) as crowd:
        found = list(crowd.map(lambda path: serving.get(path, **PERSON), paths))
    assert Counter(page.status for page in found) == {200: 2, 503: 12}
    assert {key: serving.health()[key] for key in ("visitors", "status")} == {"visitors": 2, "status": "full"}
    pages = [page for page in found if page.status == 200]
    for page in pages:
        policy = page.headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'self' https://school.example" in policy
        assert "username" not in str(page.headers.get_all("Set-Cookie"))
    for page in found:
        assert page in pages or page.headers["Retry-After"] == "120"
        assert page in pages or "Every seat is taken" in page.text
    kernels = [match[1] for page in pages if (match := open_page.KERNEL.search(page.text))]
    assert len(kernels) == 2
    serving.leave(*kernels, *kernels)  # the second time repeats known facts
    assert serving.health()["status"] == "ok"


def test_what_no_page_sends_ends_the_connection_and_not_the_server(serving: Serving) -> None:
    """A message that claims 2 to the power of 63 parts is refused at once, and once; other connections continue."""
    before = serving.log.read_text("utf-8").count("message refused")
    with serving.opened() as kernel:
        for message in bad_messages.frames():
            with serving.socket(kernel) as socket:
                with suppress(ConnectionClosed):  # the first message ends the connection, perhaps before the last one
                    for _ in range(3):
                        socket.send(message)
                assert closing(socket) == (1007, "This message was not understood.")
            assert serving.get("health").status == 200
    assert serving.log.read_text("utf-8").count("message refused") > before


def test_a_kernel_has_few_sockets_of_todays_protocol_and_only_for_its_visitor(serving: Serving) -> None:
    with serving.opened() as kernel, ExitStack() as sockets:
        with pytest.raises(InvalidStatus, match="400"):
            serving.socket(kernel, named=False)
        for _ in range(MOST_SOCKETS):
            sockets.enter_context(serving.socket(kernel, session=token_hex()))
        with pytest.raises(InvalidStatus, match="404"):
            serving.socket(kernel, session=token_hex())
        assert json.loads(serving.get(f"api/kernels/{kernel}").text) == {"id": kernel, "name": "python3"}
    assert serving.get(f"api/kernels/{kernel}").status == 404


def test_who_sends_too_fast_waits(serving: Serving) -> None:
    """A thousand messages at once take as long as the rate allows; another visitor is served meanwhile."""
    rate, most = MESSAGES
    number = int(most + 3 * rate)
    with serving.opened() as kernel, serving.socket(kernel) as socket:
        began = time.monotonic()
        for each in range(number):
            socket.send(asked(f"{each}", "comm_info_request"))
        replies = 0
        while replies < number:
            message = socket.recv(timeout=30)
            assert isinstance(message, bytes)
            replies += kind(message) == "comm_info_reply"
            if replies == int(most / 2):
                assert serving.health()["visitors"] == 1
    assert time.monotonic() - began > 2  # a bound from below: waiting is what is tested


@pytest.mark.rotating
def test_who_goes_on_sending_too_fast_is_disconnected(serving: Serving) -> None:
    """Otherwise, messages that still wait would keep the seat of a page that has left."""
    with serving.opened() as kernel, serving.socket(kernel) as socket:
        with suppress(ConnectionClosed):
            for _ in range(1500):
                socket.send(asked("1", "comm_info_request"))
        assert closing(socket)[0] == 1008


def closing(socket: ClientConnection) -> tuple[int, str]:
    """Wait until the server closes a connection; return its reason."""
    with pytest.raises(ConnectionClosed) as closed:
        deque(iter(lambda: socket.recv(timeout=30), None), maxlen=0)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code, closed.value.rcvd.reason


def asked(number: str, kind: str, **content: object) -> bytes:
    """Return a message to a kernel."""
    return open_page.packed({"msg_id": number, "msg_type": kind, "session": "x"}, content)


def process_of(kernel: str) -> psutil.Process:
    """Return a kernel's process."""
    all_words = ((each, each.info["cmdline"] or ()) for each in psutil.process_iter(["cmdline"]))  # a zombie has none
    return next(each for each, words in all_words if any(kernel in word for word in words))


KILLED: list[float] = []
"""When kernels were killed, in seconds since 1970."""
AFTERMATH = 10
"""The seconds in which a server may log errors of killed kernels: one may have been running its notebook."""


def kill(process: psutil.Process) -> None:
    KILLED.append(time.time())
    process.kill()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot bound processes in this way")
def test_a_kernel_has_bounds(serving: Serving) -> None:
    import resource

    bounds = {resource.RLIMIT_DATA: MEMORY, resource.RLIMIT_CPU: PROCESSOR_SECONDS, resource.RLIMIT_NOFILE: DESCRIPTORS}
    with serving.opened() as kernel:
        process = process_of(kernel)
        assert {what: process.rlimit(what) for what in bounds} == {what: (most, most) for what, most in bounds.items()}
        if sys.platform == "linux":
            scores = [int(Path(f"/proc/{pid}/oom_score_adj").read_text()) for pid in (serving.pid, process.pid)]
            assert scores[0] < scores[1], "if the machine's memory is used up, the server ends last"


def test_a_kernel_that_dies_frees_its_seat_and_tells_its_page(serving: Serving) -> None:
    """No other process takes its place: it would know nothing of the page. The game is stored."""
    kernel = serving.open()
    with serving.socket(kernel) as socket:
        kill(process_of(kernel))
        assert closing(socket) == (1001, "This page's Python has ended.")
    assert serving.health()["visitors"] == 0
    assert "kernels died" in serving.log.read_text("utf-8")


def test_a_waiting_kernel_that_dies_is_replaced(serving: Serving) -> None:
    serving.until(lambda health: health["ready"] == 1)
    server = psutil.Process(serving.pid)
    (waiting,) = [each for each in server.children() if any("served_kernel" in word for word in each.cmdline())]
    assert sys.platform == "win32" or waiting.nice() >= LEAST, "the server goes first while kernels start"
    kill(waiting)
    waiting.wait(30)
    serving.until(lambda health: health["ready"] == 0)
    serving.until(lambda health: health["ready"] == 1)
    serving.leave(serving.open())


def test_python_says_nothing_of_this_machine(serving: Serving) -> None:
    """No version, no path: neither when asked nor in the words of an error."""
    messages = [
        asked("1", "kernel_info_request"),
        asked("2", "comm_msg", comm_id="none", data=5),
        asked("3", "comm_open", target_name=CONTROL, comm_id=[]),
        asked("4", "comm_info_request"),
    ]
    heard = b""
    with serving.opened() as kernel, serving.socket(kernel) as socket:
        for message in messages:
            socket.send(message)
        while b"comm_info_reply" not in heard:
            heard += bytes(socket.recv(timeout=20))
    assert b"kernel_info_reply" in heard
    for secret in (b"site-packages", b"Traceback", b"stderr", b"IPython", sys.version.split()[0].encode()):
        assert secret not in heard, secret


GAME = "voila/render/app.ipynb"
STRAY = [
    {"Sec-Fetch-Dest": "image", "Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Dest": "iframe", "Sec-Fetch-Site": "cross-site", "Referer": "http://evil.example/"},
    {"Sec-Fetch-Dest": "script", "Sec-Fetch-Site": "same-origin"},
    {"Sec-Fetch-Dest": "document", "Sec-Purpose": "prefetch;prerender"},
]
"""The headers of a browser that opens no page for a person."""


@every("headers", STRAY)
def test_what_no_person_opens_starts_no_kernel(headers: dict[str, str], serving: Serving) -> None:
    found = serving.get(GAME, **headers)
    assert (found.status, serving.health()["visitors"]) == (403, 0)
    assert open_page.KERNEL.search(found.text) is None


def test_a_browser_that_does_not_say_what_it_asks_for_comes_again_with_our_cookie(serving: Serving) -> None:
    found = serving.get(GAME, Referer="http://evil.example/")
    assert (found.status, serving.health()["visitors"], open_page.KERNEL.search(found.text)) == (200, 0, None)
    assert found.headers["Refresh"] == f"0; url=/{GAME}?again=1"
    cookie = found.headers["Set-Cookie"]
    assert all(rule in cookie for rule in ("SameSite=Lax", "HttpOnly"))
    again = serving.get(f"{GAME}?again=1")
    assert "Refresh" not in again.headers
    assert "This page needs a cookie" in again.text
    serving.leave(serving.open(f"{GAME}?again=1", Cookie=cookie.partition(";")[0]))
    framed = {"Sec-Fetch-Dest": "iframe", "Sec-Fetch-Site": "cross-site", "Referer": "https://school.example/"}
    serving.leave(serving.open(GAME, **framed))  # in a frame of an allowed site, it is a visit at once


def test_it_answers_only_under_its_names_and_asks_search_engines_to_start_no_kernels(serving: Serving) -> None:
    """Another site whose name points to this machine is refused, with a sentence; addresses are never."""
    for host in ("localhost", "192.168.0.7:8866", "[::1]"):
        assert serving.get("health", Host=host).status == 200
    for path in ("", "health", "voila/render/app.ipynb", "page.css"):
        found = serving.get(path, Host="evil.example")
        assert (found.status, "--host" in found.text) == (421, True)
        assert "frame-ancestors" in found.headers["Content-Security-Policy"]
    robots = RobotFileParser()
    robots.parse(serving.get("robots.txt").text.splitlines())
    assert robots.can_fetch("*", f"{serving.address}en/")
    assert not robots.can_fetch("*", f"{serving.address}{GAME}"), "it starts a kernel"


def test_half_a_request_ends(serving: Serving) -> None:
    port = int(serving.address.rsplit(":", 1)[1].strip("/"))
    with ExitStack() as stack:
        halves = [stack.enter_context(create_connection(("127.0.0.1", port))) for _ in range(300)]
        for half in halves:
            half.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
            half.settimeout(2 * SECONDS)
        assert serving.health()["status"] == "ok"
        assert halves[0].recv(1000) in (b"", b"HTTP/1.1 400 Bad Request\r\n\r\n")


@in_a_loop
async def test_the_server_ends_well_while_a_kernel_is_starting() -> None:
    from phase10_widgets.apps.serve.kernels import Kernels

    kernels = Kernels()

    async def start() -> None:
        await asyncio.sleep(0.01)
        del kernels._pending_kernels["starting"]

    kernels._pending_kernels["starting"] = asyncio.create_task(start())
    await kernels.shutdown_all()
    assert "starting" not in kernels._pending_kernels


def test_the_log_is_of_lines_without_names(serving: Serving) -> None:
    serving.get("voila/render/secret-name.ipynb?token=secret-word", **{"User-Agent": "secret-browser"})
    lines = [json.loads(line) for line in serving.log.read_text("utf-8").splitlines()]
    assert lines[0]["event"] == "started"
    assert any(line["event"] == "refused" and line["status"] == 404 for line in lines)
    failed = [(line, datetime.fromisoformat(line["at"]).timestamp()) for line in lines if line["event"] == "failed"]
    assert [line for line, at in failed if not any(0 <= at - killed < AFTERMATH for killed in KILLED)] == []
    text = serving.log.read_text("utf-8")
    assert "secret" not in text
    assert "127.0.0.1" not in text
    assert not re.search(r"[0-9a-f]{8}-[0-9a-f]{4}-", text)


def test_a_busy_port_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        assert cli.main(["serve", f"--port={port}"]) == 1
    assert f"Nothing can listen on port {port}" in capsys.readouterr().err
