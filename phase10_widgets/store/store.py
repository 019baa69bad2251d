"""The game store, in which a browser looks up its game by a token; the store knows only the token's hash.

On a computer, the store is a file (`file_store`); on the static site, it is a browser database (`browser_store`).
"""

from __future__ import annotations

import hashlib
import json
import logging
import secrets
import time
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from typing import Any, ClassVar, NamedTuple, Self

from ..sessions.saved_game import SaveError
from ..sessions.session import Session

LOG = logging.getLogger(__name__)
KEPT_DAYS = 30
"""The number of days that a game is kept after its last action."""
HISTORY_DAYS = 365
"""The number of days that a finished game's report is kept."""
MOST_OWN_GAMES = 20
"""The maximum number of games that one process adds; each further game replaces the oldest of these and never any
other game."""
MOST_OWN_BYTES = 4_000_000
"""The maximum total size of these games, in bytes; a typical game takes less than 10,000."""
MOST_OWN_REPORTS = 200
"""The maximum number of finished-game reports that one process adds."""


class UnfinishedGame(NamedTuple):
    """An unfinished game that can be resumed."""

    token: str
    edition: str
    round: int
    names: tuple[str, ...]
    age: float
    """The number of seconds since the last action."""


class FinishedGame(NamedTuple):
    """A finished game in the store."""

    token: str
    age: float
    """The number of seconds since the end of the game."""
    report: Mapping[str, Any]
    """The report, as built by ``ui/coach/history.py``."""
    whole: bool
    """True if the game itself is still stored."""


class NoAnswer(OSError):
    """Raised when a store does not answer; its first failure has already been reported."""


class StoredGame(NamedTuple):
    """A game in the store."""

    holder: str
    """The table that owns the game; any other table must stop."""
    touched: float
    """The time of the last action, in seconds since 1970."""
    over: bool
    edition: str
    round: int
    names: tuple[str, ...]
    saved: bytes
    """``Session.to_dict()`` as compressed JSON, including hidden cards."""


class Store(ABC):
    """Stored games and reports on finished games. Every method takes at most a few milliseconds."""

    FAULTS: ClassVar[tuple[type[Exception], ...]] = ()
    """The exceptions raised while the store is temporarily not working."""

    def __init__(self) -> None:
        """Start with no games added by this process."""
        self.address, self.visit = "", secrets.token_hex(8)
        """The owner of added games: pseudonyms for the visitor's address (empty if unknown) and for the visit."""
        self._own: dict[str, int] = {}
        """The games that this process has added, oldest first, with their sizes in bytes."""
        self._own_reports: dict[str, None] = {}
        """The reports that this process has added, oldest first."""

    @property
    def failing(self) -> bool:
        """True while changes wait in memory because they cannot be stored right now."""
        return False

    def shared(self, address: str = "") -> Self:
        """Return a view of this store for another visitor, whose games never replace anyone else's.

        Args:
            address: a pseudonym for the visitor's address that does not reveal it.
        """
        other = copy(self)
        other._own, other._own_reports = {}, {}
        other.address, other.visit = address, secrets.token_hex(8)
        return other

    def put(self, token: str, holder: str, session: Session) -> bool:
        """Store the game's current state; return False if another table has taken it over."""
        game = session.game
        saved = zlib.compress(json.dumps(session.to_dict()).encode(), 1)
        over, names = game.to_act is None, tuple(game.players)
        row = StoredGame(holder, time.time(), over, game.edition.id, game.state.round, names, saved)
        key = _hashed(token)
        if key in self._own or self._is_new(key):
            self._own[key] = len(saved)
            while len(self._own) > MOST_OWN_GAMES or (sum(self._own.values()) > MOST_OWN_BYTES and len(self._own) > 1):
                oldest = next(each for each in self._own if each != key)
                del self._own[oldest]
                self._drop(oldest)
        return self._keep(key, row)

    def _is_new(self, key: str) -> bool:
        try:
            return self._holder(key) is None
        except self.FAULTS:
            return True

    def held(self, token: str, holder: str) -> bool:
        """Return True if no other table has taken over this game."""
        return self._holder(_hashed(token)) in (None, holder)

    def take(self, token: str, holder: str) -> Session:
        """Return the game stored under this token and make *holder* its owner.

        Raises:
            SaveError: the game is gone, or it cannot be read.
        """
        session = self.read(token)
        self._hand_over(_hashed(token), holder)
        return session

    def read(self, token: str) -> Session:
        """Return the game stored under this token.

        Raises:
            SaveError: the game is gone, or it cannot be read.
        """
        try:
            found = self._game(_hashed(token))
        except self.FAULTS as error:
            raise SaveError("The stored games cannot be read right now. Try again in a minute.") from error
        if found is None:
            raise SaveError("This game is no longer stored here.")
        try:
            return Session.from_dict(json.loads(zlib.decompress(found.saved)), substitute=True)
        except (ValueError, zlib.error) as error:
            raise SaveError("The stored game cannot be read: {fault}", fault=error) from error

    def finish(self, token: str, report: Mapping[str, Any]) -> None:
        """Store a finished game's report."""
        key = _hashed(token)
        self._own_reports[key] = None
        if len(self._own_reports) > MOST_OWN_REPORTS:
            oldest = next(iter(self._own_reports))
            del self._own_reports[oldest]
            self._drop_report(oldest)
        self._keep_report(key, time.time(), report)

    def history(self, tokens: Iterable[str]) -> list[FinishedGame]:
        """Return the finished games with these tokens, newest first, omitting games resumed by an undo.

        Games that are currently unreadable are also omitted.
        """
        found = []
        for token in tokens:
            key = _hashed(token)
            try:
                report, game = self._report(key), self._game(key)
            except self.FAULTS:
                continue
            if report is not None and (game is None or game.over):
                age = max(0.0, time.time() - report[0])
                found.append(FinishedGame(token, age, report[1], whole=game is not None))
        return sorted(found, key=lambda game: game.age)

    def offers(self, tokens: Iterable[str]) -> list[UnfinishedGame]:
        """Return the readable unfinished games with these tokens, in the order of the tokens."""
        found = []
        for token in tokens:
            try:
                game = self._game(_hashed(token))
            except self.FAULTS:
                continue
            if game is not None and not game.over:
                age = max(0.0, time.time() - game.touched)
                found.append(UnfinishedGame(token, game.edition, game.round, game.names, age))
        return found

    def forget(self, token: str) -> None:
        """Delete the game and report stored under this token, if they exist."""
        key = _hashed(token)
        self._own.pop(key, None)
        self._own_reports.pop(key, None)
        self._drop(key)
        self._drop_report(key)

    def refresh(self, then: Callable[[], None]) -> None:
        """Call *then* once this store has loaded other tables' changes."""
        then()

    @abstractmethod
    def _keep(self, key: str, game: StoredGame) -> bool:
        """Store a game unless another holder owns it; return True if it was stored."""

    @abstractmethod
    def _hand_over(self, key: str, holder: str) -> None:
        """Make *holder* the game's owner."""

    @abstractmethod
    def _holder(self, key: str) -> str | None:
        """Return a game's owner, or None if there is no such game."""

    @abstractmethod
    def _game(self, key: str) -> StoredGame | None: ...

    @abstractmethod
    def _keep_report(self, key: str, ended: float, report: Mapping[str, Any]) -> None: ...

    @abstractmethod
    def _report(self, key: str) -> tuple[float, Mapping[str, Any]] | None:
        """Return the time when a game ended, in seconds since 1970, and its report without cards.

        See ui/coach/history.py.
        """

    @abstractmethod
    def _drop(self, key: str) -> None:
        """Delete a game."""

    @abstractmethod
    def _drop_report(self, key: str) -> None:
        """Delete a finished game's report."""


class StoreLease:
    """A table's lease on its stored game: the token, and the check that the table still owns the game."""

    def __init__(self, store: Store | None) -> None:
        """Store games in *store*, or store nothing if it is None."""
        self.store = store
        self._holder = new_token()
        self.begin()

    def begin(self) -> None:
        """Start another game, which is stored after its first action."""
        self._token = new_token()
        self.begun = False
        self._stored = False
        """True once the game is stored."""
        self.failing = False
        """True if the last attempt to store the game failed."""

    @property
    def token(self) -> str | None:
        """The token by which the browser looks up the game, or None until the game is stored."""
        return self._token if self._stored else None

    def keep(self, session: Session) -> None:
        """Store the game's current state."""
        if self.store is None or not self.begun:
            return
        try:
            if self.store.put(self._token, self._holder, session):
                self._stored = True
            self.failing = self.store.failing
        except self.store.FAULTS as error:
            if not self.failing:
                LOG.warning("the game could not be stored: %s", error)
            self.failing = True

    def finish(self, report: Mapping[str, Any]) -> None:
        """Store the report on the finished game."""
        if self.store is None or not self.begun:
            return
        try:
            self.store.finish(self._token, report)
        except self.store.FAULTS as error:
            LOG.warning("a game's report could not be stored: %s", error)

    @property
    def lost(self) -> bool:
        """True if another table has resumed this game."""
        if self.store is None or not self.begun:
            return False
        try:
            return not self.store.held(self._token, self._holder)
        except self.store.FAULTS:
            return False

    def take(self, token: object) -> Session:
        """Return the game stored under this token and become its owner.

        Raises:
            SaveError: the game is gone, or it cannot be read.
        """
        if self.store is None or not isinstance(token, str):
            raise SaveError("This game is no longer stored here.")
        session = self.store.take(token, self._holder)
        self._token = token
        self.begun = self._stored = True
        return session

    def offers(self, tokens: Iterable[str]) -> list[UnfinishedGame]:
        """Return the unfinished games with these tokens, or an empty list once this game has begun."""
        if self.store is None or self.begun:
            return []
        return self.store.offers([token for token in tokens if token != self._token])

    def forget(self, token: object) -> None:
        """Delete a game other than the one being played here."""
        if self.store is not None and isinstance(token, str) and token != self._token:
            self.store.forget(token)


def new_token() -> str:
    """Return an unguessable name for a game: 256 random bits."""
    return secrets.token_urlsafe(32)


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
