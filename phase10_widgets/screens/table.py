"""The table: one game, with Python as the authority and the browser as the view."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Protocol

from .. import languages
from ..core.edition import Edition
from ..core.events import Event
from ..core.options import takes_options
from ..core.translatable import Refusal, phrase
from ..editions import is_registered
from ..game import Game
from ..moments import RoundResult
from ..players import Choice, Player
from ..session import Seated, Session
from ..store.store import StoreLease
from ..store.user_store import default_store
from ..views import coach as coached
from ..views import history
from ..views import table as views
from ..views.events import note_view
from ..views.own_hand import own_hand
from ..views.protocol.messages import SavedFile, Welcome
from ..views.protocol.table import (
    About,
    ClockContent,
    HandContent,
    Home,
    Over,
    OwnHand,
    Story,
    Summary,
    TableContent,
)
from .clock import Clock, Paced
from .deal import DealPart, check_may_save, count_hint, terms_part, undo_refusal
from .own_players import ABSENT, own_players, step_on
from .replay import REPLAY_HANDLERS, ReplayController, ReplayCursor
from .results import CoachResults
from .screen import Handler, PlayScreen, Refused, file_in, language_in, tokens_in
from .seats import told_apart

NOT_STORED = phrase("This game cannot be stored right now. Save it to a file before you leave.")
STORED_AGAIN = phrase("This game is stored again.")


class Watcher(Protocol):
    """Somebody who watches a table."""

    def show(self, events: Sequence[Event], clock: ClockContent) -> None:
        """Show the table after these events; *clock* is the pace of the game."""


class TableScreen(Paced, PlayScreen):
    """A game at a table.

    Several people share the screen: a curtain hides the cards until the next one uncovers them. Every action saves the
    game in the store (see ``store.py``), so that it can be resumed.
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
        height: int = views.HEIGHT,
        **options: Any,
    ) -> None:
        """Start a new game, or continue a *session*.

        Args:
            edition: the edition's id, or an edition; if it is not registered, its games are not stored.
            players: the players in seat order, as in a :class:`Session`; at least one person.
            seed: the seed of all chance; None draws one.
            pace: seconds between the steps of computer players, 0 to 5; None has each wait for "Next step".
            language: the language of the table, one of ``languages.names()``.
            session: a game in progress; edition, players, seed and options are ignored then.
            keeper: the lease on the stored game; by default one in the user's store.
            home: the action of "New game"; without it "New deal" deals at this table.
            hints: True if the coach gives hints and shows costly decisions after each round.
            height: the height of the table in a notebook, in CSS pixels, 360 to 2000; on a page of its own, the game
                fills the window.
            options: the edition's options by name; a widget also takes those of any ipywidget: layout, tooltip,
                tabbable.

        Raises:
            ValueError: as for :class:`Session`; nobody at the table; a pace or height out of range; an unknown
                language.
        """
        self._clock = Clock(pace, due=lambda: self._computer_acts, act=self._step_on, refuse=self.refuse)
        self._home = home
        self._replay = ReplayController(self, self._introduce)
        self._hints = hints
        self._height = views.height_in(height)
        self._coach = CoachResults(self._show_results)
        self._shared = DealPart()
        self._own: dict[str, Player | Choice] = {}
        """The custom players that have sat here, by their labels; saved games hold only these."""
        self._store_news: list[str] = []
        """A sentence for the next view if the store has begun to fail, or to work again."""
        self._watchers: weakref.WeakSet[Watcher] = weakref.WeakSet()
        super().__init__(language, **self._box(options))
        resumed = session is not None and len(session.games) > 1
        session = session or Session(edition, told_apart(players, self.words), seed, **options)
        self._keeper = keeper or StoreLease(default_store() if is_registered(session.game.edition) else None)
        self._sit_down(session, resumed=resumed)

    @property
    def session(self) -> Session:
        """The session in progress at this table."""
        return self._session

    @property
    def game(self) -> Game:
        """The current game with all hidden cards; it never leaves Python."""
        return self._session.game

    @property
    def pace(self) -> float | None:
        """The pause between the steps of computer players in seconds; None has each wait for "Next step"."""
        return self._clock.pace

    @pace.setter
    def pace(self, seconds: float | None) -> None:
        self._clock.set(seconds)

    def stop(self) -> None:
        """Let the computer players wait for good."""
        self._clock.stop()

    def go_on(self) -> None:
        self._coach.go_on()

    def pause(self) -> None:
        self._coach.pause()

    def new_game(self, seed: int | str | None = None) -> None:
        """Deal a new game for the same seats and options."""
        self._deal(seed)

    def _sit_down(self, session: Session, ack: str | None = None, *, resumed: bool = False) -> None:
        """Play this game here, a new or a *resumed* one; cover it first if several people play."""
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
        self._clock.go_on()

    def _deal(self, seed: int | str | None, ack: str | None = None) -> None:
        self._keeper.begin()
        self._sit_down(self._session.again(seed), ack)
        self._welcome(None)

    def _introduce(self) -> None:
        """Send everything that stays the same for the whole game."""
        session = self._session
        home: Home | None = None if self._home is None else "lost" if self._keeper.store is None else "kept"
        about: About = {
            **views.about(
                session.game.edition, self.words, self._replay.mode, seat_plans=session.seat_plans, home=home
            ),
            "hints": self._hints or self._replay.practicing,
            "practice": self._replay.practicing,
            "height": self._height,
        }
        self.about = {**about, **terms_part(session)}

    def _commit(self) -> None:
        """Store the game, and cover the table if another person is to act; tell the browser of a game first stored."""
        session = self._session
        if session.waits_for_person and session.game.to_act != self._you and self._ended is None:
            self._curtain = True
        failing, known = self._keeper.failing, self._keeper.token
        self._keeper.keep(session)
        if self._keeper.token != known:
            self._welcome(None)
        if self._keeper.failing != failing:
            self._store_news = [self.words.say(STORED_AGAIN if failing else NOT_STORED)]

    def _commit_move(self) -> None:
        """Note whether a move has ended the round, and commit."""
        games = self._session.games
        self._ended = games.result_at(len(games) - 1)
        self._shared.keep_up(self._session)
        self._commit()
        if self.game.to_act is None:
            self._report()

    def _report(self) -> None:
        """Store the report of the game that is over, with the only person's grades."""
        session = self._session
        seat = session.people[0] if len(session.people) == 1 else None
        found = None if seat is None or not self._hints else self._coach.game(session.games, seat)
        review = found.review if found and found.cut is None else None
        self._keeper.finish(history.report(session.games, seat, review))

    def _show_results(self) -> None:
        """Show what the coach has found out in the meantime."""
        if self.game.to_act is None:
            self._report()
        if not self._replay.is_open and (self._ended is not None or self.game.to_act is None):
            self._render()

    def _render(self, ack: str | None = None, events: Sequence[Event] = (), notes: Sequence[str] = ()) -> None:
        """Send the table and its spectators views that announce these *events*; change nothing else."""
        self.send_view(ack, self._content(events, notes))
        self._inform(events)

    def _inform(self, events: Sequence[Event]) -> None:
        """Send the spectators the table and these *events*."""
        for watcher in self._watchers:
            watcher.show(events, self._clock_content())

    def _content(self, events: Sequence[Event], notes: Sequence[str]) -> TableContent:
        """Return the table as the person in front of it may see it."""
        game, session = self.game, self._session
        shown = None if self._curtain else self._you
        if self._ended is not None:  # what the next round brings is told once it is on the table
            events, _ = views.split_round(events)
        happened = views.event_views(events, game, shown, self.words)
        news, self._store_news = self._store_news, []
        return {
            **views.base_view(session.games.results, self._own_hand()),
            **self._hand_content(shown),
            **self._clock_content(),
            "you": self._you,
            "curtain": views.named_seat(game, self._next_person) if self._curtain else None,
            "events": [*happened, *map(note_view, (*notes, *news))],
            "missed": [] if self._curtain or self._ended else views.missed_turns(session.games),
            "summary": self._summary(),
            "over": None if self._ended else self._over(),
            "undo": not self._curtain and self._may_undo(),
        }

    def _hand_content(self, seat: int | None) -> HandContent:
        """Return the part that the seat's observation gives; nothing of the next deal before the round is closed."""
        if seat is None:
            return views.hidden_view()
        found = views.seat_view(self.game, seat, self.words)
        return found if self._ended is None else views.between_rounds(found)

    def _own_hand(self) -> OwnHand | None:
        """Return what the only person at this screen may keep of the last round."""
        games = self._session.games
        if len(self._session.people) != 1 or self._you is None or not games.results:
            return None
        return own_hand(games, games.results[-1], self._you)

    def _summary(self) -> Summary | None:
        """Return the completed round, with the coach's review for the person in front of the table."""
        if self._ended is None:
            return None
        found = views.summary(self._ended, self.words)
        if not self._hints:
            return found
        review = self._coach.review(self._session.games, self._ended, self._you, self.words)
        return {**found, "review": review} if review else found

    def _over(self) -> Over | None:
        """Return the end of the game, with its luck and the coach's review."""
        games = self._session.games
        found = views.over(games, self.words)
        if found is None:
            return None
        found = self._shared.over(found, self._session, self._you, self.words)
        if not self._hints:
            return found
        return self._coach.over(found, games, self._you, self.words)

    def _clock_content(self) -> ClockContent:
        """Return the pace of the game, which is public."""
        return {
            "thinking": views.named_seat(self.game, self.game.to_act) if self._computer_acts else None,
            "pace": self.pace,
            "paused": self._clock.paused,
        }

    @property
    def _computer_acts(self) -> bool:
        """True if a computer player is to act."""
        session = self._session
        return session.game.to_act is not None and not session.waits_for_person and self._ended is None

    def _step_on(self, ack: str | None) -> None:
        """Carry out one action of a computer player."""
        self._still_ours()
        events, notes = step_on(self._session, self.words)
        self._commit_move()
        self._render(ack, events, notes)

    def _may_undo(self) -> bool:
        """Return True in a practice game with one person who has an action to undo."""
        return len(self._session.people) == 1 and self._session.can_undo(self._you)

    def _tell_story(self) -> None:
        """Send the events so far, as the person in front of the table saw them."""
        if not self._curtain:
            lines = views.story(self._session.games, self._you, self.words, summary=self._ended is not None)
            self.send(Story(kind="story", rev=self.rev, lines=lines))

    def _welcome(self, message_id: str | None, tokens: Sequence[str] = ()) -> None:
        """Send the browser the token of this game, and the other games that it may resume."""
        offers = [views.offer_view(offer, self.words) for offer in self._keeper.offers(tokens)]
        self.send(Welcome(kind="welcome", id=message_id, token=self._keeper.token, offers=offers))

    def _still_ours(self) -> None:
        """Refuse to continue if another table has resumed this game."""
        if self._keeper.lost:
            self._clock.stop()
            raise Refused("elsewhere", "This game has moved to another table. Resume it here to keep playing.")

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
            raise Refused("wrong_step", "Uncover the table first, or go on to the next round.")
        self._still_ours()
        events = self._session.act(self._you, content.get("action", {}))
        self._keeper.begun = True
        self._commit_move()
        self._render(message_id, events)
        self._clock.go_on()

    def _undo(self, content: Mapping[str, Any], message_id: str) -> None:
        if self._curtain or self._replay.is_open or not self._may_undo():
            raise undo_refusal(self._session, self._you)
        self._still_ours()
        self._clock.stop()
        self._session.undo(self._you)
        self._ended = None
        self._commit()
        self._render(message_id, notes=[self.words.taken_back(self.game.players[self._you])])

    def _continue(self, content: Mapping[str, Any], message_id: str) -> None:
        if self._replay.is_open:
            raise Refused("wrong_step", "Go back to the table first.")
        self._ended = None
        self._commit()
        _, events = views.split_round(self.game.events)
        self.send_view(message_id, self._content(events, ()))
        self._inform(())  # they have seen these events
        self._clock.go_on()

    @property
    def _next_person(self) -> int:
        """The person to act, or the one in front of the table while a computer player acts."""
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

    def _render_again(self, message_id: str) -> None:
        if self._replay.is_open:
            self._replay.show(message_id)
        else:
            self._render(message_id)

    def _save(self, content: Mapping[str, Any], message_id: str) -> None:
        """Answer with a file. Only here hidden cards reach the browser, packed, because the person asked for them."""
        if self._curtain:
            raise Refused("wrong_step", "Uncover the table first, or go on to the next round.")
        if self._replay.is_open and self.game.to_act is None:
            self._replay.save(content, message_id)
            return
        check_may_save(self._session)
        state = self.game.state
        name = f"phase10-{state.edition.id}-round-{state.round}.json"
        self.send(SavedFile(kind="file", id=message_id, name=name, text=self._session.save()))

    def _load(self, content: Mapping[str, Any], message_id: str) -> None:
        session = Session.load(file_in(content), substitute=True)
        if not session.people:
            raise Refused("nobody", "This game has only computer players, so nobody can play it here.")
        self._keeper.begin()
        self._move_to(session, message_id)

    def _resume(self, content: Mapping[str, Any], message_id: str) -> None:
        self._move_to(self._keeper.take(content.get("token")), message_id)

    def _move_to(self, session: Session, message_id: str) -> None:
        """Switch to another game at this table."""
        self._sit_down(session, message_id, resumed=True)
        self._welcome(None)
        self._tell_story()

    def _forget(self, content: Mapping[str, Any], message_id: str) -> None:
        self._keeper.forget(content.get("token"))
        self._welcome(message_id, tokens_in(content))

    def _open_replay(self, content: Mapping[str, Any], message_id: str) -> None:
        """Replay a finished game or round through the person's own view; *at* is the moment to start at."""
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
        """Answer with the expert's move, based on what the person in front of the table sees."""
        if not self._hints:
            raise Refused("no_hints", "There are no hints at this table.")
        if self._curtain or self._ended is not None:
            raise Refused("wrong_step", "Uncover the table first, or go on to the next round.")
        self.send(coached.advice(self.game.observe(self._you), self.words, message_id))
        count_hint(self._session)
        self._commit()

    def _close_replay(self, content: Mapping[str, Any], message_id: str) -> None:
        """Go back from a moment tried again to the replay, and from the replay to the table."""
        if self._replay.end_practice(message_id):
            return
        self._replay.close()
        self._introduce()
        self._render(message_id)
        self._tell_story()

    HANDLERS: ClassVar[Mapping[str, Handler]] = {
        **PlayScreen.HANDLERS,
        **Paced.HANDLERS,
        **REPLAY_HANDLERS,
        "hello": _hello,
        "action": _act,
        "undo": _undo,
        "continue": _continue,
        "ready": _ready,
        "again": _again,
        "language": _speak,
        "save": _save,
        "load": _load,
        "resume": _resume,
        "forget": _forget,
        "replay": _open_replay,
        "hint": _hint,
        "back": _close_replay,
    }
    ANYTIME: ClassVar[frozenset[str]] = PlayScreen.ANYTIME | {"leave", "pace", "pause", "load", "resume", "forget"}
    ABOUT_STORED_GAMES: ClassVar[frozenset[str]] = frozenset({"hello", "resume"})
