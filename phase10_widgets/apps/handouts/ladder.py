"""The class ladder as a page for its teacher, rendered from ``templates/handouts/ladder.j2``.

It is in English only, and nothing leaves this computer.
"""

from __future__ import annotations

from ...teaching import Ladder
from .document import Document


def ladder_page(ladder: Ladder) -> Document:
    """Return the ladder, the players that were left out, and the files that could not be read.

    >>> from phase10_widgets.teaching import class_ladder
    >>> "No game was played." in ladder_page(class_ladder([], trusted=True)).html()
    True

    Raises:
        ValueError: *ladder* is no ladder.
    """
    if not isinstance(ladder, Ladder):
        raise ValueError(f"{ladder!r:.40} is not a class ladder; give one such as class_ladder(files)")
    values = {
        "about": ladder.about,
        "rows": ladder.rows,
        "left_out": ladder.left_out,
        "without": ladder.without,
        "refused": ladder.refused,
    }
    return Document("The class ladder", "ladder", values=values)
