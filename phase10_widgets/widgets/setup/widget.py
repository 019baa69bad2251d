"""The setup screen: every choice before a game, validated here and shown in the browser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Protocol

import traitlets

from ... import players
from ...core.edition import DEALT, Edition
from ...core.messages import Refusal, phrase
from ...core.options import MAX_PHASES, OptionRule, options_of, own_phase
from ...core.phases import KINDS, PhaseError
from ...core.record import FORMAT as RECORD
from ...editions import EDITIONS, edition
from ...house_rules import MAX_NAME, HouseRules
from ...session import FORMAT as SESSION
from ...session import NAMES, Session
from ...text import NOTICE, YOU, Text
from ...views import table as view
from ...views.protocol.messages import Answered, SavedFile, Welcome
from ...views.protocol.setup import (
    Checked,
    Computer,
    EditionSpec,
    KindSpec,
    OptionBar,
    OptionSpec,
    PhaseAnswer,
    PhaseGroup,
    Rules,
    SetupAbout,
    Start,
)
from ..shared.edition_art import fan
from ..shared.message_widget import BuiltFile, Handler, MessageWidget, file_in, language_in, tokens_in
from ..shared.store import StoreLease, default_store
from ..table.replay import read_game

MOST_WISHES = 20
"""The maximum number of a browser's languages to consider."""
LINES = {
    "classic": phrase("Ten phases of sets, runs and colors, with wilds and skips."),
    "flip": phrase("Two-sided cards: a flip symbol turns the whole table over."),
    "standard": phrase("With ordinary cards and jokers: sets, runs, flushes."),
    "masters": phrase("Choose your phase before each round, save cards, aim your skips."),
}
USUAL = "expert:5"
"""The default computer player: a medium one, about as strong as greedy."""
PLAYER_LINES = {
    "random": phrase("Random: does anything that is allowed"),
    "greedy": phrase("Greedy: looks after its own phase"),
    "expert": phrase("Computer: level {level}"),
}
END_LINES = {
    players.LEVELS[0]: phrase("{player} (beginner)"),
    players.LEVELS[-1]: phrase("{player} (expert)"),
}


class Preset(NamedTuple):
    """A set of house rules behind one button."""

    id: str
    name: str
    line: str
    options: dict[str, Any]
    """The options; an edition that does not offer one ignores it."""


PRESETS = (
    Preset("full", phrase("Full game"), phrase("All ten phases, one after the other."), {}),
    Preset("short", phrase("Short game"), phrase("Only the even phases: 2, 4, 6, 8 and 10."), {"phases": "even"}),
    Preset("quick", phrase("Quick game"), phrase("The first five phases."), {"phases": [1, 2, 3, 4, 5]}),
    Preset("taste", phrase("A taste"), phrase("One phase, to get to know the game."), {"phases": [1]}),
    Preset(
        "together",
        phrase("Everybody moves on"),
        phrase("A new phase for everybody each round; the lowest score wins."),
        {"advance": "always"},
    ),
    Preset("free", phrase("Free order"), phrase("Lay down any phase that you have not completed."), {"order": "any"}),
    Preset(
        "strict", phrase("No holding back"), phrase("A completed phase must be laid down."), {"must_lay_down": True}
    ),
)

_MOVING, _PLAYING, _DEALING = phrase("How the game moves on"), phrase("At the table"), phrase("The deal")
_OWN = phrase("Only in this game")
HEADINGS: dict[str, str] = {
    "advance": _MOVING,
    "order": _MOVING,
    "must_lay_down": _PLAYING,
    "hit_others_same_turn": _PLAYING,
    "go_out_by_hit": _PLAYING,
    "first_dealer": _DEALING,
}
"""The heading of each option, in display order."""
BARS: dict[str, tuple[str, str]] = {
    "advance": (
        "order",
        phrase("Not while phases are picked in any order: everybody has their own next phase."),
    ),
    "order": ("advance", phrase("Not while everybody moves on each round: then the order is fixed.")),
}
"""The options that cannot be combined: the other option, and the reason."""
_CHOOSES = phrase("Not in this game: everybody chooses a phase before each round anyway (rule M3).")
_LISTED = phrase("Not with your own list: it already defines each phase.")

ANOTHER = (phrase("Cards of another color or suit"), "# of another")
"""The group that may follow cards of one color or suit: its name, and its form in a phase's text."""
NOT_A_LIST = phrase("a list of phases has at most {most} texts")


class Host(Protocol):
    """The host of a setup screen."""

    words: Text

    def prefer(self, wanted: Sequence[Any]) -> None:
        """Switch to the first available of these languages, unless one was already chosen."""

    def speak(self, language: str) -> None:
        """Switch to this language."""

    def start(self, chosen: Mapping[str, Any]) -> None:
        """Start this game; raise Refusal if it cannot start."""

    def resume(self, token: str) -> None:
        """Continue the stored game of this token; raise Refusal if there is none."""

    def load(self, game: Session | Mapping[str, Any]) -> None:
        """Continue or replay this game; raise Refusal if nobody plays in it or it cannot be replayed."""


class Setup(MessageWidget):
    """The screen for setting up a game. It passes the choices to its host."""

    _esm = BuiltFile("setup.js")
    _css = BuiltFile("setup.css")
    about = traitlets.Dict().tag(sync=True)
    view = traitlets.Dict().tag(sync=True)
    SHOWN = ("about", "view")

    def __init__(self, host: Host, start: Start) -> None:
        """Show the screen, filled in with *start*."""
        self._host = host
        self._given = start
        self._keeper = StoreLease(default_store())
        super().__init__(host.words.language.name, view=Answered(v=1, rev=0, ack=None))
        self._show()

    @property
    def rev(self) -> int:
        return int(self.view["rev"])

    def _show(self) -> None:
        self.words = self._host.words
        self.about = {**setup_about(self._given, self.words)}

    def _hello(self, content: Mapping[str, Any], message_id: str) -> None:
        """Greet a browser: switch to its preferred language and offer its unfinished games."""
        wanted = content.get("languages")
        self._host.prefer(wanted[:MOST_WISHES] if isinstance(wanted, list) else [])
        self._show()
        self._offer(content, message_id)

    def _speak(self, content: Mapping[str, Any], message_id: str) -> None:
        self._host.speak(language_in(content).language.name)
        self._show()
        self._offer(content, message_id)

    def _offer(self, content: Mapping[str, Any], message_id: str) -> None:
        offers = [view.offer_view(offer, self.words) for offer in self._keeper.offers(tokens_in(content))]
        self.send(Welcome(kind="welcome", id=message_id, token=None, offers=offers))

    def _forget(self, content: Mapping[str, Any], message_id: str) -> None:
        self._keeper.forget(content.get("token"))
        self._offer(content, message_id)

    def _resume(self, content: Mapping[str, Any], message_id: str) -> None:
        self._host.resume(str(content.get("token")))

    def _start(self, content: Mapping[str, Any], message_id: str) -> None:
        self._host.start(content)

    def _check(self, content: Mapping[str, Any], message_id: str) -> None:
        """Answer each text with its phase or the error in it."""
        texts = content.get("phases")
        if not isinstance(texts, list) or len(texts) > MAX_PHASES or not all(isinstance(text, str) for text in texts):
            raise Refusal(NOT_A_LIST, most=MAX_PHASES)
        rules = {name: value for name, value in _options(content).items() if name != "phases"}
        game = edition(content.get("edition", ""), **rules)
        self.send(Checked(kind="checked", id=message_id, phases=[(text, self._read(game, text)) for text in texts]))

    def _read(self, game: Edition, text: str) -> PhaseAnswer:
        """Return the phase that a text names, or the error in it."""
        try:
            phase = own_phase(game, text)
        except PhaseError as error:
            return {"why": self.words.refusal(error)}
        groups: list[PhaseGroup] = [
            {"kind": "another" if need.another else need.kind, "size": need.size} for need in phase.needs
        ]
        return {"text": str(phase), "words": self.words.phase(phase), "cards": phase.size, "groups": groups}

    def _save(self, content: Mapping[str, Any], message_id: str) -> None:
        """Answer with these rules as a file."""
        name = content.get("name", "")
        rules = HouseRules(content.get("edition", ""), _options(content), name.strip() if isinstance(name, str) else "")
        name = f"{_file_name(rules.name)}.json"
        self.send(SavedFile(kind="file", id=message_id, name=name, text=rules.write()))

    def _load(self, content: Mapping[str, Any], message_id: str) -> None:
        """Continue the game in a file, or answer with the rules in it."""
        text = file_in(content)
        if SESSION in text[:200] or RECORD in text[:200]:  # a file names its format at the start
            self._host.load(read_game(text))
            return
        rules = HouseRules.read(text)
        options = dict(rules.options)
        self.send(Rules(kind="rules", id=message_id, name=rules.name, edition=rules.edition, options=options))

    HANDLERS: ClassVar[Mapping[str, Handler]] = {
        **MessageWidget.HANDLERS,
        "hello": _hello,
        "language": _speak,
        "forget": _forget,
        "resume": _resume,
        "start": _start,
        "check": _check,
        "save": _save,
        "load": _load,
    }
    ANYTIME = frozenset(HANDLERS)


def setup_about(start: Start, words: Text) -> SetupAbout:
    """Return everything on the setup screen in one language; *start* fills it in."""
    return {
        "v": 1,
        "language": words.language.name,
        "you": words.say(YOU),
        "notice": words.say(NOTICE),
        "presets": [
            {"id": one.id, "name": words.say(one.name), "line": words.say(one.line), "options": one.options}
            for one in PRESETS
        ],
        "editions": [_edition_to_dict(edition(name), words) for name in EDITIONS],
        "players": [row for name in reversed(players.names()) for row in _player_to_dicts(name, words)],
        "usual": USUAL,
        "names": list(NAMES),
        "most": {"phases": MAX_PHASES, "size": DEALT + 1, "name": MAX_NAME},
        "start": start,
    }


def _player_to_dicts(name: str, words: Text) -> list[Computer]:
    """Return the choices for a computer player: each of its levels, or the player itself."""
    line = PLAYER_LINES.get(name, name)
    if players.level_of(name) is None:
        return [{"id": name, "level": None, "text": words.say(line)}]
    return [
        {"id": f"{name}:{level}", "level": level, "text": _level_line(words.say(line, level=level), level, words)}
        for level in players.LEVELS
    ]


def _level_line(line: str, level: int, words: Text) -> str:
    """Return the label of a level; the lowest and the highest are named."""
    return words.say(END_LINES[level], player=line) if level in END_LINES else line


def _edition_to_dict(game: Edition, words: Text) -> EditionSpec:
    return {
        "id": game.id,
        "name": words.edition_name(game),
        "line": words.say(LINES.get(game.id, "")),
        "picture": fan(game),
        "seats": (game.seats[0], game.seats[-1]),
        "phases": [{"number": phase.number, "text": str(phase), "words": words.phase(phase)} for phase in game.phases],
        "options": _options_of(game, words),
        "kinds": _kinds(game, words),
        "notes": [(note[0], words.note(note)) for note in game.notes],
    }


def _options_of(game: Edition, words: Text) -> list[OptionSpec]:
    """Return the options in display order; a fixed order comes with the reason."""
    found = {option.name: option for option in (*options_of(edition(EDITIONS[0])), *options_of(game))}
    shown = ["phases", *HEADINGS, *game.variants]
    return [_option(game, found[name], words) for name in shown]


def _option(game: Edition, option: OptionRule, words: Text) -> OptionSpec:
    return {
        "name": option.name,
        "rule": option.rule,
        "heading": words.say(HEADINGS.get(option.name, _OWN)),
        "text": words.say(option.text),
        "values": list(option.values),
        "lines": [_variant(game, option.name, value, words) for value in option.values if option.name in game.variants],
        "bar": _bar(game, option.name, words),
    }


def _bar(game: Edition, name: str, words: Text) -> OptionBar | None:
    if name == "order" and game.chooses_phase:
        return {"by": None, "why": words.say(_CHOOSES)}
    by, why = ("phases", _LISTED) if name in game.variants else BARS.get(name, (None, None))
    return {"by": by, "why": words.say(why)} if why else None


def _variant(game: Edition, name: str, value: str, words: Text) -> str:
    """Describe the phases that one value of an edition's own option produces."""
    numbers = {number for texts in game.variants[name].values() for number in texts}
    changed = edition(game.id, **{name: value})
    return ", ".join(words.phase(changed.phase(number)) for number in sorted(numbers))


def _kinds(game: Edition, words: Text) -> list[KindSpec]:
    """Return each kind of group that the edition's cards can make, with its name and its form in a phase's text."""
    found = {name: (kind.label, kind.words[0].format(n=1, size="#")) for name, kind in KINDS.items()}
    return [
        {"kind": name, "name": words.say(label), "text": text}
        for name, (label, text) in {**found, "another": ANOTHER}.items()
        if _can_make(game, text.replace("#", "2"))
    ]


def _can_make(game: Edition, text: str) -> bool:
    """Return True if the edition's cards can make such a group."""
    try:
        own_phase(game, f"2 cards of one color + {text}" if "another" in text else text)
    except PhaseError:
        return False
    return True


def _options(content: Mapping[str, Any]) -> dict[str, Any]:
    options = content.get("options", {})
    if not isinstance(options, dict) or not all(isinstance(name, str) for name in options):
        raise Refusal("the options were not understood")
    return options


def _file_name(name: str) -> str:
    plain = "".join(letter if letter.isalnum() else "-" for letter in name.lower())
    return "-".join(filter(None, ["phase10-rules", *plain.split("-")]))
