"""A classroom served by a kernel, and a seat at somebody else's tables."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import ipywidgets
import pytest

import phase10_widgets as p10
from devtools.browser.servers import ROOT
from phase10_widgets.rooms.notebook.seat import page_link
from tests.faults import no_faults

pytest.importorskip("segno", reason="the extra app is not installed")

ORIGIN = "http://localhost:8888"


@pytest.fixture(scope="module")
def classroom() -> Iterator[p10.Classroom]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JUPYTERHUB_SERVICE_PREFIX", "/user/ana/")
        patch.setenv("JUPYTERHUB_API_TOKEN", "a token of Jupyter")
        found = p10.Classroom()
    yield found
    found.close()


def post(address: str, content: object, **headers: str) -> int:
    asked = urllib.request.Request(address, data=json.dumps(content).encode(), headers=headers)
    try:
        with urllib.request.urlopen(asked, timeout=20) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code


def heard(widget: Any, content: object, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    sent: list[Any] = []
    monkeypatch.setattr(type(widget), "send", lambda self, message, buffers=None: sent.append(message))
    widget._handle_custom_msg(content, [])
    return sent


@pytest.mark.slow
def test_a_saved_notebook_has_no_teachers_link(classroom: p10.Classroom) -> None:
    token = classroom.teacher_link.partition("#h=")[2]
    assert len(token) > 20
    data, _ = classroom._repr_mimebundle_()
    assert classroom.code in data["text/html"]
    assert "<svg" in data["text/html"]
    assert "application/vnd.jupyter.widget-view+json" in data
    assert token not in json.dumps([data, ipywidgets.Widget.get_manager_state()["state"]])
    assert token not in repr(classroom)


@pytest.mark.slow
def test_the_notebooks_origin_is_admitted_before_the_frame_opens(
    classroom: p10.Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, _, key = classroom.link.partition("#k=")
    assert address == classroom.address
    assert address.startswith("http://127.0.0.1:")
    assert address.endswith("/live"), "a hub's settings do not apply to it"
    assert repr(classroom).startswith(f"Classroom: {classroom.link} or code {classroom.code} at ")
    assert post(address + "/join", {"code": classroom.code, "name": "Ben"}) == 200
    assert post(address + "/join", {"key": key, "name": "Dora"}, Origin=ORIGIN) == 403
    message = {"kind": "here", "v": 1, "id": "frame:1", "sites": [ORIGIN, "vscode-webview://x", 7, "*"]}
    sent = heard(classroom, message, monkeypatch)
    (answer,) = sent
    assert (answer["kind"], answer["id"]) == ("page", "frame:1")
    links = [answer["url"], answer["tab"], classroom.teacher_link, classroom.teacher_link]
    assert all(link.startswith(f"{classroom.address}#h=") for link in links)
    assert len({*links}) == 4, "each works once: in the frame, in a tab, on another device"
    for link in links:
        assert post(classroom.address + "/recover", {"link": link.partition("#h=")[2]}) == 200
    with urllib.request.urlopen(classroom.address, timeout=20) as answer:
        assert answer.headers["Content-Security-Policy"].endswith(f"frame-ancestors 'self' {ORIGIN}")
    assert post(classroom.address + "/join", {"key": key, "name": "Emil"}, Origin=ORIGIN) == 200
    assert post(classroom.address + "/join", {"key": key, "name": "Finn"}, Origin="http://evil.example") == 403


@pytest.mark.slow
def test_it_does_not_get_jupyters_token(classroom: p10.Classroom) -> None:
    assert classroom._served is not None
    process = classroom._served._process
    if not os.path.isdir("/proc"):
        pytest.skip("the environment of a process is not readable here")
    with open(f"/proc/{process.pid}/environ", encoding="utf-8") as environment:
        assert "JUPYTER" not in environment.read()
    assert "a token" not in str(process.args)


@pytest.mark.slow
def test_a_class_ends_when_it_is_closed_and_a_taken_port_is_named() -> None:
    room = p10.Classroom()
    room.close()
    assert repr(room) == "Classroom(closed)"
    with pytest.raises(urllib.error.URLError):
        post(room.address + "/join", {"code": room.code, "name": "Ben"})
    room.close()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(RuntimeError, match=f"^Cannot listen on port {port} of 127.0.0.1: it is in use"):
            p10.Classroom(port=port)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows ends processes differently")
def test_a_class_ends_with_its_kernel() -> None:
    """It ends even if the kernel is killed; interrupting the kernel does not end it."""
    program = "import phase10_widgets as p10, time; print(p10.Classroom().address, flush=True); time.sleep(60)"
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen([sys.executable, "-c", program], env=env, stdout=subprocess.PIPE, text=True) as kernel:
        assert kernel.stdout is not None
        address = kernel.stdout.readline().strip()
        try:
            with urllib.request.urlopen(address, timeout=20) as answer:
                assert answer.status == 200
        finally:
            kernel.kill()
    host, _, port = address.removeprefix("http://").removesuffix("/live").partition(":")
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            probe.settimeout(1)
            if probe.connect_ex((host, int(port))):
                return
        time.sleep(0.05)
    pytest.fail("the server outlives its kernel")


def test_impossible_settings_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="either public=True or address"):
        p10.Classroom(public=True, address="127.0.0.1")
    with pytest.raises(ValueError, match="is not a port"):
        p10.Classroom(port=70_000)
    with pytest.raises(ValueError, match="xx"):
        p10.Classroom(language="xx")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(RuntimeError, match=r"pip install 'phase10_widgets\[app\]'"):
        p10.Classroom()
    monkeypatch.setattr(sys, "platform", "emscripten")
    with pytest.raises(RuntimeError, match="Python in a browser"):
        p10.Classroom()


def test_a_seat_is_a_page_of_the_service(monkeypatch: pytest.MonkeyPatch) -> None:
    seat = p10.Seat("http://192.168.0.7:8866/live", "bdf-ghj")
    assert repr(seat) == "Seat('http://192.168.0.7:8866/live#c=BDFGHJ')"
    data, _ = seat._repr_mimebundle_()
    assert 'href="http://192.168.0.7:8866/live#c=BDFGHJ"' in data["text/html"]
    sent = heard(seat, {"kind": "here", "v": 1, "id": "frame:1", "sites": [ORIGIN]}, monkeypatch)
    assert sent == [{"kind": "page", "id": "frame:1", "url": seat.link, "tab": seat.link}]
    assert heard(seat, {"kind": "say"}, monkeypatch)[0]["kind"] == "reject"
    seat.close()


def test_a_link_leads_to_the_page() -> None:
    for url, code, link, why in [
        ("http://10.0.0.1:8866", "BDFGHJ", "http://10.0.0.1:8866/live#c=BDFGHJ", "the start page is enough"),
        ("http://10.0.0.1:8866/phase10/", "BDFGHJ", "http://10.0.0.1:8866/phase10/live#c=BDFGHJ", "with its path"),
        ("https://h.example/live/", "b d f g h j", "https://h.example/live#c=BDFGHJ", "codes are typed in many ways"),
        ("https://h.example/live#k=a-b_c", None, "https://h.example/live#k=a-b_c", "an invitation has its key"),
        ("https://h.example/live?token=x#k=a", None, "https://h.example/live#k=a", "a token of Jupyter stays here"),
    ]:
        assert page_link(url, code) == link, why


NO_ADDRESSES: list[Any] = [
    *("192.168.0.7:8866", "javascript:alert(1)", "http://ana:secret@h.example", "http://h.example:99999"),
    *('http://h.example/"><script>', 7),
]


def test_a_bad_seat_is_refused() -> None:
    rows: list[Any] = [
        *((url, "BDFGHJ", "is not the address of a shared table") for url in NO_ADDRESSES),
        ("http://h.example/live", "HELLO", "is not a code"),
        ("http://h.example/live", None, "has no key"),
        ("http://h.example/live#h=secret", None, "a teacher's link"),
    ]
    with no_faults() as faults:
        for url, code, sentence in rows:
            with faults.of((url, code, sentence)), pytest.raises(ValueError, match=sentence):
                p10.Seat(url, code)
