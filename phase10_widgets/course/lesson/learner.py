"""The learner: one progress that every question and overview of a notebook shares."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsFloat, TypeVar
from weakref import WeakSet

from ... import languages
from ...core.translatable import Refusal
from ...odds.estimate import Estimate
from ...session import Seated
from ...teaching import CodeTask, Lesson, Progress, Question, all_numbers, lesson, numbers
from ...teaching.code_home import code_home, runs_players
from ...teaching.code_task import same_code, translated
from ...teaching.course import OWN
from ...teaching.design_work import DesignWork
from ...teaching.number_text import formatted
from ...teaching.played import read_hands
from ...text import Text
from .cell_code import cell_source

if TYPE_CHECKING:
    from .code_card import CodeCard
    from .learner_screen import LearnerScreen
    from .mixed_card import MixedCard
    from .progress_board import ProgressBoard
    from .question_card import QuestionCard
    from .recall_card import RecallCard
    from .your_calibration import YourCalibration
    from .your_design import YourDesign
    from .your_hands import YourHands
    from .your_table import YourTable

MOST_LETTERS = 40
"""The longest name of a board."""
Written = TypeVar("Written", bound=Callable[..., Any])
"""A function or class that a learner wrote."""
Made = TypeVar("Made")


class Place(NamedTuple):
    """A question's place in its lesson."""

    lesson: Lesson
    number: int
    """The question's number, from 1."""


class Learner:
    """A learner and their progress. ``Learner(3)`` works on lesson 3.

    ``learner.ask("table")`` shows a question; ``learner`` itself, the last line of a cell, shows the progress. The
    browser keeps what was done and brings it back when the page is opened again; nothing is sent anywhere.
    ``learner.progress`` is the :class:`teaching.Progress`, which ``save`` writes to a file and ``load`` reads.
    """

    def __init__(
        self, lesson: int | Lesson | None = None, *, progress: Progress | None = None, language: str = languages.ENGLISH
    ) -> None:
        """Set up a learner for one lesson or for all.

        Args:
            lesson: the lesson whose questions ``ask`` finds by their short names, by its number, or a teacher's own;
                None: all.
            progress: earlier progress; a new one comes with numbers of its own.
            language: the first language of all cards of this learner.

        Raises:
            ValueError: the lesson or language is unknown.
        """
        languages.get(language)
        one = lesson if lesson is None or isinstance(lesson, Lesson) else _lesson(lesson)
        self.lesson = None if one is None else one.number
        self.lessons = tuple(map(_lesson, all_numbers())) if one is None else (one,)
        self.progress = progress or Progress(seed=secrets.randbelow(10**6))
        self.language = language
        self._shown: WeakSet[LearnerScreen] = WeakSet()
        self._tables: WeakSet[YourTable] = WeakSet()
        self.first_design: DesignWork | None = None
        """The design that the learner's own board of the capstone started with; None without such a board."""

    def number(self, value: SupportsFloat | str, spec: str = "") -> str:
        """Write a number as the learner's language does: its decimal point, its groups of digits, its percent sign.

        >>> from phase10_widgets.odds import share
        >>> german = Learner(language="de")
        >>> Learner().number(0.1068, ".2%"), german.number(0.1068, ".2%"), german.number(12_021, ",")
        ('10.68%', '10,68\\xa0%', '12\\u202f021')
        >>> german.number(share(183, 1000))
        '18\\xa0% (16\\xa0% bis 21\\xa0%)'

        Args:
            value: any number, also a fraction or what :mod:`odds` returns: an :class:`Estimate` is followed by its
                interval, as where it is printed, and a text such as the result of ``odds.rounded`` is translated.
            spec: the format as in an f-string, such as ``".2%"``; without it, all that ``print`` shows.

        Raises:
            ValueError: it is no number, or Python formats no number this way.
        """
        words = Text(self.language)
        if isinstance(value, Estimate) and not spec:
            low, high = value.ends
            return f"{words.number(value.text)} ({words.say('{low} to {high}', low=low, high=high)})"
        written = formatted(value, spec)
        digits = written.strip()
        return written.replace(digits, words.number(digits))

    def ask(self, question: Question | str) -> QuestionCard:
        """Return a card to work on the question: predict, simulate, answer, explain.

        Args:
            question: one of the lesson's, by its name or id, or a teacher's own.

        Raises:
            ValueError: no question has this name.
        """
        from .question_card import QuestionCard

        asked = question if isinstance(question, Question) else self._question(question)
        return self._shown_by(QuestionCard)(asked, self)

    def recall(self) -> RecallCard:
        """Return three old questions with new numbers, for the start of this lesson.

        They come from the lessons before it, and from later ones that the learner has begun. They are chosen by age
        and by the learner's own mistakes, and stay the same all day.

        Raises:
            ValueError: there is no lesson before this one.
        """
        from .recall_card import RecallCard

        number = self.lesson or max(numbers()) + 1
        questions = tuple([question for n in numbers() if n < number for question in lesson(n).questions])
        if not questions:
            raise ValueError("there is nothing to recall before lesson 1")
        later = tuple([question for n in numbers() if n > number for question in lesson(n).questions])
        return self._shown_by(RecallCard)(number, questions, self, later)

    def mixed(self, name: str = "A") -> MixedCard:
        """Return six old questions from many lessons, each with the choice of its method first.

        They are chosen by age and by the learner's own mistakes, and stay the same all day, or until the learner
        asks for another set.

        Args:
            name: "A" draws on lessons 1 to 6, "B" on lessons 1 to 12, "C" on lessons 9 to 16.

        Raises:
            ValueError: there is no such set.
        """
        from .mixed_card import MixedCard

        return self._shown_by(MixedCard)(name, self)

    def hands(self, topic: str) -> YourHands:
        """Return the rounds that the learner played in this browser, as data.

        Args:
            topic: "wild" (hands with a wild), "dealt" (hands that held their phase), "points" (left at the end),
                "waited" (rounds for a phase), "out" (rounds that the learner ended), or "wild and phase" (both, in a
                two-way table).

        Raises:
            ValueError: the topic is unknown.
        """
        from .your_hands import TOPICS, YourHands
        from .your_two_way import TOPIC, YourTwoWay

        if topic == TOPIC:
            return self._shown_by(YourTwoWay)(self)
        if topic not in TOPICS:
            raise ValueError(f"there is no topic {topic!r:.40}; there are {', '.join([*TOPICS, TOPIC])}")
        return self._shown_by(YourHands)(topic, self)

    def calibration(self) -> YourCalibration:
        """Return the learner's calibration curve, over the predictions of all lessons in this browser."""
        from .your_calibration import YourCalibration

        return self._shown_by(YourCalibration)(self)

    def design(self, name: str = "edition", **chosen: Any) -> YourDesign:
        """Return a board of the capstone that keeps this learner's work: the design as it stands, and every guess.

        Args:
            name: the name of the board, at most 40 letters and digits; "edition" is the one that :meth:`table` plays.
            chosen: the design that the board starts with, as for :class:`DesignBoard`.

        Raises:
            ValueError: the name cannot be used, or a value is not allowed.
        """
        from .your_design import YourDesign

        if not isinstance(name, str) or not name.isalnum() or len(name) > MOST_LETTERS:
            raise ValueError(f"the name of a board has 1 to {MOST_LETTERS} letters and digits, not {name!r:.60}")
        return self._shown_by(YourDesign)(name, self, **chosen)

    def table(
        self, players: Sequence[Seated] = ("You", "greedy", "greedy"), seed: int | str | None = None, **settings: Any
    ) -> YourTable:
        """Return a table that plays the edition on the learner's board, with its wilds and phases.

        It follows the board until somebody has played a card; then "Play this edition" on the board deals anew.

        Args:
            players: the players in seat order, as for a :class:`Table`.
            seed: the seed of the first game; None draws one.
            settings: more settings of a :class:`Table`, such as *height*.

        Raises:
            ValueError: as for a :class:`Table`.
        """
        from .your_table import YourTable

        table = self._shown_by(YourTable)(self, players, seed, **settings)
        self._tables.add(table)
        self.refresh()
        return table

    @property
    def own_design(self) -> DesignWork | None:
        """The work on the learner's own board of the capstone; None without it."""
        return self.progress.designs.get(OWN, self.first_design)

    @property
    def tables(self) -> Sequence[YourTable]:
        """The tables that :meth:`table` has made."""
        return tuple(self._tables)

    def your_turn(self, built: Callable[..., Any] | CodeTask | None = None) -> CodeCard:
        """Return a card for the code that learners build in this lesson.

        As a decorator, ``@learner.your_turn``, it also runs the cell's code, in a process of its own with limits on
        time and memory, and displays the card with the verdict. The code must not depend on other cells.

        Args:
            built: the learner's function; or a teacher's own task; None shows the lesson's task.

        Raises:
            ValueError: the lesson has no such task.
        """
        from .code_card import CodeCard

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
            raise ValueError("there is nothing to build in this lesson; give a CodeTask of your own")
        return task

    def player(self, function: Written) -> Written:
        """Keep the code of the learner's player with the progress; return the function unchanged. A decorator.

        The code is that of the whole cell, and must not depend on other cells; only ``p10`` is there already. The
        player is tried in a process of its own, as in the ladder of a class, and a card says how it did. The example
        of the lesson is not kept until it is changed. On a page without cells, the card is an editor, if code may run.
        """
        from .player_card import PlayerCard, player_to_edit
        from .player_editor import PlayerEditor, newest_player

        if (example := player_to_edit(function)) is not None:
            self._display(self._shown_by(PlayerEditor)(example, function.__name__, self))
            return newest_player(function, self) if runs_players() else function
        card = self._shown_by(PlayerCard)(self)
        card.take(function)
        self._display(card)
        return function

    def overview(self) -> ProgressBoard:
        """Return a board with the progress so far and the quality of the predictions."""
        from .progress_board import ProgressBoard

        return self._shown_by(ProgressBoard)(self)

    def _shown_by(self, kind: type[Made]) -> type[Made]:
        """Return the class that shows a card: what carries its messages is a subclass's."""
        return kind

    def _display(self, card: LearnerScreen) -> None:
        """Show a card where a cell's output is shown; nothing shows it here."""

    def place(self, question: Question) -> Place | None:
        """Return the question's place; None if it belongs to none of the lessons."""
        for each in self.lessons:
            if question in each.questions:
                return Place(each, each.questions.index(question) + 1)
        return None

    def joined(self, card: LearnerScreen) -> None:
        """Refresh this card on every change from now on."""
        self._shown.add(card)

    def changed(self, ids: Iterable[str] | None, by: LearnerScreen, ack: str | None = None) -> None:
        """Refresh all cards and have the browser store these questions (None: all)."""
        by.kept = self._to_keep(None if ids is None else list(ids))
        self.refresh(by, ack)

    def refresh(self, by: LearnerScreen | None = None, ack: str | None = None) -> None:
        """Refresh everything; the card whose message *ack* is being carried out answers it."""
        for table in self.tables:
            table.follow()
        for card in list(self._shown):
            card.refresh(ack if card is by else None)

    def resume(self, text: Any, hands: Any = None) -> bool:
        """Restore progress from the browser's storage unless there is some already; return True if it was restored.

        Unreadable text is ignored and stays in the browser: it may come from a newer version. The *hands* that were
        played in this browser are added in any case.
        """
        restored = self._restored(text)
        if self.progress.add_hands(read_hands(hands)) or restored:
            self.refresh()
        return restored

    def _restored(self, text: Any) -> bool:
        here = self.progress
        if here.works or here.predictions or here.reflections or here.designs or here.name:
            return False
        try:
            stored = Progress.loads(text)
            stored.add_programs(here.programs)  # cells may have run before the page could answer
        except Refusal:
            return False
        self.progress = stored
        if here.programs:
            self._keep_again(list(here.programs))
        return True

    def _keep_again(self, ids: list[str]) -> None:
        """Have the browser store these questions with everything that was restored, such as name and seed."""
        for card in list(self._shown):
            card.kept = self._to_keep(ids)

    def take(self, progress: Progress) -> None:
        """Replace all progress with this one."""
        self.progress = progress

    def _to_keep(self, ids: list[str] | None) -> str:
        """Return the JSON for the browser to store: everything, or these questions."""
        data = self.progress.to_dict()
        if ids is not None:
            for name in ("questions", "predictions", "reflections", "programs", "designs"):
                data[name] = {key: data[name].get(key) for key in ids}
        return json.dumps({"all": ids is None, "progress": data}, ensure_ascii=False)

    def _question(self, name: str) -> Question:
        if self.lesson is not None and "/" not in str(name):
            return self.lessons[0].question(name)
        for each in self.lessons:
            for question in each.questions:
                if question.id == name:
                    return question
        known = ", ".join(question.id for each in self.lessons for question in each.questions)
        raise ValueError(f"there is no question {name!r:.60}; there are {known}")

    def __repr__(self) -> str:
        return f"Learner({'' if self.lesson is None else self.lesson})"


def _lesson(number: int) -> Lesson:
    return lesson(number)
