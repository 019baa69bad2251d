"""The table: one game, with Python as the authority and the browser as the view."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Protocol, Unpack

from ... import languages
from ...base.translatable import Refusal
from ...editions import is_registered
from ...game.game import Game
from ...game.moments import RoundResult
from ...players.function import AnyPlayer
from ...rules.edition import Edition
from ...rules.events import Event
from ...rules.options import takes_options
from ...sessions.seating import Seated
from ...sessions.session import Session
from ...store.store import StoreLease
from ...store.user_store import default_store
from ..coach import history
from ..coach.view import advice
from ..deal.deal_part import DealPart, check_may_save, count_hint, terms_part, undo_refusal
from ..own_players import ABSENT, own_players, step_on
from ..replay.screen import REPLAY_HANDLERS, ReplayController, ReplayCursor
from ..screen import Handler, OptionsAndBox, Refused, language_in, tokens_in
from ..wire import SavedFile
from .clock import Clock
from .coach_results import CoachResults
from .event_notes import note_view
from .programmed import ProgrammedTable
from .results_wire import Over, Summary
from .seat_names import told_apart
from .stored_game import StoredGameScreen
from .view import Viewer, clock_content, story, table_content
from .view_parts import HEIGHT, about_view, height_in, named_seat, split_round
from .wire import About, ClockContent, Home, TableContent


class Watcher(Protocol):
    """A spectator of a table."""

    def show(self, events: Sequence[Event], clock: ClockContent) -> None:
        """Show the table after these events; *clock* describes the pace of the game."""


class TableScreen(ProgrammedTable):
    """A game at a table.

    Several people can share the screen: a curtain hides the cards until the next person uncovers them. Every action
    stores the game, so that it can be resumed.
    """

    @takes_options
    def __init__(
        self,
        edition: str | Edition = "classic",
        players: Sequence[Seated] = ("You", "greedy", "greedy"),
        seed: int | str | None = None,
        *,
        pace: float | None = 0.6,
        language: str = languages.ENGLISH,
        session: Session | None = None,
        keeper: StoreLease | None = None,
        home: Callable[[], None] | None = None,
        hints: bool = True,
        height: int = HEIGHT,
        **options: Unpack[OptionsAndBox],
    ) -> None:
        """Start a new game, or continue a *session*.

        Args:
            edition: the edition's id, or an edition; if it is not registered, its games are not stored.
            players: the players in seat order, as in a :class:`Session`; at least one person.
            seed: the seed for all random choices; None draws one.
            pace: the pause between computer players' steps, 0 to 5 seconds; None makes each step wait for "Next step".
            language: the table's language, one of ``languages.names()``.
            session: a game in progress; if given, edition, players, seed and options are ignored.
            keeper: the lease on the stored game; by default, a lease in the user's store.
            home: the action for "New game"; without it, "New deal" starts a new deal at this table.
            hints: True if the coach gives hints and shows costly decisions after each round.
            height: the height of the table in a notebook, in CSS pixels, 360 to 2000; on its own page, the game
                fills the window.
            options: the edition's options by name; a widget also accepts those of any ipywidget: layout, tooltip,
                tabbable.

        Raises:
            ValueError: as for :class:`Session`; also if no person plays, the pace or height is out of range, or the
                language is unknown.
        """
        self._clock = Clock(pace, due=lambda: self._computer_acts, act=self._step_on, refuse=self.refuse)
        self._home = home
        self._replay = ReplayController(self, self._introduce)
        self._hints = hints
        self._height = height_in(height)
        self._coach = CoachResults(self._show_results)
        self._deal_part = DealPart()
        self._own: dict[str, AnyPlayer] = {}
        """The custom players that have played at this table, keyed by label; saved games contain only the labels."""
        self._store_news = []
        self._watchers: weakref.WeakSet[Watcher] = weakref.WeakSet()
        self._begin_listening()
        settings: dict[str, Any] = {**options}
        super().__init__(language, **self._box(settings))
        resumed = session is not None and len(session.games) > 1
        session = session or Session(edition, told_apart(players, self.words), seed, **settings)
        self._keeper = keeper or StoreLease(default_store() if is_registered(session.game.edition) else None)
        self._sit_down(session, resumed=resumed)

    @property
    def session(self) -> Session:
        """The session in progress at this table."""
        return self._session

    @property
    def game(self) -> Game:
        """The current game, including all hidden cards; it never leaves Python."""
        return self._session.game

    def stop(self) -> None:
        """Stop the computer players permanently."""
        self._clock.stop()

    def go_on(self) -> None:
        self._coach.go_on()

    def pause(self) -> None:
        self._coach.pause()

    def new_game(self, seed: int | str | None = None) -> None:
        """Deal a new game for the same seats and options."""
        self._deal(seed)

    def _sit_down(self, session: Session, ack: str | None = None, *, resumed: bool = False) -> None:
        """Switch the table to this new or *resumed* game, covering it first if several people play."""
        if not session.people:
            raise Refusal(
                "no person is playing at this table: give at least one seat a name that does not belong to a "
                "computer player"
            )
        self._clock.stop()
        self._coach.forget()
        self._own |= own_players(session)
        session.seat_own(self._own)
        self._session = session
        self._listen()
        self._you = session.people[0]
        self._ended: RoundResult | None = None
        """The round that has just ended, until the person continues."""
        self._curtain = len(session.people) > 1 and session.game.to_act is not None
        self._clock.paused = False
        self._replay.close()
        self._commit()
        self._introduce()
        absent = [self.words.say(ABSENT, name=name) for name in session.absent]
        self._render(ack, () if resumed else session.game.events, absent)
        self._clock.go_on(at_once=self.AT_ONCE)

    def _deal(self, seed: int | str | None, ack: str | None = None) -> None:
        self._keeper.begin()
        self._sit_down(self._session.again(seed), ack)
        self._welcome(None)

    def _introduce(self) -> None:
        """Send the constant content of the game."""
        session = self._session
        home: Home | None = None if self._home is None else "lost" if self._keeper.store is None else "kept"
        about: About = {
            **about_view(session.game.edition, self.words, self._replay.mode, seat_plans=session.seat_plans, home=home),
            "hints": self._hints or self._replay.practicing,
            "practice": self._replay.practicing,
            "height": self._height,
        }
        self.about = {**about, **terms_part(session)}

    def _commit(self) -> None:
        """Store the game, and cover the table if it is another person's turn."""
        session = self._session
        if session.waits_for_person and session.game.to_act != self._you and self._ended is None:
            self._curtain = True
        self._store()

    def _commit_move(self) -> None:
        """Commit a move, recording the end of the round if the move has ended it."""
        games = self._session.games
        self._ended = games.result_at(len(games) - 1)
        self._deal_part.keep_up(self._session)
        self._commit()
        if self.game.to_act is None:
            self._report()

    def _report(self) -> None:
        """Store the finished game's report, with the grades if only one person played."""
        session = self._session
        seat = session.people[0] if len(session.people) == 1 else None
        found = None if seat is None or not self._hints else self._coach.game(session.games, seat)
        review = found.review if found and found.cut is None else None
        self._keeper.finish(history.report(session.games, seat, review))

    def _show_results(self) -> None:
        """Show the results that the coach has found since the last view."""
        if self.game.to_act is None:
            self._report()
        if not self._replay.is_open and (self._ended is not None or self.game.to_act is None):
            self._render()

    def _render(self, ack: str | None = None, events: Sequence[Event] = (), notes: Sequence[str] = ()) -> None:
        """Send these *events* and updated views to the table and its spectators, changing nothing else."""
        self.send_view(ack, self._content(events, notes))
        self._inform(events)

    def _inform(self, events: Sequence[Event]) -> None:
        """Send the spectators the table and these *events*, and tell the functions that listen."""
        for watcher in self._watchers:
            watcher.show(events, self._clock_content())
        self._tell(events)

    @property
    def _viewer(self) -> Viewer:
        """The person at the screen."""
        alone = len(self._session.people) == 1
        return Viewer(self._you, self._ended, curtain=self._curtain, keeps_hand=alone)

    def _content(self, events: Sequence[Event], notes: Sequence[str]) -> TableContent:
        """Return the table as the person at the screen may see it."""
        undo = not self._curtain and self._may_undo()
        shown = table_content(self._session, self._viewer, self.words, self._clock_content(), events, undo=undo)
        news, self._store_news = self._store_news, []
        return {
            **shown,
            "curtain": named_seat(self.game, self._next_person) if self._curtain else None,
            "events": [*shown["events"], *map(note_view, (*notes, *news))],
            "summary": self._summary(shown["summary"]),
            "over": self._over(shown["over"]),
        }

    def _summary(self, found: Summary | None) -> Summary | None:
        """Return the completed round with the coach's review for the person at the screen."""
        if found is None or self._ended is None or not self._hints:
            return found
        review = self._coach.review(self._session.games, self._ended, self._you, self.words)
        return {**found, "review": review} if review else found

    def _over(self, found: Over | None) -> Over | None:
        """Return the end of the game, with everyone's luck and the coach's review."""
        if found is None:
            return None
        found = self._deal_part.over(found, self._session, self._you, self.words)
        if not self._hints:
            return found
        return self._coach.over(found, self._session.games, self._you, self.words)

    def _clock_content(self) -> ClockContent:
        """Return the pace of the game, which is public."""
        return clock_content(self._session, self._ended, self._clock.pace, paused=self._clock.paused)

    @property
    def _computer_acts(self) -> bool:
        """True if it is a computer player's turn."""
        return self._session.computer_acts and (self._ended is None or self._programmed)

    def _step_on(self, ack: str | None) -> None:
        """Perform one action for a computer player."""
        self._still_ours()
        with self._own_move():
            events, notes = step_on(self._session, self.words)
        self._show_move(ack, events, notes)

    def _show_move(self, ack: str | None, events: Sequence[Event], notes: Sequence[str] = ()) -> None:
        """Store and show a move; if nobody has continued after a round, show the new deal first."""
        dealt = () if self._ended is None else split_round(self._ended.after.events)[1]
        self._commit_move()
        self.send_view(ack, self._content((*dealt, *events), notes))
        self._inform(events)

    def _follow(self, events: Sequence[Event]) -> None:
        if self._replay.is_open:
            self._replay.close()
            self._introduce()
        self._show_move(None, events)

    def _may_undo(self) -> bool:
        """Return True if this is a one-person practice game with an action to undo."""
        return len(self._session.people) == 1 and self._session.can_undo(self._you)

    def _tell_story(self) -> None:
        """Send the events so far, as the person at the screen saw them."""
        if not self._curtain:
            self.send(story(self._session.games, self._viewer, self.words, self.rev))

    def handler(self, kind: str) -> Handler | None:
        return self._replay.handler(kind) or super().handler(kind)

    # messages from the browser

    def _hello(self, content: Mapping[str, Any], message_id: str) -> None:
        """Greet a browser: send the events so far, and offer its unfinished games."""
        self._welcome(message_id, tokens_in(content))
        if not self._replay.is_open:
            self._tell_story()

    def _act(self, content: Mapping[str, Any], message_id: str) -> None:
        if self._curtain or self._ended is not None:
            raise Refused("wrong_step", "Uncover the table first, or continue to the next round.")
        self._still_ours()
        with self._own_move():
            events = self._session.act(self._you, content.get("action", {}))
        self._programmed = False
        self._keeper.begun = True
        self._show_move(message_id, events)
        self._clock.go_on()

    def _undo(self, content: Mapping[str, Any], message_id: str) -> None:
        if self._curtain or self._replay.is_open or not self._may_undo():
            raise undo_refusal(self._session, self._you)
        self._still_ours()
        self._clock.stop()
        with self._own_move():
            self._session.undo(self._you)
        self._ended = None
        self._commit()
        self._render(message_id, notes=[self.words.taken_back(self.game.players[self._you])])

    def _continue(self, content: Mapping[str, Any], message_id: str) -> None:
        if self._replay.is_open:
            raise Refused("wrong_step", "Go back to the table first.")
        self._ended = None
        self._commit()
        _, events = split_round(self.game.events)
        self.send_view(message_id, self._content(events, ()))
        self._inform(())  # the person has seen these events
        self._clock.go_on()

    @property
    def _next_person(self) -> int:
        """The person to act, or the one at the screen while a computer player acts."""
        to_act = self.game.to_act
        return to_act if to_act in self._session.people else self._you

    def _ready(self, content: Mapping[str, Any], message_id: str) -> None:
        if not self._curtain:
            raise Refused("wrong_step", "The table is not covered.")
        self._you = self._next_person
        self._curtain = False
        self._render(message_id)
        self._tell_story()

    def _again(self, content: Mapping[str, Any], message_id: str) -> None:
        if self.game.to_act is not None:
            raise Refused("wrong_step", "The game is not over yet.")
        if content.get("same") is True:
            self._deal(self.game.state.seed, message_id)
        elif self._home is not None:
            self._home()
        else:
            self._deal(None, message_id)

    def _speak(self, content: Mapping[str, Any], message_id: str) -> None:
        self.words = language_in(content)
        self._introduce()
        self._render_again(message_id)
        if not self._replay.is_open:
            self._tell_story()

    def _render_again(self, message_id: str | None) -> None:
        if self._replay.is_open:
            self._replay.show(message_id)
        else:
            self._render(message_id)

    def _save(self, content: Mapping[str, Any], message_id: str) -> None:
        """Answer with a saved-game file, the only message that sends hidden cards (packed) to the browser."""
        if self._curtain:
            raise Refused("wrong_step", "Uncover the table first, or continue to the next round.")
        if self._replay.is_open and self.game.to_act is None:
            self._replay.save(content, message_id)
            return
        check_may_save(self._session)
        state = self.game.state
        name = f"phase10-{state.edition.id}-round-{state.round}.json"
        self.send(SavedFile(kind="file", id=message_id, name=name, text=self._session.save()))

    def _open_replay(self, content: Mapping[str, Any], message_id: str) -> None:
        """Replay a finished game or round from the person's point of view, starting at the moment *at*."""
        games = self._session.games
        if self.game.to_act is None:
            found = self._coach.game(games, self._you) if self._hints else None
            cursor = ReplayCursor(games, back=True)
        elif self._ended is not None and self._hints:
            found = self._coach.round(games, self._ended, self._you)
            cursor = ReplayCursor(
                games.until(self._ended.end), back=True, only=self._you, review=found and found.review
            )
        else:
            raise Refused("wrong_step", "The game is not over yet.")
        if "at" in content:
            cursor.look(self._you)
            cursor.seek(content["at"])
        self._replay.open(cursor, self._session.seat_plans)
        self._introduce()
        self._replay.show(message_id)

    def _hint(self, content: Mapping[str, Any], message_id: str) -> None:
        """Answer with the expert's move, based on what the person at the screen sees."""
        if not self._hints:
            raise Refused("no_hints", "There are no hints at this table.")
        if self._curtain or self._ended is not None:
            raise Refused("wrong_step", "Uncover the table first, or continue to the next round.")
        self.send(advice(self.game.observe(self._you), self.words, message_id))
        count_hint(self._session)
        self._commit()

    def _close_replay(self, content: Mapping[str, Any], message_id: str) -> None:
        """Return from a second try to the replay, or from the replay to the table."""
        if self._replay.end_practice(message_id):
            return
        self._replay.close()
        self._introduce()
        self._render(message_id)
        self._tell_story()

    HANDLERS: ClassVar[Mapping[str, Handler]] = {
        **StoredGameScreen.HANDLERS,
        **REPLAY_HANDLERS,
        "hello": _hello,
        "action": _act,
        "undo": _undo,
        "continue": _continue,
        "ready": _ready,
        "again": _again,
        "language": _speak,
        "save": _save,
        "replay": _open_replay,
        "hint": _hint,
        "back": _close_replay,
    }
    ANYTIME: ClassVar[frozenset[str]] = StoredGameScreen.ANYTIME | {"leave"}
