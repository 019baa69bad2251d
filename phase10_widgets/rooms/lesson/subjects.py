"""The subjects of polls: a lesson's question, or a hand from a finished round."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from string import ascii_uppercase
from typing import Any, NamedTuple, Protocol

from ...base.translatable import NumberText, Refusal, Sentence, phrase
from ...coach.advice import explained, weighed
from ...game.game import Game
from ...game.moments import Moments
from ...languages.text import Text
from ...rules.actions import Discard
from ...rules.cards import Card
from ...rules.cards import words as words_of
from ...teaching import AnswerError, Exercise, Lesson, Question, all_numbers, lesson
from ...teaching.exercises.nearness import near_rule
from .wire import LiveAsked, LiveCards, LiveChoiceText

MOST_FRACTION = 12
"""The maximum length of a fraction that is worth showing, in characters."""
MOST_ANSWER = 60
"""The maximum length of an answer, in characters."""
NO_QUESTION = phrase("There is no such question.")
NO_HAND = phrase("This table has no finished round in which a person discarded a card.")


_KINDS: Mapping[str, LiveAsked] = {"chance": "chance", "number": "number", "choice": "choice"}


class Outcome(NamedTuple):
    """The outcome of an answer."""

    came_true: bool
    """True if a prediction was close enough."""
    error: str = ""
    """The id of the recognized mistake (empty if there is none)."""


class Truth(NamedTuple):
    """The right answer, or the expert's choice."""

    value: float | None
    """The right number, or None for a choice."""
    choice: str
    text: Sentence | NumberText | str
    fraction: str
    why: Sentence | None


class Subject(Protocol):
    """The subject of a poll. Only `truth`, `judge` and `mistake` depend on the truth."""

    kind: LiveAsked
    question: str
    """The question's id, which is empty for a hand."""

    @property
    def digits(self) -> bool: ...
    def title(self, words: Text) -> str: ...
    def text(self, words: Text) -> str: ...
    def near(self, words: Text) -> str: ...
    def choices(self, words: Text) -> list[LiveChoiceText]: ...
    def cards(self, words: Text) -> list[LiveCards]: ...
    def read(self, text: str) -> float | str: ...
    def reading(self, text: str, words: Text) -> str: ...
    def prepare(self) -> None: ...
    def truth(self) -> Truth: ...
    def judge(self, text: str) -> Outcome: ...
    def mistake(self, error: str, words: Text) -> str: ...
    def to_dict(self) -> Mapping[str, Any]: ...


def find_question(name: object) -> tuple[Lesson, Question]:
    """Return the question with this id and its lesson.

    Raises:
        Refusal: there is no such question.
    """
    for each in map(lesson, all_numbers()):
        for question in each.questions:
            if question.id == name:
                return each, question
    raise Refusal(NO_QUESTION)


def checked(text: object) -> str:
    """Return an answer's text.

    Raises:
        Refusal: the answer is not text, is empty, or is too long.
    """
    if not isinstance(text, str) or not text.strip():
        raise Refusal("Enter an answer.")
    if len(text) > MOST_ANSWER:
        raise Refusal("an answer can have at most {most} characters", most=MOST_ANSWER)
    return text.strip()


class QuestionSubject:
    """A lesson's question, with the same numbers for everybody."""

    def __init__(self, name: object, seed: str) -> None:
        """Prepare the question with this id, using this seed to choose its numbers.

        Raises:
            Refusal: there is no such question.
        """
        self._lesson, found = find_question(name)
        self.exercise: Exercise = found.exercise(seed)
        self.question, self.kind = found.id, _KINDS[found.kind]
        self._seed = seed

    @property
    def poolable(self) -> bool:
        """True if deals yield an estimate of the answer itself."""
        question = self.exercise.question
        return question.tries and question.reads is None

    @property
    def digits(self) -> bool:
        """True if an answer needs only digits and a decimal point."""
        return self.kind in ("chance", "number") and "decimal" in self.exercise.question.accepts

    @cached_property
    def _prompt(self) -> Sentence:
        return self.exercise.prompt

    @cached_property
    def _choices(self) -> Mapping[str, Sentence]:
        return self.exercise.choices

    def prepare(self) -> None:
        """Compute the question's content; for a few questions, this takes half a second."""
        assert (self._prompt, self._choices) is not None

    def title(self, words: Text) -> str:
        """Return the lesson's title."""
        return words.say("Lesson {n}: {title}", n=self._lesson.number, title=words.say(self._lesson.title))

    def text(self, words: Text) -> str:
        """Return the question."""
        return words.tell(self._prompt)

    def near(self, words: Text) -> str:
        """Return the condition under which a prediction counts as true (empty for choices)."""
        rule = near_rule(self.exercise.question.kind, self.exercise.question.near)
        return words.tell(rule) if rule else ""

    def choices(self, words: Text) -> list[LiveChoiceText]:
        """Return the choices (empty if the answer is a number)."""
        return [{"id": name, "text": words.tell(text)} for name, text in self._choices.items()]

    def cards(self, words: Text) -> list[LiveCards]:
        """Return the cards that the question mentions."""
        parts = [part for part in self._prompt.parts.values() if isinstance(part, tuple) and part]
        hands = [part for part in parts if isinstance(part[0], Card)]
        titles = [words.say("Hand {n}", n=n) for n in range(1, len(hands) + 1)] if len(hands) > 1 else [""]
        return [_row(title, hand, words) for title, hand in zip(titles, hands, strict=False)]

    def read(self, text: str) -> float | str:
        """Return an answer as a number, or as the id of a choice.

        Raises:
            AnswerError: the answer is invalid.
        """
        if self.kind == "choice":
            return self.exercise.choice(text)
        return float(self.exercise.read(text)[0].value)

    def reading(self, text: str, words: Text) -> str:
        """Return a sentence that interprets a chance entered without a unit (empty for other answers)."""
        reading = self.exercise.reading(text)
        return words.tell(reading) if reading else ""

    def truth(self) -> Truth:
        """Return the right answer and the worked solution."""
        answer, why = self.exercise.answer, self.exercise.solution
        if isinstance(answer, str):
            return Truth(None, answer, self._choices[answer], "", why)
        fraction = f"{answer.numerator}/{answer.denominator}"
        short = answer.denominator > 1 and len(fraction) <= MOST_FRACTION
        return Truth(float(answer), "", self.exercise.said(answer), fraction if short else "", why)

    def judge(self, text: str) -> Outcome:
        """Grade an answer as a prediction, and check it for a known mistake."""
        came_true = self.exercise.near(text)
        try:
            verdict = self.exercise.check(text)
        except AnswerError:
            return Outcome(came_true)
        return Outcome(came_true, verdict.error if verdict.outcome == "wrong" else "")

    def mistake(self, error: str, words: Text) -> str:
        """Return the feedback on a mistake."""
        return words.tell(self.exercise.feedback(error))

    def to_dict(self) -> Mapping[str, Any]:
        """Return the subject's JSON form for the store."""
        return {"question": self.question, "seed": self._seed}


class HandSubject:
    """A question about what to discard from a hand in a finished round; nobody is told whose hand it was."""

    kind: LiveAsked = "hand"
    question = ""
    poolable = digits = False

    def __init__(self, position: Mapping[str, Any], seat: int) -> None:
        """Ask about a position, as seen from this seat."""
        self._position, self._seat = position, seat
        self._view = Game.from_position(position).observe(seat)

    @classmethod
    def find(cls, games: Moments, people: frozenset[int], at: int) -> HandSubject:
        """Return a question about a hand from the last finished round; *at* selects the hand.

        Raises:
            Refusal: there is no hand from which the expert would discard.
        """
        result = games.results[-1] if games.results else None
        past = (
            [] if result is None else [*zip(games[result.start : result.end], games[result.start + 1 :], strict=False)]
        )
        held = [
            (before, seat)
            for before, after in past
            if (seat := before.to_act) is not None and seat in people and isinstance(after.done, Discard)
        ]
        for turn in range(len(held)):
            game, seat = held[(at + turn) % len(held)]
            subject = cls(_nameless(game.position()), seat)
            if len(subject._choices) > 2 and isinstance(weighed(subject._view)[0].action, Discard):
                return subject
        raise Refusal(NO_HAND)

    def prepare(self) -> None:
        """Compute the question's content."""
        assert self._choices is not None

    @cached_property
    def _choices(self) -> Mapping[str, Card]:
        """The cards that may be discarded, keyed by code."""
        codes = {action.card for action in self._view.legal_actions() if isinstance(action, Discard)}
        return {card.code: card for card in self._view.hand if card.code in codes}

    def title(self, words: Text) -> str:
        """Return the question's title."""
        return words.say("A hand from this room")

    def text(self, words: Text) -> str:
        """Return the question."""
        view = self._view
        wanted = next((phase for phase in view.edition.phases if phase.number == view.me.phase), None)
        if view.me.laid or wanted is None:
            return words.say("The phase has been laid down. Which card would you discard?")
        return words.say(
            "Phase {n} ({phase}) has not been laid down yet. Which card would you discard?",
            n=wanted.number,
            phase=words.phase(wanted),
        )

    def near(self, words: Text) -> str:
        """Return an empty string, because a choice between cards cannot be almost right."""
        return ""

    def choices(self, words: Text) -> list[LiveChoiceText]:
        """Return the cards that may be discarded; identical cards count as one choice."""
        return [{"id": code, "text": words.card_name(card)} for code, card in self._choices.items()]

    def cards(self, words: Text) -> list[LiveCards]:
        """Return the position: the hand, the cards on the table, and the top of the discard pile."""
        view = self._view
        rows = [_row(words.say("The hand"), view.hand, words)]
        rows += [
            _row(words.say("On the table"), group.cards, words) for at in view.playing for group in view.seats[at].laid
        ]
        if view.discard_pile:
            rows.append(_row(words.say("On the discard pile"), view.discard_pile[:1], words))
        return rows

    def read(self, text: str) -> str:
        """Return the card that an answer names.

        Raises:
            AnswerError: it is not a card that may be discarded.
        """
        if text not in self._choices:
            raise AnswerError("'{typed}' is not one of the choices", typed=text[:40])
        return text

    def reading(self, text: str, words: Text) -> str:
        """Return an empty string, because a card needs no interpretation."""
        return ""

    def truth(self) -> Truth:
        """Return the card that the expert would discard, and the reason."""
        found = self._advice
        assert isinstance(found.action, Discard), "only discards were considered"
        return Truth(None, found.action.card, found.text, "", None)

    @cached_property
    def _advice(self) -> Any:
        costs = [one for one in weighed(self._view) if isinstance(one.action, Discard)]
        return explained(self._view, costs)

    def judge(self, text: str) -> Outcome:
        """Compare a card with the expert's choice."""
        return Outcome(text == self.truth().choice)

    def mistake(self, error: str, words: Text) -> str:
        """Return an empty string, because choosing another card is not a mistake."""
        return ""

    def to_dict(self) -> Mapping[str, Any]:
        """Return the subject's JSON form for the store."""
        return {"position": self._position, "seat": self._seat}


def stored_subject(data: Mapping[str, Any]) -> Subject:
    """Return a subject from the store.

    Raises:
        Refusal: another version of this package asked the question.
    """
    if "position" in data:
        return HandSubject(data["position"], data["seat"])
    return QuestionSubject(data["question"], data["seed"])


def _nameless(position: dict[str, Any]) -> dict[str, Any]:
    """Return the position with its names replaced by letters, because advice may mention the next player."""
    seats = [{**seat, "name": letter} for seat, letter in zip(position["seats"], ascii_uppercase, strict=False)]
    return {**position, "seats": seats}


def _row(title: str, cards: tuple[Card, ...], words: Text) -> LiveCards:
    return {"title": title, "cards": words_of(cards), "names": ", ".join(map(words.card_name, cards))}
