"""The ``phase10`` command: ``play`` opens the table in a browser, ``lab`` JupyterLab, ``arena`` compares players.

``serve`` serves a class; ``teach`` writes the lessons' pages to print, ``class`` the summary of a class.
"""

from __future__ import annotations

import argparse
import glob
import importlib.util
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import webbrowser
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import FrameType
from typing import IO, TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from .arena import Contest

PACKAGE = Path(__file__).resolve().parent
FIRST_PORT = 8866
START_SECONDS = 60.0
STOP_SECONDS = 10.0
MOST_SHEETS = 500
PUBLIC = (
    "Everybody who can reach this machine can play here: there is no password and no encryption. Each visitor takes "
    "about 65 MB of memory until some minutes after they leave. On the open internet, put a proxy with HTTPS before it."
)
"""What --public means."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 fine, 1 could not start, 2 not understood."""
    options = parser().parse_args(argv)
    if options.command == "play":
        return play(options.host, options.port, open_browser=not options.no_browser)
    if options.command == "lab":
        return lab(options.host, options.port, open_browser=not options.no_browser)
    if options.command == "arena":
        return arena(options)
    if options.command == "teach":
        return teach(options)
    if options.command == "class":
        return sum_up(options)
    if options.command == "serve":
        return serve_class(options)
    parser().print_help()
    return 0


def parser() -> argparse.ArgumentParser:
    """The command line's grammar."""
    top = argparse.ArgumentParser(prog="phase10", description="Phase 10 in the browser and in notebooks.")
    top.add_argument("--version", action="version", version=f"phase10_widgets {installed_version()}")
    commands = top.add_subparsers(dest="command", metavar="command")
    for name, what in (("play", "play in the browser"), ("lab", "open JupyterLab with every widget")):
        command = commands.add_parser(name, help=what, description=what)
        command.add_argument("--host", default="127.0.0.1", help="where to listen (default: this machine only)")
        command.add_argument("--port", type=port_number, default=FIRST_PORT, help="first port to try (%(default)s)")
        command.add_argument("--no-browser", action="store_true", help="print the address and open nothing")
    add_serve(commands)
    add_arena(commands)
    add_teach(commands)
    add_class(commands)
    return top


def add_serve(commands: Any) -> None:
    """The grammar of ``phase10 serve``."""
    what = "serve a class: start page, game, lessons, odds and replays, until Ctrl+C"
    command = commands.add_parser("serve", help="serve a class", description=what)
    command.add_argument("--address", help="where to listen (127.0.0.1: this machine only)")
    command.add_argument("--public", action="store_true", help="listen on every address of this machine, for everybody")
    command.add_argument("--port", type=port_number, default=FIRST_PORT, help="the port (%(default)s)")
    command.add_argument("--base-url", type=base_url, default="/", metavar="PATH", help="the path behind a proxy (/)")
    command.add_argument("--most", type=whole_number, default=60, metavar="N", help="visitors at once (%(default)s)")
    command.add_argument(
        "--ready", type=some_number, default=2, metavar="N", help="games started before anybody comes (%(default)s)"
    )
    command.add_argument(
        "--cull", type=whole_number, default=10, metavar="MINUTES", help="how long after somebody left (%(default)s)"
    )
    command.add_argument("--data", metavar="FOLDER", help='where unfinished games are kept; "none" keeps none')
    command.add_argument("--log", type=Path, metavar="FILE", help="where the log goes (the terminal)")
    command.add_argument(
        "--embed", action="append", default=[], type=site, metavar="SITE", help="a site that may show this in a frame"
    )


def add_arena(commands: Any) -> None:
    """The grammar of ``phase10 arena``."""
    what = "let computer players play many games, and say who is better and how sure that is"
    command = commands.add_parser("arena", help="compare computer players", description=what)
    command.add_argument("players", nargs="+", metavar="player", help="a player's name, such as greedy or random")
    command.add_argument("--edition", default="classic", help="which game they play (%(default)s)")
    command.add_argument(
        "--option", action="append", default=[], type=named_value, metavar="NAME=VALUE", help="a house rule"
    )
    command.add_argument("--games", type=whole_number, help="games at each table (1000; at most 20000 if undecided)")
    command.add_argument("--seats", type=whole_number, help="seats at a table (2); the last player fills seats left")
    command.add_argument("--together", action="store_true", help="all players at one table")
    command.add_argument("--seed", default="1", help="decides all cards (%(default)s)")
    command.add_argument("--jobs", type=whole_number, default=1, help="processes (%(default)s); they change no result")
    command.add_argument("--until-decided", action="store_true", help="stop when one certainly wins more than the rest")
    command.add_argument("--json", type=Path, metavar="FILE", help="write the results there, too")
    command.add_argument("--csv", type=Path, metavar="FILE", help="write the table's rows there, too")


def add_teach(commands: Any) -> None:
    """The grammar of ``phase10 teach``."""
    what = "write pages to print for each lesson: for the teacher, sheets for learners, and the key to them"
    command = commands.add_parser("teach", help="write the lessons' pages to print", description=what)
    command.add_argument("out", type=Path, metavar="OUT", help="a folder; it is made if there is none")
    command.add_argument("--lesson", type=whole_number, metavar="N", help="this lesson only")
    command.add_argument("--seeds", type=sheets_number, default=30, metavar="N", help="how many sheets (%(default)s)")
    command.add_argument("--language", default="en", help="of sheets and key: en or de (%(default)s)")
    command.add_argument("--replace", action="store_true", help="write over files that are there already")


def add_class(commands: Any) -> None:
    """The grammar of ``phase10 class``."""
    what = "sum up the progress files of a class; nothing leaves this computer"
    command = commands.add_parser("class", help="sum up the progress files of a class", description=what)
    command.add_argument("files", nargs="+", metavar="FILE", help="progress files, or folders with such files (*.json)")
    command.add_argument("--out", type=Path, required=True, metavar="PAGE", help="the page to write, as summary.html")
    command.add_argument("--csv", type=Path, metavar="FILE", help="write a table of the learners there, too")
    command.add_argument("--questions", type=Path, metavar="FILE", help="write a table of the questions there, too")
    command.add_argument("--replace", action="store_true", help="write over files that are there already")


def port_number(text: str) -> int:
    """A port as typed.

    >>> port_number("8866")
    8866
    """
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port (1 to 65535)")
    return int(text)


def whole_number(text: str) -> int:
    """A number of things as typed.

    >>> whole_number("2000")
    2000
    """
    if not text.isdecimal() or not 1 <= int(text) <= 10**9:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 1 or more")
    return int(text)


def sheets_number(text: str) -> int:
    """A number of sheets as typed: so many can be printed.

    >>> sheets_number("30")
    30
    """
    number = whole_number(text)
    if number > MOST_SHEETS:
        raise argparse.ArgumentTypeError(f"{MOST_SHEETS} sheets at most, not {number}")
    return number


def some_number(text: str) -> int:
    """A number of things as typed, or none of them.

    >>> some_number("0")
    0
    """
    return 0 if text == "0" else whole_number(text)


def base_url(text: str) -> str:
    """A path as typed, from a slash to a slash.

    >>> base_url("/games/phase10")
    '/games/phase10/'
    """
    if not re.fullmatch(r"/?([\w.~-]+/?)*", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a path, such as /phase10/")
    return f"/{text.strip('/')}/".replace("//", "/")


def site(text: str) -> str:
    """Another site as typed.

    >>> site("https://moodle.school.example")
    'https://moodle.school.example'
    """
    if not re.fullmatch(r"https?://[\w*.-]+(:\d+)?", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a site, such as https://moodle.school.example")
    return text


def named_value(text: str) -> tuple[str, Any]:
    """An option as typed: a switch, a number, a word, or a list with commas (of phases in words, with semicolons).

    >>> named_value("must_lay_down=true"), named_value("phases=1,2,3"), named_value("phases=2 sets of 3; 1 run of 7")
    (('must_lay_down', True), ('phases', [1, 2, 3]), ('phases', ['2 sets of 3', '1 run of 7']))
    """
    name, sign, value = text.partition("=")
    if not (name and sign and value):
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE, such as advance=always")
    if ";" in value or " " in value:
        return name, [part.strip() for part in value.split(";") if part.strip()]
    if value.lower() in {"true", "false"}:
        return name, value.lower() == "true"
    numbers = value.split(",")
    if all(number.isdecimal() for number in numbers):
        return name, [int(number) for number in numbers] if name == "phases" else int(value)
    return name, value


def installed_version() -> str:
    """The installed package's version, or "unknown" when it runs from a bare folder."""
    try:
        return version("phase10_widgets")
    except PackageNotFoundError:
        return "unknown"


def app_home() -> tuple[Path, Path]:
    """The app's notebook and the folder with its ``voila.json``: of the checkout, else of the package."""
    checkout = PACKAGE.parent
    if (checkout / "voila.json").is_file() and (checkout / "notebooks" / "app.ipynb").is_file():
        return checkout / "notebooks" / "app.ipynb", checkout
    return PACKAGE / "notebooks" / "app.ipynb", PACKAGE / "notebooks"


def play(host: str, first_port: int, *, open_browser: bool) -> int:
    """Serve the app with Voilà until Ctrl+C."""
    if not importable("voila", "ipykernel"):
        return refuse("Playing in the browser needs Voilà: pip install 'phase10_widgets[app]'")
    notebook, home = app_home()
    port = choose_port(host, first_port)
    words = ["voila", str(notebook), "--no-browser", f"--Voila.ip={host}", f"--Voila.port={port}"]
    words += ["--Voila.port_retries=0"]
    return serve(words, home, host, port, "Phase 10", open_browser=open_browser)


def serve_class(options: argparse.Namespace) -> int:
    """Serve start page, game, lessons, odds and replays until Ctrl+C."""
    if not importable("voila", "ipykernel"):
        return refuse("Serving a class needs Voilà: pip install 'phase10_widgets[app]'")
    if options.public and options.address:
        return refuse("Say either --public or --address.")
    host = "0.0.0.0" if options.public else options.address or "127.0.0.1"
    if not is_free(host, options.port):
        return refuse(f"Nothing can listen on port {options.port} of {host}: it is in use, or not yours to take.")
    os.environ["JUPYTER_PREFER_ENV_PATH"] = "1"
    if options.data:
        os.environ["PHASE10_DATA"] = options.data if options.data == "none" else str(Path(options.data).resolve())
    try:
        stream = options.log.open("a", encoding="utf-8") if options.log else nullcontext(sys.stderr)
    except OSError as error:
        return refuse(f"The log cannot be written: {error}")
    from .serve import log, notebooks, server

    here = "127.0.0.1" if options.public else host
    with stream as lines, tempfile.TemporaryDirectory(prefix="phase10-") as folder:
        log.begin(lines)
        notebooks.gather(Path(folder))
        print(f"Phase 10: http://{here}:{options.port}{options.base_url}\nStop it with Ctrl+C.", flush=True)
        if options.public:
            print(PUBLIC, flush=True)
        server.run(
            Path(folder),
            version=installed_version(),
            ip=host,
            port=options.port,
            base_url=options.base_url,
            most=options.most,
            ready=options.ready,
            cull=60 * options.cull,
            frames=options.embed,
        )
    return 0


def lab(host: str, first_port: int, *, open_browser: bool) -> int:
    """Serve JupyterLab until Ctrl+C: in a checkout with the gallery open, else in the current folder."""
    if not importable("jupyterlab", "ipykernel"):
        return refuse("Working in notebooks needs JupyterLab: pip install 'phase10_widgets[lab]'")
    gallery = PACKAGE.parent / "notebooks" / "gallery.ipynb"
    home = PACKAGE.parent if gallery.is_file() else Path.cwd()
    path = "lab/tree/notebooks/gallery.ipynb" if gallery.is_file() else "lab"
    port = choose_port(host, first_port)
    token = os.urandom(16).hex()
    words = ["jupyterlab", "--no-browser", f"--ServerApp.ip={host}", f"--ServerApp.port={port}"]
    words += ["--ServerApp.port_retries=0", f"--IdentityProvider.token={token}", *root_allowed()]
    path = f"{path}?token={token}"
    return serve(words, home, host, port, "JupyterLab", open_browser=open_browser, path=path)


def arena(options: argparse.Namespace) -> int:
    """Play the games, print the table, write the files; Ctrl+C ends the games and keeps what was played."""
    from .arena import Contest, PlayerError
    from .editions import edition

    seats = options.seats or 2
    players = options.players + options.players[-1:] * (seats - len(options.players))
    try:
        contest = Contest(
            edition(options.edition, **dict(options.option)),
            players,
            options.games,
            int(options.seed) if options.seed.lstrip("-").isdecimal() else options.seed,
            seats=None if options.together else seats,
            until="decided" if options.until_decided else None,
        )
    except ValueError as error:
        print(f"phase10 arena: {error}", file=sys.stderr)
        return 2
    try:
        run(contest, options.jobs)
    except PlayerError as error:
        return refuse(str(error))
    found = contest.results
    if not found.games:
        return refuse("No game was finished.")
    print(found)
    for file, text in ((options.json, json.dumps(found.to_dict(), indent=1)), (options.csv, found.to_csv())):
        if file is not None:
            file.write_text(text, "utf-8")
    return 0


def teach(options: argparse.Namespace) -> int:
    """Write the pages of the lessons: NN-teacher (HTML and Markdown), NN-sheets and NN-key."""
    from .handouts import key, sheets, teacher_page
    from .teaching import lesson, numbers

    seeds, language = range(1, options.seeds + 1), options.language
    made: dict[Path, str] = {}
    try:
        for number in [options.lesson] if options.lesson else numbers():
            one, start = lesson(number), f"{number:02}"
            page = teacher_page(one)
            made[options.out / f"{start}-sheets.html"] = sheets(one, seeds, language).html()
            made[options.out / f"{start}-key.html"] = key(one, seeds, language).html()
            made[options.out / f"{start}-teacher.html"] = page.html()
            made[options.out / f"{start}-teacher.md"] = page.markdown()
    except ValueError as error:
        print(f"phase10 teach: {error}", file=sys.stderr)
        return 2
    if code := write(made, replace=options.replace):
        return code
    print(f"Wrote {len(made)} files to {options.out}. Open them in a browser, and print them from there:")
    print("NN-teacher.html is for you, NN-sheets.html for learners, NN-key.html has the answers to the sheets.")
    return 0


def sum_up(options: argparse.Namespace) -> int:
    """Write the summary of a class, and say which files could not be read."""
    from .handouts import class_page
    from .teaching import summary

    made = summary(progress_files(options.files))
    for name, why in made.refused:
        print(f"{name}: {why}", file=sys.stderr)
    if not made.people:
        return refuse("There is no file of progress among these, so there is nothing to sum up.")
    texts = {options.out: class_page(made).html()}
    tables = ((options.csv, "learners"), (options.questions, "questions"))
    texts |= {path: made.to_csv(table) for path, table in tables if path is not None}
    if len(texts) < 1 + sum(path is not None for path, _ in tables):
        return refuse("Page and tables need a file each, with names of their own.")
    if code := write(texts, replace=options.replace):
        return code
    told = f"{len(made.people)} file{'s' * (len(made.people) != 1)} read, {len(made.refused)} not"
    print(f"{told}. Open {options.out} in a browser.")
    return 0


def progress_files(names: Iterable[str]) -> list[Path]:
    """The files that are meant: of a folder all ``*.json``, and a pattern such as ``hand-in/*.json`` spelled out."""
    found: list[Path] = []
    for name in names:
        path = Path(name)
        if path.is_dir():
            found += sorted(path.glob("*.json"))
        elif not path.exists() and glob.has_magic(name):
            found += [Path(one) for one in sorted(glob.glob(name))] or [path]
        else:
            found.append(path)
    return list(dict.fromkeys(found))


def write(texts: Mapping[Path, str], *, replace: bool) -> int:
    """Write all of these files, or none if one is there already and may not be replaced; the exit code."""
    there = [path for path in texts if path.exists()]
    if there and not replace:
        more = f" and {len(there) - 1} more" if len(there) > 1 else ""
        return refuse(f"{there[0]}{more}: already there. Add --replace to write over, or name another place.")
    try:
        for path, text in texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8", newline="\n")
    except OSError as error:
        return refuse(f"This could not be written: {error.filename or path}: {error.strerror}")
    for path in there:
        print(f"Replaced {path}.")
    return 0


def run(contest: Contest, jobs: int) -> None:
    """Play a contest on so many processes, with a line that says how far it is where somebody can see it."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    seen = sys.stderr.isatty()

    def tell(done: int, most: int) -> None:
        bar = ("#" * round(30 * done / most)).ljust(30, ".")
        print(f"\r{bar} {done:,} of {most:,} games ", end="", file=sys.stderr, flush=True)

    pool = nullcontext() if jobs == 1 else ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))
    try:
        with pool as executor:
            contest.run(executor=executor, progress=tell if seen else None)
    except KeyboardInterrupt:
        print("\nStopped; this is what was played until then.", file=sys.stderr)
    if seen:
        print(file=sys.stderr)


def root_allowed() -> list[str]:
    """The flag without which JupyterLab refuses to run as root (in a container, for one)."""
    return ["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []


def importable(*modules: str) -> bool:
    """True when every module is installed; nothing is imported.

    >>> importable("json", "no_such_module")
    False
    """
    return all(importlib.util.find_spec(name) is not None for name in modules)


def refuse(sentence: str) -> int:
    """Say why it cannot be done, and return the exit code for that."""
    print(sentence, file=sys.stderr)
    return 1


def choose_port(host: str, first: int) -> int:
    """The first free port from `first` on; says so when it is another one."""
    port = next((port for port in range(first, min(first + 100, 65536)) if is_free(host, port)), first)
    if port != first:
        print(f"Port {first} is in use; taking {port}.")
    return port


def is_free(host: str, port: int) -> bool:
    """True when a server could listen there now."""
    with socket.socket() as probe:
        if os.name == "posix":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def serve(words: list[str], home: Path, host: str, port: int, what: str, *, open_browser: bool, path: str = "") -> int:
    """Run ``python -m <words>`` quietly in `home`, say where it answers, and wait until it is stopped."""
    here = "127.0.0.1" if host in {"", "0.0.0.0"} else host
    address = f"http://{here}:{port}/{path}"
    env = {**os.environ, "JUPYTER_PREFER_ENV_PATH": "1"}
    with tempfile.TemporaryFile() as log:
        server = subprocess.Popen([sys.executable, "-m", *words], cwd=home, env=env, stdout=log, stderr=log)
        try:
            with stoppable():
                if not wait_until_answering(server, here, port):
                    return refuse(f"{what} did not start. Its last words:\n{last_words(log)}")
                print(f"{what}: {address}\nStop it with Ctrl+C.", flush=True)
                if open_browser and has_screen():
                    webbrowser.open(address)
                code = server.wait()
                return refuse(f"{what} stopped by itself. Its last words:\n{last_words(log)}") if code else 0
        except KeyboardInterrupt:
            return 0
        finally:
            stop(server)


@contextmanager
def stoppable() -> Iterator[None]:
    """Lets a plain `kill` end us as Ctrl+C does, so that the server never outlives us."""

    def interrupt(_signal: int, _frame: FrameType | None) -> NoReturn:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def wait_until_answering(server: subprocess.Popen[bytes], host: str, port: int) -> bool:
    """True as soon as the port accepts a connection; False when the server ends first or takes a minute."""
    deadline = time.monotonic() + START_SECONDS
    while server.poll() is None and time.monotonic() < deadline:
        try:
            socket.create_connection((host, port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return True
    return False


def has_screen() -> bool:
    """False on a machine without a display, where opening a browser would start a text browser or fail."""
    displays = ("DISPLAY", "WAYLAND_DISPLAY")
    return sys.platform in {"win32", "darwin"} or any(os.environ.get(name) for name in displays)


def last_words(log: IO[bytes]) -> str:
    """The end of the server's log."""
    log.seek(0)
    return "\n".join(log.read().decode(errors="replace").splitlines()[-20:])


def stop(server: subprocess.Popen[bytes]) -> None:
    """End the server we started, gently first; a second Ctrl+C does not leave it behind."""
    if server.poll() is None:
        server.terminate()
    try:
        server.wait(STOP_SECONDS)
    except (subprocess.TimeoutExpired, KeyboardInterrupt):
        server.kill()
        server.wait()


if __name__ == "__main__":
    sys.exit(main())
