"""The commands in README and docs: each one runs with nothing but the wheel, unless its page says what it needs."""

from __future__ import annotations

import argparse
import os
import re
import shlex
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
import venv
from collections.abc import Iterator
from importlib.metadata import PathDistribution
from pathlib import Path
from typing import NamedTuple

import pytest

from devtools.browser import leash
from devtools.browser.servers import Servers, free_port
from devtools.build.docs import PAGES
from phase10_widgets.apps import cli
from phase10_widgets.teaching import Progress, lesson
from tests.packages import ROOT, run

BLOCK = re.compile(
    r"(?:<!-- (?P<mark>in a checkout|not run: .{10,}?) -->\n)?^```(?P<language>[^\n]*)\n(?P<text>.*?)^```$", re.M | re.S
)
"""A block, and what the comment above it says: where its commands work, or why no test runs them."""
INLINE = re.compile(r"`(phase10 [^`]+)`")
CODE = re.compile(r"`([^`]+)`")
MAKE = re.compile(r"make [a-z]|python3 devtools/")
TOOL = re.compile(r"python -m (?:devtools|benchmarks)\b")
"""What commands begin with that work in a checkout only."""
OF_CONTRIBUTORS = ("testing.md", "release.md")
"""Pages that say at their top that they are about a checkout."""
RULE = (
    "Commands that start with `make`, `python -m devtools` or `python -m benchmarks` need a checkout of the repository"
)
"""What README and the first page of the docs say."""
SERVERS = ("play", "lab", "serve", "tables")
NEEDED = {"play": "voila", "serve": "voila", "lab": "jupyterlab", "tables": "tornado"}
SECONDS = 90.0
SHORT = "20"
"""The games that are played where a page plays more."""


class Block(NamedTuple):
    """A block of commands on a page."""

    page: Path
    line: int
    mark: str | None
    commands: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.page.name}:{self.line}"


def blocks(page: Path) -> Iterator[Block]:
    """Yield a page's blocks of commands, which name no language; one whose lines begin with ``$`` shows output, too."""
    text = page.read_text("utf-8")
    for found in BLOCK.finditer(text):
        if found["language"]:
            continue
        lines = found["text"].replace("\\\n", " ").splitlines()
        shown = [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]
        line = text.count("\n", 0, found.start("text"))
        yield Block(page, line, found["mark"], tuple(shown or filter(None, lines)))


DOCS = (ROOT / "README.md", *sorted(PAGES.glob("*.md")))
BLOCKS = [block for page in DOCS for block in blocks(page)]
FOR_ALL = [block for block in BLOCKS if block.mark is None]


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the Python of a new environment with the wheel and what its extras need, or the one P10_INSTALLED names.

    What they need comes from our own environment: its folder follows behind the new one's, and without the links that
    it has to this checkout.
    """
    if named := os.environ.get("P10_INSTALLED"):
        return Path(named).absolute()
    home = tmp_path_factory.mktemp("installed")
    venv.create(home, with_pip=False)
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", python)
    run(*pip, "install", "--quiet", "--no-index", "--no-deps", wheel)
    (site,) = home.rglob("site-packages")
    others = next(folder for folder in sys.path if folder.endswith("site-packages"))
    (site / "others.pth").write_text(others, "utf-8")
    return python


@pytest.fixture
def place(installed: Path, tmp_path: Path) -> dict[str, str]:
    """Return the environment for commands in an empty folder, with what a page's reader has in it by then."""
    progress = Progress(name="Ana")
    progress.answer(progress.exercise(lesson(3).questions[0]), "0.5")
    (tmp_path / "handed-in").mkdir()
    progress.save(tmp_path / "handed-in" / "ana.json")
    make = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    files = ["-keyout", str(tmp_path / "key.pem"), "-out", str(tmp_path / "certificate.pem")]
    subprocess.run(["openssl", *make, *files], check=True, capture_output=True)
    home = tmp_path / "home"
    home.mkdir()
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYTEST", "PHASE10"))}
    share = Path(sys.prefix, "share", "jupyter")
    own = {"JUPYTER_PATH": str(share), "JUPYTERLAB_DIR": str(share / "lab")}
    path = os.pathsep.join([str(installed.parent), env.get("PATH", "")])
    return {**env, **own, **Servers(home).folders(), "PATH": path, "COLUMNS": "120"}


def test_the_wheel_is_what_is_tested(installed: Path, place: dict[str, str], tmp_path: Path) -> None:
    program = "import phase10_widgets, voila; print(phase10_widgets.__file__)"
    done = subprocess.run(
        [installed, "-c", program], cwd=tmp_path, env=place, capture_output=True, text=True, check=True
    )
    assert Path(done.stdout).is_relative_to(installed.parents[1])


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows ends a process without telling it")
@pytest.mark.parametrize("block", FOR_ALL, ids=str)
def test_a_documented_command_works_without_a_checkout(
    block: Block, installed: Path, place: dict[str, str], tmp_path: Path
) -> None:
    for command in block.commands:
        words = shlex.split(command, comments=True)
        if words[:2] == ["pip", "install"]:
            check_extras(words[2:], installed)
        elif words[0] == "phase10" and words[1] in SERVERS:
            pytest.importorskip(NEEDED[words[1]], reason="an extra is not installed")
            check_server(words, place, tmp_path)
        elif words[0] == "phase10":
            short = [SHORT if before == "--games" else word for before, word in zip(["", *words], words, strict=False)]
            subprocess.run(short, cwd=tmp_path, env=place, check=True, timeout=SECONDS, stdout=subprocess.DEVNULL)
        elif words[:2] == ["jupyter", "lab"]:
            pytest.importorskip("jupyterlab", reason="an extra is not installed")
            check_jupyter([str(installed), "-m", "jupyterlab", *words[2:]], place, tmp_path)
        else:
            pytest.fail(f"{block}: nobody knows how to try {command!r}; say where it works in a comment above it")


def check_extras(words: list[str], installed: Path) -> None:
    """Fail unless the wheel has every extra that is to be installed with it."""
    (requirement,) = words
    name, _, extras = requirement.rstrip("]").partition("[")
    (info,) = installed.parents[1].rglob("phase10_widgets-*.dist-info")
    offered = PathDistribution(info).metadata.get_all("Provides-Extra") or []
    assert name == "phase10_widgets"
    assert set(filter(None, extras.split(","))) <= set(offered)


def check_server(words: list[str], env: dict[str, str], folder: Path) -> None:
    """Start a server on this machine alone, open the page that it names, and stop it as Ctrl+C does."""
    pytest.importorskip("voila" if words[1] in ("play", "serve") else "tornado", reason="an extra is not installed")
    for_all = words.count("--public")
    own = [word for word in words if word != "--public"] + ["--address=127.0.0.1"] * for_all
    quiet = ["--no-browser"] if words[1] in ("play", "lab") else []
    command = [*own, *quiet, f"--port={free_port()}"]
    with (folder / "log").open("w") as log:
        started = subprocess.Popen(command, cwd=folder, env=env, stdout=log, stderr=subprocess.STDOUT, text=True)
    with leash.tied(started) as server:
        address = printed_address(server, folder / "log")
        assert opened(address) == 200
        server.terminate()
        assert server.wait(SECONDS) == 0, (folder / "log").read_text()


def check_jupyter(words: list[str], env: dict[str, str], folder: Path) -> None:
    """Start a Jupyter server with shared tables, and open their page, which asks for no token."""
    command = [*words, "--no-browser", "--allow-root", f"--port={(port := free_port())}"]
    with (folder / "log").open("w") as log:
        started = subprocess.Popen(command, cwd=folder, env=env, stdout=log, stderr=subprocess.STDOUT, text=True)
    with leash.tied(started) as server:
        printed_address(server, folder / "log")
        assert opened(f"http://127.0.0.1:{port}/live") == 200
        server.terminate()
        server.wait(SECONDS)


def printed_address(server: subprocess.Popen[str], log: Path) -> str:
    """Return the address that a server prints."""
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        if found := re.search(r"https?://[\w.:]+/\S*", log.read_text("utf-8")):
            return found[0]
        time.sleep(0.1)
    pytest.fail(f"no address came:\n{log.read_text('utf-8')}")


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
                return int(answer.status)
        except urllib.error.URLError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def test_there_are_commands_for_all_and_commands_for_a_checkout() -> None:
    commands = [command.split("  ")[0] for block in FOR_ALL for command in block.commands]
    assert {"phase10 play", "phase10 lab", "phase10 serve", "phase10 teach handouts --lesson 3"} <= set(commands)
    assert any(block.mark == "in a checkout" for block in BLOCKS)


def options_of(command: str) -> set[str]:
    """Return the options of a subcommand."""
    (subs,) = (one for one in cli.parser()._actions if isinstance(one, argparse._SubParsersAction))
    return {option for action in subs.choices[command]._actions for option in action.option_strings}


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_a_command_in_a_sentence_is_one_of_ours(path: Path) -> None:
    for command in INLINE.findall(path.read_text("utf-8")):
        words = re.findall(r"[\w-]+", command.split("…")[0])
        if words[1] == "--version":
            continue
        unknown = {word for word in words if word.startswith("--")} - options_of(words[1])
        assert not unknown, f"{path.name}: {command}"


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_nobody_without_a_checkout_is_sent_to_its_commands(path: Path) -> None:
    """A paragraph, row or list item with such a command says "checkout"; for the source of a number its page does."""
    text = re.sub(r"^```.*?^```$", "", path.read_text("utf-8"), flags=re.S | re.M)
    if path.name in OF_CONTRIBUTORS:
        assert "checkout" in text.partition("\n## ")[0]
        return
    for part in re.split(r"\n\n+|\n(?=[-|*] |\d+\. )", text):
        if any(MAKE.match(code) for code in CODE.findall(part)):
            assert "checkout" in part, f"{path.name}: {part}"
    told = re.sub(r"\([^()]*\)", "", text)
    if any(TOOL.match(code) for code in CODE.findall(told)):
        assert "checkout" in told


@pytest.mark.parametrize("path", [ROOT / "README.md", PAGES / "index.md"], ids=lambda path: path.name)
def test_the_first_pages_say_which_commands_need_a_checkout(path: Path) -> None:
    assert RULE in re.sub(r"\s+", " ", path.read_text("utf-8"))
