"""A game to learn from: what each decision cost, luck and skill apart, and the replay beside them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from .. import languages
from ..coach import Decision, Luck, Review, luck, review
from ..game import Game
from ..session import Session
from . import view as views
from .replay import Replay, Replaying, read_game
from .wire import Deed, Refused, file_in

MOST_MOMENTS = 4000
"""The longest game that is looked at; a usual one has 400 moments."""
MOST_ROWS = 5
"""So many decisions of each round are shown."""


class Coach(Replay):
    """The coach's view of a game: ``Coach(record)``, ``Coach(game)``, ``Coach.from_file("game.json")``.

    Without a game it waits for a file: "Load a file" in the menu. ``review`` and ``luck`` hold all that was found.
    """

    review: Review
    """Every decision and what it cost."""
    luck: Luck
    """What chance gave each seat."""

    def __init__(
        self, game: Game | Mapping[str, Any] | Session | None = None, *, language: str = languages.ENGLISH
    ) -> None:
        """A game, its record, or a session.

        Raises:
            SaveError: the record is of another format, cut, or breaks a rule; the message says where.
            Refused: the game is too long.
        """
        self._empty = game is None
        self._looked_at: tuple[Game, ...] | None = None
        super().__init__(Game.new("classic") if game is None else game, language=language)

    def to_dict(self) -> dict[str, Any]:
        """All that was found, as JSON: review and luck."""
        return {"review": self.review.to_dict(), "luck": self.luck.to_dict()}

    def _show(self, ack: str | None = None) -> None:
        games, n = self._running().games, len(self._running().games)
        if n > MOST_MOMENTS:
            raise Refused(
                "too_long", "This game is too long: it has {n} moments, {most} at most.", n=n, most=MOST_MOMENTS
            )
        if self._looked_at is not games:
            self.review, self.luck, self._looked_at = review(games), luck(games), games
        about = views.about(games[0].edition, self.words, "replay", sitters=self._sitters)
        self.about = {**about, "coach": self._told()}
        self._turn(ack)

    def _told(self) -> dict[str, Any]:
        words, title = self.words, self.words.say("Coach")
        if self._empty:
            line = words.say("Load a game from a file: the menu has a button for it.")
            return {"title": title, "lines": [line], "rows": []}
        seats = range(len(self.luck.players))
        lines = [*map(self.luck.text, seats), *self.luck.explanation]
        rounds = sorted({one.round for one in self.review.decisions})
        dear = [one for number in rounds for one in self.review.dearest(MOST_ROWS, round=number)]
        rows = [{"at": one.at, "text": self._row(one)} for one in dear]
        return {"title": title, "lines": [words.tell(line) for line in lines], "rows": rows}

    def _row(self, one: Decision) -> str:
        name, said = self.review.players[one.seat], self.words.tell(one.text)
        return self.words.say("Round {round}, {name}: {said}", round=one.round, name=name, said=said)

    def _load(self, content: Mapping[str, Any], said: str) -> None:
        """Another game, from a file that the browser sends."""
        other = Coach(read_game(file_in(content)), language=self.words.language.name)
        self._reel, self._sitters, self._empty = other._reel, other._sitters, False
        self.review, self.luck, self._looked_at = other.review, other.luck, other._looked_at
        other.close()
        self._show(said)

    DEEDS: ClassVar[Mapping[str, Deed]] = {**Replay.DEEDS, "load": _load}
    ANYTIME: ClassVar[frozenset[str]] = Replaying.ANYTIME | {"load"}
