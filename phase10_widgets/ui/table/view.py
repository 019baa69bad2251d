"""The view of a table for one viewer, built by the same functions for single-screen and shared tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast

from ...game.game import Game
from ...game.moments import Moments, RoundResult
from ...languages.text import Text
from ...rules.events import Event
from ...sessions.session import Session
from .messages_wire import Story
from .observation_view import observation_view
from .own_hand import own_hand
from .results_wire import OwnHand
from .view_parts import (
    base_view,
    between_rounds,
    event_views,
    hidden_view,
    missed_turns,
    named_seat,
    over,
    public_view,
    seat_view,
    split_round,
    story_lines,
    summary,
)
from .wire import ClockContent, HandContent, ObservationView, TableContent


class Viewer(NamedTuple):
    """A viewer of a table, and the limits on what that viewer sees."""

    seat: int | None
    """The seat whose hand the viewer sees, or None for a spectator."""
    ended: RoundResult | None = None
    """The round whose result the viewer sees until they continue."""
    curtain: bool = False
    """True while a curtain hides the table."""
    n_open_rounds: int | None = None
    """The number of rounds that a spectator may see while other tables play the same cards, or None for all rounds."""
    keeps_hand: bool = True
    """True if the screen may keep the hand that the seat was dealt in the last round."""

    @property
    def eyes(self) -> int | None:
        """The seat that sees the cards, or None for a spectator or behind a curtain."""
        return None if self.curtain else self.seat

    @property
    def is_kept_out(self) -> bool:
        """True for a spectator who may not see any cards yet."""
        return self.n_open_rounds is not None

    def results(self, games: Moments) -> Sequence[RoundResult]:
        """Return the rounds whose results this viewer may see."""
        return games.results[: self.n_open_rounds]


def clock_content(session: Session, ended: RoundResult | None, pace: float | None, *, paused: bool) -> ClockContent:
    """Return the public part of a view that concerns computer players.

    Args:
        session: the game.
        ended: the round whose result is shown, while computer players wait.
        pace: the number of seconds between their steps, or None if each step waits for a request.
        paused: True if they are paused.
    """
    thinking = session.game.to_act if session.computer_acts and ended is None else None
    return {"thinking": named_seat(session.game, thinking), "pace": pace, "paused": paused}


def table_content(
    session: Session,
    viewer: Viewer,
    words: Text,
    clock: ClockContent,
    events: Sequence[Event] = (),
    *,
    undo: bool = False,
    stand_in: int | None = None,
) -> TableContent:
    """Return the table as a viewer may see it.

    Args:
        session: the game.
        viewer: the viewer of the table.
        words: the interface text in the viewer's language.
        clock: the part about computer players (see :func:`clock_content`).
        events: the events since the viewer's last view.
        undo: True if the viewer may undo their last action.
        stand_in: the seat at which a computer has just acted for a person.
    """
    games, game, ended = session.games, session.game, viewer.ended
    results = viewer.results(games)
    if viewer.is_kept_out:
        events = ()
    elif ended is not None:  # the next deal is announced when it is shown
        events, _ = split_round(events)
    between = ended is not None or viewer.is_kept_out
    return {
        **base_view(results, _own_hand(games, results, viewer)),
        **_hand_content(game, viewer, results, words),
        **clock,
        "you": viewer.seat,
        "events": event_views(events, game, viewer.eyes, words, stand_in=stand_in),
        "missed": [] if between or viewer.curtain else missed_turns(games),
        "summary": None if ended is None else summary(ended, words),
        "over": None if between else over(games, words),
        "undo": undo,
    }


def story(games: Moments, viewer: Viewer, words: Text, rev: int, stand_ins: Sequence[bool] = ()) -> Story:
    """Return the story so far as a viewer saw it.

    Args:
        games: the game's moments.
        viewer: the viewer of the table.
        words: the interface text in the viewer's language.
        rev: the viewer's current view number.
        stand_ins: for each action, True if a computer took it for a person.
    """
    looks_back = viewer.ended is not None
    if viewer.is_kept_out:
        results = viewer.results(games)
        games, looks_back = games.until(results[-1].end + 1 if results else 0), True
    lines = story_lines(games, viewer.seat, words, summary=looks_back, stand_ins=stand_ins)
    return {"kind": "story", "rev": rev, "lines": lines}


def _own_hand(games: Moments, results: Sequence[RoundResult], viewer: Viewer) -> OwnHand | None:
    """Return the last round's data that the screen may keep."""
    if not viewer.keeps_hand or viewer.seat is None or not results:
        return None
    return own_hand(games, results[-1], viewer.seat)


def _hand_content(game: Game, viewer: Viewer, results: Sequence[RoundResult], words: Text) -> HandContent:
    """Return the observation part of a view, with nothing about the next deal until the viewer continues."""
    if viewer.curtain:
        return hidden_view()
    if viewer.is_kept_out:
        return covered_view(game, results)
    if viewer.seat is None:
        return public_view(game)
    shown = seat_view(game, viewer.seat, words)
    return shown if viewer.ended is None else between_rounds(shown)


def covered_view(game: Game, results: Sequence[RoundResult]) -> HandContent:
    """Return a view for a spectator who may not see any cards: phases, counts, and the scores after these rounds."""
    seen = observation_view(game.observe(None))
    scores = [seat.score for seat in results[-1].after.state.seats] if results else [0] * len(seen["seats"])
    bare = {"laid": [], "backs": "", "skipped": False}
    piles = {
        "hand": "",
        "saved": "",
        "side": "color",
        "discard_pile": "",
        "draw_pile": {**seen["draw_pile"], "back": None},
    }
    seats = [{**seat, **bare, "score": score} for seat, score in zip(seen["seats"], scores, strict=True)]
    return {**hidden_view(), "observation": cast(ObservationView, {**seen, **piles, "seats": seats})}
