"""Polls: questions that everybody in a room may answer at most twice. Names appear only in the teacher's file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from math import floor, log10
from typing import Any, Literal, NamedTuple

from ...base.translatable import NumberText, Refusal, Sentence, phrase
from ...languages.text import Text
from ...teaching import Prediction
from .pool import DealPool
from .subjects import Outcome, QuestionSubject, Subject, Truth, checked, stored_subject
from .wire import LiveBar, LiveDots, LiveMistake, LiveOwn, LivePhase, LiveTruth, LiveVote

FEWEST = 3
"""The minimum number of answers in a chart; with fewer, people could tell who gave which answer."""
BINS = 40
"""The number of bins on an axis."""
WILD = 4
"""The multiple of the upper quartile above which values are outliers that do not stretch the axis."""
MOST_MISTAKES = 6
LATE = phrase("This question is not open for answers.")
NEAR = {True: phrase("That was near enough."), False: phrase("That was too far off.")}
RIGHT = {True: phrase("That was right."), False: phrase("That was not right.")}
STEPS: Mapping[tuple[LivePhase, int], tuple[LivePhase, ...]] = {
    ("open", 1): ("closed",),
    ("closed", 1): ("shown", "truth", "open"),
    ("shown", 1): ("again", "truth"),
    ("again", 2): ("closed",),
    ("closed", 2): ("shown", "truth", "again"),
    ("shown", 2): ("truth",),
}
"""The phases that may follow each phase, in the first vote and in the second; the usual one comes first."""


class Said(NamedTuple):
    """A person's answer."""

    text: str
    value: float | str
    confidence: float


class Settled(NamedTuple):
    """The truth, along with the outcome of every answer in each vote."""

    truth: Truth
    outcomes: tuple[dict[int, Outcome], ...]


class Poll:
    """A question for everybody in a room."""

    def __init__(self, number: int, subject: Subject, *, pauses: bool = False) -> None:
        """Open a question; *pauses* is True if the tables wait until it is over."""
        self.number, self.subject, self.pauses = number, subject, pauses
        self.phase: LivePhase = "open"
        self.vote: Literal[1, 2] = 1
        self.votes: tuple[dict[int, Said], dict[int, Said]] = ({}, {})
        """The answers in both votes, keyed by person; negative keys stand for people who have been removed."""
        self.pool: DealPool | None = None
        self.over = False
        self._settled: Settled | None = None

    @property
    def steps(self) -> tuple[LivePhase, ...]:
        """The phases that may come next."""
        return STEPS.get((self.phase, self.vote), ())

    @property
    def poolable(self) -> bool:
        """True if everybody may start dealing, which is allowed after the predictions."""
        subject = self.subject
        return self.pool is None and self.phase != "open" and isinstance(subject, QuestionSubject) and subject.poolable

    # changes

    def read(self, text: object, confidence: object) -> Said:
        """Return a validated answer.

        Raises:
            Refusal: the question is closed, or the answer is invalid.
        """
        if self.phase not in ("open", "again"):
            raise Refusal(LATE)
        typed = checked(text)
        sure = Prediction(typed, confidence).confidence  # type: ignore[arg-type]  # it checks
        return Said(typed, self.subject.read(typed), round(sure, 2))

    def say(self, person: int, said: Said) -> None:
        """Record an answer; it replaces the person's earlier one in this vote."""
        self.votes[self.vote - 1][person] = said

    def forget(self, person: int) -> None:
        """Keep a removed person's answers anonymously, so that the display on the wall does not change."""
        for vote in self.votes:
            if person in vote:
                vote[min([0, *vote]) - 1] = vote.pop(person)

    def merge(self, person: int, newcomer: int) -> None:
        """Assign a newcomer's answers to a person, replacing the person's earlier answers."""
        known: list[dict[int, Any]] = [*self.votes, *(self._settled.outcomes if self._settled else ())]
        for vote in known:
            if newcomer in vote:
                vote[person] = vote.pop(newcomer)

    def kept(self) -> Poll:
        """Return a copy that is unaffected by later answers."""
        found = copy(self)
        found.votes = ({**self.votes[0]}, {**self.votes[1]})
        if self._settled is not None:
            found._settled = Settled(self._settled.truth, tuple([{**vote} for vote in self._settled.outcomes]))
        return found

    def check_step(self, phase: object) -> LivePhase:
        """Return the phase if it is allowed to come next.

        Raises:
            Refusal: it cannot come next.
        """
        for step in self.steps:
            if step == phase:
                return step
        raise Refusal("This is not the question's next step.")

    def turn(self, phase: LivePhase) -> None:
        """Switch to a phase."""
        self.phase = phase
        if phase == "again":
            self.vote = 2

    def settling(self) -> Callable[[], Settled]:
        """Return a function that judges every answer; for a few questions, it takes a tenth of a second."""
        subject, votes = self.subject, [{**vote} for vote in self.votes]

        def settle() -> Settled:
            outcomes = [{person: subject.judge(said.text) for person, said in vote.items()} for vote in votes]
            return Settled(subject.truth(), tuple(outcomes))

        return settle

    def reveal(self, settled: Settled) -> None:
        """Show the truth. If people have been merged since *settled* was computed, all answers are judged again."""
        same = all(judged.keys() == vote.keys() for judged, vote in zip(settled.outcomes, self.votes, strict=True))
        self._settled = settled if same else None
        self.turn("truth")

    @property
    def settled(self) -> Settled | None:
        """The truth and the outcomes, or None until the truth is shown."""
        if self.phase != "truth":
            return None
        if self._settled is None:  # the service has restarted
            self._settled = self.settling()()
        return self._settled

    def predictions(self) -> Iterable[Prediction]:
        """Yield the first vote's predictions once the truth is shown; a question about a hand has none."""
        settled = self.settled
        if settled is not None and self.subject.kind != "hand":
            for person, outcome in settled.outcomes[0].items():
                said = self.votes[0].get(person)
                if said is not None:
                    yield Prediction(said.text, said.confidence, outcome.came_true)

    # views

    def shown(self, words: Text) -> list[LiveVote]:
        """Return the votes that are currently shown."""
        if self.phase not in ("shown", "truth"):
            return []
        votes = self.votes[: self.vote]
        settled = self.settled
        values = [said.value for vote in votes for said in vote.values()]
        numbers = [value for value in values if not isinstance(value, str)]
        if settled is not None and settled.truth.value is not None:
            numbers.append(settled.truth.value)
        return [self._vote(at, vote, numbers, words) for at, vote in enumerate(votes)]

    def _vote(self, at: int, vote: Mapping[int, Said], numbers: Sequence[float], words: Text) -> LiveVote:
        values = [said.value for said in vote.values()]
        enough = len(values) >= FEWEST
        settled, choices = self.settled, self.subject.choices(words)
        mine = [value for value in values if not isinstance(value, str)]
        counts = Counter(values)
        bars: list[LiveBar] = [{"id": one["id"], "text": one["text"], "n": counts[one["id"]]} for one in choices]
        right = None if settled is None else sum(outcome.came_true for outcome in settled.outcomes[at].values())
        return {
            "n": len(values),
            "dots": dots(mine, self._axis(numbers)) if enough and not choices else None,
            "bars": bars if enough else [],
            "right": right if enough else None,
        }

    def _axis(self, numbers: Sequence[float]) -> tuple[float, float]:
        return axis(numbers, most=1.0 if self.subject.kind == "chance" else None)

    def mistakes(self, words: Text) -> list[LiveMistake]:
        """Return the recognized mistakes, most frequent first, once the truth is shown."""
        settled = self.settled
        if settled is None:
            return []
        shown = [outcomes for outcomes in settled.outcomes[: self.vote] if len(outcomes) >= FEWEST]
        counted = [Counter(outcome.error for outcome in vote.values() if outcome.error) for vote in shown]
        often = sum(counted, Counter[str]()).most_common(MOST_MISTAKES)
        return [
            {"text": self.subject.mistake(error, words), "n": [vote[error] for vote in counted]} for error, _ in often
        ]

    def truth(self, words: Text) -> LiveTruth | None:
        """Return the truth, or None until it is shown."""
        if self.settled is None:
            return None
        value, choice, text, fraction, why = self.settled.truth
        return {
            "value": value,
            "choice": choice,
            "text": _written(text, words),
            "fraction": fraction,
            "why": words.tell(why) if why else "",
        }

    def own(self, person: int, words: Text) -> LiveOwn | None:
        """Return a person's answer from this vote or, failing that, from the first one."""
        vote = next((at for at in range(self.vote - 1, -1, -1) if person in self.votes[at]), None)
        if vote is None:
            return None
        said = self.votes[vote][person]
        outcome = None if self.settled is None else self.settled.outcomes[vote].get(person)
        came = (
            "" if outcome is None else words.say((RIGHT if self.subject.kind == "choice" else NEAR)[outcome.came_true])
        )
        feedback = self.subject.mistake(outcome.error, words) if outcome and outcome.error else ""
        return {
            "text": said.text,
            "read": self.subject.reading(said.text, words),
            "confidence": said.confidence,
            "came": came if self.subject.kind != "hand" else "",
            "feedback": feedback,
        }

    # the store

    def to_dict(self) -> dict[str, Any]:
        """Return the poll's JSON form for the store, without answers."""
        return {
            **self.subject.to_dict(),
            **{name: getattr(self, name) for name in ("phase", "vote", "pauses", "over")},
            "pool": self.pool is not None,
        }

    @classmethod
    def stored(cls, number: int, data: Mapping[str, Any]) -> Poll:
        """Return a poll from the store, without answers.

        Raises:
            Refusal: another version of this package asked the question.
        """
        poll = cls(number, stored_subject(data), pauses=data["pauses"])
        poll.phase, poll.vote, poll.over = data["phase"], data["vote"], data["over"]
        if data["pool"]:
            poll.start_pool()
        return poll

    def start_pool(self) -> None:
        """Let everybody deal."""
        assert isinstance(self.subject, QuestionSubject), "only questions have deals"
        self.pool = DealPool(self.subject.exercise)


def axis(numbers: Sequence[float], most: float | None = None) -> tuple[float, float]:
    """Return round numbers for the ends of an axis that fits these values; outliers do not stretch it.

    >>> axis([0.1, 0.2, 0.35]), axis([16, 17, 20, 1e9]), axis([])
    ((0.0, 0.5), (0.0, 20.0), (0.0, 1.0))
    """
    sizes = sorted(map(abs, numbers))
    if not sizes or not sizes[-1]:
        return 0.0, most or 1.0
    usual = sizes[(3 * (len(sizes) - 1)) // 4] or sizes[-1]
    high = _round_up(max(size for size in sizes if size <= WILD * usual))
    high = high if most is None else min(high, most)
    return (-high if min(numbers) < 0 else 0.0), high


def _round_up(size: float) -> float:
    """Return the smallest number of the form 1, 2 or 5 times a power of ten that is at least *size*."""
    unit = 10.0 ** floor(log10(size))
    found = next((step * unit for step in (1, 2, 5, 10) if size <= step * unit * (1 + 1e-9)), 10 * unit)
    return float(f"{found:.1g}")


def dots(values: Sequence[float], ends: tuple[float, float]) -> LiveDots:
    """Return the number of values in each bin of an axis."""
    low, high = ends
    counts = [0] * BINS
    for value in values:
        counts[max(0, min(int((value - low) / (high - low) * BINS), BINS - 1))] += 1
    return {"low": low, "high": high, "counts": counts, "beyond": sum(value > high for value in values)}


def _written(text: Sentence | NumberText | str, words: Text) -> str:
    match text:
        case Sentence():
            return words.tell(text)
        case NumberText():
            return words.number(text)
        case _:
            return text
