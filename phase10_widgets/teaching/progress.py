"""What a learner has done so far. It lives in Python, and goes to a file only when asked."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from ..core import files
from ..core.messages import Refusal, Sentence, phrase
from .calibration import Calibration, Prediction, calibration
from .exercise import Exercise, Outcome, Verdict
from .question import MAX_ID, Question

FORMAT = "phase10-progress"
VERSION = 1
MAX_FILE = 1_000_000
"""The longest file that is read, in characters."""
MAX_THINGS = 1000
"""So many questions, predictions and sentences at most."""
MAX_TEXT = 2000
"""The longest sentence that is kept, in characters."""
MAX_NAME = 60
KEPT = 50
"""So many answers to one question are kept, the last ones."""
OUTCOMES: tuple[Outcome, ...] = ("not attempted", "wrong", "right")


class ProgressError(Refusal):
    """A file that holds no progress, or a step that is not open now."""


FILE = files.FileKind(phrase("progress"), FORMAT, VERSION, ProgressError, MAX_FILE)


@dataclass(frozen=True, slots=True)
class Attempt:
    """What was done with one question."""

    seed: int = 0
    """Which numbers it has: 0, and one more each time new ones were asked for."""
    outcome: Outcome = "not attempted"
    """What the last answer was; right stays right."""
    answers: tuple[str, ...] = ()
    """What was typed, as it was, oldest first."""
    error: str = ""
    """The mistake that was recognised in the last answer, or the choice that was wrong."""
    hints: int = 0
    """How many hints were opened."""
    solved: bool = False
    """Whether the solution was opened."""
    right_alone: bool = False
    """Whether the right answer came before the solution was opened."""

    @property
    def over(self) -> bool:
        """Whether the answer is known."""
        return self.solved or self.outcome == "right"


@dataclass
class Progress:
    """Everything that a learner did: answers, hints, predictions, sentences. Nothing is in it but what was typed.

    >>> from phase10_widgets.teaching import lesson
    >>> progress = Progress(seed=7)
    >>> asked = progress.ask(lesson(3).questions[0])
    >>> progress.predict(asked, "70 %", confidence=0.6)
    >>> progress.answer(asked, "0 %").outcome, progress.work(asked).outcome
    ('wrong', 'wrong')
    >>> Progress.loads(progress.dumps()) == progress
    True
    """

    seed: int | str = 0
    """Different learners, different numbers."""
    name: str = ""
    """What the learner wants to be called in a teacher's table; empty unless typed."""
    works: dict[str, Attempt] = field(default_factory=dict)
    predictions: dict[str, Prediction] = field(default_factory=dict)
    reflections: dict[str, str] = field(default_factory=dict)

    def ask(self, question: Question) -> Exercise:
        """The question with this learner's numbers."""
        return question.ask(f"{self.seed}/{self.work(question).seed}")

    def work(self, asked: Exercise | Question | str) -> Attempt:
        """What was done with a question so far."""
        return self.works.get(_id(asked), Attempt())

    def answer(self, asked: Exercise, typed: str) -> Verdict:
        """Judge an answer and keep it; an empty one changes nothing.

        Raises:
            AnswerError: it cannot be judged; nothing is kept.
        """
        verdict, before = asked.check(typed), self.work(asked)
        if verdict.outcome == "not attempted":
            return verdict
        right = verdict.outcome == "right"
        after = replace(
            before,
            outcome="right" if before.outcome == "right" else verdict.outcome,
            answers=(*before.answers, typed.strip())[-KEPT:],
            error="" if right else verdict.error,
            right_alone=before.right_alone or (right and not before.solved),
        )
        self._keep(asked, after)
        return verdict

    def hint(self, asked: Exercise) -> Sentence:
        """The next hint, and at the end the last one again; one goes back with ``asked.hints``."""
        n = min(self.work(asked).hints + 1, len(asked.hints))
        self._keep(asked, replace(self.work(asked), hints=n))
        return asked.hints[n - 1]

    def solution(self, asked: Exercise) -> Sentence:
        """The worked solution. It is never closed, and from now on no prediction can be made."""
        self._keep(asked, replace(self.work(asked), solved=True))
        return asked.solution

    def renew(self, question: Question) -> Exercise:
        """The question with new numbers, not attempted yet."""
        self._put(self.works, question.id, Attempt(seed=self.work(question).seed + 1))
        self.predictions.pop(question.id, None)
        return self.ask(question)

    def predict(self, asked: Exercise | str, guess: str, confidence: float) -> None:
        """Keep a guess and how sure it is (0 to 1), before anything is shown. It may be changed until then.

        Raises:
            AnswerError: the guess is no answer to the question.
            Refusal: it is too late, or *confidence* is no share.
        """
        known = self.predictions.get(_id(asked))
        late = known is not None and known.came_true is not None
        if isinstance(asked, Exercise):
            late = late or self.work(asked).over
            asked.choice(guess) if asked.question.kind == "choice" else asked.read(guess)
        if late:
            raise ProgressError("the answer has been shown: it is too late for a prediction")
        self._put(self.predictions, _id(asked), Prediction(_text(guess), confidence))

    def reveal(self, asked: Exercise | str, came_true: bool | None = None) -> Prediction | None:
        """Settle a prediction when its truth is shown; None if there is none. For a question it is judged here.

        Raises:
            ProgressError: whether it came true is not told, and no question says so.
        """
        made = self.predictions.get(_id(asked))
        if made is None or made.came_true is not None:
            return made
        if came_true is None:
            if not isinstance(asked, Exercise):
                raise ProgressError("say whether the prediction came true")
            came_true = asked.near(made.guess)
        settled = replace(made, came_true=bool(came_true))
        self.predictions[_id(asked)] = settled
        return settled

    def reflect(self, asked: Exercise | Question | str, sentence: str) -> None:
        """Keep what the learner thinks of it; an empty text takes it back.

        Raises:
            ProgressError: it is too long.
        """
        if sentence.strip():
            self._put(self.reflections, _id(asked), _text(sentence.strip()))
        else:
            self.reflections.pop(_id(asked), None)

    @property
    def calibration(self) -> Calibration:
        """What the learner's sureness was worth, over all predictions that are revealed."""
        return calibration(self.predictions.values())

    def reset(self, part: Exercise | Question | str = "") -> None:
        """Forget one question, or all of a lesson (``"03"``: whatever begins with ``03/``), or everything."""
        name = _id(part)
        kept: tuple[dict[str, Any], ...] = (self.works, self.predictions, self.reflections)
        for things in kept:
            for key in [key for key in things if not name or key == name or key.startswith(f"{name}/")]:
                del things[key]

    def to_dict(self) -> dict[str, Any]:
        """All of it as JSON."""
        return {
            "format": f"{FORMAT}/{VERSION}",
            "seed": self.seed,
            "name": self.name,
            "questions": {key: {**asdict(work), "answers": list(work.answers)} for key, work in self.works.items()},
            "predictions": {key: asdict(made) for key, made in self.predictions.items()},
            "reflections": dict(self.reflections),
        }

    @classmethod
    def from_dict(cls, data: Any) -> Progress:
        """The progress of :meth:`to_dict`. Everything in it is looked at before it is believed.

        Raises:
            ProgressError: it is no progress, of a newer version, or damaged.
        """
        data = files.checked(data, FILE)
        works = {key: _work(row) for key, row in _table(data, "questions").items()}
        predictions = {key: _prediction(row) for key, row in _table(data, "predictions").items()}
        reflections = {key: _is(_text, text) for key, text in _table(data, "reflections").items()}
        seed, name = data.get("seed", 0), data.get("name", "")
        if not isinstance(name, str) or len(name) > MAX_NAME or not name.isprintable():
            raise ProgressError("a name is a text of at most {most} characters", most=MAX_NAME)
        if isinstance(seed, bool) or not isinstance(seed, int | str) or len(str(seed)) > MAX_ID:
            raise _damaged("seed")
        return cls(seed, name, works, predictions, reflections)

    def dumps(self) -> str:
        """The progress as a text for a file."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=2) + "\n"

    @classmethod
    def loads(cls, text: str) -> Progress:
        """The progress of such a text.

        Raises:
            ProgressError: as for :meth:`from_dict`.
        """
        return cls.from_dict(files.parsed(text, FILE))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a file; whoever reads it meanwhile finds the old one or the new one, whole."""
        target = Path(path)
        beside = target.with_name(f"{target.name}.new")
        beside.write_text(self.dumps(), "utf-8")
        beside.replace(target)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Progress:
        """The progress of a file.

        Raises:
            ProgressError: as for :meth:`from_dict`; OSError if it cannot be read.
        """
        with Path(path).open("rb") as file:
            content = file.read(4 * MAX_FILE + 1)
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise FILE.damaged() from error
        return cls.loads(text)

    def _keep(self, asked: Exercise, work: Attempt) -> None:
        self._put(self.works, _id(asked), work)
        if work.over:
            self.reveal(asked)

    @staticmethod
    def _put(things: dict[str, Any], key: str, value: object) -> None:
        if key not in things and len(things) >= MAX_THINGS:
            raise ProgressError("there is room for {most} questions at most", most=MAX_THINGS)
        things[key] = value


def _id(asked: Exercise | Question | str) -> str:
    if isinstance(asked, Exercise):
        return asked.question.id
    return asked.id if isinstance(asked, Question) else asked


def _text(text: str) -> str:
    if len(text) > MAX_TEXT:
        raise ProgressError("a sentence has at most {most} characters", most=MAX_TEXT)
    return text


def _work(row: Any) -> Attempt:
    given = _row(row, Attempt())
    answers = given["answers"]
    if not isinstance(answers, list) or len(answers) > KEPT or given["outcome"] not in OUTCOMES:
        raise _damaged("answers")
    given["answers"] = tuple(_is(_text, text) for text in answers)
    if min(given["seed"], given["hints"]) < 0 or max(given["seed"], given["hints"]) > 10**6:
        raise _damaged("hints")
    return Attempt(**{**given, "error": _is(_text, given["error"])})


def _row(row: Any, usual: Attempt) -> dict[str, Any]:
    """The fields of a work, each of its type; what is missing is as usual."""
    if not isinstance(row, dict):
        raise _damaged("questions")
    known = {**asdict(usual), "answers": []}
    for key, value in row.items():
        if key not in known or type(value) is not type(known[key]):
            raise _damaged(str(key)[:40])
    return {**known, **row}


def _prediction(row: Any) -> Prediction:
    if not isinstance(row, dict) or set(row) != {"guess", "confidence", "came_true"}:
        raise _damaged("predictions")
    if row["came_true"] is not None and not isinstance(row["came_true"], bool):
        raise _damaged("came_true")
    return Prediction(_is(_text, row["guess"]), row["confidence"], row["came_true"])


def _is(read: Any, text: Any) -> str:
    if not isinstance(text, str):
        raise _damaged("text")
    return str(read(text))


def _table(data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    table = data.get(name, {})
    if not isinstance(table, dict) or len(table) > MAX_THINGS or any(len(key) > MAX_ID for key in table):
        raise _damaged(name)
    return table


def _damaged(name: str) -> ProgressError:
    return ProgressError("this progress is damaged at '{name}'", name=name)
