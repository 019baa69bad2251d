"""A tournament of computer players: win rates, intervals, and ratings, updated while the games are played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from time import perf_counter
from typing import Any, ClassVar, NamedTuple, Unpack

from ... import arena, languages
from ... import players as registry
from ...arena.entrants import Entrant, entrants
from ...arena.ratings import Rating
from ...base.translatable import phrase
from ...editions import edition as find_edition
from ...languages.number_text import number
from ...languages.text import Text
from ...odds.estimate import Estimate
from ...rules.edition import Edition
from ...rules.options import takes_options
from ..drawn.markup import Html
from ..drawn.static_html import fold, line
from ..drawn.static_numbers import page, table
from ..interactive import SLICE, Input, whole_number
from ..odds.numbers_screen import NumbersScreen
from ..screen import Handler, OptionsAndBox, Refused
from .wire import Entry, TournamentAbout, TournamentContent, TournamentPhase, TournamentRow, TournamentShare

MOST_GAMES = 10_000
"""The maximum number of games at each table."""
MOST_PLAYERS = 8
REST = 0.3
"""The minimum time between views during play, in seconds."""
SHARE = 8
"""The minimum time between views, as a multiple of the time that the previous view took."""
_GAMES = phrase("Each table can play {low} to {high} games, not {value}.")
_SEED = phrase("The seed must be a whole number from {low} to {high}, not {value}.")
_PLAYERS = phrase("2 to {most} players can take part.")
_NO_SUCH = phrase("There is no player called {name}.")
_SWITCH = phrase("This setting must be either on or off.")


class TournamentPlan(NamedTuple):
    """The players and the length of a tournament."""

    edition: Edition
    players: tuple[str, ...]
    """The entrants' names; a name may appear twice."""
    games: int
    together: bool
    """True for one table with all players instead of one for every pair."""
    decided: bool
    """True to stop a table once it is clear that a player wins more than an even share."""
    seed: int


class Tournament(NumbersScreen):
    """Games between computer players, live: ``Tournament("classic", ["expert", "greedy"], games=1000)``.

    ``shown.start()`` and ``shown.stop()`` do the same as the buttons; the games run while other cells are running.
    Every input can be set: ``shown.games = 500`` sets up another tournament. An invalid value raises a ValueError.
    ``shown.results`` holds the results so far, as an :class:`arena.Results`.
    """

    KIND = "tournament"
    INPUTS = TournamentPlan._fields
    edition = Input("", "The edition's id.")
    players = Input(list[str](), "The players' names; a name may appear twice.")
    games = Input(0, "Games at each table, 2 to 10,000.")
    together = Input(False, "True for one table with all players instead of every pair.")
    decided = Input(False, "True to stop a table once it is clear that a player wins more than an even share.")
    seed = Input(0, "The seed of all cards and of the players' random choices.")
    SAVED: ClassVar[bool] = False
    """True while saving pages for readers without a kernel; a collapsed section then shows the final standings."""
    ANYTIME = frozenset({"ping", "language", "choose", "start", "stop"})
    _contest: arena.Contest
    MALFORMED = phrase("That request was not recognized, and nothing has changed.")

    @takes_options
    def __init__(
        self,
        edition: str | Edition = "classic",
        players: Sequence[Any] = ("expert", "greedy"),
        games: int = 1000,
        *,
        together: bool = False,
        until_decided: bool = False,
        seed: int = 1,
        language: str | None = languages.ENGLISH,
        **options: Unpack[OptionsAndBox],
    ) -> None:
        """Set up a tournament without starting it.

        Args:
            edition: an edition or its id; *options* holds its options by name, and may include a layout as for any
                ipywidget.
            players: as for :func:`arena.play`; the screen offers more players.
            games: the number of games at each table, 2 to 10,000. Each deal is played from every seat.
            together: True for one table with all players instead of one for every pair.
            until_decided: True to stop as soon as it is clear that one player wins more than an even share.
            seed: the seed for all cards and for the players' random choices.
            language: the screen's language; None uses the browser's preferred one.

        Raises:
            ValueError: a value is not allowed.
        """
        settings: dict[str, Any] = {**options}
        box = self._box(settings)
        found = find_edition(edition, **settings)
        own = entrants(players)
        self._own = {one.name: one for player, one in zip(players, own, strict=True) if not isinstance(player, str)}
        names = tuple(player if isinstance(player, str) else own[at].name for at, player in enumerate(players))
        self._shown = self._cost = 0.0
        self._playing: Iterator[None] | None = None
        self._state: TournamentPhase = "ready"
        self._fault = ""
        plan = TournamentPlan(found, names, games, together, until_decided, seed)
        _contest(plan, self._own)
        super().__init__(language, [found], **box)
        self._take(plan)

    @property
    def results(self) -> arena.Results:
        """The results so far.

        Until the planned games are over, the intervals are wide enough to stay valid however often you look and
        whenever you stop. After that, they are the narrower intervals for a number of games fixed beforehand.
        """
        return replace(self._contest.results, any_time=self._state != "over" or self._plan.decided)

    def choose(self, **changes: Any) -> None:
        """Set up another tournament like this one, with the named inputs changed.

        Raises:
            ValueError: a value is not allowed; in that case, nothing has changed.
        """
        self._take(_changed(self._plan, changes, self._editions))

    def start(self) -> None:
        """Start or continue; in a plain script, play to the end."""
        if self._state != "running" and not self._contest.finished and not self._fault:
            self._state = "running"
            self._playing = self._playing or self._contest.by_moves()
            self._show()
            self._go_on()

    def stop(self) -> None:
        """Stop immediately; ``start`` resumes at the same move."""
        if self._state == "running":
            self._state = "stopped"
            self._show()

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return a row for each player, as in :meth:`arena.Results.to_dicts`."""
        return self.results.to_dicts()

    def __repr__(self) -> str:
        plan = self._plan
        return f"Tournament({plan.edition.id!r}, {list(plan.players)!r}, games={plan.games})"

    def html(self) -> Html:
        """Return the tournament for pages without Python."""
        names = list(map(self._called, self._plan.players))
        ended = self._ended() if self.SAVED and self._state == "ready" else None
        return _html(self.about, self.view, names, self.words, ended)

    def _ended(self) -> TournamentContent:
        """Return the view at the end of the contest for pages without a kernel; the contest itself does not change."""
        kept = self._contest, self._state
        self._contest, self._state = _contest(self._plan, self._own), "over"
        try:
            for _ in self._contest.by_moves():
                pass
            return self._content()
        finally:
            self._contest, self._state = kept

    def _take(self, plan: TournamentPlan, ack: str | None = None) -> None:
        """Show this tournament without starting it."""
        contest = _contest(plan, self._own)
        self._plan, self._contest, self._playing = plan, contest, None
        self._state, self._fault = "ready", ""
        self._set_inputs({**plan._asdict(), "edition": plan.edition.id, "players": list(plan.players)})
        self._show(ack)

    def _about(self) -> TournamentAbout:
        offers: list[Entry] = [{"id": name, "name": self._called(name)} for name in (*_offered(), *self._own)]
        return {
            **self._introduction(),
            "widget": "tournament",
            "editions": self._offers(),
            "players": [offer for at, offer in enumerate(offers) if offer not in offers[:at]],
            "limits": {"games": (2, MOST_GAMES), "players": MOST_PLAYERS},
        }

    def _called(self, name: str) -> str:
        """Return a player's display name."""
        base, colon, level = name.partition(":")
        if colon and registry.is_name(name):
            return self.words.say("{player}, level {level}", player=base, level=level)
        return name

    def _step(self) -> bool:
        """Play for a moment, making at least one decision."""
        if self._state != "running" or self._playing is None:
            return False
        until = perf_counter() + SLICE
        try:
            while perf_counter() < until:
                next(self._playing)
        except StopIteration:
            self._state = "over"
        except arena.EntrantError as error:
            self._state, self._fault = "stopped", str(error)
        now = perf_counter()
        if self._state != "running" or now - self._shown > max(REST, SHARE * self._cost):
            self._show()
            self._shown = perf_counter()
            self._cost = self._shown - now
        return self._state == "running"

    def _content(self) -> TournamentContent:
        plan, found, contest = self._plan, self.results, self._contest
        rows = _rows(found, self.words, self._called) if found.games else []
        return {
            "asked": {
                "edition": self.edition,
                "players": self.players,
                "games": self.games,
                "together": self.together,
                "decided": self.decided,
                "seed": self.seed,
            },
            "state": self._state,
            "seats": (plan.edition.seats[0], plan.edition.seats[-1]),
            "tables": len(contest.tables),
            "done": found.games,
            "most": contest.most,
            "even": 1 / contest.seats,
            "fault": self._fault,
            "rows": rows,
            "said": self._said(rows),
            "pairs": _pairs(found, rows, self.words) if len(found.tables) > 1 and found.games else [],
            "raw": found.to_dicts() if found.games else [],
        }

    def _said(self, rows: list[TournamentRow]) -> str:
        """Return the current standings as one sentence."""
        if not rows:
            return ""
        best, even = rows[0], 1 / self._contest.seats
        if best["low"] > even:
            template = phrase(
                "{player} won {wins} of {games} games. Even the low end of the interval is above an equal share."
            )
            if _barely_above(self.results.shares[best["at"]], even):
                template = phrase(
                    "{player} won {wins} of {games} games. The low end of the interval is just above an equal share."
                )
            return self.words.say(template, player=best["name"], wins=best["wins"], games=best["games"])
        template = phrase(
            "Too few games to be sure: {player} leads with {share}, but the true win rate may be as low as {low}."
        )
        return self.words.say(template, player=best["name"], share=best["percent"], low=best["interval"][0])

    def _chosen(self, content: Mapping[str, Any], message_id: str) -> None:
        changes = {name: content[name] for name in TournamentPlan._fields if name in content}
        self._take(_changed(self._plan, changes, self._editions), message_id)

    def _started(self, content: Mapping[str, Any], message_id: str) -> None:
        self.start()
        self._show(message_id)

    def _stopped(self, content: Mapping[str, Any], message_id: str) -> None:
        self.stop()
        self._show(message_id)

    HANDLERS: ClassVar[Mapping[str, Handler]] = {
        **NumbersScreen.HANDLERS,
        "choose": _chosen,
        "start": _started,
        "stop": _stopped,
    }


def _offered() -> list[str]:
    """Return the names of all players, each followed by the same name with each level that can be chosen."""
    found = []
    for name in registry.names():
        found.append(name)
        if _is_player(f"{name}:1"):
            found += [f"{name}:{level}" for level in registry.LEVELS[:-1]]
    return found


def _is_player(name: str) -> bool:
    try:
        registry.get(name)
    except ValueError:
        return False
    return True


def _contest(plan: TournamentPlan, own: Mapping[str, Entrant]) -> arena.Contest:
    """Return a plan's games without starting them."""
    if not 2 <= len(plan.players) <= MOST_PLAYERS:
        raise Refused("bad_value", _PLAYERS, most=MOST_PLAYERS)
    entrants: list[Any] = []
    for name in plan.players:
        if not isinstance(name, str) or not (name in own or _is_player(name)):
            raise Refused("bad_value", _NO_SUCH, name=repr(name)[:60])
        entrants.append(own.get(name, name))
    whole_number(plan.games, _GAMES, 2, MOST_GAMES)
    whole_number(plan.seed, _SEED, 0, 10**9)
    if type(plan.together) is not bool or type(plan.decided) is not bool:
        raise Refused("bad_value", _SWITCH)
    seats = len(entrants) if plan.together else 2
    until: Any = "decided" if plan.decided else None
    return arena.Contest(plan.edition, entrants, plan.games, plan.seed, seats=seats, until=until)


def _changed(plan: TournamentPlan, changes: Mapping[str, Any], editions: Mapping[str, Edition]) -> TournamentPlan:
    """Return the plan with these changes; the edition may be an id or an object."""
    new = dict(changes)
    wanted = new.get("edition", plan.edition)
    known = editions.get(wanted) if isinstance(wanted, str) else None
    new["edition"] = known or find_edition(wanted)
    if "players" in new:
        if not isinstance(new["players"], list | tuple):
            raise Refused("bad_value", _PLAYERS, most=MOST_PLAYERS)
        new["players"] = tuple(new["players"])
    return plan._replace(**new)


def _rows(found: arena.Results, words: Text, called: Callable[[str], str]) -> list[TournamentRow]:
    """Return a row for each player, best first, with formatted numbers."""
    rows: list[TournamentRow] = [
        {
            "at": at,
            "name": called(name),
            "wins": words.number(f"{raw['wins']:g}"),
            "games": str(raw["games"]),
            **_share(found.shares[at], words),
            "rating": _rating(found.ratings[at], words),
            "why": _why(found.ratings[at], words),
            "phases": words.number(f"{raw['phases'] or 0:.1f}"),
            "points": words.number(f"{raw['score'] or 0:.1f}"),
            "rounds": words.number(f"{raw['rounds'] or 0:.1f}"),
        }
        for at, (name, raw) in enumerate(zip(found.players, found.to_dicts(), strict=True))
    ]
    return sorted(rows, key=lambda row: -row["value"])


def _share(share: Estimate, words: Text) -> TournamentShare:
    shown, low, high = (words.number(written) for written in (share.supported, *share.ends))
    return {
        "value": share.value,
        "low": share.low,
        "high": share.high,
        "percent": shown,
        "interval": (low, high),
    }


def _barely_above(share: Estimate, even: float) -> bool:
    """Return True if the interval's low end exceeds an even share, but no longer does once rounded down."""
    return float(share.ends[0].removesuffix("%")) / 100 <= even < share.low


def _why(rating: Rating, words: Text) -> str:
    """Return the reason why a player has no rating; empty if there is a rating, even if its error is unknown."""
    return words.tell(rating.why) if rating.why and rating.value is None else ""


def _rating(rating: Rating, words: Text) -> str:
    if rating.value is None:
        return ""
    if rating.error is None:
        return f"{rating.value:.0f}"
    return f"{rating.value:.0f} ± {rating.error:.0f}"


def _pairs(found: arena.Results, rows: list[TournamentRow], words: Text) -> list[list[str]]:
    """Return the win rate of each row's player at tables with each column's player; both are in the order of *rows*."""
    return [[_against(found, row["at"], column["at"], words) for column in rows] for row in rows]


def _against(found: arena.Results, one: int, other: int, words: Text) -> str:
    games = found.among(one, other)
    return words.number(games.shares[one].supported) if one != other and games.games else "\u2013"


def _html(
    about: Mapping[str, Any],
    view: Mapping[str, Any],
    names: Sequence[str],
    text: Text,
    ended: Mapping[str, Any] | None = None,
) -> Html:
    """Return the tournament's HTML for pages without a kernel, with the final standings in a collapsed section."""
    game = next(edition["name"] for edition in about["editions"] if edition["id"] == view["asked"]["edition"])
    planned = text.say(
        "Players: {names}. Games at each table: {games}.", names=" · ".join(names), games=number(view["asked"]["games"])
    )
    parts = [line(planned), *_standings(view, text)]
    if ended:
        parts.append(fold(text.say("Guess first. Then open the result."), *_standings(ended, text)))
    return page(text.say("Tournament: {game}", game=game), parts, about["notice"], text)


def _standings(view: Mapping[str, Any], text: Text) -> list[Html]:
    """Return the standings as a sentence and a table."""
    head = [
        text.say("Player"),
        text.say("Wins"),
        text.say("Games"),
        text.say("Share"),
        text.say("{share} interval", share=text.number("95%")),
        text.say("Rating"),
    ]
    rows = [
        (row["name"], row["wins"], row["games"], row["percent"], " – ".join(row["interval"]), row["rating"])  # noqa: RUF001
        for row in view["rows"]
    ]
    return [line(view["said"] or text.say("No game has been played yet.")), table(head, rows)]
