"""A room's lesson: its polls in order, which are stored before anyone sees them, and each page's view of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from contextlib import suppress
from copy import copy
from dataclasses import replace
from math import isfinite
from typing import Any

from ...base.translatable import Refusal, Sentence, phrase
from ...languages.text import Text
from ...odds.simulation.experiment import Answer
from ...odds.simulation.tally import Tally
from ...teaching import AnswerError, Attempt, Prediction, Progress, Summary, calibration, summary
from ...teaching.progress.predictions import about, hits
from ..codes import new_key
from ..storage.room_store import RoomStore, StoredAnswer, StoredDeals
from .poll import FEWEST, Poll, Said, Settled, axis, dots
from .pool import MOST_DEALS, DealPool
from .subjects import QuestionSubject, Subject
from .wire import LiveCalibration, LiveLesson, LivePhase, LivePoll, LivePool, LivePreview, LiveSure

MOST_ASKED = 100
"""The maximum number of questions in a room."""
OPEN = phrase("Finish this question first.")


class RoomLesson:
    """All questions that a room has been asked."""

    def __init__(self, store: RoomStore, room: int) -> None:
        """Load a room's lesson from the store."""
        self._store, self._room = store, room
        self.polls: list[Poll] = []
        self.state = 0
        """The number of changes to the lesson so far."""
        self._shared: dict[str, LivePoll] = {}
        """The part of the current poll that every page sees, keyed by language."""
        self._asked, seed = 0, new_key()
        for number, data in store.asked(room):
            self._asked, seed = number, data.get("seed", seed)
            with suppress(ValueError, KeyError):  # it was asked by another version of this package
                self.polls.append(Poll.stored(number, data))
        self._seed = seed.partition("/")[0]
        self._load()

    def _load(self) -> None:
        polls = {poll.number: poll for poll in self.polls}
        for row in self._store.answers(self._room):
            if poll := polls.get(row.poll):
                with suppress(AnswerError):
                    value = poll.subject.read(row.text)
                    poll.votes[row.vote - 1][row.person] = Said(row.text, value, row.confidence)
        for deals in self._store.deals(self._room):
            poll = polls.get(deals.poll)
            if poll is not None and poll.pool is not None:
                poll.pool.keep(deals.person, Tally(*deals.tally))

    @property
    def current(self) -> Poll | None:
        """The poll shown on pages."""
        poll = self.polls[-1] if self.polls else None
        return None if poll is None or poll.over else poll

    def poll(self) -> Poll:
        """Return the poll shown on pages.

        Raises:
            Refusal: no poll is shown.
        """
        if self.current is None:
            raise Refusal("There is no question right now.")
        return self.current

    def subject(self, question: object) -> QuestionSubject:
        """Return a question with numbers chosen for this room; they differ each time the question is asked.

        Raises:
            Refusal: there is no such question.
        """
        times = sum(poll.subject.question == question for poll in self.polls)
        return QuestionSubject(question, f"{self._seed}/{times}")

    # changes

    def _changed(self) -> None:
        """Record that pages and the summary must be rebuilt."""
        self._shared.clear()
        self.state += 1

    def check_free(self) -> None:
        """Refuse a new question while another one is open.

        Raises:
            Refusal: one is open, or too many have been asked.
        """
        if self.current is not None:
            raise Refusal(OPEN)
        if len(self.polls) >= MOST_ASKED:
            raise Refusal("A room has at most {most} questions.", most=MOST_ASKED)

    def ask(self, subject: Subject, *, pauses: bool) -> None:
        """Ask a question.

        Raises:
            Refusal: another question is open.
            OSError: it could not be stored; nothing has changed.
        """
        self.check_free()
        poll = Poll(self._asked + 1, subject, pauses=pauses)
        self._store.keep_asked(self._room, poll.number, poll.to_dict())
        self._asked = poll.number
        self.polls.append(poll)
        self._changed()

    def say(self, person: int, text: object, confidence: object) -> None:
        """Accept a person's answer.

        Raises:
            Refusal: the question is closed, or the answer is invalid.
            OSError: it could not be stored; nothing has changed.
        """
        poll = self.poll()
        said = poll.read(text, confidence)
        self._store.keep_answer(self._room, StoredAnswer(poll.number, person, poll.vote, said.text, said.confidence))
        poll.say(person, said)
        self._changed()

    def turn(self, phase: LivePhase) -> None:
        """Switch to any phase except the one that shows the truth.

        Raises:
            OSError: it could not be stored; nothing has changed.
        """
        poll = self.poll()
        self._keep(poll, phase=phase, vote=2 if phase == "again" else poll.vote)
        poll.turn(phase)

    def reveal(self, poll: Poll, settled: Settled) -> None:
        """Show the truth for a poll.

        Raises:
            OSError: it could not be stored; nothing has changed.
        """
        self._keep(poll, phase="truth")
        poll.reveal(settled)

    def start_pool(self) -> None:
        """Let everybody deal.

        Raises:
            Refusal: this question has no deals, or people still have to predict.
            OSError: it could not be stored; nothing has changed.
        """
        poll = self.poll()
        if not poll.poolable:
            raise Refusal("Let everybody predict first, then close the question.")
        self._keep(poll, pool=True)
        poll.start_pool()

    def deal(self, poll: Poll, pool: DealPool, person: int, found: Sequence[Answer]) -> None:
        """Record a person's deals in a poll's pool.

        Raises:
            OSError: they could not be stored; nothing has changed.
        """
        tally = pool.after(person, found)
        self._store.keep_deals(self._room, StoredDeals(poll.number, person, [*tally]))
        pool.keep(person, tally)
        self._changed()

    def finish(self) -> Poll:
        """Remove the question, and return it.

        Raises:
            OSError: it could not be stored; nothing has changed.
        """
        poll = self.poll()
        self._keep(poll, over=True)
        poll.over = True
        return poll

    def _keep(self, poll: Poll, **changes: Any) -> None:
        self._store.keep_asked(self._room, poll.number, {**poll.to_dict(), **changes})
        self._changed()

    def forget(self, person: int) -> None:
        """Keep a removed person's answers anonymously."""
        self._changed()
        for poll in self.polls:
            poll.forget(person)
            if poll.pool is not None:
                poll.pool.forget(person)

    def merge(self, person: int, newcomer: int) -> None:
        """Merge a newcomer's answers and deals into a person's, so that the person is counted only once."""
        for poll in self.polls:
            poll.merge(person, newcomer)
        for deals in self.deals_of_both(person, newcomer):
            self._pools[deals.poll].merge(person, newcomer)
        self._changed()

    def deals_of_both(self, person: int, newcomer: int) -> list[StoredDeals]:
        """Return the combined deals of a person and a newcomer for each pool in which the newcomer has run deals."""
        return [
            StoredDeals(number, person, [*pool.of_both(person, newcomer)])
            for number, pool in self._pools.items()
            if newcomer in pool.tallies
        ]

    @property
    def _pools(self) -> dict[int, DealPool]:
        """The pools of deals, keyed by poll number."""
        return {poll.number: poll.pool for poll in self.polls if poll.pool is not None}

    # views

    def view(self, words: Text, present: Set[int], *, person: int | None, host: bool) -> LiveLesson:
        """Return the lesson for a page.

        Args:
            words: the strings in the page's language.
            present: the people who may answer and are present.
            person: the person using the page, if they may answer.
            host: True for the host, who chooses the next phase.
        """
        poll = self.current
        if poll is None:
            return {"kind": "lesson", "poll": None, "asked": len(self.polls)}
        language = words.language.name
        if language not in self._shared:
            self._shared[language] = self._view(poll, words)
        shared = self._shared[language]
        shown: LivePoll = {
            **shared,
            "of": max(shared["n"], len(present | {each for each in poll.votes[poll.vote - 1] if each > 0})),
            "you": None if person is None else poll.own(person, words),
            "steps": [*poll.steps] if host else [],
            "poolable": host and poll.poolable,
        }
        if person is not None and poll.pool is not None and shown["pool"] is not None:
            more = poll.pool.dealt(person) < MOST_DEALS
            shown["pool"] = {**shown["pool"], "mine": poll.pool.own(person, words), "more": more}
        return {"kind": "lesson", "poll": shown, "asked": len(self.polls)}

    def preview(self, subject: Subject, words: Text) -> LivePreview:
        """Return a question as the class would see it."""
        return {
            "kind": "preview",
            "language": words.language.name,
            "question": subject.question,
            "answer": subject.kind,
            "text": subject.text(words),
            "near": subject.near(words),
            "choices": subject.choices(words),
            "cards": subject.cards(words),
        }

    def _view(self, poll: Poll, words: Text) -> LivePoll:
        """Return the part of the lesson that everybody may see."""
        subject = poll.subject
        return {
            "number": poll.number,
            "question": subject.question,
            "answer": subject.kind,
            "digits": subject.digits,
            "title": subject.title(words),
            "text": subject.text(words),
            "near": subject.near(words),
            "choices": subject.choices(words),
            "cards": subject.cards(words),
            "phase": poll.phase,
            "vote": poll.vote,
            "n": len(poll.votes[poll.vote - 1]),
            "of": 0,
            "votes": poll.shown(words),
            "fewest": FEWEST,
            "mistakes": poll.mistakes(words),
            "truth": poll.truth(words),
            "you": None,
            "pool": None if poll.pool is None else self._pool(poll, poll.pool, words),
            "calibration": self._calibration(words) if poll.phase == "truth" else None,
            "steps": [],
            "poolable": False,
        }

    def _pool(self, poll: Poll, pool: DealPool, words: Text) -> LivePool:
        found, means = pool.estimate, pool.means()
        truth = poll.settled.truth.value if poll.settled else None
        ends = axis([*means, *([] if truth is None else [truth])], 1.0 if poll.subject.kind == "chance" else None)
        return {
            "n": 0 if found is None else found.trials,
            "people": len(means),
            "text": pool.said(words),
            "value": None if found is None else found.value,
            "low": None if found is None or not isfinite(found.low) else found.low,
            "high": None if found is None or not isfinite(found.high) else found.high,
            "dots": dots(means, ends) if len(means) >= FEWEST else None,
            "path": [*pool.path],
            "mine": "",
            "more": False,
        }

    def _calibration(self, words: Text) -> LiveCalibration | None:
        """Return the room's calibration over all questions for which the truth has been shown."""
        found = calibration(made for poll in self.polls for made in poll.predictions())
        if found.n < FEWEST:
            return None
        bins: list[LiveSure] = [
            {
                "n": one.n,
                "confidence": one.confidence,
                "share": one.share,
                "low": one.interval[0],
                "high": one.interval[1],
                "text": words.say("{true} of {n}", true=hits(one.share, one.n), n=one.n),
            }
            for one in found.bins
        ]
        text = Sentence.plural(
            "{n} prediction so far: {sure}% sure, {true} correct.",
            "{n} predictions so far: {sure}% sure on average, and {true} came true.",
            found.n,
            sure=round(100 * (found.confidence or 0)),
            true=about(hits(found.share or 0, found.n), found.n),
        )
        return {"text": words.tell(text), "bins": bins}

    # afterward

    def summing_up(self, names: Mapping[int, str]) -> Callable[[], Summary]:
        """Return a function, callable from any thread, that returns the current summary."""
        now = copy(self)
        now.polls = [poll.kept() for poll in self.polls]
        return lambda: now.summary(names)

    def summary(self, names: Mapping[int, str]) -> Summary:
        """Return the usual class summary, including everybody's name; only the host may see it."""
        return summary([self._progress(person, name) for person, name in names.items()])

    def _progress(self, person: int, name: str) -> Progress:
        """Return a person's answers to the questions for which the truth has been shown, in the form of a learner's
        progress."""
        progress = Progress(seed=self._seed, name=name)
        for poll in self.polls:
            said = [vote[person] for vote in poll.votes if person in vote]
            if poll.settled is None or not isinstance(poll.subject, QuestionSubject) or not said:
                continue
            exercise = poll.subject.exercise
            times = int(str(exercise.seed).partition("/")[2])
            progress.works[exercise.question.id] = Attempt(seed=times)
            for one in said:
                with suppress(AnswerError):  # rounded too coarsely to be graded
                    progress.answer(exercise, one.text)
            work = progress.work(exercise)
            progress.works[exercise.question.id] = replace(work, answers=tuple(one.text for one in said))
            first = poll.votes[0].get(person)
            if first is not None:
                outcome = poll.settled.outcomes[0][person]
                progress.predictions[exercise.question.id] = Prediction(first.text, first.confidence, outcome.came_true)
        return progress
