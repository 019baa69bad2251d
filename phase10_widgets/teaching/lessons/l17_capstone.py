"""The capstone for teachers: its plan, a good design, the scoring, and the steps for comparing a class's editions.

The checker is in ``teaching/capstone.py``. The scoring table is also on the lesson's page and on the learners' sheet.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...base.translatable import phrase
from ..guide import Guide, Misconception, Step, Talk


class Points(NamedTuple):
    """One row in the scoring table."""

    what: str
    one: str
    """The work that earns one point."""
    two: str
    """The work that earns a second point."""


class Project(NamedTuple):
    """The teacher's material for the capstone, in addition to a guide."""

    second: tuple[Step, ...]
    """The plan for a second period."""
    wilds: int
    """The number of wilds in a good edition."""
    phases: tuple[str, ...]
    """The good edition's phases, in text form."""
    good: tuple[str, ...]
    """The reasons why the edition is good."""
    points: tuple[Points, ...]
    exchange: tuple[str, ...]
    """The steps for handing in, checking, playing and comparing designs, in order."""
    levels: tuple[tuple[str, str], ...]
    """The tasks for different types of learners."""
    puzzles: str
    """The answers to the three puzzles on the page."""

    def texts(self) -> Iterator[str]:
        """Yield every string, just as a guide does."""
        yield from (step.what for step in self.second)
        yield from (*self.good, *self.exchange, self.puzzles)
        yield from (text for row in (*self.points, *self.levels) for text in row)


GUIDE = Guide(
    aim="Say what you want so precisely that it can be checked; then guess, check, and fix what is wrong.",
    before="At least one, and C(n, k) (lessons 2 to 4); simulated and counted probabilities (lessons 7 and 11). "
    "Learners who know only some of the lessons can design, too: the board counts for them.",
    plan=(
        Step(
            6,
            "Play phase 7, two sets of four, for five minutes. Who was dealt it? Who has completed it by now? "
            "Nobody wants ten phases like this, and nobody wants ten phases that everybody is dealt.",
        ),
        Step(
            7,
            "Write the condition on the board: ten different phases, each in 2% to 30% of all hands. Show the "
            "draft. Everybody guesses how many of its phases meet the condition, and then places the guess on the "
            "page.",
        ),
        Step(
            7,
            "Compare 10,000 hands with the count. The run of 9 is in 1.993% of all hands. Does it count? Take a "
            "vote, and then let both sides argue. The rule says no.",
        ),
        Step(
            8,
            "Everybody guesses what a ninth wild does to the draft, and then looks. Pairs try other numbers of "
            "wilds. None works, so the list has to change.",
        ),
        Step(
            12,
            "Pairs design their own edition. Before each change, they write a guess and the result on their "
            "sheet. Pairs that get stuck turn the other knob.",
        ),
        Step(
            5,
            "Everybody saves the design to a file, and writes one sentence: what did I try that did not work, and why? "
            "The description of the edition is homework.",
        ),
    ),
    talks=(
        Talk(
            "The run of 9 is in 1.993% of all hands. Would you let it pass?",
            "The limit itself is a choice: 1.9% would have been possible, too. But a limit that moves when a "
            "result is close is not a limit. Anyone who wants a different limit must say so before looking.",
        ),
        Talk(
            "Why 2% and 30%? Who would choose other limits?",
            "Nobody can compute these two limits: they are a matter of taste. Small children need easier phases, "
            "experts need harder ones. But once a limit is chosen, you can count which phases meet it.",
        ),
        Talk(
            "Which of your numbers would be different in a second simulation, and which would not?",
            "Simulated probabilities change, mostly within their intervals. Counted ones stay the same. The number "
            "of rounds that you played is a sample, and a tiny one.",
        ),
        Talk(
            "Two editions pass. Which one is better to play, and how would you find out?",
            "The count says how often phases are dealt. It does not say how a game feels or how long it lasts. "
            "First decide on a measure and on the number of games, and then play both (lesson 12).",
        ),
        Talk(
            "Who else sets a task so that it is neither too easy nor too hard? Can they count?",
            "Anyone who writes an exam, a level of a computer game, or a training plan. They cannot list all "
            "people, so they try it out on some. You can count only what you can list, such as the hands of a "
            "known deck.",
        ),
    ),
    misconceptions=(
        Misconception(
            "There must be a number of wilds with which my list works.",
            "Wilds move the whole list, but one phase more than another. No number from 0 to 24 fixes the draft, "
            "and the printed list never has more than seven phases that are right. Turn the other knob: change a "
            "phase.",
        ),
        Misconception(
            "One more wild helps all phases alike.",
            "Compare 8 and 12 wilds. Two sets of 3 gain 8.7 percentage points, the run of 9 only 1.6. But as a "
            "factor, the run of 9 gains more: 1.79 times as much, against 1.47. So the easy phases cross the upper "
            "limit before the hard ones catch up.",
        ),
        Misconception(
            "1.993% rounds to 2%, so the run of 9 counts.",
            "The checker compares fractions and does not round. Exactly 2% and exactly 30% would count. The board "
            "writes 1.993% and calls the phase too hard.",
        ),
        Misconception(
            "Ten thousand hands are enough to decide every phase.",
            "For most of them, they are. At 2%, the standard error is 0.14 percentage points, but the run of 9 is "
            "only 0.007 percentage points below the limit. It would take more than 14 million hands to tell.",
        ),
        Misconception(
            "The more cards a phase needs, the harder it is.",
            "With 8 wilds, 19% of all hands contain four pairs (8 cards), but only 5.6% contain one set of 5. Ask "
            "in how many ways a hand can contain a phase.",
        ),
        Misconception(
            "If I change the order of the groups, it is a new phase.",
            "A set and a run are the same phase as a run and a set. The board calls it a duplicate.",
        ),
        Misconception(
            "A phase that is dealt in 2% of all hands takes 50 rounds.",
            "That would be true if you had to be dealt the whole phase. But you draw, choose and keep cards, so it "
            "takes only a few rounds (lesson 11). Let the class play and count.",
        ),
    ),
    without="You need the sheet and a deck. Read out the phases of the two tables below. Pairs choose ten of them and "
    "guess their probabilities. For one phase, they deal 50 hands of ten cards, and compare their share with "
    "the table.",
)

POINTS = (
    Points(
        phrase("The edition"),
        phrase("eight or nine phases are right"),
        phrase("all ten are right and different"),
    ),
    Points(
        phrase("The guess"),
        phrase("it was made before the result: your board lists it"),
        phrase("and you say why it was off, or why it was not"),
    ),
    Points(
        phrase("Counting or simulating"),
        phrase("you say which number is which"),
        phrase("and you show a case in which simulating is not enough"),
    ),
    Points(
        phrase("The wilds"),
        phrase("you say what two more and two fewer do, with numbers"),
        phrase("and you explain why easy and hard phases react differently"),
    ),
    Points(
        phrase("The hardest phase"),
        phrase("you give its probability"),
        phrase("and you say which cards it waits for, and why that is hard"),
    ),
    Points(
        phrase("The failure"),
        phrase("you describe one thing that did not work"),
        phrase("and you say what you learned from it"),
    ),
)
"""The scoring table as shown on the lesson's page, with 0, 1 or 2 points for each row."""

PROJECT = Project(
    second=(
        Step(5, "Give the files back, or open the boards again. In pairs: what did your classmate try at home?"),
        Step(
            12,
            "Play: each pair chooses one of its two editions and plays it at the table below the board. Everybody "
            "notes how many rounds each phase takes, and stops after ten minutes.",
        ),
        Step(
            8,
            "Compare with the probabilities of being dealt a phase. Which phase was harder to play than its number "
            "said? Which cards were you waiting for?",
        ),
        Step(
            10,
            "The wilds: everybody guesses how many of the ten phases are right with two wilds more and with two "
            "fewer, and then looks. Explain on the board why easy and hard phases react differently.",
        ),
        Step(
            7,
            "Pairs use the table to give each other points. For each point that they do not give, they write down "
            "the reason.",
        ),
        Step(3, "Vote for the edition that the class would like to play next time. Everybody saves their progress."),
    ),
    wilds=8,
    phases=(
        "4 sets of 2",
        "2 sets of 3",
        "1 run of 7",
        "2 runs of 4",
        "6 cards of one color",
        "1 run of 8",
        "1 set of 5",
        "1 set of 4 + 1 run of 4",
        "1 set of 3 + 1 run of 6",
        "1 set of 4 + 1 set of 3",
    ),
    good=(
        "It meets the condition with room to spare: two wilds more or two fewer do not break it.",
        "Its phases get harder from the first to the tenth, and they mix sets, runs and colors.",
        "It was not found by luck: the learner can say which knob fixed which phase.",
        "Its description keeps counted and simulated numbers apart, and names one thing that failed.",
    ),
    points=POINTS,
    exchange=(
        "Learners press “Save the design as a file” on their board, and hand in phase10-design.json. The file has "
        "the number of wilds and the ten phases, and no name: have them put theirs into the name of the file.",
        "Their progress file contains the edition as well, with the latest 50 guesses, so it shows whether a guess "
        "came before the result. phase10 class does not list the editions.",
        "To check a file, run this in a notebook: from pathlib import Path; "
        'print(p10.teaching.Design.load(Path("ana.json"))). It counts each phase again, and names what is wrong.',
        "To play a classmate's edition, set your own board to the same wilds and phases. With Python, any file can be "
        'played: p10.Table(p10.teaching.Design.load(Path("ana.json")).edition("Ana"), players=["You", "expert:3"]).',
        "To compare editions, write a row for each on the board: wilds, easiest phase, hardest phase, what two wilds "
        "more and two fewer break, and the rounds played. Agree on what “better” means before you fill it in.",
    ),
    levels=(
        (
            "Support",
            "Start with the printed list and 8 wilds: seven phases are right already, so fix three. Change one phase "
            "at a time, and only on the board. Half a description is enough: the hardest phase and the failure.",
        ),
        ("Everybody", "Start with the draft. Fix it, then make your own edition, and describe it."),
        (
            "Challenge",
            "Find an edition that passes with two wilds more and with two fewer. Or one without any run, or without "
            "any wild. Learners who program write phases that the board does not offer.",
        ),
    ),
    puzzles="No wild at all is enough: 16 of the board's 38 phases meet the condition with 0 wilds. Any edition can be "
    "sorted, so that its phases get harder. With 8 wilds, 12 phases without a run meet the condition; with 0 wilds, "
    "only 8 do.",
)
