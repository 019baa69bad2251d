"""The setup screen: every choice before a game, validated here and shown in the browser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, ClassVar, Protocol

from ...base.translatable import Refusal, phrase
from ...editions import edition
from ...game.house_rules import HouseRules
from ...languages.text import Text
from ...rules.edition import Edition
from ...rules.options import MAX_PHASES, own_phase
from ...rules.phases import PhaseError
from ...rules.record import FORMAT as RECORD
from ...sessions import daily
from ...sessions.daily import Deal
from ...sessions.saved_game import FORMAT as SESSION
from ...sessions.session import Session
from ...store.store import Store, StoreLease
from ..deal.view import challenge_offer, day_offer
from ..drawn.edition_art import fan
from ..replay.screen import read_game
from ..screen import Handler, PlayScreen, file_in, language_in, tokens_in
from ..table import view_parts
from ..wire import Answered, SavedFile, Welcome
from .view import setup_about
from .wire import Checked, PhaseAnswer, PhaseGroup, Rules, Start

MOST_WISHES = 20
"""The maximum number of browser languages to consider."""
NO_GAME = phrase("Nothing is left of your unfinished game. A game is kept for 30 days after the last action in it.")
NOT_A_LIST = phrase("a list of phases can have at most {most} entries")


class Host(Protocol):
    """The host of a setup screen."""

    words: Text
    store: Store | None
    """The store for the host's games, or None if they cannot be stored."""

    def prefer(self, wanted: Sequence[Any]) -> None:
        """Switch to the first of these languages that is available, unless a language has already been chosen."""

    def speak(self, language: str) -> None:
        """Switch to this language."""

    def start(self, chosen: Mapping[str, Any]) -> None:
        """Start this game; raise Refusal if it cannot start."""

    def play(self, *, short: bool) -> None:
        """Start the usual game, or the shortest one."""

    def learn(self) -> None:
        """Start the first game, which teaches the rules."""

    def play_deal(self, deal: Deal, *, first: bool) -> None:
        """Start a shared deal; *first* is True for the first attempt on this device."""

    def resume(self, token: str) -> None:
        """Continue the game stored under this token; raise Refusal if no such game exists."""

    def load(self, game: Session | Mapping[str, Any]) -> None:
        """Continue or replay this game; raise Refusal if it has no human player or cannot be replayed."""


class SetupScreen(PlayScreen):
    """The screen for setting up a game. It passes the choices to its host."""

    def __init__(self, host: Host, start: Start) -> None:
        """Show the screen with the choices in *start* filled in."""
        self._host = host
        self._given = start
        self._keeper = StoreLease(host.store)
        self._day: date | None = None
        """The browser's date, if that date has a deal."""
        self._code = ""
        """The challenge code in the page's link."""
        super().__init__(host.words.language.name)
        self.view = {**Answered(v=1, rev=0, ack=None)}
        self._show()

    def _show(self) -> None:
        self.words = self._host.words
        self.about = {
            **setup_about(self._given, self.words, fan),
            "daily": day_offer(self._day, self.words) if self._day else None,
            "challenge": challenge_offer(self._code, self.words) if self._code else None,
        }

    def _hello(self, content: Mapping[str, Any], message_id: str) -> None:
        """Greet a browser: switch to its preferred language and offer its unfinished games."""
        wanted = content.get("languages")
        self._host.prefer(wanted[:MOST_WISHES] if isinstance(wanted, list) else [])
        self._day = _day(content.get("today"))
        code = content.get("challenge")
        self._code = code if isinstance(code, str) else ""
        self._show()
        self._offer(content, message_id)

    def _speak(self, content: Mapping[str, Any], message_id: str) -> None:
        self._host.speak(language_in(content).language.name)
        self._show()
        self._offer(content, message_id)

    def _offer(self, content: Mapping[str, Any], message_id: str) -> None:
        offers = [view_parts.offer_view(offer, self.words) for offer in self._keeper.offers(tokens_in(content))]
        self.send(Welcome(kind="welcome", id=message_id, token=None, offers=offers))

    def _forget(self, content: Mapping[str, Any], message_id: str) -> None:
        self._keeper.forget(content.get("token"))
        self._offer(content, message_id)

    def _resume(self, content: Mapping[str, Any], message_id: str) -> None:
        self._host.resume(str(content.get("token")))

    def _start(self, content: Mapping[str, Any], message_id: str) -> None:
        self._host.start(content)

    def _play(self, content: Mapping[str, Any], message_id: str) -> None:
        self._host.play(short=_flag(content, "short"))

    def _continue(self, content: Mapping[str, Any], message_id: str) -> None:
        offers = self._keeper.offers(tokens_in(content))
        if not offers:
            raise Refusal(NO_GAME)
        self._host.resume(offers[0].token)

    def _learn(self, content: Mapping[str, Any], message_id: str) -> None:
        self._host.learn()

    def _daily(self, content: Mapping[str, Any], message_id: str) -> None:
        self._host.play_deal(daily.deal(daily.day_from(content.get("day"))), first=_flag(content, "first"))

    def _challenge(self, content: Mapping[str, Any], message_id: str) -> None:
        self._host.play_deal(daily.challenge(content.get("code")), first=_flag(content, "first"))

    def _check(self, content: Mapping[str, Any], message_id: str) -> None:
        """For each string, answer with the phase that it describes or the error in it."""
        texts = content.get("phases")
        if not isinstance(texts, list) or len(texts) > MAX_PHASES or not all(isinstance(text, str) for text in texts):
            raise Refusal(NOT_A_LIST, most=MAX_PHASES)
        rules = {name: value for name, value in _options(content).items() if name != "phases"}
        game = edition(content.get("edition", ""), **rules)
        self.send(Checked(kind="checked", id=message_id, phases=[(text, self._read(game, text)) for text in texts]))

    def _read(self, game: Edition, text: str) -> PhaseAnswer:
        """Return the phase that a string describes, or the error in the string."""
        try:
            phase = own_phase(game, text)
        except PhaseError as error:
            return {"why": self.words.refusal(error)}
        groups: list[PhaseGroup] = [
            {"kind": "another" if need.another else need.kind, "size": need.size} for need in phase.needs
        ]
        return {"text": str(phase), "words": self.words.phase(phase), "cards": phase.size, "groups": groups}

    def _save(self, content: Mapping[str, Any], message_id: str) -> None:
        """Answer with these house rules as a file."""
        name = content.get("name", "")
        rules = HouseRules(content.get("edition", ""), _options(content), name.strip() if isinstance(name, str) else "")
        name = f"{_file_name(rules.name)}.json"
        self.send(SavedFile(kind="file", id=message_id, name=name, text=rules.write()))

    def _load(self, content: Mapping[str, Any], message_id: str) -> None:
        """Continue the game in a file, or answer with the house rules in the file."""
        text = file_in(content)
        if SESSION in text[:200] or RECORD in text[:200]:  # a file states its format at the start
            self._host.load(read_game(text))
            return
        rules = HouseRules.read(text)
        options = dict(rules.options)
        self.send(Rules(kind="rules", id=message_id, name=rules.name, edition=rules.edition, options=options))

    HANDLERS: ClassVar[Mapping[str, Handler]] = {
        **PlayScreen.HANDLERS,
        "hello": _hello,
        "language": _speak,
        "forget": _forget,
        "resume": _resume,
        "start": _start,
        "play": _play,
        "continue": _continue,
        "learn": _learn,
        "daily": _daily,
        "challenge": _challenge,
        "check": _check,
        "save": _save,
        "load": _load,
    }
    ANYTIME = frozenset(HANDLERS)
    FROM_LINKS = frozenset({"play", "continue", "learn", "daily", "challenge"})
    """The kinds of requests that a link can make."""
    ABOUT_STORED_GAMES = frozenset({"hello", "resume", "continue"})


def _day(today: object) -> date | None:
    """Return the browser's date, or None if that date has no deal."""
    try:
        return daily.day_from(today)
    except Refusal:
        return None


def _flag(content: Mapping[str, Any], name: str) -> bool:
    flag = content.get(name)
    if not isinstance(flag, bool):
        raise Refusal(PlayScreen.MALFORMED)
    return flag


def _options(content: Mapping[str, Any]) -> dict[str, Any]:
    options = content.get("options", {})
    if not isinstance(options, dict) or not all(isinstance(name, str) for name in options):
        raise Refusal("the options are not valid")
    return options


def _file_name(name: str) -> str:
    plain = "".join(letter if letter.isalnum() else "-" for letter in name.lower())
    return "-".join(filter(None, ["phase10-rules", *plain.split("-")]))
