"""Run the tests, alongside the linters and type checkers.

    python -m devtools.build.suite check      formatting, types and the quick tests; run it before a commit
    python -m devtools.build.suite test       the tests for every change, in Python and the front end in parallel
    python -m devtools.build.suite all        both
    python -m devtools.build.suite test-all   all tests

The tests use the installed wheel, which is built first (devtools/build/tested.py). Of the tests marked `rotating`,
``test`` and ``all`` run only a subset, which depends on the commit. Additional arguments are passed to pytest, as in
``test tests/odds -k flip``; tests named explicitly always run. The other commands run in sequence at a lower priority,
and print their results when they end. The exit status is 0 if nothing failed.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import FrameType

from devtools import command
from devtools.build import frontend, tested
from devtools.build.venv import TESTED

ROOT = Path(__file__).resolve().parents[2]
PYTHON = str(TESTED.python)
BIN = TESTED.python.parent
FRONTEND = (PYTHON, "-m", "devtools.build.frontend")
LINT = (
    (str(BIN / "ruff"), "check", "--output-format", "concise", "."),
    (str(BIN / "ruff"), "format", "--check", "."),
    (str(BIN / "mypy"),),
    (*FRONTEND, "check"),
)
VITEST = (*FRONTEND, "test")
BESIDE = {"check": LINT, "test": (VITEST,), "all": (*LINT, VITEST), "test-all": (VITEST,)}
QUICK = ("-m", "not browser and not rotating and not slow and not soak")
EVERYTHING = ("tests", tested.PACKAGE)
GIVES_WAY = 10


class Beside:
    """Commands that run one after another in the background."""

    def __init__(self, commands: tuple[tuple[str, ...], ...]) -> None:
        self.failed: list[str] = []
        self._commands = commands
        self._running: subprocess.Popen[str] | None = None
        self._over = False
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        for words in self._commands:
            if self._over:
                return
            began = time.monotonic()
            process = subprocess.Popen(
                nicely(words),
                cwd=ROOT,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                start_new_session=True,  # so that the command can be ended together with everything it has started
            )
            self._running = process
            text = process.communicate()[0]
            name = " ".join([Path(words[0]).name, *words[1:]])
            fine = process.returncode == 0
            print(f"\n[{time.monotonic() - began:.0f} s] {name}: {'passed' if fine else 'FAILED'}", flush=True)
            if not fine:
                self.failed.append(name)
                print(text, flush=True)

    def wait(self) -> None:
        """Wait until the last command has ended."""
        self._thread.join()

    def end(self) -> None:
        """End the running command, and start no others."""
        self._over = True
        if self._running is None or self._running.poll() is not None:
            return
        if os.name == "nt":
            self._running.terminate()
        else:
            os.killpg(self._running.pid, signal.SIGTERM)


def nicely(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the command wrapped to run at a lower priority, if the system supports priorities."""
    return words if os.name == "nt" else ("nice", "-n", str(GIVES_WAY), *words)


def workers(what: str) -> int:
    """Return the number of test workers: one per core, plus one if browser tests leave cores idle."""
    return (os.cpu_count() or 1) + (what != "check")


def main() -> int:
    """Run everything, report failures, and leave nothing running."""
    words = command.parser(__doc__)
    words.add_argument("what", choices=BESIDE)
    options, more = words.parse_known_args()
    signal.signal(signal.SIGTERM, end)
    quick = QUICK if options.what == "check" else ("--durations=30", "-rRfE")
    named = any(map(is_named, more))
    share = () if named or options.what not in {"test", "all"} else (f"--share={commit()}",)
    what = () if named else EVERYTHING
    pytest = (PYTHON, "-m", "pytest", "-n", str(workers(options.what)), *quick, *share, "--pyargs", *what, *more)
    if not TESTED.python.exists():
        sys.exit(f"There is no {TESTED.folder.relative_to(ROOT)}; `make {options.what}` creates it.")
    try:
        tested.prepare()
    except subprocess.CalledProcessError as failed:
        sys.exit(f"The wheel to test could not be built; see the error above. {failed}")
    if options.what != "check":
        frontend.install()  # the browser tests use some of these packages
    beside = Beside(BESIDE[options.what])
    tests = subprocess.Popen(pytest, cwd=tested.RUN, env=tested.environment())
    try:
        tests.wait()
        beside.wait()
    except (KeyboardInterrupt, Ended) as reason:
        if isinstance(reason, Ended):
            tests.send_signal(signal.SIGINT)  # a terminal has sent the signal to them as well
        beside.end()
        tests.wait()
        beside.wait()
        return 130
    wrong = [*(["pytest"] if tests.returncode else []), *beside.failed]
    print(f"FAILED: {', '.join(wrong)}" if wrong else "Everything passed.", flush=True)
    return int(bool(wrong))


def commit() -> int:
    """Return a number derived from the newest commit, or 0 if git is unavailable."""
    try:
        asked = ("git", "rev-parse", "--short=8", "HEAD")
        return int(subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout, 16)
    except (OSError, subprocess.CalledProcessError):
        return 0


def is_named(word: str) -> bool:
    """Return True if a pytest argument names tests, as a path or a module such as phase10_widgets.odds."""
    path = word.partition("::")[0]
    return path.startswith(tested.PACKAGE) or (not path.startswith("-") and (ROOT / path).exists())


class Ended(BaseException):
    """An exception for a request to end this process."""


def end(number: int, frame: FrameType | None) -> None:
    raise Ended


if __name__ == "__main__":
    sys.exit(main())
