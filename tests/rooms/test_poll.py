"""A question to a class: no page gets the truth before it is shown, and nobody learns another person's answer."""

from __future__ import annotations

import json
import random
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from phase10_widgets.languages.text import Text
from phase10_widgets.rooms.code_attempts import EntryRefused
from phase10_widgets.rooms.lesson.poll import FEWEST, STEPS, axis
from phase10_widgets.rooms.lesson.room_lesson import RoomLesson
from phase10_widgets.rooms.lesson.subjects import QuestionSubject
from phase10_widgets.rooms.lesson.wire import LivePhase
from phase10_widgets.rooms.pages import LESSON_EVERY_SECONDS
from phase10_widgets.teaching import Exercise, lesson, numbers
from tests.faults import every
from tests.rooms.playing import Line, Service, act, class_of, number, room_of, table, to_results

QUESTION = "03/at-least-one"


class Class:
    """A teacher, a wall and pupils."""

    def __init__(self, n: int = 5, path: Any = ":memory:", **settings: Any) -> None:
        self.service = Service(path, **settings)
        self.host = self.service.host("Teacher")
        self.pupils = [self.service.guest(self.host, f"Pupil {at}") for at in range(n)]
        self.wall = Line(self.service, self.host.token, wall=True)

    @property
    def pages(self) -> list[Line]:
        return [self.host, self.wall, *self.pupils]

    def ask(self, kind: str, **fields: Any) -> None:
        """Send a message from the teacher, and let time pass."""
        self.host.ask(kind, **fields)
        self.service.wait(2 * LESSON_EVERY_SECONDS)

    def answer(self, *texts: str, sure: float = 0.5) -> None:
        for pupil, text in zip(self.pupils, texts, strict=False):
            pupil.ask("predict", text=text, confidence=sure)
        self.service.wait(2 * LESSON_EVERY_SECONDS)

    def steps(self, *phases: str) -> None:
        for phase in phases:
            self.ask("phase", phase=phase)
            assert self.host.refusal == "", phase

    @property
    def lesson(self) -> RoomLesson:
        found: RoomLesson = room_of(self.host).lesson
        return found

    @property
    def exercise(self) -> Exercise:
        subject = self.lesson.poll().subject
        assert isinstance(subject, QuestionSubject)
        return subject.exercise


def asked(n: int, path: Any = ":memory:", question: str = QUESTION, **fields: Any) -> Class:
    """Return a class that has been asked a question."""
    room = Class(n, path)
    room.ask("ask", question=question, **fields)
    return room


def poll_of(line: Line) -> Any:
    return line.last("lesson")["poll"]


def frames(lines: list[Line]) -> list[str]:
    """Return everything that was sent, except ids chosen by the pages."""
    sent = [{**message, "id": ""} for line in lines for message in line.sent]
    return [json.dumps(message, ensure_ascii=False) for message in sent]


# nobody gets the truth


def lesson_of(question: str, n: int = 12) -> tuple[Class, list[str]]:
    """Play a lesson with a dozen pupils up to the truth; return every text that was sent."""
    room, chance = asked(n, question=question), random.Random(2)
    exercise = room.exercise
    if exercise.choices:
        said = [chance.choice([*exercise.choices]) for _ in range(n)]
    else:
        said = [f"{chance.randrange(1, 60)}{'%' if exercise.question.kind == 'chance' else ''}" for _ in range(n)]
    room.answer(*said, sure=chance.random())
    room.steps("closed", "shown", "again")
    room.answer(*reversed(said))
    room.steps("closed")
    room.ask("pool")
    for pupil in room.pupils:
        pupil.ask("sample")
    room.service.wait(2 * LESSON_EVERY_SECONDS)
    return room, frames(room.pages)


def ways(exercise: Exercise) -> list[str]:
    """Return the truth in all forms in which somebody could recognize it."""
    answer = exercise.answer
    assert isinstance(answer, Fraction)
    return [
        *(str(exercise.answer_text), Text("de").say("{x}", x=exercise.answer_text), Text().tell(exercise.solution)),
        *(f"{answer.numerator}/{answer.denominator}", repr(float(answer)), f"{float(answer):.6f}"[:7]),
    ]


OTHER_TRUTHS: list[tuple[str, Fraction | str]] = [
    *((question, Fraction(1, 7)) for question in (QUESTION, "03/special", "04/three-fives", "10/race")),
    ("08/cost", Fraction(12345, 7)),
    ("07/small-series", "other"),
]


@pytest.mark.slow
@every("question, other", OTHER_TRUTHS)
def test_no_frame_depends_on_the_truth_or_names_it(question: str, other: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until the truth is shown, every page of every role gets the same bytes, whatever the right answer is."""
    monkeypatch.setattr("phase10_widgets.rooms.room.new_key", lambda first: "a key")
    monkeypatch.setattr("phase10_widgets.rooms.room.new_code", lambda letters: "BCDFGH")
    room, before = lesson_of(question)
    exercise = room.exercise
    for way in ways(exercise) if exercise.question.kind != "choice" else ():
        alone = re.compile(rf"(?<![\d.,]){re.escape(way)}(?!\d)")
        assert not any(alone.search(text) for text in before), way
    assert not any(str(exercise.feedback(error)) in text for text in before for error in exercise.wrong)
    room.ask("phase", phase="truth")
    assert {poll_of(page)["truth"]["text"] for page in room.pages} == {str(exercise.answer_text)}
    with monkeypatch.context() as changed:
        changed.setattr(Exercise, "answer", other)
        _, after = lesson_of(question)
    assert before == after


# nobody learns another person's answer


def test_no_frame_links_an_answer_to_a_person() -> None:
    """If two pupils exchange their answers, or answer in another order, only those two pupils' pages change."""

    def played(said: list[str], order: list[int]) -> tuple[list[Any], Class]:
        room = asked(6)
        for at in order:
            room.pupils[at].ask("predict", text=said[at], confidence=0.5)
        room.service.wait(1.0)
        room.steps("closed", "shown")
        return [poll_of(page) for page in room.pages], room

    said = ["10%", "20%", "30%", "74%", "50%", "60%"]
    swapped = ["20%", "10%", *said[2:]]
    first, room = played(said, [0, 1, 2, 3, 4, 5])
    second, _ = played(swapped, [5, 3, 1, 0, 4, 2])
    for one, other in zip(first, second, strict=True):
        assert one["votes"] == other["votes"]
    for page, view in zip(room.pages, first, strict=True):
        text = json.dumps({**view, "you": None})
        assert not any(name in text for name in ("Pupil", "person"))
        assert page in room.pupils or view["you"] is None
    assert [view["you"]["text"] for view in first[2:]] == said


def test_votes_are_hidden_until_shown_and_too_few_are_never_shown() -> None:
    room = asked(5)
    hidden: tuple[list[object], None, list[object]] = ([], None, [])
    for phases, answers in (((), FEWEST - 1), (("closed",), 5), (("shown", "again"), 5), (("closed",), 5)):
        room.steps(*phases)
        room.answer(*["50%"] * answers)
        for page in room.pages:
            assert (poll_of(page)["votes"], poll_of(page)["truth"], poll_of(page)["mistakes"]) == hidden
    room.steps("shown")
    few, enough = poll_of(room.wall)["votes"]
    assert few == {"n": FEWEST - 1, "dots": None, "bars": [], "right": None}
    assert sum(enough["dots"]["counts"]) == enough["n"] == 5


def test_a_removed_person_leaves_no_trace_and_no_gap(tmp_path: Path) -> None:
    room = asked(4, tmp_path / "live.sqlite3")
    room.answer("10%", "20%", "30%", "40%")
    room.steps("closed", "shown")
    before = poll_of(room.wall)["votes"]
    room.ask("kick", person=number(room.pupils[0]))
    assert poll_of(room.wall)["votes"] == before
    assert [row.text for row in room.service.desk._store.answers(1)] == ["20%", "30%", "40%"]


@pytest.mark.parametrize("truth", [False, True])
def test_a_person_who_joins_again_counts_once(truth: bool, tmp_path: Path) -> None:
    """Only their later answer counts, and the service stores that."""
    room = asked(4, tmp_path / "live.sqlite3")
    room.answer("10%", "20%", "30%")
    again = room.service.guest(room.host, "Pupil 0 again")
    again.ask("predict", text="40%", confidence=0.9)
    room.steps("closed", *(["truth"] if truth else ["shown"]))
    assert poll_of(room.wall)["votes"][0]["n"] == 4
    person = number(room.pupils[0])
    room.ask("reseat", person=person, newcomer=number(again))
    for _ in range(2):
        assert (room.lesson.polls[0].votes[0][person].text, len(room.lesson.polls[0].votes[0])) == ("40%", 3)
        page = Line(room.service, again.token)
        assert (poll_of(page)["votes"][0]["n"], poll_of(page)["you"]["text"]) == (3, "40%")
        assert bool(poll_of(page)["you"]["came"]) == truth
        assert len(room.service.desk.report(room.host.token)[2]().learners) == 4
        room.service.start()


def test_a_person_who_joins_again_while_the_truth_is_computed_counts_once() -> None:
    room = asked(3)
    room.answer("10%", "20%", "30%")
    room.steps("closed")
    poll = room.lesson.poll()
    settled = poll.settling()()
    poll.merge(99, next(iter(poll.votes[0])))
    poll.reveal(settled)
    assert poll.settled is not None
    assert poll.settled.outcomes[0].keys() == poll.votes[0].keys()


def test_a_lesson_from_the_question_to_the_truth() -> None:
    room = asked(6)
    exercise = room.exercise
    added = f"{float(100 * exercise.wrong['added']):.4g}%"
    truth = f"{float(100 * Fraction(exercise.answer)):.4g}%"
    room.answer(added, added, added, truth, "1%", "2%", sure=0.8)
    assert [(poll_of(page)["n"], poll_of(page)["of"]) for page in room.pages] == [(6, 6)] * 8
    room.steps("closed", "shown")
    assert sum(poll_of(room.wall)["votes"][0]["dots"]["counts"]) == 6
    room.steps("again")
    room.answer(added, truth, truth, truth, truth, "2%", sure=0.9)
    room.steps("closed", "truth")
    for page in room.pages:
        shown = poll_of(page)
        assert [vote["right"] for vote in shown["votes"]] == [1, 4]
        assert shown["mistakes"] == [{"text": str(exercise.feedback("added")), "n": [3, 1]}]
        assert shown["truth"]["value"] == pytest.approx(float(Fraction(exercise.answer)))
        (sure,) = shown["calibration"]["bins"]
        assert (sure["n"], sure["confidence"]) == (6, pytest.approx(0.8))
    own = poll_of(room.pupils[0])["you"]
    assert (own["came"], own["feedback"]) == ("That was too far off.", str(exercise.feedback("added")))
    room.ask("finish")
    assert all(page.last("lesson")["poll"] is None for page in room.pages)


def test_everybody_has_the_same_numbers_and_each_repetition_has_new_ones() -> None:
    room = Class(3)
    texts = set()
    for _ in range(6):
        room.ask("preview", question=QUESTION)
        room.ask("ask", question=QUESTION)
        assert {poll_of(page)["text"] for page in room.pages} == {room.host.last("preview")["text"]}
        texts.add(poll_of(room.wall)["text"])
        room.ask("finish")
    assert len(texts) > 1


def test_only_the_host_sees_a_preview_and_it_is_the_question_that_is_asked() -> None:
    room = Class(3)
    for question in (QUESTION, "03/special", "07/small-series"):
        room.pupils[0].ask("preview", question=question)
        room.ask("preview", question=question)
        shown = room.host.last("preview")
        room.ask("ask", question=question)
        asked = poll_of(room.host)
        names = ("question", "answer", "text", "near", "choices", "cards")
        assert [shown[name] for name in names] == [asked[name] for name in names]
        room.ask("preview", question=question)
        assert room.host.refusal == "Finish this question first."
        room.ask("finish")
    assert not any(message["kind"] == "preview" for page in (room.wall, *room.pupils) for message in page.sent)


def test_the_wall_counts_the_people_who_are_here() -> None:
    room = Class(3)
    assert room.wall.last("room")["here"] == 3
    assert room.wall.last("room")["people"] == []
    room.service.desk.gone(room.pupils[0])
    room.service.wait(1.0)
    assert room.wall.last("room")["here"] == 2


def test_an_answer_may_change_while_it_is_open() -> None:
    room = asked(3)
    room.answer("10%")
    room.answer("20%")
    assert (poll_of(room.pupils[0])["you"]["text"], poll_of(room.wall)["n"]) == ("20%", 1)
    room.steps("closed")
    room.answer("30%")
    assert room.pupils[0].refusal == "This question is not open for answers."
    assert poll_of(room.pupils[0])["you"]["text"] == "20%"


UNREADABLE: list[tuple[Any, Any, str]] = [
    ("", 0.5, "Enter an answer."),
    (None, 0.5, "Enter an answer."),
    ("five", 0.5, "I cannot read"),
    ("1" * 61, 0.5, "at most 60 characters"),
    ("50%", 1.5, "Your confidence"),
    ("50%", "x", "Your confidence"),
    ("50%", float("nan"), "Your confidence"),
]


@every("text, sure, reason", UNREADABLE)
def test_an_answer_that_cannot_be_read_is_refused_with_the_reason(text: Any, sure: Any, reason: str) -> None:
    room = asked(3)
    room.pupils[0].ask("predict", text=text, confidence=sure)
    assert reason in room.pupils[0].refusal
    assert poll_of(room.wall)["n"] == 0


@every("step", [*STEPS])
def test_steps_come_in_order(step: tuple[LivePhase, Any]) -> None:
    room = asked(3)
    poll = room.lesson.poll()
    poll.phase, poll.vote = step
    wishes: list[Any] = ["open", "closed", "shown", "again", "truth", "x", None, []]
    for wanted in wishes:
        if wanted not in poll.steps:
            room.ask("phase", phase=wanted)
            assert room.host.refusal == "This is not the question's next step."
            assert (poll.phase, poll.vote) == step


def test_the_tables_wait_if_the_host_wants() -> None:
    room = asked(3, pause=True)
    assert room.pupils[0].room["paused"]
    room.ask("finish")
    assert not room.pupils[0].room["paused"]
    room.ask("pause", on=True)
    room.ask("ask", question=QUESTION, pause=True)
    room.ask("finish")
    assert room.pupils[0].room["paused"], "it was paused earlier"


@pytest.mark.slow
def test_a_page_gets_few_messages_a_second() -> None:
    room = asked(30)
    for page in room.pages:
        page.sent.clear()
    chance = random.Random(1)
    for _ in range(20):
        for pupil in room.pupils:
            pupil.ask("predict", text=f"{chance.randrange(100)}%", confidence=0.5)
        room.service.now += 0.05
        room.service.desk.tick()
    for page in room.pages:
        assert sum(message["kind"] == "lesson" for message in page.sent) <= 1 / LESSON_EVERY_SECONDS + 1
    room.service.wait(1.0)
    assert poll_of(room.wall)["n"] == 30


def test_pages_come_back_to_the_question_and_learn_when_it_is_over(tmp_path: Path) -> None:
    room = asked(4, tmp_path / "live.sqlite3")
    room.answer("10%", "20%", "30%", "40%")
    room.steps("closed", "shown", "again")
    room.answer("50%")
    text = poll_of(room.wall)["text"]
    again, host = room.service.start_again(room.pupils[0], room.host)
    assert (poll_of(again)["text"], poll_of(again)["phase"], poll_of(again)["you"]["text"]) == (text, "again", "50%")
    for phase in ("closed", "truth"):
        host.ask("phase", phase=phase)
        room.service.wait(1.0)
    assert [vote["n"] for vote in poll_of(again)["votes"]] == [4, 1]
    host.ask("finish")
    assert Line(room.service, room.pupils[1].token).last("lesson")["poll"] is None


def test_a_question_of_every_lesson_can_be_asked() -> None:
    room = Class(FEWEST)
    for lesson_number in numbers():
        question = lesson(lesson_number).questions[0]
        room.ask("ask", question=question.id)
        german = Line(room.service, room.pupils[0].token, language="de")
        digits = question.kind != "choice" and "decimal" in question.accepts
        assert poll_of(german)["digits"] is digits, "a phone offers digits where digits are enough"
        choices = [choice["id"] for choice in poll_of(german)["choices"]]
        room.service.desk.gone(german)
        room.answer(*[choices[0] if choices else "0,5"] * FEWEST)
        room.steps("closed", "shown", "truth")
        shown = poll_of(room.wall)
        assert sum(bar["n"] for bar in shown["votes"][0]["bars"]) or sum(shown["votes"][0]["dots"]["counts"])
        assert shown["truth"]["text"]
        room.ask("finish")


def test_an_axis_covers_the_usual_answers() -> None:
    for values in [[0.0], [0.0, 0.0, 1e60], [-3.0, 5.0], [1e-9], [1e60, 1.0, 2.0, 3.0], [7.0] * 9]:
        low, high = axis(values)
        assert low < high
        assert sum(low <= value <= high for value in values) >= len(values) / 2


def test_the_teachers_file_has_names_and_the_usual_tables() -> None:
    room = asked(4)
    wrong = f"{float(100 * room.exercise.wrong['added']):.4g}%"
    room.answer(wrong, wrong, "0.9", sure=0.7)
    room.steps("closed", "truth")
    found = room.service.desk.report(room.host.token)[2]()
    assert [(row["learner"], row["tried"], row[QUESTION]) for row in found.learners][:2] == [
        ("Pupil 0", 1, "wrong: added"),
        ("Pupil 1", 1, "wrong: added"),
    ]
    assert found.calibration.n == 3
    assert found.to_csv("questions").splitlines()[1].endswith("added,2")
    for token in (room.pupils[0].token, "x", None, 7):
        with pytest.raises(EntryRefused, match="unknown"):
            room.service.desk.report(token)


@pytest.mark.slow
def test_a_hand_of_a_finished_round_is_put_to_the_class() -> None:
    service = Service()
    host, ben = table(service, "Hanna", "Ben", preset="quick")
    host.ask("snapshot", table=1)
    assert "no finished round" in host.refusal
    to_results(host, ben)
    pupils = [service.guest(host, f"Pupil {at}") for at in range(4)]
    host.sent.clear()
    host.ask("snapshot", table=1)
    service.wait(1.0)
    shown = poll_of(pupils[0])
    assert (host.refusal, shown["answer"], shown["question"], shown["pool"]) == ("", "hand", "", None)
    cards = [choice["id"] for choice in shown["choices"]]
    assert set(cards) <= set(shown["cards"][0]["cards"].split())
    for pupil in pupils:
        pupil.ask("predict", text=cards[0], confidence=0.5)
    pupils[0].ask("predict", text="X1", confidence=0.5)
    assert pupils[0].refusal
    for phase in ("closed", "shown", "truth"):
        host.ask("phase", phase=phase)
        service.wait(1.0)
    shown = poll_of(pupils[0])
    assert shown["votes"][0]["bars"][0] == {"id": cards[0], "text": shown["choices"][0]["text"], "n": 4}
    assert shown["truth"]["choice"] in cards
    told = json.dumps([message for message in pupils[0].sent if message["kind"] == "lesson"])
    assert not any(name in told for name in ("Hanna", "Ben"))


def test_a_hand_is_shown_only_once_nobody_has_yet_to_play_its_cards() -> None:
    service, chance = Service(), random.Random(3)
    host, ada, ben = class_of(service, 2, "Ada", "Ben", edition="classic", seats=2, preset="quick")
    ahead = room_of(host).tables[2]
    assert ahead.past_is_public()
    while not ahead.finished_rounds:  # at table 1, nobody plays
        act(ben, chance)
        service.wait(1.0, host, ada, ben)
    assert not ahead.past_is_public()
    host.ask("snapshot", table=2)
    assert "no finished round" in host.refusal


def test_a_live_question_reads_and_judges_what_its_lesson_does() -> None:
    """Exact answers and known mistakes, typed as expressions; a prediction of more than 100% is refused."""
    read = 0
    for question in (question for at in numbers() for question in lesson(at).questions if question.kind != "choice"):
        subject = QuestionSubject(question.id, "7")
        for error, value in {"": subject.exercise.answer, **subject.exercise.wrong}.items():
            typed = f"({Fraction(value) + 1}) - 1"
            if len(typed) <= 200 and (question.kind != "chance" or 0 <= Fraction(value) <= 1):
                assert subject.read(typed) == pytest.approx(float(value)), (question.id, typed)
                assert subject.judge(typed).error == error, (question.id, typed)
                read += 1
    assert read > 150


LIVE_READINGS = [
    ("55", "Read as 55%."),
    ("0.55", "Read as 55%."),
    ("55%", ""),
    ("11/20", ""),
    ("1 - 9/20", "Read as 1 minus 9 divided by 20: 55%."),
]


@every("typed, read", LIVE_READINGS)
def test_a_page_says_how_a_chance_was_read(typed: str, read: str) -> None:
    room = asked(3)
    room.answer(typed)
    assert poll_of(room.pupils[0])["you"]["read"] == read
    assert poll_of(room.wall)["you"] is None
