"""SVG paths as polygons, so that a picture shows the same shapes as a browser."""

from __future__ import annotations

import re
from cmath import exp, phase, pi
from collections.abc import Iterator
from functools import lru_cache
from math import ceil, cos, radians, sin, sqrt

Polygon = tuple[complex, ...]
"""Points as ``x + y * 1j``."""

_NUMBER = re.compile(r"[\s,]*([-+]?(?:\d+\.?\d*|\.\d+))")
_FLAG = re.compile(r"[\s,]*([01])")
_COMMAND = re.compile(r"[\s,]*([A-Za-z])")
_TAKES = {"M": 2, "L": 2, "T": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "A": 7, "Z": 0}
"""How many numbers each command takes."""
_STEPS = 16
"""The lines that stand for one Bezier curve or half a circle."""


@lru_cache(256)
def polygons(path: str) -> tuple[Polygon, ...]:
    """Return the closed outlines of a path, its curves as short lines; a broken path ends where it breaks.

    >>> polygons("M1 2h3v4z")
    (((1+2j), (4+2j), (4+6j)),)
    """
    pen = _Pen()
    for command, numbers in _commands(path):
        pen.follow(command, numbers)
    return tuple(tuple(outline) for outline in pen.outlines if len(outline) > 2)


def _commands(path: str) -> Iterator[tuple[str, list[float]]]:
    """Yield each command with its numbers; a command that is repeated may be left out."""
    at, command = 0, ""
    while True:
        if found := _COMMAND.match(path, at):
            at, command = found.end(), found[1]
        n = _TAKES.get(command.upper())
        if n is None or (n == 0 and not found):
            return
        numbers: list[float] = []
        for place in range(n):
            kind = _FLAG if command in "Aa" and place in (3, 4) else _NUMBER
            number = kind.match(path, at)
            if number is None:
                return
            at = number.end()
            numbers.append(float(number[1]))
        yield command, numbers
        command = {"M": "L", "m": "l"}.get(command, command)


class _Pen:
    """A pen that follows commands; the numbers of lower-case ones count from where it is."""

    def __init__(self) -> None:
        self.outlines: list[list[complex]] = []
        self._at = self._control = 0j
        self._last = ""

    def follow(self, command: str, numbers: list[float]) -> None:
        """Draw what one command says."""
        from_here = self._at if command.islower() else 0j
        kind = command.upper()
        if kind == "Z":
            self._at = self.outlines[-1][0] if self.outlines else self._at
        elif kind in "HV":
            self._level(kind, numbers[0], from_here)
        elif kind == "A":
            width, height, turned, large, sweep, *end = numbers
            self._arc(width, height, turned, bool(large), bool(sweep), from_here + complex(*end))
        else:
            points = [from_here + complex(*numbers[i : i + 2]) for i in range(0, len(numbers), 2)]
            if kind == "M":
                self.outlines.append([points[0]])
                self._at = points[0]
            elif kind == "L":
                self._line(points[0])
            else:
                self._curve(kind, points)
        self._last = kind

    def _line(self, *points: complex) -> None:
        if not self.outlines or self._last == "Z":
            self.outlines.append([self._at])
            self._last = ""
        self.outlines[-1] += points
        self._at = points[-1]

    def _level(self, kind: str, number: float, from_here: complex) -> None:
        if kind == "H":
            self._line(complex(from_here.real + number, self._at.imag))
        else:
            self._line(complex(self._at.real, from_here.imag + number))

    def _curve(self, kind: str, points: list[complex]) -> None:
        """Draw a Bezier curve; S and T begin where the curve before them pointed."""
        begin, end = self._at, points[-1]
        smooth = self._last in {"S": "CS", "T": "QT"}.get(kind, "") and self._last
        if kind in "ST":
            points = [2 * begin - self._control if smooth else begin, *points]
        self._control = points[-2]
        controls = points[:-1]
        if len(controls) == 1:
            controls = [begin + (controls[0] - begin) * 2 / 3, end + (controls[0] - end) * 2 / 3]
        one, two = controls
        self._line(
            *(
                (1 - t) ** 3 * begin + 3 * (1 - t) ** 2 * t * one + 3 * (1 - t) * t**2 * two + t**3 * end
                for t in (step / _STEPS for step in range(1, _STEPS + 1))
            )
        )

    def _arc(self, width: float, height: float, turned: float, large: bool, sweep: bool, end: complex) -> None:
        """Draw part of an ellipse: on a circle of radius 1, the center follows from two points (SVG 2, B.2.4)."""
        if not width or not height or end == self._at:
            self._line(end)
            return
        tilt = complex(cos(radians(turned)), sin(radians(turned)))
        a, b = (_squeezed(point / tilt, width, height) for point in (self._at, end))
        half = abs(b - a) / 2
        grow = max(half, 1.0)
        side = 1 if large != sweep else -1
        center = (a + b) / 2 + side * 1j * (b - a) / (2 * half) * sqrt(max(grow**2 - half**2, 0.0))
        first = phase(a - center)
        angle = (phase(b - center) - first) % (2 * pi)
        angle -= 0 if sweep else 2 * pi
        n = max(2, ceil(abs(angle) / pi * _STEPS))
        for step in range(1, n):
            at = center + grow * exp(1j * (first + angle * step / n))
            self._line(complex(at.real * width, at.imag * height) * tilt)
        self._line(end)


def _squeezed(point: complex, width: float, height: float) -> complex:
    return complex(point.real / width, point.imag / height)
