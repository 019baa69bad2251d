"""Shared deals at a table: the terms, the expert's game at the same seat, and the result."""

from __future__ import annotations

from dataclasses import replace

from ...base.translatable import Refusal, Translatable, phrase
from ...editions import is_registered
from ...languages.text import Text
from ...sessions import daily
from ...sessions.session import Session
from ...sessions.shared_deal import SEALED, SEEN
from ..screen import Refused
from ..table.results_wire import Over
from .view import deal_over, friend_of, terms_view
from .wire import DealTerms

STEPS = 2
"""The number of actions in the expert's game per action at the table; with 2, both games end at about the same time.

The slowest action takes 25 ms, which nobody notices. If Python runs in a browser, a whole game takes up to 0.3 s, or
several times that on a phone.
"""

NOT_REGISTERED = phrase(
    "A saved game of '{edition}' could not be opened again, because this edition is not registered. "
    "Register it with p10.register under a unique id."
)


class DealPart:
    """The parts of a table that only shared deals need: the terms and the expert's game."""

    def __init__(self) -> None:
        """Start with no game."""
        self._session: Session | None = None
        self._rival: Session | None = None

    def keep_up(self, session: Session) -> None:
        """Advance the expert's game by a few actions."""
        rival = self._rival_of(session)
        for _ in range(STEPS):
            if rival is None or rival.game.to_act is None:
                return
            rival.step()

    def over(self, found: Over, session: Session, seat: int, words: Text) -> Over:
        """Return the end-of-game content with a link to share and a comparison with the expert."""
        terms, deal, rival = session.terms, daily.challenge_of(session), self._rival_of(session)
        if deal is not None and not (terms and terms.daily):
            with_result = replace(deal, friend=friend_of(session, seat)).code
            found = {**found, "challenge": with_result if len(with_result) <= daily.MOST_CODE_CHARACTERS else deal.code}
        if terms is None or rival is None:
            return found
        rival.run()
        return {**found, "deal": deal_over(session, rival, terms, seat, words)}

    def _rival_of(self, session: Session) -> Session | None:
        if session.terms is None:
            return None
        if self._session is not session or self._rival is None:
            self._session, self._rival = session, daily.rival(session)
        return self._rival


def terms_part(session: Session) -> dict[str, DealTerms]:
    """Return a shared deal's terms, which are part of a game's constant content; empty for any other game."""
    return {} if session.terms is None else {"deal": terms_view(session.terms)}


def count_hint(session: Session) -> None:
    """Count a hint if the game is a shared deal."""
    if session.terms is not None:
        session.terms = session.terms.hinted()


def check_may_save(session: Session) -> None:
    """Refuse to save a file that could not be loaded again, or that would reveal hidden cards in a shared deal."""
    edition = session.game.edition
    if not is_registered(edition):
        raise Refused("not_registered", NOT_REGISTERED, edition=Translatable(edition.name))
    if session.terms is not None and session.game.to_act is not None:
        raise Refused("sealed", SEALED)


def undo_refusal(session: Session, seat: int) -> Refusal:
    """Return the reason why a seat's last decision cannot be undone."""
    if session.has_seen_more(seat):
        return Refused("seen", SEEN)
    return Refused("nothing_to_undo", "There is nothing to undo.")
