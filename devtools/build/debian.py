"""Install Debian's packages, where that is possible."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys


def may_install() -> bool:
    """Return True for root on a system with apt-get."""
    return os.name == "posix" and os.geteuid() == 0 and shutil.which("apt-get") is not None


def install(*packages: str) -> None:
    """Run `apt-get install` with these packages, where it may run; it may fail."""
    if not may_install():
        return
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for words in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", *packages]):
        subprocess.run(["apt-get", *words], env=env, stdout=subprocess.DEVNULL, check=False)


def verdict(advice: str, *, there: bool) -> int:
    """Return an installer's exit status; print the *advice* if something is missing, which is an error with CI=true."""
    if there:
        return 0
    print(advice, file=sys.stderr)
    return int(os.environ.get("CI") == "true")
