"""Actions: the moves that a seat can request. They name cards by code, so an action can be parsed without a game."""

from __future__ import annotations

import re
import reprlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, NamedTuple

from ..base.field_docs import with_field_docs
from ..base.integers import integer_from
from ..base.translatable import UNTRANSLATED, Refusal
from .edition import Edition
from .edition_names import edition as find_edition

Code = Literal[
    "malformed",
    "game_over",
    "wrong_seat",
    "wrong_step",
    "not_held",
    "nothing_there",
    "skip_not_taken",
    "no_such_phase",
    "phase_done",
    "already_laid",
    "last_card",
    "not_the_phase",
    "no_natural",
    "same_color",
    "must_lay_down",
    "not_laid",
    "only_own",
    "no_such_group",
    "does_not_fit",
    "say_which_end",
    "bad_target",
    "no_saving",
    "saved_already",
    "deck_too_small",
]


MAX_TEXT = 10_000
"""The maximum length of an action written as text."""


class IllegalAction(Refusal):
    """An action that the rules refuse; the game is unchanged.

    ``code`` is one of:

    - ``malformed``: not an action, or a word that is not a card
    - ``game_over``: the game is over
    - ``wrong_seat``: it is another seat's turn
    - ``wrong_step``: not allowed at this point in a turn (G3, M3)
    - ``not_held``: the card is neither in the hand nor among the saved cards
    - ``nothing_there``: the pile is empty (G13)
    - ``skip_not_taken``: a skip cannot be picked up (C5, M6)
    - ``no_such_phase``, ``phase_done``: there is no phase with this number, or it is already completed (M3, V4)
    - ``already_laid``: only one phase per round (G4)
    - ``last_card``: the last card must be discarded (C4) or cannot be saved (M5)
    - ``not_the_phase``: the groups do not form the phase (G6, G8, G10)
    - ``no_natural``: a phase needs a card that is not wild (G9)
    - ``same_color``: a group of "another" color or suit must differ from the others (S4)
    - ``must_lay_down``: the hand completes the phase, and the option requires laying it down (G5)
    - ``not_laid``: a seat may hit only after laying down its own phase (G12)
    - ``only_own``: on this turn, the seat may hit only its own groups (C3)
    - ``no_such_group``: there is no such group on the table
    - ``does_not_fit``: the card does not fit the group, or does not fit at this end (G11, F9)
    - ``say_which_end``: the card fits at both ends (G11)
    - ``bad_target``: the skip needs a target, or the given target is not allowed (M6)
    - ``no_saving``, ``saved_already``, ``deck_too_small``: the card cannot be saved (M5)

    >>> import phase10_widgets as p10
    >>> game = p10.Game.new("classic", seed=7)
    >>> try:
    ...     game.apply(p10.Discard("R7"))
    ... except p10.IllegalAction as error:
    ...     print(error.code, error.rule, error)
    wrong_step G3 Draw a card first.
    """

    def __init__(self, code: Code, rule: str, template: str, /, **parts: object) -> None:
        super().__init__(template, **parts)
        self.code: Code = code
        """One of the codes listed above."""
        self.rule = rule
        """The rule number, such as ``"C5"``."""


@with_field_docs
class Laid(NamedTuple):
    """One group in a lay-down: its cards and any declared identity."""

    cards: str
    """Card codes separated by spaces; a run goes from low to high."""
    number: int | None = None
    """The number of a set. This field and the following ones are needed only if the cards do not determine them
    (G10)."""
    start: int | None = None
    """The lowest number of a run."""
    color: str | None = None
    """The color of a one-color group."""
    suit: str | None = None
    """The suit of a one-suit group."""
    kind: str | None = None
    """The kind of group, such as ``"run"``."""

    def __str__(self) -> str:
        declared = [
            f"{name}={value}" for name, value in self._asdict().items() if name != "cards" and value is not None
        ]
        return f"{self.cards}[{', '.join(declared)}]" if declared else self.cards


@dataclass(frozen=True, slots=True)
class Action:
    """Base class for all moves that a seat can request. ``str`` writes a move in one line, and :meth:`parse` reads it.

    >>> str(Hit("W", owner=1, group=0, end="low"))
    'hit W > 1.0 low'
    """

    type: ClassVar[str] = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        raise NotImplementedError

    @staticmethod
    def from_dict(data: Mapping[str, Any]) -> Action:
        """Build an action from its JSON form; the inverse of :meth:`to_dict`.

        Raises:
            IllegalAction: ``malformed``, with a message that names the fault.
        """
        if not isinstance(data, Mapping):
            raise malformed(f"an action must be an object with a 'type', not {_shown(data)}")
        reader = _READERS.get(data["type"]) if isinstance(data.get("type"), str) else None
        if reader is None:
            raise malformed(f"there is no action type {_shown(data.get('type'))}; the types are {', '.join(_READERS)}")
        action, keys = reader(data)
        for key in data:
            if key not in keys and key != "type":
                raise malformed(f"a {data['type']} has no {_shown(key)}")
        return action

    @staticmethod
    def parse(text: str, *, edition: str | Edition | None = None) -> Action:
        """Return the action that this text describes; the inverse of ``str(action)``.

        The forms are ``draw deck``, ``draw discard``, ``draw saved R7``, ``lay R7 G7 W | R3 W B5 Y6``, ``lay 4: …`` if
        the phase must be named, ``hit W > 1.0 low`` (seat 1, group 0), ``discard S``, ``discard S @2``, ``save W`` and
        ``phase 3``. Brackets after a group declare what its cards leave open: ``W W R5[number=5]``.

        >>> Action.parse("discard S @2", edition="masters")
        Discard(card='S', target=2)

        Args:
            text: the action.
            edition: the game whose cards the text names; without it, the cards are not checked.

        Raises:
            IllegalAction: ``malformed``, with a message that names the fault.
            CardError: a word is not a card of the edition; this is a ValueError.
        """
        action = Action.from_dict(_described(text))
        if edition is not None:
            pack = find_edition(edition).pack
            for cards in _named(action):
                pack.cards(cards)
        return action


@dataclass(frozen=True, slots=True)
class ChoosePhase(Action):
    """Name the phase to attempt this round (M3).

    >>> ChoosePhase(3).to_dict()
    {'type': 'choose_phase', 'phase': 3}
    """

    type = "choose_phase"
    phase: int

    def to_dict(self) -> dict[str, Any]:
        return {"type": self.type, "phase": self.phase}

    def __str__(self) -> str:
        return f"phase {self.phase}"


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Take the top card of the draw pile or the discard pile, or one of the seat's saved cards (G3, M4).

    >>> str(Draw("deck")), str(Draw("saved", "R7"))
    ('draw deck', 'draw saved R7')
    """

    type = "draw"
    source: Literal["deck", "discard", "saved"]
    card: str | None = None
    """The saved card to take."""

    def to_dict(self) -> dict[str, Any]:
        result = {"type": self.type, "from": self.source}
        return result if self.card is None else {**result, "card": self.card}

    def __str__(self) -> str:
        return f"draw {self.source}" if self.card is None else f"draw {self.source} {self.card}"


@dataclass(frozen=True, slots=True)
class LayDown(Action):
    """Lay the whole phase on the table (G4).

    >>> str(LayDown((Laid("R7 G7 W"), Laid("R3 W B5 Y6"))))
    'lay R7 G7 W | R3 W B5 Y6'
    """

    type = "lay_down"
    groups: tuple[Laid, ...]
    """The groups, in the phase's order."""
    phase: int | None = None
    """The phase's number; needed only if phases may be laid down in any order (V4)."""

    def to_dict(self) -> dict[str, Any]:
        result: dict[str, Any] = {"type": self.type, "groups": [_group_to_json(group) for group in self.groups]}
        return result if self.phase is None else {**result, "phase": self.phase}

    def __str__(self) -> str:
        groups = " | ".join(map(str, self.groups))
        return f"lay {groups}" if self.phase is None else f"lay {self.phase}: {groups}"


@dataclass(frozen=True, slots=True)
class Hit(Action):
    """Add one card to a group on the table (G11).

    >>> Hit("W", owner=1, group=0, end="low").to_dict()
    {'type': 'hit', 'card': 'W', 'owner': 1, 'group': 0, 'end': 'low'}
    """

    type = "hit"
    card: str
    owner: int
    group: int
    end: str | None = None
    """The end where the card is added; needed only if it fits at both ends."""

    def to_dict(self) -> dict[str, Any]:
        result = {"type": self.type, "card": self.card, "owner": self.owner, "group": self.group}
        return result if self.end is None else {**result, "end": self.end}

    def __str__(self) -> str:
        where = f"hit {self.card} > {self.owner}.{self.group}"
        return where if self.end is None else f"{where} {self.end}"


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """End the turn by discarding a card (G3).

    >>> str(Discard("S", target=2))
    'discard S @2'
    """

    type = "discard"
    card: str
    target: int | None = None
    """The seat that a skip targets, if the edition lets the player choose (M6)."""

    def to_dict(self) -> dict[str, Any]:
        result: dict[str, Any] = {"type": self.type, "card": self.card}
        return result if self.target is None else {**result, "target": self.target}

    def __str__(self) -> str:
        return f"discard {self.card}" if self.target is None else f"discard {self.card} @{self.target}"


@dataclass(frozen=True, slots=True)
class Save(Action):
    """End the turn by placing a card face down on the seat's save pile (M5).

    >>> str(Save("W"))
    'save W'
    """

    type = "save"
    card: str

    def to_dict(self) -> dict[str, Any]:
        return {"type": self.type, "card": self.card}

    def __str__(self) -> str:
        return f"save {self.card}"


def malformed(message: str) -> IllegalAction:
    """Build the refusal for input that is not an action."""
    return IllegalAction("malformed", "G3", UNTRANSLATED, fault=f"{message[0].upper()}{message[1:]}.")


def _group_to_json(group: Laid) -> Any:
    declared = {name: value for name, value in group._asdict().items() if value is not None}
    return group.cards if len(declared) == 1 else declared


def _group_from_json(data: Any) -> Laid:
    if isinstance(data, str):
        return check_group(Laid(data))
    if not isinstance(data, Mapping):
        raise malformed(f"a group must be a string of cards or an object with 'cards', not {_shown(data)}")
    for key in data:
        if key not in Laid._fields:
            raise malformed(f"a group has no {_shown(key)}")
    return check_group(Laid(**{"cards": None, **data}))


def check_group(group: Any) -> Laid:
    """Return the group unchanged if it is a ``Laid`` and every field has the right type.

    Raises:
        IllegalAction: ``malformed``.
    """
    if type(group) is not Laid:
        raise malformed(f"a group must be a Laid with cards, not {_shown(group)}")
    cards, number, start, color, suit, kind = group
    if not isinstance(cards, str) or not cards.strip() or len(cards) > 400:
        raise malformed(f"a group's cards must be a string such as 'R7 G7 W', not {_shown(cards)}")
    optional_number("number", number)
    optional_number("start", start)
    _word("color", color)
    _word("suit", suit)
    _word("kind", kind)
    return group


def _read_choose(data: Mapping[str, Any]) -> tuple[Action, tuple[str, ...]]:
    return ChoosePhase(check_number("phase", data.get("phase"))), ("phase",)


def _read_draw(data: Mapping[str, Any]) -> tuple[Action, tuple[str, ...]]:
    source = data.get("from")
    if source not in ("deck", "discard", "saved"):
        raise malformed(f'a draw must be from "deck", "discard" or "saved", not {_shown(source)}')
    if source == "saved":
        return Draw("saved", check_word(data.get("card"))), ("from", "card")
    return Draw("deck" if source == "deck" else "discard"), ("from",)


def _read_lay_down(data: Mapping[str, Any]) -> tuple[Action, tuple[str, ...]]:
    groups = data.get("groups")
    if not isinstance(groups, list | tuple) or not 1 <= len(groups) <= 20:
        raise malformed("a lay_down must have a list of 'groups'")
    phase = optional_number("phase", data.get("phase"))
    return LayDown(tuple(map(_group_from_json, groups)), phase), ("groups", "phase")


def _read_hit(data: Mapping[str, Any]) -> tuple[Action, tuple[str, ...]]:
    end = check_end(data.get("end"))
    owner, group = check_number("owner", data.get("owner")), check_number("group", data.get("group"))
    return Hit(check_word(data.get("card")), owner, group, end), ("card", "owner", "group", "end")


def _read_discard(data: Mapping[str, Any]) -> tuple[Action, tuple[str, ...]]:
    target = optional_number("target", data.get("target"))
    return Discard(check_word(data.get("card")), target), ("card", "target")


def _read_save(data: Mapping[str, Any]) -> tuple[Action, tuple[str, ...]]:
    return Save(check_word(data.get("card"))), ("card",)


_READERS = {
    "choose_phase": _read_choose,
    "draw": _read_draw,
    "lay_down": _read_lay_down,
    "hit": _read_hit,
    "discard": _read_discard,
    "save": _read_save,
}
_FORMS = {
    "choose_phase": r"phase (?P<phase>-?\d{1,4})",
    "draw": r"draw (?P<from>deck|discard|saved)(?: (?P<card>\S+))?",
    "lay_down": r"lay (?:(?P<phase>-?\d{1,4}): )?(?P<groups>.+)",
    "hit": r"hit (?P<card>\S+) > (?P<owner>-?\d{1,4})\.(?P<group>-?\d{1,4})(?: (?P<end>\S+))?",
    "discard": r"discard (?P<card>\S+)(?: @(?P<target>-?\d{1,4}))?",
    "save": r"save (?P<card>\S+)",
}
"""The written form of each type of action, as a pattern."""
_WHOLE = ("phase", "owner", "group", "target", "number", "start")


def _described(text: Any) -> dict[str, Any]:
    """Return the dict of the action that *text* describes; its values are not checked yet.

    Raises:
        IllegalAction: ``malformed``: the text has none of the forms.
    """
    if isinstance(text, str) and len(text) <= MAX_TEXT:
        for kind, form in _FORMS.items():
            if found := re.fullmatch(form, text.strip(), re.ASCII):
                return {"type": kind, **_values(found.groupdict())}
    raise malformed(
        f"an action is written like 'draw deck', 'lay R7 G7 W | R3 W B5 Y6', 'hit W > 1.0 low', 'discard S @2', "
        f"'save W' or 'phase 3', not {_shown(text)}"
    )


def _values(found: Mapping[str, str | None]) -> dict[str, Any]:
    """Return the parts that are present, with numbers and groups read."""
    given = {name: value for name, value in found.items() if value is not None}
    read = {name: int(value) if name in _WHOLE else value for name, value in given.items()}
    return {**read, "groups": list(map(_declared, given["groups"].split("|")))} if "groups" in given else read


def _declared(text: str) -> dict[str, Any]:
    """Return the dict of a group such as ``W W R5[number=5]``."""
    cards, bracket, declared = text.strip().partition("[")
    if bracket and not declared.endswith("]"):
        raise malformed(f"a declaration must end with ']', as in 'W W R5[number=5]', not {_shown(text)}")
    pairs = [part.strip().partition("=") for part in declared.removesuffix("]").split(",")] if bracket else []
    known: dict[str, Any] = {name: value for name, _, value in pairs}
    for name in {*known} & {*_WHOLE}:
        if not re.fullmatch(r"-?\d{1,4}", known[name], re.ASCII):
            raise malformed(f"{name} must be a whole number, not {_shown(known[name])}")
        known[name] = int(known[name])
    return {"cards": cards.strip(), **known}


def _named(action: Action) -> list[str]:
    """Return the cards that an action names, as text."""
    groups = [group.cards for group in action.groups] if isinstance(action, LayDown) else []
    card = getattr(action, "card", None)
    return groups if card is None else [card]


def check_end(end: Any) -> str | None:
    """Return the end of a hit if it is None or valid; raise ``malformed`` otherwise."""
    if end not in (None, "low", "high", "any"):
        raise malformed(f'the end of a hit must be "low", "high" or "any", not {_shown(end)}')
    return end  # type: ignore[no-any-return]


def check_word(word: Any) -> str:
    """Return the value if it could be a card code; raise ``malformed`` otherwise."""
    if not isinstance(word, str) or not 0 < len(word) <= 12:
        raise malformed(f"a card must be a code such as 'R7', not {_shown(word)}")
    return word


def check_number(name: str, value: Any) -> int:
    """Return the value if it is an integer from -1000 to 1000; raise ``malformed`` otherwise."""
    number = integer_from(-1000, value, 1000)
    if number is None:
        raise malformed(f"{name} must be a whole number, not {_shown(value)}")
    return number


def optional_number(name: str, value: Any) -> int | None:
    """Return the value if it is None or a valid integer; raise ``malformed`` otherwise."""
    return None if value is None else check_number(name, value)


def _word(name: str, value: Any) -> str | None:
    if value is not None and (not isinstance(value, str) or len(value) > 12):
        raise malformed(f"{name} must be a word, not {_shown(value)}")
    return value


def _shown(value: Any) -> str:
    return reprlib.repr(value)[:60]
