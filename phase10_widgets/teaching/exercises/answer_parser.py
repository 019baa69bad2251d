"""The parser for typed answers: numbers and expressions in English and German notation, and their precision."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal

from ...base.integers import shown
from ...base.translatable import UNTRANSLATED
from .expression import Span, Term, compute, parse_expression, with_fractions
from .numerals import AnswerError, Numeral, decimals_in

Form = Literal["fraction", "decimal", "percent", "one in", "expression"]
FORMS: tuple[Form, ...] = ("fraction", "decimal", "percent", "one in", "expression")
MAX_LENGTH = 200
"""The maximum length of an answer, in characters."""
EXACT = 1000
"""The number of significant digits of an answer that is not rounded."""
MOST_SIDES = 4
"""The maximum number of expressions in an answer such as "1 - 5/6 = 1/6"."""
MAX_EXPONENT = 60
FLOAT = Fraction(1, 10**9)
"""The relative error assumed for answers with more than nine digits, which may be inexact Python results."""

_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2212\ufe63\uff0d"
_SLASHES = "\u2044\u2215\uff0f"
_SIGNS = {**dict.fromkeys(_DASHES, "-"), **dict.fromkeys(_SLASHES, "/"), "\uff05": "%", "\u2019": "'", "\u066b": "."}
_NUMBER = r"(?:\d(?:[\d.,' ]*\d)?|[.,]\d+)"
_TOP = r"\d(?:[\d.,']*\d)?"
"""The pattern for a number without spaces; in a mixed number, a space precedes the fraction."""
_SIGNED = rf"(?P<sign>[-+]?) ?(?P<number>{_NUMBER})"
_POWER = r"(?: ?(?:e|[x*\u00d7\u00b7] ?10 ?(?:\^|\*\*) ?)(?P<power>[-+]?\d{1,9}))?"
_PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern))
    for name, pattern in (
        ("mixed", rf"(?P<sign>[-+]?) ?(?:(?P<whole>\d+) )?(?P<top>{_TOP}) ?/ ?(?P<bottom>{_NUMBER}) ?(?P<unit>%?)"),
        ("one in", rf"(?P<top>{_NUMBER}) ?(?:in|von|aus|of|out of) ?(?:je )?(?P<bottom>{_NUMBER})"),
        ("number", rf"{_SIGNED}{_POWER} ?(?P<unit>%|percent|per cent|prozent|‰)?"),
    )
)
_RATIO = re.compile(r"(\d+) ?: ?(\d+)")
_LEAD = re.compile(r"^(?:(?:[a-z] ?|p ?\([^()=]{,40}\) ?)?=|≈|~|ca\.?|about|etwa|rund|ungefähr|roughly) ?")
_UNITS = {"%": 100, "percent": 100, "per cent": 100, "prozent": 100, "‰": 1000}
_IN_PROSE = re.compile(
    r"\d+ (?:in|of|out of|von|aus) \d[\d.,]*|(?:\d+ )?\d+/\d+|[.,]?\d[\d.,'\u202f]*(?: ?(?:%|percent|Prozent))?"
)


@dataclass(frozen=True, slots=True)
class ParsedAnswer:
    """A parsed answer: the number entered, with its precision.

    >>> import phase10_widgets as p10
    >>> p10.teaching.parse_answer("16.5%")[0].value
    Fraction(33, 200)
    """

    value: Fraction
    low: Fraction
    """The lowest number that rounds to the one entered."""
    high: Fraction
    """The highest number that rounds to the one entered; for a fraction, both bounds are the fraction itself."""
    digits: int
    """The number of significant digits: 3 for 0.0165, 16.5% and 1 in 6.06."""
    form: Form
    zeros: int = 0
    """The number of trailing zeros in a whole number, which may or may not be significant: 1 for 290."""
    term: Term | None = field(default=None, repr=False)
    """The expression entered; None for a number."""
    notation: int = 0
    """0 if the expression's ambiguous marks are read as in English, 1 as in German."""

    def up_to(self, digits: int) -> ParsedAnswer:
        """Return the answer as if rounded to its last nonzero digit, with at least this many significant digits."""
        unsure = min(self.zeros, max(0, self.digits - digits))
        half = (self.high - self.low) / 2 * 10**unsure
        return replace(self, low=self.value - half, high=self.value + half, digits=self.digits - unsure, zeros=0)

    def as_chance(self) -> ParsedAnswer:
        """Treat a number above 1 and up to 100 without a unit as a percentage; return any other answer unchanged."""
        if self.form != "decimal" or not 1 < self.value <= 100:
            return self
        value, low, high = (Fraction(one, 100) for one in (self.value, self.low, self.high))
        return replace(self, value=value, low=low, high=high, form="percent")

    def is_rounding_of(self, value: Fraction) -> bool:
        """Return True if the value, rounded to the precision of the number entered, equals that number."""
        return self.value == value or self.low <= value <= self.high


def parse_answer(text: str) -> tuple[ParsedAnswer, ...]:
    """Return the number entered, or two readings (the likelier first) if a point or comma may separate thousands.

    >>> [str(read.value) for read in parse_answer("16,5%")]
    ['33/200']
    >>> [str(parse_answer(text)[0].value) for text in ("16/97", ".165", "2½", "1 von 6", "1.234,5")]
    ['16/97', '33/200', '5/2', '1/6', '2469/2']
    >>> [str(read.value) for read in parse_answer("1.234")]
    ['617/500', '1234']
    >>> [str(read.value) for read in parse_answer("472/10,000")]
    ['59/1250', '236/5']

    An expression is computed exactly. Inside a function's brackets, a comma or semicolon separates:

    >>> [str(parse_answer(text)[0].value) for text in ("1 - C(4, 2)/C(6, 2)", "100 choose 2", "3!", "2^-3")]
    ['3/5', '4950', '6', '1/8']

    Raises:
        AnswerError: the text is not an answer, is ambiguous (``1:6``), divides by zero, or is far too long or large.
    """
    if not isinstance(text, str):
        raise AnswerError(UNTRANSLATED, fault=f"an answer must be text such as '16.5%', not {shown(text)}")
    if len(text) > MAX_LENGTH:
        raise AnswerError("an answer can have at most {most} characters", most=MAX_LENGTH)
    first, *others = re.split(" ?[=≈] ?", _plain(with_fractions(text)))
    if not others:
        return _read(_plain(text), text)
    if len(others) >= MOST_SIDES:
        raise _unreadable(text)
    found = _read(first, first)
    for other in others:
        same = [
            (a, b) for a in found for b in _read(other, other) if a.is_rounding_of(b.value) or b.is_rounding_of(a.value)
        ]
        if not same:
            raise AnswerError("the two sides of your equation differ: {left} is not {right}", left=first, right=other)
        found = tuple(dict.fromkeys(a for a, _ in same))
    return found


def _read(plain: str, text: str) -> tuple[ParsedAnswer, ...]:
    """Return the readings of one number or expression; *text* is quoted if it has none."""
    if ratio := _RATIO.fullmatch(plain):
        good, bad = int(ratio[1]), int(ratio[2])
        raise AnswerError(
            "{typed} can be read two ways: write {good}/{bad} if you mean {good} out of {bad}, or {good}/{all} if you "
            "mean odds of {good} to {bad}",
            typed=text.strip(),
            good=good,
            bad=bad,
            all=good + bad,
        )
    for name, pattern in _PATTERNS:
        if found := pattern.fullmatch(plain):
            made = tuple({"mixed": _mixed, "one in": _one_in, "number": _number}[name](found))
            if made:
                return made
    if made := _computed(_plain(with_fractions(text))):
        return made
    raise _unreadable(text)


def _unreadable(text: str) -> AnswerError:
    return AnswerError(
        "I cannot read '{typed}' as a number; write it like one of these: {examples}",
        typed=text.strip(),
        examples="16/97, 0.165, 16.5%, 1 in 6, 1 - C(100, 8)/C(106, 8)",
    )


def _computed(plain: str) -> tuple[ParsedAnswer, ...]:
    """Return the readings of an expression; none if this is not one."""
    term = parse_expression(plain)
    if term is None:
        return ()
    english, german = (compute(term, at) for at in range(2))
    spans = [english] if english == german else [english, german]
    return tuple([_answer_of(term, span, at) for at, span in enumerate(spans)])


def _answer_of(term: Term, span: Span, notation: int) -> ParsedAnswer:
    return ParsedAnswer(span.value, span.low, span.high, _digits_of(span), "expression", 0, term, notation)


def _digits_of(span: Span) -> int:
    """Return the number of significant digits that an expression with rounded decimals has."""
    wide = span.high - span.low
    known = int(abs(span.value) / wide) if wide else 0
    return (len(str(known)) if known else 0) if wide else EXACT


def numbers_in(prose: str) -> Iterator[ParsedAnswer]:
    """Yield every number in a string, in any notation."""
    for found in _IN_PROSE.findall(prose):
        try:
            yield from parse_answer(found.rstrip(".,' "))
        except AnswerError:
            continue


def _plain(text: str) -> str:
    """Return the text in lower case, with plain digits, plain signs and single spaces."""
    parts = []
    for letter in text:
        if unicodedata.decomposition(letter).startswith("<fraction>"):
            parts.append(f" {unicodedata.normalize('NFKC', letter)} ".replace("\u2044", "/"))
        elif letter.isspace():
            parts.append(" ")
        else:
            digit = unicodedata.decimal(letter, None)
            parts.append(_SIGNS.get(letter, letter) if digit is None else str(digit))
    plain = " ".join("".join(parts).casefold().split())
    if len(plain) > MAX_LENGTH:
        raise AnswerError("an answer can have at most {most} characters", most=MAX_LENGTH)
    return _LEAD.sub("", plain).rstrip(". ")


def _mixed(found: re.Match[str]) -> Iterator[ParsedAnswer]:
    scale = (-1 if found["sign"] == "-" else 1) * Fraction(1, 100 if found["unit"] else 1)
    whole, seen = int(found["whole"] or 0), set()
    for (top, _, _), (bottom, _, _) in _both(found):
        if whole and not top < bottom:
            return  # 1 234/5 is not a mixed number
        value = (whole + top / bottom) * scale
        if value not in seen:
            yield ParsedAnswer(value, value, value, EXACT, "fraction")
        seen.add(value)


def _one_in(found: re.Match[str]) -> Iterator[ParsedAnswer]:
    for (top, _, _), (bottom, half, digits) in _both(found):
        low, high = top / (bottom + half), top / max(bottom - half, bottom / 2)
        yield ParsedAnswer(top / bottom, low, high, digits, "one in")


def _both(found: re.Match[str]) -> Iterator[tuple[Numeral, Numeral]]:
    """Yield the readings of a fraction's two numbers: in English notation, then in German notation if that differs.

    Raises:
        AnswerError: the second number is 0.
    """
    tops, bottoms = list(decimals_in(found["top"])), list(decimals_in(found["bottom"]))
    if tops and bottoms:
        for at in range(max(len(tops), len(bottoms))):
            top, bottom = tops[min(at, len(tops) - 1)], bottoms[min(at, len(bottoms) - 1)]
            if not bottom[0]:
                raise AnswerError("you cannot divide by 0")
            yield top, bottom


def _number(found: re.Match[str]) -> Iterator[ParsedAnswer]:
    power = int(found["power"] or 0)
    if abs(power) > MAX_EXPONENT:
        raise AnswerError("exponents of ten can range from -{most} to {most}", most=MAX_EXPONENT)
    scale = Fraction(10) ** power * (-1 if found["sign"] == "-" else 1) / _UNITS.get(found["unit"] or "", 1)
    for value, unit, digits in decimals_in(found["number"]):
        half = max(unit, value * FLOAT) if digits > 9 and value.denominator > 1 else unit
        ends = sorted(((value - half) * scale, (value + half) * scale))
        zeros = 0 if value.denominator > 1 or unit != Fraction(1, 2) else _zeros(int(value))
        form: Form = "percent" if found["unit"] else "decimal"
        yield ParsedAnswer(value * scale, ends[0], ends[1], digits, form, zeros)


def _zeros(whole: int) -> int:
    return len(str(whole)) - len(str(whole).rstrip("0")) if whole else 0
