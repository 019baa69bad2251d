"""Commands that write files check the paths before the work and replace nothing without consent."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import pytest

from phase10_widgets import arena, cli, editions
from phase10_widgets.cli import teach
from phase10_widgets.cli.outputs import output_fault, write
from phase10_widgets.cli.terminal import CLOSED, STOPPED
from phase10_widgets.cli.typed import named_value
from phase10_widgets.rules.options import options_of
from tests.faults import every, no_faults
from tests.helpers import needs_analysis

ROOT = Path(__file__).parents[2]
ARENA = ["arena", "greedy", "random", "--games=4", "--option=phases=1"]
PLAYERS = """
from phase10_widgets import players

def first(observation):
    return observation.legal_actions()[0]

class Greedy:
    def __init__(self, seed=None):
        self.player = players.get("greedy")
    def choose(self, observation):
        return self.player.choose(observation)

class Wanting:
    choose = staticmethod(first)
    def __init__(self, book): pass

class Ending:
    def choose(self, observation):
        raise SystemExit(3)

class Unmade:
    choose = staticmethod(first)
    def __init__(self):
        raise SystemExit("not today")

class Faulty:
    def choose(self, observation):
        raise RuntimeError("enough")

number = 7
"""
MODULES = {
    "my_players": PLAYERS,
    "broken_players": "1 / 0",
    "needy_players": "import no_such_module",
    "ending_players": "import sys\nsys.exit(3)",
    "leaving_players": "raise SystemExit",
}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the current folder, which has a module with players."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path])
    for name, text in MODULES.items():
        monkeypatch.delitem(sys.modules, name, raising=False)
        (tmp_path / f"{name}.py").write_text(text, "utf-8")
    return tmp_path


def ended(words: list[str], **variables: str) -> subprocess.CompletedProcess[str]:
    """Run Python to its end and return its output."""
    env = {**os.environ, **variables}
    return subprocess.run([sys.executable, *words], env=env, capture_output=True, text=True, timeout=120, check=False)


@pytest.fixture
def no_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail the test if a game is played."""
    monkeypatch.setattr(arena.Contest, "run", lambda *words, **named: pytest.fail("nothing may be played"))


def test_the_arena_prints_a_table_and_writes_readable_files(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = "arena greedy random --edition masters --games 4 --option phases=1,2 --option must_lay_down=true --seed 3"
    assert cli.main([*words.split(), "--json=out/found.json", "--csv=found.csv"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("masters, phases=[1, 2], must_lay_down=True, 2 seats: 4 games, 2 deals")
    found = arena.Results.from_dict(json.loads((here / "out/found.json").read_text("utf-8")))
    assert str(found) in out
    assert found == arena.play("masters", ["greedy", "random"], 4, seed=3, phases=[1, 2], must_lay_down=True)
    assert (here / "found.csv").read_text("utf-8") == found.to_csv()


@pytest.mark.slow
@needs_analysis
def test_the_arena_writes_parquet(here: Path) -> None:
    import pandas

    assert cli.main([*ARENA, "--parquet=x.parquet"]) == 0
    rows = pandas.read_parquet(here / "x.parquet")
    found = arena.play("classic", ["greedy", "random"], 4, phases=[1])
    assert rows.to_dict("records") == list(found.each_seat())


@pytest.mark.usefixtures("no_games")
def test_the_arena_replaces_nothing_unasked_and_plays_nothing_for_parquet_without_pandas(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "x").write_text("hours of work", "utf-8")
    for option in ("--json", "--csv", "--parquet"):
        assert cli.main([*ARENA, f"{option}=x"]) == 1
        told = capsys.readouterr().err
        assert told == "x: already exists. Add --replace to overwrite it, or choose another location.\n", option
    assert (here / "x").read_text("utf-8") == "hours of work"
    monkeypatch.setattr("phase10_widgets.cli.arena.importable", lambda *modules: False)
    assert cli.main([*ARENA, "--parquet=x.parquet"]) == 1
    assert capsys.readouterr().err == "Parquet needs pandas and PyArrow: pip install pandas pyarrow\n"


def test_the_checked_names_are_the_written_ones() -> None:
    for form in ("print", "moodle", "qti"):
        assert set(teach.lesson_files(1, form, range(1, 3), "en")) == set(teach.FILES[form]), form


def test_a_trial_leaves_nothing_behind_and_two_outputs_need_two_files(tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.write_text("old", "utf-8")
    assert output_fault([tmp_path / "a/b/c", None, old], replace=True) is None
    assert sorted(tmp_path.rglob("*")) == [old]
    assert old.read_text("utf-8") == "old"
    fault = output_fault([tmp_path / "x", tmp_path / "x"], replace=True)
    assert fault == f"{tmp_path / 'x'}: named twice. Each output needs its own file."


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
def test_a_stream_is_not_a_file_to_replace() -> None:
    assert output_fault([Path("/dev/null")], replace=False) is None
    assert write({Path("/dev/null"): "gone"}, replace=False) == 0


def test_an_unwritable_result_is_saved_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The disk may fill up while games are played."""
    path = tmp_path / "x.json"

    def full(self: Path, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(Path, "write_bytes", full)
    assert write({path: "results"}, replace=False) == 1
    before, _, place = capsys.readouterr().err.rpartition("It is in ")
    assert before == f"{path}: could not be written (No space left on device). "
    assert Path(place.rstrip(".\n")).read_text("utf-8") == "results"


@pytest.mark.usefixtures("here")
def test_a_custom_player_plays(capsys: pytest.CaptureFixture[str]) -> None:
    for words, name in (("my_players:Greedy random", "Greedy"), ("my_players:first my_players:first", "first (2)")):
        assert cli.main([*ARENA[:1], *words.split(), *ARENA[3:], "--replace", "--json=x.json"]) == 0
        assert f"\n{name} " in capsys.readouterr().out
        found = arena.Results.from_dict(json.loads(Path("x.json").read_text("utf-8")))
        assert (name in found.players, found.games) == (True, 4)


@pytest.mark.slow
@pytest.mark.usefixtures("here")
def test_the_installed_command_and_its_workers_find_modules_in_the_current_folder() -> None:
    """Python itself does not search that folder, because the command is elsewhere."""
    code = "import sys; sys.path.remove(''); from phase10_command import main; raise SystemExit(main())"
    done = ended(["-c", code, "arena", "my_players:Greedy", *ARENA[2:], "--jobs=2"], PYTHONPATH=str(ROOT))
    assert done.returncode == 0, done.stderr
    assert "Greedy" in done.stdout


REFUSED = [
    ("no_players:Greedy", "the module 'no_players' for 'no_players:Greedy' is neither in this folder nor installed"),
    ("my_players:Gredy", "my_players has no 'Gredy'; it defines: first, Greedy, Wanting, Ending, Unmade, F"),
    ("my_players:number", "a player must be a name, a function from an observation to an action, or an object"),
    ("my_players:Wanting", "the player Wanting cannot be created: TypeError: "),
    ("broken_players:Greedy", "broken_players cannot be imported: ZeroDivisionError: division by zero"),
    ("needy_players:Greedy", "needy_players cannot be imported: No module named 'no_such_module'"),
    ("ending_players:One", "ending_players cannot be imported: SystemExit: 3"),
    ("leaving_players:One", "leaving_players cannot be imported: SystemExit: "),
    ("my_players:Unmade", "the player Unmade cannot be created: SystemExit: not today"),
    ("expertt:5", "there is no player 'expertt:5'; did you mean 'expert:5'? The players are random, greedy"),
    ("Expert:five", "there is no player 'Expert:five'; did you mean 'expert'?"),
]


@pytest.mark.usefixtures("here", "no_games")
@every("player, sentence", REFUSED)
def test_players_that_cannot_play_are_refused(player: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["arena", player, "random"]) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith(f"phase10 arena: {sentence}")
    assert (captured.err.count("\n"), captured.out) == (1, "")


@pytest.mark.usefixtures("here")
def test_a_player_that_fails_or_exits_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    for player, jobs, why in (
        ("Faulty", "1", "RuntimeError: enough"),
        ("Ending", "1", "SystemExit: 3"),
        ("Ending", "2", "SystemExit: 3"),
    ):
        assert cli.main(["arena", f"my_players:{player}", "random", f"--jobs={jobs}"]) == 1
        assert capsys.readouterr().err.startswith(f"{player} stopped with an error: {why} [classic, seed ")


def test_a_new_folder_is_reported(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The path may have been misspelled."""
    assert cli.main([*ARENA, "--json=new/er/found.json"]) == 0
    assert capsys.readouterr().out.endswith(f"Created the folder {Path('new/er')}.\n")
    assert cli.main([*ARENA, "--csv=new/er/found.csv"]) == 0
    assert "Made" not in capsys.readouterr().out


def test_every_recommended_form_is_parsed() -> None:
    """These are all values in quotes or brackets in messages about options."""
    tried = 0
    for id in editions.names():
        for option in options_of(editions.edition(id)):
            with pytest.raises(ValueError, match="must be") as caught:
                editions.edition(editions.edition(id), **{option.name: object()})
            told = str(caught.value).partition("must be ")[2].rpartition(", not <")[0]
            forms = re.findall(r"\[[^\]]*\]|\"[^\"]*\"", told) if option.name == "phases" else told.split(" / ")
            for form in forms if option.name != "first_dealer" else ["0", "None"]:
                editions.edition(id, **dict([named_value(f"{option.name}={form}")]))
                tried += 1
    assert tried > 40


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows has no such shell")
def test_a_caller_may_close_streams(here: Path) -> None:
    command = shlex.join([sys.executable, "-m", "phase10_widgets", *ARENA, "--replace", "--json=found.json"])
    for closing, shown in (("2>&-", "greedy"), ("<&- >&- 2>&-", "")):
        done = subprocess.run(["sh", "-c", f"{command} {closing}"], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, ""), closing
        assert shown in done.stdout, closing
        assert json.loads((here / "found.json").read_text("utf-8"))["games"] == 4


INTERRUPTED = """
import signal, sys
class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Interrupting())
from phase10_command import main
sys.exit(main())
"""
IMPORTED = {
    "phase10_widgets": -signal.SIGINT,
    "phase10_widgets.editions": -signal.SIGINT,
    "phase10_widgets.cli.jupyter": STOPPED,
    "phase10_widgets.arena.contest": STOPPED,
}
"""The exit codes by the module during whose import Ctrl+C is pressed."""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows has other exit codes")
@pytest.mark.usefixtures("here")
def test_ctrl_c_while_modules_are_imported_is_quiet() -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a run in the background ignores it, and so would a child
    for name, code in IMPORTED.items():
        done = ended(["-c", INTERRUPTED.format(name=name), *ARENA], PYTHONPATH=str(ROOT))
        assert (done.returncode, done.stdout, done.stderr) == (code, "", ""), name


SWALLOWED = """
import signal, sys, time, weakref
from phase10_widgets import cli
class Gone: pass
def run(argv):
    gone = Gone()
    reference = weakref.ref(gone, lambda _: signal.raise_signal(signal.SIGINT))
    del gone
    time.sleep(60)
cli.run = run
sys.exit(cli.main())
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has other exit codes")
def test_ctrl_c_is_not_swallowed_by_a_callback() -> None:
    """Python prints an exception in the callback of a weak reference, and goes on."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    done = ended(["-c", SWALLOWED])
    assert (done.returncode, done.stdout, done.stderr) == (STOPPED, "", "")


BEGUN = """
import sys
from phase10_widgets import cli
def begin(fill=cli.fill_streams):
    fill()
    print("begun", flush=True)
cli.fill_streams = begin
sys.exit(cli.main())
"""
MOMENTS = (0.0, 0.01, 0.03, 0.06, 0.1, 0.2, 0.4, 0.8)
"""The times of Ctrl+C after the command has begun, in seconds; later ones find a short command finished."""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows sends no such signal")
def test_ctrl_c_at_any_moment_ends_with_at_most_one_sentence(here: Path) -> None:
    """A command that was nearly done may still finish; one whose last lines were printed ends by the signal itself."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    endless = ["arena", "greedy", "random", "--games=100000000"]
    told = subprocess.PIPE
    with no_faults() as faults:
        for words in (endless, [*endless, "--jobs=2"], ["teach", "out", "--lesson=3"], ["class", "x", "--out=y"]):
            for moment in MOMENTS:
                with faults.of(f"{words[0]} after {moment} s"):
                    command = [sys.executable, "-c", BEGUN, *words]
                    with subprocess.Popen(command, cwd=here, stdout=told, stderr=told, text=True) as process:
                        assert process.stdout is not None
                        assert process.stdout.readline() == "begun\n"
                        time.sleep(moment)
                        process.send_signal(signal.SIGINT)
                        try:
                            _, errors = process.communicate(timeout=60)
                        finally:
                            process.kill()
                    assert process.returncode in {0, 1, STOPPED, -signal.SIGINT}, errors
                    assert len(errors.strip().splitlines()) <= 2, errors
                    assert not re.search("Traceback|Error|Exception", errors), errors


SLOW = """
import pathlib, time
first_ones = iter(range(300))
def slow(observation):
    if next(first_ones, None) is None:
        pathlib.Path("some_games").touch()
    time.sleep(0.005)
    return observation.legal_actions()[0]
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows sends no such signal")
def test_ctrl_c_again_and_again_loses_nothing(here: Path) -> None:
    """A terminal also sends it to the workers."""
    (here / "slow_players.py").write_text(SLOW, "utf-8")
    words = ["arena", "slow_players:slow", "greedy", "--games=100000", "--option=phases=1 set of 2", "--json=x.json"]
    command, told = [sys.executable, "-m", "phase10_widgets", *words, "--jobs=2"], subprocess.PIPE
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a run in the background ignores it, and so would a child
    with subprocess.Popen(command, stdout=told, stderr=told, text=True, start_new_session=True) as process:
        while process.poll() is None and not (here / "some_games").exists():
            time.sleep(0.02)
        for _ in range(10):
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGINT)
            time.sleep(0.01)
        try:
            out, errors = process.communicate(timeout=120)
        finally:
            process.kill()
    assert (process.returncode, errors) == (0, "\nStopped; these results cover the games already played.\n")
    assert "greedy" in out
    assert json.loads((here / "x.json").read_text("utf-8"))["games"] > 0


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows has no such pipes")
def test_a_reader_may_close_the_pipe() -> None:
    """This happens in ``phase10 arena … | head``."""
    reading, writing = os.pipe()
    os.close(reading)
    words = [sys.executable, "-m", "phase10_widgets", *ARENA]
    done = subprocess.run(words, stdout=writing, stderr=subprocess.PIPE, text=True, timeout=120, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (CLOSED, "")
