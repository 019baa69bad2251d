"""`make play` and `make lab` in a fresh clone show the clone's own notebooks, as its authors edit them."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import nbformat
import pytest

from devtools.browser import leash
from devtools.browser.servers import Servers
from devtools.build import catalogs, frontend
from phase10_widgets.apps.cli.notebooks import FIRST
from tests.packages import CHECKOUT, run

pytestmark = [
    pytest.mark.slow,
    pytest.mark.rotating,
    pytest.mark.skipif(shutil.which("make") is None, reason="there is no make"),
]
EDITED = "An author was here"


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of what git has, installed in place; what it needs is lent to its environment.

    The front end and the catalogs are built already, and the environment's stamp says what it holds.
    """
    folder = tmp_path_factory.mktemp("fresh") / "clone"
    built = [*frontend.built_files(), frontend.STAMP, *catalogs.built_files(), catalogs.STAMP]
    names = [name for name in run("git", "ls-files", "-z", cwd=CHECKOUT).split("\0") if name]
    for name in [*names, *(path.relative_to(CHECKOUT).as_posix() for path in built)]:
        if (CHECKOUT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(CHECKOUT / name, folder / name)
    home = folder / ".venv"
    run(sys.executable, "-m", "venv", "--without-pip", home)
    python = home / "bin" / "python"
    (packages,) = home.glob("lib/**/site-packages")
    (packages / "lent.pth").write_text(f"{sysconfig.get_path('purelib')}\n", "utf-8")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", python)
    run(*pip, "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation", "-e", folder)
    digest = run(python, "-c", "from devtools.build.venv import installed_from as found; print(found())", cwd=folder)
    stamp = {"digest": digest.strip(), "extras": ["app", "lab"]}
    (home / ".phase10-installed.json").write_text(json.dumps(stamp), "utf-8")
    return folder


@contextmanager
def made(target: str, clone: Path, home: Path) -> Iterator[str]:
    """Run a target of the Makefile; yield the address that it prints, and stop it with Ctrl+C."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "P10_", "DISPLAY"))}
    share = Path(sys.prefix, "share", "jupyter")
    env = {**ours, **Servers(home).folders(), "JUPYTER_PATH": str(share), "JUPYTERLAB_DIR": str(share / "lab")}
    command = ["make", "--no-print-directory", target, f"PYTHON={sys.executable}"]
    log = home / "log"
    with log.open("w+", encoding="utf-8") as err:
        started = subprocess.Popen(
            command, cwd=clone, env=env, stdout=subprocess.PIPE, stderr=err, text=True, start_new_session=True
        )
        with leash.tied(started) as process:
            assert process.stdout is not None
            line = process.stdout.readline()
            found = re.fullmatch(r"[\w ]+: (http://127\.0\.0\.1:\S+)\n", line)
            try:
                assert found, line + log.read_text("utf-8")
                yield found[1]
            finally:
                os.killpg(process.pid, signal.SIGINT)
                process.wait(30)


def read(address: str) -> bytes:
    """Return what a browser gets, which sends back the cookie that the first address sets."""
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    with opener.open(address, timeout=120) as answer:
        content: bytes = answer.read()
    return content


def test_play_shows_the_app_as_it_is_edited(clone: Path, tmp_path: Path) -> None:
    app = clone / "notebooks" / "app.ipynb"
    notebook = nbformat.read(app, 4)  # type: ignore[no-untyped-call]
    notebook.cells.append(nbformat.v4.new_markdown_cell(EDITED))  # type: ignore[no-untyped-call]
    nbformat.write(notebook, app)  # type: ignore[no-untyped-call]
    with made("play", clone, tmp_path) as address:
        assert EDITED in read(address).decode("utf-8")


def test_lab_opens_the_clone_and_copies_nothing_into_it(clone: Path, tmp_path: Path) -> None:
    mine = clone / "lessons" / "a_new_one.ipynb"
    shutil.copy(clone / "lessons" / "index.ipynb", mine)
    before = files(clone)
    with made("lab", clone, tmp_path) as address:
        start, _, token = address.partition(f"lab/tree/{FIRST}?")
        assert token.startswith("token=")
        for path in (FIRST, "lessons/a_new_one.ipynb"):
            assert read(f"{start}files/{path}?{token}") == (clone / path).read_bytes()
    assert files(clone) == before


def files(clone: Path) -> set[Path]:
    """Return what is at the top of the clone, and all of its notebooks."""
    notebooks = (path for name in ("lessons", "notebooks", "docs") for path in (clone / name).rglob("*"))
    return {*clone.iterdir(), *notebooks}
