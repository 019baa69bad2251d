"""Find or install the programs that some tests need: Debian's packages (as root), and two programs from npm."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from devtools.build import freshness, frontend

LIBRARIES = Path("/usr/lib")
PACKAGES = {
    "firefox": ("firefox-esr",),
    "webkit": ("webkit2gtk-driver", "xvfb"),  # Safari's engine, which needs a display
    "nginx": ("nginx-light",),
    "openssl": ("openssl",),
    "postgres": ("postgresql",),
}
PYRIGHT_VERSION = "1.1.414"
BUILD = freshness.ROOT / "build"
LOCK = BUILD / "programs.lock"


def provided(program: str) -> Path:
    """Return the path of a program in `PACKAGES`, installing a missing one if run as root on Debian or Ubuntu.

    For ``webkit``, this is the small browser that WebKitGTK's driver starts; for ``postgres``, it is the folder with
    the newest version's programs, or the one named in P10_POSTGRES.

    Raises:
        LookupError: the program is missing; the message names its Debian packages.
    """
    find: Callable[[], Path | None] = {"webkit": webkit, "postgres": postgres}.get(program, lambda: on_path(program))
    if find() is None and may_install():
        with locked():
            if find() is None:
                install(program)
    if (found := find()) is None:
        raise LookupError(f"{program} is missing (Debian, Ubuntu: apt-get install {' '.join(PACKAGES[program])})")
    return found


def on_path(program: str) -> Path | None:
    """Return a program's path, or None, allowing for Debian's different name for Firefox."""
    found = shutil.which(program) or (shutil.which("firefox-esr") if program == "firefox" else None)
    return Path(found) if found else None


def webkit() -> Path | None:
    """Return WebKitGTK's small browser if its driver and a display are also available."""
    if not (shutil.which("WebKitWebDriver") and shutil.which("Xvfb")):
        return None
    return next(iter(sorted(LIBRARIES.glob("*/webkit2gtk-4.*/MiniBrowser"))), None)


def postgres() -> Path | None:
    """Return the folder that contains initdb and postgres, which Debian does not put on the path."""
    if named := os.environ.get("P10_POSTGRES"):
        return Path(named)
    found = sorted(LIBRARIES.glob("postgresql/*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    initdb = found[-1] if found else on_path("initdb")
    return initdb.resolve().parent if initdb else None


def hub_proxy() -> list[str]:
    """Return the command that starts JupyterHub's proxy, installing it from npm unless it already is."""
    return from_npm("configurable-http-proxy", "5.2.0", "bin/configurable-http-proxy")


def pyright() -> list[str]:
    """Return the command that starts the type checker pyright, installing it from npm unless it already is."""
    return from_npm("pyright", PYRIGHT_VERSION, "index.js")


def from_npm(package: str, version: str, script: str) -> list[str]:
    """Install this version of a package from npm unless it is already installed; return the command for its script."""
    folder, node, npm = frontend.node_paths()
    home = BUILD / f"{package}-{version}"
    path = home / "node_modules" / package / script
    with locked():
        if not path.is_file():
            search = f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"
            words = ["install", "--prefix", str(home), "--ignore-scripts", "--no-audit", "--no-fund"]
            command = [str(node), str(npm), *words, f"{package}@{version}"]
            subprocess.run(command, env={**os.environ, "PATH": search}, check=True, stdout=subprocess.DEVNULL)
    return [str(node), str(path)]


def may_install() -> bool:
    """Return True if this process runs as root on a system with apt-get."""
    return os.name == "posix" and os.geteuid() == 0 and shutil.which("apt-get") is not None


def install(program: str) -> None:
    """Try to install a program's packages from Debian."""
    if program == "postgres":  # the tests create their own clusters
        settings = Path("/etc/postgresql-common/createcluster.d/phase10.conf")
        settings.parent.mkdir(parents=True, exist_ok=True)
        settings.write_text("create_main_cluster = false\n", "utf-8")
    from_debian(*PACKAGES[program])


def from_debian(*packages: str) -> None:
    """Try to run `apt-get install` with these packages."""
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for words in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", *packages]):
        subprocess.run(["apt-get", *words], env=env, stdout=subprocess.DEVNULL, check=False)


@contextmanager
def locked() -> Iterator[None]:
    """Let only one process install at any given time; the system releases the lock if that process dies."""
    if os.name != "posix":
        yield
        return
    import fcntl

    BUILD.mkdir(exist_ok=True)
    with LOCK.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
