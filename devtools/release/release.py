"""Check a release before publishing it: ``make release-check``.

Build the committed files from scratch, as anyone else would; inspect the wheel, install it into a new environment, and
use it. Each fault is one line of output, and the exit code is 1 if there are any faults. This script uses only the
standard library: the tools (group ``release``) are installed into an environment under ``build/release``.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.request
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from devtools.build.frontend import LOADED
from devtools.build.venv import packages

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / "build" / "release"
DIST = WORK / "dist"
VERSION = re.compile(r'(?m)^__version__ = "(.+)"$')
CITED = re.compile(r'(?m)^version: "?([^"\n]+?)"?$')
CITED_DAY = re.compile(r'(?m)^date-released: "?(\d{4}-\d\d-\d\d)"?$')
HEADING = re.compile(r"(?m)^## (?:(Unreleased)|(\S+) \((\d{4}-\d\d-\d\d)\))$")
FRONT_END_SOURCES = (".ts", ".svelte", ".map", ".built-from.json", "package.json", "package-lock.json")
NEVER = ("node_modules/", "__pycache__/", ".ipynb_checkpoints/", ".hypothesis/")
NEEDED = (
    *(f"static/python/{name}" for name in (*LOADED, "pyodide-lock.json", "NOTICE.txt")),
    *("py.typed", "languages/de/LC_MESSAGES/phase10_widgets.mo", "languages/browser_texts.js"),
    *("notebooks/voila.json", "notebooks/lessons/index.ipynb"),
    *(f"notebooks/{name}.ipynb" for name in ("app", "bots", "gallery", "odds", "replay", "tournament")),
)
"""Files other than modules and scripts that the package needs at run time, by their path inside the package."""
NOTEBOOKS = ("lessons", "docs/analyses")
COMMAND = "phase10_command.py"
"""The only module outside the package."""
GAME = """
import phase10_widgets as p10

session = p10.Session("classic", ["greedy", "expert:2"], 7)
session.run()
assert session.game.to_act is None and p10.odds.deal("classic", phase=1).percent
table = p10.Table("flip", players=["Ana", "greedy"], seed=7)
assert len(table._esm) > 50_000 and len(table._css) > 5_000
print(p10.__version__)
"""
"""A test program: a whole game, an exact chance, and a widget with its script."""
SECONDS = 60.0


def words_faults(root: Path) -> Iterator[str]:
    """Yield version and date mismatches, and omissions from the changelog."""
    version = only(VERSION, root / "phase10_widgets" / "__init__.py")
    cited, day = only(CITED, root / "CITATION.cff"), only(CITED_DAY, root / "CITATION.cff")
    if cited != version:
        yield f"CITATION.cff says version {cited}, but the package says {version}"
    text = (root / "CHANGELOG.md").read_text("utf-8")
    headings = list(HEADING.finditer(text))
    ends = [heading.start() for heading in headings[1:]] + [len(text)]
    pairs = zip(headings, ends, strict=True)
    sections = {heading[1] or heading[2]: text[heading.end() : end].strip() for heading, end in pairs}
    days = {heading[2]: heading[3] for heading in headings}
    if sections.get("Unreleased"):
        yield f"CHANGELOG.md: the entries under Unreleased belong to {version}"
    if not sections.get(version):
        yield f"CHANGELOG.md has nothing under {version}"
    elif days[version] != day:
        yield f"CHANGELOG.md dates {version} {days[version]}, but CITATION.cff says {day}"


def only(pattern: re.Pattern[str], path: Path) -> str:
    """Return the pattern's only match in a file, or "nothing"."""
    found = pattern.findall(path.read_text("utf-8"))
    return str(found[0]) if len(found) == 1 else "nothing"


def wheel_faults(wheel: Path, root: Path, machine: Iterable[str]) -> Iterator[str]:
    """Yield files that the wheel lacks or should not contain, and files that reveal the machine that built it."""
    with zipfile.ZipFile(wheel) as archive:
        files = {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}
    for name in sorted(needed(root) - set(files)):
        yield f"{wheel.name} lacks {name}"
    yield from surplus(wheel.name, files)
    for name in sorted(files):
        if name.endswith(FRONT_END_SOURCES) or not (name == COMMAND or re.match(r"phase10_widgets[/-]", name)):
            yield f"{wheel.name} contains {name}"
    yield from told_paths(wheel.name, files, machine)
    yield from repeated(wheel.name, files)
    version = only(VERSION, root / "phase10_widgets" / "__init__.py")
    if not wheel.name.startswith(f"phase10_widgets-{version}-"):
        yield f"{wheel.name} is not version {version}"


def sdist_faults(sdist: Path, root: Path, machine: Iterable[str]) -> Iterator[str]:
    """Yield the same types of faults in the source archive, from which the wheel is built without Node."""
    with tarfile.open(sdist) as archive:
        members = {member.name.partition("/")[2]: member for member in archive if member.isfile()}
        files = {name: archive.extractfile(member).read() for name, member in members.items()}  # type: ignore[union-attr]
    built = {name for name in needed(root) if "/static/" in name}
    for name in sorted({*built, "pyproject.toml", "hatch_build.py", "LICENSE", "CITATION.cff"} - set(files)):
        yield f"{sdist.name} lacks {name}"
    yield from surplus(sdist.name, files)
    yield from told_paths(sdist.name, files, machine)


def needed(root: Path) -> set[str]:
    """Return every module, script and file that the package needs at run time."""
    package = root / "phase10_widgets"
    modules = {COMMAND, *(path.relative_to(root).as_posix() for path in package.rglob("*.py"))}
    entries = json.loads((package / "frontend" / "entries.json").read_text("utf-8"))["entries"]
    folders = (root / name for name in NOTEBOOKS)
    notebooks = {path.relative_to(root).as_posix() for folder in folders for path in folder.rglob("*.ipynb")}
    names = {*NEEDED, *(f"static/{name}.js" for name in entries), "static/table.css"}
    names |= {f"notebooks/{name}" for name in notebooks if ".ipynb_checkpoints" not in name}
    templates = (path.relative_to(package).as_posix() for path in package.rglob("templates/**/*.*"))
    names |= {name for name in templates if not name.startswith("server/templates/voila/")}
    return {name for name in modules if "/frontend/" not in name} | {f"phase10_widgets/{name}" for name in names}


def surplus(where: str, files: Mapping[str, bytes]) -> Iterator[str]:
    """Yield files that should not be shipped."""
    for name in sorted(files):
        if any(part in name for part in NEVER) or re.match(r"tests?/", name):
            yield f"{where} contains {name}"


def repeated(where: str, files: Mapping[str, bytes]) -> Iterator[str]:
    """Yield files that are there twice. Only Voilà's template repeats some, because it serves its own folder alone."""
    first: dict[bytes, str] = {}
    for name, content in sorted(files.items()):
        if content and "/share/jupyter/voila/" not in name and first.setdefault(content, name) != name:
            yield f"{where} contains {name}, which equals {first[content]}"


def told_paths(where: str, files: Mapping[str, bytes], machine: Iterable[str]) -> Iterator[str]:
    """Yield files that contain the path of a folder on the machine that built them, except Pyodide's files."""
    for folder in machine:
        for name, content in sorted(files.items()):
            if folder.encode() in content and "/static/python/" not in name:
                yield f"{where}: {name} names {folder}"


def machine_words() -> list[str]:
    """Return folders that exist only on this machine, such as home folders, except those directly below the root."""
    own = [path for path in (Path.home(),) if len(path.parts) > 2]
    return sorted({str(ROOT), tempfile.gettempdir() + "/", *(f"{path}/" for path in own)})


def twin_faults(files: Iterable[Path], twins: Path) -> Iterator[str]:
    """Yield files that are not identical in a second build."""
    for path in files:
        if digest(path) != digest(twins / path.name):
            yield f"{path.name} differs when it is built again"


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def run(*words: str | Path, cwd: Path = ROOT) -> str:
    """Run a command without our Python's settings and return its output; if it fails, print the output and exit."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run([str(word) for word in words], cwd=cwd, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, words))}\n{done.stdout}{done.stderr}")
    return done.stdout


def environment(folder: Path, *wanted: str | Path) -> Path:
    """Create an environment with these packages and return its folder of programs."""
    shutil.rmtree(folder, ignore_errors=True)
    run(sys.executable, "-m", "venv", folder)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    run(programs / "python", "-m", "pip", "install", "-qq", "--disable-pip-version-check", *wanted)
    return programs


def tools() -> Path:
    """Return the programs of the group ``release``, installing them if they are missing or outdated."""
    wanted, folder = packages("release"), WORK / "tools"
    stamp = folder / ".installed"
    if not stamp.is_file() or stamp.read_text("utf-8") != "\n".join(wanted):
        environment(folder, *wanted)
        stamp.write_text("\n".join(wanted), "utf-8")
    return folder / ("Scripts" if os.name == "nt" else "bin")


def build(python: Path) -> Iterator[str]:
    """Build the committed files from scratch, and then the working copy; the results must be identical."""
    for folder in (DIST, WORK / "export", WORK / "again"):
        shutil.rmtree(folder, ignore_errors=True)
    export = WORK / "export"
    export.mkdir(parents=True)
    run("git", "archive", "-o", WORK / "export.tar", "HEAD")
    with tarfile.open(WORK / "export.tar") as archive:
        archive.extractall(export, filter="data")
    run(python, "-m", "build", "--outdir", DIST, export)
    run(python, "-m", "build", "--outdir", WORK / "again", ROOT)
    yield from twin_faults(sorted(DIST.iterdir()), WORK / "again")


def use(wheel: Path) -> Iterator[str]:
    """Install the wheel, and play from Python and the command line; install the extra ``app``, and start a server."""
    version = wheel.name.split("-")[1]
    programs = environment(WORK / "clean", wheel)
    if (output := run(programs / "python", "-I", "-W", "error", "-c", GAME, cwd=WORK).strip()) != version:
        yield f"phase10_widgets.__version__ is {output}, but the wheel's version is {version}"
    if (output := run(programs / "phase10", "--version", cwd=WORK).strip()) != f"phase10_widgets {version}":
        yield f"phase10 --version says {output}"
    output = run(programs / "phase10", "arena", "greedy", "random", "--games", "4", "--option=phases=1", cwd=WORK)
    if "4 games" not in output:
        yield f"phase10 arena says {output}"
    run(programs / "phase10", "teach", WORK / "clean" / "pages", "--lesson", "3", "--seeds", "2", cwd=WORK)
    run(programs / "python", "-m", "pip", "install", "-qq", "--disable-pip-version-check", f"{wheel}[app]")
    yield from serve_faults(programs, version)


def serve_faults(programs: Path, version: str) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    words = [str(programs / "phase10"), "serve", f"--port={port}", "--data=none"]
    with subprocess.Popen(words, cwd=WORK, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            health = json.loads(answer(f"http://127.0.0.1:{port}/health"))
            if (health["status"], health["version"]) != ("ok", version):
                yield f"phase10 serve describes itself as {health}"
            if "not affiliated with Mattel" not in answer(f"http://127.0.0.1:{port}/"):
                yield "the start page does not say that this is unofficial"
        finally:
            server.terminate()


def answer(address: str) -> str:
    deadline = time.monotonic() + SECONDS
    while True:
        try:
            with urllib.request.urlopen(address, timeout=SECONDS) as page:
                return str(page.read().decode())
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)


def main() -> int:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    began, faults = time.monotonic(), list[str]()

    def look(what: str, found: Iterable[str]) -> None:
        before = len(faults)
        for fault in found:
            faults.append(fault)
            print(f"  {fault}", flush=True)
        how = "fine" if len(faults) == before else "see above"
        print(f"[{time.monotonic() - began:3.0f} s] {what}: {how}", flush=True)

    WORK.mkdir(parents=True, exist_ok=True)
    status = run("git", "status", "--porcelain").splitlines()
    look("everything is committed", (f"not committed: {line}" for line in status))
    look("version, date and changelog agree", words_faults(ROOT))
    programs = tools()
    run(programs / "cffconvert", "--validate", "--infile", ROOT / "CITATION.cff")
    look("CITATION.cff is valid", ())
    look("two builds are identical", build(programs / "python"))
    (wheel,), (sdist,) = DIST.glob("*.whl"), DIST.glob("*.tar.gz")
    run(programs / "twine", "check", "--strict", wheel, sdist)
    run(programs / "check-wheel-contents", wheel)
    look("twine and check-wheel-contents", ())
    look("contents of the wheel", wheel_faults(wheel, ROOT, machine_words()))
    look("contents of the source archive", sdist_faults(sdist, ROOT, machine_words()))
    look("installed and used", use(wheel))
    for path in (wheel, sdist):
        print(f"{digest(path)}  {path.relative_to(ROOT)}  {path.stat().st_size / 1e6:.1f} MB")
    if "/OWNER/" in (ROOT / "pyproject.toml").read_text("utf-8"):
        print("The publisher must still enter the repository's owner in pyproject.toml.")
    print("Not ready: see above." if faults else "Ready. docs/release.md says what comes next.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
