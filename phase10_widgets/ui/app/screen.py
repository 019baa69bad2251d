"""The app, in which a person sets up a game, plays it, and plays again, one screen at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from ... import languages
from ...base.integers import integer
from ...base.names import checked_name
from ...base.translatable import Refusal
from ...editions import edition
from ...game.game import NAME_LENGTH
from ...languages.text import YOU, Text
from ...sessions.daily import Deal
from ...sessions.seating import NAMES, SeatPlan, may_sit
from ...sessions.session import Session
from ...store.store import Store, StoreLease
from ..first_game.screen import FirstGameScreen
from ..replay.screen import ReplayScreen
from ..screen import PlayScreen
from ..setup.presets import PRESETS
from ..setup.screen import SetupScreen
from ..setup.view import USUAL
from ..setup.wire import Start
from ..table.screen import TableScreen
from ..table.seat_names import told_apart


class AppHost:
    """An app that runs one game after another, each from setup to the last round."""

    SETUP: ClassVar[type[SetupScreen]]
    TABLE: ClassVar[type[TableScreen]]
    FIRST_GAME: ClassVar[type[FirstGameScreen]]
    REPLAY: ClassVar[type[ReplayScreen]]

    def __init__(self, pace: float | None, language: str | None, store: Store | None) -> None:
        """Store the settings; :meth:`set_up` opens the first screen.

        Args:
            pace: the pause between computer players' steps, in seconds; None makes each step wait for "Next step".
            language: the app's language, one of ``languages.names()``; None uses the browser's preferred one.
            store: the game store; None stores nothing.

        Raises:
            ValueError: the language is unknown.
        """
        self.pace = pace
        self.words = Text(language or languages.ENGLISH)
        """The interface text in the app's language."""
        self.store = store
        """The store for the app's games."""
        self._follows_browser = language is None
        self.table: TableScreen | None = None
        """The table, or None if no game has started yet."""
        self._last = self._first()

    def _first(self) -> Start:
        """Return the initial settings: classic, against two computer players."""
        return {
            "edition": "classic",
            "players": [
                {"name": self.words.say(YOU), "player": None},
                {"name": NAMES[0], "player": USUAL},
                {"name": NAMES[1], "player": USUAL},
            ],
            "seed": None,
            "options": {},
            "hints": True,
        }

    def show(self, screen: PlayScreen) -> None:
        """Replace the current screen with this one."""
        raise NotImplementedError

    def set_up(self) -> None:
        """Show the setup screen with the last settings filled in."""
        if self.table is not None:
            self.words = self.table.words
        self.show(self.SETUP(self, self._last))

    def prefer(self, wanted: Sequence[Any]) -> None:
        """Switch to the first of these languages that is available, unless a language has already been chosen."""
        known = [name for name in map(_language, wanted) if name in languages.names()]
        if self._follows_browser and known:
            self.speak(known[0])

    def speak(self, language: str) -> None:
        """Switch the app to this language."""
        self._follows_browser = False
        self.words = Text(language)

    def start(self, chosen: Mapping[str, Any]) -> None:
        """Start the game that was set up; raise Refusal if it cannot start."""
        seat_plans = _seat_plans(chosen.get("players"))
        options = chosen.get("options", {})
        if not isinstance(options, dict) or not all(isinstance(name, str) for name in options):
            raise Refusal("the options are not valid")
        game = edition(chosen.get("edition", ""), **options)
        hints = chosen.get("hints", True)
        if type(hints) is not bool:
            raise Refusal("hints must be either on or off")
        session = Session(game.id, told_apart(seat_plans, self.words), _seed(chosen.get("seed")), **options)
        self._last = {
            "edition": game.id,
            "players": [{"name": row["name"], "player": row.get("player")} for row in chosen["players"]],
            "seed": None,
            "options": options,
            "hints": hints,
        }
        self._sit_down(session)

    def play(self, *, short: bool = False) -> None:
        """Start the usual game, or one with the shortest preset if *short* is true."""
        options = min(PRESETS, key=lambda preset: preset.minutes).options if short else {}
        self.start({**self._first(), "options": options})

    def learn(self) -> None:
        """Start the first game, which teaches the rules."""
        language = self.words.language.name
        self._open(self.FIRST_GAME(pace=self.pace, language=language, home=self.set_up, play=self._play_on))

    def _play_on(self) -> None:
        """Start a quick game after the first game."""
        if self.table is not None:
            self.words = self.table.words
        quick = next(preset for preset in PRESETS if preset.id == "quick")
        self.start({**self._first(), "options": quick.options})

    def play_deal(self, deal: Deal, *, first: bool) -> None:
        """Start a shared deal, whose result counts only on the *first* attempt."""
        session = deal.session(self.words.say(YOU), first=first)
        self._sit_down(session, hints=True)

    def resume(self, token: str) -> None:
        """Continue a stored game; raise SaveError if it no longer exists."""
        keeper = StoreLease(self.store)
        self._sit_down(keeper.take(token), keeper)

    def load(self, game: Session | Mapping[str, Any]) -> None:
        """Continue an unfinished game from a file, or replay a finished game or a record."""
        if not isinstance(game, Session) or game.game.to_act is None:
            self.show(self.REPLAY(game, language=self.words.language.name, home=self.set_up))
            return
        if not game.people:
            raise Refusal("This game has only computer players, so nobody can play it here.")
        self._sit_down(game)

    def _sit_down(self, session: Session, keeper: StoreLease | None = None, *, hints: bool | None = None) -> None:
        """Seat this game's players at a table; *keeper* is the game's lease if the game is stored."""
        table = self.TABLE(
            session=session,
            keeper=keeper or StoreLease(self.store),
            pace=self.pace,
            language=self.words.language.name,
            home=self.set_up,
            hints=self._last["hints"] if hints is None else hints,
        )
        self._open(table)

    def _open(self, table: TableScreen) -> None:
        self.table = table
        self.show(table)


def _language(tag: Any) -> str:
    """Return the language code from a browser's language tag, such as "de-AT"."""
    return str(tag).partition("-")[0].lower()


def _seat_plans(rows: Any) -> list[SeatPlan]:
    if not isinstance(rows, list) or not rows or len(rows) > 20:
        raise Refusal("specify who plays")
    found = []
    for at, row in enumerate(rows, 1):
        name = row.get("name") if isinstance(row, dict) else None
        player = row.get("player") if isinstance(row, dict) else None
        if not isinstance(name, str) or not name.strip():
            raise Refusal("player {number} needs a name", number=at)
        name = checked_name(name, NAME_LENGTH)
        if not may_sit(player):
            raise Refusal("there is no computer player '{name}'", name=str(player)[:40])
        found.append(SeatPlan(name, player))
    if all(plan.player for plan in found):
        raise Refusal("at least one player must be a person")
    return found


def _seed(seed: Any) -> int | str | None:
    if seed is None or seed == "":
        return None
    if isinstance(seed, str):
        return seed
    number = integer(seed)
    if number is None:
        raise Refusal("a deal must be a number or a word")
    return number
