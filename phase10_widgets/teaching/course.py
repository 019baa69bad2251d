"""The course: its lessons in order, what each builds on, and the names of their notebooks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..core.translatable import phrase
from .design_work import OWN, PART
from .lessons import TITLES, lesson, numbers
from .progress import Progress


class Stage(NamedTuple):
    """One lesson's place in the course."""

    after: tuple[int, ...]
    """The lessons that it builds on, by their numbers."""
    notebooks: Mapping[str, str]
    """The names of its notebooks, without their ending, by language."""


COURSE: Mapping[int, Stage] = {
    1: Stage((), {"en": "01_set_run_color", "de": "01_satz_folge_farbe"}),
    2: Stage((1,), {"en": "02_how_many_hands", "de": "02_wie_viele_haende"}),
    3: Stage((2,), {"en": "03_at_least_one_wild", "de": "03_mindestens_ein_joker"}),
    4: Stage((3,), {"en": "04_three_fives", "de": "04_drei_fuenfen"}),
    5: Stage((3,), {"en": "05_what_is_a_wild_worth", "de": "05_was_ist_ein_joker_wert"}),
    6: Stage((5,), {"en": "06_what_their_pick_tells", "de": "06_was_verraet_ihr_zug"}),
    7: Stage((3,), {"en": "07_how_many_deals", "de": "07_wie_viele_runden"}),
    8: Stage((4,), {"en": "08_what_a_hand_costs", "de": "08_was_kostet_mich_eine_hand"}),
    9: Stage((8,), {"en": "09_pair_or_draw", "de": "09_paar_oder_ziehen"}),
    10: Stage((9,), {"en": "10_how_long_is_a_game", "de": "10_wie_lange_dauert_ein_spiel"}),
    11: Stage((4, 7), {"en": "11_which_is_hardest", "de": "11_was_ist_am_schwersten"}),
    12: Stage((7,), {"en": "12_is_my_player_better", "de": "12_ist_mein_spieler_besser"}),
    13: Stage((5,), {"en": "13_does_one_tell_you", "de": "13_verraet_das_eine_das_andere"}),
    14: Stage((8, 12), {"en": "14_why_a_bell", "de": "14_warum_eine_glocke"}),
    15: Stage((8, 12), {"en": "15_why_champions_disappoint", "de": "15_warum_meister_enttaeuschen"}),
    16: Stage((8, 12), {"en": "16_is_it_worth_the_risk", "de": "16_lohnt_sich_das_risiko"}),
    17: Stage((4, 11), {"en": "17_capstone", "de": "17_entwirf_ein_spiel"}),
}
"""All lessons by number; the last one, the capstone, has no questions."""
MOVED = {"en": "13_capstone", "de": "13_entwirf_ein_spiel"}
"""The notebooks that lead to the capstone from its old address, by language."""
MIXED: Mapping[str, Stage] = {
    "A": Stage((6,), {"en": "mixed_a", "de": "gemischt_a"}),
    "B": Stage((12,), {"en": "mixed_b", "de": "gemischt_b"}),
    "C": Stage((16,), {"en": "mixed_c", "de": "gemischt_c"}),
}
"""The mixed sets by name."""
CAPSTONE = max(COURSE)
CAPSTONE_TITLE = phrase("Design a game")


class Next(NamedTuple):
    """Where a learner goes on."""

    lesson: int
    question: int
    """The question's number, from 1; 0 at the start of a lesson, and in the capstone."""
    begun: bool = False
    """True if something of the lesson is done."""


def title(number: int) -> str:
    """Return a lesson's title."""
    return TITLES.get(number, CAPSTONE_TITLE)


def next_step(progress: Progress) -> Next | None:
    """Return where to go on: in the lesson of the last answer, else in the first unfinished one; None after all."""
    left: dict[int, Next] = {}
    days: dict[int, int] = {}
    for number in numbers():
        works = [progress.work(question) for question in lesson(number).questions]
        begun = any(work.answers or work.solved for work in works)
        open_questions = [at for at, work in enumerate(works, 1) if not work.over]
        if open_questions:
            left[number] = Next(number, open_questions[0] if begun else 0, begun)
            days[number] = max(work.day for work in works) if begun else -1
    own = progress.designs.get(OWN)
    if own is None or not own.done:
        boards = [work.day for name, work in progress.designs.items() if name.startswith(f"{PART}/")]
        left[CAPSTONE] = Next(CAPSTONE, 0, bool(boards))
        days[CAPSTONE] = max(boards, default=-1)
    if not left:
        return None
    latest = max(days.values())
    return left[max(n for n in left if days[n] == latest) if latest >= 0 else min(left)]
