"""The learner, which makes the lesson cards; all cards share the learner's progress."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, SupportsFloat, TypeVar

from ...base.translatable import Sentence
from ...languages.number_text import formatted
from ...languages.text import Text
from ...odds.estimate import Estimate
from ...rules.phases import Phase
from ...sessions.seating import Seated
from .. import CodeTask, Question, lesson, numbers
from ..code.code_home import code_home, runs_players
from ..code.code_task import same_code, translated
from ..exercises.pretest import POSTTEST, PRETEST
from .base_learner import BaseLearner
from .cell_code import cell_source
from .code_card import CodeCard
from .learner_screen import LearnerScreen
from .mixed_card import MixedCard
from .player_card import PlayerCard, player_to_edit
from .player_editor import PlayerEditor, newest_player
from .pretest_card import PretestCard
from .progress_board import ProgressBoard
from .question_card import QuestionCard
from .recall_card import RecallCard
from .your_calibration import YourCalibration
from .your_design import YourDesign
from .your_hands import TOPICS, YourHands
from .your_table import YourTable
from .your_two_way import TOPIC, YourTwoWay

MOST_LETTERS = 40
"""The maximum length of a board's name."""
Written = TypeVar("Written", bound=Callable[..., Any])
"""A function or class that a learner wrote."""
Made = TypeVar("Made")


class Learner(BaseLearner):
    """A learner and their progress. ``Learner(3)`` works on lesson 3.

    ``learner.ask("table")`` shows a question; ``learner`` itself, as the last line of a cell, shows the progress. The
    browser stores the progress and restores it when the page is opened again; nothing is sent anywhere.
    ``learner.progress`` is the :class:`teaching.Progress`, which ``save`` writes to a file and ``load`` reads.
    """

    def number(self, value: SupportsFloat | str, spec: str = "") -> str:
        """Format a number in the learner's language, with its own decimal point, digit grouping and percent sign.

        >>> from phase10_widgets.odds import share
        >>> german = Learner(language="de")
        >>> Learner().number(0.1068, ".2%"), german.number(0.1068, ".2%"), german.number(12_021, ",")
        ('10.68%', '10,68\\xa0%', '12\\u202f021')
        >>> german.number(share(183, 1000))
        '18\\xa0% (16\\xa0% bis 21\\xa0%)'

        Args:
            value: any number, including a fraction or a result of :mod:`odds`: an :class:`Estimate` is followed by its
                interval, as when printed, and a string such as the result of ``odds.rounded`` is translated.
            spec: the format as in an f-string, such as ``".2%"``; by default, everything that ``print`` shows.

        Raises:
            ValueError: *value* is not a number, or *spec* is not a format for numbers.
        """
        words = Text(self.language)
        if isinstance(value, Estimate) and not spec:
            low, high = value.ends
            return f"{words.number(value.text)} ({words.say('{low} to {high}', low=low, high=high)})"
        written = formatted(value, spec)
        digits = written.strip()
        return written.replace(digits, words.number(digits))

    def phase(self, phase: Phase | str) -> str:
        """Return the words for a phase in the learner's language.

        >>> Learner().phase("2 sets of 3"), Learner(language="de").phase("2 sets of 3")
        ('2 sets of 3', '2 Sätze aus je 3')

        Args:
            phase: a phase of an edition, or its text, such as ``"2 sets of 3"``.

        Raises:
            PhaseError: the text cannot be parsed, or asks for impossible groups.
        """
        return Text(self.language).phase(Phase.parse(phase) if isinstance(phase, str) else phase)

    def tell(self, told: Sentence | str) -> str:
        """Return a sentence or a verdict of :func:`teaching.check_design` in the learner's language.

        >>> import phase10_widgets as p10
        >>> found = p10.teaching.check_design(8, [f"1 run of {n}" for n in range(2, 12)])
        >>> Learner().tell(found.phases[5].sentence)
        'Phase 6, 1 run of 7: 15.57%. Just right.'
        >>> Learner(language="de").tell(found.phases[5].verdict)
        'richtig'
        """
        words = Text(self.language)
        return words.say(told) if isinstance(told, str) else words.tell(told)

    def ask(self, question: Question | str) -> QuestionCard:
        """Return a card for working on the question: predict, simulate, answer, explain.

        Args:
            question: the name or id of one of the lesson's questions, or a question written by a teacher.

        Raises:
            ValueError: no question has this name.
        """
        asked = question if isinstance(question, Question) else self._question(question)
        return self._shown_by(QuestionCard)(asked, self)

    def recall(self) -> RecallCard:
        """Return two old questions with new numbers, for this lesson's warm-up.

        They come from earlier lessons, and from later ones that the learner has started. The choice depends on how long
        ago each was answered and on the learner's mistakes, and stays the same all day.

        Raises:
            ValueError: there is no lesson before this one.
        """
        number = self.lesson or max(numbers()) + 1
        questions = tuple([question for n in numbers() if n < number for question in lesson(n).questions])
        if not questions:
            raise ValueError("there is nothing to recall before lesson 1")
        later = tuple([question for n in numbers() if n > number for question in lesson(n).questions])
        return self._shown_by(RecallCard)(number, questions, self, later)

    def mixed(self, name: str = "A") -> MixedCard:
        """Return six old questions from many lessons, each preceded by a question about which method to use.

        The choice depends on how long ago each was answered and on the learner's mistakes. It stays the same all day,
        or until the learner asks for another set.

        Args:
            name: "A" draws on lessons 1 to 6, "B" on lessons 1 to 12, "C" on lessons 9 to 16.

        Raises:
            ValueError: there is no such set.
        """
        return self._shown_by(MixedCard)(name, self)

    def pretest(self, *lessons: int) -> PretestCard:
        """Return ten questions to answer before the lessons, without help and without results.

        The learner can say "I do not know". The questions and their numbers stay the same.

        Args:
            lessons: the three lessons that the test is about; by default, it is about the whole course.

        Raises:
            ValueError: these are not three lessons.
        """
        return self._shown_by(PretestCard)(PRETEST, lessons, self)

    def posttest(self, *lessons: int) -> PretestCard:
        """Return the questions of :meth:`pretest` with other numbers, to answer after the lessons.

        Raises:
            ValueError: these are not three lessons.
        """
        return self._shown_by(PretestCard)(POSTTEST, lessons, self)

    def hands(self, topic: str) -> YourHands:
        """Return a card that uses the rounds played by the learner in this browser as data.

        Args:
            topic: "wild" (hands with a wild), "dealt" (hands that contained their phase), "points" (left at the end),
                "waited" (rounds needed for a phase), "out" (rounds that the learner ended), or "wild and phase" (both,
                in a two-way table).

        Raises:
            ValueError: the topic is unknown.
        """
        if topic == TOPIC:
            return self._shown_by(YourTwoWay)(self)
        if topic not in TOPICS:
            raise ValueError(f"there is no topic {topic!r:.40}; the topics are {', '.join([*TOPICS, TOPIC])}")
        return self._shown_by(YourHands)(topic, self)

    def calibration(self) -> YourCalibration:
        """Return the learner's calibration curve for the predictions made in this browser, in all lessons."""
        return self._shown_by(YourCalibration)(self)

    def design(self, name: str = "edition", **chosen: Any) -> YourDesign:
        """Return a capstone board that stores this learner's work: the current design and every guess.

        Args:
            name: the board's name, 1 to 40 letters and digits; "edition" is the board that :meth:`table` uses.
            chosen: the design that the board starts with, as for :class:`DesignBoard`.

        Raises:
            ValueError: the name cannot be used, or a value is not allowed.
        """
        if not isinstance(name, str) or not name.isalnum() or len(name) > MOST_LETTERS:
            raise ValueError(f"a board's name must consist of 1 to {MOST_LETTERS} letters and digits, not {name!r:.60}")
        return self._shown_by(YourDesign)(name, self, **chosen)

    def table(
        self, players: Sequence[Seated] = ("You", "greedy", "greedy"), seed: int | str | None = None, **settings: Any
    ) -> YourTable:
        """Return a table for playing the edition on the learner's board, with its wilds and phases.

        It follows the board until a card has been played; then "Play this edition" on the board deals a new game.

        Args:
            players: the players in seat order, as for a :class:`Table`.
            seed: the seed of the first game; None draws a seed.
            settings: additional settings for a :class:`Table`, such as *height*.

        Raises:
            ValueError: as for a :class:`Table`.
        """
        table = self._shown_by(YourTable)(self, players, seed, **settings)
        self._tables.add(table)
        self.refresh()
        return table

    def your_turn(self, built: Callable[..., Any] | CodeTask | None = None) -> CodeCard:
        """Return a card for the code that learners write in this lesson.

        As a decorator, ``@learner.your_turn``, it also runs the cell's code, in a separate process with limits on time
        and memory, and displays the card with the verdict. The code must not depend on other cells.

        Args:
            built: the learner's function, or a task written by a teacher; None shows the lesson's task.

        Raises:
            ValueError: the lesson has no such task.
        """
        task = built if isinstance(built, CodeTask) else self._task()
        card = self._shown_by(CodeCard)(task, self)
        if callable(built):
            source = cell_source(built)
            if code_home() == "cell" and not same_code(source, translated(task.start, card.words.say)):
                card.run(source)
            self._display(card)
        return card

    def _task(self) -> CodeTask:
        task = self.lessons[0].task if self.lesson is not None else None
        if task is None:
            raise ValueError("this lesson has no code to write; pass your own CodeTask")
        return task

    def player(self, function: Written) -> Written:
        """Store the code of the learner's player with the progress; return the function unchanged. Use as a decorator.

        The whole cell's code is stored, and it must not depend on other cells; only ``p10`` is already defined. The
        player is tried out in a separate process, as on the class ladder, and a card shows the result. The lesson's
        example is stored only once it has been changed. On a page without cells, the card is an editor if code may run.
        """
        if (example := player_to_edit(function)) is not None:
            self._display(self._shown_by(PlayerEditor)(example, function.__name__, self))
            return newest_player(function, self) if runs_players() else function
        card = self._shown_by(PlayerCard)(self)
        card.take(function)
        self._display(card)
        return function

    def overview(self) -> ProgressBoard:
        """Return a board with the progress so far and the quality of the predictions."""
        return self._shown_by(ProgressBoard)(self)

    def _shown_by(self, kind: type[Made]) -> type[Made]:
        """Return the class that shows a card; a subclass returns one that delivers messages."""
        return kind

    def _display(self, card: LearnerScreen) -> None:
        """Show a card in a cell's output; the base class does nothing."""

    def _question(self, name: str) -> Question:
        if self.lesson is not None and "/" not in str(name):
            return self.lessons[0].question(name)
        for each in self.lessons:
            for question in each.questions:
                if question.id == name:
                    return question
        known = ", ".join(question.id for each in self.lessons for question in each.questions)
        raise ValueError(f"there is no question {name!r:.60}; the questions are {known}")
