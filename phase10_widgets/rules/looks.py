"""The looks of colors: a name, two inks and a shape, so that cards can be told apart without color vision."""

from __future__ import annotations

import re
from dataclasses import dataclass

COLOR_NAMES = {"R": "red", "B": "blue", "G": "green", "Y": "yellow", "O": "orange"}
"""The colors that every pack may use, by letter; ``ui/drawn/faces.json`` defines their appearance."""
SHAPES = {
    "hexagon": "M12 1.5l9.1 5.25v10.5L12 22.5l-9.1-5.25V6.75z",
    "hourglass": "M3 2h18l-7 10 7 10H3l7-10z",
    "drop": "M12 1c4.5 6 7.5 9.7 7.5 14a7.5 7.5 0 0 1-15 0C4.5 10.7 7.5 7 12 1z",
    "moon": "M16.5 2A10.5 10.5 0 1 0 16.5 22A8.5 10.5 0 0 1 16.5 2z",
}
"""Shapes for additional colors, by name; each is an SVG path in a 24-by-24 box."""
LEAST_CONTRAST = 4.5
"""The minimum contrast between a number and its card (WCAG 2.2, 1.4.3)."""
_NAME = re.compile(r"[a-z]([a-z -]{0,18}[a-z])?")
_HEX = re.compile(r"#[0-9a-f]{6}")
_PATH = re.compile(r"[MmLlHhVvCcSsQqTtAaZz0-9 ,.+-]{5,600}")


@dataclass(frozen=True, slots=True)
class Look:
    """The look of one card color.

    >>> Look("purple", "#6b3fa0", "#ffffff", "hexagon").path[:8]
    'M12 1.5l'
    """

    name: str
    """The color's name as used in a sentence, in lowercase, such as ``"purple"``."""
    background: str
    """The card's background color, such as ``"#6b3fa0"``."""
    ink: str
    """The color of the numbers and symbols on the card, such as ``"#ffffff"``."""
    shape: str
    """The shape, one of ``SHAPES`` or an SVG path in a 24-by-24 box, for people who cannot distinguish colors."""

    def __post_init__(self) -> None:
        """Check the values.

        Raises:
            ValueError: a field is invalid, or the ink is hard to read.
        """
        if not isinstance(self.name, str) or not _NAME.fullmatch(self.name):
            raise ValueError(
                f"a color's name must be 1 to 20 lowercase letters, such as 'purple', not {self.name!r:.40}"
            )
        for value in (self.background, self.ink):
            if not isinstance(value, str) or not _HEX.fullmatch(value):
                raise ValueError(f"{self.name}: write a color such as '#6b3fa0', in lowercase, not {value!r:.40}")
        if not isinstance(self.shape, str) or not _PATH.fullmatch(self.path):
            listed = ", ".join(SHAPES)
            raise ValueError(f"{self.name}: a shape must be one of {listed}, or an SVG path, not {self.shape!r:.40}")
        if (found := contrast(self.background, self.ink)) < LEAST_CONTRAST:
            raise ValueError(
                f"{self.name}: {self.ink} on {self.background} is hard to read; its contrast is {found:.1f}, "
                f"and it must be at least {LEAST_CONTRAST}"
            )

    @property
    def path(self) -> str:
        """The shape as an SVG path in a 24-by-24 box."""
        return SHAPES.get(self.shape, self.shape)


def contrast(one: str, other: str) -> float:
    """Return the contrast between two colors, from 1 to 21 (WCAG 2.2).

    >>> round(contrast("#ffffff", "#000000"), 1)
    21.0
    """
    dark, light = sorted(map(_luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: str) -> float:
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
