"""Answers are read the way people write them, in two languages, and no input can do harm."""

from __future__ import annotations

import ast
from contextlib import suppress
from fractions import Fraction
from math import inf
from pathlib import Path
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phase10_widgets.base.translatable import Sentence
from phase10_widgets.languages.text import Text
from phase10_widgets.teaching.exercises import answer_parser
from phase10_widgets.teaching.exercises.answer_parser import MAX_LENGTH, numbers_in, parse_answer
from phase10_widgets.teaching.exercises.expression_text import nodes, spoken
from phase10_widgets.teaching.exercises.numerals import AnswerError
from tests.faults import every

READ = [
    # typed, value, significant digits, why
    ("16/97", Fraction(16, 97), None, "a fraction"),
    (" 16 / 97 ", Fraction(16, 97), None, "with spaces"),
    ("32/194", Fraction(16, 97), None, "not in lowest terms"),
    ("0.165", Fraction(165, 1000), 3, "a decimal point"),
    ("0,165", Fraction(165, 1000), 3, "a decimal comma"),
    (".165", Fraction(165, 1000), 3, "without the 0"),
    (",165", Fraction(165, 1000), 3, "the same in German"),
    ("0.0165", Fraction(165, 10000), 3, "leading zeros do not count"),
    ("0.50", Fraction(1, 2), 2, "a trailing zero does"),
    ("16.5%", Fraction(165, 1000), 3, "percent"),
    ("16,5%", Fraction(165, 1000), 3, "percent without a space"),
    ("16,5\u00a0%", Fraction(165, 1000), 3, "a non-breaking space"),
    ("16,5 Prozent", Fraction(165, 1000), 3, "in words"),
    ("16.5 percent", Fraction(165, 1000), 3, "in English words"),
    ("5 ‰", Fraction(5, 1000), 1, "per mille"),
    ("1 in 6", Fraction(1, 6), 1, "a natural frequency"),
    ("1 von 6", Fraction(1, 6), 1, "in German"),
    ("1 out of 6.06", Fraction(100, 606), 3, "rounded"),
    ("1 zu".replace("zu", "aus") + " 5,5", Fraction(2, 11), 2, "with a comma"),
    ("½", Fraction(1, 2), None, "one character"),
    ("2½", Fraction(5, 2), None, "a mixed number with one character"),
    ("2 1/2", Fraction(5, 2), None, "a mixed number"),
    ("-2 1/2", Fraction(-5, 2), None, "the sign applies to the whole number"),
    ("1\u20442", Fraction(1, 2), None, "the fraction slash"),
    ("\u22123", Fraction(-3), 1, "a printed minus sign"),
    ("\u20133", Fraction(-3), 1, "a dash for a minus sign"),
    ("1,234,567", Fraction(1_234_567), 7, "English thousands"),
    ("1.234.567", Fraction(1_234_567), 7, "German thousands"),
    ("1 234 567", Fraction(1_234_567), 7, "thousands with spaces"),
    ("1\u202f234", Fraction(1234), 4, "thousands with narrow spaces"),
    ("1'234", Fraction(1234), 4, "as in Switzerland"),
    ("1,234.5", Fraction(12345, 10), 5, "English thousands and decimals"),
    ("1.234,5", Fraction(12345, 10), 5, "German thousands and decimals"),
    ("3e-2", Fraction(3, 100), 1, "a power of ten"),
    ("3.5·10^6", Fraction(3_500_000), 2, "written out"),
    ("≈ 0.3", Fraction(3, 10), 1, "about"),
    ("ca. 0,3", Fraction(3, 10), 1, "about, in German"),
    ("p = 0.3", Fraction(3, 10), 1, "as an equation"),
    ("0.3.", Fraction(3, 10), 1, "a full stop at the end"),
    ("\u0663", Fraction(3), 1, "digits of another script"),
    ("472/10,000", Fraction(472, 10_000), None, "English thousands in a fraction"),
    ("1.000/4", Fraction(1, 4), None, "one decimal number over another"),
    ("1,234/5,678", Fraction(1234, 5678), None, "thousands on both sides"),
    ("472 / 10 000", Fraction(472, 10_000), None, "thousands with spaces in a fraction"),
    ("472/10'000", Fraction(472, 10_000), None, "as in Switzerland"),
    ("0,5/3", Fraction(1, 6), None, "a decimal comma in a fraction"),
    ("1,000 in 6,000", Fraction(1, 6), 4, "thousands in a natural frequency"),
    ("1.000 von 6.000", Fraction(1, 6), 4, "the same in German"),
]


@every("typed, value, digits, why", READ)
def test_typed_answers_are_parsed(typed: str, value: Fraction, digits: int | None, why: str) -> None:
    first, *_ = parse_answer(typed)
    assert first.value == value, why
    assert (first.form == "fraction") == (digits is None)
    assert digits is None or first.digits == digits


TWO_WAYS = {"1.234": [1.234, 1234], "1,234": [1234, 1.234], "472/10,000": [0.0472, 47.2], "472/10.000": [47.2, 0.0472]}


def test_one_mark_before_three_digits_can_be_read_two_ways() -> None:
    assert {typed: [float(read.value) for read in parse_answer(typed)] for typed in TWO_WAYS} == TWO_WAYS


NOT_READ = [
    # typed, words of the refusal, why
    ("", "cannot read", "nothing"),
    ("about half", "cannot read", "words"),
    ("1/0", "divide by 0", "a division by zero"),
    ("1 in 0", "divide by 0", "the same in words"),
    ("1:6", "1/6 .* 1/7", "a ratio may mean a share or odds: the message names both and guesses neither"),
    ("1,2,3", "cannot read", "a list"),
    ("1.23.4", "cannot read", "two decimal points"),
    ("1,23.45,6", "cannot read", "marks in disorder"),
    ("12,34,567", "cannot read", "thousands have three digits"),
    ("1e99999", "exponents of ten", "a number that would fill the memory"),
    ("1e999999999999", "cannot read", "an even longer one"),
    ("9" * 201, "at most 200", "too long"),
    ("__import__('os')", "cannot read", "code is text"),
    ("nan", "cannot read", "not a number by name"),
    ("∞", "cannot read", "nor infinity"),
    ("--3", "cannot read", "two signs"),
    ("50%!", "whole numbers", "a factorial of half"),
    ("3!!", "cannot read", "a double factorial is something else"),
    ("C(8, 1.5)", "whole numbers", "nor are there one and a half cards"),
    ("C(8; -1)", "whole numbers", "nor minus one"),
    ("C(8)", "cannot read", "of how many?"),
    ("C(1,5,2)", "cannot read", "a comma separates inside a function's brackets"),
    ("1 - 5:6", "share or odds", "a ratio inside an expression"),
    ("(3 : 4)^2", "share or odds", "the same in brackets"),
    ("1/2(3)", "fraction bar", "the bracket may belong above or below"),
    ("1/(4 - 4)", "divide by 0", "a division by zero in disguise"),
    ("0^-1", "divide by 0", "the same as a power"),
    ("2^0.3", "whole number", "a root of another kind"),
    ("sqrt(-4)", "no square root", "not a real number"),
    ("1 - 5/6 = 0.3", "sides of your equation differ", "only one of them can be meant"),
    ("1 = 1 = 1 = 1 = 1", "cannot read", "a long chain"),
    ("1/0.00", "divide by 0", "a zero with decimals"),
    ("2 3", "cannot read", "no sign between two numbers"),
    ("1 +", "cannot read", "an unfinished sum"),
    ("(1/2", "cannot read", "an open bracket"),
    ("1/2)", "cannot read", "a closed one"),
    ("5,", "cannot read", "a comma without decimals"),
    ("5,%", "cannot read", "the same with a unit"),
    ("½5", "cannot read", "a digit after a fraction"),
    ("1½2", "cannot read", "the same in a mixed number"),
    ("1 234/5", "cannot read", "a whole number before an improper fraction"),
    ("12?", "cannot read", "a question mark"),
    ("12 cards", "cannot read", "words after a number"),
]


@every("typed, words, why", NOT_READ)
def test_non_numbers_are_refused_with_a_sentence(typed: str, words: str, why: str) -> None:
    with pytest.raises(AnswerError, match=words) as caught:
        parse_answer(typed)
    assert Text("de").refusal(caught.value) != Text().refusal(caught.value)


TABLE = [line.split("\t") for line in Path(__file__).with_name("expressions.tsv").read_text("utf-8").splitlines()]
"""Expressions with their values, computed without the parser: 200 as pupils write them in two languages, 400 random."""


def test_expressions_are_computed_exactly() -> None:
    assert len(TABLE) == len({typed for typed, _ in TABLE}) == 600
    read = {typed: [one.value for one in parse_answer(typed)] for typed, _ in TABLE}
    assert {typed: found for typed, found in read.items() if len(found) > 1}.keys() == {
        f"{typed}{mark}000" for typed in ("10000/106", "10400/108", "9600/104") for mark in ",."
    }
    assert {typed: value for typed, value in TABLE if Fraction(value) not in read[typed]} == {}


def test_every_expression_can_be_shown_and_said() -> None:
    for typed, _ in TABLE:
        term = parse_answer(typed)[0].term
        if term is not None:
            assert nodes(term)
            assert not set("^/*!()C") & set(str(spoken(term))), typed


SAID = [
    # typed, spoken in English, spoken in German, why
    ("1 - C(100,8)/C(106,8)", "1 minus 100 choose 8 divided by 106 choose 8",
     "1 minus 100 über 8 geteilt durch 106 über 8", "the lessons' own"),
    ("(1 + 2)·0,5^-3", "open bracket 1 plus 2 close bracket times 0.5 to the power of minus 3",
     "Klammer auf 1 plus 2 Klammer zu mal 0,5 hoch minus 3", "brackets and a decimal comma"),
    ("10 000 + 8!", "10,000 plus 8 factorial", "10\u202f000 plus 8 Fakultät", "thousands"),
    ("C(9-1; 2)", "open bracket 9 minus 1 close bracket choose 2", "Klammer auf 9 minus 1 Klammer zu über 2",
     "what belongs together is heard together"),
]  # fmt: skip


@every("typed, english, german, why", SAID)
def test_a_screen_reader_says_an_expression(typed: str, english: str, german: str, why: str) -> None:
    term = parse_answer(typed)[0].term
    assert term is not None
    said = spoken(term)
    assert isinstance(said, Sentence)
    assert (Text().tell(said), Text("de").tell(said)) == (english, german), why


ROUNDED = [
    # typed, significant digits, why
    ("1 - 0.447", 3, "as many as the difference has"),
    ("0.5 * 0.3", 1, "one digit each leaves one"),
    ("0.500 * 0.300", 3, "more digits, more certainty"),
    ("1 - 45%", 2, "a percentage is rounded as well"),
    ("1 - 9/20", 1000, "a fraction is exact"),
    ("2 * sqrt(2)", 12, "a root is known to a dozen digits"),
]


@every("typed, digits, why", ROUNDED)
def test_rounded_decimals_keep_an_expression_rounded(typed: str, digits: int, why: str) -> None:
    (read,) = parse_answer(typed)
    assert read.digits == digits, why
    assert (read.low == read.high) == (digits == 1000)


HOSTILE = [
    "9^9^9^9^9", "2^2^2^2^2^2", "9" * 1_000_000, "(" * 10_000, "(" * 90 + "1" + ")" * 90, "170!" + "*170!" * 30,
    "999999999!", "C(999999999,499999999)", "C(9^9^3,9^9)", "1/170!" + "+1/169!" * 24, "^".join("9" * 90),
    "-" * 200, "1/" * 99 + "1", "C(" * 60, "0.1^-999999", "(1+1/999)^999", "sqrt(" * 25 + "2" + ")" * 25, "=" * 200,
    "1" + "!" * 199, "½" * 200, "⁹" * 200, "1" + " 000" * 49, "," * 200, "C(170,85)*" * 18 + "1", "x" * 200,
]  # fmt: skip


@pytest.mark.parametrize("typed", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_expressions_are_answered_at_once(typed: str) -> None:
    took = []
    for _ in range(3):
        begun = perf_counter()
        with suppress(AnswerError):
            assert all(abs(float(read.value)) < inf for read in parse_answer(typed))
        took.append(perf_counter() - begun)
    assert min(took) < 0.02


def test_no_expression_is_evaluated_as_code() -> None:
    for name in ("numerals", "expression", "expression_text", "answer_parser"):
        tree = ast.parse(Path(answer_parser.__file__).with_name(f"{name}.py").read_text("utf-8"))
        called = {
            node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert not called & {"eval", "exec", "compile", "__import__", "literal_eval"}


@given(st.text(max_size=MAX_LENGTH + 5) | st.text(alphabet="0123456789.,/ %-+e^*in'½½:()!C=²", max_size=24))
def test_any_text_is_read_or_refused(typed: str) -> None:
    try:
        found = parse_answer(typed)
    except AnswerError:
        return
    assert 1 <= len(found) <= 2
    for read in found:
        assert read.low <= read.value <= read.high
        assert read.is_rounding_of(read.value)


@given(st.fractions(-1000, 1000, max_denominator=10**6))
def test_a_fraction_is_read_back(value: Fraction) -> None:
    (read,) = parse_answer(f"{value.numerator}/{value.denominator}")
    assert read.value == read.low == read.high == value


@given(st.fractions(0, 1, max_denominator=10**6), st.integers(0, 6), st.sampled_from(".,"))
def test_a_rounded_number_is_a_rounding_of_its_value(value: Fraction, places: int, mark: str) -> None:
    typed = f"{float(round(value, places)):.{places}f}".replace(".", mark)
    assert any(read.is_rounding_of(value) for read in parse_answer(typed))
    percent = f"{float(round(100 * value, places)):.{places}f}".replace(".", mark) + " %"
    assert any(read.is_rounding_of(value) for read in parse_answer(percent))


@given(st.integers(1, 10**12))
def test_thousands_may_be_separated_in_any_usual_way(n: int) -> None:
    for mark in (",", ".", " ", "\u202f", "'"):
        assert any(read.value == n for read in parse_answer(f"{n:,}".replace(",", mark)))


def test_numbers_in_prose_are_found_in_any_notation() -> None:
    found = [read.value for read in numbers_in("That is 1/4, or 0.3; 12.5% of them, 1 in 8, and 5.")]
    assert found == [Fraction(1, 4), Fraction(3, 10), Fraction(1, 8), Fraction(1, 8), 5]
