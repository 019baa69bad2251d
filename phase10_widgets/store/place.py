"""The location of a user's stored games."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

ANYWHERE = "PHASE10_DATA"
"""The environment variable that names another folder for stored games, or is "none" to store none."""


def default_path(folder: str | None) -> Path:
    """Return the path of the user's store, in this folder or in the user's data folder.

    Raises:
        OSError: this user has no home folder, because HOME is not set and the system does not know the user.
    """
    import platformdirs

    try:
        found = Path(folder or platformdirs.user_data_dir("phase10_widgets", appauthor=False))
    except RuntimeError:  # there is no home directory
        found = Path("~")
    if found.parts[:1] == ("~",):  # older versions of platformdirs leave the ~ unchanged
        raise FileNotFoundError(f"this user has no home folder; set {ANYWHERE} to another folder")
    return found / "games.sqlite3"


def claim(path: Path) -> None:
    """Ensure that a file belongs to the user and that nobody else can read it; create it if it does not exist.

    SQLite applies the same mode to the companion files, which contain the latest games.

    Raises:
        OSError: the file is a link, belongs to another user, or is in a folder that another user may change.
    """
    if os.name == "nt":
        return  # a user's folders are private there
    folder, user = path.parent.stat(), os.getuid()
    writable = folder.st_mode & stat.S_IWOTH and not folder.st_mode & stat.S_ISVTX
    if writable or (user and folder.st_uid not in (user, 0)):
        raise PermissionError(f"another user can change {path.parent}, where games would be stored")
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600))
    for file in (path, *[path.with_name(path.name + end) for end in ("-wal", "-shm")]):
        with contextlib.suppress(FileNotFoundError):
            found = file.lstat()
            if not stat.S_ISREG(found.st_mode) or found.st_uid != user:
                raise PermissionError(f"{file} is a link or belongs to another user, so games are not stored there")
            file.chmod(0o600)
