"""The commands in README and docs: each works with the package alone, unless its page says otherwise."""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from importlib.metadata import metadata
from itertools import pairwise
from pathlib import Path

import psutil
import pytest

from devtools.browser import leash
from devtools.browser.servers import Servers, free_port
from devtools.build.docs import PAGES
from phase10_widgets import cli
from phase10_widgets.teaching import Progress, lesson
from tests.faults import no_faults
from tests.helpers import rotating
from tests.packages import ROOT

BLOCK = re.compile(
    r"(?:<!-- (?P<mark>in a checkout|not run: .{10,}?) -->\n)?^```(?P<language>[^\n]*)\n(?P<text>.*?)^```$", re.M | re.S
)
"""A block, and the comment above it: where its commands work, or why no test runs them."""
INLINE = re.compile(r"`(phase10 [^`]+)`")
NEEDED = {"play": "tornado", "serve": "tornado", "lab": "jupyterlab", "voila": "voila"}
SECONDS = 90.0
SHORT = "20"
"""The most games that are played for a command."""


def commands(page: Path) -> Iterator[str]:
    """Yield the commands that work for everybody; a block with lines that begin with ``$`` also shows output."""
    for found in BLOCK.finditer(page.read_text("utf-8")):
        if not found["language"] and found["mark"] is None:
            lines = found["text"].replace("\\\n", " ").splitlines()
            shown = [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]
            yield from (line.split("  #")[0].rstrip() for line in shown or filter(None, lines))


DOCS = (ROOT / "README.md", *sorted(PAGES.glob("*.md")))
COMMANDS = list(dict.fromkeys(command for page in DOCS for command in commands(page)))


def is_server(command: str) -> bool:
    """Return True for a command that runs until it is stopped."""
    return command.startswith("jupyter lab") or command.split()[:2] in [["phase10", name] for name in NEEDED]


ONLY_HERE = re.compile(r"phase10 lab|.* --certificate")
"""The servers that no other test in a usual run starts."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the files that a page's reader has at that point."""
    made = tmp_path_factory.mktemp("folder")
    progress = Progress(name="Ana")
    progress.answer(progress.exercise(lesson(3).questions[0]), "0.5")
    (made / "handed-in").mkdir()
    progress.save(made / "handed-in" / "ana.json")
    make = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    files = ["-keyout", str(made / "key.pem"), "-out", str(made / "certificate.pem")]
    subprocess.run(["openssl", *make, *files], check=True, capture_output=True)
    return made


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    """Return the environment for commands, with a separate home."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYTEST", "PHASE10"))}
    share = Path(sys.prefix, "share", "jupyter")
    own = {"JUPYTER_PATH": str(share), "JUPYTERLAB_DIR": str(share / "lab")}
    path = os.pathsep.join([str(Path(sys.executable).parent), ours.get("PATH", "")])
    return {**ours, **own, **Servers(tmp_path).folders(), "PATH": path, "COLUMNS": "120"}


@pytest.mark.slow
def test_a_documented_command_works_without_a_checkout(folder: Path, env: dict[str, str]) -> None:
    """Commands that end by themselves run in sequence in one process, with at most a few games."""
    todo, extras = [], metadata("phase10_widgets").get_all("Provides-Extra") or []
    for command in COMMANDS:
        words = shlex.split(command)
        if words[:2] == ["pip", "install"]:
            found = re.fullmatch(r"phase10_widgets(?:\[([\w,]+)\])?", " ".join(words[2:]))
            assert found, command
            assert {*filter(None, (found[1] or "").split(","))} <= {*extras}, command
        elif not is_server(command):
            assert words[0] == "phase10", f"no test can run {command!r}; say where it works in a comment above it"
            todo.append([SHORT if before == "--games" else word for before, word in pairwise(words)])
    program = """if True:
        import json, sys
        from phase10_widgets import cli
        print([cli.main(words) for words in json.loads(sys.argv[1])])
    """
    ran = [sys.executable, "-c", program, json.dumps(todo)]
    done = subprocess.run(ran, cwd=folder, env=env, capture_output=True, text=True, timeout=5 * SECONDS, check=False)
    assert done.stdout.endswith(f"{[0] * len(todo)}\n"), done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows ends a process without a signal")
@pytest.mark.parametrize(
    "command", [one if ONLY_HERE.match(one) else rotating(one) for one in filter(is_server, COMMANDS)]
)
def test_a_documented_server_starts_without_a_checkout(command: str, folder: Path, env: dict[str, str]) -> None:
    """Its page opens, and it stops as with Ctrl+C; beside JupyterLab, the page of shared tables asks for no token."""
    words = shlex.split(command)
    pytest.importorskip(NEEDED[words[1]], reason="an extra is not installed")
    port, jupyter = free_port(), words[0] == "jupyter"
    if jupyter:
        words = [sys.executable, "-m", "jupyterlab", *words[2:], "--allow-root"]
    quiet = ["--no-browser"] if jupyter or words[1] in ("play", "lab", "voila") else []
    local = ["--address=127.0.0.1" if word == "--public" else word for word in words]
    with (folder / "log").open("w") as log:
        started = subprocess.Popen(
            [*local, *quiet, f"--port={port}"], cwd=folder, env=env, stdout=log, stderr=subprocess.STDOUT, text=True
        )
    with leash.tied(started) as server:
        address = printed_address(server, folder / "log")
        assert opened(f"http://127.0.0.1:{port}/live" if jupyter else address) == 200
        ours = psutil.Process(server.pid)
        seen = [word for process in (ours, *ours.children(recursive=True)) for word in process.cmdline()]
        assert not any(token in word for token in re.findall(r"token=([^&\s]+)", address) for word in seen)
        server.terminate()
        assert server.wait(SECONDS) == 0 or jupyter, (folder / "log").read_text()


def printed_address(server: subprocess.Popen[str], log: Path) -> str:
    """Return the address that a server prints."""
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        if found := re.search(r"https?://[\w.:]+/\S*", log.read_text("utf-8")):
            return found[0]
        time.sleep(0.1)
    pytest.fail(f"no address was printed:\n{log.read_text('utf-8')}")


def opened(address: str) -> int:
    """Return the status of a page's answer; a server may print its address a moment before it listens."""
    anybody = ssl.create_default_context()
    anybody.check_hostname, anybody.verify_mode = False, ssl.CERT_NONE
    keeps_cookies = (urllib.request.HTTPSHandler(context=anybody), urllib.request.HTTPCookieProcessor())
    opener = urllib.request.build_opener(*keeps_cookies)
    deadline = time.monotonic() + SECONDS
    while True:
        try:
            with opener.open(address, timeout=SECONDS) as answer:
                assert ("Strict-Transport-Security" in answer.headers) is address.startswith("https:")
                return int(answer.status)
        except urllib.error.URLError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def options_of(command: str) -> set[str]:
    """Return the options of a subcommand."""
    (subs,) = (one for one in cli.parser()._actions if isinstance(one, argparse._SubParsersAction))
    return {option for action in subs.choices[command]._actions for option in action.option_strings}


def test_commands_in_sentences_exist() -> None:
    with no_faults() as faults:
        for path in DOCS:
            for command in INLINE.findall(path.read_text("utf-8")):
                words = re.findall(r"[\w-]+", command.split("…")[0])
                if words[1] != "--version":
                    with faults.of(f"{path.name}: {command}"):
                        assert {word for word in words if word.startswith("--")} <= options_of(words[1])
