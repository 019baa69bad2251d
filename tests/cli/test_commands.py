"""The ``phase10`` command: output, choice of port, and cleanup of its processes."""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from phase10_widgets import cli
from phase10_widgets.cli import jupyter, listening, notebooks, serve
from phase10_widgets.teaching.code.code_home import MAY_RUN

ROOT = Path(__file__).parents[2]
LINK = re.compile(r"\]\(([^)#:]+\.ipynb)")


@pytest.fixture
def busy() -> Iterator[int]:
    """Return a port that is in use."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


def test_without_a_command_help_is_shown_and_a_missing_extra_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main([]) == 0
    assert "play and learn in the browser" in capsys.readouterr().out
    for module in (jupyter, serve):
        monkeypatch.setattr(module, "importable", lambda *modules: False)
    for command, extra in {"play": "app", "serve": "app", "lab": "lab", "voila": "voila"}.items():
        assert cli.main([command]) == 1
        assert f"pip install 'phase10_widgets[{extra}]'" in capsys.readouterr().err


def notebooks_in(folder: Path) -> set[str]:
    """Return every file below a folder except the copy record."""
    found = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    return found - {notebooks.COPIED}


def test_notebooks_are_copied_once_and_changes_stay(tmp_path: Path) -> None:
    folder = tmp_path / "of my own"
    there = {
        path.relative_to(ROOT).as_posix()
        for name in ("notebooks", "lessons", "docs/analyses")
        for path in (ROOT / name).rglob("*.ipynb")
    }
    first = notebooks.copy(folder)
    assert (first.new, first.kept, notebooks_in(folder)) == (len(there), 0, there)
    assert str(first) == f"Copied {len(there)} notebooks to {folder}."
    assert [path for path in there if (folder / path).read_bytes() != (ROOT / path).read_bytes()] == []
    (folder / notebooks.FIRST).write_text("mine", "utf-8")
    (folder / "notebooks" / "gallery.ipynb").unlink()
    (folder / "notebooks" / "my own.ipynb").write_text("{}", "utf-8")
    second = notebooks.copy(folder)
    assert str(second) == f"Copied 1 notebook to {folder}; the other {len(there) - 1} are as you left them."
    assert (folder / notebooks.FIRST).read_text("utf-8") == "mine"
    assert str(notebooks.copy(folder)) == f"Your notebooks in {folder} are as you left them."
    assert notebooks_in(folder) == there | {"notebooks/my own.ipynb"}
    found = [(path, link) for path in there for link in LINK.findall((folder / path).read_text("utf-8"))]
    assert [(path, link) for path, link in found if not ((folder / path).parent / link).resolve().is_file()] == []
    assert len(found) > 30, "links between copied notebooks lead somewhere"


@pytest.fixture
def version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return ``version(**notebooks)``, which makes the package ship these notebooks, given by stem."""
    shipped = tmp_path / "shipped"
    shipped.mkdir()

    def bring(**texts: str) -> None:
        for name, text in texts.items():
            (shipped / f"{name}.ipynb").write_text(text, "utf-8")
        there = {f"lessons/{name}.ipynb": shipped / f"{name}.ipynb" for name in texts}
        monkeypatch.setattr(notebooks, "files", lambda: there)

    return bring


def test_a_newer_version_updates_unchanged_notebooks(tmp_path: Path, version: Callable[..., None]) -> None:
    folder = tmp_path / "mine"
    version(one="1", two="2", three="3", four="4")
    assert str(notebooks.copy(folder)) == f"Copied 4 notebooks to {folder}."
    (folder / "lessons" / "two.ipynb").write_text("my own 2", "utf-8")
    version(one="1, newer", two="2, newer", three="3", four="4, newer", five="5")
    assert str(notebooks.copy(folder)) == (
        f"Copied 1 notebook to {folder} and updated 2; the other 2 are as you left them. "
        "1 that you changed has a newer version; to get it, rename yours."
    )
    found = {path.stem: path.read_text("utf-8") for path in (folder / "lessons").iterdir()}
    assert found == {"one": "1, newer", "two": "my own 2", "three": "3", "four": "4, newer", "five": "5"}
    version(one="1, newest", two="2, newer", three="3", four="4, newest", five="5")
    (folder / "lessons" / "two.ipynb").rename(folder / "lessons" / "my two.ipynb")
    assert str(notebooks.copy(folder)).endswith(" and updated 2; the other 2 are as you left them.")
    assert (folder / "lessons" / "two.ipynb").read_text("utf-8") == "2, newer"


def test_without_a_copy_record_nothing_is_overwritten(tmp_path: Path, version: Callable[..., None]) -> None:
    """Copies by older versions have none."""
    for at, record in enumerate((None, "cut {", "[]", '{"lessons/one.ipynb": 7}')):
        folder = tmp_path / f"mine {at}"
        version(one="1", two="2")
        notebooks.copy(folder)
        kept = folder / notebooks.COPIED
        kept.unlink() if record is None else kept.write_text(record, "utf-8")
        version(one="1, newer", two="2")
        assert str(notebooks.copy(folder)).startswith(f"Your notebooks in {folder} are as you left them."), record
        assert (folder / "lessons" / "one.ipynb").read_text("utf-8") == "1", record
        version(one="1, newer", two="2, newer")
        assert notebooks.copy(folder).updated == 1, "the other one was recognized as a copy"


@pytest.mark.skipif(os.name == "nt", reason="Windows requires a privilege to create links")
def test_a_link_is_never_written_through(tmp_path: Path, version: Callable[..., None]) -> None:
    folder, elsewhere = tmp_path / "mine", tmp_path / "elsewhere.ipynb"
    version(one="1")
    notebooks.copy(folder)
    elsewhere.write_text("1", "utf-8")
    (folder / "lessons" / "one.ipynb").unlink()
    (folder / "lessons" / "one.ipynb").symlink_to(elsewhere)
    version(one="1, newer")
    assert notebooks.copy(folder).updated == 0
    assert elsewhere.read_text("utf-8") == "1"


def test_an_interrupted_copy_leaves_no_partial_notebook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(source: Path, target: Path) -> None:
        target.write_bytes(source.read_bytes()[:10])
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("shutil.copyfile", full)
        with pytest.raises(OSError, match="No space"):
            notebooks.copy(tmp_path)
    assert notebooks_in(tmp_path) == set()


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[Path, str]]:
    """Return a list that receives each folder that JupyterLab opens, with its address."""
    found: list[tuple[Path, str]] = []

    def served(words: list[str], home: Path, *rest: object, path: str, **named: object) -> int:
        found.append((home, path))
        return 0

    monkeypatch.setattr(jupyter, "importable", lambda *modules: True)
    monkeypatch.setattr(jupyter, "serve", served)
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return found


def test_lab_opens_copies_in_the_users_folder_or_only_copies(
    tmp_path: Path, opened: list[tuple[Path, str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for words, name in (([], "phase10"), (["--folder", "mine"], "mine")):
        assert cli.main(["lab", *words]) == 0
        assert opened.pop() == (tmp_path / name, "lab/tree/lessons/index.ipynb")
        assert (tmp_path / name / "lessons/index.ipynb").is_file()
    monkeypatch.setattr(jupyter, "importable", lambda *modules: False)  # on a hub, JupyterLab is already running
    capsys.readouterr()
    assert cli.main(["lab", "--copy-only", "--folder=only"]) == 0
    assert (tmp_path / "only" / "lessons" / "index.ipynb").is_file()
    assert capsys.readouterr().out.startswith("Copied ")
    assert opened == []


def test_lab_opens_a_folder_without_copying(
    tmp_path: Path, opened: list[tuple[Path, str]], capsys: pytest.CaptureFixture[str]
) -> None:
    """`make lab` opens the repository this way; a folder without the lessons is refused."""
    words = ["lab", "--no-copy", f"--folder={tmp_path}"]
    assert cli.main(words) == 1
    assert capsys.readouterr().err == (
        f"{tmp_path} has no lessons/index.ipynb. Without --no-copy, the notebooks are copied there.\n"
    )
    index = tmp_path / notebooks.FIRST
    index.parent.mkdir()
    index.write_text("mine", "utf-8")
    assert cli.main(words) == 0
    assert [home for home, _ in opened] == [tmp_path]
    assert notebooks_in(tmp_path) == {notebooks.FIRST}
    assert capsys.readouterr().out == ""


@pytest.mark.slow
def test_a_server_that_cannot_start_shows_its_last_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], busy: int
) -> None:
    monkeypatch.setattr(jupyter, "choose_port", lambda host, first: busy + 1)
    monkeypatch.setattr(jupyter, "wait_until_answering", lambda server, host, port: server.wait(30) > 99)
    monkeypatch.setattr(jupyter, "importable", lambda *modules: True)
    monkeypatch.setattr(jupyter, "OWN_SERVER", "no_such_module")
    assert cli.main(["voila", "--no-browser"]) == 1
    error = capsys.readouterr().err
    assert "The notebooks did not start" in error
    assert "no_such_module" in error


SEATINGS = [
    ("greedy random random", "2 seats: 6 games at 3 tables", "more players than seats: everybody plays everybody"),
    ("greedy random random --together", "3 seats: 2 games,", "one table"),
    ("greedy random --seats 4", "4 seats: 2 games,", "the last player fills the remaining seats"),
    ("greedy", "2 seats: 2 games,", "against itself"),
    ("greedy random --jobs 2", "2 seats: 2 games,", "on two processes"),
]


def test_the_arenas_seats(capsys: pytest.CaptureFixture[str]) -> None:
    for words, heading, why in SEATINGS:
        assert cli.main(["arena", *words.split(), "--games=2", "--option=phases=1"]) == 0
        assert heading in capsys.readouterr().out, why


def test_opening_a_server_to_a_network_warns() -> None:
    for address in ("0.0.0.0", "192.168.0.7", "::", "school.example"):
        told = [listening.warnings(address, serve.OPEN, encrypted=encrypted) for encrypted in (False, True)]
        assert told == [[serve.OPEN, listening.PLAIN], [serve.OPEN]], address
    for address in ("127.0.0.1", "::1", "localhost"):
        assert listening.warnings(address, serve.OPEN, encrypted=False) == [], address


HOSTS = {
    "127.0.0.1": ("1", "127.0.0.1"),
    "::1": ("1", "[::1]"),
    "0.0.0.0": ("", "127.0.0.1"),
    "10.0.0.7": ("", "10.0.0.7"),
}
"""By host: "1" if typed code may run there, and the printed address."""


def test_only_local_pages_may_run_code_and_the_printed_address_is_local(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If others can connect, their code is not run; JupyterLab needs no permission and inherits none."""
    found: list[str] = []

    class Started:
        def __init__(self, words: list[str], *, env: dict[str, str], **named: object) -> None:
            found.append(env[MAY_RUN])

        def wait(self, seconds: float = 0) -> int:
            return 0

        poll = wait

    monkeypatch.setenv(MAY_RUN, "1")
    monkeypatch.setattr(jupyter, "importable", lambda *modules: True)
    monkeypatch.setattr(jupyter, "choose_port", lambda host, first: first)
    monkeypatch.setattr(jupyter, "wait_until_answering", lambda *server: True)
    monkeypatch.setattr("phase10_widgets.cli.jupyter.subprocess.Popen", Started)
    for host, (may, shown) in HOSTS.items():
        for command, code in ((["voila"], may), (["lab", "--no-copy", f"--folder={ROOT}"], "")):
            assert cli.main([*command, "--no-browser", f"--host={host}"]) == 0
            assert found.pop() == code, host
            assert f": http://{shown}:" in capsys.readouterr().out
