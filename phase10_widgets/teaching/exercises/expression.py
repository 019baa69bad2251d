"""Typed expressions such as ``1 - C(100, 8)/C(106, 8)``, parsed without ``eval`` and computed exactly within bounds."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial, isqrt, perm
from typing import TypeAlias

from .numerals import AnswerError, Numeral, decimals_in

MOST_BITS = 1020
"""The size of the largest numerator and denominator while computing, in bits; a float holds them."""
MOST_FACTORIAL = 170
DEEPEST = 25
"""The maximum number of brackets, signs and exponents inside each other."""
ROOT = Fraction(1, 10**12)
"""The relative error of a root that is not rational."""

Sign: TypeAlias = str
"""One of "number", "brackets", "negative", "+", "-", "*", "/", "^", "!", "%", "C", "P" and "root"."""


@dataclass(frozen=True, slots=True)
class Term:
    """A part of an expression: a number, or an operation on other terms."""

    sign: Sign
    parts: tuple[Term, ...] = ()
    text: str = ""
    """A number's digits as typed."""
    readings: tuple[Numeral, ...] = ()
    """A number's values: in English notation, then in German notation if that differs."""


@dataclass(frozen=True, slots=True)
class Span:
    """A value with the range that the rounding of its decimals allows; for exact numbers, both ends are the value."""

    value: Fraction
    low: Fraction
    high: Fraction


_SAME = {
    **dict.fromkeys("\u00d7\u00b7\u2219\u22c5\u2715\u2022", "*"),
    **dict.fromkeys(("mal", "times", "multiplied by", "multipliziert mit"), "*"),
    **dict.fromkeys(("÷", "divided by", "geteilt durch", "durch"), "/"),
    **dict.fromkeys(("plus",), "+"),
    **dict.fromkeys(("minus",), "-"),
    **dict.fromkeys(("**", "hoch", "to the power of"), "^"),
    **dict.fromkeys(("ncr", "choose", "über", "ueber"), "c"),
    **dict.fromkeys(("binom", "binomial", "comb"), "c"),
    **dict.fromkeys(("npr",), "p"),
    **dict.fromkeys(("sqrt", "wurzel", "√"), "r"),
    **dict.fromkeys("[{", "("),
    **dict.fromkeys("]}", ")"),
    **dict.fromkeys(("percent", "per cent", "prozent"), "%"),
}
_WORD = re.compile(
    "|".join(rf"\b{re.escape(w)}\b" if w.isalpha() else re.escape(w) for w in sorted(_SAME, key=len)[::-1])
)
_RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+", strict=True))
_TIMES_X = re.compile(r"(?<=[\d)!%]) ?x ?(?=[\d(.])|(?<=[\d)!%]) ?x ?(?=[cp] ?\()")
_GLUED = re.compile(r"(?<=[\d)]) ?(ncr|npr) ?(?=[\d(])")
_NUMBER = re.compile(r"\d{1,3}(?: \d{3})+(?![\d.,])|\d(?:[\d.,']*\d)?|[.,]\d+")
_ARGUMENT = re.compile(r"\d{1,3}(?: \d{3})+(?![\d.])|\d(?:[\d.']*\d)?|\.\d+")
"""A number inside a function's brackets, where a comma separates."""
_THOUSANDS = re.compile(r"\d{1,3}(\.\d{3})+")


def parse_expression(plain: str) -> Term | None:
    """Return the expression in this text, which is lower-case with plain digits and single spaces; None for none.

    >>> parse_expression("1 - 5/6").sign, parse_expression("cards")
    ('-', None)

    Raises:
        AnswerError: it is ambiguous, or nested too deeply.
    """
    reader = _Reader(_tidy(plain))
    try:
        term = reader.sum(inside=False)
    except _Unread:
        return None
    return term if reader.ended else None


def compute(term: Term, at: int) -> Span:
    """Return an expression's value: exact, or with the range that rounded decimals allow.

    Args:
        term: the expression.
        at: 0 to read ambiguous marks as in English, 1 as in German.

    Raises:
        AnswerError: it divides by zero, is too large, or asks for a factorial of 1.5 and so on.
    """
    if term.sign == "number":
        return _literal(term, at)
    if term.sign == "%" and term.parts[0].sign == "number":
        return _scaled(_literal(term.parts[0], at, rounded=True), Fraction(1, 100))
    return _bounded(_COMPUTED[term.sign](*(compute(part, at) for part in term.parts)))


class _Unread(Exception):
    """Raised where the text stops being an expression."""


class _Reader:
    """A recursive descent through a text of at most 200 characters."""

    def __init__(self, letters: str) -> None:
        self._letters, self.at, self._depth = letters, 0, 0

    @property
    def ended(self) -> bool:
        """True if everything was read."""
        return self.at == len(self._letters)

    def sum(self, *, inside: bool) -> Term:
        """Read terms that are added and subtracted; *inside* a function's brackets, a comma separates."""
        left = self._product(inside)
        while sign := self._take("+", "-"):
            left = Term(sign, (left, self._product(inside)))
        return left

    def _product(self, inside: bool) -> Term:
        left = self._quotient(inside)
        while (times := self._take("*")) or self._begins():
            if not times and left.sign in ("/", "negative"):
                raise AnswerError("it is not clear what belongs under the fraction bar; write brackets, or a · between")
            left = Term("*", (left, self._quotient(inside)))
        return left

    def _begins(self) -> bool:
        """Return True if a factor follows without a sign, as in (8/108)(7/107)."""
        before, after = self._letters[: self.at].rstrip(), self._letters[self.at :].lstrip()
        named = re.match(r"[cpr] ?\(", after)
        return bool(after) and (after[0] == "(" or named is not None) and bool(before)

    def _quotient(self, inside: bool) -> Term:
        left = self._unary(inside)
        while self._take("/"):
            left = Term("/", (left, self._unary(inside)))
        if self._peek() == ":":
            raise AnswerError("':' may mean a share or odds; write a / to divide")
        return left

    def _unary(self, inside: bool) -> Term:
        if sign := self._take("-", "+"):
            if self._peek() in ("-", "+"):
                raise _Unread
            term = self._deeper(lambda: self._power(inside))
            return Term("negative", (term,)) if sign == "-" else term
        return self._power(inside)

    def _power(self, inside: bool) -> Term:
        base = self._chosen(inside)
        return Term("^", (base, self._deeper(lambda: self._unary(inside)))) if self._take("^") else base

    def _chosen(self, inside: bool) -> Term:
        left = self._postfix(inside)
        if self._peek() in ("c", "p") and not self._is_call():
            sign = self._take("c", "p")
            return Term("C" if sign == "c" else "P", (left, self._postfix(inside)))
        return left

    def _is_call(self) -> bool:
        """Return True if a name and its two arguments follow, as after the 3 in 3 C(8, 2)."""
        return re.match(r" ?[cp] ?\([^()]*[,;]", self._letters[self.at :]) is not None

    def _postfix(self, inside: bool) -> Term:
        term = self._atom(inside)
        while sign := self._take("!", "%"):
            if sign == term.sign:
                raise _Unread
            term = Term(sign, (term,))
        return term

    def _atom(self, inside: bool) -> Term:
        if self._take("("):
            term = self._deeper(lambda: self.sum(inside=False))
            self._expect(")")
            return Term("brackets", (term,))
        if name := self._take("c", "p", "r"):
            return self._root() if name == "r" else self._call("C" if name == "c" else "P")
        found = (_ARGUMENT if inside else _NUMBER).match(self._letters, self._start())
        if found is None:
            raise _Unread
        self.at = found.end()
        if " " in found[0] and self._peek() == "/":
            raise _Unread  # 1 234/5 may be a mixed number
        if inside and _THOUSANDS.fullmatch(found[0]):
            readings = tuple(decimals_in(found[0].replace(".", "")))
        else:
            readings = tuple(decimals_in(found[0]))
        if not readings:
            raise _Unread
        return Term("number", (), found[0], readings)

    def _call(self, sign: Sign) -> Term:
        self._expect("(")
        first = self._deeper(lambda: self.sum(inside=True))
        if not self._take(",", ";"):
            raise _Unread
        second = self._deeper(lambda: self.sum(inside=True))
        self._expect(")")
        return Term(sign, (first, second))

    def _root(self) -> Term:
        if self._peek() == "(":
            return Term("root", self._atom(inside=False).parts)
        return Term("root", (self._deeper(lambda: self._atom(inside=False)),))

    def _deeper(self, read: Callable[[], Term]) -> Term:
        self._depth += 1
        if self._depth > DEEPEST:
            raise AnswerError("your answer has too many brackets inside each other")
        term = read()
        self._depth -= 1
        return term

    def _start(self) -> int:
        return self.at + (self._letters[self.at : self.at + 1] == " ")

    def _peek(self) -> str:
        at = self._start()
        return self._letters[at : at + 1]

    def _take(self, *signs: str) -> str:
        """Step over one of these signs and return it; return an empty string if another one follows."""
        sign = self._peek()
        if not sign or sign not in signs:
            return ""
        self.at = self._start() + 1
        return sign

    def _expect(self, sign: str) -> None:
        if not self._take(sign):
            raise _Unread


def _tidy(plain: str) -> str:
    """Return the text with one character for each sign and function."""
    text = re.sub(f"[{''.join(_RAISED)}]+", lambda run: f"^({''.join(_RAISED[one] for one in run[0])})", plain)
    text = _WORD.sub(lambda found: _SAME[found[0]], _GLUED.sub(lambda found: _SAME[found[1]], text))
    return _TIMES_X.sub("*", text)


def _literal(term: Term, at: int, *, rounded: bool = False) -> Span:
    value, half, _ = term.readings[min(at, len(term.readings) - 1)]
    if value.denominator == 1 and half == Fraction(1, 2) and not rounded:
        return Span(value, value, value)
    return Span(value, value - half, value + half)


def _scaled(span: Span, by: Fraction) -> Span:
    return Span(span.value * by, span.low * by, span.high * by)


def _bounded(span: Span) -> Span:
    for value in (span.value, span.low, span.high):
        if max(value.numerator.bit_length(), value.denominator.bit_length()) > MOST_BITS:
            raise AnswerError("this number has too many digits to compute here")
    return span


def _spread(value: Fraction, *ends: Fraction) -> Span:
    return Span(value, min(value, *ends), max(value, *ends))


def _added(a: Span, b: Span) -> Span:
    return Span(a.value + b.value, a.low + b.low, a.high + b.high)


def _negated(a: Span) -> Span:
    return Span(-a.value, -a.high, -a.low)


def _multiplied(a: Span, b: Span) -> Span:
    value = a.value * b.value
    if a.low == a.high and b.low == b.high:
        return Span(value, value, value)
    return _spread(value, a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high)


def _divided(a: Span, b: Span) -> Span:
    if not b.value:
        raise AnswerError("you cannot divide by 0")
    if b.low <= 0 <= b.high:
        raise AnswerError("you divide by a number that is rounded too much; give it more digits")
    return _multiplied(a, Span(1 / b.value, 1 / b.high, 1 / b.low))


def _raised(a: Span, b: Span) -> Span:
    if b.value == Fraction(1, 2):
        return _rooted(a)
    if b.value.denominator != 1:
        raise AnswerError("an exponent must be a whole number")
    power = int(b.value)
    if power < 0:
        return _divided(Span(Fraction(1), Fraction(1), Fraction(1)), _raised(a, _negated(b)))
    longest = max(max(end.numerator.bit_length(), end.denominator.bit_length()) for end in (a.value, a.low, a.high))
    if power * longest > 2 * MOST_BITS:
        raise AnswerError("this number has too many digits to compute here")
    ends = [a.low**power, a.high**power, *([Fraction(0)] if a.low < 0 < a.high else [])]
    return _spread(a.value**power, *ends)


def _rooted(a: Span) -> Span:
    if a.value < 0:
        raise AnswerError("a negative number has no square root")
    ends = [_root_of(max(end, Fraction(0))) for end in (a.value, a.low, a.high)]
    off = 0 if ends[0] ** 2 == a.value else ends[0] * ROOT
    return _spread(ends[0], ends[1] - off, ends[2] + off)


def _root_of(value: Fraction) -> Fraction:
    """Return the square root: exact if it is rational, otherwise to about 20 digits."""
    top, bottom = isqrt(value.numerator), isqrt(value.denominator)
    if top**2 == value.numerator and bottom**2 == value.denominator:
        return Fraction(top, bottom)
    digits = 10 ** (20 + len(str(value.denominator)) // 2)
    return Fraction(isqrt(value.numerator * digits**2 // value.denominator), digits)


def _whole(span: Span) -> int:
    if span.value.denominator != 1 or span.value < 0:
        raise AnswerError("C and ! need whole numbers that are not negative")
    return int(span.value)


def _factorial(a: Span) -> Span:
    if (n := _whole(a)) > MOST_FACTORIAL:
        raise AnswerError("this number has too many digits to compute here")
    return _exactly(factorial(n))


def _counted(count: Callable[[int, int], int]) -> Callable[[Span, Span], Span]:
    def counted(a: Span, b: Span) -> Span:
        n, k = _whole(a), _whole(b)
        factors = min(k, n - k) if count is comb else k
        if n > MOST_BITS and k <= n and factors * n.bit_length() > 2 * MOST_BITS:
            raise AnswerError("this number has too many digits to compute here")
        return _exactly(count(n, k))

    return counted


def _exactly(n: int) -> Span:
    return Span(Fraction(n), Fraction(n), Fraction(n))


_COMPUTED: Mapping[Sign, Callable[..., Span]] = {
    "brackets": lambda a: a,
    "negative": _negated,
    "+": _added,
    "-": lambda a, b: _added(a, _negated(b)),
    "*": _multiplied,
    "/": _divided,
    "^": _raised,
    "!": _factorial,
    "%": lambda a: _scaled(a, Fraction(1, 100)),
    "C": _counted(comb),
    "P": _counted(perm),
    "root": _rooted,
}


def with_fractions(letters: str) -> str:
    """Return the text with ½ and its kind in brackets, as (1/2), unless a digit comes before it.

    >>> with_fractions("1 - ½")
    '1 - (1/2)'
    """
    made: list[str] = []
    for letter in letters:
        if unicodedata.decomposition(letter).startswith("<fraction>") and not (made and made[-1].isdigit()):
            made.append(f"({unicodedata.normalize('NFKC', letter)})".replace("\u2044", "/"))
        else:
            made.append(letter)
    return "".join(made)
