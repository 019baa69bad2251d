"""The capstone: design an edition whose ten phases are neither too likely nor too unlikely to be dealt."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache, partial
from math import comb
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import IO, Any, Literal, TypeAlias
from unicodedata import normalize

from ..base import files
from ..base.integers import integer_from
from ..base.names import checked_name
from ..base.translatable import Refusal, Sentence, phrase
from ..editions import EDITIONS, edition
from ..editions.classic import COLORS
from ..editions.common import pack_with_skips
from ..game.hands import read_phase
from ..languages.number_text import percent
from ..odds.counting.completions import completions
from ..odds.pool import Pool
from ..rules.cards import PACKS, Card, Pack
from ..rules.edition import DEALT, Edition
from ..rules.options import own_phase
from ..rules.phases import ColorOf, Phase, PhaseError, RunOf, SetOf, check_playable
from .progress import own_files

FORMAT = "phase10-design"
VERSION = 1
MAX_FILE = 10_000
"""The maximum length of a file, in characters."""
MAX_NAME = 40
"""The maximum length of an edition's name, in characters."""
PHASES = 10
MOST_WILDS = 24
LOW, HIGH = Fraction(2, 100), Fraction(30, 100)
"""The inclusive range of chances for a phase that is neither too hard nor too easy."""
BASE = "classic"
"""The edition that provides the cards; only the number of wilds changes."""


class DesignError(Refusal):
    """Raised when a file does not contain a valid design, or when a design cannot be played.

    >>> import phase10_widgets as p10
    >>> p10.teaching.Design.loads("{}")
    Traceback (most recent call last):
    phase10_widgets.teaching.capstone.DesignError: this is not a design file: its 'format' is not 'phase10-design/1'
    """


FILE = files.FileKind(phrase("design"), FORMAT, VERSION, DesignError, MAX_FILE)

Verdict: TypeAlias = Literal["right", "too easy", "too hard", "twice"]
"""A phase's verdict; ``"twice"`` means that the phase is already listed, perhaps with its groups in another order."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A checked phase in a design.

    >>> import phase10_widgets as p10
    >>> design = p10.teaching.check_design(8, p10.edition("classic").phases)
    >>> print(design.phases[0])
    Phase 1, 2 sets of 3: 18.28%. Just right.
    """

    phase: Phase
    """The phase, numbered by its position in the list, starting at 1."""
    chance: Fraction
    """The exact chance that ten dealt cards contain the phase."""
    verdict: Verdict
    sentence: Sentence
    """The verdict as a sentence."""

    def __str__(self) -> str:
        return str(self.sentence)


@dataclass(frozen=True, slots=True)
class Design:
    """A learner's edition, with the exact chance of each phase."""

    wilds: int
    phases: tuple[Checked, ...]

    @property
    def passes(self) -> bool:
        """True if all ten phases are different and have chances between 2% and 30%."""
        return not self.amiss

    @property
    def amiss(self) -> tuple[Checked, ...]:
        """The phases that still need to be fixed, in list order."""
        return tuple(each for each in self.phases if each.verdict != "right")

    @property
    def sentence(self) -> Sentence:
        """The result of the check as a sentence."""
        low, high = percent(LOW), percent(HIGH)
        if self.passes:
            return Sentence(
                "{wilds} wilds: all ten phases are different, and each has a chance between {low} and {high}. Your "
                "edition is ready.",
                wilds=self.wilds,
                low=low,
                high=high,
            )
        had = Counter(each.verdict for each in self.phases)
        return Sentence(
            "{wilds} wilds: {right} of the ten phases have a chance between {low} and {high}. Too easy: {easy}, too "
            "hard: {hard}, duplicates: {twice}.",
            wilds=self.wilds,
            right=had["right"],
            low=low,
            high=high,
            easy=had["too easy"],
            hard=had["too hard"],
            twice=had["twice"],
        )

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return one table row per phase: number, phase, value (a float), fraction, percent, verdict, sentence."""
        return [
            {
                "number": each.phase.number,
                "phase": str(each.phase),
                "value": float(each.chance),
                "fraction": f"{each.chance.numerator}/{each.chance.denominator}",
                "percent": str(percent(each.chance)),
                "verdict": each.verdict,
                "sentence": str(each),
            }
            for each in self.phases
        ]

    def edition(self, name: str) -> Edition:
        """Return the design as a playable edition: Phase 10 with the design's wilds and phases.

        Register it with ``p10.register`` to save and replay its games.

        >>> mine = check_design(12, ["2 sets of 3", *(f"1 run of {n}" for n in range(2, 11))]).edition("My game")
        >>> mine.id, len(mine.deck(2)), str(mine.phases[-1])
        ('my-game', 112, '1 run of 10')

        Args:
            name: the edition's name, at most 40 characters; its digits and letters from a to z form the id.

        Raises:
            DesignError: the name cannot be used, or a phase does not fit in a hand.
        """
        return edition_of(self.wilds, [each.phase for each in self.phases], name)

    def to_dict(self) -> dict[str, Any]:
        """Return the phases and the number of wilds as JSON."""
        return design_to_dict(self.wilds, [each.phase for each in self.phases])

    @classmethod
    def from_dict(cls, data: Any) -> Design:
        """Check a design in the form that :meth:`to_dict` returns.

        Raises:
            DesignError: the data is not a design, has a different version, or is damaged.
        """
        data = files.checked(data, FILE)
        unknown = set(data) - {"format", "wilds", "phases"}
        if unknown:
            raise DesignError("a design cannot contain '{name}'", name=min(unknown)[:40])
        phases = data.get("phases")
        if not isinstance(phases, list) or not all(isinstance(text, str) for text in phases):
            raise DesignError("the phases of a design must be a list of strings")
        try:
            return check_design(data.get("wilds"), phases)
        except ValueError as error:
            raise DesignError("this design cannot be read: {why}", why=error) from error

    def dumps(self) -> str:
        """Return the design as text for a file."""
        return dumps(self.to_dict())

    @classmethod
    def loads(cls, text: str) -> Design:
        """Check the design in a file's text.

        Raises:
            DesignError: as for :meth:`from_dict`.
        """
        return cls.from_dict(files.parsed(text, FILE))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the file atomically: readers see either the old content or the new, never a mixture."""
        own_files.write(path, self.dumps())

    @classmethod
    def load(cls, file: Path | IO[str] | IO[bytes]) -> Design:
        """Check the design in a file, given as a ``Path`` or open.

        Raises:
            DesignError: as for :meth:`from_dict`, or *file* is a string.
            OSError: the file cannot be read.
        """
        return cls.loads(files.text_from(file, FILE))

    def __str__(self) -> str:
        return "\n".join([*map(str, self.phases), str(self.sentence)])


def check_design(wilds: int, phases: Sequence[str | Phase]) -> Design:
    """Check an edition that you designed: compute the exact chance that ten dealt cards contain each phase.

    Its deck is the Phase 10 deck (96 numbers in four colors, 4 skips) with this number of wilds.

    >>> print(check_design(8, [f"1 run of {n}" for n in range(2, 12)]).phases[5])
    Phase 6, 1 run of 7: 15.57%. Just right.

    Args:
        wilds: the number of wilds in the deck, 0 to 24.
        phases: ten phases, as objects or strings, in order; each consists of sets and runs, or of cards of one color.

    Raises:
        ValueError: the number of wilds or a phase is invalid.
    """
    n_wilds = integer_from(0, wilds, MOST_WILDS)
    if n_wilds is None:
        raise Refusal(
            "an edition can have 0 to {most} wilds here, not {value}", most=MOST_WILDS, value=repr(wilds)[:40]
        )
    if isinstance(phases, str) or not isinstance(phases, Sequence) or len(phases) != PHASES:
        n = len(phases) if isinstance(phases, list | tuple) else repr(phases)[:40]
        raise Refusal("an edition needs a list of {n} phases, such as '2 sets of 3', not {value}", n=PHASES, value=n)
    read = [_read(number, phase) for number, phase in enumerate(phases, 1)]
    return Design(n_wilds, tuple(_checked(n_wilds, read, at) for at in range(PHASES)))


def design_to_dict(wilds: int, phases: Sequence[str | Phase]) -> dict[str, Any]:
    """Return a design as JSON, without computing any chances."""
    return {"format": f"{FORMAT}/{VERSION}", "wilds": wilds, "phases": [str(phase) for phase in phases]}


def dumps(data: dict[str, Any]) -> str:
    """Return a design's JSON as text for a file."""
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def edition_of(wilds: int, phases: Sequence[str | Phase], name: str) -> Edition:
    """Return the edition with *wilds* wilds, from 0 to 24, and these phases; see :meth:`Design.edition`.

    Raises:
        DesignError: the name cannot be used, or a phase cannot be played.
    """
    name = checked_name(name, MAX_NAME, DesignError)
    id = _id(name)
    base = edition(BASE)
    try:
        listed = tuple(own_phase(base, str(phase), number) for number, phase in enumerate(phases, 1))
    except PhaseError as error:
        raise DesignError("this design cannot be played: {why}", why=error) from error
    return replace(base, id=id, name=name, pack=_pack_of(id), phases=listed, build_deck=_deck_with(id, wilds))


def _id(name: str) -> str:
    """Return the id for an edition's name: its letters a to z and its digits, starting with the first letter."""
    plain = normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()
    id = re.sub("[^a-z0-9]+", "-", plain).lstrip("-0123456789").rstrip("-")[:MAX_NAME]
    if not id:
        raise DesignError("the name of an edition must contain a letter from a to z, such as 'my-game'")
    return id


def _pack_of(id: str) -> Pack:
    """Return the pack for a design's edition, with a separate copy of the Phase 10 cards.

    Raises:
        DesignError: a different edition already has this id.
    """
    if id not in PACKS:
        return pack_with_skips(id, COLORS)
    own, usual = (pack.side("color").faces.keys() for pack in (PACKS[id], edition(BASE).pack))
    if id in EDITIONS or own != usual:
        raise DesignError("an edition {name} already exists; choose a different name", name=id)
    return PACKS[id]


@cache
def _deck_with(id: str, wilds: int) -> Callable[[int, Random], tuple[Card, ...]]:
    """Return the function that builds the deck; equal decks share one function."""
    return partial(_deck, id, wilds)


def _deck(id: str, wilds: int, seats: int, chance: Random) -> tuple[Card, ...]:
    usual = [card.code for card in edition(BASE).build_deck(seats, chance) if not card.wild]
    return tuple(map(_pack_of(id).card, [*usual, *wilds * ["W"]]))


def chance_with(wilds: int, phase: Phase) -> Fraction:
    """Return the chance that ten cards from a deck with *wilds* wilds contain a phase accepted by :func:`check_design`.

    >>> round(float(chance_with(8, Phase.parse("2 sets of 3"))), 4)
    0.1828
    """
    return _chance(wilds, _ordered(phase))


@lru_cache(maxsize=2000)
def _chance(wilds: int, phase: Phase) -> Fraction:
    if phase.size > DEALT:
        return Fraction(0)
    pool = _pool(wilds)
    return Fraction(completions(phase, (), pool, DEALT)[DEALT], comb(pool.size, DEALT))


def _pool(wilds: int) -> Pool:
    """Return a deck with this number of wilds."""
    usual = Pool.of_deck(edition(BASE))
    others = {code: n for code, n in usual.counts.items() if not usual.side.faces[code].wild}
    (wild,) = usual.counts.keys() - others.keys()
    return Pool(usual.side, MappingProxyType({**others, wild: wilds} if wilds else others))


def _read(number: int, given: str | Phase) -> Phase:
    """Return the phase with its number; raise an error if its chance would take too long to compute."""
    try:
        phase = read_phase(given)
        check_playable(phase, Pool.of_deck(edition(BASE)).side)
    except PhaseError as error:
        raise Refusal("phase {number}: {why}", number=number, why=error) from None
    kinds = {type(need) for need in phase.needs}
    if not (kinds <= {SetOf, RunOf} or kinds == {ColorOf}):
        raise Refusal(
            "phase {number}, {phase}: a phase here must consist of sets and runs, or of cards of one color; color "
            "runs, and colors combined with other groups, take too long to count",
            number=number,
            phase=phase,
        )
    return Phase(phase.needs, number)


def _ordered(phase: Phase) -> Phase:
    """Return the phase with its sets and runs in a fixed order, so that equal phases compare equal."""
    if any(isinstance(need, ColorOf) for need in phase.needs):
        return Phase(phase.needs)
    return Phase(tuple(sorted(phase.needs, key=lambda need: (need.kind, need.size))))


def _checked(wilds: int, phases: Sequence[Phase], at: int) -> Checked:
    phase = phases[at]
    chance = chance_with(wilds, phase)
    parts = {"number": phase.number, "phase": phase, "chance": percent(chance)}
    for before in phases[:at]:
        if _ordered(before) == _ordered(phase):
            sentence = Sentence(
                "Phase {number}, {phase}: {chance}. This is the same as phase {other}; choose a different one.",
                other=before.number,
                **parts,
            )
            return Checked(phase, chance, "twice", sentence)
    if chance < LOW:
        sentence = Sentence(
            "Phase {number}, {phase}: {chance}. Too hard: less than {low}. Require less, or add wilds.",
            low=percent(LOW),
            **parts,
        )
        return Checked(phase, chance, "too hard", sentence)
    if chance > HIGH:
        sentence = Sentence(
            "Phase {number}, {phase}: {chance}. Too easy: more than {high}. Require more, or remove wilds.",
            high=percent(HIGH),
            **parts,
        )
        return Checked(phase, chance, "too easy", sentence)
    return Checked(phase, chance, "right", Sentence("Phase {number}, {phase}: {chance}. Just right.", **parts))
