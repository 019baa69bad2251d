"""Handlers for messages about a room's lesson; each handles one message and returns the resulting changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import SystemRandom
from typing import Any

from ...base.translatable import Refusal
from ...odds.simulation.experiment import Answer
from ...teaching import all_numbers, lesson
from ..changes import Change, Computation, LessonChanged, set_pause
from ..pages import Page
from .poll import Settled
from .subjects import NO_HAND, HandSubject, Subject
from .wire import LiveQuestions

Message = Mapping[str, Any]
HANDS = 1000
"""An upper bound on the number of hands in a round; one of them is chosen at random."""


Handler = Callable[[Page, Message], Iterable[Change]]


# from everybody


def predict(page: Page, message: Message) -> Iterable[Change]:
    """Record or change the person's answer to the question."""
    _pupils_only(page)
    page.room.lesson.say(page.person.id, message.get("text"), message.get("confidence"))
    return [LessonChanged()]


def sample(page: Page, message: Message) -> Iterable[Change]:
    """Run some deals."""
    _pupils_only(page)
    room, person = page.room, page.person.id
    poll = room.lesson.poll()
    pool = poll.pool
    if pool is None:
        raise Refusal("There is nothing to deal right now.")
    pool.check(person)

    def deal(found: Sequence[Answer]) -> Iterable[Change]:
        if person not in room.people:
            return []
        room.lesson.deal(poll, pool, person, found)
        return [LessonChanged()]

    return [Computation(pool.deals(person), deal, anywhere=True)]


def _pupils_only(page: Page) -> None:
    if page.person.host:
        raise Refusal("The host asks; the others answer.")


# from the host


def list_questions(page: Page, message: Message) -> Iterable[Change]:
    """Send the questions from all lessons."""
    say = page.words.say
    answer: LiveQuestions = {
        "kind": "questions",
        "lessons": [
            {
                "number": each.number,
                "title": say(each.title),
                "questions": [{"id": one.id, "goal": " ".join(map(say, one.goals))} for one in each.questions],
            }
            for each in map(lesson, all_numbers())
        ],
    }
    page.connection.send(answer)
    return ()


def ask(page: Page, message: Message) -> Iterable[Change]:
    """Ask a question from a lesson."""
    return _begin(page, message, _prepared(page, message))


def preview(page: Page, message: Message) -> Iterable[Change]:
    """Send a question as the class would see it, with the numbers that it will have."""

    def show(subject: Subject) -> Iterable[Change]:
        page.connection.send(page.room.lesson.preview(subject, page.words))
        return ()

    return [Computation(_prepared(page, message), show)]


def _prepared(page: Page, message: Message) -> Callable[[], Subject]:
    """Return a function that computes the content of the question that a message names."""
    page.room.lesson.check_free()
    subject = page.room.lesson.subject(message.get("question"))

    def prepared() -> Subject:
        subject.prepare()
        return subject

    return prepared


def ask_about_hand(page: Page, message: Message) -> Iterable[Change]:
    """Ask what to discard from a hand in a finished round."""
    room = page.room
    room.lesson.check_free()
    table = room.table(message.get("table"))
    if table.session is None or not table.past_is_public():
        raise Refusal(NO_HAND)
    games, at = table.session.games, SystemRandom().randrange(HANDS)
    people = frozenset(seat for seat, status in enumerate(table.seats) if status.person is not None)
    return _begin(page, message, lambda: HandSubject.find(games, people, at))


def _begin(page: Page, message: Message, find: Callable[[], Subject]) -> Iterable[Change]:
    room, pauses = page.room, message.get("pause") is True and not page.room.paused

    def begin(subject: Subject) -> Iterable[Change]:
        room.lesson.ask(subject, pauses=pauses)
        return [*(set_pause(room, on=True) if pauses else ()), LessonChanged()]

    return [Computation(find, begin)]


def turn(page: Page, message: Message) -> Iterable[Change]:
    """Move on to the question's next phase."""
    room = page.room
    poll = room.lesson.poll()
    phase = poll.check_step(message.get("phase"))
    if phase != "truth":
        room.lesson.turn(phase)
        return [LessonChanged()]

    def reveal(settled: Settled) -> Iterable[Change]:
        if room.lesson.current is not poll or "truth" not in poll.steps:
            return []
        room.lesson.reveal(poll, settled)
        return [LessonChanged()]

    return [Computation(poll.settling(), reveal)]


def start_pool(page: Page, message: Message) -> Iterable[Change]:
    """Let everybody deal."""
    page.room.lesson.start_pool()
    return [LessonChanged()]


def finish(page: Page, message: Message) -> Iterable[Change]:
    """Remove the question; the tables resume if they were waiting for it."""
    poll = page.room.lesson.finish()
    return [*(set_pause(page.room, on=False) if poll.pauses else ()), LessonChanged()]


PUPILS: Mapping[str, Handler] = {"predict": predict, "sample": sample}
"""The handlers for messages from the people who answer, keyed by message type."""
HOSTS: Mapping[str, Handler] = {
    "questions": list_questions,
    "preview": preview,
    "ask": ask,
    "snapshot": ask_about_hand,
    "phase": turn,
    "pool": start_pool,
    "finish": finish,
}
"""The handlers for messages from the host, keyed by message type."""
KINDS = frozenset((*PUPILS, *HOSTS))
