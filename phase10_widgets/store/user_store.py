"""The user's store: the default place for games."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable
from functools import cache

from .place import ANYWHERE, default_path
from .store import Store

LOG = logging.getLogger(__name__)


def default_store() -> Store | None:
    """Return the user's store, or None if games cannot be stored."""
    return _opened(os.environ.get(ANYWHERE))


def when_fresh(then: Callable[[], None]) -> None:
    """Call *then* once the user's store has loaded other tables' changes, either immediately or a moment later."""
    store = default_store()
    if store is None:
        then()
    else:
        store.refresh(then)


@cache
def _opened(folder: str | None) -> Store | None:
    if folder == "none":
        return None
    if sys.platform == "emscripten":  # Python in the browser has no sqlite3, and its files vanish with the page
        from .browser_store import BrowserStore, IndexedDatabase

        return BrowserStore(IndexedDatabase())
    try:
        from .file_store import FileStore
    except ImportError:  # Python was built without sqlite3
        return None
    try:
        return FileStore(default_path(folder))
    except (OSError, *FileStore.FAULTS) as error:
        LOG.warning("the kernel cannot store games: %s", error)
        return None
