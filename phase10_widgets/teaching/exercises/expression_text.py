"""An expression as a page shows it (MathML) and as a screen reader says it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from ...base.translatable import NumberText, Sentence
from .expression import Sign, Term
from .numerals import Numeral

Node: TypeAlias = tuple[str, "str | list[Node]"]
"""A MathML element: its tag, and its text or the elements inside."""

_SHOWN: Mapping[Sign, str] = {"+": "+", "-": "\u2212", "*": "\u00b7", "negative": "\u2212", "!": "!", "%": "%"}


def spoken(term: Term, at: int = 0) -> Sentence | NumberText:
    """Return the words for an expression; *at* is 0 to read ambiguous marks as in English, 1 as in German.

    >>> from .expression import parse_expression
    >>> str(spoken(parse_expression("1 - c(9, 2)/(3 + 4)")))
    '1 minus 9 choose 2 divided by open bracket 3 plus 4 close bracket'
    """
    if term.sign == "number":
        return digits(term.readings[min(at, len(term.readings) - 1)])
    return _WORDS[term.sign](*(spoken(_grouped(part, term.sign), at) for part in term.parts))


def nodes(term: Term, at: int = 0) -> list[Node]:
    """Return the MathML elements for an expression, to be put side by side.

    >>> from .expression import parse_expression
    >>> nodes(parse_expression("1/(2 + 3)"))
    [('mfrac', [('mn', '1'), ('mrow', [('mn', '2'), ('mo', '+'), ('mn', '3')])])]
    """
    match term.sign, term.parts:
        case "number", _:
            return [("mn", digits(term.readings[min(at, len(term.readings) - 1)]))]
        case (("+" | "-" | "*"), (left, right)):
            return [*nodes(left, at), ("mo", _SHOWN[term.sign]), *nodes(right, at)]
        case "/", (top, bottom):
            return [("mfrac", [_row(_bare(top), at), _row(_bare(bottom), at)])]
        case "^", (base, power):
            return [("msup", [_row(base, at), _row(_bare(power), at)])]
        case "negative", (part,):
            return [("mo", _SHOWN["negative"]), *nodes(part, at)]
        case (("!" | "%"), (part,)):
            return [*nodes(part, at), ("mo", _SHOWN[term.sign])]
        case "brackets", (part,):
            return [("mo", "("), *nodes(part, at), ("mo", ")")]
        case "root", (part,):
            return [("msqrt", [_row(_bare(part), at)])]
        case "C", (n, k):
            return [("mo", "("), ("binom", [_row(_bare(n), at), _row(_bare(k), at)]), ("mo", ")")]
        case _, (n, k):  # permutations have no usual sign of their own: P(n, k)
            return [("mi", "P"), ("mo", "("), *nodes(_bare(n), at), ("mo", ";"), *nodes(_bare(k), at), ("mo", ")")]
    raise AssertionError(term.sign)


def digits(read: Numeral) -> NumberText:
    """Return a number with all its digits, as typed.

    >>> from fractions import Fraction
    >>> digits((Fraction(1, 2), Fraction(1, 200), 2)), digits((Fraction(10_000), Fraction(1, 2), 5))
    ('0.50', '10,000')
    """
    value, half, _ = read
    places = len(str(int(1 / (2 * half)))) - 1
    whole, rest = divmod(int(value * 10**places), 10**places)
    return NumberText(f"{whole:,}.{rest:0{places}}" if places else f"{whole:,}")


def _row(term: Term, at: int) -> Node:
    found = nodes(term, at)
    return found[0] if len(found) == 1 else ("mrow", found)


def _bare(term: Term) -> Term:
    """Return what a pair of brackets contains where a fraction bar or a root shows what belongs together."""
    return term.parts[0] if term.sign == "brackets" else term


def _grouped(part: Term, sign: Sign) -> Term:
    """Return a function's argument in brackets if it would be heard as part of what follows."""
    alone = sign not in ("C", "P", "root") or part.sign in ("number", "brackets")
    return part if alone else Term("brackets", (part,))


_WORDS: Mapping[Sign, Callable[..., Sentence]] = {
    "brackets": lambda a: Sentence("open bracket {a} close bracket", a=a),
    "negative": lambda a: Sentence("minus {a}", a=a),
    "+": lambda a, b: Sentence("{a} plus {b}", a=a, b=b),
    "-": lambda a, b: Sentence("{a} minus {b}", a=a, b=b),
    "*": lambda a, b: Sentence("{a} times {b}", a=a, b=b),
    "/": lambda a, b: Sentence("{a} divided by {b}", a=a, b=b),
    "^": lambda a, b: Sentence("{a} to the power of {b}", a=a, b=b),
    "!": lambda a: Sentence("{a} factorial", a=a),
    "%": lambda a: Sentence("{a} percent", a=a),
    "C": lambda a, b: Sentence("{a} choose {b}", a=a, b=b),
    "P": lambda a, b: Sentence("ordered choices of {b} from {a}", a=a, b=b),
    "root": lambda a: Sentence("the square root of {a}", a=a),
}
