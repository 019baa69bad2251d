"""Pack the parts of Python that pages need into three archives in /pyodide; devtools/build/in_pyodide.mjs runs this.

Pages load ``light_stdlib.zip`` in place of the whole standard library, and ``light_game.zip`` in place of our wheel and
all its requirements; lessons also load ``light_lessons.zip``. All modules are compiled. If a program imports anything
else, the page loads the whole library (see page-worker.mjs).
"""
# mypy: ignore-errors

import ast
import importlib.util
import json
import logging
import marshal
import random
import struct
import sys
import zipfile
from pathlib import Path

FOLDER = Path("/pyodide")
WHEEL = "phase10_widgets"
LIBRARY = "/lib/python314.zip/"
SITE = "/lib/python3.14/site-packages/"
LESSONS = ("notebooks/", "teaching/")
"""The parts of our package that games never import."""
OTHERS = "others"
LONG_AGO = (1980, 1, 1, 0, 0, 0)


class Player:
    """A page that uses everything a game may import."""

    def __init__(self, language):
        from phase10_widgets.teaching.pages.pages import own_pages
        from phase10_widgets.ui.solo.in_browser import OwnPage

        self.sent, self.count, self.pages = [], 0, own_pages()
        self.page = OwnPage(lambda text: self.sent.append(json.loads(text)), self.pages.open)
        self.page._visits._most = 100
        self.put({"kind": "hello", "v": 1, "visit": None, "start": "setup", "language": language})

    def put(self, message):
        self.page.hear(json.dumps(message))

    def say(self, kind, **fields):
        self.count += 1
        screen = [each for each in self.sent if each["kind"] == "screen"][-1]
        message = {"kind": kind, "v": 1, "id": str(self.count), "rev": self.view.get("rev", 0), **fields}
        self.put({"kind": "say", "screen": screen["screen"], "message": message})

    @property
    def view(self):
        return [each["view"] for each in self.sent if "view" in each][-1]

    def told(self, kind):
        messages = [each["message"] for each in self.sent if "message" in each]
        return [message for message in messages if message["kind"] == kind][-1]

    def play(self, edition, **options):
        """Play a game to the end, replay it, and return to the setup screen."""
        chance = random.Random(edition)
        names = {"A": None, "B": "expert:10", "C": "greedy"}
        players = [{"name": name, "player": player} for name, player in names.items()]
        self.say("start", edition=edition, players=players, options=options, seed=7)
        self.say("hello", tokens=[])
        self.say("pace", seconds=None)
        self.say("hint")
        self.say("save")
        while not self.view["over"]:
            if self.view["summary"]:
                self.say("continue")
            elif self.view["legal"]:
                self.say("action", action=chance.choice(self.view["legal"]))
            else:
                self.say("step")
        self.say("replay")
        self.say("try")
        self.say("back")
        self.say("save")
        self.say("back")
        self.say("leave")

    def study(self, address):
        """Open all screens on a lesson's page."""
        self.put({"kind": "hello", "v": 1, "visit": None, "start": "setup", "page": address, "language": "en"})
        for number in self.pages.read(address).screens:
            self.put({"kind": "look", "screen": number})
            if self.sent[-1]["kind"] != "screen":
                raise SystemExit(f"{address} does not show the output of cell {number}: {self.sent[-1]}")
            hello = {"kind": "hello", "v": 1, "id": "1", "rev": 0, "kept": None, "hands": None}
            self.put({"kind": "say", "screen": number, "message": hello})


def play_everything():
    """Import everything that a game or a lesson may import."""
    from phase10_widgets.editions import EDITIONS
    from phase10_widgets.teaching.code.code_runner import MODULES

    for name in MODULES:
        importlib.import_module(name)

    logging.disable()  # there is no database here
    for language in ("de", "en"):
        player = Player(language)
        player.say("hello", languages=[language], tokens=[], today="2026-11-23", challenge="x")
        player.say("check", edition="classic", options={}, phases=["2 color runs of 2", "1 set of 3 + 1 run of 4", "?"])
        for edition in EDITIONS:
            player.play(edition, phases=[1] if edition != "masters" else [1, 2])
        file = player.told("file")["text"]
        player.say("load", text=file)
        player.say("leave")
        player.say("save", edition="classic", options={}, name="ours")
        player.say("load", text=player.told("file")["text"])
        player.say("daily", day="2026-11-23", first=True)
        player.say("hint")
        player.say("leave")
        player.say("learn")
        player.put({"kind": "hello", "v": 1, "visit": None, "start": "coach", "language": language})
        player.say("hello", tokens=[])
        player.say("open", token=None)
    for address in player.pages:
        player.study(address)


def compiled(path, source):
    """Return the module as a compiled file that this Python version accepts without further checks.

    Docstrings, which nobody reads there, are omitted; assertions are kept.
    """
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node, clean=False):
            first, *others = node.body
            node.body = others or [ast.copy_location(ast.Pass(), first)]
    code = compile(tree, path, "exec", dont_inherit=True)
    flags = (1).to_bytes(4, "little")  # hash-based, unchecked
    return importlib.util.MAGIC_NUMBER + flags + importlib.util.source_hash(source) + marshal.dumps(code)


def pack(name, files):
    with zipfile.ZipFile(FOLDER / name, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, content in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(path, LONG_AGO), content, zipfile.ZIP_DEFLATED)


def read(path):
    with zipfile.ZipFile(path) as archive:
        return {info.filename: archive.read(info) for info in archive.infolist()}


def library(files):
    """Return the standard library modules that have been imported."""
    wanted = {str(getattr(module, "__file__", "")) for module in list(sys.modules.values())}
    found = {}
    for name, content in files.items():
        module = LIBRARY + name.removesuffix("c")
        if module in wanted or module + "c" in wanted:
            done = name.endswith(".pyc")
            found[name if done else name + "c"] = content if done else compiled(module, content)
    others = {module_of(name) for name in files} - {module_of(name) for name in found} - {""}
    return {**found, OTHERS: "\n".join(sorted(others)).encode()}


def module_of(name):
    """Return the name of the module in an archive's file, or an empty string if the file is not a module."""
    path, dot, ending = name.rpartition(".")
    return path.removesuffix("/__init__").replace("/", ".") if dot and ending in ("py", "pyc") else ""


def texts(source):
    """Return all strings in a module."""
    return {node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)}


def catalog(mo, wanted):
    """Return a compiled catalog that contains only the messages with the wanted English strings."""
    n, *starts = struct.unpack_from("<3I", mo, 8)
    pairs = []
    for i in range(n):
        spans = [struct.unpack_from("<2I", mo, start + 8 * i) for start in starts]
        key, value = (mo[at : at + size] for size, at in spans)
        if key.rpartition(b"\x04")[2].partition(b"\0")[0].decode("utf-8") in wanted | {""}:
            pairs.append((key, value))
    tables, strings, at = [b"", b""], b"", 28 + 16 * len(pairs)
    for column in (0, 1):
        for pair in pairs:
            tables[column] += struct.pack("<2I", len(pair[column]), at + len(strings))
            strings += pair[column] + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, at)
    return head + b"".join(tables) + strings


def ours(files):
    """Return the parts of our package that games need and those that only lessons need, with all modules compiled.

    Each part has only the translations that its modules use, except that lessons also have those of the games.
    """
    from phase10_widgets.server.python_files import for_pages, is_for_pages

    inside = {name: name.removeprefix(f"{WHEEL}/") for name in files if name.startswith(f"{WHEEL}/")}
    kept = {name: for_pages(end, files[name]) for name, end in inside.items() if is_for_pages(end)}
    game = {name for name in kept if not inside[name].startswith(LESSONS)}
    return packed_part(kept, game, game), packed_part(kept, kept.keys() - game, kept)


def packed_part(files, names, say):
    """Return the files with these names (modules compiled) and all translations used by the modules in *say*."""
    wanted = set().union(*(texts(files[name]) for name in say if name.endswith(".py")))
    modules = {f"{name}c": compiled(SITE + name, files[name]) for name in names if name.endswith(".py")}
    data = {name: files[name] for name in names if not name.endswith(".py")}
    return {**modules, **data, **{name: catalog(files[name], wanted) for name in files if name.endswith(".mo")}}


lock = json.loads((FOLDER / "pyodide-lock.json").read_text())
wheel = FOLDER / lock["packages"][WHEEL.replace("_", "-")]["file_name"]
stdlib = read(FOLDER / "python_stdlib.zip")
whole = read(wheel)
# Exclude the packages that our wheel requires: everything that the game imports must be here.
for name, content in whole.items():
    path = Path(SITE, name)
    if name.startswith(f"{WHEEL}/") and not name.endswith("/"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
importlib.invalidate_caches()
play_everything()
pack("light_stdlib.zip", library(stdlib))
game, lessons = ours(whole)
pack("light_game.zip", game)
pack("light_lessons.zip", lessons)
