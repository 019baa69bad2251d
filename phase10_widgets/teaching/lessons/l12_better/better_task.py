"""Lesson 12, task: a striking result at some point in a contest."""

from __future__ import annotations

from fractions import Fraction
from math import prod

from ....base.translatable import phrase
from ...code.code_task import Bug, CodeTask
from .luck import tail
from .peeking import chance_to_stop

STRIKING = {10: 9, 20: 15, 30: 20, 40: 26, 50: 32, 60: 37, 70: 43, 80: 48, 90: 54, 100: 59}
"""The number of wins that equal players reach in at most 5% of contests, keyed by the number of games."""
DOC = phrase("Play a contest of equal players; return True if the result is striking at some check.")
_LINES = """def better(random):
    striking = [9, 15, 20, 26, 32, 37, 43, 48, 54, 59]
"""
_PLAY = "        wins += sum(random.random() < 0.5 for game in range(10))\n"
_LOOKS = _LINES + "    wins = 0\n    for line in striking:\n" + _PLAY

TASK = CodeTask(
    id="12/your-turn",
    name="better",
    kind="chance",
    exact=chance_to_stop(10, 10, lambda wins, games: wins >= STRIKING[games]),
    prompt=phrase(
        "Somebody plays up to 100 games and checks the result after every 10. The line is at 9 wins after 10 "
        "games, then at 15, 20, 26, 32, 37, 43, 48, 54 and 59 wins. Write this person's rule for two equal "
        "players: play the games, and return True as soon as the wins reach the line at a check. Otherwise, return "
        "False. How often does the rule call an equal player better?"
    ),
    start=f'''def better(random):
    """{DOC}"""
    striking = [9, 15, 20, 26, 32, 37, 43, 48, 54, 59]
    return ___
''',
    solution=_LOOKS
    + """        if wins >= line:
            return True
    return False
""",
    bugs=(
        Bug(
            "only the end",
            _LINES
            + """    wins = sum(random.random() < 0.5 for game in range(100))
    return wins >= striking[-1]
""",
            tail(59, 100),
            phrase(
                "You check only once, after 100 games. That is the honest test. It is fooled in less than 5% of "
                "contests. This person checks ten times."
            ),
        ),
        Bug(
            "first look",
            _LOOKS
            + """        if wins >= line:
            return True
        return False
""",
            tail(9, 10),
            phrase(
                "Only the first ten games count in your code. Do you return False inside the loop, or do you start "
                "counting the wins again at each check?"
            ),
        ),
        Bug(
            "new games",
            _LINES
            + """    for check, line in enumerate(striking, 1):
        wins = sum(random.random() < 0.5 for game in range(10 * check))
        if wins >= line:
            return True
    return False
""",
            Fraction(1 - prod(1 - tail(wins, games) for games, wins in STRIKING.items())),
            phrase(
                "You play new games for each check. In a contest, the earlier wins stay, and each check adds only "
                "ten more games."
            ),
        ),
        Bug(
            "more than",
            _LOOKS
            + """        if wins > line:
            return True
    return False
""",
            chance_to_stop(10, 10, lambda wins, games: wins > STRIKING[games]),
            phrase("You ask for more wins than the line. But exactly as many wins as the line are striking, too."),
        ),
        Bug(
            "both sides",
            _LOOKS
            + """        if wins >= line or 10 * (striking.index(line) + 1) - wins >= line:
            return True
    return False
""",
            chance_to_stop(10, 10, lambda wins, games: max(wins, games - wins) >= STRIKING[games]),
            phrase(
                "You also stop when the opponent's wins are striking. That is a two-sided test, and it doubles the "
                "false alarms. This person looks at one player only."
            ),
        ),
        Bug(
            "every look",
            _LOOKS
            + """        if wins < line:
            return False
    return True
""",
            1 - chance_to_stop(10, 10, lambda wins, games: wins < STRIKING[games]),
            phrase(
                "You ask for a striking result at every check. One striking result is enough for this person to stop."
            ),
        ),
    ),
    hints=(
        phrase("Start with no wins, and go through the list with a loop. What happens between two checks?"),
        phrase(
            "sum(random.random() < 0.5 for game in range(10)) plays ten games. Add the result to the wins so far, and "
            "compare the wins with the line."
        ),
        phrase(
            "Inside the loop, return True if wins >= line. Return False only after the loop, when all ten checks are "
            "over."
        ),
    ),
    trials=12_000,
)
