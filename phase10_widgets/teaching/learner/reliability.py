"""The reliability diagram: the proportion of predictions that came true, plotted against the learner's confidence."""

from __future__ import annotations

from ...languages.text import Text
from .. import Calibration
from ..figures.shared.parts import Curve, Part, lines


def reliability(found: Calibration, words: Text, *, intervals: bool = False) -> Part:
    """Return the diagram and a table of its numbers, which includes their intervals if *intervals* is True."""
    say = words.say
    head = [say("how sure you were"), say("came true"), say("predictions")]
    rows = [[_percent(one.confidence, words), words.number(one.said), str(one.n)] for one in found.bins]
    if intervals:
        head.append(say("{share} interval", share=words.number("95%")))
        ends = [[words.number(end) for end in one.ends] for one in found.bins]
        rows = [[*row, say("{low} to {high}", low=low, high=high)] for row, (low, high) in zip(rows, ends, strict=True)]
    return lines(
        say("How sure you were, and how often your predictions came true"),
        words.tell(found.explanation),
        x=say("how sure you were"),
        y=say("came true"),
        across="percent",
        curves=[
            Curve("truth", say("perfectly calibrated"), [(0, 0), (1, 1)]),
            Curve("sample", say("your predictions"), [(one.confidence, one.share) for one in found.bins], key="sample"),
        ],
        band=[(one.confidence, *one.interval) for one in found.bins],
        head=head,
        table=rows,
    )


def _percent(share: float, words: Text) -> str:
    return words.number(f"{100 * share:.0f}%")
