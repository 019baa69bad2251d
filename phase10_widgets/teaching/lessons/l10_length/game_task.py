"""Lesson 10, task: one player's game."""

from __future__ import annotations

from fractions import Fraction

from ....base.translatable import phrase
from ...code.code_task import Bug, CodeTask

DOC = phrase("Complete ten phases, with a 40% chance in each round. Return the number of rounds.")


def _program(*lines: str) -> str:
    return "\n".join(["def game(random):", f'    """{DOC}"""', *(f"    {line}" for line in lines)]) + "\n"


def _ladder_program(begin: int = 0, hit: str = "<", phases: int = 10) -> str:
    return _program(
        "rounds = 0",
        f"completed = {begin}",
        f"while completed < {phases}:",
        "    rounds += 1",
        f"    if random.random() {hit} 0.4:",
        "        completed += 1",
        "return rounds",
    )


TASK = CodeTask(
    id="10/your-turn",
    name="game",
    kind="mean",
    exact=Fraction(10 * 100, 40),
    prompt=phrase(
        "Simulate one player on the ladder. There are ten phases, and in each round, the player has a 40% chance of "
        "completing the current one. Return the number of rounds until all ten are completed."
    ),
    start=_program("return ___"),
    solution=_ladder_program(),
    bugs=(
        Bug(
            "no miss",
            _program(
                "rounds = 0",
                "for phase in range(10):",
                "    rounds += 1",
                "return rounds",
            ),
            Fraction(10),
            phrase("Your player never misses: ten phases in ten rounds. A miss costs a round, and the phase stays."),
            constant=True,
        ),
        Bug(
            "one more try",
            _program(
                "rounds = 0",
                "for phase in range(10):",
                "    rounds += 1",
                "    if random.random() >= 0.4:",
                "        rounds += 1",
                "return rounds",
            ),
            Fraction(16),
            phrase("After a miss, your player gets one more round and moves up. But that round can miss, too."),
        ),
        Bug(
            "misses only",
            _program(
                "rounds = 0",
                "completed = 0",
                "while completed < 10:",
                "    if random.random() < 0.4:",
                "        completed += 1",
                "    else:",
                "        rounds += 1",
                "return rounds",
            ),
            Fraction(15),
            phrase("You count only the misses. A round that completes a phase is a round, too."),
        ),
        Bug(
            "wrong way round",
            _ladder_program(hit=">"),
            Fraction(10 * 100, 60),
            phrase(
                "Your player has a 60% chance of completing a phase. A random number is below 0.4 in 40% of all cases."
            ),
        ),
        Bug(
            "nine phases",
            _ladder_program(begin=1),
            Fraction(9 * 100, 40),
            phrase("Your player completes only nine phases. Where does the count begin, and where does it end?"),
        ),
        Bug(
            "one phase",
            _ladder_program(phases=1),
            Fraction(100, 40),
            phrase("That is the wait for a single phase. The ladder has ten of them."),
        ),
    ),
    hints=(
        phrase("You do not know how many rounds it takes. Which kind of loop fits that?"),
        phrase("Keep two counts, rounds and completed, and go on while completed < 10."),
        phrase("In each pass of the loop, add 1 to rounds. If random.random() < 0.4, add 1 to completed as well."),
    ),
)
