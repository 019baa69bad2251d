"""The views of a hand; their answers are tested with the tables that use them."""

from __future__ import annotations

import phase10_widgets as p10
from phase10_widgets import Phase
from phase10_widgets.odds.counting.color_views import views
from tests.faults import no_faults

CASES = [
    ("flip", "color", "1 color run of 4 + 1 set of 2", 4, "a color for the run"),
    ("flip", "color", "2 color runs of 3", 6, "two colors, or one of them twice"),
    ("flip", "color", "3 color runs of 2", 1, "one color left over: nothing to put together"),
    ("flip", "color", "2 sets of 3", 1, "no colors asked for"),
    ("flip", "color", "1 color run of 3 + 4 cards of one color", 1, "the group may be of any color"),
    ("flip", "wild", "1 color run of 3", 1, "wild-side cards have no colors"),
    ("classic", "color", "1 color run of 3 + 1 run of 4", 4, "wilds without a color"),
]


def test_every_card_but_skips_is_in_every_view_once() -> None:
    with no_faults() as faults:
        for edition, side, phase, n, why in CASES:
            with faults.of(why):
                whole = p10.edition(edition).pack.side(side)
                _, found = views(Phase.parse(phase), whole)
                assert len(found) == n, why
                for view in found:
                    there = sorted(word for faces in view.values() for word in faces)
                    assert [word for word in there if not whole.faces[word].skip] == sorted(
                        code for code, face in whole.faces.items() if not face.skip
                    )


def test_a_run_s_cards_keep_their_color_and_number() -> None:
    for phase in ["1 color run of 4 + 1 set of 2", "2 color runs of 3"]:
        whole = p10.edition("flip").pack.side("color")
        simpler, found = views(Phase.parse(phase), whole)
        for view in found:
            for color in simpler.run_colors:
                cards = [
                    whole.faces[word]
                    for code, face in simpler.faces.items()
                    if face.color == color
                    for word in view[code]
                ]
                assert len({card.color for card in cards}) == 1
            for code, face in simpler.faces.items():
                assert {whole.faces[word].number for word in view[code]} == {face.number}
