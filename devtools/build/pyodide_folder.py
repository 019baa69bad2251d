"""Collect everything for Python in the browser in one folder.

``python -m devtools.build.pyodide_folder NPM_PACKAGE OUT WHEELS ...``

The npm package ``pyodide`` contains the interpreter and the standard library; the packages in its lock file are on a
CDN. This tool writes a new lock file that names wheels from PyPI in the same folder, so that no other server is
contacted.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import zipfile
from email.message import Message
from email.parser import Parser
from pathlib import Path
from typing import Any, NamedTuple

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_wheel_filename
from packaging.version import Version

from devtools import command

INTERPRETER = ("pyodide.mjs", "pyodide.js", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "package.json")
LEFT_OUT = {"parso", "jupyterlab-widgets", "widgetsnbextension", "pexpect", "ptyprocess", "prompt-toolkit", "wcwidth"}
"""Dependencies of ipython and ipywidgets for terminals and servers, which a browser never uses."""
EMPTY = {"jedi": "0.20.1"}
"""A 5 MB package that the kernel imports at startup but needs only for completion; an empty wheel replaces it."""
REPLACED = {"ipython": {"IPython/terminal/embed.py": "embed = InteractiveShellEmbed = None\n"}}
"""A module that IPython imports at startup, together with a hundred others for drawing on a terminal."""
DROPPED = {"phase10-widgets": "phase10_widgets/static/python/"}
"""The folder in our package that contains Python for the browser, which is redundant where Python already runs."""
LONG_AGO = (1980, 1, 1, 0, 0, 0)


class Wheel(NamedTuple):
    """A wheel and its metadata."""

    path: Path
    name: str
    version: Version
    about: Message
    files: tuple[str, ...]

    def needs(self, env: dict[str, str]) -> list[Requirement]:
        """Return the requirements that apply on this system."""
        asked = (Requirement(line) for line in self.about.get_all("Requires-Dist") or ())
        return [one for one in asked if one.marker is None or one.marker.evaluate(env)]

    def imports(self) -> list[str]:
        """Return the names of the modules that the wheel contains."""
        code = (name for name in self.files if name.endswith(".py") and name.count("/") <= 1 and ".d" not in name)
        tops = {name.partition("/")[0].removesuffix(".py") for name in code}
        return sorted(top for top in tops if top.isidentifier())


def read(path: Path) -> Wheel:
    """Open a wheel; raise ValueError if it contains machine code for any system other than the browser."""
    name, version, _, tags = parse_wheel_filename(path.name)
    if all(tag.platform != "any" and "wasm32" not in tag.platform for tag in tags):
        raise ValueError(f"{path.name} is neither pure Python nor made for WebAssembly")
    with zipfile.ZipFile(path) as archive:
        files = archive.namelist()
        metadata = next(one for one in files if one.endswith(".dist-info/METADATA"))
        about = Parser().parsestr(archive.read(metadata).decode())
    return Wheel(path, str(name), version, about, tuple(files))


def empty_wheel(folder: Path, name: str, version: str) -> Path:
    """Create a wheel without modules, which satisfies requirements but cannot be imported."""
    path = folder / f"{name}-{version}-py3-none-any.whl"
    inside = f"{name}-{version}.dist-info/"
    texts = {
        "METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        "WHEEL": "Wheel-Version: 1.0\nGenerator: phase10_widgets\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        "RECORD": f"{inside}METADATA,,\n{inside}WHEEL,,\n{inside}RECORD,,\n",
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for file, text in texts.items():
            archive.writestr(zipfile.ZipInfo(inside + file, LONG_AGO), text)
    return path


def rewrite(path: Path, texts: dict[str, str], dropped: str | None = None) -> None:
    """Replace the contents of these files in a wheel, and omit a folder."""
    with zipfile.ZipFile(path) as archive:
        contents = {info.filename: archive.read(info) for info in archive.infolist()}
    if missing := texts.keys() - contents.keys():
        raise ValueError(f"{path.name} has no file {', '.join(sorted(missing))}")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for file, content in contents.items():
            if dropped is None or not file.startswith(dropped):
                archive.writestr(zipfile.ZipInfo(file, LONG_AGO), texts.get(file, content), zipfile.ZIP_DEFLATED)


def newest(paths: list[Path]) -> dict[str, Wheel]:
    best: dict[str, Wheel] = {}
    for path in paths:
        if canonicalize_name(path.name.partition("-")[0]) in LEFT_OUT | set(EMPTY):
            continue
        wheel = read(path)
        if wheel.name not in best or best[wheel.name].version < wheel.version:
            best[wheel.name] = wheel
    return best


def lock_entry(wheel: Wheel, there: dict[str, Wheel], env: dict[str, str]) -> dict[str, Any]:
    """Return the lock file entry for a wheel; raise ValueError if a requirement is missing or has the wrong version."""
    depends = []
    for need in wheel.needs(env):
        name = canonicalize_name(need.name)
        if name in LEFT_OUT:
            continue
        if name not in there:
            raise ValueError(f"{wheel.path.name} needs {need}, which is missing")
        if name not in EMPTY and not need.specifier.contains(there[name].version, prereleases=True):
            raise ValueError(f"{wheel.path.name} needs {need}, but the version here is {there[name].version}")
        depends.append(name)
    return {
        "name": wheel.name,
        "version": str(wheel.version),
        "file_name": wheel.path.name,
        "install_dir": "site",
        "sha256": hashlib.sha256(wheel.path.read_bytes()).hexdigest(),
        "package_type": "package",
        "imports": wheel.imports(),
        "depends": sorted(set(depends)),
        "unvendored_tests": False,
    }


def make(npm: Path, out: Path, sources: list[Path]) -> None:
    """Recreate the folder; `sources` are wheels or folders of wheels."""
    lock = json.loads((npm / "pyodide-lock.json").read_text("utf-8"))
    python = lock["info"]["python"]
    env = {
        "python_version": python.rpartition(".")[0],
        "python_full_version": python,
        "sys_platform": "emscripten",
        "platform_system": "Emscripten",
        "platform_machine": "wasm32",
        "os_name": "posix",
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
        "extra": "",
    }
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    for name in INTERPRETER:
        shutil.copy2(npm / name, out / name)
    found = [path for source in sources for path in (sorted(source.glob("*.whl")) if source.is_dir() else [source])]
    wheels = newest(found)
    wheels = {name: wheel._replace(path=Path(shutil.copy2(wheel.path, out))) for name, wheel in wheels.items()}
    for name in wheels.keys() & (REPLACED.keys() | DROPPED.keys()):
        rewrite(wheels[name].path, REPLACED.get(name, {}), DROPPED.get(name))
    wheels |= {name: read(empty_wheel(out, name, version)) for name, version in EMPTY.items()}
    lock["packages"] = {name: lock_entry(wheels[name], wheels, env) for name in sorted(wheels)}
    (out / "pyodide-lock.json").write_text(json.dumps(lock, indent=1), "utf-8")


def main() -> None:
    words = command.parser(__doc__)
    words.add_argument("npm", type=Path, metavar="NPM_PACKAGE", help="the folder of the unpacked npm package")
    words.add_argument("out", type=Path, metavar="OUT", help="the folder to recreate")
    words.add_argument("wheels", type=Path, nargs="+", metavar="WHEELS", help="a wheel or a folder of wheels")
    options = words.parse_args()
    make(options.npm, options.out, options.wheels)


if __name__ == "__main__":
    main()
