import { expect, it } from "vitest";
import { worded } from "../src/aloud";

const WORDS = { "=": "equals", "+": "plus", "−": "minus", "·": "times", "×": "times", "/": "over", "÷": "divided by", "≈": "is about", "√": "the square root of", "^": "to the power of", "|": "given", "–": "to", P: "the probability of", C: "$1 choose $2" };

it.each([
  ["P(A | B) = P(A and B) / P(B)", "the probability of (A given B) equals the probability of (A and B) over the probability of (B)"],
  ["10 · 8/108 = 74%", "10 times 8 over 108 equals 74%"],
  ["C(100, 10 − k) of C(108, 10) hands", "100 choose 10 minus k of 108 choose 10 hands"],
  ["1 − (35/36)²⁴", "1 minus (35 over 36) to the power of 24"],
  ["√(p · (1 − p) / n)", "the square root of (p times (1 minus p) over n)"],
  ["s/√n", "s over the square root of n"],
  ["10\u202f000 Hände, 5–9 Karten", "10000 Hände, 5 to 9 Karten"],
  ["Lesson 4 · All lessons and/or more", "Lesson 4 · All lessons and/or more"],
])("says %s as words", (text, words) => {
  expect(worded(text, WORDS)).toBe(words);
});
