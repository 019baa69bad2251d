"""The "Your turn" tasks, whose code is judged by running it and comparing its result with the exact value."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from random import Random
from typing import Any, Literal

from ...base.integers import integer_from
from ...base.translatable import NumberText, Sentence
from ...languages.number_text import number, percent
from ...odds.estimate import Estimate
from ...odds.simulation.tally import Tally
from ..exercises.exercise import Outcome
from . import code_runner
from .code_runner import BLANK
from .confined.process import CodeProcess

CodeKind = Literal["chance", "mean"]
MAX_CODE = 4_000
"""The maximum length of the code, in characters."""
TRIALS = 20_000
MOST_TRIALS = 200_000
SECONDS = 30
"""The maximum time for a child process, in seconds. An infinite loop reaches the limit on processor time first."""
LARGEST = 1e15
"""The largest sum accepted in a report."""
SURE = 4
"""The maximum number of standard errors by which a result may differ from the exact value."""
SAME = 1e-6
"""The spread of the results, as a fraction of the value, below which all trials count as equal."""
NOTE = re.compile(r'(?<=""")[^"{}\n]+(?=""")|(?<=  # )[^{}\n]+')
"""The pattern for a one-line docstring, or for a comment after code."""


@dataclass(frozen=True, slots=True)
class Bug:
    """A known mistake: a complete program that makes it, and the value that the program produces.

    >>> import phase10_widgets as p10
    >>> task = p10.teaching.lesson(3).task
    >>> [bug.id for bug in task.bugs]
    ['exactly one', 'none', 'more than one', 'one card', 'put back']
    """

    id: str
    code: str
    exact: Fraction
    feedback: str
    """The explanation of the mistake, addressed to the learner."""
    constant: bool = False
    """True if this program returns the same number in every trial."""


@dataclass(frozen=True, slots=True)
class CodeVerdict:
    """The outcome of a learner's code, and the feedback on it.

    >>> import phase10_widgets as p10
    >>> p10.teaching.lesson(3).task.choose("none").outcome
    'wrong'
    """

    outcome: Outcome
    feedback: Sentence
    error: str = ""
    """The id of the recognized mistake; empty otherwise."""
    estimate: Estimate | None = None
    """The result of the trials, if the code ran."""
    printed: str = ""
    """The text that the code printed."""


@dataclass(frozen=True, kw_only=True)
class CodeTask:
    """Code to complete, change or write. Programs with known mistakes are recognized by their values.

    >>> coin = CodeTask(
    ...     id="my/coin", name="heads", kind="chance", exact=Fraction(1, 2),
    ...     prompt="Toss a coin.",
    ...     start="def heads(random):\\n    return ___\\n",
    ...     solution="def heads(random):\\n    return random.random() < 0.5\\n",
    ...     bugs=(Bug("always", "def heads(random):\\n    return True\\n", Fraction(1), "That coin has two heads."),),
    ... )
    >>> coin.judge(code_runner.run(coin.solution, coin.name, 1000, 1)).outcome
    'right'
    >>> coin.judge(code_runner.run(coin.bugs[0].code, coin.name, 1000, 1)).error
    'always'
    """

    id: str
    prompt: str
    name: str
    """The name of the function that the learner's code defines; its argument is a random number generator."""
    kind: CodeKind
    """The type of the function's result: True or False ("chance"), or a number ("mean")."""
    exact: Fraction
    """The exact chance of True, or the exact mean."""
    start: str
    """The code that the learner starts with; ``___`` marks a gap."""
    solution: str
    bugs: tuple[Bug, ...]
    hints: tuple[str, ...] = ()
    trials: int = TRIALS

    def judge(self, found: Mapping[str, Any]) -> CodeVerdict:
        """Judge a report from ``code_runner.run``; since it may come from a browser, it is not trusted."""
        printed = found.get("printed", "")
        printed = printed[: code_runner.PRINTED] if isinstance(printed, str) else ""
        estimate = self._estimate(found)
        if estimate is None:
            outcome: Outcome = "not attempted" if found.get("fault") == "blank" else "wrong"
            return CodeVerdict(outcome, self._fault(found), "", None, printed)
        written = {"value": estimate.text, "n": number(estimate.trials)}
        constant = self.kind == "mean" and estimate.error <= SAME * abs(estimate.value)
        if estimate.agrees_with(self.exact, SURE) and not constant:
            told = Sentence(
                "Right: {n} trials gave {value}, and the exact value is {exact}.",
                **written,
                exact=self.written_exact,
            )
            return CodeVerdict("right", told, "", estimate, printed)
        for bug in self.bugs:
            if estimate.agrees_with(bug.exact, SURE) and constant <= bug.constant:
                why = Sentence(bug.feedback)
                told = Sentence("{n} trials gave {value}, as with a known mistake: {why}", **written, why=why)
                return CodeVerdict("wrong", told, bug.id, estimate, printed)
        if constant:
            told = Sentence("All {n} trials gave {value}: chance plays no part in your code.", **written)
        else:
            told = Sentence("{n} trials gave {value}. That is not the value we are looking for.", **written)
        return CodeVerdict("wrong", told, "", estimate, printed)

    def choose(self, choice: str) -> CodeVerdict:
        """Judge a program chosen by its id in :meth:`choices`, on a page that cannot run code."""
        if choice == "right":
            return CodeVerdict("right", Sentence("Right: the exact value is {exact}.", exact=self.written_exact))
        for bug in self.bugs:
            if bug.id == choice:
                return CodeVerdict("wrong", Sentence(bug.feedback), bug.id)
        raise ValueError(f"there is no program {choice!r:.40}")

    def choices(self, seed: int | str) -> dict[str, str]:
        """Return all programs, keyed by id and shuffled, each without the lines that they all share."""
        programs = [("right", self.solution), *((bug.id, bug.code) for bug in self.bugs)]
        Random(f"{self.id}/{seed}").shuffle(programs)
        common = _common([code.splitlines() for _, code in programs])
        return {name: "\n".join(_beyond(code.splitlines(), common)) for name, code in programs}

    @property
    def written_exact(self) -> NumberText:
        """The exact value as text; a chance is given as a percentage."""
        return percent(self.exact) if self.kind == "chance" else number(self.exact)

    def _estimate(self, found: Mapping[str, Any]) -> Estimate | None:
        trials = integer_from(1, found.get("trials"), MOST_TRIALS)
        total, squares = _number(found.get("total")), _number(found.get("squares"))
        if trials is None or found.get("kind") != self.kind or total is None or squares is None:
            return None
        if self.kind == "chance":
            hits = round(total)
            return Estimate.of(Tally("chance", trials, hits, 0)) if 0 <= hits <= trials else None
        return Estimate.of(Tally("mean", trials, total, max(0.0, squares - total * total / trials)))

    def _fault(self, found: Mapping[str, Any]) -> Sentence:
        """Return a one-sentence description of the fault."""
        line, detail = integer_from(1, found.get("line"), 10_000), str(found.get("detail", ""))[:300]
        match found.get("fault"):
            case "blank" if line:
                return Sentence("Line {line} still has a gap. Replace {gap} with your own code.", line=line, gap=BLANK)
            case "syntax":
                return Sentence("Python cannot read line {line}: {why}.", line=line or "?", why=detail)
            case "missing":
                return Sentence("Your code must define a function called {name}.", name=self.name)
            case "type":
                return self._wrong_type(detail)
            case "import":
                known = ", ".join(sorted(code_runner.MODULES))
                return Sentence("You cannot import {name} here. You can import {known}.", name=detail, known=known)
            case "memory":
                return Sentence("Your code needed too much memory. Does it build a very long list?")
            case "time":
                return Sentence("Your code ran for too long. Does it contain a loop that never ends?")
            case "error" if line:
                return Sentence("Line {line} stopped with {why}.", line=line, why=detail)
            case "error":
                return Sentence("Your code stopped with {why}.", why=detail)
            case None if found.get("kind") in ("chance", "mean"):
                return self._wrong_type("True or False" if self.kind == "mean" else "a number")
            case _:
                return Sentence("Your code could not be run.")

    def _wrong_type(self, got: str) -> Sentence:
        if self.kind == "chance":
            return Sentence("{name} must return True or False, but it returned {got}.", name=self.name, got=got)
        return Sentence("{name} must return a number, but it returned {got}.", name=self.name, got=got)


def run_in_child(task: CodeTask, source: str, seed: int | str = 0) -> dict[str, Any]:
    """Run code in a separate process with limits on time and memory, and return the report.

    The process has no access to the notebook. This is safe only where the system limits the process
    (``confined.limits``), so never run a stranger's code.
    """
    asked = {"source": source[:MAX_CODE], "name": task.name, "trials": task.trials, "seed": seed}
    process = CodeProcess("code_runner")
    try:
        process.ask(json.dumps(asked).encode() + b"\n")
        line = process.answer(SECONDS)
        if not line:
            return {"fault": "time" if process.killed else "none"}
        report = json.loads(line)
    except TimeoutError:
        return {"fault": "time"}
    except ValueError:
        return {"fault": "none"}
    finally:
        process.close()
    return report if isinstance(report, dict) else {"fault": "none"}


def translated(code: str, say: Callable[[str], str]) -> str:
    """Return a program with its docstring and its comments translated by *say*.

    >>> translated("deck = [True] * 48  # red or yellow", {"red or yellow": "rot oder gelb"}.__getitem__)
    'deck = [True] * 48  # rot oder gelb'
    """
    return NOTE.sub(lambda note: say(note[0]), code)


def same_code(one: str, other: str) -> bool:
    """Return True if two programs differ only in comments and spaces."""
    try:
        return ast.dump(ast.parse(one)) == ast.dump(ast.parse(other))
    except (SyntaxError, ValueError):
        return one == other


def _number(value: Any) -> float | None:
    """Return the value as a finite number, or None if that is impossible."""
    if not isinstance(value, int | float) or isinstance(value, bool) or abs(value) > LARGEST:
        return None
    return float(value) if isfinite(value) else None


def _common(programs: list[list[str]]) -> set[str]:
    """Return the lines that all programs share."""
    return set.intersection(*map(set, programs))


def _beyond(lines: list[str], common: set[str]) -> Iterator[str]:
    """Yield a program's lines except the common ones, with an ellipsis for each omitted part."""
    begun = skipped = False
    for line in lines:
        if line in common:
            skipped = begun
            continue
        if skipped:
            yield "    …"
        begun, skipped = True, False
        yield line
