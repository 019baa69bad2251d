"""A learner's progress, which is kept in memory and saved to a file only on request."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import IO, Any

from ...base import files
from ...base.integers import check_seed
from ...base.names import mended_name
from ...base.translatable import Refusal, Sentence, phrase
from ...odds.estimate import Estimate
from ..code.code_task import MAX_CODE, CodeTask, CodeVerdict
from ..exercises.exercise import Exercise, Verdict
from ..exercises.question import MAX_ID, Question, Value
from ..exercises.seen import Seen
from . import own_files
from .attempt import (
    KEPT,
    MAX_THINGS,
    Attempt,
    First,
    Program,
    ProgressError,
    Recalled,
    attempt_to_dict,
    checked_text,
    damaged,
    read_attempt,
    read_prediction,
    read_program,
    read_recalled,
    read_table,
    read_text,
)
from .design_work import DesignWork, read_works
from .played import PlayedHand, hands_to_list, joined, read_hands
from .predictions import Calibration, Prediction, calibration
from .stale_answers import fits, guess_fits

FORMAT = "phase10-progress"
VERSION = 1
MAX_FILE = 1_000_000
"""The maximum length of a file, in characters."""
MAX_NAME = 60
DRAWS = 20
"""The maximum number of times a question's numbers are redrawn to find new ones with a new answer."""


FILE = files.FileKind(phrase("progress"), FORMAT, VERSION, ProgressError, MAX_FILE)


@dataclass
class Progress:
    """All that a learner has done: answers, hints, predictions, reflections, and code. Only typed input is stored.

    >>> from phase10_widgets.teaching import lesson
    >>> progress = Progress(seed=7)
    >>> exercise = progress.exercise(lesson(3).questions[0])
    >>> progress.predict(exercise, "70%", confidence=0.6)
    >>> progress.answer(exercise, "0%").outcome, progress.work(exercise).outcome
    ('wrong', 'wrong')
    >>> Progress.loads(progress.dumps()) == progress
    True
    """

    seed: int | str = 0
    """The learner's seed, which gives each learner different numbers."""
    name: str = ""
    """The learner's name in a teacher's table; empty unless typed."""
    works: dict[str, Attempt] = field(default_factory=dict)
    predictions: dict[str, Prediction] = field(default_factory=dict)
    reflections: dict[str, str] = field(default_factory=dict)
    programs: dict[str, Program] = field(default_factory=dict)
    recalled: dict[str, Recalled] = field(default_factory=dict)
    """The old questions chosen for each lesson, by lesson number, such as "07"."""
    hands: dict[str, PlayedHand] = field(default_factory=dict)
    """The rounds that the learner played, by id."""
    designs: dict[str, DesignWork] = field(default_factory=dict)
    """The capstone boards by id, such as "capstone/edition"."""

    def __post_init__(self) -> None:
        self.seed = check_seed(self.seed, MAX_ID)

    def exercise(self, question: Question) -> Exercise:
        """Return the exercise with this learner's numbers."""
        return question.exercise(self.seed_of(question), self.work(question).level)

    def seed_of(self, question: Question) -> str:
        """Return the seed for this learner's numbers in a question."""
        return f"{self.seed}/{self.work(question).seed}"

    def work(self, asked: Exercise | Question | str) -> Attempt:
        """Return the learner's current attempt at a question."""
        return self.works.get(_id(asked), Attempt())

    def fits(self, asked: Exercise) -> bool:
        """Return False if the answers, in a file from an earlier version, were given before the question changed."""
        work = self.work(asked)
        return len(work.answers) == KEPT or fits(asked, work.answers, work.outcome, work.error)

    def guess_fits(self, asked: Exercise) -> bool:
        """Return False if the learner's prediction belongs to different numbers or a different rule."""
        made = self.predictions.get(_id(asked))
        return made is None or (guess_fits(asked, made) and self.fits(asked))

    def answer(self, asked: Exercise, typed: str) -> Verdict:
        """Grade an answer and store it; an empty answer changes nothing.

        Raises:
            AnswerError: the answer cannot be graded; nothing is stored.
        """
        before = self.work(asked)
        verdict = asked.check(typed, before.seen)
        if verdict.outcome == "not attempted":
            return verdict
        right = verdict.outcome == "right"
        after = replace(
            before,
            outcome="right" if before.outcome == "right" else verdict.outcome,
            answers=(*before.answers, typed.strip())[-KEPT:],
            error="" if right else verdict.error,
            right_alone=before.right_alone or (right and not before.solved),
            day=date.today().toordinal(),
            streak=before.judged(verdict.outcome),
        )
        self._keep(asked, after)
        return verdict

    def saw(self, asked: Exercise, found: Estimate) -> None:
        """Store an estimate that the learner has seen for these numbers."""
        before = self.work(asked)
        self._put(self.works, _id(asked), replace(before, seen=Seen.after(before.seen, found)))

    def hint(self, asked: Exercise) -> Sentence:
        """Open and return the next hint, or the last one again if all are open. Earlier ones are in ``asked.hints``."""
        n = min(self.work(asked).hints + 1, len(asked.hints))
        self._keep(asked, replace(self.work(asked), hints=n))
        return asked.hints[n - 1]

    def solution(self, asked: Exercise) -> Sentence:
        """Open and return the worked solution. From then on, no prediction can be made."""
        self._keep(asked, replace(self.work(asked), solved=True))
        return asked.solution

    def renew(self, question: Question, known: Collection[Value] = ()) -> Exercise:
        """Return the question with new numbers, not yet attempted.

        They are harder after two right answers in a row, and easier after two wrong ones, if the question has levels.
        A numeric answer is new as well: neither the previous answer nor one of the *known* ones, unless no other
        is found in a few draws. The same choice may be right again: if it never were, learners could rule it out.
        """
        before, new = {self.exercise(question).answer, *known}, self.work(question).renewed(question)
        drawn = () if question.kind == "choice" else range(new.seed, new.seed + DRAWS)
        fresh = (n for n in drawn if question.exercise(f"{self.seed}/{n}", new.level).answer not in before)
        self._put(self.works, question.id, replace(new, seed=next(fresh, new.seed)))
        self.predictions.pop(question.id, None)
        return self.exercise(question)

    def predict(self, asked: Exercise | str, guess: str, confidence: float) -> None:
        """Store a guess with its confidence (0 to 1); it can be changed until the answer is shown.

        Raises:
            AnswerError: the guess is not an answer to the question.
            Refusal: it is too late, or *confidence* is not between 0 and 1.
        """
        known = self.predictions.get(_id(asked))
        late = known is not None and known.came_true is not None
        if isinstance(asked, Exercise):
            late = late or self.work(asked).over
            asked.choice(guess) if asked.question.kind == "choice" else asked.guessed(guess)
        if late:
            raise ProgressError("the answer has already been shown: it is too late to make a prediction")
        if isinstance(asked, Exercise) and not self.fits(asked):
            self._put(
                self.works,
                _id(asked),
                replace(self.work(asked), outcome="not attempted", answers=(), error="", seen=()),
            )
        self._put(self.predictions, _id(asked), Prediction(checked_text(guess), confidence))

    def reveal(self, asked: Exercise | str, came_true: bool | None = None) -> Prediction | None:
        """Settle the prediction once the truth is shown; return it, or None if none was made.

        If *asked* is an exercise, it determines *came_true* itself.

        Raises:
            ProgressError: *came_true* is missing, and this is not an exercise.
        """
        made = self.predictions.get(_id(asked))
        if made is None or made.came_true is not None:
            return made
        if came_true is None:
            if not isinstance(asked, Exercise):
                raise ProgressError("state whether the prediction came true")
            came_true = asked.near(made.guess)
        settled = replace(made, came_true=bool(came_true))
        self.predictions[_id(asked)] = settled
        return settled

    def reflect(self, asked: Exercise | Question | str, sentence: str) -> None:
        """Store the learner's reflection; an empty string removes it.

        Raises:
            ProgressError: it is too long.
        """
        if sentence.strip():
            self._put(self.reflections, _id(asked), checked_text(sentence.strip()))
        else:
            self.reflections.pop(_id(asked), None)

    def program(self, task: CodeTask) -> Program:
        """Return the learner's current code for a task."""
        return self.programs.get(task.id, Program())

    def ran(self, task: CodeTask, code: str, verdict: CodeVerdict) -> None:
        """Store code and its outcome; unfinished code leaves the outcome unchanged.

        Raises:
            ProgressError: it is too long.
        """
        if len(code) > MAX_CODE:
            raise ProgressError("the code can have at most {most} characters", most=MAX_CODE)
        before = self.program(task)
        ran = verdict.outcome != "not attempted"
        outcome = "right" if before.outcome == "right" else verdict.outcome if ran else before.outcome
        begins = ran and before.outcome == "not attempted"
        first = First(code, verdict.outcome, verdict.error) if begins else before.first
        after = replace(before, code=code, outcome=outcome, error=verdict.error, first=first)
        self._put(self.programs, task.id, after)

    def program_help(self, task: CodeTask, *, solution: bool = False) -> None:
        """Open a task's next hint, or its solution."""
        before = self.program(task)
        hints = before.hints if solution else min(before.hints + 1, len(task.hints))
        self._put(self.programs, task.id, replace(before, hints=hints, solved=before.solved or solution))

    def keep_code(self, name: str, code: str) -> None:
        """Store code that is not judged, such as a player, among the programs.

        Raises:
            ProgressError: it is too long.
        """
        if len(code) > MAX_CODE:
            raise ProgressError("the code can have at most {most} characters", most=MAX_CODE)
        self._put(self.programs, name, replace(self.programs.get(name, Program()), code=code))

    def add_programs(self, programs: Mapping[str, Program]) -> None:
        """Adopt programs that were run more recently than these; anything right or opened stays that way."""
        for name, later in programs.items():
            before = self.programs.get(name, Program())
            program = replace(
                later,
                outcome="right" if before.outcome == "right" else later.outcome,
                hints=max(before.hints, later.hints),
                solved=before.solved or later.solved,
                first=before.first or (None if before.attempt.answers else later.first),
            )
            self._put(self.programs, name, program)

    def keep_design(self, board: str, work: DesignWork) -> None:
        """Store the learner's work on a capstone board, with the day."""
        self._put(self.designs, board, replace(work, day=date.today().toordinal()))

    def add_hands(self, hands: Mapping[str, PlayedHand]) -> bool:
        """Add rounds that were played; return True if any of them is new."""
        before = set(self.hands)
        self.hands = joined(self.hands, hands)
        return set(self.hands) != before

    @property
    def calibration(self) -> Calibration:
        """The calibration of the learner's confidence over all revealed predictions."""
        return calibration(self.predictions.values())

    def reset(self, part: Exercise | Question | str = "") -> None:
        """Forget one question, a whole lesson (``"03"``: every id that begins with ``03/``), or everything.

        The name ``"capstone"`` means the work on the capstone boards.
        """
        name = _id(part)
        kept: tuple[dict[str, Any], ...] = (
            *(self.works, self.predictions, self.reflections, self.programs),
            *(self.recalled, self.designs),
        )
        for things in kept:
            for key in [key for key in things if not name or key == name or key.startswith(f"{name}/")]:
                del things[key]
        if not name:
            self.hands.clear()

    def to_dict(self) -> dict[str, Any]:
        """Return all progress as JSON."""
        return {
            "format": f"{FORMAT}/{VERSION}",
            "seed": self.seed,
            "name": self.name,
            "questions": {key: attempt_to_dict(work) for key, work in self.works.items()},
            "predictions": {key: asdict(made) for key, made in self.predictions.items()},
            "reflections": dict(self.reflections),
            "programs": {key: asdict(program) for key, program in self.programs.items()},
            "recalled": {key: [one.day, *one.questions] for key, one in self.recalled.items()},
            "hands": hands_to_list(self.hands),
            "designs": {key: work.to_dict() for key, work in self.designs.items()},
        }

    @classmethod
    def from_dict(cls, data: Any) -> Progress:
        """Restore progress from the result of :meth:`to_dict`; everything in it is validated.

        Raises:
            ProgressError: the data does not represent progress, has a different version, or is damaged.
        """
        data = files.checked(data, FILE)
        if not data.keys() - {"format", "version"}:
            raise ProgressError("this progress file is empty: it has no answers and no name")
        works = read_table(data, "questions", read_attempt)
        predictions = read_table(data, "predictions", read_prediction)
        reflections = read_table(data, "reflections", read_text)
        programs = read_table(data, "programs", read_program)
        recalled = read_table(data, "recalled", read_recalled)
        try:
            hands = read_hands(data.get("hands", []), strict=True)
        except Refusal as error:
            raise damaged("hands") from error
        try:
            boards = read_works(read_table(data, "designs", lambda row: row))
        except Refusal as error:
            raise damaged("designs") from error
        seed, name = data.get("seed", 0), data.get("name", "")
        name = mended_name(name, MAX_NAME, ProgressError)
        if isinstance(seed, bool) or not isinstance(seed, int | str) or len(str(seed)) > MAX_ID:
            raise damaged("seed")
        return cls(seed, name, works, predictions, reflections, programs, recalled, hands, boards)

    def dumps(self) -> str:
        """Return the progress as text for a file."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=2) + "\n"

    @classmethod
    def loads(cls, text: files.Source) -> Progress:
        """Restore progress from the text of a file, or from the file itself, given as a ``Path`` or open.

        Raises:
            ProgressError: as for :meth:`from_dict`.
        """
        return cls.from_dict(files.parsed(text, FILE))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the file atomically: readers see either the old content or the new, never a mixture.

        Raises:
            ProgressError: :meth:`load` would refuse the file; nothing is written.
        """
        text = self.dumps()
        self.loads(text)
        own_files.write(path, text)

    @classmethod
    def load(cls, file: Path | IO[str] | IO[bytes]) -> Progress:
        """Restore progress from a file, given as a ``Path`` or open.

        Raises:
            ProgressError: as for :meth:`from_dict`, or *file* is a string.
            OSError: the file cannot be read.
        """
        return cls.loads(files.text_from(file, FILE))

    def _keep(self, asked: Exercise, work: Attempt) -> None:
        made = self.predictions.get(_id(asked))
        if made is not None and made.came_true is None and not self.fits(asked):
            del self.predictions[_id(asked)]  # made for different numbers, so it can no longer be judged
        self._put(self.works, _id(asked), work)
        if work.over:
            self.reveal(asked)

    @staticmethod
    def _put(things: dict[str, Any], key: str, value: object) -> None:
        if key not in things and len(things) >= MAX_THINGS:
            raise ProgressError("there is room for at most {most} questions", most=MAX_THINGS)
        things[key] = value


def _id(asked: Exercise | Question | str) -> str:
    if isinstance(asked, Exercise):
        return asked.question.id
    return asked.id if isinstance(asked, Question) else asked
