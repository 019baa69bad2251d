"""Wrong methods that the structure of a typed expression shows, whatever its numbers are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from ...base.translatable import phrase
from .answer_parser import ParsedAnswer
from .expression import Term, compute

TELLS: Mapping[str, str] = {
    "put back": phrase(
        "You multiplied the same chance several times, as if each card were put back. Here, a card that was dealt "
        "cannot come again."
    ),
    "added": phrase(
        "You added the same chance several times. If two of these events happen at once, that counts them twice."
    ),
    "orders": phrase("P(n, k) counts the same cards once for each order. Here, the order does not matter."),
}
"""The feedback on each method, by the id that questions give this mistake."""
BY_ACCIDENT: Mapping[str, str] = {
    "put back": phrase(
        "Right: it is {answer}. But you multiplied the same chance, as if each card were put back. With other numbers, "
        "this method gives a wrong answer."
    ),
    "added": phrase(
        "Right: it is {answer}. But you added the same chance several times. With other numbers, this method gives a "
        "wrong answer."
    ),
    "orders": phrase(
        "Right: it is {answer}. But you counted each order. With other numbers, this method gives a wrong answer."
    ),
}


def methods_in(read: ParsedAnswer) -> tuple[str, ...]:
    """Return the wrong methods that an expression may show, by id; a question decides whether they are wrong there.

    >>> from phase10_widgets.teaching.exercises.answer_parser import parse_answer
    >>> [methods_in(parse_answer(text)[0]) for text in ("1 - (100/108)^2", "8/108 + 8/108", "P(8, 2)", "8*7/2")]
    [('put back',), ('added',), ('orders',), ()]
    """
    if read.term is None:
        return ()
    terms, at = tuple(_all(_bare(read.term))), read.notation
    shown = {
        "put back": any(_repeats(term, at) for term in terms),
        "added": _adds(terms[0], at),
        "orders": [term.sign for term in terms if term.sign in "P!"] == ["P"],
    }
    return tuple(method for method, is_shown in shown.items() if is_shown)


def _all(term: Term) -> Iterator[Term]:
    yield term
    for part in term.parts:
        yield from _all(_bare(part))


def _bare(term: Term) -> Term:
    """Return the term without the brackets around it."""
    while term.sign == "brackets":
        term = term.parts[0]
    return term


def _chain(term: Term, sign: str) -> list[Term]:
    """Return the parts that a sign joins: three for a + b + c."""
    term = _bare(term)
    return [one for part in term.parts for one in _chain(part, sign)] if term.sign == sign else [term]


def _repeats(term: Term, at: int) -> bool:
    """Return True for a power of one chance, or for the same fraction multiplied by itself."""
    if term.sign == "^":
        base, exponent = (compute(part, at).value for part in term.parts)
        return _is_share(term.parts[0]) and 0 < base < 1 and exponent > 1
    factors = _chain(term, "*")
    return len(factors) > 1 and _same_chance(factors, at)


def _adds(term: Term, at: int) -> bool:
    """Return True for the same fraction added to itself, or multiplied by a whole number."""
    summands, factors = _chain(term, "+"), _chain(term, "*")
    if len(summands) > 1:
        return _same_chance(summands, at)
    if len(factors) != 2:
        return False
    times, share = sorted(factors, key=lambda one: one.sign == "/")
    return times.sign == "number" and compute(times, at).value > 1 and _same_chance([share], at)


def _same_chance(terms: list[Term], at: int) -> bool:
    values = {compute(term, at).value for term in terms}
    return all(term.sign == "/" and _is_share(term) for term in terms) and len(values) == 1 and _is_chance(*values)


def _is_chance(value: Fraction) -> bool:
    return 0 < value < 1


def _is_share(term: Term) -> bool:
    """Return True for a number, a fraction of two numbers, or 1 minus one of them."""
    term = _bare(term)
    if term.sign == "-":
        return _bare(term.parts[0]).text == "1" and _is_share(term.parts[1])
    return term.sign == "number" or (term.sign == "/" and all(_bare(part).sign == "number" for part in term.parts))
