"""``phase10 arena mymodule:Player``: players from a file of one's own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from phase10_widgets.apps import cli

MODULE = """
from phase10_widgets import players

class Hasty:
    def __init__(self, seed=None):
        self.inner = players.get("random", seed)
    def choose(self, observation):
        return self.inner.choose(observation)

def first(observation):
    return observation.legal_actions()[0]

NUMBER = 3
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Provide a folder with modules of players, as the current one."""
    (tmp_path / "own_bots.py").write_text(MODULE, "utf-8")
    (tmp_path / "own_broken.py").write_text("1 / 0", "utf-8")
    (tmp_path / "own_needy.py").write_text("import no_such_package_here", "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield tmp_path
    for name in ("own_bots", "own_broken", "own_needy"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize(
    ("word", "name"), [("own_bots:Hasty", "Hasty"), ("own_bots:first", "first")], ids=["a class", "a function"]
)
def test_a_player_from_a_file_plays(word: str, name: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["arena", word, "greedy", "--games=4", "--option=phases=1", "--json=found.json"]) == 0
    out = capsys.readouterr().out
    assert "4 games, 2 deals" in out
    assert name in out
    assert name in (folder / "found.json").read_text("utf-8")


@pytest.mark.slow
def test_it_plays_on_several_processes(folder: Path) -> None:
    """The installed command does not look into the current folder by itself, and its workers are processes."""
    root = Path(__file__).parents[2]
    code = "import sys; sys.path.remove(''); from phase10_widgets.apps.cli import main; raise SystemExit(main())"
    words = [
        sys.executable,
        "-c",
        code,
        "arena",
        "own_bots:Hasty",
        "greedy",
        "--games=4",
        "--jobs=2",
        "--option=phases=1",
    ]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert "Hasty" in done.stdout


REFUSED = [
    # what is written, what the sentence says
    ("own_botz:Hasty", "there is no module 'own_botz' for 'own_botz:Hasty', neither here nor installed"),
    ("own_bots:Hastie", "own_bots has no 'Hastie'; what could play there: Hasty, first"),
    ("own_bots:NUMBER", "a player is a name, a function from an observation to an action"),
    ("own_broken:Hasty", "own_broken cannot be imported: ZeroDivisionError: division by zero"),
    ("own_needy:Hasty", "own_needy cannot be imported: No module named 'no_such_package_here'"),
    ("expert:11", "a level is a whole number from 1 to 10, not 11"),
]


@pytest.mark.parametrize(("word", "sentence"), REFUSED)
def test_what_is_no_player_is_refused(
    word: str, sentence: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["arena", word, "greedy", "--games=2"]) == 2
    captured = capsys.readouterr()
    assert sentence in captured.err
    assert captured.out == ""
