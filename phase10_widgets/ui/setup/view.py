"""The constant content of the setup screen: editions, options, and computer players."""

from __future__ import annotations

from collections.abc import Callable

from ... import players
from ...base.translatable import phrase
from ...editions import EDITIONS, edition, names
from ...game.house_rules import MAX_NAME
from ...languages.text import NOTICE, YOU, Text
from ...rules.edition import DEALT, Edition
from ...rules.options import MAX_PHASES, OptionRule, choose, options_of, own_phase
from ...rules.phases import KINDS, PhaseError
from ...sessions.seating import NAMES
from .presets import PRESETS
from .wire import Computer, EditionSpec, KindSpec, OptionBar, OptionSpec, PhaseLine, SetupAbout, Start

LINES = {
    "classic": phrase("Ten phases of sets, runs and colors, with wilds and skips."),
    "flip": phrase("Two-sided cards: discarding a flip symbol turns the cards over."),
    "standard": phrase("Sets, runs and flushes with ordinary cards and jokers."),
    "masters": phrase("Choose your phase before each round, save cards, aim your skips."),
}
USUAL = "expert:5"
"""The default computer player: a medium one, a little stronger than greedy."""
PLAYER_LINES = {
    "random": phrase("Random: makes any legal move"),
    "greedy": phrase("Greedy: cares only about its own phase"),
    "expert": phrase("Computer: level {level}"),
}
END_LINES = {
    players.LEVELS[0]: phrase("{player} (beginner)"),
    players.LEVELS[-1]: phrase("{player} (expert)"),
}
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
"""The heading for each option, in display order."""
BARS: dict[str, tuple[str, str]] = {
    "advance": (
        "order",
        phrase("Not available when phases are played in any order, because there is no fixed next phase."),
    ),
    "order": ("advance", phrase("Not available when everyone moves on each round, because the order is then fixed.")),
}
"""The options that conflict with another option, each paired with that option and the reason."""
_CHOOSES = phrase("Not available in this game: everyone chooses a phase before each round anyway (rule M3).")
_LISTED = phrase("Not available with your own list, which already defines each phase.")

ANOTHER = (phrase("Cards of another color or suit"), "# of another")
"""A second group, in a different color or suit from the first: its name, and the wording used in a phase's text."""


def setup_about(start: Start, words: Text, picture: Callable[[Edition], str]) -> SetupAbout:
    """Return everything on the setup screen in one language.

    Args:
        start: the choices to fill in.
        picture: a function that returns an edition's picture as a URL.
    """
    return {
        "v": 1,
        "language": words.language.name,
        "you": words.say(YOU),
        "notice": words.say(NOTICE),
        "presets": [
            {
                "id": one.id,
                "name": words.say(one.name),
                "minutes": one.minutes,
                "line": words.say(one.line),
                "options": one.options,
            }
            for one in PRESETS
        ],
        "editions": [_edition_to_dict(edition(name), words, picture) for name in names()],
        "players": [row for name in reversed(players.names()) for row in _player_to_dicts(name, words)],
        "usual": USUAL,
        "names": list(NAMES),
        "most": {"phases": MAX_PHASES, "size": DEALT + 1, "name": MAX_NAME},
        "start": start,
        "daily": None,
        "challenge": None,
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
    """Return the label for a level; the lowest and highest levels have names."""
    return words.say(END_LINES[level], player=line) if level in END_LINES else line


def _edition_to_dict(game: Edition, words: Text, picture: Callable[[Edition], str]) -> EditionSpec:
    return {
        "id": game.id,
        "name": words.edition_name(game),
        "line": words.say(LINES.get(game.id, game.line)),
        "picture": picture(game),
        "seats": (game.seats[0], game.seats[-1]),
        "phases": phase_lines(game, words),
        "options": option_specs(game, words),
        "kinds": _kinds(game, words),
        "notes": [(note[0], words.note(note)) for note in game.notes],
    }


def phase_lines(game: Edition, words: Text) -> list[PhaseLine]:
    """Return every phase of an edition, including those that the game does not use."""
    return [
        {"number": phase.number, "text": str(phase), "words": words.phase(phase)}
        for phase in (game.base or game).phases
    ]


def option_specs(game: Edition, words: Text) -> list[OptionSpec]:
    """Return an edition's options in display order; each unavailable option includes the reason."""
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
    """Describe the phases that a value of an edition-specific option produces."""
    numbers = {number for texts in game.variants[name].values() for number in texts}
    changed = choose(game, {name: value})
    return ", ".join(words.phase(changed.phase(number)) for number in sorted(numbers))


def _kinds(game: Edition, words: Text) -> list[KindSpec]:
    """Return each kind of group that the edition's cards can make, with its name and its wording in a phase's text."""
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
