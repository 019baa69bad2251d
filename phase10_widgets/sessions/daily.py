"""The deal of the day and challenges between friends, with the same cards for everyone.

A deal of the day is a pure function of its date, so it needs no server. A challenge is a deal encoded in a link. Both
use :class:`~phase10_widgets.sessions.shared_deal.Terms`, and in both, the expert plays the same cards
from the same seat as the person.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from typing import Any, NamedTuple

from ..base.integers import seed_from
from ..base.translatable import Refusal, phrase
from ..base.untrusted_json import loads
from ..editions import edition as find_edition
from ..editions import is_registered
from ..rules.edition import Edition
from .seating import SeatPlan, may_sit
from .session import Session
from .shared_deal import FriendResult, Terms

FIRST_DAY = date(2026, 11, 1)
"""The date of the first deal of the day."""
OPPONENTS = ("expert:5", "expert:5")
"""Each day's computer players, which play at medium strength, the default on the setup screen."""
EXPERT = "expert"
"""The player that results are compared with."""
MOST_CODE_CHARACTERS = 4_000
"""The maximum length of a challenge's code, in characters."""
_LABEL = "phase10_widgets: deal of the day"
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_CODE = re.compile(r"[A-Za-z0-9_-]+")
_NO_DATE = phrase("a date must look like 2026-11-23")
_NOT_YET = phrase("the deal for {day} is not out yet; check the date on your device")
_TOO_OLD = phrase("the first deal of the day was the one for {day}")
_DAMAGED = phrase("this link is damaged, so its cards cannot be dealt; ask for a new one")


class DayPlan(NamedTuple):
    """The game for one day of the week."""

    edition: str
    phases: int
    """The number of phases; the first one changes every week."""
    minutes: int
    """The usual length of a game, in minutes; see ``devtools/measure/minutes.py``."""


WEEK = (
    DayPlan("classic", 1, 2),
    DayPlan("standard", 2, 4),
    DayPlan("classic", 2, 5),
    DayPlan("masters", 2, 4),
    DayPlan("flip", 2, 3),
    DayPlan("standard", 3, 6),
    DayPlan("classic", 5, 13),
)
"""The game for each day of the week, starting with Monday: short ones on weekdays, the longest on Sunday."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Everything that determines a game's cards: edition, options, players and seed."""

    edition: Edition
    players: tuple[str | None, ...]
    """The computer player at each seat, or None for the person's own seat."""
    seed: int | str
    day: date | None = None
    """The date if this is a deal of the day, or None for a challenge."""
    friend: FriendResult | None = None
    """The sender's result in a challenge, or None if there is none."""
    changed: bool = False
    """True if the rules or the cards have changed since the sender played, so that results cannot be compared."""

    @property
    def code(self) -> str:
        """The deal as encoded in a link; its seed determines all cards."""
        friend = None if self.friend is None else self.friend.to_list()
        text = _json([2, *self._content(), _rules_hash(self.session("You")), friend])
        return base64.urlsafe_b64encode(text.encode("utf-8", "surrogatepass")).decode().rstrip("=")

    @property
    def key(self) -> str:
        """The key under which a device stores the deal; it reveals nothing about the cards."""
        text = _json(self._content()).encode("utf-8", "surrogatepass")
        return self.day.isoformat() if self.day else sha256(text).hexdigest()[:16]

    def _content(self) -> list[Any]:
        return [self.edition.id, dict(self.edition.options), list(self.players), self.seed]

    def session(self, name: str, *, first: bool = True) -> Session:
        """Return the game for a person with this name; *first* is True for the first attempt."""
        seats = [SeatPlan(name) if player is None else player for player in self.players]
        session = Session(self.edition.id, seats, self.seed, **self.edition.options)
        session.terms = Terms(self.key, self.day is not None, first, friend=None if self.changed else self.friend)
        return session


def plan_of(day: date) -> DayPlan:
    """Return the game for this date's day of the week."""
    return WEEK[day.weekday()]


def deal(day: date) -> Deal:
    """Return the deal for this day, which is the same everywhere and forever.

    >>> deal(date(2026, 11, 23)).edition.id, deal(date(2026, 11, 23)).seed
    ('classic', 496267600)
    """
    plan = plan_of(day)
    edition = find_edition(plan.edition)
    week = day.toordinal() // 7
    start = week % (len(edition.phases) - plan.phases + 1)
    numbers = [phase.number for phase in edition.phases[start : start + plan.phases]]
    seed = int(sha256(f"{_LABEL} {day.isoformat()}".encode()).hexdigest(), 16) % 1_000_000_000
    return Deal(find_edition(plan.edition, phases=numbers), (None, *OPPONENTS), seed, day)


def day_from(text: object, now: datetime | None = None) -> date:
    """Return the date that a browser sent.

    Args:
        text: an ISO date.
        now: the current time, by default this machine's. Somewhere on Earth, it may already be tomorrow.

    Raises:
        Refusal: it is not a date, or its deal is not out yet.
    """
    if not isinstance(text, str) or not _DATE.fullmatch(text):
        raise Refusal(_NO_DATE)
    try:
        day = date.fromisoformat(text)
    except ValueError as error:
        raise Refusal(_NO_DATE) from error
    if day > (now or datetime.now(UTC)).date() + timedelta(days=1):
        raise Refusal(_NOT_YET, day=text)
    if day < FIRST_DAY:
        raise Refusal(_TOO_OLD, day=FIRST_DAY.isoformat())
    return day


def challenge(code: object) -> Deal:
    """Return the deal encoded in a challenge's code.

    >>> sent = Deal(find_edition("classic", phases=[2]), (None, "greedy"), 7)
    >>> challenge(sent.code).seed
    7

    Raises:
        ValueError: the code is damaged, or no such game can be played.
    """
    if not isinstance(code, str) or len(code) > MOST_CODE_CHARACTERS or not _CODE.fullmatch(code):
        raise Refusal(_DAMAGED)
    try:
        match loads(base64.urlsafe_b64decode(code + "=" * (-len(code) % 4)).decode()):
            case [2, str(edition), dict(options), list(players), int() | str() as seed, str(rules), friend]:
                deal = _checked(edition, options, players, seed)
                result = FriendResult.from_list(friend)
                return replace(deal, friend=result, changed=rules != _rules_hash(deal.session("You")))
    except Refusal:
        raise
    except (ValueError, TypeError) as error:
        raise Refusal(_DAMAGED) from error
    raise Refusal(_DAMAGED)


def _checked(edition: str, options: Mapping[str, Any], players: list[Any], seed: int | str) -> Deal:
    """Return this deal if it can be played."""
    known = seed_from(seed)
    if known is None or players.count(None) != 1 or not all(map(may_sit, players)):
        raise Refusal(_DAMAGED)
    found = find_edition(edition, **options)
    found.check_seats(len(players))
    deal = Deal(found, tuple(players), known)
    deal.session("You")  # dealing detects options that do not fit the players
    return deal


def _rules_hash(session: Session) -> str:
    """Return a short hash of a game's rules and of its first deal, which a later version might change.

    Rules with their default value are left out, so that a new option keeps the links that were sent before it.
    """
    edition, state = session.games[0].edition, session.games[0].state
    told = [one for one in fields(edition) if one.name not in ("name", "line")]
    values = {one.name: getattr(edition, one.name) for one in told if getattr(edition, one.name) != one.default}
    rules = {name: value for name, value in values.items() if isinstance(value, bool | int | str | None)}
    cards = [[card.word for card in pile] for pile in (*state.hands, state.draw_pile, state.discard_pile)]
    phases = [[(need.kind, need.size, need.another) for need in phase.needs] for phase in edition.phases]
    return sha256(_json([rules, phases, cards]).encode()).hexdigest()[:12]


def _json(content: Any) -> str:
    return json.dumps(content, separators=(",", ":"), sort_keys=True)


def challenge_of(session: Session) -> Deal | None:
    """Return this game's deal as a challenge, or None if it cannot be one.

    A challenge needs one person, computer players with names, a game that was dealt rather than set up from a position,
    the rules of a registered edition, and a code short enough to fit in a link.
    """
    if not is_registered(session.game.edition):
        return None
    players = tuple(plan.player for plan in session.seat_plans)
    names = tuple(player for player in players if player is None or isinstance(player, str))
    if names != players or names.count(None) != 1 or not session.games[0].events:
        return None
    deal = Deal(session.game.edition, names, session.game.state.seed)
    return deal if len(deal.code) <= MOST_CODE_CHARACTERS else None


def rival(session: Session) -> Session:
    """Return the same game from its first card, with the expert in place of the person."""
    plans = [SeatPlan(plan.name, plan.player or EXPERT) for plan in session.seat_plans]
    edition = session.game.edition
    return Session(edition.id, plans, session.game.state.seed, **edition.options)
