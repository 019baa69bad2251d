"""The capstone checker: exact chances with other numbers of wilds, verdicts, refusals."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from random import Random
from typing import Any

import pytest

from phase10_widgets import Phase, edition, odds
from phase10_widgets.base.translatable import Refusal
from phase10_widgets.game import hands
from phase10_widgets.languages.text import Text
from phase10_widgets.odds.estimate import Estimate
from phase10_widgets.odds.simulation.tally import Tally
from phase10_widgets.teaching import check_design
from phase10_widgets.teaching.capstone import MOST_WILDS, chance_with
from phase10_widgets.teaching.figures.design import DRAFT, DRAFT_WILDS
from tests.faults import every

PRINTED = [str(phase) for phase in edition("classic").phases]
SOLUTION = [*DRAFT[:5], "4 sets of 2", *DRAFT[6:]]


def test_with_eight_wilds_it_agrees_with_the_odds() -> None:
    found = check_design(8, PRINTED)
    assert [each.chance for each in found.phases] == [odds.deal("classic", number) for number in range(1, 11)]


def test_with_other_wilds_it_agrees_with_dealing() -> None:
    for wilds, text in ((0, "2 sets of 3"), (15, "1 run of 8"), (24, "6 cards of one color")):
        phase, trials = Phase.parse(text), 2000
        classic = edition("classic")
        deck = [card for card in classic.deck(2) if not card.wild] + wilds * list(classic.cards("W"))
        random = Random(f"{wilds} {text}")
        hits = sum(hands.missing(tuple(random.sample(deck, 10)), phase) == 0 for _ in range(trials))
        assert Estimate.of(Tally("chance", trials, hits, 0)).agrees_with(chance_with(wilds, phase))


def test_by_hand() -> None:
    """Check five pairs without a wild: five of twelve numbers, two of eight cards each."""
    ways = comb(12, 5) * comb(8, 2) ** 5
    assert chance_with(0, Phase.parse("5 sets of 2")) >= Fraction(ways, comb(100, 10))
    assert chance_with(0, Phase.parse("1 run of 10")) == Fraction(3 * 8**10, comb(100, 10))
    assert chance_with(8, Phase.parse("1 run of 11")) == 0, "ten cards are dealt"


def test_the_verdicts() -> None:
    found = check_design(8, PRINTED)
    assert not found.passes
    assert [(each.phase.number, each.verdict) for each in found.amiss] == [(n, "too hard") for n in (6, 7, 10)]
    assert [each.verdict for each in check_design(14, PRINTED).phases][:2] == ["too easy", "too easy"]
    assert "Too hard: less than 2%" in str(found)
    assert str(found).count("\n") == 10
    assert [row["verdict"] for row in found.to_dicts()].count("right") == 7
    verdicts = {str(each.phase): each.verdict for each in found.phases}
    assert verdicts["1 run of 9"] == "too hard", "1.993%, though it is written 2% with fewer digits"
    assert verdicts["1 set of 3 + 1 run of 4"] == "right", "29.81%"


def test_the_same_phase_again_does_not_count() -> None:
    listed = [*SOLUTION[:9], "1 run of 4 + 1 set of 3"]
    found = check_design(8, listed)
    assert [(each.phase.number, each.verdict) for each in found.amiss] == [(10, "twice")]
    assert "the same as phase 2" in str(found.amiss[0])


def test_some_edition_passes_and_the_draft_does_not() -> None:
    found = check_design(DRAFT_WILDS, SOLUTION)
    assert found.passes
    assert found.amiss == ()
    assert "Your edition is ready." in str(found)
    draft, german = check_design(8, DRAFT), Text("de")
    assert "1,993\xa0%" in german.tell(draft.amiss[0].sentence)
    assert german.tell(draft.sentence) != str(draft.sentence)


@pytest.mark.slow
def test_no_number_of_wilds_fixes_the_draft_or_the_printed_list() -> None:
    assert len(check_design(DRAFT_WILDS, DRAFT).amiss) == 1, "a near miss"
    for wilds in range(MOST_WILDS + 1):
        assert not check_design(wilds, DRAFT).passes
        assert len(check_design(wilds, PRINTED).amiss) >= 3


REFUSED: list[tuple[Any, Any, str]] = [
    (-1, PRINTED, "0 to 24 wilds"),
    (25, PRINTED, "0 to 24 wilds"),
    (True, PRINTED, "0 to 24 wilds"),
    ("8", PRINTED, "0 to 24 wilds"),
    (8, PRINTED[:9], "a list of 10 phases.* not 9"),
    (8, "2 sets of 3", "a list of 10 phases"),
    (8, None, "a list of 10 phases"),
    (8, [*PRINTED[:9], "3 kings"], "phase 10: '3 kings' is not a group"),
    (8, [7, *PRINTED[:9]], "phase 1: "),
    (8, ["1 run of 13", *PRINTED[:9]], "phase 1: a run of 13 is too long"),
    (8, ["1 flush of 5", *PRINTED[:9]], "phase 1: .*suits"),
    (8, ["1 color run of 4", *PRINTED[:9]], "phase 1, 1 color run of 4: .*sets and runs"),
    (8, ["1 set of 3 + 4 cards of one color", *PRINTED[:9]], "too long to count"),
]


@every("wilds, phases, why", REFUSED)
def test_invalid_designs_are_refused(wilds: Any, phases: Any, why: str) -> None:
    with pytest.raises(Refusal, match=why) as refused:
        check_design(wilds, phases)
    assert Text("de").say("{why}", why=refused.value) != str(refused.value)
