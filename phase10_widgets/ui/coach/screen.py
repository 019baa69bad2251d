"""The coach, which shows a replay, the cost of each decision, and luck and skill."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Unpack

from ... import languages
from ...base.translatable import NumberText, Refusal
from ...coach import Luck, Review
from ...coach.look_back import LookBack
from ...game.game import Game
from ...game.moments import Moments
from ...sessions.saved_game import SaveError, actions_in
from ...sessions.seating import SeatPlan
from ...sessions.session import Session
from ...store.store import Store
from ..replay.screen import ReplayCursor, ReplayScreen, is_record, read_data, replaying
from ..screen import Box, Handler, Refused, file_in, tokens_in
from ..stepped import SteppedWork
from ..table.coach_wire import CoachFound, CoachRound, CoachStart
from ..table.messages_wire import History
from ..table.view_parts import HEIGHT
from ..table.wire import About
from . import history
from .view import curve, cut_note, decision_view, fortune
from .weak_spots import weak_spots

MOST_MOMENTS = 4000
"""The maximum number of moments in a game that the coach reviews; a typical game has 400."""
MOST_ROWS = 5
"""The maximum number of decisions shown per round."""
MOST_FINISHED = 50
"""The maximum number of finished games listed."""
EXAMPLE_PLAYERS = (SeatPlan("Ada", "expert:6"), SeatPlan("Blaise", "greedy"))
EXAMPLE_SEED = 10


class CoachScreen(ReplayScreen):
    """The coach's view of a game.

    Without a game, it offers the current browser's finished games, an example, and a way to open a file. ``review`` and
    ``luck`` contain the full results.
    """

    review: Review
    """Every decision and its cost."""
    luck: Luck
    """Each seat's luck."""

    def __init__(
        self,
        game: Game | Mapping[str, Any] | Session | None = None,
        *,
        language: str | None = languages.ENGLISH,
        height: int = HEIGHT,
        store: Store | None = None,
        home: Callable[[], None] | None = None,
        **box: Unpack[Box],
    ) -> None:
        """Review a game, a record, or a session. The *language* defaults to the browser's preferred one.

        The *height* sets the height of the replay, within the limits for a table. The *store* contains the finished
        games.

        Raises:
            SaveError: the record has an unknown format, is truncated, or breaks a rule; the message says where.
            Refused: the game is too long.
            ValueError: the height is out of range.
        """
        self._empty = game is None
        self._own = _only_person(game)
        self._store = store
        self._looked = False
        self._work: SteppedWork | None = None
        """The review of the next game, which is still being computed."""
        self._coming: ComingGame | None = None
        """The next game, which is being reviewed."""
        super().__init__(
            Game.new("classic") if game is None else game, language=language, height=height, home=home, **box
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the review and luck results as JSON."""
        return {"review": self.review.to_dict(), "luck": self.luck.to_dict()}

    def _show(self, ack: str | None = None) -> None:
        cursor = self._replay.cursor
        if not self._looked:
            _check_length(len(cursor.games))
            look = LookBack(cursor.games)
            for _ in look.steps():
                pass
            self._take(look)
        cursor.review = self.review
        super()._show(ack)

    def _take(self, look: LookBack) -> None:
        """Show these results instead of the current ones."""
        self.review, self.luck, self._chances, self._looked = look.review, look.luck, look.chances, True
        self._end = None if look.is_whole else look.end

    def _about(self) -> About:
        about = super()._about()
        if not self._replay.practicing:
            about["coach"] = self._coach_content()
        if self._follows_browser and self._empty:
            about["asks"] = True
        return about

    def _coach_content(self) -> CoachStart | CoachFound:
        words = self.words
        if self._empty or self._work is not None:
            lead = words.say(
                "Which decisions in a game cost the most? What would have been better? Was the result luck or skill?"
            )
            how = words.say(
                "Choose a finished game, look at an example, or open a file saved from any table or replay."
            )
            start: CoachStart = {"title": words.say("Coach"), "lead": lead, "how": how}
            if self._coming is not None:
                done = NumberText(f"{100 * self._coming.progress:.0f}")
                start["progress"] = words.say("Reviewing the game: {n}%", n=done)
            return start
        content: CoachFound = {
            "title": words.say("Costliest decisions"),
            "lead": words.say(
                "Each decision is shown next to what the expert would have done with the same information. Costs "
                "are measured in turns: a cost of 1 turn is about as bad as losing a turn. Press a decision to see "
                "that moment."
            ),
            "luck": fortune(self.luck, words),
            "curve": curve(self._chances, self._replay.cursor.games, self._own, words),
            "rounds": [found for number in self._rounds() if (found := self._round(number))["rows"] or found["praise"]],
        }
        if self._end is not None:
            content["cut"] = cut_note(self._replay.cursor.games[self._end - 1].state.round, words)
        return content

    def _rounds(self) -> list[int]:
        """Return the numbers of the rounds that contain decisions."""
        return sorted({one.round for one in self.review.decisions})

    def _round(self, number: int) -> CoachRound:
        games, words = self._replay.cursor.games, self.words
        best = self.review.best(round=number, seat=self._own)
        return {
            "title": words.say("Round {round}", round=number),
            "rows": [
                decision_view(one, games, words)
                for one in self.review.costliest(MOST_ROWS, round=number, seat=self._own)
            ],
            "praise": decision_view(best, games, words) if best else None,
        }

    def _open_game(self, game: object, message_id: str) -> None:
        """Review another game, or the data from a file, in short steps."""
        coming = ComingGame(game)
        _check_length(coming.length)
        self.pause()

        def end() -> None:
            self._coming = self._work = None
            assert coming.look is not None
            self._take(coming.look)
            self._seat_plans, self._own, self._empty = coming.seat_plans, _only_person(coming.session), False
            self._replay.open(ReplayCursor(coming.games, back=True), coming.seat_plans)
            self._show(message_id)

        def fail(error: Exception) -> None:
            self._coming = self._work = None
            if "progress" in self.about.get("coach", {}):
                self._show()
            self.refuse(message_id, error if isinstance(error, Refusal) else Refused("failed", self.FAILED))

        self._coming = coming
        self._work = SteppedWork(coming.steps(), end=end, progress=lambda: self._show(message_id), fail=fail)
        self._work.go_on()

    def go_on(self) -> None:
        if self._work is not None:
            self._work.go_on()

    def pause(self) -> None:
        if self._work is not None:
            self._work.pause()

    def _hello(self, content: Mapping[str, Any], message_id: str) -> None:
        """Greet a browser: list its finished games, or send the story of the game under review."""
        if self._empty or self._work is not None:
            self._tell_history(content, message_id)
        else:
            super()._hello(content, message_id)

    def _tell_history(self, content: Mapping[str, Any], message_id: str) -> None:
        """Send a browser its finished games in a message, so that no saved notebook contains their tokens."""
        tokens = tokens_in(content, MOST_FINISHED)
        games = self._store.history(tokens) if self._store else []
        spots = weak_spots([game.report for game in games], self.words)
        self.send(History(kind="history", id=message_id, games=history.finished(games, self.words), spots=spots))

    def _open(self, content: Mapping[str, Any], message_id: str) -> None:
        """Open a finished game from the store, or the example."""
        token = content.get("token")
        if token is None:
            self._open_game(example(), message_id)
            return
        if self._store is None or not isinstance(token, str):
            raise SaveError("This game is no longer stored here.")
        session = self._store.read(token)
        if session.game.to_act is not None:
            raise Refused("wrong_step", "The game is not over yet.")
        self._open_game(session, message_id)

    def _forget(self, content: Mapping[str, Any], message_id: str) -> None:
        """Delete a finished game from the store, and list the others."""
        token = content.get("token")
        if self._store is not None and isinstance(token, str):
            self._store.forget(token)
        self._tell_history(content, message_id)

    def _load(self, content: Mapping[str, Any], message_id: str) -> None:
        """Open another game from a file that the browser sends."""
        self._open_game(read_data(file_in(content)), message_id)

    def _back(self, content: Mapping[str, Any], message_id: str) -> None:
        """Return from a second try to the replay, or from the replay to the list of games."""
        if self._replay.end_practice(message_id):
            return
        if self._work is None and not self._replay.cursor.back:
            raise Refused("wrong_step", "There is nowhere to go from here.")
        self.pause()
        self._work, self._coming, self._empty = None, None, True
        self._show(message_id)

    HANDLERS: ClassVar[Mapping[str, Handler]] = {
        **ReplayScreen.HANDLERS,
        "hello": _hello,
        "open": _open,
        "forget": _forget,
        "load": _load,
        "back": _back,
    }
    ANYTIME: ClassVar[frozenset[str]] = ReplayScreen.ANYTIME | {"load", "open", "forget"}
    ABOUT_STORED_GAMES: ClassVar[frozenset[str]] = frozenset({"hello", "open"})


class ComingGame:
    """A game being prepared for the coach in short steps: replayed if it comes from a file, then reviewed."""

    def __init__(self, game: object) -> None:
        """Accept a session, or the data from a file."""
        self._game = game
        self.session = game if isinstance(game, Session) else None
        """The session, or None if the game is a record or has not been replayed yet."""
        self.games = self.session.games if self.session else Moments()
        self.look: LookBack | None = None
        """The results, or None until the game has been replayed."""

    @property
    def length(self) -> int:
        """The number of moments that the file claims to contain, which may be wrong."""
        game = self._game
        if isinstance(game, Session):
            return len(self.games)
        record = game.get("record") if isinstance(game, Mapping) and not is_record(game) else game
        return 1 + actions_in(record)

    @property
    def progress(self) -> float:
        """The fraction of the game that has been reviewed, from 0 to 1."""
        return self.look.end / len(self.games) if self.look else 0.0

    @property
    def seat_plans(self) -> Sequence[SeatPlan]:
        """The players in seat order; empty for a record, which does not name them."""
        return self.session.seat_plans if self.session else ()

    def steps(self) -> Iterator[None]:
        """Replay and review the game, one step at a time."""
        if not isinstance(self._game, Session):
            self.session, self.games = yield from replaying(self._game)
        self.look = LookBack(self.games)
        yield from self.look.steps()


def _check_length(moments: int) -> None:
    """Raise Refused if a game is too long to review."""
    if moments > MOST_MOMENTS:
        raise Refused(
            "too_long",
            "This game is too long: it has {n} moments, and the limit is {most}.",
            n=moments,
            most=MOST_MOMENTS,
        )


def example() -> Session:
    """Return a finished example game, in which two computer players play five phases."""
    session = Session("classic", EXAMPLE_PLAYERS, EXAMPLE_SEED, phases=[1, 2, 3, 4, 5])
    session.run()
    return session


def _only_person(game: object) -> int | None:
    """Return the seat of the only person in a session, or None if there are several people or none is known."""
    people = game.people if isinstance(game, Session) else ()
    return people[0] if len(people) == 1 else None
