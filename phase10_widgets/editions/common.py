"""Parts shared by the editions: a summary of the rules, and a pack with colors and numbers."""

from __future__ import annotations

from collections.abc import Sequence

from ..rules.cards import Pack, Side

SHARED_NOTES: tuple[tuple[str, str], ...] = (
    ("G1", "Each player is dealt 10 cards; one card is turned face up to start the discard pile."),
    (
        "G3",
        "On your turn, draw one card, lay down your phase if you can and want to, hit if you can and want to, "
        "and then discard one card.",
    ),
    (
        "G4",
        "You lay down a whole phase at once, and at most one phase per round. It counts as soon as it is on the table.",
    ),
    (
        "G8",
        "A set consists of cards with the same number; a run consists of consecutive numbers in any colors. 12 is "
        "never followed by 1.",
    ),
    ("G9", "A phase needs at least one card that is not wild; beyond that, any number of wilds is allowed."),
    ("G10", "Once laid down, a wild stays in its place."),
    ("G12", "Once your own phase is on the table, you may hit. Hitting means adding cards to the groups on the table."),
    (
        "G14",
        "The player who goes out scores 0; the others score points for the cards left in their hands. Low "
        "scores are good.",
    ),
    ("G15", "A player who has laid down a phase moves on to the next; the others try theirs again."),
    ("G17", "The first to complete the last phase wins; if several do so in the same round, the lowest score wins."),
)


def points_of(number: int) -> int:
    """Return the penalty points for a number: 5 for 1 to 9, 10 for higher numbers (C7, S7, F11)."""
    return 5 if number <= 9 else 10


def add_numbers(side: Side, colors: Sequence[str]) -> None:
    """Add one face for every number in each of these colors.

    >>> side = Pack("three", range(1, 4)).add_side("color", ("R", "B"))
    >>> add_numbers(side, ("R", "B"))
    >>> len(side.faces)
    6
    """
    for color in colors:
        for number in side.numbers:
            side.add(f"{color}{number}", number=number, color=color, points=points_of(number))


def pack_with_skips(id: str, colors: Sequence[str]) -> Pack:
    """Build a pack with numbers 1 to 12 in these colors, wilds and skips (C1, C7, M1)."""
    pack = Pack(id, range(1, 13))
    side = pack.add_side("color", colors)
    add_numbers(side, colors)
    side.add("W", points=25)
    side.add("S", points=15, skip=True)
    return pack
