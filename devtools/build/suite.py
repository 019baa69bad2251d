"""Runs the tests, and beside them what else says whether the house is in order.

    python -m devtools.build.suite check     formatting, types, and the tests that are quick: before a commit
    python -m devtools.build.suite test      all tests, the front end's beside Python's
    python -m devtools.build.suite all       all of that

What stands after it goes to pytest, as in ``test tests/odds -k flip``. What runs beside the tests does so one after the
other, gives way to them, and is shown when it has ended. 0 when nothing was wrong.
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
from devtools.build import frontend

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent
FRONTEND = (sys.executable, "-m", "devtools.build.frontend")
LINT = (
    (str(BIN / "ruff"), "check", "--output-format", "concise", "."),
    (str(BIN / "ruff"), "format", "--check", "."),
    (str(BIN / "mypy"),),
    (*FRONTEND, "check"),
)
BESIDE = {"check": LINT, "test": ((*FRONTEND, "test"),), "all": (*LINT, (*FRONTEND, "test"))}
QUICK = ("-m", "not browser and not slow and not soak")
GIVES_WAY = 10
"""By so much what runs beside the tests is nicer than they are."""


class Beside:
    """Some commands, one after the other, beside something else."""

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
            said = subprocess.Popen(
                nicely(words),
                cwd=ROOT,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                start_new_session=True,  # so that it can be ended with all that it has started
            )
            self._running = said
            text = said.communicate()[0]
            name = " ".join([Path(words[0]).name, *words[1:]])
            fine = said.returncode == 0
            print(f"\n[{time.monotonic() - began:.0f} s] {name}: {'fine' if fine else 'NOT FINE'}", flush=True)
            if not fine:
                self.failed.append(name)
                print(text, flush=True)

    def wait(self) -> None:
        """Until the last one has ended."""
        self._thread.join()

    def end(self) -> None:
        """Begin no other, and end the one that runs."""
        self._over = True
        if self._running is None or self._running.poll() is not None:
            return
        if os.name == "nt":
            self._running.terminate()
        else:
            os.killpg(self._running.pid, signal.SIGTERM)


def nicely(words: tuple[str, ...]) -> tuple[str, ...]:
    """The command, so that others come first where the system knows such a thing."""
    return words if os.name == "nt" else ("nice", "-n", str(GIVES_WAY), *words)


def workers(what: str) -> int:
    """One for each core; one more where tests wait for a browser now and then."""
    return (os.cpu_count() or 1) + (what != "check")


def main() -> int:
    """Run it all, say what was wrong, and leave nothing running."""
    words = command.parser(__doc__)
    words.add_argument("what", choices=BESIDE)
    options, more = words.parse_known_args()
    signal.signal(signal.SIGTERM, end)
    quick = QUICK if options.what == "check" else ("--durations=30",)
    pytest = (sys.executable, "-m", "pytest", "-n", str(workers(options.what)), *quick, *more)
    if options.what != "check":
        frontend.install()  # the browser's tests look for a part of it
    beside = Beside(BESIDE[options.what])
    tests = subprocess.Popen(pytest, cwd=ROOT)
    try:
        tests.wait()
        beside.wait()
    except (KeyboardInterrupt, Ended) as reason:
        if isinstance(reason, Ended):
            tests.send_signal(signal.SIGINT)  # which a terminal has sent to them as well
        beside.end()
        tests.wait()
        beside.wait()
        return 130
    wrong = [*(["pytest"] if tests.returncode else []), *beside.failed]
    print(f"NOT FINE: {', '.join(wrong)}" if wrong else "Everything is fine.", flush=True)
    return int(bool(wrong))


class Ended(BaseException):
    """Somebody wants this process to end."""


def end(number: int, frame: FrameType | None) -> None:
    raise Ended


if __name__ == "__main__":
    sys.exit(main())
