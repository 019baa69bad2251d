"""Compile the modules that a page imports first, in the archives of /pyodide; run by devtools/build/in_pyodide.mjs.

Python in the browser compiles slowly and caches nothing, so every visit would compile these modules again. Only these
are compiled: a compiled module is larger than its source, and most modules in the wheels are never imported.
"""
# mypy: ignore-errors
# ruff: noqa: F704, PLE1142, F821

import hashlib
import importlib
import importlib.util
import json
import marshal
import sys
import zipfile
from pathlib import Path

FOLDER = Path("/pyodide")
SITE = "/lib/python3.14/site-packages/"
LIBRARY = "/lib/python314.zip/"
STARTED = (
    *("piplite.piplite", "pyodide_kernel", "ipywidgets"),
    *("phase10_widgets.widgets.app", "phase10_widgets.course.lesson.learner"),
)
LEFT_OUT = (
    *("pygments/lexers/", "pygments/styles/"),  # other languages
    *("/tests/", "pydoc_data/", "/sphinxext/", ".pyi"),  # tools for programmers
    *(".data/data/", "/labextension/", "/nbextension/", "phase10_widgets/notebooks/"),  # served separately on the site
)
"""Only imported modules of these packages are kept."""
KEPT = ("/python.py", "/special.py", "/default.py", "phase10_widgets/__init__.pyi", "phase10_widgets/odds/__init__.pyi")
"""Files that stay all the same; our public names are loaded by their stubs."""
LONG_AGO = (1980, 1, 1, 0, 0, 0)


def compiled(path: str, source: bytes) -> bytes:
    """Return the module as a compiled file that is valid for this Python version without further checks."""
    code = compile(source, path, "exec", dont_inherit=True)
    flags = (1).to_bytes(4, "little")  # hash-based and unchecked
    return importlib.util.MAGIC_NUMBER + flags + importlib.util.source_hash(source) + marshal.dumps(code)


def compile_in(wheel: Path, home: str, wanted: set[str]) -> None:
    """Rewrite the archive with the wanted modules compiled."""
    with zipfile.ZipFile(wheel) as archive:
        files = {info.filename: archive.read(info) for info in archive.infolist()}
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in files.items():
            if home + name in wanted:
                module = zipfile.ZipInfo(name + "c", LONG_AGO)
                archive.writestr(module, compiled(home + name, content), zipfile.ZIP_DEFLATED)
            elif name.endswith(KEPT) or not any(part in name for part in LEFT_OUT):
                archive.writestr(zipfile.ZipInfo(name, LONG_AGO), content, zipfile.ZIP_DEFLATED)


lock = json.loads((FOLDER / "pyodide-lock.json").read_text())
await load_packages(list(lock["packages"]))
for name in STARTED:
    importlib.import_module(name)
wanted = {str(getattr(module, "__file__", "")) for module in list(sys.modules.values())}
compile_in(FOLDER / "python_stdlib.zip", LIBRARY, wanted)
for package in lock["packages"].values():
    wheel = FOLDER / package["file_name"]
    compile_in(wheel, SITE, wanted)
    package["sha256"] = hashlib.sha256(wheel.read_bytes()).hexdigest()
(FOLDER / "pyodide-lock.json").write_text(json.dumps(lock, indent=1))
