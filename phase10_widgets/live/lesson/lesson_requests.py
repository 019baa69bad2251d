"""The messages about a lesson in a room, and how each is carried out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import SystemRandom
from typing import Any, Protocol, TypeVar

from ...core.translatable import Refusal
from ...odds.simulation.experiment import Answer
from ...teaching import all_numbers, lesson
from ...views.protocol.live_lesson import LiveQuestions
from ..pages import Page
from ..room import Room
from .poll import Settled
from .subjects import NO_HAND, HandSubject, Subject

Message = Mapping[str, Any]
T = TypeVar("T")
HANDS = 1000
"""More hands than a round has; one of them is chosen at random."""


class LessonRooms(Protocol):
    """The changes to lessons that messages ask for; `Desk` carries them out."""

    def set_pause(self, room: Room, *, on: bool) -> None: ...
    def lesson_changed(self, room: Room) -> None: ...
    def compute(
        self, page: Page, message: Message, work: Callable[[], T], then: Callable[[T], None], *, anywhere: bool = False
    ) -> None: ...


Handler = Callable[[LessonRooms, Page, Message], None]


# from everybody


def predict(desk: LessonRooms, page: Page, message: Message) -> None:
    """Answer the question, or change the answer."""
    _pupils_only(page)
    page.room.lesson.say(page.person.id, message.get("text"), message.get("confidence"))
    desk.lesson_changed(page.room)


def sample(desk: LessonRooms, page: Page, message: Message) -> None:
    """Run some deals."""
    _pupils_only(page)
    room, person = page.room, page.person.id
    poll = room.lesson.poll()
    pool = poll.pool
    if pool is None:
        raise Refusal("There is nothing to deal now.")
    pool.check(person)

    def deal(found: Sequence[Answer]) -> None:
        if person in room.people:
            room.lesson.deal(poll, person, found)
            desk.lesson_changed(room)

    desk.compute(page, message, pool.deals(person), deal, anywhere=True)


def _pupils_only(page: Page) -> None:
    if page.person.host:
        raise Refusal("The host asks; the others answer.")


# from the host


def list_questions(desk: LessonRooms, page: Page, message: Message) -> None:
    """Answer with the questions of all lessons."""
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
    page.line.send(answer)


def ask(desk: LessonRooms, page: Page, message: Message) -> None:
    """Ask a question of a lesson."""
    page.room.lesson.check_free()
    subject = page.room.lesson.subject(message.get("question"))

    def prepared() -> Subject:
        subject.prepare()
        return subject

    _begin(desk, page, message, prepared)


def ask_about_hand(desk: LessonRooms, page: Page, message: Message) -> None:
    """Ask what to discard from a hand of a finished round."""
    room = page.room
    room.lesson.check_free()
    table = room.table(message.get("table"))
    if table.session is None or not table.past_is_public():
        raise Refusal(NO_HAND)
    games, at = table.session.games, SystemRandom().randrange(HANDS)
    people = frozenset(seat for seat, chair in enumerate(table.chairs) if chair.person is not None)
    _begin(desk, page, message, lambda: HandSubject.find(games, people, at))


def _begin(desk: LessonRooms, page: Page, message: Message, find: Callable[[], Subject]) -> None:
    room, pauses = page.room, message.get("pause") is True and not page.room.paused

    def begin(subject: Subject) -> None:
        room.lesson.ask(subject, pauses=pauses)
        if pauses:
            desk.set_pause(room, on=True)
        desk.lesson_changed(room)

    desk.compute(page, message, find, begin)


def turn(desk: LessonRooms, page: Page, message: Message) -> None:
    """Go to the question's next phase."""
    room = page.room
    poll = room.lesson.poll()
    phase = poll.check_step(message.get("phase"))
    if phase != "truth":
        room.lesson.turn(phase)
        desk.lesson_changed(room)
        return

    def reveal(settled: Settled) -> None:
        if room.lesson.current is poll and "truth" in poll.steps:
            room.lesson.reveal(poll, settled)
            desk.lesson_changed(room)

    desk.compute(page, message, poll.settling(), reveal)


def start_pool(desk: LessonRooms, page: Page, message: Message) -> None:
    """Let everybody deal."""
    page.room.lesson.start_pool()
    desk.lesson_changed(page.room)


def finish(desk: LessonRooms, page: Page, message: Message) -> None:
    """Take the question away; the tables go on if they waited for it."""
    poll = page.room.lesson.finish()
    if poll.pauses:
        desk.set_pause(page.room, on=False)
    desk.lesson_changed(page.room)


PUPILS: Mapping[str, Handler] = {"predict": predict, "sample": sample}
"""The messages of those who answer."""
HOSTS: Mapping[str, Handler] = {
    "questions": list_questions,
    "ask": ask,
    "snapshot": ask_about_hand,
    "phase": turn,
    "pool": start_pool,
    "finish": finish,
}
"""The messages of the host."""
KINDS = frozenset((*PUPILS, *HOSTS))
