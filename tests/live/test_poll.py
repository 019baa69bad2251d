"""A question to a class: no page hears the truth before it is shown, and nobody learns who answered what."""

from __future__ import annotations

import json
import random
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from phase10_widgets.live.lesson.poll import FEWEST, STEPS, axis
from phase10_widgets.live.lesson.room_lesson import RoomLesson
from phase10_widgets.live.lesson.subjects import QuestionSubject
from phase10_widgets.live.pages import LESSON_EVERY
from phase10_widgets.teaching import Exercise, lesson, numbers
from phase10_widgets.text import Text
from tests.faults import no_faults
from tests.live.playing import Line, Service, act, class_of, play, table

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
        """Let the teacher do something, and time pass."""
        self.host.ask(kind, **fields)
        self.service.wait(2 * LESSON_EVERY)

    def answer(self, *texts: str, sure: float = 0.5) -> None:
        for pupil, text in zip(self.pupils, texts, strict=False):
            pupil.ask("predict", text=text, confidence=sure)
        self.service.wait(2 * LESSON_EVERY)

    def steps(self, *phases: str) -> None:
        for phase in phases:
            self.ask("phase", phase=phase)
            assert self.host.refusal == "", phase

    @property
    def lesson(self) -> RoomLesson:
        (room,) = self.service.desk._rooms.values()
        return room.lesson

    @property
    def exercise(self) -> Exercise:
        subject = self.lesson.poll().subject
        assert isinstance(subject, QuestionSubject)
        return subject.exercise


def poll_of(line: Line) -> Any:
    return line.last("lesson")["poll"]


def frames(lines: list[Line]) -> list[str]:
    """Return everything that was sent, but not the ids that the pages chose themselves."""
    sent = [{**message, "id": ""} for line in lines for message in line.sent]
    return [json.dumps(message, ensure_ascii=False) for message in sent]


# nobody hears the truth


def lesson_of(seed: int, question: str, n: int = 30) -> tuple[Class, list[str]]:
    """Play a lesson of thirty pupils up to the truth; return every text that was sent."""
    room, chance = Class(n), random.Random(seed)
    room.ask("ask", question=question)
    exercise = room.exercise
    choices = [*exercise.choices]
    if choices:
        said = [chance.choice(choices) for _ in range(n)]
    elif exercise.question.kind == "chance":
        said = [f"{chance.randrange(100)}%" for _ in range(n)]
    else:
        said = [str(chance.randrange(1, 60)) for _ in range(n)]
    room.answer(*said, sure=chance.random())
    room.steps("closed", "shown", "again")
    room.answer(*reversed(said))
    room.steps("closed")
    room.ask("pool")
    for pupil in room.pupils:
        pupil.ask("sample")
    room.service.wait(2 * LESSON_EVERY)
    return room, frames(room.pages)


def ways(exercise: Exercise) -> list[str]:
    """Return the truth in all ways in which somebody could read it off."""
    answer = exercise.answer
    assert isinstance(answer, Fraction)
    solution = Text().tell(exercise.solution)
    return [
        *(str(exercise.answer_text), Text("de").say("{x}", x=exercise.answer_text), solution),
        *(f"{answer.numerator}/{answer.denominator}", repr(float(answer)), f"{float(answer):.6f}"[:7]),
    ]


def test_no_frame_names_the_truth_before_it_is_shown() -> None:
    with no_faults() as faults:
        for question in [QUESTION, "03/special", "04/three-fives", "08/cost", "10/race"]:
            with faults.of(question):
                room, sent = lesson_of(1, question)
                for way in ways(room.exercise):
                    alone = re.compile(rf"(?<![\d.,]){re.escape(way)}(?!\d)")
                    assert not any(alone.search(text) for text in sent), way
                assert not any(
                    str(room.exercise.feedback(error)) in text for text in sent for error in room.exercise.wrong
                )
                room.steps("truth")
                for page in room.pages:
                    assert poll_of(page)["truth"]["text"] == str(room.exercise.answer_text)


def test_another_truth_changes_no_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the right answer is, up to it every page of every role gets the same bytes."""
    monkeypatch.setattr("phase10_widgets.live.room.new_key", lambda first: "a key")
    monkeypatch.setattr("phase10_widgets.live.room.new_code", lambda letters: "BCDFGH")
    others = {QUESTION: Fraction(1, 7), "08/cost": Fraction(12345, 7), "07/small-series": "other"}
    with no_faults() as faults:
        for question, other in others.items():
            with faults.of(question):
                _, before = lesson_of(2, question)
                with monkeypatch.context() as changed:
                    changed.setattr(Exercise, "answer", other)
                    _, after = lesson_of(2, question)
                assert before == after


# nobody learns who answered what


def test_no_frame_links_an_answer_to_a_person() -> None:
    """Whoever exchanges two pupils' answers, or lets them answer in another order, changes what those two see alone."""

    def played(said: list[str], order: list[int]) -> tuple[list[Any], Class]:
        room = Class(6)
        room.ask("ask", question=QUESTION)
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


def test_few_answers_are_not_shown() -> None:
    room = Class(5)
    room.ask("ask", question=QUESTION)
    room.answer(*["50%"] * (FEWEST - 1))
    room.steps("closed", "shown")
    assert poll_of(room.wall)["votes"] == [{"n": FEWEST - 1, "dots": None, "bars": [], "right": None}]


def test_open_and_closed_votes_are_hidden_from_all() -> None:
    room = Class(5)
    room.ask("ask", question=QUESTION)
    for phases in ((), ("closed",), ("shown", "again"), ("closed",)):
        room.steps(*phases)
        room.answer("1/2", "1/3", "1/4", "1/5")
        for page in room.pages:
            assert (poll_of(page)["votes"], poll_of(page)["truth"], poll_of(page)["mistakes"]) == ([], None, [])


def test_whoever_is_removed_leaves_no_trace_and_no_gap(tmp_path: Path) -> None:
    room = Class(4, tmp_path / "live.sqlite3")
    room.ask("ask", question=QUESTION)
    room.answer("10%", "20%", "30%", "40%")
    room.steps("closed", "shown")
    before = poll_of(room.wall)["votes"]
    room.ask("kick", person=room.pupils[0].last("welcome")["person"])
    assert poll_of(room.wall)["votes"] == before
    assert [row.text for row in room.service.desk._book.answers(1)] == ["20%", "30%", "40%"]


@pytest.mark.parametrize("truth", [False, True])
def test_whoever_has_joined_again_counts_once(truth: bool, tmp_path: Path) -> None:
    """Their later answer is the one that counts, and the service remembers that."""
    room = Class(4, tmp_path / "live.sqlite3")
    room.ask("ask", question=QUESTION)
    room.answer("10%", "20%", "30%")
    again = room.service.guest(room.host, "Pupil 0 again")
    again.ask("predict", text="40%", confidence=0.9)
    room.steps("closed", *(["truth"] if truth else ["shown"]))
    assert poll_of(room.wall)["votes"][0]["n"] == 4
    person, newcomer = (line.last("welcome")["person"] for line in (room.pupils[0], again))
    room.ask("reseat", person=person, newcomer=newcomer)
    for _ in range(2):
        assert (room.lesson.polls[0].votes[0][person].text, len(room.lesson.polls[0].votes[0])) == ("40%", 3)
        page = Line(room.service, again.token)
        assert (poll_of(page)["votes"][0]["n"], poll_of(page)["you"]["text"]) == (3, "40%")
        assert bool(poll_of(page)["you"]["came"]) == truth
        report = room.service.desk.report(room.host.token)[2]()
        assert len(report.learners) == 4
        room.service.start()


def test_whoever_joins_again_while_the_truth_is_computed_counts_once() -> None:
    room = Class(3)
    room.ask("ask", question=QUESTION)
    room.answer("10%", "20%", "30%")
    room.steps("closed")
    poll = room.lesson.poll()
    settled = poll.settling()()
    poll.merge(99, next(iter(poll.votes[0])))
    poll.reveal(settled)
    assert poll.settled is not None
    assert poll.settled.outcomes[0].keys() == poll.votes[0].keys()


# a lesson


def test_a_lesson_from_the_question_to_the_truth() -> None:
    room = Class(6)
    room.ask("ask", question=QUESTION)
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


def test_everybody_has_the_same_numbers_and_each_asking_others() -> None:
    room = Class(3)
    texts = set()
    for _ in range(6):
        room.ask("ask", question=QUESTION)
        assert len({poll_of(page)["text"] for page in room.pages}) == 1
        texts.add(poll_of(room.wall)["text"])
        room.ask("finish")
    assert len(texts) > 1


def test_an_answer_may_change_while_it_is_open() -> None:
    room = Class(3)
    room.ask("ask", question=QUESTION)
    room.answer("10%")
    room.answer("20%")
    assert (poll_of(room.pupils[0])["you"]["text"], poll_of(room.wall)["n"]) == ("20%", 1)
    room.steps("closed")
    room.answer("30%")
    assert room.pupils[0].refusal == "This question is not open for answers."
    assert poll_of(room.pupils[0])["you"]["text"] == "20%"


def test_an_answer_that_cannot_be_read_is_refused_with_the_reason() -> None:
    with no_faults() as faults:
        for text, sure, why in [
            ("", 0.5, "Enter an answer."),
            (None, 0.5, "Enter an answer."),
            ("1:6", 0.5, "1:6 can be read two ways"),
            ("five", 0.5, "I cannot read"),
            ("140%", 0.5, "A chance must be between"),
            ("1" * 61, 0.5, "at most 60 characters"),
            ("50%", 1.5, "Your confidence"),
            ("50%", "x", "Your confidence"),
            ("50%", None, "Your confidence"),
            ("50%", float("nan"), "Your confidence"),
        ]:
            with faults.of(f"{text}, {sure}"):
                room = Class(3)
                room.ask("ask", question=QUESTION)
                room.pupils[0].ask("predict", text=text, confidence=sure)
                assert why in room.pupils[0].refusal
                assert poll_of(room.wall)["n"] == 0


def test_steps_come_in_order() -> None:
    for phase, vote in STEPS:
        room = Class(3)
        room.ask("ask", question=QUESTION)
        poll = room.lesson.poll()
        poll.phase, poll.vote = phase, vote  # type: ignore[assignment]
        wishes: list[Any] = ["open", "closed", "shown", "again", "truth", "x", None, []]
        for wanted in wishes:
            if wanted not in poll.steps:
                room.ask("phase", phase=wanted)
                assert room.host.refusal == "This is not the question's next step."
                assert (poll.phase, poll.vote) == (phase, vote)


def test_the_tables_wait_if_the_host_wants() -> None:
    room = Class(3)
    room.ask("ask", question=QUESTION, pause=True)
    assert room.pupils[0].room["paused"]
    room.ask("finish")
    assert not room.pupils[0].room["paused"]
    room.ask("pause", on=True)
    room.ask("ask", question=QUESTION, pause=True)
    room.ask("finish")
    assert room.pupils[0].room["paused"], "it was paused before"


def test_a_page_gets_few_messages_a_second() -> None:
    room = Class(30)
    room.ask("ask", question=QUESTION)
    for page in room.pages:
        page.sent.clear()
    chance = random.Random(1)
    for _ in range(20):
        for pupil in room.pupils:
            pupil.ask("predict", text=f"{chance.randrange(100)}%", confidence=0.5)
        room.service.now += 0.05
        room.service.desk.tick()
    for page in room.pages:
        assert sum(message["kind"] == "lesson" for message in page.sent) <= 1 / LESSON_EVERY + 1
    room.service.wait(1.0)
    assert poll_of(room.wall)["n"] == 30


def test_pages_come_back_to_the_question_and_learn_when_it_is_over(tmp_path: Path) -> None:
    room = Class(4, tmp_path / "live.sqlite3")
    room.ask("ask", question=QUESTION)
    room.answer("10%", "20%", "30%", "40%")
    room.steps("closed", "shown", "again")
    room.answer("50%")
    text = poll_of(room.wall)["text"]
    room.service.start()
    again = Line(room.service, room.pupils[0].token)
    assert (poll_of(again)["text"], poll_of(again)["phase"], poll_of(again)["you"]["text"]) == (text, "again", "50%")
    host = Line(room.service, room.host.token)
    for phase in ("closed", "truth"):
        host.ask("phase", phase=phase)
        room.service.wait(1.0)
    assert [vote["n"] for vote in poll_of(again)["votes"]] == [4, 1]
    host.ask("finish")
    assert Line(room.service, room.pupils[1].token).last("lesson")["poll"] is None
    host.ask("end")
    book: Any = room.service.desk._book
    counts = [book._db.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in ("asked", "said")]
    assert counts == [0, 0]


def test_a_question_of_every_lesson_can_be_asked() -> None:
    room = Class(FEWEST)
    for number in numbers():
        question = lesson(number).questions[0]
        room.ask("ask", question=question.id)
        german = Line(room.service, room.pupils[0].token, language="de")
        choices = [choice["id"] for choice in poll_of(german)["choices"]]
        room.service.desk.gone(german)
        room.answer(*[choices[0] if choices else "0,5"] * FEWEST)
        room.steps("closed", "shown", "truth")
        shown = poll_of(room.wall)
        assert sum(bar["n"] for bar in shown["votes"][0]["bars"]) or sum(shown["votes"][0]["dots"]["counts"])
        assert shown["truth"]["text"]
        room.ask("finish")


def test_what_is_no_question_is_refused() -> None:
    questions: list[Any] = ["x", "", None, 7, [], "03"]
    for question in questions:
        room = Class(1)
        room.ask("ask", question=question)
        assert room.host.refusal == "There is no such question."


def test_an_axis_holds_what_is_usual() -> None:
    for values in [[0.0], [0.0, 0.0, 1e60], [-3.0, 5.0], [1e-9], [1e60, 1.0, 2.0, 3.0], [7.0] * 9]:
        low, high = axis(values)
        assert low < high
        assert sum(low <= value <= high for value in values) >= len(values) / 2


# afterward


def test_the_teachers_file_has_names_and_the_usual_tables() -> None:
    room = Class(4)
    room.ask("ask", question=QUESTION)
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


def test_the_teachers_file_is_nobody_elses() -> None:
    room = Class(2)
    tokens: list[Any] = [room.pupils[0].token, "x", None, []]
    for token in tokens:
        with pytest.raises(Exception, match="unknown"):
            room.service.desk.report(token)


# hands


def test_a_hand_of_a_finished_round_is_put_to_the_class() -> None:
    service, chance = Service(), random.Random(3)
    lines = table(service, "Hanna", "Ben", preset="quick")
    host = lines[0]
    host.ask("snapshot", table=1)
    assert "No round has ended" in host.refusal
    (room,) = service.desk._rooms.values()
    while room.tables[1].session is None or not room.tables[1].session.games.results:
        play(service, lines, 10, chance)
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
    assert "Hanna" not in told
    assert "Ben" not in told


def test_a_hand_waits_until_nobody_has_its_cards_before_them() -> None:
    service, chance = Service(), random.Random(3)
    host, ada, ben = class_of(service, 2, "Ada", "Ben", edition="classic", seats=2, preset="quick")
    (room,) = service.desk._rooms.values()
    ahead = room.tables[2]
    assert ahead.past_is_public()
    while not ahead.finished_rounds:  # at table 1, nobody plays
        act(ben, chance)
        service.wait(1.0, host, ada, ben)
    assert not ahead.past_is_public()
    host.ask("snapshot", table=2)
    assert "No round has ended" in host.refusal


# how an answer is typed and read


def test_a_page_says_how_a_chance_was_read() -> None:
    for typed, read in [("55", "Read as 55%."), ("0.55", "Read as 55%."), ("55%", ""), ("11/20", "")]:
        room = Class(3)
        room.ask("ask", question=QUESTION)
        assert poll_of(room.pupils[0])["digits"] is True, "a phone may offer digits"
        room.answer(typed)
        assert poll_of(room.pupils[0])["you"]["read"] == read
        assert poll_of(room.wall)["you"] is None


def test_a_phone_offers_digits_only_where_they_are_enough() -> None:
    for each in map(lesson, numbers()):
        for question in each.questions:
            digits = QuestionSubject(question.id, "1").digits
            assert digits is (question.kind != "choice" and "decimal" in question.accepts), question.id
            if digits:
                QuestionSubject(question.id, "1").read("0.5" if question.kind == "chance" else "12")
