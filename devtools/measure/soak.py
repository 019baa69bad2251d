"""Long random play: ``python devtools/measure/soak.py``, followed by pytest's own options, as in ``-k masters``.

The promise: games end by the rules, however they are played (docs/testing.md). It takes minutes to hours.

Runs the tests marked ``soak``, including the few of them that every other run plays: 500 random and 200 greedy
games of each edition and variation, and the second referee over many more games.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TESTS = (
    "tests/core/test_games.py",
    "tests/core/test_melds.py",
    "tests/reference/test_against_referee.py",
    "tests/contracts/test_hidden.py",
    "tests/contracts/test_honesty.py",
)


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    _, more = words.parse_known_args()
    workers = str(os.cpu_count() or 1)
    command = [sys.executable, "-m", "pytest", "-m", "soak or not soak", "-n", workers, *TESTS, *more]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
