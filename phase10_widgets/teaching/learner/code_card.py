"""The "Your turn" card: code to complete and run, with a verdict."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ...base.translatable import phrase
from ...ui.drawn.markup import Html
from ...ui.screen import Handler, Refused
from ..code.code_home import code_home, worker_address
from ..code.code_task import MAX_CODE, CodeTask, CodeVerdict, run_in_child, translated
from ..figures.shared.parts import Part, TableRow, Value, bars
from ..figures.wire import LessonAbout, Role
from .base_learner import BaseLearner
from .learner_screen import LearnerScreen
from .question_card import STATES
from .static import code_html
from .wire import CodeContent

_NOWHERE = phrase("Code cannot be run on this page.")
_TOO_LONG = phrase("The code can have at most {most} characters.")
_NO_PROGRAM = phrase("There is no such program.")


class CodeCard(LearnerScreen):
    """Code that a learner completes or writes; made by :meth:`Learner.your_turn`."""

    KIND = "code"
    ANYTIME = LearnerScreen.ANYTIME | {"run", "report", "choose_program", "hint", "solve", "renew"}

    def __init__(self, task: CodeTask, learner: BaseLearner) -> None:
        """Show this *task* to this *learner*."""
        self._code_task = task
        self._learner = learner
        self._verdict: CodeVerdict | None = None
        super().__init__(learner.language)
        self._show()
        learner.joined(self)

    @property
    def task(self) -> CodeTask:
        """The task."""
        return self._code_task

    @property
    def verdict(self) -> CodeVerdict | None:
        """The verdict on the last run; None before the first run."""
        return self._verdict

    def run(self, code: str) -> CodeVerdict:
        """Run code in a separate process with limits on time and memory, and return the verdict.

        Raises:
            ValueError: the code is too long.
        """
        self._judged(code, run_in_child(self._code_task, self._short(code), self._learner.progress.seed))
        self._record()
        assert self._verdict is not None
        return self._verdict

    def _short(self, code: Any) -> str:
        if not isinstance(code, str):
            raise Refused("malformed", self.MALFORMED)
        if len(code) > MAX_CODE:
            raise Refused("bad_value", _TOO_LONG, most=MAX_CODE)
        return code

    def _judged(self, code: str, report: Mapping[str, Any]) -> None:
        self._verdict = self._code_task.judge(report)
        self._learner.progress.ran(self._code_task, code, self._verdict)

    def _record(self, message_id: str | None = None) -> None:
        self._learner.changed([self._code_task.id], self, message_id)

    def _about(self) -> LessonAbout:
        return {**self._introduction(), "widget": "code"}

    def _content(self) -> CodeContent:
        words, task, home = self.words, self._code_task, code_home()
        start = translated(task.start, words.say)
        done = self._learner.progress.program(task)
        over = done.solved or done.outcome == "right"
        choices = task.choices(self._learner.progress.seed) if home == "nowhere" else {}
        return {
            "id": task.id,
            "title": words.say("Your turn"),
            "prompt": words.say(task.prompt),
            "name": task.name,
            "trials": task.trials,
            "runs": home,
            "worker": worker_address() if home == "browser" else "",
            "seed": self._learner.progress.seed,
            "code": done.code or start,
            "start": start,
            "choices": [{"id": name, "code": translated(code, words.say)} for name, code in choices.items()],
            "chosen": "right" if done.outcome == "right" else done.error,
            "outcome": done.outcome,
            "outcome_text": words.say(STATES[done.outcome]),
            "feedback": self._feedback(),
            "printed": self._verdict.printed if self._verdict else "",
            "picture": self._picture(),
            "hints": [words.say(hint) for hint in task.hints[: len(task.hints) if over else done.hints]],
            "hints_of": len(task.hints),
            "solution": translated(task.solution, words.say) if over else "",
            "running": False,
        }

    def _feedback(self) -> str:
        """Return the verdict, or the part of it that was saved."""
        if self._verdict:
            return self.words.tell(self._verdict.feedback)
        done = self._learner.progress.program(self._code_task)
        if done.outcome == "right":
            return self.words.say("Right: the exact value is {exact}.", exact=self._code_task.written_exact)
        return next((self.words.say(bug.feedback) for bug in self._code_task.bugs if bug.id == done.error), "")

    def _picture(self) -> list[Part]:
        verdict, task, say = self._verdict, self._code_task, self.words.say
        if verdict is None or verdict.estimate is None:
            return []
        found = verdict.estimate
        written = self.words.number(found.text)
        drawn: list[tuple[Role, str, Value]] = [
            ("sample", say("your code"), Value(found.value, written, found.low, found.high))
        ]
        if verdict.outcome == "right":
            exact = self.words.number(task.written_exact)
            drawn.append(("truth", say("exact"), Value(float(task.exact), exact)))
        return [
            bars(
                say("The result of your code"),
                self.words.tell(verdict.feedback),
                series=[(role, name) for role, name, _ in drawn],
                rows=[TableRow("", [value for _, _, value in drawn])],
                axis=say("chance") if task.kind == "chance" else say("number"),
                head="",
                unit="percent" if task.kind == "chance" else "number",
            )
        ]

    def __repr__(self) -> str:
        return f"<Your turn {self._code_task.id}>"

    def html(self) -> Html:
        """Return the task for pages without Python, with hints and solution collapsed."""
        task = self._code_task
        hints, solution = list(map(self.words.say, task.hints)), translated(task.solution, self.words.say)
        folded = {"hints": hints, "solution": solution}
        return code_html(self.about, {**self.view, **folded}, self.words)

    def _run(self, content: Mapping[str, Any], message_id: str) -> None:
        if code_home() != "kernel":
            raise Refused("bad_value", _NOWHERE)
        code = self._short(content.get("code"))
        self._judged(code, run_in_child(self._code_task, code, self._learner.progress.seed))
        self._record(message_id)

    def _report(self, content: Mapping[str, Any], message_id: str) -> None:
        if code_home() != "browser":
            raise Refused("bad_value", _NOWHERE)
        code, report = self._short(content.get("code")), content.get("report")
        if not isinstance(report, Mapping):
            raise Refused("malformed", self.MALFORMED)
        self._judged(code, report)
        self._record(message_id)

    def _choose_program(self, content: Mapping[str, Any], message_id: str) -> None:
        chosen = content.get("program")
        if code_home() != "nowhere" or not isinstance(chosen, str):
            raise Refused("malformed", self.MALFORMED)
        try:
            self._verdict = self._code_task.choose(chosen)
        except ValueError as error:
            raise Refused("bad_value", _NO_PROGRAM) from error
        self._learner.progress.ran(self._code_task, "", self._verdict)
        self._record(message_id)

    def _hint(self, content: Mapping[str, Any], message_id: str) -> None:
        self._learner.progress.program_help(self._code_task)
        self._record(message_id)

    def _solve(self, content: Mapping[str, Any], message_id: str) -> None:
        self._learner.progress.program_help(self._code_task, solution=True)
        self._record(message_id)

    def _renew(self, content: Mapping[str, Any], message_id: str) -> None:
        self._learner.progress.reset(self._code_task.id)
        self._verdict = None
        self._record(message_id)

    HANDLERS: ClassVar[Mapping[str, Handler]] = {
        **LearnerScreen.HANDLERS,
        "run": _run,
        "report": _report,
        "choose_program": _choose_program,
        "hint": _hint,
        "solve": _solve,
        "renew": _renew,
    }
