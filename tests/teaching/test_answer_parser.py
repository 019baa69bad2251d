"""Answers are read the way people write them, in two languages, and no input can do harm."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phase10_widgets.languages.text import Text
from phase10_widgets.teaching.exercises.answer_parser import MAX_LENGTH, AnswerError, numbers_in, parse_answer
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
    ("10²", "cannot read", "a superscript digit is not read as a plain one"),
    ("1e99999", "exponents of ten", "a number that would fill the memory"),
    ("1e999999999999", "cannot read", "an even longer one"),
    ("9" * 61, "at most 60", "too long"),
    ("__import__('os')", "cannot read", "code is text"),
    ("nan", "cannot read", "not a number by name"),
    ("∞", "cannot read", "nor infinity"),
    ("--3", "cannot read", "two signs"),
    ("12!", "cannot read", "a factorial is not the number before it"),
    ("50%!", "cannot read", "nor is an exclamation a percentage"),
    ("3/4!", "cannot read", "nor a fraction"),
    ("5,", "cannot read", "a comma without decimals"),
    ("5,%", "cannot read", "the same with a unit"),
    ("½5", "cannot read", "a digit after a fraction"),
    ("1½2", "cannot read", "the same in a mixed number"),
    ("1 234/5", "cannot read", "a whole number before an improper fraction"),
    ("1/2/3", "cannot read", "two slashes"),
    ("12?", "cannot read", "a question mark"),
    ("12 cards", "cannot read", "words after a number"),
]


@every("typed, words, why", NOT_READ)
def test_non_numbers_are_refused_with_a_sentence(typed: str, words: str, why: str) -> None:
    with pytest.raises(AnswerError, match=words) as caught:
        parse_answer(typed)
    assert Text("de").refusal(caught.value) != Text().refusal(caught.value)


@given(st.text(max_size=MAX_LENGTH + 5) | st.text(alphabet="0123456789.,/ %-+e^*in'½½:", max_size=20))
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
