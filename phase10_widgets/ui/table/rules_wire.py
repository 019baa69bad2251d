"""The cards, groups and phases of a game."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

Step: TypeAlias = Literal["choose_phase", "draw", "play"]
"""The step that the seat to act must take next."""
Side: TypeAlias = Literal["color", "wild"]
"""The active side of two-sided cards; one-sided cards have their color side up."""
End: TypeAlias = Literal["any", "low", "high"]
"""The end of a group to which a card is added."""
Pile: TypeAlias = Literal["deck", "discard", "saved"]
"""The pile from which a card is drawn."""
IdentityField: TypeAlias = Literal["number", "start", "color", "suit"]
"""The property that distinguishes groups of one kind."""


class Identity(TypedDict):
    """A group's declaration, with the fields of its kind."""

    number: NotRequired[int | None]
    start: NotRequired[int | None]
    """The lowest number of a run."""
    color: NotRequired[str | None]
    suit: NotRequired[str | None]


class Group(Identity):
    """A group on the table."""

    kind: str
    """ "set", "run", "color", "flush", "color run", or a kind whose details only Python knows."""
    cards: str
    """The cards, ordered from low to high in a run."""


class GroupSpec(TypedDict):
    """A group that a phase requires."""

    kind: str
    fields: list[IdentityField]
    """The properties that distinguish such groups."""
    size: int
    text: str
    another: bool
    """True if its color or suit must differ from those of earlier groups of its kind."""


class KindHelp(TypedDict):
    """The help for one kind of group, with an example."""

    kind: str
    rule: str
    text: str
    example: str
    """The cards of the example."""


class PhaseSpec(TypedDict):
    """A phase of the edition."""

    number: int
    text: str
    groups: list[GroupSpec]
    help: list[KindHelp]
    """The help for the phase's groups, with one entry for each kind."""


class EditionName(TypedDict):
    """An edition's id, and its name in the screen's language."""

    id: str
    name: str


class RuleNote(TypedDict):
    """A rule and its number in the rulebook."""

    rule: str
    text: str
