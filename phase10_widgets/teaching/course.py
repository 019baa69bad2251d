"""The course: its lessons in order, their prerequisites, and the names of their notebooks."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ..base.translatable import phrase
from .lessons import TITLES, added, lesson, numbers

if TYPE_CHECKING:
    from .progress.progress import Progress


class Stage(NamedTuple):
    """One lesson's place in the course."""

    after: tuple[int, ...]
    """The numbers of the lessons on which this one builds."""
    notebooks: Mapping[str, str]
    """The names of the lesson's notebooks by language, without the file extension."""


COURSE: dict[int, Stage] = {
    1: Stage((), {"en": "01_set_run_color", "de": "01_satz_folge_farbe"}),
    2: Stage((1,), {"en": "02_how_many_hands", "de": "02_wie_viele_haende"}),
    3: Stage((2,), {"en": "03_at_least_one_wild", "de": "03_mindestens_ein_joker"}),
    4: Stage((3,), {"en": "04_three_fives", "de": "04_drei_fuenfen"}),
    5: Stage((3,), {"en": "05_what_is_a_wild_worth", "de": "05_was_ist_ein_joker_wert"}),
    6: Stage((5,), {"en": "06_what_their_pick_tells", "de": "06_was_verraet_ihr_zug"}),
    7: Stage((3,), {"en": "07_how_many_deals", "de": "07_wie_viele_runden"}),
    8: Stage((4,), {"en": "08_what_a_hand_costs", "de": "08_was_kostet_mich_eine_hand"}),
    9: Stage((8,), {"en": "09_pair_or_draw", "de": "09_paar_oder_ziehen"}),
    10: Stage((7, 9), {"en": "10_how_long_is_a_game", "de": "10_wie_lange_dauert_ein_spiel"}),
    11: Stage((4, 7), {"en": "11_which_is_hardest", "de": "11_was_ist_am_schwersten"}),
    12: Stage((7,), {"en": "12_is_my_player_better", "de": "12_ist_mein_spieler_besser"}),
    13: Stage((6,), {"en": "13_does_one_tell_you", "de": "13_verraet_das_eine_das_andere"}),
    14: Stage((8, 11, 12), {"en": "14_why_a_bell", "de": "14_warum_eine_glocke"}),
    15: Stage((8, 12), {"en": "15_why_champions_disappoint", "de": "15_warum_meister_enttaeuschen"}),
    16: Stage((6, 8, 12), {"en": "16_is_it_worth_the_risk", "de": "16_lohnt_sich_das_risiko"}),
    17: Stage((4, 11), {"en": "17_capstone", "de": "17_entwirf_ein_spiel"}),
}
"""All lessons by number; the last one, the capstone, has no questions."""
PART = "capstone"
"""The section of a learner's progress that contains the capstone boards."""
OWN = f"{PART}/edition"
"""The id of the board with the learner's own edition."""
YOUR_TURN, PLAYER = "your-turn", "player"
"""The names of two tasks: the code to complete in a lesson, and the player that learners write in lesson 12."""
PARTS: Mapping[int, tuple[tuple[str, ...], ...]] = {
    1: (("which-group",), (), ("page",), ("longer-run",), ("bigger-set",), (YOUR_TURN, "more-of-a-color")),
    2: (("hands",), (), (), ("hands",), ("runs", "dealt-run", "page"), (YOUR_TURN, "one-color")),
    3: (
        ("at-least-one",),
        (),
        ("at-least-one",),
        ("table",),
        (YOUR_TURN, "special"),
        ("at-least-two", "masters"),
    ),
    4: (("three-fives",), (), (), ("three-fives",), ("any-triple",), (YOUR_TURN,), ("pair", "mean")),
    5: (
        ("given-one", "first-wild"),
        (),
        (),
        ("given-one", "first-wild"),
        ("phase-with-a-wild", "blog"),
        (YOUR_TURN,),
    ),
    6: (("took",), (), ("took",), (YOUR_TURN, "left"), ("twice",), ("holds",)),
    7: (("small-series",), (), ("small-series",), ("due",), (YOUR_TURN, "error"), (), ("at-least-once",)),
    8: (("cost",), (), ("cost",), ("below-the-mean",), (YOUR_TURN, "with-a-wild"), ("spread",), ("middles",)),
    9: (("pair-or-run",), (), ("next-card",), ("some-draws", "pair-or-run"), ("wait",), (), (YOUR_TURN,)),
    10: ((), ("ten-phases",), ("ten-phases", "two-kinds"), ("race",), (), ("one-miss", "dealt"), (YOUR_TURN,)),
    11: ((), ("which-phase", "which-phase"), (), ("which-game",), (), (YOUR_TURN, "wild-side"), ("first-draw",)),
    12: (("luck",), ("many",), ("luck",), ("both-sides",), (YOUR_TURN, "peeking"), (), (PLAYER,)),
    13: (("other-hand",), ("table",), ("or", "other-hand"), ("both-hands", "first-edition"), (YOUR_TURN,), ()),
    14: (
        ("which-picture",),
        ("which-picture",),
        ("beyond", "total"),
        ("point-at-zero",),
        (YOUR_TURN,),
        (),
        ("our-mistakes",),
    ),
    15: ((), ("again", "blame"), ("best", "again"), ("exchange", "reliability"), (YOUR_TURN,), (), ()),
    16: (("fair-price",), (), ("fair-price", "purse", "honest"), ("ahead-or-behind", "two-errors"), (YOUR_TURN,), ()),
    17: ((), ("draft",), (), ("edition",), ()),
}
"""The names of all tasks on each lesson's page, part by part: questions, code, and the capstone's boards.

A question that initially asks only for a guess is listed twice: in the part that asks for the guess, and in the part
where the page returns to it.
"""
MIXED: Mapping[str, Stage] = {
    "A": Stage((6,), {"en": "mixed_a", "de": "gemischt_a"}),
    "B": Stage((12,), {"en": "mixed_b", "de": "gemischt_b"}),
    "C": Stage((16,), {"en": "mixed_c", "de": "gemischt_c"}),
}
"""The mixed sets, by name."""
CAPSTONE = max(COURSE)
CAPSTONE_TITLE = phrase("Design a game")


class Next(NamedTuple):
    """The place where a learner should continue."""

    lesson: int
    part: int = 1
    """The number of the part on the lesson's page, starting at 1."""
    begun: bool = False
    """True if part of the lesson is done."""


class Entry(NamedTuple):
    """One task on a page, and the learner's progress on it."""

    part: int
    touched: bool
    """True if the learner has started the task."""
    passed: bool
    """True if the learner has finished the task."""


def all_before(number: int) -> frozenset[int]:
    """Return every lesson that a lesson builds on, directly or through others.

    >>> sorted(all_before(6))
    [1, 2, 3, 5]
    """
    direct = COURSE[number].after
    return frozenset(direct).union(*map(all_before, direct))


def title(number: int) -> str:
    """Return the title of a built-in or plugin lesson."""
    return TITLES.get(number) or (CAPSTONE_TITLE if number == CAPSTONE else lesson(number).title)


def n_questions(number: int) -> int:
    """Return the number of questions in a built-in or plugin lesson; the capstone has none.

    >>> n_questions(3), n_questions(17)
    (5, 0)
    """
    if number == CAPSTONE:
        return 0
    if number not in PARTS:
        return len(lesson(number).questions)
    return len({name for part in PARTS[number] for name in part} - {YOUR_TURN, PLAYER})


def stages() -> Mapping[int, Stage]:
    """Return all lessons by number: the course's lessons, then plugin lessons, which build on no others."""
    return COURSE | {
        each.number: Stage((), {language: Path(path).stem for language, path in each.notebooks.items()})
        for each in added()
    }


def anchor(part: int, language: str) -> str:
    """Return the anchor of a part on its page, which hosts derive from its heading; "" for the top of the page.

    >>> anchor(3, "en"), anchor(3, "de"), anchor(1, "en")
    ('Part-3', 'Teil-3', '')
    """
    return f"{'Teil' if language == 'de' else 'Part'}-{part}" if part > 1 else ""


def part_to_go_on(progress: Progress, number: int) -> int:
    """Return the part where a lesson continues: right after the last answer, otherwise at the first unfinished part."""
    entries = _entries(progress, number)
    touched = [at for at, entry in enumerate(entries) if entry.touched]
    if not touched:
        return 1
    last, following = entries[touched[-1]], entries[touched[-1] + 1 :]
    if not last.passed or number not in PARTS:
        return last.part
    if following:
        return last.part if following[0].part == last.part else last.part + 1
    return next((entry.part for entry in entries if not entry.passed), len(PARTS[number]))


def _entries(progress: Progress, number: int) -> list[Entry]:
    """Return the tasks on a page, in page order; a plugin's page has one part."""
    if number not in PARTS:
        return [Entry(1, *_state(progress, one.id, only_guess=False)) for one in lesson(number).questions]
    names = [(part, name) for part, asked in enumerate(PARTS[number], 1) for name in asked]
    room = PART if number == CAPSTONE else f"{number:02}"
    entries: list[Entry] = []
    for at, (part, name) in enumerate(names):
        again = any(name == later for _, later in names[at + 1 :])
        touched, passed = _state(progress, f"{room}/{name}", only_guess=again)
        first = next(place for place, (_, earlier) in enumerate(names) if earlier == name)
        if first < at:  # the page returns to a question that may already have been answered
            asked = [other for _, other in names]
            touched = passed and all(
                entries[place].touched for place in range(first + 1, at) if asked.index(asked[place]) == place
            )
        entries.append(Entry(part, touched, passed))
    return entries


def _state(progress: Progress, id: str, *, only_guess: bool) -> tuple[bool, bool]:
    """Return whether the learner has begun this question, code or board, and whether it is finished."""
    if board := progress.designs.get(id):
        return True, board.done if id == OWN else board.right is not None
    if program := progress.programs.get(id):
        return True, program.solved or program.outcome == "right" or id.endswith(PLAYER)
    work = progress.work(id)
    begun = bool(work.answers or work.hints or work.solved) or id in progress.predictions
    return begun, begun if only_guess else work.over


def next_step(progress: Progress) -> Next | None:
    """Return the place where the learner should continue, or None if all lessons are done.

    The place is in the unfinished lesson answered most recently; if there is none, in the first unfinished one. Plugin
    lessons that have a notebook come last. A lesson without answers counts as begun once it has a guess, but guesses
    are not dated.
    """
    left: dict[int, bool] = {}
    days: dict[int, int] = {}
    for number in (*numbers(), *(each.number for each in added() if each.notebooks)):
        works = [progress.work(question) for question in lesson(number).questions]
        begun = any(entry.touched for entry in _entries(progress, number))
        if not all(work.over for work in works):
            left[number] = begun
            days[number] = max(work.day for work in works) if begun else -1
    own = progress.designs.get(OWN)
    if own is None or not own.done:
        boards = [work.day for name, work in progress.designs.items() if name.startswith(f"{PART}/")]
        left[CAPSTONE] = bool(boards)
        days[CAPSTONE] = max(boards, default=-1)
    if not left:
        return None
    latest = max(days.values())
    found = max(n for n in left if days[n] == latest) if latest >= 0 else min(left)
    return Next(found, part_to_go_on(progress, found), left[found])
