"""A learner's progress and calibration, with ways to save, load, or reset it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from ... import languages
from ...base.names import checked_name
from ...base.translatable import phrase
from ...ui.drawn.markup import Html
from ...ui.screen import Handler, Refused
from ...ui.wire import SavedFile
from .. import Attempt, Calibration, CodeTask, Lesson, Progress, Question, course
from ..capstone import PHASES
from ..course import OWN, PART
from ..exercises.mixed import SETS, opened
from ..figures.shared.parts import Part
from ..figures.wire import LessonAbout
from ..progress.predictions import honest_hits
from ..progress.progress import MAX_NAME
from .base_learner import BaseLearner
from .learner_screen import LearnerScreen
from .question_card import AT_ONCE_RIGHT, STATES
from .reliability import reliability
from .static import progress_html
from .wire import CalibrationView, LessonLine, NextStep, Outcome, ProgressContent, QuestionLine

_PART = phrase("There is no such lesson or question.")
_EDITION = {
    "not attempted": phrase("not begun yet"),
    "wrong": phrase("not ready yet"),
    "right": phrase("ready"),
}
"""The text shown for each state of the learner's own edition."""


class ProgressBoard(LearnerScreen):
    """The learner's progress; made by :meth:`Learner.overview`."""

    KIND = "progress"
    ANYTIME = LearnerScreen.ANYTIME | {"name", "reset", "export", "load"}

    def __init__(self, learner: BaseLearner) -> None:
        """Show this learner's progress."""
        self._learner = learner
        super().__init__(learner.language)
        self._show()
        learner.joined(self)

    def reset(self, part: str = "") -> None:
        """Reset a question (its id), a lesson (``"03"``), or everything.

        Raises:
            ValueError: the lesson or question is unknown.
        """
        self._reset(part, None)

    def _reset(self, part: str, message_id: str | None) -> None:
        progress = self._learner.progress
        lessons = {f"{each.number:02}": _parts(each) for each in self._learner.lessons}
        lessons |= {name: [key for key in progress.works if key.startswith(f"{name}/")] for name in self._sets}
        if self._learner.lesson is None:
            lessons[PART] = list(progress.designs)
        ids = [name for each in lessons.values() for name in each]
        if part and part not in lessons and part not in ids:
            raise Refused("bad_value", _PART)
        progress.reset(part)
        if not part:
            progress.name = ""
        self._learner.changed([part] if part in ids else lessons.get(part), self, message_id)

    def _about(self) -> LessonAbout:
        return {**self._introduction(), "widget": "progress"}

    def _content(self) -> ProgressContent:
        say, learner = self.words.say, self._learner
        lessons = [self._lesson(each) for each in learner.lessons]
        right, of = sum(one["right"] for one in lessons), sum(one["of"] for one in lessons)
        one = learner.lessons[0] if len(learner.lessons) == 1 else None
        ours = sum(each.number < course.CAPSTONE for each in learner.lessons)
        capstone = [] if learner.lesson else [self._capstone()]
        return {
            "title": say("Your progress in this lesson") if one else say("Your progress"),
            "said": say("You have answered {right} of {of} questions correctly.", right=right, of=of),
            "next": None if one else self._next(),
            "lessons": [*lessons[:ours], *capstone, *lessons[ours:], *map(self._mixed, self._sets)],
            "name": learner.progress.name,
            "calibration": self._calibration(learner.progress.calibration),
        }

    def _next(self) -> NextStep | None:
        """Return the place where the learner should continue the course."""
        found = course.next_step(self._learner.progress)
        if found is None:
            return None
        name = f"{found.lesson}. {self.words.say(course.title(found.lesson))}"
        if found.begun:
            text = self.words.say("Continue with part {n} of {lesson}", n=found.part, lesson=name)
        else:
            text = self.words.say("Start {lesson}", lesson=name)
        stage, language = course.stages()[found.lesson], self._learner.language
        return {"text": text, "notebook": self._notebook(stage), "anchor": course.anchor(found.part, language)}

    def _notebook(self, stage: course.Stage) -> str:
        """Return the name of a notebook in the learner's language."""
        found = stage.notebooks
        return found.get(self._learner.language) or found.get(languages.ENGLISH) or next(iter(found.values()), "")

    def _after(self, before: Sequence[int]) -> str:
        """Return a sentence that lists the lessons that something builds on."""
        if not before:
            return ""
        return self.words.language.plural(
            "builds on lesson {lessons}",
            "builds on lessons {lessons}",
            len(before),
            lessons=", ".join(map(str, before)),
        )

    def _lesson(self, lesson: Lesson) -> LessonLine:
        title = f"{lesson.number}. {self.words.say(lesson.title)}"
        line = self._line(f"{lesson.number:02}", title, lesson.questions, course.stages().get(lesson.number))
        return {**line, "questions": [*line["questions"], self._code(lesson.task)]} if lesson.task else line

    def _line(
        self, id: str, title: str, questions: Sequence[Question], stage: course.Stage | None = None
    ) -> LessonLine:
        lines = [self._question(at, one) for at, one in enumerate(questions, 1)]
        right, of = sum(one["outcome"] == "right" for one in lines), len(lines)
        return {
            "id": id,
            "title": title,
            "after": self._after(stage.after) if stage else "",
            "notebook": self._notebook(stage) if stage else "",
            "right": right,
            "of": of,
            "written": self.words.say("{right} of {of}", right=right, of=of),
            "questions": lines,
        }

    def _capstone(self) -> LessonLine:
        """Return the line for the capstone: the number of correct phases in the learner's own edition."""
        say, stage, boards = self.words.say, course.COURSE[course.CAPSTONE], self._learner.progress.designs
        own, guesses = boards.get(OWN), sum(len(work.guesses) for work in boards.values())
        outcome: Outcome = "not attempted" if not boards else "right" if own and own.done else "wrong"
        edition: QuestionLine = {
            "id": PART,
            "title": say("Your edition"),
            "outcome": outcome,
            "outcome_text": say(_EDITION[outcome]),
            "hints": self.words.language.plural("{n} guess", "{n} guesses", guesses) if guesses else "",
        }
        right = own.right or 0 if own else 0
        return {
            "id": PART,
            "title": f"{course.CAPSTONE}. {say(course.title(course.CAPSTONE))}",
            "after": self._after(stage.after),
            "notebook": self._notebook(stage),
            "right": right,
            "of": PHASES,
            "written": say("{right} of {of} phases", right=right, of=PHASES),
            "questions": [edition],
        }

    @property
    def _sets(self) -> list[str]:
        """The mixed sets that the learner has opened; empty unless the board is for all lessons."""
        recalled = self._learner.progress.recalled
        return [name for name in SETS if name in recalled] if self._learner.lesson is None else []

    def _mixed(self, name: str) -> LessonLine:
        title = self.words.say("Mixed set {name}", name=name)
        return self._line(name, title, opened(self._learner.progress, name), course.MIXED[name])

    def _question(self, at: int, question: Question) -> QuestionLine:
        return self._worked(question.id, self.words.say("Question {n}", n=at), self._learner.progress.work(question))

    def _code(self, task: CodeTask) -> QuestionLine:
        """Return the line for a lesson's code, which does not count as a question."""
        return self._worked(task.id, self.words.say("Your turn"), self._learner.progress.program(task).attempt)

    def _worked(self, id: str, title: str, work: Attempt) -> QuestionLine:
        plural = self.words.language.plural
        hints = plural("{n} hint", "{n} hints", work.hints) if work.hints else ""
        at_once = work.first is not None and work.first.outcome == work.outcome == "right"
        return {
            "id": id,
            "title": title,
            "outcome": work.outcome,
            "outcome_text": self.words.say(AT_ONCE_RIGHT if at_once else STATES[work.outcome]),
            "hints": self.words.say("solution opened") if work.solved and not work.right_alone else hints,
        }

    def _calibration(self, found: Calibration) -> CalibrationView:
        say = self.words.say
        parts: list[Part] = []
        sentences = [self.words.tell(found.explanation)]
        if found.brier is not None:
            sentences += map(self.words.tell, honest_hits(self._learner.progress.predictions.values()).verdict)
            sentences.append(
                say(
                    "Brier score: {score} (0 is perfect; always saying 50% gives 0.25).",
                    score=self.words.number(f"{found.brier:.2f}"),
                )
            )
            parts.append(reliability(found, self.words))
        return {"title": say("How accurate your confidence is"), "said": " ".join(sentences), "parts": parts}

    def __repr__(self) -> str:
        return f"<Progress of {self._learner!r}>"

    def html(self) -> Html:
        """Return the progress for pages without Python."""
        return progress_html(self.about, self.view, self.words)

    def _named(self, content: Mapping[str, Any], message_id: str) -> None:
        name = content.get("name")
        named = "" if name == "" else checked_name(name, MAX_NAME)
        self._learner.take(replace(self._learner.progress, name=named))
        self._learner.changed([], self, message_id)

    def _resetting(self, content: Mapping[str, Any], message_id: str) -> None:
        part = content.get("part")
        if not isinstance(part, str):
            raise Refused("malformed", self.MALFORMED)
        self._reset(part, message_id)

    def _export(self, content: Mapping[str, Any], message_id: str) -> None:
        text = self._learner.progress.dumps()
        self.send(SavedFile(kind="file", id=message_id, name="phase10-progress.json", text=text))
        self._show(message_id)

    def _load(self, content: Mapping[str, Any], message_id: str) -> None:
        self._learner.take(Progress.loads(content.get("text")))  # type: ignore[arg-type]
        self._learner.changed(None, self, message_id)

    HANDLERS: ClassVar[Mapping[str, Handler]] = {
        **LearnerScreen.HANDLERS,
        "name": _named,
        "reset": _resetting,
        "export": _export,
        "load": _load,
    }


def _parts(lesson: Lesson) -> list[str]:
    """Return the ids of everything in a lesson that can be reset individually."""
    return [*(one.id for one in lesson.questions), *([lesson.task.id] if lesson.task else [])]
